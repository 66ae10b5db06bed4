"""Why games do not count."""

from typing import get_args

from domino_ledger.projections.messages.states import outcome_text, reason_text, uncounted_text
from domino_ledger.projections.reports.league import Reason
from domino_ledger.projections.results.outcome import Outcome


def test_each_reason_why_a_game_does_not_count_is_said() -> None:
    reasons: list[Reason] = list(get_args(Reason))
    assert len(set(map(reason_text, reasons))) == len(reasons)
    assert uncounted_text({"void": 2, "tiles-not-seen": 1}) == (
        "1 game left out: waiting for tiles that nobody saw, 2 games left out: void"
    )
    assert uncounted_text({}) == ""


def test_a_game_that_counts_as_several_or_was_broken_off() -> None:
    assert outcome_text(Outcome("won", ("Ana",), counts_as=3)) == (
        "The game is won by Ana. It was a shutout, and counts as 3 games."
    )
    assert outcome_text(Outcome("won-when-abandoned", ("Ana", "Ben"))) == (
        "The game was broken off, and is won by Ana and Ben: they were ahead."
    )
