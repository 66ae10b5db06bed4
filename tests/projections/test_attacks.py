"""Attacks on a book that leave its rows alone, or rows that nobody compared."""

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path
from uuid import UUID

import psycopg
import pytest

from domino_ledger.domain.events import Event, GameAmended, GameOpened, PlayPaused
from domino_ledger.domain.house import Decision, KeyRegistered, KeyRevoked, RulesAdded
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book, make_book, open_book
from domino_ledger.ledger.errors import Mistyped, Tampered
from domino_ledger.ledger.records.amendments import amendments_of
from domino_ledger.ledger.registry.changed_rules import agreed_rules, changed_rules
from domino_ledger.ledger.registry.keys import keys_of
from domino_ledger.ledger.registry.players import people_names
from domino_ledger.ledger.registry.rule_sets import add, all_rules
from domino_ledger.ledger.registry.stored_names import former_names
from domino_ledger.ledger.signing.keys import PrivateKey
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.verification.chains import verify_book, verify_game, verify_sheet
from tests.messages.raises import raises_message

from .attacks import EVENTS, HEADS, OPENINGS, a_year_later, note_head, schema_of, show_another
from .logged import made_anew, opened
from .tails import Writer, events_of, games, in_turn, written

NAMES = ("draw", "irregular-over")
DRAW, OTHER = map(game_id, NAMES)
LAST = len(events_of("draw"))
Check = Callable[[Book], object]

WHOLE: Check = verify_book
ONE: Check = lambda book: verify_game(book, DRAW)  # noqa: E731


@pytest.fixture
def file(tmp_path: Path) -> Path:
    written(tmp_path, games(*NAMES)).close()
    return tmp_path / "book.db"


def hash_of(file: Path, version: int = LAST) -> str:
    with closing(open_book(file)) as book:
        return book.stream(DRAW).entries[version - 1].hash


def refused(file: Path, check: Check) -> str:
    with closing(open_book(file)) as book, pytest.raises(Tampered) as found:
        check(book)
    return found.value.code


def accused(book: Book | Path, said: str, *checks: Check) -> None:
    """Each of the checks finds what is said."""
    for check in checks:
        with (
            closing(open_book(book)) if isinstance(book, Path) else nullcontext(book) as found,
            raises_message(Tampered, said),
        ):
            check(found)


# -- the structure of the file


@pytest.mark.parametrize(
    ("indexes", "check", "code"),
    [
        ([EVENTS, HEADS], WHOLE, "head-differs"),
        ([EVENTS, HEADS], ONE, "structure-changed"),
        ([EVENTS], WHOLE, "structure-changed"),
        ([OPENINGS], WHOLE, "structure-changed"),
    ],
)
def test_an_index_with_rows_of_its_own(
    file: Path, indexes: Sequence[str], check: Check, code: str
) -> None:
    recorded = hash_of(file)
    show_another(file, a_year_later(DRAW.hex), indexes)
    if HEADS in indexes:  # A command shows another game, and finds nothing wrong with it.
        assert hash_of(file) != recorded
    assert refused(file, check) == code


STRUCTURES = {
    "DROP TRIGGER stored_events_refuses_delete": ("trigger", "stored_events_refuses_delete"),
    "CREATE TRIGGER more AFTER INSERT ON stored_events BEGIN DELETE FROM stream_head; END": (
        "trigger",
        "more",
    ),
    "CREATE INDEX more ON stored_events (topic)": ("index", "more"),
    "CREATE VIEW more AS SELECT * FROM stored_events": ("view", "more"),
    "CREATE TABLE more (id REFERENCES player_name)": ("table", "more"),
    "ALTER TABLE epoch ADD COLUMN more": ("table", "epoch"),
    "DROP TABLE former_name": ("index", "sqlite_autoindex_former_name_1"),
}


@pytest.mark.unmeasured
@pytest.mark.parametrize("statement", STRUCTURES)
@pytest.mark.parametrize("check", [WHOLE, ONE])
def test_a_changed_structure(file: Path, statement: str, check: Check) -> None:
    with closing(sqlite3.connect(file)) as plain:
        plain.execute(statement)
    kind, name = STRUCTURES[statement]
    accused(file, rf"^{name} \({kind}\) in .* was changed, added or removed: ", check)


