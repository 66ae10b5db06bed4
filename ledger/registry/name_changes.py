"""Names changed and erased. No event of a game and no hash changes."""

from collections.abc import Callable, Sequence
from typing import TypeAlias
from uuid import UUID

from ...domain.house import NamesErased, Naming, PlayerNamed, PlayersNamed
from ..book import Book
from ..errors import Conflict
from ..names import name_key, tidy_name
from ..store.base import Change
from ..store.commitments import commitment, new_salt
from .aliases import aliases
from .players import check_usable, person_called, player_called
from .stored_names import all_names

_ToRecord: TypeAlias = tuple[Naming, Sequence[Change]]
"""What becomes of names, and the changes of their tables."""


def rename(book: Book, name: str, new: str) -> None:
    """Rename a player; raises Conflict if the name is taken.

    The store keeps the former name, so that older records still refer to the same player. If
    another player once had one of these names, that former name refers to nobody from then on.
    """
    check_usable(new)
    new = tidy_name(new)

    def renamed() -> _ToRecord | None:
        player, names = player_called(book, name), all_names(book)
        for other, taken in names.items():
            if other != player and name_key(taken) == name_key(new):
                raise Conflict("name-taken", name=taken)
        if names.get(player) == new:
            return None
        given_up = book.query(
            "SELECT salt, name FROM former_name WHERE name IN (?, ?) ORDER BY name",
            [new, names.get(player)],
        )
        salt = new_salt()
        named = PlayersNamed(
            names=(PlayerNamed(player=player, commitment=commitment(salt, new)),),
            given_up=tuple(commitment(*former) for former in given_up),
        )
        statement = "UPDATE player_name SET name = ?, salt = ? WHERE player_id = ?"
        return named, [(statement, [new, salt, player.hex])]

    _record(book, renamed)


def erase(book: Book, name: str) -> UUID:
    """Erase a person's name and all former names, also those of players merged into them.

    Raises Unavailable if another program would keep a copy.
    """
    person = person_called(book, name)
    merged = [player for player, into in aliases(book).items() if into == person]

    def erased() -> _ToRecord | None:
        names = all_names(book)
        players = tuple(player for player in (*merged, person) if player in names)
        if not players:
            return None  # Another program has erased them meanwhile.
        statement = "DELETE FROM player_name WHERE player_id = ?"
        return NamesErased(players=players), [(statement, [player.hex]) for player in players]

    book.wipe()
    _record(book, erased)
    book.wipe()
    return person


def _record(book: Book, now: Callable[[], _ToRecord | None]) -> None:
    """Record what becomes of names now; None: nothing.

    Once more, if another program has changed names meanwhile.
    """
    while True:
        head, wanted = book.names_head(), now()
        if wanted is None:
            return
        try:
            book.change_names(head, *wanted)
        except Conflict:
            if book.names_head() == head:
                raise
        else:
            return
