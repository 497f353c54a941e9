"""Driving a Chromium as a card player would, and noticing whatever goes wrong on the way.

It knows browsers and pages, never what a page is about.
"""

import os
import shutil
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, WebError, expect

NO_CHROMIUM = "no Chromium (apt-get install chromium, or set CHROMIUM to one)"

# What a browser is told when it opens: each is a set of options of Playwright's `new_context`.
Device = dict[str, Any]
PHONE: Device = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
NARROW: Device = {"viewport": {"width": 320, "height": 640}, "is_mobile": True, "has_touch": True}
DESKTOP: Device = {"viewport": {"width": 1280, "height": 800}}
TELEVISION: Device = {"viewport": {"width": 1920, "height": 1080}}

# How long a page may take, in milliseconds, where both cores are at work.
PATIENCE = 15_000

CHROMIUM_OPTIONS = [
    "--no-sandbox",  # root, as in a container, has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    # No name but this machine's own can be looked up, so nothing outside can be reached unseen.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
]


def find_chromium() -> str | None:
    """Return the path of a Chromium: the one CHROMIUM names, or one on the PATH; None where there is none."""
    names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    chosen = os.environ.get("CHROMIUM")
    return next((path for name in ([chosen] if chosen else names) if (path := shutil.which(name))), None)


@dataclass
class Watch:
    """Remembers what a page complains of: errors on the console (a breach of the content security policy is one),
    scripts that fail, requests to other hosts."""

    own_host: str
    complaints: list[str] = field(default_factory=list)
    allowed: list[str] = field(default_factory=list)

    def allow(self, part: str) -> None:
        """Expect complaints that contain `part`, such as "status of 404" in a test of a page that is not there."""
        self.allowed.append(part)

    def follow(self, context: BrowserContext) -> None:
        """Listen to every page of `context`."""
        context.on("console", self._on_console)
        context.on("weberror", self._on_error)
        context.on("request", self._on_request)

    def unexpected(self) -> list[str]:
        """Return the complaints that nobody allowed."""
        return [text for text in self.complaints if not any(part in text for part in self.allowed)]

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"console: {message.text} ({message.location.get('url', '')})")

    def _on_error(self, error: WebError) -> None:
        self.complaints.append(f"script: {error.error}")

    def _on_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.netloc != self.own_host:
            self.complaints.append(f"request to another host: {request.url}")


def check_accessible(page: Page) -> None:
    """Fail, naming rule and element, where axe finds that `page` shuts somebody out (WCAG 2.2 AA and good practice)."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = Axe().run(page, options={"runOnly": tags, "resultTypes": ["violations"]})
    faults = [
        f"{fault['id']}: {fault['help']}\n    {node['target']}\n    {node['html']}"
        for fault in found.response["violations"]
        for node in fault["nodes"]
    ]
    assert not faults, f"{page.url} is not accessible to all:\n" + "\n".join(faults)


def tap(page: Page, name: str, value: str) -> None:
    """Tap a button of the steps, and wait until the page has followed."""
    page.locator(f'.entry-taps button[name="{name}"][value="{value}"]').first.tap()


def asked(page: Page, question: str) -> None:
    expect(page.locator("#entry-question")).to_contain_text(question)
