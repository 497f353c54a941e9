"""The score sheet: what a hand came to, in words and figures, and who may see it."""

import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from scorekeeper import services
from scorekeeper.models import Game, Hand
from scorekeeper.selectors import game_sheet

from .table import FULL, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4, WES_IS_SET_ON_4, finish, record, start
from .tapping import Form

pytestmark = pytest.mark.django_db


def said(page: Any) -> str:
    """The words of a page, without markup and with single spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.content.decode()).replace("\xa0", " ").replace("\u202f", " ").split())


# ---- What stands there


def test_before_the_first_hand(client: Client) -> None:
    page = client.get(start().get_absolute_url())
    assertContains(page, "Sam deals hand 1")
    assertContains(page, "No hand yet. Sam shuffles and deals.")
    assertContains(page, "Enter hand 1")
    assertNotContains(page, "Take back")


def test_score_dealer_and_title(client: Client) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    page = client.get(game.get_absolute_url())
    assertContains(page, "<title>Nora &amp; Sam 7, Eli &amp; Wes −2 · Pepper</title>", html=False)
    assertContains(page, "Nora deals hand 3")
    assertContains(page, "Take back hand 2")


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        (NORA_MAKES_4, "1 Sam Nora 4 ♥\ufe0e Sam dealt Made 4 of 6 +4 4 +2 2"),
        (NORA_MAKES_4 | {"taken": [3, 3]}, "Set 3 of 6 −4 −4 +3 3"),
        (NORA_IS_CONCEDED_PEPPER, "Nora Pepper alone ♥\ufe0e Sam dealt Conceded +14 14 0 0"),
        ({"dealer": 2, "calls": ["Pass"] * 4}, "nobody bid Sam dealt Passed out 0 0 0 0"),
        ({"dealer": 2, "void": "misdeal"}, "Sam dealt Misdeal 0 0 0 0"),
        ({"void": "the dog"}, "Void the dog 0 0 0 0"),
        (
            {"dealer": 2, "declarer": 1, "bid": "3", "ruling": {"points": [-3, 2], "reason": "a card on the floor"}},
            "Eli 3 Sam dealt Ruled a card on the floor −3 −3 +2 2",
        ),
        (NORA_MAKES_4 | {"dealer": 1}, "Eli out of turn Nora 4 ♥\ufe0e Eli dealt, out of turn Made"),
        (
            {"dealer": 2, "side": 1, "bid": "3", "challenged": True, "taken": [2, 4]},
            "Eli &amp; Wes 3 Sam dealt Made 4 of 6",
        ),
        (FULL | {"dealer": 0}, "Nora 2 ♣\ufe0e Nora dealt, out of turn Set 1 of 6 Replay hand 1"),
    ],
    ids=["made", "set", "conceded", "passed", "misdeal", "void", "ruled", "out of turn", "side only", "full"],
)
def test_a_hand_in_words(client: Client, hand: dict[str, Any], words: str) -> None:
    game = start()
    record(game, hand)
    assert words in said(client.get(game.get_absolute_url()))


def test_alone_is_said(client: Client) -> None:
    game = start("hasenpfeffer")
    record(game, {"dealer": 2, "declarer": 0, "bid": "4", "trump": "h", "alone": [0, 3], "taken": [4, 2]})
    assert "alone, Wes too" in said(client.get(game.get_absolute_url()))


def test_players_without_partners_have_a_column_each(client: Client) -> None:
    game = start("cutthroat")
    record(game, {"dealer": 2, "declarer": 1, "bid": "4", "trump": "h", "taken": [1, 5, 2]})
    assert "5 of 8 0 0 +5 5 0 0" in said(client.get(game.get_absolute_url()))


def test_the_same_player_deals_again_after_a_misdeal() -> None:
    game = start()
    record(game, {"dealer": 2, "void": "misdeal"})
    assert game_sheet(game).next_dealer_name == "Sam"


def test_the_end(client: Client) -> None:
    game = finish(start())
    page = client.get(game.get_absolute_url())
    assert "Nora &amp; Sam win." in said(page)
    assertContains(page, "Over")
    assertNotContains(page, "Final")
    assertContains(page, f"/new/?again={game.key}")
    assertContains(page, "Take back hand 3")
    assertNotContains(page, "Enter hand")


def test_a_shared_win(client: Client) -> None:
    game = start({"base": "classic", "target": 3})
    record(game, {"dealer": 2, "declarer": 0, "bid": "3", "trump": "h", "taken": [3, 3]})
    assert "Nora &amp; Sam, Eli &amp; Wes share the win." in said(client.get(game.get_absolute_url()))


def test_one_player_wins(client: Client) -> None:
    game = start({"base": "cutthroat", "target": 3})
    record(game, {"dealer": 2, "declarer": 0, "bid": "3", "trump": "h", "taken": [3, 3, 2]})
    assert "Nora wins." in said(client.get(game.get_absolute_url()))


def test_hands_after_the_end_stand_without_counting(client: Client) -> None:
    game = finish(start())
    Hand.objects.create(game=game, number=4, record=NORA_MAKES_4 | {"dealer": 1}, submission="0" * 32)
    sheet = game_sheet(game)
    assert [row.counts for row in sheet.rows] == [True, True, True, False]
    assert sheet.scores == (42, 0)
    assert "after the end, not counted" in said(client.get(game.get_absolute_url()))


def test_times_are_those_of_the_viewer(client: Client) -> None:
    game = start()
    Game.objects.update(created_at="2026-01-01T23:30:00Z")
    assertContains(client.get(game.get_absolute_url()), "Jan 1, 2026, 11:30 PM")
    client.cookies["tz"] = "Asia/Tokyo"
    assertContains(client.get(game.get_absolute_url()), "Jan 2, 2026, 8:30 AM")


def test_markup_in_names_and_reasons_is_shown_as_typed(client: Client) -> None:
    players = ["<b>Nora</b>", "Eli", "Sam", '"><img src=x>']
    game = services.start_game(rules="iowa", players=players, first_dealer=2)
    record(game, NORA_MAKES_4 | {"ruling": {"points": [0, 0], "reason": "<i>so</i>"}})
    record(game, NORA_MAKES_4 | {"dealer": 2})
    for place in ("", "hand/", "undo/"):
        page = client.get(game.get_absolute_url() + place).content.decode()
        assert "<b>Nora" not in page
        assert "<img" not in page
        assert "<i>so" not in page


# ---- Who may


def test_the_link_is_there_to_share(client: Client) -> None:
    game = start()
    assertContains(client.get(game.get_absolute_url()), f'value="http://testserver/g/{game.key}/"')


@pytest.mark.parametrize("place", ["", "hand/", "paste/", "undo/"])
def test_a_key_that_is_none(client: Client, place: str) -> None:
    start()
    assert client.get(f"/g/nobody/{place}").status_code == 404


def test_pages_are_the_viewers_own(client: Client) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    for place in ("", "hand/", "paste/", "undo/"):
        assert client.get(game.get_absolute_url() + place).headers["Cache-Control"] == "private, no-cache"


def test_reading_writes_nothing(client: Client, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    before = (list(Game.objects.values()), list(Hand.objects.values()))
    for place in ("", "hand/", "paste/", "undo/"):
        with django_assert_max_num_queries(10) as queries:
            assert client.get(game.get_absolute_url() + place).status_code == 200
            assert client.head(game.get_absolute_url() + place).status_code == 200
        assert all(query["sql"].startswith("SELECT") for query in queries)
    assert (list(Game.objects.values()), list(Hand.objects.values())) == before
    services.undo_hand(game, number=1)
    before = (list(Game.objects.values()), list(Hand.objects.values()))
    assertContains(client.get(game.get_absolute_url() + "restore/"), "Bring back hand 1?")
    assert (list(Game.objects.values()), list(Hand.objects.values())) == before


def test_forms_from_elsewhere_are_not_taken() -> None:
    game = start()
    record(game, NORA_MAKES_4)
    stranger = Client(enforce_csrf_checks=True)
    for place in ("hand/", "paste/", "undo/", "restore/"):
        answer = stranger.post(game.get_absolute_url() + place, {"number": "1"})
        assert answer.status_code == 403
        assertContains(answer, "Please send that once more.", status_code=403)
    assert game.hands.current().count() == 1


@pytest.mark.parametrize("count", [0, 12])
def test_budget(client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int) -> None:
    game = start({"base": "iowa", "target": 1000})
    for number in range(count):
        record(game, NORA_MAKES_4 | {"dealer": (2 + number) % 4})
    for place, budget in (("", 3), ("hand/", 3), ("paste/", 3), ("undo/", 3)):
        with django_assert_num_queries(budget):
            client.get(game.get_absolute_url() + place)


# ---- A demonstration


def test_a_demonstration_is_only_to_look_at(client: Client) -> None:
    game = start(is_demo=True)
    record(game, NORA_MAKES_4)
    page = client.get(game.get_absolute_url())
    assertContains(page, "Start your own")
    for text in ("Enter hand", "Take back", "Paste a record", "The link to this game"):
        assertNotContains(page, text)
    for place in ("hand/", "paste/"):
        for answer in (client.get(game.get_absolute_url() + place), client.post(game.get_absolute_url() + place)):
            assertContains(answer, "This game is only to look at.", status_code=403)
    for place in ("undo/", "restore/"):
        answer = client.post(game.get_absolute_url() + place, {"number": "1"})
        assertContains(answer, "This game is only to look at.", status_code=403)
    assert game.hands.current().count() == 1
    assert "games" not in client.cookies


# ---- Taking back


def test_taking_back_asks_first(client: Client) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    page = client.get(game.get_absolute_url() + "undo/")
    assertContains(page, "Take back hand 1?")
    assert "Nora makes 4 ♥\ufe0e" in said(page)
    assert game.hands.current().exists()


def test_taking_back_and_bringing_back(client: Client) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    answer = client.post(game.get_absolute_url() + "undo/", {"number": "1"}, follow=True)
    assertContains(answer, "Hand 1 is taken back.")
    assertContains(answer, "Bring it back")
    assertContains(answer, "Enter hand 1")
    answer = client.post(game.get_absolute_url() + "restore/", {"number": "1"}, follow=True)
    assertContains(answer, "Hand 1 counts again.")
    assert game_sheet(game).scores == (4, 2)


def test_taking_back_the_last_hand_reopens_the_game(client: Client) -> None:
    game = finish(start())
    page = client.get(game.get_absolute_url() + "undo/")
    assertContains(page, "This reopens the game: nobody has won yet.")
    client.post(game.get_absolute_url() + "undo/", Form(page.content.decode(), "stack").fields)
    assertContains(client.get(game.get_absolute_url()), "Enter hand 3")


def test_there_is_nothing_to_take_back(client: Client) -> None:
    game = start()
    assertRedirects(client.get(game.get_absolute_url() + "undo/"), game.get_absolute_url())


@pytest.mark.parametrize("number", ["", "0", "1", "junk", "-1", "²", "9" * 5000])
@pytest.mark.parametrize("place", ["undo/", "restore/"])
def test_a_number_that_is_not_the_last_changes_nothing(client: Client, place: str, number: str) -> None:
    game = start()
    record(game, NORA_MAKES_4)
    record(game, WES_IS_SET_ON_4)
    answer = client.post(game.get_absolute_url() + place, {"number": number}, follow=True)
    assert answer.status_code == 200
    assert game.hands.current().count() == 2


# ---- Games on this phone


def test_the_front_page_lists_the_games_opened_here(client: Client) -> None:
    own, other, demo = start(), start("cutthroat"), start("classic-2", is_demo=True)
    record(own, NORA_MAKES_4)
    client.get(own.get_absolute_url())
    page = client.get("/")
    assertContains(page, own.get_absolute_url())
    assertContains(page, demo.get_absolute_url())
    assertNotContains(page, other.key)
    assert [game.scores for game in page.context["playing"]] == [(4, 2)]
    assertNotContains(Client().get("/"), own.key)


def test_a_game_of_nobodys_can_be_shared_from_its_top_and_only_such_a_one(client: Client) -> None:
    assertContains(client.get(start().get_absolute_url()), "data-share")
    assertNotContains(client.get(start("classic-2", is_demo=True).get_absolute_url()), "data-share")


def test_the_latest_game_is_first_and_the_list_is_short(client: Client) -> None:
    games = [start() for _ in range(14)]
    for game in [*games, games[0]]:
        client.get(game.get_absolute_url())
    listed = [game.url for game in client.get("/").context["playing"]]
    assert len(listed) == 12
    assert listed[:2] == [games[0].get_absolute_url(), games[13].get_absolute_url()]


@pytest.mark.parametrize("value", ["", "junk", ",,,", "a:b:c"])
def test_a_list_that_was_tampered_with_is_empty(client: Client, value: str) -> None:
    client.cookies["games"] = value or start().key
    assert client.get("/").context["playing"] == []


def test_the_list_is_for_the_server_alone(client: Client) -> None:
    client.get(start().get_absolute_url())
    assert client.cookies["games"]["httponly"]
    assert client.cookies["games"]["samesite"] == "Lax"


def test_front_page_budget(client: Client, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for _ in range(3):
        game = start()
        record(game, NORA_MAKES_4)
        record(start(is_demo=True), NORA_MAKES_4)
        client.get(game.get_absolute_url())
    with django_assert_num_queries(5):
        client.get("/")


def test_what_does_not_count_is_no_part_of_how_it_ended(client: Client) -> None:
    game = finish(start())
    Hand.objects.create(game=game, number=4, record=WES_IS_SET_ON_4 | {"dealer": 1}, submission="0" * 32)
    page = client.get(game.get_absolute_url())
    assert [row.number for row in game_sheet(game).last_rows] == [3]
    for words in ("3 of 4 hands count", "After 3 hands:", "Over"):
        assert words in said(page)
    assert page.context["chart"].count == 3


def test_a_hand_that_was_made_void_says_so(client: Client) -> None:
    game = start()
    hand = record(game, NORA_MAKES_4)
    services.void_hand(hand, why="misdeal", revision=hand.revision)
    assert "1 Sam Sam dealt made void Misdeal 0 0 0 0" in said(client.get(game.get_absolute_url()))
