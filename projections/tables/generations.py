"""Generations of tables: which exist, which is in use, and switching to another."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias

from pydantic import TypeAdapter
from sqlalchemy import (
    Connection,
    Row,
    Select,
    Table,
    delete,
    func,
    insert,
    inspect,
    select,
    update,
)
from sqlalchemy.engine.reflection import ObjectKind
from sqlalchemy.exc import DBAPIError
from sqlalchemy.schema import CreateView

from domain.rules.counting import AS_PLAYED, Counting, counting_text
from ledger.errors import NotALedger

from .database import wait_for_readers
from .left_out import opened_games
from .read.log_reader import Progress
from .schema.generation import MODELS, Generation, Model, generation
from .schema.permanent import GENERATION, KEPT, KNOWN_ALIAS, KNOWN_NAME, LEFT_OUT, POSTING, VERDICT

# The collation is that of the copy that earlier versions had, which other views show.
SHOWS_NAMES = (
    'SELECT player_id::uuid::text AS player_id, name COLLATE "default" AS name FROM player_name'
)
"""The view of names in the database of the book."""
_OTHER_COLUMNS = "42P16"
"""The SQLSTATE of PostgreSQL."""

BUILDING, CURRENT, RETIRED, DROPPED = "building", "current", "retired", "dropped"


class Flaw(NamedTuple):
    """How a table or view differs from its definition."""

    code: Literal["table-missing", "column-missing", "column-unknown", "games-miscounted"]
    table: str
    column: str | None = None


Columns: TypeAlias = Mapping[str, Collection[str]]
"""By table or view, the names of its columns."""


class Made(NamedTuple):
    """A row of the table of generations."""

    id: int
    model: Model
    counting: Counting
    """Whose score and payout count, if not each game's own."""
    state: str
    progress: Progress
    mark: str
    """Identifies the last event taken in."""
    rated: int
    """Log position up to which games that are over are rated."""

    @property
    def tables(self) -> Generation:
        """Its tables."""
        return generation(self.model, self.id)


def flaw_in_kept(connection: Connection) -> Flaw | None:
    """The first flaw in the kept tables."""
    return flaw_in(connection, _columns(KEPT.sorted_tables))


def what_is_lost(connection: Connection) -> Flaw | None:
    """The first flaw in tables that cannot be rebuilt; None also if there are no tables yet."""
    inspector = inspect(connection)
    if not any(inspector.has_table(table.name) for table in KEPT.sorted_tables):
        return None
    return flaw_in(connection, _columns((GENERATION,)))


def are_set_up(connection: Connection) -> bool:
    """Read models are set up here, without a flaw in the kept tables."""
    return not flaw_in_kept(connection)


def set_up(connection: Connection) -> None:
    """Create the kept tables, and a generation in use for each model; existing ones stay.

    Flawed tables that can be refilled from the book are replaced.
    """
    in_a_file = connection.dialect.name == "sqlite"
    refillable = VERDICT, POSTING, LEFT_OUT, KNOWN_ALIAS
    for table in (*refillable, KNOWN_NAME) if in_a_file else refillable:
        if flaw_in(connection, _columns((table,))):
            table.drop(connection, checkfirst=True)
    KEPT.create_all(connection, [each for each in KEPT.sorted_tables if each is not KNOWN_NAME])
    _let_readers_read(connection, [KNOWN_ALIAS.name])
    if in_a_file:
        KNOWN_NAME.create(connection, checkfirst=True)
    elif not _names_are_view(connection):
        _show_names_of_book(connection)
    for model in MODELS:
        if not made(connection, model, CURRENT):
            show(connection, begin(connection, model, AS_PLAYED, CURRENT).tables)


def _names_are_view(connection: Connection) -> bool:
    return KNOWN_NAME.name in inspect(connection).get_view_names() and not flaw_in(
        connection, _columns((KNOWN_NAME,))
    )


