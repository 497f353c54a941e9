"""What goes out: leagues, players, nights, games and hands as JSON, and how each is made of what the selectors give."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from scorekeeper.engine import Answer, check_hand, rules_to_json
from scorekeeper.models import Game, Hand, Membership, Night
from scorekeeper.seen import Changeable, SeenHand, state_of
from scorekeeper.selectors import GameSheet, seated_names
from scorekeeper.selectors.nightpages import TableRow


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object", "additionalProperties": True}]})
class RulesField(serializers.JSONField):
    """Rules: the name of a preset, or an object of house rules (docs/rules.md)."""


@extend_schema_field({"type": "object", "additionalProperties": True})
class ObjectField(serializers.JSONField):
    """An object that says of itself what is in it."""


@extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": True}})
class ObjectsField(serializers.JSONField):
    """A list of such objects."""


class AccountField(serializers.CharField):
    """The name of an account; null unless `is_member` of the context says that whoever asks may be told.

    Nor is it told of what was made before the context's `since`, if that says when.
    """

    def get_attribute(self, instance: Any) -> Any:
        since = self.context.get("since")
        is_told = self.context.get("is_member", False) and (since is None or instance.made_at >= since)
        return super().get_attribute(instance) if is_told else None


class StatedOut(serializers.Serializer):
    """Something that can be changed. `etag` is what a change names in If-Match."""

    etag = serializers.SerializerMethodField()

    def get_etag(self, thing: Changeable) -> str:
        return f'"{state_of(thing)}"'


class LeagueOut(StatedOut):
    """A league. `role` is what whoever asks is in it, null where nothing."""

    slug = serializers.CharField()
    name = serializers.CharField()
    visibility = serializers.ChoiceField(["public", "private"])
    rules = RulesField()
    role = serializers.ChoiceField(Membership.Role.values, allow_null=True)
    created_at = serializers.DateTimeField()


class MemberOut(serializers.Serializer):
    """An account's role in a league."""

    id = serializers.IntegerField(source="pk")
    account = serializers.CharField(source="user.username")
    role = serializers.ChoiceField(Membership.Role.values)
    joined_at = serializers.DateTimeField()


class SeasonOut(StatedOut):
    """A season of a league."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(source="league.slug")
    name = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)
    metrics = serializers.ListField(child=serializers.CharField())
    least_games = serializers.IntegerField()


class PlayerOut(StatedOut):
    """A player of a league. One who was merged into another names him; `account` is for members to see."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    account = AccountField(source="user.username", allow_null=True, default=None)
    merged_into = serializers.IntegerField(source="merged_into_id", allow_null=True)


class MergeOut(serializers.Serializer):
    """That two players turned out to be one."""

    id = serializers.IntegerField(source="pk")
    kept = serializers.IntegerField(source="kept_id")
    dropped = serializers.IntegerField(source="dropped_id")
    made_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class NightOut(StatedOut):
    """A night of a season."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(source="league.slug")
    season = serializers.IntegerField(source="season_id")
    date = serializers.DateField()
    zone = serializers.CharField()
    place = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(Night.State.values)


class SideOut(serializers.Serializer):
    """One side of a game as it stands."""

    name = serializers.CharField()
    score = serializers.IntegerField()
    won = serializers.BooleanField()


class GameOut(serializers.Serializer):
    """A game as it stands. `players` are by seat, clockwise, as they sat down."""

    key = serializers.CharField()
    url = serializers.CharField()
    page = serializers.CharField()
    league = serializers.CharField(allow_null=True)
    night = serializers.IntegerField(allow_null=True)
    table = serializers.CharField(allow_blank=True)
    players = serializers.ListField(child=serializers.CharField())
    first_dealer = serializers.IntegerField()
    sides = SideOut(many=True)
    hand_count = serializers.IntegerField()
    is_over = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class HandOut(serializers.Serializer):
    """A hand. `result` is what the engine makes of `record`; `scores` stand after it, null where it does not count.

    `etag` is what an edit names in If-Match.
    """

    number = serializers.IntegerField()
    revision = serializers.IntegerField()
    etag = serializers.CharField()
    record = ObjectField()
    result = ObjectField(allow_null=True)
    findings = ObjectsField()
    scores = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    recorded_at = serializers.DateTimeField()
    undone_at = serializers.DateTimeField(allow_null=True)


class SwapOut(serializers.Serializer):
    """Who came in for whom in mid-game."""

    id = serializers.IntegerField()
    from_number = serializers.IntegerField()
    seat = serializers.IntegerField()
    came = serializers.CharField()
    left = serializers.CharField()


class SheetOut(GameOut):
    """A game's score sheet. `seated` sit there at the hand to come; `undone` is the hand that can be brought back."""

    rules = RulesField()
    seated = serializers.ListField(child=serializers.CharField())
    next_number = serializers.IntegerField()
    next_dealer = serializers.IntegerField(allow_null=True)
    needs_reason = serializers.BooleanField()
    substitutions = SwapOut(many=True)
    hands = HandOut(many=True)
    undone = HandOut(allow_null=True)


class VersionOut(serializers.Serializer):
    """What was said of a hand at one time. `by` is for members to see, and null where somebody with the key said it."""

    revision = serializers.IntegerField()
    kind = serializers.CharField()
    record = ObjectField()
    by = AccountField(source="made_by.username", allow_null=True, default=None)
    at = serializers.DateTimeField(source="made_at")
    reason = serializers.CharField(allow_blank=True)
    is_current = serializers.BooleanField()


