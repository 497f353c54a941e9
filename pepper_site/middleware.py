"""What every page passes through: readable cookies, the viewer's time zone, and no private page in a shared cache.

It knows requests and responses, never games.
"""

import functools
from collections.abc import Callable
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.cache import patch_cache_control

GetResponse = Callable[[HttpRequest], HttpResponseBase]

ZONE_COOKIE = "tz"


@functools.cache
def _zone_names() -> frozenset[str]:
    """All names of zones; to find them takes reading a folder, once."""
    return frozenset(available_timezones())


def viewer_zone(get_response: GetResponse) -> GetResponse:
    """Show times in the zone named by the viewer's `tz` cookie; a name that is no zone is ignored."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        name = request.COOKIES.get(ZONE_COOKIE, "")
        zone = ZoneInfo(name) if name in _zone_names() else None
        with timezone.override(zone):
            return get_response(request)

    return middleware


def readable_cookies(get_response: GetResponse) -> GetResponse:
    """Pass over cookies that no browser got from this site: a database stumbles over what cannot be printed."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        for name in [name for name, value in request.COOKIES.items() if not value.isprintable()]:
            del request.COOKIES[name]
        return get_response(request)

    return middleware


def private_pages(get_response: GetResponse) -> GetResponse:
    """Keep pages in the viewer's browser only, since a game's address is its key.

    A view that says something about caching itself is left alone.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware
