"""Found a league, and say who belongs to it. Its seasons and nights are in `seasons`.

Knows nothing of requests or forms, and asks nobody whether he may: that is for whoever calls.
"""

import uuid
from collections.abc import Iterable
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.engine import parse_rules, rules_to_json
from scorekeeper.models import League, Membership, User
from scorekeeper.names import clean_title

from .holds import as_seen, hold_league
from .keeping import keep, made_before
from .recounts import mark

Role = Membership.Role


class LeagueSaid(TypedDict, total=False):
    """What can be changed about a league."""

    name: str
    rules: object
    visibility: str


def found_league(
    *,
    name: str,
    by: User,
    rules: object = "iowa",
    visibility: str = League.Visibility.PRIVATE,
    submission: uuid.UUID | None = None,
) -> League:
    """Found a league, its founder the owner; the same submission again returns the league it founded.

    Raises RulesetError, ValidationError for a name or visibility that cannot be, and AlreadyMade where the submission
    founded a league of which something else is said.
    """
    league = League(
        name=clean_title(name),
        visibility=visibility,
        rules=rules_to_json(parse_rules(rules)),
        submission=submission,
    )
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        if (made := made_before(league, League.objects.filter(memberships__user=by))) is not None:
            return made
        keep(league)
        Membership.objects.create(league=league, user=by, role=Role.OWNER)
        mark(league)
    return league


def change_league(league: League, *, seen: str | None = None, **said: Unpack[LeagueSaid]) -> League:
    """Change what is said of a league; what nothing is said of stays. Games that were begun keep their rules.

    Raises as `found_league`, and ChangedMeanwhile where the league is not as it was `seen`.
    """
    with transaction.atomic():
        league = as_seen(league, seen)
        if "name" in said:
            league.name = clean_title(said["name"])
        if "rules" in said:
            league.rules = rules_to_json(parse_rules(said["rules"]))
        league.visibility = said.get("visibility", league.visibility)
        keep(league)
    return league


def owners_needed(users: Iterable[User]) -> list[str]:
    """A sentence for each league that would have no owner any more without these accounts."""
    owners = Membership.objects.filter(role=Role.OWNER, user__is_active=True)
    leagues = League.objects.filter(memberships__in=owners.filter(user__in=users)).distinct()
    left = set(owners.exclude(user__in=users).values_list("league", flat=True))
    return [
        _("%(league)s needs an owner: make somebody else one first.") % {"league": league}
        for league in leagues
        if league.pk not in left
    ]


def set_role(league: League, user: User, role: str | None) -> Membership | None:
    """Give `user` a role in the league, or none. Raises ValidationError where the last owner would go.

    An owner whose account is closed manages nothing, and does not count.
    """
    with transaction.atomic():
        hold_league(league)
        owners = league.memberships.filter(role=Role.OWNER, user__is_active=True)
        if set(owners.values_list("user_id", flat=True)) == {user.pk} and role != Role.OWNER:
            raise ValidationError(_("A league needs an owner: make somebody else one first."), code="owner")
        if role is None:
            league.memberships.filter(user=user).delete()
            return None
        if role not in Role.values:
            raise ValidationError(_("There is no such role."), code="role")
        membership, _made = Membership.objects.update_or_create(league=league, user=user, defaults={"role": role})
    return membership
