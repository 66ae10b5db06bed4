"""Players who count as another: the book has them as two, and they are one person.

The house decides so, by events of its own. Those of games keep the ids they were recorded with, so
that it can be undone. What follows from the events (statistics, disputes, sheets) takes one for the
other.
"""

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias
from uuid import UUID

from domain.house.events import PlayersMerged, PlayersUnmerged

from ..book import Book
from ..store.base import Name
from ..store.house import HOUSE, House, cannot_follow

Aliases: TypeAlias = Mapping[UUID, UUID]
"""By merged player, who they count as; that player is not merged."""


class Merge(NamedTuple):
    """A player who can be merged, and the person they would count as."""

    house: House
    """As it was when this was checked."""
    player: UUID
    into: UUID


def aliases(book: Book) -> dict[UUID, UUID]:
    """Everybody who counts as another player. Raises Tampered as `merges` does."""
    return aliases_of(book.house())


def aliases_of(house: House) -> dict[UUID, UUID]:
    """Everybody who counts as another player by these decisions. Raises Tampered."""
    merged = merges(house)
    return {player: _person(merged, player) for player in merged}


def merges(house: House) -> dict[UUID, UUID]:
    """Each merge as it was made: the second player may have been merged later.

    Raises Tampered at the first event that cannot follow: a player merged twice, or into somebody
    who counts as them already, and one unmerged who was not merged.
    """
    merged: dict[UUID, UUID] = {}
    for entry in house.entries:
        match entry.event:
            case PlayersMerged(player=player, into=into):
                if player in merged or _person(merged, into) == player:
                    raise cannot_follow(HOUSE, entry)
                merged[player] = into
            case PlayersUnmerged(player=player):
                if merged.pop(player, None) is None:
                    raise cannot_follow(HOUSE, entry)
            case _:
                pass
    return merged


def _person(merged: Mapping[UUID, UUID], player: UUID) -> UUID:
    """Who a player counts as. It ends: each merge was compared with those before it."""
    while player in merged:
        player = merged[player]
    return player


def add_merge(
    book: Book, merge: Merge, by: UUID | None = None, names: tuple[Name, ...] = ()
) -> None:
    """Let a player count as another person. ``by``: who ordered it; ``names``: if new to the book.

    Raises Conflict if the house has decided something else meanwhile.
    """
    event = PlayersMerged(player=merge.player, into=merge.into, by=by)
    book.append_to_house(merge.house, [event], names)


def remove_merge(
    book: Book, house: House, player: UUID, by: UUID | None = None, names: tuple[Name, ...] = ()
) -> None:
    """Let a merged player count for themselves again; the rest as for `add_merge`."""
    book.append_to_house(house, [PlayersUnmerged(player=player, by=by)], names)
