"""House rules: JSON to a ruleset and back, and every reason why some rules cannot be played.

`"iowa"` is a preset, `{"base": "iowa", "target": 42}` a changed copy of one (docs/rules.md, House rules).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict, fields, replace
from functools import lru_cache
from typing import Any

from . import rulesets
from .errors import RulesetError
from .presets import PRESETS
from .rulesets import Ruleset, Rung
from .wording import quote

# Far beyond any table's use, and small enough that no score can grow too long to print.
LARGEST = 1_000_000
LONGEST_NAME = 100
_RUNG_KEYS = ("token", "need", "stake", "mark", "exchange")
_KEYS = {"set" if field.name == "set_" else field.name: field.name for field in fields(Ruleset) if field.name != "base"}
KEYS = tuple(_KEYS)


def parse_rules(value: object) -> Ruleset:
    """The ruleset that a preset's name or an object of house rules describes.

    Takes what JSON gives: "iowa", or {"base": "iowa", key: value, …}. Raises `RulesetError` with one
    sentence for each thing that is wrong (docs/rules.md, House rules).
    """
    if isinstance(value, str):
        if value in PRESETS:
            return PRESETS[value]
        raise RulesetError(f"There are no rules called {quote(value)}: choose one of {', '.join(PRESETS)}.")
    if not isinstance(value, dict):
        raise RulesetError(f"Rules are the name of a preset, or an object of house rules, not {quote(value)}.")
    try:
        text = json.dumps(value, sort_keys=True, default=repr)
    except RecursionError:
        raise RulesetError("These rules are nested too deep to be read.") from None
    return _house_rules(text)


def rules_to_json(rules: Ruleset) -> str | dict[str, Any]:
    """The shortest JSON that `parse_rules` turns into `rules` again."""
    base = PRESETS[rules.base]
    changes = {
        key: _plain(getattr(rules, attribute))
        for key, attribute in _KEYS.items()
        if getattr(rules, attribute) != getattr(base, attribute)
    }
    return {"base": rules.base} | changes if changes else rules.base


def _plain(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return [{key: was for key, was in asdict(rung).items() if (key, was) not in _RUNG_DEFAULTS} for rung in value]


_RUNG_DEFAULTS = (("mark", None), ("exchange", True))


@lru_cache(maxsize=1024)
def _house_rules(text: str) -> Ruleset:
    value: dict[str, object] = json.loads(text)
    base = value.pop("base", None)
    if not isinstance(base, str) or base not in PRESETS:
        raise RulesetError(
            f'House rules need a "base" to change, one of {", ".join(PRESETS)}'
            + ("." if base is None else f"; there is no {quote(base)}.")
        )
    faults: list[str] = []
    changes: dict[str, object] = {}
    for key, given in value.items():
        try:
            changes[_KEYS[key]] = _READERS[key](key, given)
        except KeyError:
            faults.append(f"There is no rule called {quote(key)}.")
        except RulesetError as error:
            faults.extend(error.sentences)
    rules = replace(PRESETS[base], **changes)  # type: ignore[arg-type]
    faults.extend(_impossible(rules))
    if faults:
        raise RulesetError(*faults)
    return rules


def _impossible(rules: Ruleset) -> Iterator[str]:
    """Why `rules`, each of whose values is sound by itself, cannot be played together."""
    if rules.dead < 0:
        yield (
            f"{rules.players} players with {rules.hand} cards and a kitty of {rules.kitty} need "
            f"{rules.players * rules.hand + rules.kitty} cards; the deck has {len(rules.deck)}."
        )
    if not rules.ladder:
        yield "The ladder has no bid on it."
    for low, high in zip(rules.ladder, rules.ladder[1:], strict=False):
        for what in ("need", "stake"):
            if getattr(high, what) < getattr(low, what):
                yield (
                    f"The ladder falls: {high.token} stands above {low.token}, but its {what} of "
                    f"{getattr(high, what)} is below {getattr(low, what)}."
                )
    tokens = [rung.token for rung in rules.ladder]
    for token in dict.fromkeys(tokens):
        if tokens.count(token) > 1:
            yield f"The ladder has the bid {token} more than once."
    for rung in rules.ladder:
        if rung.need > rules.hand:
            yield f"The bid {rung.token} needs {rung.need} tricks, but a hand has only {rules.hand} cards."
    if rules.joker and rules.no_trump:
        yield "A joker is a trump, so there can be no bids without trumps: drop the joker or no trump."
    if rules.partners and rules.players != 4:
        yield f"Partners need four players, not {rules.players}."
    for switch in ("exchange", "challenge", "alone"):
        if getattr(rules, switch) and not rules.partners:
            yield f"Without partners there is no {switch}."
    if rules.defend_alone and not rules.alone:
        yield "A defender can play alone only where the declarer may: switch on alone too."


# ---- one value at a time --------------------------------------------------------------------------


def _switch(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise RulesetError(f"{key} is true or false, not {quote(value)}.")


def is_whole(value: object, least: int, most: int = LARGEST) -> bool:
    """Whether `value` is a whole number from `least` to `most`; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _whole(least: int, most: int = LARGEST) -> Callable[[str, object], int]:
    def read(key: str, value: object) -> int:
        if is_whole(value, least, most):
            assert isinstance(value, int)
            return value
        raise RulesetError(f"{key} is a whole number from {least} to {most}, not {quote(value)}.")

    return read


