"""The demonstration games: worth looking at, by the rules, the same each time, and harmless to games of others."""

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from scorekeeper import services
from scorekeeper.demo import player
from scorekeeper.demo.games import GAMES, DemoGame, played_hand, shortened
from scorekeeper.engine import PRESETS, Answer, Auction, Card, Contract, Suit, Table, cards, check_hand, score_game
from scorekeeper.engine import table_of as replayed
from scorekeeper.models import Game, Hand

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


@pytest.mark.django_db
def test_command_fills_in_both_and_no_more_the_second_time() -> None:
    call_command("demo")
    games = list(Game.objects.filter(is_demo=True).order_by("pk"))
    assert [tuple(game.players) for game in games] == [demo.players for demo in GAMES]
    assert [game.hands.current().count() for game in games] == [len(demo.records()) for demo in GAMES]
    before = (list(Game.objects.values()), list(Hand.objects.values()))
    call_command("demo")
    assert (list(Game.objects.values()), list(Hand.objects.values())) == before


@pytest.mark.django_db
def test_games_of_others_are_left_alone() -> None:
    theirs = services.start_game(rules="iowa", players=IOWA.players, first_dealer=0)
    before = Game.objects.filter(pk=theirs.pk).values().get()
    call_command("demo")
    assert Game.objects.filter(pk=theirs.pk).values().get() == before
    assert theirs.hands.count() == 0
    assert Game.objects.count() == 3


@pytest.mark.django_db
def test_one_demonstration_is_enough() -> None:
    services.start_game(rules="iowa", players=IOWA.players, first_dealer=0, is_demo=True)
    call_command("demo")
    assert Game.objects.count() == 1


@pytest.mark.django_db
def test_all_or_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    record_hand = services.record_hand

    def fail_late(game: Game, record: object, *, number: int, **more: Any) -> Hand:
        if number == 4:
            raise OSError("the disk is full")
        return record_hand(game, record, number=number, **more)

    monkeypatch.setattr(services, "record_hand", fail_late)
    with pytest.raises(OSError, match="the disk is full"):
        call_command("demo")
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_games_can_be_looked_at(client: Client) -> None:
    call_command("demo")
    home = client.get("/").content.decode()
    for game in Game.objects.all():
        assert game.get_absolute_url() in home
        assert client.get(game.get_absolute_url()).status_code == 200


# ---- The player


@EVERY_PRESET
def test_player_keeps_to_the_rules_of_every_preset(preset: str) -> None:
    rules = PRESETS[preset]
    shuffler = random.Random(preset)
    for number in range(20):
        dealer = number % rules.players
        for told in ("full", "auction", "score"):
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
