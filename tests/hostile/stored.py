"""One change of anything that is stored, and whether it is found or decides nothing.

A change decides nothing if all that commands read is as before.
"""

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from domino_ledger.domain.house import KeyRegistered
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import LedgerError, Tampered
from domino_ledger.ledger.log.checkpoints import (
    Checkpoint,
    checkpoint_in,
    kept_checkpoint,
    make_checkpoint,
    make_tiles_again,
    tiles_at,
)
from domino_ledger.ledger.log.hash_tiles import CHECKPOINT, DamagedTiles
from domino_ledger.ledger.records.amendments import amendments_of
from domino_ledger.ledger.records.export import line_of, record_of
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.registry.aliases import aliases
from domino_ledger.ledger.registry.merging import add_merge, mergeable
from domino_ledger.ledger.registry.name_changes import rename
from domino_ledger.ledger.registry.rule_sets import add, all_rules
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.signing.notes import signed_by
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.results.signatures import all_signatures
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.rebuild import judge_all
from domino_ledger.projections.tables.schema import defined
from domino_ledger.projections.verification.chains import verify_book
from domino_ledger.projections.verification.computed_tables import verify_tables
from tests.ledger.games import lines
from tests.projections.attacks import schema_of
from tests.projections.logged import KEY, made_anew, opened

from .mutations import ODD_VALUES, mutated_text

BOOK, TABLES, TILES = "book.db", "book.db.tables", "book.db.tiles"


class Site(NamedTuple):
    """A book with all that lies beside it."""

    directory: Path
    held: Checkpoint
    """Kept by somebody else."""


@cache
def _kept() -> tuple[TemporaryDirectory[str], Checkpoint]:
    """The directory, which is removed when the program ends, and the checkpoint."""
    kept = TemporaryDirectory()
    file = Path(kept.name) / BOOK
    with closing(open_book(file, create=True)) as book:
        given = [*lines("payout.jsonl")[:4], *lines("openspiel-block.jsonl")[:1]]
        list(Importer(book).take(enumerate(given, 1)))
        add(book, PUBLISHED["block@1"].model_copy(update={"id": "house@1"}))
        book.append_to_house(book.house(), [KeyRegistered(key=str(KEY.public), role="log")])
        rename(book, "p0", "Zoe")
        add_merge(book, mergeable(book, "Zoe", "s1"))
        with closing(read_models_of(book)) as models:
            keeper = Keeper(book, models)
            for _ in (*keeper.catch_up(), *judge_all(keeper)):
                pass
        held = checkpoint_in(make_checkpoint(book, Path(kept.name) / TILES, KEY))
    return kept, held


def site_in(directory: Path) -> Site:
    """A copy of the site."""
    kept, held = _kept()
    shutil.copytree(kept.name, directory, dirs_exist_ok=True)
    return Site(directory, held)


# -- what is checked, and what commands read


@contextmanager
def _keeper(book: Book) -> Iterator[Keeper]:
    with closing(read_models_of(book)) as models:
        keeper = Keeper(book, models)
        for _ in keeper.catch_up():
            pass
        yield keeper


def check_book(site: Site) -> None:
    """As `domino verify --all --checkpoint --key` does."""
    with closing(open_book(site.directory / BOOK)) as book:
        note = kept_checkpoint(site.directory / TILES / CHECKPOINT)
        if note is None or not signed_by(note, [KEY.public]):
            raise Tampered("not-signed", origin=KEY.name)
        tiles, _ = tiles_at(site.directory / TILES)
        verify_book(book, [site.held, checkpoint_in(note)], tiles)
        list(all_signatures(book))


def check_tables(site: Site) -> None:
    """As `domino verify --all --tables` does, beside the book."""
    with closing(open_book(site.directory / BOOK)) as book, _keeper(book) as keeper:
        verify_tables(keeper)


def read_book(site: Site) -> dict[str, Any]:
    """What commands read in the book."""
    with closing(open_book(site.directory / BOOK)) as book:
        with book.journal() as entries:
            journal = [entry.event for entry in entries]
        games = list(book.games())
        names = {game: all_names(book) for game in games[:1]}
        return {
            "games": [line_of(record_of(book.stream(game), {}, open=True)) for game in games],
            "found": [book.find(str(game)) for game in games],
            "amended": amendments_of(book, book.games()),
            "house": [entry.event for entry in book.house().entries],
            "journal": journal,
            "rules": all_rules(book),
            "names": [dict(each) for each in names.values()],
            "aliases": dict(aliases(book)),
            "former": book.query("SELECT * FROM former_name ORDER BY 1, 2"),
        }


