"""The script that draws charts: two builds of one version, one of which is served, and how the small one comes here."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from pepper_site.plotly_files import SMALL, chosen_build, large_build
from pepper_site.static_storage import LARGE, PatientCompressor

ROOT = Path(__file__).resolve().parents[2]
NPM_NAME = "plotly.js-basic-dist-min"


def served() -> Path:
    path = finders.find("plotly/plotly.min.js")
    assert isinstance(path, str)
    return Path(path)


# ---- Which is served


def test_the_small_build_is_served_where_it_is(settings: Any, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    assert served() == large_build()
    small = tmp_path / SMALL
    small.parent.mkdir(parents=True)
    small.touch()
    assert served() == small


def test_of_all_that_was_installed_one_file_is_served() -> None:
    assert finders.find("plotly/widgetbundle.js") is None
    listed = [name for finder in finders.get_finders() for name, storage in finder.list([]) if "plotly" in name]
    assert listed == ["plotly.min.js"]


@pytest.mark.parametrize("build", [large_build(), chosen_build()], ids=["large", "chosen"])
def test_a_build_would_not_load_what_the_policy_forbids(build: Path) -> None:
    """The names under which it looks for its own styles are those that charts.js puts there first."""
    script = build.read_text(encoding="utf-8")
    with open(str(finders.find("pepper/charts.js"))) as opened:
        ours = opened.read()
    names = re.findall(r'getElementById\("([0-9a-f]{64})"\)', script)
    assert names
    assert all(name in ours for name in names)
    assert ".no-inline-styles" in script


def test_large_files_are_compressed_soon_enough() -> None:
    small = b"hand by hand " * 100
    assert len(PatientCompressor.compress_brotli(small)) < len(small) / 10
    large = b"".join(b"%d," % (at * 7919 % 104_729) for at in range(LARGE // 5))
    assert len(large) > LARGE
    assert len(PatientCompressor.compress_brotli(large)) < len(large)


# ---- How the small one comes here


def test_both_builds_are_of_one_version() -> None:
    wanted = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["dependencies"]
    found = re.search(r"plotly\.js v([\d.]+)", large_build().read_text(encoding="utf-8")[:500])
    assert found is not None
    assert wanted == {NPM_NAME: found[1]}, f"npm install --package-lock-only --save-exact {NPM_NAME}@{found[1]}"
    assert f"v{found[1]}" in chosen_build().read_text(encoding="utf-8")[:500], "`make run` fetches the other one"


def test_its_lock_has_a_hash_and_no_address() -> None:
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    packages = json.loads(text)["packages"]
    assert packages.pop("")["dependencies"] == json.loads((ROOT / "package.json").read_text())["dependencies"]
    assert set(packages) == {f"node_modules/{NPM_NAME}"}
    assert all(one["integrity"].startswith("sha512-") for one in packages.values())


def set_up(folder: Path, npm: str | None) -> str:
    """What `bin/setup-charts` says where npm does this, in shell, or is not there; an older build lies about."""
    (folder / SMALL).parent.mkdir(parents=True)
    (folder / SMALL).write_text("of an older version")
    programs = folder / "programs"
    programs.mkdir()
    for name in ("rm", "mkdir"):
        os.symlink(str(shutil.which(name)), programs / name)
    if npm is not None:
        (programs / "npm").write_text(f"#!/bin/sh\n{npm}\n")
        (programs / "npm").chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", ROOT / "bin" / "setup-charts"],
        env={"PATH": str(programs)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert (folder / "node_modules").is_dir(), "`make` keeps there that this is done"
    return done.stdout


@pytest.mark.parametrize(
    ("npm", "said"),
    [
        pytest.param(None, "There is no npm here", id="no npm"),
        pytest.param("exit 1", "npm could not fetch", id="no network"),
    ],
)
def test_without_npm_the_large_build_takes_its_place(tmp_path: Path, npm: str | None, said: str) -> None:
    told = set_up(tmp_path, npm)
    assert told.startswith(said)
    assert told.count("\n") == 1
    assert not (tmp_path / SMALL).exists()


def test_with_npm_nothing_needs_to_be_said(tmp_path: Path) -> None:
    assert set_up(tmp_path, f'test "$1" = ci && echo new > {SMALL}') == ""
    assert (tmp_path / SMALL).read_text() == "new\n"
