"""Who is behind a player's id. Events know ids alone; names can be changed and erased."""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID, uuid4

from ..book import Book
from ..errors import Conflict, LedgerError, UnknownPlayer
from ..records.format import LONGEST_NAME
from ..records.validation import NAME


class UnusableName(LedgerError):
    """Nobody can be called so."""


def all_names(book: Book) -> dict[UUID, str]:
    """By player, the name; players whose name was erased are not there."""
    rows = book.query("SELECT player_id, name FROM player_name ORDER BY name")
    return {UUID(player): name for player, name in rows}


def _former_names(book: Book) -> dict[str, UUID]:
    return {
        name: UUID(player) for name, player in book.query("SELECT name, player_id FROM former_name")
    }


def shown_name(names: Mapping[UUID, str], player: UUID) -> str:
    """What to call a player: the name, or where it was erased a part of the id."""
    return names.get(player) or f"player-{player.hex[:12]}"


def is_meant(player: UUID, said: str) -> bool:
    """A player is named by this: by the whole id, or as one is shown whose name was erased."""
    return said.replace("-", "") == player.hex or said == shown_name({}, player)


def player_called(book: Book, name: str) -> UUID:
    """The player of that name, or of that id; raises UnknownPlayer."""
    found = book.query(
        "SELECT player_id FROM player_name WHERE name = ? OR player_id = ?",
        [name, name.replace("-", "")],
    )
    if not found:
        raise UnknownPlayer("unknown-player", name=name)
    return UUID(found[0][0])


class Person(NamedTuple):
    """A person, with what is still to be written where they are new to the book."""

    id: UUID
    new: list[tuple[str, str]]
    """The (player, name) pair."""


def person(book: Book, said: str, among: Iterable[UUID] = ()) -> Person:
    """Who is meant: one of these players, somebody of the book by name or id, or somebody new.

    Raises UnusableName where nobody can be called so.
    """
    register = Register(book)
    id = register.called(said, among)
    register.played((id,))
    return Person(id, register.new)


def rename(book: Book, name: str, new: str) -> None:
    """Give a player another name; raises Conflict where somebody has it.

    The store keeps the former one, so that an older record still means the same player.
    """
    player = player_called(book, name)
    check_usable(new)
    if book.query("SELECT 1 FROM player_name WHERE name = ?", [new]) and name != new:
        raise Conflict("name-taken", name=new)
    book.change("UPDATE player_name SET name = ? WHERE player_id = ?", [new, player.hex])


def check_usable(name: str) -> None:
    """Raises UnusableName where nobody can be called so."""
    if not 0 < len(name) <= LONGEST_NAME:
        raise UnusableName("name-length", most=LONGEST_NAME, length=len(name))
    if re.search(NAME, name) is None:
        raise UnusableName("name-characters", name=name)


def erase(book: Book, name: str) -> UUID:
    """Forget a player's name and all former ones for good; no event and no hash changes.

    Raises Unavailable where another program would keep a copy of it.
    """
    player = player_called(book, name)
    book.wipe()
    book.change("DELETE FROM player_name WHERE player_id = ?", [player.hex])
    book.wipe()
    return player


class Register:
    """The ids of the players named in records, new ones made as they turn up."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.names = all_names(book)
        """By player, the name, as far as names are written."""
        self._ids = {name: player for player, name in self.names.items()}
        self._former = _former_names(book)
        self._unseen: dict[UUID, str] = {}
        self.new: list[tuple[str, str]] = []
        """(player, name) pairs still to be written."""

    def ids(self, names: list[str]) -> tuple[UUID, ...]:
        """The ids of these players."""
        return tuple(self._id(name, names) for name in names)

    def meant(self, names: list[str], seated: tuple[UUID, ...]) -> tuple[UUID, ...]:
        """The ids of these players in a game that was recorded before with others ``seated``.

        A seated player whose name was erased is meant by the stand-in for the name, and by an
        unknown name at that seat: it may have been theirs.
        """
        erased = {shown_name({}, one): one for one in seated if one not in self.names}
        elsewhere = {erased[name] for name in names if name in erased}
        return tuple(
            erased.get(name) or self._unknown_at(name, seat, seated, elsewhere) or id
            for seat, (name, id) in enumerate(zip(names, self.ids(names), strict=True))
        )

    def _unknown_at(
        self, name: str, seat: int, seated: tuple[UUID, ...], elsewhere: set[UUID]
    ) -> UUID | None:
        """Whose name was erased and who sat at this seat, where nobody else is called so."""
        one = seated[seat] if seat < len(seated) else None
        known = self._ids[name] not in self._unseen if name in self._ids else name in self._former
        return None if known or one in self.names or one in elsewhere else one

    def called(self, name: str, among: Iterable[UUID] = ()) -> UUID:
        """One of these players, or the one with this name or id; a new id for a new name.

        Raises UnusableName where nobody can be called so.
        """
        by_id = next((one for one in (*among, *self.names) if is_meant(one, name)), None)
        if by_id is not None:
            return by_id
        check_usable(name)
        return self._id(name, [name])

    def is_called(self, player: UUID, name: str) -> bool:
        """It is or was the name of this player, or nobody can say, the name being erased."""
        return self.names.get(player, name) == name or self._former.get(name) == player

    def played(self, players: tuple[UUID, ...]) -> None:
        """Note players of a game that will be written: their names will be written with it."""
        for player in players:
            if player in self._unseen:
                self.names[player] = self._unseen.pop(player)
                self.new.append((player.hex, self.names[player]))

    def give_way(self) -> dict[UUID, UUID]:
        """Take over the ids that others have meanwhile written for names of `new`.

        By our id, which nobody uses any longer, the other.
        """
        written = {name: player for player, name in all_names(self._book).items()}
        given_way: dict[UUID, UUID] = {}
        for ours, name in self.new.copy():
            if name in written:
                given_way[UUID(ours)] = self._ids[name] = written[name]
                self.names[written[name]] = self.names.pop(UUID(ours))
                self.new.remove((ours, name))
        return given_way

    def _id(self, name: str, others: list[str]) -> UUID:
        player = self._ids.get(name) or self._formerly(name, others)
        if player is None:
            player = self._ids[name] = uuid4()
            self._unseen[player] = name
        return player

    def _formerly(self, name: str, others: list[str]) -> UUID | None:
        """The player formerly called so, unless they are seated under their present name."""
        player = self._former.get(name)
        return None if player is None or self.names.get(player) in others else player
