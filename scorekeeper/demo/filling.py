"""Keep the demonstration: through the services, as if it had been typed at the tables, in one transaction.

Only the times are set afterwards, since the services take them from the clock.
"""

import datetime
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils.crypto import get_random_string

from scorekeeper import services
from scorekeeper.models import Game, Hand, HandVersion, League, Membership, Night, Player, Season, User
from scorekeeper.services import recounts
from scorekeeper.services.sheets import record_sheet

from .circles import CIRCLES, Circle
from .games import GAMES
from .mishaps import with_mishaps
from .script import Entry, PlayedGame, PlayedNight, played_seasons, seeded

MAIL = "{}@pepper.example"
NEXT_MORNING = datetime.time(9, 30)
AT_ONCE = datetime.timedelta(minutes=1)
SOME_DAYS = datetime.timedelta(days=10)


class NotEmpty(Exception):
    """The database holds something that is not the demonstration."""


def is_there() -> bool:
    """Whether the demonstration is there, whatever else has come since."""
    return Game.objects.filter(is_demo=True).exists() and not is_half_there()


def is_half_there() -> bool:
    """Whether the games without a league are there and nothing else, as an earlier version left them."""
    return Game.objects.filter(is_demo=True).exists() and not holds_others()


def holds_others() -> bool:
    """Whether there is any league, account or game but those to look at."""
    return League.objects.exists() or User.objects.exists() or Game.objects.filter(is_demo=False).exists()


def fill(*, with_login: bool = False) -> dict[str, str]:
    """Keep the demonstration, all of it or nothing, and return the passwords of the leagues' owners, if any.

    Without `with_login` nobody can sign in to its accounts. Does nothing where it is there already. Raises NotEmpty
    where the database holds anything else.
    """
    passwords: dict[str, str] = {}
    with recounts.quietly() as leagues:
        with transaction.atomic():
            if is_there():
                return {}
            if holds_others():
                raise NotEmpty
            if not is_half_there():
                _fill_games()
            for circle in CIRCLES:
                owner = _Filling(circle).fill()
                if with_login:
                    passwords[owner.username] = get_random_string(16)
                    owner.set_password(passwords[owner.username])
                    owner.save(update_fields=["password"])
        for league in sorted(leagues):
            recounts.recount_league(league)
    return passwords


def _fill_games() -> None:
    """The two short games of the front page."""
    for demo in GAMES:
        game = services.start_game(
            rules=demo.preset, players=demo.players, first_dealer=demo.first_dealer, is_demo=True
        )
        for number, record in enumerate(demo.records(), 1):
            services.record_hand(game, record, number=number, submission=uuid.uuid4())


