"""A line that somebody types: kept as `clean_line` keeps it, in every form alike."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scorekeeper.texts import clean_line, nothing_to_see


class LineField(forms.CharField):
    """A line of text. One of which nothing can be seen is as good as none, and told so where there has to be one."""

    def __init__(self, **more: Any) -> None:
        super().__init__(strip=False, **more)

    def to_python(self, value: Any) -> str:
        typed = str(super().to_python(value) or "")
        line = clean_line(typed)
        if self.required and typed.strip() and not line:
            raise ValidationError(nothing_to_see(), code="invisible")
        return line
