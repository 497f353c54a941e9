"""The site as `make run` serves it: real settings, hashed and compressed files, a database of its own."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site says that it is, once it has said so."""
    folder = tmp_path_factory.mktemp("run")
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    with (folder / "log").open("w+") as log:
        site = subprocess.Popen(
            [sys.executable, "-m", "pepper_site.serve"],
            cwd=ROOT,
            env=kept | {"PORT": "0", "DATABASE": str(folder / "pepper.sqlite3")},
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        with site:
            said = ""
            for line in site.stdout or ():
                said += line
                if found := re.fullmatch(r"Pepper is at (http://127\.0\.0\.1:\d+)/  \(Ctrl-C stops it\)\n", line):
                    yield found[1]
                    break
            else:
                log.seek(0)
                pytest.fail(f"The site did not start:\n{said}{log.read()}", pytrace=False)
            site.terminate()


def fetch(url: str) -> tuple[str, dict[str, str]]:
    """Return the text at `url` and its headers; any answer but 200 raises."""
    with urlopen(url, timeout=20) as response:
        return response.read().decode(errors="replace"), dict(response.headers)


@pytest.mark.parametrize("path", ["/", "/new/", "/rules/", "/rules/iowa/", "/style/"])
def test_page_and_all_its_files_are_served(address: str, path: str) -> None:
    page, _ = fetch(address + path)
    files = set(re.findall(r'"(/static/[^"#]+)', page))
    assert any(file.endswith(".css") for file in files)
    for file in files:
        _, headers = fetch(address + file)
        assert "immutable" in headers["Cache-Control"], f"{file} is not named after its content"


def test_demo_games_are_there(address: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    database = next(tmp_path_factory.getbasetemp().glob("run*/pepper.sqlite3"))
    code = (
        "import django; django.setup(); from django.apps import apps; "
        "print(apps.get_model('scorekeeper', 'Game').objects.filter(is_demo=True).count())"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "pepper_site.settings", "DATABASE": str(database)},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "2\n", done.stderr


def test_games_cannot_be_told_from_the_log(address: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    fetch(address + "/new/?key=secret")
    log = next(tmp_path_factory.getbasetemp().glob("run*/log"))
    assert "secret" not in log.read_text()
