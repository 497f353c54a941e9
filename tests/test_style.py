"""The look as markup: the words beside every picture, the states that exist, and nothing inline anywhere."""

import re
from pathlib import Path

import pytest
from django import forms
from django.contrib.staticfiles import finders
from django.template import Context, Template
from django.template.loader import render_to_string
from django.test import Client

from scorekeeper import words

ROOT = Path(__file__).resolve().parents[1]
TEMPLATES = sorted(path for folder in (ROOT / "templates",) for path in folder.rglob("*.html"))
STYLESHEETS = sorted((ROOT / "pepper_site" / "static" / "pepper").glob("*.css"))


def show(markup: str, **context: object) -> str:
    """Render `markup` with the components loaded."""
    return Template("{% load cards pepper words %}" + markup).render(Context(context)).strip()


def label(markup: str) -> str:
    """Return what a screen reader hears of the one picture in `markup`."""
    (said,) = re.findall(r'aria-label="([^"]*)"', markup)
    return said


# ---- Words


@pytest.mark.parametrize(
    ("code", "trump", "heard"),
    [
        ("Th", None, "ten of hearts"),
        ("9s", "n", "nine of spades"),
        ("Ad", "d", "ace of diamonds, trump"),
        ("Jd", "d", "jack of diamonds, right bower, trump"),
        ("Jh", "d", "jack of hearts, left bower, trump"),
        ("Jc", "d", "jack of clubs"),
        ("B", "s", "joker, trump"),
        ("B", None, "joker"),
    ],
)
def test_card_is_heard_in_words(code: str, trump: str | None, heard: str) -> None:
    assert words.card_words(code, trump) == heard
    assert label(show("{% card code trump=trump %}", code=code, trump=trump)) == heard
    assert label(show("{% card_text code trump %}", code=code, trump=trump)) == heard


@pytest.mark.parametrize(("code", "read"), [("Th", "10♥\ufe0e"), ("As", "A♠\ufe0e"), ("B", "Joker")])
def test_card_is_read_as_printed(code: str, read: str) -> None:
    assert words.card_sign(code) == read
    assert re.sub("<[^>]*>", "", show("{% card_text code %}", code=code)) == read


@pytest.mark.parametrize(
    ("bid", "trump", "read", "heard"),
    [
        ("5", "h", "5\u202f♥\ufe0e", "5 hearts"),
        ("4", "n", "4 no trump", "4 no trump"),
        ("PH", "h", "Pepper with help\u00a0♥\ufe0e", "Pepper with help, hearts"),
        ("PA", "s", "Pepper alone\u00a0♠\ufe0e", "Pepper alone, spades"),
        ("LP", "d", "Little Pepper\u00a0♦\ufe0e", "Little Pepper, diamonds"),
        ("BP", "c", "Big Pepper\u00a0♣\ufe0e", "Big Pepper, clubs"),
    ],
)
def test_contract_is_read_and_heard(bid: str, trump: str, read: str, heard: str) -> None:
    assert re.sub("<[^>]*>", "", show("{% contract bid trump %}", bid=bid, trump=trump)) == read
    assert words.contract_words(bid, trump) == heard


def test_contract_without_a_trump_is_the_bid_alone() -> None:
    assert re.sub("<[^>]*>", "", show("{% contract 'PH' %}")) == "Pepper with help"


def test_figures_have_real_signs_and_never_break() -> None:
    assert words.points_line([5, -1, 0]) == "+5\u00a0/\u00a0−1\u00a0/\u00a00"
    assert words.score_line([23, -12]) == "23\u00a0:\u00a0−12"
    assert words.points_words([5, -1], ["Nora & Sam", "Eli & Wes"]) == "Nora & Sam 5 points, Eli & Wes minus 1 point"
    assert words.points_words([5, -1]) == "5 points, minus 1 point"


# ---- Components


