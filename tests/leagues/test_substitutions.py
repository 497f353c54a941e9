"""A substitution keeps who said it, when and why; one that was a mistake is taken back, and the hands change hands."""

import uuid

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper import services
from scorekeeper.models import Game, Night, Player, PlayerCounts
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.charting import game_score_chart
from scorekeeper.services.recounts import check_league
from tests.api.cast import program
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, record

from .club import Club, found

pytestmark = pytest.mark.django_db


def table(club: Club) -> tuple[Game, Player]:
    """A game of two hands, and somebody who can come in."""
    game = club.play(over=False)
    record(game, WES_IS_SET_ON_4)
    return game, club.add("Pat")


def hands_of(club: Club) -> dict[str, int]:
    club.count()
    assert not check_league(club.league.pk).differences
    return dict(PlayerCounts.objects.filter(hands__gt=0).values_list("player__name", "hands"))


def test_hands_are_credited_to_who_played_them_before_and_after_it_is_taken_back() -> None:
    club = found()
    game, pat = table(club)
    change = services.substitute(game, seat=0, player=pat, from_number=2)
    assert hands_of(club) == {"Nora": 1, "Pat": 1, "Eli": 2, "Sam": 2, "Wes": 2}
    services.withdraw_substitution(change)
    assert hands_of(club) == {"Nora": 2, "Eli": 2, "Sam": 2, "Wes": 2}
    assert game_sheet(game).players == ("Nora", "Eli", "Sam", "Wes")
    services.substitute(game, seat=0, player=pat, from_number=1)
    assert hands_of(club) == {"Pat": 2, "Eli": 2, "Sam": 2, "Wes": 2}


def test_who_said_it_and_who_took_it_back_stays() -> None:
    club = found()
    game, pat = table(club)
    scorer, owner = club.people["scorer"], club.people["owner"]
    change = services.substitute(game, seat=0, player=pat, from_number=2, by=scorer, reason="she went home")
    again = services.substitute(game, seat=0, player=pat, from_number=2, by=owner, reason="twice")
    assert (again.pk, again.made_by, again.reason) == (change.pk, scorer, "she went home")
    first = services.withdraw_substitution(change, by=owner, reason="she stayed")
    second = services.withdraw_substitution(change, by=scorer, reason="twice")
    assert (first.withdrawn_at, second.withdrawn_by, second.withdrawn_why) == (
        second.withdrawn_at,
        owner,
        "she stayed",
    )


def test_somebody_else_at_the_same_hand_takes_the_first_ones_place() -> None:
    club = found()
    game, pat = table(club)
    kim = club.add("Kim")
    services.substitute(game, seat=0, player=pat, from_number=2)
    services.substitute(game, seat=0, player=kim, from_number=2, reason="it was Kim")
    assert [change.player for change in game.substitutions.current()] == [kim]
    assert game.substitutions.get(player=pat).withdrawn_why == "it was Kim"
    assert hands_of(club) == {"Nora": 1, "Kim": 1, "Eli": 2, "Sam": 2, "Wes": 2}


def test_it_is_not_taken_back_where_somebody_would_sit_twice() -> None:
    club = found()
    game, pat = table(club)
    nora = club.players[0]
    change = services.substitute(game, seat=0, player=pat, from_number=1)
    later = services.substitute(game, seat=1, player=nora, from_number=2)
    with pytest.raises(ValidationError, match="Nora would then sit at two seats"):
        services.withdraw_substitution(change)
    change.refresh_from_db()
    assert change.withdrawn_at is None
    services.withdraw_substitution(later)
    services.withdraw_substitution(change)
    assert not game.substitutions.current().exists()


def test_whoever_only_came_in_by_mistake_has_met_nobody() -> None:
    club = found()
    game, pat = table(club)
    change = services.substitute(game, seat=0, player=pat, from_number=2)
    assert services.have_met(pat, club.players[1])
    services.withdraw_substitution(change)
    assert not services.have_met(pat, club.players[1])
    assertNotContains(club.browser("viewer").get(pat.get_absolute_url()), game.get_absolute_url())


def test_a_forgotten_hand_moves_it_along() -> None:
    club = found()
    game, pat = table(club)
    change = services.substitute(game, seat=0, player=pat, from_number=2)
    services.withdraw_substitution(change)
    services.substitute(game, seat=0, player=pat, from_number=2)
    services.insert_hand(game, NORA_MAKES_4, number=1, submission=uuid.UUID(int=7))
    assert [one.from_number for one in game.substitutions.all()] == [3, 3]


def test_on_a_final_night_it_needs_a_reason() -> None:
    club = found()
    game, pat = table(club)
    services.set_night_state(club.night, Night.State.FINAL)
    with pytest.raises(services.ReasonNeeded):
        services.substitute(game, seat=0, player=pat, from_number=2)
    change = services.substitute(game, seat=0, player=pat, from_number=2, reason="she went home")
    with pytest.raises(services.ReasonNeeded):
        services.withdraw_substitution(change)
    assert services.withdraw_substitution(change, reason="she stayed").withdrawn_at


