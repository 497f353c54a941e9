"""Starting the site: where it listens, and what it says when it cannot."""

import socket

import pytest

from pepper_site.serve import listen, own_address


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
