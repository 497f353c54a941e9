"""JSON in, JSON out: what the command, the API and files say (docs/record.md, Answers).

Knows envelopes (`{"id", "rules", "hand"}` and `{"id", "game"}`) and lines. It never raises, whatever
comes in.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NoReturn

from .checking import check_hand
from .errors import RulesetError
from .fast import is_met_again, quick_answer
from .findings import Finding
from .games import GameAnswer, check_game
from .houserules import parse_rules
from .rulesets import Ruleset
from .wording import Said, Sentences, fill, quote
from .wording import gettext_noop as _

MOST_DIGITS = 1_000


def answer_hand(envelope: object) -> dict[str, Any]:
    """The answer to `{"id": any, "rules": …, "hand": {…}}`, with its id.

    Other keys of the line are the sender's own, such as what he expects to hear, and are not read.
    """
    if not isinstance(envelope, dict):
        return _refusal(None, "", _('a line is an object with "rules" and "hand", not {got}'), envelope)
    name = envelope.get("id")
    for key in ("rules", "hand"):
        if key not in envelope:
            return _refusal(name, key, _("{got} is missing"), key)
    try:
        rules = parse_rules(envelope["rules"])
    except RulesetError as error:
        found = Finding("bad-record", "{reason}", {"reason": error.reasons}, "rules")
        return _refused(name, found)
    return {"id": name} | answer_record(envelope["hand"], rules)


def answer_record(hand: object, rules: Ruleset) -> dict[str, Any]:
    """The answer to one hand's record, without an id: by the fast path, or else by the readable engine."""
    quick = quick_answer(hand, rules) if is_met_again(rules) else None
    return quick or check_hand(hand, rules).to_json()


def answer_game(envelope: object) -> dict[str, Any]:
    """The answer to `{"id": any, "game": {…}}`, with its id."""
    if not isinstance(envelope, dict) or "game" not in envelope:
        text = _('a line is an object with "game", not {got}')
        found = Finding("bad-record", text, {"got": quote(envelope)})
        name = envelope.get("id") if isinstance(envelope, dict) else None
        return {"id": name} | GameAnswer((found,)).to_json()
    return {"id": envelope.get("id")} | check_game(envelope["game"]).to_json()


def answer_line(text: str, number: int, answer: Callable[[object], dict[str, Any]] = answer_hand) -> dict[str, Any]:
    """The answer to line `number` (from 1) of a file of hands, or of games with `answer_game`."""
    try:
        return answer(read_json(text))
    except ValueError as error:
        return no_json(number, why_no_json(error))


class NoJson(ValueError):
    """The text is JSON in shape, but holds what no record can. `reason` says what."""

    def __init__(self, reason: Said) -> None:
        super().__init__(fill(reason.text, reason.values, ()))
        self.reason = reason


def read_json(text: str) -> Any:
    """The value of a JSON text. Raises `json.JSONDecodeError`, or `NoJson` for numbers and depths nobody needs.

    Numbers that JSON cannot write again (NaN, Infinity, 1e999) are refused, whole numbers of more digits
    than any score, and nesting too deep to follow.
    """
    try:
        return _decode(text)
    except RecursionError:
        raise NoJson(Said(_("it is nested too deep"))) from None


def why_no_json(error: ValueError) -> Said:
    """What is wrong with a text that `read_json` refused."""
    if isinstance(error, NoJson):
        return error.reason
    place = error.pos + 1 if isinstance(error, json.JSONDecodeError) else 1
    return Said(_("it goes wrong at character {place}"), {"place": place})


def no_json(number: int, reason: Said) -> dict[str, Any]:
    """The answer to a line that is no JSON."""
    text = _("line {number} is not JSON: {reason}")
    found = Finding("bad-record", text, {"number": number, "reason": Sentences([reason])})
    return {"id": None, "line": number, "ok": False, "result": None, "findings": [found.to_json()]}


def _no_number(text: str) -> NoReturn:
    raise NoJson(Said(_("{got} is not a number"), {"got": text}))


def _finite(text: str) -> float:
    number = float(text)
    if number in (float("inf"), float("-inf")):
        raise NoJson(Said(_("{got} is too large a number"), {"got": quote(text)}))
    return number


def _short(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise NoJson(Said(_("{got} is too long a number"), {"got": quote(text)}))
    return int(text)


_decode = json.JSONDecoder(parse_constant=_no_number, parse_float=_finite, parse_int=_short).decode


def _refusal(name: object, key: str, text: str, got: object) -> dict[str, Any]:
    return _refused(name, Finding("bad-record", text, {"got": quote(got)}, key))


def _refused(name: object, found: Finding) -> dict[str, Any]:
    return {"id": name, "ok": False, "result": None, "findings": [found.to_json()]}
