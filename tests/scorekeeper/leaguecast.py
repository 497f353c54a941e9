"""The cast of a league's tests: an owner, a scorer, a player, a viewer, an outsider; six players; a night."""

import datetime
from dataclasses import dataclass, field
from typing import Any

from scorekeeper import services
from scorekeeper.models import Game, League, Night, Player, User

from .table import NAMES

ROLES = ("owner", "scorer", "player", "viewer")


@dataclass
class Cast:
    """A league among friends, with an account for every role and one that has none."""

    visibility: str = "private"
    users: dict[str, User] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*ROLES, "outsider"):
            self.users[name] = User.objects.create_user(name, f"{name}@example.org", "a good password")
        self.league: League = services.found_league(
            name="Kitchen table", by=self.users["owner"], visibility=self.visibility
        )
        for role in ROLES[1:]:
            services.set_role(self.league, self.users[role], role)
        self.players: dict[str, Player] = {
            name: services.add_player(self.league, name) for name in (*NAMES, "Pat", "Kim")
        }
        season = services.add_season(self.league, name="Autumn", starts_on=datetime.date(2026, 9, 1), least_games=1)
        self.night: Night = services.open_night(season, date=datetime.date(2026, 11, 26), zone="America/Chicago")

    def game(self, **more: Any) -> Game:
        """A game of the league on its night, which Sam deals first."""
        seats = [self.players[name] for name in NAMES]
        return services.start_league_game(self.league, players=seats, first_dealer=2, night=self.night, **more)

    def finish(self) -> None:
        """Make the night final."""
        self.night = services.set_night_state(self.night, Night.State.FINAL)
