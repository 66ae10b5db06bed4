"""Names of readings, and of ends."""

import pytest

from domain.block_verdicts import Evidence, Verdict
from domain.events import laid, passed
from domain.rules.rule_set import Reading
from domain.tiles import tile_named
from projections.messages.readings import (
    blame_text,
    evidence_lines,
    placement_text,
    reading_text,
    rule_text,
    view_text,
)


@pytest.mark.parametrize(
    ("reading", "view"),
    [
        ("last-to-lay", "at the table"),
        ("knowing-lock", "the player's own view"),
        ("set-up", "open hands"),
    ],
)
def test_the_view_of_a_reading(reading: Reading, view: str) -> None:
    assert view_text(reading) == view
    assert reading_text(reading).startswith(f"{reading} ({view}): the blocker is ")


def test_the_rule_alone_and_who_is_undetermined() -> None:
    assert reading_text("last-to-lay").endswith(rule_text("last-to-lay"))
    given_up = Verdict("undetermined", None, None, None, 2000)
    assert blame_text(given_up, ("Ana", "Ben")).startswith("undetermined after 2000 positions")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (None, "6-4"),
        ("left", "6-4 at the left end"),
        ("right", "6-4 at the right end"),
        ("arm-3", "6-4 at arm-3"),
        ("train-0", "6-4 at train Ana"),
    ],
)
def test_where_a_tile_lies(end: str | None, words: str) -> None:
    assert placement_text(("Ana",), "6-4", end) == words
    assert placement_text(("Ana",), "6-4", end, 4) == f"{words} with 4 open"


LAID = "move 7: Ana lays 6-4 at the left end"
OPEN = f"{LAID}; 1-1 at the right end would have kept the round open"
SIX_FOUR, ONES = laid(0, tile_named("6-4"), "left"), laid(0, tile_named("1-1"), "right")


@pytest.mark.parametrize(
    ("evidence", "lines"),
    [
        (Evidence(0, None, None), [LAID]),
        (Evidence(0, ONES, None), [f"{OPEN} for the moment"]),
        (Evidence(0, ONES, [passed(1)]), [OPEN, "for example: Ben passes, and is out"]),
        (
            Evidence(0, ONES, []),
            [f"{LAID}; 1-1 at the right end would have put them out at once"],
        ),
    ],
)
def test_what_would_have_kept_the_round_open(evidence: Evidence, lines: list[str]) -> None:
    assert [*evidence_lines([SIX_FOUR], evidence, 6, ("Ana", "Ben"))] == lines
