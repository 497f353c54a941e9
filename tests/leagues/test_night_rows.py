"""On a night's page each row leads to its game, whether its table has a number, a name or neither."""

import re
from html import unescape

import pytest
from django.test import Client

from scorekeeper.models import Game, Season

from .club import found

pytestmark = pytest.mark.django_db


def links(game: Game, browser: Client) -> list[str]:
    """What the links to `game` on its night's page say, without marks."""
    night = game.night
    assert night is not None
    page = browser.get(night.get_absolute_url()).content.decode()
    found_links = re.findall(rf'<a[^>]*href="{game.get_absolute_url()}"[^>]*>(.*?)</a>', page, re.DOTALL)
    return [" ".join(unescape(re.sub("<[^>]*>", " ", one)).split()) for one in found_links]


@pytest.mark.parametrize(
    ("table", "said"), [("1", "Table 1"), ("By the window", "By the window"), ("", "Nora & Sam 42 Eli & Wes 0")]
)
def test_a_row_says_where_its_link_leads(table: str, said: str) -> None:
    club = found()
    game = club.play(table=table)
    assert links(game, club.browser("viewer")) == [said]


def test_tables_without_a_number_beside_one_that_has_one_keep_their_column() -> None:
    club = found()
    plain, numbered = club.play(), club.play(table="2")
    assert links(plain, club.browser("viewer")) == ["Nora & Sam 42 Eli & Wes 0"]
    assert links(numbered, club.browser("viewer")) == ["Table 2"]


def test_an_empty_night_asks_once_to_start_a_game() -> None:
    club = found()
    page = club.browser("scorer").get(club.night.get_absolute_url()).content.decode()
    assert page.count(f'href="{club.night.get_absolute_url()}games/new/"') == 1


def test_pairs_stand_below_partners_also_where_none_has_a_place_yet() -> None:
    club = found()
    club.play()
    club.count()
    page = club.browser("viewer").get(f"{club.root}s/{club.season.pk}/").content.decode()
    partners = page[page.index('id="pairs"') :]
    assert partners.index("Nora</bdi> &amp; <bdi>Sam") < partners.index("Eli</bdi> &amp; <bdi>Wes")
    assert "of 5 games" in partners


@pytest.mark.parametrize(("least", "is_said"), [(0, False), (1, False), (2, True)])
def test_who_is_listed_without_a_place_is_said_only_where_that_can_be(least: int, is_said: bool) -> None:
    club = found()
    Season.objects.filter(pk=club.season.pk).update(least_games=least)
    club.play()
    club.count()
    page = club.browser("viewer").get(f"{club.root}s/{club.season.pk}/").content.decode()
    assert ("but has no place" in page) is is_said
