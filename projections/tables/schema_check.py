"""Whether tables are as they are defined: an earlier version made others, or one was dropped."""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, inspect
from sqlalchemy.engine.reflection import ObjectKind

Columns = Mapping[str, Collection[str]]
"""By table or view, what its columns are called."""


def flaw_in(connection: Connection, defined: Columns) -> str:
    """What is not as it is defined, of the first such table or view; empty where all are."""
    there = _there(connection, defined)
    for name, columns in defined.items():
        if name not in there:
            return f"{name} is missing"
        for column in columns:
            if column not in there[name]:
                return f"{name} has no column {column}"
        for column in there[name]:
            if column not in columns:
                return f"{name} has a column {column} that is not known"
    return ""


def _there(connection: Connection, defined: Columns) -> Columns:
    found = inspect(connection).get_multi_columns(filter_names=list(defined), kind=ObjectKind.ANY)
    return {name: [column["name"] for column in columns] for (_, name), columns in found.items()}
