"""Whether tables, indexes and views are what their definition says, beyond the names of columns.

Before each use only names are compared (`generations`): here the rest is, which takes longer.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing

from sqlalchemy import Connection, Executable, text
from sqlalchemy.schema import CreateView

from ledger.errors import Tampered
from ledger.store.sqlite.structure import Structure, require_structure, structure_of

from .database import ReadModels, read_models_in_memory
from .generations import BUILDING, CURRENT, RETIRED, SHOWS_NAMES, Made, made, show
from .schema.generation import MODELS
from .schema.permanent import KEPT, KNOWN_NAME

_VIEW = text("SELECT pg_get_viewdef(to_regclass(quote_ident(:name)))")


def require_defined(models: ReadModels) -> None:
    """Raise Tampered unless the tables that exist are as they are defined.

    In a file: everything, and each index has what its table has. On a server: the views.
    """
    with models.writing() as connection:
        existing = list(_existing(connection))
        if models.in_a_file:
            require_structure(models.name, _driver(connection), _structure_in_file(existing))
        else:
            _require_views(models.name, connection, existing)


def _existing(connection: Connection) -> Iterator[Made]:
    for model in MODELS:
        for state in (BUILDING, CURRENT, RETIRED):
            yield from made(connection, model, state)


def _structure_in_file(existing: list[Made]) -> Structure:
    with closing(read_models_in_memory()) as anew, anew.writing() as connection:
        KEPT.create_all(connection)
        for each in existing:
            each.tables.metadata.create_all(connection)
            if each.state == CURRENT:
                show(connection, each.tables)
        return structure_of(_driver(connection))


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


def _require_views(name: str, connection: Connection, existing: list[Made]) -> None:
    """Make each view once more, in the temporary schema, and compare what PostgreSQL says of it."""
    statements: dict[str, Executable] = {
        KNOWN_NAME.name: text(f"CREATE TEMPORARY VIEW {KNOWN_NAME.name}_anew AS {SHOWS_NAMES}")
    }
    for each in existing:
        for view, shown in each.tables.shown.items() if each.state == CURRENT else ():
            statements[view] = CreateView(shown, f"{view}_anew", temporary=True)
    for view, statement in statements.items():
        with connection.begin_nested() as undone:
            connection.execute(statement)
            definitions = {
                connection.execute(_VIEW, {"name": each}).scalar()
                for each in (view, f"{view}_anew")
            }
            undone.rollback()
        if len(definitions) > 1:
            raise Tampered("structure-changed", book=name, kind="view", object=view)
