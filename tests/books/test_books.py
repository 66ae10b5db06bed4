"""Books of released versions open, verify, answer and rebuild as before."""

import json
import shlex
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ledger.store.house import JOURNAL
from tests.cli.command import run
from tests.cli.process import installed

from .answers import BOOK, HERE, KINDS, AskedBook, Json, book_bytes, inside, kept_answers

VERSIONS = {"0.1": "adbeab57bae4ef4e57c46756696d48c927683830878f0a89505690d644c6e90f"}
"""The books, each with its SHA-256. They are never written again."""
GONE = {
    ("0.1", "tables", "round_hands"),
    *(("0.1", "tables", of) for of in ("game", "player_in_game", "player_round_score")),
    *(("0.1", "tables", of) for of in ("player", "player_record", "posting")),
    ("0.1", "replay", "drawn-unseen-0"),
}
"""Answers that are no longer given: `round_hands` was a packed copy of `round_seat`.

The replay tells its last passes before the block, as it does if the game is typed at a table.
In the others money is in pips, and rounds of games that were broken off are complete, as the rules
have it since; tests/projections/tables/recount.py counts them. Postings have the entry of the
journal and the rules that they follow from, in place of the number of a generation.
"""
READ_ONLY = "file:{}?mode=ro&immutable=1"


@cache
def kept(version: str, kind: str) -> dict[str, Json]:
    return kept_answers(version, kind)


