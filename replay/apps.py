"""How Django knows this app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ReplayConfig(AppConfig):
    name = "replay"
    verbose_name = _("Replay")
