"""Every link, and every place that the program cites, leads somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from domain.rules import Reading
from projections.explain import _REASONS, PAYOUT, SCORE

from .pages import PAGES, README, ROOT, anchors, links, name_of

PACKAGES = ("domain", "ledger", "projections", "cli")
CONSTANTS = {"SCORE": SCORE, "PAYOUT": PAYOUT}


def resolves(place: str, beside: Path) -> bool:
    path, _, anchor = place.partition("#")
    target = (beside / path).resolve()
    if not target.exists():
        return False
    return not anchor or (target.suffix == ".md" and anchor in anchors(target))


@pytest.mark.parametrize("page", [README, *PAGES], ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in links(page):
        if link.startswith("#"):
            assert link.removeprefix("#") in anchors(page), link
        elif "://" not in link:
            assert resolves(link, page.parent), link


def cited() -> Iterator[str]:
    """Every page, with or without a heading, that the source names."""
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            yield from re.findall(r"docs/[\w/.-]+\.md(?:#[\w-]+)?", text)
            for constant, place in re.findall(r"\{(SCORE|PAYOUT)\}(#[\w-]+)", text):
                yield CONSTANTS[constant] + place


def test_every_page_the_source_names_is_there() -> None:
    places = set(cited())
    assert f"{SCORE}#who-wins-a-round" in places
    assert [place for place in places if not resolves(place, ROOT)] == []


@pytest.mark.parametrize("reading", get_args(Reading))
def test_every_reading_has_a_heading(reading: str) -> None:
    assert resolves(f"{PAYOUT}#{reading}", ROOT)


@pytest.mark.parametrize("reason", _REASONS)
def test_every_reason_of_a_posting_has_a_heading(reason: str) -> None:
    place = next(place for name, (_, place) in _REASONS.items() if name == reason)
    assert resolves(f"{PAYOUT}#{place}", ROOT)
