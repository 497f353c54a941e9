"""The rules that there are, as parameters, in sentences, and what every bid of them is worth."""

from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scorekeeper import rulebook
from scorekeeper.engine import PRESETS, Ruleset
from scorekeeper.models.game import rules_by_value
from scorekeeper.worth import worths

from .base import ApiView, says
from .shapes import ObjectField


class FactOut(serializers.Serializer):
    """What there is to say about one question."""

    name = serializers.CharField()
    value = serializers.CharField()


class PresetOut(serializers.Serializer):
    """One of the rules in short; each answers the same questions in the same order."""

    preset = serializers.CharField()
    url = serializers.CharField()
    name = serializers.CharField()
    facts = FactOut(many=True)
    features = serializers.ListField(child=serializers.CharField())


class PresetsOut(serializers.Serializer):
    """All presets."""

    presets = PresetOut(many=True)


class SpanOut(serializers.Serializer):
    """Points, from the fewest to the most."""

    low = serializers.IntegerField()
    high = serializers.IntegerField()


class OutcomeOut(serializers.Serializer):
    """What one end of a hand gives the bidders and each side of defenders; null where it cannot come about."""

    bidders = SpanOut(allow_null=True)
    defenders = SpanOut(allow_null=True)


class BidOut(serializers.Serializer):
    """What a bid is worth when it is made, missed or conceded.

    `no_trick` is what a side of defenders gets that takes none. Null where these rules have no such thing.
    """

    bid = serializers.CharField(source="rung.token")
    need = serializers.IntegerField(source="rung.need")
    made = OutcomeOut()
    missed = OutcomeOut(source="set_")
    no_trick = serializers.IntegerField(allow_null=True)
    conceded = OutcomeOut(allow_null=True)


class ChapterOut(serializers.Serializer):
    """A chapter of the rules in sentences."""

    key = serializers.CharField()
    title = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class RulesetOut(PresetOut):
    """A preset in full. `rules` are all its parameters, of which house rules change some (docs/rules.md)."""

    rules = ObjectField()
    chapters = ChapterOut(many=True)
    bids = BidOut(many=True)
    lone_bids = BidOut(many=True, allow_null=True)


class Presets(ApiView):
    """The rules that a league or a game can name. They are there for everybody."""

    @says("rules_list", PresetsOut)
    def get(self, request: Request) -> Response:
        presets = [_preset(key, rules) for key, rules in PRESETS.items()]
        return Response(PresetsOut({"presets": presets}).data)


class PresetOne(ApiView):
    """One of the rules in full."""

    @says("rules_read", RulesetOut)
    def get(self, request: Request, preset: str) -> Response:
        rules = PRESETS.get(preset)
        if rules is None:
            raise Http404
        said = _preset(preset, rules) | {
            "rules": rules_by_value(rules),
            "chapters": rulebook.chapters(rules),
            "bids": worths(rules),
            "lone_bids": worths(rules, is_alone=True) if rules.alone_multiplier > 1 else None,
        }
        return Response(RulesetOut(said).data)


def _preset(key: str, rules: Ruleset) -> dict[str, Any]:
    return {
        "preset": key,
        "url": reverse("api:ruleset", [key]),
        "name": _(rules.name),
        "facts": rulebook.facts(rules),
        "features": rulebook.features(rules),
    }
