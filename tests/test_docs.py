"""The documents tell the truth: their examples are scored, their tables compared with the code, their links followed.

Knows the shape of the Markdown in docs/. Must not know any rule: what is right is what the engine says.

A fenced block whose info string is `json hand PRESET`, `json line` or `json game` is a question, and the
`json answer` block after it is what the engine has to answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from scorekeeper.engine import (
    CODES,
    PRESETS,
    Ruleset,
    Rung,
    answer_hand,
    check_game,
    check_hand,
    parse_rules,
)

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
CITABLE = sorted(DOCS.glob("*.md"))
CODE = [
    path
    for folder in ("pepper_site", "scorekeeper", "replay", "tests")
    for path in sorted((ROOT / folder).rglob("*.py"))
]

FENCE = re.compile(r"^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6} (?P<title>.+?)\s*$", re.MULTILINE)
LINK = re.compile(r"!?\[[^\]]*\]\((?P<target>[^)\s]+)\)")
CITATION = re.compile(r"docs/(?P<page>\w+\.md),[\s#]+(?P<rest>[^\s#].{0,80})", re.DOTALL)
CELL_SEPARATOR = re.compile(r"(?<!\\)\|")


def prose(path: Path) -> str:
    """The text of a page without its fenced blocks."""
    return FENCE.sub("", path.read_text(encoding="utf-8"))


def headings(path: Path) -> list[str]:
    return [match["title"] for match in HEADING.finditer(prose(path))]


def anchors(path: Path) -> set[str]:
    """The fragments that links to a page may carry, made from its headings as code hosts make them."""
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in headings(path)}


def tables(path: Path) -> Iterator[list[list[str]]]:
    """Every table of a page as rows of cells, the header first and the ruler left out."""
    rows: list[list[str]] = []
    for line in [*prose(path).splitlines(), ""]:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in CELL_SEPARATOR.split(line)[1:-1]])
        elif rows:
            yield [rows[0], *rows[2:]]
            rows = []


def code_spans(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


# Examples


@dataclass(frozen=True)
class Example:
    where: str
    kind: str
    rules: str | None
    question: Any
    answer: Any


def examples() -> list[Example]:
    found = []
    for path in CITABLE:
        text = path.read_text(encoding="utf-8")
        blocks = [match for match in FENCE.finditer(text) if match["info"].startswith("json ")]
        for asked, answered in zip(blocks[::2], blocks[1::2], strict=True):
            where = f"{path.name}:{text.count(chr(10), 0, asked.start()) + 1}"
            assert answered["info"] == "json answer", f"{where} has no answer after it"
            kind, *rules = asked["info"].removeprefix("json ").split()
            found.append(
                Example(
                    where,
                    kind,
                    rules[0] if rules else None,
                    json.loads(asked["body"]),
                    json.loads(answered["body"]),
                )
            )
    return found


EXAMPLES = examples()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.where)
def test_an_example_is_answered_as_printed(example: Example) -> None:
    match example.kind:
        case "hand":
            answer = check_hand(example.question, parse_rules(example.rules)).to_json()
        case "line":
            answer = answer_hand(example.question)
        case "game":
            answer = check_game(example.question).to_json()
        case _:
            pytest.fail(f"a block of no known kind: {example.kind}")
    assert json.loads(json.dumps(answer)) == example.answer


def test_there_is_an_example_of_every_depth() -> None:
    results = [example.answer.get("result") for example in EXAMPLES]
    assert {result["depth"] for result in results if result} >= {"score", "auction", "full"}


# Tables


RUNG = re.compile(
    r"(?P<first>\d|[A-Z]{2})(?:–(?P<last>\d))?(?: (?P<need>\d+)/(?P<stake>\d+))?"
    r"(?: (?P<mark>flat|double))?(?P<without> without exchange)?"
)


def rungs(cell: str) -> Iterator[Rung]:
    """The ladder that a cell such as "1–5, LP 6/12 flat" stands for."""
    for part in cell.split(", "):
        match = RUNG.fullmatch(part)
        assert match, f"{part!r} is no rung"
        if match["last"]:
            for number in range(int(match["first"]), int(match["last"]) + 1):
                yield Rung(str(number), number, number, None, True)
        else:
            yield Rung(
                match["first"],
                int(match["need"]),
                int(match["stake"]),
                match["mark"],
                not match["without"],
            )


def value_of(key: str, cell: str) -> object:
    if key == "ladder":
        return tuple(rungs(cell))
    if cell.isdecimal():
        return int(cell)
    return {"yes": True, "–": False}.get(cell, cell)


def printed_presets() -> dict[str, dict[str, object]]:
    printed: dict[str, dict[str, object]] = {}
    for header, *rows in tables(DOCS / "rules.md"):
        names = [code_spans(cell) for cell in header[1:]]
        if header[0] != "key" or not all(names):
            continue
        for column, (name,) in enumerate(names, start=1):
            printed[name] = {row[0]: value_of(row[0], row[column]) for row in rows}
    return printed


def parameters(rules: Ruleset) -> dict[str, object]:
    """Every parameter of a ruleset by its JSON key; what a ruleset is called is no parameter."""
    return {
        field.name.rstrip("_"): getattr(rules, field.name)
        for field in fields(Ruleset)
        if field.name not in ("name", "base")
    }


def test_the_printed_presets_are_the_presets() -> None:
    assert printed_presets().keys() == PRESETS.keys()


@pytest.mark.parametrize("name", PRESETS)
def test_a_printed_preset_has_every_parameter_of_the_preset(name: str) -> None:
    assert printed_presets()[name] == parameters(PRESETS[name])


def test_the_presets_are_named_beside_their_texts() -> None:
    _header, *rows = next(iter(tables(DOCS / "rules.md")))
    assert {name for row in rows for name in code_spans(row[2])} == PRESETS.keys()


def test_the_printed_keys_are_the_keys_of_a_ruleset() -> None:
    (rows,) = (rows for header, *rows in tables(DOCS / "rules.md") if header == ["key", "values", "meaning"])
    printed = [key for row in rows for key in code_spans(row[0])]
    assert sorted(printed) == sorted(["name", *parameters(PRESETS["iowa"])])


def test_the_printed_codes_are_the_codes() -> None:
    (rows,) = (rows for header, *rows in tables(DOCS / "record.md") if header == ["code", "severity", "when"])
    printed = {code_spans(code)[0]: severity for code, severity, _ in rows}
    assert printed == CODES
    assert len(printed) == len(rows)


# Citations and links


def begins_with_a_heading(text: str, page: Path) -> bool:
    """Whether `text`, with what comes after a citation still behind it, begins with a heading of `page`."""
    return any(
        re.match(r"[\s#]+".join(map(re.escape, title.split())) + r"(?=$|[).,:;\"]|[ \t]*\n|\s+and\b)", text)
        for title in headings(page)
    )


def test_a_citation_names_a_heading_that_exists() -> None:
    cited = wrong = 0
    for path in CODE:
        for match in CITATION.finditer(path.read_text(encoding="utf-8")):
            cited += 1
            page = DOCS / match["page"]
            if not page.exists() or not begins_with_a_heading(match["rest"], page):
                wrong += 1
                print(f"{path.relative_to(ROOT)}: {match[0]!r}")
    assert wrong == 0, "the citations printed above name no heading"
    assert cited > 0


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_heading_is_there_once(page: Path) -> None:
    titles = headings(page)
    assert sorted(titles) == sorted(set(titles)), "a citation or a link could mean either"


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_a_relative_link_leads_somewhere(page: Path) -> None:
    broken = []
    for match in LINK.finditer(prose(page)):
        target, _, fragment = match["target"].partition("#")
        if ":" in target:
            continue
        there = page.parent / target if target else page
        if not there.exists() or (fragment and fragment not in anchors(there)):
            broken.append(match["target"])
    assert broken == []


# The map of the code


def printed_paths(heading: str) -> set[str]:
    """What stands in the table of docs/architecture.md whose first column has this heading."""
    (rows,) = (rows for header, *rows in tables(DOCS / "architecture.md") if header[0] == heading)
    return {path for row in rows for path in code_spans(row[0])}


@pytest.mark.parametrize("path", sorted(printed_paths("where")))
def test_a_place_on_the_map_exists(path: str) -> None:
    place = ROOT / path
    assert place.is_dir() if path.endswith("/") else place.is_file()


def test_the_map_of_the_engine_is_complete() -> None:
    engine = ROOT / "scorekeeper" / "engine"
    modules = {path.name for path in engine.glob("*.py")} - {"__init__.py"}
    packages = {f"{path.parent.name}/" for path in engine.glob("*/__init__.py")}
    assert printed_paths("module") == modules | packages
