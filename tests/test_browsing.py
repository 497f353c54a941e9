"""The watch over the browser's pages notices what it is there to notice."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.urls import path
from playwright.sync_api import Page

from tests.browsing import Watch, check_accessible

PLAIN = """<!doctype html><html lang="en"><head><title>A plain page</title><link rel="icon" href="/"></head>
<body><main><h1>A plain page</h1></main></body></html>"""


def show_plain(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PLAIN)


def show_missing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(PLAIN, status=404)


urlpatterns = [path("", show_plain), path("there-is-no-such-page/", show_missing)]
pytestmark = pytest.mark.urls(__name__)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        pytest.param("console.error('spilt beer')", "console: spilt beer", id="console"),
        pytest.param("setTimeout(() => { throw new Error('no trump') })", "script: no trump", id="script"),
        pytest.param("fetch('http://example.org/').catch(() => 0)", "Content Security Policy", id="other host"),
        pytest.param("document.body.setAttribute('style', 'top: 0')", "inline style", id="inline style"),
        pytest.param(
            "document.head.append(Object.assign(document.createElement('script'), {text: '1'}))",
            "inline script",
            id="inline script",
        ),
    ],
)
def test_page_that_complains_would_fail_its_test(page: Page, watch: Watch, script: str, complaint: str) -> None:
    page.goto("/")
    assert watch.unexpected() == []
    page.evaluate(script)
    page.wait_for_timeout(50)
    assert complaint in "\n".join(watch.unexpected())
    watch.complaints.clear()


def test_expected_complaint_does_not_fail_the_test(page: Page, watch: Watch) -> None:
    watch.allow("status of 404")
    page.goto("/there-is-no-such-page/")
    assert watch.complaints
    assert watch.unexpected() == []


def test_page_that_shuts_somebody_out_fails(page: Page) -> None:
    page.goto("/")
    check_accessible(page)
    page.evaluate("document.querySelector('main').append(document.createElement('button'))")
    with pytest.raises(AssertionError, match="button-name"):
        check_accessible(page)
