"""Coming in: who needs an account is asked to sign in, and what was typed is not lost on the way.

A session can end while a form is being filled in. So a page that needs an account and finds nobody returns
`sign_in_first(request)`:

- on GET it leads to the login page, and from there back to where one was going;
- on POST it shows the login page at once, and everything that was typed travels in it, signed. After the login the
  browser comes back to the page of the form, where `typed(request)` gives the view what had been typed.

A form page therefore asks `typed` for its data and saves on POST only:

    form = SomeForm(typed(request))
    if request.method == "POST" and form.is_valid():
        …

and comes out right on all three ways: an empty form, a form that was sent, and a form that came through a login,
which is shown filled in and saved by the next press of its button. Passwords are never carried.

A form whose key against forgery no longer fits, because somebody signed in in another window meanwhile, comes back the
same way (`stale_form`).
"""

import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.forms.accounts import LoginForm

TYPED = "typed"
NEXT = "next"
_SALT = "scorekeeper.typed"
_LONGEST_LOGIN = 60 * 60 * 24
_NOT_CARRIED = ("csrfmiddlewaretoken", TYPED)

View = Callable[..., HttpResponseBase]

form_page = require_http_methods(["GET", "HEAD", "POST"])


def needs_account(view: View) -> View:
    """A page for whoever is signed in; anybody else signs in first."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        return view(request, *args, **kwargs)

    return guarded


def sign_in_first(request: HttpRequest, *, status: int = 403) -> HttpResponse:
    """Ask to sign in, and keep what was typed. `status` is that of the page that answers a POST."""
    if request.method != "POST":
        return redirect(f"{reverse('scorekeeper:login')}?{urlencode({NEXT: request.get_full_path()})}")
    context = {"form": LoginForm(request), "next": request.path, "typed": _sealed(request)}
    return render(request, "scorekeeper/account_login.html", context, status=status)


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """What is shown where a form was open so long, or through a login in another window, that its key no longer fits.

    What was typed travels in this page, and one press brings the form back with it.
    """
    context = {"typed": _sealed(request) if _is_from_own_form(request) else ""}
    return render(request, "403_csrf.html", context, status=403)


@require_POST
def carry_on(request: HttpRequest) -> HttpResponse:
    """Bring back the form with what had been typed into it."""
    return way_in(request, request.POST.get(TYPED, ""), reverse("scorekeeper:home"))


def typed(request: HttpRequest) -> QueryDict | None:
    """What was typed into the form of this page, now or before signing in; None when it is shown for the first time."""
    if request.method == "POST":
        return request.POST
    kept = request.session.get(TYPED) if TYPED in request.GET else None
    if kept and kept["key"] == request.GET[TYPED] and kept["path"] == request.path:
        return QueryDict(kept["data"])
    return None


def way_in(request: HttpRequest, sealed: str, target: str) -> HttpResponse:
    """Where to go after signing in: to the form with what was `sealed` in it, to `target`, or to the leagues.

    Nothing leads to another site.
    """
    try:
        kept: dict[str, str] = signing.loads(sealed, salt=_SALT, max_age=_LONGEST_LOGIN)
    except signing.BadSignature:
        if is_own(request, target):
            return HttpResponseRedirect(target)
        return redirect(settings.LOGIN_REDIRECT_URL)
    key = secrets.token_urlsafe(9)
    # One form at a time: the session does not grow.
    request.session[TYPED] = kept | {"key": key}
    query = QueryDict(kept["query"], mutable=True)
    query[TYPED] = key
    return redirect(f"{kept['path']}?{query.urlencode()}")


def is_own(request: HttpRequest, target: str) -> bool:
    """Whether `target` is a whole address of this site."""
    return target.startswith("/") and url_has_allowed_host_and_scheme(
        target, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )


def _is_from_own_form(request: HttpRequest) -> bool:
    """Whether a form says that it was on this very page, and not on a page of another site at the same place."""
    try:
        page = urlsplit(request.headers.get("Referer", ""))
    except ValueError:
        return False
    is_here = page.netloc == request.get_host() or f"{page.scheme}://{page.netloc}" in settings.CSRF_TRUSTED_ORIGINS
    return is_here and page.path == request.path


def _sealed(request: HttpRequest) -> str:
    """What was typed, so that nobody can change it on the way."""
    carried = request.POST.copy()
    for name in list(carried):
        if name in _NOT_CARRIED or "password" in name:
            del carried[name]
    kept = {"path": request.path, "query": request.GET.urlencode(), "data": carried.urlencode()}
    return signing.dumps(kept, salt=_SALT, compress=True)
