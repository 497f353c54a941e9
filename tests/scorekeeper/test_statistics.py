"""What a hand and a game add to the statistics, by examples that can be checked by hand, and as sums."""

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine import PRESETS, check_hand, parse_rules, score_game
from scorekeeper.seating import seated
from scorekeeper.statistics import SUMS, PlayedGame, Sums, Tally, answers, contributions
from tests.engine import simulator

NORA, ELI, SAM, WES, ADA = 1, 2, 3, 4, 5
TABLE = (NORA, ELI, SAM, WES)
IOWA = PRESETS["iowa"]

# Eli declares, with Wes as his partner.
MADE = {"dealer": 0, "declarer": 1, "bid": "4", "trump": "h", "challenged": True, "taken": [2, 4]}
SET = MADE | {"taken": [3, 3]}
CONCEDED = {"dealer": 0, "declarer": 1, "bid": "4", "trump": "h", "challenged": False}
PASSED = {"dealer": 0, "calls": ["Pass"] * 4}
VOID = {"dealer": 0, "void": "misdeal"}
RULED = MADE | {"ruling": {"reason": "a revoke", "points": [6, 0]}}


def counted(*records: dict[str, Any], rules: object = IOWA, **given: Any) -> Tally:
    """The contributions of one game of these hands."""
    parsed = rules if not isinstance(rules, dict) else parse_rules(rules)
    return contributions(PlayedGame(parsed, records, **({"seats": TABLE, "night": "Thursday"} | given)))  # type: ignore[arg-type]


def sums(found: Sums) -> dict[str, int]:
    """Those that are not zero."""
    return {name: value for name in SUMS if (value := getattr(found, name))}


def test_a_bid_that_is_made() -> None:
    tally = counted(MADE)
    both = {"hands": 1, "hands_won": 1, "points_for": 4, "points_against": 2}
    bid = {"declared": 1, "made": 1, "declared_points": 4}
    assert sums(tally.players[ELI]) == both | bid
    assert sums(tally.players[WES]) == both
    assert sums(tally.players[NORA]) == {"hands": 1, "points_for": 2, "points_against": 4}
    assert sums(tally.pairs[ELI, WES]) == both | bid
    assert tally.hands == 1


def test_a_bid_that_is_set_is_a_hand_won_by_the_others() -> None:
    tally = counted(SET)
    points = check_hand(SET, IOWA).result.points  # type: ignore[union-attr]
    assert sums(tally.players[SAM])["hands_won"] == 1
    assert sums(tally.players[ELI]) == {
        "hands": 1,
        "points_for": points[1],
        "points_against": points[0],
        "declared": 1,
        "was_set": 1,
        "declared_points": points[1],
    }


def test_a_bid_that_is_conceded_to() -> None:
    eli = sums(counted(CONCEDED).players[ELI])
    assert (eli["declared"], eli["conceded_to"], eli["hands_won"], eli["declared_points"]) == (1, 1, 1, 4)


@pytest.mark.parametrize("record", [PASSED, VOID], ids=["passed out", "void"])
def test_a_hand_without_a_bid_is_in_no_denominator(record: dict[str, Any]) -> None:
    tally = counted(record)
    assert all(not sums(found) for found in tally.players.values())
    assert tally.hands == 1
    assert tally.nights()[NORA] == 1


def test_a_ruling_gives_the_points_and_who_won() -> None:
    tally = counted(RULED)
    assert sums(tally.players[NORA])["points_for"] == 6


def test_who_declared_is_not_known_counts_for_the_pair_only() -> None:
    rules = {"base": "iowa", "challenge": False}
    record = {"dealer": 0, "side": 1, "bid": "4", "trump": "h", "taken": [2, 4]}
    tally = counted(record, rules=rules)
    assert "declared" not in sums(tally.players[ELI])
    assert sums(tally.pairs[ELI, WES])["declared"] == 1


def test_a_game_that_is_over_is_won_and_lost() -> None:
    tally = counted(*[MADE] * 3, rules={"base": "iowa", "target": 10})
    assert sums(tally.players[WES]) | {"games": 1, "wins": 1, "game_points": 12} == sums(tally.players[WES])
    assert (tally.players[NORA].games, tally.players[NORA].wins, tally.players[NORA].game_points) == (1, 0, 6)
    assert tally.pairs[NORA, SAM].games == 1


