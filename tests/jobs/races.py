"""Two people at once: what one does while the other's transaction is not over yet.

Run by tests/jobs/driver.py in a process of its own, on SQLite and on PostgreSQL.
"""

import datetime
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection, transaction

from scorekeeper import services
from scorekeeper.models import Game, League, Membership, Night, Player, Season, User
from scorekeeper.seen import state_of

HAND = {"dealer": 0, "declarer": 0, "bid": "4", "trump": "h", "challenged": True, "taken": [4, 2]}
NAMES = ("Nora", "Eli", "Sam", "Wes")
REFUSED = (
    ValidationError,
    PermissionDenied,
    services.ReasonNeeded,
    services.HandOutOfTurn,
    services.HandChanged,
    services.ChangedMeanwhile,
)
Act = Callable[[], object]


@dataclass
class Club:
    """A league with four players at a table, two more, and a night going on."""

    owner: User = field(default_factory=lambda: account())
    league: League = field(init=False)

    def __post_init__(self) -> None:
        self.league = services.found_league(name=uuid.uuid4().hex[:12], by=self.owner)
        self.players = [services.add_player(self.league, name) for name in (*NAMES, "Pat", "Kim")]
        self.season = services.add_season(self.league, name="Winter", starts_on=datetime.date(2026, 1, 1))
        self.night = services.open_night(self.season, date=datetime.date(2026, 1, 8), zone="UTC")

    def start(self, *players: Player, submission: uuid.UUID | None = None) -> Game:
        seated = [*players, *self.players[len(players) :]][:4]
        return services.start_league_game(
            self.league, players=seated, first_dealer=0, night=self.night, submission=submission
        )

    def settle(self) -> Night:
        return services.set_night_state(self.night, Night.State.FINAL)


def account() -> User:
    name = uuid.uuid4().hex[:12]
    return User.objects.create(username=name, email=f"{name}@example.org")


def alone() -> Game:
    return services.start_game(rules="iowa", players=NAMES, first_dealer=0)


def played(game: Game) -> Game:
    services.record_hand(game, HAND, number=1, submission=uuid.uuid4())
    return game


# ---- The races: what is done first, and what is done before that is over


def a_game_on_a_night_made_final() -> tuple[Act, Act]:
    club = Club()
    return club.settle, club.start


def a_hand_on_a_night_made_final() -> tuple[Act, Act]:
    club = Club()
    game = club.start()
    return club.settle, lambda: services.record_hand(game, HAND, number=1, submission=uuid.uuid4())


def a_correction_on_a_night_made_final() -> tuple[Act, Act]:
    club = Club()
    hand = played(club.start()).hands.get()
    return club.settle, lambda: services.correct_hand(hand, HAND | {"trump": "s"}, revision=1)


def a_substitute_on_a_night_made_final() -> tuple[Act, Act]:
    club = Club()
    game = club.start()
    return club.settle, lambda: services.substitute(game, seat=0, player=club.players[4], from_number=1)


def a_claim_on_a_night_made_final() -> tuple[Act, Act]:
    club, game = Club(), alone()
    return club.settle, lambda: services.claim_game(game, club.league, club.players[:4], club.night)


def a_claim_undone_on_a_night_made_final() -> tuple[Act, Act]:
    club, game = Club(), alone()
    services.claim_game(game, club.league, club.players[:4], club.night)
    return club.settle, lambda: services.undo_claim(game.claims.get())


def a_game_with_two_who_become_one() -> tuple[Act, Act]:
    club = Club()
    one, other = club.players[0], club.players[4]
    return lambda: services.merge_players(one, other), lambda: club.start(one, other)


def a_claim_with_two_who_become_one() -> tuple[Act, Act]:
    club, game = Club(), alone()
    one, other = club.players[0], club.players[4]
    return (
        lambda: services.merge_players(one, other),
        lambda: services.claim_game(game, club.league, [one, other, *club.players[1:3]]),
    )


