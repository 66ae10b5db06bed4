"""Tables and views in use as Arrow tables: one line to pandas or Polars."""

from decimal import Decimal
from typing import TYPE_CHECKING

from .connection import Connection, in_parts
from .schema import data_dictionary

if TYPE_CHECKING:
    import pyarrow as pa

ROWS_AT_ONCE = 50_000


def as_arrow(connection: Connection, name: str) -> "pa.Table":
    """All rows of the table or view; raises KeyError if there is none of this name.

    Columns are int64, decimal128(38, 0), float64 or text, as in the data dictionary.
    """
    import pyarrow as pa  # noqa: PLC0415 - an extra

    types = {
        "integer": pa.int64(),
        "decimal": pa.decimal128(38, 0),
        "real": pa.float64(),
        "text": pa.string(),
    }
    columns = {table.name: table.columns for table in data_dictionary()}[name]
    schema = pa.schema(
        [pa.field(column.name, types[column.type], nullable=column.null) for column in columns]
    )
    listed = ", ".join(f'"{column.name}"' for column in columns)
    found = connection.rows(f'SELECT {listed} FROM "{name}"')
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
