"""One hand at score depth: who declared what, and how many tricks it took. Only what the ruleset has is asked.

The form makes a record and lets the engine judge it; what does not apply, and so is not shown, is not read.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scorekeeper.engine import Finding, Suit, check_hand, contract_of
from scorekeeper.markup import suit
from scorekeeper.selectors import Place, Prospect, prospect
from scorekeeper.sentences import finding_sentence
from scorekeeper.words import bid_name

from .lines import LineField
from .submission import LONGEST_REASON, MISDEAL, TOO_LONG, TellingForm

SCORE = "score"
PLAYED, PASSED, VOID, RULED = "played", "passed", "void", "ruled"
NOBODY = "nobody"
WITH, ALONE = "with", "alone"
CHALLENGED, CONCEDED = "yes", "no"
MOST_POINTS = 1000
ALWAYS_ASKED = ("kind", "dealer", "number", "submission", "seen", "why")
# Of a ruling everybody knows that it is one, and that not all was written down.
_NO_NEWS = ("irregular", "game-over", "auction-incomplete")
_NO_SUCH = {"invalid_choice": gettext_lazy("Choose one of these."), "required": gettext_lazy("Choose one of these.")}


class HandForm(TellingForm):
    """A hand in its place. After `is_valid`, `record` is what to keep and `prospect` what it comes to.

    Without `data` it shows what `said` tells of the hand, else what is known of it already.
    """

    depth = SCORE

    def __init__(
        self, place: Place, data: Mapping[str, Any] | None = None, said: Mapping[str, Any] | None = None
    ) -> None:
        self.place = place
        self.record: dict[str, Any] = {}
        self.prospect: Prospect | None = None
        self.warnings: list[str] = []
        self.missing: dict[str, str] = {}
        super().__init__(place, data, _values(said or place.record, place))
        rules = place.rules
        seats = list(enumerate(place.players))
        self.fields["kind"] = _choice(
            _("How it went"),
            [
                (PLAYED, _("Bid and played")),
                (VOID, _("Misdeal")),
                (RULED, _("The table ruled")),
            ],
        )
        self.fields["dealer"] = _choice(_("Dealer"), seats)
        self.fields["declarer"] = _choice(_("Declarer"), [*seats, (NOBODY, _("Nobody"))])
        self.fields["bid"] = _choice(_("Bid"), [(rung.token, bid_name(rung.token)) for rung in rules.ladder])
        trumps = [(letter.value, suit(letter.value)) for letter in Suit]
        if rules.no_trump:
            trumps.append(("n", format_html('<span class="small">{}</span>', _("No trump"))))
        self.fields["trump"] = _choice(_("Trump (may be left out)"), trumps)
        if rules.alone:
            self.fields["alone"] = _choice(
                _("Partner"), [(WITH, _("With partner")), (ALONE, _("Declarer alone"))], initial=WITH
            )
        if rules.defend_alone:
            self.fields["beside"] = _choice(
                _("A defender alone too?"), [(WITH, _("No")), *((seat, name) for seat, name in seats)], initial=WITH
            )
        if rules.challenge:
            self.fields["challenged"] = _choice(
                self.challenge_legend, [(CHALLENGED, _("Challenge")), (CONCEDED, _("Concede"))]
            )
        counts = [(number, str(number)) for number in range(rules.hand + 1)]
        for name, label in self._tricks_fields():
            self.fields[name] = _choice(label, counts)
        for side, name in enumerate(place.side_names):
            self.fields[_ruled(side)] = forms.IntegerField(
                label=name,
                required=False,
                min_value=-MOST_POINTS,
                max_value=MOST_POINTS,
                widget=forms.NumberInput(attrs={"autocomplete": "off"}),
                error_messages=dict.fromkeys(
                    ("invalid", "min_value", "max_value"), _("Give a whole number of points.")
                ),
            )
        self.fields["reason"] = LineField(
            label=_("Why"),
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.TextInput(attrs={"autocomplete": "off"}),
            error_messages={"max_length": TOO_LONG},
        )

    # ---- What the page says around the fields

    @property
    def tricks_fields(self) -> list[forms.BoundField]:
        """The fields of the tricks taken: the declaring side's, or one for each of three players or more."""
        return [self[name] for name, _label in self._tricks_fields()]

    @property
    def ruling_fields(self) -> list[forms.BoundField]:
        """The fields of the points that the table gave, one for each side."""
        return [self[_ruled(side)] for side in range(self.place.rules.sides)]

    @property
    def is_unusual(self) -> bool:
        """Whether something is said that usually is not: another dealer, a misdeal, a ruling."""
        names = ("kind", "dealer", "reason", *(_ruled(side) for side in range(self.place.rules.sides)))
        return (
            str(self._typed("kind")) != PLAYED
            or self._typed_seat("dealer") != self.place.dealer
            or any(name in self.errors for name in names)
        )

    @property
    def dealer_name(self) -> str:
        """Who deals this hand, as far as the form says."""
        seat = self._typed_seat("dealer")
        return self.place.players[self.place.dealer if seat is None else seat]

    @property
    def challenge_legend(self) -> str:
        """Who has to challenge or concede: "Eli & Wes"."""
        seat = self._typed_seat("declarer")
        if seat is None:
            return _("The defenders")
        return self.place.side_names[1 - self.place.rules.side_of(seat)]

    @property
    def taken_legend(self) -> str:
        """Whose tricks are asked for: "Tricks taken by Nora"."""
        seat, rules = self._typed_seat("declarer"), self.place.rules
        is_single = rules.challenge or not rules.partners or self._typed("alone") == ALONE
        if seat is None:
            return _("Tricks taken by the declarer") if is_single else _("Tricks taken by the declarer and partner")
        name = self.place.players[seat] if is_single else self.place.side_names[rules.side_of(seat)]
        return _("Tricks taken by %(name)s") % {"name": name}

    def faults(self) -> list[tuple[str, list[str]]]:
        """What is wrong with each field that people see, by the name of its place; what is only missing is not."""
        return [
            (f"{field.auto_id}_error", [str(why) for why in field.errors if why != self.missing.get(field.name)])
            for field in self.visible_fields()
            if not field.field.required or field.value()
        ]

    @property
    def is_told(self) -> bool:
        return not self.missing

    def dealt_by(self, seat: int) -> None:
        self.data = dict(self.data.items()) | {"dealer": str(seat)}
        self.record = self.record | {"dealer": seat}

    # ---- From what was typed to a record

    def clean(self) -> dict[str, Any]:
        said = self.cleaned_data
        for name in self._not_asked(said):
            self.errors.pop(name, None)
        self.record = self._record(said)
        if set(self.errors) <= {"number", "submission", "seen", "why"}:
            if self.missing:
                for name, question in self.missing.items():
                    self.add_error(name, question)
            else:
                self._judge()
        return said

    def _not_asked(self, said: dict[str, Any]) -> list[str]:
        """The fields that the page hides, as the hand went; what still stands in them is nobody's fault."""
        kind = _kind(said)
        if kind == RULED:
            return []
        taken = [name for name, _label in self._tricks_fields()]
        if kind == PLAYED:
            rulings = [_ruled(side) for side in range(self.place.rules.sides)]
            return [*rulings, "reason", *(taken if said.get("challenged") == CONCEDED else [])]
        return [name for name in self.fields if name not in ALWAYS_ASKED]

    def _record(self, said: dict[str, Any]) -> dict[str, Any]:
        record: dict[str, Any] = {"dealer": self._seat("dealer", self.place.dealer)}
        if not said.get("dealer") and "dealer" not in self.errors:
            # The one whose turn it is would be another once this hand is kept.
            self.missing["dealer"] = _("Who dealt?")
        kind = _kind(said)
        if kind == VOID:
            return record | {"void": MISDEAL}
        if kind == PASSED:
            return record | {"calls": ["Pass"] * self.place.rules.players}
        if kind == RULED and self._seat("declarer") is None and not said.get("bid"):
            return record | {"calls": []} | self._ruling(said)
        record |= self._contract(said, is_asked=kind == PLAYED)
        return record | self._ruling(said) if kind == RULED else record

    def _contract(self, said: dict[str, Any], *, is_asked: bool) -> dict[str, Any]:
        """Contract and tricks; where all of it is asked for, what is not there is missed."""
        rules = self.place.rules
        declarer = self._seat("declarer")
        if declarer is None:
            self.missing["declarer"] = _("Who won the bidding?")
        if not said.get("bid"):
            self.missing["bid"] = _("What was the bid?")
        record: dict[str, Any] = {"declarer": declarer, "bid": said.get("bid")}
        if said.get("trump"):
            record["trump"] = said["trump"]
        if declarer is not None and said.get("alone") == ALONE:
            record["alone"] = [declarer]
            beside = self._seat("beside")
            if beside is not None and rules.side_of(beside) != rules.side_of(declarer):
                record["alone"].append(beside)
        if said.get("challenged"):
            record["challenged"] = said["challenged"] == CHALLENGED
        elif rules.challenge and is_asked:
            self.missing["challenged"] = _("Did they challenge or concede?")
        if record.get("challenged") is not False and (taken := self._taken(declarer, is_asked)) is not None:
            record["taken"] = taken
        return record

    def _taken(self, declarer: int | None, is_asked: bool) -> list[int] | None:
        """Tricks per side, of which one may be left out and gets the rest."""
        rules = self.place.rules
        if rules.sides == 2:
            count = self._seat("taken")
            if count is None or declarer is None:
                if is_asked and count is None:
                    self.missing["taken"] = _("How many tricks were taken?")
                return None
            return [count if side == rules.side_of(declarer) else rules.hand - count for side in range(rules.sides)]
        counts = [self._seat(_taken_by(side)) for side in range(rules.sides)]
        rest = rules.hand - sum(count for count in counts if count is not None)
        if counts.count(None) > 1 and rest:
            if is_asked:
                self.missing[_taken_by(rules.sides - 1)] = _("How many tricks did each take?")
            return None
        return [max(rest, 0) if count is None else count for count in counts]

    def _ruling(self, said: dict[str, Any]) -> dict[str, Any]:
        points = [said.get(_ruled(side)) for side in range(self.place.rules.sides)]
        for side, value in enumerate(points):
            if value is None and _ruled(side) not in self.errors:
                self.missing[_ruled(side)] = _("How many points? 0 for none.")
        if not said.get("reason") and "reason" not in self.errors:
            self.missing["reason"] = _("Say in a few words why.")
        return {"ruling": {"points": points, "reason": said.get("reason")}}

    def _judge(self) -> None:
        """Ask the engine, and put what it finds at the field it belongs to."""
        self.prospect = prospect(self.place, self.record)
        for finding in self.prospect.answer.findings:
            if finding.is_error:
                self.add_error(self._field_of(finding), finding_sentence(finding))
            elif finding.code not in _NO_NEWS:
                self.warnings.append(finding_sentence(finding))

    def _field_of(self, finding: Finding) -> str | None:
        name = finding.key
        if name == "taken":
            name = self._tricks_fields()[-1][0]
        elif name == "alone" and "beside" in self.fields and len(self.record.get("alone", ())) > 1:
            name = "beside"
        return name if name in self.fields else None

    # ---- Reading one field

    def _seat(self, name: str, default: int | None = None) -> int | None:
        """The number that was chosen in a field of seats or tricks."""
        value = self.cleaned_data.get(name)
        return int(value) if value and value.isdecimal() else default

    def _typed(self, name: str) -> Any:
        return self[name].value() if name in self.fields else None

    def _typed_seat(self, name: str) -> int | None:
        """The seat chosen in a field, also where the form is not valid."""
        value = str(self._typed(name))
        return int(value) if value in map(str, range(self.place.rules.players)) else None

    def _tricks_fields(self) -> list[tuple[str, str]]:
        if self.place.rules.sides == 2:
            return [("taken", _("Tricks taken"))]
        return [(_taken_by(seat), name) for seat, name in enumerate(self.place.players)]


