"""Starting the site: where it listens, and what it says when it cannot."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from pepper_site.serve import listen, own_address

ROOT = Path(__file__).resolve().parents[2]


def test_free_port_is_taken() -> None:
    with listen("127.0.0.1", 0) as server:
        assert server.getsockname()[1] > 0


def test_port_in_use_is_told_with_the_way_out() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(SystemExit) as stopped:
            listen("127.0.0.1", port)
    assert f"Pepper cannot use port {port} of 127.0.0.1: Address already in use." in str(stopped.value)
    assert "make run PORT=" in str(stopped.value)


def test_port_that_cannot_be_is_told() -> None:
    with pytest.raises(SystemExit, match="PORT=65536 is too high"):
        listen("127.0.0.1", 65536)


def test_host_that_is_not_ours_is_told() -> None:
    with pytest.raises(SystemExit, match=r"cannot use port 8000 of 192\.0\.2\.1"):
        listen("192.0.2.1", 8000)


def test_all_addresses_are_shown_as_one_that_a_phone_can_open() -> None:
    assert own_address("127.0.0.1") == "127.0.0.1"
    assert own_address("0.0.0.0") != "0.0.0.0"


@pytest.mark.parametrize("host", ["nope.invalid", "x" * 300, "not an address"])
def test_host_that_does_not_exist_is_told(host: str) -> None:
    with pytest.raises(SystemExit, match="is no address of this machine"):
        listen(host, 0)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"DATABASE": "/no/such/folder/x"}, "cannot use the database /no/such/folder/x"),
        ({"LOG_LEVEL": "LOUD"}, "cannot start with these settings"),
        ({"HSTS_SECONDS": "many"}, "cannot start with these settings"),
    ],
    ids=str,
)
def test_settings_that_cannot_be_are_told(changed: dict[str, str], said: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pepper_site.serve"],
        cwd=ROOT,
        env={**os.environ, "PORT": "0", "DJANGO_SETTINGS_MODULE": "pepper_site.settings", **changed},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr
