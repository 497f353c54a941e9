"""Figure, table and sentence say the same numbers, and those are the sheet's and the standings'."""

import datetime
import json
from random import Random
from typing import Any

import pytest

from scorekeeper import services
from scorekeeper.charts import MOST_LINES, Chart, game_chart, season_chart
from scorekeeper.engine import PRESETS
from scorekeeper.figures import BELOW, LEAST_HEIGHT, LINE_HEIGHT, MARKS, figure_json
from scorekeeper.models import PlayerCounts
from scorekeeper.selectors import game_sheet
from scorekeeper.selectors.charting import game_score_chart, season_points_chart
from scorekeeper.words import number, signed
from tests.engine import simulator as sim
from tests.leagues.club import found
from tests.scorekeeper.table import WES_IS_SET_ON_4, record, start


def figure(chart: Chart) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(figure_json(chart))
    return read


def assert_same(chart: Chart) -> None:
    """The figure has the numbers of the table's first columns, at the same stops, and its labels what they came to."""
    read = figure(chart)
    traces = read["data"]
    assert len(traces) == min(MOST_LINES, len(chart.lines))
    for at, trace in enumerate(traces):
        cells = [row.cells[at] for row in chart.rows]
        assert trace["x"] == [chart.called(row.stop) for row in chart.rows]
        assert trace["y"] == [cell.total for cell in cells]
        assert trace["customdata"] == [
            "–"
            if cell.total is None
            else number(cell.total)
            if cell.step is None
            else f"{number(cell.total)} ({signed(cell.step)})"
            for cell in cells
        ]
        label = read["layout"]["annotations"][at]["text"]
        assert label.startswith(
            f"{list(MARKS.values())[at]} {number(chart.lines[at].total)} {chart.lines[at].name[:3]}"
        )
    axis = read["layout"]["xaxis"]
    worded = [chart.called(stop) for stop in chart.stops]
    assert axis["tickvals"] == [worded[chart.stops.index(text.replace("<br>", ", "))] for text in axis["ticktext"]]


@pytest.mark.django_db
@pytest.mark.parametrize("preset", PRESETS)
def test_a_game_of_every_preset(preset: str) -> None:
    hands, running, _winners = sim.random_game(sim.PRESETS[preset], Random(preset))
    assert len(hands) > 1
    game = start(preset, first_dealer=hands[0].record["dealer"])
    for hand in hands:
        record(game, hand.record)
    sheet = game_sheet(game)
    chart = game_score_chart(sheet)
    assert_same(chart)
    after = [tuple(cell.total for cell in row.cells) for row in chart.rows]
    assert after == [(0,) * sheet.rules.sides, *map(tuple, running)]
    assert after[1:] == [row.scores for row in sheet.rows]
    assert [tuple(cell.step for cell in row.cells) for row in chart.rows[1:]] == [row.line.points for row in sheet.rows]
    assert [line.name for line in chart.lines] == list(sheet.side_names)
    assert chart.sentence.startswith(f"After {len(hands)} hands: ")
    for name, score in zip(sheet.side_names, running[-1], strict=True):
        assert f"{name} {number(score)}" in chart.sentence
    shape = figure(chart)["layout"]["shapes"][0]
    assert shape["y0"] == shape["y1"] == sheet.rules.target


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        pytest.param(
            [(4, 2), (4, 9), (8, 9), (12, 9)],
            "After 4 hands: A 12, B 9. The lead changed 2 times. The widest lead was 5 points: B after hand 2.",
            id="back and forth",
        ),
        pytest.param(
            [(1, 0), (1, 1), (1, 0)],
            "After 3 hands: A 1, B 0. The lead never changed. The widest lead was 1 point: A after hand 1.",
            id="a tie changes no lead",
        ),
        pytest.param([(0, 0), (0, 0)], "After 2 hands: A 0, B 0.", id="nothing happened"),
        pytest.param([(4, -3)], "After 1 hand: A 4, B −3. The chart begins with the second.", id="one hand"),
        pytest.param([], "No hand is scored yet. The chart begins with the second.", id="none"),
    ],
)
def test_a_game_in_a_sentence(scores: list[tuple[int, int]], said: str) -> None:
    chart = game_chart(["A", "B"], scores, scores, 42)
    assert chart.sentence == said
    assert chart.is_drawn == (len(scores) > 1)


