"""Who sat where in a league's game, who took whose place in mid-game, and how a game came into its league."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .game import MOST_SEATS, Game
from .league import League
from .night import Night
from .player import Player


class Seat(models.Model):
    """Who sat down at a seat when the game began."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats", verbose_name=_("player"))

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["game", "seat"]
        constraints = [
            models.UniqueConstraint(name="seat_once_in_a_game", fields=["game", "seat"]),
            models.UniqueConstraint(name="seat_player_once_in_a_game", fields=["game", "player"]),
            models.CheckConstraint(name="seat_in_range", condition=Q(seat__lt=MOST_SEATS)),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.player}"


class SubstitutionQuerySet(models.QuerySet["Substitution"]):
    """Substitutions, those that hold and those that were taken back."""

    def current(self) -> "SubstitutionQuerySet":
        """Those that hold, in the order of the hands."""
        return self.filter(withdrawn_at=None).order_by("from_number", "pk")

    def of_its_league(self) -> "SubstitutionQuerySet":
        """Those said in the league where the game is: of one that it left it tells nothing."""
        return self.filter(player__league=F("game__league"))


class Substitution(models.Model):
    """From this hand on somebody else sits at a seat. Hands are credited to who played them.

    One that was a mistake stays, without counting: who took it back, when and why.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="substitutions", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(
        Player, on_delete=models.RESTRICT, related_name="substitutions", verbose_name=_("player")
    )
    from_number = models.PositiveIntegerField(_("from hand"))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    reason = models.CharField(_("why"), max_length=200, blank=True)
    withdrawn_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(_("taken back"), null=True)
    withdrawn_why = models.CharField(_("why taken back"), max_length=200, blank=True)

    objects = SubstitutionQuerySet.as_manager()

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        ordering = ["game", "from_number", "pk"]
        constraints = [
            models.UniqueConstraint(
                name="substitution_once", fields=["game", "seat", "from_number"], condition=Q(withdrawn_at=None)
            ),
            models.CheckConstraint(name="substitution_seat_in_range", condition=Q(seat__lt=MOST_SEATS)),
            models.CheckConstraint(name="substitution_from_a_hand", condition=Q(from_number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.from_number}, {self.seat}: {self.player}"


class Claim(models.Model):
    """That a game without a league was taken into one, and who said so. It stays when it is undone.

    `names` are those by seat under which the game was begun, `players` the primary keys of those who they were said
    to be. One that was undone outlives its league: the game still tells nothing of who scored it there.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="claims", verbose_name=_("game"))
    league = models.ForeignKey(
        League, on_delete=models.SET_NULL, null=True, related_name="claims", verbose_name=_("league")
    )
    night = models.ForeignKey(
        Night, on_delete=models.SET_NULL, null=True, related_name="claims", verbose_name=_("night")
    )
    names = models.JSONField(_("names"))
    players = models.JSONField(_("players"))
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(_("made"), auto_now_add=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(_("undone"), null=True)
    undone_why = models.CharField(_("why undone"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("claim")
        verbose_name_plural = _("claims")
        ordering = ["game", "-pk"]
        constraints = [models.UniqueConstraint(name="claim_once", fields=["game"], condition=Q(undone_at=None))]

    def __str__(self) -> str:
        return f"{self.game} → {self.league}"
