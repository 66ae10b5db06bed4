"""The ids of streams: the same in every book.

A game's follows from its record's id. Three are of the house: its decisions, the journal of money,
and the register of names. Whatever goes through all streams as games passes these over.
"""

from uuid import NAMESPACE_URL, UUID, uuid5

HOUSE: UUID = uuid5(NAMESPACE_URL, "domino-ledger/house")
JOURNAL: UUID = uuid5(NAMESPACE_URL, "domino-ledger/journal")
NAMES: UUID = uuid5(NAMESPACE_URL, "domino-ledger/names")
NO_GAMES = (HOUSE, JOURNAL, NAMES)
NO_GAMES_HEX = tuple(stream.hex for stream in NO_GAMES)
"""As the table has them."""

_RECORDS = uuid5(NAMESPACE_URL, "domino-ledger/record")


def game_id(record: str) -> UUID:
    """The id of the game with this record id."""
    return uuid5(_RECORDS, record)
