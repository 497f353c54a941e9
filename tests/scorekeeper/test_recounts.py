"""Counting a league: marks, what comes late or twice, and what cannot be counted."""

import datetime
import io
import logging
import uuid
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from scorekeeper import embedded, services, tasks
from scorekeeper.models import Game, Hand, League, Merge, PairCounts, Player, PlayerCounts, Recount, User
from scorekeeper.selectors import played
from scorekeeper.selectors.charting import season_points_chart
from scorekeeper.selectors.standings import partner_standings, season_standings
from scorekeeper.services import recounts

pytestmark = pytest.mark.django_db

MADE = {"dealer": 0, "declarer": 1, "bid": "4", "trump": "h", "challenged": True, "taken": [2, 4]}
SET = MADE | {"taken": [3, 3]}


@pytest.fixture
def league() -> League:
    """A league with six players and a night going on."""
    return found()


def found() -> League:
    name = uuid.uuid4().hex[:12]
    league = services.found_league(name=name, by=User.objects.create(username=name, email=f"{name}@example.org"))
    for player in ("Nora", "Eli", "Sam", "Wes", "Ada", "Ben"):
        services.add_player(league, player)
    season = services.add_season(league, name="Winter", starts_on=datetime.date(2026, 1, 1), least_games=1)
    services.open_night(season, date=datetime.date(2026, 1, 8), zone="UTC")
    return league


def start(league: League, players: list[Player] | None = None) -> Game:
    """A game of the league's first four players, or of others, on its night."""
    seated = players or list(league.players.order_by("pk")[:4])
    return services.start_league_game(league, players=seated, first_dealer=0, night=league.nights.first())


def save(game: Game, record: dict[str, Any] = MADE) -> Hand:
    """The next hand of the game."""
    number = game.hands.current().count() + 1
    return services.record_hand(game, record, number=number, submission=uuid.uuid4())


def state(league: League) -> Recount:
    return Recount.objects.get(league=league)


def hands_of(league: League, name: str) -> int:
    """How many hands are counted of a player."""
    return sum(PlayerCounts.objects.filter(player__name=name, season__league=league).values_list("hands", flat=True))


def is_as_counted_anew(league: League) -> bool:
    check = recounts.check_league(league.pk)
    assert not check.differences
    return not check.is_behind


# ---- Marks


def test_every_write_marks_and_a_recount_catches_up(league: League) -> None:
    hand = save(start(league))
    before = state(league)
    assert before.marked > before.counted
    assert recounts.recount_league(league.pk)
    assert hands_of(league, "Eli") == 1
    services.void_hand(hand, why="misdeal", revision=hand.revision)
    assert state(league).marked > state(league).counted
    assert recounts.recount_league(league.pk)
    assert hands_of(league, "Eli") == 0
    assert is_as_counted_anew(league)


def test_a_write_that_is_taken_back_marks_nothing(league: League) -> None:
    game = start(league)
    before = state(league).marked
    with transaction.atomic():
        save(game)
        transaction.set_rollback(True)
    assert state(league).marked == before