def _values(record: Mapping[str, Any], place: Place) -> dict[str, Any]:
    """What the form shows of a hand that is known, as far as this depth asks for it; an odd record shows little."""
    rules = place.rules
    values: dict[str, Any] = {"dealer": record.get("dealer", place.dealer), "kind": PLAYED}
    contract = contract_of(record, rules) if isinstance(record, dict) else None
    declarer, bid = (contract.declarer, contract.bid) if contract else (record.get("declarer"), record.get("bid"))
    values |= {"declarer": declarer, "bid": bid, "trump": record.get("trump")}
    alone: Sequence[int] = record.get("alone") or ()
    values["alone"] = ALONE if alone else WITH
    values["beside"] = alone[1] if len(alone) > 1 else WITH
    if "challenged" in record:
        values["challenged"] = CHALLENGED if record["challenged"] else CONCEDED
    result = check_hand(record, rules).result
    taken = record.get("taken") if result is None else result.tricks
    if taken and rules.sides > 2:
        values |= {_taken_by(side): count for side, count in enumerate(taken)}
    elif taken and declarer is not None:
        values["taken"] = taken[rules.side_of(declarer)]
    if ruling := record.get("ruling"):
        values |= {"kind": RULED, "reason": ruling["reason"]}
        values |= {_ruled(side): points for side, points in enumerate(ruling["points"])}
    if record.get("void") is not None:
        values["kind"] = VOID
    elif result is not None and result.passed_out:
        values["declarer"] = NOBODY
    return values


def _kind(said: dict[str, Any]) -> str:
    """How the hand went; nobody as declarer says that everybody passed."""
    kind = said.get("kind") or PLAYED
    return PASSED if kind == PLAYED and said.get("declarer") == NOBODY else kind


def _taken_by(side: int) -> str:
    return f"taken_{side}"


def _ruled(side: int) -> str:
    return f"ruled_{side}"


def _choice(label: Any, choices: list[tuple[Any, Any]], initial: Any = None) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=choices,
        initial=initial,
        required=False,
        widget=forms.RadioSelect,
        error_messages=_NO_SUCH,
    )
