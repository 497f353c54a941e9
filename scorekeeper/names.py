"""What may stand as a name of a player, a league or a season. Pure: knows texts, never games or people.

Any script and any emoji is welcome; what nobody could see or tell apart is not.
"""

import unicodedata
from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from .texts import clean_line, said_line

LONGEST = 40


def clean_name(text: str) -> str:
    """Return the name as it is kept: trimmed, with single spaces, in its composed form.

    Raises ValidationError, in words, where it is empty, invisible, too long or holds control characters.
    """
    if not text.strip():
        raise ValidationError(_("Every player needs a name."), code="required")
    name = clean_line(text)
    if not name:
        raise ValidationError(_("Nothing of this name can be seen. Type one that can."), code="invisible")
    if len(name) > LONGEST:
        raise ValidationError(
            ngettext(
                "A name has at most %(longest)s character; this one has %(count)s.",
                "A name has at most %(longest)s characters; this one has %(count)s.",
                LONGEST,
            )
            % {"longest": LONGEST, "count": len(name)},
            code="too-long",
        )
    return name


def clean_title(text: str) -> str:
    """Return the name of a league or a season as it is kept: trimmed, with single spaces.

    Raises ValidationError, by the field `name`, where nothing of it can be seen, or something cannot be shown.
    """
    try:
        return said_line(text)
    except ValidationError as error:
        raise ValidationError({"name": error}) from None


def clean_names(texts: Sequence[str]) -> list[str]:
    """Return all names at one table as they are kept.

    Raises ValidationError where one is no name, or where two players could not be told apart.
    """
    names = [clean_name(text) for text in texts]
    seen: set[str] = set()
    for name in names:
        if (key := sounds_like(name)) in seen:
            raise ValidationError(same_name(name), code="twice")
        seen.add(key)
    return names


def sounds_like(name: str) -> str:
    """What two names have in common that people would take for one: "NORA" and "Nora"."""
    seen = "".join(sign for sign in name if unicodedata.category(sign) != "Cf" and not _is_selector(sign))
    return unicodedata.normalize("NFKC", seen).casefold()


def same_name(name: str) -> str:
    """What to say where a second player has this name."""
    return _("Two players are called %(name)s. Add a letter, such as “%(name)s B”.") % {"name": name}


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"
