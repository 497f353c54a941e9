"""Accounts: signing up and in, and the keys for programs."""

from typing import Any

from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.forms import BaseUserCreationForm, PasswordResetForm, UsernameField
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import Token, User
from scorekeeper.throttle import Limit

# A whole club comes from one address; guessing one account from there is what must not pay.
TRIES_HERE = Limit("login-here", most=6, seconds=15 * 60)
TRIES_ANYWHERE = Limit("login-account", most=30, seconds=60 * 60)
TRIES_FROM = Limit("login-address", most=60, seconds=15 * 60)
SIGN_UPS = Limit("sign-up", most=40, seconds=60 * 60)
RESETS = Limit("reset", most=4, seconds=60 * 60)
RESETS_FROM = Limit("reset-address", most=20, seconds=60 * 60)


def address_of(request: HttpRequest) -> str:
    """Where a request comes from."""
    return str(request.META.get("REMOTE_ADDR", ""))


def account_of(text: str) -> User | None:
    """The account of this name or e-mail address; names are looked at first, and have no @."""
    text = text.strip()
    if not text or "\0" in text:
        return None
    found = User.objects.filter(Q(username__iexact=text) | Q(email__iexact=text))
    return min(found, key=lambda user: user.username.casefold() != text.casefold(), default=None)


class SignUpForm(BaseUserCreationForm):  # type: ignore[type-arg]
    """A name, an address for a forgotten password, and a password."""

    use_required_attribute = False

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": UsernameField}
        labels = {"username": gettext_lazy("Name"), "email": gettext_lazy("E-mail address")}
        help_texts = {
            "username": gettext_lazy("Letters, digits and . + - _ without spaces. The members of your leagues see it."),
            "email": gettext_lazy("For a forgotten password only. Nobody else sees it."),
        }

    def __init__(self, request: HttpRequest, data: Any = None) -> None:
        self.request = request
        super().__init__(data)
        self.fields["username"].widget.attrs.pop("autofocus", None)
        self.fields["email"].widget.attrs["autocomplete"] = "email"
        self.fields["password1"].help_text = _("At least 8 characters, and not one that everybody uses.")
        self.fields["password2"].help_text = ""

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
        if SIGN_UPS.is_reached(address_of(self.request)):
            raise ValidationError(_("Many accounts were made from here just now. Please wait an hour."), code="many")
        return said


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
        account = account_of(said["who"])
        # The name stands for the account, so that name and address are not counted apart.
        name = account.username if account else said["who"].strip().casefold()
        address = address_of(self.request)
        counted = [(TRIES_HERE, f"{name} {address}"), (TRIES_ANYWHERE, name), (TRIES_FROM, address)]
        if any(limit.is_reached(who) for limit, who in counted):
            self.is_throttled = True
            raise ValidationError(
                _("That was tried too often. Wait a quarter of an hour, or set a new password by e-mail."), code="often"
            )
        user = authenticate(self.request, username=name, password=said["password"])
        if not isinstance(user, User):
            for limit, who in counted:
                limit.count(who)
            raise ValidationError(_("This name and this password do not belong together."), code="wrong")
        TRIES_HERE.forget(f"{name} {address}")
        self.user = user
        return said


class ResetForm(PasswordResetForm):
    """Where to send the link for a new password. What it answers tells nobody whether there is an account."""

    use_required_attribute = False

    def save(self, *args: Any, **kwargs: Any) -> None:
        email = self.cleaned_data["email"].casefold()
        address = address_of(kwargs["request"])
        if RESETS.is_reached(email) or RESETS_FROM.is_reached(address):
            return
        RESETS.count(email)
        RESETS_FROM.count(address)
        super().save(*args, **kwargs)


class TokenForm(forms.Form):
    """A key for a program: what it is for, and what it may do."""

    use_required_attribute = False
    name = forms.CharField(
        label=gettext_lazy("What is it for?"),
        max_length=60,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": gettext_lazy("Spreadsheet at home")}),
        error_messages={"required": gettext_lazy("Give it a name, so that you know later which to revoke.")},
    )
    scope = forms.ChoiceField(
        label=gettext_lazy("It may"),
        choices=Token.Scope.choices,
        initial=Token.Scope.READ,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say what it may do.")},
    )
