"""Tables and views in use as Arrow tables: one line to pandas or Polars."""

from collections.abc import Iterable
from decimal import Decimal
from typing import TYPE_CHECKING

from .connection import Connection, Row, in_parts
from .schema import described

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 50_000


def as_arrow(connection: Connection, name: str) -> "pa.Table":
    """All rows of the table or view; raises KeyError if there is none of this name."""
    listed = ", ".join(f'"{column.name}"' for column in described(name).columns)
    return rows_as_arrow(name, connection.rows(f'SELECT {listed} FROM "{name}"'))


def rows_as_arrow(name: str, found: Iterable[Row]) -> "pa.Table":
    """Rows of the table or view of this name, which have a value for every column."""
    import pyarrow as pa  # noqa: PLC0415 - an extra

    columns, schema = described(name).columns, columns_of(name)
    batches = (
        pa.record_batch(
            [
                [*map(Decimal, values)] if column.type == "decimal" else list(values)
                for column, values in zip(columns, zip(*rows, strict=True), strict=True)
            ],
            schema=schema,
        )
        for rows in in_parts(found, ROWS_AT_ONCE)
    )
    return pa.Table.from_batches(batches, schema=schema)


def columns_of(name: str) -> "pa.Schema":
    """The columns of the table or view of this name, as the data dictionary has them.

    They are int64, decimal128(38, 0), float64 or text.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra

    types = {
        "integer": pa.int64(),
        "decimal": pa.decimal128(38, 0),
        "real": pa.float64(),
        "text": pa.string(),
    }
    columns = described(name).columns
    return pa.schema(
        [pa.field(column.name, types[column.type], nullable=column.null) for column in columns]
    )
