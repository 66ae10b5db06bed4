"""What an SQLite file consists of, beside its rows, and whether that is as it was made.

Who reads rows by an index sees what the index holds, and who reads them by number sees the table.
So an index that is not true to its table shows some commands another game than others.
"""

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from typing import TypeAlias

from ...errors import Tampered

Structure: TypeAlias = frozenset[tuple[str, str, str, str | None]]
"""Kind, name, table and definition of each table, index, view and trigger."""

_OBJECTS = "SELECT type, name, tbl_name, sql FROM sqlite_schema"
_FIRST_FLAW = "PRAGMA integrity_check(1)"
_INTACT = "ok"


def structure_of(connection: sqlite3.Connection) -> Structure:
    """The structure of an open database."""
    return frozenset(map(tuple, connection.execute(_OBJECTS)))


def structure_by(statements: Iterable[str]) -> Structure:
    """The structure of a new database after these statements."""
    with closing(sqlite3.connect(":memory:")) as made:
        for statement in statements:
            made.execute(statement)
        return structure_of(made)


def require_structure(name: str, connection: sqlite3.Connection, defined: Structure) -> None:
    """Raise Tampered unless a database has this structure, and its indexes what its tables have.

    ``name``: of the database, for the error. References are not checked: no
    table is defined with any, so one would be a changed definition.
    """
    for kind, changed, *_ in sorted(structure_of(connection) ^ defined, key=str):
        raise Tampered("structure-changed", book=name, kind=kind, object=changed)
    ((said,),) = connection.execute(_FIRST_FLAW)
    if said != _INTACT:
        raise Tampered("not-intact", book=name, reason=said)
