"""Which cards can be chosen next, and why not the others. The engine is asked of each, with all that is recorded.

The table knows what was shown so far; what follows from a deal that is half known, or from an exchange, is asked of
the check of the whole record, so that a card is never offered which would then be refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scorekeeper.engine import Card, Finding, Suit, check_hand
from scorekeeper.engine.cards import RANKS
from scorekeeper.sentences import finding_sentence
from scorekeeper.words import suit_name

from .draft import Ask, Draft
from .fitting import is_dealable

# In the order of the card keyboard: suits down, ranks from the ace.
_KEYBOARD = {suit: place for place, suit in enumerate(Suit)}
_OF_PLAY = frozenset(("revoke", "card-not-held", "duplicate-card"))

Faults = dict[tuple[str, int | None, str], Finding]


@dataclass(frozen=True)
class CardChoice:
    """One card of the keyboard: whether it can be chosen, and if not, why. `state` and `by` are the component's."""

    code: str
    why: str = ""
    state: str = ""
    by: str = ""

    @property
    def is_free(self) -> bool:
        """Whether it can be chosen."""
        return not self.why and self.state != "played"

    @property
    def is_closed(self) -> bool:
        """Whether it cannot be chosen."""
        return not self.is_free


def card_choices(draft: Draft) -> list[CardChoice]:
    """Every card of the deck in the order of the keyboard, for the card that is asked for now."""
    played, known = _played(draft), _faults(draft)
    choices = []
    for card in keyboard(draft):
        if card in played:
            choices.append(CardChoice(str(card), state="played", by=draft.names[played[card]]))
        elif draft.asks is Ask.PLAY:
            choices.append(CardChoice(str(card), why=why_not_play(draft, card, known).rstrip(".")))
        else:
            given = card in draft.discard or card in draft.exchange
            why = draft.why_not_give(card)
            choices.append(CardChoice(str(card), why=why.rstrip("."), state="selected" if given else ""))
    return choices


def dealt_choices(draft: Draft, seat: int | None) -> list[CardChoice]:
    """Every card of the deck, for dealing to a seat or to the kitty (None): those that lie elsewhere cannot."""
    places = {card: draft.names[one] for one, held in enumerate(draft.hands) for card in held}
    places |= dict.fromkeys(draft.kitty, _("the kitty"))
    own = draft.kitty if seat is None else (draft.hands[seat] if draft.hands else ())
    most = draft.rules.kitty if seat is None else draft.rules.hand
    choices = []
    for card in keyboard(draft):
        if card in own:
            choices.append(CardChoice(str(card), state="selected"))
        elif card in places:
            choices.append(CardChoice(str(card), why=_("dealt to %(name)s") % {"name": places[card]}))
        else:
            choices.append(CardChoice(str(card), why=_("all are dealt here") if len(own) >= most else ""))
    return choices


def why_not_play(draft: Draft, card: Card, known: Faults | None = None) -> str:
    """Why the next player cannot play `card`, "" where he can. Where the table ruled, anything can have happened.

    `known` is what the engine finds in the hand so far, for whoever asks of many cards.
    """
    table = draft.table
    if table is None or table.turn is None:
        return _("No card is asked for now.")
    if card in table.played:
        return _("It is played already.")
    if draft.ruling is not None:
        return ""
    if fault := table.fault(card):
        if fault.code == "revoke" and table.holdings[table.turn] is None:
            return _shown_out(draft, card)
        return draft.sentence(fault)
    known = _faults(draft) if known is None else known
    more = replace(draft, plays=(*draft.plays, card))
    for fault_of, finding in _faults(more).items():
        if fault_of not in known:
            return finding_sentence(finding)
    if not known and not is_dealable(more):
        return _("By what was shown so far, %(name)s cannot have played it.") % {"name": draft.names[table.turn]}
    return ""


def shown_out_notes(draft: Draft) -> list[str]:
    """For the player whose card is next: which suits he has shown out of, and when."""
    table = draft.table
    if table is None or table.turn is None or draft.asks is not Ask.PLAY:
        return []
    return [
        _("%(name)s showed out of %(suit)s in trick %(number)s.")
        % {"name": draft.names[table.turn], "suit": suit_name(suit), "number": number}
        for suit, number in _showings(draft, table.turn).items()
    ]


def keyboard(draft: Draft) -> list[Card]:
    """The deck as it lies on the keyboard: spades, hearts, diamonds, clubs down, ace to nine across, joker last."""
    return sorted(
        draft.rules.deck,
        key=lambda card: (len(_KEYBOARD), 0) if card.suit is None else (_KEYBOARD[card.suit], -RANKS.index(card.rank)),
    )


def _faults(draft: Draft) -> Faults:
    """What the engine finds wrong with the cards so far."""
    if not draft.plays:
        return {}
    answer = check_hand(draft.record(), draft.rules, draft.names)
    return {(one.code, one.play, one.text): one for one in answer.findings if one.is_error and one.code in _OF_PLAY}


def _shown_out(draft: Draft, card: Card) -> str:
    table = draft.table
    assert table is not None and table.turn is not None
    suit = card.effective_suit(table.contract.trump)
    assert suit is not None
    return _("%(name)s showed out of %(suit)s in trick %(number)s.") % {
        "name": draft.names[table.turn],
        "suit": suit_name(suit),
        "number": _showings(draft, table.turn)[suit],
    }


def _showings(draft: Draft, seat: int) -> dict[Suit, int]:
    """The suits that `seat` did not follow, each with the number of the first trick that showed it."""
    table = draft.table
    assert table is not None
    trump = table.contract.trump
    showings: dict[Suit, int] = {}
    for number, trick in enumerate(table.tricks, 1):
        led = trick.suit_led(trump)
        for other, card in zip(trick.seats, trick.cards, strict=False):
            if other == seat and led is not None and card.effective_suit(trump) is not led:
                showings.setdefault(led, number)
    return showings


def _played(draft: Draft) -> dict[Card, int]:
    """Who played which card."""
    if draft.table is None:
        return {}
    return {card: seat for trick in draft.table.tricks for seat, card in zip(trick.seats, trick.cards, strict=False)}
