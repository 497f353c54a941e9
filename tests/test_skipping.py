"""A run says what it skipped; where skipping is forbidden, it fails."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def run_without_chromium(**environment: str) -> subprocess.CompletedProcess[str]:
    """Run the tests of one file that needs a browser, as on a machine that has none."""
    kept = {name: value for name, value in os.environ.items() if name != "PEPPER_NO_SKIP"}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "tests/test_browsing.py"],
        cwd=ROOT,
        env=kept | {"CHROMIUM": "/there/is/none"} | environment,
        capture_output=True,
        text=True,
    )


def test_run_says_what_it_skipped_and_why() -> None:
    done = run_without_chromium()
    assert "\n7 skipped here: no Chromium (apt-get install chromium, or set CHROMIUM to one)\n" in done.stdout
    assert done.returncode == 0


def test_run_fails_where_skipping_is_forbidden() -> None:
    done = run_without_chromium(PEPPER_NO_SKIP="1")
    assert "PEPPER_NO_SKIP forbids skipping" in done.stdout
    assert done.returncode == 1
