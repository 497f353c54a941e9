"""Servers for the tests of jobs. A test is skipped only where a server cannot run on this machine at all."""

from collections.abc import Iterator

import psycopg
import pytest

from tests.jobs.servers import Broker, Driver, Site, postgres, postgres_folder, valkey_program


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """A PostgreSQL for the whole run."""
    programs = postgres_folder()
    if programs is None:
        pytest.skip("no PostgreSQL runs on this machine, neither installed nor from the package index")
    with postgres(programs) as url:
        yield url


@pytest.fixture(scope="module")
def database_url(postgres_server: str, request: pytest.FixtureRequest) -> str:
    """A PostgreSQL database with nothing in it."""
    name = request.module.__name__.replace(".", "_")
    with psycopg.connect(postgres_server, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    return f"{postgres_server.rpartition('/')[0]}/{name}"


@pytest.fixture(scope="module")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Broker]:
    """A Valkey that runs."""
    program = valkey_program()
    if program is None:
        pytest.skip("no Valkey runs on this machine, neither installed nor from the package index")
    broker = Broker(program, tmp_path_factory.mktemp("valkey"))
    broker.start()
    yield broker
    broker.kill()


@pytest.fixture(scope="module")
def big_site(broker: Broker, database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site on PostgreSQL and Valkey."""
    site = Site(tmp_path_factory.mktemp("site"), DATABASE_URL=database_url, REDIS_URL=broker.url, SWEEP_SECONDS="1")
    yield site
    site.stop()


@pytest.fixture(scope="module")
def driver(big_site: Site) -> Driver:
    """Who writes to it."""
    return big_site.driver()


@pytest.fixture(scope="module")
def other_driver(big_site: Site) -> Driver:
    """Somebody else who writes to it."""
    return big_site.driver()


@pytest.fixture(scope="module")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site on SQLite, with nothing beside it."""
    folder = tmp_path_factory.mktemp("site")
    site = Site(folder, DATABASE=str(folder / "pepper.sqlite3"))
    yield site
    site.stop()


@pytest.fixture(scope="module")
def small_driver(small_site: Site) -> Driver:
    """Who writes to it."""
    return small_site.driver()
