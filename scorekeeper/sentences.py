"""The engine's findings and rules as sentences for people. Knows the engine's values, never games or requests."""

import json
from collections.abc import Iterator

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper.engine import Finding, Ruleset, Said, Suit, why_no_json
from scorekeeper.engine.points import played_points
from scorekeeper.engine.wording import fill
from scorekeeper.words import AS_TEXT, bid_name

_GLYPHS = str.maketrans({suit.glyph: suit.glyph + AS_TEXT for suit in Suit})


def finding_sentence(finding: Finding) -> str:
    """A finding as a sentence in the reader's language."""
    text = capfirst(finding.say(_)).translate(_GLYPHS).replace(AS_TEXT * 2, AS_TEXT)
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def rules_line(rules: Ruleset) -> str:
    """What sets these rules apart, on one line: "4 players in pairs, to 31; bids 1–5, Pepper with help 7; …"."""
    if rules.partners:
        players = _("%(count)s players in pairs") % {"count": rules.players}
    else:
        players = _("%(count)s players, each for themselves") % {"count": rules.players}
    parts = [
        _("%(players)s, to %(target)s") % {"players": players, "target": rules.target},
        _("bids %(bids)s") % {"bids": ", ".join(_bids(rules))},
    ]
    if rules.joker:
        parts.append(_("joker"))
    if rules.kitty:
        parts.append(_("kitty of %(count)s") % {"count": rules.kitty})
    if rules.no_trump:
        parts.append(_("no trump allowed"))
    if rules.challenge:
        parts.append(_("challenge or concede"))
    if rules.alone:
        parts.append(_("may be played alone"))
    if not rules.outbid_partner:
        parts.append(_("partners do not outbid each other"))
    return "; ".join(parts)


def _bids(rules: Ruleset) -> Iterator[str]:
    """The numbers as a range, then the bids with a name and what they are worth: "1–5", "Pepper alone 14"."""
    numbers = [rung.token for rung in rules.ladder if rung.token.isdecimal()]
    if numbers:
        yield numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"
    for token, worth in _worths(rules).items():
        yield f"{bid_name(token)} {worth}"


def bid_notes(rules: Ruleset) -> dict[str, str]:
    """What the bids with a name are worth when they are just made, by token: {"PH": "7 points"}."""
    return {
        token: ngettext("%(count)s point", "%(count)s points", worth) % {"count": worth}
        for token, worth in _worths(rules).items()
    }


def _worths(rules: Ruleset) -> dict[str, int]:
    """The points of the bids with a name when they are just made, by token."""
    return {
        rung.token: played_points(rules, rung, 0, (rung.need, rules.hand - rung.need, *[0] * (rules.sides - 2)), False)[
            0
        ]
        for rung in rules.ladder
        if not rung.token.isdecimal()
    }


def sentence(said: Said) -> str:
    """What the engine says, in the reader's language."""
    return fill(said.text, said.values, (), _)


def json_fault(error: ValueError) -> str:
    """Where and why a text is no JSON, in words."""
    if not isinstance(error, json.JSONDecodeError):
        why = why_no_json(error)
        return _("This cannot be read as JSON: %(reason)s.") % {"reason": sentence(why)}
    reasons = {
        "Expecting ',' delimiter": _("a comma or a closing bracket is missing here"),
        "Expecting ':' delimiter": _("a colon is missing here"),
        "Expecting property name enclosed in double quotes": _("a key in double quotes belongs here"),
        "Expecting value": _("a value belongs here"),
        "Extra data": _("the record has ended before this"),
        "Illegal trailing comma before end of object": _("there is a comma too many"),
        "Illegal trailing comma before end of array": _("there is a comma too many"),
        "Invalid control character at": _("a text may not run over the end of a line"),
        "Unterminated string starting at": _("the text that begins here has no closing quote"),
    }
    return _("This is not JSON yet. Line %(line)s, column %(column)s: %(reason)s.") % {
        "line": error.lineno,
        "column": error.colno,
        "reason": reasons.get(error.msg, error.msg),
    }
