"""Sending the form of a hand, and a pasted record."""

import json
import uuid
from typing import Any

from django.test import Client

from scorekeeper.models import Game

from .table import hand_post


def send(client: Client, game: Game, number: int = 1, **more: Any) -> Any:
    return client.post(f"/g/{game.key}/hand/", hand_post(number, **more))


def paste(client: Client, game: Game, text: object, number: int = 1, **more: Any) -> Any:
    values = {"submission": uuid.uuid4(), "number": number, "text": text if isinstance(text, str) else json.dumps(text)}
    return client.post(f"/g/{game.key}/paste/", values | more)
