"""Times on a page, in the viewer's zone.

Knows how a moment is written down. On the first page a browser sees, nobody knows its zone yet: then the zone is
named, and the page's own script writes the time anew.
"""

from datetime import UTC, datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

register = template.Library()


@register.simple_tag
def moment(when: datetime, style: str = "full") -> SafeString:
    """The moment as a `<time>`: "full" with its day, "time" without."""
    local = timezone.localtime(when)
    said = date_format(local, "TIME_FORMAT")
    if style == "full":
        said = _("%(day)s, %(time)s") % {"day": date_format(local, "DATE_FORMAT"), "time": said}
    if timezone.get_current_timezone_name() == "UTC":
        said += " UTC"
    return format_html(
        '<time datetime="{}" data-style="{}">{}</time>', when.astimezone(UTC).isoformat(timespec="seconds"), style, said
    )
