"""Which live night is tonight's, which was never closed, and which is still to come."""

from datetime import timedelta

import pytest
from django.utils import timezone

from scorekeeper import services
from scorekeeper.models import Night

from .club import Club, found
from .pages import text_of

pytestmark = pytest.mark.django_db

GOING_ON, STILL_OPEN = "A night is going on.", "A night is still open."


@pytest.fixture
def club() -> Club:
    return found()


def another(club: Club, days: int) -> Night:
    """A live night of the club so many days from today."""
    date = timezone.localdate() + timedelta(days=days)
    night = services.open_night(club.season, date=date, zone="America/Chicago", place="")
    Night.objects.filter(pk=night.pk).update(date=date)
    return night


def move(club: Club, days: int) -> None:
    """Put the club's night so many days from today."""
    Night.objects.filter(pk=club.night.pk).update(date=timezone.localdate() + timedelta(days=days))


@pytest.mark.parametrize(
    ("days", "said"),
    [(-2, STILL_OPEN), (-1, GOING_ON), (0, GOING_ON), (1, GOING_ON), (2, "to come"), (30, "to come")],
)
def test_a_live_night_is_tonight_or_still_open_or_to_come(club: Club, days: int, said: str) -> None:
    move(club, days)
    browser = club.browser("viewer")
    page = text_of(browser.get(club.root))
    assert [one for one in (GOING_ON, STILL_OPEN, "to come") if one in page] == [said]
    assert ("the night going on" in browser.get("/leagues/").content.decode()) is (said == GOING_ON)


def test_a_night_opened_ahead_hides_not_tonights(club: Club) -> None:
    move(club, 0)
    for days in (1, 30):
        another(club, days)
    page = club.browser("viewer").get("/leagues/").content.decode()
    assert f'class="live" href="{club.night.get_absolute_url()}"' in page


def test_of_yesterday_and_tomorrow_the_later_is_tonights(club: Club) -> None:
    move(club, -1)
    tomorrow = another(club, 1)
    assert (
        f'class="live" href="{tomorrow.get_absolute_url()}"' in club.browser("viewer").get("/leagues/").content.decode()
    )


@pytest.mark.parametrize("days", [-40, 40])
def test_only_a_night_going_on_puts_its_league_first(club: Club, days: int) -> None:
    owner = club.people["owner"]
    assert owner is not None
    services.found_league(name="Ash Street", by=owner)
    browser = club.browser("owner")
    for away, first in ((days, "Ash Street"), (0, "Cedar Street")):
        move(club, away)
        page = text_of(browser.get("/leagues/"))
        assert sorted(("Ash Street", "Cedar Street"), key=page.index)[0] == first


def test_nobody_has_played_on_a_night_to_come(club: Club) -> None:
    move(club, 30)
    assert "last played" not in text_of(club.browser("viewer").get("/leagues/"))
