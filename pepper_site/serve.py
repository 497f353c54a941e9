"""What `make run` does: bring the database up to date, fill in the demo games, and serve on this machine.

It knows servers and sockets, never games.
"""

import hashlib
import ipaddress
import os
import socket
import sys
import warnings
from pathlib import Path

import django
import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.db import DatabaseError

CONSOLE_MAIL = "django.core.mail.backends.console.EmailBackend"


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; leave with a sentence where that cannot be."""
    if port > 65535:
        sys.exit(f"PORT={port} is too high: ports end at 65535. For instance: make run PORT=8001")
    server: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        sys.exit(f"HOST={host[:60]} is no address of this machine. For instance: make run HOST=0.0.0.0")
    try:
        server = socket.socket(family, kind, protocol)
        # Otherwise a site that was just stopped blocks its own address for a minute.
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(address)
        server.listen(128)
    except OSError as error:
        if server is not None:
            server.close()
        sys.exit(
            f"Pepper cannot use port {port} of {host}: {error.strerror}.\n"
            f"Choose another port, for instance: make run PORT={port + 1 if port < 65535 else 8001}"
        )
    return server


def own_address(host: str) -> str:
    """Return the address by which phones reach this machine when `host` means all of its addresses, else `host`."""
    if host not in ("0.0.0.0", "::"):  # noqa: S104
        return host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # sends nothing; it only finds out which way the network is
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def trusted_proxies(text: str) -> list[str]:
    """Return the addresses and networks in `text`, with commas between; leave with a sentence where one is none.

    Whoever comes from there is believed when he says for whom he comes, so nobody may name everybody.
    """
    proxies = [part.strip() for part in text.split(",") if part.strip()]
    for proxy in proxies:
        try:
            is_everybody = ipaddress.ip_network(proxy).prefixlen == 0
        except ValueError:
            sys.exit(f"TRUSTED_PROXIES={proxy[:60]} is no address. For instance: make run TRUSTED_PROXIES=10.0.0.2")
        if is_everybody:
            sys.exit(f"TRUSTED_PROXIES={proxy} is everybody: anyone could say that he is somebody else.")
    return proxies


def collect_static() -> None:
    """Gather and compress the static files, where any of them has changed since the last time."""
    fingerprint = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list([]):
            file = Path(storage.path(name)).stat()
            fingerprint.update(f"{name} {file.st_size} {file.st_mtime_ns}\n".encode())
    mark = Path(settings.STATIC_ROOT) / "collected"
    if mark.exists() and mark.read_text() == fingerprint.hexdigest():
        return
    call_command("collectstatic", interactive=False, verbosity=0)
    mark.write_text(fingerprint.hexdigest())


def main() -> None:
    """Serve at HOST and PORT of the environment until somebody presses Ctrl-C."""
    host = (os.environ.get("HOST") or "127.0.0.1").strip("[]")
    port_text = os.environ.get("PORT") or "8000"
    if not port_text.isdecimal():
        sys.exit(f"PORT={port_text} is not a number. For instance: make run PORT=8001")
    proxies = trusted_proxies(os.environ.get("TRUSTED_PROXIES", ""))
    server_socket = listen(host, int(port_text))
    port = server_socket.getsockname()[1]
    shown = own_address(host)
    shown = f"[{shown}]" if ":" in shown else shown

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pepper_site.settings")
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(dict.fromkeys(["localhost", "127.0.0.1", "[::1]", shown])))
    try:
        django.setup()
        call_command("migrate", verbosity=0)
        if not settings.DEBUG:
            collect_static()
        call_command("demo", if_empty=True)
    except (ImproperlyConfigured, ValueError) as error:
        sys.exit(f"Pepper cannot start with these settings: {error}")
    except DatabaseError as error:
        sys.exit(f"Pepper cannot use the database {settings.DATABASES['default']['NAME']}: {error}")

    print(f"Pepper is at http://{shown}:{port}/  (Ctrl-C stops it)", flush=True)
    if settings.EMAIL_BACKEND == CONSOLE_MAIL:
        print("Mail, such as the link for a forgotten password, is shown here; EMAIL_URL sends it.", flush=True)
    # The static files' server gives its files piece by piece without waiting; here that harms nobody.
    warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")
    server = uvicorn.Server(
        uvicorn.Config(
            "pepper_site.asgi:application",
            # Addresses are keys to games: they belong into no log.
            access_log=False,
            # Where nobody stands before it, nobody's word for where a request came from is to be taken.
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            log_level="warning",
            # Otherwise it never stops while somebody listens.
            timeout_graceful_shutdown=2,
        )
    )
    try:
        server.run(sockets=[server_socket])
    except KeyboardInterrupt:
        print("\nPepper has stopped.")


if __name__ == "__main__":
    main()
