"""A hand: one deal, as it was recorded. What it scored is not kept; it follows from the record."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .game import Game


class HandQuerySet(models.QuerySet["Hand"]):
    """Hands, those that count and those that were undone."""

    def current(self) -> "HandQuerySet":
        """Those that count, in the order played."""
        return self.filter(undone_at=None).order_by("number")

    def undone(self) -> "HandQuerySet":
        """Those that were undone, the latest first."""
        return self.exclude(undone_at=None).order_by("-undone_at", "-pk")


class Hand(models.Model):
    """One hand of a game; `record` is canonical (docs/record.md).

    A hand that was undone stays, without counting, and its number is free for another.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    record = models.JSONField(_("record"))
    submission = models.UUIDField(_("submission"), editable=False)
    created_at = models.DateTimeField(_("recorded"), auto_now_add=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    objects = HandQuerySet.as_manager()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["game", "number", "pk"]
        constraints = [
            models.CheckConstraint(name="hand_number_from_one", condition=models.Q(number__gte=1)),
            models.UniqueConstraint(
                name="hand_number_once_in_a_game", fields=["game", "number"], condition=models.Q(undone_at=None)
            ),
            models.UniqueConstraint(name="hand_submitted_once", fields=["game", "submission"]),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.number}"