def _word(*words: str) -> Callable[[str, object], str]:
    def read(key: str, value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise RulesetError(f"{key} is {_or(words)}, not {quote(value)}.")

    return read


def _or(words: tuple[str, ...]) -> str:
    return " or ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else words[0]


def _set(key: str, value: object) -> str | int:
    if is_whole(value, 1):
        assert isinstance(value, int)
        return value
    if isinstance(value, str) and value in rulesets.SET:
        return value
    raise RulesetError(f"{key} is stake, tricks or a positive number, not {quote(value)}.")


def _name(key: str, value: object) -> str:
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME:
        return value
    raise RulesetError(f"{key} is a text of 1 to {LONGEST_NAME} characters, not {quote(value)}.")


def _ladder(key: str, value: object) -> tuple[Rung, ...]:
    if not isinstance(value, list):
        raise RulesetError(f"{key} is a list of bids, lowest first, not {quote(value)}.")
    faults: list[str] = []
    rungs: list[Rung] = []
    for place, entry in enumerate(value, 1):
        try:
            rungs.append(_rung(f"Bid {place} of the ladder", entry))
        except RulesetError as error:
            faults.extend(error.sentences)
    if faults:
        raise RulesetError(*faults)
    return tuple(rungs)


def _rung(where: str, entry: object) -> Rung:
    if not isinstance(entry, dict):
        raise RulesetError(f'{where} is an object with "token", "need" and "stake", not {quote(entry)}.')
    faults = [f"{where} has no key {quote(key)}." for key in entry if key not in _RUNG_KEYS]
    token = entry.get("token")
    if token not in rulesets.BID_TOKENS:
        faults.append(f"{where} needs a token, one of {', '.join(rulesets.BID_TOKENS)}, not {quote(token)}.")
    for key in ("need", "stake"):
        if not is_whole(entry.get(key), 1):
            faults.append(f"{where} needs a {key} of at least 1, not {quote(entry.get(key))}.")
    if entry.get("mark") not in rulesets.MARKS:
        faults.append(f"{where} has the mark flat, double or none (null), not {quote(entry['mark'])}.")
    if not isinstance(entry.get("exchange", True), bool):
        faults.append(f"{where}: exchange is true or false, not {quote(entry['exchange'])}.")
    if faults:
        raise RulesetError(*faults)
    return Rung(**entry)


_READERS: dict[str, Callable[[str, object], object]] = {
    "name": _name,
    "players": _whole(2, 4),
    "hand": _whole(1, 25),
    "kitty": _whole(0, 25),
    "ladder": _ladder,
    "auction": _word(*rulesets.AUCTIONS),
    "first_lead": _word(*rulesets.FIRST_LEADS),
    "made": _word(*rulesets.MADE),
    "set": _set,
    "defenders_made": _word(*rulesets.AWARDS),
    "defenders_set": _word(*rulesets.AWARDS),
    "target": _whole(1),
    "finish": _word(*rulesets.FINISHES),
    "alone_multiplier": _whole(1),
} | dict.fromkeys(rulesets.SWITCHES, _switch)
