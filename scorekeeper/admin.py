"""The admin site: accounts may be mended here, and keys revoked. All else is only looked at: only services write."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode

from scorekeeper.models import (
    Game,
    Hand,
    HandVersion,
    League,
    Membership,
    Merge,
    Night,
    PairCounts,
    Player,
    PlayerCounts,
    Recount,
    Season,
    Token,
    User,
)
from scorekeeper.services.leagues import owners_needed


def sign_in(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """The site's own login, which counts what is tried; who is signed in already and may not come in is refused."""
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect(f"{reverse('scorekeeper:login')}?{urlencode({'next': request.GET.get('next', '/admin/')})}")


def change_password(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """The site's own page for that, which counts what is tried."""
    return redirect("scorekeeper:password-change")


class ReadOnly:
    """Nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class AccountAdmin(UserAdmin):
    """An account is made with its address, without which no second one could be; the last owner of a league stays."""

    add_fieldsets = [(None, {"fields": ["username", "email", "usable_password", "password1", "password2"]})]

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """What would go, and what stands against it: each a sentence, after which nothing is deleted."""
        told, counts, needed, protected = super().get_deleted_objects(objs, request)
        # What belongs to an account goes with it, though it is only looked at here.
        needed -= {str(model._meta.verbose_name) for model in (Membership, Token)}
        return told, counts, needed, [*protected, *owners_needed(objs)]


class MembershipInline(ReadOnly, admin.TabularInline):
    model = Membership
    fields = ["user", "role"]


@admin.register(League)
class LeagueAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "visibility", "created_at"]
    search_fields = ["name"]
    inlines = [MembershipInline]


@admin.register(Season)
class SeasonAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "league", "starts_on", "ends_on"]
    list_select_related = ["league"]
    search_fields = ["name", "league__name"]


@admin.register(Player)
class PlayerAdmin(ReadOnly, admin.ModelAdmin):
    list_display = ["name", "league", "user", "merged_into"]
    list_select_related = ["league", "user", "merged_into"]
    search_fields = ["name", "league__name"]


@admin.register(Token)
class TokenAdmin(ReadOnly, admin.ModelAdmin):
    """Tokens can be revoked here, which deletes them."""

    list_display = ["name", "user", "scope", "created_at", "used_at"]
    list_select_related = ["user"]
    fields = ["name", "user", "scope", "created_at", "used_at"]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(Night, Game, Hand, HandVersion, Merge, Recount, PlayerCounts, PairCounts)
class LookedAt(ReadOnly, admin.ModelAdmin):
    """What the services alone write. Its names are made of what it belongs to, which is read with it."""

    list_select_related = True


admin.site.login = sign_in  # type: ignore[method-assign]
admin.site.password_change = change_password  # type: ignore[assignment, method-assign]
