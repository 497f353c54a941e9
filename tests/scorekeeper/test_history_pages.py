"""What a history says of a hand that was told in another way, and what is offered where one deal was entered twice."""

import re
from typing import Any

import pytest
from django.test import Client

from scorekeeper import services

from .table import FULL, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, hand_post, record, seen, start
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("hand", [FULL, {key: FULL[key] for key in ("dealer", "calls", "trump", "challenged")}])
def test_the_history_knows_what_the_calls_and_cards_came_to(client: Client, hand: dict[str, Any]) -> None:
    game = start(first_dealer=0)
    kept = record(game, hand if "tricks" in hand else hand | {"taken": [3, 3]})
    services.correct_hand(
        kept, {"dealer": 0, "declarer": 1, "bid": "PA", "trump": "d", "challenged": False}, revision=1
    )
    page = client.get(f"/g/{game.key}/1/history/")
    newest = page.context["history"].versions[0]
    changes = {change.label: (change.before, change.after) for change in newest.changes}
    assert changes["Declarer"] == ("Nora", "Eli")
    assert changes["Bid"] == ("2", "Pepper alone")
    assert changes["Tricks taken"] == ("1 : 5" if "tricks" in hand else "3 : 3", "–")


def test_the_history_says_whose_points_they_were_and_the_score_to_come(client: Client) -> None:
    game = start()
    kept = record(game, NORA_MAKES_4)
    services.correct_hand(kept, NORA_IS_CONCEDED_PEPPER, revision=1)
    words = said(client.get(f"/g/{game.key}/1/history/"))
    assert "Nora &amp; Sam +14, Eli &amp; Wes 0" in words
    assert "Nora &amp; Sam +4, Eli &amp; Wes +2" in words
    assert "Bring version 1 back, 4 : 2" in words


@pytest.mark.parametrize(("bid", "primary"), [({"bid": "3"}, "Drop mine"), ({"declarer": 1}, "Save mine as hand 2")])
def test_of_one_deal_entered_twice_mine_is_dropped(client: Client, bid: dict[str, Any], primary: str) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    page = client.post(f"/g/{game.key}/hand/", hand_post(**bid))
    assert page.status_code == 409
    buttons = re.findall(r'class="button" data-size="lg"( data-kind="quiet")?[^>]*>([^<]*)', page.content.decode())
    assert [text.partition(",")[0] for quiet, text in buttons if not quiet] == [primary]
    assert sum("Drop mine" in text for _quiet, text in buttons) == 1


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"seen": ""}, "Not changed."),
        ({"seen": "x"}, "Not changed."),
        ({"version": ""}, "Not changed."),
        ({"version": "x"}, "Not changed."),
        ({"version": "0"}, "Not changed."),
        ({"why": "no\0pe"}, "cannot be shown"),
        ({"why": "x" * 201}, "200 characters at most"),
    ],
)
def test_a_refused_return_says_why_and_keeps_what_was_typed_at_its_version(
    client: Client, change: dict[str, str], text: str
) -> None:
    game = start()
    kept = record(game, NORA_MAKES_4)
    for revision, trump in enumerate("sd", 1):
        services.correct_hand(kept, NORA_MAKES_4 | {"trump": trump}, revision=revision)
    sent = {"seen": seen(game), "version": "1", "why": "it was hearts"} | change
    page = client.post(f"/g/{game.key}/1/history/", sent)
    assert page.status_code == 422
    words = page.content.decode()
    assert text in words
    assert len(re.findall(r'class="wrong"|data-kind="error"', words)) == 1
    fields = dict(re.findall(r'id="why_(\d)" maxlength="200" autocomplete="off"(?: value="([^"]*)")?', words))
    assert fields.keys() == {"1", "2"}
    assert fields["2"] == ""
    if "version" not in change and "why" not in change:
        assert fields["1"] == "it was hearts"
    kept.refresh_from_db()
    assert kept.revision == 3
