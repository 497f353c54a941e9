"""A ruleset as sentences: the whole game, written from the very parameters that score it.

Pure. Knows rulesets and words. Must not know any preset's rules by its name.
"""

from .bids import BidRow, BidTable, Cell, bid_table
from .chapters import Chapter, chapters
from .facts import Fact, bids_in_short, facts, features

__all__ = [
    "BidRow",
    "BidTable",
    "Cell",
    "Chapter",
    "Fact",
    "bid_table",
    "bids_in_short",
    "chapters",
    "facts",
    "features",
]
