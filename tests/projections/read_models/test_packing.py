"""Figures of all seats in one text: what is put in comes out, also in the database."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import create_engine, literal, select

from projections.tables.facts.packing import (
    WIDTHS,
    Packed,
    figure_at,
    flag_at,
    packed,
    packed_flags,
    unpacked,
)
from projections.tables.scoring.score_columns import IntArray
from projections.tables.scoring.settlement_columns import LARGEST

ENGINE = create_engine("sqlite://")
MOST: dict[Packed, int] = {"pips": 99_999, "tiles": 999, "points": 999_999_999, "net": LARGEST}


@st.composite
def tables(draw: st.DrawFn, name: Packed, least: int) -> IntArray:
    seats, lines = draw(st.integers(1, 5)), draw(st.integers(0, 4))
    figures = st.lists(st.integers(least, MOST[name]), min_size=seats, max_size=seats)
    rows = draw(st.lists(figures, min_size=lines, max_size=lines))
    return np.array(rows, np.int64).reshape(lines, seats)


def in_database(name: Packed, text: str, seats: int) -> list[int]:
    with ENGINE.connect() as connection:
        asked = [figure_at(name, literal(text), literal(seat)) for seat in range(seats)]
        return list(connection.execute(select(*asked)).one())


@given(st.sampled_from(list(WIDTHS)), st.data())
def test_a_database_takes_apart_what_was_packed(name: Packed, data: st.DataObject) -> None:
    figures = data.draw(tables(name, -MOST[name]))
    texts = packed(name, figures)
    assert [in_database(name, text, figures.shape[1]) for text in texts] == figures.tolist()


@given(st.sampled_from(list(WIDTHS)), st.data())
def test_what_is_packed_is_unpacked(name: Packed, data: st.DataObject) -> None:
    figures = data.draw(tables(name, 0))
    texts = "".join(packed(name, figures)).encode()
    lines, seats = figures.shape
    again = unpacked(name, np.frombuffer(texts, np.uint8).reshape(lines, seats * WIDTHS[name]))
    assert again.shape == figures.shape
    assert again.tolist() == figures.tolist()


@given(st.lists(st.lists(st.booleans(), min_size=3, max_size=3), max_size=4))
def test_flags(flags: list[list[bool]]) -> None:
    texts = packed_flags(np.array(flags, np.bool_).reshape(-1, 3), "Y")
    assert texts == ["".join("Y" if flag else "." for flag in line) for line in flags]
    with ENGINE.connect() as connection:
        for text, line in zip(texts, flags, strict=True):
            signs = [flag_at(literal(text), literal(seat)) for seat in range(3)]
            assert list(connection.execute(select(*signs)).one()) == [
                "Y" if flag else "." for flag in line
            ]
