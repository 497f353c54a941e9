"""What the league's pages show and do, for whom they are."""

import re
import uuid
from html import unescape
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone

from scorekeeper import services
from scorekeeper.models import Game, League, Membership, Merge, Night, Player, Season
from tests.budgets.season import repeat_night
from tests.scorekeeper.table import NAMES, NORA_MAKES_4, record

from .club import TODAY, Club, account, client_of, found

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


def text_of(response: object) -> str:
    """What a page says, without its markup."""
    page = response.content.decode().split("<main", 1)[1]  # type: ignore[attr-defined]
    return " ".join(unescape(re.sub("<[^>]*>", " ", page)).replace("\xa0", " ").split())


def seats(*chosen: object, **more: object) -> dict[str, str]:
    """What the form of a table sends: players, or names of somebody new, by seat."""
    said: dict[str, object] = {"submission": uuid.uuid4(), "first_dealer": "0", "table": "1"}
    for seat, one in enumerate(chosen):
        said[f"seat_{seat}"] = one.pk if isinstance(one, Player) else "new"
        said[f"new_{seat}"] = "" if isinstance(one, Player) else one
    return {name: str(value) for name, value in (said | more).items()}


# ---- Leagues


def test_a_league_is_founded() -> None:
    user = account("nora")
    browser = client_of(user)
    said = {"name": " Cedar   Street ", "rules": "iowa", "target": "21", "visibility": "private"}
    first = browser.post("/leagues/new/", said)
    league = League.objects.get()
    assert first.headers["Location"] == league.get_absolute_url()
    assert (league.name, league.rules, league.visibility) == ("Cedar Street", {"base": "iowa", "target": 21}, "private")
    assert league.memberships.get().role == "owner"


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": " "}, {"name": "x" * 81}, {"name": "\u200b"}, {"name": "a\0b"}, {"rules": "bridge"},
     {"target": "0"}, {"target": "many"}, {"visibility": "secret"}],
)  # fmt: skip
def test_what_is_no_league_is_not_founded(change: dict[str, str]) -> None:
    said = {"name": "Cedar Street", "rules": "iowa", "target": "", "visibility": "private"}
    assert client_of(account("nora")).post("/leagues/new/", said | change).status_code == 422
    assert not League.objects.exists()


def test_house_rules_beyond_the_form_stay_as_long_as_the_preset(club: Club) -> None:
    services.change_league(
        club.league, name="Cedar Street", rules={"base": "iowa", "target": 42, "challenge": False}, visibility="private"
    )
    browser = club.browser("owner")
    assert 'value="42"' in browser.get(f"{club.root}edit/").content.decode()
    said = {"name": "Elm Street", "rules": "iowa", "target": "", "visibility": "public"}
    assert browser.post(f"{club.root}edit/", said).status_code == 302
    club.league.refresh_from_db()
    assert (club.league.name, club.league.rules) == ("Elm Street", {"base": "iowa", "challenge": False})
    browser.post(f"{club.root}edit/", said | {"rules": "midwest"})
    club.league.refresh_from_db()
    assert club.league.rules == "midwest"


def test_leagues_are_listed_for_whom_they_are(club: Club) -> None:
    found(visibility="public", name="Elm Street")
    nobody = text_of(Client().get("/leagues/"))
    assert "Elm Street" in nobody
    assert "Cedar Street" not in nobody
    mine = text_of(club.browser("viewer").get("/leagues/"))
    assert re.search("Yours.*Cedar Street.*viewer.*4 players.*Elm Street", mine)
    assert "Cedar Street" in text_of(club.browser("viewer").get("/"))
    assert "Cedar Street" in text_of(club.browser("viewer").get("/account/"))


def test_a_league_shows_what_belongs_to_it(club: Club) -> None:
    page = text_of(club.browser("scorer").get(club.root))
    for part in ("Iowa Pepper to 31", "Autumn 2026", "Back room", "Nora", "You are a scorer", "Open a night"):
        assert part in page
    assert "Settings" not in page
    assert "New season" in text_of(club.browser("owner").get(club.root))


