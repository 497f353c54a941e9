"""Who is counted where a proxy stands before the site, and that nobody else says where he comes from."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pepper_site.serve import trusted_proxies
from tests.jobs.servers import Site, tried


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A site with a game in it, so that it needs no others to show."""
    site = Site(tmp_path, DATABASE=str(tmp_path / "pepper.sqlite3"))
    driver = site.driver()
    driver.start(league=driver.found()["league"])
    yield site
    site.stop()


def test_without_a_trusted_proxy_a_header_changes_nothing(site: Site) -> None:
    address = site.run()
    statuses = [tried(address, X_Forwarded_For=f"192.0.2.{number}") for number in range(7)]
    assert statuses == [422] * 6 + [429]


def test_those_behind_a_trusted_proxy_are_counted_apart(site: Site) -> None:
    address = site.run(TRUSTED_PROXIES="127.0.0.1, 10.0.0.0/8")
    assert [tried(address, X_Forwarded_For="192.0.2.1") for _time in range(7)] == [422] * 6 + [429]
    assert tried(address, X_Forwarded_For="192.0.2.2") == 422
    assert tried(address, X_Forwarded_For="192.0.2.1, 10.1.2.3") == 429, "through two proxies"
    for number in range(3):
        invented = f"198.51.100.{number}, 192.0.2.1"
        assert tried(address, X_Forwarded_For=invented) == 429, "the proxy's own word is the last one"


def test_a_trusted_proxy_elsewhere_lends_its_word_to_nobody_here(site: Site) -> None:
    address = site.run(TRUSTED_PROXIES="10.0.0.2")
    statuses = [tried(address, X_Forwarded_For=f"192.0.2.{number}") for number in range(7)]
    assert statuses == [422] * 6 + [429]


@pytest.mark.parametrize(
    "said", ["proxy.example.org", "10.0.0.300", "10.0.0.1/8", "*", "0.0.0.0/0", "::/0", "10.0.0.1,x"]
)
def test_what_names_no_proxy_is_told(said: str) -> None:
    with pytest.raises(SystemExit, match="TRUSTED_PROXIES="):
        trusted_proxies(said)


def test_addresses_and_networks_may_be_named() -> None:
    assert trusted_proxies(" 10.0.0.2 ,, 10.1.0.0/16,2001:db8::1 ") == ["10.0.0.2", "10.1.0.0/16", "2001:db8::1"]
    assert trusted_proxies("") == []
