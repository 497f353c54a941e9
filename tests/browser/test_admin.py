"""The admin site under the site's own content security policy."""

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.models import User
from tests.browsing import DESKTOP, Device, Watch
from tests.leagues.club import PASSWORD, found

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("device", [DESKTOP])
def test_the_admin_site_works_under_the_policy(page: Page, device: Device, watch: Watch) -> None:
    watch.allow("favicon.ico")  # its pages name no icon
    club = found()
    club.play()
    User.objects.create_superuser("root", "root@example.org", PASSWORD)
    page.goto("/admin/")
    page.get_by_label("Name or e-mail address").fill("root")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url("/admin/")
    for address in ("league/", f"league/{club.league.pk}/change/", "hand/", f"player/{club.players[0].pk}/change/"):
        page.goto(f"/admin/scorekeeper/{address}")
        expect(page.locator("h1").last).to_be_visible()
