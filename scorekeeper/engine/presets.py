"""The eleven presets, each a row of data (docs/rules.md, Presets). No code, no exception."""

from __future__ import annotations

from dataclasses import replace

from .rulesets import Ruleset, Rung
from .wording import gettext_noop as _


def _numbers(highest: int) -> tuple[Rung, ...]:
    """The bids 1 to `highest`: a number bid n needs n tricks and stakes n points."""
    return tuple(Rung(str(n), n, n) for n in range(1, highest + 1))


_IOWA = Ruleset(
    base="iowa",
    name=_("Iowa Pepper"),
    players=4,
    partners=True,
    hand=6,
    auction="once",
    ladder=(*_numbers(5), Rung("PH", 6, 7), Rung("PA", 6, 14, exchange=False)),
    no_trump=True,
    exchange=True,
    challenge=True,
    first_lead="declarer",
    made="stake",
    set_="stake",
    defenders_made="tricks",
    defenders_set="tricks",
    zero_trick_penalty=True,
    target=31,
    finish="play_on",
)
_MIDWEST = Ruleset(
    base="midwest",
    name=_("Midwest Pepper"),
    players=4,
    partners=True,
    hand=6,
    auction="rounds",
    ladder=(*_numbers(5), Rung("LP", 6, 12, "flat")),
    alone=True,
    first_lead="declarer",
    made="tricks",
    set_="stake",
    defenders_made="none",
    defenders_set="stake",
    alone_multiplier=2,
    target=42,
    finish="bidder",
)
_MIDWEST_REFERENCE = replace(
    _MIDWEST,
    base="midwest-reference",
    name=_("Midwest Pepper, bidding reference"),
    ladder=(*_numbers(5), Rung("LP", 6, 10, "flat"), Rung("BP", 6, 15, "flat")),
    made="stake",
)
_CLASSIC = Ruleset(
    base="classic",
    name=_("Classic Pepper"),
    players=4,
    partners=True,
    hand=6,
    auction="rounds",
    ladder=(*_numbers(5), Rung("LP", 6, 6), Rung("BP", 6, 12, "flat")),
    no_trump=True,
    first_lead="declarer",
    made="tricks",
    set_=6,
    defenders_made="tricks",
    defenders_set="tricks",
    target=30,
    finish="shared",
)
_CLASSIC_3 = replace(
    _CLASSIC,
    base="classic-3",
    name=_("Classic Pepper for three"),
    players=3,
    partners=False,
    hand=8,
    ladder=(*_numbers(7), Rung("LP", 8, 8), Rung("BP", 8, 16, "flat")),
    set_=8,
)
_CLASSIC_2 = replace(_CLASSIC_3, base="classic-2", name=_("Classic Pepper for two"), players=2)
_HASENPFEFFER = Ruleset(
    base="hasenpfeffer",
    name=_("Hasenpfeffer"),
    players=4,
    partners=True,
    joker=True,
    hand=6,
    kitty=1,
    auction="rounds",
    ladder=_numbers(6),
    alone=True,
    defend_alone=True,
    first_lead="dealer_left",
    made="tricks",
    set_="tricks",
    defenders_made="none",
    defenders_set="none",
    target=10,
    finish="play_on",
)
_HASENPFEFFER_PEPPERS = replace(
    _HASENPFEFFER,
    base="hasenpfeffer-peppers",
    name=_("Hasenpfeffer with peppers"),
    ladder=(*_numbers(5), Rung("LP", 6, 6), Rung("BP", 6, 6, "double")),
)
_HASENPFEFFER_KITTY = replace(
    _MIDWEST,
    base="hasenpfeffer-kitty",
    name=_("Hasenpfeffer with a kitty of five"),
    joker=True,
    hand=5,
    kitty=5,
    ladder=(*_numbers(4), Rung("LP", 5, 10, "flat")),
    outbid_partner=False,
)
_DOUBLE_HASENPFEFFER = replace(
    _HASENPFEFFER_KITTY,
    base="double-hasenpfeffer",
    name=_("Double Hasenpfeffer"),
    outbid_partner=True,
)
_CUTTHROAT = replace(
    _MIDWEST,
    base="cutthroat",
    name=_("Cutthroat Pepper"),
    players=3,
    partners=False,
    hand=8,
    ladder=(*_numbers(7), Rung("LP", 8, 16, "flat")),
    alone=False,
    alone_multiplier=1,
)

PRESETS: dict[str, Ruleset] = {
    rules.base: rules
    for rules in (
        _IOWA,
        _MIDWEST,
        _MIDWEST_REFERENCE,
        _CLASSIC,
        _CLASSIC_3,
        _CLASSIC_2,
        _HASENPFEFFER,
        _HASENPFEFFER_PEPPERS,
        _HASENPFEFFER_KITTY,
        _DOUBLE_HASENPFEFFER,
        _CUTTHROAT,
    )
}
