"""What a role in a league may do.

Whoever may not see a league is told that there is none.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import IntEnum

from django.utils.translation import gettext as _

from scorekeeper.models import Game, League, Membership, User

Role = Membership.Role
ALWAYS = datetime.min.replace(tzinfo=UTC)


class Rank(IntEnum):
    """How far a role reaches: each may do what those below may."""

    NOBODY = 0
    VIEWER = 1
    PLAYER = 2
    SCORER = 3
    OWNER = 4


_RANKS = {Role.OWNER: Rank.OWNER, Role.SCORER: Rank.SCORER, Role.PLAYER: Rank.PLAYER, Role.VIEWER: Rank.VIEWER}


def rank_of(user: object, league: League) -> Rank:
    """How far `user`, who may be nobody, reaches in `league`. One query."""
    if isinstance(user, User) and user.is_active:
        membership = Membership.objects.filter(league=league, user=user).first()
        if membership is not None:
            return _RANKS[Role(membership.role)]
    return Rank.NOBODY


def can_view(rank: Rank, league: League) -> bool:
    """Whether the league exists for somebody of this rank."""
    return rank >= Rank.VIEWER or league.visibility == League.Visibility.PUBLIC


def can_score(rank: Rank) -> bool:
    """Whether hands, games and nights may be entered and corrected."""
    return rank >= Rank.SCORER


def can_manage(rank: Rank) -> bool:
    """Whether members, rules, seasons and players may be changed."""
    return rank >= Rank.OWNER


def can_score_game(rank: Rank, game: Game) -> bool:
    """Whether somebody of this rank in the league of `game`, if it has one, may enter and correct its hands."""
    return not game.is_demo and (game.league_id is None or can_score(rank))


def accounts_told_since(rank: Rank, game: Game) -> datetime | None:
    """From when on the accounts that scored `game` are named to somebody of this rank in its league; None: never.

    Once it has left a league, what was said before its present one is named to nobody. One query, or none.
    """
    if game.league_id is not None and rank == Rank.NOBODY:
        return None
    claims = list(game.claims.order_by("pk").values_list("made_at", flat=True))
    if game.league_id is None:
        return None if claims else ALWAYS
    return claims[-1] if len(claims) > 1 else ALWAYS


def refusal(needs: Rank) -> str:
    """What to tell somebody who may look, but not do this."""
    if needs >= Rank.OWNER:
        return _("Only an owner of this league may do that.")
    if needs <= Rank.PLAYER:
        return _("Only members of this league may see that.")
    return _("Only scorers and owners of this league may do that. An owner can make you one.")
