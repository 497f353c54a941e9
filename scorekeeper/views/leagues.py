"""Leagues: find them, found one, look at it, change it, and say who belongs to it."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scorekeeper import services
from scorekeeper.forms.blame import blame
from scorekeeper.forms.leagues import LeagueForm, MemberForm, RoleForm
from scorekeeper.models import User
from scorekeeper.roles import Rank, refusal
from scorekeeper.selectors import leaguepages
from scorekeeper.sentences import rules_line

from .changing import is_saved, status_of
from .entrance import form_page, needs_account, typed
from .place import Place, league_page


@require_safe
def leagues(request: HttpRequest) -> HttpResponse:
    """One's own leagues, and the public ones."""
    return render(request, "scorekeeper/leagues.html", {"page": leaguepages.league_list(request.user)})


@form_page
@needs_account
def league_new(request: HttpRequest) -> HttpResponse:
    """Found a league. Sent twice, it is one league."""
    assert isinstance(request.user, User)
    form = LeagueForm(typed(request))
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            league = services.found_league(
                name=said["name"],
                by=request.user,
                rules=said["ruleset"],
                visibility=said["visibility"],
                submission=said["submission"],
            )
        except ValidationError as error:
            blame(form, error)
        except services.AlreadyMade:
            form.was_sent()
        else:
            text = _("%(name)s is founded. Next: a season, and the first night.") % {"name": league}
            messages.success(request, text)
            return redirect(league)
    return render(request, "scorekeeper/league_form.html", {"form": form}, status=status_of(form))


@require_safe
@league_page()
def league(request: HttpRequest, place: Place) -> HttpResponse:
    """A league's front page."""
    page = leaguepages.league_page(place.league)
    return render(request, "scorekeeper/league.html", {"place": place, "page": page, "line": rules_line(page.rules)})


@form_page
@league_page(Rank.OWNER)
def league_edit(request: HttpRequest, place: Place) -> HttpResponse:
    """Change a league's name, rules and visibility."""
    form = LeagueForm(typed(request), league=place.league)
    if request.method == "POST" and form.is_valid():
        said = {
            "name": form.cleaned_data["name"],
            "rules": form.cleaned_data["ruleset"],
            "visibility": form.cleaned_data["visibility"],
            "seen": form.seen_state,
        }
        if is_saved(
            request,
            form,
            lambda: services.change_league(place.league, **said),
            lambda league: LeagueForm(league=league),
        ):
            return redirect(place.league)
    return render(request, "scorekeeper/league_form.html", {"form": form, "place": place}, status=status_of(form))


@form_page
@league_page(Rank.VIEWER)
def league_members(request: HttpRequest, place: Place) -> HttpResponse:
    """Who belongs to a league, for its members; owners add somebody."""
    if request.method == "POST" and not place.can_manage:
        raise PermissionDenied(refusal(Rank.OWNER))
    form = None
    if place.can_manage:
        assert isinstance(request.user, User)
        form = MemberForm(place.league, request.user, typed(request))
    if form is not None and request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        services.set_role(place.league, said["user"], said["role"])
        messages.success(request, _("%(name)s is in the league now.") % {"name": said["user"]})
        return redirect("scorekeeper:league-members", place.league.slug)
    context = {"place": place, "form": form, "members": leaguepages.members_of(place.league)}
    status = 429 if form is not None and form.is_throttled else status_of(form)
    return render(request, "scorekeeper/league_members.html", context, status=status)


@form_page
@league_page(Rank.OWNER)
def league_member(request: HttpRequest, place: Place, pk: int) -> HttpResponse:
    """Give a member another role, or remove him. The last owner stays."""
    member = place.league.memberships.select_related("user").filter(pk=pk).first()
    if member is None and request.method == "POST":
        return redirect("scorekeeper:league-members", place.league.slug)
    member = member or get_object_or_404(place.league.memberships, pk=pk)
    data = typed(request)
    form = RoleForm(member, data)
    is_removal = request.method == "POST" and "remove" in request.POST
    if request.method == "POST" and (is_removal or form.is_valid()):
        try:
            services.set_role(place.league, member.user, None if is_removal else form.cleaned_data["role"])
        except ValidationError as error:
            form = RoleForm(member, {"role": member.role})
            form.is_valid()
            form.add_error(None, error)
        else:
            text = _("%(name)s is no longer in the league.") if is_removal else _("%(name)s has another role now.")
            messages.success(request, text % {"name": member.user})
            if member.user_id == request.user.pk:
                return redirect("scorekeeper:leagues" if is_removal else place.league)
            return redirect("scorekeeper:league-members", place.league.slug)
    context = {"place": place, "member": member, "form": form}
    return render(request, "scorekeeper/league_member.html", context, status=status_of(form))
