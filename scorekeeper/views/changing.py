"""What the pages that change something have in common: to say what stands against it, or that it is saved."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _

from scorekeeper import services
from scorekeeper.forms.blame import blame
from scorekeeper.forms.seen import SeenForm


def is_saved(
    request: HttpRequest, form: SeenForm, change: Callable[[], object], kept: Callable[[Any], forms.Form]
) -> bool:
    """Do the `change` that a valid form asks for, and say so; where it cannot be, the form tells why.

    `kept` makes the form of what is there by now, where somebody changed it since it was seen. If that is what was
    typed, somebody tapped twice, or two meant the same.
    """
    try:
        change()
    except ValidationError as error:
        blame(form, error)
        return False
    except services.ChangedMeanwhile as stale:
        form.was_overtaken(kept(stale.now), stale.now)
        if form.meanwhile:
            return False
    messages.success(request, _("Saved."))
    return True


def status_of(form: forms.Form | None) -> int:
    """The status of a page with this form, if any: 409 where somebody was faster, 422 where something is wrong."""
    if isinstance(form, SeenForm) and form.meanwhile:
        return 409
    return 422 if form is not None and form.is_bound and form.errors else 200
