"""Text measured in columns of a terminal."""

import pytest
from wcwidth import wcswidth

from domino_ledger.projections.messages.widths import cut, left, right, width


@pytest.mark.parametrize(
    ("text", "columns"),
    [("Ana", 3), ("山田", 4), ("José", 4), ("Jose\u0301", 4), ("ｱ", 1), ("محمد", 4), ("a\x00", 2)],
)
def test_columns(text: str, columns: int) -> None:
    assert width(text) == columns
    assert left(text, 9) == text + " " * (9 - columns)
    assert right(text, 9) == " " * (9 - columns) + text


def test_latin_letters_and_signs_take_a_column_each() -> None:
    """As the library has it, which is not imported for them."""
    printable = [chr(point) for point in range(0x300) if chr(point).isprintable()]
    assert len(printable) > 600
    assert {width(each) for each in printable} == {wcswidth(each) for each in printable} == {1}


@pytest.mark.parametrize(
    ("text", "columns", "short"),
    [
        ("山田太郎", 8, "山田太郎"),
        ("山田太郎", 6, "山…郎"),
        ("abcdef", 4, "ab…f"),
        ("山田", 1, "…"),
    ],
)
def test_cut(text: str, columns: int, short: str) -> None:
    assert cut(text, columns) == short
    assert width(short) <= columns
