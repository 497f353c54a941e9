"""The site on PostgreSQL and Valkey, with real workers, and all that goes wrong with those."""

import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.jobs.servers import Broker, Driver, Site, paste, wait_until


@pytest.fixture
def league(driver: Driver) -> int:
    """A league with four players and a night going on."""
    found: int = driver.found()["league"]
    return found


def expect_counted(driver: Driver, site: Site, league: int) -> None:
    """Wait until all is counted, and compare with a full count."""
    wait_until(lambda: driver.is_counted(league), f"not counted: {driver.state(league=league)}\n{site.log()}")
    state = driver.state(league=league)
    assert state["hands"] == state["stored"]
    assert driver.check(league=league) == {"is_behind": False, "differences": []}


def test_a_worker_counts_what_is_saved(big_site: Site, driver: Driver, league: int) -> None:
    big_site.worker()
    driver.save(league=league, hands=5)
    expect_counted(driver, big_site, league)
    assert driver.state(league=league)["stored"] == 5


def test_a_worker_counts_what_a_browser_saves(big_site: Site, driver: Driver) -> None:
    found = driver.found()
    game = driver.start(league=found["league"])
    session = driver.session(user=found["user"])
    address = f"{big_site.serve()}/g/{game['key']}/"
    assert paste(f"{address}paste/", session["key"]) == address
    expect_counted(driver, big_site, found["league"])
    assert driver.state(league=found["league"])["players"] == {"Nora": 1, "Eli": 1, "Sam": 1, "Wes": 1}
    big_site.last.kill()


def test_a_job_that_comes_twice_or_late_changes_nothing(big_site: Site, driver: Driver, league: int) -> None:
    driver.save(league=league, hands=4)
    expect_counted(driver, big_site, league)
    before = driver.state(league=league)
    driver.send(league=league, times=20)
    driver.send_sweep()
    driver.send(league=0)  # of a league that is gone
    driver.save(league=league, hands=1)  # whose job comes after all of these
    expect_counted(driver, big_site, league)
    assert driver.state(league=league)["hands"] == before["hands"] + 1


def test_the_broker_is_away_while_hands_are_saved(big_site: Site, driver: Driver, league: int, broker: Broker) -> None:
    broker.kill()
    saved = driver.save(league=league, hands=8)
    assert len(saved["hands"]) == 8
    assert saved["slowest"] < 3
    assert not driver.is_counted(league)
    broker.start()
    expect_counted(driver, big_site, league)
    assert driver.state(league=league)["stored"] == 8


def test_a_broker_that_does_not_answer_holds_up_one_save_only(driver: Driver, league: int, broker: Broker) -> None:
    assert broker.process is not None
    broker.process.signal(signal.SIGSTOP)
    try:
        slowest = [driver.save(league=league, hands=1)["slowest"] for _time in range(6)]
    finally:
        broker.process.signal(signal.SIGCONT)
    assert max(slowest) < 3
    assert sum(time > 0.45 for time in slowest) <= 1, slowest


def test_a_worker_killed_in_mid_job_loses_nothing(
    big_site: Site, driver: Driver, other_driver: Driver, league: int
) -> None:
    driver.save(league=league, hands=3)
    expect_counted(driver, big_site, league)
    other_driver.hold(league=league)
    driver.save(league=league, hands=1)
    wait_until(lambda: driver.waiting()["count"], "a job is about to store what it counted")
    big_site.kill_workers()
    other_driver.let_go()
    assert driver.state(league=league)["hands"] == 3
    big_site.worker(concurrency=2)  # at its start it looks for what was left
    expect_counted(driver, big_site, league)


def test_two_recounts_and_two_writers_at_once(
    big_site: Site, driver: Driver, other_driver: Driver, league: int
) -> None:
    another = driver.found()["league"]
    driver.fill(league=league, games=40, hands=10)
    driver.fill(league=another, games=40, hands=10)
    with ThreadPoolExecutor() as pool:
        saves = [
            pool.submit(driver.save, league=league, hands=8),
            pool.submit(other_driver.save, league=another, hands=8),
        ]
        for save in saves:
            assert len(save.result()["hands"]) == 8
    driver.send(league=league, times=4)
    driver.send(league=another, times=4)
    for where in (league, another):
        expect_counted(driver, big_site, where)
