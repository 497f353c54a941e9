"""The cast of a league's tests: a club on Thursdays, those who belong to it in their roles, and those who do not."""

import datetime
import uuid
from dataclasses import dataclass, field

from django.test import Client

from scorekeeper import services
from scorekeeper.models import Game, League, Membership, Night, Player, Season, User
from scorekeeper.services.recounts import recount_league
from tests.scorekeeper.table import NAMES, NORA_IS_CONCEDED_PEPPER, NORA_MAKES_4

Role = Membership.Role
TODAY = datetime.date(2026, 11, 19)
ROLES = ("owner", "scorer", "player", "viewer")
# Who may ask for a page: those with a role, somebody signed in without one, and nobody in particular.
CAST = (*ROLES, "outsider", "nobody")
PASSWORD = "green felt and peppercorns"


def account(name: str) -> User:
    """An account of this name."""
    return User.objects.create_user(name, f"{name}@example.org", PASSWORD)


def client_of(user: User | None) -> Client:
    """A browser in which `user` is signed in, or nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@dataclass
class Club:
    """A league with an owner, a scorer, a player and a viewer, four players, a season and a night."""

    league: League
    people: dict[str, User | None]
    players: list[Player]
    season: Season
    night: Night
    games: list[Game] = field(default_factory=list)

    @property
    def root(self) -> str:
        return f"/l/{self.league.slug}/"

    def browser(self, who: str) -> Client:
        """The browser of one of the cast."""
        return client_of(self.people[who])

    def play(self, players: list[Player] | None = None, *, over: bool = True, table: str = "") -> Game:
        """A game on the night that Nora and Sam (or who sits there) win 42 to 0, or one of which a hand is played."""
        game = services.start_league_game(
            self.league, players=players or self.players, first_dealer=2, night=self.night, table=table
        )
        hands = [NORA_IS_CONCEDED_PEPPER | {"dealer": dealer} for dealer in (2, 3, 0)] if over else [NORA_MAKES_4]
        for number, hand in enumerate(hands, 1):
            services.record_hand(game, hand, number=number, submission=uuid.uuid4())
        self.games.append(game)
        return game

    def add(self, name: str) -> Player:
        return services.add_player(self.league, name)

    def count(self) -> None:
        """Count everything, as the background job does."""
        recount_league(self.league.pk)


def found(*, visibility: str = "private", name: str = "Cedar Street") -> Club:
    """A club in which nothing was played yet."""
    people: dict[str, User | None] = {who: account(f"{who}-{uuid.uuid4().hex[:6]}") for who in CAST if who != "nobody"}
    people["nobody"] = None
    owner = people["owner"]
    assert owner is not None
    league = services.found_league(name=name, by=owner, visibility=visibility)
    for role in ROLES[1:]:
        user = people[role]
        assert user is not None
        services.set_role(league, user, role)
    season = services.add_season(league, name="Autumn 2026", starts_on=datetime.date(2026, 9, 1), least_games=2)
    night = services.open_night(season, date=TODAY, zone="America/Chicago", place="Back room")
    return Club(league, people, [services.add_player(league, name) for name in NAMES], season, night)
