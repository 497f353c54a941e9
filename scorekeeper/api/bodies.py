"""What comes in. Only its shape is checked here; whether it can be is for the services and the engine."""

from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from scorekeeper.models import League, Membership, Night
from scorekeeper.standings import LEAST_GAMES, METRICS
from scorekeeper.texts import clean_line, nothing_to_see

from .shapes import ObjectField, RulesField

LARGEST = 2**31 - 1
REASON = {"required": False, "default": "", "allow_blank": True, "max_length": 200}
ID: dict[str, Any] = {"min_value": 1, "max_value": LARGEST}


@extend_schema_field(
    {"oneOf": [{"type": "integer", "minimum": 1}, {"type": "string", "minLength": 1, "maxLength": 40}]}
)
class PlayerField(serializers.Field):
    """A player of the league by id, or a name; one that is new to the league joins it."""

    def to_internal_value(self, data: Any) -> int | str:
        if isinstance(data, str):
            said: str = serializers.CharField(max_length=40).run_validation(data)
            return said
        if isinstance(data, bool) or not isinstance(data, int) or not 0 < data <= LARGEST:
            raise serializers.ValidationError(_("The id of a player, or a name."))
        return data


class PlayersField(serializers.ListField):
    """Who sits where, clockwise."""

    child = PlayerField()

    def __init__(self, **more: Any) -> None:
        super().__init__(min_length=2, max_length=4, **more)


class LineField(serializers.CharField):
    """A line of text, as it is kept; one of which nothing can be seen is as good as none."""

    def to_internal_value(self, data: Any) -> str:
        try:
            line = clean_line(super().to_internal_value(data))
        except ValidationError as error:
            raise serializers.ValidationError(error.messages) from None
        if not line and not self.allow_blank:
            raise serializers.ValidationError(nothing_to_see())
        return line


class LeagueIn(serializers.Serializer):
    """A new league; whoever founds it is its owner."""

    name = LineField(max_length=80)
    rules = RulesField(default="iowa")
    visibility = serializers.ChoiceField(League.Visibility.values, default=League.Visibility.PRIVATE)


class LeagueChange(serializers.Serializer):
    """What shall be otherwise about a league."""

    name = LineField(max_length=80, required=False)
    rules = RulesField(required=False)
    visibility = serializers.ChoiceField(League.Visibility.values, required=False)


class MemberIn(serializers.Serializer):
    """Somebody's account, by its name, and a role."""

    account = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(Membership.Role.values)


class RoleIn(serializers.Serializer):
    """Another role."""

    role = serializers.ChoiceField(Membership.Role.values)


class MetricsField(serializers.ListField):
    """What standings look at, the most important first; none for what is usual (docs/statistics.md)."""

    child = serializers.ChoiceField(list(METRICS))

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=len(METRICS), **more)


class SeasonIn(serializers.Serializer):
    """A new season. `metrics` is what its standings look at, the most important first."""

    name = LineField(max_length=60)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(required=False, allow_null=True, default=None)
    metrics = MetricsField(required=False)
    least_games = serializers.IntegerField(min_value=0, max_value=1000, default=LEAST_GAMES)


class SeasonChange(serializers.Serializer):
    """What shall be otherwise about a season."""

    name = LineField(max_length=60, required=False)
    starts_on = serializers.DateField(required=False)
    ends_on = serializers.DateField(required=False, allow_null=True)
    metrics = MetricsField(required=False)
    least_games = serializers.IntegerField(min_value=0, max_value=1000, required=False)


class PlayerIn(serializers.Serializer):
    """A new player."""

    name = serializers.CharField(max_length=40)


class PlayerChange(serializers.Serializer):
    """Another name for a player, or which member's account it is; null for nobody's."""

    name = serializers.CharField(max_length=40, required=False)
    account = serializers.CharField(max_length=150, required=False, allow_null=True)


class MergeIn(serializers.Serializer):
    """Two players who are one: `kept` gets the games of `dropped`."""

    kept = serializers.IntegerField(**ID)
    dropped = serializers.IntegerField(**ID)


class NightIn(serializers.Serializer):
    """A new night. `date` is the day it begins, by the clock of `zone`."""

    season = serializers.IntegerField(**ID)
    date = serializers.DateField()
    zone = serializers.CharField(max_length=60)
    place = LineField(max_length=80, required=False, default="", allow_blank=True)


class NightChange(serializers.Serializer):
    """What shall be otherwise about a night, and how settled it is."""

    season = serializers.IntegerField(required=False, **ID)
    date = serializers.DateField(required=False)
    zone = serializers.CharField(max_length=60, required=False)
    place = LineField(max_length=80, required=False, allow_blank=True)
    state = serializers.ChoiceField(Night.State.values, required=False)


class GameIn(serializers.Serializer):
    """A new game: with names and rules alone, or in a league with its players and, unless others are given, rules."""

    players = PlayersField()
    first_dealer = serializers.IntegerField(min_value=0, max_value=3)
    rules = RulesField(required=False)
    league = serializers.CharField(max_length=40, required=False, allow_null=True, default=None)
    night = serializers.IntegerField(required=False, allow_null=True, default=None, **ID)
    table = LineField(max_length=40, required=False, default="", allow_blank=True)


class ClaimIn(serializers.Serializer):
    """The league that a game shall belong to, and who its players are there."""

    league = serializers.CharField(max_length=40)
    players = PlayersField()
    night = serializers.IntegerField(required=False, allow_null=True, default=None, **ID)


class ReasonIn(serializers.Serializer):
    """Why something is changed; on a final night it has to be said."""

    reason = LineField(**REASON)


class ClaimUndoIn(ReasonIn):
    """Which claim is undone."""

    claim = serializers.IntegerField(**ID)


class SubstituteIn(ReasonIn):
    """Who comes in at which seat, from which hand on; without a number from the hand to come."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    player = PlayerField()
    from_number = serializers.IntegerField(required=False, **ID)


class ChangeIn(ReasonIn):
    """A change of what is there. `ending` says again what a refusal has said of the end of the game."""

    ending = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)


class RecordIn(ReasonIn):
    """A hand's record (docs/record.md)."""

    record = ObjectField()


class HandIn(RecordIn):
    """A new hand. With `number`, only if that is the hand to come."""

    number = serializers.IntegerField(required=False, **ID)


class RecordChange(ChangeIn, RecordIn):
    """A hand's record (docs/record.md), where there is one already or others come after it."""


class VoidIn(ChangeIn):
    """What happened, such as "misdeal"."""

    void = LineField(max_length=200, default="misdeal")


class VersionIn(ChangeIn):
    """Which version of the hand shall hold again."""

    revision = serializers.IntegerField(**ID)
