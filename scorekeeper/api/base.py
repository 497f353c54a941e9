"""What the views of the API have in common: who may do what in a league or a game, and doing a POST once.

Access is settled before a view's own code, so that a reply that was kept is not given to somebody who has lost it.
"""

import hashlib
import json
import re
from collections.abc import Callable
from functools import wraps
from typing import Any

import django_filters
from django.core.exceptions import ValidationError
from django.forms import IntegerField, NullBooleanField, TextInput
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django_filters.rest_framework import DjangoFilterBackend
from drf_spectacular.utils import extend_schema
from rest_framework import exceptions
from rest_framework.authentication import SessionAuthentication
from rest_framework.generics import GenericAPIView
from rest_framework.pagination import CursorPagination
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scorekeeper.models import Game, League, Token, User
from scorekeeper.roles import Rank, accounts_told_since, can_view, rank_of, refusal
from scorekeeper.services import replies

from .entry import JsonBody, JsonOnly, RateByToken, RateByUser, RateOfNobody, TokenAuthentication
from .problems import Problem

LARGEST_ID = 2**31 - 1
SAFE = ("GET", "HEAD", "OPTIONS")
LONGEST_KEY = 255
# A key of nobody's is all that keeps his reply, with his game's address in it, from others at his network address.
SHORTEST_OPEN_KEY = 16
POSITION = re.compile(r"[0-9]{1,10}", re.ASCII)


class Pages(CursorPagination):
    """A list a page at a time, from wherever one was."""

    page_size = 50
    max_page_size = 200
    page_size_query_param = "page_size"
    ordering = "-pk"

    def decode_cursor(self, request: Request) -> Any:
        """Where the page begins. Raises NotFound for a place that no page has named: each is a whole number."""
        cursor = super().decode_cursor(request)
        if cursor is None or cursor.position is None:
            return cursor
        if not POSITION.fullmatch(cursor.position) or int(cursor.position) > LARGEST_ID:
            raise exceptions.NotFound
        return cursor


class IdFilter(django_filters.NumberFilter):
    """Those of one other thing, by its id."""

    field_class = IntegerField

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST_ID, **more)


class YesNoField(NullBooleanField):
    """A yes or a no. What is neither is told, as it is for every other filter."""

    widget = TextInput
    SAID = {"true": True, "1": True, "false": False, "0": False}

    def to_python(self, value: Any) -> bool | None:  # type: ignore[override]
        if value in (None, ""):
            return None
        if (said := self.SAID.get(str(value).lower())) is None:
            raise ValidationError(_("Say true or false."), code="invalid")
        return said


class YesNoFilter(django_filters.BooleanFilter):
    """Those of which something is so, or is not."""

    field_class = YesNoField


class Listed:
    """A view whose GET is a list: a page at a time, filtered by its `filterset_class` if it has one."""

    pagination_class = Pages
    filter_backends = [DjangoFilterBackend]


class ApiView(GenericAPIView):
    """A view of the API. Whoever comes with a token that only reads changes nothing."""

    authentication_classes = [TokenAuthentication, SessionAuthentication]
    throttle_classes = [RateByToken, RateByUser, RateOfNobody]
    parser_classes = [JsonBody]
    content_negotiation_class = JsonOnly
    http_method_names = ["get", "post", "put", "patch", "delete", "head"]
    pagination_class: Any = None
    filter_backends: list[Any] = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        # A method that there is not is told so (405) before anything else.
        if request.method.lower() not in self.http_method_names or not hasattr(self, request.method.lower()):
            return
        if request.method not in SAFE and isinstance(request.auth, Token) and request.auth.scope != Token.Scope.WRITE:
            self.admit(request, **kwargs)
            raise exceptions.PermissionDenied(_("This token may only read."))
        self.admit(request, **kwargs)

    def admit(self, request: Request, **kwargs: Any) -> None:
        """Find what the address names. Raises Http404 or PermissionDenied for those whom it is not for."""

    @property
    def user(self) -> User | None:
        """The account of whoever asks."""
        return self.request.user if isinstance(self.request.user, User) else None

    @property
    def who(self) -> str:
        """Who asks, for the keys of requests that may come again."""
        if isinstance(self.request.auth, Token):
            return f"token {self.request.auth.pk}"
        if self.user is not None:
            return f"user {self.user.pk}"
        return f"address {self.request.META.get('REMOTE_ADDR', '')}"[:80]

    @property
    def shortest_key(self) -> int:
        """How long the keys of whoever asks have to be."""
        return SHORTEST_OPEN_KEY if self.user is None else 1

    def admit_again(self, body: Any) -> None:
        """Settle whether a reply that was kept is still for whoever asks, where `admit` cannot: raises as that does."""

    def signed_in(self) -> User:
        """The account of whoever asks. Raises NotAuthenticated for nobody."""
        if self.user is None:
            raise exceptions.NotAuthenticated(_("Sign in, or send a token."))
        return self.user

    def page(self, queryset: Any) -> tuple[list[Any], Callable[[Any], Response]]:
        """The page of `queryset` that is asked for, and what makes the answer of its items."""
        found = self.paginate_queryset(self.filter_queryset(queryset))
        return list(found or ()), self.get_paginated_response


