"""How a program comes in: tokens, and the replies kept for requests that are sent again."""

import hashlib
import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Token(models.Model):
    """A key for programs of one account. Only its digest is kept; the key itself is shown once."""

    class Scope(models.TextChoices):
        READ = "read", _("read")
        WRITE = "write", _("read and write")

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scope = models.CharField(_("may"), max_length=5, choices=Scope.choices, default=Scope.READ)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    used_at = models.DateTimeField(_("last used"), null=True)

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        ordering = ["-created_at", "-pk"]
        constraints = [models.CheckConstraint(name="token_scope_known", condition=Q(scope__in=["read", "write"]))]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def new_key() -> str:
        """A key that nobody can guess."""
        return f"pepper_{secrets.token_urlsafe(32)}"

    @staticmethod
    def digest_of(key: str) -> str:
        """What is kept of a key; it is long and random, so a plain digest tells nothing."""
        return hashlib.sha256(key.encode()).hexdigest()


class Reply(models.Model):
    """The reply to a request with an Idempotency-Key, given again when the request comes again.

    `scope` is who asked and `fingerprint` the digest of what. The row and its reply are there from the same moment, the
    end of the transaction that did the work.
    """

    scope = models.CharField(max_length=80)
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.JSONField(null=True)
    headers = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("reply")
        verbose_name_plural = _("replies")
        constraints = [models.UniqueConstraint(name="reply_once", fields=["scope", "key"])]

    def __str__(self) -> str:
        return self.key
