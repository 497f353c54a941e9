"""Start a game, alone or on a night of a league; claim one that was started without; substitute a player.

Knows nothing of requests or forms.
"""

import uuid
from collections.abc import Iterator, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scorekeeper.engine import Ruleset, parse_rules
from scorekeeper.models import Game, League, Night, Player, Seat, Substitution
from scorekeeper.models.game import rules_by_value
from scorekeeper.names import clean_names
from scorekeeper.seating import sits_twice, tables
from scorekeeper.selectors.seating import PERSON, substitutions

from .recounts import mark


class GameBegun(Exception):
    """The submission began `game`, which is of other players or rules."""

    def __init__(self, game: Game) -> None:
        super().__init__(str(game))
        self.game = game


def hold_game(game: Game) -> Game:
    """The game as it is now, held until the transaction ends, so that two phones at one table follow one another."""
    return Game.objects.select_for_update().get(pk=game.pk)


def start_game(
    *,
    rules: object,
    players: Sequence[str],
    first_dealer: int,
    submission: uuid.UUID | None = None,
    is_demo: bool = False,
) -> Game:
    """Begin a game without a league and return it; the same submission again returns the game it began.

    `rules` is what JSON gives: "iowa", or an object of house rules. Raises RulesetError where they cannot be
    played, ValidationError where the players or the dealer do not fit them, and GameBegun where the submission
    began a game of other players or rules.
    """
    ruleset = parse_rules(rules)
    names = clean_names(players)
    _expect_seats(ruleset, len(names), first_dealer)
    return _begin(
        submission, (), rules=rules_by_value(ruleset), players=names, first_dealer=first_dealer, is_demo=is_demo
    )


def start_league_game(
    league: League,
    *,
    players: Sequence[Player],
    first_dealer: int,
    night: Night | None = None,
    rules: object = None,
    table: str = "",
    submission: uuid.UUID | None = None,
) -> Game:
    """Begin a game of a league, with its rules unless others are given, and return it.

    Raises RulesetError, ValidationError and GameBegun as `start_game`, and ValidationError where a player or the
    night is not of this league.
    """
    ruleset = parse_rules(league.rules if rules is None else rules)
    _expect_seats(ruleset, len(players), first_dealer)
    _expect_players(league, players)
    if night is not None and night.league_id != league.pk:
        raise ValidationError(_("The night is not one of this league."), code="night")
    if night is not None and night.state == Night.State.FINAL:
        raise ValidationError(_("This night is final; open it again before adding a game."), code="night")
    return _begin(
        submission,
        players,
        rules=rules_by_value(ruleset),
        players=[player.name for player in players],
        first_dealer=first_dealer,
        league=league,
        night=night,
        table=table,
    )


def claim_game(game: Game, league: League, players: Sequence[Player], night: Night | None = None) -> Game:
    """Make a game that was started without a league one of `league`, its seats taken by `players`.

    To claim it again for the same league and players changes nothing. Raises ValidationError where it belongs to
    a league already, or the players or the night do not fit.
    """
    with transaction.atomic():
        game = hold_game(game)
        if game.league_id is not None:
            seated = [seat.player_id for seat in game.seats.order_by("seat")]
            if game.league_id == league.pk and seated == [player.pk for player in players]:
                return game
            raise ValidationError(_("This game belongs to a league already."), code="claimed")
        if game.is_demo:
            raise ValidationError(_("A game that is there to look at cannot be claimed."), code="demo")
        _expect_seats(game.ruleset, len(players), game.first_dealer)
        _expect_players(league, players)
        _expect_open(league, night)
        game.league, game.night = league, night
        game.players = [player.name for player in players]
        game.save(update_fields=["league", "night", "players", "updated_at"])
        _seat(game, players)
        mark(league)
    return game


def substitute(game: Game, *, seat: int, player: Player, from_number: int) -> Substitution:
    """From hand `from_number` on `player` sits at `seat`. To say so twice changes nothing.

    Raises ValidationError where the player is not of the league, sits at another seat in one of those hands, or
    the night is final.
    """
    with transaction.atomic():
        game = hold_game(game)
        if game.league is None or player.league_id != game.league_id or player.merged_into_id:
            raise ValidationError(_("A substitute has to be a player of the league."), code="player")
        if seat not in range(game.ruleset.players):
            raise ValidationError(_("There is no such seat."), code="seat")
        if from_number not in range(1, game.hands.current().count() + 2):
            raise ValidationError(_("There is no such hand to begin with."), code="from_number")
        _expect_open(game.league, game.night)
        change, _made = Substitution.objects.update_or_create(
            game=game, seat=seat, from_number=from_number, defaults={"player": player}
        )
        if any(sits_twice(table) for number, table in _tables(game) if number >= from_number):
            raise ValidationError(_("This player sits at the table already."), code="player")
        mark(game.league)
    return change


def _expect_players(league: League, players: Sequence[Player]) -> None:
    if len({player.pk for player in players}) < len(players):
        raise ValidationError(_("The same player cannot sit at two seats."), code="players")
    if any(player.league_id != league.pk or player.merged_into_id for player in players):
        raise ValidationError(_("All players have to be players of this league."), code="players")


def _tables(game: Game) -> Iterator[tuple[int, tuple[int, ...]]]:
    """All who ever sat together at the game, as `seating.tables`; who was merged is who he was merged into."""
    seats = game.seats.order_by("seat").values_list(PERSON, flat=True)
    changes = substitutions().filter(game=game).values_list("from_number", "seat", PERSON)
    return tables(list(seats), list(changes))


def _expect_open(league: League, night: Night | None) -> None:
    """Hold the night, and refuse one of another league or one that is final."""
    if night is None:
        return
    held = Night.objects.select_for_update().get(pk=night.pk)
    if held.league_id != league.pk:
        raise ValidationError(_("The night is not one of this league."), code="night")
    if held.state == Night.State.FINAL:
        raise ValidationError(_("This night is final; open it again before changing who played."), code="night")


def _begin(submission: uuid.UUID | None, seats: Sequence[Player], **values: Any) -> Game:
    game = Game(submission=submission, **values)
    with transaction.atomic():
        if submission and (started := Game.objects.filter(submission=submission).first()):
            return _same_game(started, game)
        try:
            with transaction.atomic():
                game.save(force_insert=True)
        except IntegrityError:
            # Where transactions run side by side, the other half of a double tap may have won.
            started = Game.objects.filter(submission=submission).first() if submission else None
            if started is None:
                raise
            return _same_game(started, game)
        _seat(game, seats)
        if game.league is not None:
            mark(game.league)
    return game


def _same_game(started: Game, wanted: Game) -> Game:
    # The deal may have been drawn, and then differs each time.
    if (started.league_id, started.ruleset, started.players) != (wanted.league_id, wanted.ruleset, wanted.players):
        raise GameBegun(started)
    return started


def _seat(game: Game, players: Sequence[Player]) -> None:
    Seat.objects.bulk_create(Seat(game=game, seat=seat, player=player) for seat, player in enumerate(players))


def _expect_seats(rules: Ruleset, count: int, first_dealer: int) -> None:
    if count != rules.players:
        raise ValidationError(_("These rules are for %(count)s players.") % {"count": rules.players}, code="players")
    if first_dealer not in range(rules.players):
        raise ValidationError(_("The first dealer is one of the players."), code="first_dealer")
