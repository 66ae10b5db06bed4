"""What the tables of a book in PostgreSQL consist of, beside their rows, and whether that is so.

The statements that make a book are executed once more, in the temporary schema of the connection,
and taken back. What the catalogs then say of both is compared; everybody may read them.
"""

from typing import Any, TypeAlias

from psycopg import Connection
from psycopg.rows import tuple_row

from ...errors import Tampered
from ..base import COLUMNS
from .schema import IN_TEMPORARY_SCHEMA, STATEMENTS

Structure: TypeAlias = set[tuple[str, str, str]]
"""Kind, name and definition of each table, column, index and so on."""

_SCHEMA = "SELECT oid, quote_ident(nspname) FROM pg_namespace"
_THE_BOOK = f"{_SCHEMA} WHERE nspname = current_schema()"
_TEMPORARY = f"{_SCHEMA} WHERE oid = pg_my_temp_schema()"

# Other functions in the schema decide nothing, unless PostgreSQL would take one of them for its
# own of that name. Those of extensions are nobody's work here.
_STRUCTURE = """
    WITH own AS (
      SELECT pg_class.* FROM pg_class WHERE relnamespace = %(schema)s AND relname = ANY(%(tables)s)
    )
    SELECT 'table', relname::text, concat_ws(' ', relkind, relrowsecurity, relforcerowsecurity)
    FROM own
    UNION ALL
    SELECT 'column', relname || '.' || attname, concat_ws(' ', attnum,
      format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, attcollation,
      pg_get_expr(adbin, adrelid))
    FROM own JOIN pg_attribute ON attrelid = own.oid
    LEFT JOIN pg_attrdef ON adrelid = own.oid AND adnum = attnum
    WHERE attnum > 0
    UNION ALL
    SELECT 'index', index.relname::text, concat_ws(' ', pg_get_indexdef(indexrelid),
      indisvalid, indisready, indislive, indimmediate)
    FROM own JOIN pg_index ON indrelid = own.oid JOIN pg_class AS index ON index.oid = indexrelid
    UNION ALL
    SELECT 'constraint', relname || '.' || conname, pg_get_constraintdef(pg_constraint.oid)
    FROM own JOIN pg_constraint ON conrelid = own.oid
    UNION ALL
    SELECT 'trigger', relname || '.' || tgname,
      concat_ws(' ', pg_get_triggerdef(pg_trigger.oid), tgenabled)
    FROM own JOIN pg_trigger ON tgrelid = own.oid
    UNION ALL
    SELECT 'rule', relname || '.' || rulename, pg_get_ruledef(pg_rewrite.oid)
    FROM own JOIN pg_rewrite ON ev_class = own.oid
    UNION ALL
    SELECT 'policy', relname || '.' || polname, concat_ws(' ', polcmd, polpermissive, polroles,
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
    FROM own JOIN pg_policy ON polrelid = own.oid
    UNION ALL
    SELECT 'table', inhrelid::regclass::text, concat_ws(' ', 'of', inhparent::regclass)
    FROM pg_inherits WHERE inhparent IN (SELECT oid FROM own) OR inhrelid IN (SELECT oid FROM own)
    UNION ALL
    SELECT 'function', proname || '(' || pg_get_function_identity_arguments(pg_proc.oid) || ')',
      concat_ws(' ', lanname, prosecdef, provolatile, proretset, prorettype::regtype,
        array_to_string(proconfig, ' '), prosrc)
    FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
    WHERE pronamespace = %(schema)s AND (
      proname = ANY(%(functions)s)
      OR proname IN (SELECT proname FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace)
    ) AND NOT EXISTS (
      SELECT FROM pg_depend
      WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e'
    )
    UNION ALL
    SELECT 'operator', oprname::text, concat_ws(' ', oprleft::regtype, oprright::regtype, oprcode)
    FROM pg_operator WHERE oprnamespace = %(schema)s AND NOT EXISTS (
      SELECT FROM pg_depend
      WHERE classid = 'pg_operator'::regclass AND objid = pg_operator.oid AND deptype = 'e'
    )
"""
_FUNCTIONS = [
    statement.split("FUNCTION ", 1)[1].split("(", 1)[0]
    for statement in STATEMENTS
    if statement.startswith("CREATE FUNCTION")
]


def require_structure(name: str, connection: Connection[Any]) -> None:
    """Raise Tampered unless a book is as it was made. ``name``: of the book, for the error.

    Takes the right to make temporary tables, which everybody has unless it was revoked.
    """
    with connection.transaction(force_rollback=True):
        found = _structure(connection, _THE_BOOK)
        connection.execute("SET LOCAL search_path TO pg_temp")
        for statement in IN_TEMPORARY_SCHEMA:
            connection.execute(statement.encode())
        defined = _structure(connection, _TEMPORARY)
    for kind, changed, _ in sorted(found ^ defined):
        raise Tampered("structure-changed", book=name, kind=kind, object=changed)


def _structure(connection: Connection[Any], of_schema: str) -> Structure:
    """The structure of the tables in a schema, which is not named in it."""
    with connection.cursor(row_factory=tuple_row) as cursor:
        ((schema, called),) = cursor.execute(of_schema.encode()).fetchall()
        asked = {"schema": schema, "tables": list(COLUMNS), "functions": _FUNCTIONS}
        found = cursor.execute(_STRUCTURE.encode(), asked).fetchall()
    return {(kind, name, _unnamed(kind, said, called)) for kind, name, said in found}


def _unnamed(kind: str, definition: str, schema: str) -> str:
    if kind == "function":
        return definition.replace(f"search_path={schema}", "search_path=pg_temp")
    return definition.replace(f"{schema}.", "").replace("pg_temp.", "")
