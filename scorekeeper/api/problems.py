"""Everything that goes wrong, as problem details (RFC 9457): one handler for every view of the API.

Knows what the services raise and which status that is; nothing of any one view.
"""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS, PermissionDenied, ValidationError
from django.core.signals import got_request_exception
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.response import Response

from scorekeeper import services
from scorekeeper.busy import RETRY_AFTER, is_busy
from scorekeeper.engine import RulesetError
from scorekeeper.sentences import sentence
from scorekeeper.services import replies
from scorekeeper.texts import say_why

CONTENT_TYPE = "application/problem+json"
WHOLE = "__all__"

log = logging.getLogger("django.request")


class Problem(Exception):
    """An answer that is none: `name` is what kind of problem, `extra` what a program may want to know."""

    def __init__(self, status: int, name: str, detail: str, **extra: Any) -> None:
        super().__init__(detail)
        self.status, self.name, self.detail, self.extra = status, name, detail, extra
        self.headers: dict[str, str] = {}


def invalid(errors: Mapping[str, Any], detail: str = "") -> Problem:
    """What was sent can be read, and cannot be: `errors` are sentences by field."""
    return Problem(422, "invalid", detail or _("Something in what was sent cannot be."), errors=errors)


def handle(exc: Exception, context: Mapping[str, Any]) -> Response:
    """Answer an exception; one that nobody expected is logged, and tells nothing."""
    problem = problem_of(exc)
    if problem is None:
        request = context["request"]
        log.exception("Internal Server Error: %s", request.path, exc_info=exc)
        # As Django does where it handles one itself.
        got_request_exception.send(sender=type(context["view"]), request=request._request)
        problem = Problem(500, "", _("Something went wrong on our side."))
    body = {
        "type": f"urn:pepper:{problem.name}" if problem.name else "about:blank",
        "title": HTTPStatus(problem.status).phrase,
        "status": problem.status,
        "detail": problem.detail,
        **problem.extra,
    }
    return Response(body, status=problem.status, headers=problem.headers, content_type=CONTENT_TYPE)


def problem_of(exc: Exception) -> Problem | None:
    """The problem that an exception means; None for one that nobody expects."""
    if is_busy(exc):
        log.error("The database could not be used: %s", exc)
        problem = Problem(503, "busy", _("The site could not keep this just now. Nothing was saved; send it again."))
        problem.headers["Retry-After"] = str(RETRY_AFTER)
        return problem
    match exc:
        case Problem():
            return exc
        case Http404() | exceptions.NotFound():
            # Word for word the same whether there is nothing or it is not for you.
            return Problem(404, "", _("There is nothing here."))
        case PermissionDenied():
            return Problem(403, "", str(exc) or _("You may not do that."))
        case exceptions.ValidationError():
            errors = exc.detail if isinstance(exc.detail, dict) else {WHOLE: exc.detail}
            return Problem(400, "", _("Something in the address cannot be."), errors=errors)
        case exceptions.APIException():
            return _usual(exc)
        case RulesetError():
            said = [sentence(reason) for reason in exc.reasons]
            return invalid({"rules": said}, " ".join(said))
        case ValidationError():
            return invalid(_by_field(exc), " ".join(exc.messages))
        case replies.KeyUsed():
            return Problem(422, "key-used", _("This Idempotency-Key came with another request before."))
        case services.AskedTooOften():
            problem = Problem(429, "", str(exc))
            problem.headers["Retry-After"] = str(exc.seconds)
            return problem
    return _of_a_hand(exc)


def _of_a_hand(exc: Exception) -> Problem | None:
    match exc:
        case services.HandRefused():
            findings = [finding.to_json() for finding in exc.answer.findings]
            return Problem(422, "hand-refused", _("This hand cannot be kept."), findings=findings)
        case services.EndsOtherwise():
            found = exc.ending
            return Problem(409, "ends-otherwise", " ".join(found.changes), changes=found.changes, ending=found.token)
        case services.GameIsOver():
            return Problem(409, "game-over", _("The game is over."))
        case services.ReasonNeeded():
            sentence = say_why()
            return Problem(422, "reason-needed", sentence, errors={"reason": [sentence]})
        case services.HandNumberTaken():
            return Problem(409, "number-taken", _("This number has its hand already."), next_number=exc.next_number)
        case services.HandOutOfTurn():
            return Problem(
                409, "out-of-turn", _("The game has gone on, or is not that far."), next_number=exc.next_number
            )
    return None


def _usual(exc: exceptions.APIException) -> Problem:
    problem = Problem(exc.status_code, "", str(exc.detail))
    if isinstance(exc, exceptions.Throttled):
        # REST framework leaves the second sentence in English.
        problem.detail = _("Too many requests. Wait a little.")
    if (auth := getattr(exc, "auth_header", None)) is not None:
        problem.headers["WWW-Authenticate"] = auth
    if (wait := getattr(exc, "wait", None)) is not None:
        problem.headers["Retry-After"] = str(max(1, round(wait + 0.5)))
    return problem


def _by_field(error: ValidationError) -> dict[str, list[str]]:
    if hasattr(error, "error_dict"):
        return {
            WHOLE if name == NON_FIELD_ERRORS else name: [str(text) for one in errors for text in one.messages]
            for name, errors in error.error_dict.items()
        }
    return {getattr(error, "code", None) or WHOLE: error.messages}
