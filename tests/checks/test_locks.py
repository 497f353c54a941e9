"""The locks: every requirement is there, each with hashes, and no word about where it came from."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
RUN = PROJECT["project"]["dependencies"]
GROUPS = PROJECT["dependency-groups"]


@pytest.mark.parametrize(
    ("lock", "required"),
    [
        pytest.param("requirements.txt", RUN, id="run"),
        pytest.param("requirements-test.txt", RUN + GROUPS["test"], id="test"),
        pytest.param("requirements-bench.txt", GROUPS["bench"], id="bench"),
    ],
)
def test_lock_holds_every_requirement_with_hashes_and_no_address(lock: str, required: list[str]) -> None:
    text = (ROOT / lock).read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*-", re.sub(r"^ +--hash=sha256:\w+( \\)?$", "", text, flags=re.M), flags=re.M)
    entries = re.findall(r"^([\w.-]+)==[^\n]+ \\\n +--hash=sha256:", text, flags=re.M)
    assert len(entries) == len(re.findall(r"^[\w.-]+==", text, flags=re.M)), "a requirement without a hash"
    names = {re.split(r"[\[><=!~ ]", requirement, maxsplit=1)[0].lower() for requirement in required}
    assert names <= set(entries), "`make lock` was forgotten"


def test_test_lock_agrees_with_the_run_lock() -> None:
    """Tests run on exactly what is served."""
    pins = {
        lock: set(re.findall(r"^\S+==\S+", (ROOT / lock).read_text(encoding="utf-8"), flags=re.M))
        for lock in ("requirements.txt", "requirements-test.txt")
    }
    assert pins["requirements.txt"] <= pins["requirements-test.txt"]
