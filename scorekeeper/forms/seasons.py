"""What is said of a season and of a night, when they are added and when they are changed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Night, Season
from scorekeeper.standings import LEAST_GAMES, METRICS, USUAL, Metric, chosen

from .lines import LineField
from .seen import SeenForm

_DATE = {"type": "date"}
NO_DATE = gettext_lazy("A day, such as 2026-11-19.")


class SeasonForm(SeenForm):
    """A season's name, its days, how many games a place needs, and what its standings look at, in order.

    The order is chosen place by place, so it needs no script and no dragging; a metric chosen twice counts where it
    comes first, and one place more than are used stays open.
    """

    name = LineField(
        label=gettext_lazy("Name"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("A season needs a name, such as “Autumn 2026”.")},
    )
    starts_on = forms.DateField(
        label=gettext_lazy("First day"),
        widget=forms.DateInput(attrs=_DATE, format="%Y-%m-%d"),
        error_messages=dict.fromkeys(("required", "invalid"), NO_DATE),
    )
    ends_on = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs=_DATE, format="%Y-%m-%d"),
        help_text=gettext_lazy("Left empty, the season has no end yet."),
        error_messages={"invalid": NO_DATE},
    )
    least_games = forms.IntegerField(
        label=gettext_lazy("Games needed for a place"),
        min_value=0,
        max_value=1000,
        initial=LEAST_GAMES,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("Whoever has fewer is listed without a place."),
        error_messages=dict.fromkeys(
            ("required", "invalid", "min_value", "max_value"), gettext_lazy("A whole number from 0 to 1000.")
        ),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, season: Season | None = None, initial: Any = None
    ) -> None:
        if season is not None:
            initial = {name: getattr(season, name) for name in ("name", "starts_on", "ends_on", "least_games")}
        super().__init__(data, thing=season, initial=initial)
        metrics = chosen(season.metrics if season else ())
        choices = [(key, metric.name) for key, metric in METRICS.items()]
        for place in range(_places(metrics, data)):
            self.fields[f"metric_{place}"] = forms.ChoiceField(
                label=_("%(place)s. Then by") % {"place": place + 1} if place else _("1. First by"),
                choices=choices if place == 0 else [("", _("Nothing more")), *choices],
                required=place == 0,
                initial=metrics[place].key if place < len(metrics) else "",
            )

    @cached_property
    def precedence(self) -> list[forms.BoundField]:
        """The fields of what the standings look at, the most important first."""
        return [self[name] for name in self.fields if name.startswith("metric_")]

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """All that standings can look at."""
        return tuple(METRICS.values())

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        found = [said.pop(name, "") for name in self.fields if name.startswith("metric_")]
        said["metrics"] = list(dict.fromkeys(key for key in found if key))
        return said


def _places(metrics: tuple[Metric, ...], data: Mapping[str, Any] | None) -> int:
    """How many places of the order are asked for: the usual ones, those that are used, and one more."""
    sent = sum(f"metric_{place}" in data for place in range(len(METRICS))) if data is not None else 0
    return min(len(METRICS), max(len(USUAL), len(metrics) + 1, sent))


class NightForm(SeenForm):
    """A night's date, where it is, and by which clock; of one that is there also the season it belongs to."""

    date = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs=_DATE, format="%Y-%m-%d"),
        help_text=gettext_lazy("The day it begins; after midnight it is still the same night."),
        error_messages=dict.fromkeys(("required", "invalid"), NO_DATE),
    )
    place = LineField(label=gettext_lazy("Place"), required=False, max_length=80)
    zone = forms.CharField(
        label=gettext_lazy("Time zone"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autocapitalize": "none"}),
        error_messages={"required": gettext_lazy("Such as America/Chicago or Europe/Paris.")},
    )
    season = forms.ModelChoiceField(
        label=gettext_lazy("Season"),
        queryset=Season.objects.none(),
        empty_label=None,
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a season of the league.")),
    )

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, night: Night | None = None, initial: Any = None
    ) -> None:
        if night is not None:
            initial = {name: getattr(night, name) for name in ("date", "place", "zone", "season")}
        super().__init__(data, thing=night, initial=initial)
        if night is None:
            del self.fields["season"]
        else:
            self.fields["season"].queryset = night.league.seasons.all()  # type: ignore[attr-defined]