def test_the_latest_comes_first(club: Club) -> None:
    for name, year in (("Later", 2028), ("Earlier", 2020)):
        season = services.add_season(club.league, name=name, starts_on=TODAY.replace(year=year))
        services.open_night(season, date=TODAY.replace(year=year), zone="UTC")
    services.open_night(club.season, date=TODAY.replace(month=12), zone="UTC")
    page = text_of(club.browser("viewer").get(club.root))
    assert re.search("Seasons Later.*Autumn 2026.*Earlier", page)
    assert re.search("Last nights Nov 19, 2028.*Dec 19, 2026.*Nov 19, 2026.*Nov 19, 2020", page)
    nights = text_of(club.browser("viewer").get(f"{club.root}s/{club.season.pk}/")).split("Nights")[-1]
    assert re.search("Dec 19, 2026.*Nov 19, 2026", nights)
    for name in ("Elm Street", "Ash Street"):
        found(name=name, visibility="public")
    assert re.search("Ash Street.*Elm Street", text_of(Client().get("/leagues/")))


def test_visitors_of_a_public_league_see_players_and_no_accounts() -> None:
    club = found(visibility="public")
    scorer = club.people["scorer"]
    assert scorer is not None
    services.change_player(club.players[0], name="Nora", user=scorer)
    for address in (club.root, f"{club.root}players/", f"{club.root}players/{club.players[0].pk}/"):
        page = club.browser("outsider").get(address).content.decode()
        assert "Nora" in page
        assert scorer.username not in page


# ---- Members


def test_members_are_added_by_name(club: Club) -> None:
    browser = club.browser("owner")
    account("june")
    account("omar")
    for who in ("JUNE", "omar", "june"):
        assert browser.post(f"{club.root}members/", {"who": who, "role": "player"}).status_code == 302
    players = club.league.memberships.filter(role="player").values_list("user__username", flat=True)
    assert {"june", "omar"} <= set(players)
    assert browser.post(f"{club.root}members/", {"who": "june", "role": "owner"}).status_code == 422
    for who, said in [("kit", "No account is called “kit”."), ("june@example.org", "not found by its e-mail address")]:
        response = browser.post(f"{club.root}members/", {"who": who, "role": "player"})
        assert response.status_code == 422
        assert said in response.content.decode()


def test_a_member_gets_another_role_or_goes(club: Club) -> None:
    browser = club.browser("owner")
    member = club.league.memberships.get(role="viewer")
    address = f"{club.root}members/{member.pk}/"
    assert browser.post(address, {"role": "scorer"}).status_code == 302
    member.refresh_from_db()
    assert member.role == "scorer"
    for _time in range(2):
        assert browser.post(address, {"role": "scorer", "remove": "1"}).status_code == 302
    assert not Membership.objects.filter(pk=member.pk).exists()


@pytest.mark.parametrize("said", [{"role": "viewer"}, {"role": "owner", "remove": "1"}])
def test_the_last_owner_stays(club: Club, said: dict[str, str]) -> None:
    owner = club.league.memberships.get(role="owner")
    response = club.browser("owner").post(f"{club.root}members/{owner.pk}/", said)
    assert response.status_code == 422
    assert "A league needs an owner" in response.content.decode()
    owner.refresh_from_db()
    assert owner.role == "owner"


# ---- Players


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


# ---- Seasons


SEASON = {
    "name": "Spring 2027", "starts_on": "2027-02-01", "ends_on": "", "least_games": "3",
    "metric_0": "points_per_game", "metric_1": "win_share", "metric_2": "", "metric_3": "win_share",
}  # fmt: skip


def test_a_season_is_added(club: Club) -> None:
    browser = club.browser("owner")
    first = browser.post(f"{club.root}seasons/new/", SEASON)
    assert first.status_code == 302
    season = Season.objects.get(name="Spring 2027")
    assert (season.least_games, season.metrics) == (3, ["points_per_game", "win_share"])
    assert "Points a game, then Win %" in text_of(browser.get(first.headers["Location"]))


@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": "Autumn 2026"}, {"starts_on": "soon"}, {"ends_on": "2027-01-01"}, {"least_games": "-1"},
     {"metric_0": ""}, {"metric_1": "luck"}],
)  # fmt: skip
def test_what_is_no_season_is_not_added(club: Club, change: dict[str, str]) -> None:
    assert club.browser("owner").post(f"{club.root}seasons/new/", SEASON | change).status_code == 422
    assert Season.objects.count() == 1


