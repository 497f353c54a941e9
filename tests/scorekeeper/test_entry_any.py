"""Whatever state is sent is read, and every ruleset can be told at every depth."""

import json
from typing import Any

import pytest
from django.test import Client
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.engine import PRESETS, Card, Hand, check_hand
from scorekeeper.entry import Ask, Depth, card_choices, read_draft, state_text
from scorekeeper.models import Game

from .table import FULL, NAMES, start
from .tapping import Steps

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return start(first_dealer=0)


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
