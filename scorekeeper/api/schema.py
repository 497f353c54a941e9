"""The API's description (OpenAPI) and the page that shows it.

Adds what every method has in common: the problems it may answer, and the keys for requests that may come again.
"""

from typing import Any

from csp.constants import SELF
from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import SessionAuthentication

CHANGEABLE = ("Hand", "League", "Season", "Night", "Player")
PROBLEM = {
    "type": "object",
    "description": "What went wrong (RFC 9457).",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {"type": "object", "additionalProperties": True, "description": "Sentences by field."},
        "findings": {
            "type": "array",
            "items": {"type": "object", "additionalProperties": True},
            "description": "What the engine has against a hand (docs/record.md, Answers).",
        },
        "next_number": {"type": "integer", "description": "The number of the hand to come."},
        "current": {"anyOf": [{"$ref": f"#/components/schemas/{name}Out"} for name in CHANGEABLE]},
        "seen": {"oneOf": [{"$ref": "#/components/schemas/VersionOut"}, {"type": "null"}]},
        "sent": {"type": "object", "additionalProperties": True},
    },
}
EVERYWHERE = ("401", "403", "404", "405", "429", "503")
WITH_BODY = ("400", "409", "413", "415", "422")
WORDS = {
    "400": "What was sent cannot be read.",
    "401": "The token is none, or one has to sign in.",
    "403": "One may look, but not do this.",
    "404": "There is nothing here, or not for whoever asks.",
    "405": "There is no such method here.",
    "409": "It was done, or changed, by somebody else meanwhile.",
    "413": "That is too much at once.",
    "415": "Send application/json.",
    "422": "What was sent can be read, and cannot be.",
    "428": "If-Match is missing.",
    "429": "Too many requests.",
    "503": "The database is busy. Nothing was done; send it again after Retry-After.",
}
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "required": False,
    "schema": {"type": "string", "minLength": 1, "maxLength": 255},
    "description": "The same request with the same key is done once; after that its reply comes again. "
    "Without an account, a game is begun only under a key of at least 16 characters.",
}


def add_problems(result: dict[str, Any], generator: Any, request: Any, public: bool) -> dict[str, Any]:
    """Say of every method what may go wrong."""
    result["components"]["schemas"]["Problem"] = PROBLEM
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            responses = operation["responses"]
            if path == "/api/score/":
                # It asks nobody who he is, and answers whatever it can read.
                responses.update({status: _problem(WORDS[status]) for status in ("405", "413", "415", "429")})
                continue
            parameters = operation.setdefault("parameters", [])
            statuses = list(EVERYWHERE)
            if method in ("post", "put", "patch"):
                statuses += WITH_BODY
            elif any(one["in"] == "query" for one in parameters):
                statuses.append("400")
            elif method == "delete":
                statuses.append("422")
            if any(one["name"] == "If-Match" and one.get("required") for one in parameters):
                statuses.append("428")
            if method == "post":
                parameters.append(KEY)
            for status in sorted(statuses):
                responses.setdefault(status, _problem(WORDS[status]))
    return result


def _problem(words: str) -> dict[str, Any]:
    schema = {"schema": {"$ref": "#/components/schemas/Problem"}}
    return {"description": words, "content": {"application/problem+json": schema}}


class Schema(SpectacularJSONAPIView):
    """The description, for programs."""

    schema = None
    authentication_classes: list[Any] = []
    throttle_classes: list[Any] = []


# Its icons are pictures inside its own stylesheet; all else stays as strict as everywhere.
@method_decorator(csp_update({"img-src": [SELF, "data:"]}), name="dispatch")
class Docs(SpectacularSwaggerSplitView):
    """The description, for people."""

    schema = None
    url_name = "api:schema"
    template_name = "scorekeeper/api_docs.html"
    # Only so that the bar above says who is signed in.
    authentication_classes = [SessionAuthentication]
    throttle_classes: list[Any] = []
