"""What the pages of nights show and do: opening one, its tables, settling it."""

import re
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from scorekeeper import services
from scorekeeper.models import Game, Night

from .club import Club, found
from .pages import seats, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return found()


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