@pytest.mark.parametrize("state", ["selected", "winning", "dimmed", "played"])
def test_card_carries_its_state(state: str) -> None:
    assert f'data-state="{state}"' in show("{% card 'Jh' state=state %}", state=state)


def test_card_says_who_played_it_and_how_it_stands() -> None:
    assert label(show("{% card 'Jh' trump='h' state='winning' by='Nora' %}")).endswith("trump, Nora, winning")
    assert label(show("{% card 'Jh' state='played' by='Nora' %}")) == "jack of hearts, played by Nora"


def test_card_that_is_hidden_or_to_come_says_nothing_of_its_face() -> None:
    assert label(show("{% card 'Xx' %}")) == "hidden card"
    assert label(show("{% card None %}")) == "not played yet"


def test_only_a_marked_trump_carries_the_bar() -> None:
    assert "data-trump" in show("{% card 'Jd' trump='h' mark_trump=True %}")
    assert "data-trump" not in show("{% card 'Jc' trump='h' mark_trump=True %}")
    assert "data-trump" not in show("{% card 'Jd' trump='h' %}")


def test_left_bower_carries_the_glyph_of_the_suit_it_belongs_to() -> None:
    assert '<small aria-hidden="true">♥\ufe0e</small>' in show("{% card 'Jd' trump='h' %}")
    assert "<small" not in show("{% card 'Jh' trump='h' %}")


def test_card_button_submits_its_code_and_says_why_it_cannot() -> None:
    button = show("{% card_button 'Td' disabled=True why='Wes showed out of diamonds' %}")
    assert 'name="card" value="Td" disabled' in button
    assert label(button) == "ten of diamonds: Wes showed out of diamonds"
    assert "disabled" not in show("{% card_button 'Td' %}")
    assert "disabled" in show("{% card_button 'Td' state='played' %}")


def test_names_cannot_break_out_of_a_component() -> None:
    wild = '"><script>alert(1)</script>'
    seat = show("{% seat name 'n' cards=cards %}", name=wild, cards=[{"code": "Ah"}])
    card = show("{% card 'Ah' by=name state='played' %}", name=wild)
    notice = show("{% notice title=name %}{{ name }}{% endnotice %}", name=wild)
    board = show("{% scoreboard sides 31 %}", sides=[{"name": wild, "score": 1}])
    assert all("<script" not in markup for markup in (seat, card, notice, board))


def test_scoreboard_keeps_its_bar_within_the_game() -> None:
    board = show(
        "{% scoreboard sides 31 %}", sides=[{"name": "A", "score": -3}, {"name": "B", "score": 40, "won": True}]
    )
    assert re.findall(r'<progress value="(\d+)" max="31" aria-label="([^"]*)"', board) == [
        ("0", "A: −3 of 31"),
        ("31", "B: 40 of 31"),
    ]
    assert board.count("data-won") == 1


def test_pips_count_from_both_ends_and_mark_what_is_needed() -> None:
    pips = show("{% pips 2 1 need=5 total=6 name='Nora' %}")
    assert re.findall(r"<i([^>]*)>", pips) == [
        ' data-side="declarer"',
        ' data-side="declarer"',
        "",
        "",
        " data-need",
        ' data-side="defenders"',
    ]
    assert label(pips) == "Nora: 2 of 5 tricks needed; defenders: 1; 3 to play"


def test_trick_of_three_stands_side_by_side() -> None:
    plays = [{"place": "s", "code": "Jh"}, {"place": "w", "code": "Jd"}, {"place": "e", "code": None}]
    assert 'data-active="3"' in show("{% trick plays label='Trick 4' %}", plays=plays)
    assert "data-active" not in show("{% trick plays label='Trick 4' %}", plays=[*plays, {"place": "n", "code": "Ac"}])


class BidForm(forms.Form):
    bid = forms.ChoiceField(choices=[("1", "1"), ("PH", "Pepper with help")], widget=forms.RadioSelect)
    name = forms.CharField(help_text="As called out.")