def test_standings_share_places_and_leave_out_who_played_too_little(club: Club) -> None:
    club.play()
    club.play()
    june, kit = club.add("June"), club.add("Kit")
    club.play([june, club.players[1], kit, club.players[3]])
    member = club.people["player"]
    services.change_player(club.players[0], name="Nora", user=member)
    club.count()
    page = club.browser("player").get(f"{club.root}s/{club.season.pk}/")
    text = text_of(page)
    assert "Counted up to hand 9" in text
    rows = [
        " ".join(unescape(re.sub("<[^>]*>", " ", row)).replace("\xa0", " ").split())
        for row in re.findall(r"<tr.*?</tr>", page.content.decode().partition('aria-labelledby="pairs"')[0], re.DOTALL)[
            1:
        ]
    ]
    assert [row.split()[:3] for row in rows[:2]] == [["1", "shared", "Nora"], ["1", "shared", "Sam"]]
    assert rows[0].split()[3] == "you"
    assert [row.split()[0] for row in rows[2:4]] == ["3", "3"]
    assert [row.split()[3:8] for row in rows[4:]] == [[name, "1", "of", "2", "games"] for name in ("June", "Kit")]
    assert "Back room" in text


def test_a_season_shows_partners_and_those_who_played_together_too_little(club: Club) -> None:
    for _time in range(5):
        club.play()
    june = club.add("June")
    club.play([june, *club.players[1:]])
    club.count()
    page = text_of(club.browser("viewer").get(f"{club.root}s/{club.season.pk}/"))
    partners = page.split("Partners", 1)[1].split("Points, night by night")[0]
    assert "With 5 games together a pair has a place." in partners
    ranked, few = partners.split("1 pair with fewer")
    assert re.search(r"1 Nora & Sam 5 games, 5–0 5 5–0 100\.0 % 65–100 % \d", ranked)
    assert re.search(r"2 Eli & Wes 6 games, 0–6 6 0–6 0\.0 % 0–31 % \d", ranked)
    assert re.search(r"– no place (Sam & June|June & Sam) 1 of 5 games", few)
    program = club.browser("viewer").get(f"/api/seasons/{club.season.pk}/standings/?of=pairs").json()
    assert (program["least_games"], [line["place"] for line in program["lines"]]) == (5, [1, 2, None])


def test_where_nobody_has_a_partner_there_are_no_pairs(club: Club) -> None:
    services.change_league(club.league, name="Cedar Street", rules="cutthroat", visibility="private")
    club.league.refresh_from_db()
    game = services.start_league_game(
        club.league, players=club.players[:3], first_dealer=0, night=club.night, submission=uuid.uuid4()
    )
    record(game, {"dealer": 0, "declarer": 0, "bid": "4", "trump": "h", "taken": [4, 2, 2]})
    club.count()
    browser = club.browser("viewer")
    for address in (f"{club.root}s/{club.season.pk}/", f"{club.root}players/{club.players[0].pk}/"):
        page = text_of(browser.get(address))
        assert "Partners" not in page
        assert "Nora" in page


def test_what_a_figure_is_stands_where_a_finger_finds_it(club: Club) -> None:
    club.play()
    club.count()
    page = text_of(club.browser("viewer").get(f"{club.root}s/{club.season.pk}/"))
    assert re.search("How it is reckoned Win % games won ÷ games Points a game", page)
    player = text_of(club.browser("viewer").get(f"{club.root}players/{club.players[0].pk}/"))
    assert re.search("What they are made of Games 1 : 1 won, 0 lost Hands 3 : 3 won Bids", player)
    assert re.search("How it is reckoned Win % games won ÷ games", player)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("", "No season yet. Nights belong to seasons, and each season has standings of its own. New season"),
        ("players/", "Nobody yet. Players are added when they first sit down at a table, or here."),
    ],
)
def test_an_empty_league_says_what_comes_next(address: str, said: str) -> None:
    user = account("nora")
    league = services.found_league(name="Oak Street", by=user)
    assert said in text_of(client_of(user).get(f"/l/{league.slug}/{address}"))


