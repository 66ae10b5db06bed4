"""Tables and views in use as Arrow tables."""

from pathlib import Path

import pyarrow as pa
import pytest

from domino_ledger.projections.tables import arrow
from domino_ledger.projections.tables.arrow import as_arrow
from domino_ledger.projections.tables.schema import data_dictionary

from .modelled import opened, small_book

TYPES = {
    "integer": pa.int64(),
    "decimal": pa.decimal128(38, 0),
    "real": pa.float64(),
    "text": pa.string(),
}


@pytest.mark.parametrize("at_once", [2, 50_000])
def test_rows_and_columns_are_those_of_the_table(
    at_once: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrow, "ROWS_AT_ONCE", at_once)
    small_book(tmp_path).close()
    rows = 0
    with opened(tmp_path / "book.db", 1_000) as keeper:
        assert sum(keeper.catch_up()) > 50
        with keeper.models.reading() as connection:
            for table in data_dictionary():
                found = as_arrow(connection, table.name)
                names = [column.name for column in table.columns]
                assert found.schema.names == names
                assert found.schema.types == [TYPES[column.type] for column in table.columns]
                assert [field.nullable for field in found.schema] == [
                    column.null for column in table.columns
                ]
                listed = ", ".join(f'"{name}"' for name in names)
                stored = list(connection.rows(f'SELECT {listed} FROM "{table.name}"'))
                assert list(zip(*found.to_pydict().values(), strict=True)) == [*map(tuple, stored)]
                rows += found.num_rows
            with pytest.raises(KeyError):
                as_arrow(connection, "no_such_table")
    assert rows > 50
