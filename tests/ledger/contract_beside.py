"""The contract of every book for names, rules and concurrent writers."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.events import TurnPassed
from domino_ledger.domain.house import (
    KeyRegistered,
    KeyRevoked,
    MoneyBooked,
    PlayerPosting,
    RulesAdded,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, make_book
from domino_ledger.ledger.errors import Conflict, Tampered, UnknownGame, UnknownPlayer
from domino_ledger.ledger.records.amendments import amendments_of
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.records.line_reader import MOST_LINES, Line
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.records.versions import amendments_in
from domino_ledger.ledger.registry.aliases import aliases
from domino_ledger.ledger.registry.merging import NotMerged, add_merge, mergeable, unmerge
from domino_ledger.ledger.registry.name_changes import erase, rename
from domino_ledger.ledger.registry.players import (
    Register,
    people_names,
    person_called,
    player_called,
)
from domino_ledger.ledger.registry.rule_sets import add, all_rules
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store.base import LogRow
from domino_ledger.ledger.store.game_names import LAST
from domino_ledger.ledger.store.house import House
from domino_ledger.ledger.store.ids import HOUSE, JOURNAL, NAMES
from domino_ledger.ledger.store.rows import Name, Row
from domino_ledger.ledger.store.stream import MakeRows, Stream
from domino_ledger.projections.feed.feed import Tail
from domino_ledger.projections.verification.chains import Covered, verify_book, verify_game

from .amendments import amend
from .contract import OfABook
from .games import exported, line, lines, record, take

OWN = PUBLISHED["forced-block@1"].model_copy(update={"id": "our-payout@1", "title": "ours"})
BLOCK = record("openspiel-block.jsonl")
KEY = KeyRegistered(key="club+8c2636c2+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop", role="log")


def game_of(*players: str, id: str = "a game") -> bytes:
    return line(BLOCK | {"id": id, "players": list(players)})


def booked(game: UUID, amount: int) -> MoneyBooked:
    postings = (
        PlayerPosting(player=UUID(int=1), amount=-amount, reason="pays-for-his-pips"),
        PlayerPosting(player=UUID(int=2), amount=amount, reason="shares-the-pool"),
    )
    return MoneyBooked(
        kind="settlement",
        game=game,
        round=0,
        rules="block@1",
        after=7,
        currency="EUR",
        postings=postings,
    )


class TablesContract(OfABook):
    """Names, rules and concurrent writers."""

    # -- names

    def test_a_renamed_player_stays_the_same(self, book: Book) -> None:
        take(book, [game_of("Ann", "Bob")])
        ann, before = player_called(book, "Ann"), exported(book)
        rename(book, "Ann", "Anne")
        assert all_names(book)[ann] == "Anne"
        assert player_called(book, str(ann)) == ann
        with pytest.raises(Conflict):
            rename(book, "Anne", "Bob")
        with pytest.raises(UnknownPlayer):
            player_called(book, "Ann")
        assert take(book, [game_of("Ann", "Bob")])[0].outcome == "unchanged"
        rename(book, "Anne", "Ann")
        assert exported(book) == before

    def test_a_name_taken_by_a_concurrent_change(
        self, tmp_path: Path, book: Book, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """After this program has read the names, and before it writes the new one."""
        take(book, [game_of("Ann", "Bob")])
        change, late = book.change_names, iter([("Bob", "Anne"), ("Anne", "Bobby")])

        def changed_late(*arguments: Any) -> None:
            for names in islice(late, 1):
                rename(self.open(tmp_path), *names)
            change(*arguments)

        monkeypatch.setattr(book, "change_names", changed_late)
        with pytest.raises(Conflict, match="name-taken"):
            rename(book, "Ann", "Anne")
        rename(book, "Ann", "Annie")
        assert set(all_names(book).values()) == {"Annie", "Bobby"}
        assert verify_book(book).events == book.number_of_events()

    def test_an_erased_name_is_deleted_and_hashes_stay(self, book: Book) -> None:
        take(book, [game_of("Wilhelmina", "Bob")])
        (game,) = book.games()
        before = book.stream(game).hash
        rename(book, "Wilhelmina", "Mina")
        erase(book, "Mina")
        assert set(all_names(book).values()) == {"Bob"}
        assert book.query("SELECT * FROM former_name") == []
        assert book.stream(game).hash == before

    def test_names_are_sorted_by_their_bytes(self, book: Book) -> None:
        names = ["Zoë", "anna", "Ana", "ándale", "Ändre", "\U0001f600", "_", "'; --", "?", "%s"]
        for number, name in enumerate(names):
            take(book, [game_of(name, "Bob", id=f"game {number}")])
        assert list(all_names(book).values()) == sorted([*names, "Bob"], key=str.encode)

    # -- merged players

    def test_one_player_counts_as_another_until_it_is_undone(self, book: Book) -> None:
        take(
            book,
            [game_of("Ann", "Bob"), game_of("Anna", "Bob", id="b"), game_of("A", "Bo", id="c")],
        )
        ann, anna, a = (player_called(book, name) for name in ("Ann", "Anna", "A"))
        before, hashes = exported(book), [book.stream(game).hash for game in book.games()]
        add_merge(book, mergeable(book, "Anna", "Ann"))
        add_merge(book, mergeable(book, "Ann", "A"))
        assert aliases(book) == {anna: a, ann: a}
        assert person_called(book, "Anna") == person_called(book, str(a)) == a
        assert people_names(book)[anna] == "A"
        assert exported(book) == before
        assert [book.stream(game).hash for game in book.games()] == hashes
        assert unmerge(book, "Ann") == a
        assert aliases(book) == {anna: ann}
        unmerge(book, "Anna")
        assert aliases(book) == {}

    def test_what_cannot_be_merged(self, book: Book) -> None:
        take(book, [game_of("Ann", "Bob"), game_of("Anna", "Bob", id="b")])
        add_merge(book, mergeable(book, "Anna", "Ann"))
        for name, into, refusal in (
            ("Anna", "Bob", "merged-already"),
            ("Ann", "Anna", "same-person"),
            ("Bob", "bob", "same-person"),
        ):
            with pytest.raises(NotMerged, match=refusal):
                mergeable(book, name, into)
        with pytest.raises(NotMerged, match="not-merged"):
            unmerge(book, "Ann")

    def test_a_merged_player_in_new_games(self, book: Book) -> None:
        """Recorded as before, so that it can be undone; but not beside the other name."""
        take(book, [game_of("Ann", "Bob"), game_of("Anna", "Bob", id="b")])
        anna = player_called(book, "Anna")
        add_merge(book, mergeable(book, "Anna", "Ann"))
        more = take(book, [game_of("Anna", "Bob", id="c"), game_of("Ann", "Anna", id="d")])
        assert [each.outcome for each in more] == ["added", "rejected"]
        assert book.stream(list(book.games())[-1]).game.opened.players[0] == anna

    def test_a_person_is_erased_with_all_names(self, book: Book) -> None:
        take(book, [game_of("Ann", "Bob"), game_of("Anna", "Bob", id="b")])
        anna = player_called(book, "Anna")
        add_merge(book, mergeable(book, "Anna", "Ann"))
        erase(book, "Anna")
        assert set(all_names(book).values()) == {"Bob"}
        assert aliases(book) == {anna: aliases(book)[anna]}

    # -- versions

    def test_amendments_of_all_games(self, book: Book) -> None:
        take(book, [game_of("Ann", "Bob", id=f"game {number}") for number in range(3)])
        newer = BLOCK | {"id": "game 1", "players": ["Ann", "Bo"]}
        first = amend(book, newer, why="Bo it was", by="Ann")
        second = amend(book, newer | {"players": ["Ann", "Bob"]}, why="no, Bob")
        assert amendments_of(book, book.games()) == {first.id: list(amendments_in(second))}
        assert [each.reason for each in amendments_in(second)] == ["Bo it was", "no, Bob"]

    # -- rules

    def test_added_rules_cannot_be_changed(self, tmp_path: Path, book: Book) -> None:
        assert add(book, OWN)
        assert not add(book, OWN)
        assert all_rules(self.open(tmp_path)) == PUBLISHED | {OWN.id: OWN}
        with pytest.raises(Conflict):
            add(book, OWN.model_copy(update={"title": "theirs"}))
        theirs = OWN.model_copy(update={"title": "theirs"})
        book.append_to_house(book.house(), [RulesAdded(rules=theirs)])
        with pytest.raises(Tampered, match="event-cannot-follow"):
            all_rules(book)

    @pytest.mark.parametrize(("title", "added"), [("theirs", None), ("ours", False), ("", True)])
    def test_rules_added_while_another_program_decides(
        self,
        title: str,
        added: bool | None,
        tmp_path: Path,
        book: Book,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        """Another rule set of this id, the same, or something else."""
        append, ours = book.append_to_house, OWN.model_copy(update={"title": "ours"})

        def late(*arguments: Any) -> None:
            monkeypatch.undo()
            other = self.open(tmp_path)
            if title:
                assert add(other, OWN.model_copy(update={"title": title}))
            else:
                other.append_to_house(other.house(), [KEY])
            append(*arguments)

        monkeypatch.setattr(book, "append_to_house", late)
        if added is None:
            with pytest.raises(Conflict, match="rules-published"):
                add(book, ours)
        else:
            assert add(book, ours) is added
            assert all_rules(book)[OWN.id] == ours

    # -- concurrent access

    def test_an_existing_book_is_not_made_again(self, book: Book) -> None:
        take(book, [game_of("Ann", "Bob")])
        before = exported(book)
        assert not make_book(book.address)
        assert not make_book(book.address, dry_run=True)
        assert exported(book) == before

    def test_a_conflict_leaves_nothing_behind(self, tmp_path: Path, book: Book) -> None:
        """Another program writes one of the games before this batch is written."""
        other = self.open(tmp_path)

        def texts() -> Iterator[Line]:
            for number in range(MOST_LINES):
                yield number, game_of("Ann", "Bob", id=f"game {number}")
            take(other, [game_of("Cid", "Dan", id="game 7")])

        with pytest.raises(Conflict):
            list(Importer(book).take(texts()))
        assert set(all_names(book).values()) == {"Cid", "Dan"}
        assert len(list(book.games())) == 1
        assert take(book, [game_of("Ann", "Bob", id="game 8")])[0].outcome == "added"

    def test_two_programs_add_the_same_player(self, tmp_path: Path, book: Book) -> None:
        """It is one player, whichever program writes the name first."""
        ours, theirs = Importer(book), Importer(self.open(tmp_path))
        assert list(theirs.take(enumerate([game_of("Ann", "Bob", id="theirs")])))
        texts = [game_of("Ann", "Cid", id="ours"), game_of("Dan", "Bob", id="ours too")]
        assert [each.outcome for each in ours.take(enumerate(texts))] == ["added"] * 2
        assert [each.outcome for each in ours.take(enumerate([game_of("Bob", "Dan")]))] == ["added"]
        assert sorted(all_names(book).values()) == ["Ann", "Bob", "Cid", "Dan"]
        played = Counter(p for game in book.games() for p in book.stream(game).game.opened.players)
        assert set(played) == set(all_names(book))
        assert sorted(played.values()) == [1, 2, 2, 3]
        assert Register(book).names == ours._batch.register.names

    def test_a_player_added_by_another_program_just_before_the_write(
        self, tmp_path: Path, book: Book, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """After this program has read the names, and before it writes the games."""
        theirs, write = iter([game_of("Ann", "Bob", id="theirs")]), book.write

        def late(rows: MakeRows, names: Iterable[Name]) -> Sequence[Row]:
            take(self.open(tmp_path), list(theirs))
            return write(rows, names)

        monkeypatch.setattr(book, "write", late)
        assert take(book, [game_of("Ann", "Cid", id="ours")])[0].outcome == "added"
        assert sorted(all_names(book).values()) == ["Ann", "Bob", "Cid"]
        seated = [book.stream(game).game.opened.players[0] for game in book.games()]
        assert seated == [player_called(book, "Ann")] * 2

    def test_a_player_added_by_another_program_in_another_spelling(
        self, tmp_path: Path, book: Book
    ) -> None:
        ours = Importer(book)
        take(self.open(tmp_path), [game_of("Ana", "Bob", id="theirs")])
        both = [game_of("ANA", "Cid", id="ours"), game_of("Eva", "EVA", id="twice")]
        outcomes = [each.outcome for each in ours.take(list(enumerate(both, 1)))]
        assert outcomes == ["added", "rejected"]
        assert set(all_names(book).values()) == {"Ana", "Bob", "Cid"}
        again = list(ours.take([(1, game_of("ana", "BOB", id="later"))]))
        assert [each.outcome for each in again] == ["added"]
        assert len(all_names(book)) == 3
        assert exported(book)

    def test_a_reader_misses_no_event_of_many_writers(self, tmp_path: Path, book: Book) -> None:
        games = lines("payout.jsonl")[:40]
        done = Event()
        with ThreadPoolExecutor() as threads:
            reader = threads.submit(self.follow, tmp_path, done)
            writers = [
                threads.submit(one_by_one, self.open(tmp_path), games[at::4]) for at in range(4)
            ]
            taken = [writer.result() for writer in writers]
            done.set()
            followed = reader.result()
        assert [len(each) for each in taken] == [10] * 4
        whole = book.log(0, 100_000)
        assert followed == whole
        found = Counter(game for _, game, *_ in whole)
        assert found.pop(NAMES.hex) > 0
        assert found == {game.hex: book.stream(game).version for game in book.games()}
        assert len(found) == len(games)

    def follow(self, directory: Path, done: Event) -> list[LogRow]:
        book = self.open(directory)
        rows: list[LogRow] = []
        while True:
            last = done.is_set()
            rows += book.log(rows[-1][0] if rows else 0, 50)
            if last and rows and rows[-1][0] == book.last_position():
                return rows

    def test_only_one_of_many_writers_extends_a_game(self, tmp_path: Path, book: Book) -> None:
        take(book, lines("payout.jsonl")[:1])
        (game,) = book.games()
        books = [self.open(tmp_path) for _ in range(4)]
        for _ in range(5):
            before = book.stream(game)
            with ThreadPoolExecutor() as threads:
                outcomes = list(threads.map(extended, books, [before] * len(books)))
            assert sorted(outcomes) == [False, False, False, True]
            assert book.stream(game).version == before.version + 1

    # -- the house

    def test_the_house_is_on_record_and_is_no_game(self, book: Book) -> None:
        assert book.house() == House()
        book.append_to_house(book.house(), [KEY])
        take(book, [game_of("Ana", "Ben")])
        book.append_to_house(book.house(), [KeyRevoked(key="club+8c2636c2", reason="lost")])
        (game,) = book.games()
        house = book.house()
        assert [entry.event for entry in house.entries] == [
            KEY,
            KeyRevoked(key="club+8c2636c2", reason="lost"),
        ]
        assert [entry.version for entry in house.entries] == [1, 2]
        assert house.entries[0].recorded_at < house.entries[1].recorded_at
        assert book.find(LAST) == book.find("a game") == book.find("a ga") == game
        for name in (str(HOUSE), HOUSE.hex[:20]):
            with pytest.raises(UnknownGame):
                book.find(name)
        assert verify_book(book) == Covered(book.version(game) + 3, 1)
        assert verify_game(book, HOUSE).events == 2
        assert [each.subject for each in Tail(book, 0).news()] == [str(game)] * book.version(game)
        assert amendments_of(book, book.games()) == {}

    def test_the_journal_is_a_stream_of_its_own_and_no_game(self, book: Book) -> None:
        take(book, [game_of("Ana", "Ben")])
        (game,) = book.games()
        entries = [booked(game, amount) for amount in range(1, 5)]
        book.append_to_house(book.house(), entries[:1])
        before = book.house()
        book.append_to_house(before, [KEY, *entries[1:]])
        assert [entry.event for entry in book.house().entries] == [KEY]
        for after in range(5):
            with book.journal(after) as read:
                found = list(read)
            assert [entry.event for entry in found] == entries[after:]
            assert [entry.version for entry in found] == [*range(after + 1, 5)]
        with pytest.raises(Tampered), book.journal(9) as read:
            list(read)
        with pytest.raises(Conflict):
            book.append_to_house(before, entries[:1])
        assert book.find(LAST) == book.find("a ga") == game
        assert list(book.games()) == [game]
        for name in (str(JOURNAL), JOURNAL.hex[:20]):
            with pytest.raises(UnknownGame):
                book.find(name)
        assert verify_book(book).games == 1
        assert verify_game(book, JOURNAL).events == 4
        assert {each.subject for each in Tail(book, 0).news()} == {str(game)}

    def test_the_house_refuses_a_second_writer(self, book: Book) -> None:
        before = book.house()
        book.append_to_house(before, [KEY])
        with pytest.raises(Conflict):
            book.append_to_house(before, [KEY])
        with pytest.raises(Unreadable):
            book.append_to_house(book.house(), [KeyRevoked(key="club+8c2636c2", reason="\0")])
        assert book.house().version == 1


def one_by_one(book: Book, texts: tuple[bytes, ...]) -> list[str]:
    """Import each game in a transaction of its own."""
    return [take(book, [text])[0].outcome for text in texts]


def extended(book: Book, stream: Stream) -> bool:
    try:
        book.append(stream, [TurnPassed(seat=0)])
    except Conflict:
        return False
    return True
