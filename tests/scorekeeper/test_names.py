"""Which names may stand on a score sheet."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.names import LONGEST, clean_name, clean_names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Nora", "Nora"),
        ("  Nora \t B  ", "Nora B"),
        ("סמדר", "סמדר"),
        ("\N{FAMILY}", "\N{FAMILY}"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("e\u0301lise", "élise"),
        ("<b>Wes</b>", "<b>Wes</b>"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
    ids=repr,
)
def test_kept(typed: str, kept: str) -> None:
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "required"),
        (" \n ", "required"),
        ("x" * (LONGEST + 1), "too-long"),
        ("x" * 10_000, "too-long"),
        ("\u200b", "invisible"),
        ("\u200d\ufe0f", "invisible"),
        ("\u3164", "invisible"),
        ("\u0301", "invisible"),
        ("No\x00ra", "control"),
        ("No\x1bra", "control"),
        ("\u202eNora", "control"),
        ("\ud83d", "control"),
    ],
    ids=repr,
)
def test_refused(typed: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        clean_name(typed)
    assert refused.value.code == code


@pytest.mark.parametrize("second", ["Nora", "NORA", " nora ", "Ｎｏｒａ"])
def test_two_with_one_name_are_refused(second: str) -> None:
    with pytest.raises(ValidationError, match="Two players are called"):
        clean_names(["Nora", "Eli", second])


@given(st.text())
def test_any_text_is_kept_or_refused_in_words(text: str) -> None:
    try:
        name = clean_name(text)
    except ValidationError:
        return
    assert 1 <= len(name) <= LONGEST
    assert clean_name(name) == name


@pytest.mark.parametrize("unseen", ["\u200b", "\u200e", "\u2060", "\u00ad", "\ufe0f", "\U000e0101"])
def test_two_names_that_look_alike_are_one(unseen: str) -> None:
    with pytest.raises(ValidationError):
        clean_names(["Ann", f"Ann{unseen}"])


def test_joiners_stay_in_a_name() -> None:
    assert clean_names(["\U0001f469\u200d\U0001f33e", "\u0645\u06cc\u200c\u062e"])[0] == "\U0001f469\u200d\U0001f33e"
