"""The hands of a game: list, record, correct, void, insert, take back, bring back, history.

What exists is changed only by whoever says which version he saw (If-Match).
"""

import uuid
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import django_filters
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from scorekeeper import services
from scorekeeper.models import Hand, HandVersion, Player
from scorekeeper.seating import seated
from scorekeeper.seen import SeenHand
from scorekeeper.selectors import GameSheet, game_sheet
from scorekeeper.selectors.seating import people_at
from scorekeeper.services import replies

from .base import GameView, IdFilter, Listed, Pages, YesNoFilter, once, says
from .bodies import ChangeIn, HandIn, RecordChange, VersionIn, VoidIn
from .changing import MUST_MATCH, tags_of
from .entry import read
from .problems import Problem, invalid
from .shapes import HandOut, VersionOut, hands_json, undone_json

# The namespace of the submissions that are made of a game and a key.
GAMES = uuid.UUID("5f6c1c3e-6f0b-4d53-9a52-0d2c7a1e8b47")


class HandFilter(django_filters.FilterSet):
    """Which hands."""

    number_min = IdFilter(field_name="number", lookup_expr="gte")
    number_max = IdFilter(field_name="number", lookup_expr="lte")
    declarer = django_filters.ChoiceFilter(
        method="declared_by", choices=[(str(seat), str(seat)) for seat in range(4)], label="the declarer's seat"
    )
    player = IdFilter(method="played_by", label="the id of a player who sat there")
    depth = django_filters.ChoiceFilter(
        method="told", choices=[(one, one) for one in ("score", "auction", "full")], label="how much was told"
    )
    is_void = YesNoFilter(method="void")
    is_corrected = YesNoFilter(method="corrected")

    def declared_by(self, hands: Any, _name: str, seat: str) -> Any:
        # Calls and cards leave it to the engine who that is.
        sheet = self.request.parser_context["view"].sheet
        played = zip(sheet.hands, sheet.score.hands, strict=True)
        declared = [hand.number for hand, one in played if one.result and one.result.declarer == int(seat)]
        return hands.filter(number__in=declared)

    def played_by(self, hands: Any, _name: str, player: int) -> Any:
        game = self.request.parser_context["view"].game
        who = Player.objects.filter(pk=player).first()
        person = who and (who.merged_into_id or who.pk)
        seats, came = people_at(game)
        numbers = hands.values_list("number", flat=True)
        return hands.filter(number__in=[number for number in numbers if person in seated(seats, came, number)])

    def told(self, hands: Any, _name: str, depth: str) -> Any:
        hands = hands.exclude(record__has_key="void")
        if depth == "full":
            return hands.filter(record__has_key="tricks")
        hands = hands.exclude(record__has_key="tricks")
        return hands.filter(record__has_key="calls") if depth == "auction" else hands.exclude(record__has_key="calls")

    def void(self, hands: Any, _name: str, is_void: bool) -> Any:
        return hands.filter(record__has_key="void") if is_void else hands.exclude(record__has_key="void")

    def corrected(self, hands: Any, _name: str, is_corrected: bool) -> Any:
        return hands.with_corrections().filter(is_corrected=is_corrected)


class InOrder(Pages):
    """A page at a time, in the order played."""

    ordering = "number"


