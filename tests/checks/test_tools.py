"""Each tool's verdict on the whole project is one test, and what the tool says is the test's message."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def check(*command: str, advice: str = "") -> None:
    """Run a tool of the virtual environment in the project's folder; fail with its output and `advice`."""
    tool, *arguments = command
    program = Path(sys.executable).parent / tool
    done = subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail("\n".join(part for part in (done.stdout, done.stderr, advice) if part), pytrace=False)


def test_ruff_finds_nothing() -> None:
    check("ruff", "check", "--quiet", ".", advice="`make format` mends some of these.")


def test_ruff_would_format_nothing() -> None:
    check("ruff", "format", "--check", "--quiet", ".", advice="`make format` does it.")


def test_djade_would_format_no_template() -> None:
    templates = [str(path) for path in sorted(ROOT.glob("templates/**/*.html"))]
    assert templates
    check("djade", "--check", "--target-version", "5.2", *templates, advice="`make format` does it.")


def test_mypy_finds_nothing() -> None:
    check("mypy")


def test_imports_go_downwards_only() -> None:
    check("lint-imports", "--no-logo")


def test_every_model_has_its_migration() -> None:
    check("python", "manage.py", "makemigrations", "--check", "--dry-run")
