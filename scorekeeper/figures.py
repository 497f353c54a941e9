"""A chart as a figure for Plotly: its lines, two axes, and at the end of each line what it is and what it came to.

Pure. It has no colours, which are the stylesheet's; each line can be told without them, by its dashes and its marks.
"""

from __future__ import annotations

import html
import math
import textwrap
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from scorekeeper.charts import Cell, Chart, Line
from scorekeeper.words import number, signed

DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
MARKS = {"circle": "●", "square": "■", "diamond": "◆", "triangle-up": "▲", "x": "✕", "star": "★"}
MOST_MARKS = 12  # on one line; more of them would hide it
MOST_STEPS = 7  # between the ticks of an axis
MOST_WORDED_STEPS = 4  # where they are days and not numbers, on the narrowest phone
SIZE = 13  # of the letters, in pixels
LONGEST_NAME = 22  # where it stands in a row
# A label is so many letters wide and has so many lines at most: the lines of the chart need the rest of a phone.
LABEL_WIDTH, LABEL_LINES = 14, 2
INDENT = "\u2003\u2009"  # as wide as a mark
LINE_HEIGHT = 17
LEAST_HEIGHT = 240  # of the plot without its margins, in pixels: charts.css has the whole
ABOVE, BELOW = 0.09, 0.03  # room over the highest point and under the lowest, as parts of the whole


def figure_json(chart: Chart) -> str:
    """The figure as Plotly reads it, without colours. Raises ValueError where there is none."""
    import plotly.graph_objects as go  # a quarter of a second, which only those pay who look at a chart

    if not chart.is_drawn:
        raise ValueError("There is too little for a chart.")
    values = [cell.total for line in chart.drawn for cell in line.cells if cell.total is not None]
    low, high = min(0, *values), max(10, chart.target or 0, *values)
    span = high - low
    bottom, top = low - BELOW * span, high + ABOVE * span
    stops = [html.escape(chart.called(stop)) for stop in chart.stops]
    steps = len(stops) - 1
    ticks = slice(None, None, _step(steps, MOST_STEPS) if chart.is_numbered else math.ceil(steps / MOST_WORDED_STEPS))
    axis = {"fixedrange": True, "automargin": True, "ticks": ""}
    layout = go.Layout(
        template="none",
        font={"size": SIZE},
        # charts.js makes room for the labels on the right, as wide as they are in its letters
        margin={"l": 8, "r": 12, "t": 24, "b": 8, "pad": 4},
        showlegend=False,
        hovermode="x unified",
        dragmode=False,
        xaxis=axis
        | {
            "type": "category",
            "title": {"text": html.escape(chart.axis), "standoff": 8, "font": {"size": SIZE}},
            "tickmode": "array",
            "tickvals": stops[ticks],
            "ticktext": [
                html.escape(stop).replace(", ", "<br>") for stop in chart.stops[ticks]
            ],  # the year below the day
            "tickangle": 0,
            "range": [-0.02 * len(stops), steps],
            "showgrid": False,
            "zeroline": False,
        },
        yaxis=axis
        | {"dtick": _step(span, MOST_STEPS), "tick0": 0, "range": [bottom, top], "zeroline": True, "showspikes": False},
        annotations=_labels(chart.drawn, bottom, top),
    )
    words = {
        "showarrow": False,
        "font": {"size": SIZE},
        "xref": "paper",
        "x": 0,
        "xanchor": "left",
        "yanchor": "bottom",
    }
    layout.annotations += (words | {"text": _("Points"), "yref": "paper", "y": 1, "xshift": -8},)
    if chart.target is not None:
        end = {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": chart.target, "y1": chart.target}
        layout.shapes = [end | {"line": {"dash": "dot", "width": 1.5}}]
        to_target = _("to %(target)s") % {"target": chart.target}
        layout.annotations += (words | {"text": to_target, "y": chart.target, "xshift": 8},)
    traces = [
        go.Scatter(
            x=stops,
            y=[cell.total for cell in line.cells],
            customdata=[_said(cell) for cell in line.cells],
            name=html.escape(_short(line.name)),
            mode="lines+markers",
            line={"dash": DASHES[at], "width": 2.5},
            marker={"symbol": list(MARKS)[at], "size": 8, "maxdisplayed": MOST_MARKS},
            cliponaxis=False,
            hovertemplate="%{customdata}",
        )
        for at, line in enumerate(chart.drawn)
    ]
    figure: Any = go.Figure(traces, layout)
    text: str = figure.to_json()
    return text


def _short(name: str, longest: int = LONGEST_NAME) -> str:
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"


def _label(line: Line) -> list[str]:
    """What stands at its end, on as many lines as it needs."""
    words = [number(line.total), *(_short(word, LABEL_WIDTH) for word in line.name.split())]
    return textwrap.wrap(" ".join(words), LABEL_WIDTH, max_lines=LABEL_LINES, placeholder="…")


def _said(cell: Cell) -> str:
    """What the table says there, in one: "12 (+4)"."""
    if cell.total is None:
        return "–"
    return number(cell.total) if cell.step is None else f"{number(cell.total)} ({signed(cell.step)})"


def _labels(lines: Sequence[Line], bottom: float, top: float) -> list[dict[str, Any]]:
    """What stands at the ends of the lines, in their order: a line's mark, what it came to, and whose it is."""
    texts = [_label(line) for line in lines]
    line_height = (top - bottom) * LINE_HEIGHT / LEAST_HEIGHT
    places = _apart([line.total for line in lines], [len(text) * line_height for text in texts], bottom)
    return [
        {
            "text": f"{mark} {f'<br>{INDENT}'.join(html.escape(part) for part in text)}",
            "showarrow": False,
            "align": "left",
            "font": {"size": SIZE},
            "xref": "paper",
            "x": 1,
            "xanchor": "left",
            "xshift": 6,
            "y": round(place, 2),
            "yanchor": "middle",
        }
        for mark, text, place in zip(MARKS.values(), texts, places, strict=False)
    ]


def _apart(values: Sequence[float], heights: Sequence[float], bottom: float) -> list[float]:
    """Where labels stand, given where they would like to and how high they are: as near as they can, in that order."""
    order = sorted(range(len(values)), key=lambda at: -values[at])
    places = list(map(float, values))
    for above, below in pairwise(order):
        places[below] = min(places[below], places[above] - (heights[above] + heights[below]) / 2)
    least = bottom
    for at in reversed(order):
        places[at] = max(places[at], least + heights[at] / 2)
        least = places[at] + heights[at] / 2
    return places


def _step(span: int, most: int) -> int:
    """The least of 1, 2, 5, 10, 20, … with which at most so many steps fit into `span`."""
    size = 1
    while True:
        for factor in (1, 2, 5):
            if span <= most * size * factor:
                return size * factor
        size *= 10