def test_a_game_that_is_not_over_is_no_game_yet() -> None:
    nora = counted(*[MADE] * 2).players[NORA]
    assert (nora.games, nora.game_points, nora.points_for) == (0, 0, 4)


def test_hands_after_the_end_do_not_count() -> None:
    rules = {"base": "iowa", "target": 10}
    assert counted(*[MADE] * 3, rules=rules) == counted(*[MADE] * 5, rules=rules)


def test_a_game_that_two_sides_win_is_a_tie() -> None:
    rules = {"base": "classic", "target": 3}
    record = {"dealer": 0, "declarer": 1, "bid": "3", "trump": "h", "taken": [3, 3]}
    tally = counted(record, rules=rules)
    assert len(score_game([record], parse_rules(rules), 0).winners) == 2
    assert {(one.games, one.wins, one.ties) for one in tally.players.values()} == {(1, 0, 1)}


def test_a_substitute_has_the_hands_he_played() -> None:
    tally = counted(*[MADE] * 3, rules={"base": "iowa", "target": 10}, changes=[(3, 1, ADA)])
    assert (tally.players[ELI].hands, tally.players[ADA].hands, tally.players[WES].hands) == (2, 1, 3)
    assert (tally.players[ELI].declared, tally.players[ADA].declared) == (2, 1)
    assert (tally.pairs[ELI, WES].hands, tally.pairs[WES, ADA].hands) == (2, 1)
    assert (tally.players[ELI].game_points, tally.players[ADA].game_points) == (8, 4)
    assert tally.players[ELI].wins == tally.players[ADA].wins == 1


def test_a_game_counts_once_with_the_side_of_the_last_hand() -> None:
    # Nora and Sam lose it. Nora is relieved by Ada, and is back in Eli's seat for the last hand.
    tally = counted(*[MADE] * 3, rules={"base": "iowa", "target": 10}, changes=[(2, 0, ADA), (3, 1, NORA)])
    nora, ada, eli = tally.players[NORA], tally.players[ADA], tally.players[ELI]
    assert (nora.games, nora.wins, nora.game_points, nora.points_for, nora.hands) == (1, 1, 6, 6, 2)
    assert (ada.games, ada.wins, eli.games, eli.wins) == (1, 0, 1, 1)
    assert tally.evenings[NORA, "Thursday"] == 1


def test_a_pair_that_changes_sides_counts_the_game_once() -> None:
    changes = [(3, 0, ELI), (3, 2, WES), (3, 1, NORA), (3, 3, SAM)]
    tally = counted(*[MADE] * 3, rules={"base": "iowa", "target": 10}, changes=changes)
    pairs = {pair: (one.games, one.wins, one.hands, one.game_points) for pair, one in tally.pairs.items()}
    assert pairs == {(NORA, SAM): (1, 1, 3, 8), (ELI, WES): (1, 0, 3, 10)}
    assert score_game([MADE] * 3, parse_rules({"base": "iowa", "target": 10}), 0).winners == (1,)
    assert tally.evenings[(ELI, WES), "Thursday"] == 1


@pytest.mark.parametrize("seats", [(NORA, ELI, NORA, WES), (NORA, NORA, SAM, WES)], ids=["partners", "opponents"])
def test_a_game_at_which_somebody_sits_twice_cannot_be_counted(seats: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="two seats"):
        counted(MADE, seats=seats)
    with pytest.raises(ValueError, match="two seats"):
        counted(MADE, MADE, changes=[(2, seat, who) for seat, who in enumerate(seats)])


def test_two_who_change_seats_before_a_hand_sit_at_one_each() -> None:
    tally = counted(MADE, MADE, changes=[(2, 0, ELI), (2, 1, NORA)])
    assert (tally.players[NORA].points_for, tally.players[ELI].points_for) == (6, 6)


def test_a_substitute_who_has_played_no_hand_yet_was_not_there() -> None:
    tally = counted(MADE, changes=[(2, 1, ADA)])
    assert tally.nights() == {NORA: 1, ELI: 1, SAM: 1, WES: 1, (NORA, SAM): 1, (ELI, WES): 1}


