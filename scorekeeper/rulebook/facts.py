"""A ruleset in short, to be compared with others."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from scorekeeper.engine import Ruleset
from scorekeeper.words import bid_name, number


@dataclass(frozen=True)
class Fact:
    """What there is to say about one question, in a word or two. `folds`: it can wait where there is little room."""

    name: str
    value: str
    folds: bool = True


def facts(rules: Ruleset) -> tuple[Fact, ...]:
    """The answers to what a player asks first, always to the same questions in the same order."""
    return (
        Fact(_("Players"), _players_in_short(rules), folds=False),
        Fact(_("Cards"), _cards_in_short(rules)),
        Fact(_("Bids"), bids_in_short(rules)),
        Fact(_("Made"), _(_IN_SHORT[rules.made])),
        Fact(_("Set"), number(-rules.set_) if isinstance(rules.set_, int) else _(_LOST_IN_SHORT[rules.set_])),
        Fact(_("Defenders"), _defenders_in_short(rules)),
        Fact(_("Game to"), str(rules.target), folds=False),
    )


def features(rules: Ruleset) -> tuple[str, ...]:
    """What this game has and others have not."""
    all_features = (
        (rules.joker, _("joker")),
        (rules.kitty > 0, _("kitty")),
        (rules.auction == "once", _("one call each")),
        (rules.auction == "rounds_final", _("a pass is final")),
        (rules.partners and not rules.outbid_partner, _("no bidding over partners")),
        (rules.no_trump, _("no-trump bids")),
        (rules.exchange, _("exchange")),
        (rules.challenge, _("challenge or concede")),
        (rules.alone, _("may go alone")),
        (rules.defend_alone, _("a defender may go alone too")),
    )
    return tuple(name for has, name in all_features if has)


_IN_SHORT = {
    "none": gettext_noop("nothing"),
    "stake": gettext_noop("the bid"),
    "tricks": gettext_noop("a point a trick"),
}
_LOST_IN_SHORT = {"stake": gettext_noop("minus the bid"), "tricks": gettext_noop("minus a point a trick")}


def _players_in_short(rules: Ruleset) -> str:
    return _("%(count)s, in pairs") % {"count": rules.players} if rules.partners else str(rules.players)


def _cards_in_short(rules: Ruleset) -> str:
    if rules.kitty:
        return _("%(hand)s each, %(kitty)s in the kitty") % {"hand": rules.hand, "kitty": rules.kitty}
    return _("%(hand)s each") % {"hand": rules.hand}


def bids_in_short(rules: Ruleset) -> str:
    """The ladder on one line: "1–5, Pepper with help, Pepper alone"."""
    numbers = [rung.token for rung in rules.ladder if rung.token.isdecimal()]
    in_a_row = [f"{numbers[0]}–{numbers[-1]}"] if len(numbers) > 1 else numbers
    names = [bid_name(rung.token) for rung in rules.ladder if not rung.token.isdecimal()]
    return ", ".join([*in_a_row, *names])


def _defenders_in_short(rules: Ruleset) -> str:
    made, missed = _(_IN_SHORT[rules.defenders_made]), _(_IN_SHORT[rules.defenders_set])
    return made if made == missed else _("%(made)s; if set, %(missed)s") % {"made": made, "missed": missed}
