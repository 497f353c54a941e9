"""Programs of the cast of a league's tests, and what they send."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

from scorekeeper.models import User
from scorekeeper.services import make_token
from tests.leagues.club import Club
from tests.scorekeeper.table import NORA_MAKES_4

HAND = {"record": NORA_MAKES_4}


class Program:
    """A client that sends JSON with a token, or as nobody."""

    def __init__(self, user: User | None = None, scope: str = "write") -> None:
        self.client = Client()
        self.headers = {}
        if user is not None:
            self.headers["Authorization"] = f"Bearer {make_token(user, name='program', scope=scope)[1]}"

    def send(self, method: str, address: str, body: Any = None, **headers: str) -> HttpResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        return self.client.generic(method, f"/api/{address}", headers=self.headers | named, **sent)

    def get(self, address: str, **headers: str) -> HttpResponse:
        return self.send("GET", address, **headers)

    def post(self, address: str, body: Any = None, **headers: str) -> HttpResponse:
        return self.send("POST", address, body or {}, **headers)


def program(club: Club, who: str, scope: str = "write") -> Program:
    """The program of one of the cast."""
    return Program(club.people[who], scope)
