"""Every page of a league as everybody may ask for it: who is let in, who is told no, and who finds nothing."""

from collections.abc import Callable

import pytest
from django.urls import URLPattern, reverse

from scorekeeper import services
from scorekeeper.models import League, Merge
from scorekeeper.urls import urlpatterns

from .club import CAST, Club, found

pytestmark = pytest.mark.django_db

LOOK, SCORE, MANAGE, BELONG = "look", "score", "manage", "belong"
MAY = {
    LOOK: ("owner", "scorer", "player", "viewer"),
    BELONG: ("owner", "scorer", "player", "viewer"),
    SCORE: ("owner", "scorer"),
    MANAGE: ("owner",),
}
Address = Callable[[Club], tuple[object, ...]]
PAGES: dict[str, tuple[str, Address]] = {
    "league": (LOOK, lambda club: ()),
    "league-edit": (MANAGE, lambda club: ()),
    "league-members": (BELONG, lambda club: ()),
    "league-member": (MANAGE, lambda club: (club.league.memberships.get(role="viewer").pk,)),
    "players": (LOOK, lambda club: ()),
    "player": (LOOK, lambda club: (club.players[0].pk,)),
    "player-edit": (MANAGE, lambda club: (club.players[0].pk,)),
    "player-merge": (MANAGE, lambda club: (club.players[0].pk,)),
    "merge-undo": (MANAGE, lambda club: (Merge.objects.get().pk,)),
    "season-new": (MANAGE, lambda club: ()),
    "season": (LOOK, lambda club: (club.season.pk,)),
    "season-edit": (MANAGE, lambda club: (club.season.pk,)),
    "night-new": (SCORE, lambda club: (club.season.pk,)),
    "night": (LOOK, lambda club: (club.night.pk,)),
    "night-edit": (SCORE, lambda club: (club.night.pk,)),
    "night-game-new": (SCORE, lambda club: (club.night.pk,)),
}
# What a POST needs where it is more than to look.
POSTS = {"players": SCORE, "night": SCORE, "league-members": MANAGE}


def club_of(visibility: str) -> Club:
    club = found(visibility=visibility)
    club.play()
    services.merge_players(club.players[0], club.add("Norah"))
    return club


def expected(need: str, who: str, visibility: str, method: str) -> int:
    if who in MAY[need]:
        return 200
    if visibility == "private" and who in ("outsider", "nobody"):
        return 404
    if need == LOOK:
        return 200
    if who == "nobody":
        return 302 if method == "get" else 403
    return 403


def test_every_page_of_a_league_is_asked_for() -> None:
    here = {
        pattern.name
        for pattern in urlpatterns
        if isinstance(pattern, URLPattern)
        and str(pattern.pattern).startswith("l/")
        and "charts" not in str(pattern.pattern)
    }
    assert here == set(PAGES)


@pytest.mark.parametrize("visibility", ["private", "public"])
@pytest.mark.parametrize("name", PAGES)
def test_page_is_for_whom_it_is_for(name: str, visibility: str) -> None:
    need, rest = PAGES[name]
    club = club_of(visibility)
    address = reverse(f"scorekeeper:{name}", args=[club.league.slug, *rest(club)])
    for who in CAST:
        status = club.browser(who).get(address).status_code
        assert status == expected(need, who, visibility, "get"), who


@pytest.mark.parametrize("visibility", ["private", "public"])
@pytest.mark.parametrize("name", PAGES)
def test_nobody_else_changes_anything(name: str, visibility: str) -> None:
    need, rest = PAGES[name]
    need = POSTS.get(name, need)
    club = club_of(visibility)
    address = reverse(f"scorekeeper:{name}", args=[club.league.slug, *rest(club)])
    for who in CAST:
        if who in MAY[need]:
            continue
        response = club.browser(who).post(address, {"name": "Mallory", "state": "final", "remove": "1"})
        usual = 405 if need == LOOK else expected(need, who, visibility, "post")
        assert response.status_code == usual, who
    club.night.refresh_from_db()
    assert club.night.state == "live"
    assert League.objects.get().name == "Cedar Street"
    assert not club.league.players.filter(name="Mallory").exists()
    assert club.league.memberships.count() == 4


def test_who_may_look_is_told_why_not() -> None:
    club = found()
    page = club.browser("viewer").get(f"{club.root}edit/").content.decode()
    assert "Only an owner of this league may do that." in page
    page = club.browser("viewer").get(f"{club.root}s/{club.season.pk}/nights/new/").content.decode()
    assert "Only scorers and owners of this league may do that." in page


def test_what_a_private_league_and_none_at_all_look_like_is_the_same() -> None:
    club = found()
    for who in ("outsider", "nobody"):
        browser = club.browser(who)
        there = browser.get(club.root).content.decode().replace(club.league.slug, "")
        nowhere = browser.get("/l/nothing-here/").content.decode().replace("nothing-here", "")
        assert there == nowhere


@pytest.mark.parametrize(
    "name",
    [
        "player",
        "player-edit",
        "player-merge",
        "season",
        "season-edit",
        "night-new",
        "night",
        "night-edit",
        "night-game-new",
    ],
)
def test_what_belongs_to_another_league_is_not_here(name: str) -> None:
    club, other = found(), found(name="Elm Street")
    address = reverse(f"scorekeeper:{name}", args=[club.league.slug, *PAGES[name][1](other)])
    assert club.browser("owner").get(address).status_code == 404


def test_a_member_of_another_league_is_no_member_here() -> None:
    club, other = found(), found(name="Elm Street")
    member = other.league.memberships.get(role="viewer")
    browser = club.browser("owner")
    assert browser.get(f"{club.root}members/{member.pk}/").status_code == 404
    browser.post(f"{club.root}members/{member.pk}/", {"remove": "1"})
    assert other.league.memberships.filter(pk=member.pk).exists()


def test_an_account_that_was_closed_reaches_nothing() -> None:
    club = found()
    owner = club.people["owner"]
    assert owner is not None
    browser = club.browser("owner")
    owner.is_active = False
    owner.save()
    assert browser.get(club.root).status_code == 404


def test_games_of_a_private_league_are_not_listed_for_others() -> None:
    club = found()
    browser = club.browser("nobody")
    game = services.start_game(rules="iowa", players=["Nora", "Eli", "Sam", "Wes"], first_dealer=0)
    browser.get(game.get_absolute_url())
    assert game.key in browser.get("/").content.decode()
    services.claim_game(game, club.league, club.players)
    page = browser.get("/").content.decode()
    assert game.key not in page
    assert "Cedar Street" not in page