def a_substitute_who_becomes_one_with_somebody_there() -> tuple[Act, Act]:
    club = Club()
    game = club.start()
    one, other = club.players[0], club.players[4]
    return (
        lambda: services.merge_players(one, other),
        lambda: services.substitute(game, seat=1, player=other, from_number=1),
    )


def a_merge_of_two_who_sit_down() -> tuple[Act, Act]:
    club = Club()
    one, other = club.players[0], club.players[4]
    return lambda: club.start(one, other), lambda: services.merge_players(one, other)


def a_merge_of_two_of_whom_one_comes_in() -> tuple[Act, Act]:
    club = Club()
    game = club.start()
    one, other = club.players[0], club.players[4]
    return (
        lambda: services.substitute(game, seat=1, player=other, from_number=1),
        lambda: services.merge_players(one, other),
    )


def a_merge_of_one_who_is_merged() -> tuple[Act, Act]:
    club = Club()
    one, other, third = club.players[:3]
    return lambda: services.merge_players(one, other), lambda: services.merge_players(third, other)


def an_owner_who_leaves_with_the_other() -> tuple[Act, Act]:
    club, other = Club(), account()
    services.set_role(club.league, other, Membership.Role.OWNER)
    return lambda: services.set_role(club.league, club.owner, None), lambda: services.set_role(club.league, other, None)


def a_claim_into_two_leagues() -> tuple[Act, Act]:
    one, other, game = Club(), Club(), alone()
    return (
        lambda: services.claim_game(game, one.league, one.players[:4]),
        lambda: services.claim_game(game, other.league, other.players[:4]),
    )


def a_hand_by_the_key_of_a_game_that_is_claimed() -> tuple[Act, Act]:
    club, game = Club(), alone()
    seen = Game.objects.get(pk=game.pk)
    return (
        lambda: services.claim_game(game, club.league, club.players[:4]),
        lambda: services.record_hand(seen, HAND, number=1, submission=uuid.uuid4()),
    )


def a_correction_by_the_key_of_a_game_that_is_claimed() -> tuple[Act, Act]:
    club, game = Club(), played(alone())
    hand = Game.objects.get(pk=game.pk).hands.select_related("game").get()
    return (
        lambda: services.claim_game(game, club.league, club.players[:4]),
        lambda: services.correct_hand(hand, HAND | {"trump": "s"}, revision=1),
    )


def a_substitute_in_a_game_that_leaves_its_league() -> tuple[Act, Act]:
    club, game = Club(), alone()
    game = services.claim_game(game, club.league, club.players[:4])
    return (
        lambda: services.undo_claim(game.claims.get()),
        lambda: services.substitute(game, seat=0, player=club.players[4], from_number=1),
    )


def a_hand_inserted_where_another_one_is() -> tuple[Act, Act]:
    game = played(Club().start())
    before = game.hands.get().pk

    def insert() -> object:
        return services.insert_hand(game, HAND, number=1, submission=uuid.uuid4(), before=before)

    return insert, insert


def a_hand_corrected_by_two() -> tuple[Act, Act]:
    hand = played(Club().start()).hands.get()
    return (
        lambda: services.correct_hand(hand, HAND | {"trump": "s"}, revision=1),
        lambda: services.correct_hand(hand, HAND | {"trump": "d"}, revision=1),
    )


def a_player_added_by_two() -> tuple[Act, Act]:
    league = Club().league
    return lambda: services.add_player(league, "Zoe"), lambda: services.add_player(league, "zoe")


def a_player_renamed_to_one_who_is_added() -> tuple[Act, Act]:
    club = Club()
    return (
        lambda: services.add_player(club.league, "Zoe"),
        lambda: services.change_player(club.players[0], name="Zoe"),
    )


def a_season_added_by_two() -> tuple[Act, Act]:
    league, start = Club().league, datetime.date(2026, 3, 1)
    return (
        lambda: services.add_season(league, name="Spring", starts_on=start),
        lambda: services.add_season(league, name="Spring", starts_on=start),
    )


