"""Found a league, and say who belongs to it, when its seasons are and what its nights are.

Knows nothing of requests or forms, and asks nobody whether he may: that is for whoever calls.
"""

import datetime
import zoneinfo

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from scorekeeper.engine import parse_rules, rules_to_json
from scorekeeper.models import League, Membership, Night, Season, User

from .recounts import mark

Role = Membership.Role


def found_league(*, name: str, by: User, rules: object = "iowa", visibility: str = League.Visibility.PRIVATE) -> League:
    """Found a league, its founder the owner.

    Raises RulesetError, and ValidationError for a name or visibility that cannot be.
    """
    league = League(name=name.strip(), visibility=visibility, rules=rules_to_json(parse_rules(rules)))
    league.full_clean()
    with transaction.atomic():
        league.save(force_insert=True)
        Membership.objects.create(league=league, user=by, role=Role.OWNER)
        mark(league)
    return league


def change_league(league: League, *, name: str, rules: object, visibility: str) -> League:
    """Change name, rules and visibility. Games that were begun keep their rules."""
    with transaction.atomic():
        league = League.objects.select_for_update().get(pk=league.pk)
        league.name, league.visibility = name.strip(), visibility
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


def add_season(
    league: League,
    *,
    name: str,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    metrics: list[str] | None = None,
    least_games: int = 1,
) -> Season:
    """Add a season. Raises ValidationError for a name taken or days the wrong way round."""
    season = Season(
        league=league,
        name=name.strip(),
        starts_on=starts_on,
        ends_on=ends_on,
        metrics=metrics or [],
        least_games=least_games,
    )
    season.full_clean()
    season.save(force_insert=True)
    return season


def open_night(season: Season, *, date: datetime.date, zone: str, place: str = "") -> Night:
    """Open a night of a season. Raises ValidationError for a zone that does not exist or a date outside the season."""
    try:
        zoneinfo.ZoneInfo(zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        raise ValidationError(_("There is no such time zone."), code="zone") from None
    if date < season.starts_on or (season.ends_on is not None and date > season.ends_on):
        raise ValidationError(_("The night is not within the season."), code="date")
    night = Night(league=season.league, season=season, date=date, zone=zone, place=place.strip())
    night.full_clean()
    night.save(force_insert=True)
    return night


def set_night_state(night: Night, state: str) -> Night:
    """Make a night live, provisional or final. Any may follow any: a final night can be opened again."""
    if state not in Night.State.values:
        raise ValidationError(_("There is no such state of a night."), code="state")
    with transaction.atomic():
        night = Night.objects.select_for_update().get(pk=night.pk)
        night.state = state
        night.save(update_fields=["state"])
        mark(night.league)
    return night
