"""A step and a hand in sentences: what a screen reader says and everybody can read.

Pure: takes a timeline and the players' names by seat, gives text in the reader's language. Knows no markup and no
pages, and decides nothing: who ruffed and who is winning stands in the timeline.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from replay.timeline import Held, Play, Step, Timeline
from scorekeeper.engine import Card, Contract, Suit
from scorekeeper.sentences import finding_sentence
from scorekeeper.words import (
    bid_name,
    card_name,
    contract_words,
    rank_name,
    suit_name,
)

Names = Sequence[str]


def place_words(step: Step) -> str:
    """Where in the hand a step is: "Trick 2, card 2 of 3."."""
    if step.play is None:
        return _("Before the first lead.")
    return _("Trick %(trick)s, card %(card)s of %(cards)s.") % {
        "trick": step.play.trick + 1,
        "card": step.play.place + 1,
        "cards": len(step.trick.seats),
    }


def step_words(line: Timeline, step: Step, names: Names) -> str:
    """What happened: "West ruffs with the ace of diamonds. West is winning."; at the end also what it came to."""
    if step.play is None:
        return _start_words(line, names)
    told = [play_words(step.play, line.contract.trump, names), _winning_words(step, names)]
    if step.number == line.last:
        told += end_words(line, names)
    return " ".join(told)


def play_words(play: Play, trump: Suit | None, names: Names) -> str:
    """One card: "Eli follows with the left bower, jack of diamonds."."""
    sentence = {
        "lead": _("%(name)s leads %(card)s."),
        "follow": _("%(name)s follows with %(card)s."),
        "ruff": _("%(name)s ruffs with %(card)s."),
        "throw": _("%(name)s throws off %(card)s."),
    }[play.manner]
    return sentence % {"name": names[play.seat], "card": the_card(play.card, trump)}


def the_card(card: Card, trump: Suit | None) -> str:
    """A card within a sentence: "the ten of hearts", "the left bower, jack of diamonds", "the joker"."""
    if card.suit is None:
        return _("the joker")
    if card.is_left_bower(trump):
        return _("the left bower, %(card)s") % {"card": card_name(card)}
    if card.is_right_bower(trump):
        return _("the right bower, %(card)s") % {"card": card_name(card)}
    return _("the %(card)s") % {"card": card_name(card)}


def end_words(line: Timeline, names: Names) -> list[str]:
    """What the hand came to, after its last card, sentence by sentence."""
    told = []
    if line.claimed:
        told.append(claim_words(line, names))
    elif line.result.tricks is None and not line.unfollowed:
        told.append(_("Play stopped here."))
    if line.unfollowed:
        told.append(_("More cards are recorded, but the rules cannot follow them."))
    if line.result.made is not None:
        told.append(
            (_("%(name)s makes %(contract)s.") if line.result.made else _("%(name)s is set in %(contract)s."))
            % {"name": names[line.contract.declarer], "contract": contract_name(line.contract)}
        )
    if "ruling" in line.record:
        told.append(
            _("The table decided the points: %(reason)s") % {"reason": _stopped(line.record["ruling"]["reason"])}
        )
    return told


def claim_words(line: Timeline, names: Names) -> str:
    """Who was given the tricks that were not played."""
    claimed = line.claimed or ()
    given = ", ".join(
        _("%(name)s %(count)s") % {"name": name, "count": count}
        for name, count in zip(side_names(line.contract, names), claimed, strict=True)
        if count
    )
    return ngettext(
        "Play stopped here; the last trick goes to: %(given)s.",
        "Play stopped here; the last %(count)s tricks go to: %(given)s.",
        sum(claimed),
    ) % {"count": sum(claimed), "given": given}


def table_label(line: Timeline, number: int, names: Names) -> str:
    """What the table shows, without saying how it ends: "Hand 7, Nora alone in hearts, bid 5"."""
    contract = line.contract
    is_alone = contract.partner in contract.sitting_out
    text = (
        _("Hand %(number)s, %(name)s alone in %(trump)s, bid %(bid)s")
        if is_alone
        else _("Hand %(number)s, %(name)s in %(trump)s, bid %(bid)s")
    )
    return text % {
        "number": number,
        "name": names[contract.declarer],
        "trump": suit_name(contract.trump),
        "bid": bid_name(contract.bid),
    }


def contract_name(contract: Contract) -> str:
    """ "5 hearts", "Pepper alone, no trump"."""
    return contract_words(contract.bid, contract.trump or "n")


def seat_note(line: Timeline, seat: int) -> str:
    """What is to be known of a seat: "declarer, dealt", "sits out"."""
    contract, notes = line.contract, []
    if seat == contract.declarer:
        notes.append(pgettext("beside a name", "declarer"))
    elif seat in contract.alone:
        notes.append(pgettext("beside a name", "alone"))
    if seat in contract.sitting_out:
        notes.append(pgettext("beside a name", "sits out"))
    if seat == contract.dealer:
        notes.append(pgettext("beside a name", "dealt"))
    return ", ".join(notes)


def hand_words(held: Sequence[Held], trump: Suit | None) -> list[str]:
    """A hand to be heard, a line a suit: "hearts, trumps: right bower, ace, left bower (jack of diamonds)"."""
    lines = []
    known = [one.card for one in held if one.card is not None]
    for suit, cards in groupby(known, key=lambda card: card.effective_suit(trump)):
        text = _("%(suit)s, trumps: %(cards)s") if trump is not None and suit is trump else _("%(suit)s: %(cards)s")
        ranks = ", ".join(_in_suit(card, trump) for card in cards)
        lines.append(text % {"suit": suit_name(suit), "cards": ranks})
    if unknown := len(held) - len(known):
        lines.append(ngettext("%(count)s card unknown", "%(count)s cards unknown", unknown) % {"count": unknown})
    return lines or [_("no cards left")]


def contract_state(line: Timeline, step: Step) -> str:
    """How the bid stands: "needs 3 more of the 4 left", "made", "set"."""
    has, left = declarer_tricks(line, step), line.rules.hand - sum(counted(line, step))
    missing = line.contract.need - has
    if missing <= 0:
        return _("made")
    if missing > left:
        return _("set")
    return _("%(missing)s more of the %(left)s left") % {"missing": missing, "left": left}


def counted(line: Timeline, step: Step) -> tuple[int, ...]:
    """The tricks of each side at a step; at the last one also those that were claimed."""
    claimed = line.claimed if step.number == line.last else None
    return tuple(one + more for one, more in zip(step.taken, claimed, strict=True)) if claimed else step.taken


def declarer_tricks(line: Timeline, step: Step) -> int:
    """The declaring side's among them."""
    return counted(line, step)[line.contract.side]