def test_an_empty_season_and_night_say_what_comes_next(club: Club) -> None:
    season = services.add_season(club.league, name="Winter", starts_on=TODAY)
    browser = club.browser("scorer")
    said = "Nobody has played yet. Standings begin with the first hand of a night. Open one, and start a game on it."
    assert said in text_of(browser.get(f"{club.root}s/{season.pk}/"))
    assert "Open a night" in text_of(browser.get(f"{club.root}s/{season.pk}/"))
    assert "No game yet The first table can begin. Start a game" in text_of(
        browser.get(f"{club.root}n/{club.night.pk}/")
    )


# ---- Nights


def test_a_night_is_opened_by_the_clock_of_this_browser(club: Club) -> None:
    browser = club.browser("scorer")
    browser.cookies["tz"] = "Pacific/Kiritimati"  # where it is tomorrow for most of the day
    address = f"{club.root}s/{club.season.pk}/nights/new/"
    form = browser.get(address).content.decode()
    assert 'value="Pacific/Kiritimati"' in form
    said = {"date": "2026-12-03", "place": "Front room", "zone": "Pacific/Kiritimati"}
    first = browser.post(address, said)
    assert first.status_code == 302
    night = Night.objects.get(place="Front room")
    assert (str(night.date), night.zone, night.season) == ("2026-12-03", "Pacific/Kiritimati", club.season)


def test_a_browser_without_a_clock_takes_that_of_the_last_night(club: Club) -> None:
    form = club.browser("scorer").get(f"{club.root}s/{club.season.pk}/nights/new/").content.decode()
    assert 'value="America/Chicago"' in form
    today = timezone.localdate(timezone=ZoneInfo("America/Chicago"))
    assert f'value="{today:%Y-%m-%d}"' in form


@pytest.mark.parametrize(
    "change", [{"date": ""}, {"date": "2026-02-30"}, {"date": "2026-08-31"}, {"zone": "Mars/Olympus"}, {"zone": "../x"},
               {"zone": ""}, {"place": "x" * 81}]
)  # fmt: skip
def test_what_is_no_night_is_not_opened(club: Club, change: dict[str, str]) -> None:
    said = {"date": "2026-12-03", "place": "", "zone": "UTC"} | change
    assert club.browser("scorer").post(f"{club.root}s/{club.season.pk}/nights/new/", said).status_code == 422
    assert Night.objects.count() == 1


def test_a_night_shows_its_tables_as_they_stand(club: Club) -> None:
    club.play(table="1")
    club.play(over=False, table="2")
    page = text_of(club.browser("viewer").get(f"{club.root}n/{club.night.pk}/"))
    assert "Thursday, Nov 19, 2026" in page
    assert re.search("Playing.*Nora & Sam 4 Eli & Wes 2 hand 2, Wes deals", page)
    assert re.search("Finished.*Nora & Sam 42 Eli & Wes 0 3 hands", page)
    assert "Close the night" not in page
    assert "1 game is not finished" in text_of(club.browser("scorer").get(f"{club.root}n/{club.night.pk}/"))


def test_a_night_says_which_round_a_game_is_of_where_a_table_had_two(club: Club) -> None:
    ada, ben, cleo, dan = (club.add(name) for name in ("Ada", "Ben", "Cleo", "Dan"))
    club.play(table="1")
    club.play(table="1")
    club.play([ada, ben, cleo, dan], table="2")
    page = text_of(club.browser("viewer").get(f"{club.root}n/{club.night.pk}/"))
    assert re.search("1 round 1 Nora.* 2 round 1 Ada.* 1 round 2 Nora", page)


def test_a_night_of_one_round_says_nothing_of_rounds(club: Club) -> None:
    club.play(table="1")
    club.play(table="2")
    club.play()
    club.play()
    assert "round" not in text_of(club.browser("viewer").get(f"{club.root}n/{club.night.pk}/"))


@pytest.mark.parametrize("state", ["provisional", "final", "live"])
def test_a_night_is_settled_and_opened_again(club: Club, state: str) -> None:
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/"
    assert browser.post(address, {"state": state}).status_code == 302
    club.night.refresh_from_db()
    assert club.night.state == state
    assert browser.post(address, {"state": "over"}).status_code == 422