def _show_names_of_book(connection: Connection) -> None:
    """In the database of the book, make the names a view, in place of what had that name before."""
    name, before = KNOWN_NAME.name, f"{KNOWN_NAME.name}_before"
    if name in inspect(connection).get_table_names():
        connection.exec_driver_sql(f"ALTER TABLE {name} RENAME TO {before}")
    connection.exec_driver_sql(f"DROP VIEW IF EXISTS {name} CASCADE")
    connection.exec_driver_sql(f"CREATE VIEW {name} AS {SHOWS_NAMES}")
    for model in MODELS:
        for current in made(connection, model, CURRENT):
            show(connection, current.tables)
    connection.exec_driver_sql(f"DROP TABLE IF EXISTS {before}")


def made(connection: Connection, model: Model, state: str) -> list[Made]:
    """The generations of a model in this state, oldest first."""
    of = GENERATION.c
    statement = select(GENERATION).where(of.model == model, of.state == state).order_by(of.id)
    return [_made(row) for row in connection.execute(statement)]


def in_use(connection: Connection, model: Model) -> Made:
    """The generation that the views show. Raises NotALedger if there is not exactly one."""
    current = made(connection, model, CURRENT)
    if len(current) != 1:
        raise _edited()
    return current[0]


def noted(connection: Connection, id: int) -> Made:
    """The generation of this number. Raises NotALedger if there is none."""
    row = connection.execute(select(GENERATION).where(GENERATION.c.id == id)).first()
    if row is None:
        raise _edited()
    return _made(row)


def _made(row: Row[Any]) -> Made:
    """Raises NotALedger if no command wrote this row."""
    try:
        counting = _COUNTING.validate_json(row.body)
    except (ValueError, TypeError):
        raise _edited() from None
    figures = row.id, row.position, row.games, row.rated
    right = (
        all(type(figure) is int and figure >= 0 for figure in figures)
        and isinstance(row.mark, str)
        and row.rules == (counting_text(counting) or None)
    )
    if not right:
        raise _edited()
    progress = Progress(row.position, row.games)
    return Made(row.id, row.model, counting, row.state, progress, row.mark, row.rated)


_COUNTING = TypeAdapter[Counting](Counting)


def _edited() -> NotALedger:
    return NotALedger("generation-edited", table=GENERATION.name)


def flaw_of(connection: Connection, made: Made) -> Flaw | None:
    """The first flaw in its tables or, if it is in use, in its views."""
    flaw = flaw_in(connection, _columns(made.tables.values())) or _miscounted(connection, made)
    if flaw or made.state != CURRENT:
        return flaw
    return flaw_in(connection, _shown(made.tables))


def _miscounted(connection: Connection, made: Made) -> Flaw | None:
    """A flaw if the tables do not hold as many games as were taken in, or rated ones to come."""
    opened = made.tables["game_fact" if made.model == "figures" else "article_game"]
    last = connection.execute(
        select(func.max(opened_games(made.tables, opened).subquery().c.id))
    ).scalar()
    if (last or 0) == made.progress.games and made.rated <= made.progress.position:
        return None
    return Flaw("games-miscounted", table=opened.name)


def _columns(tables: Iterable[Table]) -> Columns:
    return {table.name: table.columns.keys() for table in tables}


def _shown(tables: Generation) -> Columns:
    return {name: view.selected_columns.keys() for name, view in tables.shown.items()}


def note(connection: Connection, id: int, **values: object) -> None:
    """Update the row of a generation."""
    connection.execute(update(GENERATION).where(GENERATION.c.id == id).values(**values))


def begin(connection: Connection, model: Model, counting: Counting, state: str) -> Made:
    """Create the empty tables of a new generation; retired ones are dropped."""
    for old in made(connection, model, RETIRED):
        drop(connection, old)
    id = 1 + (connection.execute(select(func.max(GENERATION.c.id))).scalar() or 0)
    generation(model, id).metadata.create_all(connection)
    _let_readers_read(connection, [table.name for table in generation(model, id).values()])
    name, body = counting_text(counting) or None, _COUNTING.dump_json(counting).decode()
    values = {"id": id, "model": model, "rules": name, "body": body, "state": state}
    nothing = {"position": 0, "mark": "", "games": 0, "rated": 0}
    connection.execute(insert(GENERATION).values(**values, **nothing))
    return Made(id, model, counting, state, Progress(0, 0), "", 0)


