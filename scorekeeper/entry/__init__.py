"""A hand while it is being entered: what is known so far, what to ask next, what may be chosen and why not.

Pure: takes texts and rules, gives values; knows no request, no form and no database. The engine decides what is legal.
"""

from .choices import CardChoice, card_choices, dealt_choices, shown_out_notes
from .draft import Ask, Depth, Draft, Refused
from .reading import is_sayable, read_draft, state_text

__all__ = [
    "Ask",
    "CardChoice",
    "Depth",
    "Draft",
    "Refused",
    "card_choices",
    "dealt_choices",
    "is_sayable",
    "read_draft",
    "shown_out_notes",
    "state_text",
]
