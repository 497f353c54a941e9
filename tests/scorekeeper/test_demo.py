"""The demonstration games: worth looking at, by the rules, the same each time, and harmless to games of others."""

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client

from scorekeeper import services
from scorekeeper.demo import filling, player
from scorekeeper.demo.circles import CIRCLES, CUTTHROAT, Circle
from scorekeeper.demo.games import GAMES, DemoGame, played_hand, shortened
from scorekeeper.demo.player import Temper
from scorekeeper.engine import (
    PRESETS,
    Answer,
    Auction,
    Card,
    Contract,
    Suit,
    Table,
    cards,
    check_hand,
    parse_rules,
    score_game,
)
from scorekeeper.engine import table_of as replayed
from scorekeeper.models import Game, Hand, League, Night, Season, User

HASENPFEFFER, IOWA = GAMES
EVERY_PRESET = pytest.mark.parametrize("preset", PRESETS)


def answers(demo: DemoGame) -> list[Answer]:
    return [check_hand(record, demo.rules) for record in demo.records()]


def held(text: str) -> frozenset[Card]:
    return frozenset(cards(text))


# ---- What there is to see


@pytest.mark.parametrize(
    ("demo", "scores"), [(HASENPFEFFER, (9, 13)), (IOWA, (19, 31))], ids=lambda one: getattr(one, "preset", "")
)
def test_game_is_short_and_over_and_the_same_each_time(demo: DemoGame, scores: tuple[int, int]) -> None:
    records = demo.records()
    assert records == demo.records()
    game = score_game(records, demo.rules, demo.first_dealer, demo.players)
    assert game.over
    assert game.scores[-1] == scores
    assert len(records) in range(5, 15)


