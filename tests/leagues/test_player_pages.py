"""What the pages of players show and do: adding, linking, figures, merging."""

import re
import uuid

import pytest

from scorekeeper import services
from scorekeeper.models import Merge

from .club import TODAY, Club, found
from .pages import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


def test_several_players_are_added_at_once_all_or_none(club: Club) -> None:
    browser, address = club.browser("scorer"), f"{club.root}players/"
    said = {"name": "June\r\n\r\n  Kim \r\nPat", "submission": str(uuid.uuid4())}
    page = browser.post(address, said, follow=True)
    assert "June, Kim and Pat are in the list." in text_of(page)
    assert page.context["form"].fields["name"].widget.attrs["autofocus"], "the next can be typed at once"
    assert browser.post(address, said).status_code == 302, "a double tap"
    for more, fault in [
        ("Zoe\nnora\nEli", "Nora is in the list already. Eli is in"),
        ("Zoe\nZOE", "Two players are called"),
    ]:
        page = browser.post(address, {"name": more})
        assert page.status_code == 422
        assert fault in " ".join(page.context["form"].errors["name"])
        assert page.context["form"]["name"].value() == more
    assert not club.league.players.filter(name="Zoe").exists()
    assert club.league.players.count() == 7


def test_too_many_at_once_and_too_long_a_name_are_told_in_our_words(club: Club) -> None:
    browser, address = club.browser("owner"), f"{club.root}players/"
    many = browser.post(address, {"name": "\n".join(f"Player {number}" for number in range(1000))})
    assert many.status_code == 422
    assert "At most 100 players are added at once; these are 1000." in text_of(many)
    for at in (address, f"{address}{club.players[0].pk}/edit/"):
        long = browser.post(at, {"name": "x" * 5000, "user": ""})
        assert long.status_code == 422
        assert "A name has at most 40 characters; this one has 5000." in text_of(long)
    whole = "\n".join(f"{number:03d}{'x' * 37}" for number in range(100))
    assert browser.post(address, {"name": whole}).status_code == 302


def test_players_are_added_and_renamed(club: Club) -> None:
    scorer, owner = club.browser("scorer"), club.browser("owner")
    assert scorer.post(f"{club.root}players/", {"name": " June "}).status_code == 302
    june = club.league.players.get(name="June")
    assert scorer.post(f"{club.root}players/", {"name": "june"}).status_code == 422
    assert scorer.post(f"{club.root}players/", {"name": "June"}).status_code == 422
    address = f"{club.root}players/{june.pk}/edit/"
    assert owner.post(address, {"name": "June B", "user": ""}).status_code == 302
    assert owner.post(address, {"name": "Nora", "user": ""}).status_code == 422
    june.refresh_from_db()
    assert june.name == "June B"


def test_a_player_is_linked_to_the_account_of_a_member(club: Club) -> None:
    owner, member = club.browser("owner"), club.people["player"]
    outsider = club.people["outsider"]
    assert member is not None and outsider is not None
    nora, eli = club.players[:2]
    assert owner.post(f"{club.root}players/{nora.pk}/edit/", {"name": "Nora", "user": member.pk}).status_code == 302
    nora.refresh_from_db()
    assert nora.user == member
    for user in (member, outsider):
        said = {"name": "Eli", "user": user.pk}
        assert owner.post(f"{club.root}players/{eli.pk}/edit/", said).status_code == 422


def test_a_player_is_shown_with_what_the_figures_stand_on(club: Club) -> None:
    for _time in range(5):
        club.play()
    club.play(over=False)
    club.count()
    browser = club.browser("viewer")
    page = browser.get(f"{club.root}players/{club.players[0].pk}/")
    text = text_of(page)
    assert "5–0 in 5 games" in text
    assert "Counted up to hand 16" in text
    assert "65–100 %, 5 games" in text
    assert "16 hands" in text
    assert re.search("Sam 5–0 100 % 65–100 % 5 games", text)
    assert text.count("0 won") == 5
    assert "playing" in text
    loser = browser.get(f"{club.root}players/{club.players[1].pk}/")
    assert "0–5 in 5 games" in text_of(loser)
    assert loser.content.decode().count("data-few") > page.content.decode().count("data-few")


