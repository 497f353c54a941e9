"""Say when the seasons of a league are, and what its nights are.

Knows nothing of requests or forms, and asks nobody whether he may: that is for whoever calls.
"""

import datetime
import uuid
import zoneinfo
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.models import League, Night, Season
from scorekeeper.names import clean_title
from scorekeeper.standings import LEAST_GAMES, USUAL
from scorekeeper.texts import clean_line

from .holds import as_seen, hold_league
from .keeping import keep, made_before
from .recounts import mark


class SeasonSaid(TypedDict, total=False):
    """What can be changed about a season."""

    name: str
    starts_on: datetime.date
    ends_on: datetime.date | None
    metrics: list[str]
    least_games: int


class NightSaid(TypedDict, total=False):
    """What can be changed about a night."""

    season: Season
    date: datetime.date
    zone: str
    place: str
    state: str


def add_season(
    league: League,
    *,
    name: str,
    starts_on: datetime.date,
    ends_on: datetime.date | None = None,
    metrics: list[str] | None = None,
    least_games: int = LEAST_GAMES,
    submission: uuid.UUID | None = None,
) -> Season:
    """Add a season, with the usual metrics unless others are given; the same submission again returns it.

    Raises ValidationError for a name that cannot be or is taken, or days the wrong way round, and AlreadyMade where
    the submission added a season of which something else is said.
    """
    season = Season(
        league=league,
        name=clean_title(name),
        starts_on=starts_on,
        ends_on=ends_on,
        metrics=metrics or list(USUAL),
        least_games=least_games,
        submission=submission,
    )
    with transaction.atomic():
        hold_league(league)
        if (made := made_before(season, league.seasons.all())) is not None:
            return made
        _check_season(season)
        keep(season)
    return season


def change_season(season: Season, *, seen: str | None = None, **said: Unpack[SeasonSaid]) -> Season:
    """Change what is said of a season; what nothing is said of stays.

    Its standings follow at once: they are put in order whenever they are shown. Raises ValidationError as
    `add_season` and where a night would be outside, ChangedMeanwhile where the season is not as it was `seen`.
    """
    with transaction.atomic():
        hold_league(season.league)
        season = as_seen(season, seen)
        if "name" in said:
            season.name = clean_title(said["name"])
        season.starts_on = said.get("starts_on", season.starts_on)
        season.ends_on = said.get("ends_on", season.ends_on)
        season.metrics = said.get("metrics", season.metrics)
        season.least_games = said.get("least_games", season.least_games)
        _check_season(season)
        _keep_nights_within(season)
        keep(season)
    return season


def open_night(
    season: Season, *, date: datetime.date, zone: str, place: str = "", submission: uuid.UUID | None = None
) -> Night:
    """Open a night of a season; the same submission again returns the night it opened.

    Raises ValidationError for a zone that does not exist or a date outside the season, and AlreadyMade where the
    submission opened a night of which something else is said.
    """
    with transaction.atomic():
        league = hold_league(season.league)
        season = Season.objects.get(pk=season.pk)
        season.league = league
        night = Night(
            league=league, season=season, date=date, zone=zone, place=clean_line(place), submission=submission
        )
        if (made := made_before(night, league.nights.all())) is not None:
            return made
        _check(night)
        keep(night)
    return night


def change_night(night: Night, *, seen: str | None = None, **said: Unpack[NightSaid]) -> Night:
    """Change what is said of a night, which season it belongs to and how settled it is included.

    What nothing is said of stays. A final night keeps what is said of it; opened again, it can be changed. Raises
    ValidationError for that and as `open_night`, ChangedMeanwhile where the night is not as it was `seen`.
    """
    with transaction.atomic():
        hold_league(night.league)
        night = as_seen(night, seen)
        before, state = _details(night), night.state
        if "season" in said:
            night.season = Season.objects.get(pk=said["season"].pk, league=night.league_id)
        night.date = said.get("date", night.date)
        night.zone = said.get("zone", night.zone)
        if "place" in said:
            night.place = clean_line(said["place"])
        night.state = said.get("state", night.state)
        _check_state(night.state)
        if _details(night) != before:
            if state == night.state == Night.State.FINAL:
                raise ValidationError(_("This night is final; open it again before changing it."), code="state")
            _check(night)
            keep(night)
        elif night.state != state:
            night.save(update_fields=["state"])
        mark(night.league)
    return night


def set_night_state(night: Night, state: str) -> Night:
    """Make a night live, provisional or final. Any may follow any: a final night can be opened again."""
    _check_state(state)
    with transaction.atomic():
        night = Night.objects.select_for_update(no_key=True).get(pk=night.pk)
        night.state = state
        night.save(update_fields=["state"])
        mark(night.league)
    return night


def _details(night: Night) -> tuple[object, ...]:
    return night.season_id, night.date, night.zone, night.place


def _check_season(season: Season) -> None:
    faults = {}
    if season.ends_on is not None and season.ends_on < season.starts_on:
        faults["ends_on"] = _("The last day is before the first.")
    if Season.objects.filter(league=season.league_id, name=season.name).exclude(pk=season.pk).exists():
        faults["name"] = _("This league has a season of this name already.")
    if faults:
        raise ValidationError(faults)


def _check_state(state: str) -> None:
    if state not in Night.State.values:
        raise ValidationError(_("There is no such state of a night."), code="state")


def _check(night: Night) -> None:
    try:
        zoneinfo.ZoneInfo(night.zone)
    except (ValueError, OSError, zoneinfo.ZoneInfoNotFoundError):
        raise ValidationError(_("There is no such time zone."), code="zone") from None
    season = night.season
    if night.date < season.starts_on or (season.ends_on is not None and night.date > season.ends_on):
        raise ValidationError(_("The night is not within the season."), code="date")


def _keep_nights_within(season: Season) -> None:
    """Raise ValidationError, naming a night, where one would be before the first day or after the last."""
    sides = {"starts_on": Q(date__lt=season.starts_on)}
    if season.ends_on is not None:
        sides["ends_on"] = Q(date__gt=season.ends_on)
    faults = {}
    for field, is_outside in sides.items():
        nights = list(season.nights.filter(is_outside).order_by("date", "pk"))
        if nights:
            name = ", ".join(part for part in (date_format(nights[0].date, "DATE_FORMAT"), nights[0].place) if part)
            faults[field] = ngettext(
                "The night of %(night)s would be outside the season.",
                "%(count)s nights would be outside the season, the first of them that of %(night)s.",
                len(nights),
            ) % {"night": name, "count": len(nights)}
    if faults:
        raise ValidationError(faults)
