"""Bars, sparklines, and tables fitted to a terminal."""

import pytest

from cli.terminal.tables import bar, fitting, sparkline


@pytest.mark.parametrize(
    ("part", "whole", "drawn"),
    [
        (0, 0, ""),
        (0, 9, ""),
        (1, 1, "████"),
        (1, 2, "██"),
        (1, 4, "█"),
        (1, 32, "▏"),
        (9, 32, "█▏"),
        (31, 32, "███▉"),
    ],
)
def test_bars(part: int, whole: int, drawn: str) -> None:
    assert bar(part, whole, 4) == drawn


@pytest.mark.parametrize(
    ("figures", "drawn"),
    [
        ([], ""),
        ([3], "▄"),
        ([0, 0], "▄▄"),
        ([0, 7], "▁█"),
        ([-7, 0, 7], "▁▅█"),
        (range(8), "▁▂▃▄▅▆▇█"),
    ],
)
def test_sparklines(figures: list[int], drawn: str) -> None:
    assert sparkline(figures) == drawn


def test_columns_of_the_least_worth_give_way() -> None:
    widths, worth = [8, 5, 5, 5], [9, 1, 3, 2]
    assert fitting(widths, worth, 31) == [0, 1, 2, 3]
    assert fitting(widths, worth, 30) == [0, 2, 3]
    assert fitting(widths, worth, 20) == [0, 2]
    assert fitting(widths, worth, 1) == [0]
    assert fitting(widths, [], 1) == [0, 1, 2, 3]
