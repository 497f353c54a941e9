"""The engine imports the standard library and itself, whatever else is installed.

The pure modules import no query and no request, and only services write.
"""

import ast
import importlib.util
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ENGINE = ROOT / "scorekeeper" / "engine"
MODULES = sorted(ENGINE.glob("**/*.py"))
PURE = next(
    contract["source_modules"]
    for contract in tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    if contract["name"].startswith("The pure modules")
)


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


@pytest.mark.parametrize("module", PURE)
def test_pure_module_imports_no_query_and_no_request(module: str) -> None:
    place = ROOT / module.replace(".", "/")
    names = set().union(*(imported(path) for path in [*place.glob("*.py")] or [place.with_suffix(".py")]))
    assert not {
        name for name in names if name.startswith(("django.db", "django.http", "django.shortcuts", "django.views"))
    }


@pytest.mark.parametrize(
    "path",
    [*ROOT.glob("scorekeeper/views/*.py"), *ROOT.glob("scorekeeper/api/*.py"), *ROOT.glob("replay/*.py")],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_only_services_write(path: Path) -> None:
    calls = {
        node.func.attr
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    }
    assert not calls & {"create", "bulk_create", "get_or_create", "update_or_create", "delete", "save", "atomic"}
