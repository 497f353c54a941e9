"""How often the database is asked: by every address, as often for a season of 5,000 hands as for a short one."""

import copy
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.tokens import default_token_generator
from django.core.cache import cache
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, URLResolver, get_resolver, resolve
from django.utils.http import urlsafe_base64_encode

from scorekeeper import services
from scorekeeper.models import Game, Hand, Merge
from scorekeeper.seen import SeenHand
from scorekeeper.selectors import ending_with, game_sheet
from scorekeeper.services import make_token
from tests.leagues.club import PASSWORD, Club, found
from tests.scorekeeper.table import FULL, record, start

from .addresses import READS, WRITES
from .season import crowd, play_night, repeat_night

HANDS = 5_000
# At "nothing" there is nothing; of the admin site its lists are asked for, and its forms are Django's.
NOWHERE = {"api:nothing"}
# Who is signed in is only sent on from there.
FOR_STRANGERS = ("/account/login/", "/account/sign-up/", "/account/reset/")
# A process remembers what a game's hands came to in a season's chart; and that a token was used is noted once a minute.
FIRST = ("/l/{slug}/s/{season}/", "/api/leagues/")
PASSED = ["Pass"] * 4


@dataclass
class World:
    """A club, what the addresses name of it, and somebody who may do everything there."""

    club: Club
    browser: Client
    bearer: dict[str, str]
    values: dict[str, object]

    def put(self, said: Any) -> Any:
        """What is said, with the values put in; one that stands alone stays a number."""
        if isinstance(said, dict):
            return {name: self.put(one) for name, one in said.items()}
        if isinstance(said, list):
            return [self.put(one) for one in said]
        if not isinstance(said, str):
            return said
        alone = re.fullmatch(r"\{(\w+)\}", said)
        return self.values[alone[1]] if alone else said.format(**self.values)

    def read(self, address: str) -> HttpResponse:
        there = self.put(address)
        if there.startswith("/api/"):
            return Client().get(there, headers=self.bearer)
        return self.tab(there).get(there)

    def tag(self, address: str) -> str:
        """The ETag of what is changed there: of a hand, or of what the address shows."""
        if address.endswith("/restore/"):
            return str(self.values["undone"])
        hand = re.match(r".*/hands/[0-9]+/", address)
        shown = Client().get(hand[0] if hand else address, headers=self.bearer)
        return str(shown.headers.get("ETag", ""))

    def tab(self, address: str) -> Client:
        """The browser of somebody to whom the address shows something; what it learns there is forgotten."""
        tab = Client()
        if not address.startswith(FOR_STRANGERS):
            tab.cookies = copy.deepcopy(self.browser.cookies)
        return tab

    def send(self, method: str, address: str, said: dict[str, Any]) -> Callable[[], HttpResponse]:
        """What sends it."""
        there, body = self.put(address), self.put(said)
        if there.startswith("/api/"):
            headers = {**self.bearer, "If-Match": self.tag(there)}
            sent = {"data": json.dumps(body), "content_type": "application/json"}
            return lambda: Client().generic(method, there, headers=headers, **sent)
        browser = self.tab(there)
        shown = browser.get(there, follow=True)
        there = shown.redirect_chain[-1][0] if shown.redirect_chain else there
        form = (shown.context or {}).get("form") if shown.status_code == 200 else None
        kept = {name: form[name].value() for name in form.fields} if form else {}
        fields = {name: value for name, value in (kept | body).items() if value is not None}
        return lambda: browser.post(there, fields)


def short() -> World:
    """A club that has just begun."""
    club = found()
    play_night(club, tables=2, still=4)
    repeat_night(club, 1)
    crowd(club, 1)
    return world(club, games=1)


