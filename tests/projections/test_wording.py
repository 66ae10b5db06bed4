"""Acts and amounts in a few words."""

import pytest

from domain.events import TurnLost
from projections.explain.wording import several, told
from tests.domain.table_talk import act_of


@pytest.mark.parametrize(
    ("act", "text"),
    [
        ("0 lays 6-4", "lays 6-4"),
        ("0 lays 6-4 left", "lays 6-4 at left"),
        ("1 draws 5-5", "draws 5-5"),
        ("2 passes", "passes"),
    ],
)
def test_told(act: str, text: str) -> None:
    assert told(act_of(act)) == text


def test_a_lost_turn_is_no_pass() -> None:
    assert told(TurnLost(seat=0, cause="time")) == "loses the turn"


def test_several() -> None:
    assert [several(number, "pip") for number in (0, 1, 2)] == ["0 pips", "1 pip", "2 pips"]
