"""The site alone, on SQLite and without a broker: what is saved is counted within moments, by nobody else."""

import signal
import subprocess
import sys
import urllib.request

from tests.jobs.servers import PATIENCE, ROOT, Driver, Site, paste, wait_until


def test_a_hand_saved_over_http_is_counted_within_moments(small_site: Site, small_driver: Driver) -> None:
    league = small_driver.found()
    game = small_driver.start(league=league["league"])
    session = small_driver.session(user=league["user"])
    address = f"{small_site.serve()}/g/{game['key']}/"
    assert paste(f"{address}paste/", session["key"]) == address
    wait_until(lambda: small_driver.is_counted(league["league"]), small_site.log(), 10)
    state = small_driver.state(league=league["league"])
    assert state["players"] == {"Nora": 1, "Eli": 1, "Sam": 1, "Wes": 1}
    assert small_driver.check(league=league["league"]) == {"is_behind": False, "differences": []}


def test_a_site_that_is_killed_leaves_nothing_uncounted_to_the_next(small_site: Site, small_driver: Driver) -> None:
    small_site.last.kill()
    league = small_driver.found()["league"]
    small_driver.save(league=league, hands=3)  # by a process that serves nobody, so no job is done
    assert not small_driver.is_counted(league)
    with urllib.request.urlopen(small_site.serve() + "/rules/", timeout=PATIENCE) as page:
        assert page.status == 200
    wait_until(lambda: small_driver.is_counted(league), small_site.log(), 10)
    assert small_driver.state(league=league)["hands"] == 3


def test_the_site_stops_at_once_when_asked_to(small_site: Site) -> None:
    process = small_site.last
    process.signal(signal.SIGINT)
    wait_until(lambda: not process.is_running(), "the site has stopped", 10)
    assert "Traceback" not in process.log.read_text()
    assert not list(small_site.folder.glob("celerybeat*")), "it leaves files where it was started"


FORKING = """
import os, sys, threading, time
import pepper_site.wsgi
from scorekeeper.embedded import worker
from scorekeeper.models import Recount
# As in a server that loads the site, answers a request and then forks. The thread is one that a fork keeps alive,
# so that only whose it is can tell.
worker._pid, worker._thread = os.getpid(), threading.current_thread()
worker.ensure()
assert threading.active_count() == 1, "it has a worker, and begins no other"
if os.fork() == 0:
    worker.ensure()
    end = time.monotonic() + 30
    while time.monotonic() < end:
        time.sleep(0.05)
        state = Recount.objects.get(league=int(sys.argv[1]))
        if state.counted == state.marked:
            os._exit(0)
    os._exit(1)
assert os.wait()[1] == 0, "the forked process counted nothing"
"""


def test_a_forked_process_has_a_worker_of_its_own(small_site: Site, small_driver: Driver) -> None:
    league = small_driver.found()["league"]
    small_driver.save(league=league, hands=1)
    assert not small_driver.is_counted(league)
    done = subprocess.run(
        [sys.executable, "-c", FORKING, str(league)],
        cwd=ROOT,
        env=small_site.env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
