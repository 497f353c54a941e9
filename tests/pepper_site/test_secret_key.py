"""The key that a machine makes for itself."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from pepper_site.secret_key import local_secret_key


def test_key_is_long_kept_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "var" / "secret_key"
    key = local_secret_key(path)
    assert len(key) == 50
    assert local_secret_key(path) == key
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path], "a draft was left behind"


def test_processes_that_start_together_agree(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(lambda _: local_secret_key(path), range(40)))) == 1