def test_an_index_that_is_not_true_to_its_table(file: Path) -> None:
    """The definition is as it was: the rows of the index are those of another column."""
    with opened(file) as plain:
        plain.execute("INSERT INTO former_name VALUES ('Ana', 'Bea', '')")
    with schema_of(file) as plain:
        root = "(SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_player_name_1')"
        plain.execute(
            f"UPDATE sqlite_schema SET rootpage = {root} "
            "WHERE name = 'sqlite_autoindex_former_name_1'"
        )
    accused(file, r"^.*book.db is not intact: ", WHOLE, ONE)


# -- heads


def test_a_forged_head_of_the_hash_on_a_sheet(file: Path) -> None:
    """The game is another, and the hash of the sheet is noted at an earlier event of it."""
    sheet = hash_of(file)
    with opened(file) as plain:
        a_year_later(DRAW.hex)(plain)
        note_head(plain, DRAW.hex, LAST - 3, sheet)
    said = f"^the hash that is kept of event {LAST - 3} of game {DRAW}"
    accused(file, said, WHOLE, ONE, lambda book: verify_sheet(book, sheet))


def test_the_same_hash_twice(file: Path) -> None:
    sheet = hash_of(file)
    with opened(file) as plain:
        note_head(plain, OTHER.hex, 2, sheet)
    for check in (WHOLE, lambda book: verify_sheet(book, sheet)):
        assert refused(file, check) == "head-differs"


@pytest.mark.parametrize(
    ("game", "version", "code"),
    [
        (DRAW.hex, 0, "last-event-lost"),
        (DRAW.hex, LAST + 1, "event-missing"),
        ("0" * 32, 1, "event-missing"),
        ("no game", 1, "event-malformed"),
        (str(DRAW), 1, "event-malformed"),
    ],
)
def test_a_head_of_no_event(file: Path, game: str, version: int, code: str) -> None:
    with opened(file) as plain:
        note_head(plain, game, version, "f" * 64)
    assert refused(file, WHOLE) == code
    assert refused(file, lambda book: verify_sheet(book, "f" * 64)) == code


def test_earlier_heads_that_are_lost_decide_nothing(file: Path) -> None:
    """The hash on a sheet is also in the event after the one that has it."""
    sheet = hash_of(file, 4)
    with opened(file) as plain:
        plain.execute(f"DELETE FROM stream_head WHERE version < {LAST} AND version < 5")
    with closing(open_book(file)) as book:
        verify_book(book)
        assert verify_sheet(book, sheet).event == 4


def test_an_amendment_hidden_with_the_head_before_it(tmp_path: Path) -> None:
    """Amendments are listed by the heads before them."""
    name, events = games("draw")[0]
    opened_game = events[0]
    assert isinstance(opened_game, GameOpened)
    amended = GameAmended(reason="slip", by=None, opening=opened_game)
    with closing(written(tmp_path, [(name, [*events, amended, *events[1:]])])) as book:
        verify_book(book)
        assert len(amendments_of(book, book.games())[DRAW]) == 1
    with opened(tmp_path / "book.db") as plain:
        plain.execute("DELETE FROM stream_head WHERE version = ?", (LAST,))
    with closing(open_book(tmp_path / "book.db")) as book:
        assert not amendments_of(book, book.games())
    for check in (WHOLE, ONE):
        assert refused(tmp_path / "book.db", check) == "head-differs"


@pytest.mark.parametrize("hash", ["", "x" * 64, "\udcff", "0" * 63])
def test_no_hash(file: Path, hash: str) -> None:
    with closing(open_book(file)) as book, pytest.raises(Mistyped):
        verify_sheet(book, hash)


# -- rules


def opening_by(rules: RuleSet) -> GameOpened:
    opening = events_of("draw")[0]
    assert isinstance(opening, GameOpened)
    return replace(opening, rules=rules)


