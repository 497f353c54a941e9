"""What every test can ask for, and what a run says at its end.

Fixtures for journeys in a browser: `page` is a phone unless the test says otherwise with
`@pytest.mark.parametrize("device", [DESKTOP])` (tests/browsing.py), and `page.goto("/new/")` is enough. A page that
complains fails its test; `watch.allow("status of 404")` tells of a complaint that belongs to the journey.
"""

import os
from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.browsing import CHROMIUM_OPTIONS, NO_CHROMIUM, PATIENCE, PHONE, Device, Watch, find_chromium

# The everyday run tries the same examples each time; the long one looks for new ones.
hypothesis.settings.register_profile("everyday", deadline=None, derandomize=True, database=None)
hypothesis.settings.register_profile("soak", deadline=None, max_examples=5_000)


def pytest_configure(config: pytest.Config) -> None:
    hypothesis.settings.load_profile("soak" if config.option.markexpr == "soak" else "everyday")


# ---- The browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A Chromium for the whole run."""
    # Playwright's event loop lives in the tests' own thread, where Django then takes every query for a mistake.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        expect.set_options(timeout=PATIENCE)
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=find_chromium(), args=CHROMIUM_OPTIONS)
            yield chromium
            chromium.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def device() -> Device:
    """What the page is seen on; for parametrize to override."""
    return PHONE


@pytest.fixture
def watch(live_server: LiveServer) -> Watch:
    """What the pages of this test complain of."""
    return Watch(own_host=live_server.url.split("//")[1])


@pytest.fixture
def page(browser: Browser, live_server: LiveServer, device: Device, watch: Watch) -> Iterator[Page]:
    """An empty page on the device, where addresses begin at the site's root; it fails the test if it complains."""
    context = browser.new_context(base_url=live_server.url, **device)
    context.set_default_timeout(PATIENCE)
    watch.follow(context)
    yield context.new_page()
    context.close()
    if complaints := watch.unexpected():
        pytest.fail("The page complained:\n" + "\n".join(complaints), pytrace=False)


# ---- The run


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark the browser's tests, skip them where there is none, and run them last.

    Last, because the browser's event loop stays in this thread once it has started.
    """
    lacking = find_chromium() is None
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)
        if lacking and item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))
    yield  # the others choose and sort by now
    items.sort(key=lambda item: item.get_closest_marker("browser") is not None)


def _skipped(config: pytest.Config) -> Counter[str]:
    """Return how often each reason for skipping was given in this run."""
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    reports = reporter.stats.get("skipped", []) if reporter else []
    return Counter(report.longrepr[2].removeprefix("Skipped: ") for report in reports)


def _is_skipping_forbidden() -> bool:
    return os.environ.get("PEPPER_NO_SKIP", "") not in ("", "0")


def pytest_sessionfinish(session: pytest.Session) -> None:
    if _is_skipping_forbidden() and _skipped(session.config) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for reason, times in sorted(_skipped(config).items()):
        terminalreporter.write_line(f"{times} skipped here: {reason}")
        if _is_skipping_forbidden():
            terminalreporter.write_line("That fails this run: PEPPER_NO_SKIP forbids skipping.", red=True)
