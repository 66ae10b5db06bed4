"""Names and merges against the events that commit to them."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.events import GameAmended, GameOpened
from domino_ledger.domain.house import (
    CountingChanged,
    Decision,
    NamesErased,
    Naming,
    PlayerNamed,
    PlayersMerged,
    PlayersNamed,
    PlayersUnmerged,
)
from domino_ledger.domain.rules.counting import AS_PLAYED
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import Tampered, UnknownPlayer
from domino_ledger.ledger.registry.aliases import aliases
from domino_ledger.ledger.registry.name_changes import erase, rename
from domino_ledger.ledger.registry.players import player_called
from domino_ledger.ledger.registry.stored_names import all_names, former_names
from domino_ledger.ledger.store.ids import NAMES, game_id
from domino_ledger.ledger.store.rows import now
from domino_ledger.ledger.store.stream import rows_after
from domino_ledger.projections.verification.chains import verify_book, verify_game
from domino_ledger.projections.verification.openings import verify_merges
from tests.ledger.games import line, new_book, record, take
from tests.messages.raises import raises_message

from .logged import opened

GAME = record("openspiel-block.jsonl")
FIRST = game_id("0")
ACTS = 9
"""Events that are enough of a game."""


def seated(*pairs: Sequence[str]) -> list[bytes]:
    """A game for each pair of players, with ids 0, 1 and so on."""
    return [
        line(GAME | {"id": str(number), "players": list(pair)}) for number, pair in enumerate(pairs)
    ]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """Ann, once Anna and Anne; Ben, once Bob; Cid; and Dan, who was erased."""
    with closing(new_book(tmp_path)) as book:
        take(book, seated(("Anna", "Bob"), ("Cid", "Dan")))
        for before, after in (("Anna", "Anne"), ("Bob", "Ben"), ("Anne", "Ann"), ("Dan", "Dani")):
            rename(book, before, after)
        erase(book, "Dani")
        yield book


def entries(book: Book) -> list[tuple[str, bytes]]:
    return [(topic, state) for _, topic, state in book.recorder.select_rows(NAMES)[0]]


CHECKS: tuple[Callable[[Book], object], ...] = (verify_book, lambda book: verify_game(book, FIRST))


def test_names_that_were_recorded(book: Book) -> None:
    assert [topic for topic, _ in entries(book)] == [
        *["players-named/1"] * 5,
        "names-erased/1",
    ]
    assert not any(name in state for _, state in entries(book) for name in (b"Ann", b"Dan"))
    for check in CHECKS:
        check(book)
    assert former_names(book, player_called(book, "Ann")) == ["Anna", "Anne"]


def test_the_commitment_as_the_page_says_it(book: Book) -> None:
    ((player, salt),) = book.query("SELECT player_id, salt FROM player_name WHERE name = 'Cid'")
    assert len(bytes.fromhex(salt)) == 16
    digest = sha256(b"domino-ledger/name/1\n" + salt.encode() + b"\nCid").hexdigest()
    named = f'{{"player":"{UUID(player)}","commitment":"{digest}"}}'
    assert named.encode() in entries(book)[0][1]


def test_the_same_name_again_is_no_event(book: Book) -> None:
    before = entries(book)
    rename(book, "Cid", " Cid ")
    assert entries(book) == before


def test_a_former_name_that_another_player_takes_and_gives_up(book: Book) -> None:
    """It means the one who had it last."""
    ann, ben = (player_called(book, name) for name in ("Ann", "Ben"))
    rename(book, "Ben", "Anna")
    rename(book, "Anna", "Ben")
    rename(book, "Ann", "Anne")
    assert former_names(book, ben) == ["Anna", "Bob"]
    assert former_names(book, ann) == ["Ann"]
    verify_book(book)
    erase(book, "Anne")
    assert former_names(book, ben) == ["Anna", "Bob"]
    verify_book(book)


def test_an_erased_name_leaves_no_salt(book: Book, tmp_path: Path) -> None:
    ((salt,),) = book.query("SELECT salt FROM player_name WHERE name = 'Cid'")
    erase(book, "Cid")
    book.close()
    assert not any(salt.encode() in each.read_bytes() for each in tmp_path.iterdir())


DIFFERS, UNKNOWN, MISSING, FORMER, SPELLED = (
    "^the name of the player .* is not the one that was recorded$",
    "^the player .* has a name in the book that was never recorded$",
    "^the name of the player .* is missing, and was not erased$",
    "^the former names of the player .* are not those that were recorded$",
    "^'.*' stands where the book has the id of a player$",
)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE player_name SET name = 'Zoe' WHERE name = 'Ann'", DIFFERS),
        ("UPDATE player_name SET salt = '' WHERE name = 'Ann'", DIFFERS),
        ("UPDATE player_name SET salt = x'00' WHERE name = 'Ann'", DIFFERS),
        (
            """
            UPDATE player_name SET name = 'Anna', salt = (
              SELECT salt FROM former_name WHERE name = 'Anna'
            ) WHERE name = 'Ann'
            """,
            DIFFERS,
        ),
        ("INSERT INTO player_name SELECT '00000000000000000000000000000009', 'Eva', ''", UNKNOWN),
        ("UPDATE player_name SET player_id = lower(hex(randomblob(16)))", UNKNOWN),
        ("UPDATE player_name SET player_id = upper(player_id)", SPELLED),
        ("UPDATE former_name SET player_id = '{' || player_id || '}'", SPELLED),
        ("DELETE FROM player_name WHERE name = 'Cid'", MISSING),
        ("UPDATE former_name SET name = 'Zoe' WHERE name = 'Anna'", FORMER),
        ("INSERT INTO former_name SELECT 'Zoe', player_id, salt FROM player_name", FORMER),
        (
            """
            UPDATE former_name SET player_id = (
              SELECT player_id FROM player_name WHERE name = 'Cid'
            )
            """,
            FORMER,
        ),
        ("DELETE FROM former_name WHERE name = 'Anna'", FORMER),
    ],
)
def test_names_changed_by_hand(book: Book, statement: str, said: str) -> None:
    if statement.startswith("INSERT INTO former_name"):
        statement += " WHERE name = 'Cid'"
    with opened(Path(book.path)) as plain:
        plain.execute(statement)
    for check in CHECKS:
        with raises_message(Tampered, said):
            check(book)


def test_an_erased_name_put_back(book: Book) -> None:
    """With the salt it had: somebody kept an older copy."""
    row = book.query("SELECT * FROM player_name WHERE name = 'Cid'")[0]
    erase(book, "Cid")
    with opened(Path(book.path)) as plain:
        plain.execute("INSERT INTO player_name VALUES (?, ?, ?)", row)
    with raises_message(Tampered, UNKNOWN):
        verify_book(book)


@pytest.mark.parametrize(
    "event",
    [
        NamesErased(players=(UUID(int=9),)),
        PlayersNamed(names=(), given_up=("ab" * 32,)),
        CountingChanged(rules=AS_PLAYED),
    ],
)
def test_events_of_names_that_cannot_follow(book: Book, event: Naming | CountingChanged) -> None:
    book.write(rows_after(NAMES, *book.names_head(), [event], recorded_at=now()))
    with raises_message(Tampered, "^event 7 of the register of names cannot follow what"):
        verify_book(book)


def test_a_name_that_only_an_event_has(book: Book) -> None:
    named = PlayersNamed(names=(PlayerNamed(player=UUID(int=9), commitment="ab" * 32),))
    book.change_names(book.names_head(), named, [])
    with raises_message(Tampered, MISSING):
        verify_book(book)


@pytest.mark.parametrize(
    ("change", "late", "events"),
    [
        (erase, erase, 7),
        (erase, lambda book, name: rename(book, name, "Sid"), 8),
        (lambda book, name: rename(book, name, "Sid"), erase, 7),
    ],
)
def test_a_player_changed_while_they_are_erased(
    change: Callable[[Book, str], object],
    late: Callable[[Book, str], object],
    events: int,
    book: Book,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record_change, cid = book.change_names, player_called(book, "Cid")

    def after_another(*arguments: Any) -> None:
        monkeypatch.undo()
        with closing(open_book(book.path)) as other:
            late(other, "Cid")
        record_change(*arguments)

    monkeypatch.setattr(book, "change_names", after_another)
    if change is erase:
        erase(book, "Cid")
    else:
        with pytest.raises(UnknownPlayer):
            change(book, "Cid")
    verify_book(book)
    assert cid not in all_names(book)
    assert former_names(book, cid) == []
    assert len(entries(book)) == events


# -- merges


def decide(book: Book, *events: Decision) -> None:
    book.append_to_house(book.house(), events)


def test_merges_that_no_command_decides(book: Book) -> None:
    ann, ben, cid = (player_called(book, name) for name in ("Ann", "Ben", "Cid"))
    decide(book, PlayersMerged(player=ann, into=cid))
    verify_book(book)
    before = book.house()
    wrong: list[Decision] = [
        *(PlayersMerged(player=one, into=other) for one, other in ((cid, ann), (cid, cid))),
        *(PlayersMerged(player=ann, into=ben), PlayersUnmerged(player=ben)),
    ]
    for number, event in enumerate(wrong):
        copy = Path(book.path).with_name(f"{number}.db")
        book.copy(copy)
        with closing(open_book(copy)) as forged:
            forged.append_to_house(before, [event])
            for read in (verify_book, aliases):
                with raises_message(Tampered, "^event 2 of the house cannot follow what was"):
                    read(forged)


def test_two_who_sat_at_one_table(book: Book) -> None:
    """Also by way of a third, and after the game was amended."""
    ann, ben, cid = (player_called(book, name) for name in ("Ann", "Ben", "Cid"))
    dan = book.stream(game_id("1")).game.opened.players[1]
    decide(book, PlayersMerged(player=ann, into=cid), PlayersMerged(player=ben, into=dan))
    verify_book(book)
    later = CountingChanged(rules=AS_PLAYED)
    decide(book, PlayersUnmerged(player=ben), PlayersMerged(player=ben, into=cid), later)
    said = f"^two players were merged who had sat at one table in game {FIRST}: no command"
    with raises_message(Tampered, said):
        verify_book(book)
    decide(book, PlayersUnmerged(player=ann))
    verify_book(book)


def seat(book: Book, game: UUID, players: tuple[UUID, ...]) -> None:
    """Amend a game: these players sat there."""
    stream = book.stream(game)
    opening = replace(stream.game.opened, players=players)
    assert isinstance(opening, GameOpened)
    acts = [entry.event for entry in stream.entries[1:ACTS]]
    book.append(stream, [GameAmended(reason="slip", by=None, opening=opening), *acts])


def test_only_the_newest_version_of_a_game_counts_and_only_before_the_merge(book: Book) -> None:
    ann, ben, cid = (player_called(book, name) for name in ("Ann", "Ben", "Cid"))
    dan = book.stream(game_id("1")).game.opened.players[1]
    seat(book, FIRST, (ann, dan))
    decide(book, PlayersMerged(player=ben, into=ann))
    verify_merges(book, book.house())
    seat(book, FIRST, (ann, ben))
    verify_merges(book, book.house())
    decide(book, PlayersUnmerged(player=ben), PlayersMerged(player=ben, into=cid))
    verify_merges(book, book.house())
    decide(book, PlayersMerged(player=ann, into=cid))
    with pytest.raises(Tampered, match="merged-at-one-table"):
        verify_merges(book, book.house())
