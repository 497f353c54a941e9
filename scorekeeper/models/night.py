"""A night of cards: the games that a league plays on one date of its own."""

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .league import League, Season


class Night(models.Model):
    """A night. Its date is the one it began on, in its own zone: after midnight it is still that night.

    While it is live everything can be entered; provisional, it can be corrected; final, a correction
    needs a reason.
    """

    class State(models.TextChoices):
        LIVE = "live", _("live")
        PROVISIONAL = "provisional", _("provisional")
        FINAL = "final", _("final")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="nights", verbose_name=_("league"))
    season = models.ForeignKey(Season, on_delete=models.RESTRICT, related_name="nights", verbose_name=_("season"))
    date = models.DateField(_("date"))
    zone = models.CharField(_("time zone"), max_length=60)
    place = models.CharField(_("place"), max_length=80, blank=True)
    state = models.CharField(_("state"), max_length=12, choices=State.choices, default=State.LIVE)
    submission = models.UUIDField(_("submission"), null=True, unique=True, editable=False)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)

    class Meta:
        verbose_name = _("night")
        verbose_name_plural = _("nights")
        ordering = ["-date", "-pk"]
        constraints = [
            models.CheckConstraint(name="night_state_known", condition=Q(state__in=["live", "provisional", "final"])),
            models.CheckConstraint(name="night_has_a_zone", condition=~Q(zone="")),
        ]

    def __str__(self) -> str:
        return f"{self.date:%Y-%m-%d}"

    def get_absolute_url(self) -> str:
        return reverse("scorekeeper:night", args=[self.league.slug, self.pk])