def test_three_sides_and_the_first_time_of_the_widest_lead() -> None:
    scores = [(5, 2, 3), (5, 7, 9), (5, 20, 18)]
    said = game_chart(["A", "B", "C"], scores, scores, 42).sentence
    assert said == (
        "After 3 hands: B 20, C 18, A 5. The lead changed 2 times. The widest lead was 2 points: A after hand 1."
    )


def test_too_little_has_no_figure() -> None:
    with pytest.raises(ValueError, match="too little"):
        figure_json(game_chart(["A", "B"], [(1, 2)], [(1, 2)], 42))


def test_a_season_has_totals_and_says_who_was_away() -> None:
    chart = season_chart(["Sep 1", "Sep 8", "Sep 15"], [("Eli", [None, 7, None]), ("Nora", [12, None, -3])])
    assert [line.name for line in chart.lines] == ["Nora", "Eli"]
    assert [[(cell.total, cell.step) for cell in line.cells] for line in chart.lines] == [
        [(12, 12), (12, None), (9, -3)],
        [(None, None), (7, 7), (7, None)],
    ]
    assert_same(chart)
    assert chart.sentence == "After 3 nights: Nora 9, Eli 7. Most points in one night: Nora, 12 (Sep 1)."
    assert chart.note == ""


def test_many_players_are_in_the_table_and_few_in_the_figure() -> None:
    chart = season_chart(["Sep 1", "Sep 8"], [(f"P{at:02}", [at, at]) for at in range(24)])
    assert_same(chart)
    assert [trace["name"] for trace in figure(chart)["data"]] == ["P23", "P22", "P21", "P20", "P19", "P18"]
    assert len(chart.rows[0].cells) == 24
    assert chart.note == "Drawn are the 6 with the most points; the table has all 24."


@pytest.mark.parametrize("nights", [[], ["Sep 1"]])
def test_a_season_of_one_night_or_none_is_said_in_words(nights: list[str]) -> None:
    chart = season_chart(nights, [("Nora", [4])] if nights else [])
    assert not chart.is_drawn
    assert "begins with the second" in chart.sentence


def test_a_name_is_no_markup() -> None:
    names = ["<b>Nora</b>", "A name that is far too long for a legend"]
    traces = figure(game_chart(names, [(1, 2)] * 2, [(1, 2), (2, 4)], 42))["data"]
    assert [trace["name"] for trace in traces] == ["&lt;b&gt;Nora&lt;/b&gt;", "A name that is far to…"]


def labels(chart: Chart) -> list[list[str]]:
    """The lines of each label, without its mark."""
    return [
        [part.strip() for part in words["text"][2:].split("<br>")]
        for words in figure(chart)["layout"]["annotations"][: len(chart.drawn)]
    ]


def test_a_label_takes_little_of_a_phone_and_is_no_markup() -> None:
    names = ["<b>Nora</b>", "Bernadette & Maximiliana Wilhelmina", "Abcdefghijklmnopqrstuvwxyz"]
    found = labels(game_chart(names, [(1, 2, -3)] * 2, [(1, 2, -3), (2, 4, -6)], 42))
    assert found == [["2 &lt;b&gt;Nora&lt;/b&gt;"], ["4 Bernadette &amp;", "Maximiliana…"], ["−6", "Abcdefghijklm…"]]


@pytest.mark.parametrize(
    "totals",
    [
        pytest.param([12, 12, 12, 12, 12, 12], id="all the same"),
        pytest.param([0, 0, 0, 0, 0, 0], id="nothing"),
        pytest.param([-9, -9, -8, -8, -8, -7], id="all below nought"),
        pytest.param([900, 3, 2, 2, 1, -1], id="one far ahead"),
        pytest.param([900, 899, 898, 897, 896, -400], id="one far behind"),
    ],
)
def test_labels_stand_in_the_order_of_the_lines_and_cover_nothing(totals: list[int]) -> None:
    chart = season_chart(["Sep 1", "Sep 8"], [(f"Maximiliana {at}", [0, total]) for at, total in enumerate(totals)])
    layout = figure(chart)["layout"]
    bottom, top = layout["yaxis"]["range"]
    pixel = (top - bottom) / LEAST_HEIGHT
    places = [words["y"] for words in layout["annotations"][:MOST_LINES]]
    heights = [len(parts) * LINE_HEIGHT for parts in labels(chart)]
    assert max(heights) == 2 * LINE_HEIGHT
    assert places[-1] - heights[-1] / 2 * pixel >= bottom - BELOW
    for at in range(MOST_LINES - 1):
        assert (places[at] - places[at + 1]) / pixel >= (heights[at] + heights[at + 1]) / 2 - 0.5


