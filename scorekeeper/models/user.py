"""An account: somebody who signs in. Who he is at a card table is a `Player`, which needs no account."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """An account, known by a name and reached by an address for a forgotten password."""

    email = models.EmailField(_("e-mail address"))

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(
                Lower("email"), name="user_email_once", violation_error_message=_("Somebody has this address already.")
            ),
            models.UniqueConstraint(
                Lower("username"), name="user_name_once", violation_error_message=_("Somebody has this name already.")
            ),
        ]
