"""Whether tables, indexes and views are what their definition says, beyond the names of columns.

Before each use only names are compared (`progress`): here the rest is, which takes longer.
"""

import sqlite3

from sqlalchemy import Connection

from ledger.errors import Tampered
from ledger.store.sqlite.structure import require_structure, structure_by

from .database import ReadModels
from .progress import execute
from .schema import created

_VIEW = "SELECT pg_get_viewdef(to_regclass(quote_ident(%s)))"


def require_defined(models: ReadModels) -> None:
    """Raise Tampered unless the tables are as they are defined.

    In a file: everything, and each index has what its table has. On a server: the views.
    """
    with models.writing() as connection:
        if models.in_a_file:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            defined = structure_by(each.sql("sqlite") for each in created("sqlite"))
            require_structure(models.name, driver, defined)
        else:
            _require_views(models.name, connection)


def _require_views(name: str, connection: Connection) -> None:
    """Make each view once more, in the temporary schema, and compare what PostgreSQL says of it."""
    for each in created("postgresql"):
        if each.kind != "view":
            continue
        anew, begins = f"{each.name}_anew", f"CREATE VIEW {each.name} "
        statement = each.sql("postgresql").replace(begins, f"CREATE TEMPORARY VIEW {anew} ")
        with connection.begin_nested() as undone:
            execute(connection, statement)
            definitions = {
                connection.exec_driver_sql(_VIEW, (view,)).scalar() for view in (each.name, anew)
            }
            undone.rollback()
        if len(definitions) > 1:
            raise Tampered("structure-changed", book=name, kind="view", object=each.name)
