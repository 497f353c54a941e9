"""A league: people who play together, under rules of their own, season after season."""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from .user import User


def new_slug() -> str:
    """An address for a league that tells nothing about it and cannot be guessed."""
    # No dash: at its beginning a command would take it for an option.
    return secrets.token_urlsafe(9).replace("-", "_")


class LeagueQuerySet(models.QuerySet["League"]):
    """Leagues, and who may know of them."""

    def visible_to(self, user: object) -> "LeagueQuerySet":
        """Those that `user`, who may be nobody, may know of: the public ones and his own."""
        public = Q(visibility=League.Visibility.PUBLIC)
        if not isinstance(user, User):
            return self.filter(public)
        return self.filter(public | Q(pk__in=Membership.objects.filter(user=user).values("league")))


class League(models.Model):
    """A league. Its rules are what a new game of it starts with; a game keeps its own by value."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("everybody may look")
        PRIVATE = "private", _("members only")

    slug = models.SlugField(_("address"), max_length=40, unique=True, default=new_slug, editable=False)
    name = models.CharField(_("name"), max_length=80)
    visibility = models.CharField(
        _("who may look"), max_length=10, choices=Visibility.choices, default=Visibility.PRIVATE
    )
    rules = models.JSONField(_("rules"))
    submission = models.UUIDField(_("submission"), null=True, unique=True, editable=False)
    created_at = models.DateTimeField(_("founded"), auto_now_add=True)
    updated_at = models.DateTimeField(_("last changed"), auto_now=True)
    members = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Membership", related_name="leagues")

    objects = LeagueQuerySet.as_manager()

    class Meta:
        verbose_name = _("league")
        verbose_name_plural = _("leagues")
        ordering = ["name", "pk"]
        constraints = [
            models.CheckConstraint(name="league_visibility_known", condition=Q(visibility__in=["public", "private"])),
            models.CheckConstraint(name="league_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scorekeeper:league", args=[self.slug])


class Membership(models.Model):
    """What an account may do in a league. Each role may do what those after it may."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        SCORER = "scorer", _("scorer")
        PLAYER = "player", _("player")
        VIEWER = "viewer", _("viewer")

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("league"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships", verbose_name=_("account")
    )
    role = models.CharField(_("role"), max_length=10, choices=Role.choices)
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["league", "pk"]
        constraints = [
            models.UniqueConstraint(name="membership_once", fields=["league", "user"]),
            models.CheckConstraint(
                name="membership_role_known", condition=Q(role__in=["owner", "scorer", "player", "viewer"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.get_role_display()}"


class Season(models.Model):
    """A stretch of a league's nights that is counted together.

    `metrics` is the order in which standings look at things, the most important first.
    """

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons", verbose_name=_("league"))
    name = models.CharField(_("name"), max_length=60)
    starts_on = models.DateField(_("first day"))
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    metrics = models.JSONField(_("what counts, in order"), default=list, blank=True)
    least_games = models.PositiveSmallIntegerField(_("games needed for a place"), default=1)
    submission = models.UUIDField(_("submission"), null=True, unique=True, editable=False)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        ordering = ["-starts_on", "-pk"]
        constraints = [
            models.UniqueConstraint(name="season_name_once_in_a_league", fields=["league", "name"]),
            models.CheckConstraint(
                name="season_ends_after_it_starts", condition=Q(ends_on=None) | Q(ends_on__gte=models.F("starts_on"))
            ),
            models.CheckConstraint(name="season_has_a_name", condition=~Q(name="")),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("scorekeeper:season", args=[self.league.slug, self.pk])
