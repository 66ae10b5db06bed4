"""Games that the tables cannot hold. They are left out of a generation, and listed.

Such games are refused today, but earlier versions accepted any text.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

from sqlalchemy import Connection, Select, Table, delete, select, union_all

from domain.disputes.rulings_in_force import RoundDecrees
from domain.round.facts import RoundFacts
from domain.rules.rule_set import MOST_FACTOR
from ledger.records.format import MOST_ROUNDS
from ledger.records.texts import LONGEST_END, LONGEST_ID, LONGEST_OF_RULES, Text, flaw_in_text

from .schema.column_types import LARGEST, DamagedValue, id_in
from .schema.generation import Generation, Model
from .schema.permanent import GENERATION, LEFT_OUT
from .write.bulk import in_parts, insert_rows

Unheld: TypeAlias = Literal["record", "rules", "end", "money"]
"""What is too large for the tables: the record's id, the id of its rules, the name of an end, or
amounts of money."""


UNHELD: tuple[Unheld, ...] = get_args(Unheld)


class LeftOut(NamedTuple):
    """A game that is not in the tables of a model."""

    game: UUID
    model: Model
    unheld: Unheld


def unstorable_text(record: str, rules: str, ends: Iterable[str] = ()) -> Unheld | None:
    """The first text of a game that the tables cannot hold."""
    texts: tuple[tuple[Unheld, Iterable[str], int], ...] = (
        ("record", [record], LONGEST_ID),
        ("rules", [rules], LONGEST_OF_RULES["id"]),
        ("end", ends, LONGEST_END),
    )
    for name, values, limit in texts:
        if any(flaw_in_text(Text(each, limit, ())) for each in values):
            return name
    return None


def has_too_much_money(
    per_pip: int, seats: int, rounds: Collection[RoundFacts], decreed: Collection[RoundDecrees]
) -> bool:
    """Whether an amount of this game may not fit in a column, under any payout."""
    if len(rounds) <= MOST_ROUNDS and not decreed:  # True of nearly all games.
        return False
    pips = MOST_FACTOR * sum(sum(each.pips) for each in rounds)
    penalties = (penalty.pips_to_others for each in decreed for penalty in each.penalties)
    return per_pip * (pips + sum(penalties) * (seats - 1)) > LARGEST


def opened_games(tables: Generation, opened: Table) -> Select[tuple[str, int]]:
    """Id and number of every game opened so far: in this table, or left out."""
    left = LEFT_OUT.c
    games = union_all(
        select(opened.c.game, opened.c.id),
        select(left.game, left.id).where(left.generation == tables.id),
    ).subquery()
    return select(games.c.game, games.c.id)


def leave_out(
    connection: Connection,
    tables: Generation,
    earlier: Sequence[int],
    games: Iterable[tuple[int, str, Unheld]],
) -> None:
    """Store which games are left out. ``earlier``: the numbers of games that were checked again."""
    for some in in_parts(earlier):
        here = LEFT_OUT.c.generation == tables.id
        connection.execute(delete(LEFT_OUT).where(here, LEFT_OUT.c.id.in_(some)))
    insert_rows(connection, LEFT_OUT, [(tables.id, *game) for game in sorted(games)])


def left_out_games(connection: Connection) -> list[LeftOut]:
    """The games left out of the tables in use, in the order of opening."""
    left, made = LEFT_OUT.c, GENERATION.c
    rows = connection.execute(
        select(left.game, made.model, left.unheld)
        .join_from(LEFT_OUT, GENERATION, made.id == left.generation)
        .where(made.state == "current")
        .order_by(left.id, made.model)
    )
    return [LeftOut(id_in(game), model, _unheld(unheld)) for game, model, unheld in rows]


def _unheld(value: Any) -> Unheld:
    """Raises DamagedValue."""
    for unheld in UNHELD:
        if value == unheld:
            return unheld
    raise DamagedValue(value)
