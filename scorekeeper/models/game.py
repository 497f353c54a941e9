"""A game: who plays by which rules. Its score is not kept; it follows from the hands.

Whoever knows the key may read the game and score it: there are no accounts.
"""

import secrets
from dataclasses import asdict
from functools import cached_property
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scorekeeper.engine import Ruleset, parse_rules

from .league import League
from .night import Night

MOST_SEATS = 4


def new_key() -> str:
    """A key that nobody can guess."""
    return secrets.token_urlsafe(16)


def rules_by_value(rules: Ruleset) -> dict[str, Any]:
    """Every parameter of `rules`, to be kept with a game, so that no later change of a preset rescores it."""
    return {key.removesuffix("_"): value for key, value in asdict(rules).items()}


class Game(models.Model):
    """One game at one table. `players` holds the names by seat, clockwise."""

    key = models.CharField(_("key"), max_length=40, unique=True, default=new_key, editable=False)
    rules = models.JSONField(_("rules"))
    players = models.JSONField(_("players"))
    first_dealer = models.PositiveSmallIntegerField(_("first dealer"))
    submission = models.UUIDField(_("submission"), null=True, unique=True, editable=False)
    league = models.ForeignKey(
        League, on_delete=models.CASCADE, null=True, blank=True, related_name="games", verbose_name=_("league")
    )
    night = models.ForeignKey(
        Night, on_delete=models.RESTRICT, null=True, blank=True, related_name="games", verbose_name=_("night")
    )
    table = models.CharField(_("table"), max_length=40, blank=True)
    is_demo = models.BooleanField(_("is a demonstration"), default=False, db_index=True)
    created_at = models.DateTimeField(_("begun"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last changed"), auto_now=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["-updated_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                name="game_first_dealer_is_a_seat",
                condition=models.Q(first_dealer__gte=0, first_dealer__lt=MOST_SEATS),
            ),
            models.CheckConstraint(
                name="game_of_a_night_has_a_league", condition=models.Q(night=None) | models.Q(league__isnull=False)
            ),
            models.CheckConstraint(name="game_has_a_key", condition=~models.Q(key="")),
        ]

    def __str__(self) -> str:
        return ", ".join(self.players)

    def get_absolute_url(self) -> str:
        return reverse("scorekeeper:game", args=[self.key])

    @cached_property
    def ruleset(self) -> Ruleset:
        """The rules this game is played by."""
        return parse_rules(self.rules)
