"""Found a league, and say who belongs to it. Its seasons and nights are in `seasons`.

Knows nothing of requests or forms, and asks nobody whether he may: that is for whoever calls.
"""

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.engine import parse_rules, rules_to_json
from scorekeeper.models import League, Membership, User
from scorekeeper.names import clean_title

from .locking import as_seen
from .recounts import mark

Role = Membership.Role


def found_league(*, name: str, by: User, rules: object = "iowa", visibility: str = League.Visibility.PRIVATE) -> League:
    """Found a league, its founder the owner.

    Raises RulesetError, and ValidationError for a name or visibility that cannot be.
    """
    league = League(name=clean_title(name), visibility=visibility, rules=rules_to_json(parse_rules(rules)))
    league.full_clean()
    with transaction.atomic():
        league.save(force_insert=True)
        Membership.objects.create(league=league, user=by, role=Role.OWNER)
        mark(league)
    return league


def found_league_once(*, name: str, by: User, rules: object, visibility: str) -> tuple[League, bool]:
    """Found a league as `found_league` does, unless its founder owns one of this name; say whether it is new."""
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=by.pk)
        owned = Membership.objects.filter(user=by, role=Role.OWNER)
        league = League.objects.filter(memberships__in=owned, name=clean_title(name)).first()
        if league is not None:
            return league, False
        return found_league(name=name, by=by, rules=rules, visibility=visibility), True


def change_league(league: League, *, name: str, rules: object, visibility: str, seen: str | None = None) -> League:
    """Change name, rules and visibility. Games that were begun keep their rules.

    Raises as `found_league`, and ChangedMeanwhile where the league is not as it was `seen`.
    """
    with transaction.atomic():
        league = as_seen(league, seen)
        league.name, league.visibility = clean_title(name), visibility
        league.rules = rules_to_json(parse_rules(rules))
        league.full_clean()
        league.save()
    return league


def set_role(league: League, user: User, role: str | None) -> Membership | None:
    """Give `user` a role in the league, or none. Raises ValidationError where the last owner would go."""
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        owners = set(league.memberships.filter(role=Role.OWNER).values_list("user_id", flat=True))
        if owners == {user.pk} and role != Role.OWNER:
            raise ValidationError(_("A league needs an owner: make somebody else one first."), code="owner")
        if role is None:
            league.memberships.filter(user=user).delete()
            return None
        if role not in Role.values:
            raise ValidationError(_("There is no such role."), code="role")
        membership, _made = Membership.objects.update_or_create(league=league, user=user, defaults={"role": role})
    return membership
