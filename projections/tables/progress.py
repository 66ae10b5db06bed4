"""How far the tables are, by which rules they count, and whether they are as they are defined."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from ...ledger.errors import NotALedger, Tampered
from ...ledger.store.sqlite.structure import require_structure, structure_by
from .connection import Connection
from .database import ReadModels
from .left_out import OPENED_GAMES
from .schema import KEPT, Dialect, created, defined, described

if TYPE_CHECKING:
    from pydantic import TypeAdapter

    from ...domain.rules.counting import Counting
    from ...domain.rules.rule_set import RuleSet


class Progress(NamedTuple):
    """The row of the table of progress; all other rows follow from the events up to there."""

    position: int
    """The position of the last event taken in."""
    games: int
    """The number of games opened so far, which is the number of the last one."""
    mark: str
    """Identifies the last event taken in."""
    rated: int
    """Log position up to which games that are over are rated."""
    counting: "Counting"
    """Whose score and payout count, if not each game's own."""


NOTHING = Progress(0, 0, "", 0, counting=())
_AS_PLAYED = None, "[]"
"""In the columns rules and body: every game counts by its own rules."""


def progress_in(connection: Connection) -> Progress:
    """How far the tables are. Raises NotALedger if no command wrote this."""
    rows = list(connection.rows("SELECT position, games, mark, rated, rules, body FROM progress"))
    if len(rows) != 1:
        raise _edited()
    return progress_of(rows[0])


def progress_of(row: Sequence[Any]) -> Progress:
    """Position, games, mark, rated, rules and body. Raises NotALedger if they were edited."""
    position, games, mark, rated, rules, body = row
    right = all(type(figure) is int and figure >= 0 for figure in (position, games, rated))
    if not (right and isinstance(mark, str)):
        raise _edited()
    return Progress(position, games, mark, rated, _counting_in(rules, body))


def _counting_in(rules: str | None, body: str) -> "Counting":
    """Reads rule sets, and what they are made of, only if there are any."""
    if (rules, body) == _AS_PLAYED:
        return ()
    try:
        counting = _counting_adapter().validate_json(body)
    except (ValueError, TypeError):
        raise _edited() from None
    said, _ = _columns_of(counting)
    if rules != said:
        raise _edited()
    return counting


def _columns_of(counting: "Counting") -> tuple[str | None, str]:
    """Its text and its JSON: the columns rules and body."""
    if not counting:
        return _AS_PLAYED
    from ...domain.rules.counting import counting_text  # noqa: PLC0415 - as for `_counting_in`

    return counting_text(counting), _counting_adapter().dump_json(counting).decode()


@cache
def _counting_adapter() -> "TypeAdapter[Counting]":
    from pydantic import TypeAdapter  # noqa: PLC0415 - as for `_counting_in`

    from ...domain.rules.counting import Counting  # noqa: PLC0415 - the same

    return TypeAdapter(Counting)


def _edited() -> NotALedger:
    return NotALedger("progress-edited", table="progress")


def played_rules(connection: Connection) -> "dict[int, RuleSet]":
    """The rule sets that games were played under, by their number in these tables."""
    from ...domain.rules.rule_set import RuleSet  # noqa: PLC0415 - as for `_counting_in`

    rows = connection.rows("SELECT id, body FROM played_rules")
    return {id: RuleSet.model_validate_json(body) for id, body in rows}


def note(connection: Connection, progress: Progress) -> None:
    """Note how far the tables are."""
    rules, body = _columns_of(progress.counting)
    connection.rows(
        "UPDATE progress SET position = :position, games = :games, mark = :mark, rated = :rated, "
        "rules = :rules, body = :body",
        **progress._asdict(),
        rules=rules,
        body=body,
    )


# -- tables compared with their definition


class Flaw(NamedTuple):
    """How a table or view differs from its definition."""

    code: Literal[
        "table-missing", "column-missing", "column-unknown", "games-miscounted", "row-edited"
    ]
    table: str
    column: str | None = None


Columns: TypeAlias = Mapping[str, Collection[str]]
"""By table or view, the names of its columns."""


_COLUMNS: Mapping[Dialect, str] = {
    "sqlite": (
        "SELECT each.name, own.name "
        "FROM sqlite_master AS each, pragma_table_info(each.name) AS own "
        "WHERE each.type IN ('table', 'view')"
    ),
    "postgresql": (
        "SELECT relname, attname FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid "
        "WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v') "
        "AND attnum > 0 AND NOT attisdropped"
    ),
}


def columns_in(connection: Connection) -> Columns:
    """The columns of all tables and views that exist."""
    found: dict[str, list[str]] = {}
    try:
        for name, column in connection.rows(_COLUMNS[connection.dialect]):
            found.setdefault(name, []).append(column)
    except sqlite3.OperationalError:  # A view shows what is missing: it has no columns.
        for name in connection.column("SELECT name FROM sqlite_master"):
            found[name] = []
            with suppress(sqlite3.OperationalError):
                columns = "SELECT name FROM pragma_table_info(:name)"
                found[name] = connection.column(columns, name=name)
    return found


def flaw_in(existing: Columns, defined: Iterable[str]) -> Flaw | None:
    """The first flaw in these tables and views."""
    for name in defined:
        if name not in existing:
            return Flaw("table-missing", table=name)
        columns = [column.name for column in described(name).columns]
        for column in columns:
            if column not in existing[name]:
                return Flaw("column-missing", table=name, column=column)
        for column in existing[name]:
            if column not in columns:
                return Flaw("column-unknown", table=name, column=column)
    return None


