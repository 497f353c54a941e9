"""The replay's pages: every step of a hand at its address, links that lead on, and nothing for strangers."""

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from replay import telling
from replay.timeline import timeline
from scorekeeper import services
from scorekeeper.engine import PRESETS
from tests.replay.conftest import MakeGame
from tests.replay.hands import CHALLENGED, CLAIMED, NAMES, golden_records, kept

QUERIES = 2  # the game and the hand


def address(key: str, step: int, number: int = 1) -> str:
    """Return where a step should be."""
    return f"/g/{key}/{number}/replay/" + (f"{step}/" if step else "")


def body(client: Client, path: str) -> str:
    """Return the page at `path`, which must be there."""
    response = client.get(path)
    assert response.status_code == 200, path
    return response.content.decode()


def turn(page: str, name: str) -> str | None:
    """Return where a button of the steps leads, None where it leads nowhere."""
    (link,) = re.findall(rf'<a [^>]*id="step-{name}"[^>]*>', page)
    found = re.search(r'href="([^"]*)"', link)
    assert found or 'aria-disabled="true"' in link
    return found[1] if found else None


def current(page: str) -> list[str]:
    """Return the addresses of the plays that are marked as the one shown."""
    return re.findall(r'<a href="([^"]*)"[^>]*aria-current="step"', page)


