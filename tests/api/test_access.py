"""Who may ask the API for what: every address of it, for everybody of the cast."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, reverse

from scorekeeper import services
from scorekeeper.api.urls import urlpatterns
from scorekeeper.models import Game, Hand, League, Merge, Night, Substitution
from scorekeeper.seen import state_of
from tests.leagues.club import CAST, Club, found
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, start

from .cast import HAND, Program, program

pytestmark = pytest.mark.django_db

LOOK, BELONG, SCORE, MANAGE = "look", "belong", "score", "manage"
MAY = {
    LOOK: ("owner", "scorer", "player", "viewer"),
    BELONG: ("owner", "scorer", "player", "viewer"),
    SCORE: ("owner", "scorer"),
    MANAGE: ("owner",),
}
Said = Callable[[Club], Any]


def tag(club: Club) -> str:
    hand = club.games[0].hands.current().get(number=1)
    return f'"{hand.pk}-{hand.revision}"'


def slug(club: Club) -> list[Any]:
    return [club.league.slug]


def key(club: Club) -> list[Any]:
    return [club.games[0].key]


def first(club: Club) -> list[Any]:
    return [club.games[0].key, 1]


def member(club: Club) -> list[Any]:
    return [club.league.slug, club.league.memberships.get(role="viewer").pk]


def nothing(club: Club) -> None:
    return None


def empty(club: Club) -> dict[str, Any]:
    return {}


def stranger(club: Club) -> dict[str, Any]:
    user = club.people["outsider"]
    assert user is not None
    return {"account": user.username, "role": "viewer"}


# name, method: what it takes, where it is, what is sent; what comes with If-Match is marked.
ASKED: list[tuple[str, str, str, Said, Said, bool]] = [
    ("league", "GET", LOOK, slug, nothing, False),
    ("league", "PATCH", MANAGE, slug, lambda club: {"name": "Elm Street"}, False),
    ("members", "GET", BELONG, slug, nothing, False),
    ("members", "POST", MANAGE, slug, stranger, False),
    ("member", "GET", BELONG, member, nothing, False),
    ("member", "PATCH", MANAGE, member, lambda club: {"role": "player"}, False),
    ("member", "DELETE", MANAGE, member, nothing, False),
    ("players", "GET", LOOK, slug, nothing, False),
    ("players", "POST", SCORE, slug, lambda club: {"name": "Ada"}, False),
    ("player", "GET", LOOK, lambda club: [club.league.slug, club.players[0].pk], nothing, False),
    ("player", "PATCH", MANAGE, lambda club: [club.league.slug, club.players[0].pk], lambda club: {"name": "N"}, False),
    ("figures", "GET", LOOK, lambda club: [club.league.slug, club.players[0].pk], nothing, False),
    ("played", "GET", LOOK, lambda club: [club.league.slug, club.players[0].pk], nothing, False),
    ("merges", "GET", BELONG, slug, nothing, False),
    (
        "merges",
        "POST",
        MANAGE,
        slug,
        lambda club: {"kept": club.players[0].pk, "dropped": club.league.players.get(name="Bea").pk},
        False,
    ),
    (
        "merge-undo",
        "POST",
        MANAGE,
        lambda club: [club.league.slug, Merge.objects.get(kept__league=club.league).pk],
        empty,
        False,
    ),
    ("seasons", "GET", LOOK, slug, nothing, False),
    ("seasons", "POST", MANAGE, slug, lambda club: {"name": "Winter", "starts_on": "2027-01-01"}, False),
    ("nights", "GET", LOOK, slug, nothing, False),
    (
        "nights",
        "POST",
        SCORE,
        slug,
        lambda club: {"season": club.season.pk, "date": "2026-11-26", "zone": "Europe/Paris"},
        False,
    ),
    ("season", "GET", LOOK, lambda club: [club.season.pk], nothing, False),
    ("season", "PATCH", MANAGE, lambda club: [club.season.pk], lambda club: {"least_games": 3}, True),
    ("standings", "GET", LOOK, lambda club: [club.season.pk], nothing, False),
    ("points", "GET", LOOK, lambda club: [club.season.pk], nothing, False),
    ("night", "GET", LOOK, lambda club: [club.night.pk], nothing, False),
    ("night", "PATCH", SCORE, lambda club: [club.night.pk], lambda club: {"state": "provisional"}, False),
    ("game", "GET", LOOK, key, nothing, False),
    (
        "substitute",
        "POST",
        SCORE,
        key,
        lambda club: {"seat": 0, "player": club.league.players.get(name="Bea").pk},
        False,
    ),
    ("substitutions", "GET", LOOK, key, nothing, False),
    (
        "withdraw",
        "POST",
        SCORE,
        lambda club: [*key(club), Substitution.objects.get(game=club.games[0]).pk],
        empty,
        False,
    ),
    ("hands", "GET", LOOK, key, nothing, False),
    ("hands", "POST", SCORE, key, lambda club: {"record": WES_IS_SET_ON_4}, False),
    ("hand", "GET", LOOK, first, nothing, False),
    ("hand", "PUT", SCORE, first, lambda club: {"record": NORA_MAKES_4 | {"taken": [5, 1]}}, True),
    ("hand", "PATCH", SCORE, first, lambda club: {"record": {"taken": [5, 1]}}, True),
    ("void", "POST", SCORE, first, empty, True),
    ("insert", "POST", SCORE, first, lambda club: HAND, True),
    ("undo", "POST", SCORE, first, empty, True),
    ("restore", "POST", SCORE, first, empty, True),
    ("history", "GET", LOOK, first, nothing, False),
    ("return", "POST", SCORE, first, lambda club: {"revision": 1}, True),
]
# These are asked for by themselves below.
BY_THEMSELVES = {"leagues", "games", "claim", "claim-undo", "rules", "ruleset", "schema", "docs", "nothing"}


def club_of(visibility: str) -> Club:
    club = found(visibility=visibility)
    club.play(over=False)
    services.merge_players(club.players[1], club.add("Norah"))
    club.add("Bea")
    services.substitute(club.games[0], seat=3, player=club.add("Cleo"), from_number=2)
    return club


def ask(club: Club, asking: Program, name: str, method: str, where: Said, what: Said, is_edit: bool) -> HttpResponse:
    seen = f'"{state_of(club.season)}"' if name == "season" else tag(club)
    headers = {"If_Match": seen} if is_edit else {}
    address = reverse(f"api:{name}", args=where(club)).removeprefix("/api/")
    return asking.send(method, address, what(club), **headers)


def expected(need: str, who: str, visibility: str) -> int:
    if who in MAY[need]:
        return 200
    if visibility == "private" and who in ("outsider", "nobody"):
        return 404
    if need == LOOK:
        return 200
    return 401 if who == "nobody" else 403


def test_every_address_is_asked_for() -> None:
    here = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert here == {name for name, *_rest in ASKED} | BY_THEMSELVES


def test_every_method_is_asked_for() -> None:
    there = {
        (pattern.name, method.upper())
        for pattern in urlpatterns
        if pattern.name not in BY_THEMSELVES
        for method in ("get", "post", "put", "patch", "delete")
        if hasattr(pattern.callback.view_class, method)
    }
    assert there == {(name, method) for name, method, *_rest in ASKED}


@pytest.mark.parametrize("visibility", ["private", "public"])
@pytest.mark.parametrize(("name", "method", "need", "where", "what", "is_edit"), ASKED)
def test_it_is_for_whom_it_is_for(
    name: str, method: str, need: str, where: Said, what: Said, is_edit: bool, visibility: str
) -> None:
    club = club_of(visibility)
    before = traces(club)
    for who in CAST:
        wanted = expected(need, who, visibility)
        if wanted != 200:
            response = ask(club, program(club, who), name, method, where, what, is_edit)
            assert response.status_code == wanted, (who, response.content)
            assert response.headers["Content-Type"] == "application/problem+json"
            assert traces(club) == before, who
        elif method == "GET":
            assert ask(club, program(club, who), name, method, where, what, is_edit).status_code == 200, who
    if method != "GET":
        for who in MAY[need]:
            club = club_of(visibility)
            response = ask(club, program(club, who), name, method, where, what, is_edit)
            assert response.status_code in (200, 201, 204), (who, response.content)


def traces(club: Club) -> Any:
    """What a change would leave."""
    league = League.objects.get(pk=club.league.pk)
    hands = Hand.objects.filter(game__league=league).order_by("pk")
    return [
        league.name,
        list(league.memberships.order_by("pk").values_list("user", "role")),
        list(league.players.order_by("pk").values_list("name", "merged_into")),
        list(hands.values_list("number", "revision", "undone_at")),
        list(Night.objects.order_by("pk").values_list("state")),
        league.seasons.count(),
        list(Substitution.objects.order_by("pk").values_list("game", "withdrawn_at")),
    ]


@pytest.mark.parametrize(("name", "method", "need", "where", "what", "is_edit"), ASKED)
def test_a_token_that_reads_changes_nothing(
    name: str, method: str, need: str, where: Said, what: Said, is_edit: bool
) -> None:
    club = club_of("private")
    before = traces(club)
    status = ask(club, program(club, "owner", "read"), name, method, where, what, is_edit).status_code
    assert status == (200 if method == "GET" else 403)
    assert traces(club) == before


def test_what_is_hidden_and_what_is_not_there_read_the_same() -> None:
    club = club_of("private")
    outsider = program(club, "outsider")
    hidden = [f"leagues/{club.league.slug}/", f"seasons/{club.season.pk}/", f"games/{club.games[0].key}/"]
    absent = ["leagues/none-such/", "seasons/999999/", "games/none-such/", "no/such/thing/"]
    answers = {outsider.get(address).content for address in [*hidden, *absent]}
    assert len(answers) == 1


def test_the_list_of_leagues_is_of_those_one_may_know() -> None:
    private, public = found(), found(visibility="public", name="Elm Street")
    names = {who: names_of(program(private, who).get("leagues/")) for who in ("viewer", "outsider", "nobody")}
    assert names == {
        "viewer": ["Elm Street", "Cedar Street"],
        "outsider": ["Elm Street"],
        "nobody": ["Elm Street"],
    }
    assert names_of(program(private, "viewer").get("leagues/?mine=true")) == ["Cedar Street"]
    assert names_of(program(private, "viewer").get("leagues/?mine=false")) == ["Elm Street"]
    assert names_of(program(public, "nobody").get("leagues/?mine=true")) == []


def names_of(response: HttpResponse) -> list[str]:
    return [league["name"] for league in response.json()["results"]]


def test_the_list_of_games_is_of_the_leagues_one_may_see() -> None:
    private, public = club_of("private"), club_of("public")
    start()  # of nobody's league: found by its key only
    for who, club in (("viewer", private), ("outsider", private), ("nobody", private)):
        keys = {game["key"] for game in program(club, who).get("games/").json()["results"]}
        mine = {private.games[0].key} if who == "viewer" else set()
        assert keys == mine | {public.games[0].key}


def test_nobody_founds_no_league_and_anybody_with_an_account_does() -> None:
    club = found()
    assert program(club, "nobody").post("leagues/", {"name": "Oak"}).status_code == 401
    response = program(club, "outsider").post("leagues/", {"name": "Oak"})
    assert (response.status_code, response.json()["role"]) == (201, "owner")
    assert response.headers["Location"] == f"/api/leagues/{response.json()['slug']}/"
    assert program(club, "outsider", "read").post("leagues/", {"name": "Oak"}).status_code == 403


@pytest.mark.parametrize("visibility", ["private", "public"])
def test_only_those_who_may_score_start_a_game_of_the_league(visibility: str) -> None:
    club = club_of(visibility)
    body = {"league": club.league.slug, "players": ["Nora", "Eli", "Sam", "Zoe"], "first_dealer": 0}
    hidden = 422 if visibility == "private" else 403
    wanted = {"viewer": 403, "player": 403, "outsider": hidden, "nobody": 422 if hidden == 422 else 401}
    for who, status in wanted.items():
        assert program(club, who).post("games/", body).status_code == status, who
    assert Game.objects.count() == 1
    assert not club.league.players.filter(name="Zoe").exists()
    for who in ("scorer", "owner"):
        assert program(club, who).post("games/", body).status_code == 201, who
    assert club.league.players.filter(name="Zoe").count() == 1


def test_a_game_of_nobodys_is_played_by_its_key_and_claimed_by_a_scorer() -> None:
    club = found()
    nobody = Program()
    game = nobody.post("games/", {"players": ["Nora", "Eli", "Sam", "Wes"], "first_dealer": 2, "rules": "iowa"})
    assert game.status_code == 201
    root = f"games/{game.json()['key']}/"
    assert nobody.post(f"{root}hands/", HAND).status_code == 201
    body = {"league": club.league.slug, "players": [player.pk for player in club.players], "night": club.night.pk}
    assert nobody.post(f"{root}claim/", body).status_code == 401
    assert program(club, "viewer").post(f"{root}claim/", body).status_code == 403
    assert program(club, "outsider").post(f"{root}claim/", body).status_code == 422
    claimed = program(club, "scorer").post(f"{root}claim/", body)
    assert (claimed.status_code, claimed.json()["league"]) == (200, club.league.slug)
    assert nobody.get(root).status_code == 404
    assert nobody.get(f"{root}claim/").status_code == 404
    claim = program(club, "viewer").get(f"{root}claim/").json()
    assert (claim["league"], claim["names"]) == (club.league.slug, ["Nora", "Eli", "Sam", "Wes"])
    undo = {"claim": claim["id"]}
    assert nobody.post(f"{root}claim/undo/", undo).status_code == 404
    assert program(club, "viewer").post(f"{root}claim/undo/", undo).status_code == 403
    scorer = program(club, "scorer")
    for _time in range(2):
        let_go = scorer.post(f"{root}claim/undo/", undo)
        assert (let_go.status_code, let_go.json()["league"]) == (200, None)
    assert nobody.get(root).status_code == 404
    root = f"games/{let_go.json()['key']}/"
    assert nobody.get(root).status_code == 200
    assert nobody.get(f"{root}claim/").status_code == 404


def test_a_demonstration_is_there_to_look_at() -> None:
    game = start(is_demo=True)
    assert Program().get(f"games/{game.key}/").status_code == 200
    assert Program().post(f"games/{game.key}/hands/", HAND).status_code == 403


def test_what_belongs_to_another_league_is_not_here() -> None:
    club, other = club_of("private"), found(name="Elm Street")
    owner = program(club, "owner")
    theirs_to_read = f"leagues/{club.league.slug}/players/{other.players[0].pk}/"
    for address in (theirs_to_read, f"{theirs_to_read}figures/", f"{theirs_to_read}games/"):
        assert owner.get(address).status_code == 404
    ours = f"leagues/{club.league.slug}/players/{club.players[0].pk}/figures/"
    assert owner.get(f"{ours}?season={other.season.pk}").status_code == 404
    theirs = other.league.memberships.get(role="viewer").pk
    assert owner.send("DELETE", f"leagues/{club.league.slug}/members/{theirs}/").status_code == 404
    body = {"season": other.season.pk, "date": "2026-11-26", "zone": "Europe/Paris"}
    assert owner.post(f"leagues/{club.league.slug}/nights/", body).status_code == 422
    body = {"seat": 0, "player": other.players[0].pk}
    assert owner.post(f"games/{club.games[0].key}/substitute/", body).status_code == 422


@pytest.fixture
def signed_in() -> tuple[Club, Client]:
    club = found()
    user = club.people["owner"]
    client = Client(enforce_csrf_checks=True)
    assert user is not None
    client.force_login(user)
    return club, client


def test_a_session_changes_something_only_with_its_csrf_token(signed_in: tuple[Club, Client]) -> None:
    club, client = signed_in
    address = f"/api/leagues/{club.league.slug}/players/"
    assert client.get(address).status_code == 200
    refused = client.post(address, {"name": "Ada"}, "application/json")
    assert refused.status_code == 403
    assert refused.headers["Content-Type"] == "application/problem+json"
    client.get("/leagues/new/")
    headers = {"X-CSRFToken": client.cookies["csrftoken"].value}
    assert client.post(address, {"name": "Ada"}, "application/json", headers=headers).status_code == 201


@pytest.mark.parametrize("key", ["pepper_none", "", "pepper_ü", "x" * 4000])
def test_a_key_that_opens_nothing_is_refused(key: str) -> None:
    club = found(visibility="public")
    response = Client().get(f"/api/leagues/{club.league.slug}/", headers={"Authorization": f"Bearer {key}"})
    assert (response.status_code, response.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_a_revoked_token_and_a_closed_account_open_nothing() -> None:
    club = found()
    owner = club.people["owner"]
    assert owner is not None
    asking = program(club, "owner")
    assert asking.get(f"leagues/{club.league.slug}/").status_code == 200
    owner.is_active = False
    owner.save()
    assert asking.get(f"leagues/{club.league.slug}/").status_code == 401
    owner.is_active = True
    owner.save()
    services.revoke_token(owner.tokens.get())
    assert asking.get(f"leagues/{club.league.slug}/").status_code == 401