def read_tables(site: Site) -> dict[str, Any]:
    """What commands read in the tables, after they caught up."""
    read = [name for name in defined("sqlite", "table", "view") if name != "verdict"]
    with (
        closing(open_book(site.directory / BOOK)) as book,
        _keeper(book) as keeper,
        keeper.models.reading() as connection,
    ):
        return {name: sorted(connection.rows(f"SELECT * FROM {name}"), key=repr) for name in read}


# -- changes


Change: TypeAlias = Callable[[Path, Random], str | None]
"""Changes a file; returns what it did, or None if the file did not let it."""


def _rows_of_book(file: Path, chance: Random) -> str | None:
    try:
        with opened(file) as plain:
            return _change_a_row(plain, chance)
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _rows_of_tables(file: Path, chance: Random) -> str | None:
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as plain:
            return _change_a_row(plain, chance)
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _change_a_row(plain: sqlite3.Connection, chance: Random) -> str | None:
    names = plain.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
    ((table,),) = chance.sample(names, 1)
    columns = [row[1] for row in plain.execute(f'PRAGMA table_info("{table}")')]
    rows = plain.execute(f'SELECT * FROM "{table}"').fetchall()
    if not rows:
        return None
    row, other = chance.choice(rows), chance.choice(rows)
    at = chance.randrange(len(columns))
    place = " AND ".join(f'"{column}" IS ?' for column in columns)
    match chance.randrange(6):
        case 0:
            plain.execute(f'DELETE FROM "{table}" WHERE {place}', row)
            return f"removed from {table}: {row}"
        case 1:
            changed = [*row[:at], _changed(row[at], other[at], chance), *row[at + 1 :]]
            marks = ", ".join("?" * len(changed))
            plain.execute(f'INSERT INTO "{table}" VALUES ({marks})', changed)
            return f"added to {table}: {changed}"
        case _:
            value = _changed(row[at], other[at], chance)
            if value == row[at] and type(value) is type(row[at]):
                return None
            statement = f'UPDATE "{table}" SET "{columns[at]}" = ? WHERE {place}'
            plain.execute(statement, (value, *row))
            return f"{table}.{columns[at]}: {row[at]!r} became {value!r}"


def _changed(value: Any, other: Any, chance: Random) -> Any:
    """Another value for a column; ``other`` stands in another row."""
    odd = [each for each in ODD_VALUES if isinstance(each, int | float | str | None)]
    match chance.randrange(4):
        case 0:
            return other
        case 1:
            found = chance.choice(odd)
            is_too_large = isinstance(found, int) and not -(2**63) <= found < 2**63
            return None if is_too_large else found
        case _ if isinstance(value, int):
            return value + chance.choice([-1, 1, 10])
        case _ if isinstance(value, str):
            return mutated_text(value, chance)
        case _ if isinstance(value, bytes) and value:
            return _flipped(value, chance)
        case _:
            return chance.choice([b"\xff", 7, "x", 0.5])


def _flipped(content: bytes, chance: Random) -> bytes:
    at = chance.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << chance.randrange(8)]) + content[at + 1 :]


def _hashes(file: Path, chance: Random) -> str:
    """Change an event, and make all hashes of its game anew."""
    with opened(file) as plain:
        games = plain.execute("SELECT DISTINCT originator_id FROM stored_events").fetchall()
        ((game,),) = chance.sample(games, 1)
        number = iter(range(10**6))
        wanted = chance.randrange(10)
        made_anew(
            plain, game, lambda after: _flipped(after, chance) if next(number) == wanted else after
        )
    return f"event {wanted + 1} of {game}, with all hashes"


