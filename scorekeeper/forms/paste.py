"""A whole record, pasted as JSON (docs/record.md)."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scorekeeper.engine import RulesetError, parse_rules, read_json
from scorekeeper.entry import is_sayable
from scorekeeper.selectors import Place, Prospect, prospect
from scorekeeper.sentences import finding_sentence, json_fault, sentence

from .submission import TellingForm

PASTE = "paste"
LONGEST_RECORD = 50_000


class PasteForm(TellingForm):
    """A record as text, alone or in the envelope of a file of hands. After `is_valid`, `record` is what to keep."""

    depth = PASTE
    text = forms.CharField(
        label=gettext_lazy("The record of the hand"),
        strip=False,
        widget=forms.Textarea(
            attrs={"data-code": True, "rows": 12, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}
        ),
        error_messages={"required": gettext_lazy("Paste a record first.")},
    )

    def __init__(
        self, place: Place, data: Mapping[str, Any] | None = None, said: Mapping[str, Any] | None = None
    ) -> None:
        self.place = place
        self.record: Any = None
        self.prospect: Prospect | None = None
        self.warnings: list[str] = []
        known = said or (place.hand.record if place.kind == "edit" and place.hand else None)
        super().__init__(place, data, {"text": record_text(known)} if known else {})

    def clean_text(self) -> str:
        """Read the record and let the engine judge it; every finding is an error of this field."""
        text: str = self.cleaned_data["text"]
        if len(text) > LONGEST_RECORD:
            raise ValidationError(
                _("This text has %(count)s characters. A record has %(longest)s at most; paste one hand at a time.")
                % {"count": len(text), "longest": LONGEST_RECORD}
            )
        try:
            value = read_json(text)
        except ValueError as error:
            raise ValidationError(json_fault(error)) from None
        if not is_sayable(value):
            raise ValidationError(_("There is something in this record that cannot be kept."))
        self.record = self._unwrapped(value)
        self.prospect = prospect(self.place, self.record)
        findings = self.prospect.answer.findings
        self.warnings = [
            finding_sentence(finding) for finding in findings if not finding.is_error and finding.code != "game-over"
        ]
        if not self.prospect.answer.ok:
            raise ValidationError([finding_sentence(finding) for finding in findings if finding.is_error])
        return text

    @property
    def summary(self) -> str:
        """How many things are wrong, before they are listed."""
        count = len(self["text"].errors)
        return ngettext("%(count)s thing to mend", "%(count)s things to mend", count) % {"count": count}

    def _unwrapped(self, value: object) -> object:
        if not isinstance(value, dict):
            return value
        if "deals" in value or "game" in value:
            raise ValidationError(_("This is a whole game. Paste its hands one at a time."))
        if "hand" not in value:
            return value
        for key in value:
            if key not in ("id", "rules", "hand"):
                raise ValidationError(_("Beside id, rules and hand there is a key “%(key)s”.") % {"key": key[:40]})
        if "rules" in value:
            try:
                rules = parse_rules(value["rules"])
            except RulesetError as error:
                raise ValidationError([sentence(why) for why in error.reasons]) from None
            own = self.place.rules
            if replace(rules, name=own.name, base=own.base) != own:
                raise ValidationError(
                    _("This record was played by other rules (%(theirs)s) than this game (%(own)s).")
                    % {"theirs": _(rules.name), "own": _(own.name)}
                )
        return value["hand"]


def record_text(record: Mapping[str, Any]) -> str:
    """A record as people read and change it: a line for every key."""
    lines = ",\n ".join(f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in record.items())
    return f"{{{lines}}}"
