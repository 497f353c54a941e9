"""The names of accounts are for the members of a league: whoever only looks in sees display names."""

import pytest
from django.test import Client

from scorekeeper import services
from scorekeeper.models import User
from tests.api.cast import Program, program
from tests.scorekeeper.table import NORA_MAKES_4, record, start

from .club import CAST, Club, found

pytestmark = pytest.mark.django_db

MEMBERS = ("owner", "scorer", "player", "viewer")


def told(club: Club) -> tuple[list[str], list[str]]:
    """The pages and the addresses of the API where an account could be told; one account is in all that it can do."""
    scorer = club.people["scorer"]
    assert scorer is not None
    nora = services.change_player(club.players[0], name="Nora", user=scorer)
    game = club.play(over=False)
    hand = game.hands.get()
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, by=scorer)
    change = services.substitute(game, seat=1, player=club.add("Pat"), from_number=1, by=scorer)
    services.withdraw_substitution(change, by=scorer)
    services.merge_players(nora, club.add("Norah"), by=scorer)
    taken = services.claim_game(start(), club.league, club.players, club.night, by=scorer)
    root, one = club.root, f"/g/{game.key}/"
    pages = [root, f"{root}players/", f"{root}players/{nora.pk}/", f"{root}s/{club.season.pk}/"]
    pages += [f"{root}n/{club.night.pk}/", one, f"{one}1/history/", f"{one}seats/", f"{one}chart/"]
    slug = f"leagues/{club.league.slug}/"
    asked = [slug, f"{slug}players/", f"{slug}players/{nora.pk}/", f"{slug}seasons/", f"{slug}nights/", "games/"]
    asked += [f"games/{game.key}/", f"games/{game.key}/hands/", f"games/{game.key}/hands/1/history/"]
    asked += [f"games/{game.key}/substitutions/", f"games/{taken.key}/claim/"]
    return pages, asked


def test_whoever_only_looks_in_is_told_no_account() -> None:
    club = found(visibility="public")
    pages, asked = told(club)
    accounts = [user.username for user in User.objects.all() if user != club.people["outsider"]]
    for who in ("outsider", "nobody"):
        for page in pages:
            text = club.browser(who).get(page).content.decode()
            assert not [name for name in accounts if name in text], (who, page)
        for address in asked:
            answer = program(club, who).get(address)
            assert answer.status_code == 200, address
            assert not [name for name in accounts if name in answer.content.decode()], (who, address)


def test_members_are_told_who_it_was() -> None:
    club = found(visibility="public")
    _pages, asked = told(club)
    scorer = club.people["scorer"]
    assert scorer is not None
    key = club.games[0].key
    for who in MEMBERS:
        for page in (f"/g/{key}/1/history/", f"/g/{key}/seats/", f"{club.root}players/"):
            assert scorer.username in club.browser(who).get(page).content.decode(), (who, page)
        for address in asked:
            if "history" in address or "players" in address or "substitutions" in address or "claim" in address:
                assert scorer.username in program(club, who).get(address).content.decode(), (who, address)


def test_a_game_that_left_its_league_tells_no_account_to_whoever_has_the_link() -> None:
    club = found()
    scorer = club.people["scorer"]
    assert scorer is not None
    game = services.claim_game(start(), club.league, club.players, club.night, by=scorer)
    hand = record(game, NORA_MAKES_4)
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, by=scorer)
    services.undo_claim(game.claims.get(), by=scorer)
    page = Client().get(f"/g/{game.key}/1/history/").content.decode()
    assert "Version 2" in page
    assert scorer.username not in page
    assert scorer.username not in Program().get(f"games/{game.key}/hands/1/history/").content.decode()


def test_the_cast_is_whole() -> None:
    assert set(CAST) == {*MEMBERS, "outsider", "nobody"}
