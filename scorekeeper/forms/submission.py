"""What a form carries so that sending it twice makes one thing."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

NO_SUBMISSION = _("Part of this form was lost on the way. Please send it once more.")


class SubmissionForm(forms.Form):
    """A form with a key of its own, drawn when it is first shown."""

    use_required_attribute = False
    submission = forms.UUIDField(
        widget=forms.HiddenInput,
        initial=uuid.uuid4,
        error_messages={"required": NO_SUBMISSION, "invalid": NO_SUBMISSION},
    )

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

    def hidden_errors(self) -> list[str]:
        """What is wrong with the fields nobody sees, each said once."""
        return list(dict.fromkeys(str(error) for field in self.hidden_fields() for error in field.errors))


class NumberedForm(SubmissionForm):
    """A form for one hand, which knows the number that the hand shall have."""

    number = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=1,
        max_value=100_000,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), NO_SUBMISSION),
    )
