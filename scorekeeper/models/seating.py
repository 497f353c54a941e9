"""Who sat where in a league's game, and who took whose place in mid-game."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .game import MOST_SEATS, Game
from .player import Player


class Seat(models.Model):
    """Who sat down at a seat when the game began."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats", verbose_name=_("player"))

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


class Substitution(models.Model):
    """From this hand on somebody else sits at a seat. Hands are credited to who played them."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="substitutions", verbose_name=_("game"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions", verbose_name=_("player"))
    from_number = models.PositiveIntegerField(_("from hand"))
    made_at = models.DateTimeField(_("made"), auto_now_add=True)

    class Meta:
        verbose_name = _("substitution")
        verbose_name_plural = _("substitutions")
        ordering = ["game", "from_number", "pk"]
        constraints = [
            models.UniqueConstraint(name="substitution_once", fields=["game", "seat", "from_number"]),
            models.CheckConstraint(name="substitution_seat_in_range", condition=Q(seat__lt=MOST_SEATS)),
            models.CheckConstraint(name="substitution_from_a_hand", condition=Q(from_number__gte=1)),
        ]

    def __str__(self) -> str:
        return f"{self.from_number}, {self.seat}: {self.player}"
