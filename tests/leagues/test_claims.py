"""A game without a league is taken into one, and let go again: names, seats, statistics and its key follow."""

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from scorekeeper import services
from scorekeeper.models import Claim, Game, Night, Player, PlayerCounts
from scorekeeper.selectors import game_sheet
from scorekeeper.services.recounts import check_league
from tests.api.cast import program
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, hand_post, record, start

from .club import Club, found

pytestmark = pytest.mark.django_db


def claimed(club: Club) -> tuple[Game, Claim]:
    """A game of nobody's with a hand, played by the names Nora, Eli, Sam, Wes, taken in as other players."""
    game = start()
    record(game, NORA_MAKES_4)
    others = [club.add(name) for name in ("Ann", "Ben", "Cal", "Dee")]
    game = services.claim_game(game, club.league, others, club.night, by=club.people["scorer"])
    return game, game.claims.get()


def counted(club: Club) -> dict[str, int]:
    club.count()
    assert not check_league(club.league.pk).differences
    return dict(PlayerCounts.objects.values_list("player__name", "hands"))


def test_undone_it_has_its_names_again_and_counts_nowhere() -> None:
    club = found()
    club.play()
    before = counted(club)
    game, claim = claimed(club)
    assert game_sheet(game).players == ("Ann", "Ben", "Cal", "Dee")
    assert counted(club).keys() - before.keys() == {"Ann", "Ben", "Cal", "Dee"}
    game = services.undo_claim(claim, by=club.people["owner"], reason="of another club")
    assert (game.league, game.night, game.seats.count()) == (None, None, 0)
    assert game_sheet(game).players == ("Nora", "Eli", "Sam", "Wes")
    assert game.hands.get().record == NORA_MAKES_4
    assert counted(club) == before
    claim.refresh_from_db()
    assert (claim.undone_by, claim.undone_why) == (club.people["owner"], "of another club")


def test_substitutes_go_with_it() -> None:
    club = found()
    game, claim = claimed(club)
    services.substitute(game, seat=0, player=club.players[0], from_number=2)
    record(game, WES_IS_SET_ON_4)
    game = services.undo_claim(claim)
    assert game_sheet(game).players == ("Nora", "Eli", "Sam", "Wes")
    assert not game.substitutions.current().exists()
    assert Client().get(f"/g/{game.key}/seats/").status_code == 404
    again = services.claim_game(game, club.league, club.players, club.night)
    assert game_sheet(again).players == ("Nora", "Eli", "Sam", "Wes")
    assert counted(club) == dict.fromkeys(("Nora", "Eli", "Sam", "Wes"), 2)


def test_undone_twice_it_is_undone_once_and_a_later_claim_stays() -> None:
    club, other = found(), found(name="Elm Street")
    game, claim = claimed(club)
    game = services.undo_claim(claim)
    at = Claim.objects.get().undone_at
    services.undo_claim(claim, by=club.people["owner"])
    assert (Claim.objects.get().undone_at, Claim.objects.get().undone_by) == (at, None)
    services.claim_game(game, other.league, other.players)
    services.undo_claim(claim)
    game.refresh_from_db()
    assert game.league == other.league


def test_on_a_final_night_it_stays() -> None:
    club = found()
    game, claim = claimed(club)
    services.set_night_state(club.night, Night.State.FINAL)
    with pytest.raises(ValidationError, match="This night is final; open it again before taking a game out of it"):
        services.undo_claim(claim)
    page = club.browser("owner").post(f"/g/{game.key}/claim/undo/", {"claim": claim.pk, "why": "a mistake"})
    assertContains(page, "This night is final; open it again", status_code=422)
    assertContains(page, "a mistake", status_code=422)
    assert program(club, "owner").post(f"games/{game.key}/claim/undo/", {"claim": claim.pk}).status_code == 422
    game.refresh_from_db()
    assert game.league == club.league