def test_a_long_season_has_few_days_on_its_axis_each_with_its_year_below() -> None:
    days = [datetime.date(2025, 9, 4) + datetime.timedelta(weeks=at) for at in range(100)]
    chart = season_chart([f"{day:%b} {day.day}, {day.year}" for day in days], [("Nora", [1] * 100)])
    assert_same(chart)
    assert figure(chart)["layout"]["xaxis"]["ticktext"] == [
        "Sep 4<br>2025",
        "Feb 26<br>2026",
        "Aug 20<br>2026",
        "Feb 11<br>2027",
    ]


def test_a_figure_has_no_colours_and_no_foreign_template() -> None:
    text = figure_json(game_chart(["A", "B"], [(1, 2)] * 2, [(1, 2), (2, 4)], 42))
    assert "color" not in text
    assert "rgb" not in text
    assert len(text) < 3_500


@pytest.mark.parametrize("highest", [1, 6, 7, 8, 31, 42, 130, 4_000])
def test_ticks_are_whole_and_few(highest: int) -> None:
    chart = game_chart(["A", "B"], [(highest, 0)] * 2, [(0, 0), (highest, 0)], 1)
    step = figure(chart)["layout"]["yaxis"]["dtick"]
    assert isinstance(step, int)
    assert highest <= 7 * step


@pytest.mark.django_db
def test_the_points_of_a_season_are_those_of_the_standings() -> None:
    club = found()
    club.play()
    late = services.open_night(club.season, date=datetime.date(2026, 11, 26), zone="America/Chicago")
    first, club.night = club.night, late
    game = club.play(over=False)
    sub, double = club.add("Sub"), club.add("Elias")
    services.substitute(game, seat=1, player=sub, from_number=2)
    record(game, WES_IS_SET_ON_4)
    club.play([club.players[0], double, club.players[2], club.players[3]])
    services.merge_players(club.players[1], double, by=club.people["owner"])
    services.open_night(club.season, date=datetime.date(2026, 12, 3), zone="America/Chicago")  # nobody played
    club.count()
    chart = season_points_chart(club.season)
    assert chart.stops == ("Nov 19", "Nov 26")
    counted = dict(PlayerCounts.objects.filter(season=club.season).values_list("player__name", "points_for"))
    assert {line.name: line.total for line in chart.lines} == counted
    assert "Sub" in counted
    assert "Elias" not in counted
    assert_same(chart)
    # what follows a write is there at once, whether counted or not
    club.night = first
    extra = club.play(over=False)
    nora = next(line for line in season_points_chart(club.season).lines if line.name == "Nora")
    assert nora.total == counted["Nora"] + game_sheet(extra).scores[0]


@pytest.mark.django_db
def test_two_nights_of_one_day_can_be_told_apart() -> None:
    club = found()
    club.play()
    club.night = services.open_night(club.season, date=club.night.date, zone="America/Chicago", place="Kitchen")
    club.play()
    assert season_points_chart(club.season).stops == ("Nov 19", "Nov 19 (2)")


@pytest.mark.django_db
def test_a_changed_hand_changes_the_chart() -> None:
    club = found()
    game = club.play(over=False)

    def totals() -> list[int]:
        return [line.total for line in season_points_chart(club.season).lines]

    assert totals() == [4, 4, 2, 2]
    record(game, WES_IS_SET_ON_4)
    after = game_sheet(game).scores
    assert totals() == sorted([*after, *after], reverse=True) != [4, 4, 2, 2]
    services.undo_hand(game, number=2)
    assert totals() == [4, 4, 2, 2]
