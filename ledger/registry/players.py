"""Who is meant by a name. Events contain only ids of players."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID, uuid4

from ..book import Book
from ..errors import LedgerError, UnknownPlayer
from ..names import name_key, simplest_form, tidy_name
from ..store.rows import Name
from ..suggestions import KnownNames
from ..texts import LONGEST_NAME, NAME, is_utf_8
from .aliases import aliases
from .stored_names import all_former_names, all_names, is_meant, shown_name


class UnusableName(LedgerError):
    """The text is not allowed as a name."""


class AmbiguousName(LedgerError):
    """Several people in the book have this name, apart from blanks, case and width."""


class OnePerson(AmbiguousName):
    """Two names at one table mean one person, since the players were merged."""


def player_called(book: Book, name: str) -> UUID:
    """The player with this name or id; raises UnknownPlayer and AmbiguousName.

    A name that is exactly the same comes first, then one that differs only in blanks, case, width
    or composition.
    """
    names, hex = all_names(book), name.replace("-", "")
    for player, known in names.items():
        if name == known or player.hex == hex:
            return player
    the_one = _the_one(name, _by_key(names).get(name_key(name), ()), names)
    if the_one is None:
        meant = KnownNames(names.values()).closest(name)
        raise UnknownPlayer("unknown-player", name=name, meant=meant)
    return the_one


def _by_key(names: Mapping[UUID, str]) -> defaultdict[str, list[UUID]]:
    """The players by the key of their name."""
    players: defaultdict[str, list[UUID]] = defaultdict(list)
    for player, name in names.items():
        players[name_key(name)].append(player)
    return players


def _the_one(name: str, players: Iterable[UUID], names: Mapping[UUID, str]) -> UUID | None:
    """The only one of these players, if any; raises AmbiguousName if there are several."""
    found = sorted(set(players), key=lambda player: shown_name(names, player))
    if len(found) > 1:
        raise AmbiguousName(
            "ambiguous-player", name=name, names=[shown_name(names, player) for player in found]
        )
    return found[0] if found else None


class Person(NamedTuple):
    """A person, perhaps new to the book."""

    id: UUID
    new: tuple[Name, ...]
    """The (player, name) pair to store; empty if the person is known."""


def person(book: Book, text: str, among: Iterable[UUID] = ()) -> Person:
    """The person with this name or id; a new person for an unknown name.

    ``among``: players whose names may have been erased. Raises UnusableName and
    AmbiguousName.
    """
    register, among = Register(book), tuple(among)
    id = register.id_of(text, among)
    same = aliases(book)
    # A merged player at this table acts as the one who sits there.
    id = next((each for each in among if same.get(each, each) == same.get(id, id)), id)
    register.add_used((id,))
    return Person(id, tuple(register.new))


def person_if_named(book: Book, text: str | None) -> tuple[UUID | None, tuple[Name, ...]]:
    """The id of the person with this name or id, and their name if it is new to the book.

    Raises what `person` raises.
    """
    return (None, ()) if text is None else person(book, text)


def perhaps_meant(book: Book, names: Sequence[str]) -> dict[str, str]:
    """By name, the name in the book that was perhaps meant; only for names new to the book.

    ``names``: those of one game; none of them is meant by another. Raises AmbiguousName.
    """
    register = Register(book)
    known = KnownNames(register.names.values())
    new = (name for name in names if register.known(name, names) is None)
    found = {name: known.closest(name, names) for name in new}
    return {name: closest for name, closest in found.items() if closest is not None}


def check_known(book: Book, text: str, among: Iterable[UUID] = ()) -> None:
    """Raise UnknownPlayer if the book has nobody with this name or id.

    The error has the name that was perhaps meant. ``among`` as for `person`. Also raises what
    `person` raises.
    """
    if not person(book, text, among).new:
        return
    raise UnknownPlayer("unknown-person", name=text, meant=perhaps_meant(book, [text]).get(text))


def check_usable(name: str) -> None:
    """Raises UnusableName if the text is not allowed as a name."""
    if not 0 < len(name) <= LONGEST_NAME:
        raise UnusableName("name-length", most=LONGEST_NAME, length=len(name))
    if NAME.fullmatch(name) is None or not is_utf_8(name):
        raise UnusableName("name-characters", name=name)


# -- merged players


def person_called(book: Book, name: str) -> UUID:
    """The player with this name or id, or who that player counts as.

    Raises UnknownPlayer and AmbiguousName.
    """
    player = player_called(book, name)
    return aliases(book).get(player, player)


def person_meant(book: Book, name: str) -> UUID:
    """As `person_called`, or the only person whose name differs in accents alone.

    For questions; what changes a name asks for its accents. Raises UnknownPlayer and AmbiguousName.
    """
    try:
        return person_called(book, name)
    except UnknownPlayer:
        form, same = simplest_form(name), aliases(book)
        alike = {
            same.get(player, player)
            for player, known in all_names(book).items()
            if simplest_form(known) == form
        }
        if len(alike) != 1:
            raise
        return alike.pop()


def seat_of(book: Book, players: Sequence[UUID], name: str) -> int | None:
    """The seat of the person with this name or id among these players; None if there is none.

    Raises UnknownPlayer and AmbiguousName.
    """
    meant = next((seat for seat, player in enumerate(players) if is_meant(player, name)), None)
    if meant is not None:
        return meant
    person, same = person_meant(book, name), aliases(book)
    seated = (seat for seat, player in enumerate(players) if same.get(player, player) == person)
    return next(seated, None)


def people_names(book: Book) -> dict[UUID, str]:
    """Names by player id; merged players have the name of the one they count as."""
    names = all_names(book)
    return names | {player: shown_name(names, into) for player, into in aliases(book).items()}


class Register:
    """Ids of the players named in records; creates new ids on demand.

    Names that differ only in blanks, case, width or composition are one person, unless the book has
    them as several people, as writers at the same moment may leave it: then only a name that is
    exactly the same counts.
    """

    def __init__(self, book: Book) -> None:
        self._book = book
        self.names = all_names(book)
        """Names by player id: those stored and those in `new`."""
        self._ids = {name: player for player, name in self.names.items()}
        self._by_key = _by_key(self.names)
        self._former = all_former_names(book)
        self._aliases = aliases(book)
        self._formerly_by_key: defaultdict[str, list[UUID]] = defaultdict(list)
        for name, player in self._former.items():
            self._formerly_by_key[name_key(name)].append(player)
        self._unused: dict[str, tuple[UUID, str]] = {}
        """By key of a name, a new id with the name, not yet used by a game."""
        self.new: list[tuple[str, str]] = []
        """(player, name) pairs to store."""

    def ids(self, names: Sequence[str]) -> tuple[UUID, ...]:
        """The ids of the players with these names in one game. Raises AmbiguousName."""
        ids = tuple(self._id(name, names) for name in names)
        people = [self._aliases.get(id, id) for id in ids]
        for seat, (id, person) in enumerate(zip(ids, people, strict=True)):
            first = people.index(person)
            if ids[first] != id:
                raise OnePerson("one-person", name=names[seat], other=names[first])
        return ids

    def ids_in_game(self, names: list[str], seated: tuple[UUID, ...]) -> tuple[UUID, ...]:
        """The ids of these players in a game that is already stored with the players ``seated``.

        The stand-in for an erased name refers to that player. So does an unknown name at their
        seat: it may be the erased name. Raises AmbiguousName.
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
        known = self.known(name, []) is not None
        return None if known or player in self.names or player in named else player

    def id_of(self, name: str, among: Iterable[UUID] = ()) -> UUID:
        """The player with this name or id, among these and all others; a new id for a new name.

        Raises UnusableName and AmbiguousName.
        """
        players = (*among, *self.names)
        by_id = next((player for player in players if is_meant(player, name)), None)
        if by_id is not None:
            return by_id
        check_usable(name)
        return self._id(name, [name])

    def has_name(self, player: UUID, name: str) -> bool:
        """The player has or had this name; also True if the name was erased."""
        for exact in (name, tidy_name(name)):
            if self.names.get(player, exact) == exact or self._former.get(exact) == player:
                return True
            if exact in self._ids or exact in self._former:
                return False
        key = name_key(name)
        return player in self._by_key[key] or player in self._formerly_by_key[key]

    def add_used(self, players: tuple[UUID, ...]) -> None:
        """Add the new ones of these players to `new`: a game that uses them will be stored."""
        if not self._unused:
            return
        unused = dict(self._unused.values())
        for player in players:
            if player in unused:
                name = unused.pop(player)
                del self._unused[name_key(name)]
                self._add(player, name)
                self.new.append((player.hex, name))

    def adopt_written_ids(self) -> dict[UUID, UUID]:
        """Adopt ids that another program has stored for people in `new`.

        The adopted ids by the discarded ids.
        """
        written = all_names(self._book)
        ids, by_key = {name: player for player, name in written.items()}, _by_key(written)
        adopted: dict[UUID, UUID] = {}
        for ours, name in self.new.copy():
            key = name_key(name)
            alike = by_key.get(key, []) if self._by_key[key] == [UUID(ours)] else []
            theirs = ids.get(name) or (alike[0] if len(alike) == 1 else None)
            if theirs is not None:
                adopted[UUID(ours)] = theirs
                del self.names[UUID(ours)], self._ids[name]
                self._by_key[key].remove(UUID(ours))
                self._add(theirs, written[theirs])
                self.new.remove((ours, name))
        return adopted

    def _add(self, player: UUID, name: str) -> None:
        self.names[player] = name
        self._ids[name] = player
        self._by_key[name_key(name)].append(player)

    def _id(self, name: str, others: Sequence[str]) -> UUID:
        known = self.known(name, others)
        if known is not None:
            return known
        key = name_key(name)
        id, _ = self._unused.get(key) or (uuid4(), "")
        self._unused[key] = id, tidy_name(name)  # As it is written in the game that may use it.
        return id

    def known(self, name: str, others: Sequence[str]) -> UUID | None:
        """The player with this name; None if the book has none. Raises AmbiguousName.

        ``others``: the names in the game.
        """
        if name in self._ids:
            return self._ids[name]
        for exact in (name, tidy_name(name)):
            player = self._ids.get(exact) or self._formerly(self._former.get(exact), others)
            if player is not None:
                return player
        key = name_key(name)
        player = _the_one(name, self._by_key.get(key, ()), self.names)
        if player is not None:
            return player
        player = _the_one(name, self._formerly_by_key.get(key, ()), self.names)
        return self._formerly(player, others)

    def _formerly(self, player: UUID | None, others: Sequence[str]) -> UUID | None:
        """The player who had this name before, unless one of ``others`` is their present name."""
        if player is None:
            return None
        present = name_key(shown_name(self.names, player))
        seated = any(name_key(other) == present for other in others)
        return None if seated else player
