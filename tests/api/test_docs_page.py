"""The description as a page: from here alone, under the site's strict policy but for its own pictures."""

import re

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.leagues.club import account, client_of


def policy(address: str) -> dict[str, str]:
    header = Client().get(address).headers["Content-Security-Policy"]
    return dict(part.strip().split(" ", 1) for part in header.split(";"))


@pytest.mark.django_db
def test_its_policy_is_that_of_every_page_but_for_pictures_in_its_stylesheet() -> None:
    docs, usual = policy("/api/docs/"), policy("/rules/")
    assert set(docs.pop("img-src").split()) == {"'self'", "data:"}
    del usual["img-src"]
    assert docs == usual


def test_it_names_no_other_host() -> None:
    client = Client()
    page = client.get("/api/docs/").content.decode()
    script = client.get("/api/docs/?script=").content.decode()
    assert not re.findall(r"https?://|<style|<script>|style=", page)
    assert not re.findall(r"https?://(?!testserver)", script)
    assert "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui-bundle.js" in page


@pytest.mark.django_db(transaction=True)
def test_it_can_be_browsed(page: Page) -> None:
    page.goto("/api/docs/")
    expect(page.get_by_role("heading", name=re.compile("^Pepper"))).to_be_visible()
    hand = page.locator("#operations-api-hands_create, [id$='hands_create']").first
    hand.get_by_role("button").first.click()
    expect(hand.get_by_text("Idempotency-Key").first).to_be_visible()
    expect(hand.get_by_text("application/problem+json").first).to_be_attached()


@pytest.mark.django_db
def test_its_bar_says_who_is_signed_in() -> None:
    user = account("nora")
    assert "<bdi>nora</bdi>" in client_of(user).get("/api/docs/").content.decode()
    assert "Sign in" in Client().get("/api/docs/").content.decode()