@cache
def sentences(version: str) -> list[Json]:
    """The sentences of the noted irregularities, as stored."""
    text = (HERE / version / "sentences.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="session")
def books() -> Iterator[dict[str, AskedBook]]:
    with TemporaryDirectory() as name:
        asked = {}
        for version in VERSIONS:
            directory = Path(name) / version
            directory.mkdir()
            (directory / BOOK).write_bytes(book_bytes(version))
            asked[version] = AskedBook(directory)
        yield asked


@pytest.fixture(scope="session")
def imported(books: dict[str, AskedBook]) -> Iterator[dict[str, AskedBook]]:
    """By version, a book into which the exported games were imported."""
    with TemporaryDirectory() as name:
        others = {}
        for version, book in books.items():
            directory = Path(name) / version
            directory.mkdir()
            records = shlex.quote(str(directory / "all.jsonl"))
            book.text(f"export --open --out {records}")
            with inside(directory):
                assert run("import all.jsonl --as-played").code == 0
            others[version] = AskedBook(directory)
        yield others


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_answers_are_unchanged(books: dict[str, AskedBook], version: str, kind: str) -> None:
    """All stored answers; of kinds that grow with the program (rules, tables) only those stored."""
    before, now = kept(version, kind), books[version].answers(kind)
    stay = [of for of in before if (version, kind, of) not in GONE]
    changed = [
        of for of in stay if of not in now or _comparable(now[of]) != _comparable(before[of])
    ]
    assert changed == []
    asked = [of for of in now if (version, kind, of) not in GONE]
    assert kind in {"rules", "tables"} or asked == stay


def _comparable(answer: Json) -> Json:
    """The answer without the highest scores of the article's table, which are now in pips."""
    if not isinstance(answer, dict) or "article" not in answer:
        return answer
    article = {key: value for key, value in answer["article"].items() if "highest" not in key}
    return answer | {"article": article}


@pytest.mark.parametrize("version", VERSIONS)
def test_the_book_is_unchanged(version: str) -> None:
    assert sha256(book_bytes(version)).hexdigest() == VERSIONS[version]


@pytest.mark.parametrize("version", VERSIONS)
def test_queries_add_nothing_but_money_that_became_due(
    books: dict[str, AskedBook], version: str, tmp_path: Path
) -> None:
    for kind in KINDS:
        books[version].answers(kind)
    (tmp_path / BOOK).write_bytes(book_bytes(version))
    before, after = (rows_of(file / BOOK) for file in (tmp_path, books[version].directory))
    assert before.keys() == after.keys()
    for table, rows in before.items():
        assert after[table][: len(rows)] == rows
        assert {row[0] for row in after[table][len(rows) :]} <= {JOURNAL.hex}


def rows_of(file: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of a book by table, in the order in which they were written."""
    with closing(sqlite3.connect(file)) as book:
        tables = book.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            table: book.execute(f"SELECT * FROM {table} ORDER BY {_ORDER.get(table, 1)}").fetchall()
            for (table,) in tables
        }


_ORDER = {"stored_events": "rowid", "stream_head": f"originator_id = '{JOURNAL.hex}', 1, 2"}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_read_only_book_opens(version: str, tmp_path: Path) -> None:
    (tmp_path / BOOK).write_bytes(book_bytes(version))
    (tmp_path / BOOK).chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        games = installed("games", "--json", cwd=tmp_path, unprivileged=True)
    finally:
        tmp_path.chmod(0o755)
    assert (games.code, games.err.count("domino:")) == (0, 0)
    listed = [json.loads(line)["record"] for line in games.out.splitlines()]
    assert listed == list(kept(version, "games"))


@pytest.mark.parametrize("version", VERSIONS)
def test_every_hash_chain_is_valid(version: str, tmp_path: Path) -> None:
    """The hashes are computed here from the bytes alone, as docs/book.md describes it."""
    (tmp_path / BOOK).write_bytes(book_bytes(version))
    book = sqlite3.connect(READ_ONLY.format(tmp_path / BOOK), uri=True)
    last: dict[str, tuple[int, str]] = {}
    rows = book.execute(
        "SELECT originator_id, originator_version, topic, state FROM stored_events"
        " ORDER BY originator_id, originator_version"
    )
    for game, number, topic, state in rows:
        before, hash = last.get(game, (0, ""))
        assert (number, json.loads(state)["previous"]) == (before + 1, hash)
        place = b"domino-ledger/entry/1\0" + bytes.fromhex(game) + f"{number}\0{topic}\0".encode()
        last[game] = number, sha256(place + state).hexdigest()
    heads = book.execute("SELECT originator_id, hash FROM stream_head ORDER BY version")
    assert dict(heads) == {game: hash for game, (_, hash) in last.items()}
    book.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_one_changed_event_is_noticed(version: str, tmp_path: Path) -> None:
    (tmp_path / BOOK).write_bytes(book_bytes(version))
    book = sqlite3.connect(tmp_path / BOOK)
    book.execute("DROP TRIGGER stored_events_refuses_update")
    changed = "REPLACE(CAST(state AS TEXT), '\"inferred\":false', '\"inferred\":true')"
    book.execute(f"UPDATE stored_events SET state = CAST({changed} AS BLOB)")
    book.commit()
    book.close()
    with inside(tmp_path):
        assert run("export --open").code == 4


@pytest.mark.parametrize("version", VERSIONS)
def test_a_rebuild_changes_no_row(books: dict[str, AskedBook], version: str) -> None:
    books[version].text("catch-up")
    compared = books[version].text("rebuild --compare").splitlines()[1:]
    assert len(compared) > 1
    assert [line.split()[1:] for line in compared] == [["0", "0"]] * len(compared)


@pytest.mark.parametrize("version", VERSIONS)
def test_exported_games_give_equal_answers_in_another_book(
    imported: dict[str, AskedBook], version: str
) -> None:
    """Except for rulings, which belong to the book they were made in.

    The old book has "Ana" and "ana" as two people; in the other they are one, as first written.
    """
    other, audits = imported[version], kept(version, "audit")
    ruled = {game for game, audit in audits.items() if "rulings" in audit}
    games = list(kept(version, "games"))
    names = {person["name"] for person in kept(version, "players").values()}
    for kind, same in (("export", games), ("audit", [game for game in games if game not in ruled])):
        before, now = (
            {game: with_names_folded(answers[game], names) for game in same}
            for answers in (kept(version, kind), other.answers(kind))
        )
        assert [game for game in same if now[game] != before[game]] == []
        assert same


def with_names_folded(answer: Json, names: set[str]) -> Json:
    """The answer with these names in lower case."""
    match answer:
        case dict():
            return {key: with_names_folded(each, names) for key, each in answer.items()}
        case list():
            return [with_names_folded(each, names) for each in answer]
        case str() if answer in names:
            return answer.casefold()
        case _:
            return answer


@pytest.mark.parametrize("version", VERSIONS)
def test_every_noted_irregularity_has_its_code(books: dict[str, AskedBook], version: str) -> None:
    noted = [
        (game, event["gameversion"], event["data"]["code"])
        for game, events in books[version].answers("tail-open").items()
        for event in events
        if event["type"] == "domino-ledger.irregularity-noted"
    ]
    expected = [(each["game"], each["entry"], each["code"]) for each in sentences(version)]
    assert sorted(noted) == sorted(expected)


@pytest.mark.parametrize("version", VERSIONS)
def test_stored_sentences_are_unchanged(version: str, tmp_path: Path) -> None:
    (tmp_path / BOOK).write_bytes(book_bytes(version))
    book = sqlite3.connect(READ_ONLY.format(tmp_path / BOOK), uri=True)
    rows = book.execute(
        "SELECT state FROM stored_events WHERE topic = 'irregularity-noted/1' ORDER BY rowid"
    )
    stored = [json.loads(state)["event"] for (state,) in rows]
    book.close()
    keys = ("code", "message", "recorded")
    assert stored == [{key: each[key] for key in keys} for each in sentences(version)]


@pytest.mark.parametrize("version", VERSIONS)
def test_there_is_one_file_of_answers_for_each_kind(version: str) -> None:
    files = {file.name.partition(".")[0] for file in (HERE / version / "answers").iterdir()}
    assert files == set(KINDS)