def made_again(dialect: Dialect) -> list[str]:
    """The tables and views that a rebuild makes again."""
    return [name for name in defined(dialect, "table", "view") if name not in KEPT]


def flaw_of(connection: Connection) -> Flaw | None:
    """The first flaw in tables that a rebuild makes again."""
    found = examined(connection, columns_in(connection))
    return found if isinstance(found, Flaw) else None


class State(NamedTuple):
    """What the tables say of themselves."""

    progress: Progress
    opened: int
    """The number of the last game that they hold, or leave out."""
    unrated: bool
    """Games that are over wait to be rated."""
    left_out: bool
    """There are games that they cannot hold."""
    unpaid: bool
    """There are games whose money waits for a function."""


_STATE = f"""
SELECT
    position, games, mark, rated, rules, body,
    (SELECT coalesce(max(id), 0) FROM ({OPENED_GAMES}) AS opened),
    EXISTS (SELECT 1 FROM game_fact WHERE finished > progress.rated),
    EXISTS (SELECT 1 FROM left_out),
    EXISTS (SELECT 1 FROM game_fact WHERE unpaid IS NOT NULL)
FROM progress
"""


def state_in(connection: Connection) -> State:
    """What the tables say of themselves. Raises NotALedger as `progress_in` does."""
    rows = list(connection.rows(_STATE))
    if len(rows) != 1:
        raise _edited()
    (*progress, opened, unrated, left_out, unpaid) = rows[0]
    return State(progress_of(progress), opened, bool(unrated), bool(left_out), bool(unpaid))


def examined(connection: Connection, existing: Columns) -> Flaw | State:
    """What tables with these columns say of themselves, or their first flaw.

    It is a flaw to hold fewer games than were taken in, or to have rated games to come.
    """
    if flaw := flaw_in(existing, made_again(connection.dialect)):
        return flaw
    try:
        state = state_in(connection)
    except NotALedger:
        return Flaw("row-edited", table="progress")
    progress = state.progress
    if state.opened == progress.games and progress.rated <= progress.position:
        return state
    return Flaw("games-miscounted", table="game_fact")


# -- setting up


def set_up(connection: Connection) -> None:
    """Create all tables that are missing; replace flawed ones that are filled from the book.

    Tables that only a rebuild can make again are left as they are, if there are any.
    """
    dialect, existing = connection.dialect, columns_in(connection)
    for name in KEPT:
        if name in existing and flaw_in(existing, [name]):
            drop(connection, [name])
    existing = columns_in(connection)
    left = made_again(dialect) if any(name in existing for name in made_again(dialect)) else []
    create(connection, [name for name in defined(dialect, "table", "view") if name not in left])


def create(connection: Connection, which: Collection[str]) -> None:
    """Create those of these tables, with their indexes, and views that do not exist.

    A server lets all who may read the postings, or else the progress, read them.
    """
    dialect, existing = connection.dialect, columns_in(connection)
    missing = [name for name in which if name not in existing]
    readers = connection.column(_READERS) if dialect == "postgresql" else []
    for statement in created(dialect):
        if statement.of in missing:
            connection.execute(statement.sql(dialect))
            if dialect == "postgresql":
                _comment(connection, statement.kind, statement.name)
    if "progress" in missing:
        connection.execute("INSERT INTO progress VALUES (NULL, '', 0, '', 0, 0)")
        note(connection, NOTHING)
    if readers and missing:
        tables = ", ".join(f'"{name}"' for name in missing)
        connection.execute(f"GRANT SELECT ON {tables} TO {', '.join(readers)}")


def drop(connection: Connection, which: Collection[str]) -> None:
    """Drop these tables and views, whatever they are, with the views that show them."""
    dialect = connection.dialect
    rows = list(connection.rows(_KINDS[dialect]))
    for kind in ("view", "table"):  # Views first: others may show them, and tables.
        for name in (name for name, found in rows if found == kind and name in which):
            also = "" if dialect == "sqlite" else " CASCADE"
            connection.execute(f'DROP {kind} IF EXISTS "{name}"{also}')


_KINDS: Mapping[Dialect, str] = {
    "sqlite": "SELECT name, type FROM sqlite_master",
    "postgresql": (
        "SELECT relname, CASE relkind WHEN 'v' THEN 'view' WHEN 'r' THEN 'table' END "
        "FROM pg_class WHERE relnamespace = current_schema()::regnamespace"
    ),
}


def _comment(connection: Connection, kind: str, name: str) -> None:
    """Let PostgreSQL show the entries of the data dictionary."""
    if kind == "index":
        return
    entry = described(name)
    said = {f'{kind.upper()} "{name}"': entry.comment} | {
        f'COLUMN "{name}"."{column.name}"': column.comment for column in entry.columns
    }
    for what, comment in said.items():
        quoted = comment.replace("'", "''")
        connection.execute(f"COMMENT ON {what} IS '{quoted}'")


_READERS = (
    "SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END "
    "FROM pg_class, aclexplode(relacl) "
    "WHERE pg_class.oid = coalesce(to_regclass('posting'), to_regclass('progress')) "
    "AND privilege_type = 'SELECT' AND grantee <> relowner"
)


# -- beyond the names of columns


def require_defined(models: ReadModels) -> None:
    """Raise Tampered unless all is as it is defined, which takes longer to see.

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


_VIEW = "SELECT pg_get_viewdef(to_regclass(quote_ident(:view)))"
