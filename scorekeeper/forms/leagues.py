"""Leagues: their name, rules and visibility, and who belongs to them."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper import services
from scorekeeper.engine import PRESETS, RulesetError, parse_rules, rules_to_json
from scorekeeper.models import League, Membership, User

from .game import HIGHEST_TARGET
from .labels import as_labels
from .lines import LineField
from .seen import SeenForm


class LeagueForm(SeenForm):
    """A league's name, its rules as a preset and perhaps another target, and who may look.

    After `is_valid`, `said["ruleset"]` is what a service takes. House rules that a league has beyond a target stay
    as long as its preset stays.
    """

    name = LineField(
        label=gettext_lazy("Name"),
        max_length=80,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("A league needs a name.")},
    )
    rules = forms.ChoiceField(
        label=gettext_lazy("Rules"),
        choices=[(key, rules.name) for key, rules in PRESETS.items()],
        initial="iowa",
        help_text=gettext_lazy("New games start with them. Games that were begun keep the rules they had."),
    )
    target = forms.IntegerField(
        label=gettext_lazy("Target score"),
        required=False,
        min_value=1,
        max_value=HIGHEST_TARGET,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
        help_text=gettext_lazy("Left empty, games are played to the score in the rules."),
        error_messages=dict.fromkeys(
            ("invalid", "min_value", "max_value"), gettext_lazy("A whole number from 1 to 1000, or nothing.")
        ),
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may look?"),
        choices=as_labels(League.Visibility),
        initial=League.Visibility.PRIVATE,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say who may look.")},
    )

    def __init__(self, data: Any = None, *, league: League | None = None) -> None:
        self.league = league
        super().__init__(data, thing=league, initial=_as_in(league) if league else None)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "rules" not in said or "target" not in said:
            return said
        changes: dict[str, Any] = {}
        if (
            self.league is not None
            and isinstance(self.league.rules, dict)
            and self.league.rules["base"] == said["rules"]
        ):
            changes = {key: value for key, value in self.league.rules.items() if key not in ("base", "target")}
        if said["target"] is not None:
            changes["target"] = said["target"]
        try:
            said["ruleset"] = rules_to_json(parse_rules({"base": said["rules"]} | changes))
        except RulesetError as error:
            for sentence in error.sentences:
                self.add_error("rules", sentence)
        return said


class MemberForm(forms.Form):
    """Somebody's account and a role. After `is_valid`, `said["user"]` is whose account it is."""

    use_required_attribute = False
    who = forms.CharField(
        label=gettext_lazy("Name of the account"),
        max_length=150,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"),
        choices=as_labels(Membership.Role),
        initial=Membership.Role.PLAYER,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose a role.")},
    )

    def __init__(self, league: League, by: User, data: Any = None) -> None:
        self.league, self.by = league, by
        self.is_throttled = False
        super().__init__(data)

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        if "who" not in said:
            return said
        try:
            user = services.find_account(said["who"], by=self.by)
        except services.AskedTooOften as error:
            self.is_throttled = True
            raise ValidationError(str(error), code="often") from None
        if user is None:
            nobody = _("No account is called “%(name)s”. They make one first, and tell you its name.")
            by_mail = _("Type the name of the account: it is not found by its e-mail address.")
            self.add_error("who", by_mail if "@" in said["who"] else nobody % {"name": said["who"]})
            return said
        membership = self.league.memberships.filter(user=user).first()
        if membership is not None and membership.role != said.get("role"):
            self.add_error(
                "who",
                _("%(name)s is in this league already, as %(role)s. Change the role in the list.")
                % {"name": user.username, "role": membership.get_role_display()},
            )
        said["user"] = user
        return said


class RoleForm(forms.Form):
    """Another role for a member."""

    use_required_attribute = False
    role = MemberForm.base_fields["role"]

    def __init__(self, member: Membership, data: Any = None) -> None:
        super().__init__(data, initial={"role": member.role})


def _as_in(league: League) -> dict[str, Any]:
    rules = parse_rules(league.rules)
    target = rules.target if rules.target != PRESETS[rules.base].target else None
    return {"name": league.name, "rules": rules.base, "target": target, "visibility": league.visibility}