def test_a_player_who_was_merged_meanwhile_changes_nothing_about_it() -> None:
    club = found()
    game, claim = claimed(club)
    ann = club.league.players.get(name="Ann")
    merge = services.merge_players(club.players[0], ann)
    game = services.undo_claim(claim)
    assert game.players == ["Nora", "Eli", "Sam", "Wes"]
    assert services.undo_merge(merge).name == "Ann"
    assert counted(club) == {}


# ---- Who scores it with the key


def test_while_it_is_claimed_its_key_is_for_the_leagues_scorers_and_then_for_everybody_again() -> None:
    club = found()
    game, claim = claimed(club)
    root = f"/g/{game.key}/"
    for who in ("outsider", "nobody"):
        assert club.browser(who).get(root).status_code == 404
        assert club.browser(who).post(f"{root}hand/", hand_post(2, dealer=3) | {"save": "1"}).status_code == 404
        assert program(club, who).post(f"games/{game.key}/hands/", {"record": WES_IS_SET_ON_4}).status_code == 404
    assert club.browser("viewer").post(f"{root}hand/", hand_post(2, dealer=3) | {"save": "1"}).status_code == 403
    assert club.browser("scorer").get(f"{root}hand/").status_code == 200
    services.undo_claim(claim)
    game.refresh_from_db()
    root = f"/g/{game.key}/"
    assert Client().get(root).status_code == 200
    assert Client().post(f"{root}hand/", hand_post(2, dealer=3) | {"save": "1"}).status_code == 302


def test_who_read_its_key_in_the_league_does_not_have_it_any_more() -> None:
    club = found(visibility="public")
    game, claim = claimed(club)
    before = game.key
    assert before in club.browser("nobody").get(f"{club.root}n/{club.night.pk}/").content.decode()
    let_go = program(club, "scorer").post(f"games/{before}/claim/undo/", {"claim": claim.pk}).json()
    game.refresh_from_db()
    assert (let_go["key"], let_go["league"]) == (game.key, None)
    assert game.key != before
    for who in ("owner", "outsider", "nobody"):
        for address in ("", "hand/", "claim/undo/", "1/history/"):
            assert club.browser(who).get(f"/g/{before}/{address}").status_code == 404, (who, address)
        assert program(club, who).get(f"games/{before}/").status_code == 404
        assert program(club, who).post(f"games/{before}/claim/undo/", {"claim": claim.pk}).status_code == 404, who
        assert club.browser(who).post(f"/g/{before}/claim/undo/", {"claim": claim.pk}).status_code == 404, who


def test_whoever_let_it_go_and_says_so_again_finds_it_until_it_is_claimed_again() -> None:
    club = found()
    game, claim = claimed(club)
    old, said = f"{game.key}/claim/undo/", {"claim": claim.pk}
    browser, api = club.browser("scorer"), program(club, "scorer")
    first = browser.post(f"/g/{old}", said)
    game.refresh_from_db()
    for again in (first, browser.post(f"/g/{old}", said), browser.post(f"/g/{game.key}/claim/undo/", said)):
        assert (again.status_code, again.headers["Location"]) == (302, f"/g/{game.key}/")
    for address in (old, f"{game.key}/claim/undo/"):
        assert api.post(f"games/{address}", said).json()["key"] == game.key
    other = found(name="Elm Street")
    services.undo_claim(services.claim_game(game, other.league, other.players).claims.latest("pk"))
    assert browser.post(f"/g/{old}", said).status_code == 404
    assert api.post(f"games/{old}", said).status_code == 404


def test_an_idempotency_key_gives_the_same_reply_at_the_old_address() -> None:
    club = found()
    game, claim = claimed(club)
    api = program(club, "scorer")
    replies = [
        api.post(f"games/{game.key}/claim/undo/", {"claim": claim.pk}, Idempotency_Key="once") for _time in range(2)
    ]
    assert [reply.status_code for reply in replies] == [200, 200]
    assert replies[0].json() == replies[1].json()
    assert replies[1].headers["Idempotent-Replayed"] == "true"


