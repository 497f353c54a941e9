"""A game is taken into a league while something about it is typed: it is refused, and what was typed is there."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from pytest_django.asserts import assertContains

from scorekeeper import services
from scorekeeper.models import Game
from scorekeeper.services import hands
from scorekeeper.services.holds import hold_game
from tests.leagues.club import found

from .table import FULL, NORA_MAKES_4, hand_post, record, seen, start

pytestmark = pytest.mark.django_db

WHY = "it was clubs after all"


def turned(game: Game) -> dict[str, Any]:
    """What the page says that takes the last hand back."""
    return {"hand": game.hands.get(number=2).submission, "why": WHY}


FORMS: dict[str, tuple[str, Callable[[Game], dict[str, Any]]]] = {
    "new": ("hand/", lambda _game: hand_post(3, dealer=0, save="1")),
    "pasted": ("paste/", lambda _game: hand_post(3, dealer=None, text=json.dumps(FULL), save="1")),
    "corrected": ("1/edit/score/", lambda game: hand_post(1, seen=seen(game), why=WHY, save="1")),
    "inserted": ("1/insert/score/", lambda game: hand_post(1, seen=seen(game), why=WHY, save="1")),
    "void": ("1/void/", lambda game: {"seen": seen(game), "kind": "other", "what": WHY}),
    "taken back": ("undo/", lambda game: turned(game) | {"number": 2}),
    "brought back": ("2/history/", lambda game: {"seen": seen(game, 2), "version": 1, "why": WHY}),
}


@pytest.mark.parametrize("form", FORMS)
def test_what_was_typed_is_kept(form: str, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address, typed = FORMS[form]
    club, game = found(), start()
    record(game, NORA_MAKES_4)
    hand = record(game, NORA_MAKES_4 | {"dealer": 3})
    services.correct_hand(hand, NORA_MAKES_4 | {"dealer": 3, "trump": "s"}, revision=1)
    sent = typed(game)

    def hold_late(held: Game) -> Game:
        services.claim_game(held, club.league, club.players)
        return hold_game(held)

    monkeypatch.setattr(hands, "hold_game", hold_late)
    page = client.post(f"/g/{game.key}/{address}", sent)
    assertContains(
        page,
        "This game went into a league, or out of one, meanwhile.",
        status_code=422 if form == "taken back" else 409,
    )
    kept = page.content.decode()
    for name in ("why", "what", "submission"):
        if name in sent:
            assert str(sent[name]) in kept, name
    if form == "pasted":
        assert "9c" in kept
    assert "Cedar Street" not in kept
    assert game.hands.count() == 2
    assert sorted(game.hands.values_list("revision", flat=True)) == [1, 2]
