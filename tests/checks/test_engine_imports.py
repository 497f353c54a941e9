"""The engine imports the standard library and itself, whatever else is installed."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted((ROOT / "scorekeeper" / "engine").glob("**/*.py"))


def imported(source: str) -> set[str]:
    """Return the modules that `source` imports by their whole names."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level <= 1, "a relative import leaves its package"
            if node.level == 0 and node.module:
                names.add(node.module)
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_engine_module_imports_the_standard_library_only(path: Path) -> None:
    foreign = {
        name
        for name in imported(path.read_text(encoding="utf-8"))
        if name.partition(".")[0] not in sys.stdlib_module_names
        and name != "scorekeeper.engine"
        and not name.startswith("scorekeeper.engine.")
    }
    assert not foreign
