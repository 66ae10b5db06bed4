"""States of games, and how games were left."""

from typing import get_args
from uuid import UUID

import pytest

from projections.messages.left_out import left_out_text, reason_text, uncounted_text
from projections.messages.states import abandonment_text, state_text
from projections.reports.uncounted import Reason
from projections.results.abandonment import Abandonment
from projections.results.game_state import State
from projections.tables.left_out import LeftOut, Unheld


def test_each_state_in_english_is_its_code() -> None:
    states = get_args(State)
    assert [state_text(state) for state in states] == list(states)


def test_each_reason_why_a_game_does_not_count_is_said() -> None:
    reasons: list[Reason] = list(get_args(Reason))
    assert len(set(map(reason_text, reasons))) == len(reasons)
    assert uncounted_text({"void": 2, "tiles-not-seen": 1}) == (
        "1 game left out: waiting for tiles that nobody saw, 2 games left out: void"
    )
    assert uncounted_text({}) == ""


def test_games_left_out_are_named_with_the_reason() -> None:
    game = UUID(int=1)
    said = [left_out_text(LeftOut(game, text)) for text in get_args(Unheld)]
    assert all(each.startswith(f"{game} is not in the tables: ") for each in said)
    assert len(set(said)) == len(said)


@pytest.mark.parametrize(
    ("seat", "reason", "names", "words"),
    [
        (None, "", (), "abandoned"),
        (None, "rain", (), "abandoned: rain"),
        (1, "", ("Ana", "Ben"), "forfeited by Ben"),
        (1, "late", ("Ana", "Ben"), "forfeited by Ben: late"),
    ],
)
def test_how_a_game_was_left(
    seat: int | None, reason: str, names: tuple[str, ...], words: str
) -> None:
    left = Abandonment("abandoned" if seat is None else "forfeited", seat, reason)
    assert abandonment_text(left, names) == words
