"""Telling a hand call by call and card by card: what is offered, what is kept, and what stepping back leaves."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from scorekeeper.engine import PRESETS, Card, Hand, check_hand
from scorekeeper.entry import Ask, Depth, card_choices, read_draft, state_text
from scorekeeper.models import Game
from scorekeeper.models import Hand as KeptHand
from scorekeeper.selectors import game_sheet

from .table import FULL, NAMES, NORA_MAKES_4, finish, record, start
from .tapping import Steps
from .test_score_sheet import said

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start(first_dealer=0)


def cards_page(client: Client, game: Game) -> Steps:
    return Steps(client, f"/g/{game.key}/cards/")


def auction_page(client: Client, game: Game) -> Steps:
    return Steps(client, f"/g/{game.key}/auction/")


def call_all(steps: Steps, *calls: str) -> Steps:
    for call in calls:
        steps.press("call", call)
    return steps


# ---- A whole hand


def test_a_full_hand_by_tapping(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "Pass", "Pass", "1", "2")
    steps.press("trump", "c").press("card", "9c").press("card", "9h").press("challenged", "yes")
    for trick in FULL["tricks"]:
        for card in trick:  # type: ignore[attr-defined]
            steps.press("card", card)
    assert steps.asks == "done"
    assert steps.save().status_code == 302
    assert KeptHand.objects.get().record == {key: value for key, value in FULL.items() if key != "hands"}


def test_calls_and_tricks_by_tapping(client: Client, game: Game) -> None:
    steps = call_all(auction_page(client, game), "Pass", "Pass", "1", "2").press("trump", "c")
    steps.press("challenged", "yes")
    assert steps.asks == "taken"
    steps.press("taken", "0:4")
    assert "Save, 2" in steps.page
    steps.save()
    kept = KeptHand.objects.get().record
    assert (kept["calls"], kept["taken"]) == (["Pass", "Pass", "1", "2"], [4, 2])
    assert game_sheet(game).scores == check_hand(kept, game.ruleset).result.points  # type: ignore[union-attr]


def test_only_legal_calls_are_offered(client: Client, game: Game) -> None:
    steps = auction_page(client, game)
    assert steps.offered("call") == ["Pass", "1", "2", "3", "4", "5", "PH", "PA"]
    assert steps.press("call", "4").offered("call") == ["Pass", "5", "PH", "PA"]


def test_a_claim_ends_the_play(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass")
    steps.press("trump", "h").press("unknown").press("challenged", "yes")
    steps.press("card", "Jh").press("card", "9h").press("card", "Ah")
    assert steps.offered("taken") == ["1:1", "1:2", "1:3", "1:4", "1:5", "1:6"]
    steps.press("taken", "1:5").save()
    kept = KeptHand.objects.get().record
    assert (kept["tricks"], kept["taken"]) == ([["Jh", "9h", "Ah"]], [1, 5])
    assert "exchange" not in kept


def test_everybody_passes(client: Client, game: Game) -> None:
    auction_page(client, game).press("passed").save()
    assert KeptHand.objects.get().record == {"dealer": 0, "calls": ["Pass"] * 4}


def test_a_concession(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass")
    steps.press("trump", "h").press("unknown").press("challenged", "no").save()
    assert game_sheet(game).scores == (0, 4)


def test_an_auction_that_nobody_wrote_down(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("unwritten").press("declarer", 2).press("bid", "PA").press("trump", "n")
    steps.press("challenged", "no").save()
    assert KeptHand.objects.get().record == {
        "dealer": 0,
        "declarer": 2,
        "bid": "PA",
        "trump": "n",
        "challenged": False,
    }


def test_a_misdeal_and_a_ruling(client: Client, game: Game) -> None:
    auction_page(client, game).press("void").save()
    steps = auction_page(client, game).press("rule", ruled_0="-3", ruled_1="2", ruling_reason="a revoke")
    steps.save()
    assert [hand.record.get("void") for hand in game.hands.current()] == ["misdeal", None]
    assert game_sheet(game).scores == (-3, 2)


def test_another_dealer(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("dealer", 2)
    assert steps.question == "What does Wes call?"


# ---- The deal


def test_a_deal_typed_in_part(client: Client, game: Game) -> None:
    steps = cards_page(client, game).press("deal", dealt_0="9c Ad ah J♦", dealt_2="9h 9s Jc Kc Kh 10c")
    assert not steps.response.context["form"].fault
    call_all(steps, "Pass", "Pass", "Pass", "2").press("trump", "c").press("unknown")
    steps.press("challenged", "no").save()
    kept = KeptHand.objects.get().record
    assert kept["hands"][0] == ["Ad", "Ah", "Jd", "9c", "Xx", "Xx"] or set(kept["hands"][0]) == {
        "9c",
        "Ad",
        "Ah",
        "Jd",
        "Xx",
    }
    assert kept["hands"][1] == []


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"dealt_0": "9c 9c"}, "Nora has 9♣ twice."),
        ({"dealt_0": "9c", "dealt_1": "9c"}, "Nora and Eli both have 9♣."),
        ({"dealt_0": "9s Ts Js Qs Ks As 9c"}, "is dealt 6 cards; here are 7."),
        ({"dealt_0": "Bh"}, "is no card"),
        ({"dealt_0": "B"}, "There is no"),
    ],
)
def test_a_deal_that_cannot_be_stays_as_typed(client: Client, game: Game, typed: dict[str, str], said: str) -> None:
    steps = cards_page(client, game).press("deal", **typed)
    assert said in steps.page
    assert steps.form.fields["dealt_0"] == typed["dealt_0"]


def test_a_deal_tapped_from_the_deck(client: Client, game: Game) -> None:
    steps = cards_page(client, game).press("deal_to_now", "0")
    for card in ("As", "Ks", "Qs", "Js", "Ts", "9s"):
        steps.press("deal_card", card)
    assert steps.form.fields["deal_to"] == "1"
    assert "As" not in steps.offered("deal_card")
    steps.press("deal_card", "Ah").press("deal_card", "Ah").press("deal_to_now", "")
    draft = steps.response.context["draft"]
    assert [len(held) for held in draft.hands] == [6, 0, 0, 0]


def test_a_known_hand_dims_what_is_not_held(client: Client, game: Game) -> None:
    steps = cards_page(client, game).press("deal", dealt_1="As Ks Qs Js Ts 9s")
    call_all(steps, "4", "Pass", "Pass", "Pass").press("trump", "s").press("unknown").press("challenged", "yes")
    assert "Kh" not in steps.offered("card") or "exchange" in state_text(steps.response.context["draft"])


# ---- Typing cards


def test_several_cards_are_typed_at_once(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="jh, 9h Ah  Jd 10♥")
    assert list(map(str, steps.response.context["draft"].plays)) == ["Jh", "9h", "Ah", "Jd", "Th"]
    assert steps.form.fields["typed"] == ""


def test_what_cannot_be_taken_stays_typed(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="Jh 9h Jh Ah")
    assert len(steps.response.context["draft"].plays) == 2
    assert steps.form.fields["typed"] == "Jh Ah"
    assert "It is played already." in steps.page


def test_typed_calls(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("add", typed="pass 3 4 pass h")
    assert steps.asks == "challenge"
    assert steps.response.context["draft"].trump == "h"


def test_what_is_typed_stays_when_a_card_is_tapped(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("card", "Jh", typed="9h Ah")
    assert steps.form.fields["typed"] == "9h Ah"


# ---- Why not


def test_a_card_that_cannot_be_played_says_why(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="Kd 9d 9s Jh Jd")
    assert steps.question == "Wes plays to trick 2" or steps.question.endswith("plays to trick 2")
    labels = {button.value: button.label for button in steps.form.buttons if button.name == "card"}
    assert "played by" in labels["Kd"]
    shown = [label for label in labels.values() if "showed out of diamonds in trick 1" in label]
    assert shown
    assert "showed out of diamonds in trick 1." in steps.page


def test_a_card_sent_though_it_was_not_offered(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("card", "Jh")
    steps.press("card", "Jh")
    assert "It is played already." in steps.page
    assert len(steps.response.context["draft"].plays) == 1


def test_after_a_ruling_a_revoke_can_be_told(client: Client, game: Game) -> None:
    steps = call_all(cards_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h").press("unknown")
    steps.press("challenged", "yes").press("add", typed="Kd 9s 9d Kc 9c Jc")
    assert "Ad" not in steps.offered("card") or steps.asks == "play"
    steps.press("rule", ruled_0=2, ruled_1=-4, ruling_reason="Wes revoked")
    steps.press("add", typed="Ac Qd Qc")
    assert not steps.response.context["form"].fault
    assert steps.save().status_code == 302


# ---- Stepping back


def test_step_back_to_the_beginning_and_forward_again(client: Client, game: Game) -> None:
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/1/edit/cards/")
    states = []
    while "back" in {button.name for button in steps.form.buttons}:
        states.append(steps.form.fields["state"])
        steps.press("back")
    assert len(states) == 18 + 1 + 2 + 1 + 4
    assert steps.asks == "call"
    assert json.loads(steps.form.fields["state"])["hands"] == FULL["hands"]


def test_step_back_labels(client: Client, game: Game) -> None:
    steps = auction_page(client, game).press("call", "Pass").press("call", "PH")
    assert "Undo Pepper with help" in steps.page
    call_all(steps, "Pass", "Pass")
    assert "Undo Pass" in steps.page


# ---- Odds and ends


@pytest.mark.parametrize("path", ["auction", "cards"])
def test_after_the_end_and_for_a_demonstration(client: Client, path: str) -> None:
    assert client.get(f"/g/{finish(start()).key}/{path}/").status_code == 409
    assert client.get(f"/g/{start(is_demo=True).key}/{path}/").status_code == 403
    assert client.get(f"/g/nobody/{path}/").status_code == 404


@pytest.mark.parametrize("path", ["cards", "auction", "1/edit/cards", "1/edit/auction", "1/insert/auction"])
def test_a_tap_brings_the_steps_and_an_address_to_come_back_to(client: Client, game: Game, path: str) -> None:
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/{path}/")
    tap = {"back": "1"} if "edit" in path else {"call": "3"}
    tapped = client.post(steps.path, steps.form.fields | tap, headers={"HX-Request": "true"})
    assert tapped.status_code == 200
    assert 'id="entry-steps"' in tapped.content.decode()
    again = Steps(client, tapped.headers["HX-Replace-Url"])
    form = tapped.context["form"]
    for name in ("submission", "number", "seen"):
        assert name not in form.fields or again.form.fields[name] == str(form[name].value())
    assert again.response.context["draft"] == tapped.context["draft"]


def test_saving_before_the_hand_is_told(client: Client, game: Game) -> None:
    steps = auction_page(client, game)
    response = client.post(steps.path, steps.form.fields | {"save": "1"})
    assert response.status_code == 422
    assert "not told to its end" in response.content.decode()
    assert not KeptHand.objects.exists()


def test_a_save_that_is_sent_twice_makes_one_hand(client: Client, game: Game) -> None:
    from .tapping import Form

    steps = auction_page(client, game).press("passed")
    form = Form(steps.page, "entry-save")
    for _time in range(2):
        assert client.post(steps.path, form.fields | {"save": "1"}).status_code == 302
    assert KeptHand.objects.count() == 1


@pytest.mark.parametrize("depth", ["auction", "cards"])
@pytest.mark.parametrize("is_written", [True, False])
def test_another_phone_was_faster_and_what_was_told_stays_told_of_those_people(
    client: Client, game: Game, depth: str, is_written: bool
) -> None:
    steps = Steps(client, f"/g/{game.key}/{depth}/")
    if is_written:
        call_all(steps, "Pass", "4", "Pass", "Pass")
    else:
        steps.press("unwritten").press("declarer", "2").press("bid", "4")
    steps.press("trump", "s")
    if depth == "cards":
        steps.press("unknown").press("challenged", "yes").press("add", typed="Js 9s Ts").press("taken", "0:1")
    else:
        steps.press("challenged", "yes").press("taken", "0:0")
    told = steps.response.context["draft"].record()
    record(game, NORA_MAKES_4 | {"dealer": 0})
    response = steps.save()
    assert response.status_code == 409
    words = said(response)
    assert "There is a hand 1 already." in words
    yours = words.split("Yours, as hand 2")[-1]
    assert "Sam is set on 4 ♠" in yours
    assert "Dealer Nora" in yours
    assert ("Auction Pass, 4, Pass, Pass" in yours) is is_written
    assert ("Cards played J♠" in yours) is (depth == "cards")
    assert "Nora dealt, but it was Eli’s turn to deal." in yours
    context = response.context
    typed = {key: str(value) for key, value in context["typed"].items()}
    looked = client.post(context["action"], typed | {"preview": "1"})
    assert looked.context["draft"].record() == told
    assert client.post(context["action"], typed).status_code == 302
    assert [hand.record for hand in game.hands.current()][1] == told


def test_what_was_told_goes_along_to_another_depth(client: Client, game: Game) -> None:
    steps = call_all(auction_page(client, game), "4", "Pass", "Pass", "Pass").press("trump", "h")
    form = steps.form.fields
    cards = client.post(f"/g/{game.key}/cards/", {"state": form["state"], "carry": "1", **form})
    assert cards.status_code == 200
    assert str(cards.context["step"].asks) == "exchange"
    score = client.post(f"/g/{game.key}/hand/", {"state": form["state"], "carry": "1"})
    assert score.context["form"]["declarer"].value() == 1
    assert score.context["form"]["bid"].value() == "4"
    paste = client.post(f"/g/{game.key}/paste/", {"state": form["state"], "carry": "1"})
    assert '"trump": "h"' in paste.context["form"]["text"].value()


def test_half_an_auction_goes_along(client: Client, game: Game) -> None:
    steps = call_all(auction_page(client, game), "Pass", "4")
    cards = client.post(f"/g/{game.key}/cards/", steps.form.fields | {"carry": "1"})
    assert cards.context["draft"].calls == ("Pass", "4")


def test_what_was_tapped_at_score_depth_goes_along(client: Client, game: Game) -> None:
    said = {"number": 1, "declarer": 1, "bid": "4", "trump": "h", "challenged": "yes", "dealer": 0, "carry": "1"}
    page = client.post(f"/g/{game.key}/cards/", said)
    assert str(page.context["step"].asks) == "play"
    assert page.context["draft"].contract.declarer == 1


def test_a_pasted_record_goes_along(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/cards/", {"text": json.dumps(FULL), "carry": "1"})
    assert page.context["draft"].record() == FULL


@pytest.mark.parametrize(
    "odd",
    [
        {"ruling": {"points": "x"}},
        {"ruling": 1},
        {"taken": {}},
        {"alone": 3},
        {"declarer": "x", "taken": [1, 2]},
        {"calls": 7},
        {"tricks": [1]},
        {"dealer": []},
        {"shoes": 2},
    ],
)
@pytest.mark.parametrize("depth", ["hand", "auction", "cards", "paste", "1/edit/score", "1/edit/cards"])
def test_what_cannot_be_read_of_a_pasted_record_stays_behind(
    client: Client, game: Game, depth: str, odd: dict[str, Any]
) -> None:
    record(game, NORA_MAKES_4)
    page = client.post(f"/g/{game.key}/{depth}/", {"text": json.dumps({"trump": "h"} | odd), "carry": "1"})
    assert page.status_code == 200
    assert "could not be read" in page.content.decode()


def test_a_pasted_text_that_is_no_record_stays_behind(client: Client, game: Game) -> None:
    page = client.post(f"/g/{game.key}/hand/", {"text": "five of hearts", "carry": "1"})
    assert page.status_code == 200
    assert "is no record" in page.content.decode()


@pytest.mark.parametrize("text", ["\\ud800", "\\u0000"])
def test_what_cannot_be_kept_is_no_state(client: Client, game: Game, text: str) -> None:
    state = f'{{"dealer":0,"ruling":{{"points":[1,2],"reason":"x{text}"}}}}'
    page = client.post(f"/g/{game.key}/cards/", {"state": state})
    assert page.status_code == 200
    assert page.context["draft"].ruling is None


def test_htmx_brings_only_the_steps(client: Client, game: Game) -> None:
    steps = auction_page(client, game)
    page = client.post(steps.path, steps.form.fields | {"call": "4"}, headers={"HX-Request": "true"})
    assert b"<html" not in page.content
    assert page.content.strip().startswith(b'<div id="entry-steps"')


@pytest.mark.parametrize("depth", ["auction", "cards"])
def test_budget(client: Client, game: Game, depth: str, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    steps = call_all(Steps(client, f"/g/{game.key}/{depth}/"), "4", "Pass", "Pass", "Pass")
    with django_assert_num_queries(3):
        steps.press("trump", "h")


# ---- Junk


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 30)
    | st.text(max_size=5)
    | st.sampled_from(["Jh", "Xx", "Pass", "4", "h"]),
    lambda inner: (
        st.lists(inner, max_size=6) | st.dictionaries(st.sampled_from([*FULL, "plays", "taken", "bid", "void"]), inner)
    ),
    max_leaves=12,
)
KEYS = [
    "dealer",
    "hands",
    "kitty",
    "calls",
    "declarer",
    "bid",
    "trump",
    "alone",
    "discard",
    "exchange",
    "challenged",
    "plays",
    "tricks",
    "taken",
    "void",
    "ruling",
    "annotations",
]


@settings(max_examples=150)
@given(
    st.sampled_from(list(PRESETS)),
    st.dictionaries(st.sampled_from(KEYS), JUNK),
    st.sampled_from(list(Depth)),
)
def test_a_state_of_any_kind_is_read(preset: str, state: dict[str, Any], depth: Depth) -> None:
    rules = PRESETS[preset]
    draft, _lost = read_draft(json.dumps(state), rules, NAMES[: rules.players], 0, depth)
    again, _lost = read_draft(state_text(draft), rules, NAMES[: rules.players], 0, depth)
    assert again.record() == draft.record()
    draft.back()
    if draft.asks in (Ask.PLAY, Ask.DISCARD, Ask.EXCHANGE):
        card_choices(draft)


@settings(max_examples=60)
@given(
    st.dictionaries(st.sampled_from(KEYS), JUNK) | st.just(FULL),
    st.sampled_from(
        [
            "call",
            "card",
            "trump",
            "taken",
            "back",
            "declarer",
            "bid",
            "beside",
            "deal",
            "deal_card",
            "deal_to_now",
            "rule",
            "dealer",
            "unknown",
            "challenged",
            "add",
            "save",
            "void",
            "passed",
            "unwritten",
        ]
    ),
    st.text(max_size=8) | st.sampled_from(["Jh", "4", "0:3", "-1", "h", "kitty", "9"]),
    st.sampled_from(["iowa", "hasenpfeffer", "cutthroat", "classic-2"]),
)
def test_no_junk_is_an_error_of_the_server(state: Any, name: str, value: str, preset: str) -> None:
    game = Game.objects.filter(rules__name=preset).first() or start(preset)
    client = Client()
    for depth in ("auction", "cards"):
        data = {
            "state": json.dumps(state),
            name: value,
            "deal_to": value,
            "typed": value,
            "dealt_0": value,
            "number": 1,
        }
        assert client.post(f"/g/{game.key}/{depth}/", data).status_code in (200, 409, 422)


@pytest.mark.parametrize(
    "state", ["", "null", "[]", "{", '"x"', "{" * 5000, '{"plays": "Jh"}', '{"dealer": true}', "\x00"]
)
def test_a_spoiled_state_begins_anew(client: Client, game: Game, state: str) -> None:
    page = client.post(f"/g/{game.key}/cards/", {"state": state})
    assert page.status_code == 200


# ---- Every ruleset, at every depth


def tell(draw: Any, steps: Steps, rules: Any, dealer: int) -> tuple[Steps, Any]:
    """Tell a random legal hand with the page's own buttons, and play the same at the engine's prompt."""
    hand = Hand.deal(rules, dealer)

    def choose(name: str) -> str:
        return str(draw(st.sampled_from(steps.offered(name))))

    while steps.asks == "call":
        call = choose("call")
        steps.press("call", call)
        hand = hand.call(call)
    if steps.asks == "done":
        return steps, hand
    alone = rules.alone and draw(st.booleans())
    trump = choose("trump")
    steps.press("trump", trump, **({"alone": 1} if alone else {}))
    if steps.asks == "discard":
        away = []
        for _card in range(rules.kitty):
            away.append(choose("card"))
            steps.press("card", away[-1])
        hand = hand.discard(" ".join(away))
    elif rules.kitty:
        hand = hand.discard(" ".join(["Xx"] * rules.kitty))
    hand = hand.name_trump(trump, alone=alone)
    if steps.asks == "exchange":
        mine = choose("card")
        steps.press("card", mine)
        theirs = choose("card")
        steps.press("card", theirs)
        hand = hand.exchange(mine, theirs)
    elif "exchange" in hand.awaits:
        hand = hand.exchange("Xx", "Xx")
    if steps.asks == "challenge":
        said = choose("challenged")
        steps.press("challenged", said)
        hand = hand.challenge() if said == "yes" else hand.concede()
    if steps.offered("beside") and draw(st.booleans()):
        seat = choose("beside")
        steps.press("beside", seat)
        hand = hand.defend_alone(int(seat))
    while steps.asks == "play":
        card = choose("card")
        steps.press("card", card)
        hand = hand.play(Card.parse(card))
    return steps, hand


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=2)
@given(data=st.data())
def test_card_by_card_comes_to_the_record_of_the_engine(preset: str, data: st.DataObject) -> None:
    game = start(preset)
    steps, hand = tell(data.draw, Steps(Client(), f"/g/{game.key}/cards/"), game.ruleset, game.first_dealer)
    assert steps.asks == "done"
    assert check_hand(steps.response.context["draft"].record(), game.ruleset).record == hand.answer().record
    assert steps.save().status_code == 302, steps.page
    assert game.hands.get().record == hand.answer().record


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=2)
@given(data=st.data())
def test_call_by_call_comes_to_the_result_of_the_engine(preset: str, data: st.DataObject) -> None:
    game = start(preset)
    steps, hand = tell(data.draw, Steps(Client(), f"/g/{game.key}/auction/"), game.ruleset, game.first_dealer)
    while steps.asks == "taken":
        counts = [one for one in steps.offered("taken") if int(one.split(":")[0]) in _open_sides(steps)]
        steps.press("taken", data.draw(st.sampled_from(counts)))
    kept_before = {key: value for key, value in hand.record().items() if key not in ("exchange", "discard")}
    kept = {key: value for key, value in steps.response.context["draft"].record().items() if key != "taken"}
    assert kept == kept_before
    assert steps.save().status_code == 302, steps.page


def _open_sides(steps: Steps) -> set[int]:
    taken = steps.response.context["draft"].taken
    sides = range(steps.response.context["draft"].rules.sides)
    return {side for side in sides if taken is None or taken[side] is None}


@pytest.mark.parametrize("preset", PRESETS)
@settings(max_examples=4)
@given(data=st.data())
def test_what_is_offered_is_never_refused_and_step_back_anywhere_is_a_state_again(
    preset: str, data: st.DataObject
) -> None:
    rules = PRESETS[preset]
    draft, _lost = read_draft({"dealer": 0}, rules, NAMES[: rules.players], 0, Depth.CARDS)
    known = data.draw(st.lists(st.sampled_from(rules.deck), unique=True, max_size=rules.hand))
    draft = draft.deal((tuple(known), *[()] * (rules.players - 1)))
    past = []
    while draft.asks is not Ask.DONE:
        past.append(draft)
        draft = _random_step(data.draw, draft)
        assert draft is not None
        assert read_draft(state_text(draft), rules, draft.names, 0, Depth.CARDS) == (draft, ())
    assert check_hand(draft.record(), rules).ok, check_hand(draft.record(), rules).findings
    for before in reversed(past):
        assert draft.asks is Ask.DONE or draft.can_go_back
        draft = draft.back()
        assert draft.asks is before.asks
        assert draft.plays == before.plays


def _random_step(draw: Any, draft: Any) -> Any:
    match draft.asks:
        case Ask.CALL:
            return draft.call(draw(st.sampled_from(draft.auction.legal_calls())))
        case Ask.TRUMP:
            return draft.name_trump(draw(st.sampled_from("shdc")), alone=draw(st.booleans()))
        case Ask.CHALLENGE:
            return draft.challenge(True)
        case _card:
            free = [Card.parse(one.code) for one in card_choices(draft) if one.is_free]
            assert free, draft
            card = draw(st.sampled_from(free))
            return draft.play(card) if draft.asks is Ask.PLAY else draft.give(card)


@pytest.mark.parametrize("address", ["cards/", "1/edit/cards/", "1/insert/cards/"])
def test_a_tap_is_answered_wherever_the_hand_belongs(client: Client, game: Game, address: str) -> None:
    record(game, FULL)
    steps = Steps(client, f"/g/{game.key}/{address}")
    name = "back" if "edit" in address else "passed"
    response = client.post(steps.path, steps.form.fields | {name: "1"}, headers={"HX-Request": "true"})
    assert response.status_code == 200
    assert "state=" in response.headers["HX-Replace-Url"]
