"""The components that a page is put together from, as tags.

Tags take finished values and give markup; they ask no database and decide nothing. The words come from
`words`; the larger pieces have their markup in templates/components/. The /style/ page shows all of them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import template
from django.forms import BoundField
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scorekeeper import words
from scorekeeper.markup import attributes

register = template.Library()


# ---- Contracts, points, results


@register.simple_tag
def points(values: Sequence[int], names: Sequence[str] = ()) -> SafeString:
    """What every side won or lost, in seat order, to be read "+5 / −1" and heard with the sides' names."""
    return format_html(
        '<span class="points"><span aria-hidden="true">{}</span><span class="sr-only">{}</span></span>',
        words.points_line(values),
        words.points_words(values, names),
    )


@register.simple_tag
def named_points(values: Sequence[int], names: Sequence[str]) -> SafeString:
    """What every side won or lost, with its name beside it: "Nora & Sam +14, Eli & Wes −14"."""
    said = ((name, words.NO_BREAK, words.signed(value)) for name, value in zip(names, values, strict=True))
    return format_html_join(", ", "<bdi>{}</bdi>{}{}", said)


@register.simple_tag
def gain(value: int) -> SafeString:
    """One side's points in the colour of their sign: +5, −1, 0."""
    kind = "plus" if value > 0 else "minus" if value < 0 else "muted"
    return format_html('<span class="{}">{}</span>', kind, words.signed(value))


@register.simple_tag
def outcome(kind: str, text: str = "") -> SafeString:
    """How a hand came out: `kind` is made, set, conceded, passed or void; `text` replaces the word."""
    usual = {
        "made": _("Made"),
        "set": _("Set"),
        "conceded": _("Conceded"),
        "passed": _("Passed out"),
        "void": _("Misdeal"),
    }
    return format_html('<span class="outcome" data-result="{}">{}</span>', kind, text or usual[kind])


@register.simple_tag
def pips(declarer: int, defenders: int, *, need: int, total: int, name: str = "", size: str = "") -> SafeString:
    """Tricks taken so far against the tricks needed: {% pips 2 1 need=5 total=6 name="Nora" %}."""
    side = ["declarer"] * declarer + [""] * (total - declarer - defenders) + ["defenders"] * defenders
    marks = format_html_join(
        "",
        "<i{}></i>",
        (
            (attributes({"data-side": one, "data-need": place == need and need < total}),)
            for place, one in enumerate(side, 1)
        ),
    )
    left = total - declarer - defenders
    said = _("%(name)s: %(declarer)s of %(need)s tricks needed; defenders: %(defenders)s; %(left)s to play") % {
        "name": name or _("Declarer"),
        "declarer": declarer,
        "need": need,
        "defenders": defenders,
        "left": left,
    }
    return format_html(
        '<div class="pips"{} role="img" aria-label="{}">{}</div>', attributes({"data-size": size}), said, marks
    )


@register.inclusion_tag("components/scoreboard.html")
def scoreboard(
    sides: Iterable[Mapping[str, Any] | Any], target: int, *, size: str = "", unsent: bool = False
) -> dict[str, Any]:
    """The large score: {% scoreboard sides 31 size="lg" %}.

    Each of `sides` has `name` and `score`, and may have `won` (true) and `note` ("14 short", "won"); a
    mapping or an object. `unsent` draws it as counting a hand that is not saved yet.
    """
    cells = [_cell(side, target) for side in sides]
    return {"cells": cells, "target": target, "size": size, "unsent": unsent}


def _cell(side: Mapping[str, Any] | Any, target: int) -> dict[str, Any]:
    def value(key: str, default: Any = "") -> Any:
        return side.get(key, default) if isinstance(side, Mapping) else getattr(side, key, default)

    score = value("score", 0)
    return {
        "name": value("name"),
        "score": words.number(score),
        "progress": min(max(score, 0), target),
        "won": bool(value("won", False)),
        "note": value("note"),
    }


# ---- Forms


