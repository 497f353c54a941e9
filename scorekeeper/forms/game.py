"""Beginning a game: which rules, who sits where, who deals."""

import secrets
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine import PRESETS, Ruleset, parse_rules
from scorekeeper.engine.wording import SEAT_NAMES
from scorekeeper.models import Game
from scorekeeper.models.game import MOST_SEATS
from scorekeeper.names import clean_name, same_name, sounds_like

from .submission import SubmissionForm

DRAW = "draw"
HIGHEST_TARGET = 1000
_NAME_INPUT = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false", "enterkeyhint": "next"}


class GameForm(SubmissionForm):
    """Rules, names by seat, the first dealer and perhaps another target. Seats the rules do not have are not read."""

    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=[(key, rules.name) for key, rules in PRESETS.items()],
        initial="iowa",
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose the rules you play by.")),
    )
    first_dealer = forms.ChoiceField(
        label=_("Who deals first?"),
        choices=[(DRAW, _("Draw")), *((str(seat), str(seat + 1)) for seat in range(MOST_SEATS))],
        initial=DRAW,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("Choose who deals first, or draw.")},
    )
    target = forms.IntegerField(
        label=_("Target score"),
        required=False,
        min_value=1,
        max_value=HIGHEST_TARGET,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), _("Play to a whole number from 1 to 1000, or leave it empty.")
        ),
    )

    def __init__(self, data: Any = None, *, again: Game | None = None, rules: str = "") -> None:
        """Show what `again` was played with, or the preset called `rules`, as chosen already."""
        chosen = {"rules": rules} if rules in PRESETS else None
        super().__init__(data, initial=_as_in(again) if again else chosen)
        for seat in range(MOST_SEATS):
            self.fields[_name(seat)] = forms.CharField(
                label=_("Player %(number)s") % {"number": seat + 1},
                required=False,
                strip=False,
                widget=forms.TextInput(attrs=_NAME_INPUT),
            )
        self.order_fields(["submission", *map(_name, range(MOST_SEATS))])

    @property
    def seats(self) -> list[forms.BoundField]:
        """The fields of the names, by seat."""
        return [self[_name(seat)] for seat in range(MOST_SEATS)]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        base = PRESETS.get(said.get("rules", ""))
        if base is None:
            return said
        said["players"] = self._players(base)
        said["is_drawn"] = said.get("first_dealer") not in [str(seat) for seat in range(base.players)]
        said["dealer"] = secrets.randbelow(base.players) if said["is_drawn"] else int(said["first_dealer"])
        target = said.get("target")
        said["ruleset"] = base.base if target in (None, base.target) else {"base": base.base, "target": target}
        return said

    def _players(self, rules: Ruleset) -> list[str]:
        names: list[str] = []
        for seat in range(rules.players):
            if (typed := self.cleaned_data.get(_name(seat))) is None:
                continue
            try:
                # To start at once, a player may be called by the place.
                name = clean_name(typed) if typed.strip() else gettext(SEAT_NAMES[rules.players][seat])
            except ValidationError as error:
                self.add_error(_name(seat), error)
                continue
            if sounds_like(name) in map(sounds_like, names):
                self.add_error(_name(seat), same_name(name))
            names.append(name)
        return names


def _name(seat: int) -> str:
    return f"name_{seat}"


def _as_in(game: Game) -> dict[str, Any]:
    """The same players and rules again; the deal is drawn."""
    rules = game.ruleset
    target = rules.target if rules.target != parse_rules(rules.base).target else None
    return {"rules": rules.base, "target": target} | {_name(seat): name for seat, name in enumerate(game.players)}
