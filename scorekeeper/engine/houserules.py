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
from .wording import Listing, Said, quote
from .wording import gettext_noop as _

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
        raise _refused(_("There are no rules called {got}: choose one of {presets}."), value, presets=Listing(PRESETS))
    if not isinstance(value, dict):
        raise _refused(_("Rules are the name of a preset, or an object of house rules, not {got}."), value)
    try:
        text = json.dumps(value, sort_keys=True, default=repr)
    except (RecursionError, ValueError, TypeError):
        raise RulesetError(Said(_("These rules are nested too deep, or hold too long a number, to be read."))) from None
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
        raise _refused(
            _('House rules need a "base" to change, one of {presets}, not {got}.'), base, presets=Listing(PRESETS)
        )
    faults: list[Said] = []
    changes: dict[str, object] = {}
    for key, given in value.items():
        try:
            changes[_KEYS[key]] = _READERS[key](key, given)
        except KeyError:
            faults.append(Said(_("There is no rule called {got}."), {"got": quote(key)}))
        except RulesetError as error:
            faults.extend(error.reasons)
    rules = replace(PRESETS[base], **changes)  # type: ignore[arg-type]
    faults.extend(_impossible(rules))
    if faults:
        raise RulesetError(*faults)
    return rules


def _impossible(rules: Ruleset) -> Iterator[Said]:
    """Why `rules`, each of whose values is sound by itself, cannot be played together."""
    if rules.dead < 0:
        yield Said(
            _("{players} players, {hand} cards each and {kitty} in the kitty are {need} cards; the deck has {deck}."),
            {
                "players": rules.players,
                "hand": rules.hand,
                "kitty": rules.kitty,
                "need": rules.players * rules.hand + rules.kitty,
                "deck": len(rules.deck),
            },
        )
    if not rules.ladder:
        yield Said(_("The ladder has no bid on it."))
    for low, high in zip(rules.ladder, rules.ladder[1:], strict=False):
        bids: dict[str, object] = {"high": high.token, "low": low.token}
        if high.need < low.need:
            text = _("The ladder falls: {high} stands above {low}, but needs {fewer} tricks and not {more}.")
            yield Said(text, bids | {"fewer": high.need, "more": low.need})
        if high.stake < low.stake:
            text = _("The ladder falls: {high} stands above {low}, but stakes {fewer} points and not {more}.")
            yield Said(text, bids | {"fewer": high.stake, "more": low.stake})
    tokens = [rung.token for rung in rules.ladder]
    for token in dict.fromkeys(tokens):
        if tokens.count(token) > 1:
            yield Said(_("The ladder has the bid {bid} more than once."), {"bid": token})
    for rung in rules.ladder:
        if rung.need > rules.hand:
            text = _("The bid {bid} needs {need} tricks, but a hand has only {hand} cards.")
            yield Said(text, {"bid": rung.token, "need": rung.need, "hand": rules.hand})
    if rules.joker and rules.no_trump:
        yield Said(_("A joker is a trump, so nothing can be played without trumps: drop the joker, or no trump."))
    if rules.partners and rules.players != 4:
        yield Said(_("Partners need four players, not {players}."), {"players": rules.players})
    if not rules.partners:
        for switch, text in (
            (rules.exchange, _("Without partners there is nobody to exchange a card with.")),
            (rules.challenge, _("Without partners there is no challenge.")),
            (rules.alone, _("Without partners everybody plays alone anyway: switch alone off.")),
        ):
            if switch:
                yield Said(text)
    if rules.defend_alone and not rules.alone:
        yield Said(_("A defender can play alone only where the declarer may: switch on alone too."))


# ---- one value at a time --------------------------------------------------------------------------


def _refused(text: str, got: object, **values: object) -> RulesetError:
    return RulesetError(Said(text, {"got": quote(got)} | values))


def _switch(key: str, value: object) -> bool:
    if isinstance(value, bool):
        return value
    raise _refused(_("{key} is true or false, not {got}."), value, key=key)


def is_whole(value: object, least: int, most: int = LARGEST) -> bool:
    """Whether `value` is a whole number from `least` to `most`; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _whole(least: int, most: int = LARGEST) -> Callable[[str, object], int]:
    def read(key: str, value: object) -> int:
        if is_whole(value, least, most):
            assert isinstance(value, int)
            return value
        text = _("{key} is a whole number from {least} to {most}, not {got}.")
        raise _refused(text, value, key=key, least=least, most=most)

    return read


def _word(*words: str) -> Callable[[str, object], str]:
    def read(key: str, value: object) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise _refused(_("{key} is one of {words}, not {got}."), value, key=key, words=Listing(words))

    return read


def _set(key: str, value: object) -> str | int:
    if is_whole(value, 1):
        assert isinstance(value, int)
        return value
    if isinstance(value, str) and value in rulesets.SET:
        return value
    raise _refused(_("{key} is stake, tricks or a positive number, not {got}."), value, key=key)


def _name(key: str, value: object) -> str:
    if isinstance(value, str) and value.strip() and len(value) <= LONGEST_NAME:
        return value
    text = _("{key} is a text of 1 to {longest} characters, not {got}.")
    raise _refused(text, value, key=key, longest=LONGEST_NAME)


def _ladder(key: str, value: object) -> tuple[Rung, ...]:
    if not isinstance(value, list):
        raise _refused(_("{key} is a list of bids, lowest first, not {got}."), value, key=key)
    if len(value) > len(rulesets.BID_TOKENS):
        text = _("{key} has {count} bids, more than there are kinds of bids.")
        raise _refused(text, value, key=key, count=len(value))
    faults: list[Said] = []
    rungs: list[Rung] = []
    for place, entry in enumerate(value, 1):
        try:
            rungs.append(_rung(place, entry))
        except RulesetError as error:
            faults.extend(error.reasons)
    if faults:
        raise RulesetError(*faults)
    return tuple(rungs)


def _rung(place: int, entry: object) -> Rung:
    if not isinstance(entry, dict):
        text = _('Bid {place} of the ladder is an object with "token", "need" and "stake", not {got}.')
        raise _refused(text, entry, place=place)
    faults: list[Said] = []

    def refuse(text: str, got: object, **values: object) -> None:
        faults.append(Said(text, {"got": quote(got), "place": place} | values))

    for key in entry:
        if key not in _RUNG_KEYS:
            refuse(_("Bid {place} of the ladder has no key {got}."), key)
    if entry.get("token") not in rulesets.BID_TOKENS:
        text = _("Bid {place} of the ladder needs a token, one of {tokens}, not {got}.")
        refuse(text, entry.get("token"), tokens=Listing(rulesets.BID_TOKENS))
    for key in ("need", "stake"):
        if not is_whole(entry.get(key), 1):
            text = _("Bid {place} of the ladder: its {key} is a whole number of at least 1, not {got}.")
            refuse(text, entry.get(key), key=key)
    if entry.get("mark") not in rulesets.MARKS:
        refuse(_("Bid {place} of the ladder: its mark is flat, double or none (null), not {got}."), entry["mark"])
    if not isinstance(entry.get("exchange", True), bool):
        refuse(_("Bid {place} of the ladder: its exchange is true or false, not {got}."), entry["exchange"])
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