def test_with_nothing_behind_nothing_is_counted(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    recounts.recount_league(league.pk)
    monkeypatch.setattr(recounts, "count_league", lambda league, **options: pytest.fail("it counted"))
    assert recounts.recount_league(league.pk)
    tasks.recount(league.pk)


def test_a_league_that_is_gone_is_up_to_date() -> None:
    assert recounts.recount_league(0)


def test_what_was_counted_earlier_is_not_stored_over_what_was_counted_later(league: League) -> None:
    game = start(league)
    save(game)
    early_mark, early = state(league).marked, recounts.count_league(league.pk)
    save(game, SET)
    recounts.recount_league(league.pk)
    recounts._store(league.pk, early_mark, early)
    assert hands_of(league, "Eli") == 2
    assert is_as_counted_anew(league)


def test_a_hand_saved_while_it_is_counted_is_not_lost(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(league)
    save(game)
    count, saved = recounts.count_league, []

    def count_and_save(league: int, **options: Any) -> recounts.LeagueCount:
        counted = count(league, **options)
        if not saved:
            saved.append(save(game))
        return counted

    monkeypatch.setattr(recounts, "count_league", count_and_save)
    assert recounts.recount_league(league.pk)
    assert hands_of(league, "Eli") == 2
    assert is_as_counted_anew(league)


def test_while_it_is_written_to_without_end_it_stays_behind(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    game = start(league)
    save(game)
    count = recounts.count_league
    monkeypatch.setattr(recounts, "count_league", lambda league, **options: (count(league), save(game, SET))[0])
    assert not recounts.recount_league(league.pk)
    assert state(league).marked > state(league).counted > 0


def test_only_games_that_changed_are_read_again(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [start(league) for _game in range(3)]
    for game in games:
        save(game)
    recounts.recount_league(league.pk)
    read, records = [], played._records
    monkeypatch.setattr(
        played,
        "_records",
        lambda league, season, games: (read.append(set(games)), records(league, season, games))[1],
    )
    services.correct_hand(games[1].hands.get(), SET, revision=1)
    recounts.recount_league(league.pk)
    services.substitute(games[2], seat=0, player=league.players.order_by("pk")[4], from_number=1)
    recounts.recount_league(league.pk)
    recounts.recount_league(league.pk, anyway=True)
    season_points_chart(league.seasons.get())
    assert read == [{games[1].pk}, {games[2].pk}, {game.pk for game in games}, set()]
    assert hands_of(league, "Ada") == 1
    assert is_as_counted_anew(league)


class Forgetful(dict[int, Any]):
    """What is remembered, where another thread forgets everything at once."""

    def __setitem__(self, key: int, value: Any) -> None: ...


def test_what_another_thread_forgets_is_counted_all_the_same(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "_remembered", Forgetful())
    for _game in range(3):
        save(start(league))
    for _time in range(2):
        recounts.recount_league(league.pk, anyway=True)
        assert hands_of(league, "Eli") == 3
        assert [line.total for line in season_points_chart(league.seasons.get()).lines] == [12, 12, 6, 6]


# ---- What cannot be counted


def test_a_game_that_cannot_be_counted_stops_no_other(league: League, caplog: pytest.LogCaptureFixture) -> None:
    save(start(league))
    poison = start(league)
    save(poison)
    Game.objects.filter(pk=poison.pk).update(rules={"base": "a game from the future"})
    with caplog.at_level(logging.ERROR):
        assert recounts.recount_league(league.pk)
    assert f"Game {poison.pk} " in caplog.text
    assert (state(league).skipped, hands_of(league, "Eli")) == (1, 1)


def test_a_hand_that_cannot_be_read_stops_no_other(league: League) -> None:
    game = start(league)
    poison = save(game)
    save(game)
    Hand.objects.filter(pk=poison.pk).update(record={"bid": ["?"], "dealer": None})
    assert recounts.recount_league(league.pk)
    assert hands_of(league, "Eli") == 1


@pytest.mark.parametrize("seats", [(0, 2), (0, 1)], ids=["partners", "opponents"])
def test_a_game_at_which_one_sits_twice_stops_no_other(league: League, seats: tuple[int, int]) -> None:
    players = list(league.players.order_by("pk"))
    poison = start(league, [*players[2:]])
    save(poison)
    save(start(league, [players[1], *players[3:]]))
    kept, dropped = (players[2 + seat] for seat in seats)
    Merge.objects.create(kept=kept, dropped=dropped)  # as no service allows
    Player.objects.filter(pk=dropped.pk).update(merged_into=kept)
    services.recounts.mark(league)
    assert recounts.recount_league(league.pk)
    assert (state(league).skipped, state(league).hands, hands_of(league, "Eli")) == (1, 1, 1)
    assert len(season_points_chart(league.seasons.get()).lines) == 4
    assert is_as_counted_anew(league)


def test_a_league_that_cannot_be_counted_stops_no_other(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    poison = found()
    save(start(league))
    save(start(poison))
    count = recounts.count_league

    def count_or_fail(pk: int, **options: Any) -> recounts.LeagueCount:
        if pk == poison.pk:
            raise RuntimeError("poison")
        return count(pk)

    monkeypatch.setattr(recounts, "count_league", count_or_fail)
    failed = []

    def do_at_once(pk: int) -> None:
        try:
            tasks.recount(pk)
        except RuntimeError:
            failed.append(pk)

    monkeypatch.setattr(tasks.recount, "delay", do_at_once)
    tasks.sweep()
    tasks.sweep()
    assert failed == [poison.pk] * 2
    assert (state(poison).failures, state(league).failures) == (2, 0)
    assert hands_of(league, "Eli") == 1
    assert recounts.leagues_behind() == [poison.pk]


# ---- Waking


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What is sent, as if a worker were there."""
    sent: list[int] = []
    monkeypatch.setattr(embedded.worker, "can_take_jobs", lambda: True)
    monkeypatch.setattr(recounts, "_silent_until", 0.0)
    monkeypatch.setattr(tasks.recount, "delay", sent.append)
    return sent


def test_a_job_is_sent_after_the_commit_and_not_before(
    league: League, queue: list[int], django_capture_on_commit_callbacks: Any
) -> None:
    game = start(league)
    with django_capture_on_commit_callbacks(execute=True):
        save(game)
        assert queue == []
    assert queue == [league.pk]


def test_a_broker_that_is_down_fails_no_save_and_is_told_of_once(
    league: League,
    queue: list[int],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: Any,
) -> None:
    tries = []

    def refuse(league: int) -> None:
        tries.append(league)
        raise ConnectionRefusedError

    monkeypatch.setattr(tasks.recount, "delay", refuse)
    game = start(league)
    for _time in range(3):
        with django_capture_on_commit_callbacks(execute=True):
            save(game)
    assert game.hands.count() == 3
    assert len(tries) == 1
    assert caplog.text.count("No job can be sent") == 1


def test_a_process_that_serves_nobody_sends_nothing(league: League, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.recount, "delay", lambda league: pytest.fail("a job that nobody will do"))
    recounts.wake(league.pk)


# ---- Who is counted


def test_a_player_who_was_merged_is_counted_as_the_other(league: League) -> None:
    nora, eli, sam, wes, ada, ben = league.players.order_by("pk")
    save(start(league, [nora, eli, sam, wes]))
    save(start(league, [nora, ada, sam, wes]), SET)
    save(start(league, [nora, ben, sam, wes]))
    merges = [services.merge_players(ada, ben), services.merge_players(eli, ada)]
    recounts.recount_league(league.pk)
    assert (hands_of(league, "Eli"), hands_of(league, "Ada"), hands_of(league, "Ben")) == (3, 0, 0)
    assert PairCounts.objects.get(first=eli, second=wes).hands == 3
    services.undo_merge(merges[1])
    recounts.recount_league(league.pk)
    assert (hands_of(league, "Eli"), hands_of(league, "Ada"), hands_of(league, "Ben")) == (1, 2, 0)
    assert is_as_counted_anew(league)


def test_a_game_on_no_night_is_in_no_season(league: League) -> None:
    players = list(league.players.order_by("pk")[:4])
    save(services.start_league_game(league, players=players, first_dealer=0))
    recounts.recount_league(league.pk)
    assert not PlayerCounts.objects.filter(season__league=league).exists()
    assert state(league).hands == 0


def test_a_seasons_standings(league: League, django_assert_num_queries: Any) -> None:
    season = league.seasons.get()
    game = services.start_league_game(
        league,
        players=list(league.players.order_by("pk")[:4]),
        first_dealer=0,
        night=league.nights.first(),
        rules={"base": "iowa", "target": 4},
    )
    save(game)
    recounts.recount_league(league.pk)
    with django_assert_num_queries(1):
        table = season_standings(season)
        assert [(line.name, line.place, line.is_shared) for line in table.lines] == [
            ("Eli", 1, True),
            ("Wes", 1, True),
            ("Nora", 3, True),
            ("Sam", 3, True),
        ]
    eli = table.lines[0]
    assert (eli.wins, eli.losses, eli.ties, eli.hands, eli.nights) == (1, 0, 0, 1, 1)
    assert [(figure.text, figure.n) for figure in eli.figures] == [
        ("100 %", 1),
        ("4.0", 1),
        ("+2.00", 1),
        ("1", None),
    ]
    assert [figure.text for figure in table.lines[2].figures] == ["0 %", "2.0", "−2.00", "0"]
    assert (table.hands, table.is_behind) == (1, False)
    with django_assert_num_queries(1):
        pairs = partner_standings(season)
        assert [line.name for line in pairs.lines] == ["Eli & Wes", "Nora & Sam"]
        assert not pairs.ranked, "a pair has a place from five games together"
        assert (pairs.hands, pairs.is_behind) == (1, False), "read in one go with the sums, and so of the same moment"
    services.set_night_state(league.nights.get(), "final")
    assert season_standings(season).is_behind
    season.least_games = 2
    assert [line.place for line in season_standings(season).unranked] == [None] * 4


def test_a_season_in_which_nothing_was_played(league: League) -> None:
    table = season_standings(league.seasons.get())
    assert (table.lines, table.hands, table.counted_at) == ((), 0, None)


# ---- The command


def test_the_command_finds_what_differs_and_counts_it_again(league: League) -> None:
    save(start(league))
    recounts.recount_league(league.pk)
    out = io.StringIO()
    call_command("recount", "--check", stdout=out)
    assert f"{league.slug}: 1 hands, as counted anew" in out.getvalue()
    PlayerCounts.objects.filter(player__name="Eli").update(made=7)
    with pytest.raises(CommandError, match="1 of 1 leagues differ"):
        call_command("recount", "--check", league.slug, stdout=out)
    call_command("recount", league.slug, stdout=out)
    call_command("recount", "--check", stdout=out)
    with pytest.raises(CommandError, match="no league nowhere"):
        call_command("recount", "nowhere", stdout=out)
