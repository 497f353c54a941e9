"""What the /style/ page puts into the components: names, cards and scores made up for it."""

from typing import Any

from django import forms

from scorekeeper.charts import Chart, game_chart, season_chart
from scorekeeper.engine.cards import RANKS, Suit
from scorekeeper.markup import suit
from scorekeeper.words import bid_name, suit_name

NORA_AND_SAM, ELI_AND_WES = "Nora & Sam", "Eli & Wes"


# The points of each hand of a game, and of each night for the players of a season, who were not always there.
HANDS = [(4, 2), (-5, 1), (2, 4), (7, 0), (5, 1), (0, 7), (4, 2), (-4, 2), (14, 0), (3, 3)]
NIGHTS = ["Sep 3", "Sep 10", "Sep 17", "Sep 24", "Oct 1", "Oct 8"]
SEASON: list[tuple[str, list[int | None]]] = [
    ("Nora", [31, 12, 44, None, 27, 38]),
    ("Eli", [18, 40, -6, 22, 35, 9]),
    ("Sam", [31, 12, 20, 41, None, 19]),
    ("Wes", [18, 40, 11, 8, 14, 21]),
    ("Bernadette", [None, None, 36, 19, 27, 30]),
    ("Gus", [4, -12, 9, None, None, 16]),
    ("Ana", [None, 7, 3, None, 11, None]),
]


ANSWERS = {
    "player": "Nora",
    "rules": "iowa",
    "cards": "Jh 9h Ax",
    "alone": "on",
    "declarer": "0",
    "bid": "5",
    "trump": "h",
    "taken": "5",
}


class SampleForm(forms.Form):
    """One field of each kind."""

    player = forms.CharField(label="Player", help_text="As people call out at the table.", max_length=30)
    rules = forms.ChoiceField(label="Rules", choices=[("iowa", "Iowa Pepper"), ("midwest", "Midwest Pepper")])
    cards = forms.CharField(label="Type cards")
    alone = forms.BooleanField(label="Nora plays alone")
    declarer = forms.ChoiceField(
        choices=[("0", "Nora"), ("1", "Eli"), ("2", "Sam"), ("3", "Wes")], widget=forms.RadioSelect
    )
    bid = forms.ChoiceField(
        choices=lambda: [(bid, bid_name(bid)) for bid in ("1", "2", "3", "4", "5", "PH", "PA")],
        widget=forms.RadioSelect,
    )
    trump = forms.ChoiceField(
        choices=lambda: [*((one.value, suit(one)) for one in Suit), ("n", suit_name("n").capitalize())],
        widget=forms.RadioSelect,
    )
    taken = forms.ChoiceField(
        label="Tricks taken by Nora",
        choices=[(str(count), str(count)) for count in range(7)],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, **values: Any) -> None:
        super().__init__(*args, **values)
        if self.is_bound:
            self.full_clean()
            self.add_error("cards", "“Ax” is no card. Write rank, then suit: Ah, 10d, Jc.")
            self.add_error("taken", "A hand has 6 tricks: Eli and Wes took 2, so Nora took 4.")


def charts() -> dict[str, Chart]:
    """A game hand by hand and a season night by night."""
    scores = [tuple(map(sum, zip(*HANDS[:count], strict=True))) for count in range(1, len(HANDS) + 1)]
    return {
        "game": game_chart([NORA_AND_SAM, ELI_AND_WES], HANDS, scores, 42),
        "season": season_chart(NIGHTS, SEASON),
    }


def context() -> dict[str, Any]:
    """All that the page shows, with every state of every component among it."""
    return {
        "form": SampleForm(initial=ANSWERS, auto_id="right-%s"),
        "wrong": SampleForm(ANSWERS, auto_id="wrong-%s"),
        "deck": [[f"{rank}{one.value}" for rank in reversed(RANKS)] for one in Suit],
        "states": ["", "selected", "winning", "dimmed", "played"],
        "dimmed": {"Ad"},
        "played": {"Ts", "Qh", "Jh", "Jd"},
        "contracts": [("5", "h"), ("4", "n"), ("PH", "h"), ("PA", "s"), ("LP", "d"), ("BP", "c"), ("Pass", "")],
        "outcomes": ["made", "set", "conceded", "passed", "void"],
        "notes": {"PH": "7 points", "PA": "14 points"},
        "pairs": [
            {"name": NORA_AND_SAM, "score": 31, "won": True, "note": "won"},
            {"name": ELI_AND_WES, "score": -3, "note": "34 short"},
        ],
        "loners": [
            {"name": "Ana", "score": 23, "note": "7 short"},
            {"name": "Gus", "score": -12, "note": "42 short"},
            {"name": "Bernadette", "score": 28, "note": "2 short"},
        ],
        "charts": charts().items(),
        "sides": [NORA_AND_SAM, ELI_AND_WES],
        "gains": [5, -1],
        "four_plays": [
            {"place": "w", "code": "Tc", "by": "Ida"},
            {"place": "n", "code": "Kc", "by": "June"},
            {"place": "e", "code": "Js", "by": "Omar", "state": "winning"},
            {"place": "s", "code": None, "by": "Theo"},
        ],
        "three_plays": [
            {"place": "s", "code": "Jh", "by": "Nora", "state": "winning"},
            {"place": "w", "code": "Jd", "by": "Eli", "state": "selected"},
            {"place": "e", "code": None, "by": "Wes"},
        ],
        "north": [{"code": code} for code in ("Qs", "9s", "Ad", "Kc", "Tc", "9c")],
        "west": [
            {"code": "Jd", "state": "played"},
            {"code": "Kh"},
            {"code": "As"},
            {"code": "Ts", "state": "played"},
            {"code": "9d", "state": "played"},
            {"code": "Ac", "state": "played"},
        ],
        "east": [{"code": "Xx"} for _card in range(6)],
        "south": [
            {"code": "Jh", "state": "played"},
            {"code": "Ah"},
            {"code": "Qh", "state": "played"},
            {"code": "Th"},
            {"code": "Kd", "state": "dimmed"},
            {"code": "Qd", "state": "dimmed"},
        ],
        "plays": [
            [("Kd", "Nora", "won"), ("9d", "Eli", ""), ("Td", "Wes", "")],
            [("Qd", "Nora", ""), ("Ts", "Eli", "current"), ("9h", "Wes", "future")],
        ],
    }
