"""A league as large as one wishes: one night of it is played through the services, and its rows are copied.

What is copied is what the services stored, so every night is as if it had been played.
"""

import datetime
import itertools
import uuid
from collections.abc import Sequence
from random import Random
from typing import Any

from django.db.models import Model

from scorekeeper import services
from scorekeeper.demo.games import shortened
from scorekeeper.engine import PRESETS, score_game
from scorekeeper.models import Game, Hand, HandVersion, Membership, Night, Player, Season, Seat, Substitution
from scorekeeper.models.game import new_key
from scorekeeper.services.sheets import record_sheet
from tests.engine import simulator
from tests.leagues.club import Club, account

TOLD = ("score", "score", "auction", "cards", "full")
IOWA = PRESETS["iowa"]
PASSED = {"dealer": 0, "calls": ["Pass"] * 4}


def play_night(club: Club, tables: int, still: int) -> int:
    """Let four others sit at each table of the club's night, and say how many hands they played.

    Somebody came in at every table. The last one is at hand `still`, and there one hand was corrected, one is void and
    one was taken back.
    """
    chance = Random(tables)
    guest = club.add("Guest")
    while len(club.players) < 4 * tables:
        club.players.append(club.add(f"Player {len(club.players) + 1}"))
    for table in range(tables):
        is_over = table < tables - 1
        records = sheet(chance, TOLD[table % len(TOLD)] if is_over else "score")
        players = club.players[4 * table :][:4]
        game = services.start_league_game(
            club.league, players=players, first_dealer=0, night=club.night, table=str(table + 1)
        )
        club.games.append(game)
        typed = records if is_over else [PASSED, *records[1:still]]
        hands = record_sheet(game, typed, submissions=[uuid.uuid4() for _record in typed])
        services.substitute(game, seat=1, player=guest, from_number=2)
        if not is_over:
            services.correct_hand(hands[0], records[0], revision=1)
            services.void_hand(hands[1], why="misdeal", revision=1)
            services.undo_hand(game, number=len(hands))
    return Hand.objects.filter(game__night=club.night, undone_at=None).count()


def sheet(chance: Random, told: str) -> list[dict[str, Any]]:
    """The hands of a game that ends with the last of them, told at one depth."""
    records: list[dict[str, Any]] = []
    while not (score := score_game(records, IOWA, 0)).over:
        for _hand in range(20):
            played = simulator.random_hand(simulator.PRESETS["iowa"], chance, len(records) % 4)
            records.append(shortened(played.record, told, IOWA))
    return [record for record, answer in zip(records, score.hands, strict=True) if answer.counts]


def repeat_night(club: Club, times: int) -> None:
    """Copy the club's night, at which others sit together each time, to the weeks before it."""
    chance = Random(times)
    Season.objects.filter(pk=club.season.pk).update(starts_on=club.night.date - datetime.timedelta(weeks=times))
    nights = [club.night]
    nights += Night.objects.bulk_create(
        again(club.night, date=club.night.date - datetime.timedelta(weeks=week), state="final")
        for week in range(1, times + 1)
    )
    games = list(club.night.games.order_by("pk"))
    places: list[tuple[Game, dict[int, Player]]] = []
    for _night in nights[1:]:
        shuffled = club.players[: 4 * len(games)]
        chance.shuffle(shuffled)
        seated = dict(zip((player.pk for player in club.players), shuffled, strict=False))
        places += [(game, seated) for game in games]
    sat = _by_game(Seat, games)
    copies = Game.objects.bulk_create(
        again(
            game,
            key=new_key(),
            night_id=night.pk,
            players=[seated[seat.player_id].name for seat in sat[game.pk]],
        )
        for night, (game, seated) in zip(
            itertools.chain.from_iterable([night] * len(games) for night in nights[1:]), places, strict=True
        )
    )
    pairs = [(game, copy, seated) for (game, seated), copy in zip(places, copies, strict=True)]
    came, played = _by_game(Substitution, games), _by_game(Hand, games)
    Seat.objects.bulk_create(
        again(seat, game_id=copy.pk, player_id=seated[seat.player_id].pk)
        for game, copy, seated in pairs
        for seat in sat[game.pk]
    )
    Substitution.objects.bulk_create(again(one, game_id=copy.pk) for game, copy, _ in pairs for one in came[game.pk])
    hands = Hand.objects.bulk_create(
        again(hand, game_id=copy.pk) for game, copy, _ in pairs for hand in played[game.pk]
    )
    versions: dict[int, list[HandVersion]] = {}
    for version in HandVersion.objects.filter(hand__game__in=games).order_by("revision"):
        versions.setdefault(version.hand_id, []).append(version)
    first = [hand for game, _, _ in pairs for hand in played[game.pk]]
    HandVersion.objects.bulk_create(
        again(version, hand_id=hand.pk)
        for hand, copied in zip(hands, first, strict=True)
        for version in versions[copied.pk]
    )


def crowd(club: Club, many: int) -> None:
    """More of everything else that a page or a list may show."""
    owner = club.people["owner"]
    assert owner is not None
    users = [account(f"more-{number}-{uuid.uuid4().hex[:6]}") for number in range(many)]
    for number, user in enumerate(users):
        services.set_role(club.league, user, Membership.Role.PLAYER)
        services.change_player(club.add(f"Member {number}"), name=f"Member {number}", user=user)
        services.merge_players(club.players[0], club.add(f"Merged {number}"))
        services.add_season(club.league, name=f"Season {number}", starts_on=datetime.date(2020, 1, 1))
        services.found_league(name=f"Mine {number}", by=owner, visibility="public")
        services.found_league(name=f"Public {number}", by=user, visibility="public")
        if number < 12:
            services.make_token(owner, name=f"Token {number}")


def again(row: Any, **otherwise: Any) -> Any:
    """The same row once more, not saved yet."""
    values = {one.attname: getattr(row, one.attname) for one in row._meta.concrete_fields if not one.primary_key}
    return type(row)(**values | otherwise)


def _by_game(model: type[Model], games: Sequence[Game]) -> dict[int, list[Any]]:
    rows: dict[int, list[Any]] = {game.pk: [] for game in games}
    for row in model._default_manager.filter(game__in=games).order_by("pk"):
        rows[row.game_id].append(row)  # type: ignore[attr-defined]
    return rows
