"""The names in a book against the events that commit to them, and who counts as whom.

The tables of names hold what was recorded of them and nothing else. Two players are one person only
if no game had both at its table before the house said so.
"""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Any
from uuid import UUID

from domain.events import GameAmended, GameOpened
from domain.house.events import NamesErased, PlayersNamed
from ledger.book import Book
from ledger.errors import Tampered
from ledger.registry.aliases import aliases_of
from ledger.registry.players import player_id
from ledger.store.codec import HouseEntry, house_entries
from ledger.store.commitments import commitment
from ledger.store.event_reader import opening_in
from ledger.store.house import HOUSE, NAMES, House, cannot_follow

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
_OPENINGS = (
    "SELECT {game}, originator_version, topic, state FROM stored_events "
    "WHERE topic IN (?, ?) ORDER BY originator_version"
)


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
    """By player, the commitment to their name; by commitment to a former name, whose it is.

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


def verify_merges(book: Book, house: House) -> None:
    """Check who counts as whom.

    Raises Tampered at the first merge that cannot follow what was decided before it, and for two
    people who were merged though they had sat at one table.
    """
    same = aliases_of(house)
    if not same:
        return
    merged = [str(player).encode() for player in {*same, *same.values()}]
    newest = dict[str, tuple[int, str, bytes]]()
    with book.recorder.scan(_OPENINGS, [GameOpened.TOPIC, GameAmended.TOPIC]) as rows:
        for game, version, topic, state in rows:
            newest.pop(game, None)
            if sum(player in state for player in merged) > 1:
                newest[game] = version, topic, state
    for game, (version, topic, state) in newest.items():
        seated = map(UUID, opening_in(topic, state).players)
        for one, other in combinations(seated, 2):
            if same.get(one, one) == same.get(other, other):
                since = _merged_at(house, one, other)
                if _place(book, UUID(game), version) < _place(book, HOUSE, since):
                    raise Tampered("merged-at-one-table", game=str(UUID(game)))


def _merged_at(house: House, one: UUID, other: UUID) -> int:
    """The version of the house since which two different players are one person."""
    version = house.version
    while True:
        same = aliases_of(House(house.entries[: version - 1]))
        if same.get(one, one) != same.get(other, other):
            return version
        version -= 1


def _place(book: Book, stream: UUID, version: int) -> int:
    """The place of an event in the log."""
    with book.scan_games([stream.hex], book.last_position()) as rows:
        return next(place for place, _, found, *_ in rows if found == version)
