"""Why games do not count."""

from typing import get_args

from domino_ledger.projections.messages.states import reason_text, uncounted_text
from domino_ledger.projections.reports.league import Reason


def test_each_reason_why_a_game_does_not_count_is_said() -> None:
    reasons: list[Reason] = list(get_args(Reason))
    assert len(set(map(reason_text, reasons))) == len(reasons)
    assert uncounted_text({"void": 2, "tiles-not-seen": 1}) == (
        "1 game left out: waiting for tiles that nobody saw, 2 games left out: void"
    )
    assert uncounted_text({}) == ""