def test_a_game_begins_on_a_night_once(club: Club) -> None:
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/games/new/"
    said = seats(*club.players[:2], "June", club.players[3], first_dealer=2, table="7")
    first = browser.post(address, said)
    assert first.status_code == 302
    assert browser.post(address, said).headers["Location"] == first.headers["Location"]
    game = Game.objects.get()
    assert (game.players, game.first_dealer, game.table) == (["Nora", "Eli", "June", "Wes"], 2, "7")
    assert (game.league, game.night) == (club.league, club.night)
    assert club.league.players.filter(name="June").count() == 1
    assert 'value="8"' in browser.get(address).content.decode(), "the next table"


def test_the_name_of_somebody_known_means_that_player(club: Club) -> None:
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/games/new/"
    browser.post(address, seats(*club.players[:3], "wes "))
    assert [seat.player for seat in Game.objects.get().seats.all()] == club.players


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        ({"seat_3": ""}, "Choose who sits here."),
        ({"seat_3": "new", "new_3": ""}, "Every player needs a name."),
        ({"seat_3": "new", "new_3": "nora"}, "Nora sits at another seat already."),
        ({"seat_3": "999999"}, "This player is not in the league"),
        ({"seat_3": "new", "new_3": "x" * 41}, "at most 40 characters"),
        ({"first_dealer": "4"}, "Choose who deals first, or draw."),
        ({"submission": "x"}, "Part of this form was lost on the way."),
    ],
)
def test_what_is_no_table_is_told_at_its_seat(club: Club, seat: dict[str, str], said: str) -> None:
    address = f"{club.root}n/{club.night.pk}/games/new/"
    response = club.browser("scorer").post(address, seats(*club.players[:2], "June", club.players[3], **seat))
    assert response.status_code == 422
    assert said in text_of(response)
    assert not Game.objects.exists()
    assert not club.league.players.filter(name="June").exists(), "nobody is added for a game that was refused"


def test_no_game_begins_on_a_final_night(club: Club) -> None:
    services.set_night_state(club.night, "final")
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/games/new/"
    response = browser.post(address, seats(*club.players[:3], "June"))
    assert response.status_code == 422
    assert "This night is final" in text_of(response)
    assert not club.league.players.filter(name="June").exists()
    assert "Start a game" not in text_of(browser.get(f"{club.root}n/{club.night.pk}/"))


def test_a_final_night_offers_no_form_and_says_once_why(club: Club) -> None:
    services.set_night_state(club.night, "final")
    browser, address = club.browser("scorer"), f"{club.root}n/{club.night.pk}/games/new/"
    for page in (browser.get(address), browser.post(address, seats(*club.players))):
        assert text_of(page).count("This night is final") == 1
    assert "Who plays?" not in text_of(browser.get(address))


def test_whoever_plays_at_another_table_is_set_apart(club: Club) -> None:
    pat, kim = club.add("Pat"), club.add("Kim")
    club.play([kim, *club.players[1:]], table="1")
    address = f"{club.root}n/{club.night.pk}/games/new/"

    def apart() -> list[str]:
        choices = dict(club.browser("scorer").get(address).context["form"].fields["seat_0"].choices)
        return [name for _key, name in choices.get("At another table", [])]

    assert apart() == [], "that game is over"
    game = club.play(over=False, table="2")
    assert apart() == ["Eli", "Nora", "Sam", "Wes"]
    services.substitute(game, seat=0, player=pat, from_number=2)
    assert apart() == ["Eli", "Pat", "Sam", "Wes"]


def test_the_dealer_is_asked_for_by_name_where_names_are_known(club: Club) -> None:
    game = club.play()
    address = f"{club.root}n/{club.night.pk}/games/new/"
    form = club.browser("scorer").get(f"{address}?again={game.key}").context["form"]
    assert [label for _value, label in form.fields["first_dealer"].choices] == ["Draw", "Nora", "Eli", "Sam", "Wes"]
    said = seats(*club.players[:3], "June", seat_0="")
    form = club.browser("scorer").post(address, said).context["form"]
    assert [label for _value, label in form.fields["first_dealer"].choices] == ["Draw", "1", "Eli", "Sam", "June"]


# ---- Taking a game in


