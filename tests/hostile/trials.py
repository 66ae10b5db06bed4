"""One hostile input of each kind, and the check of its effect.

A trial adds its input to a list, and returns the fault, or None. It depends only on its `Random`.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from itertools import zip_longest
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES, UNSEEN
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import LedgerError
from domino_ledger.ledger.live.session import open_table
from domino_ledger.ledger.live.simulation import CannotSimulate, Simulation
from domino_ledger.ledger.names import name_key
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.reader import games_in
from domino_ledger.ledger.notation.writer import text_of
from domino_ledger.ledger.records.export import line_of, record_of
from domino_ledger.ledger.records.format import Record, RecordedRound, read_record, read_rules
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.registry.rule_sets import add
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.audit.audit import Auditor
from domino_ledger.projections.audit.json_format import audit_json
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.results.game_result import count_game
from tests.cli.command import Ran, run
from tests.ledger.games import FILES, Json, lines
from tests.ledger.kinds import every_table
from tests.ledger.typed import lines_of_game

from .mutations import ODD_VALUES, mutated_json, mutated_text

LONGEST_SENTENCE = 500
MISTAKE = "this program made a mistake"
MOST_ROUNDS = 4
"""The most rounds of a mutated game: few mutations of longer ones have an effect."""


Kind: TypeAlias = Callable[[Path, Random, list[str]], str | None]
"""A trial in an empty directory."""


@cache
def games() -> tuple[Json, ...]:
    """Short records of every kind, with and without claims."""
    found = []
    for file in (*FILES, "replay.jsonl"):
        for text in lines(file)[:25]:
            game = json.loads(text)
            game["rounds"] = game["rounds"][:MOST_ROUNDS]
            found.append(game)
            found.append(_without_claims(game))
    for rules in PUBLISHED.values():
        for seats in every_table(rules):
            game = json.loads(Simulation(rules, seats, seed=1).line(1))
            game["rounds"] = game["rounds"][:MOST_ROUNDS]
            found.append(game)
            found.append(game | {"rules": rules.model_dump(mode="json") | {"id": "house@1"}})
    return tuple(found)


def _without_claims(game: Json) -> Json:
    rounds = [{**round, "claims": None} for round in game["rounds"]]
    return game | {"claims": None, "rounds": rounds}


def sentence_fault(error: Exception) -> str | None:
    """The fault of an error message, if any."""
    sentence = error_text(error)
    if MISTAKE in sentence:
        return f"no sentence for {error!r}"
    if len(sentence) > LONGEST_SENTENCE:
        return f"not a sentence: {sentence!r}"
    return None


@contextmanager
def new_book(directory: Path) -> Iterator[Book]:
    path = directory / "book.db"
    path.write_bytes(empty_book())
    with closing(open_book(path)) as book:
        yield book


@cache
def empty_book() -> bytes:
    """Copying it takes a tenth of the time of making one."""
    with TemporaryDirectory() as name:
        path = Path(name) / "book.db"
        open_book(path, create=True).close()
        return path.read_bytes()


# -- records and texts


def mutated_record(directory: Path, chance: Random, input: list[str]) -> str | None:
    """A record with some changed values or characters."""
    game = chance.choice(games())
    if chance.random() < 0.8:
        text = json.dumps(mutated_json(game, chance), ensure_ascii=False)
    else:
        text = mutated_text(json.dumps(game, ensure_ascii=False), chance)
    input.append(text)
    line = text.replace("\n", " ").encode(errors="surrogatepass")
    return record_fault(directory, line, as_played=chance.random() < 0.7)


def record_fault(directory: Path, line: bytes, *, as_played: bool) -> str | None:
    """Audit a line, import it into a new book, and export it."""
    try:
        record = read_record(line)
    except Unreadable as error:
        return sentence_fault(error)
    with suppress(LedgerError):
        audit = Auditor(None).of_record(record)
        json.dumps(audit_json(audit))
        list(audit_lines(audit))
    with new_book(directory) as book:
        return kept_fault(book, record, line, as_played=as_played)


def kept_fault(book: Book, record: Record, line: bytes, *, as_played: bool) -> str | None:
    """Import and export a line."""
    (imported,) = Importer(book, as_played=as_played).take([(1, line)])
    if imported.error is not None:
        return sentence_fault(imported.error)
    game = game_id(record.id)
    exported = line_of(record_of(book.stream(game), all_names(book), open=True))
    changed = change(record, read_record(exported))
    if changed is not None:
        return f"silently changed: {changed}"
    (again,) = Importer(book, as_played=as_played).take([(1, exported)])
    if again.outcome != "unchanged":
        return f"what was exported is {again.outcome}: {again.error!r}"
    count_game(book.stream(game).game)
    return None


def change(read: Record, exported: Record) -> str | None:
    """The first fact of a record that its export does not have."""
    for name in ("id", "source", "started_at", "after", "abandoned", "forfeited"):
        if getattr(read, name) != getattr(exported, name):
            return f"{name}: {getattr(read, name)!r}, {getattr(exported, name)!r}"
    if list(map(name_key, read.players)) != list(map(name_key, exported.players)):
        return f"players: {read.players}, {exported.players}"
    if (read.stake or Stake()) != (exported.stake or Stake()):
        return "stake"
    rules, own = (
        PUBLISHED.get(each.rules) if isinstance(each.rules, str) else each.rules
        for each in (read, exported)
    )
    if rules != own:
        return "rules"
    if read.teams is not None and sets_of(read.teams) != sets_of(exported.teams or []):
        return f"teams: {read.teams}, {exported.teams}"
    if len(read.rounds) != len(exported.rounds):
        return f"{len(read.rounds)} rounds, {len(exported.rounds)}"
    changes = map(change_in_round, read.rounds, exported.rounds)
    found = ((number, changed) for number, changed in enumerate(changes) if changed)
    return next((f"round {number}, {changed}" for number, changed in found), None)


def change_in_round(read: RecordedRound, exported: RecordedRound) -> str | None:
    for name in ("hands", "boneyard", "left"):
        said, kept = getattr(read, name), getattr(exported, name)
        if said is not None and not agree(said, kept):
            return f"{name}: {said}, {kept}"
    if read.leader is not None and read.leader != exported.leader:
        return f"leader: {read.leader}, {exported.leader}"
    if acts(read, exported) != acts(exported):
        return f"moves: {acts(read)}, {acts(exported)}"
    return None


def sets_of(teams: list[list[int]]) -> set[frozenset[int]]:
    return {frozenset(team) for team in teams}


def agree(said: list[Any], kept: list[Any] | None) -> bool:
    """Equal tiles, in hands in any order; the book may have more than the record."""
    if kept is None:
        return all(each is None for each in said)
    if said and not isinstance(said[0], int):
        pairs = zip(said, kept, strict=False)
        same = all(one is None or sorted(one) == sorted(other or []) for one, other in pairs)
        return same and len(said) == len(kept)
    return said == kept


def acts(round: RecordedRound, seen: RecordedRound | None = None) -> list[tuple[Any, ...]]:
    """The moves; an unseen drawn tile is replaced by the one in ``seen``, if it may follow."""
    drawn = [each.draw for each in (seen or round).moves]
    return [
        (
            each.seat,
            each.lay,
            tile if each.draw == UNSEEN and tile is not None else each.draw,
            each.passes,
            each.lost,
            each.t,
        )
        for each, tile in zip_longest(round.moves, drawn[: len(round.moves)])
    ]


def mutated_notation(directory: Path, chance: Random, input: list[str]) -> str | None:
    """The notation of a game with some changed characters, words or lines."""
    text = mutated_text(text_of(_without_claims(chance.choice(games())), dict(PUBLISHED)), chance)
    input.append(text)
    written = text.encode(errors="surrogatepass").splitlines(keepends=True)
    for game in games_in(enumerate(written, 1), dict(PUBLISHED)):
        if isinstance(game.record, NotationError):
            wrong = sentence_fault(game.record)
        else:
            line = json.dumps(json_of(game.record)).encode()
            wrong = written_again(game.record) or record_fault(directory, line, as_played=True)
        if wrong is not None:
            return wrong
    return None


def json_of(record: Record) -> Json:
    """The record as in a file."""
    found: Json = record.model_dump(mode="json", by_alias=True, exclude_none=True)
    for round in found["rounds"]:
        for move in round["moves"]:
            move |= {act: NAMES[move[act]] for act in ("lay", "draw") if act in move}
        for place in ("hands", "left"):
            if place in round:
                hands = (hand and [NAMES[tile] for tile in hand] for hand in round[place])
                round[place] = list(hands)
        round["boneyard"] = [NAMES[tile] for tile in round.get("boneyard", [])]
        if not round["boneyard"]:
            del round["boneyard"]
    return found


def written_again(record: Record) -> str | None:
    """A record that was read as notation is written and read as an equal record."""
    text = text_of(json_of(record), dict(PUBLISHED))
    written = text.encode().splitlines(keepends=True)
    (again,) = games_in(enumerate(written, 1), dict(PUBLISHED))
    if isinstance(again.record, NotationError):
        return f"written again it is not readable: {error_text(again.record)}"
    changed = change(record, again.record)
    return f"written again it is another game: {changed}" if changed else None


# -- tables where games are recorded


def hostile_session(directory: Path, chance: Random, input: list[str]) -> str | None:
    """Lines typed at a table, many of them wrong."""
    rules = chance.choice(list(PUBLISHED.values()))
    seats = chance.choice(every_table(rules))
    game = json.loads(Simulation(rules, seats, seed=chance.randrange(20)).line(1))
    game["rounds"] = game["rounds"][:2]
    for line in lines_of_game(game):
        if chance.random() < 0.1:
            input.append(mutated_text(line, chance).replace("\n", " "))
        if chance.random() > 0.03:
            input.append(line)
        if chance.random() < 0.05:
            input.append(f"undo {chance.randrange(1, 5)}")
    names = game["players"]
    with new_book(directory) as book:
        session = open_table(book, "table", rules, names)
        for line in input:
            try:
                session.take(line)
            except (LedgerError, Refused) as error:
                wrong = sentence_fault(error)
                if wrong is not None:
                    return f"{line!r}: {wrong}"
        stream = book.stream(session.id)
        if stream.game != session.game:
            return "the book has another game than the table"
        read_record(line_of(record_of(stream, all_names(book), open=True)))
    return None


# -- rule sets


def mutated_rules(directory: Path, chance: Random, input: list[str]) -> str | None:
    """A rule set with some changed values; if it is accepted, it is played."""
    published = chance.choice(list(PUBLISHED.values())).model_dump(mode="json")
    text = json.dumps(mutated_json(published | {"id": "house@1"}, chance), ensure_ascii=False)
    input.append(text)
    return rules_fault(directory, text.encode(errors="surrogatepass"))


def rules_fault(directory: Path, text: bytes) -> str | None:
    try:
        rules = read_rules(text)
        with new_book(directory) as book:
            add(book, rules)
    except LedgerError as error:
        return sentence_fault(error)
    if read_rules(rules.model_dump_json().encode()) != rules:
        return "written again they are other rules"
    said = json.loads(text)
    kept = rules.model_dump(mode="json")
    lost = [name for name in said if said[name] is not None and name not in kept]
    if lost:
        return f"silently left out: {lost}"
    return played_fault(directory, rules)


def played_fault(directory: Path, rules: RuleSet) -> str | None:
    """A simulated game under these rules can be imported."""
    if (rules.score.target or 0) > 1_000:  # A game this long is intended.
        return None
    try:
        line = Simulation(rules, min(rules.play.hand), seed=1).line(1)
    except CannotSimulate as error:
        return sentence_fault(error)
    return record_fault(directory, line, as_played=False)


# -- tables of a book

COMMANDS = (
    *("stats", "payouts", "payouts --format beancount", "games", "league", "whatif draw@1"),
    *(
        "night",
        "sql 'SELECT * FROM turnover'",
        "tables",
        "stats p0",
        "rebuild --compare",
        "catch-up",
    ),
    "rebuild",
)


@cache
def kept_tables() -> tuple[bytes, bytes]:
    """The bytes of a book and of its tables."""
    with TemporaryDirectory() as name:
        directory = Path(name)
        with new_book(directory) as book:
            for file in FILES:
                list(Importer(book).take(enumerate(lines(file)[:6], 1)))
        book_file = directory / "book.db"
        assert run(f"catch-up --ledger {book_file}").code == 0
        return book_file.read_bytes(), Path(f"{book_file}.tables").read_bytes()


def edited_tables(directory: Path, chance: Random, input: list[str]) -> str | None:
    """Edited tables, and the commands that read them."""
    kept_book, kept = kept_tables()
    path, tables = directory / "book.db", directory / "book.db.tables"
    path.write_bytes(kept_book)
    tables.write_bytes(kept)
    input.extend(edit(tables, chance) for _ in range(chance.randint(1, 3)))
    for command in chance.sample(COMMANDS, 4):
        input.append(command)
        ran = run(f"{command} --ledger {path}")
        wrong = ran_fault(ran)
        if wrong is not None:
            return f"{command}: {wrong}"
    return None if path.read_bytes() == kept_book else "the book was changed"


def ran_fault(ran: Ran) -> str | None:
    """A traceback, or an error message that is too long."""
    if MISTAKE in ran.err or "Traceback" in ran.err:
        return f"exit {ran.code}: {ran.err[-300:]}"
    long = [line for line in ran.err.splitlines() if len(line) > LONGEST_SENTENCE]
    return f"a line of {len(long[0])} characters: {long[0][:200]}" if long else None


def edit(file: Path, chance: Random) -> str:
    """Change the file by a statement, or some of its bytes; returns the change."""
    if chance.random() < 0.15:
        data = bytearray(file.read_bytes())
        if not data or chance.random() < 0.2:
            data = data[: chance.randrange(len(data) + 1)]
        else:
            for _ in range(chance.randint(1, 20)):
                data[chance.randrange(len(data))] = chance.randrange(256)
        file.write_bytes(data)
        return "bytes"
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            statement, values = _statement(connection, chance)
            connection.execute(statement, values)
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return f"nothing: {error}"
    return f"{statement} {[str(value)[:40] for value in values]}"


def _statement(connection: sqlite3.Connection, chance: Random) -> tuple[str, tuple[Any, ...]]:
    kind, name = chance.choice(
        connection.execute(
            "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'"
        ).fetchall()
    )
    if kind != "table":
        return f'DROP {kind} "{name}"', ()
    columns = [row[1] for row in connection.execute(f'PRAGMA table_info("{name}")')]
    column = chance.choice(columns)
    odd = [*filter(_is_plain, ODD_VALUES), b"\xff\x00", -1, 10**18, "Y", "{", "[1]", "settlement"]
    value = chance.choice([each for each in odd if not _too_big(each)])
    some = f"WHERE rowid % {chance.randint(1, 5)} = 0" if chance.random() < 0.7 else ""
    match chance.randrange(8):
        case 0:
            return f'DROP TABLE "{name}"', ()
        case 1:
            return f'DELETE FROM "{name}" {some}', ()
        case 2:
            return f'ALTER TABLE "{name}" RENAME COLUMN "{column}" TO "other"', ()
        case 3:
            return f'ALTER TABLE "{name}" ADD COLUMN "other" TEXT', ()
        case _:
            return f'UPDATE OR REPLACE "{name}" SET "{column}" = ? {some}', (value,)


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, int | float | str)


def _too_big(value: Any) -> bool:
    return isinstance(value, int) and not -(2**63) <= value < 2**63
