"""Times are shown in the viewer's zone, and say which where nobody knows it yet."""

import pytest
from django.test import Client

from scorekeeper.models import Game

from .table import start

pytestmark = pytest.mark.django_db


def begun(client: Client) -> str:
    game = start("iowa")
    Game.objects.filter(pk=game.pk).update(created_at="2026-08-22T23:30:00Z")
    page = client.get(game.get_absolute_url()).content.decode()
    return page[page.index("Begun") :].split("</p>")[0].strip()


def test_without_a_zone_the_time_says_utc(client: Client) -> None:
    shown = '<time datetime="2026-08-22T23:30:00+00:00" data-style="full">Aug 22, 2026, 11:30 PM UTC</time>'
    assert begun(client) == f"Begun {shown}"


def test_in_a_zone_it_is_the_wall_clocks(client: Client) -> None:
    client.cookies["tz"] = "America/Chicago"
    assert "Aug 22, 2026, 6:30 PM</time>" in begun(client)


def test_a_full_hour_has_its_minutes_too(client: Client) -> None:
    client.cookies["tz"] = "UTC"
    game = start("iowa")
    Game.objects.filter(pk=game.pk).update(created_at="2026-08-22T12:00:00Z")
    assert "Aug 22, 2026, 12:00 PM" in client.get(game.get_absolute_url()).content.decode()
