"""`manage.py score`: every line is answered, whatever it is, in memory that does not grow with the file."""

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import threading
import tracemalloc
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from scorekeeper.engine import answer_game, answer_hand, answer_line
from scorekeeper.management.commands import score

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "engine" / "hands"
GOOD = '{"id": 1, "rules": "midwest", "hand": {"dealer": 0, "declarer": 1, "bid": "4", "taken": [2, 4]}}'
BAD = '{"id": 2, "rules": "midwest", "hand": {"dealer": 0, "declarer": 1, "bid": "4", "taken": [2, 2]}}'


def start(*arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    """Start the command as somebody at a shell does; it may not touch a database."""
    environment = {**os.environ, "DATABASE": "/nowhere/at/all.sqlite3", "SECRET_KEY": "for tests only"}
    command = [sys.executable, str(ROOT / "manage.py"), "score", *arguments]
    return subprocess.Popen(command, env=environment, **options)


def run(*arguments: str, given: bytes = b"") -> tuple[int, list[Any], str]:
    """Run it to its end: its exit status, its answers, and what it says besides."""
    process = start(*arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, said = process.communicate(given, timeout=60)
    return process.returncode, [json.loads(line) for line in out.splitlines()], said.decode()


def answers(monkeypatch: pytest.MonkeyPatch, given: bytes, *options: str) -> tuple[int, list[Any]]:
    """The same within this process: the exit status and the answers."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    out = io.TextIOWrapper(io.BytesIO())
    status = 0
    try:
        call_command("score", "-", *options, stdout=out)
    except SystemExit as end:
        status = end.code
    return status, [json.loads(line) for line in out.buffer.getvalue().splitlines()]


def why(answer: dict[str, Any]) -> str:
    """The one sentence of an answer to what is no JSON."""
    assert answer.keys() == {"id", "line", "ok", "result", "findings"}
    assert (answer["id"], answer["ok"], answer["result"]) == (None, False, None)
    (finding,) = answer["findings"]
    assert finding["code"] == "bad-record"
    return finding["message"]


# ---- Answers


@pytest.mark.parametrize(("name", "options"), [("hands", []), ("games", ["--games"])])
def test_file_is_answered_as_the_engine_answers(
    tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], name: str, options: list[str]
) -> None:
    questions = []
    for line in (GOLDEN / f"{name}.jsonl").read_text().splitlines():
        question = json.loads(line)
        del question["expect"]
        questions.append(json.dumps(question))
    file = tmp_path / "asked.jsonl"
    file.write_text("\n".join(questions))
    with contextlib.suppress(SystemExit):  # among the hands are some with faults
        call_command("score", str(file), *options)
    written = [json.loads(line) for line in capsysbinary.readouterr().out.splitlines()]
    answer = answer_game if options else answer_hand
    expected = [json.loads(json.dumps(answer_line(line, number, answer))) for number, line in enumerate(questions, 1)]
    assert len(written) > 20
    assert written == expected


def test_status_tells_whether_all_was_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, f"{GOOD}\n{GOOD}\n".encode())[0] == 0
    status, (first, second, third) = answers(monkeypatch, f"{GOOD}\n{BAD}\n{GOOD}\n".encode())
    assert status == 1
    assert (first["ok"], second["ok"], third["ok"]) == (True, False, True)


def test_a_shell_sees_the_same() -> None:
    status, (answer,), said = run("-", given=GOOD.encode())
    assert (status, answer["result"]["points"], said) == (
        0,
        [4, 0] if answer["result"]["declarer"] == 0 else [0, 4],
        "",
    )
    assert run("-", given=BAD.encode())[0] == 1


def test_text_in_memory_can_take_the_answers(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(GOOD)
    out = io.StringIO()
    call_command("score", str(tmp_path / "one"), stdout=out)
    assert json.loads(out.getvalue())["ok"] is True


# ---- Lines that are none


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        pytest.param(b"\xff\xfe", "byte 1 is not UTF-8", id="undecodable"),
        pytest.param(GOOD.encode()[:-1] + b"\xe9}", f"byte {len(GOOD)} is not UTF-8", id="undecodable later"),
        pytest.param(b"", "it is empty", id="empty"),
        pytest.param(b" \t\r", "it is empty", id="blank"),
        pytest.param(b'{"id": 1', "", id="cut short"),
        pytest.param(b"NaN", "NaN is not a number", id="no number"),
        pytest.param(b"[" * 100_000, "it is nested too deep", id="deep"),
        pytest.param(b"9" * 10_000, "", id="a long number"),
        pytest.param(b"\x00", "", id="nul"),
        pytest.param("\ufeff{}".encode(), "", id="a mark amid the file"),
    ],
)
def test_what_is_no_json_is_said_with_its_line_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, line: bytes, reason: str
) -> None:
    status, (first, second, third) = answers(monkeypatch, GOOD.encode() + b"\n" + line + b"\n" + GOOD.encode())
    assert status == 1
    assert second["line"] == 2
    assert why(second).startswith(f"line 2 is not JSON: {reason}")
    assert first["ok"]
    assert third["ok"]


def test_id_that_can_only_just_be_read_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    depths = range(800, 1200)
    given = "\n".join(GOOD.replace("1", "[" * depth + "]" * depth, 1) for depth in depths)
    for depth, answer in zip(depths, answers(monkeypatch, given.encode())[1], strict=True):
        assert answer["ok"] or "nested too deep" in why(answer), depth


@pytest.mark.parametrize(("given", "lines"), [(b"", 0), (b"\n", 1), (b"\n\n", 2), (b"{}", 1), (b"{}\n", 1)])
def test_a_final_line_feed_begins_no_line(monkeypatch: pytest.MonkeyPatch, given: bytes, lines: int) -> None:
    assert len(answers(monkeypatch, given)[1]) == lines


def test_files_of_other_systems_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    status, written = answers(monkeypatch, b"\xef\xbb\xbf" + f"{GOOD}\r\n{GOOD}\r\n".encode())
    assert (status, len(written)) == (0, 2)


def test_long_line_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "x" * 8_000_000
    status, (first, second) = answers(monkeypatch, f"{GOOD.replace('1', json.dumps(long), 1)}\n{GOOD}".encode())
    assert (status, first["id"], second["ok"]) == (0, long, True)


@pytest.mark.parametrize("ending", [b"", b"\n"])
@pytest.mark.parametrize("length", [200, 201, 300, 400, 401, 1000])
def test_line_longer_than_any_may_be_is_skipped_and_said(
    monkeypatch: pytest.MonkeyPatch, length: int, ending: bytes
) -> None:
    monkeypatch.setattr(score, "LONGEST_LINE", 200)
    written = answers(monkeypatch, GOOD.encode() + b"\n" + b"x" * length + b"\n" + GOOD.encode() + ending)[1]
    assert [answer["ok"] for answer in written] == [True, False, True]
    assert why(written[1]) == "line 2 is not JSON: it is longer than any hand or game"


@pytest.mark.parametrize("text", ["é😀", "\ud83d", "a\ud83d\u2028b", "\x00\x1f", '"\\'], ids=ascii)
def test_id_comes_back_as_it_was(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    given = GOOD.replace("1", json.dumps(text), 1).encode()
    status, (answer,) = answers(monkeypatch, given)
    assert (status, answer["id"]) == (0, text)


# ---- Ends that are none


@pytest.mark.parametrize("file", ["/nowhere/hands.jsonl", "/", "bad\udcffname"], ids=["missing", "folder", "no name"])
def test_file_that_cannot_be_read_is_one_sentence(file: str) -> None:
    status, written, said = run(file)
    assert (status, written) == (2, [])
    assert said.startswith("Cannot score ")
    assert said.count("\n") == 1


def test_output_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "one").write_text(GOOD)
    with open("/dev/full", "wb") as full:
        process = start(str(tmp_path / "one"), stdout=full, stderr=subprocess.PIPE)
        said = process.communicate(timeout=60)[1]
    assert process.returncode == 2
    assert said.count(b"\n") == 1


def test_reader_that_leaves_ends_it_quietly() -> None:
    process = start("-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout and process.stderr
    process.stdout.close()
    feeding = feed(process, many(5_000))
    with process.stderr:
        said = process.stderr.read()
    feeding.join()
    assert (process.wait(60), said) == (141, b"")


def test_interruption_ends_it_quietly_with_what_was_answered() -> None:
    process = start("-", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0)
    assert process.stdin and process.stdout
    process.stdin.writelines(many(20))  # more answers than are held back, and fewer than a pipe holds
    first = process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"")
    assert all(json.loads(line)["ok"] for line in (first + rest).splitlines())


# ---- Memory


def many(count: int) -> Iterator[bytes]:
    """Lines that would show if any of them were kept: each answer is a kilobyte."""
    for number in range(count):
        yield GOOD.replace("1", f'"{number:01000}"', 1).encode() + b"\n"


def feed(process: subprocess.Popen[bytes], lines: Iterable[bytes]) -> threading.Thread:
    """Write `lines` to the process as fast as it takes them, until it takes no more."""

    def write() -> None:
        assert process.stdin
        with contextlib.suppress(BrokenPipeError), process.stdin:
            process.stdin.writelines(lines)

    thread = threading.Thread(target=write)
    thread.start()
    return thread


class Stream(io.RawIOBase):
    """Lines that are made as they are read, so that they are nowhere else."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self.lines = lines
        self.rest = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.rest = self.rest or next(self.lines, b"")
        size = min(len(buffer), len(self.rest))
        buffer[:size], self.rest = self.rest[:size], self.rest[size:]
        return size


def peak_memory(monkeypatch: pytest.MonkeyPatch, count: int) -> int:
    """The most bytes the command held while it answered `count` lines."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Stream(many(count)))))
    read_end, write_end = os.pipe()
    answered = []

    def read() -> None:
        with open(read_end, "rb") as answers:
            answered.append(sum(1 for _ in answers))

    reader = threading.Thread(target=read)
    reader.start()
    tracemalloc.start()
    try:
        with open(write_end, "w") as out:
            call_command("score", "-", stdout=out)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    reader.join()
    assert answered == [count]
    return peak


def test_memory_does_not_grow_with_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    peak_memory(monkeypatch, 100)  # what is made once is made by now
    small, large = (peak_memory(monkeypatch, count) for count in (200, 2_000))
    assert large < 3 * small, "keeping the answers would take fifty times as much"


def resident_memory(pid: int) -> int:
    """How much memory a process of this machine has now, in kilobytes."""
    done = subprocess.run(["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.soak
def test_a_million_lines_are_answered_in_the_memory_of_a_few() -> None:
    process = start("-", stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdout
    feeding = feed(process, many(1_000_000))
    seen = []
    answered = 0
    for answered, _ in enumerate(process.stdout, 1):
        if answered in (5_000, 990_000):
            seen.append(resident_memory(process.pid))
    process.stdout.close()
    feeding.join()
    assert (process.wait(60), answered) == (0, 1_000_000)
    few, most = seen
    assert most / few < 1.1


@pytest.mark.parametrize("closed", ["- <&-", "{file} >&-"])
def test_a_closed_stream_is_told(closed: str, tmp_path: Path) -> None:
    file = tmp_path / "one.jsonl"
    file.write_text(GOOD + "\n")
    command = f"{sys.executable} manage.py score {closed.format(file=file)}"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2
    assert "is closed" in done.stderr
    assert "Traceback" not in done.stderr
