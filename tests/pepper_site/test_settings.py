"""The settings as a fresh process reads them from its environment."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pepper_site.settings import is_local

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {"ALLOWED_HOSTS": "pepper.example.org"}


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `code` in a process with this environment and nothing else set."""
    kept = {name: value for name, value in os.environ.items() if name in ("PATH", "HOME")}
    settings = {"DJANGO_SETTINGS_MODULE": "pepper_site.settings"}
    return subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=kept | settings | environment, capture_output=True, text=True
    )


def read(expression: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Print `expression` of the settings."""
    return run(f"from pepper_site import settings; print([{expression}])", **environment)


def test_nothing_set_is_safe() -> None:
    assert read("settings.DEBUG, settings.ALLOWED_HOSTS").stdout == "[False, ['localhost', '127.0.0.1', '[::1]']]\n"


def test_public_site_without_a_key_is_refused_with_a_sentence() -> None:
    done = read("settings.SECRET_KEY", **PUBLIC)
    assert done.returncode == 1
    assert "SECRET_KEY is not set, and ALLOWED_HOSTS opens the site to others (pepper.example.org)." in done.stderr


def test_public_site_takes_the_key_it_is_given() -> None:
    assert read("settings.SECRET_KEY", SECRET_KEY="chosen", **PUBLIC).stdout == "['chosen']\n"


@pytest.mark.parametrize("host", ["*", ".example.org", "8.8.8.8", "[2606:4700::1111]"])
def test_host_that_others_can_reach_is_not_local(host: str) -> None:
    assert not is_local(host)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "10.0.0.7", "kitchen.local"])
def test_own_network_is_local(host: str) -> None:
    assert is_local(host)


def test_https_makes_cookies_secure() -> None:
    cookies = "settings.SESSION_COOKIE_SECURE, settings.CSRF_COOKIE_SECURE, settings.SECURE_SSL_REDIRECT"
    assert read(cookies).stdout == "[False, False, False]\n"
    assert read(cookies, HTTPS="1").stdout == "[True, True, True]\n"


def test_public_site_passes_the_deployment_check() -> None:
    done = run(
        "import django; django.setup(); from django.core import checks; "
        "print({message.id for message in checks.run_checks(include_deployment_checks=True)})",
        SECRET_KEY="0123456789 abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        HTTPS="1",
        HSTS_SECONDS="3600",
        **PUBLIC,
    )
    # Both ask to bind other hosts of the same domain, which is for the domain's owner to decide.
    assert done.stdout in ("{'security.W005', 'security.W021'}\n", "{'security.W021', 'security.W005'}\n"), done.stderr


def test_acknowledged_is_durable(tmp_path: Path) -> None:
    done = run(
        "import django; django.setup(); from django.db import connection; "
        "ask = lambda name: connection.cursor().execute('PRAGMA ' + name).fetchone()[0]; "
        "print(ask('journal_mode'), ask('synchronous'), ask('foreign_keys'))",
        DATABASE=str(tmp_path / "pepper.sqlite3"),
    )
    assert done.stdout == "wal 2 1\n", done.stderr  # 2 is FULL
