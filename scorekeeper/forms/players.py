"""Players of a league: their names, their accounts, and that two are one."""

from collections.abc import Container, Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.models import League, Player, User
from scorekeeper.names import clean_name, clean_names

from .seen import SeenForm
from .submission import MakingForm

NAME_INPUT = {"autocomplete": "off", "autocapitalize": "words", "spellcheck": "false"}

SOMEBODY_NEW = "new"
MOST_AT_ONCE = 100


def player_choices(players: Iterable[Player], busy: Container[int] = ()) -> list[tuple[str, Any]]:
    """Whom one may choose: those who are free, somebody new, and apart from them those who are `busy` elsewhere."""
    named = [(str(player.pk), player.name, player.pk in busy) for player in players]
    there = [(key, name) for key, name, is_busy in named if is_busy]
    choices: list[tuple[str, Any]] = [("", _("Choose")), *((key, name) for key, name, is_busy in named if not is_busy)]
    choices.append((SOMEBODY_NEW, _("Somebody new…")))
    return [*choices, (_("At another table"), there)] if there else choices


class PlayerForm(forms.Form):
    """A player's name."""

    use_required_attribute = False
    name = forms.CharField(
        label=gettext_lazy("Name"),
        strip=False,
        widget=forms.TextInput(attrs=NAME_INPUT),
        error_messages={"required": gettext_lazy("Every player needs a name.")},
    )

    def clean_name(self) -> str:
        return clean_name(self.cleaned_data["name"])


class PlayersForm(MakingForm):
    """The names of players to be added, one a line. After `is_valid`, `said["name"]` is the list of them."""

    name = forms.CharField(
        label=gettext_lazy("Names, one a line"),
        strip=False,
        widget=forms.Textarea(attrs=NAME_INPUT | {"rows": 4}),
        help_text=gettext_lazy("A player needs no account."),
        error_messages={"required": gettext_lazy("Every player needs a name.")},
    )

    def clean_name(self) -> list[str]:
        lines = [line for line in self.cleaned_data["name"].split("\n") if line.strip()]
        if len(lines) > MOST_AT_ONCE:
            text = _("At most %(most)s players are added at once; these are %(count)s.")
            raise ValidationError(text % {"most": MOST_AT_ONCE, "count": len(lines)}, code="many")
        return clean_names(lines)


class PlayerEditForm(PlayerForm, SeenForm):
    """A player's name and whose account it is: that of a member who is no other player yet."""

    user = forms.ModelChoiceField(
        label=gettext_lazy("Account"),
        queryset=User.objects.none(),
        required=False,
        empty_label=gettext_lazy("No account"),
        help_text=gettext_lazy("A member of the league who then finds these games as their own."),
    )

    def __init__(self, player: Player, data: Any = None) -> None:
        super().__init__(data, thing=player, initial={"name": player.name, "user": player.user_id})
        members = player.league.memberships.values("user")
        taken = player.league.players.filter(merged_into=None, user__isnull=False).exclude(pk=player.pk)
        self.fields["user"].queryset = (  # type: ignore[attr-defined]
            User.objects.filter(Q(pk__in=members, is_active=True) | Q(pk=player.user_id))
            .exclude(pk__in=taken.values("user"))
            .order_by("username")
        )


class MergeForm(forms.Form):
    """Which other player is the same."""

    use_required_attribute = False
    other = forms.ModelChoiceField(
        label=gettext_lazy("Who is the same?"),
        queryset=Player.objects.none(),
        empty_label=gettext_lazy("Choose a player"),
        error_messages=dict.fromkeys(("required", "invalid_choice"), gettext_lazy("Choose the other player.")),
    )

    def __init__(self, league: League, player: Player, data: Any = None) -> None:
        super().__init__(data)
        self.fields["other"].queryset = league.players.filter(merged_into=None).exclude(pk=player.pk)  # type: ignore[attr-defined]
