"""Changing what is there as whoever asks has seen it (If-Match)."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper import services
from scorekeeper.seen import Changeable, state_of

from .problems import Problem

_TAG = re.compile(r'(?:W/)?"([^"]*)"')
MATCH = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, description="The ETag of what you saw; without one, that of now."
)
MUST_MATCH = OpenApiParameter(
    "If-Match",
    str,
    OpenApiParameter.HEADER,
    required=True,
    description='The ETag of what you saw, such as "12-3".',
)

Answer = Callable[[Any], dict[str, Any]]


def tags_of(request: Request) -> list[str]:
    """The tags in If-Match."""
    return _TAG.findall(request.headers.get("If-Match", ""))


def shown(thing: Changeable, answer: Answer) -> Response:
    """`thing` with its ETag."""
    body = answer(thing)
    return Response(body, headers={"ETag": body["etag"]})


def change(
    request: Request,
    thing: Any,
    answer: Answer,
    do: Callable[..., Any],
    said: Mapping[str, Any],
    *,
    must_match: bool = False,
) -> Response:
    """Have the service `do` what was `said` of `thing`, if that is still as it was seen; nothing else is written.

    Raises a Problem with it as it is now where it is not (409), and where nobody says what he saw but has to (428).
    """
    tags = tags_of(request)
    seen = state_of(thing) if tags else None
    if not tags and must_match:
        raise Problem(428, "if-match", _("Say in If-Match which version you saw: its ETag."))
    try:
        if tags and seen not in tags:
            raise services.ChangedMeanwhile(thing)
        return shown(do(thing, seen=seen, **said), answer)
    except services.ChangedMeanwhile as stale:
        raise Problem(
            409,
            "changed",
            _("Somebody changed this meanwhile."),
            current=answer(stale.now),
            sent=request.data,
        ) from None
