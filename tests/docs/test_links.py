"""Every link, and every page that the program cites, exists."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args
from uuid import uuid4

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Payout, Reading
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.transcript.game import transcribe
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.results.game_result import count_game

from .pages import PAGES, README, ROOT, anchors, links, name_of

PACKAGES = ("domain", "ledger", "projections", "cli")
PAYOUT = "docs/rules/payout.md"
SCORE = "docs/rules/score.md"


def resolves(place: str, beside: Path) -> bool:
    path, _, anchor = place.partition("#")
    target = (beside / path).resolve()
    if not target.exists():
        return False
    return not anchor or (target.suffix == ".md" and anchor in anchors(target))


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_every_link_has_a_target(page: Path) -> None:
    for link in links(page):
        if link.startswith("#"):
            assert link.removeprefix("#") in anchors(page), link
        elif "://" not in link:
            assert resolves(link, page.parent), link


def linked_from(page: Path) -> Iterator[Path]:
    """The pages that a page links to; a directory stands for its own page."""
    paths = {link.partition("#")[0] for link in links(page) if "://" not in link}
    for path in paths - {""}:
        target = (page.parent / path).resolve()
        yield target / "README.md" if target.is_dir() else target


def test_every_page_is_reached_from_the_readme() -> None:
    reached, waiting = {README}, [README]
    while waiting:
        new = {page for page in linked_from(waiting.pop()) if page.suffix == ".md"} - reached
        reached |= new
        waiting += new
    assert set(PAGES) <= reached


def cited() -> Iterator[str]:
    """Every page that the source cites, with or without a heading."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    texts = [file.read_text(encoding="utf-8") for file in files]
    pages = dict(re.findall(r'^(\w+) = "(docs/.*\.md)"$', "\n".join(texts), re.MULTILINE))
    for text in texts:
        yield from re.findall(r"docs/[\w/.-]+\.md(?:#[\w-]+)?", text)
        for constant, page in pages.items():
            yield from (page + to for to in re.findall(rf"\{{{constant}\}}(#[\w-]+)", text))


def test_every_page_cited_by_the_source_exists() -> None:
    places = set(cited())
    assert {f"{SCORE}#who-wins-a-round", f"{PAYOUT}#stakes"} <= places
    assert [place for place in places if not resolves(place, ROOT)] == []


def rules_with(reading: Reading) -> Iterator[RuleSet]:
    """Rule sets in which this reading counts, with each score rule."""
    yield PUBLISHED["forced-block@1"].model_copy(update={"payout": Payout(reading=reading)})
    for rules in PUBLISHED.values():
        yield rules.model_copy(update={"payout": Payout(reading=reading, tied_winners="nobody")})


def explained(reading: Reading) -> Iterator[str]:
    """The pages cited in explanations of sixty recorded games, under rules with this reading."""
    with (ROOT / "tests" / "data" / "payout.jsonl").open("rb") as lines:
        for line, _ in zip(lines, range(60), strict=False):
            record = read_record(line)
            players = tuple(uuid4() for _ in record.players)
            game = transcribe(record, PUBLISHED["forced-block@1"], players).game
            assert game is not None
            for rules in rules_with(reading):
                result = count_game(game, rules)
                for found in result.rounds:
                    steps = explain(result, found, record.players)
                    yield from (step.rule for step in steps if step.rule is not None)


@pytest.mark.parametrize("reading", get_args(Reading))
def test_every_page_cited_by_an_explanation_exists(reading: Reading) -> None:
    places = set(explained(reading))
    assert {f"{PAYOUT}#{reading}", f"{PAYOUT}#everyone-pays-the-winner"} <= places
    assert [place for place in places if not resolves(place, ROOT)] == []
