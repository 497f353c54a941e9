"""What a form carries so that sending it twice makes one thing."""

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scorekeeper.seen import SeenHand
from scorekeeper.selectors import Place, Prospect
from scorekeeper.texts import say_why

from .lines import LineField

PREVIEW, SAVE = "preview", "save"
# How the game ends, as the page said it.
ENDING = "ending"
LONGEST_REASON = 200
TOO_LONG = _("Say it in 200 characters at most.")
MISDEAL = "misdeal"
NO_SUBMISSION = _("Part of this form was lost on the way. Please send it once more.")


class SubmissionForm(forms.Form):
    """A form with a key of its own, drawn when it is first shown."""

    use_required_attribute = False
    submission = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={"required": NO_SUBMISSION, "invalid": NO_SUBMISSION},
    )

    def clean_submission(self) -> uuid.UUID:
        """The key, which this site has drawn: one thought of by somebody may be thought of by another as well."""
        submission: uuid.UUID = self.cleaned_data["submission"]
        if submission.version != 4:
            raise ValidationError(NO_SUBMISSION, code="invalid")
        return submission

    def point_at_first_fault(self) -> None:
        """Let the page open at the first field that is wrong, in the order of the fields."""
        for field in self.visible_fields():
            if field.errors:
                field.field.widget.attrs["autofocus"] = True
                return

    def draw_again(self, reason: str) -> None:
        """Say why what was sent cannot be done, and let it be sent as something new."""
        self.data = dict(self.data.items()) | {"submission": str(uuid.uuid4())}
        self.add_error("submission", reason)

    def began_another(self) -> None:
        """Say that this form began a game already, and let it begin another."""
        self.draw_again(
            gettext("This form began a game already, with other players or rules. Send it once more to begin another.")
        )

    def hidden_errors(self) -> list[str]:
        """What is wrong with the fields nobody sees, each said once."""
        return list(dict.fromkeys(str(error) for field in self.hidden_fields() for error in field.errors))


class SeenHandField(forms.Field):
    """Which hand was seen, and how, when the form was first shown."""

    widget = forms.HiddenInput
    default_error_messages = {"required": NO_SUBMISSION, "invalid": NO_SUBMISSION}

    def to_python(self, value: Any) -> SeenHand | None:
        if not value:
            return None
        seen = SeenHand.read(str(value))
        if seen is None:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return seen


class MakingForm(SubmissionForm):
    """A form that makes something which can also be made without a key of its own."""

    submission = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        required=False,
        error_messages={"invalid": NO_SUBMISSION},
    )

    def clean_submission(self) -> uuid.UUID | None:  # type: ignore[override]
        return super().clean_submission() if self.cleaned_data["submission"] else None

    def was_sent(self) -> None:
        """Say that this form has made something already, and let it be sent to make another."""
        self.draw_again(gettext("This was sent already, with something else in it. Send it once more to add another."))


class TellingForm(SubmissionForm):
    """A hand that is told at one `depth`. It knows the number that the hand shall have, and what it takes the place of.

    `record` is what to keep and `prospect` what it comes to, as far as it was told.

    `seen` is the hand that is corrected, or the one before which it goes, as it was when the form was first shown.
    `why` is asked for where something is changed afterwards.
    """

    depth: str
    record: Any
    prospect: Prospect | None
    number = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=1,
        max_value=100_000,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), NO_SUBMISSION),
    )

    def __init__(self, place: Place, data: Mapping[str, Any] | None, initial: Mapping[str, Any]) -> None:
        start: dict[str, Any] = {"number": place.number}
        if place.hand is not None:
            start["seen"] = str(SeenHand.of(place.hand))
        super().__init__(data, initial=start | dict(initial))
        if place.hand is not None:
            self.fields["seen"] = SeenHandField()
        if place.hand is not None or place.sheet.needs_reason:
            self.fields["why"] = why_field(needed=place.sheet.needs_reason)

    @property
    def is_told(self) -> bool:
        """Whether nothing more is asked for."""
        return True

    def sent(self) -> dict[str, Any]:
        """What was sent, to be sent again."""
        return {name: value for name, value in self.data.items() if name in self.fields}

    def dealt_by(self, seat: int) -> None:
        """Let somebody else have dealt it, if nothing that was told depends on who did: calls and cards do."""


def why_field(*, needed: bool) -> LineField:
    """Why something is changed afterwards; on a final night it has to be said."""
    return LineField(
        label=_("Why is this changed?"),
        help_text=_("This night is final, so the history has to say why.") if needed else _("May be left empty."),
        required=needed,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={
            "required": say_why(),
            "max_length": TOO_LONG,
        },
    )
