"""Accounts: sign up, sign in and out, a forgotten password, and the tokens for programs."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import login as open_session
from django.contrib.auth import views as auth_views
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from scorekeeper import services
from scorekeeper.forms.accounts import (
    SIGN_UPS,
    ForgottenPasswordForm,
    LoginForm,
    NewPasswordForm,
    ResetForm,
    SignUpForm,
    TokenForm,
    forget_tries,
)
from scorekeeper.forms.blame import blame
from scorekeeper.origin import address_of
from scorekeeper.selectors import leaguepages

from .entrance import NEXT, TYPED, form_page, needs_account, typed, way_in

# Where two ways of looking up accounts were set up, Django would have to be told which one signed somebody in.
_BACKEND = "django.contrib.auth.backends.ModelBackend"


@never_cache
@sensitive_post_parameters("password")
@form_page
def login(request: HttpRequest) -> HttpResponse:
    """Sign in, and go on where one was going, with what was typed."""
    target = request.POST.get(NEXT, request.GET.get(NEXT, ""))
    sealed = request.POST.get(TYPED, "")
    if request.user.is_authenticated and not sealed:
        return way_in(request, "", target)
    form = LoginForm(request, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.user is not None:
        open_session(request, form.user, backend=_BACKEND)
        return way_in(request, sealed, target)
    status = 429 if form.is_throttled else 422 if form.is_bound else 200
    context = {"form": form, "next": target, "typed": sealed}
    return render(request, "scorekeeper/account_login.html", context, status=status)


@never_cache
@sensitive_post_parameters("password1", "password2")
@form_page
def sign_up(request: HttpRequest) -> HttpResponse:
    """Make an account and sign in with it."""
    target = request.POST.get(NEXT, request.GET.get(NEXT, ""))
    if request.user.is_authenticated:
        return way_in(request, "", target)
    form = SignUpForm(request, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            user = services.add_account(form.account())
        except ValidationError as error:
            blame(form, error)
        else:
            SIGN_UPS.count(address_of(request))
            open_session(request, user, backend=_BACKEND)
            messages.success(request, _("Your account is made, %(name)s.") % {"name": user.username})
            return way_in(request, "", target)
    context = {"form": form, "next": target}
    status = 429 if form.is_throttled else 422 if form.is_bound else 200
    return render(request, "scorekeeper/account_sign_up.html", context, status=status)


@require_safe
@needs_account
def account(request: HttpRequest) -> HttpResponse:
    """One's own account: who one is, in which leagues, and which programs have a token."""
    context = {"leagues": leaguepages.my_leagues(request.user), "tokens": request.user.tokens.all()}  # type: ignore[union-attr]
    return render(request, "scorekeeper/account.html", context)


@never_cache
@form_page
@needs_account
def tokens(request: HttpRequest) -> HttpResponse:
    """Make a token, which is shown in the answer and never again."""
    said = typed(request)
    form = TokenForm(said)
    key = ""
    if request.method == "POST" and form.is_valid():
        try:
            _token, key = services.make_token(request.user, **form.cleaned_data)  # type: ignore[arg-type]
            form = TokenForm()
        except ValidationError as error:
            blame(form, error)
    context = {"form": form, "key": key, "tokens": request.user.tokens.all()}  # type: ignore[union-attr]
    return render(request, "scorekeeper/account_tokens.html", context, status=422 if form.errors else 200)


@form_page
@needs_account
def token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask whether a token shall be revoked, and revoke it. One that is gone already is no trouble."""
    token = request.user.tokens.filter(pk=pk).first()  # type: ignore[union-attr]
    if request.method == "POST":
        if token is not None:
            services.revoke_token(token)
            messages.success(request, _("“%(name)s” is revoked: it opens nothing any more.") % {"name": token.name})
        return redirect("scorekeeper:tokens")
    token = token or get_object_or_404(request.user.tokens, pk=pk)  # type: ignore[union-attr]
    return render(request, "scorekeeper/account_token_revoke.html", {"token": token})


class Logout(auth_views.LogoutView):
    """Sign out, and say so."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = super().post(request, *args, **kwargs)
        messages.success(request, _("You are signed out."))
        return response


class PasswordChange(auth_views.PasswordChangeView):
    """Another password, for whoever knows the present one."""

    template_name = "scorekeeper/account_password.html"
    form_class = NewPasswordForm
    success_url = reverse_lazy("scorekeeper:account")

    def dispatch(self, *args: Any, **kwargs: Any) -> Any:
        return needs_account(super().dispatch)(*args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        had_tokens = form.user.tokens.exists()
        response = super().form_valid(form)
        messages.success(self.request, _("Your password is changed. Other browsers have to sign in again."))
        _tell_revoked(self.request, had_tokens)
        return response


class PasswordReset(auth_views.PasswordResetView):
    """Have a link sent by which a new password can be set."""

    template_name = "scorekeeper/account_reset.html"
    form_class = ResetForm
    email_template_name = "scorekeeper/account_reset_mail.txt"
    subject_template_name = "scorekeeper/account_reset_subject.txt"
    success_url = reverse_lazy("scorekeeper:password-reset-sent")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "request": self.request}

    def form_invalid(self, form: Any) -> HttpResponse:
        return self.render_to_response(self.get_context_data(form=form), status=429 if form.is_throttled else 422)


class PasswordResetSent(auth_views.PasswordResetDoneView):
    """Say that the link is on its way, if there is such an account."""

    template_name = "scorekeeper/account_reset_sent.html"


class PasswordResetConfirm(auth_views.PasswordResetConfirmView):
    """Set the new password, by the link."""

    template_name = "scorekeeper/account_reset_confirm.html"
    form_class = ForgottenPasswordForm
    success_url = reverse_lazy("scorekeeper:login")

    def form_valid(self, form: Any) -> HttpResponse:
        had_tokens = form.user.tokens.exists()
        response = super().form_valid(form)
        forget_tries(form.user, self.request)
        messages.success(self.request, _("Your new password is set. Sign in with it."))
        _tell_revoked(self.request, had_tokens)
        return response


def _tell_revoked(request: HttpRequest, had_tokens: bool) -> None:
    if had_tokens:
        messages.warning(request, _("Your tokens for programs were revoked with the old password. Make new ones."))
