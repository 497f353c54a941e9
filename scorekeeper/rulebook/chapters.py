"""The whole game, chapter by chapter, in full sentences.

What one text calls good manners, and nothing checks, stands in `DEAL_CUSTOMS` and `TALK_CUSTOMS`.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from scorekeeper.engine import PRESETS, Ruleset, Rung
from scorekeeper.words import bid_name

# Habits of the tables where a game comes from: how the cards are dealt, and what may be said.
ONE_BY_ONE = gettext_noop("By custom the cards are dealt one at a time.")
BY_THREES = gettext_noop("By custom the cards are dealt by threes.")
THREES_OR_TWOS = gettext_noop("By custom the cards are dealt in two rounds of three, or three rounds of two.")
MAYBE = gettext_noop("By custom all the defenders may say to each other before they decide is “yes”, “no” or “maybe”.")
DEAL_CUSTOMS = {
    "midwest": THREES_OR_TWOS,
    "midwest-reference": THREES_OR_TWOS,
    "classic": ONE_BY_ONE,
    "classic-3": ONE_BY_ONE,
    "classic-2": ONE_BY_ONE,
    "hasenpfeffer": BY_THREES,
    "hasenpfeffer-peppers": BY_THREES,
}
TALK_CUSTOMS = {"iowa": MAYBE}


@dataclass(frozen=True)
class Chapter:
    """A heading and what stands under it, in full sentences. `key` names it in addresses."""

    key: str
    title: str
    sentences: tuple[str, ...]


def chapters(rules: Ruleset) -> tuple[Chapter, ...]:
    """The rules in the order in which a hand is played, in the reader's language."""
    return (
        Chapter("players", _("Players"), tuple(_players(rules))),
        Chapter("cards", _("Cards"), tuple(_cards(rules))),
        Chapter("deal", _("The deal"), tuple(_deal(rules))),
        Chapter("bidding", _("Bidding"), tuple(_bidding(rules))),
        Chapter("after", _("After the bidding"), tuple(_after(rules))),
        Chapter("play", _("Play"), tuple(_play(rules))),
        Chapter("scoring", _("Scoring"), tuple(_scoring(rules))),
        Chapter("end", _("End of the game"), tuple(_end(rules))),
    )


def _players(rules: Ruleset) -> Iterator[str]:
    if rules.partners:
        yield _("Four players, two against two. Partners sit across from each other and score together.")
    elif rules.players == 4:
        yield _("Four players, each for themselves.")
    elif rules.players == 3:
        yield _("Three players, each for themselves.")
    else:
        yield _("Two players, one against the other.")


def _cards(rules: Ruleset) -> Iterator[str]:
    if rules.joker:
        yield _("The deck has %(count)s cards: ace, king, queen, jack, ten and nine of each suit, and the joker.") % {
            "count": len(rules.deck)
        }
        yield _(
            "The highest trump is the joker, then the jack of trumps (the right bower), then the other jack of the "
            "same colour (the left bower), then ace, king, queen, ten and nine."
        )
        yield _("Joker and left bower are trumps in everything: to follow, to lead and to win.")
    else:
        yield _("The deck has %(count)s cards: ace, king, queen, jack, ten and nine of each suit.") % {
            "count": len(rules.deck)
        }
        yield _(
            "The highest trump is the jack of trumps (the right bower), then the other jack of the same colour (the "
            "left bower), then ace, king, queen, ten and nine."
        )
        yield _("The left bower is a trump in everything: to follow, to lead and to win.")
    yield _("In the other suits ace is high, then king, queen, jack, ten and nine.")
    if rules.no_trump:
        yield _("Without trumps there are no bowers, and every suit runs from the ace down.")


def _deal(rules: Ruleset) -> Iterator[str]:
    yield _("Draw for the first deal. Afterwards the deal moves one player to the left after every hand.")
    yield ngettext("Everybody gets %(count)s card.", "Everybody gets %(count)s cards.", rules.hand) % {
        "count": rules.hand
    }
    if rules.kitty:
        yield ngettext(
            "One card goes to the middle of the table, face down: the kitty.",
            "%(count)s cards go to the middle of the table, face down: the kitty.",
            rules.kitty,
        ) % {"count": rules.kitty}
    if rules.dead and rules.dead == rules.hand:
        yield _("One more hand is dealt to nobody. It stays face down and takes no part.")
    elif rules.dead:
        yield ngettext(
            "%(count)s card is left over. It stays face down and takes no part.",
            "%(count)s cards are left over. They stay face down and take no part.",
            rules.dead,
        ) % {"count": rules.dead}
    if rules.base in DEAL_CUSTOMS and rules.hand == PRESETS[rules.base].hand:
        yield _(DEAL_CUSTOMS[rules.base])
    yield _("After a misdeal the same player deals again.")


