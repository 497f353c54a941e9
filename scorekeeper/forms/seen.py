"""A form that changes something that is there, and what it says where somebody else was faster."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.seen import Changeable, state_of

from .submission import MakingForm


@dataclass(frozen=True)
class Other:
    """A field in which what is kept by now is not what was typed."""

    label: str
    kept: str


class SeenForm(MakingForm):
    """A form that knows in which state the thing it changes was seen; where there is none, it makes one."""

    seen = forms.CharField(widget=forms.HiddenInput, required=False, max_length=40)

    def __init__(self, data: Any = None, *, thing: Changeable | None = None, initial: Any = None) -> None:
        start = {"seen": state_of(thing)} if thing is not None else {}
        super().__init__(data, initial=start | dict(initial or {}))
        del self.fields["seen" if thing is None else "submission"]
        self.meanwhile: tuple[Other, ...] = ()

    @property
    def seen_state(self) -> str | None:
        """The state that was seen, after `is_valid`; None where the form came without."""
        return self.cleaned_data.get("seen") or None

    def was_overtaken(self, kept: forms.Form, now: Changeable) -> None:
        """Let it be sent once more over what is there `now`, and tell where that, in the form `kept`, differs."""
        self.data = dict(self.data.items()) | {"seen": state_of(now)}
        self.meanwhile = tuple(_differences(self, kept))


def _differences(sent: forms.Form, kept: forms.Form) -> Iterator[Other]:
    for field in kept.visible_fields():
        value, typed = field.value(), sent[field.name].value() if field.name in sent.fields else None
        if str("" if value is None else value) != str("" if typed is None else typed).strip():
            yield Other(str(field.label), _shown(field, value))


def _shown(field: forms.BoundField, value: Any) -> str:
    if value in (None, ""):
        return _("nothing")
    if isinstance(field.field, forms.ChoiceField):
        choices: Any = field.field.choices
        return {str(getattr(key, "value", key)): str(name) for key, name in choices}.get(str(value), str(value))
    if isinstance(field.field, forms.DateField):
        return date_format(value, "DATE_FORMAT")
    return str(value)