def _schema(file: Path, chance: Random) -> str | None:
    """Change, remove or add an object of the schema."""
    try:
        with schema_of(file) as plain:
            objects = plain.execute(
                "SELECT rowid, type, name, tbl_name, rootpage, sql FROM sqlite_schema"
            ).fetchall()
            rowid, kind, name, _, page, sql = chance.choice(objects)
            tables = [each[2] for each in objects if each[1] == "table"]
            match chance.randrange(6):
                case 0:
                    plain.execute("DELETE FROM sqlite_schema WHERE rowid = ?", (rowid,))
                    return f"{kind} {name} is forgotten"
                case 1:
                    root = chance.choice(objects)[4]
                    statement = "UPDATE sqlite_schema SET rootpage = ? WHERE rowid = ?"
                    plain.execute(statement, (root, rowid))
                    return None if root == page else f"{kind} {name} has page {root}"
                case 2 if sql is not None:
                    changed = mutated_text(sql, chance)
                    statement = "UPDATE sqlite_schema SET sql = ? WHERE rowid = ?"
                    plain.execute(statement, (changed, rowid))
                    return None if changed == sql else f"{kind} {name} is {changed}"
                case 3:
                    column = chance.choice(
                        [row[1] for row in plain.execute(f'PRAGMA table_info("{name}")')] or ["1"]
                    )
                    table = name if kind == "table" else chance.choice(tables)
                    made = chance.choice(
                        [
                            f'CREATE VIEW more AS SELECT * FROM "{table}"',
                            "CREATE TABLE more (x)",
                            f'CREATE INDEX more ON "{table}" ("{column}")',
                            f'CREATE TRIGGER more AFTER INSERT ON "{table}" BEGIN SELECT 1; END',
                            f'ALTER TABLE "{table}" ADD COLUMN more',
                            f'ALTER TABLE "{table}" RENAME COLUMN "{column}" TO more',
                        ]
                    )
                    plain.execute(made)
                    return made
                case 4 if kind in {"trigger", "view", "index"} and sql is not None:
                    plain.execute(f'DROP {kind} "{name}"')
                    return f"{kind} {name} is dropped"
                case _:
                    pragma = chance.choice(["application_id", "user_version"])
                    plain.execute(f"PRAGMA {pragma} = {chance.randrange(9)}")
                    return f"{pragma} is changed"
    except (sqlite3.Error, UnicodeDecodeError):
        return None


def _bytes(file: Path, chance: Random) -> str:
    content = file.read_bytes()
    match chance.randrange(4) if content else 1:  # The file of a lock is empty.
        case 0:
            file.write_bytes(content[: chance.randrange(len(content))])
            return "bytes cut off"
        case 1:
            file.write_bytes(content + chance.randbytes(chance.randrange(1, 5000)))
            return "bytes added"
        case _:
            for _ in range(chance.choice([1, 1, 10])):
                content = _flipped(content, chance)
            file.write_bytes(content)
            return "bytes changed"


def _beside(file: Path, chance: Random) -> str:
    """Put a file there that SQLite might take for one of its own."""
    other = file.with_name(f"{file.name}{chance.choice(['-wal', '-journal', '-shm', '.more'])}")
    other.write_bytes(chance.choice([b"", chance.randbytes(9000), file.read_bytes()]))
    return f"{other.name} is there"


def _tile(directory: Path, chance: Random) -> str:
    files = sorted(each for each in directory.rglob("*") if each.is_file())
    file = chance.choice(files)
    if chance.random() < 0.2:
        file.unlink()
        return f"{file.name} is gone"
    return f"{file.name}: {_bytes(file, chance)}"


CHANGES: tuple[tuple[str, Change], ...] = (
    *([(BOOK, _rows_of_book)] * 4),
    *((BOOK, _hashes), (BOOK, _schema), (BOOK, _bytes), (BOOK, _beside)),
    *([(TABLES, _rows_of_tables)] * 2),
    *((TABLES, _schema), (TABLES, _bytes), (TABLES, _beside)),
    *([(TILES, _tile)] * 2),
)


def changed_store(directory: Path, chance: Random, input: list[str]) -> str | None:
    """A change of one thing that is stored."""
    site, said = site_in(directory), None
    while True:
        where, change = chance.choice(CHANGES)
        said = change(directory / where, chance)
        if said is not None:
            break
        shutil.rmtree(directory)  # A change that failed may have been begun.
        site = site_in(directory)
    input.append(f"{where}: {said}")
    check, read, before = (
        (check_tables, read_tables, _tables_before)
        if where == TABLES
        else (check_book, read_book, _book_before)
    )
    try:
        check(site)
    except DamagedTiles:
        return _again(site)
    except LedgerError as error:
        return None if len(error_text(error)) < 500 else f"not a sentence: {error_text(error)!r}"
    now = read(site)
    others = [name for name, found in before().items() if now[name] != found]
    if not others:
        return None
    return f"nothing is found, and other {', '.join(others)} are read"


def _again(site: Site) -> str | None:
    """Tiles follow from the book."""
    try:
        with closing(open_book(site.directory / BOOK)) as book:
            make_tiles_again(book, site.directory / TILES)
        check_book(site)
    except LedgerError as error:
        return f"the tiles cannot be made again: {error!r}"
    return None


@cache
def _book_before() -> dict[str, Any]:
    return _before(read_book)


@cache
def _tables_before() -> dict[str, Any]:
    return _before(read_tables)


def _before(read: Callable[[Site], dict[str, Any]]) -> dict[str, Any]:
    with TemporaryDirectory() as name:
        return read(site_in(Path(name)))
