"""What may stand as a line that somebody typed: a reason, a ruling, a name, a place. Pure: knows texts only.

Any script and any emoji is welcome; what nobody could see, no database would keep, or turns the page around it is not.
"""

import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scorekeeper.engine.visible import says_something

# They turn the text around them, on this page and on every other that shows it.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean_line(text: str) -> str:
    """Return a line as it is kept: trimmed, with single spaces, in its composed form; "" where nothing can be seen.

    Raises ValidationError, in words, where a character of it cannot be shown.
    """
    line = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(unicodedata.category(sign) in ("Cc", "Cs") or sign in _TURNING for sign in line):
        raise ValidationError(_("There is a character in this text that cannot be shown."), code="control")
    return line if says_something(line) else ""


def said_line(text: str) -> str:
    """Return a line that must say something, as `clean_line` does. Raises ValidationError where it says nothing."""
    line = clean_line(text)
    if not line:
        raise ValidationError(nothing_to_see(), code="invisible")
    return line


def say_why() -> str:
    """What to say where something of a final night is changed without a reason."""
    return _("This night is final: say in a few words why it is changed.")


def say_why_now() -> str:
    """The same where the form was opened before the night was final."""
    return _("This night became final meanwhile: say in a few words why it is changed.")


def nothing_to_see() -> str:
    """What to say of a text that is there and that nobody can see."""
    return _("Nothing of this can be seen. Type something that can.")


def changed_meanwhile() -> str:
    """That somebody else changed the hand on the page."""
    return _("Somebody changed this hand meanwhile. Here it is as it is now; send it once more if it still holds.")
