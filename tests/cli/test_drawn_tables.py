"""Bars, sparklines, and tables fitted to a terminal."""

import pytest

from domino_ledger.cli.terminal.printed_tables import bar, fitted, fitting, sparkline
from domino_ledger.projections.listings.table import Table


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


def test_the_least_important_columns_are_dropped_first() -> None:
    widths, worth = [8, 5, 5, 5], [9, 1, 3, 2]
    assert fitting(widths, worth, 31) == [0, 1, 2, 3]
    assert fitting(widths, worth, 30) == [0, 2, 3]
    assert fitting(widths, worth, 20) == [0, 2]
    assert fitting(widths, worth, 1) == [0]
    assert fitting(widths, [], 1) == [0, 1, 2, 3]


LISTED = Table(
    ("game", "rules", "players"),
    (("night-1", "block@1", "Ana Ben"), ("n" * 32, "draw@1", "Cyd " * 20)),
    (3, 1, 2),
)


def test_the_last_column_is_shortened_as_far_as_needed() -> None:
    assert fitted(LISTED, 12).rows == [("night-1",), (f"{'n' * 7}…{'n' * 4}",)]
    assert fitted(Table(("game",), (), (1,)), 80) == Table(("game",), [])
