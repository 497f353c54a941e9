"""Accounts: signing up and in, and the tokens for programs."""

import threading
from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import (
    BaseUserCreationForm,
    PasswordChangeForm,
    PasswordResetForm,
    SetPasswordForm,
    UsernameField,
)
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import get_language, gettext_lazy, override
from django.utils.translation import gettext as _

from scorekeeper.models import Token, User
from scorekeeper.origin import address_of
from scorekeeper.throttle import Limit, take_all

from .labels import as_labels
from .lines import LineField

# A whole club comes from one address; guessing one account from there is what must not pay.
TRIES_HERE = Limit("login-here", most=6, seconds=15 * 60)
TRIES_ANYWHERE = Limit("login-account", most=30, seconds=60 * 60)
TRIES_FROM = Limit("login-address", most=60, seconds=15 * 60)
SIGN_UPS = Limit("sign-up", most=40, seconds=60 * 60)
# Signing up tells which names and addresses are taken: enough for whoever looks for a name, too little for a list.
TAKEN = Limit("sign-up-taken", most=20, seconds=60 * 60)
RESETS = Limit("reset", most=4, seconds=60 * 60)
RESETS_FROM = Limit("reset-address", most=20, seconds=60 * 60)
OLD_PASSWORDS = Limit("old-password", most=10, seconds=60 * 60)


def account_of(text: str) -> User | None:
    """Who signs in by this name or e-mail address; names are looked at first, and have no @.

    The database may take more for the same letters than is counted together.
    """
    found = User.objects.filter(Q(username__iexact=text) | Q(email__iexact=text))
    same = [user for user in found if text.casefold() in (user.username.casefold(), user.email.casefold())]
    return min(same, key=lambda user: user.username.casefold() != text.casefold(), default=None)


def tries_of(text: str, address: str) -> list[tuple[Limit, str]]:
    """Where a try to sign in is counted. By what was typed: to count by account would tell whose address it is."""
    text = text.casefold()
    return [(TRIES_HERE, f"{text} {address}"), (TRIES_ANYWHERE, text), (TRIES_FROM, address)]


class _BlamesFirst:
    """What a password lacks is said where it was typed first, not where it was only repeated."""

    def validate_password_for_user(self, user: User, password_field_name: str = "password2") -> None:  # noqa: S107
        super().validate_password_for_user(user, password_field_name.replace("2", "1"))  # type: ignore[misc]


class SignUpForm(_BlamesFirst, BaseUserCreationForm):  # type: ignore[type-arg]
    """A name, an address for a forgotten password, and a password."""

    use_required_attribute = False

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": UsernameField}
        labels = {"username": gettext_lazy("Name"), "email": gettext_lazy("E-mail address")}
        help_texts = {
            "username": gettext_lazy("Letters, digits and . + - _ without spaces. Those you play with see it."),
            "email": gettext_lazy("For a forgotten password only. Nobody else sees it."),
        }
        error_messages = {"username": {"invalid": gettext_lazy("A name has letters, digits and . + - _ only.")}}

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        self.request = request
        self.is_throttled = False
        super().__init__(data)
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        _ask_twice(self, "password1", "password2", _("Password"))

    def account(self) -> User:
        """The account as it was filled in, which nobody has kept yet."""
        user: User = self.save(commit=False)
        return user

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        if "@" in name:
            raise ValidationError(_("A name has no @, so that it is not taken for an e-mail address."), code="at")
        return name

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or self.cleaned_data
        address = address_of(self.request)
        if SIGN_UPS.is_reached(address):
            self.is_throttled = True
            raise ValidationError(_("Many accounts were made from here just now. Please wait an hour."), code="many")
        if not TAKEN.take(address):
            self.is_throttled = True
            raise ValidationError(
                _("Many names and addresses were tried from here that are taken. Please wait an hour."), code="many"
            )
        return said

    def _post_clean(self) -> None:
        """Look whether name and address are taken, and count where one is; not once that was too often."""
        if self.is_throttled:
            return
        super()._post_clean()  # type: ignore[misc]
        if not (self.has_error("username", "unique") or self.has_error("email", "unique")):
            TAKEN.give_back(address_of(self.request))


