"""Names can be changed and erased; events and hashes do not depend on them."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Unavailable, UnknownPlayer
from domino_ledger.ledger.registry.merging import add_merge, mergeable
from domino_ledger.ledger.registry.name_changes import erase, rename
from domino_ledger.ledger.registry.players import (
    AmbiguousName,
    person_meant,
    player_called,
    seat_of,
)
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.ids import game_id

from .games import exported, line, new_book, record, take, take_one, transcript


def stored(directory: Path) -> bytes:
    """Every byte of the book's file and of the files beside it."""
    return b"".join(path.read_bytes() for path in sorted(directory.iterdir()))


def hashes(book: Book) -> list[str]:
    return [entry.hash for game in book.games() for entry in book.stream(game).entries]


def games_of(*players: str) -> list[bytes]:
    """A game for each pair of these players."""
    pairs = zip(players[::2], players[1::2], strict=True)
    block = record("openspiel-block.jsonl")
    return [line(block | {"id": f"{a} and {b}"[:400], "players": [a, b]}) for a, b in pairs]


def test_erase_leaves_no_byte_and_every_hash(tmp_path: Path) -> None:
    """Long and short names, inserted in many batches, so that pages of the file split."""
    rng = random.Random("names")
    names = [
        f"player{rng.randrange(10**12):012d}" + "x" * rng.choice([0, 0, 5, 450]) for _ in range(400)
    ]
    book = new_book(tmp_path)
    take(book, games_of("Ann", "Bob"))
    for at in range(0, len(names), 40):
        whole = [record("openspiel-block.jsonl") for _ in range(20)]
        pairs = zip(names[at : at + 40 : 2], names[at + 1 : at + 40 : 2], strict=True)
        texts = [
            line(game | {"id": f"{at}-{number}", "players": list(pair)})
            for number, (game, pair) in enumerate(zip(whole, pairs, strict=True))
        ]
        assert {imported.outcome for imported in take(book, texts)} == {"added"}
    assert all(name.encode() in stored(tmp_path) for name in names)
    before = hashes(book)
    erased = rng.sample(names, 60)
    for name in erased:
        player = erase(book, name)
        assert player not in all_names(book)
    rest = stored(tmp_path)
    assert [name for name in erased if name[:18].encode() in rest] == []
    assert hashes(book) == before
    assert {name for name in names if name not in erased} < set(all_names(book).values())


