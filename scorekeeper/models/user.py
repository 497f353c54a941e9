"""An account: somebody who signs in. Who he is at a card table is a `Player`, which needs no account."""

from collections.abc import Collection, Sequence
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

TAKEN = {"email": _("Somebody has this address already."), "username": _("Somebody has this name already.")}


class User(AbstractUser):
    """An account, known by a name and reached by an address for a forgotten password."""

    email = models.EmailField(_("e-mail address"))

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("email"), name="user_email_once", violation_error_message=TAKEN["email"]),
            models.UniqueConstraint(
                Lower("username"), name="user_name_once", violation_error_message=TAKEN["username"]
            ),
        ]

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep the account. With another password all its tokens for programs are worthless, as its sessions are.

        Here, since the admin site and the commands change passwords too and ask no service. The tokens go first, so
        that none outlives the old password whatever happens next.
        """
        if self._has_new_password():
            self.tokens.all().delete()
        super().save(*args, **kwargs)

    def unique_error_message(self, model_class: type[models.Model], unique_check: Sequence[str]) -> ValidationError:
        """What is said where a value is somebody else's: of a name the same as by the constraint."""
        if tuple(unique_check) == ("username",):
            return ValidationError(TAKEN["username"], code="unique")
        return super().unique_error_message(model_class, unique_check)

    def validate_constraints(self, exclude: Collection[str] | None = None) -> None:
        """Raise ValidationError where the name or the address is taken, at its field."""
        try:
            super().validate_constraints(exclude)
        except ValidationError as error:
            at: dict[object, str] = {message: field for field, message in TAKEN.items()}
            faults = [one for found in error.error_dict.values() for one in found]
            raise ValidationError(
                {at.get(one.message, NON_FIELD_ERRORS): ValidationError(one.message, code="unique") for one in faults}
            ) from None

    def _has_new_password(self) -> bool:
        if self.pk is None or (self._password is None and self.has_usable_password()):  # type: ignore[attr-defined]
            return False  # the hash may be a stronger one of the same password
        return type(self).objects.filter(pk=self.pk).exclude(password=self.password).exists()