class SubstitutionOut(serializers.Serializer):
    """A substitution: who, when and why, and the same of taking it back, null where it holds."""

    id = serializers.IntegerField(source="pk")
    from_number = serializers.IntegerField()
    seat = serializers.IntegerField()
    player = serializers.IntegerField(source="player_id")
    by = AccountField(source="made_by.username", allow_null=True, default=None)
    at = serializers.DateTimeField(source="made_at")
    reason = serializers.CharField(allow_blank=True)
    withdrawn_by = AccountField(source="withdrawn_by.username", allow_null=True, default=None)
    withdrawn_at = serializers.DateTimeField(allow_null=True)
    withdrawn_why = serializers.CharField(allow_blank=True)


class ClaimOut(serializers.Serializer):
    """That a game was taken into its league: by whom, when, and the names it was begun with."""

    id = serializers.IntegerField(source="pk")
    league = serializers.CharField(source="league.slug")
    names = serializers.ListField(child=serializers.CharField())
    by = AccountField(source="made_by.username", allow_null=True, default=None)
    at = serializers.DateTimeField(source="made_at")


class FigureOut(serializers.Serializer):
    """One number of a line of the standings: how it is shown, its value, and of how many it is.

    The true share lies between `low` and `high` per cent nine times in ten; null for what is no share.
    """

    key = serializers.CharField()
    text = serializers.CharField()
    number = serializers.FloatField(allow_null=True)
    n = serializers.IntegerField(allow_null=True)
    is_few = serializers.BooleanField()
    low = serializers.IntegerField(source="share.low", allow_null=True, default=None)
    high = serializers.IntegerField(source="share.high", allow_null=True, default=None)


class PersonOut(serializers.Serializer):
    """A player in the standings."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class LineOut(serializers.Serializer):
    """A player, or two partners, and how they stand; without a place for those who have played too few games."""

    place = serializers.IntegerField(allow_null=True)
    is_shared = serializers.BooleanField()
    players = PersonOut(many=True)
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    ties = serializers.IntegerField()
    hands = serializers.IntegerField()
    nights = serializers.IntegerField()
    made = serializers.IntegerField()
    was_set = serializers.IntegerField()
    figures = FigureOut(many=True)


class ColumnOut(serializers.Serializer):
    """What the standings look at, and how it is reckoned."""

    key = serializers.CharField()
    label = serializers.CharField()
    formula = serializers.CharField()


class StandingsOut(serializers.Serializer):
    """The standings of a season, counted up to hand `hands` of its league; `is_behind` while some are not.

    The `hands` of a line are those that its players sat in, all counted in at the same moment.

    Whoever has played fewer than `least_games`, or of pairs together, has no place.
    """

    season = serializers.IntegerField(source="season.pk")
    least_games = serializers.IntegerField()
    hands = serializers.IntegerField()
    counted_at = serializers.DateTimeField(allow_null=True)
    is_behind = serializers.BooleanField()
    columns = ColumnOut(many=True)
    lines = LineOut(many=True)


def _when(moment: Any) -> Any:
    return serializers.DateTimeField().to_representation(moment) if moment else None


def etag(hand: Hand) -> str:
    """What names this version of this hand."""
    return f'"{SeenHand.of(hand)}"'


def hand_json(hand: Hand, answer: Answer, scores: tuple[int, ...] | None) -> dict[str, Any]:
    """A hand and what `answer` says of it."""
    said = answer.to_json()
    return {
        "number": hand.number,
        "revision": hand.revision,
        "etag": etag(hand),
        "record": hand.record,
        "result": said["result"],
        "findings": said["findings"],
        "scores": scores,
        "recorded_at": _when(hand.created_at),
        "undone_at": _when(hand.undone_at),
    }


def undone_json(game: Game, hand: Hand) -> dict[str, Any]:
    """A hand that was taken back, as it was by itself."""
    return hand_json(hand, check_hand(hand.record, game.ruleset, seated_names(game, hand.number)), None)


def hands_json(sheet: GameSheet) -> list[dict[str, Any]]:
    """All hands on the sheet, in order."""
    played = zip(sheet.hands, sheet.score.hands, sheet.score.scores, strict=True)
    return [hand_json(hand, answer, scores) for hand, answer, scores in played]


def sheet_json(sheet: GameSheet) -> dict[str, Any]:
    """A game's score sheet."""
    game = sheet.game
    sides = [{"name": side.name, "score": side.score, "won": side.won} for side in sheet.sides]
    return {
        **_game(game),
        "sides": sides,
        "hand_count": len(sheet.rows),
        "is_over": sheet.is_over,
        "rules": rules_to_json(sheet.rules),
        "seated": sheet.players,
        "next_number": sheet.next_number,
        "next_dealer": None if sheet.is_over else sheet.next_dealer,
        "needs_reason": sheet.needs_reason,
        "substitutions": [
            {"id": swap.pk, "from_number": swap.number, "seat": swap.seat, "came": swap.came, "left": swap.left}
            for swap in sheet.swaps
        ],
        "hands": hands_json(sheet),
        "undone": undone_json(game, sheet.undone) if sheet.undone else None,
    }


def game_json(row: TableRow) -> dict[str, Any]:
    """A game in a list; its league has to be there already."""
    return {
        **_game(row.game),
        "sides": [{"name": side.name, "score": side.score, "won": side.won} for side in row.sides],
        "hand_count": row.hand_count,
        "is_over": row.is_over,
    }


def _game(game: Game) -> dict[str, Any]:
    return {
        "key": game.key,
        "url": reverse("api:game", [game.key]),
        "page": game.get_absolute_url(),
        "league": game.league.slug if game.league else None,
        "night": game.night_id,
        "table": game.table,
        "players": game.players,
        "first_dealer": game.first_dealer,
        "created_at": _when(game.created_at),
        "updated_at": _when(game.updated_at),
    }
