"""The rules pages: every preset is found, told in full, and leads to a game. They ask no database."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Page

from scorekeeper.engine import PRESETS
from tests.browsing import DESKTOP, NARROW, PHONE, Device, check_accessible

LOOKS = [
    pytest.param({**size, "color_scheme": scheme}, id=f"{name}-{scheme}")
    for name, size, scheme in (
        ("narrow", NARROW, "light"),
        ("phone", PHONE, "dark"),
        ("phone", PHONE, "light"),
        ("desktop", DESKTOP, "dark"),
    )
]


def test_every_preset_can_be_found(client: Client) -> None:
    page = client.get("/rules/").content.decode()
    links = re.findall(r'<a href="(/rules/[^"]+)">([^<]+)</a>', page)
    assert links == [(reverse("scorekeeper:ruleset", args=[key]), rules.name) for key, rules in PRESETS.items()]


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_is_told_and_can_be_played(client: Client, preset: str) -> None:
    page = client.get(f"/rules/{preset}/").content.decode()
    assert f"<h1>{PRESETS[preset].name}</h1>" in page
    assert page.count("<tr>") == (1 + len(PRESETS[preset].ladder)) * (2 if PRESETS[preset].alone_multiplier > 1 else 1)
    assert f"The game goes to {PRESETS[preset].target}." in page
    assert f'href="{reverse("scorekeeper:game-new")}?rules={preset}"' in page


@pytest.mark.parametrize(
    ("preset", "cards"),
    [
        (
            "iowa",
            [
                "jack of hearts, right bower, trump",
                "jack of diamonds, left bower, trump",
                *[f"{rank} of hearts, trump" for rank in ("ace", "king", "queen", "ten", "nine")],
                *[f"{rank} of diamonds" for rank in ("ace", "king", "queen", "ten", "nine")],
                *[f"{rank} of spades" for rank in ("ace", "king", "queen", "jack", "ten", "nine")],
            ],
        ),
    ],
)
def test_cards_are_shown_from_the_strongest(client: Client, preset: str, cards: list[str]) -> None:
    page = client.get(f"/rules/{preset}/").content.decode()
    assert re.findall(r'class="playing-card"[^>]*aria-label="([^"]*)"', page) == cards


def test_joker_is_shown_above_the_bowers(client: Client) -> None:
    page = client.get("/rules/hasenpfeffer/").content.decode()
    assert re.findall(r'class="playing-card"[^>]*aria-label="([^"]*)"', page)[0] == "joker, trump"


def test_rules_that_are_none_are_not_found(client: Client) -> None:
    assert client.get("/rules/poker/").status_code == 404
    assert client.get("/rules/IOWA/").status_code == 404


@pytest.mark.parametrize("address", ["/rules/", "/rules/iowa/"])
def test_rules_are_only_read(client: Client, address: str) -> None:
    assert client.head(address).status_code == 200
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("device", LOOKS)
@pytest.mark.parametrize("address", ["/rules/", "/rules/iowa/", "/rules/hasenpfeffer-peppers/", "/rules/midwest/"])
def test_rules_are_open_to_all(page: Page, device: Device, address: str) -> None:
    page.goto(address)
    check_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth") == 0
