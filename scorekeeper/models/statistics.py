"""What was counted. All of it follows from the hands, and may be thrown away and counted again."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from .league import League, Season
from .player import Player


class Recount(models.Model):
    """How far a league's statistics are behind: `marked` grows with every write, `counted` is the mark they stand at.

    The mark is set in the transaction of the write itself, so it is the truth; a queued task only wakes
    somebody up. `failures` counts the recounts in a row that failed, `skipped` the games that could not be counted.
    """

    league = models.OneToOneField(League, on_delete=models.CASCADE, primary_key=True, related_name="recount")
    marked = models.PositiveBigIntegerField(default=0)
    counted = models.PositiveBigIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    counted_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    skipped = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("recount")
        verbose_name_plural = _("recounts")
        indexes = [
            models.Index(
                name="recount_is_behind", fields=["league"], condition=models.Q(marked__gt=models.F("counted"))
            )
        ]

    def __str__(self) -> str:
        return f"{self.league}: {self.counted}/{self.marked}"


class Counts(models.Model):
    """Sums over hands and games of one season; how they are made is said in docs/statistics.md."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="+", verbose_name=_("season"))
    games = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    ties = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    hands_won = models.PositiveIntegerField(default=0)
    points_for = models.IntegerField(default=0)
    points_against = models.IntegerField(default=0)
    game_points = models.IntegerField(default=0)
    declared = models.PositiveIntegerField(default=0)
    made = models.PositiveIntegerField(default=0)
    was_set = models.PositiveIntegerField(default=0)
    conceded_to = models.PositiveIntegerField(default=0)
    declared_points = models.IntegerField(default=0)
    nights = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True


class PlayerCounts(Counts):
    """The sums of one player in one season."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="counts", verbose_name=_("player"))

    class Meta:
        verbose_name = _("a player's counts")
        verbose_name_plural = _("players' counts")
        constraints = [models.UniqueConstraint(name="player_counts_once", fields=["season", "player"])]

    def __str__(self) -> str:
        return f"{self.player}, {self.season}"


class PairCounts(Counts):
    """The sums of two partners in one season, the one with the lower number first."""

    first = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("player"))
    second = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+", verbose_name=_("partner"))

    class Meta:
        verbose_name = _("a pair's counts")
        verbose_name_plural = _("pairs' counts")
        constraints = [
            models.UniqueConstraint(name="pair_counts_once", fields=["season", "first", "second"]),
            models.CheckConstraint(name="pair_in_order", condition=models.Q(first__lt=models.F("second"))),
        ]

    def __str__(self) -> str:
        return f"{self.first} & {self.second}, {self.season}"
