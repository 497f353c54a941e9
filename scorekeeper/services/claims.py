"""Take a game that was started without a league into one, and let it go again.

A game that left its league is found by its key alone once more, under the names it was begun with. The key is a new
one: the league's games show theirs to everybody who may look.
"""

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import Claim, Game, League, Night, Player, User
from scorekeeper.models.game import new_key
from scorekeeper.texts import clean_line

from .holds import expect_open, hold_league, is_final
from .recounts import mark
from .seating import expect_players, expect_seats, sit_down, withdraw_all


def claim_game(
    game: Game, league: League, players: Sequence[Player], night: Night | None = None, *, by: User | None = None
) -> Game:
    """Make a game that was started without a league one of `league`, its seats taken by `players`.

    To claim it again for the same league and players changes nothing. Raises ValidationError where it belongs to
    a league already, or the players or the night do not fit.
    """
    with transaction.atomic():
        hold_league(league)
        game = Game.objects.select_for_update().get(pk=game.pk)
        if game.league_id is not None:
            seated = list(game.seats.order_by("seat").values_list("player", flat=True))
            if game.league_id == league.pk and seated == [player.pk for player in players]:
                return game
            raise ValidationError(_("This game belongs to a league already."), code="claimed")
        if game.is_demo:
            raise ValidationError(_("A game that is there to look at cannot be claimed."), code="demo")
        expect_seats(game.ruleset, len(players), game.first_dealer)
        players = expect_players(league, players)
        expect_open(league, night, _("This night is final; open it again before changing who played."))
        Claim.objects.create(
            game=game,
            league=league,
            night=night,
            names=game.players,
            players=[player.pk for player in players],
            made_by=by,
        )
        game.league, game.night = league, night
        game.players = [player.name for player in players]
        game.save(update_fields=["league", "night", "players", "updated_at"])
        sit_down(game, players)
        mark(league)
    return game


def undo_claim(claim: Claim, *, by: User | None = None, reason: str = "") -> Game:
    """Let a game go from the league that it was taken into, and return it. To undo it twice changes nothing.

    It gets a new key. Its hands stay, under the names it was begun with; its seats in the league are given up, and
    with them what the statistics counted. Players who were added for it stay in the league. Raises ValidationError on
    a final night.
    """
    league = claim.league
    if league is None:
        # Only one that was undone outlives its league.
        return claim.game
    with transaction.atomic():
        hold_league(league)
        game = Game.objects.select_for_update().get(pk=claim.game_id)
        claim = Claim.objects.get(pk=claim.pk)
        if claim.undone_at is not None:
            return game
        if is_final(game.night):
            raise ValidationError(_("This night is final; open it again before taking a game out of it."), code="night")
        reason = clean_line(reason)
        withdraw_all(game, by=by, reason=reason)
        game.seats.all().delete()
        game.league, game.night, game.players = None, None, claim.names
        game.key = new_key()
        game.save(update_fields=["league", "night", "players", "key", "updated_at"])
        claim.undone_at, claim.undone_by, claim.undone_why = timezone.now(), by, reason
        claim.save(update_fields=["undone_at", "undone_by", "undone_why"])
        mark(league)
    return game
