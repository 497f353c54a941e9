"""A substitute in mid-game, taking that back, and letting a game go from its league."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Claim, Player
from scorekeeper.selectors import GameSheet

from .lines import LineField
from .submission import LONGEST_REASON, NO_SUBMISSION, why_field

_LOST = dict.fromkeys(("required", "invalid", "min_value", "max_value"), NO_SUBMISSION)


class SubstituteForm(forms.Form):
    """Who comes in at which seat, and from which hand on: the one to come unless another is chosen.

    `number` is the hand that was to come when the form was shown.
    """

    use_required_attribute = False
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=2**31 - 1, error_messages=_LOST)

    def __init__(self, sheet: GameSheet, players: Any, data: Mapping[str, Any] | None = None) -> None:
        self.last = len(sheet.rows) if sheet.is_over else sheet.next_number
        super().__init__(data, initial={"number": sheet.next_number})
        self.fields["seat"] = forms.TypedChoiceField(
            label=_("Who leaves?"),
            choices=list(enumerate(sheet.players)),
            coerce=int,
            widget=forms.RadioSelect,
            error_messages=dict.fromkeys(("invalid_choice", "required"), _("Choose one of these.")),
        )
        self.fields["player"] = forms.ModelChoiceField(
            label=_("Who comes in?"),
            queryset=players,
            empty_label=_("Choose a player"),
            error_messages=dict.fromkeys(("invalid_choice", "required"), _("Choose a player of the league.")),
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

    @property
    def substitute(self) -> Player:
        """Who comes in; ask after `is_valid`."""
        player: Player = self.cleaned_data["player"]
        return player


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
    why = LineField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy("May be left empty."),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": gettext_lazy("Say it in 200 characters at most.")},
    )

    def __init__(self, claim: Claim | None, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"claim": claim.pk if claim else None})
