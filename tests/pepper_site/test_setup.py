"""`bin/setup` on machines that lack something, as far as it speaks before it installs anything."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def set_up(folder: Path, **pythons: str) -> subprocess.CompletedProcess[str]:
    """Run `bin/setup` where the only programs are the shell's own and these pythons, each a line of shell."""
    programs = folder / "programs"
    programs.mkdir()
    for name in ("rm", "tail", "grep"):
        os.symlink(str(shutil.which(name)), programs / name)
    for name, line in pythons.items():
        program = programs / name
        program.write_text(f"#!/bin/sh\n{line}\n")
        program.chmod(0o755)
    return subprocess.run(
        ["/bin/sh", ROOT / "bin" / "setup", str(folder / "a venv"), "requirements.txt"],
        env={"PATH": str(programs)},
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def test_no_python_says_which_to_install(tmp_path: Path) -> None:
    done = set_up(tmp_path)
    assert done.returncode == 1
    assert "This needs Python 3.11 or newer" in done.stderr


def test_old_python_says_which_to_install(tmp_path: Path) -> None:
    done = set_up(tmp_path, python3="exit 1")
    assert done.returncode == 1
    assert "This needs Python 3.11 or newer" in done.stderr


def test_python_without_venv_says_what_to_install(tmp_path: Path) -> None:
    done = set_up(tmp_path, python3='case "$2" in *ensurepip*) exit 1;; esac')
    assert done.returncode == 1
    assert "venv module, which python3 lacks" in done.stderr
    assert "apt-get install python3-venv" in done.stderr


@pytest.mark.parametrize(
    ("pip_says", "advice"),
    [
        pytest.param("Temporary failure in name resolution", "This needs the network, once", id="no network"),
        pytest.param("THESE PACKAGES DO NOT MATCH THE HASHES", "The packages could not be installed", id="other"),
    ],
)
def test_failing_pip_says_what_to_do(tmp_path: Path, pip_says: str, advice: str) -> None:
    pip = f"#!/bin/sh\necho '{pip_says}'; exit 1\n"
    make_venv = f"""case "$2" in
        venv) mkdir -p "$3/bin"; printf '%s' "{pip}" > "$3/bin/python"; chmod +x "$3/bin/python";;
    esac"""
    done = set_up(tmp_path, python3=f'PATH="{os.environ["PATH"]}"; {make_venv}')
    assert done.returncode == 1
    assert pip_says in done.stderr
    assert advice in done.stderr
