"""Start a game, alone or on a night of a league. Knows nothing of requests or forms."""

import uuid
from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from scorekeeper.engine import parse_rules
from scorekeeper.models import Game, League, Night, Player
from scorekeeper.models.game import rules_by_value
from scorekeeper.names import clean_names
from scorekeeper.texts import clean_line

from .holds import expect_open, hold_league
from .recounts import mark
from .seating import expect_players, expect_seats, sit_down


class GameBegun(Exception):
    """The submission began `game`, which is of other players or rules."""

    def __init__(self, game: Game) -> None:
        super().__init__(str(game))
        self.game = game


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
    expect_seats(ruleset, len(names), first_dealer)
    game = Game(
        rules=rules_by_value(ruleset),
        players=names,
        first_dealer=first_dealer,
        submission=submission,
        is_demo=is_demo,
    )
    with transaction.atomic():
        return _begun(game) or _save(game)


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
    expect_seats(ruleset, len(players), first_dealer)
    game = Game(
        rules=rules_by_value(ruleset),
        players=[player.name for player in players],
        first_dealer=first_dealer,
        submission=submission,
        league=league,
        night=night,
        table=clean_line(table),
    )
    with transaction.atomic():
        hold_league(league)
        if (begun := _begun(game)) is not None:
            return begun
        seated = expect_players(league, players)
        expect_open(league, night, _("This night is final; open it again before adding a game."))
        game.players = [player.name for player in seated]
        game = _save(game)
        sit_down(game, seated)
        mark(league)
    return game


def _begun(wanted: Game) -> Game | None:
    """The game that this submission began already. Raises GameBegun where it began another one."""
    started = Game.objects.filter(submission=wanted.submission).first() if wanted.submission else None
    # The deal may have been drawn, and then differs each time.
    if started is not None and (started.league_id, started.ruleset, started.players) != (
        wanted.league_id,
        wanted.ruleset,
        wanted.players,
    ):
        raise GameBegun(started)
    return started


def _save(game: Game) -> Game:
    """Keep a game that is new, or give the one of the other half of a double tap, which may have won."""
    try:
        with transaction.atomic():
            game.save(force_insert=True)
    except IntegrityError:
        begun = _begun(game)
        if begun is None:
            raise
        return begun
    return game
