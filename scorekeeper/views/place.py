"""The door of a league: who may come in, how far, and what the others are told.

A league that somebody may not see is not there for him: 404, the same as for one that does not exist.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from scorekeeper.models import League
from scorekeeper.roles import Rank, can_manage, can_score, can_view, rank_of, refusal

from .entrance import sign_in_first

View = Callable[..., HttpResponse]


@dataclass(frozen=True)
class Place:
    """A league, and how far whoever asks reaches in it."""

    league: League
    rank: Rank

    @property
    def is_member(self) -> bool:
        return self.rank > Rank.NOBODY

    @property
    def what_you_may(self) -> str:
        """The reader's role in a sentence."""
        if self.can_manage:
            return _("You are an owner: you may change everything here.")
        if self.can_score:
            return _("You are a scorer: you may open nights and enter games.")
        return _("You may look at everything here; scorers and owners enter games.")

    @property
    def can_score(self) -> bool:
        return can_score(self.rank)

    @property
    def can_manage(self) -> bool:
        return can_manage(self.rank)


def league_page(needs: Rank = Rank.NOBODY) -> Callable[[View], View]:
    """A page of a league, for those who reach as far as `needs`. The view gets a Place where its address has a slug.

    Who may look but not do this is told so (403); nobody in particular is asked to sign in, with what he typed kept.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, *args: Any, **kwargs: Any) -> HttpResponse:
            league = League.objects.filter(slug=slug).first()
            rank = rank_of(request.user, league) if league else Rank.NOBODY
            if league is None or not can_view(rank, league):
                if request.method == "POST" and not request.user.is_authenticated:
                    # A member whose session has ended keeps what he typed; it tells nobody whether there is a league.
                    return sign_in_first(request, status=404)
                raise Http404
            if rank < needs:
                if not request.user.is_authenticated:
                    return sign_in_first(request)
                raise PermissionDenied(refusal(needs))
            return view(request, Place(league, rank), *args, **kwargs)

        return guarded

    return decorate
