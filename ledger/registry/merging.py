"""Players merged: one counts as another person from now on."""

from typing import NamedTuple
from uuid import UUID

from ...domain.house import PlayersMerged, PlayersUnmerged
from ..book import Book
from ..errors import LedgerError
from ..store.house import House
from .aliases import aliases_of, merges
from .players import person_if_named, player_called
from .stored_names import all_names, shown_name


class NotMerged(LedgerError):
    """Two players cannot be merged, or one was not merged."""


class Merge(NamedTuple):
    """A player who can be merged, and the person they would count as."""

    house: House
    """As it was when this was checked."""
    player: UUID
    into: UUID


def mergeable(book: Book, name: str, into: str) -> Merge:
    """The player of the first name, who can be merged, and the person of the second.

    Raises NotMerged if they are one person or the first is merged already, UnknownPlayer and
    AmbiguousName.
    """
    house = book.house()
    merged = aliases_of(house)
    player, other = player_called(book, name), player_called(book, into)
    if player in merged:
        called = shown_name(all_names(book), merged[player])
        raise NotMerged("merged-already", name=name, into=called)
    person = merged.get(other, other)
    if player == person:
        raise NotMerged("same-person", name=name, into=into)
    return Merge(house, player, person)


def add_merge(book: Book, merge: Merge, by: str | None = None) -> None:
    """Let a player count as another person. ``by``: the name or id of the person who orders it.

    Raises what `person` raises, and Conflict if the house has decided something else meanwhile.
    """
    ordered_by, new = person_if_named(book, by)
    event = PlayersMerged(player=merge.player, into=merge.into, by=ordered_by)
    book.append_to_house(merge.house, [event], new)


def unmerge(book: Book, name: str, by: str | None = None) -> UUID:
    """Undo the merge of this player; returns as whom they counted.

    ``by`` as for `add_merge`. Raises NotMerged, UnknownPlayer, AmbiguousName, and Conflict.
    """
    house, player = book.house(), player_called(book, name)
    into = merges(house).get(player)
    if into is None:
        raise NotMerged("not-merged", name=name)
    ordered_by, new = person_if_named(book, by)
    book.append_to_house(house, [PlayersUnmerged(player=player, by=ordered_by)], new)
    return into
