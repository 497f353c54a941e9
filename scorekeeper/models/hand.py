"""A hand of a game and its versions. What it scored is not kept; it follows from the record.

Nothing is erased: a correction, a void, taking a hand back and bringing it back are versions.
"""

from django.conf import settings
from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from .game import Game


class HandQuerySet(models.QuerySet["Hand"]):
    """Hands, those that count and those that were undone."""

    def current(self) -> "HandQuerySet":
        """Those on the sheet, in the order played, each with its current version."""
        return self.filter(undone_at=None).order_by("number")

    def with_corrections(self) -> "HandQuerySet":
        """Each with whether it was ever corrected."""
        corrections = HandVersion.objects.filter(hand=OuterRef("pk"), kind__in=HandVersion.CORRECTIONS)
        return self.annotate(is_corrected=Exists(corrections))

    def undone(self) -> "HandQuerySet":
        """Those that were undone, the latest first."""
        return self.exclude(undone_at=None).order_by("-undone_at", "-pk")


class Hand(models.Model):
    """One hand of a game. `record` is that of its current version, canonical (docs/record.md).

    A hand that was undone stays, without counting, and its number is free for another. `submission`
    tells a repeated request from a new one.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="hands", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    record = models.JSONField(_("record"))
    revision = models.PositiveIntegerField(_("version"), default=1)
    submission = models.UUIDField(_("submission"), editable=False)
    created_at = models.DateTimeField(_("recorded"), auto_now_add=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    objects = HandQuerySet.as_manager()

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        ordering = ["game", "number", "pk"]
        constraints = [
            models.CheckConstraint(name="hand_number_from_one", condition=Q(number__gte=1)),
            models.UniqueConstraint(
                name="hand_number_once_in_a_game", fields=["game", "number"], condition=Q(undone_at=None)
            ),
            models.UniqueConstraint(name="hand_submitted_once", fields=["game", "submission"]),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.number}"

    @cached_property
    def is_corrected(self) -> bool:
        """Whether it was ever corrected or voided. One query, unless it was asked for `with_corrections`."""
        return self.versions.filter(kind__in=HandVersion.CORRECTIONS).exists()


class HandVersion(models.Model):
    """What was said of a hand at one time: who said it, when and why.

    The database holds that not two are current; that one is, and that the hand says the same, is held by the services
    and looked at by `recount --check`.
    """

    class Kind(models.TextChoices):
        RECORDED = "recorded", _("recorded")
        CORRECTED = "corrected", _("corrected")
        VOIDED = "voided", _("voided")
        UNDONE = "undone", _("taken back")
        RESTORED = "restored", _("brought back")

    # To take a hand back and to bring it back says nothing else of it.
    CORRECTIONS = (Kind.CORRECTED, Kind.VOIDED)

    hand = models.ForeignKey(Hand, on_delete=models.CASCADE, related_name="versions", verbose_name=_("hand"))
    revision = models.PositiveIntegerField(_("version"))
    kind = models.CharField(_("what happened"), max_length=10, choices=Kind.choices)
    record = models.JSONField(_("record"))
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    made_at = models.DateTimeField(_("at"), auto_now_add=True)
    reason = models.CharField(_("why"), max_length=200, blank=True)
    is_current = models.BooleanField(_("current"), default=True)

    class Meta:
        verbose_name = _("version of a hand")
        verbose_name_plural = _("versions of a hand")
        ordering = ["hand", "revision"]
        constraints = [
            models.UniqueConstraint(name="version_number_once", fields=["hand", "revision"]),
            models.UniqueConstraint(name="version_one_is_current", fields=["hand"], condition=Q(is_current=True)),
            models.CheckConstraint(name="version_from_one", condition=Q(revision__gte=1)),
            models.CheckConstraint(
                name="version_kind_known",
                condition=Q(kind__in=["recorded", "corrected", "voided", "undone", "restored"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.hand}, {self.revision}"