class HandView(GameView):
    """A view of hands."""

    def hand(self, number: int) -> Hand:
        """The hand that counts under this number. Raises Http404 where there is none."""
        hand = self.game.hands.current().filter(number=number).first()
        if hand is None:
            raise Http404
        hand.game = self.game
        return hand

    def answer(self, hand: Hand, status: int = 200) -> Response:
        """`hand` as it stands now, wherever later insertions have moved it."""
        shown = self.shown(hand)
        headers = {"ETag": shown["etag"]}
        if status == 201:
            headers["Location"] = reverse("api:hand", [self.game.key, shown["number"]])
        return Response(shown, status=status, headers=headers)

    def shown(self, hand: Hand) -> dict[str, Any]:
        """`hand` on the sheet, or by itself where it was taken back."""
        sheet = game_sheet(self.game)
        for kept, shown in zip(sheet.hands, hands_json(sheet), strict=True):
            if kept.pk == hand.pk:
                return shown
        hand.refresh_from_db()
        return undone_json(self.game, hand)

    def submission(self) -> uuid.UUID:
        """Of what a hand is made only once: of its game and the Idempotency-Key, whoever sends it.

        The kept replies know who asked; somebody whose session ended between two tries is another one to them.
        """
        key = self.request.headers.get("Idempotency-Key")
        return uuid.uuid4() if key is None else uuid.uuid5(GAMES, f"{self.game.pk} {key}")

    def made(self, hand: Hand) -> Response:
        """The answer to a hand that was kept, now or by an earlier try. Raises HandOutOfTurn where it was undone."""
        if hand.undone_at is not None:
            raise services.HandOutOfTurn(self.game.hands.current().count() + 1)
        return self.answer(hand, 201)

    def tags(self) -> list[SeenHand]:
        """The versions in If-Match. Raises a Problem where it names none."""
        tags = map(SeenHand.read, tags_of(self.request))
        found = [seen for seen in tags if seen is not None]
        if not found:
            raise Problem(428, "if-match", _("Say in If-Match which version of the hand you saw: its ETag."))
        return found

    def seen(self, hand: Hand, sent: object = None) -> int:
        """The revision of `hand` that whoever asks has seen. Raises a Problem where he does not say, or saw another."""
        tags = self.tags()
        if SeenHand.of(hand) in tags:
            return hand.revision
        raise self.stale(hand, tags[0], sent)

    def turned(self, number: int, said: Mapping[str, Any], turn: Callable[..., Hand]) -> Response:
        """The hand that was seen, taken back or brought back by `turn`; to say so twice changes nothing."""
        seen, *_more = self.tags()
        hand = self.game.hands.filter(pk=seen.pk).first()
        if hand is None:
            raise self.stale(self.hand(number), seen, None)
        try:
            hand = turn(
                self.game,
                number=number,
                submission=hand.submission,
                revision=seen.revision,
                expects=said["ending"],
                by=self.user,
                reason=said["reason"],
            )
        except services.HandChanged as changed:
            raise self.stale(changed.hand, seen, None) from None
        return self.answer(hand)

    def stale(self, hand: Hand, seen: SeenHand, sent: object) -> Problem:
        """The hand as it is now, as it was seen, and what was sent to take its place."""
        versions = HandVersion.objects.filter(hand__game=self.game, hand=seen.pk, revision=seen.revision)
        version = versions.select_related("made_by").first()
        return Problem(
            409,
            "hand-changed",
            _("Somebody changed this hand meanwhile."),
            current=self.shown(hand),
            seen=VersionOut(version, context=self.told()).data if version else None,
            **({} if sent is None else {"sent": sent}),
        )


class Hands(Listed, HandView):
    """The hands that count, in order."""

    queryset = Hand.objects.none()
    serializer_class = HandOut
    pagination_class = InOrder
    filterset_class = HandFilter

    @cached_property
    def sheet(self) -> GameSheet:
        """The sheet of the game as it is read."""
        return game_sheet(self.game)

    @says("hands_list", HandOut(many=True))
    def get(self, request: Request, key: str) -> Response:
        hands, answer = self.page(self.game.hands.current())
        played = hands_json(self.sheet) if hands else []
        return answer([played[hand.number - 1] for hand in hands if hand.number <= len(played)])

    @says("hands_create", HandOut, takes=HandIn, status=201)
    @once
    def post(self, request: Request, key: str) -> Response:
        said = read(HandIn, request)
        hand = services.record_hand(
            self.game,
            said["record"],
            number=said.get("number"),
            submission=self.submission(),
            by=self.user,
            reason=said["reason"],
        )
        return self.made(hand)


