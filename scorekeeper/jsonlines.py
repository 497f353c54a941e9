"""Bytes in, bytes out: how the command and the API put a line of JSON to the engine (docs/record.md, Answers).

Pure. Knows UTF-8 and JSON. Must not know what a hand is, nor where a line comes from or goes to.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from scorekeeper.engine import Said, answer_game, answer_hand, answer_line, no_json
from scorekeeper.engine.wording import gettext_noop as _

BYTE_ORDER_MARK = b"\xef\xbb\xbf"  # some editors put it before the first line

_encode = json.JSONEncoder(ensure_ascii=False).encode


class Reply(NamedTuple):
    """The answer to a line: itself a line of UTF-8, whether it is ok, and whether there was JSON to answer."""

    line: bytes
    ok: bool
    is_json: bool = True


def hand_reply(line: bytes, number: int) -> Reply:
    """The answer to line `number` (from 1) of a file of hands. Never raises."""
    return _reply(line, number, answer_hand)


def game_reply(line: bytes, number: int) -> Reply:
    """The answer to line `number` (from 1) of a file of games. Never raises."""
    return _reply(line, number, answer_game)


def either_reply(line: bytes, number: int) -> Reply:
    """The answer to line `number` (from 1) where each may be a hand or a game. Never raises."""
    return _reply(line, number, _answer_either)


def no_json_reply(number: int, reason: Said) -> Reply:
    """The answer to a line that is no JSON."""
    return _written(no_json(number, reason))


def _reply(line: bytes, number: int, answer: Callable[[object], dict[str, Any]]) -> Reply:
    if number == 1:
        line = line.removeprefix(BYTE_ORDER_MARK)
    try:
        text = line.rstrip(b"\r\n").decode("utf-8")
    except UnicodeDecodeError as error:
        return no_json_reply(number, Said(_("byte {place} is not UTF-8"), {"place": error.start + 1}))
    if not text.strip():
        return no_json_reply(number, Said(_("it is empty")))
    try:
        return _written(answer_line(text, number, answer))
    except RecursionError:  # its id was just shallow enough to be read
        return no_json_reply(number, Said(_("it is nested too deep")))


def _answer_either(envelope: object) -> dict[str, Any]:
    is_game = isinstance(envelope, dict) and "game" in envelope and "hand" not in envelope
    return answer_game(envelope) if is_game else answer_hand(envelope)


def _written(answer: dict[str, Any]) -> Reply:
    # JSON can spell half a surrogate pair, UTF-8 cannot: it goes out as it came in, as \ud83d.
    line = _encode(answer).encode("utf-8", "backslashreplace") + b"\n"
    return Reply(line, answer["ok"], "line" not in answer)
