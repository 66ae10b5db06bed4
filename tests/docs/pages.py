"""Parsers for the pages of the documentation: headings, links, tables, commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
README = ROOT / "README.md"

_FENCE = re.compile(
    r"^(?:<!-- (?P<aside>.*?) -->\n+)?```(?P<language>\S*)\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_CELL = re.compile(r"(?<!\\)\|")


class Block(NamedTuple):
    """A fenced block; ``aside`` is the comment directly above it."""

    language: str
    text: str
    aside: str | None


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> list[Block]:
    found = _FENCE.finditer(page.read_text(encoding="utf-8"))
    return [Block(each["language"], each["text"], each["aside"]) for each in found]


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    return _FENCE.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The link targets: each heading in lower case, with hyphens for spaces."""
    headings = re.findall(r"^#+ +(.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(page: Path) -> list[str]:
    return re.findall(r"\]\(([^)\s]+)\)", prose(page))


def section(page: Path, heading: str) -> str:
    """The text under this heading, up to the next heading of its level or a higher one."""
    text = prose(page)
    marks = re.search(rf"^(#+) {re.escape(heading)}$", text, re.MULTILINE)
    assert marks, f"{name_of(page)} has no heading {heading!r}"
    rest = text[marks.end() :]
    following = re.search(rf"^#{{1,{len(marks[1])}}} ", rest, re.MULTILINE)
    return rest[: following.start()] if following else rest


def table(text: str, head: str) -> dict[str, list[str]]:
    """The first table with this head of its first column: by first cell, the other cells."""
    rows = iter(text.splitlines())
    for row in rows:
        if row.startswith(f"| {head} |"):
            next(rows)
            return {first: others for first, *others in _rows(rows)}
    raise AssertionError(f"no table of {head!r}")


def _rows(lines: Iterator[str]) -> Iterator[list[str]]:
    for line in lines:
        if not line.startswith("|"):
            return
        yield [cell.strip() for cell in _CELL.split(line)[1:-1]]


def code(text: str) -> list[str]:
    """Everything in backquotes."""
    return re.findall(r"`([^`]+)`", text)