class HandOne(HandView):
    """One hand that counts."""

    @says("hands_read", HandOut)
    def get(self, request: Request, key: str, number: int) -> Response:
        return self.answer(self.hand(number))

    @says("hands_correct", HandOut, takes=RecordChange, parameters=[MUST_MATCH])
    def put(self, request: Request, key: str, number: int) -> Response:
        said = read(RecordChange, request)
        return replies.whole(lambda: self._correct(self.hand(number), said["record"], said))

    @says(
        "hands_amend",
        HandOut,
        takes=RecordChange,
        parameters=[MUST_MATCH],
        description="What the record says otherwise, key by key; null takes a key away.",
    )
    def patch(self, request: Request, key: str, number: int) -> Response:
        said = read(RecordChange, request)
        if not isinstance(said["record"], dict):
            raise invalid({"record": [_("Send an object with what the record says otherwise.")]})
        return replies.whole(lambda: self._amend(self.hand(number), said))

    def _amend(self, hand: Hand, said: Mapping[str, Any]) -> Response:
        record = {name: value for name, value in (hand.record | said["record"]).items() if value is not None}
        return self._correct(hand, record, said)

    def _correct(self, hand: Hand, record: object, said: Mapping[str, Any]) -> Response:
        revision = self.seen(hand, record)
        try:
            hand = services.correct_hand(
                hand, record, revision=revision, expects=said["ending"], by=self.user, reason=said["reason"]
            )
        except services.HandChanged as changed:
            raise self.stale(changed.hand, SeenHand(hand.pk, revision), record) from None
        return self.answer(hand)


class HandVoid(HandView):
    """Make a hand void: it scores nothing, and its dealer deals again."""

    @says("hands_void", HandOut, takes=VoidIn, parameters=[MUST_MATCH])
    @once
    def post(self, request: Request, key: str, number: int) -> Response:
        said, hand = read(VoidIn, request), self.hand(number)
        revision = self.seen(hand)
        try:
            hand = services.void_hand(
                hand,
                why=said["void"],
                revision=revision,
                expects=said["ending"],
                by=self.user,
                reason=said["reason"],
            )
        except services.HandChanged as changed:
            raise self.stale(changed.hand, SeenHand(hand.pk, revision), None) from None
        return self.answer(hand)


class HandInsert(HandView):
    """Put a hand that was forgotten before this one; all later ones move up by one."""

    @says("hands_insert", HandOut, takes=RecordChange, status=201, parameters=[MUST_MATCH])
    @once
    def post(self, request: Request, key: str, number: int) -> Response:
        said, before = read(RecordChange, request), self.hand(number)
        self.seen(before)
        hand = services.insert_hand(
            self.game,
            said["record"],
            number=number,
            submission=self.submission(),
            before=before.pk,
            expects=said["ending"],
            by=self.user,
            reason=said["reason"],
        )
        return self.made(hand)


class HandUndo(HandView):
    """Take back the last hand."""

    @says("hands_undo", HandOut, takes=ChangeIn, parameters=[MUST_MATCH])
    @once
    def post(self, request: Request, key: str, number: int) -> Response:
        return self.turned(number, read(ChangeIn, request), services.undo_hand)


class HandRestore(HandView):
    """Bring back the hand that was taken back last."""

    @says("hands_restore", HandOut, takes=ChangeIn, parameters=[MUST_MATCH])
    @once
    def post(self, request: Request, key: str, number: int) -> Response:
        return self.turned(number, read(ChangeIn, request), services.restore_hand)


class LatestVersion(Pages):
    """A page at a time, the latest version first."""

    ordering = "-revision"


class HandHistory(Listed, HandView):
    """Every version of a hand, the latest first."""

    queryset = HandVersion.objects.none()
    serializer_class = VersionOut
    pagination_class = LatestVersion

    @says("hands_history", VersionOut(many=True))
    def get(self, request: Request, key: str, number: int) -> Response:
        versions, answer = self.page(self.hand(number).versions.select_related("made_by"))
        return answer(VersionOut(versions, many=True, context=self.told()).data)


class HandReturn(HandView):
    """Let one of the hand's versions hold again."""

    @says("hands_return", HandOut, takes=VersionIn, parameters=[MUST_MATCH])
    @once
    def post(self, request: Request, key: str, number: int) -> Response:
        said, hand = read(VersionIn, request), self.hand(number)
        revision = self.seen(hand)
        version = hand.versions.filter(revision=said["revision"]).first()
        if version is None:
            raise invalid({"revision": [_("This hand has no such version.")]})
        try:
            hand = services.return_to_version(
                hand, version, revision=revision, expects=said["ending"], by=self.user, reason=said["reason"]
            )
        except services.HandChanged as changed:
            raise self.stale(changed.hand, SeenHand(hand.pk, revision), version.record) from None
        return self.answer(hand)