@register.inclusion_tag("components/field.html")
def field(bound: BoundField, *, help: str = "", is_sample: bool = False) -> dict[str, Any]:
    """A labelled control with its help and what is wrong with it: {% field form.name %}.

    The page opens at the first one that is wrong, wherever it stands; not at a sample.
    """
    is_first_fault = (
        not is_sample
        and bound.errors
        and bound.name == next(one.name for one in bound.form.visible_fields() if one.errors)
    )
    control = bound.as_widget(attrs={"autofocus": True}) if is_first_fault else bound
    return {"field": bound, "control": control, "help": help or bound.help_text}


@register.inclusion_tag("components/choices.html")
def choices(
    bound: BoundField,
    *,
    legend: str = "",
    fit: str = "",
    aside: str = "",
    notes: Mapping[str, str] | None = None,
    hide_legend: bool = False,
) -> dict[str, Any]:
    """Radio buttons as a row of large labels: {% choices form.bid fit="ladder" %}.

    `bound` is a field with a RadioSelect. A label may be markup, as what `suit` returns. `fit` is empty (one
    row), names (as many a row as have room), ladder (numbers in a row, longer labels two a row), wrap or many.
    `aside` stands at the right of the legend; `notes` gives a small second line by value: {"PH": "7 points"}.
    """
    options: list[dict[str, Any]] = []
    for radio in bound.subwidgets:
        data, note = radio.data, (notes or {}).get(str(radio.data["value"]), "")
        options.append(
            {
                "name": data["name"],
                "value": data["value"],
                "label": data["label"],
                "note": note,
                "checked": data["selected"],
                "disabled": bool(data["attrs"].get("disabled")),
                "id": data["attrs"].get("id", ""),
                "wide": bool(note) or (len(str(data["label"])) > 3 and not hasattr(data["label"], "__html__")),
            }
        )
    return {
        "legend": legend or bound.label,
        "hide_legend": hide_legend,
        "options": options,
        "focused": next((one for one in options if one["checked"]), options[0])["value"]
        if bound.field.widget.attrs.get("autofocus") and options
        else None,
        "fit": fit,
        "aside": aside,
        "required": bound.field.required and bound.field.widget.use_required_attribute(bound.initial),
        "errors": list(bound.errors),
        "help": bound.help_text,
        "id": bound.auto_id,
    }


# ---- What the site says


@register.simple_block_tag
def notice(content: str, kind: str = "", *, title: str = "", live: bool = False) -> SafeString:
    """Something to tell: {% notice "error" title="…" %}…{% endnotice %}.

    `kind` is empty (good news), info, unsent, warning or error. `live` reads it out when it appears.
    """
    return format_html(
        '<div class="notice"{}>{}<div>{}{}</div></div>',
        attributes({"data-kind": kind, "role": "status" if live else ""}),
        _icon(kind),
        format_html("<strong>{}</strong> ", title) if title else "",
        content,
    )


@register.simple_tag
def tag(text: str, kind: str = "") -> SafeString:
    """A small label: `kind` is empty, live, warn or error."""
    return format_html('<span class="tag"{}>{}</span>', attributes({"data-kind": kind}), text)


_ICONS = {
    "": "m5 12.5 4.5 4.5L19 7.5",
    "info": "M12 11v5m0-8.5v.1M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0",
    "unsent": "M12 16V5m0 0L8 9m4-4 4 4M4 15v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3",
    "warning": "M12 8v5m0 3.5v.1M12 3 2.5 20h19z",
    "error": "M12 8v5m0 3.5v.1M12 3 2.5 20h19z",
}


def _icon(kind: str) -> SafeString:
    return format_html('<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{}"/></svg>', _ICONS.get(kind, _ICONS[""]))


@register.filter
def notice_kind(level_tag: str) -> str:
    """The kind of notice for a level of Django's messages."""
    return {"error": "error", "warning": "warning", "info": "info", "debug": "info"}.get(level_tag, "")


@register.filter
def grouped(count: int) -> str:
    """A large number as it is read: "1,646"."""
    return number_format(count, use_l10n=True, force_grouping=True)


@register.filter
def hands_count(count: int) -> str:
    """ "1 hand", "12 hands"."""
    return ngettext("%(count)s hand", "%(count)s hands", count) % {"count": count}
