"""Check and score a file of hands or games, one JSON line each (docs/record.md, Answers).

Knows files and exit statuses. Asks no database, holds one line at a time, and leaves every answer to
the engine.
"""

import contextlib
import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from typing import IO, Any

from django.core.management.base import BaseCommand, OutputWrapper

from scorekeeper.engine import Said
from scorekeeper.engine.wording import gettext_noop as _
from scorekeeper.jsonlines import game_reply, hand_reply, no_json_reply

STANDARD_INPUT = "-"
NOT_OK, UNUSABLE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141

# No hand and no game comes near it; without a limit, a file without line feeds would fill the memory.
LONGEST_LINE = 64 * 1024 * 1024
TOO_LONG = Said(_("it is longer than any hand or game"))


class Command(BaseCommand):
    help = (
        'Check and score hands, one {"id": …, "rules": …, "hand": …} a line, and write one answer a line. '
        "Exit status: 0 if all were ok, 1 if something was not, 2 if the file cannot be read."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE", help="the file to read, or - for standard input")
        parser.add_argument("--games", action="store_true", help='each line is a game: {"id": …, "game": …}')

    def handle(self, *args: Any, file: str, games: bool, **options: Any) -> None:
        """Answer every line of `file`, and leave with the status that says how it went."""
        reply = game_reply if games else hand_reply
        status = 0
        try:
            with open_bytes(file) as source, byte_writer(self.stdout) as write:
                for number, line in numbered_lines(source):
                    answer = no_json_reply(number, TOO_LONG) if line is None else reply(line, number)
                    write(answer.line)
                    status |= not answer.ok
        except KeyboardInterrupt:
            status = INTERRUPTED
        except BrokenPipeError:
            status = PIPE_CLOSED
        except OSError as error:
            self.stderr.write(f"Cannot score {file}: {error.strerror or error}.")
            status = UNUSABLE
        if status:
            let_go_of_output()
            sys.exit(status)


def open_bytes(file: str) -> contextlib.AbstractContextManager[IO[bytes]]:
    """Open `file`, or take standard input. Raises OSError where it cannot be read."""
    if file == STANDARD_INPUT:
        if sys.stdin is None:
            raise OSError("standard input is closed")
        return contextlib.nullcontext(sys.stdin.buffer)
    return open(file, "rb")


def numbered_lines(source: IO[bytes]) -> Iterator[tuple[int, bytes | None]]:
    """Yield the number, from 1, and the bytes of every line; None in place of one that is longer than any may be.

    A line feed ends a line: the last one begins no other.
    """
    number = 0
    while line := source.readline(LONGEST_LINE):
        number += 1
        if len(line) == LONGEST_LINE and not line.endswith(b"\n"):
            while (rest := source.readline(LONGEST_LINE)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        else:
            yield number, line


@contextlib.contextmanager
def byte_writer(out: OutputWrapper) -> Iterator[Callable[[bytes], object]]:
    """Give a function that writes bytes, whatever the terminal's encoding; all are written when it ends well.

    On a terminal each line is seen at once, for somebody may be typing hands.
    """
    if sys.stdout is None and getattr(out, "_out", None) is None:
        raise OSError("standard output is closed")
    buffer = getattr(out, "buffer", None)
    if buffer is None:  # text kept in memory, as by call_command(stdout=io.StringIO())
        yield lambda line: out.write(line.decode(), ending="")
    elif out.isatty():
        yield lambda line: (buffer.write(line), buffer.flush())
    else:
        yield buffer.write
        buffer.flush()


def let_go_of_output() -> None:
    """Write what is still waiting, or drop it where nobody reads any more: Python would complain at its end."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
