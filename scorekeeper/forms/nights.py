"""How settled a night is, the games on it, and games that were played without a league."""

import secrets
from collections.abc import Container, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine import Ruleset
from scorekeeper.models import League, Night, Player
from scorekeeper.names import clean_name, same_name, sounds_like

from .game import DRAW
from .labels import as_labels
from .lines import LineField
from .players import NAME_INPUT, SOMEBODY_NEW, player_choices
from .submission import SubmissionForm


class StateForm(forms.Form):
    """How settled a night is."""

    use_required_attribute = False
    state = forms.ChoiceField(
        label=gettext_lazy("State"),
        choices=as_labels(Night.State),
        widget=forms.RadioSelect,
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose a state.")),
    )


class SeatsForm(SubmissionForm):
    """Who sits where: for each seat a player of the league, or the name of somebody new.

    After `is_valid`, `said["seated"]` has a Player or a name for each seat. A name that a player has already means
    that player.
    """

    def __init__(
        self,
        league: League,
        rules: Ruleset,
        data: Any = None,
        *,
        names: Sequence[str] = (),
        busy: Container[int] = (),
    ) -> None:
        """Know the seats by the `names` of a game; set apart whoever is `busy` at another table."""
        super().__init__(data)
        self.players = {str(player.pk): player for player in league.players.filter(merged_into=None)}
        self._by_name = {sounds_like(player.name): player for player in self.players.values()}
        self.count = rules.players
        choices = player_choices(self.players.values(), busy)
        for seat in range(self.count):
            name = names[seat] if seat < len(names) else ""
            known = self._by_name.get(sounds_like(name)) if name else None
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=_("Seat %(number)s") % {"number": seat + 1},
                choices=choices,
                required=False,
                initial=str(known.pk) if known else SOMEBODY_NEW if name else "",
                error_messages={"invalid_choice": _("This player is not in the league (any more).")},
            )
            self.fields[f"new_{seat}"] = forms.CharField(
                label=_("Name of somebody new at seat %(number)s") % {"number": seat + 1},
                required=False,
                strip=False,
                initial="" if known else name,
                widget=forms.TextInput(attrs=NAME_INPUT),
            )

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The two fields of each seat."""
        return [{"seat": self[f"seat_{seat}"], "new": self[f"new_{seat}"]} for seat in range(self.count)]

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        seated: list[Player | str] = []
        taken: set[str] = set()
        for seat in range(self.count):
            try:
                one = self._seated(said.get(f"seat_{seat}", ""), said.get(f"new_{seat}") or "")
            except ValidationError as error:
                self.add_error(f"new_{seat}" if said.get(f"seat_{seat}") == SOMEBODY_NEW else f"seat_{seat}", error)
                continue
            name = one if isinstance(one, str) else one.name
            if sounds_like(name) in taken:
                twice = _("%(name)s sits at another seat already.") % {"name": name}
                self.add_error(f"seat_{seat}", same_name(name) if isinstance(one, str) else twice)
            taken.add(sounds_like(name))
            seated.append(one)
        said["seated"] = seated
        return said

    def _seated(self, chosen: str, typed: str) -> Player | str:
        if chosen in self.players:
            return self.players[chosen]
        # Without the stylesheet the name can be typed beside the choice; then it is meant.
        if chosen != SOMEBODY_NEW and not typed.strip():
            raise ValidationError(_("Choose who sits here."), code="required")
        name = clean_name(typed)
        return self._by_name.get(sounds_like(name), name)


class TableForm(SeatsForm):
    """A game on a night: who sits where, who deals, and which table it is."""

    table = LineField(
        label=gettext_lazy("Table"),
        required=False,
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    first_dealer = forms.ChoiceField(
        label=gettext_lazy("Who deals first?"),
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": gettext_lazy("Choose who deals first, or draw.")},
    )

    def __init__(
        self,
        league: League,
        rules: Ruleset,
        data: Any = None,
        *,
        table: str = "",
        seated: Sequence[int] = (),
        busy: Container[int] = (),
    ) -> None:
        """Show the players with the keys `seated` in their seats already, and those `busy` at another table apart."""
        super().__init__(league, rules, data, busy=busy)
        self.fields["table"].initial = table
        for seat, key in enumerate(seated[: self.count]):
            self.fields[f"seat_{seat}"].initial = str(key)
        seats = [(str(seat), self._name_at(seat)) for seat in range(rules.players)]
        self.fields["first_dealer"].choices = [(DRAW, _("Draw")), *seats]  # type: ignore[attr-defined]
        self.fields["first_dealer"].initial = DRAW

    def _name_at(self, seat: int) -> str:
        """Who sits there as far as the form knows, else the number of the seat."""
        chosen = self.players.get(str(self[f"seat_{seat}"].value()))
        return chosen.name if chosen else str(self[f"new_{seat}"].value() or seat + 1)

    def clean(self) -> dict[str, Any]:
        said = super().clean()
        chosen = said.get("first_dealer") or DRAW
        said["is_drawn"] = chosen == DRAW
        said["dealer"] = secrets.randbelow(self.count) if chosen == DRAW else int(chosen)
        return said


class ClaimForm(SeatsForm):
    """Which players of a league the names in a game are, and on which night it was played."""

    night = forms.ModelChoiceField(
        label=gettext_lazy("Night"),
        queryset=Night.objects.none(),
        required=False,
        empty_label=gettext_lazy("On no night"),
        help_text=gettext_lazy("Standings count the games of a season’s nights."),
        error_messages={"invalid_choice": gettext_lazy("There is no such night, or it is final.")},
    )

    def __init__(
        self,
        league: League,
        rules: Ruleset,
        data: Any = None,
        *,
        names: Sequence[str] = (),
        night: Night | None = None,
    ) -> None:
        """Know the seats by the `names` of a game, and propose the `night` it was played on, where one is known."""
        super().__init__(league, rules, data, names=names)
        nights = league.nights.exclude(state=Night.State.FINAL).select_related("season").order_by("-date", "-pk")
        self.fields["night"].queryset = nights  # type: ignore[attr-defined]
        self.fields["night"].initial = night
        self.fields["night"].label_from_instance = night_name  # type: ignore[attr-defined]
        for seat, name in enumerate(names):
            self.fields[f"seat_{seat}"].label = name


def night_name(night: Night) -> str:
    """A night in a list of choices."""

    parts = [date_format(night.date, "DATE_FORMAT"), night.place, night.season.name]
    return ", ".join(part for part in parts if part)