def test_without_partners_there_are_no_pairs() -> None:
    rules = PRESETS["cutthroat"]
    record = simulator.random_hand(simulator.PRESETS["cutthroat"], Random(5), 0).record
    tally = counted(record, rules=rules, seats=TABLE[: rules.players])
    assert not tally.pairs
    assert len(tally.players) == rules.players


def test_a_night_is_attended_once_however_many_games() -> None:
    nights = total([counted(MADE), counted(SET), counted(MADE, night="Friday")])
    assert nights.nights()[NORA] == 2


def test_a_hand_that_cannot_be_read_any_more_adds_nothing() -> None:
    assert counted(MADE, {"dealer": 9}, SET).hands == 2


# ---- Sums


def total(tallies: Iterable[Tally]) -> Tally:
    """All of them together."""
    sum_of_all = Tally()
    for tally in tallies:
        sum_of_all.add(tally)
    return sum_of_all


@st.composite
def games(draw: st.DrawFn) -> PlayedGame:
    """A game played by the simulator, at some preset, by some of six players who come, go, and come back anywhere."""
    name = draw(st.sampled_from(sorted(PRESETS)))
    rng = Random(draw(st.integers(0, 10_000)))
    played, _scores, _winners = simulator.random_game(simulator.PRESETS[name], rng, 12)
    people = draw(st.permutations(range(1, 7)))
    seats = people[: PRESETS[name].players]
    there, changes = list(seats), []
    for number in sorted(draw(st.lists(st.integers(1, 13), max_size=6))):
        seat = rng.randrange(len(there))
        there[seat] = rng.choice([who for who in people if who not in there])
        changes = [one for one in changes if one[:2] != (number, seat)] + [(number, seat, there[seat])]
    return PlayedGame(PRESETS[name], [hand.record for hand in played], seats, changes, draw(st.integers(1, 3)))


@settings(max_examples=40)
@given(games())
def test_a_game_counts_once_for_everybody_who_sat_in_a_hand(game: PlayedGame) -> None:
    tally, sheet = contributions(game), score_game(game.records, game.rules, None)
    sides: dict[int | tuple[int, int], int] = {}
    for number, answer in enumerate(sheet.hands, 1):
        if not answer.counts:
            break
        table = seated(game.seats, game.changes, number)
        for side in range(game.rules.sides):
            there = sorted(table[seat] for seat in game.rules.seats_of(side))
            sides |= dict.fromkeys(there, side) | ({(there[0], there[1]): side} if len(there) == 2 else {})
    assert {who for who, _night in tally.evenings} == set(sides)
    for who, side in sides.items():
        counts = tally.of(who)
        assert counts.games == sheet.over
        assert counts.wins + counts.ties == (side in sheet.winners)


@settings(max_examples=40)
@given(st.lists(games(), max_size=5))
def test_games_add_up_in_any_order(played: list[PlayedGame]) -> None:
    forwards, backwards = (total(map(contributions, order)) for order in (played, reversed(played)))
    assert plain(forwards) == plain(backwards)


def plain(tally: Tally) -> tuple[Any, ...]:
    """A tally without what is zero."""
    people = {who: sums(found) for who, found in [*tally.players.items(), *tally.pairs.items()]}
    return {who: found for who, found in people.items() if found}, dict(tally.nights()), tally.hands


@settings(max_examples=40)
@given(games())
def test_points_are_those_of_the_score_sheet(game: PlayedGame) -> None:
    tally = contributions(PlayedGame(game.rules, game.records, game.seats, (), game.night))
    sheet = score_game(game.records, game.rules, None)
    for side, points in enumerate(sheet.scores[-1] if sheet.scores else ()):
        for seat in game.rules.seats_of(side):
            assert tally.players[game.seats[seat]].points_for == points


@settings(max_examples=10)
@given(games())
def test_the_quick_answers_are_those_of_the_engine(game: PlayedGame) -> None:
    for quick, record in zip(answers(game.records, game.rules), game.records, strict=True):
        assert quick.result == check_hand(record, game.rules).result