def alone() -> Game:
    game = services.start_game(rules="iowa", players=["nora", "Eli", "Sam", "June"], first_dealer=2)
    record(game, NORA_MAKES_4)
    return game


def test_a_game_played_without_a_league_is_taken_in(club: Club) -> None:
    game, browser = alone(), club.browser("scorer")
    address = f"/g/{game.key}/claim/"
    form = browser.get(address).content.decode()
    assert f'<option value="{club.players[0].pk}" selected>Nora' in form, "known by name"
    assert 'value="June"' in form
    said = seats(*club.players[:3], "June", night=club.night.pk)
    assert browser.post(address, said).headers["Location"] == f"/g/{game.key}/"
    assert browser.post(address, said).headers["Location"] == f"/g/{game.key}/"
    game.refresh_from_db()
    assert (game.league, game.night, game.players) == (club.league, club.night, ["Nora", "Eli", "Sam", "June"])
    assert club.league.players.filter(name="June").count() == 1
    club.count()
    assert "Nora & Sam 4" in text_of(browser.get(f"{club.root}n/{club.night.pk}/"))


def test_where_there_are_two_leagues_one_is_chosen(club: Club) -> None:
    other = services.found_league(name="Elm Street", by=club.people["scorer"])  # type: ignore[arg-type]
    game, browser = alone(), club.browser("scorer")
    page = browser.get(f"/g/{game.key}/claim/").content.decode()
    assert f"?league={other.slug}" in page and f"?league={club.league.slug}" in page
    said = seats("Nora", "Eli", "Sam", "June", night="")
    assert browser.post(f"/g/{game.key}/claim/?league={other.slug}", said).status_code == 302
    game.refresh_from_db()
    assert game.league == other
    assert sorted(other.players.values_list("name", flat=True)) == ["Eli", "June", "Nora", "Sam"]


def test_who_may_not_score_takes_nothing_in(club: Club) -> None:
    game = alone()
    address = f"/g/{game.key}/claim/"
    for who in ("player", "viewer", "outsider"):
        browser = club.browser(who)
        assert "There is no league in which you may enter games." in text_of(browser.get(address))
        assert browser.get(address, {"league": club.league.slug}).status_code == 404
        assert browser.post(f"{address}?league={club.league.slug}", seats(*club.players)).status_code == 404
    assert club.browser("nobody").get(address).status_code == 302
    assert club.browser("nobody").post(address, seats(*club.players)).status_code == 403
    game.refresh_from_db()
    assert game.league is None


def test_a_game_of_a_league_or_to_look_at_is_not_taken_in(club: Club) -> None:
    other = found(name="Elm Street")
    game = other.play()
    demo = services.start_game(rules="iowa", players=NAMES, first_dealer=0, is_demo=True)
    browser = club.browser("owner")
    assert browser.get(f"/g/{game.key}/claim/").status_code == 404, "a private league's game is not there"
    assert browser.get(f"/g/{demo.key}/claim/").status_code == 404
    assert other.browser("viewer").get(f"/g/{game.key}/claim/").status_code == 302


def test_a_night_of_another_league_or_a_final_one_is_no_choice(club: Club) -> None:
    other, game = found(name="Elm Street"), alone()
    services.set_night_state(club.night, "final")
    for night in (other.night, club.night):
        said = seats(*club.players[:3], "June", night=night.pk)
        assert club.browser("owner").post(f"/g/{game.key}/claim/", said).status_code == 422


def test_a_long_season_shows_its_nights_page_by_page(club: Club) -> None:
    repeat_night(club, 44)
    browser, address = club.browser("viewer"), f"{club.root}s/{club.season.pk}/"
    seen: list[str] = []
    for page, (earlier, later) in enumerate([(True, False), (True, True), (False, True)], 1):
        text = browser.get(address, {"page": page}).content.decode()
        assert ("Earlier nights" in text, "Later nights" in text) == (earlier, later)
        seen += re.findall(rf'href="{club.root}n/(\d+)/"', text)
    assert len(seen) == len(set(seen)) == 45
    assert "There are no earlier nights." in text_of(browser.get(address, {"page": 9}))
    for junk in ("", "x", "-1", "\u00b2", "9" * 30):
        assert "Later nights" not in browser.get(address, {"page": junk}).content.decode()