RULES = opening_by(PUBLISHED["block@1"]).rules
CHANGED = changed_rules(RULES, {"score.target": 77})
MINE = RULES.model_copy(update={"id": "mine@1"})
NOT_AS_AGREED = agreed_rules(RULES, RULES, {"score.target": 50}).model_copy(
    update={"score": CHANGED.score}
)


def amended_by(rules: RuleSet) -> GameAmended:
    return GameAmended(reason="slip", by=None, opening=opening_by(rules))


@pytest.mark.parametrize(
    ("name", "events", "at"),
    [
        ("published", [opening_by(CHANGED)], 1),
        ("amended", [opening_by(RULES), amended_by(CHANGED)], 2),
        ("twice", [opening_by(MINE), amended_by(CHANGED.model_copy(update={"id": MINE.id}))], 2),
        ("agreed", [opening_by(NOT_AS_AGREED)], 1),
    ],
)
def test_other_rules_under_the_same_id(
    name: str, events: list[Event], at: int, tmp_path: Path
) -> None:
    game = game_id(name)
    events = [opened_as(name, event) for event in events]
    with closing(written(tmp_path, [*games(*NAMES), (name, events)])) as book:
        said = f"^event {at} of game {game} has other rules than"
        accused(book, said, WHOLE, lambda book: verify_game(book, game))
        verify_game(book, DRAW)


def opened_as(record: str, event: Event) -> Event:
    """The opening or amendment, of this record."""
    if isinstance(event, GameAmended):
        return replace(event, opening=replace(event.opening, record=record))
    assert isinstance(event, GameOpened)
    return replace(event, record=record)


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ([opening_by(RULES)], "^event 1 of game {} opens 'draw', and the id of that game is"),
        (
            [opened_as("other", opening_by(RULES)), amended_by(RULES)],
            "^event 2 of game {} opens 'draw', and the id of that game is",
        ),
        ([PlayPaused()], "^game {} does not begin with its opening$"),
        (
            [opened_as("other", opening_by(RULES)), opened_as("other", opening_by(RULES))],
            "^event 2 of game {} cannot follow",
        ),
    ],
)
def test_a_second_history_of_a_game_under_another_id(
    events: list[Event], said: str, tmp_path: Path
) -> None:
    game = game_id("other")
    with closing(written(tmp_path, [*games(*NAMES), ("other", events)])) as book:
        accused(book, said.format(game), WHOLE, lambda book: verify_game(book, game))
        verify_game(book, DRAW)


@pytest.mark.parametrize(
    "spelled",
    [lambda each: each.replace("-", ""), lambda each: f"{{{each}}}", lambda each: each[1:]],
)
def test_a_player_whose_id_is_spelled_otherwise(file: Path, spelled: Callable[[str], str]) -> None:
    """Two players who were merged after that would not be found at one table."""
    with closing(open_book(file)) as book:
        player = str(book.stream(DRAW).game.opened.players[0])
    with opened(file) as plain:
        made_anew(
            plain,
            DRAW.hex,
            lambda after: after.replace(f'"{player}"'.encode(), f'"{spelled(player)}"'.encode()),
        )
    assert refused(file, WHOLE) == "event-malformed"
    assert refused(file, ONE) == "event-malformed"


def test_an_opening_without_a_record(file: Path) -> None:
    with opened(file) as plain:
        made_anew(plain, DRAW.hex, lambda after: after.replace(b'"record":"draw"', b'"record":7'))
    assert refused(file, WHOLE) == "opening-unreadable"


def test_rules_that_are_none(tmp_path: Path) -> None:
    written(tmp_path, [("draw", [opening_by(MINE)])]).close()
    file = tmp_path / "book.db"
    with opened(file) as plain:
        made_anew(plain, DRAW.hex, lambda after: after.replace(b'"target"', b'"tarjet"'))
    assert refused(file, WHOLE) == "event-malformed"


