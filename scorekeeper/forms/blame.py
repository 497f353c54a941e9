"""Putting what a service refused under the field it belongs to."""

from django import forms
from django.core.exceptions import ValidationError


def blame(form: forms.BaseForm, error: ValidationError) -> None:
    """Add `error` to `form`: by its field where the form has that, else to the form as a whole."""
    if not hasattr(error, "error_dict"):
        code = getattr(error, "code", None)
        form.add_error(code if code in form.fields else None, error)
        return
    for name, errors in error.error_dict.items():
        form.add_error(name if name in form.fields else None, errors)
