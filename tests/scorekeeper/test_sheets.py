"""A sheet kept at once is what its hands are when they are recorded one by one."""

import uuid
from typing import Any

import pytest

from scorekeeper import services
from scorekeeper.demo.games import GAMES
from scorekeeper.models import Game, HandVersion, League, Recount, User
from scorekeeper.services.sheets import record_sheet

_, IOWA = GAMES
pytestmark = pytest.mark.django_db


@pytest.fixture
def owner() -> User:
    return User.objects.create_user("nora", "nora@mail.example")


@pytest.fixture
def league(owner: User) -> League:
    return services.found_league(name="Ours", by=owner, rules=IOWA.preset)


def begun(league: League) -> Game:
    players = [league.players.filter(name=name).first() or services.add_player(league, name) for name in IOWA.players]
    return services.start_league_game(league, players=players, first_dealer=IOWA.first_dealer)


def kept(game: Game) -> list[Any]:
    columns = ("number", "record", "revision", "undone_at", "submission")
    versions = HandVersion.objects.filter(hand__game=game).order_by("hand__number", "revision")
    return [
        list(game.hands.order_by("number").values_list(*columns)),
        list(versions.values_list("revision", "kind", "record", "made_by", "reason", "is_current")),
    ]


def test_sheet_is_what_its_hands_are(league: League, owner: User) -> None:
    records = IOWA.records()
    submissions = [uuid.uuid4() for _ in records]
    one_by_one, at_once = begun(league), begun(league)
    for number, (record, submission) in enumerate(zip(records, submissions, strict=True), 1):
        services.record_hand(one_by_one, record, number=number, submission=submission, by=owner)
    before = Recount.objects.get(league=league).marked
    hands = record_sheet(at_once, records, submissions=submissions, by=owner)
    assert [hand.pk for hand in hands] == list(at_once.hands.current().values_list("pk", flat=True))
    assert kept(at_once) == kept(one_by_one)
    assert Recount.objects.get(league=league).marked == before + 1


def test_same_sheet_again_is_the_same_hands(league: League) -> None:
    game, records = begun(league), IOWA.records()
    submissions = [uuid.uuid4() for _ in records]
    hands = record_sheet(game, records, submissions=submissions)
    assert record_sheet(game, records, submissions=submissions) == hands
    with pytest.raises(services.HandNumberTaken):
        record_sheet(game, records, submissions=[uuid.uuid4() for _ in records])
    assert game.hands.count() == len(records)


@pytest.mark.parametrize(
    ("more", "refused"),
    [
        pytest.param([{"dealer": 0, "bid": "9"}], services.HandRefused, id="a hand that cannot be kept"),
        pytest.param(IOWA.records()[:1], services.GameIsOver, id="a hand after the end"),
    ],
)
def test_sheet_is_kept_whole_or_not_at_all(league: League, more: list[Any], refused: type[Exception]) -> None:
    game, records = begun(league), [*IOWA.records(), *more]
    with pytest.raises(refused):
        record_sheet(game, records, submissions=[uuid.uuid4() for _ in records])
    assert not game.hands.exists()
