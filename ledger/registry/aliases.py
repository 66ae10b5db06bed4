"""Players who count as another: the book has them as two, and they are one person.

The house decides so, by events of its own. Those of games keep the ids they were recorded with, so
that it can be undone. What follows from the events (statistics, disputes, sheets) takes one for the
other.
"""

from collections.abc import Mapping
from typing import TypeAlias
from uuid import UUID

from ...domain.house import PlayersMerged, PlayersUnmerged
from ..book import Book
from ..store.house import House, cannot_follow
from ..store.ids import HOUSE

Aliases: TypeAlias = Mapping[UUID, UUID]
"""By merged player, who they count as; that player is not merged."""


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
