"""Who sits where in a league's game: at its start, and where somebody takes a seat over in mid-game.

Every write here holds the league first, so that who two players are does not change while they sit down.
"""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.engine import Ruleset
from scorekeeper.models import Game, League, Player, Seat, Substitution, User
from scorekeeper.seating import seated, sits_twice, tables
from scorekeeper.selectors.seating import people_at

from .holds import expect_reason, hold_game, hold_league
from .recounts import mark


def expect_seats(rules: Ruleset, count: int, first_dealer: int) -> None:
    """Raise ValidationError where there are not as many players as seats, or nobody sits where the dealer does."""
    if count != rules.players:
        raise ValidationError(_("These rules are for %(count)s players.") % {"count": rules.players}, code="players")
    if first_dealer not in range(rules.players):
        raise ValidationError(_("The first dealer is one of the players."), code="first_dealer")


def expect_players(league: League, players: Sequence[Player]) -> list[Player]:
    """The players as they are now, of a league that is held. Raises ValidationError where they cannot sit together."""
    known = league.players.filter(merged_into=None).in_bulk([player.pk for player in players])
    if len({player.pk for player in players}) < len(players):
        raise ValidationError(_("The same player cannot sit at two seats."), code="players")
    if len(known) < len(players):
        raise ValidationError(_("All players have to be players of this league."), code="players")
    return [known[player.pk] for player in players]


def sit_down(game: Game, players: Sequence[Player]) -> None:
    """Let the players sit down, clockwise."""
    Seat.objects.bulk_create(Seat(game=game, seat=number, player=player) for number, player in enumerate(players))


def substitute(
    game: Game, *, seat: int, player: Player, from_number: int | None = None, by: User | None = None, reason: str = ""
) -> Substitution:
    """From hand `from_number` on, the one to come where none is said, `player` sits at `seat`.

    To say so twice changes nothing: he came when he first did. Somebody else who was said to come in there at that
    hand did not. Raises ValidationError where the player is not
    of the league or sits at another seat in one of those hands, and ReasonNeeded on a final night.
    """
    with transaction.atomic():
        game = _held(game)
        players = game.league.players.filter(merged_into=None) if game.league else Player.objects.none()
        if game.league is None or not players.filter(pk=player.pk).exists():
            raise ValidationError(_("A substitute has to be a player of the league."), code="player")
        if seat not in range(game.ruleset.players):
            raise ValidationError(_("There is no such seat."), code="seat")
        following = game.hands.current().count() + 1
        from_number = following if from_number is None else from_number
        if from_number not in range(1, following + 1):
            raise ValidationError(_("There is no such hand to begin with."), code="from_number")
        # Whoever came in there last before that hand, or at it.
        there = game.substitutions.current().filter(seat=seat, from_number__lte=from_number).last()
        seats, came = people_at(game)
        if there is not None and seated(seats, came, from_number)[seat] == player.pk:
            return there
        others = [one for one in came if one[:2] != (from_number, seat)]
        afterwards = [*others, (from_number, seat, player.pk)]
        if seated(seats, came, from_number)[seat] == player.pk or _sits_twice(seats, afterwards) is not None:
            raise ValidationError(_("This player sits at the table already."), code="player")
        reason = expect_reason(game, reason)
        if there is not None and there.from_number == from_number:
            _withdraw(there, by, reason)
        change = Substitution.objects.create(
            game=game, seat=seat, player=player, from_number=from_number, made_by=by, reason=reason
        )
        mark(game.league)
    return change


def withdraw_substitution(change: Substitution, *, by: User | None = None, reason: str = "") -> Substitution:
    """Say that a substitution was none: the hands go to whoever sat there before. To say so twice changes nothing.

    Raises ValidationError where somebody would then sit at two seats, and ReasonNeeded on a final night.
    """
    with transaction.atomic():
        game = _held(change.game)
        change = game.substitutions.select_related("player").get(pk=change.pk)
        if change.withdrawn_at is not None or game.league is None:
            return change
        reason = expect_reason(game, reason)
        _withdraw(change, by, reason)
        if (player := _sits_twice(*people_at(game))) is not None:
            name = Player.objects.get(pk=player).name
            raise ValidationError(
                _("%(name)s would then sit at two seats. Take back the later substitution first.") % {"name": name},
                code="player",
            )
        mark(game.league)
    return change


def withdraw_all(game: Game, *, by: User | None, reason: str) -> None:
    """Take back every substitution of a game that is held and leaves its league."""
    for change in game.substitutions.current():
        _withdraw(change, by, reason)


def _held(game: Game) -> Game:
    if game.league is not None:
        hold_league(game.league)
    return hold_game(game)


def _withdraw(change: Substitution, by: User | None, reason: str) -> None:
    change.withdrawn_at, change.withdrawn_by, change.withdrawn_why = timezone.now(), by, reason
    change.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_why"])


def _sits_twice(seats: Sequence[int], changes: Sequence[tuple[int, int, int]]) -> int | None:
    """The player who would sit at two seats at once, at whatever hand."""
    return next((who for _number, table in tables(seats, changes) if (who := sits_twice(table)) is not None), None)