def begun(connection: Connection, model: Model, counting: Counting) -> Made:
    """The generation that is being built by these rules, or a new one. Others are dropped."""
    found = None
    for building in made(connection, model, BUILDING):
        if building.counting == counting and not flaw_of(connection, building):
            found = building
        else:
            drop(connection, building)
    return found or begin(connection, model, counting, BUILDING)


def drop(connection: Connection, old: Made) -> None:
    """Drop the tables of a generation that is not in use."""
    wait_for_readers(connection)
    old.tables.metadata.drop_all(connection)
    connection.execute(delete(LEFT_OUT).where(LEFT_OUT.c.generation == old.id))
    note(connection, old.id, state=DROPPED)


def put_into_use(connection: Connection, new: Made) -> None:
    """Switch the views to this generation; the one in use is retired."""
    wait_for_readers(connection)
    note(connection, in_use(connection, new.model).id, state=RETIRED)
    note(connection, new.id, state=CURRENT)
    show(connection, new.tables)


def show(connection: Connection, tables: Generation) -> None:
    """Make the views of the plain names show these tables.

    A server keeps its views, with their permissions and dependent objects, unless columns differ.
    """
    for name, statement in tables.shown.items():
        if connection.dialect.name == "sqlite" or not _replaced(connection, statement, name):
            connection.exec_driver_sql(f'DROP VIEW IF EXISTS "{name}"')
            connection.execute(CreateView(statement, name))
    _let_readers_read(connection, tables.shown)


def _replaced(connection: Connection, statement: Select[Any], name: str) -> bool:
    """Create or replace the view; False if columns have other names or types."""
    try:
        with connection.begin_nested():
            connection.execute(CreateView(statement, name, or_replace=True))
    except DBAPIError as error:
        if getattr(error.orig, "sqlstate", None) != _OTHER_COLUMNS:
            raise
        return False
    return True


def _let_readers_read(connection: Connection, names: Iterable[str]) -> None:
    """Grant SELECT on new tables or views to all who have it on the table of generations."""
    if connection.dialect.name == "sqlite":
        return
    readers = connection.exec_driver_sql(_READERS).scalars().all()
    if readers:
        tables = ", ".join(f'"{name}"' for name in names)
        connection.exec_driver_sql(f"GRANT SELECT ON {tables} TO {', '.join(readers)}")


_READERS = (
    "SELECT CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END "  # noqa: S608
    "FROM pg_class, aclexplode(relacl) "
    f"WHERE pg_class.oid = '{GENERATION.name}'::regclass "
    "AND privilege_type = 'SELECT' AND grantee <> relowner"
)


def all_tables(connection: Connection) -> list[str]:
    """The names of all tables and views that exist."""
    names = [table.name for table in KEPT.sorted_tables]
    for model in MODELS:
        for state in (BUILDING, CURRENT, RETIRED):
            for each in made(connection, model, state):
                names += [table.name for table in each.tables.values()]
                names += each.tables.shown if state == CURRENT else ()
    return names


# -- tables compared with their definition


def flaw_in(connection: Connection, defined: Columns) -> Flaw | None:
    """The first flaw in these tables and views."""
    existing = _existing_columns(connection, defined)
    for name, columns in defined.items():
        if name not in existing:
            return Flaw("table-missing", table=name)
        for column in columns:
            if column not in existing[name]:
                return Flaw("column-missing", table=name, column=column)
        for column in existing[name]:
            if column not in columns:
                return Flaw("column-unknown", table=name, column=column)
    return None


def _existing_columns(connection: Connection, defined: Columns) -> Columns:
    found = inspect(connection).get_multi_columns(filter_names=list(defined), kind=ObjectKind.ANY)
    return {name: [column["name"] for column in columns] for (_, name), columns in found.items()}
