"""The rules pages: all presets side by side, and each in sentences written from its parameters."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import rulebook
from scorekeeper.engine import PRESETS, Ruleset, Suit

EXAMPLE_TRUMP = Suit.HEARTS


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show every preset in short, to choose one."""
    presets = [
        {
            "key": key,
            "rules": rules,
            "facts": rulebook.facts(rules),
            "features": rulebook.features(rules),
            "bids": rulebook.bids_in_short(rules),
        }
        for key, rules in PRESETS.items()
    ]
    headings = [(fact.name, fact.folds) for fact in rulebook.facts(PRESETS["iowa"])]
    return render(request, "scorekeeper/rules.html", {"presets": presets, "headings": headings})


@require_safe
def ruleset(request: HttpRequest, preset: str) -> HttpResponse:
    """State one preset in full."""
    rules = PRESETS.get(preset)
    if rules is None:
        raise Http404(_("There are no rules of this name."))
    context = {
        "key": preset,
        "rules": rules,
        "chapters": rulebook.chapters(rules),
        "features": rulebook.features(rules),
        "bids": rulebook.bid_table(rules),
        "lone_bids": rulebook.bid_table(rules, is_alone=True) if rules.alone_multiplier > 1 else None,
        "trump": EXAMPLE_TRUMP,
        "trumps": ranked(rules, EXAMPLE_TRUMP),
        "others": [ranked(rules, suit, trump=EXAMPLE_TRUMP) for suit in (EXAMPLE_TRUMP.same_color, Suit.SPADES)],
    }
    return render(request, "scorekeeper/ruleset.html", context)


def ranked(rules: Ruleset, suit: Suit, *, trump: Suit | None = None) -> list[str]:
    """The cards that count as `suit`, the strongest first; `suit` itself is trumps unless another is named."""
    trump = trump or suit
    cards = [card for card in rules.deck if card.effective_suit(trump) is suit]
    return [str(card) for card in sorted(cards, key=lambda card: card.strength(trump), reverse=True)]
