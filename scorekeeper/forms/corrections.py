"""Changing what is saved already: voiding a hand, taking the last one back, bringing an older version back."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Hand
from scorekeeper.seen import SeenHand
from scorekeeper.selectors import Place

from .lines import LineField
from .submission import LONGEST_REASON, MISDEAL, NO_SUBMISSION, TOO_LONG, SeenHandField, why_field

OTHER = "other"
_NO_SUCH = {"invalid_choice": gettext_lazy("Choose one of these."), "required": gettext_lazy("Choose one of these.")}


class ChangeForm(forms.Form):
    """A change of the saved hand that was `seen`; `why` has to be said on a final night."""

    use_required_attribute = False
    seen = SeenHandField()

    def __init__(self, place: Place, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"seen": str(SeenHand.of(place.hand))} if place.hand else {})
        self.fields["why"] = why_field(needed=place.sheet.needs_reason)

    def see(self, hand: Hand) -> None:
        """Show the hand as it is now, with what was typed, to be sent once more."""
        self.data = dict(self.data.items()) | {"seen": str(SeenHand.of(hand))}


class WhyForm(forms.Form):
    """Why something is changed; on a final night it has to be said."""

    use_required_attribute = False

    def __init__(self, data: Mapping[str, Any] | None = None, *, is_needed: bool) -> None:
        super().__init__(data)
        self.fields["why"] = why_field(needed=is_needed)


class VoidForm(ChangeForm):
    """Why a hand does not count: a misdeal, or something else in words."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What happened?"),
        choices=[(MISDEAL, gettext_lazy("A misdeal")), (OTHER, gettext_lazy("Something else"))],
        initial=MISDEAL,
        widget=forms.RadioSelect,
        error_messages=_NO_SUCH,
    )
    what = LineField(
        label=gettext_lazy("In a few words, for the score sheet"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"max_length": TOO_LONG},
    )

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if said.get("kind") == OTHER and not said.get("what") and "what" not in self.errors:
            self.add_error("what", _("Say in a few words what happened."))
        return said

    @property
    def void(self) -> str:
        """What the record says; ask after `is_valid`."""
        return MISDEAL if self.cleaned_data["kind"] == MISDEAL else str(self.cleaned_data["what"])


class ReturnForm(ChangeForm):
    """Which older version of a hand shall hold again."""

    version = forms.IntegerField(
        widget=forms.HiddenInput, min_value=1, error_messages=dict.fromkeys(("required", "invalid"), NO_SUBMISSION)
    )