def a_season_renamed_to_one_that_is_added() -> tuple[Act, Act]:
    club = Club()
    return (
        lambda: services.add_season(club.league, name="Spring", starts_on=datetime.date(2026, 3, 1)),
        lambda: services.change_season(club.season, name="Spring"),
    )


def an_account_made_by_two() -> tuple[Act, Act]:
    name = uuid.uuid4().hex[:12]

    def make(one: str) -> object:
        return services.add_account(User(username=one, email=f"{name}@example.org", password="!"))

    return lambda: make(name), lambda: make(name.upper())


def a_league_changed_as_it_was_seen() -> tuple[Act, Act]:
    league = Club().league
    seen = state_of(league)
    return (
        lambda: services.change_league(league, name="Oak", seen=seen),
        lambda: services.change_league(league, visibility="public", seen=seen),
    )


def a_merge_undone_while_its_name_is_given_away() -> tuple[Act, Act]:
    club = Club()
    merge = services.merge_players(club.players[0], club.players[4])
    return lambda: services.add_player(club.league, "Pat"), lambda: services.undo_merge(merge)


REFUSALS = (
    a_game_on_a_night_made_final,
    a_hand_on_a_night_made_final,
    a_correction_on_a_night_made_final,
    a_substitute_on_a_night_made_final,
    a_claim_on_a_night_made_final,
    a_claim_undone_on_a_night_made_final,
    a_game_with_two_who_become_one,
    a_claim_with_two_who_become_one,
    a_substitute_who_becomes_one_with_somebody_there,
    a_merge_of_two_who_sit_down,
    a_merge_of_two_of_whom_one_comes_in,
    a_merge_of_one_who_is_merged,
    an_owner_who_leaves_with_the_other,
    a_claim_into_two_leagues,
    a_hand_by_the_key_of_a_game_that_is_claimed,
    a_correction_by_the_key_of_a_game_that_is_claimed,
    a_substitute_in_a_game_that_leaves_its_league,
    a_hand_inserted_where_another_one_is,
    a_hand_corrected_by_two,
    a_player_added_by_two,
    a_player_renamed_to_one_who_is_added,
    a_season_added_by_two,
    a_season_renamed_to_one_that_is_added,
    an_account_made_by_two,
    a_league_changed_as_it_was_seen,
    a_merge_undone_while_its_name_is_given_away,
)


# ---- What two say of one thing, each of something else about it: both of it stands


def a_league_renamed_and_opened() -> tuple[Act, Act, Act]:
    league = Club().league
    return (
        lambda: services.change_league(league, name="Oak"),
        lambda: services.change_league(league, visibility="public"),
        lambda: League.objects.filter(pk=league.pk, name="Oak", visibility="public").exists(),
    )


def a_season_renamed_and_put_in_order() -> tuple[Act, Act, Act]:
    season = Club().season
    return (
        lambda: services.change_season(season, name="Oak"),
        lambda: services.change_season(season, least_games=7),
        lambda: Season.objects.filter(pk=season.pk, name="Oak", least_games=7).exists(),
    )


def a_night_moved_and_closed() -> tuple[Act, Act, Act]:
    night = Club().night
    return (
        lambda: services.change_night(night, place="Oak"),
        lambda: services.change_night(night, state=Night.State.PROVISIONAL),
        lambda: Night.objects.filter(pk=night.pk, place="Oak", state=Night.State.PROVISIONAL).exists(),
    )


def a_player_renamed_and_linked() -> tuple[Act, Act, Act]:
    club = Club()
    player = club.players[0]
    return (
        lambda: services.change_player(player, name="Oak"),
        lambda: services.change_player(player, user=club.owner),
        lambda: Player.objects.filter(pk=player.pk, name="Oak", user=club.owner).exists(),
    )


BOTH = (
    a_league_renamed_and_opened,
    a_season_renamed_and_put_in_order,
    a_night_moved_and_closed,
    a_player_renamed_and_linked,
)


# ---- What both halves of a double tap do, and of which there is one afterwards