@dataclass
class _Filling:
    """One circle on its way into the database."""

    circle: Circle
    players: dict[str, Player] = field(default_factory=dict)
    scorers: list[User] = field(default_factory=list)

    def fill(self) -> User:
        """Keep the league and all it played, and return its owner."""
        circle = self.circle
        # No password: these accounts are there to own and to have typed, and nobody can sign in to them.
        accounts = {
            name: User.objects.create_user(username, MAIL.format(username), first_name=name)
            for username, name in circle.accounts
        }
        self.scorers = list(accounts.values())
        owner = self.scorers[0]
        league = services.found_league(
            name=circle.name, by=owner, rules=circle.rules, visibility=League.Visibility.PUBLIC
        )
        for user in self.scorers[1:]:
            services.set_role(league, user, Membership.Role.SCORER)
        self.players = {name: services.add_player(league, name, accounts.get(name)) for name in circle.people}
        for played in with_mishaps(circle, played_seasons(circle)):
            season = services.add_season(
                league,
                name=played.dates.name,
                starts_on=played.dates.starts_on,
                ends_on=played.dates.ends_on,
                least_games=circle.least_games,
            )
            for night in played.nights:
                self._keep_night(season, night)
        self._date_back(league)
        return owner

    def _keep_night(self, season: Season, played: PlayedNight) -> None:
        night = services.open_night(season, date=played.date, zone=self.circle.zone, place=self.circle.place)
        kept = [self._keep_game(season.league, night, game) for game in played.games]
        if played.state != Night.State.LIVE:
            night = services.set_night_state(night, played.state)
        for game, hands in zip(played.games, kept, strict=True):
            for entry, hand in zip(game.entries, hands, strict=True):
                if entry.fix == "later":
                    hand.game.night = night
                    hand = services.correct_hand(
                        hand, entry.record, revision=hand.revision, by=self.scorers[0], reason=entry.reason
                    )
                    morning = datetime.datetime.combine(
                        played.date + datetime.timedelta(days=1), NEXT_MORNING, ZoneInfo(self.circle.zone)
                    )
                    _date_version(hand, morning)
                    Game.objects.filter(pk=hand.game_id).update(updated_at=morning)
        Night.objects.filter(pk=night.pk).update(created_at=self._time(played.games[0], 0) - AT_ONCE)

    def _time(self, game: PlayedGame, minute: int) -> datetime.datetime:
        """What the clock showed so many minutes after the game began."""
        return game.begins.replace(tzinfo=ZoneInfo(self.circle.zone)).astimezone(datetime.UTC) + datetime.timedelta(
            minutes=minute
        )

    def _keep_game(self, league: League, night: Night, played: PlayedGame) -> list[Hand]:
        """Start the game and type its hands; returns them in the order of the script."""
        chance = seeded(league.name, played.begins, played.table, "typing")
        game = services.start_league_game(
            league,
            players=[self.players[name] for name in played.players],
            first_dealer=played.first_dealer,
            night=night,
            table=played.table,
            submission=_submission(chance.getrandbits(128)),
        )
        by = chance.choice(self.scorers)
        submissions = [_submission(chance.getrandbits(128)) for _ in played.entries]
        times = [self._time(played, entry.minute) for entry in played.entries]
        if played.is_over and all(entry.is_plain for entry in played.entries):
            records = [entry.record for entry in played.entries]
            hands = record_sheet(game, records, submissions=submissions, by=by)
            _date_sheet(hands, times)
        else:
            hands = self._type_all(game, played.entries, by, submissions, times)
        if played.substitution:
            number, seat, name = played.substitution
            change = services.substitute(game, seat=seat, player=self.players[name], from_number=number)
            type(change).objects.filter(pk=change.pk).update(made_at=times[number - 2] + AT_ONCE)
        Game.objects.filter(pk=game.pk).update(created_at=self._time(played, 0), updated_at=times[-1] + 2 * AT_ONCE)
        return hands

    def _type_all(
        self,
        game: Game,
        entries: Sequence[Entry],
        by: User,
        submissions: Sequence[uuid.UUID],
        times: Sequence[datetime.datetime],
    ) -> list[Hand]:
        """Type the hands one by one, and those that were forgotten at the end."""
        hands: dict[int, Hand] = {}
        for place, (entry, submission, at) in enumerate(zip(entries, submissions, times, strict=True)):
            if not entry.forgotten:
                hands[place] = self._type(game, entry, len(hands) + 1, by, submission, at)
        for place, (entry, submission) in enumerate(zip(entries, submissions, strict=True)):
            if entry.forgotten:
                hands[place] = services.insert_hand(
                    game, entry.record, number=place + 1, submission=submission, by=by, reason=entry.reason
                )
                _date_hand(hands[place], times[-1] + AT_ONCE)
        return [hands[place] for place in range(len(entries))]

    def _type(
        self, game: Game, entry: Entry, number: int, by: User, submission: uuid.UUID, at: datetime.datetime
    ) -> Hand:
        """Type one hand, and put it right at once where that is what happened."""
        hand = services.record_hand(game, entry.first or entry.record, number=number, submission=submission, by=by)
        _date_hand(hand, at)
        if entry.fix == "undo":
            _date_version(services.undo_hand(game, number=number, by=by), at + AT_ONCE, is_undone=True)
            again = uuid.uuid5(submission, "again")
            hand = services.record_hand(game, entry.record, number=number, submission=again, by=by)
            _date_hand(hand, at + AT_ONCE)
        elif entry.fix == "correct":
            hand = services.correct_hand(hand, entry.record, revision=hand.revision, by=by, reason=entry.reason)
            _date_version(hand, at + AT_ONCE)
        if entry.void:
            hand = services.void_hand(hand, why=entry.void, revision=hand.revision, by=by, reason=entry.reason)
            _date_version(hand, at + AT_ONCE)
        return hand

    def _date_back(self, league: League) -> None:
        """The league, its people and their accounts were there before its first night."""
        founded = datetime.datetime.combine(
            self.circle.seasons[0].dates()[0], self.circle.begins, ZoneInfo(self.circle.zone)
        )
        founded -= SOME_DAYS
        League.objects.filter(pk=league.pk).update(created_at=founded, updated_at=founded)
        league.players.update(created_at=founded)
        league.memberships.update(joined_at=founded)
        User.objects.filter(pk__in=[user.pk for user in self.scorers]).update(date_joined=founded)


def _submission(bits: int) -> uuid.UUID:
    return uuid.UUID(int=bits, version=4)


def _date_hand(hand: Hand, at: datetime.datetime) -> None:
    Hand.objects.filter(pk=hand.pk).update(created_at=at)
    _date_version(hand, at)


def _date_sheet(hands: Sequence[Hand], times: Sequence[datetime.datetime]) -> None:
    versions = list(HandVersion.objects.filter(hand__in=hands).order_by("hand__number"))
    for hand, version, at in zip(hands, versions, times, strict=True):
        hand.created_at = version.made_at = at
    Hand.objects.bulk_update(hands, ["created_at"])
    HandVersion.objects.bulk_update(versions, ["made_at"])


def _date_version(hand: Hand, at: datetime.datetime, *, is_undone: bool = False) -> None:
    HandVersion.objects.filter(hand=hand, revision=hand.revision).update(made_at=at)
    if is_undone:
        Hand.objects.filter(pk=hand.pk).update(undone_at=at)
