"""Names of readings, and of ends."""

import pytest

from domino_ledger.domain.block_verdicts import Evidence
from domino_ledger.domain.events import laid, passed
from domino_ledger.domain.tiles import tile_named
from domino_ledger.projections.messages.readings import evidence_lines, placement_text


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
        (Evidence(0, ONES, []), [f"{LAID}; 1-1 at the right end would have put them out at once"]),
    ],
)
def test_what_would_have_kept_the_round_open(evidence: Evidence, lines: list[str]) -> None:
    assert [*evidence_lines([SIX_FOUR], evidence, 6, ("Ana", "Ben"))] == lines