# ---- The pages


def test_somebody_new_comes_in_by_a_name_and_is_added() -> None:
    club = found()
    game, _pat = table(club)
    browser, address = club.browser("scorer"), f"/g/{game.key}/substitute/"
    said = {"number": 3, "seat": 0, "player": "new", "new": " June "}
    assertContains(browser.post(address, said, follow=True), "From hand 3 on June sits in for Nora.")
    assert game_sheet(game).players == ("June", "Eli", "Sam", "Wes")
    assert club.league.players.filter(name="June").count() == 1


@pytest.mark.parametrize(
    ("change", "status", "text"),
    [
        ({"new": ""}, 422, "Every player needs a name."),
        ({"player": "", "new": ""}, 422, "Choose a player of the league, or somebody new."),
        ({"new": "eli"}, 409, "This player sits at the table already."),
        ({"number": 2}, 409, "A hand was entered or taken back meanwhile."),
        ({"seat": 7}, 422, "Choose one of these."),
    ],
)
def test_nobody_is_added_for_a_substitution_that_was_refused(change: dict[str, object], status: int, text: str) -> None:
    club = found()
    game, _pat = table(club)
    said = {"number": 3, "seat": 0, "player": "new", "new": "June"} | change
    page = club.browser("scorer").post(f"/g/{game.key}/substitute/", said)
    assertContains(page, text, status_code=status)
    assert page.context["form"]["new"].value() == said["new"]
    assert not club.league.players.filter(name="June").exists()
    assert not game.substitutions.exists()


def test_the_pages_say_who_came_in_and_take_it_back() -> None:
    club = found()
    game, pat = table(club)
    browser, root = club.browser("scorer"), f"/g/{game.key}/"
    said = {"number": 3, "seat": 0, "player": pat.pk, "from_number": 2, "why": "she went home"}
    assert browser.post(f"{root}substitute/", said).status_code == 302
    assertContains(browser.get(root), f"{root}seats/#change-")
    scorer = club.people["scorer"]
    assert scorer is not None
    page = browser.get(f"{root}seats/")
    for text in ("From hand 2 on Pat for Nora", "she went home", scorer.username):
        assertContains(page, text)
    change = game.substitutions.get()
    page = browser.post(f"{root}seats/", {"change": change.pk, "why": "she stayed"}, follow=True)
    for text in ("Pat did not come in at hand 2.", "taken back", "she stayed"):
        assertContains(page, text)
    assert browser.post(f"{root}seats/", {"change": change.pk, "why": "again"}).status_code == 302
    change.refresh_from_db()
    assert change.withdrawn_why == "she stayed"
    assertNotContains(browser.get(root), "sits in for")


def test_on_a_final_night_the_pages_ask_why_and_keep_what_was_typed() -> None:
    club = found()
    game, pat = table(club)
    services.set_night_state(club.night, Night.State.FINAL)
    browser, root = club.browser("scorer"), f"/g/{game.key}/"
    said = {"number": 3, "seat": 0, "player": pat.pk, "from_number": 2}
    page = browser.post(f"{root}substitute/", said)
    assertContains(page, "This night is final: say in a few words why", status_code=422)
    assertContains(page, f'value="{pat.pk}" selected', status_code=422)
    assert browser.post(f"{root}substitute/", said | {"why": "she went home"}).status_code == 302
    change = game.substitutions.get()
    page = browser.post(f"{root}seats/", {"change": change.pk, "why": " "})
    assertContains(page, "This night is final: say in a few words why", status_code=422)
    page = browser.post(f"{root}seats/", {"change": change.pk, "why": "no\0pe"})
    assertContains(page, "cannot be shown", status_code=422)
    assert browser.post(f"{root}seats/", {"change": change.pk, "why": "she stayed"}).status_code == 302


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_only_scorers_take_it_back(visibility: str) -> None:
    club = found(visibility=visibility)
    game, pat = table(club)
    change = services.substitute(game, seat=0, player=pat, from_number=2)
    for who in ("player", "viewer", "outsider", "nobody"):
        is_hidden = visibility == "private" and who in ("outsider", "nobody")
        assert club.browser(who).get(f"/g/{game.key}/seats/").status_code == (404 if is_hidden else 200)
        refused = club.browser(who).post(f"/g/{game.key}/seats/", {"change": change.pk})
        assert refused.status_code == (404 if is_hidden else 403)
    change.refresh_from_db()
    assert change.withdrawn_at is None


