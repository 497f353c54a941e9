"""A hand told call by call or card by card. Each button says one thing; what was said travels in the page.

The form takes what a button says to the draft, and keeps what the draft refuses with the sentence why.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine import Card
from scorekeeper.entry import Ask, Depth, Draft, Refused, read_draft, state_text
from scorekeeper.entry.draft import parse_card
from scorekeeper.selectors import Place, Prospect, prospect
from scorekeeper.sentences import finding_sentence
from scorekeeper.texts import clean_line

from .submission import LONGEST_REASON, MISDEAL, SAVE, TellingForm

KITTY = "kitty"
LONGEST_TYPED = 400


class EntryForm(TellingForm):
    """A hand in its place, told step by step. `act` takes what a button said; `judge` asks the engine.

    `said` is the button, `draft` the hand so far, `rest` what was typed and could not be taken, `fault` why. After
    `judge`, `record` is what to keep and `prospect` what it comes to, where the hand is told to its end.
    """

    typed = forms.CharField(
        label=gettext_lazy("Or type cards"),
        required=False,
        max_length=LONGEST_TYPED,
        widget=forms.TextInput(
            attrs={"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false", "enterkeyhint": "send"}
        ),
    )

    def __init__(
        self,
        place: Place,
        depth: Depth,
        data: Mapping[str, Any] | None = None,
        said: object = None,
    ) -> None:
        self.place = place
        self.depth = depth
        self.said = ""
        self.fault = ""
        self.lost: tuple[str, ...] = ()
        self.findings: list[str] = []
        self.warnings: list[str] = []
        self.prospect: Prospect | None = None
        super().__init__(place, data, {})
        told = said or (data.get("state", "") if data is not None else None) or place.record
        self.draft, self.lost = read_draft(told, place.rules, place.players, place.dealer, depth)
        self.rest = str(data.get("typed", ""))[:LONGEST_TYPED] if data is not None else ""
        target = str(data.get("deal_to", "")) if data is not None else ""
        seats = [str(seat) for seat in range(place.rules.players)]
        self.deal_to = target if target in (*seats, *([KITTY] if place.rules.kitty else [])) else ""
        if "deal_to_now" in (data or {}):
            chosen = str(data["deal_to_now"]) if data is not None else ""
            self.deal_to = chosen if chosen in (*seats, *([KITTY] if place.rules.kitty else [])) else ""

    @property
    def state(self) -> str:
        """The draft as it travels in the page."""
        return state_text(self.draft)

    @property
    def record(self) -> dict[str, Any]:
        """The record so far."""
        return self.draft.record()

    def sent(self) -> dict[str, Any]:
        """The hand as it was told, to be saved again."""
        values = super().sent() | {"state": self.state, SAVE: "1"}
        return {name: value for name, value in values.items() if name != "typed"}

    @property
    def is_told(self) -> bool:
        """Whether nothing more is asked for: the hand is told, ruled on, or void."""
        return self.draft.asks is Ask.DONE or self.draft.ruling is not None

    @property
    def is_keepable(self) -> bool:
        """Whether the engine has nothing against it; ask after `judge`."""
        return self.prospect is not None and self.prospect.answer.ok

    @property
    def dealing_to(self) -> dict[str, Any]:
        """Whose cards are being dealt now."""
        return next(row for row in self.deal_fields() if row["key"] == self.deal_to)

    @property
    def is_dealing(self) -> bool:
        """Whether the cards dealt are still being told: tapped just now, or typed and refused."""
        return "deal_to_now" in self.data or (self.said == "deal" and bool(self.fault))

    @property
    def is_dealt(self) -> bool:
        """Whether the cards dealt were just taken."""
        return self.said == "deal" and not self.fault

    @property
    def known_cards(self) -> int:
        """How many of the cards dealt are known."""
        return sum(len(row["cards"]) for row in self.deal_fields())

    @property
    def is_ruling(self) -> bool:
        """Whether a ruling is being given."""
        return self.said == "rule" and bool(self.fault)

    def ruling_fields(self) -> list[dict[str, str]]:
        """The points that the table gave every side, as typed."""
        points = self.draft.ruling["points"] if self.draft.ruling else [""] * self.draft.rules.sides
        return [
            {
                "name": f"ruled_{side}",
                "label": name,
                "value": str(self.data.get(f"ruled_{side}", points[side]))[:6],
            }
            for side, name in enumerate(self.place.side_names)
        ]

    @property
    def ruling_reason(self) -> str:
        """Why the table ruled so, as typed."""
        known = self.draft.ruling["reason"] if self.draft.ruling else ""
        return str(self.data.get("ruling_reason", known))[:LONGEST_REASON]

    def act(self) -> None:
        """Take what the pressed button says. What cannot be stays as it is, with `fault` saying why."""
        verbs = self._verbs()
        for name in verbs:
            if name in self.data:
                self.said = self._meant() if name == "add" else name
                try:
                    self.draft = verbs[self.said](str(self.data[name])[:LONGEST_TYPED])
                except Refused as refused:
                    self.fault = str(refused)
                else:
                    # What was typed and refused is done with once the hand goes on.
                    if self.said != "add" and self.rest == self.data.get("refused"):
                        self.rest = ""
                return

    def _meant(self) -> str:
        """What the enter key means: the button beside what was typed."""
        if self.rest:
            return "add"
        draft = self.draft
        dealt = {row["name"]: " ".join(map(str, row["cards"])) for row in self.deal_fields()}
        points = draft.ruling["points"] if draft.ruling else [""] * draft.rules.sides
        ruled = {f"ruled_{side}": str(one) for side, one in enumerate(points)}
        ruled["ruling_reason"] = draft.ruling["reason"] if draft.ruling else ""
        for name, known in (("deal", dealt), ("rule", ruled)):
            if any(str(self.data.get(key, value)) != value for key, value in known.items()):
                return name
        return "add"

    @property
    def fault_place(self) -> str:
        """Where `fault` is said, "" where there is none: beside the button that was pressed."""
        if not self.fault:
            return ""
        can_type = self.draft.asks in (Ask.CALL, Ask.DISCARD, Ask.EXCHANGE, Ask.PLAY)
        return {"deal": "dealt", "rule": "ruling", "add": "typed" if can_type else ""}.get(self.said) or "question"

    def judge(self) -> None:
        """Ask the engine about a hand that is told to its end."""
        if not self.is_told:
            return
        self.prospect = prospect(self.place, self.record)
        for finding in self.prospect.answer.findings:
            if finding.is_error:
                self.findings.append(finding_sentence(finding))
            elif finding.code not in ("irregular", "game-over"):
                self.warnings.append(finding_sentence(finding))

    def deal_fields(self) -> list[dict[str, Any]]:
        """For every seat, and the kitty: what is dealt there, as text, and how much of it is known."""
        draft = self.draft
        held = draft.hands or ((),) * len(draft.names)
        rows = [
            {"key": str(seat), "label": name, "cards": held[seat], "most": draft.rules.hand}
            for seat, name in enumerate(draft.names)
        ]
        if draft.rules.kitty:
            rows.append({"key": KITTY, "label": _("Kitty"), "cards": draft.kitty, "most": draft.rules.kitty})
        for row in rows:
            row["name"] = f"dealt_{row['key']}"
            row["text"] = " ".join(map(str, row["cards"]))  # type: ignore[call-overload]
            is_taken = "deal_card" in self.data or self.is_dealt
            if row["name"] in self.data and not is_taken:
                row["text"] = str(self.data[str(row["name"])])[:LONGEST_TYPED]
        return rows

    # ---- What the buttons say

    def _verbs(self) -> dict[str, Callable[[str], Draft]]:
        draft = self.draft
        return {
            "back": lambda _value: draft.back(),
            "call": draft.call,
            "passed": lambda _value: draft.pass_out(),
            "unwritten": lambda _value: draft.skip_auction(),
            "declarer": lambda value: draft.name_declarer(_whole(value)),
            "bid": draft.name_bid,
            "trump": lambda value: draft.name_trump(value, alone="alone" in self.data),
            "beside": lambda value: draft.defend_alone(_whole(value)),
            "unknown": lambda _value: draft.give_unknown(),
            "card": lambda value: self._card(draft, parse_card(value, draft.rules)),
            "challenged": lambda value: draft.challenge(value == "yes"),
            "taken": self._take,
            "void": lambda _value: draft.say_void(MISDEAL),
            "rule": lambda _value: self._rule(),
            "deal_card": self._deal_card,
            "deal": lambda _value: self._deal(),
            "dealer": lambda value: draft.dealt_by(_whole(value)),
            "add": lambda _value: self._add(),
        }

    @staticmethod
    def _card(draft: Draft, card: Card) -> Draft:
        if draft.asks in (Ask.DISCARD, Ask.EXCHANGE):
            return draft.give(card)
        return draft.play(card)

    def _take(self, value: str) -> Draft:
        side, _colon, count = value.partition(":")
        return self.draft.take(_whole(side), _whole(count))

    def _add(self) -> Draft:
        """Everything typed, one word after another, as far as it goes; the rest stays in its field."""
        draft, words = self.draft, self.rest.replace(",", " ").split()
        while words:
            try:
                draft = self._word(draft, words[0])
            except Refused as refused:
                self.fault = _("Not taken from “%(word)s” on. %(why)s") % {"word": words[0][:20], "why": refused}
                break
            del words[0]
        self.rest = " ".join(words)
        return draft

    def _word(self, draft: Draft, word: str) -> Draft:
        match draft.asks:
            case Ask.CALL:
                return draft.call(word)
            case Ask.TRUMP:
                return draft.name_trump(word)
            case Ask.DISCARD | Ask.EXCHANGE if word.upper() == "XX":
                return draft.give(None)
            case Ask.DISCARD | Ask.EXCHANGE | Ask.PLAY:
                return self._card(draft, parse_card(word, draft.rules))
            case Ask.DONE:
                raise Refused(_("The hand is told already."))
            case _other:
                raise Refused(_("First answer what is asked above."))

    def _rule(self) -> Draft:
        points = []
        for side in range(self.draft.rules.sides):
            text = str(self.data.get(f"ruled_{side}", "")).strip().replace("−", "-")
            digits = text.removeprefix("-").removeprefix("+")
            if not (digits.isascii() and digits.isdecimal() and len(digits) < 5 and int(digits) <= 1000):
                raise Refused(_("Give every side’s points as a whole number, 0 for none."))
            points.append(-int(digits) if text.startswith("-") else int(digits))
        try:
            reason = clean_line(str(self.data.get("ruling_reason", ""))[:LONGEST_REASON])
        except ValidationError as error:
            raise Refused(error.messages[0]) from None
        if not reason:
            raise Refused(_("Say in a few words why the table ruled so."))
        return self.draft.rule(tuple(points), reason)

    def _deal(self) -> Draft:
        draft = self.draft
        hands = tuple(self._dealt(f"dealt_{seat}") for seat in range(draft.rules.players))
        return draft.deal(hands, self._dealt(f"dealt_{KITTY}") if draft.rules.kitty else ())

    def _dealt(self, name: str) -> tuple[Card, ...]:
        words = str(self.data.get(name, ""))[:LONGEST_TYPED].replace(",", " ").split()
        return tuple(parse_card(word, self.draft.rules) for word in words if word.upper() != "XX")

    def _deal_card(self, value: str) -> Draft:
        if not self.deal_to:
            raise Refused(_("Say first whose card it is."))
        seat = None if self.deal_to == KITTY else int(self.deal_to)
        draft = self.draft.deal_card(seat, parse_card(value, self.draft.rules))
        # As soon as a hand is whole, the next one is dealt that is not.
        keys = [row["key"] for row in self.deal_fields()]
        sizes = {str(at): len(held) for at, held in enumerate(draft.hands)} | {KITTY: len(draft.kitty)}
        most = dict.fromkeys(keys, draft.rules.hand) | {KITTY: draft.rules.kitty}
        if sizes.get(self.deal_to, 0) >= most[self.deal_to]:
            after = keys[keys.index(self.deal_to) + 1 :]
            self.deal_to = next((key for key in after if sizes.get(key, 0) < most[key]), self.deal_to)
        return draft


def _whole(text: str) -> int:
    """A whole number from a button; −1, which nothing has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else -1