def _bidding(rules: Ruleset) -> Iterator[str]:
    yield _(
        "The player to the dealer’s left begins, and it goes round to the left: pass, or bid more than was bid so far."
    )
    match rules.auction:
        case "once":
            yield _("Everybody speaks once.")
        case "rounds":
            yield _("It goes on until all the others have passed after a bid. Whoever passed may still bid later.")
        case _final:
            yield _(
                "It goes on until all the others have passed. A pass is final: whoever passed is out of the bidding."
            )
    yield _("Nothing is higher than %(bid)s: it ends the bidding at once.") % {"bid": bid_name(rules.top)}
    yield _("The bids, lowest first: %(bids)s.") % {"bids": ", ".join(bid_name(rung.token) for rung in rules.ladder)}
    yield from _promises(rules)
    if rules.partners and not rules.outbid_partner:
        yield _("Nobody may bid over their own partner while the partner’s bid is the highest.")
    yield _("If everybody passes, nobody scores and the next player deals.")


def _promises(rules: Ruleset) -> Iterator[str]:
    """How many tricks each bid needs; a number that needs what it says is told once for all."""
    if any(_speaks_for_itself(rung, rung.need) for rung in rules.ladder):
        yield _("A number promises that many tricks.")
    for need, tokens in _grouped((rung.need, rung.token) for rung in rules.ladder if rung.token != str(rung.need)):
        text = (
            ngettext("%(bids)s promises all %(need)s tricks.", "%(bids)s promise all %(need)s tricks.", len(tokens))
            if need == rules.hand
            else ngettext("%(bids)s promises %(need)s tricks.", "%(bids)s promise %(need)s tricks.", len(tokens))
        )
        yield text % {"bids": _and(tokens), "need": need}
    if read_as := _number_read_as_little_pepper(rules):
        yield _("Anyone who says %(number)s means Little Pepper.") % {"number": read_as}


def _number_read_as_little_pepper(rules: Ruleset) -> str | None:
    rung = rules.rung("LP")
    return str(rung.need) if rung and rules.token(str(rung.need)) == "LP" else None


def _after(rules: Ruleset) -> Iterator[str]:
    yield _("Whoever bid highest is the declarer.")
    if rules.kitty:
        yield ngettext(
            "The declarer takes the kitty and lays one card away face down, before or after naming trumps.",
            "The declarer takes the kitty and lays %(count)s cards away face down, before or after naming trumps.",
            rules.kitty,
        ) % {"count": rules.kitty}
    if rules.no_trump:
        yield _("The declarer names the trump suit, or plays without trumps.")
    else:
        yield _("The declarer names the trump suit.")
    if rules.exchange:
        yield _("The partners then give each other one card, each chosen before seeing the other’s.")
        without = [bid_name(rung.token) for rung in rules.ladder if not rung.exchange]
        if without:
            yield _("There is no exchange after %(bids)s.") % {"bids": _and(without)}
    if rules.alone:
        yield _("With the trump the declarer may say “alone”: then the partner puts the cards down and sits out.")
    if rules.defend_alone:
        yield _("Against a lone declarer one defender may play alone too.")
    if rules.challenge:
        yield _(
            "The defenders now concede or challenge. If they concede, no card is played: the bidders score the value "
            "of their bid, and the defenders score nothing."
        )
        yield _("If they challenge, the declarer’s partner sits out, and the hand is played by three.")
        if rules.base in TALK_CUSTOMS:
            yield _(TALK_CUSTOMS[rules.base])


def _play(rules: Ruleset) -> Iterator[str]:
    if rules.first_lead == "declarer":
        yield _("The declarer leads first.")
    else:
        yield _("The player to the dealer’s left leads first.")
        if rules.alone:
            yield _("Against a lone declarer it is the next player to the declarer’s left.")
        if rules.defend_alone:
            yield _("With two playing alone, it is the defender.")
    yield _("Follow the suit that was led if you can; if you cannot, play what you like.")
    yield _(
        "The highest trump takes the trick; without one, the highest card of the suit led. Whoever takes it leads next."
    )


def _scoring(rules: Ruleset) -> Iterator[str]:
    plain = [rung for rung in rules.ladder if rung.mark != "flat"]
    if plain:
        yield _(_MADE[rules.made])
        yield (
            ngettext(
                "Otherwise they are set, and lose %(points)s point, whatever they bid.",
                "Otherwise they are set, and lose %(points)s points, whatever they bid.",
                rules.set_,
            )
            % {"points": rules.set_}
            if isinstance(rules.set_, int)
            else _(_SET[rules.set_])
        )
    for rung in rules.ladder:
        if rung.mark == "flat":
            yield _("%(bid)s has a value of %(points)s, won when it is made and lost when it is set.") % {
                "bid": bid_name(rung.token),
                "points": rung.stake,
            }
        if rung.mark == "double":
            yield _("%(bid)s counts double.") % {"bid": bid_name(rung.token)}
    yield from _defenders(rules)
    if rules.zero_trick_penalty:
        yield (
            _("But defenders who play and take no trick at all lose the value of the bid.")
            if rules.partners
            else _("But a defender who takes no trick at all loses the value of the bid.")
        )
    if _counts_value(rules):
        yield from _values(rules)
    if rules.alone_multiplier > 1 and rules.alone:
        yield from _alone_counts(rules)


