"""A substitute in mid-game, taking that back, and letting a game go from its league."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.models import Claim, Player
from scorekeeper.names import clean_name
from scorekeeper.selectors import GameSheet

from .players import NAME_INPUT, SOMEBODY_NEW, player_choices
from .submission import NO_SUBMISSION, why_field

_LOST = dict.fromkeys(("required", "invalid", "min_value", "max_value"), NO_SUBMISSION)


class SubstituteForm(forms.Form):
    """Who comes in at which seat, and from which hand on: the one to come unless another is chosen.

    After `is_valid`, `said["comes"]` is a Player, or the name of somebody new.

    `number` is the hand that was to come when the form was shown.
    """

    use_required_attribute = False
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1, error_messages=_LOST)

    def __init__(self, sheet: GameSheet, players: Iterable[Player], data: Mapping[str, Any] | None = None) -> None:
        self.last = len(sheet.rows) if sheet.is_over else sheet.next_number
        super().__init__(data, initial={"number": sheet.next_number})
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Who leaves?"),
            choices=list(enumerate(sheet.players)),
            coerce=int,
            widget=forms.RadioSelect,
            error_messages=dict.fromkeys(("invalid_choice", "required"), _("Choose one of these.")),
        )
        self._players = {str(player.pk): player for player in players}
        self.fields["player"] = forms.ChoiceField(
            label=_("Who comes in?"),
            choices=player_choices(self._players.values()),
            required=False,
            error_messages={"invalid_choice": _("Choose a player of the league.")},
        )
        self.fields["new"] = forms.CharField(
            label=_("Name of somebody new"),
            required=False,
            strip=False,
            widget=forms.TextInput(attrs=NAME_INPUT),
        )
        self.fields["from_number"] = forms.TypedChoiceField(
            label=_("From which hand on?"),
            choices=[(number, _("hand %(number)s") % {"number": number}) for number in range(self.last, 0, -1)],
            coerce=int,
            required=False,
            error_messages={"invalid_choice": _("There is no such hand to begin with.")},
        )
        self.fields["why"] = why_field(needed=sheet.needs_reason)

    def clean_from_number(self) -> int:
        return int(self.cleaned_data["from_number"] or self.last)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        chosen, typed = said.get("player"), said.get("new") or ""
        if chosen in self._players:
            said["comes"] = self._players[chosen]
        elif chosen == SOMEBODY_NEW or typed.strip():
            try:
                said["comes"] = clean_name(typed)
            except ValidationError as error:
                self.add_error("new", error)
        elif "player" not in self.errors:
            self.add_error("player", _("Choose a player of the league, or somebody new."))
        return said


class WithdrawForm(forms.Form):
    """Which substitution was none, and why."""

    use_required_attribute = False
    change = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1, error_messages=_LOST)

    def __init__(self, data: Mapping[str, Any] | None, *, is_needed: bool) -> None:
        super().__init__(data)
        self.fields["why"] = why_field(needed=is_needed)


class ClaimUndoForm(forms.Form):
    """That a game leaves its league again, and why."""

    use_required_attribute = False
    claim = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1, error_messages=_LOST)

    def __init__(self, claim: Claim | None, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"claim": claim.pk if claim else None})
        self.fields["why"] = why_field(needed=False)
