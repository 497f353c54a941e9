"""Pages of the site as a whole: the components in all their states, and how this browser likes to see them.

Knows no games.
"""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from pepper_site import style_samples
from scorekeeper.figures import figure_json

DISPLAY_COOKIE_AGE = 60 * 60 * 24 * 365


class DisplayForm(forms.Form):
    """Light or dark, two colours of suits or four."""

    scheme = forms.ChoiceField(
        label=_("Light or dark"),
        choices=[("auto", _("As this device")), ("light", _("Light")), ("dark", _("Dark"))],
        widget=forms.RadioSelect,
    )
    deck = forms.ChoiceField(
        label=_("Colours of the suits"),
        choices=[("two", _("Two")), ("four", _("Four"))],
        widget=forms.RadioSelect,
    )


@require_http_methods(["GET", "HEAD", "POST"])
def display(request: HttpRequest) -> HttpResponse:
    """Ask how the site should look in this browser, and keep the answer in two cookies."""
    usual = {"scheme": "auto", "deck": "two"}
    form = DisplayForm(request.POST or None, initial={key: request.COOKIES.get(key, usual[key]) for key in usual})
    if not form.is_valid():
        return render(request, "display.html", {"form": form}, status=422 if form.is_bound else 200)
    messages.success(request, _("Saved."))
    response = redirect("display")
    for key, value in form.cleaned_data.items():
        response.set_cookie(key, value, max_age=DISPLAY_COOKIE_AGE, samesite="Lax", secure=request.is_secure())
    return response


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show every component in all its states, by day or by night (`scheme`), in two or four colours (`deck`).

    What is not asked for is as this browser likes it; without a scheme, as its device does.
    """
    scheme, deck = (request.GET.get(key, request.COOKIES.get(key)) for key in ("scheme", "deck"))
    look = {
        "scheme": scheme if scheme in ("dark", "light") else "",
        "deck_colours": "four" if deck == "four" else "two",
    }
    return render(request, "style.html", {**style_samples.context(), **look})


@require_safe
def style_figure(request: HttpRequest, name: str) -> HttpResponse:
    """The figure of one of the charts that the page shows."""
    chart = style_samples.charts().get(name)
    if chart is None:
        raise Http404
    return HttpResponse(figure_json(chart), content_type="application/json")