def a_new_player_at_two_tables() -> tuple[Act, Act]:
    league = Club().league

    def seat() -> object:
        return services.seat_players(league, ["Zoe"])[0].pk

    return seat, seat


def a_game_started() -> tuple[Act, Act]:
    club, key = Club(), uuid.uuid4()
    return lambda: club.start(submission=key).pk, lambda: club.start(submission=key).pk


def a_game_of_nobodys_started() -> tuple[Act, Act]:
    key = uuid.uuid4()

    def start() -> object:
        return services.start_game(rules="iowa", players=NAMES, first_dealer=0, submission=key).pk

    return start, start


def a_night_opened() -> tuple[Act, Act]:
    season, key = Club().season, uuid.uuid4()

    def begin() -> object:
        return services.open_night(season, date=datetime.date(2026, 1, 15), zone="UTC", submission=key).pk

    return begin, begin


def a_season_added() -> tuple[Act, Act]:
    league, key = Club().league, uuid.uuid4()

    def add() -> object:
        return services.add_season(league, name="Spring", starts_on=datetime.date(2026, 3, 1), submission=key).pk

    return add, add


def players_added() -> tuple[Act, Act]:
    league, key = Club().league, uuid.uuid4()

    def add() -> object:
        return [player.pk for player in services.add_players(league, ["Zoe", "Ada"], submission=key)]

    return add, add


def a_league_founded() -> tuple[Act, Act]:
    owner, key = account(), uuid.uuid4()

    def found() -> object:
        return services.found_league(name="Thursdays", by=owner, submission=key).pk

    return found, found


def a_claim_made() -> tuple[Act, Act]:
    club, game = Club(), alone()

    def claim() -> object:
        return services.claim_game(game, club.league, club.players[:4]).claims.get().pk

    return claim, claim


def a_claim_undone() -> tuple[Act, Act]:
    club, game = Club(), alone()
    claim = services.claim_game(game, club.league, club.players[:4]).claims.get()

    def undo() -> object:
        services.undo_claim(claim)
        claim.refresh_from_db()
        return str(claim.undone_at)

    return undo, undo


def a_substitution_said() -> tuple[Act, Act]:
    club = Club()
    game = club.start()

    def come() -> object:
        return services.substitute(game, seat=0, player=club.players[4], from_number=1).pk

    return come, come


def a_substitution_taken_back() -> tuple[Act, Act]:
    club = Club()
    change = services.substitute(club.start(), seat=0, player=club.players[4], from_number=1)

    def back() -> object:
        return str(services.withdraw_substitution(change).withdrawn_at)

    return back, back


TWINS = (
    a_new_player_at_two_tables,
    a_game_started,
    a_game_of_nobodys_started,
    a_night_opened,
    a_season_added,
    players_added,
    a_league_founded,
    a_claim_made,
    a_claim_undone,
    a_substitution_said,
    a_substitution_taken_back,
)

RACES = {race.__name__: race for race in (*REFUSALS, *BOTH, *TWINS)}


def run(name: str) -> dict[str, str]:
    """Do the second while the first is not over yet, and give what came of both."""
    first, second, *stands = RACES[name]()
    said: dict[str, str] = {}

    def meanwhile() -> None:
        try:
            said["second"] = str(second())
        except REFUSED as refused:
            said["refused"] = type(refused).__name__
        except Exception as error:  # whatever it is, it is told
            said["error"] = repr(error)
        finally:
            connection.close()

    other = threading.Thread(target=meanwhile)
    with transaction.atomic():
        said["first"] = str(first())
        other.start()
        _until_it_waits(other)
    other.join(30)
    if stands:
        said["stands"] = str(stands[0]())
    return said


def _until_it_waits(other: threading.Thread) -> None:
    """Let the other one come as far as he can."""
    end = time.monotonic() + 3
    while other.is_alive() and time.monotonic() < end:
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
                if cursor.fetchone()[0]:
                    return
        elif time.monotonic() > end - 2.7:
            return
        time.sleep(0.02)
