"""POST /api/score/: check and score hands and games, as `manage.py score` does (docs/record.md, Answers).

Knows requests and statuses. Keeps nothing, asks for no account, and leaves every answer to the engine.
"""

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scorekeeper.jsonlines import either_reply
from scorekeeper.origin import address_of

JSON = "application/json"
JSON_LINES = "application/x-ndjson"
MOST_LINES = 1_000


class TooLarge(APIException):
    """More was sent than is read at once."""

    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = _("That is too much at once: send fewer hands, or score them from a file.")


class UnknownMediaType(APIException):
    """What was sent does not call itself JSON."""

    status_code = status.HTTP_415_UNSUPPORTED_MEDIA_TYPE
    default_detail = _("Send one hand or game as application/json, or one a line as application/x-ndjson.")


class RateByAddress(SimpleRateThrottle):
    """So many requests from one address; the setting DEFAULT_THROTTLE_RATES can say another rate for "score"."""

    scope = "score"
    usual_rate = "600/min"

    def get_rate(self) -> str:
        return api_settings.DEFAULT_THROTTLE_RATES.get(self.scope) or self.usual_rate

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return self.cache_format % {"scope": self.scope, "ident": address_of(request)}


class ScoreView(APIView):
    """Take {"id", "rules", "hand"} or {"id", "game"} and answer what the command answers.

    The status is 200 for all that was answered, good hand or bad, and 400 only for what is no JSON.
    """

    http_method_names = ["post"]
    throttle_classes = [RateByAddress]

    @extend_schema(
        operation_id="score",
        request={JSON: OpenApiTypes.OBJECT, JSON_LINES: OpenApiTypes.STR},
        responses={
            (200, JSON): OpenApiResponse(OpenApiTypes.OBJECT, "The engine's answer (docs/record.md, Answers)."),
            (200, JSON_LINES): OpenApiResponse(OpenApiTypes.STR, "One answer a line."),
            (400, JSON): OpenApiResponse(OpenApiTypes.OBJECT, "That was no JSON."),
        },
    )
    def post(self, request: Request) -> HttpResponse:
        match request.content_type.partition(";")[0].strip().lower():
            case "application/json":
                reply = either_reply(self._body(request), 1)
                answered = status.HTTP_200_OK if reply.is_json else status.HTTP_400_BAD_REQUEST
                return HttpResponse(reply.line, status=answered, content_type=JSON)
            case "application/x-ndjson":
                lines = self._body(request).removesuffix(b"\n").split(b"\n")
                if len(lines) > MOST_LINES:
                    raise TooLarge
                answers = (either_reply(line, number).line for number, line in enumerate(lines, 1))
                return HttpResponse(b"".join(answers), content_type=JSON_LINES)
            case _other:
                raise UnknownMediaType

    def _body(self, request: Request) -> bytes:
        """What was sent. Raises TooLarge where that is more than the site reads, whatever length it claims."""
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body: bytes = request.read(most + 1)
        if len(body) > most:
            raise TooLarge
        return body

    def perform_content_negotiation(self, request: Request, force: bool = False) -> tuple[JSONRenderer, str]:
        """It has nothing but JSON to give, whatever the client would like best."""
        return JSONRenderer(), JSON
