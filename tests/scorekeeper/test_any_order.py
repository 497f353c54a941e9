"""Whatever is written to a league, in whatever order and sent again or not, what is kept stays whole.

A few games of one league, one of them for three, and one of nobody's, are played, corrected, claimed and let go; who
plays in them comes, goes and is merged; they are counted early, late, twice, or not at all. A list of steps is drawn,
and each takes what is there.
"""

import datetime
import io
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.db import transaction
from hypothesis import event, given
from hypothesis import strategies as st

from scorekeeper import services
from scorekeeper.engine import score_game
from scorekeeper.models import (
    Claim,
    Game,
    Hand,
    HandVersion,
    League,
    Merge,
    Night,
    PairCounts,
    Player,
    PlayerCounts,
    Recount,
    Seat,
    Substitution,
    User,
)
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.nightpages import table_rows
from scorekeeper.selectors.seating import seated_players
from scorekeeper.services import recounts
from tests.engine import simulator
from tests.engine.helpers import examples

pytestmark = pytest.mark.django_db

REFUSED = (
    services.ChangedMeanwhile,
    services.GameIsOver,
    services.HandChanged,
    services.HandOutOfTurn,
    services.ReasonNeeded,
    ValidationError,
)
NAMES = ("Nora", "Eli", "Sam", "Wes", "Ada", "Ben", "Cleo", "Dora")
SHORT = {"base": "iowa", "target": 12}
THREE = {"base": "cutthroat"}
DAY = datetime.date(2026, 1, 8)
Write = Callable[[], object]


@dataclass
class World:
    """A league with two seasons and two nights, its games, and one that belongs to nobody."""

    league: League
    games: list[int] = field(default_factory=list)
    held_back: tuple[int, recounts.LeagueCount] | None = None

    def game(self, chance: Random, *, of_league: bool | None = None) -> Game | None:
        """One of the games, or one that is of the league, or of nobody."""
        games = [Game.objects.get(pk=pk) for pk in self.games]
        fit = [game for game in games if of_league is None or (game.league_id is not None) is of_league]
        return chance.choice(fit) if fit else None

    def people(self, chance: Random, count: int) -> list[Player]:
        return chance.sample(list(self.league.players.filter(merged_into=None).order_by("pk")), count)

    def night(self, chance: Random) -> Night:
        return chance.choice(list(self.league.nights.order_by("pk")))


def found() -> World:
    name = uuid.uuid4().hex[:12]
    league = services.found_league(name=name, by=User.objects.create(username=name, email=f"{name}@example.org"))
    for player in NAMES:
        services.add_player(league, player)
    for month in (1, 7):
        season = services.add_season(league, name=f"From {month}", starts_on=datetime.date(2025, month, 1))
        services.open_night(season, date=DAY, zone="UTC")
    world = World(league)
    for rules in (SHORT, SHORT, THREE):
        begin(world, Random(len(world.games)), rules)()
    begin_alone(world, Random(0))()
    return world


def begin(world: World, chance: Random, rules: dict[str, Any]) -> Write:
    submission, players = uuid.uuid4(), world.people(chance, simulator.PRESETS[rules["base"]]["players"])
    night = world.night(chance)

    def do() -> None:
        game = services.start_league_game(
            world.league, players=players, first_dealer=0, night=night, rules=rules, submission=submission
        )
        if game.pk not in world.games:
            world.games.append(game.pk)

    return do


def begin_alone(world: World, chance: Random) -> Write:
    submission, rules = uuid.uuid4(), chance.choice([SHORT, THREE])
    names = NAMES[: simulator.PRESETS[rules["base"]]["players"]]

    def do() -> None:
        game = services.start_game(rules=rules, players=names, first_dealer=0, submission=submission)
        if game.pk not in world.games:
            world.games.append(game.pk)

    return do