def side_names(contract: Contract, names: Names) -> list[str]:
    """The sides in their order: "Nora & Sam"."""
    rules = contract.rules
    return [" & ".join(names[seat] for seat in rules.seats_of(side)) for side in range(rules.sides)]


def warnings(line: Timeline, step: Step, names: Names) -> list[str]:
    """What was wrong with the card of this step and kept by a ruling."""
    return [finding_sentence(finding.spoken_of(names)) for finding in line.findings_at(step)]


def _start_words(line: Timeline, names: Names) -> str:
    contract = line.contract
    told = [
        _("%(dealer)s dealt.") % {"dealer": names[contract.dealer]},
        _("%(name)s plays %(contract)s.") % {"name": names[contract.declarer], "contract": contract_name(contract)},
    ]
    told += [_("%(name)s sits out.") % {"name": names[seat]} for seat in sorted(contract.sitting_out)]
    told.append(_("%(name)s is to lead.") % {"name": names[contract.leader]})
    return " ".join(told)


def _winning_words(step: Step, names: Names) -> str:
    assert step.winning is not None
    text = _("%(name)s wins the trick.") if step.trick.is_complete else _("%(name)s is winning.")
    return text % {"name": names[step.winning]}


def _in_suit(card: Card, trump: Suit | None) -> str:
    if card.is_left_bower(trump):
        return _("left bower (%(card)s)") % {"card": card_name(card)}
    if card.is_right_bower(trump):
        return _("right bower")
    return rank_name(card)


def _stopped(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "!", "?")) else f"{text}."
