"""The engine imports the standard library and itself, whatever else is installed."""

import ast
import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "scorekeeper" / "engine"
MODULES = sorted(ENGINE.glob("**/*.py"))


def imported(path: Path) -> set[str]:
    """Return the whole names of the modules that the module at `path` imports."""
    package = ".".join(path.parent.relative_to(ROOT).parts)
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            names.add(importlib.util.resolve_name("." * node.level + (node.module or ""), package))
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ENGINE)))
def test_engine_module_imports_the_standard_library_only(path: Path) -> None:
    own = "scorekeeper.engine"
    foreign = {
        name
        for name in imported(path)
        if name.partition(".")[0] not in sys.stdlib_module_names and name != own and not name.startswith(f"{own}.")
    }
    assert not foreign
