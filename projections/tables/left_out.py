"""Games that the tables cannot hold. They are left out, and listed.

Such games are refused today, but earlier versions accepted any text.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

from ...ledger.texts import LONGEST_END, LONGEST_ID, LONGEST_OF_RULES, Text, flaw_in_text
from .connection import LARGEST, Connection, DamagedValue, id_in

if TYPE_CHECKING:
    from ...domain.facts import RoundFacts
    from ...domain.game.decrees import RoundDecrees

Unheld: TypeAlias = Literal["record", "rules", "end", "money"]
"""What is too large for the tables: the record's id, the id of its rules, the name of an end, or
amounts of money."""


UNHELD: tuple[Unheld, ...] = get_args(Unheld)


class LeftOut(NamedTuple):
    """A game that is not in the tables."""

    game: UUID
    unheld: Unheld


def unstorable_text(record: str, rules: str, ends: Iterable[str] = ()) -> Unheld | None:
    """The first text of a game that the tables cannot hold."""
    found: Unheld | None = None
    if flaw_in_text(Text(record, LONGEST_ID, ())):
        found = "record"
    elif flaw_in_text(Text(rules, LONGEST_OF_RULES["id"], ())):
        found = "rules"
    elif any(flaw_in_text(Text(each, LONGEST_END, ())) for each in ends):
        found = "end"
    return found


def has_too_much_money(
    per_pip: int, seats: int, rounds: "Collection[RoundFacts]", decreed: "Collection[RoundDecrees]"
) -> bool:
    """Whether an amount of this game may not fit in a column, under any payout."""
    from ...domain.rules.payout import MOST_FACTOR  # noqa: PLC0415 - only to fold a game
    from ...domain.scoring.programs import MOST_PAID  # noqa: PLC0415 - as above
    from ...ledger.records.format import MOST_ROUNDS  # noqa: PLC0415 - slow, and only for this

    if len(rounds) <= MOST_ROUNDS and not decreed:  # True of nearly all games.
        return False
    for_pips = per_pip * sum(sum(each.pips) for each in rounds)
    by_program = MOST_PAID * len(rounds)
    penalties = (penalty.pips_to_others for each in decreed for penalty in each.penalties)
    fines = per_pip * sum(penalties) * (seats - 1)
    return MOST_FACTOR * max(for_pips, by_program) + fines > LARGEST


OPENED_GAMES: Final = "SELECT game, id FROM game_fact UNION ALL SELECT game, id FROM left_out"
"""Id and number of every game opened so far: in the tables, or left out."""


def leave_out(
    connection: Connection, earlier: Sequence[int], games: Iterable[tuple[int, str, Unheld]]
) -> None:
    """Store which games are left out. ``earlier``: the numbers of games that were checked again."""
    connection.delete_games("left_out", "id", earlier)
    connection.insert("left_out", sorted(games))


def left_out_games(connection: Connection) -> list[LeftOut]:
    """The games that are not in the tables, in the order of opening. Raises DamagedValue."""
    found = []
    for game, unheld in connection.rows("SELECT game, unheld FROM left_out ORDER BY id"):
        if unheld not in UNHELD:
            raise DamagedValue(unheld)
        found.append(LeftOut(id_in(game), unheld))
    return found