def test_what_is_no_substitution_of_this_game_is_not_taken_back() -> None:
    club, other = found(), found(name="Elm Street")
    game, _pat = table(club)
    theirs, kim = table(other)
    change = services.substitute(theirs, seat=0, player=kim, from_number=2)
    browser = club.browser("owner")
    assert browser.post(f"/g/{game.key}/seats/", {"change": change.pk}).status_code == 404
    for change_sent in ("", "x", "0", "9" * 30):
        assert browser.post(f"/g/{game.key}/seats/", {"change": change_sent}).status_code == 422
    assert Client().get("/g/nothing/seats/").status_code == 404


# ---- The API


def test_the_api_tells_and_takes_back() -> None:
    club = found()
    game, pat = table(club)
    api, root = program(club, "scorer"), f"games/{game.key}/"
    said = {"seat": 0, "player": pat.pk, "from_number": 2, "reason": "she went home"}
    swap = api.post(f"{root}substitute/", said).json()["substitutions"][0]
    for _time in range(2):
        sheet = api.post(f"{root}substitutions/{swap['id']}/withdraw/", {"reason": "she stayed"})
        assert (sheet.status_code, sheet.json()["substitutions"]) == (200, [])
    (told,) = api.get(f"{root}substitutions/").json()["results"]
    scorer = club.people["scorer"]
    assert scorer is not None
    assert (told["by"], told["reason"]) == (scorer.username, "she went home")
    assert (told["withdrawn_by"], told["withdrawn_why"]) == (scorer.username, "she stayed")
    services.set_night_state(club.night, Night.State.FINAL)
    refused = api.post(f"{root}substitute/", said | {"reason": ""})
    assert (refused.status_code, refused.json()["type"]) == (422, "urn:pepper:reason-needed")


# ---- Sent twice, and by whatever name


@pytest.mark.parametrize("by_name", [False, True], ids=["by id", "by name"])
def test_sent_twice_it_is_done_once_and_both_times_names_who_left(by_name: bool) -> None:
    club = found()
    game, pat = table(club)
    browser, address = club.browser("scorer"), f"/g/{game.key}/substitute/"
    who = {"player": "new", "new": "June"} if by_name else {"player": pat.pk}
    for _time in range(2):
        page = browser.post(address, {"number": 3, "seat": 0, "from_number": 2} | who, follow=True)
        assertContains(page, f"From hand 2 on {'June' if by_name else 'Pat'} sits in for Nora.")
    assert game.substitutions.count() == 1


def test_who_sits_in_later_is_not_who_left() -> None:
    club = found()
    game, pat = table(club)
    services.substitute(game, seat=0, player=pat, from_number=3)
    said = {"number": 3, "seat": 0, "player": "new", "new": "Quinn", "from_number": 1}
    page = club.browser("scorer").post(f"/g/{game.key}/substitute/", said, follow=True)
    assertContains(page, "From hand 1 on Quinn sits in for Nora.")


def test_nobody_is_his_own_substitute_under_whatever_name() -> None:
    club = found()
    game, _pat = table(club)
    nora = services.change_player(club.players[0], name="Eleonora")
    said = {"number": 3, "seat": 0, "player": nora.pk}
    page = club.browser("scorer").post(f"/g/{game.key}/substitute/", said)
    assertContains(page, "This player sits at the table already.", status_code=409)
    assert program(club, "scorer").post(f"games/{game.key}/substitute/", said).status_code == 422
    assert not game.substitutions.exists()


def test_who_sits_there_already_came_when_he_first_did() -> None:
    club = found()
    game, pat = table(club)
    change = services.substitute(game, seat=0, player=pat, from_number=2)
    assert services.substitute(game, seat=0, player=pat, from_number=3) == change
    kept = club.add("Patricia")
    services.merge_players(kept, pat)
    assert services.substitute(game, seat=0, player=kept, from_number=2) == change


def test_without_a_number_it_is_the_hand_to_come_and_stays_so_when_sent_again() -> None:
    club = found()
    game, _pat = table(club)
    api, said = program(club, "scorer"), {"seat": 0, "player": " june "}
    for _time in range(2):
        (swap,) = api.post(f"games/{game.key}/substitute/", said).json()["substitutions"]
        assert (swap["from_number"], swap["came"], swap["left"]) == (3, "june", "Nora")
        record(game, NORA_MAKES_4 | {"dealer": game_sheet(game).next_dealer})
    assert club.league.players.filter(name="june").count() == 1
    for player in (10**6, "", None, [1], True):
        refused = api.post(f"games/{game.key}/substitute/", {"seat": 1, "player": player})
        assert refused.status_code == 422
        assert list(refused.json()["errors"]) == ["player"], player


def test_the_chart_credits_nobody_with_a_lead_from_before_they_came() -> None:
    club = found()
    game, pat = table(club)
    services.substitute(game, seat=0, player=pat, from_number=2)
    chart = game_score_chart(game_sheet(game))
    assert [line.name for line in chart.lines] == ["Nora & Sam", "Eli & Wes"]
    assert "Pat" not in chart.sentence
    assert chart.sentence.endswith("The sides go by those who sat down first.")
