"""What is answered where a page cannot be: a request that cannot be read, and a database that cannot be reached.

It knows requests and errors, never games.
"""

import logging
from collections.abc import Callable

from django.core.exceptions import BadRequest, RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

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
        if not is_busy(exception):
            return None
        logger.error("The database could not be used: %s", exception)
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = str(RETRY_AFTER)
        return response