class LoginForm(forms.Form):
    """Name or e-mail address, and password. After `is_valid`, `user` is who that is."""

    use_required_attribute = False
    who = forms.CharField(
        label=gettext_lazy("Name or e-mail address"),
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        strip=False,
        max_length=4096,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        self.request = request
        self.user: User | None = None
        self.is_throttled = False
        super().__init__(data)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "who" not in said or "password" not in said:
            return said
        counted = tries_of(said["who"], address_of(self.request))
        if not take_all(counted):
            self.is_throttled = True
            raise ValidationError(
                _("That was tried too often. Wait a quarter of an hour, or set a new password by e-mail."), code="often"
            )
        account = account_of(said["who"])
        # Without an account it takes as long, and ends the same.
        user = authenticate(
            self.request, username=account.username if account else said["who"], password=said["password"]
        )
        if not isinstance(user, User):
            raise ValidationError(_("This name and this password do not belong together."), code="wrong")
        here, *others = counted
        here[0].forget(here[1])
        for limit, who in others:
            limit.give_back(who)
        self.user = user
        return said


class ResetForm(PasswordResetForm):
    """Where to send the link for a new password. What it answers tells nobody whether there is an account."""

    use_required_attribute = False

    def __init__(self, *args: Any, request: HttpRequest, **kwargs: Any) -> None:
        self.request = request
        self.is_throttled = False
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"]
        if not take_all([(RESETS, email.casefold()), (RESETS_FROM, address_of(self.request))]):
            self.is_throttled = True
            raise ValidationError(_("That was asked for too often. Please wait an hour."), code="often")
        return email

    def send_mail(self, *args: Any, **kwargs: Any) -> None:
        """Send the link while the page is answered already: how long that takes would tell that there is an account."""
        language, send = get_language(), super().send_mail

        def work() -> None:
            with override(language):  # that of the page
                send(*args, **kwargs)

        threading.Thread(target=work).start()


class NewPasswordForm(_BlamesFirst, PasswordChangeForm):
    """Another password, for whoever knows the present one, which an open session alone does not find out by trying."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["old_password"].label = _("Your password until now")
        _ask_twice(self, "new_password1", "new_password2", _("New password"))

    def clean_old_password(self) -> str:
        who = str(self.user.pk)
        if not OLD_PASSWORDS.take(who):
            raise ValidationError(_("That was tried too often. Please wait an hour."), code="often")
        said = super().clean_old_password()
        OLD_PASSWORDS.forget(who)
        return said


class ForgottenPasswordForm(_BlamesFirst, SetPasswordForm):  # type: ignore[type-arg]
    """A new password, for whoever came by the link."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_twice(self, "new_password1", "new_password2", _("New password"))


def _ask_twice(form: forms.BaseForm, first: str, second: str, label: str) -> None:
    """Ask for one password in two fields, so that a slip is noticed."""
    form.fields[first].label = label
    form.fields[first].help_text = _("At least 8 characters, and not one that everybody uses.")
    form.fields[second].label = _("The same once more")
    form.fields[second].help_text = ""


def forget_tries(user: User, request: HttpRequest) -> None:
    """Let somebody who has set a new password by e-mail sign in with it, whoever had tried before."""
    for text in (user.username, user.email):
        here, anywhere, _from = tries_of(text, address_of(request))
        for limit, who in (here, anywhere):
            limit.forget(who)


class TokenForm(forms.Form):
    """A token for a program: what it is for, and what it may do."""

    use_required_attribute = False
    name = LineField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": gettext_lazy("Spreadsheet at home")}),
        error_messages={"required": gettext_lazy("Give it a name, so that you know later which to revoke.")},
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("It may"),
        choices=as_labels(Token.Scope),
        initial=Token.Scope.READ,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say what it may do.")},
    )
