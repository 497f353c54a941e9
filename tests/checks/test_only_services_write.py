"""Only services write: nothing else calls what writes to the database."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# `update` and `add` are of dicts and sets too, and are told by the manager or queryset they are asked of.
WRITES = {"save", "create", "get_or_create", "update_or_create", "bulk_create", "bulk_update", "delete", "aupdate"}
# The demonstration dates what the services have made; the model makes an account's keys worthless with its password;
# migrations change the tables.
EXEMPT = ("scorekeeper/services/", "scorekeeper/demo/", "scorekeeper/migrations/", "scorekeeper/models/user.py")
# `form.save(commit=False)` fills an account in.
FILLED_IN = {("scorekeeper/forms/accounts.py", "save")}


def writes(source: str) -> Iterator[str]:
    """The names of the calls in a module that write."""
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        asked = ast.unparse(node.func.value)
        if asked == "cache":
            continue  # what is counted there is no data
        if node.func.attr in WRITES or (node.func.attr == "update" and (".objects" in asked or ".filter(" in asked)):
            yield node.func.attr


@pytest.mark.parametrize(
    "line", ["Game.objects.filter(pk=1).update(table='')", "league.save()", "Seat.objects.bulk_create([])"]
)
def test_a_write_is_seen(line: str) -> None:
    assert list(writes(line))


def test_nothing_but_services_writes() -> None:
    found = set()
    for path in sorted([*(ROOT / "scorekeeper").rglob("*.py"), *(ROOT / "replay").rglob("*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(EXEMPT):
            found |= {(name, call) for call in writes(path.read_text())}
    assert found - FILLED_IN == set()
