"""Print how fast a clean full record is checked and scored, beside OpenSpiel's euchre and beside `json`.

Ratios only: seconds are this machine's, and in passing. The records are the simulator's random hands of every preset,
parsed anew for every round. OpenSpiel replays random games from Python, `assert action in state.legal_actions()`
before every action.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from scorekeeper.engine import PRESETS, Ruleset, answer_hand, check_hand  # noqa: E402
from scorekeeper.engine.answers import answer_record  # noqa: E402
from tests.bench import euchre  # noqa: E402
from tests.bench.measure import Job, Times, measure  # noqa: E402
from tests.engine import simulator as sim  # noqa: E402

ROUNDS = 25
HANDS = 300
READABLE_HANDS = 20
GAMES = 400
LINES = 20_000
SITE_PYTHON = ROOT / ".venv/bin/python"


def texts(name: str, rng: Random, count: int = HANDS, with_deal: bool = True) -> list[str]:
    """Return the JSON of clean full records of a preset, each hand played to its end."""
    records: list[dict[str, Any]] = []
    while len(records) < count:
        record = sim.random_hand(sim.PRESETS[name], rng, must_play=True).record
        if not with_deal:
            record = {key: value for key, value in record.items() if key not in ("hands", "kitty")}
        if "tricks" in record:
            records.append(record)
    return [json.dumps(record) for record in records]


def line(name: str, text: str) -> str:
    """Return a record as a line of a file has it."""
    return f'{{"id": 1, "rules": "{name}", "hand": {text}}}\n'


def all_jobs(rng: Random, games: list[euchre.Recorded]) -> dict[str, Job]:
    """Return all that is measured, like beside like, so that each finds the caches as a long run of it would."""
    full = {name: texts(name, rng) for name in PRESETS}
    bare = {name: texts(name, rng, with_deal=False) for name in PRESETS}
    found = {"euchre": Job(games, lambda game: game.chance + game.players, euchre.replay)}
    for name, rules in PRESETS.items():
        found[f"{name} answered"] = Job(full[name], json.loads, partial(answer_record, rules=rules))
    for name in PRESETS:
        found[f"{name} as a line"] = Job([line(name, text) for text in full[name]], json.loads, answer_hand)
    found["euchre dealt"] = Job(
        games, lambda game: (game.dealt.clone(), game.players), lambda game: euchre.follow(*game)
    )
    for name, rules in PRESETS.items():
        found[f"{name} without deal"] = Job(bare[name], json.loads, partial(answer_record, rules=rules))
    for name in PRESETS:
        found[f"{name} json"] = Job(full[name], json.loads, lambda record: json.loads(json.dumps(record)))
    for name, rules in PRESETS.items():
        found[f"{name} readable"] = Job(full[name][:READABLE_HANDS], json.loads, partial(readable, rules=rules))
    return found


def readable(record: object, rules: Ruleset) -> dict[str, Any]:
    """Answer a record without the fast path."""
    return check_hand(record, rules).to_json()


def end_to_end(rng: Random) -> float:
    """Return the lines that `manage.py score` answers in a second, its start apart."""
    lines = [line(name, text) for name in PRESETS for text in texts(name, rng, LINES // len(PRESETS))]
    rng.shuffle(lines)

    def seconds(count: int) -> float:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            file.writelines(lines[:count])
            file.flush()
            start = perf_counter()
            command = [str(SITE_PYTHON), "manage.py", "score", file.name]
            subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=dict(os.environ))
            return perf_counter() - start

    few = min(seconds(1) for _ in range(3))
    return len(lines) / (min(seconds(len(lines)) for _ in range(3)) - few)


def report(times: Times, games: list[euchre.Recorded]) -> None:
    """Print the ratios."""

    def every(what: str) -> list[str]:
        return [f"{name} {what}" for name in PRESETS]

    def microseconds(name: str) -> str:
        return f"{times.middle(name) * 1e6:5.1f} µs"

    count = len(games)
    chance = sum(len(game.chance) for game in games) / count
    actions = chance + sum(len(game.players) for game in games) / count
    cards = sum(game.cards for game in games) / count
    print(f"OpenSpiel euchre: {actions:.1f} actions a game, {chance:.1f} of them chance's; {cards:.1f} cards played.")
    print(f"A game takes it {microseconds('euchre')}, {microseconds('euchre dealt')} from the dealt cards on.")
    print()
    headline = {
        "than OpenSpiel replays a game": times.ratio(["euchre"], every("answered")),
        "the same, with its line looked through and its rules looked up": times.ratio(["euchre"], every("as a line")),
        "the same without the deal, OpenSpiel from the dealt cards on": times.ratio(
            ["euchre dealt"], every("without deal")
        ),
        "than json.loads and json.dumps of it": times.ratio(every("json"), every("answered")),
        "than the readable engine alone": times.ratio(every("readable"), every("answered")),
    }
    print(f"{'How many times faster a clean full record is answered':64}median  quickest")
    for what, ratio in headline.items():
        print(f"  {what:62}{ratio}")
    print()
    print(f"{'each preset, median':22}{'OpenSpiel':>10}{'dealt on':>10}{'json':>10}{'readable':>10}{'a record':>12}")
    for name in PRESETS:
        answered = [f"{name} answered"]
        ratios = (
            times.ratio(["euchre"], answered),
            times.ratio(["euchre dealt"], [f"{name} without deal"]),
            times.ratio([f"{name} json"], answered),
            times.ratio([f"{name} readable"], answered),
        )
        cells = "".join(f"{ratio.middle:10.2f}" for ratio in ratios)
        print(f"{name:22}{cells}{microseconds(answered[0]):>12}")


def main() -> None:
    """Measure and print."""
    rng = Random("bench")
    games = [euchre.random_game(rng) for _ in range(GAMES)]
    report(measure(all_jobs(rng, games), ROUNDS), games)
    print()
    if SITE_PYTHON.exists():
        print(f"manage.py score answers {end_to_end(rng):,.0f} lines of full records a second.")
    else:
        print("For the speed of manage.py score, run `make run` or `make test` once and measure again.")


if __name__ == "__main__":
    main()
