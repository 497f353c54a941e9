"""The watch over the browser's pages notices what it is there to notice."""

import pytest
from playwright.sync_api import Page

from tests.browsing import Watch


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
    watch.allow("status of 404")
    page.goto("/there-is-no-such-page/")
    assert watch.unexpected() == []
    page.evaluate(script)
    page.wait_for_timeout(50)
    assert complaint in "\n".join(watch.unexpected())
    watch.complaints.clear()