def test_a_name_is_not_erased_while_a_reader_keeps_old_pages(tmp_path: Path, book: Book) -> None:
    take(book, games_of("Ann", "Bob"))
    with closing(sqlite3.connect(tmp_path / "book.db", isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM player_name").fetchall()
        take(book, games_of("Cid", "Dan"))
        with pytest.raises(Unavailable, match="copy-in-use"):
            erase(book, "Ann")
        assert "Ann" in all_names(book).values()
    erase(book, "Ann")


ANA = ("Ana", "ANA", "\uff21\uff4e\uff41", "  Ana ", "aNa")
JOSE = ("José María", "JOSE\u0301 mari\u0301a", "José\u3000 María")


@pytest.mark.parametrize("written", [ANA, JOSE, ("ガス", "\uff76\uff9e\uff7d"), ("Groß", "GROSS")])
def test_names_that_differ_only_in_form_are_one_person(
    book: Book, written: tuple[str, ...]
) -> None:
    game = record("openspiel-block.jsonl")
    for number, name in enumerate(written):
        renamed = game | {"id": f"game {number}", "players": [name, "Bob"]}
        assert take_one(book, renamed).outcome == "added"
        assert take_one(book, renamed).outcome == "unchanged"
    assert set(all_names(book).values()) == {written[0], "Bob"}
    assert {player_called(book, name) for name in written} == {player_called(book, written[0])}
    again = game | {"id": "game 0", "players": [written[-1], "BOB"]}
    assert take_one(book, again).outcome == "unchanged"


def test_a_name_is_kept_composed_and_with_single_blanks(book: Book) -> None:
    take(book, games_of(" Jose\u0301 \u00a0 Ruiz\u3000", "Bob"))
    assert set(all_names(book).values()) == {"José Ruiz", "Bob"}
    rename(book, "josé ruiz", " Jose\u0301")
    assert set(all_names(book).values()) == {"José", "Bob"}
    longest = "\u0958" * 500  # Composed, each would be two characters.
    rename(book, "José", longest)
    assert set(all_names(book).values()) == {longest, "Bob"}


def test_accents_may_be_left_out_in_questions_alone(book: Book) -> None:
    take(book, games_of("Zoë", "José", "Jo", "Jö"))
    jose = player_called(book, "José")
    assert person_meant(book, "jose") == jose
    assert seat_of(book, [jose], "jose") == 0
    with pytest.raises(UnknownPlayer, match=r"unknown-player .*'José'"):
        rename(book, "jose", "Joseph")
    rename(book, "Jo", "Jó")
    with pytest.raises(UnknownPlayer, match=r"unknown-player .*'jo'"):
        person_meant(book, "jo")
    with pytest.raises(UnknownPlayer, match=r"unknown-player .*'nobody'"):
        person_meant(book, "nobody")


@pytest.mark.parametrize("other", ["Ida", "ida", " IDA ", "\uff29\uff24\uff21"])
@pytest.mark.parametrize("known", [True, False])
def test_one_player_does_not_sit_at_two_seats_however_the_name_is_written(
    book: Book, other: str, known: bool
) -> None:
    if known:
        take(book, games_of("Ida", "Bob"))
    twice = record("openspiel-block.jsonl") | {"id": "twice", "players": ["Ida", other]}
    refused = take_one(book, twice)
    assert (refused.outcome, getattr(refused.violation, "code", None)) == ("rejected", "bad-seats")
    assert transcript(line(twice)).violations[0].code == "bad-seats"
    assert take_one(book, twice, as_played=True).irregularities == 1
    assert len(all_names(book)) == 1 + known
    one, other_seat = book.stream(game_id("twice")).game.opened.players
    assert one == other_seat
    assert take_one(book, twice).outcome == "unchanged"


def test_a_refused_spelling_leaves_no_trace(book: Book) -> None:
    twice = record("openspiel-block.jsonl") | {"id": "twice", "players": ["IDA", "ida"]}
    assert [each.outcome for each in take(book, [line(twice), *games_of("Ida", "Bob")])] == [
        *("rejected", "added"),
    ]
    assert set(all_names(book).values()) == {"Ida", "Bob"}


def test_names_that_two_programs_added_at_once_are_told_apart(book: Book) -> None:
    for name in ("Ana", "ANA"):
        book.write([], [(uuid4().hex, name)])
    ids = {name: player_called(book, name) for name in ("Ana", "ANA")}
    assert len(set(ids.values())) == 2
    game = record("openspiel-block.jsonl")
    renamed = game | {"id": "again", "players": ["ANA", "Bob"]}
    assert take_one(book, renamed).outcome == "added"
    spaced = game | {"id": "spaced", "players": [" Ana ", "Bob"]}
    assert [take_one(book, spaced).outcome for _ in range(2)] == ["added", "unchanged"]
    before = exported(book)
    other = game | {"id": "spaced", "players": [" ANA ", "Bob"]}
    assert take_one(book, other).outcome == "rejected"
    with pytest.raises(AmbiguousName, match=r"'ana'.*\['ANA', 'Ana'\]"):
        player_called(book, "ana")
    refused = take_one(book, game | {"id": "one more", "players": ["ana", "Bob"]})
    assert refused.outcome == "rejected"
    assert isinstance(refused.error, AmbiguousName)
    assert take(book, before)[0].outcome == "unchanged"
    together = game | {"id": "together", "players": ["ANA", "Ana"]}
    assert take_one(book, together).outcome == "rejected"


def test_a_former_name_names_the_same_player_in_every_form(book: Book) -> None:
    take(book, games_of("Ana", "Bob"))
    player = player_called(book, "Ana")
    rename(book, "Ana", "Zoe")
    game = record("openspiel-block.jsonl")
    later = game | {"id": "later", "players": ["ANA", "Bob"]}
    assert take_one(book, later).outcome == "added"
    assert take_one(book, later).outcome == "unchanged"
    assert set(all_names(book).values()) == {"Zoe", "Bob"}
    assert take_one(book, game | {"id": "both", "players": ["zoe", "ana"]}).outcome == "added"
    assert set(all_names(book).values()) == {"Zoe", "Bob", "ana"}
    assert player_called(book, "zoe") == player
    erase(book, "ZOE")
    assert take_one(book, later).outcome == "unchanged"


def test_the_seat_of_a_person(book: Book) -> None:
    take(book, games_of("Ann", "Bob", "Anna", "Cid"))
    players = [player_called(book, name) for name in ("Anna", "Cid")]
    assert [seat_of(book, players, name) for name in ("Ann", "anna", str(players[1]))] == [
        None,
        0,
        1,
    ]
    add_merge(book, mergeable(book, "Anna", "Ann"))
    assert seat_of(book, players, "Ann") == 0
