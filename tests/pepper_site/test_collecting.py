"""Static files are gathered once, and again when one of them has changed."""

from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from pepper_site import serve


def test_only_what_has_changed_is_gathered_again(
    settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "one.css").write_text("a {}")
    root = tmp_path / "root"
    root.mkdir()
    settings.STATIC_ROOT, settings.STATICFILES_DIRS = root, [own]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    serve.get_finders.__globals__["get_finder"].cache_clear()
    command = Mock()
    monkeypatch.setattr(serve, "call_command", command)
    serve.collect_static()
    serve.collect_static()
    assert command.call_count == 1
    (own / "one.css").write_text("a { color: red }")
    serve.collect_static()
    assert command.call_count == 2
    (own / "one.css").rename(own / "two.css")
    serve.collect_static()
    serve.collect_static()
    assert command.call_count == 3
    serve.get_finders.__globals__["get_finder"].cache_clear()