class LeagueView(ApiView):
    """A view in the league that the address names, or one of which it names something.

    `needs` is how far one has to reach for a method; without it everybody who may see the league may ask.
    """

    needs: dict[str, Rank] = {}
    league: League
    rank: Rank

    @property
    def is_member(self) -> bool:
        """Whether whoever asks may see the names of accounts here."""
        return self.rank > Rank.NOBODY

    def admit(self, request: Request, **kwargs: Any) -> None:
        league = self.find_league(**kwargs)
        self.enter(league, self.needs.get(request.method, Rank.NOBODY))

    def find_league(self, **kwargs: Any) -> League:
        return get_object_or_404(League, slug=kwargs["slug"])

    def enter(self, league: League, needs: Rank) -> None:
        """Come into `league`. Raises Http404 where it is not there for whoever asks, PermissionDenied where he may
        only look, NotAuthenticated where nobody has said who he is.
        """
        self.league, self.rank = league, rank_of(self.request.user, league)
        if not can_view(self.rank, league):
            raise Http404
        if self.rank < needs:
            self.signed_in()
            raise exceptions.PermissionDenied(refusal(needs))


class GameView(LeagueView):
    """A view of the game whose key the address has: by its league's roles, or by the key alone."""

    needs = dict.fromkeys(("POST", "PUT", "PATCH", "DELETE"), Rank.SCORER)
    game: Game
    rank = Rank.NOBODY

    def told(self) -> dict[str, Any]:
        """For the shapes: from when on whoever asks may be told the names of accounts."""
        since = accounts_told_since(self.rank, self.game)
        return {"is_member": since is not None, "since": since}

    def admit(self, request: Request, **kwargs: Any) -> None:
        games = Game.objects.select_related("league", "night")
        self.game = get_object_or_404(games, key=kwargs["key"])
        if self.game.league is not None:
            self.enter(self.game.league, self.needs.get(request.method, Rank.NOBODY))
        if self.game.is_demo and request.method not in SAFE:
            raise exceptions.PermissionDenied(_("This game is there to look at only."))

    @property
    def who(self) -> str:
        return super().who if self.user is not None else f"game {self.game.key}"

    @property
    def shortest_key(self) -> int:
        return 1


Method = Callable[..., Response]


def once(method: Method) -> Method:
    """A POST that is done once, however often it comes with the same Idempotency-Key; always one transaction."""

    @wraps(method)
    def done(view: ApiView, request: Request, *args: Any, **kwargs: Any) -> Response:
        key = request.headers.get("Idempotency-Key")
        if key is None:
            return replies.whole(lambda: method(view, request, *args, **kwargs))
        if not view.shortest_key <= len(key) <= LONGEST_KEY or "\0" in key:
            raise _no_key(view.shortest_key)

        def work() -> replies.Answered:
            response = method(view, request, *args, **kwargs)
            body = json.loads(JSONRenderer().render(response.data) or b"null")
            return replies.Answered(response.status_code, body, dict(response.headers))

        answered, is_kept = replies.once(view.who, key, _fingerprint(request), work)
        if is_kept:
            view.admit_again(answered.body)
        headers = {**answered.headers, **({"Idempotent-Replayed": "true"} if is_kept else {})}
        return Response(answered.body, status=answered.status, headers=headers)

    return done


def _no_key(shortest: int) -> Problem:
    if shortest > 1:
        return Problem(
            400,
            "weak-key",
            _(
                "Without an account an Idempotency-Key has %(shortest)s to 255 characters, drawn at random: whoever "
                "guesses it gets the reply."
            )
            % {"shortest": shortest},
        )
    return Problem(400, "", _("An Idempotency-Key has 1 to 255 characters."))


def _fingerprint(request: Request) -> str:
    said = [request.method, request.get_full_path(), request.headers.get("If-Match", ""), request.data]
    return hashlib.sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()


def says(operation: str, answer: Any = None, *, takes: Any = None, status: int = 200, **more: Any) -> Any:
    """What the documentation says of a method."""
    return extend_schema(operation_id=operation, request=takes, responses={status: answer}, **more)