@pytest.mark.parametrize(
    "added",
    [
        [MINE, MINE],
        [MINE, CHANGED.model_copy(update={"id": "mine@1"})],
        [CHANGED],
        [agreed_rules(RULES, RULES, {"score.target": 50})],
    ],
)
def test_rules_that_the_house_cannot_have_added(file: Path, added: list[RuleSet]) -> None:
    with closing(open_book(file)) as book:
        for rules in added[:-1]:
            add(book, rules)
        verify_book(book)
        book.append_to_house(book.house(), [RulesAdded(rules=added[-1])])
        said = f"^event {len(added)} of the house cannot follow what"
        accused(book, said, verify_book, all_rules)


# -- keys


KEY, NEW = (PrivateKey(name, bytes(32)).public for name in ("club", "club-2"))
REGISTERED = KeyRegistered(key=str(KEY), role="log")
REVOKED = KeyRevoked(key=KEY.full_id, reason="lost")


@pytest.mark.parametrize(
    "history",
    [
        [REVOKED],
        [REGISTERED, REVOKED, REVOKED],
        [REGISTERED, REVOKED, REGISTERED],
        [REGISTERED, REGISTERED],
        [KeyRegistered(key="no key", role="log")],
        [KeyRegistered(key=str(NEW), role="log", replaces=KEY.full_id)],
        [REGISTERED, REVOKED, KeyRegistered(key=str(NEW), role="log", replaces=KEY.full_id)],
    ],
)
def test_a_history_that_no_key_can_have(file: Path, history: list[Decision]) -> None:
    with closing(open_book(file)) as book:
        book.append_to_house(book.house(), history[:-1])
        verify_book(book)
        book.append_to_house(book.house(), history[-1:])
        said = f"^event {len(history)} of the house cannot follow what"
        accused(book, said, verify_book, lambda book: keys_of(book.house()))


# -- what is in no event


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("INSERT INTO player_name VALUES ('no id', 'Ana', '')", "'no id' stands where the book"),
        ("INSERT INTO player_name VALUES (?, x'00', '')", r".* stands where the book has the name"),
        ("INSERT INTO former_name VALUES ('Ana', 'x', '')", "'x' stands where the book has the id"),
    ],
)
def test_names_that_are_none(file: Path, statement: str, sentence: str) -> None:
    """No command hangs, or makes a mistake of its own."""
    with opened(file) as plain:
        plain.execute(statement, [UUID(int=1).hex] * min(1, statement.count("?")))
    with closing(open_book(file)) as book, raises_message(Tampered, f"^{sentence}"):
        people_names(book)
        former_names(book, UUID(int=1))


# -- a server


@pytest.mark.unmeasured
def test_an_index_of_a_server_that_hides_an_event(database: str) -> None:
    """A superuser takes the last event of a game and its head out of the indexes of games."""
    make_book(database)
    with closing(open_book(database)) as book:
        writer = Writer(book)
        for name, event in in_turn(games(*NAMES)):
            writer.write(name, event)
        verify_book(book)
    with psycopg.connect(database, autocommit=True) as plain:
        # As where tables are large.
        plain.execute(f"ALTER DATABASE {plain.info.dbname} SET enable_seqscan = off".encode())
        plain.execute("SET session_replication_role = replica")
        for table, version in (("stored_events", "originator_version"), ("stream_head", "version")):
            ready = f"WHERE indexrelid = '{table}_pkey'::regclass"
            last = f"FROM {table} WHERE originator_id = '{DRAW}' AND {version} = {LAST}"
            with plain.transaction():
                plain.execute(f"CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * {last}".encode())
                plain.execute(f"DELETE {last}".encode())
                plain.execute(f"UPDATE pg_index SET indisready = false {ready}".encode())
                value = "OVERRIDING SYSTEM VALUE" if table == "stored_events" else ""
                plain.execute(f"INSERT INTO {table} {value} SELECT * FROM kept".encode())
                plain.execute(f"UPDATE pg_index SET indisready = true {ready}".encode())
    with closing(open_book(database)) as book:
        assert book.stream(DRAW).version == LAST - 1  # Nothing is wrong with it.
        with raises_message(Tampered, f"^game {DRAW} is not the same in the log"):
            verify_book(book)
