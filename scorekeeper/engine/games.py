"""A game: hands in order to a running score, its end and who won (docs/record.md, A game).

Knows hands only by their answers; how one is scored is for `checking`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .checking import Answer, check_hand
from .errors import RulesetError
from .findings import Finding
from .houserules import is_whole, parse_rules
from .rulesets import Ruleset
from .wording import Who, quote, seat_names
from .wording import gettext_noop as _

FORMAT = "pepper-game"
VERSION = 1
LONGEST_GAME = 1_000


@dataclass(frozen=True)
class GameAnswer:
    """What is to be said of a game. `scores` holds the running score per side after each hand."""

    findings: tuple[Finding, ...]
    hands: tuple[Answer, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()
    over: bool = False
    winners: tuple[int, ...] = ()
    next_dealer: int | None = None

    @property
    def ok(self) -> bool:
        """Whether nothing found in the game or in any of its hands is an error."""
        return not any(found.is_error for found in self.findings) and all(hand.ok for hand in self.hands)

    def to_json(self) -> dict[str, Any]:
        """The answer as docs/record.md, Answers, has it, without the id."""
        return {
            "ok": self.ok,
            "findings": [finding.to_json() for finding in self.findings],
            "hands": [hand.to_json() for hand in self.hands],
            "scores": [list(score) for score in self.scores],
            "over": self.over,
            "winners": list(self.winners),
            "next_dealer": self.next_dealer,
        }


def check_game(game: object, names: Sequence[str] | None = None) -> GameAnswer:
    """Check and score a whole game as JSON gives it (docs/record.md, A game). Never raises.

    The players' names in it speak in the findings, unless `names` are given.
    """
    if not isinstance(game, dict):
        return GameAnswer((_fault("", _("a game is an object with rules, players and deals, not {got}"), game),))
    rules, faults = _rules(game)
    faults += _faults(game, rules)
    deals = game.get("deals")
    if rules is None or not isinstance(deals, list) or len(deals) > LONGEST_GAME:
        return GameAnswer(tuple(faults))
    first = game.get("first_dealer")
    players = game.get("players")
    if names is None and not any(fault.key == "players" for fault in faults):
        names = players
    answer = score_game(deals, rules, first if is_whole(first, 0, rules.players - 1) else None, names)
    return replace(answer, findings=tuple(faults))


def score_game(
    deals: Sequence[object],
    rules: Ruleset,
    first_dealer: int | None,
    names: Sequence[str] | None = None,
) -> GameAnswer:
    """Check and score hands in order, as one game.

    Takes the hands as JSON gives them, who was to deal first (None where nobody knows), and the
    players' names by seat. A hand with errors adds nothing; hands after the end are kept and not
    counted.
    """
    return continue_game((check_hand(deal, rules, names) for deal in deals), deals, rules, first_dealer, names)


def continue_game(
    answers: Iterable[Answer],
    deals: Sequence[object],
    rules: Ruleset,
    first_dealer: int | None,
    names: Sequence[str] | None = None,
) -> GameAnswer:
    """The game that these answers to `deals` make."""
    hands: list[Answer] = []
    scores: list[tuple[int, ...]] = []
    score: tuple[int, ...] = (0,) * rules.sides
    dealer = first_dealer
    winners: tuple[int, ...] = ()
    for answer, deal in zip(answers, deals, strict=True):
        dealt = _recorded_dealer(deal, rules)
        found: list[Finding] = []
        if dealt is not None and dealer is not None and dealt != dealer:
            text = _("{who} dealt, but it was {dealer}’s turn to deal")
            found.append(Finding("bad-dealer", text, {"who": Who(dealt), "dealer": Who(dealer)}, "dealer", seat=dealt))
        if winners:
            found.append(Finding("game-over", _("the game was over before this hand; it does not count")))
        elif answer.result is not None:
            score = tuple(map(sum, zip(score, answer.result.points, strict=True)))
            # A void hand has not been played to its end, and only there anybody wins.
            winners = () if answer.result.void else winners_of(rules, score, answer)
        scores.append(score)
        known = names or seat_names(rules.players)
        hands.append(replace(answer, findings=(*(one.spoken_of(known) for one in found), *answer.findings)))
        dealer = _next_dealer(answer, dealer if dealt is None else dealt, rules)
    return GameAnswer((), tuple(hands), tuple(scores), bool(winners), winners, None if winners else dealer)


def winners_of(rules: Ruleset, score: Sequence[int], last: Answer) -> tuple[int, ...]:
    """The sides that have won with this score after the hand `last`, none while the game goes on.

    (docs/rules.md, Game end.)
    """
    there = [side for side in range(rules.sides) if score[side] >= rules.target]
    if not there:
        return ()
    if rules.finish == "bidder" and len(there) > 1 and last.result is not None:
        result = last.result
        if result.side in there:
            if result.made or result.conceded:
                return (result.side,)
            there.remove(result.side)
    highest = max(score[side] for side in there)
    best = tuple(side for side in there if score[side] == highest)
    return best if len(best) == 1 or rules.finish == "shared" else ()


def _rules(game: dict[str, Any]) -> tuple[Ruleset | None, list[Finding]]:
    if "rules" not in game:
        return None, [_fault("rules", _("it is not said by which rules the game is played"), None)]
    try:
        return parse_rules(game["rules"]), []
    except RulesetError as error:
        return None, [Finding("bad-record", "{reason}", {"reason": error.reasons}, "rules")]


def _recorded_dealer(deal: object, rules: Ruleset) -> int | None:
    dealer = deal.get("dealer") if isinstance(deal, dict) else None
    return dealer if is_whole(dealer, 0, rules.players - 1) else None


def _next_dealer(answer: Answer, dealt: int | None, rules: Ruleset) -> int | None:
    if answer.result is not None:
        return dealt if answer.result.void else answer.result.next_dealer
    return None if dealt is None else rules.next_dealer(dealt)


def _faults(game: dict[str, Any], rules: Ruleset | None) -> list[Finding]:
    """What is wrong with the game itself, apart from its rules, in the order of its keys."""
    faults = []
    if game.get("format") != FORMAT:
        faults.append(_fault("format", _('the format is "pepper-game", not {got}'), game.get("format")))
    if not is_whole(game.get("version"), VERSION, VERSION):
        faults.append(_fault("version", _("the version is 1, not {got}"), game.get("version")))
    if rules is not None:
        faults.extend(_seated(game, rules))
    deals = game.get("deals")
    if not isinstance(deals, list):
        faults.append(_fault("deals", _("deals is the list of the hands, not {got}"), deals))
    elif len(deals) > LONGEST_GAME:
        text = _("deals is a list of {count}, more than any game can have")
        faults.append(_fault("deals", text, deals, count=len(deals)))
    for key, value in game.items():
        if key not in _KEYS and not isinstance(value, str):
            faults.append(_fault(key, _("{name} is a text, not {got}"), value, name=quote(key)))
    return faults


def _seated(game: dict[str, Any], rules: Ruleset) -> Iterable[Finding]:
    """Whether players and first dealer fit the ruleset's seats."""
    players = game.get("players")
    if not (
        isinstance(players, list)
        and len(players) == rules.players
        and all(isinstance(name, str) and name.strip() for name in players)
    ):
        text = _("players are the names of the {players} at the table, by seat, not {got}")
        yield _fault("players", text, players, players=rules.players)
    if not is_whole(game.get("first_dealer"), 0, rules.players - 1):
        text = _("first_dealer is a seat from 0 to {last}, not {got}")
        yield _fault("first_dealer", text, game.get("first_dealer"), last=rules.players - 1)


_KEYS = ("format", "version", "rules", "players", "first_dealer", "deals")


def _fault(key: str, text: str, got: object, **values: object) -> Finding:
    return Finding("bad-record", text, {"got": quote(got)} | values, key)
