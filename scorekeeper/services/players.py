"""Add players to a league, rename them, and merge two who turned out to be one."""

import uuid
from collections.abc import Callable, Sequence
from typing import TypedDict, TypeVar, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import League, Merge, Player, User
from scorekeeper.names import clean_names, sounds_like
from scorekeeper.selectors import games_of
from scorekeeper.selectors.merges import identities

from .holds import as_seen, hold_league
from .keeping import keep
from .recounts import mark

Done = TypeVar("Done")


class PlayerSaid(TypedDict, total=False):
    """What can be changed about a player."""

    name: str
    user: User | None


def add_player(league: League, name: str, user: User | None = None) -> Player:
    """Add a player. Raises ValidationError for a name that cannot be or is taken, and for the account of no member."""
    with transaction.atomic():
        hold_league(league)
        _expect_member(league, user)
        return _add(league, name, user)


def add_players(league: League, names: Sequence[str], *, submission: uuid.UUID | None = None) -> list[Player]:
    """Add players, all of them or none. Those whom the same submission added already are there.

    Raises ValidationError as `add_player`, which says whose name is taken, and AlreadyMade where the submission added
    one of them to another league.
    """
    # One form adds many: each has a key of his own, made of that of the form and of his name.
    keys = {name: submission and uuid.uuid5(submission, sounds_like(name)) for name in clean_names(names)}
    with transaction.atomic():
        hold_league(league)
        there = list(league.players.all())
        made = {player.submission: player for player in there}
        added = {name: made[key] for name, key in keys.items() if key is not None and key in made}
        known = {sounds_like(player.name): player.name for player in there if player.merged_into_id is None}
        new = [name for name in keys if name not in added]
        if taken := [known[sounds_like(name)] for name in new if sounds_like(name) in known]:
            raise ValidationError({"name": [_("%(name)s is in the list already.") % {"name": one} for one in taken]})
        for name in new:
            player = Player(league=league, name=name, submission=keys[name])
            keep(player)
            added[name] = player
    return [added[name] for name in keys]


def change_player(player: Player, *, seen: str | None = None, **said: Unpack[PlayerSaid]) -> Player:
    """Call a player otherwise from now on, or say whose account it is; what nothing is said of stays.

    Games that were begun keep the name they were played under. Raises ValidationError as `add_player`, and where the
    account is another player's of the league or the player is another one by now; ChangedMeanwhile where the player
    is not as he was `seen`.
    """
    with transaction.atomic():
        league = hold_league(player.league)
        player = as_seen(player, seen)
        player.league = league
        if player.merged_into_id is not None:
            raise ValidationError(_("This player is another one; change that one."), code="merged")
        if "name" in said and (name := clean_names([said["name"]])[0]) != player.name:
            _expect_free(league, name, but=player)
            player.name = name
        if "user" in said:
            _link(player, said["user"])
        keep(player)
    return player


def _link(player: Player, user: User | None) -> None:
    if user is not None and user.pk != player.user_id:  # one that was linked stays, also when he left the league
        _expect_member(player.league, user)
    others = player.league.players.filter(merged_into=None, user=user).exclude(pk=player.pk)
    if user is not None and others.exists():
        raise ValidationError(_("This account is another player of the league."), code="user")
    player.user = user


def seat_players(league: League, seated: Sequence[Player | str]) -> list[Player]:
    """The players meant, in their order; who comes by a name that no player of the league has is added.

    Raises ValidationError for a name that cannot be.
    """
    with transaction.atomic():
        hold_league(league)
        known = _named(league)
        return [one if isinstance(one, Player) else known.get(sounds_like(one)) or _add(league, one) for one in seated]


def seat_and(league: League, seated: Sequence[Player | str], do: Callable[[list[Player]], Done]) -> Done:
    """Seat the players as `seat_players` does and `do` something with them: all of it, or nothing where that raises."""
    with transaction.atomic():
        return do(seat_players(league, seated))


def merge_players(kept: Player, dropped: Player, by: User | None = None) -> Merge:
    """Say that `dropped` is `kept`, who gets all his games.

    Raises ValidationError where they are not two players of one league, or ever met at one table: then they
    cannot be one.
    """
    with transaction.atomic():
        hold_league(kept.league)
        players = Player.objects.in_bulk([kept.pk, dropped.pk])
        if len(players) < 2 or kept.league_id != dropped.league_id:
            raise ValidationError(_("Two different players of one league can be merged."), code="players")
        kept, dropped = players[kept.pk], players[dropped.pk]
        if kept.merged_into_id or dropped.merged_into_id:
            raise ValidationError(_("One of the two is merged already."), code="players")
        if have_met(kept, dropped):
            raise ValidationError(_("These two have met at one table, so they are not one."), code="met")
        if kept.user_id and dropped.user_id and kept.user_id != dropped.user_id:
            raise ValidationError(_("These two have accounts of their own."), code="accounts")
        merge = Merge.objects.create(kept=kept, dropped=dropped, made_by=by)
        _follow_merges(kept.league)
    return merge


def undo_merge(merge: Merge, by: User | None = None) -> Player:
    """Make two players of one again, and return the one who comes back.

    Raises ValidationError where another player has his name or his account by now.
    """
    with transaction.atomic():
        hold_league(merge.kept.league)
        merge = Merge.objects.select_related("dropped__league").get(pk=merge.pk)
        player = merge.dropped
        if merge.undone_at is not None:
            return player
        if player.user and player.league.players.filter(merged_into=None, user=player.user).exists():
            raise ValidationError(_("This account is another player of the league by now."), code="user")
        if sounds_like(player.name) in _named(player.league):
            raise ValidationError(_("Another player has this name by now; rename that one first."), code="name")
        merge.undone_at, merge.undone_by = timezone.now(), by
        merge.save(update_fields=["undone_at", "undone_by"])
        _follow_merges(player.league)
        player.refresh_from_db(fields=["merged_into"])
    return player


def _follow_merges(league: League) -> None:
    """Let every player of a league that is held be who the merges that stand say."""
    now = identities(league.pk)
    for player in league.players.all():
        if player.merged_into_id != now.get(player.pk):
            Player.objects.filter(pk=player.pk).update(merged_into=now.get(player.pk))
    mark(league)


def _add(league: League, name: str, user: User | None = None) -> Player:
    """Add a player to a league that is held, so that nobody else can take his name meanwhile."""
    player = Player(league=league, name=clean_names([name])[0], user=user)
    _expect_free(league, player.name)
    player.full_clean()
    player.save(force_insert=True)
    return player


def _named(league: League) -> dict[str, Player]:
    """Who the players of a league that is held are, by what their names sound like."""
    return {sounds_like(player.name): player for player in league.players.filter(merged_into=None)}


def _expect_free(league: League, name: str, but: Player | None = None) -> None:
    """Refuse a name that people would take for another player's."""
    if _named(league).get(sounds_like(name), but) != but:
        raise ValidationError({"name": _("This league has a player of this name already.")})


def _expect_member(league: League, user: User | None) -> None:
    """Refuse the account of somebody who is not in the league, in the words for one that does not exist."""
    if user is not None and not league.memberships.filter(user=user).exists():
        raise ValidationError(no_such_member(), code="user")


def no_such_member() -> str:
    """What to say where a name is that of no member's account, whether there is such an account or not."""
    return _("No member of this league has an account of this name.")


def have_met(one: Player, other: Player) -> bool:
    """Whether the two ever sat at one table, so that they cannot be one."""
    return games_of(one.pk).filter(pk__in=games_of(other.pk).values("pk")).exists()
