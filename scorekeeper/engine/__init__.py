"""The rules of Pepper: check a hand, score it, play one out.

Pure Python on the standard library. Knows seats, sides, cards and rules; never players, leagues or
the site around it.
"""

from .answers import NoJson, answer_game, answer_hand, answer_line, no_json, read_json, why_no_json
from .auction import BID_WORDS, Auction
from .cards import Card, Suit, cards
from .checking import Answer, check_hand, contract_of, table_of
from .checks.outcome import Result
from .contract import Contract
from .errors import BadDeal, BadNotation, IllegalAction, IllegalCall, IllegalPlay, RulesetError
from .findings import CODES, Finding
from .games import GameAnswer, check_game, score_game
from .hand import Hand
from .houserules import parse_rules, rules_to_json
from .play import Table, Trick
from .presets import PRESETS
from .rulesets import Ruleset, Rung
from .wording import Said

__all__ = [
    "BID_WORDS",
    "CODES",
    "PRESETS",
    "Answer",
    "Auction",
    "BadDeal",
    "BadNotation",
    "Card",
    "Contract",
    "Finding",
    "GameAnswer",
    "Hand",
    "IllegalAction",
    "IllegalCall",
    "IllegalPlay",
    "NoJson",
    "Result",
    "Ruleset",
    "RulesetError",
    "Rung",
    "Said",
    "Suit",
    "Table",
    "Trick",
    "answer_game",
    "answer_hand",
    "answer_line",
    "cards",
    "check_game",
    "check_hand",
    "contract_of",
    "no_json",
    "parse_rules",
    "read_json",
    "rules_to_json",
    "score_game",
    "table_of",
    "why_no_json",
]