def test_field_joins_label_help_and_fault_to_its_control() -> None:
    field = show("{% field form.name %}", form=BidForm({"bid": "1"}))
    assert '<label for="id_name">' in field
    assert 'aria-invalid="true"' in field
    described = re.findall(r'aria-describedby="([^"]*)"', field)[0].split()
    assert described == ["id_name_helptext", "id_name_error"]
    assert all(f'id="{one}"' in field for one in described)


def test_choices_keep_the_answer_and_show_the_fault() -> None:
    chosen = show(
        "{% choices form.bid fit='ladder' notes=notes %}", form=BidForm({"bid": "PH"}), notes={"PH": "7 points"}
    )
    assert re.findall(r'value="(\w+)"[^>]* checked', chosen) == ["PH"]
    assert chosen.count("data-wide") == 1
    assert "<small>7 points</small>" in chosen
    wrong = show("{% choices form.bid %}", form=BidForm({"bid": "9"}))
    assert 'aria-describedby="id_bid_error"' in wrong
    assert 'id="id_bid_error"' in wrong


# ---- Pages


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("deck", ["two", "four"])
def test_style_page_shows_every_component_in_every_state(client: Client, scheme: str, deck: str) -> None:
    response = client.get("/style/", {"scheme": scheme, "deck": deck})
    page = response.content.decode()
    assert response.status_code == 200
    assert "default-src 'none'" in response.headers["Content-Security-Policy"]
    assert f'data-scheme="{scheme}" data-deck="{deck}"' in page
    states = ("selected", "winning", "dimmed", "played", "slot", "back")
    kinds = ("info", "unsent", "warning", "error", "live", "warn")
    results = ("made", "set", "conceded", "passed", "void")
    for expected in (
        *(f'data-state="{state}"' for state in states),
        *(f'data-kind="{kind}"' for kind in kinds),
        *(f'data-result="{result}"' for result in results),
        *(f'data-fit="{fit}"' for fit in ("ladder", "many")),
        *("data-joker", "data-trump", "data-turn", "data-out", "data-won", "data-unsent", "data-future"),
        *('aria-invalid="true"', 'class="empty"', 'class="deck"', 'class="pips"', 'aria-current="step"'),
    ):
        assert expected in page, expected


def test_style_page_shows_charts_each_with_its_sentence_table_and_figure(client: Client) -> None:
    page = client.get("/style/").content.decode()
    figures = re.findall(r"<figure.*?</figure>", page, re.DOTALL)
    assert len(figures) == 2
    for figure in figures:
        assert re.search(r"<p>After \d+ ", figure)
        assert "<tbody>" in figure
        (address,) = re.findall(r'data-figure="([^"]*)"', figure)
        assert client.get(address).json()["data"]
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert client.get("/style/charts/other/").status_code == 404


def test_style_page_ignores_looks_that_do_not_exist(client: Client) -> None:
    page = client.get("/style/", {"scheme": '"><b>', "deck": "five"}).content.decode()
    assert 'lang="en" data-deck="two"' in page


def test_style_page_begins_as_this_browser_likes_it(client: Client) -> None:
    client.post("/display/", {"scheme": "dark", "deck": "four"})
    assert 'data-scheme="dark" data-deck="four"' in client.get("/style/").content.decode()
    assert 'data-scheme="light" data-deck="four"' in client.get("/style/", {"scheme": "light"}).content.decode()


def test_display_says_that_it_is_saved(client: Client) -> None:
    response = client.post("/display/", {"scheme": "dark", "deck": "four"}, follow=True)
    assert "Saved." in response.content.decode()


def test_points_stand_beside_their_sides() -> None:
    said = show("{% named_points values names %}", values=[14, -14], names=["Nora & Sam", "Eli & Wes"])
    assert said == "<bdi>Nora &amp; Sam</bdi>\u00a0+14, <bdi>Eli &amp; Wes</bdi>\u00a0−14"


