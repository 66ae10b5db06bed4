"""The names in a book against the events that commit to them.

The tables of names hold what was recorded of them and nothing else.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from ...domain.house import NamesErased, PlayersNamed
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.registry.stored_names import player_id
from ...ledger.store.codec import HouseEntry, house_entries
from ...ledger.store.commitments import commitment
from ...ledger.store.house import cannot_follow
from ...ledger.store.ids import NAMES

_NAMES_AND_EVENTS = """
    SELECT 'event', originator_version, topic, state, NULL, NULL, NULL
    FROM stored_events WHERE originator_id = ?
    UNION ALL
    SELECT 'name', 0, NULL, NULL, player_id, name, salt FROM player_name
    UNION ALL
    SELECT 'former', 0, NULL, NULL, player_id, name, salt FROM former_name
    ORDER BY 2
"""
"""One statement, so that all is of one moment."""


def verify_names(book: Book) -> None:
    """Check each name, and each former name, against the last event that commits to it.

    Raises Tampered at the first that was never recorded, was changed, or is missing though it was
    not erased; also at an event of names that cannot follow those before it.
    """
    rows = defaultdict[str, list[tuple[Any, ...]]](list)
    for kind, *row in book.query(_NAMES_AND_EVENTS, [NAMES.hex]):
        rows[kind].append(tuple(row))
    present, former = _committed(house_entries(NAMES, [row[:3] for row in rows["event"]]))
    for *_, player, name, salt in rows["name"]:
        id = player_id(player)
        if id not in present:
            raise Tampered("name-not-recorded", player=str(id))
        if present.pop(id) != commitment(str(salt), str(name)):
            raise Tampered("name-differs", player=str(id))
    for id in present:
        raise Tampered("name-missing", player=str(id))
    for *_, player, name, salt in rows["former"]:
        id = player_id(player)
        if former.pop(commitment(str(salt), str(name)), None) != id:
            raise Tampered("former-name-differs", player=str(id))
    for id in former.values():
        raise Tampered("former-name-differs", player=str(id))


def _committed(entries: Iterable[HouseEntry]) -> tuple[dict[UUID, str], dict[str, UUID]]:
    """By player, the commitment to their name; by that to a former name, whose it is.

    Raises Tampered at the first event that cannot follow.
    """
    present, former = dict[UUID, str](), dict[str, UUID]()
    for entry in entries:
        match entry.event:
            case PlayersNamed(names=names, given_up=given_up):
                for each in given_up:
                    if former.pop(each, None) is None:
                        raise cannot_follow(NAMES, entry)
                for named in names:
                    if named.player in present:
                        former[present[named.player]] = named.player
                    present[named.player] = named.commitment
            case NamesErased(players=players):
                gone = set(players)
                if not gone <= present.keys():
                    raise cannot_follow(NAMES, entry)
                for player in gone:
                    del present[player]
                former = {each: player for each, player in former.items() if player not in gone}
            case _:
                raise cannot_follow(NAMES, entry)
    return present, former
