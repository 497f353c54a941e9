"""How a request comes in: whose it is, how many more he may send, and what it says.

Tokens and sessions are checked here, and bodies are read; what anybody may do is for `base`.
"""

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from django.conf import settings
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import BaseAuthentication
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from scorekeeper.models import Token, User
from scorekeeper.origin import address_of
from scorekeeper.services import token_of

from .problems import Problem, invalid

DEEPEST = 40
Shape = TypeVar("Shape", bound=Serializer)


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer pepper_…`: the account that made the token, as far as the token reaches."""

    def authenticate(self, request: Request) -> tuple[User, Token] | None:
        kind, _space, key = request.META.get("HTTP_AUTHORIZATION", "").partition(" ")
        if kind.lower() != "bearer":
            return None
        token = token_of(key.strip())
        if token is None:
            raise exceptions.AuthenticationFailed(_("This token is none, or not any more."))
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """What the documentation says of tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A token made on the page of one's account."}


class JsonOnly(BaseContentNegotiation):
    """There is nothing but JSON to give, whatever the client would like best."""

    def select_parser(self, request: Request, parsers: list[Any]) -> Any:
        media = request.content_type.partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == media), None)

    def select_renderer(self, request: Request, renderers: list[Any], format_suffix: Any = None) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class JsonBody(BaseParser):
    """A JSON object that is not too large and holds nothing that cannot be stored."""

    media_type = "application/json"

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        body = stream.read(most + 1)
        if len(body) > most:
            raise Problem(413, "", _("That is too much at once."))
        try:
            said = json.loads(body.decode(), parse_constant=_no_number)
            # The texts in it can be written, and no database stumbles over a NUL.
            if "\0" in _all_text(said):
                raise ValueError(_("a text has the character NUL"))
        except (ValueError, RecursionError) as error:
            raise exceptions.ParseError(_("This cannot be read as JSON: %(reason)s.") % {"reason": error}) from None
        if not isinstance(said, dict):
            raise exceptions.ParseError(_("Send a JSON object."))
        return said


def _no_number(text: str) -> float:
    raise ValueError(_("%(text)s is no number of JSON") % {"text": text})


def _all_text(said: object) -> str:
    """All texts of a JSON value in one. Raises ValueError for half a character, and where it is nested too deep."""
    texts: list[str] = []
    waiting = [(said, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > DEEPEST:
            raise ValueError(_("it is nested too deep"))
        match value:
            case str() as text:
                texts.append(text)
            case dict() as values:
                waiting += [(one, depth + 1) for pair in values.items() for one in pair]
            case list() as items:
                waiting += [(one, depth + 1) for one in items]
    joined = "".join(texts)
    joined.encode()
    return joined


def read(shape: type[Shape], request: Request, **more: Any) -> Mapping[str, Any]:
    """What the body says, as `shape` has it. Raises a Problem (422) where it says something else."""
    form = shape(data=request.data, **more)
    if not form.is_valid():
        raise invalid(form.errors)
    said: Mapping[str, Any] = form.validated_data
    return said


class _Rate(SimpleRateThrottle):
    """So many requests a minute; the setting DEFAULT_THROTTLE_RATES can say another rate for the scope."""

    usual_rate = ""

    def get_rate(self) -> str:
        return api_settings.DEFAULT_THROTTLE_RATES.get(self.scope) or self.usual_rate

    def ident(self, request: Request) -> object:
        """Whom this counts, None for somebody whom it does not."""
        raise NotImplementedError

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        ident = self.ident(request)
        return None if ident is None else self.cache_format % {"scope": self.scope, "ident": ident}


class RateByToken(_Rate):
    """One program."""

    scope, usual_rate = "token", "600/min"

    def ident(self, request: Request) -> object:
        return request.auth.pk if isinstance(request.auth, Token) else None


class RateByUser(_Rate):
    """All that one account does here."""

    scope, usual_rate = "user", "1200/min"

    def ident(self, request: Request) -> object:
        return request.user.pk if isinstance(request.user, User) else None


class RateOfNobody(_Rate):
    """Requests of nobody in particular, from one address."""

    scope, usual_rate = "nobody", "600/min"

    def ident(self, request: Request) -> object:
        return None if isinstance(request.user, User) else address_of(request)