@pytest.mark.parametrize("hash_seed", ["1", "2", "3"])
def test_games_do_not_hang_on_the_order_of_a_set(hash_seed: str) -> None:
    tell = "from scorekeeper.demo.games import GAMES; print([demo.records() for demo in GAMES])"
    done = subprocess.run(
        [sys.executable, "-c", tell],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        cwd=Path(__file__).resolve().parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == str([demo.records() for demo in GAMES])


@pytest.mark.parametrize("demo", GAMES, ids=lambda demo: demo.preset)
def test_nothing_in_it_is_worth_a_finding(demo: DemoGame) -> None:
    game = score_game(demo.records(), demo.rules, demo.first_dealer, demo.players)
    assert [finding for hand in game.hands for finding in hand.findings] == []


def test_iowa_has_every_end_and_every_depth() -> None:
    results = [answer.result for answer in answers(IOWA) if answer.result]
    assert any(result.passed_out for result in results)
    assert any(result.conceded for result in results)
    assert {result.made for result in results} == {True, False, None}
    assert Counter(result.depth for result in results)["full"] >= 8
    assert {result.depth for result in results} == {"full", "auction", "score"}
    assert any(record.get("challenged") for record in IOWA.records())


def test_hasenpfeffer_shows_joker_and_kitty() -> None:
    records = HASENPFEFFER.records()
    assert all(record["kitty"] and record["discard"] and record["tricks"] for record in records)
    assert any("B" in trick for record in records for trick in record["tricks"])


# ---- Filling them in


SHORT = replace(
    CUTTHROAT, rounds=1, mishaps=((), ()), seasons=tuple(replace(season, nights=1) for season in CUTTHROAT.seasons)
)


@pytest.fixture
def _one_short_league(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two nights of one league in place of all."""
    monkeypatch.setattr(filling, "CIRCLES", (SHORT,))


def stored() -> list[Any]:
    """All that a second filling could touch."""
    return [list(model.objects.order_by("pk").values()) for model in (User, League, Season, Night, Game, Hand)]


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_command_fills_in_once() -> None:
    call_command("demo")
    games = list(Game.objects.filter(is_demo=True).order_by("pk"))
    assert [tuple(game.players) for game in games] == [demo.players for demo in GAMES]
    assert [game.hands.current().count() for game in games] == [len(demo.records()) for demo in GAMES]
    assert League.objects.count() == 1
    assert Game.objects.filter(league__isnull=False).count() == 2
    before = stored()
    call_command("demo")
    assert stored() == before


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_command_does_nothing_when_others_came_after_it() -> None:
    call_command("demo")
    services.start_game(rules="iowa", players=IOWA.players, first_dealer=0)
    User.objects.create_user("ann", "ann@mail.example")
    before = stored()
    call_command("demo")
    assert stored() == before


def somebodys_game() -> None:
    services.start_game(rules="iowa", players=IOWA.players, first_dealer=0)


def somebody() -> None:
    User.objects.create_user("ann", "ann@mail.example")


def somebodys_league() -> None:
    services.found_league(name="Ours", by=User.objects.create_user("ann", "ann@mail.example"))


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
@pytest.mark.parametrize("other", [somebodys_game, somebody, somebodys_league])
def test_database_of_others_is_refused_and_left_alone(other: Callable[[], None]) -> None:
    other()
    before = stored()
    with pytest.raises(CommandError, match="holds leagues, accounts or games already") as refused:
        call_command("demo")
    assert refused.value.returncode == 1
    call_command("demo", if_empty=True)
    with pytest.raises(filling.NotEmpty):
        filling.fill()
    assert stored() == before


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_leagues_come_to_the_games_of_an_earlier_version() -> None:
    services.start_game(rules="iowa", players=IOWA.players, first_dealer=0, is_demo=True)
    call_command("demo")
    assert Game.objects.filter(is_demo=True).count() == 1
    assert League.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: Any, **more: Any) -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(filling, "record_sheet", fail)
    with pytest.raises(OSError, match="the disk is full"):
        call_command("demo")
    assert not any(stored())


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_nobody_can_sign_in_unless_that_was_asked_for(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo")
    assert not any(user.has_usable_password() for user in User.objects.all())
    assert "signs in" not in capsys.readouterr().out


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_owner_can_sign_in_with_the_password_that_was_shown(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("demo", with_login=True)
    said = re.findall(r"^(\w+) signs in with (\w{16})$", capsys.readouterr().out, re.MULTILINE)
    assert [name for name, _ in said] == ["dot"]
    assert client.login(username="dot", password=said[0][1])
    assert [user.username for user in User.objects.all() if user.has_usable_password()] == ["dot"]


@pytest.mark.django_db
@pytest.mark.usefixtures("_one_short_league")
def test_passwords_differ_from_one_database_to_the_next() -> None:
    passwords = []
    for _ in range(2):
        with transaction.atomic():
            passwords.append(filling.fill(with_login=True)["dot"])
            transaction.set_rollback(True)
    assert passwords[0] != passwords[1]


# ---- The player


@EVERY_PRESET
def test_player_keeps_to_the_rules_of_every_preset(preset: str) -> None:
    rules = PRESETS[preset]
    shuffler = random.Random(preset)
    for number in range(20):
        dealer = number % rules.players
        for told in ("full", "cards", "auction", "score"):
            answer = check_hand(shortened(played_hand(rules, dealer, shuffler), told, rules), rules)
            assert answer.findings == ()
            assert answer.result is not None


@EVERY_PRESET
def test_player_looks_into_no_hand_but_his_own(preset: str) -> None:
    rules = PRESETS[preset]
    shuffler = random.Random(preset)
    played = 0
    for _ in range(40):
        record = check_hand(played_hand(rules, 0, shuffler), rules).record
        table = replayed(record, rules) if record else None
        while table is not None and table.turn is not None:
            own = table.holdings[table.turn]
            hidden = tuple(own if seat == table.turn else None for seat in range(rules.players))
            card = player.choose_card(table)
            assert player.choose_card(replace(table, holdings=hidden)) == card
            table, played = table.play(card), played + 1
    assert played > 20


@pytest.mark.parametrize(
    ("text", "calls", "call"),
    [
        pytest.param("9s Ts 9h Th 9d Qc", [], "Pass", id="nothing"),
        pytest.param("Jh Jd Ah 9h 9s 9c", [], "3", id="both bowers"),
        pytest.param("Jh Jd Ah 9h As 9c", [], "4", id="and an ace"),
        pytest.param("Jh Jd Ah Kh Qh As", [], "5", id="a hand of trumps"),
        pytest.param("Jh Jd Ah Kh Qh As", ["PH"], "Pass", id="too late"),
        pytest.param("Jh Ah 9h 9s 9c Qd", [], "Pass", id="not quite"),
        pytest.param("Jh Ah 9h 9s 9c Qd", ["2"], "3", id="rather than let them have it"),
        pytest.param("Jh Ah 9h 9s 9c Qd", ["2", "Pass"], "Pass", id="partner has it"),
    ],
)
def test_player_bids_what_can_be_made(text: str, calls: list[str], call: str) -> None:
    auction = Auction(PRESETS["iowa"], 0)
    for one in calls:
        auction = auction.call(one)
    assert player.choose_call(auction, held(text)) == call


def test_player_names_the_suit_that_takes_most() -> None:
    assert player.best_trump(PRESETS["iowa"], held("Jh Jd 9d 9s Tc Ks")) is Suit.DIAMONDS
    assert player.best_trump(PRESETS["iowa"], held("Ah As Ac Ad Kh 9s")) is None
    assert player.best_trump(PRESETS["midwest"], held("Ah As Ac Ad Kh 9s")) is not None


@pytest.mark.parametrize(
    ("played", "text", "card"),
    [
        pytest.param("", "Jh 9h As 9c", "Jh", id="the declarer draws trumps"),
        pytest.param("9s", "As Ks 9h Td", "As", id="the second takes what nobody can beat"),
        pytest.param("9s Ts Qs", "Ks As 9h Td", "Ks", id="the last takes it as cheaply as possible"),
        pytest.param("9s As Qs", "Ts Ks 9h Td", "Ts", id="what cannot be taken costs little"),
        pytest.param("As Ts 9s", "9h 9d Jh Qd", "9h", id="the last trumps an ace, as low as he can"),
        pytest.param("Ts As 9s", "9h 9d Jh Qd", "9d", id="but not his partner’s"),
        pytest.param("9s", "Th 9d Jh Qd", "Th", id="what is high is not spent while others are to come"),
    ],
)
def test_player_plays_with_sense(played: str, text: str, card: str) -> None:
    contract = Contract(PRESETS["midwest"], dealer=3, declarer=0, bid="4", trump=Suit.HEARTS)
    table = Table.begin(contract)
    for one in cards(played):
        table = table.with_card(one)
    turn = table.turn
    holdings = tuple(held(text) if seat == turn else None for seat in range(4))
    assert str(player.choose_card(replace(table, holdings=holdings))) == card


# ---- Tempers


@pytest.mark.parametrize(
    ("text", "temper", "call"),
    [
        pytest.param("Jh Jd Ah 9h 9s 9c", Temper(), "3", id="even"),
        pytest.param("Jh Jd Ah 9h 9s 9c", Temper(daring=0.6), "4", id="daring"),
        pytest.param("Jh Jd Ah 9h 9s 9c", Temper(daring=-1), "Pass", id="timid"),
        pytest.param("Jh Jd Ah 9h 9s 9c", Temper(opens=3), "Pass", id="does not open with that"),
        pytest.param("Jh Jd Ah 9h 9s 9c", Temper(luck=2.3), "PH", id="trusts to luck"),
    ],
)
def test_temper_shows_in_the_auction(text: str, temper: Temper, call: str) -> None:
    assert player.choose_call(Auction(PRESETS["iowa"], 0), held(text), temper) == call


def test_who_opens_late_still_raises() -> None:
    auction = Auction(PRESETS["iowa"], 0).call("2")
    assert player.choose_call(auction, held("Jh Jd Ah 9h 9s 9c"), Temper(opens=6)) != "Pass"


@pytest.mark.parametrize(("doubt", "challenges"), [(-1.0, False), (0.0, False), (0.5, True)])
def test_doubt_shows_in_the_challenge(doubt: float, challenges: bool) -> None:
    contract = Contract(PRESETS["iowa"], dealer=3, declarer=0, bid="4", trump=Suit.HEARTS, challenged=True)
    holdings = [held("As Ts 9s Tc 9c 9d"), held("Qs Ks Kd Td Qc 9h")]
    assert player.wants_challenge(contract, holdings, [Temper(doubt=doubt)] * 2) is challenges


@pytest.mark.parametrize(
    ("text", "multiplier", "alone"),
    [("Jh Jd Ah Kh As Ac", 2, True), ("Jh Jd Ah Kh As Ac", 1, False), ("Jh Ah Kh 9s Tc Qd", 2, False)],
)
def test_who_needs_no_partner_goes_alone_where_it_pays(text: str, multiplier: int, alone: bool) -> None:
    rules = parse_rules({"base": "midwest", "alone_multiplier": multiplier})
    contract = Contract(rules, dealer=3, declarer=0, bid="3", trump=Suit.HEARTS)
    assert player.goes_alone(contract, held(text)) is alone


def test_who_slips_plays_otherwise_but_by_the_rules() -> None:
    rules = PRESETS["midwest"]
    careful = [played_hand(rules, 0, random.Random(seed)) for seed in range(30)]
    careless = [played_hand(rules, 0, random.Random(seed), (Temper(slips=0.5),) * 4) for seed in range(30)]
    assert [hand["calls"] for hand in careful] == [hand["calls"] for hand in careless]
    assert sum(one.get("tricks") != other.get("tricks") for one, other in zip(careful, careless, strict=True)) > 15
    assert all(check_hand(hand, rules).findings == () for hand in careless)


@pytest.mark.parametrize("circle", CIRCLES, ids=lambda circle: circle.name)
def test_circle_is_told_right(circle: Circle) -> None:
    """Every account is a player's, every night lies in its season, and a late night is one of them."""
    assert {name for _, name in circle.accounts} <= circle.people.keys()
    assert len(circle.habits) == circle.tables
    assert len(circle.mishaps) == len(circle.seasons) == 2
    dates = [date for season in circle.seasons for date in season.dates()]
    for season in circle.seasons:
        assert all(season.starts_on <= date <= season.ends_on for date in season.dates())
    assert dates == sorted(dates)
    assert circle.late.keys() <= set(dates)
