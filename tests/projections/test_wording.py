"""Amounts in a few words."""

from projections.explain.wording import several


def test_several() -> None:
    assert [several(number, "pip") for number in (0, 1, 2)] == ["0 pips", "1 pip", "2 pips"]
