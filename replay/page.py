"""What one step of the replay shows, as finished values for its template.

Pure: takes a timeline, a step, the names by seat and a way to a step's address; asks no database and no request.
The declarer always sits south, so that every hand is seen from the side that it is about; with three at the table his
partner, who sits out, is across from him in the north. The next seat clockwise is west of him, where cards go round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from django.utils.translation import gettext as _

from replay import telling
from replay.timeline import Held, Play, Step, Timeline
from scorekeeper.engine import Card

Address = Callable[[int], str]

# Where the seats after the declarer's sit, clockwise, by the number of players.
PLACES = {2: "sn", 3: "swe", 4: "swne"}


@dataclass(frozen=True)
class HandCard:
    """A card in a hand. `url` leads to the step that played it, once it is played."""

    code: str
    state: str
    url: str


@dataclass(frozen=True)
class SeatView:
    """A seat on the felt: who sits there, the cards to see, and the same hand in words for those who listen."""

    place: str
    name: str
    note: str
    cards: tuple[HandCard, ...]
    words: tuple[str, ...]
    is_turn: bool
    is_out: bool


class TrickCard(TypedDict):
    """A card of the trick on the table; `code` is None where it is still to come."""

    place: str
    code: str | None
    state: str
    by: str


@dataclass(frozen=True)
class Turn:
    """A button that goes to another step; without `url` there is none that way."""

    name: str
    label: str
    url: str
    rel: str
    icon: str


@dataclass(frozen=True)
class PlayLink:
    """A play in the list of plays."""

    step: int
    url: str
    card: Card
    by: str
    has_won: bool
    is_current: bool
    is_future: bool
    is_faulty: bool


@dataclass(frozen=True)
class TableRow:
    """A trick in the table of the whole hand: a card a seat, None where it was not played."""

    number: int
    cells: tuple[PlayLink | None, ...]
    leader: str
    winner: str
    is_current: bool


@dataclass(frozen=True)
class CallView:
    """A call of the auction."""

    by: str
    call: str
    wins: bool


@dataclass(frozen=True)
class ReplayPage:
    """All that the page of one step shows."""

    number: int
    step: int
    stops: tuple[int, ...]
    start_url: str
    declarer: str
    bid: str
    trump: str
    label: str
    has_challenge: bool
    made: bool | None
    points: tuple[int, ...]
    sides: tuple[str, ...]
    players: int
    active: int
    size: int
    seats: dict[str, SeatView]
    trick: tuple[TrickCard, ...]
    trick_number: int
    place_words: str
    words: str
    warnings: tuple[str, ...]
    ruling: str
    turns: tuple[Turn, ...]
    taken: int
    lost: int
    need: int
    state: str
    plays: tuple[tuple[PlayLink, ...], ...]
    active_names: tuple[str, ...]
    rows: tuple[TableRow, ...]
    calls: tuple[CallView, ...]
    exchange: tuple[Card | None, ...]
    kitty: tuple[Card | None, ...]
    discard: tuple[Card | None, ...]
    partner: str
    claim: str


def replay_page(line: Timeline, number: int, step: Step, names: Sequence[str], address: Address) -> ReplayPage:
    """The page of `step` of hand `number`; `address` gives the address of a step by its number."""
    contract = line.contract
    taken = telling.counted(line, step)
    has = telling.declarer_tricks(line, step)
    active = sorted(contract.active_seats, key=lambda seat: _after_declarer(line, seat))
    plays = _plays(line, step, names, address)
    return ReplayPage(
        number=number,
        step=step.number,
        stops=stops(line),
        start_url=address(0),
        declarer=names[contract.declarer],
        bid=contract.bid,
        trump=contract.trump or "n",
        label=telling.table_label(line, number, names),
        has_challenge=contract.challenged is True,
        made=line.result.made,
        points=line.result.points,
        sides=tuple(telling.side_names(contract, names)),
        players=line.rules.players,
        active=len(active),
        size=line.rules.hand,
        seats={view.place: view for view in _seats(line, step, names, address)},
        trick=tuple(_trick(line, step, names)),
        trick_number=step.trick_number + 1,
        place_words=telling.place_words(step),
        words=telling.step_words(line, step, names),
        warnings=tuple(telling.warnings(line, step, names)),
        ruling=line.record.get("ruling", {}).get("reason", ""),
        turns=_turns(line, step, address),
        taken=has,
        lost=sum(taken) - has,
        need=contract.need,
        state=telling.contract_state(line, step),
        plays=plays,
        active_names=tuple(names[seat] for seat in active),
        rows=tuple(
            _row(line, step, trick, links, names, active) for trick, links in zip(line.tricks, plays, strict=True)
        ),
        calls=tuple(CallView(names[one.seat], one.call, one.wins) for one in line.calls),
        exchange=line.exchange if contract.is_exchanged and len(line.exchange) == 2 else (),
        kitty=line.kitty,
        discard=line.discard,
        partner="" if contract.partner is None else names[contract.partner],
        claim=telling.claim_words(line, names) if line.claimed else "",
    )


def stops(line: Timeline) -> tuple[int, ...]:
    """The steps that a jump by tricks stops at: the start, and the last card of each trick."""
    return (0, *(trick[-1].index + 1 for trick in line.tricks))


def place_of(line: Timeline, seat: int) -> str:
    """Where a seat is on the felt: n, e, s or w."""
    return PLACES[line.rules.players][_after_declarer(line, seat)]


def _after_declarer(line: Timeline, seat: int) -> int:
    return (seat - line.contract.declarer) % line.rules.players


def _seats(line: Timeline, step: Step, names: Sequence[str], address: Address) -> list[SeatView]:
    views = []
    for seat, held in enumerate(line.hands):
        still = [one for one in held if not step.has_played(one)]
        views.append(
            SeatView(
                place=place_of(line, seat),
                name=names[seat],
                note=telling.seat_note(line, seat),
                cards=tuple(_card(one, step, address) for one in held),
                words=tuple(telling.hand_words(still, line.contract.trump)),
                is_turn=step.turn == seat and step.number < line.last,
                is_out=seat in line.contract.sitting_out,
            )
        )
    return views


def _card(held: Held, step: Step, address: Address) -> HandCard:
    if held.play is not None and step.has_played(held):
        return HandCard(str(held.card), "played", address(held.play + 1))
    return HandCard(str(held.card or "Xx"), "", "")


def _trick(line: Timeline, step: Step, names: Sequence[str]) -> list[TrickCard]:
    cards = [str(card) for card in step.trick.cards]
    return [
        TrickCard(
            place=place_of(line, seat),
            code=cards[place] if place < len(cards) else None,
            state="winning" if seat == step.winning else "selected" if place == len(cards) - 1 else "",
            by=names[seat],
        )
        for place, seat in enumerate(step.trick.seats)
    ]


def _turns(line: Timeline, step: Step, address: Address) -> tuple[Turn, ...]:
    now, last, ends = step.number, line.last, stops(line)
    back = max((end for end in ends if end < now), default=None)
    on = min((end for end in ends if end > now), default=None)
    before = now - 1 if now > 0 else None
    after = now + 1 if now < last else None

    def turn(name: str, label: str, to: int | None, icon: str, rel: str = "") -> Turn:
        return Turn(name, label, "" if to is None else address(to), rel, icon)

    return (
        turn("first", _("Start of the hand"), None if now == 0 else 0, "M5 4h2.4v16H5zM20 4v16L9 12z"),
        turn("trick-back", _("Previous trick"), back, "M12 4v16L2 12zM22 4v16l-10-8z"),
        turn("back", _("Previous card"), before, "M17 4v16L6 12z", "prev"),
        turn("on", _("Next card"), after, "M7 4v16l11-8z", "next"),
        turn("trick-on", _("Next trick"), on, "M2 4v16l10-8zM12 4v16l10-8z"),
        turn("last", _("End of the hand"), None if now == last else last, "M16.6 4H19v16h-2.4zM4 4v16l11-8z"),
    )


def _plays(line: Timeline, step: Step, names: Sequence[str], address: Address) -> tuple[tuple[PlayLink, ...], ...]:
    winners = dict(enumerate(line.winners))
    faulty = {finding.play for finding in line.findings}

    def link(play: Play) -> PlayLink:
        return PlayLink(
            step=play.index + 1,
            url=address(play.index + 1),
            card=play.card,
            by=names[play.seat],
            has_won=winners.get(play.trick) == play.seat,
            is_current=play.index + 1 == step.number,
            is_future=play.index + 1 > step.number,
            is_faulty=play.index in faulty,
        )

    return tuple(tuple(link(play) for play in trick) for trick in line.tricks)


def _row(
    line: Timeline,
    step: Step,
    trick: tuple[Play, ...],
    links: tuple[PlayLink, ...],
    names: Sequence[str],
    active: list[int],
) -> TableRow:
    by_seat = {play.seat: link for play, link in zip(trick, links, strict=True)}
    number = trick[0].trick
    return TableRow(
        number=number + 1,
        cells=tuple(by_seat.get(seat) for seat in active),
        leader=names[trick[0].seat],
        winner=names[line.winners[number]] if number < len(line.winners) else "",
        is_current=step.play is not None and step.play.trick == number,
    )
