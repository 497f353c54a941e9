"""The choices of a model as they are written on buttons: with a capital."""

from django.db.models import Choices
from django.utils.text import capfirst


def as_labels(choices: type[Choices]) -> list[tuple[str, str]]:
    """Each value and its label, which inside a sentence has a small letter."""
    return [(value, capfirst(label)) for value, label in choices.choices]