def long() -> World:
    """A club in whose season 5,000 hands were played."""
    club = found(name="Elm Street")
    of_a_night = play_night(club, tables=5, still=9)
    repeat_night(club, HANDS // of_a_night)
    crowd(club, 12)
    assert Hand.objects.filter(game__night__season=club.season, undone_at=None).count() >= HANDS
    return world(club, games=6)


def world(club: Club, games: int) -> World:
    """The club with games besides that belong to nobody."""
    club.count()
    owner = club.people["owner"]
    outsider = club.people["outsider"]
    assert owner is not None and outsider is not None
    owner.is_staff = owner.is_superuser = True
    owner.save()
    browser = club.browser("owner")
    for _game in range(games):
        alone = start(first_dealer=0)
        for number in range(2 * games):
            record(alone, {"dealer": number % 4, "calls": PASSED})
        browser.get(alone.get_absolute_url())
    game = club.games[-1]
    count = game.hands.current().count()
    undone = game.hands.undone()[0]
    claimed = services.claim_game(start(), club.league, club.players[:4], club.night)
    full = full_game(club)
    swap = services.substitute(full, seat=3, player=club.add("Relief"), from_number=1)
    values = {
        "slug": club.league.slug,
        "season": club.season.pk,
        "night": club.night.pk,
        "game": game.key,
        "over": club.games[0].key,
        "full": full.key,
        "swap": swap.pk,
        "claimed": claimed.key,
        "claim": claimed.claims.get().pk,
        "alone": alone.key,
        "last": count,
        "next": count + 1,
        "dealer": count % 4,
        "shown": str(SeenHand.of(game.hands.current().get(number=1))),
        "ending": ending_with(game_sheet(game), undone).token,
        "undone": f'"{undone.pk}-{undone.revision}"',
        "player": club.players[0].pk,
        "second": club.players[1].pk,
        "third": club.players[2].pk,
        "other": club.add("Somebody").pk,
        "member": club.league.memberships.get(role="viewer").pk,
        "merge": Merge.objects.filter(kept__league=club.league).latest("pk").pk,
        "token": make_token(owner, name="old")[0].pk,
        "account": urlsafe_base64_encode(str(owner.pk).encode()),
        "secret": default_token_generator.make_token(owner),
        "name": owner.username,
        "mail": owner.email,
        "outsider": outsider.username,
        "password": PASSWORD,
    }
    bearer = {"Authorization": f"Bearer {make_token(owner, name='program', scope='write')[1]}"}
    return World(club, browser, bearer, values)


def full_game(club: Club) -> Game:
    """A game whose first hand was told card by card."""
    game = services.start_league_game(club.league, players=club.players[:4], first_dealer=0, night=club.night)
    record(game, FULL)
    return game


def counted(do: Callable[[], HttpResponse], what: str) -> int:
    """The queries that it takes, and nothing is left of it."""
    cache.clear()
    with transaction.atomic(), CaptureQueriesContext(connection) as queries:
        response = do()
        transaction.set_rollback(True)
    form = (response.context or {}).get("form")
    assert response.status_code < 400, (what, response.status_code, form.errors if form else response.content)
    return len(queries)


def named(patterns: list[Any], space: str = "") -> Iterator[str]:
    """The names of all addresses; of the admin site those of its lists."""
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from named(one.url_patterns, f"{space}{one.namespace}:" if one.namespace else space)
        elif isinstance(one, URLPattern) and one.name and (space != "admin:" or one.name.endswith("_changelist")):
            yield f"{space}{one.name}"


def name_of(address: str) -> str:
    shaped = re.sub(r"\{(\w+)\}", "1", urlsplit(address).path)
    return resolve(shaped).view_name


def asked(here: World) -> dict[str, int]:
    """How many queries each address takes, after what is noted or remembered the first time."""
    for address in FIRST:
        assert here.read(address).status_code == 200
    queries = {address: counted(partial(here.read, address), address) for address in READS}
    for method, address, said, _budget in WRITES:
        what = f"{method} {address}"
        queries[what] = counted(here.send(method, address, said), what)
    return queries


@pytest.mark.django_db
def test_queries_are_within_their_budget_and_no_more_for_a_long_season_than_for_a_short_one() -> None:
    few, many = asked(short()), asked(long())
    assert {what: (few[what], many[what]) for what in few if few[what] != many[what]} == {}
    budgets = READS | {f"{method} {address}": budget for method, address, _said, budget in WRITES}
    assert {what: (many[what], budget) for what, budget in budgets.items() if not fits(many[what], budget)} == {}


def fits(queries: int, budget: int) -> bool:
    """Whether it takes what it may, or one less: of a budget far too high nobody would see what comes on top."""
    return budget - 1 <= queries <= budget


def test_every_address_has_a_budget() -> None:
    here = set(named(get_resolver().url_patterns)) - NOWHERE
    assert here == {name_of(address) for address in (*READS, *(write[1] for write in WRITES))}


@pytest.mark.django_db
def test_every_way_of_asking_has_a_budget() -> None:
    """An address tells which methods it takes when it is asked by one that there is not."""
    club = found()
    browser = club.browser("owner")
    sent: dict[str, set[str]] = {}
    for method, address, _said, _budget in WRITES:
        sent.setdefault(name_of(address), set()).add(method)
    shown = {name_of(address) for address in READS}
    for address in (*READS, *(write[1] for write in WRITES)):
        name = name_of(address)
        if name.startswith("admin:") or name == "scorekeeper:password-reset-confirm":
            continue  # these do not look at the method first
        response = browser.generic("TRACE", re.sub(r"\{\w+\}", "1", urlsplit(address).path))
        assert response.status_code == 405, name
        # Django's own form views take a PUT for a POST.
        same = {"HEAD", "OPTIONS"} if name.startswith("api") else {"HEAD", "OPTIONS", "PUT"}
        methods = set(response.headers["Allow"].replace(" ", "").split(",")) - same
        assert methods == sent.get(name, set()) | ({"GET"} if name in shown else set()), name