def test_display_is_kept_in_cookies_and_used_by_every_page(client: Client) -> None:
    assert "data-scheme" not in client.get("/display/").content.decode()
    assert client.post("/display/", {"scheme": "dark", "deck": "four"}).status_code == 302
    page = client.get("/display/").content.decode()
    assert 'data-scheme="dark" data-deck="four"' in page
    assert re.findall(r'value="(\w+)"[^>]* checked', page) == ["dark", "four"]
    client.post("/display/", {"scheme": "auto", "deck": "two"})
    assert "data-scheme" not in client.get("/display/").content.decode()


def test_display_refuses_a_look_that_does_not_exist(client: Client) -> None:
    response = client.post("/display/", {"scheme": "pink", "deck": "two"})
    assert response.status_code == 422
    assert "scheme" not in response.cookies


@pytest.mark.parametrize(
    "name", ["400.html", "413.html", "503.html", "403.html", "403_csrf.html", "404.html", "500.html"]
)
def test_error_page_says_how_to_go_on(name: str) -> None:
    page = render_to_string(name)
    assert page.count("<h1>") == 1
    assert 'class="button"' in page


def test_refused_form_says_that_nothing_is_lost() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/display/", {"scheme": "dark", "deck": "two"})
    assert response.status_code == 403
    page = response.content.decode()
    assert "Please send that once more." in page
    assert "CSRF" not in page


# ---- Strictness


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_template_has_nothing_inline_and_nothing_from_elsewhere(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"<style\b", text)
    assert not re.search(r"<script\b(?![^>]*\bsrc=)", text)
    assert not re.search(r"\sstyle\s*=", text)
    assert not re.search(r"<[^>]*\son\w+\s*=", text)
    assert "hx-on" not in text
    assert not re.search(r"javascript:", text)
    assert not re.search(r"""(?:src|href|action)=["']\s*(?:https?:)?//""", text)
    assert "http://www.w3.org" not in text.replace("http://www.w3.org/2000/svg", "")


def test_every_stylesheet_is_linked_and_every_link_is_there() -> None:
    linked = re.findall(r'href="[^"]*/pepper/(\w+\.css)"', render_to_string("components/stylesheets.html"))
    pages = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES)
    linked_by_a_page = re.findall(r"{% static 'pepper/(\w+\.css)' %}", pages)
    assert len(linked) == len(set(linked))
    assert {*linked, *linked_by_a_page} == {path.name for path in STYLESHEETS}
    assert linked[0] == "reset.css", "it declares the order of the layers"
    scripts = re.findall(r"{% static 'pepper/(\w+\.js)' %}", pages)
    assert all(finders.find(f"pepper/{name}") for name in (*linked, *linked_by_a_page, "pepper.js", "peppercorns.svg"))
    assert {"entry.js", "taps.js", "copy.js"} <= set(scripts)
    assert all(finders.find(f"pepper/{name}") for name in scripts)


# Swagger's own sheet is in no layer, and what is in one never prevails over what is in none.
WITHOUT_LAYER = {"apidocs.css"}


@pytest.mark.parametrize("path", STYLESHEETS, ids=lambda path: path.name)
def test_stylesheet_keeps_to_its_layer_and_its_tokens(path: Path) -> None:
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert bool(re.match(r"\s*@layer ", text)) is (path.name not in WITHOUT_LAYER)
    assert "@import" not in text and "url(" not in text
    assert text.count("{") == text.count("}")
    used = set(re.findall(r"var\((--[\w-]+)", text))
    known = set(re.findall(r"(--[\w-]+)\s*:", "".join(one.read_text(encoding="utf-8") for one in STYLESHEETS)))
    assert used <= known


def test_gold_means_turn_or_winning_and_nothing_else() -> None:
    lines = [
        line.strip()
        for path in STYLESHEETS
        if path.name != "tokens.css"
        for line in path.read_text(encoding="utf-8").splitlines()
        if "--gold" in line
    ]
    assert len(lines) == 4, "the ring and star of the winning card, the name whose turn it is, the winner of a trick"
