"""Whether tables, indexes and views are what their definition says, beyond the names of columns.

Before each use only names are compared (`progress`): here the rest is, which takes longer.
"""

from ledger.errors import Tampered
from ledger.store.sqlite.structure import require_structure, structure_by

from .connection import Connection
from .database import ReadModels
from .schema import created

_VIEW = "SELECT pg_get_viewdef(to_regclass(quote_ident(:view)))"


def require_defined(models: ReadModels) -> None:
    """Raise Tampered unless the tables are as they are defined.

    In a file: everything, and each index has what its table has. On a server: the views.
    """
    with models.writing() as connection:
        if models.in_a_file:
            defined = structure_by(each.sql("sqlite") for each in created("sqlite"))
            require_structure(models.name, connection.driver, defined)
        else:
            _require_views(models.name, connection)


def _require_views(name: str, connection: Connection) -> None:
    """Make each view once more, in the temporary schema, and compare what PostgreSQL says of it."""
    for each in created("postgresql"):
        if each.kind != "view":
            continue
        anew, begins = f"{each.name}_anew", f"CREATE VIEW {each.name} "
        statement = each.sql("postgresql").replace(begins, f"CREATE TEMPORARY VIEW {anew} ")
        with connection.driver.transaction(force_rollback=True):
            connection.execute(statement)
            definitions = {connection.value(_VIEW, view=view) for view in (each.name, anew)}
        if len(definitions) > 1:
            raise Tampered("structure-changed", book=name, kind="view", object=each.name)
