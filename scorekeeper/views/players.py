"""Players of a league: the list, one player's page, his name and account, and merging two who are one."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from scorekeeper import services
from scorekeeper.forms.blame import blame
from scorekeeper.forms.players import MergeForm, PlayerEditForm, PlayersForm
from scorekeeper.models import Merge, Player, Season
from scorekeeper.roles import Rank, refusal
from scorekeeper.selectors import playerpages

from .access import account_of
from .changing import is_saved, status_of
from .entrance import form_page, typed
from .paging import page_number
from .place import Place, league_page

ALL_TIME = "all"


@form_page
@league_page()
def players(request: HttpRequest, place: Place) -> HttpResponse:
    """Who plays in a league; scorers add some, several at once."""
    if request.method == "POST" and not place.can_score:
        raise PermissionDenied(refusal(Rank.SCORER))
    form = PlayersForm(typed(request)) if place.can_score else None
    if form is not None and request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            added = services.add_players(place.league, said["name"], submission=said["submission"])
        except ValidationError as error:
            blame(form, error)
        except services.AlreadyMade:
            form.was_sent()
        else:
            names = get_text_list([player.name for player in added], _("and"))
            messages.success(
                request,
                ngettext("%(names)s is in the list.", "%(names)s are in the list.", len(added)) % {"names": names},
            )
            return redirect(f"{request.path}?more")
    if form is not None and ("more" in request.GET or form.errors):
        form.fields["name"].widget.attrs["autofocus"] = True
    context = {"place": place, "form": form, "players": playerpages.player_list(place.league)}
    return render(request, "scorekeeper/players.html", context, status=status_of(form))


@require_safe
@league_page()
def player(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """A player's figures, partners and games; `season` names another period than the latest season."""
    found = get_object_or_404(Player.objects.select_related("merged_into"), league=place.league, pk=pk)
    if found.merged_into is not None:
        return redirect("scorekeeper:player", place.league.slug, found.merged_into_id)
    found.league = place.league
    page = playerpages.player_page(found, _season(request, place, found), page_number(request))
    return render(request, "scorekeeper/player.html", {"place": place, "page": page})


@form_page
@league_page(Rank.OWNER)
def player_edit(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Rename a player, and say whose account it is."""
    found = _player_or_404(place, pk)
    form = PlayerEditForm(found, typed(request))
    if request.method == "POST" and form.is_valid():
        said = {"name": form.cleaned_data["name"], "user": form.cleaned_data["user"], "seen": form.seen_state}
        if is_saved(request, form, lambda: services.change_player(found, **said), PlayerEditForm):
            return redirect("scorekeeper:player", place.league.slug, pk)
    context = {"place": place, "player": found, "form": form}
    return render(request, "scorekeeper/player_edit.html", context, status=status_of(form))


@form_page
@league_page(Rank.OWNER)
def player_merge(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Merge another player into this one: choose him, look at both and at what follows, and say so."""
    kept = _player_or_404(place, pk)
    data = typed(request) or (request.GET if "other" in request.GET else None)
    form = MergeForm(place.league, kept, data)
    other: Player | None = form.cleaned_data["other"] if form.is_bound and form.is_valid() else None
    if request.method == "POST" and other is not None:
        try:
            services.merge_players(kept, other, by=account_of(request))
        except ValidationError as error:
            blame(form, error)
        else:
            messages.success(
                request, _("%(one)s and %(other)s are one player now.") % {"one": kept.name, "other": other.name}
            )
            return redirect("scorekeeper:player", place.league.slug, pk)
    context = {
        "place": place,
        "player": kept,
        "form": form,
        "other": other,
        "sides": [playerpages.merge_side(kept), playerpages.merge_side(other)] if other else [],
        "have_met": other is not None and services.have_met(kept, other),
    }
    return render(request, "scorekeeper/player_merge.html", context, status=status_of(form))


@form_page
@league_page(Rank.OWNER)
def merge_undo(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Make two players of one again."""
    merges = Merge.objects.select_related("kept", "dropped")
    merge = get_object_or_404(merges, pk=pk, kept__league=place.league)
    error: ValidationError | None = None
    if request.method == "POST":
        try:
            back = services.undo_merge(merge, by=account_of(request))
        except ValidationError as refused:
            error = refused
        else:
            messages.success(request, _("%(name)s is a player by himself again.") % {"name": back.name})
            return redirect("scorekeeper:player", place.league.slug, back.pk)
    if merge.undone_at is not None:
        return redirect("scorekeeper:player", place.league.slug, merge.kept_id)
    context = {"place": place, "merge": merge, "faults": error.messages if error else []}
    return render(request, "scorekeeper/player_unmerge.html", context, status=422 if error else 200)


def _player_or_404(place: Place, pk: int) -> Player:
    found = get_object_or_404(Player, league=place.league, merged_into=None, pk=pk)
    found.league = place.league
    return found


def _season(request: HttpRequest, place: Place, found: Player) -> Season | None:
    """The season that the address names; None for all of them. Without one, the latest in which he played."""
    named = request.GET.get("season", "")
    if named == ALL_TIME:
        return None
    if not named:
        return playerpages.latest_season(found)
    if not (named.isascii() and named.isdecimal() and len(named) < 18):
        raise Http404
    return get_object_or_404(place.league.seasons, pk=int(named))
