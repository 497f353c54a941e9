"""The admin site mends accounts; everything that services write is only looked at."""

import pytest
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.test import Client, RequestFactory

from scorekeeper import services
from scorekeeper.models import League, Membership, Token, User
from tests.leagues.club import PASSWORD, Club, account, client_of, found

pytestmark = pytest.mark.django_db
MENDED = {"User", "Token", "Group"}


@pytest.fixture
def root() -> Client:
    return client_of(User.objects.create_superuser("root", "root@example.org", PASSWORD))


def owner_of(club: Club) -> User:
    owner = club.people["owner"]
    assert owner is not None
    return owner


def delete(root: Client, user: User) -> str:
    """Delete an account by its page, and give what that says."""
    answer = root.post(f"/admin/scorekeeper/user/{user.pk}/delete/", {"post": "yes"}, follow=True)
    return answer.content.decode()


def test_only_accounts_and_keys_are_written() -> None:
    request = RequestFactory().get("/admin/")
    request.user = User.objects.create_superuser("root", "root@example.org", PASSWORD)
    written = {
        one.model.__name__
        for one in admin.site._registry.values()
        if one.has_add_permission(request) or one.has_change_permission(request) or one.has_delete_permission(request)
    }
    assert written == MENDED
    for one in admin.site._registry.values():
        for inline in one.get_inline_instances(request, None):
            assert not inline.has_change_permission(request, None)
            assert not inline.has_add_permission(request, None)


def test_nobody_takes_the_owner_from_a_league(root: Client) -> None:
    club = found()
    address = f"/admin/scorekeeper/league/{club.league.pk}/change/"
    assert "owner" in root.get(address).content.decode()
    assert root.post(address, {"name": "", "memberships-0-DELETE": "on"}).status_code == 403
    assert club.league.memberships.filter(role="owner").count() == 1


def test_the_last_owner_of_a_league_is_not_deleted(root: Client) -> None:
    club = found()
    owner, scorer = owner_of(club), club.people["scorer"]
    sentence = "Cedar Street needs an owner: make somebody else one first."
    assert sentence in delete(root, owner)
    both = {"action": "delete_selected", "_selected_action": [owner.pk], "post": "yes"}
    assert sentence in root.post("/admin/scorekeeper/user/", both, follow=True).content.decode()
    assert User.objects.filter(pk=owner.pk).exists()
    assert scorer is not None
    services.set_role(club.league, scorer, Membership.Role.OWNER)
    services.make_token(owner, name="sheet")
    assert "was deleted successfully" in delete(root, owner)
    assert (User.objects.filter(pk=owner.pk).exists(), Token.objects.count()) == (False, 0)


def test_an_owner_whose_account_is_closed_is_none() -> None:
    club, other = found(), account("other")
    services.set_role(club.league, other, Membership.Role.OWNER)
    User.objects.filter(pk=other.pk).update(is_active=False)
    with pytest.raises(ValidationError, match="needs an owner"):
        services.set_role(club.league, owner_of(club), Membership.Role.VIEWER)
    services.set_role(club.league, other, None)
    assert list(club.league.memberships.filter(role="owner").values_list("user", flat=True)) == [owner_of(club).pk]


def test_a_league_goes_with_all_that_it_has() -> None:
    club = found()
    game = club.play()
    club.count()
    services.substitute(game, seat=0, player=club.add("Pat"), from_number=2)
    services.merge_players(club.players[0], club.add("Norah"))
    club.league.delete()
    assert not League.objects.exists()