def written(step: str, world: World, chance: Random) -> Write | None:
    """What the step writes, to be done once or twice; None where there is nothing for it."""
    game = world.game(chance)
    assert game is not None
    hands = list(game.hands.current())
    hand = chance.choice(hands) if hands else None
    record = simulator.random_hand(simulator.PRESETS[game.rules["base"]], chance, len(hands) % game.ruleset.players)
    said, submission = record.record, uuid.uuid4()
    why: dict[str, Any] = {"reason": chance.choice(["", "miscounted"])}
    match step:
        case "record":
            return lambda: services.record_hand(game, said, number=len(hands) + 1, submission=submission, **why)
        case "correct" if hand:
            return lambda: services.correct_hand(hand, said, revision=hand.revision, **why)
        case "void" if hand:
            return lambda: services.void_hand(hand, why="misdeal", revision=hand.revision, **why)
        case "return" if hand:
            version = chance.choice(list(hand.versions.all()))
            return lambda: services.return_to_version(hand, version, revision=hand.revision, **why)
        case "insert" if hand:
            return lambda: services.insert_hand(
                game, said, number=hand.number, before=hand.pk, submission=submission, **why
            )
        case "undo" if hands:
            seen = {"submission": hands[-1].submission, "revision": hands[-1].revision} if chance.random() < 0.5 else {}
            return lambda: services.undo_hand(game, number=len(hands), **seen, **why)
        case "restore":
            return lambda: services.restore_hand(game, number=len(hands) + 1, **why)
        case "substitute":
            seat, number = chance.randrange(game.ruleset.players), chance.randint(1, len(hands) + 1)
            (player,) = world.people(chance, 1)
            return lambda: services.substitute(game, seat=seat, player=player, from_number=number, **why)
        case "withdraw":
            changes = list(Substitution.objects.current().filter(game__in=world.games))
            change = chance.choice(changes) if changes else None
            return (lambda: services.withdraw_substitution(change, **why)) if change else None
        case "begin":
            return begin(world, chance, chance.choice([SHORT, THREE]))
        case "begin alone":
            return begin_alone(world, chance)
    return written_of_league(step, world, chance)


def written_of_league(step: str, world: World, chance: Random) -> Write | None:
    """The same of a step that is about the league."""
    match step:
        case "claim" if loose := world.game(chance, of_league=False):
            players, night = world.people(chance, loose.ruleset.players), chance.choice([world.night(chance), None])
            return lambda: services.claim_game(loose, world.league, players, night)
        case "let go":
            claim = Claim.objects.filter(league=world.league, undone_at=None).last()
            return (lambda: services.undo_claim(claim)) if claim else None
        case "merge":
            kept, dropped = world.people(chance, 2)
            return lambda: services.merge_players(kept, dropped)
        case "part":
            merge = Merge.objects.filter(kept__league=world.league, undone_at=None).last()
            return (lambda: services.undo_merge(merge)) if merge else None
        case "settle":
            night, state = world.night(chance), chance.choice(["live", "live", "provisional", "final"])
            return lambda: services.set_night_state(night, state)
        case "move night":
            night, season = world.night(chance), chance.choice(list(world.league.seasons.order_by("pk")))
            said: dict[str, Any] = {"date": night.date, "zone": "UTC", "place": night.place}
            return lambda: services.change_night(night, season=season, **said)
    return None


def counted(step: str, world: World) -> bool:
    """Do a step that counts, early or late; say whether it was one."""
    pk = world.league.pk
    match step:
        case "count":
            recounts.recount_league(pk)
        case "count twice":
            recounts.recount_league(pk)
            recounts.recount_league(pk, anyway=True)
        case "begin to count":
            world.held_back = Recount.objects.get(league=pk).marked, recounts.count_league(pk)
        case "store it late" if world.held_back:
            recounts._store(pk, *world.held_back)
        case _:
            return False
    event(f"{step} done")
    return True


WRITES = (
    *["record"] * 5,
    *["correct", "void", "return", "insert"],
    *["undo", "restore", "substitute", "withdraw", "claim", "let go", "merge", "part"] * 2,
    *["begin", "begin alone", "settle", "move night"],
)
COUNTS = (*["count"] * 8, "count twice", "begin to count", "store it late")


def traces(world: World) -> list[Any]:
    """All that a write leaves, without the times."""
    of_games = {"game__in": world.games}
    return [
        list(Game.objects.filter(pk__in=world.games).order_by("pk").values_list("pk", "league", "night", "players")),
        list(Hand.objects.filter(**of_games).order_by("pk").values_list("pk", "number", "revision", "undone_at")),
        list(HandVersion.objects.filter(hand__game__in=world.games).order_by("pk").values_list("pk", "is_current")),
        list(Seat.objects.filter(**of_games).order_by("pk").values_list("game", "seat", "player")),
        list(Substitution.objects.filter(**of_games).order_by("pk").values_list("pk", "from_number", "withdrawn_at")),
        list(Claim.objects.filter(league=world.league).order_by("pk").values_list("pk", "undone_at")),
        list(world.league.players.order_by("pk").values_list("pk", "merged_into")),
        list(world.league.nights.order_by("pk").values_list("season", "state")),
    ]


def take(step: str, is_sent_again: bool, world: World, chance: Random) -> None:
    """A step. One that is refused leaves nothing, and one that was done and is sent again nothing more."""
    if counted(step, world):
        return
    write = written(step, world, chance)
    if write is None:
        return
    before, seen = traces(world), Recount.objects.get(league=world.league).marked
    try:
        write()
    except REFUSED as refusal:
        event(f"{step} refused: {type(refusal).__name__}")
        assert traces(world) == before
        assert Recount.objects.get(league=world.league).marked == seen
        return
    event(f"{step} done")
    if is_sent_again:
        after = traces(world)
        try:
            write()
        except REFUSED:
            event(f"{step} refused when sent again")
        assert traces(world) == after


# ---- What is so after any steps


def expect_what_is_counted_to_be_so(world: World) -> None:
    """A league of which something is not counted yet says so."""
    state = Recount.objects.get(league=world.league)
    if state.marked == state.counted:
        assert recounts.check_league(world.league.pk).differences == ()


def expect_whole_hands(world: World) -> None:
    for hand in Hand.objects.filter(game__in=world.games).prefetch_related("versions"):
        versions = sorted(hand.versions.all(), key=lambda one: one.revision)
        assert [one.revision for one in versions] == list(range(1, hand.revision + 1))
        assert [(one.revision, one.record) for one in versions if one.is_current] == [(hand.revision, hand.record)]


def expect_scores_that_follow(world: World) -> None:
    games = Game.objects.filter(pk__in=world.games).order_by("pk")
    for game, row in zip(games, table_rows(games), strict=True):
        hands = list(game.hands.current())
        assert [hand.number for hand in hands] == list(range(1, len(hands) + 1))
        score = score_game([hand.record for hand in hands], game.ruleset, game.first_dealer, game.players)
        sheet = game_sheet(game)
        assert [one.scores for one in sheet.rows] == list(score.scores)
        assert (sheet.is_over, sheet.winners) == (score.over, score.winners)
        last = score.scores[-1] if score.scores else (0,) * game.ruleset.sides
        assert sheet.scores == tuple(side.score for side in row.sides) == last
        assert row.is_over == score.over


def expect_everybody_at_one_seat(world: World) -> None:
    for game in Game.objects.filter(pk__in=world.games):
        if game.league_id is None:
            assert not game.seats.exists()
            assert not game.substitutions.current().exists()
            continue
        for number in range(1, game.hands.current().count() + 2):
            there = seated_players(game, number)
            assert len(set(there)) == len(there) == game.ruleset.players


def points_of_players(world: World) -> Counter[tuple[int, int]]:
    """Every player's points by season, added up from the score sheets."""
    points: Counter[tuple[int, int]] = Counter()
    for game in Game.objects.filter(pk__in=world.games, league=world.league).exclude(night=None):
        assert game.night is not None
        for row in game_sheet(game).rows:
            if row.counts:
                for seat, player in enumerate(seated_players(game, row.number)):
                    points[game.night.season_id, player] += row.line.points[game.ruleset.side_of(seat)]
    return points


def expect_statistics_of_the_hands(world: World) -> None:
    pk = world.league.pk
    assert recounts.recount_league(pk)
    assert Recount.objects.get(league=pk).skipped == 0
    call_command("recount", "--check", world.league.slug, stdout=io.StringIO())
    counts = PlayerCounts.objects.filter(season__league=pk)
    stored = {
        (season, player): points for season, player, points in counts.values_list("season", "player", "points_for")
    }
    assert +Counter(stored) == +points_of_players(world)
    assert -Counter(stored) == -points_of_players(world)
    rows = recounts.stored_rows(pk)
    counts.delete()
    PairCounts.objects.filter(season__league=pk).delete()
    assert recounts.recount_league(pk, anyway=True)
    assert recounts.stored_rows(pk) == rows


STEPS = st.lists(
    st.tuples(st.sampled_from((*WRITES, *COUNTS)), st.booleans(), st.integers(0, 999)), min_size=30, max_size=60
)


@examples(20)
@given(steps=STEPS)
def test_after_any_steps_in_any_order_what_is_kept_is_whole(steps: list[tuple[str, bool, int]]) -> None:
    with transaction.atomic():
        world = found()
        for step, is_sent_again, seed in steps:
            take(step, is_sent_again, world, Random(seed))
            expect_what_is_counted_to_be_so(world)
        expect_whole_hands(world)
        expect_scores_that_follow(world)
        expect_everybody_at_one_seat(world)
        expect_statistics_of_the_hands(world)
        transaction.set_rollback(True)
