"""Add players to a league, rename them, and merge two who turned out to be one."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import TypeVar

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import League, Merge, Player, User
from scorekeeper.names import clean_names, sounds_like
from scorekeeper.selectors import games_of
from scorekeeper.selectors.merges import identities

from .holds import hold_league
from .locking import as_seen
from .recounts import mark

Done = TypeVar("Done")
A_MOMENT = timedelta(minutes=1)


def add_player(league: League, name: str, user: User | None = None) -> Player:
    """Add a player. Raises ValidationError for a name that cannot be or is taken, and for the account of no member."""
    with transaction.atomic():
        hold_league(league)
        _expect_member(league, user)
        return _add(league, name, user)


def add_players(league: League, names: Sequence[str]) -> list[Player]:
    """Add players, all of them or none. Those who were added a moment ago are there: the names were sent twice.

    Raises ValidationError as `add_player`, which says whose name is taken.
    """
    with transaction.atomic():
        hold_league(league)
        known = {sounds_like(player.name): player for player in league.players.filter(merged_into=None)}
        a_moment_ago = timezone.now() - A_MOMENT
        added, taken = [], []
        for name in clean_names(names):
            there = known.get(sounds_like(name))
            if there is not None and not (there.name == name and there.created_at >= a_moment_ago):
                taken.append(_("%(name)s is in the list already.") % {"name": there.name})
            else:
                added.append(there or _add(league, name))
        if taken:
            raise ValidationError({"name": taken})
    return added


def rename_player(player: Player, name: str) -> Player:
    """Call a player otherwise from now on; games that were begun keep the name they were played under."""
    with transaction.atomic():
        hold_league(player.league)
        player = Player.objects.get(pk=player.pk)
        player.name = clean_names([name])[0]
        player.full_clean()
        player.save(update_fields=["name"])
    return player


def change_player(player: Player, *, name: str, user: User | None, seen: str | None = None) -> Player:
    """Call a player so from now on, and say whose account it is, if anybody's.

    Raises ValidationError as `rename_player`, and where the account is no member's, or another player's of the league;
    ChangedMeanwhile where the player is not as he was `seen`.
    """
    with transaction.atomic():
        hold_league(player.league)
        player = as_seen(player, seen)
        if user is not None and user.pk != player.user_id:  # one that was linked stays, also when he left the league
            _expect_member(player.league, user)
        player.name, player.user = clean_names([name])[0], user
        others = player.league.players.filter(merged_into=None, user=user).exclude(pk=player.pk)
        if user is not None and others.exists():
            raise ValidationError(_("This account is another player of the league."), code="user")
        player.full_clean()
        player.save(update_fields=["name", "user"])
    return player


def seat_players(league: League, seated: Sequence[Player | str]) -> list[Player]:
    """The players meant, in their order; who comes by a name that no player of the league has is added.

    Raises ValidationError for a name that cannot be.
    """
    with transaction.atomic():
        hold_league(league)
        known = {sounds_like(player.name): player for player in league.players.filter(merged_into=None)}
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
        if player.league.players.filter(merged_into=None, name__iexact=player.name).exists():
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
    """Add a player to a league that is held."""
    player = Player(league=league, name=clean_names([name])[0], user=user)
    player.full_clean()
    player.save(force_insert=True)
    return player


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
