"""Contract and tricks to points (docs/rules.md, Scoring). Knows one hand, never a game."""

from __future__ import annotations

from collections.abc import Sequence

from .rulesets import Ruleset, Rung


def played_points(rules: Ruleset, rung: Rung, side: int, tricks: Sequence[int], is_alone: bool) -> tuple[int, ...]:
    """The points of each side for a hand played out.

    Takes the declaring side, the tricks taken per side, and whether the declarer played alone.
    """
    made = tricks[side] >= rung.need
    factor = 2 if rung.mark == "double" else 1
    if is_alone:
        factor *= rules.alone_multiplier
    gained = _gain(rules, rung, tricks[side]) if made else -_loss(rules, rung, tricks[side])
    award = rules.defenders_made if made else rules.defenders_set

    def points(of: int) -> int:
        if of == side:
            return gained * factor
        if rules.zero_trick_penalty and tricks[of] == 0:
            return -rung.stake
        if award == "stake":
            return rung.stake * factor
        return tricks[of] if award == "tricks" else 0

    return tuple(points(of) for of in range(rules.sides))


def conceded_points(rules: Ruleset, rung: Rung, side: int, is_alone: bool) -> tuple[int, ...]:
    """The points of each side for a bid that the defenders conceded (docs/rules.md, Challenge)."""
    stake = rung.stake * (rules.alone_multiplier if is_alone else 1)
    return tuple(stake if of == side else 0 for of in range(rules.sides))


def _gain(rules: Ruleset, rung: Rung, tricks: int) -> int:
    return rung.stake if rung.mark == "flat" or rules.made == "stake" else tricks


def _loss(rules: Ruleset, rung: Rung, tricks: int) -> int:
    if rung.mark == "flat" or rules.set_ == "stake":
        return rung.stake
    return tricks if isinstance(rules.set_, str) else rules.set_