def test_every_step_has_its_page(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    line = timeline(kept(CHALLENGED, PRESETS["iowa"]), PRESETS["iowa"])
    assert line is not None
    for step in line.steps:
        page = body(client, address(game.key, step.number))
        assert escape(telling.step_words(line, step, NAMES)) in page
        assert current(page) == ([address(game.key, step.number)] if step.number else [])
        assert turn(page, "back") == (address(game.key, step.number - 1) if step.number else None)
        assert turn(page, "on") == (address(game.key, step.number + 1) if step.number < 18 else None)
        assert turn(page, "first") == (address(game.key, 0) if step.number else None)
        assert turn(page, "last") == (address(game.key, 18) if step.number < 18 else None)


@pytest.mark.parametrize(
    ("step", "back", "on"), [(0, None, 3), (1, 0, 3), (3, 0, 6), (4, 3, 6), (17, 15, 18), (18, 15, None)]
)
def test_jump_by_tricks_stops_where_one_is_complete(
    client: Client, make_game: MakeGame, step: int, back: int | None, on: int | None
) -> None:
    game = make_game(CHALLENGED)
    page = body(client, address(game.key, step))
    assert turn(page, "trick-back") == (None if back is None else address(game.key, back))
    assert turn(page, "trick-on") == (None if on is None else address(game.key, on))


def test_previous_and_next_are_told_to_the_browser(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    page = body(client, address(game.key, 5))
    assert re.search(rf'href="{address(game.key, 4)}" rel="prev"', page)
    assert re.search(rf'href="{address(game.key, 6)}" rel="next"', page)


def test_page_says_what_the_hand_was(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    page = body(client, address(game.key, 5))
    assert 'aria-label="Hand 1, Wes alone in hearts, bid 3"' in page
    assert "<title>Hand 1: Wes, 3 hearts. Trick 2, card 2 of 3. · Pepper</title>" in page
    assert page.count('role="status"') == 1
    assert page.count('data-state="winning"') == 1
    assert 'aria-label="jack of diamonds, left bower, trump, Wes, winning"' in page
    assert "Wes: 1 of 3 tricks needed; defenders: 0; 5 to play" in page
    assert page.count("wins the trick</span>") == 6
    assert re.search(r"Wes gave Eli</dt><dd>.*?ten of clubs", page, re.DOTALL)
    assert re.search(r"Eli gave Wes</dt><dd>.*?jack of diamonds", page, re.DOTALL)


def test_declarer_sits_south_and_the_partner_sits_out_in_the_north(client: Client, make_game: MakeGame) -> None:
    page = body(client, address(make_game(CHALLENGED).key, 0))
    seats = re.findall(r'class="seat" data-seat="(\w)"( data-turn)?( data-out)?>\s*<p class="name">(\w+)', page)
    assert [(place, name, bool(turn), bool(out)) for place, turn, out, name in seats] == [
        ("n", "Eli", False, True),
        ("w", "Sam", False, False),
        ("e", "Nora", False, False),
        ("s", "Wes", True, False),
    ]


def test_played_card_leads_to_its_step_and_others_nowhere(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    page = body(client, address(game.key, 4))
    hands = "".join(re.findall(r'<div class="hand" aria-hidden="true">(.*?)</div>', page, re.DOTALL))
    assert set(re.findall(r'href="([^"]*)"', hands)) == {address(game.key, step) for step in (1, 2, 3, 4)}
    assert set(re.findall(r'<a [^>]*tabindex="(.*?)"', hands)) == {"-1"}
    assert hands.count("playing-card") == 24


def test_whole_hand_stands_in_a_table(client: Client, make_game: MakeGame) -> None:
    page = body(client, address(make_game(CHALLENGED).key, 5))
    (table,) = re.findall(r"<table.*?</table>", page, re.DOTALL)
    heads = re.findall(r'<th scope="col"[^>]*>([^<]*)<', table)
    assert heads == ["Trick", "Wes", "Sam", "Nora", "Winner"]
    rows = re.findall(r"<tr( data-mark)?>\s*<th scope=\"row\">(\d)</th>(.*?)</tr>", table, re.DOTALL)
    assert [number for _mark, number, _cells in rows] == list("123456")
    assert [number for mark, number, _cells in rows if mark] == ["2"]
    assert [re.findall(r"<td data-text>(\w+)</td>", cells) for _mark, _number, cells in rows][-1] == ["Nora"]


@pytest.mark.parametrize("name", sorted({record[0] for record in golden_records() if record[0].endswith(".0")}))
def test_golden_hands_render_from_start_to_end(client: Client, make_game: MakeGame, name: str) -> None:
    rules, record = next(one[1:] for one in golden_records() if one[0] == name)
    players = ["<Ana>", "Gus & Co", "June", "Theo"][: rules.players]
    game = make_game(record, rules=rules.base, players=players)
    line = timeline(record, rules)
    assert line is not None
    for step in (0, 1, line.last // 2, line.last):
        page = body(client, address(game.key, step))
        assert "<Ana>" not in page and "&lt;Ana&gt;" in page
        assert " style=" not in page and "<script>" not in page
        assert page.count('class="seat"') == rules.players
    assert turn(page, "on") is None


def test_claim_and_ruling_are_said(client: Client, make_game: MakeGame) -> None:
    claimed = body(client, address(make_game(CLAIMED).key, 9))
    assert "the last 3 tricks go to: Sam &amp; Nora 1, Eli &amp; Wes 2." in claimed
    assert "Wes: 5 of 3 tricks needed; defenders: 1; 0 to play" in claimed
    ruled = body(client, address(make_game(CLAIMED | {"ruling": {"points": [2, 2], "reason": "split"}}).key, 9))
    assert "The table decided the points: split." in ruled
    assert "ruling</span>" in ruled


def test_revoke_is_marked_and_told_at_its_card(client: Client, make_game: MakeGame) -> None:
    _name, rules, record = next(one for one in golden_records() if one[0].startswith("iowa/revoke-ruled"))
    game = make_game(record)
    line = timeline(record, rules)
    assert line is not None
    (at,) = [step.number for step in line.steps if line.findings_at(step)]
    told = body(client, address(game.key, at))
    assert 'data-kind="warning"' in told and "but still held" in told
    assert told.count('aria-label="against the rules"') == 1
    assert 'data-kind="warning"' not in body(client, address(game.key, at - 1))


@pytest.mark.parametrize("step", [0, 7])
def test_page_asks_the_database_little(
    client: Client, make_game: MakeGame, django_assert_num_queries: Any, step: int
) -> None:
    game = make_game(CHALLENGED, SCORED | {"dealer": 1})
    with django_assert_num_queries(QUERIES):
        body(client, address(game.key, step))
    with django_assert_num_queries(QUERIES):
        body(client, address(game.key, 0, number=2))


def test_pages_are_kept_in_the_reader_s_browser_only(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    for step in (0, 3):
        assert "private" in client.get(address(game.key, step))["Cache-Control"]


def test_only_reading_is_possible(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    assert client.post(address(game.key, 3)).status_code == 405
    assert client.head(address(game.key, 3)).status_code == 200


def test_step_nought_is_the_start(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    response = client.get(f"/g/{game.key}/1/replay/0/")
    assert response.status_code == 302 and response["Location"] == address(game.key, 0)


def test_what_is_not_there_is_not_found(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    other = make_game(CLAIMED, CLAIMED | {"dealer": 1})
    for path in (
        address("unknown", 0),
        address("unknown", 3),
        address(game.key, 19),
        address(game.key, 10**30),
        address(game.key, 0, number=2),
        address(game.key, 1, number=0),
        address(game.key, 1, number=10**30),
        address(game.key.swapcase(), 1),
    ):
        assert client.get(path).status_code == 404, path
    assert client.get(address(other.key, 1, number=2)).status_code == 200


def test_undone_hand_is_not_found_until_it_is_back(client: Client, make_game: MakeGame) -> None:
    game = make_game(CHALLENGED)
    services.undo_hand(game, number=1)
    assert client.get(address(game.key, 0)).status_code == 404
    services.record_hand(game, CLAIMED, number=1, submission=uuid.uuid4())
    assert client.get(address(game.key, 10)).status_code == 404
    assert client.get(address(game.key, 9)).status_code == 200


CONCEDED = {"dealer": 3, "calls": ["2", "Pass", "3", "PH"], "trump": "s", "challenged": False}
PASSED = {"dealer": 1, "calls": ["Pass"] * 4}
SCORED = {"dealer": 0, "declarer": 3, "bid": "3", "trump": "h", "challenged": True, "taken": [1, 5]}
UNCERTAIN = {
    **CHALLENGED,
    "calls": ["Pass", "2", "2", "Pass"],
    "ruling": {"points": [0, 0], "reason": "two claimed the bid"},
}


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        pytest.param(SCORED, ["The cards were not logged", "Wes", "Made", "5 of 6 tricks"], id="score"),
        pytest.param(CONCEDED, ["No cards to replay", "Wes", "Conceded"], id="conceded"),
        pytest.param(PASSED, ["No cards to replay", "Passed out"], id="passed"),
        pytest.param({"void": "misdeal", "dealer": 0}, ["No cards to replay", "Misdeal"], id="void"),
        pytest.param({**CHALLENGED, "void": "misdeal"}, ["No cards to replay", "Misdeal"], id="void with tricks"),
        pytest.param(UNCERTAIN, ["This hand cannot be replayed"], id="uncertain"),
    ],
)
def test_hand_without_a_replay_says_so(
    client: Client, make_game: MakeGame, hand: dict[str, Any], says: list[str]
) -> None:
    game = make_game(hand)
    page = body(client, address(game.key, 0))
    for words in says:
        assert words in page
    assert f'href="/g/{game.key}/"' in page
    assert client.get(address(game.key, 1)).status_code == 404