def test_figures_that_are_behind_say_so(club: Club) -> None:
    club.count()
    club.play()
    address = f"{club.root}players/{club.players[0].pk}/"
    assert "being counted" in text_of(club.browser("viewer").get(address))
    club.count()
    assert "being counted" not in text_of(club.browser("viewer").get(address))


def test_a_player_by_season_and_over_all(club: Club) -> None:
    club.play()
    other = services.add_season(club.league, name="Spring 2027", starts_on=TODAY.replace(year=2027))
    club.count()
    address, browser = f"{club.root}players/{club.players[0].pk}/", club.browser("viewer")
    assert "No game in this season." in text_of(browser.get(address, {"season": other.pk}))
    assert "1–0 in 1 game" in text_of(browser.get(address)), "the latest season in which she played"
    assert "1–0 in 1 game" in text_of(browser.get(address, {"season": club.season.pk}))
    assert "1–0 in 1 game" in text_of(browser.get(address, {"season": "all"}))
    for season in ("x", "999999", "9" * 40, "-1", "²"):
        assert browser.get(address, {"season": season}).status_code == 404
    assert other.name in text_of(browser.get(address))


def test_games_of_a_player_come_in_pages(club: Club) -> None:
    for _time in range(22):
        club.play(over=False)
    address, browser = f"{club.root}players/{club.players[0].pk}/", club.browser("viewer")
    first = browser.get(address).content.decode()
    assert first.count('href="/g/') == 20
    assert "Earlier games" in first
    second = browser.get(address, {"page": "2"}).content.decode()
    assert second.count('href="/g/') == 2
    assert "Later games" in second
    assert browser.get(address, {"page": "x"}).content.decode().count('href="/g/') == 20
    assert browser.get(address, {"page": "999999"}).status_code == 200


def test_two_players_are_merged_and_parted_again(club: Club) -> None:
    norah = club.add("Norah")
    club.play([norah, *club.players[1:]])
    club.play()
    owner, nora = club.browser("owner"), club.players[0]
    address = f"{club.root}players/{nora.pk}/merge/"
    page = text_of(owner.get(address, {"other": norah.pk}))
    assert "Are Nora and Norah one person?" in page
    assert "All games of Norah count for Nora" in page
    assert page.count("Games 1") == 2
    assert not Merge.objects.exists()
    assert owner.post(address, {"other": norah.pk}).status_code == 302
    club.count()
    page = text_of(owner.get(f"{club.root}players/{nora.pk}/"))
    assert "2–0 in 2 games" in page
    assert "Norah was merged into this player" in page
    assert owner.get(f"{club.root}players/{norah.pk}/").headers["Location"] == f"{club.root}players/{nora.pk}/"
    assert "Norah" not in text_of(owner.get(f"{club.root}players/"))
    undo = f"{club.root}merges/{Merge.objects.get().pk}/undo/"
    assert "Make two of Nora and Norah again?" in text_of(owner.get(undo))
    for _time in range(2):
        assert owner.post(undo).headers["Location"] == f"{club.root}players/{norah.pk}/"
    club.count()
    assert "1–0 in 1 game" in text_of(owner.get(f"{club.root}players/{nora.pk}/"))
    assert owner.get(undo).status_code == 302


def test_two_who_met_are_not_merged(club: Club) -> None:
    club.play()
    nora, eli = club.players[:2]
    owner, address = club.browser("owner"), f"{club.root}players/{nora.pk}/merge/"
    page = owner.get(address, {"other": eli.pk})
    assert "Nora and Eli have sat at one table, so they are two people." in text_of(page)
    assert "Merge into Nora" not in text_of(page)
    response = owner.post(address, {"other": eli.pk})
    assert response.status_code == 422
    assert "These two have met at one table" in text_of(response)
    assert owner.post(address, {"other": nora.pk}).status_code == 422
    assert not Merge.objects.exists()


def test_a_merge_is_not_undone_where_the_name_is_taken_by_now(club: Club) -> None:
    norah = club.add("Norah")
    merge = services.merge_players(club.players[0], norah)
    club.add("Norah")
    response = club.browser("owner").post(f"{club.root}merges/{merge.pk}/undo/")
    assert response.status_code == 422
    assert "Another player has this name by now" in text_of(response)
