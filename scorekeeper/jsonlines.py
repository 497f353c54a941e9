"""Bytes in, bytes out: how the command and the API put a line of JSON to the engine (docs/record.md, Answers).

Pure. Knows UTF-8 and JSON. Must not know what a hand is, nor where a line comes from or goes to.
"""

import json
from typing import Any

from scorekeeper.engine import answer_game_line, answer_line, no_json

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors put it before the first line

_encode = json.JSONEncoder(ensure_ascii=False).encode


def answer_bytes(line: bytes, number: int, *, games: bool = False) -> tuple[bytes, bool]:
    """Answer line `number` (from 1) of a file of hands, or of games.

    Returns the answer as a line of UTF-8, and whether it is ok. Never raises.
    """
    try:
        answer = _answer(line, number, games=games)
        return _line(answer), answer["ok"]
    except RecursionError:  # its id was just shallow enough to be read
        return no_json_bytes(number, "it is nested too deep"), False


def no_json_bytes(number: int, reason: str) -> bytes:
    """The answer to a line that is no JSON, as a line of UTF-8."""
    return _line(no_json(number, reason))


def _answer(line: bytes, number: int, *, games: bool) -> dict[str, Any]:
    if number == 1:
        line = line.removeprefix(BYTE_ORDER_MARK)
    try:
        text = line.rstrip(b"\r\n").decode("utf-8")
    except UnicodeDecodeError as error:
        return no_json(number, f"byte {error.start + 1} is not UTF-8")
    if not text.strip():
        return no_json(number, "it is empty")
    return answer_game_line(text, number) if games else answer_line(text, number)


def _line(answer: dict[str, Any]) -> bytes:
    # JSON can spell half a surrogate pair, UTF-8 cannot: it goes out as it came in, as \ud83d.
    return _encode(answer).encode("utf-8", "backslashreplace") + b"\n"