_MADE = {
    "stake": gettext_noop(
        "Bidders who take what they promised score the value of their bid, and nothing for more tricks."
    ),
    "tricks": gettext_noop(
        "Bidders who take what they promised score a point for every trick, also for those beyond it."
    ),
}
_SET = {
    "stake": gettext_noop("Otherwise they are set, and lose the value of their bid."),
    "tricks": gettext_noop("Otherwise they are set, and lose a point for every trick they did take."),
}
_WHEN_MADE = {
    "none": gettext_noop("When a bid is made, the defenders score nothing."),
    "tricks": gettext_noop("When a bid is made, the defenders score a point for every trick they took."),
    "stake": gettext_noop("When a bid is made, the defenders score the value of the bid as well."),
}
_WHEN_SET = {
    "none": gettext_noop("When a bid is set, the defenders score nothing."),
    "tricks": gettext_noop("When a bid is set, the defenders score a point for every trick they took."),
    "stake": gettext_noop("When a bid is set, the defenders score the value of the bid."),
}
_EITHER_WAY = {
    "none": gettext_noop("Made or set, the defenders score nothing."),
    "tricks": gettext_noop("Made or set, the defenders score a point for every trick they took."),
    "stake": gettext_noop("Made or set, the defenders score the value of the bid."),
}


def _defenders(rules: Ruleset) -> Iterator[str]:
    if rules.defenders_made == rules.defenders_set:
        yield _(_EITHER_WAY[rules.defenders_made])
    else:
        yield _(_WHEN_MADE[rules.defenders_made])
        yield _(_WHEN_SET[rules.defenders_set])
    awards = (rules.defenders_made, rules.defenders_set)
    if not rules.partners and rules.players > 2:
        if "tricks" in awards:
            yield _("Each defender counts only their own tricks.")
        if "stake" in awards:
            yield _("Each defender scores the whole value.")


def _counts_value(rules: Ruleset) -> bool:
    """Whether the value of any bid ever comes into the score."""
    awards = (rules.made, rules.set_, rules.defenders_made, rules.defenders_set)
    return "stake" in awards or rules.zero_trick_penalty or rules.challenge


def _values(rules: Ruleset) -> Iterator[str]:
    """What each bid is worth that has not been told yet; a number that is worth itself is told once for all."""
    plain = [rung for rung in rules.ladder if rung.mark != "flat"]
    if any(_speaks_for_itself(rung, rung.stake) for rung in plain):
        yield _("The value of a number is that number.")
    for stake, tokens in _grouped((rung.stake, rung.token) for rung in plain if rung.token != str(rung.stake)):
        text = ngettext(
            "The value of %(bids)s is %(points)s.", "The value of %(bids)s is %(points)s each.", len(tokens)
        )
        yield text % {"bids": _and(tokens), "points": stake}


def _alone_counts(rules: Ruleset) -> Iterator[str]:
    if rules.alone_multiplier == 2:
        yield _("If the declarer plays alone, what the bidders win or lose counts double.")
    else:
        yield _("If the declarer plays alone, what the bidders win or lose counts %(factor)s times.") % {
            "factor": rules.alone_multiplier
        }
    if "stake" in (rules.defenders_made, rules.defenders_set):
        yield _("So does the value of the bid where the defenders score it.")


def _end(rules: Ruleset) -> Iterator[str]:
    values = {"target": rules.target}
    yield _("The game goes to %(target)s. It can end only after a whole hand.") % values
    if rules.finish == "shared":
        yield _("Whoever has the most then, with %(target)s or more, wins. Those who are level win together.") % values
        return
    if rules.partners:
        yield _("The side wins that has %(target)s or more and is ahead of the other.") % values
    else:
        yield _("The player wins who has %(target)s or more and is ahead of everybody else.") % values
    if rules.finish == "play_on":
        yield _("If the best are level, play on.")
        return
    if rules.partners:
        if rules.challenge:
            yield _("If both have it, the bidders win if their bid was made or conceded; otherwise the defenders win.")
        else:
            yield _("If both have it, the bidders win if their bid was made; otherwise the defenders win.")
    else:
        yield _(
            "If several have it, the declarer wins if the bid was made and the declarer is one of them; otherwise the "
            "best of the others. If those are level, play on."
        )


# ---- Words


def _speaks_for_itself(rung: Rung, value: int) -> bool:
    """Whether `value`, its need or its stake, is the number that the bid says."""
    return rung.token == str(value)


def _grouped(pairs: Iterable[tuple[int, str]]) -> list[tuple[int, list[str]]]:
    """Bids with the same number together, in the order of the ladder."""
    groups: dict[int, list[str]] = {}
    for value, token in pairs:
        groups.setdefault(value, []).append(bid_name(token))
    return list(groups.items())


def _and(words: Sequence[str]) -> str:
    """ "1", "1 and 2", "1, 2 and 3"."""
    if len(words) == 1:
        return words[0]
    return _("%(words)s and %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}
