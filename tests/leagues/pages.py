"""What a page of a league says, and what its forms send."""

import re
import uuid
from html import unescape

from scorekeeper.models import Player


def text_of(response: object) -> str:
    """What a page says, without its markup."""
    page = response.content.decode().split("<main", 1)[1]  # type: ignore[attr-defined]
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).replace("\xa0", " ").split())


def seats(*chosen: object, **more: object) -> dict[str, str]:
    """What the form of a table sends: players, or names of somebody new, by seat."""
    said: dict[str, object] = {"submission": uuid.uuid4(), "first_dealer": "0", "table": "1"}
    for seat, one in enumerate(chosen):
        said[f"seat_{seat}"] = one.pk if isinstance(one, Player) else "new"
        said[f"new_{seat}"] = "" if isinstance(one, Player) else one
    return {name: str(value) for name, value in (said | more).items()}
