"""Filling in the step pages as a browser without scripts does: press a button, and send what the form holds."""

from dataclasses import dataclass
from html.parser import HTMLParser
from typing import Any

from django.test import Client

from scorekeeper.models import Game


@dataclass
class Button:
    """A button of a form."""

    name: str
    value: str
    label: str
    is_disabled: bool


class Form(HTMLParser):
    """The fields and buttons of the form with a class or an id, as they are on the page."""

    def __init__(self, page: str, mark: str) -> None:
        super().__init__()
        self.mark, self.within, self.action = mark, False, ""
        self.fields: dict[str, str] = {}
        self.buttons: list[Button] = []
        self.feed(page)

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in pairs}
        if tag == "form":
            self.within = self.mark in (*values.get("class", "").split(), values.get("id"))
            if self.within:
                self.action = values.get("action", "")
        elif self.within and tag == "input":
            if values.get("type") not in ("radio", "checkbox") or "checked" in values:
                self.fields[values["name"]] = values.get("value", "")
        elif self.within and tag == "button":
            said = (values.get(one, "") for one in ("name", "value", "aria-label"))
            self.buttons.append(Button(*said, "disabled" in values))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.within = False


@dataclass
class Steps:
    """A hand being told on a step page."""

    client: Client
    path: str
    response: Any = None

    def __post_init__(self) -> None:
        self.response = self.client.get(self.path)
        assert self.response.status_code == 200, self.response.status_code

    @property
    def page(self) -> str:
        text: str = self.response.content.decode()
        return text

    @property
    def form(self) -> Form:
        return Form(self.page, "entry-taps")

    @property
    def asks(self) -> str:
        return str(self.response.context["step"].asks)

    @property
    def question(self) -> str:
        return str(self.response.context["step"].question)

    def offered(self, name: str) -> list[str]:
        """The values of the buttons that can be pressed."""
        return [button.value for button in self.form.buttons if button.name == name and not button.is_disabled]

    def press(self, name: str, value: object = "1", **typed: object) -> "Steps":
        """Press a button, which has to be there, with something typed into fields before."""
        form = self.form
        assert str(value) in [button.value for button in form.buttons if button.name == name], (name, value, self.asks)
        more = {key: str(one) for key, one in typed.items()}
        self.response = self.client.post(self.path, form.fields | more | {name: str(value)})
        return self

    def save(self, **typed: object) -> Any:
        """Press the button that saves, which is there only when the hand is told."""
        form = Form(self.page, "entry-save")
        assert form.fields, self.asks
        more = {key: str(one) for key, one in typed.items()}
        self.response = self.client.post(self.path, form.fields | more | {"save": "1"})
        return self.response


def cards_page(client: Client, game: Game) -> Steps:
    return Steps(client, f"/g/{game.key}/cards/")


def auction_page(client: Client, game: Game) -> Steps:
    return Steps(client, f"/g/{game.key}/auction/")


def call_all(steps: Steps, *calls: str) -> Steps:
    for call in calls:
        steps.press("call", call)
    return steps
