"""Names of players. Events contain only ids; names can be changed and erased."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from uuid import UUID, uuid4

from ..book import Book
from ..errors import Conflict, LedgerError, UnknownPlayer
from ..records.texts import LONGEST_NAME, NAME, is_utf_8


class UnusableName(LedgerError):
    """The text is not allowed as a name."""


def all_names(book: Book) -> dict[UUID, str]:
    """Names by player id; players with erased names are left out."""
    rows = book.query("SELECT player_id, name FROM player_name ORDER BY name")
    return {UUID(player): name for player, name in rows}


def _former_names(book: Book) -> dict[str, UUID]:
    return {
        name: UUID(player) for name, player in book.query("SELECT name, player_id FROM former_name")
    }


def shown_name(names: Mapping[UUID, str], player: UUID) -> str:
    """The name of a player; if it was erased, a stand-in with part of the id."""
    return names.get(player) or f"player-{player.hex[:12]}"


def is_meant(player: UUID, text: str) -> bool:
    """The text is the id of this player, or the stand-in for an erased name."""
    return text.replace("-", "") == player.hex or text == shown_name({}, player)


def player_called(book: Book, name: str) -> UUID:
    """The player with this name or id; raises UnknownPlayer."""
    found = book.query(
        "SELECT player_id FROM player_name WHERE name = ? OR player_id = ?",
        [name, name.replace("-", "")],
    )
    if not found:
        raise UnknownPlayer("unknown-player", name=name)
    return UUID(found[0][0])


class Person(NamedTuple):
    """A person, perhaps new to the book."""

    id: UUID
    new: list[tuple[str, str]]
    """The (player, name) pair to store; empty if the person is known."""


def person(book: Book, text: str, among: Iterable[UUID] = ()) -> Person:
    """The person with this name or id; a new person for an unknown name.

    ``among``: players whose names may have been erased. Raises UnusableName.
    """
    register = Register(book)
    id = register.id_of(text, among)
    register.add_used((id,))
    return Person(id, register.new)


def rename(book: Book, name: str, new: str) -> None:
    """Rename a player; raises Conflict if the name is taken.

    The store keeps the former name, so that older records still refer to the same player.
    """
    player = player_called(book, name)
    check_usable(new)
    if book.query("SELECT 1 FROM player_name WHERE name = ?", [new]) and name != new:
        raise Conflict("name-taken", name=new)
    book.change("UPDATE player_name SET name = ? WHERE player_id = ?", [new, player.hex])


def check_usable(name: str) -> None:
    """Raises UnusableName if the text is not allowed as a name."""
    if not 0 < len(name) <= LONGEST_NAME:
        raise UnusableName("name-length", most=LONGEST_NAME, length=len(name))
    if NAME.fullmatch(name) is None or not is_utf_8(name):
        raise UnusableName("name-characters", name=name)


def erase(book: Book, name: str) -> UUID:
    """Erase a player's name and all former names; no event and no hash changes.

    Raises Unavailable if another program would keep a copy.
    """
    player = player_called(book, name)
    book.wipe()
    book.change("DELETE FROM player_name WHERE player_id = ?", [player.hex])
    book.wipe()
    return player


class Register:
    """Ids of the players named in records; creates new ids on demand."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self.names = all_names(book)
        """Names by player id: those stored and those in `new`."""
        self._ids = {name: player for player, name in self.names.items()}
        self._former = _former_names(book)
        self._unused: dict[UUID, str] = {}
        """Names by new id, not yet used by a game."""
        self.new: list[tuple[str, str]] = []
        """(player, name) pairs to store."""

    def ids(self, names: list[str]) -> tuple[UUID, ...]:
        return tuple(self._id(name, names) for name in names)

    def ids_in_game(self, names: list[str], seated: tuple[UUID, ...]) -> tuple[UUID, ...]:
        """The ids of these players in a game that is already stored with the players ``seated``.

        The stand-in for an erased name refers to that player. So does an unknown name at their
        seat: it may be the erased name.
        """
        erased = {shown_name({}, player): player for player in seated if player not in self.names}
        named = {erased[name] for name in names if name in erased}
        return tuple(
            erased.get(name) or self._erased_at(name, seat, seated, named) or id
            for seat, (name, id) in enumerate(zip(names, self.ids(names), strict=True))
        )

    def _erased_at(
        self, name: str, seat: int, seated: tuple[UUID, ...], named: set[UUID]
    ) -> UUID | None:
        """The player with an erased name at this seat, if ``name`` is unknown."""
        player = seated[seat] if seat < len(seated) else None
        known = self._ids[name] not in self._unused if name in self._ids else name in self._former
        return None if known or player in self.names or player in named else player

    def id_of(self, name: str, among: Iterable[UUID] = ()) -> UUID:
        """The player with this name or id, among these and all others; a new id for a new name.

        Raises UnusableName.
        """
        players = (*among, *self.names)
        by_id = next((player for player in players if is_meant(player, name)), None)
        if by_id is not None:
            return by_id
        check_usable(name)
        return self._id(name, [name])

    def has_name(self, player: UUID, name: str) -> bool:
        """The player has or had this name; also True if the name was erased."""
        return self.names.get(player, name) == name or self._former.get(name) == player

    def add_used(self, players: tuple[UUID, ...]) -> None:
        """Add the new ones of these players to `new`: a game that uses them will be stored."""
        for player in players:
            if player in self._unused:
                self.names[player] = self._unused.pop(player)
                self.new.append((player.hex, self.names[player]))

    def adopt_written_ids(self) -> dict[UUID, UUID]:
        """Adopt ids that another program has stored for names in `new`.

        The adopted ids by the discarded ids.
        """
        written = {name: player for player, name in all_names(self._book).items()}
        adopted: dict[UUID, UUID] = {}
        for ours, name in self.new.copy():
            if name in written:
                adopted[UUID(ours)] = self._ids[name] = written[name]
                self.names[written[name]] = self.names.pop(UUID(ours))
                self.new.remove((ours, name))
        return adopted

    def _id(self, name: str, others: list[str]) -> UUID:
        player = self._ids.get(name) or self._formerly(name, others)
        if player is None:
            player = self._ids[name] = uuid4()
            self._unused[player] = name
        return player

    def _formerly(self, name: str, others: list[str]) -> UUID | None:
        """The player who had this name before, unless one of ``others`` is their present name."""
        player = self._former.get(name)
        return None if player is None or self.names.get(player) in others else player
