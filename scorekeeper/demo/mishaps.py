"""What happens at real tables: miscounts, misdeals, a revoke, a hand forgotten, somebody who has to go home.

Pure. Each mishap takes a game and gives back the game in which it happened, or None where it cannot have: the game
has to end with its last hand in any case, when it was typed as in the end.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from scorekeeper.engine import Answer, Ruleset, Table, check_hand, table_of

from .circles import Circle
from .games import MOST_SEATS, Record, play_out, played_hand, shortened, written_tricks
from .player import EVEN
from .script import (
    Entry,
    PlayedGame,
    PlayedSeason,
    ends_with_its_last_hand,
    seeded,
    typed_first,
    typed_in_the_end,
    with_entry,
    with_more,
)


@dataclass(frozen=True)
class Scene:
    """Where a mishap happens: by which rules, with which chance, and who is there and does not play."""

    rules: Ruleset
    chance: random.Random
    spare: tuple[str, ...]


Mishap = Callable[[PlayedGame, Scene], PlayedGame | None]


def with_mishaps(circle: Circle, seasons: tuple[PlayedSeason, ...]) -> tuple[PlayedSeason, ...]:
    """The seasons with the mishaps of each, every one in a game of its own, on a night that is final."""
    return tuple(_unlucky(circle, season, kinds) for season, kinds in zip(seasons, circle.mishaps, strict=True))


def _unlucky(circle: Circle, season: PlayedSeason, kinds: tuple[str, ...]) -> PlayedSeason:
    chance = seeded(circle.name, season.dates.name, "mishaps")
    places = [
        (night, game)
        for night, played in enumerate(season.nights)
        for game in range(len(played.games))
        if played.state == "final"
    ]
    chance.shuffle(places)
    nights = list(season.nights)
    for kind in kinds:
        for night, number in places:
            games = list(nights[night].games)
            there = {name for game in games for name in game.players}
            scene = Scene(circle.ruleset, chance, tuple(sorted(circle.people.keys() - there)))
            changed = MISHAPS[kind](games[number], scene)
            if changed is None:
                continue
            games[number] = changed
            nights[night] = replace(nights[night], games=tuple(games))
            places.remove((night, number))
            break
        else:
            raise AssertionError(f"no game of {circle.name} in {season.dates.name} has room for: {kind}")
    return replace(season, nights=tuple(nights))


def _checked(game: PlayedGame, rules: Ruleset) -> PlayedGame | None:
    """The game, where it ends with its last hand both ways."""
    in_turn = not any(entry.forgotten for entry in game.entries)
    first = ends_with_its_last_hand(typed_first(game), rules, game.first_dealer, in_turn=in_turn)
    end = ends_with_its_last_hand(typed_in_the_end(game), rules, game.first_dealer)
    return game if first and end else None


# ---- Miscounts


def _miscounts(record: Record, rules: Ruleset) -> Iterator[Record]:
    """The same hand with one trick too many for one side, as somebody might count it."""
    if "taken" not in record:
        return
    for gains in range(rules.sides):
        for loses in range(rules.sides):
            taken = list(record["taken"])
            taken[gains] += 1
            taken[loses] -= 1
            if gains != loses and min(taken) >= 0:
                yield record | {"taken": taken}


def corrected(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """Tricks were miscounted, which somebody noticed at once; nobody won by it."""
    for place in scene.chance.sample(range(len(game.entries)), len(game.entries)):
        for wrong in _miscounts(game.entries[place].record, scene.rules):
            # Typed wrong at the last hand, it would have ended the game another way.
            if place < len(game.entries) - 1:
                return with_entry(game, place, first=wrong, fix="correct", reason="The tricks were miscounted.")
    return None


def turned(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """Tricks were miscounted, which came out the next day; with it another side has won."""
    rules, records = scene.rules, typed_in_the_end(game)
    answers = [check_hand(record, rules) for record in records]
    winners = ends_with_its_last_hand(records, rules, game.first_dealer, answers=answers)
    for place, record in enumerate(records):
        for wrong in _miscounts(record, rules):
            typed = [*records[:place], wrong, *records[place + 1 :]]
            said = [*answers[:place], check_hand(wrong, rules), *answers[place + 1 :]]
            first = ends_with_its_last_hand(typed, rules, game.first_dealer, answers=said)
            if winners and first and first != winners:
                reason = "We counted the tricks again from the photo: one belonged to the other side."
                return with_entry(game, place, first=wrong, fix="later", reason=reason)
    return None


def typed_twice(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """The hand before was typed once more, and taken back."""
    for place in range(2, len(game.entries) - 1):
        record = game.entries[place].record
        again = game.entries[place - 1].record | {"dealer": record["dealer"]}
        if again != record and check_hand(again, scene.rules).ok:
            return with_entry(game, place, first=again, fix="undo")
    return None


# ---- Hands that are none, and one that was forgotten


def misdeal(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """Somebody got a card too many, and the dealer dealt again."""
    place = scene.chance.randrange(1, len(game.entries))
    after = game.entries[place]
    dealer = after.record["dealer"]
    entry = Entry({"dealer": dealer, "void": "misdeal"}, after.minute - 2)
    return _checked(with_more(game, place, entry), scene.rules)


def thrown_in(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """A hand was played and typed before anybody saw that a card was missing."""
    place = scene.chance.randrange(1, max(2, len(game.entries) // 2))
    after = game.entries[place]
    hand = played_hand(scene.rules, after.record["dealer"], scene.chance)
    record = shortened(hand, "score", scene.rules)
    if check_hand(record, scene.rules).result is None or "calls" in record:
        return None
    entry = Entry(record, after.minute - 2, void="misdeal", reason="The nine of clubs lay under the table all along.")
    return _checked(with_more(game, place, entry), scene.rules)


def forgotten(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """Nobody typed a hand, which came out when the game was over."""
    for place in range(1, len(game.entries) - 1):
        changed = with_entry(game, place, forgotten=True, reason="This one was forgotten.")
        if _checked(changed, scene.rules):
            return changed
    return None


# ---- At the table


def substitution(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """Somebody had to go home, and somebody else sat down for him."""
    if not scene.spare or len(game.entries) < 6:
        return None
    seat = scene.chance.randrange(scene.rules.players)
    return replace(game, substitution=(len(game.entries) // 2 + 1, seat, scene.chance.choice(scene.spare)))


def claim(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """The declarer laid down his last cards, and nobody played them out."""
    for place, entry in enumerate(game.entries):
        answer = check_hand(entry.record, scene.rules)
        result = answer.result
        if result is None or not result.made or not result.trick_winners or result.tricks is None:
            continue
        rest = result.trick_winners[-3:]
        if {scene.rules.side_of(seat) for seat in rest} == {result.side}:
            record = entry.record | {"tricks": entry.record["tricks"][:-3], "taken": list(result.tricks)}
            return with_entry(game, place, record=record)
    return None


def revoke(game: PlayedGame, scene: Scene) -> PlayedGame | None:
    """A defender did not follow suit, which came out with a later card; the table gave the declarer the bid."""
    for place, entry in enumerate(game.entries):
        if "hands" not in entry.record or "tricks" not in entry.record:
            continue
        for record in _revokes(entry.record, scene.rules, scene.chance):
            changed = _checked(with_entry(game, place, record=record), scene.rules)
            if changed:
                return changed
    return None


def _revokes(record: Record, rules: Ruleset, chance: random.Random) -> Iterator[Record]:
    """The same hand, in which one of the defenders throws off a card where he had to follow."""
    answer = check_hand(record, rules)
    table = table_of(answer.record, rules) if answer.record else None
    cards = [card for trick in record["tricks"] for card in trick]
    while table is not None and table.turn is not None and len(table.tricks) < rules.hand - 1:
        seat, trump = table.turn, table.contract.trump
        held, legal = table.holdings[seat] or frozenset(), table.legal_plays()
        others = sorted((card for card in held - set(legal) if not card.is_trump(trump)), key=str)
        if others and rules.side_of(seat) != table.contract.side:
            tricks = written_tricks(play_out(table.with_card(others[0]), (EVEN,) * MOST_SEATS, chance))
            changed = _ruled(record | {"tricks": tricks}, rules)
            if changed:
                yield changed
        table = _next(table, cards)


def _next(table: Table, cards: list[str]) -> Table:
    return table.play(cards[len(table.played)])


def _ruled(record: Record, rules: Ruleset) -> Record | None:
    """The record with the table's ruling, where it shows one revoke and nothing else."""
    found = check_hand(record, rules).findings
    if [finding.code for finding in found] != ["revoke"]:
        return None
    points = [0] * rules.sides
    ruled = record | {"ruling": {"points": points, "reason": "A revoke of the defenders: the bid counts as made."}}
    answer: Answer = check_hand(ruled, rules)
    assert answer.result is not None
    if answer.result.side is None or answer.result.stake is None:
        return None
    points[answer.result.side] = answer.result.stake
    return ruled


MISHAPS: dict[str, Mishap] = {
    "claim": claim,
    "corrected": corrected,
    "forgotten": forgotten,
    "misdeal": misdeal,
    "revoke": revoke,
    "substitution": substitution,
    "thrown in": thrown_in,
    "turned": turned,
    "typed twice": typed_twice,
}
