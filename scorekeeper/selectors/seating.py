"""Who sat where, in names: who came in for whom, and at which games somebody sat. Reads only."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from scorekeeper.models import Game, Player, Seat, Substitution, User
from scorekeeper.seating import seated

# Who it is that sits there or came: a player who was merged is the one he was merged into.
PERSON = Coalesce("player__merged_into", "player")


@dataclass(frozen=True)
class Swap:
    """From hand `number` on somebody sits in place of somebody else."""

    number: int
    seat: int
    came: str
    left: str
    pk: int


def substitutions() -> QuerySet[Substitution]:
    """All that hold, with who came, in the order in which they follow one another."""
    return Substitution.objects.current().select_related("player")


def substitutions_of(games: Sequence[Game]) -> dict[int, list[Substitution]]:
    """Those of each of these games, by its primary key. One query, or none where none is a league's game."""
    came: dict[int, list[Substitution]] = {game.pk: [] for game in games}
    if of_leagues := [game.pk for game in games if game.league_id is not None]:
        for change in substitutions().filter(game__in=of_leagues):
            came[change.game_id].append(change)
    return came


def swaps_of(game: Game) -> tuple[Swap, ...]:
    """Who came in for whom in mid-game, in order. Only a league's game has any."""
    return () if game.league_id is None else swaps_from(game, list(substitutions().filter(game=game)))


def swaps_from(game: Game, came: Sequence[Substitution]) -> tuple[Swap, ...]:
    """The same, where the game's `substitutions` were read already."""
    swaps: list[Swap] = []
    for change in came:
        left = names_at(game, swaps, change.from_number)[change.seat]
        swaps.append(Swap(change.from_number, change.seat, change.player.name, left, change.pk))
    return tuple(swaps)


def seated_names(game: Game, number: int) -> tuple[str, ...]:
    """The names of those who sit there at hand `number`, by seat."""
    return names_at(game, swaps_of(game), number)


def names_at(game: Game, swaps: Iterable[Swap], number: int) -> tuple[str, ...]:
    """The same, where it is known already who came in."""
    return seated(game.players, [(swap.number, swap.seat, swap.came) for swap in swaps], number)


def people_at(game: Game) -> tuple[list[int], list[tuple[int, int, int]]]:
    """The keys of the league's players who sat down, by seat, and from which hand on, at which seat, who came in.

    Who was merged is who he is now. Two queries.
    """
    seats = game.seats.order_by("seat").values_list(PERSON, flat=True)
    came = substitutions().filter(game=game).values_list("from_number", "seat", PERSON)
    return list(seats), list(came)


def seated_players(game: Game, number: int) -> tuple[int, ...]:
    """The keys of those who sit there at hand `number`, by seat. Two queries."""
    return seated(*people_at(game), number)


def games_of(player: int) -> QuerySet[Game]:
    """The games at which the player with this key, or anybody merged into him, sat down or came in."""
    people = Player.objects.filter(Q(pk=player) | Q(merged_into=player)).values("pk")
    sat = Seat.objects.filter(player__in=people).values("game")
    came = substitutions().filter(player__in=people).values("game")
    return Game.objects.filter(Q(pk__in=sat) | Q(pk__in=came))


@dataclass(frozen=True)
class SeatChange:
    """One substitution, and who took it back, if anybody did; both are empty where no account is told.

    `left` is who sat there before, as it is known now.
    """

    pk: int
    number: int
    came: str
    left: str
    by: str
    at: datetime
    reason: str
    withdrawn_by: str
    withdrawn_at: datetime | None
    withdrawn_why: str


def seat_changes(game: Game, *, accounts_since: datetime | None) -> tuple[SeatChange, ...]:
    """The substitutions of a league's game, those that were taken back too, the latest said first. Two queries.

    Accounts are named in those made `accounts_since` then, or in none.
    """
    swaps = swaps_of(game)

    def is_told(at: datetime) -> bool:
        return accounts_since is not None and at >= accounts_since

    changes = game.substitutions.of_its_league().select_related("player", "made_by", "withdrawn_by").order_by("-pk")
    return tuple(
        SeatChange(
            pk=change.pk,
            number=change.from_number,
            came=change.player.name,
            left=names_at(game, swaps, change.from_number - 1)[change.seat],
            by=_account(change.made_by) if is_told(change.made_at) else "",
            at=change.made_at,
            reason=change.reason,
            withdrawn_by=_account(change.withdrawn_by) if is_told(change.made_at) else "",
            withdrawn_at=change.withdrawn_at,
            withdrawn_why=change.withdrawn_why,
        )
        for change in changes
    )


def _account(user: User | None) -> str:
    return user.get_username() if user is not None else ""
