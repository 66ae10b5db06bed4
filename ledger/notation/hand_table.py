"""Hands printed as a table: a column a player, below a line `Hands`."""

from collections.abc import Sequence

from .draft import DraftRound
from .lexer import Cursor
from .round_grammar import once
from .table_grammar import Columns

_BELOW = "the moves begin below 'Table'"


class HandColumns:
    """Takes one row after the other, as far as there are any."""

    def __init__(self, round: DraftRound, players: Sequence[str]) -> None:
        self._round = round
        self._players = players
        self._columns: Columns | None = None

    def takes(self, cursor: Cursor, *, heads: bool) -> bool:
        """It is a row of hands: below the players' names, up to where a row ``heads`` again."""
        if self._columns is None and not heads:
            names = ", ".join(self._players)
            raise cursor.expected(f"the players ({names}), or '{self._players[0]}: 6-4 5-5'")
        return heads == (self._columns is None)

    def row(self, cursor: Cursor) -> None:
        """The tiles of a row, each for its player; of the first row, none."""
        if self._columns is None:
            for seat, name in enumerate(self._players):
                once(self._round.fields, f"hand {seat}", cursor, of=f" {name}")
            self._round.record["hands"] = [[] for _ in self._players]
            self._columns = Columns(self._players)
        start = cursor.past_blanks()
        hands = self._round.record["hands"]
        for act in self._columns.row(cursor, None):
            tile = act.get("lay")
            if act.keys() != {"seat", "lay"} or any(tile in hand for hand in hands):
                cursor.at = start
                raise cursor.expected(f"tiles that are not yet dealt; {_BELOW}")
            hands[act["seat"]].append(tile)
