"""A player: a name at the tables of one league, with or without an account."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .league import League


class Player(models.Model):
    """Somebody who plays in a league.

    One who was merged into another keeps his seats; whoever counts asks `merged_into` first, so that
    undoing a merge is forgetting it.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="players", verbose_name=_("league"))
    name = models.CharField(_("name"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="players",
        verbose_name=_("account"),
    )
    merged_into = models.ForeignKey(
        "self", on_delete=models.RESTRICT, null=True, blank=True, related_name="merged", verbose_name=_("merged into")
    )
    submission = models.UUIDField(_("submission"), null=True, unique=True, editable=False)
    created_at = models.DateTimeField(_("added"), auto_now_add=True)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = [Lower("name"), "pk"]
        constraints = [
            models.UniqueConstraint(
                "league",
                Lower("name"),
                condition=Q(merged_into=None),
                name="player_name_once_in_a_league",
                violation_error_message=_("This league has a player of this name already."),
            ),
            models.UniqueConstraint(
                fields=["league", "user"],
                condition=Q(merged_into=None, user__isnull=False),
                name="player_one_account_once_in_a_league",
            ),
            models.CheckConstraint(name="player_has_a_name", condition=~Q(name="")),
            models.CheckConstraint(name="player_not_merged_into_itself", condition=~Q(merged_into=F("pk"))),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scorekeeper:player", args=[self.league.slug, self.pk])


class Merge(models.Model):
    """That two players turned out to be one, and who said so. It stays when it is undone."""

    kept = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges_kept")
    dropped = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges_dropped")
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    made_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("merge")
        verbose_name_plural = _("merges")
        ordering = ["-made_at", "-pk"]
        constraints = [
            models.UniqueConstraint(name="merge_once", fields=["dropped"], condition=Q(undone_at=None)),
            models.CheckConstraint(name="merge_of_two", condition=~Q(kept=F("dropped"))),
        ]

    def __str__(self) -> str:
        return f"{self.dropped} → {self.kept}"
