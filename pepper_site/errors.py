"""What is answered where a page cannot be: a request that cannot be read, and a database that cannot be reached.

It knows requests and errors, never games.
"""

import logging
import sys
from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string

from scorekeeper.busy import RETRY_AFTER, is_busy

logger = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponseBase]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for a request that cannot be read, or is too large to be.

    Django's own one looks into the form for its token, and so stumbles a second time over what cannot be read.
    """
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return render(request, "413.html", status=413)
    return render(request, "400.html", status=400)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The page for an address where nothing is.

    Django's own one looks into the form for its token, and so stumbles where that cannot be read or is too large.
    """
    return render(request, "404.html", status=404)


def utf8_only(get_response: GetResponse) -> GetResponse:
    """Refuse what says that it is not UTF-8: no page of ours sends that, and some names of charsets cannot be read."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower().replace("-", "") not in ("utf8", "usascii"):
            return bad_request(request, BadRequest(charset))
        return get_response(request)

    return middleware


class BusyMiddleware:
    """Answers 503 where the database is locked, full or out of reach: nothing was saved, and it may be sent again."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """The page that says so, None for any other error."""
        return _busy(request, exception) if is_busy(exception) else None


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for what nobody expected; for a database that was lost on the way out, the one that says so."""
    error = sys.exc_info()[1]
    if error is not None and is_busy(error):
        return _busy(request, error)
    return HttpResponse(render_to_string("500.html"), status=500)


def _busy(request: HttpRequest, error: BaseException) -> HttpResponse:
    logger.error("The database could not be used: %s", error)
    # Nothing that may be asked of the database: neither who is signed in nor what is to be told him.
    page = render_to_string("503.html", {"is_read": request.method in ("GET", "HEAD")})
    return HttpResponse(page, status=503, headers={"Retry-After": str(RETRY_AFTER)})
