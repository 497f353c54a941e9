"""The two seasons of the demonstration: believable, whole, and the same each time."""

import datetime
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from scorekeeper.demo import filling
from scorekeeper.engine import GameAnswer, Result, check_hand, score_game
from scorekeeper.models import Game, Hand, HandVersion, League, Night, PlayerCounts, Recount, Substitution, User
from scorekeeper.services import recounts
from tests.scorekeeper.demo_content import content

ROOT = Path(__file__).resolve().parents[2]
KITCHEN, CLUB, FAMILY, CUTTHROAT = (circle.name for circle in filling.CIRCLES)
NAMES = (KITCHEN, CLUB, FAMILY, CUTTHROAT)
EVERY_LEAGUE = pytest.mark.parametrize("league", NAMES)
Kind = HandVersion.Kind


@pytest.fixture(scope="module", autouse=True)
def _filled(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The demonstration, filled in once for all of these."""
    with django_db_blocker.unblock(), transaction.atomic():
        filling.fill()
        yield
        games.cache_clear()
        scored.cache_clear()
        transaction.set_rollback(True)


pytestmark = pytest.mark.django_db


@cache
def games(league: str = "") -> list[Game]:
    """The games of one league, or of all."""
    found = Game.objects.filter(league__isnull=False).select_related("night", "league")
    return list(found.filter(league__name=league) if league else found)


@cache
def scored(game: Game) -> GameAnswer:
    """What a game came to; none of these tests changes one."""
    return score_game([hand.record for hand in game.hands.current()], game.ruleset, game.first_dealer, game.players)


def results(league: str) -> list[Result]:
    answers = [scored(game) for game in games(league)]
    return [hand.result for answer in answers for hand in answer.hands if hand.result]


# ---- The same each time


def test_second_run_gives_the_same(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.scorekeeper.demo_content"],
        env={
            **os.environ,
            "PYTHONHASHSEED": "7",
            "TZ": "Asia/Tokyo",
            "DATABASE": str(tmp_path / "demo.sqlite3"),
            "DJANGO_SETTINGS_MODULE": "tests.settings",
        },
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    here, there = list(content()), done.stdout.splitlines()
    assert len(here) > 2_500
    assert [(one, other) for one, other in zip(here, there, strict=True) if one != other][:3] == []


# ---- Who is there


def test_everybody_may_look_and_nobody_can_sign_in() -> None:
    assert {league.visibility for league in League.objects.all()} == {"public"}
    assert set(League.objects.values_list("name", flat=True)) == set(NAMES)
    assert not any(user.has_usable_password() for user in User.objects.all())
    assert all(league.memberships.filter(role="owner").exists() for league in League.objects.all())


def test_leagues_play_what_they_say() -> None:
    bases = {league.name: league.rules for league in League.objects.all()}
    assert (bases[KITCHEN], bases[CLUB], bases[CUTTHROAT]) == ("iowa", "classic", "cutthroat")
    assert bases[FAMILY]["base"] == "hasenpfeffer"
    assert {len(game.players) for game in games(CUTTHROAT)} == {3}


@EVERY_LEAGUE
def test_league_has_two_seasons_of_nights(league: str) -> None:
    seasons = League.objects.get(name=league).seasons.all()
    assert [season.nights.count() >= 5 for season in seasons] == [True, True]
    assert all(night.games.exists() for season in seasons for night in season.nights.all())


def test_club_fills_six_tables_and_changes_partners() -> None:
    partners = defaultdict(set)
    for night in Night.objects.filter(league__name=CLUB):
        assert Counter(night.games.values_list("table", flat=True)) == dict.fromkeys("123456", 2)
    for game in games(CLUB):
        for seat, name in enumerate(game.players):
            partners[name].add(game.players[(seat + 2) % 4])
    assert len(partners) == 27
    assert min(map(len, partners.values())) >= 8


# ---- What was played


def test_every_hand_is_by_the_rules_but_the_one_the_table_ruled_on() -> None:
    codes = Counter(finding.code for game in games() for hand in scored(game).hands for finding in hand.findings)
    assert codes == {"revoke": 2, "irregular": 2}


def test_every_game_is_over_but_the_one_being_played() -> None:
    playing = [game for game in games() if not scored(game).over]
    assert [(game.league.name, game.night.state) for game in playing if game.league and game.night] == [
        (KITCHEN, "live")
    ]


@EVERY_LEAGUE
def test_all_depths_are_there(league: str) -> None:
    depths = Counter(result.depth for result in results(league))
    assert min(depths[depth] for depth in ("score", "auction", "full")) > 20


def test_depths_are_mixed_within_games() -> None:
    depths = [{hand.result.depth for hand in scored(game).hands if hand.result} for game in games()]
    assert sum({"score", "auction", "full"} <= found for found in depths) >= 5


@EVERY_LEAGUE
def test_bids_are_made_as_often_as_people_make_them(league: str) -> None:
    played = [result for result in results(league) if result.made is not None]
    assert 0.6 < sum(bool(result.made) for result in played) / len(played) < 0.8


@EVERY_LEAGUE
def test_few_hands_are_passed_out(league: str) -> None:
    all_hands = results(league)
    assert 0.005 < sum(result.passed_out for result in all_hands) / len(all_hands) < 0.06


def test_some_bids_are_conceded_in_the_kitchen_alone() -> None:
    shares = {league: sum(one.conceded for one in results(league)) / len(results(league)) for league in NAMES}
    assert 0.1 < shares.pop(KITCHEN) < 0.3
    assert set(shares.values()) == {0}


@EVERY_LEAGUE
def test_somebody_dares_a_pepper(league: str) -> None:
    rules = games(league)[0].ruleset
    tried = [result for result in results(league) if result.need == rules.hand and not result.conceded]
    assert {result.made for result in tried} == {True, False}


def test_players_differ_as_people_do() -> None:
    sums = defaultdict(Counter)
    for row in PlayerCounts.objects.select_related("player"):
        sums[row.player.name].update(declared=row.declared, made=row.made, was_set=row.was_set, hands=row.hands)
    known = [one for one in sums.values() if one["declared"] >= 30]
    rates = [one["made"] / (one["made"] + one["was_set"]) for one in known]
    shares = [one["declared"] / one["hands"] for one in known]
    assert len(known) > 30
    assert 0.4 < min(rates) < 0.65
    assert 0.8 < max(rates) < 0.95
    assert max(shares) > 3 * min(shares)


# ---- What went wrong, and was put right


def versions(kind: str) -> list[HandVersion]:
    return list(HandVersion.objects.filter(kind=kind).select_related("hand__game__night"))


def test_corrections_say_why_and_who() -> None:
    corrections = versions(Kind.CORRECTED)
    assert len(corrections) >= 6
    assert all(one.reason and one.made_by for one in corrections)
    assert all(one.hand.is_corrected for one in corrections)


def test_a_correction_the_next_day_turns_the_winner() -> None:
    turned = []
    for one in versions(Kind.CORRECTED):
        game = one.hand.game
        records = [hand.record for hand in game.hands.current()]
        records[one.hand.number - 1] = one.hand.versions.get(revision=1).record
        before = score_game(records, game.ruleset, game.first_dealer)
        if before.over and before.winners != scored(game).winners:
            assert game.night is not None
            assert one.made_at.date() > game.night.date
            turned.append(game)
    assert turned


def test_some_hands_are_void_from_the_start_and_some_later() -> None:
    void = [hand for game in games() for hand in game.hands.current() if "void" in hand.record]
    kinds = Counter(hand.versions.get(is_current=True).kind for hand in void)
    assert kinds[Kind.RECORDED] >= 4
    assert kinds[Kind.VOIDED] == 2
    assert all(version.reason for version in versions(Kind.VOIDED))


def test_a_hand_was_taken_back_and_typed_anew() -> None:
    for version in versions(Kind.UNDONE):
        assert version.hand.undone_at == version.made_at
        assert version.hand.game.hands.current().filter(number=version.hand.number).count() == 1
    assert len(versions(Kind.UNDONE)) == 2


def test_a_forgotten_hand_was_put_in_where_it_belongs() -> None:
    found = [version.hand for version in versions(Kind.RECORDED) if version.reason]
    assert len(found) == 3
    for hand in found:
        later = hand.game.hands.current().filter(number__gt=hand.number)
        assert later.exists()
        assert all(other.created_at < hand.created_at for other in later)


def test_a_revoke_was_ruled_on_with_every_card_known() -> None:
    ruled = [hand for game in games() for hand in game.hands.current() if "ruling" in hand.record]
    assert {hand.game.league.name for hand in ruled if hand.game.league} == {KITCHEN, CLUB}
    for hand in ruled:
        answer = check_hand(hand.record, hand.game.ruleset, hand.game.players)
        assert answer.result is not None
        assert answer.result.depth == "full"
        assert {finding.code for finding in answer.findings} == {"revoke", "irregular"}


def test_somebody_took_over_in_mid_game_and_gets_his_hands() -> None:
    changes = list(Substitution.objects.select_related("game__night__season", "player"))
    assert len(changes) == 3
    for change in changes:
        assert change.player.name not in change.game.players
        assert 1 < change.from_number <= change.game.hands.current().count()
        assert change.game.night is not None
        assert PlayerCounts.objects.filter(player=change.player, season=change.game.night.season, hands__gt=0).exists()


# ---- When


def test_states_of_the_nights() -> None:
    states = {
        league: [night.state for night in Night.objects.filter(league__name=league).order_by("date")]
        for league in NAMES
    }
    assert {league: found.pop() for league, found in states.items()} == dict.fromkeys(NAMES, "provisional") | {
        KITCHEN: "live"
    }
    assert {state for found in states.values() for state in found} == {"final"}


def test_a_game_runs_past_midnight_and_stays_with_its_night() -> None:
    late = 0
    for hand in Hand.objects.filter(game__night__isnull=False).select_related("game__night"):
        night = hand.game.night
        assert night is not None
        days = hand.created_at.astimezone(ZoneInfo(night.zone)).date() - night.date
        assert days in (datetime.timedelta(0), datetime.timedelta(1))
        late += days.days
    assert 10 < late < 60


def test_hands_follow_one_another_at_a_table() -> None:
    for game in games():
        times = [hand.created_at for hand in game.hands.order_by("created_at", "pk")]
        assert game.created_at < times[0]
        assert times[-1] <= game.updated_at
        numbers = [hand.number for hand in game.hands.current()]
        assert numbers == list(range(1, len(numbers) + 1))
        minutes = [(after - before).total_seconds() / 60 for before, after in pairwise(times)]
        assert all(minute <= 10 for minute in minutes)


def test_nobody_sits_at_two_tables_at_once() -> None:
    at_table = defaultdict(list)
    for game in games():
        for name in game.players:
            at_table[game.league_id, name].append((game.created_at, game.hands.order_by("created_at").last()))
    for sat in at_table.values():
        sat.sort(key=lambda one: one[0])
        for (_, last), (begins, _) in pairwise(sat):
            assert last is not None
            assert last.created_at < begins


# ---- What follows from it


def test_statistics_are_counted_and_nothing_is_behind() -> None:
    assert recounts.leagues_behind() == []
    for state in Recount.objects.all():
        assert state.hands > 200
        assert recounts.rows_of(recounts.count_league(state.pk)) == recounts.stored_rows(state.pk)


def test_games_can_be_looked_at(client: Client) -> None:
    home = client.get("/").content.decode()
    for game in Game.objects.filter(is_demo=True):
        assert game.get_absolute_url() in home
    shown = {version.hand.game for kind in (Kind.CORRECTED, Kind.VOIDED) for version in versions(kind)}
    for game in [*shown, *Game.objects.filter(is_demo=True), *Game.objects.filter(substitutions__isnull=False)]:
        assert client.get(game.get_absolute_url()).status_code == 200