def test_a_hand_that_is_sent_again_under_the_new_key_is_one_hand() -> None:
    club = found()
    game, claim = claimed(club)
    api, body = program(club, "scorer"), {"record": WES_IS_SET_ON_4}
    assert api.post(f"games/{game.key}/hands/", body, Idempotency_Key="hand 2 of tonight").status_code == 201
    game = services.undo_claim(claim)
    # Programs of two accounts: what is kept of one's replies is nothing to the other.
    again = program(club, "owner").post(f"games/{game.key}/hands/", body, Idempotency_Key="hand 2 of tonight")
    assert (again.status_code, again.json()["number"]) == (201, 2)
    assert game.hands.current().count() == 2


@pytest.mark.parametrize("visibility", ["public", "private"])
def test_a_game_that_left_its_league_names_it_to_nobody(visibility: str) -> None:
    club = found(visibility=visibility)
    game, claim = claimed(club)
    game = services.undo_claim(claim, by=club.people["scorer"])
    root = f"{game.key}/claim/undo/"
    for who in ("scorer", "outsider", "nobody"):
        browser, api = club.browser(who), program(club, who)
        for page in (
            browser.post(f"/g/{root}", {"claim": claim.pk}, follow=True),
            browser.get(f"/g/{root}", follow=True),
        ):
            assertNotContains(page, "Cedar Street")
        told = api.post(f"games/{root}", {"claim": claim.pk})
        assert (told.status_code, told.json()["league"]) == (200, None)
        assert club.league.slug not in told.content.decode()


def test_the_form_of_somebody_whose_game_was_claimed_meanwhile_is_kept_for_his_sign_in() -> None:
    club = found()
    game, _claim = claimed(club)
    page = Client().post(f"/g/{game.key}/hand/", hand_post(2, dealer=3) | {"save": "1"})
    assertContains(page, "typed", status_code=404)


# ---- The page


@pytest.mark.parametrize("who", ["owner", "scorer"])
def test_the_page_says_what_follows_and_does_it(who: str) -> None:
    club = found()
    game, claim = claimed(club)
    browser, root = club.browser(who), f"/g/{game.key}/"
    assertContains(browser.get(root), f"{root}seats/")
    assertContains(browser.get(f"{root}seats/"), f"{root}claim/undo/")
    page = browser.get(f"{root}claim/undo/")
    for text in ("Take this game out of Cedar Street?", "Nora", "It gets a new link"):
        assertContains(page, text)
    for _time in range(2):
        page = browser.post(f"{root}claim/undo/", {"claim": claim.pk, "why": "a mistake"}, follow=True)
        assertContains(page, "The game is out of the league and has a new link.")
    assertNotContains(page, "Ann")
    assert claim.game.claims.get().undone_by == club.people[who]


def test_who_may_not_is_refused() -> None:
    club = found(visibility="public")
    game, claim = claimed(club)
    for who in ("player", "viewer", "outsider", "nobody"):
        assert club.browser(who).post(f"/g/{game.key}/claim/undo/", {"claim": claim.pk}).status_code == 403
    game.refresh_from_db()
    assert game.league == club.league


def test_a_game_that_was_begun_in_the_league_is_not_let_go() -> None:
    club = found()
    game = club.play()
    _other, claim = claimed(club)
    browser = club.browser("owner")
    assertNotContains(browser.get(f"/g/{game.key}/seats/"), "Take it out of the league")
    assertContains(browser.get(f"/g/{game.key}/claim/undo/", follow=True), "This game was not taken into a league.")
    assert browser.post(f"/g/{game.key}/claim/undo/", {"claim": claim.pk}).status_code == 404
    assert program(club, "owner").post(f"games/{game.key}/claim/undo/", {"claim": claim.pk}).status_code == 422
    assert Player.objects.filter(seats__game=game).count() == 4
