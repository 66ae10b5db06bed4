"""Values in columns, and sums of them.

A flag is 'Y' or null. The id of a game is its number in the order of opening, from 1. The id of a
round is the game's times `ROUNDS_A_GAME` plus the number of the round in the record, from 0. The id
of a hand or move is the round's times `PARTS_A_ROUND` plus its own number, from 1.
"""

from decimal import Decimal
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Dialect,
    Float,
    Integer,
    Numeric,
    Text,
    TypeDecorator,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeEngine

ROUNDS_A_GAME: Final = 100_000
PARTS_A_ROUND: Final = 10_000
FLAG: Final = "Y"

LARGEST: Final = 9.2 * 10**18
"""Amounts up to here, and sums in floating point up to here, fit into a `NUMBER`."""


class DamagedValue(ValueError):
    """A value in the tables that this program cannot have written."""


def id_in(value: str) -> UUID:
    """The id in a column. Raises DamagedValue if it is none."""
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError) as error:
        raise DamagedValue(value) from error


def id_like(other: str, id: UUID) -> str:
    """An id as the store of the book writes ids; ``other`` is one of them."""
    return str(id) if "-" in other else id.hex


SqlType: TypeAlias = TypeEngine[Any]
NUMBER: TypeEngine[int] = BigInteger().with_variant(Integer, "sqlite")
TEXT: TypeEngine[str] = Text()
REAL: TypeEngine[float] = Float()


class WholeSum(TypeDecorator[int]):
    """An exact sum: NUMERIC on PostgreSQL; on SQLite an integer, or its digits as text."""

    impl = Numeric
    cache_ok = True
    python_type = Decimal

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else Numeric())

    def process_result_value(self, value: Any, dialect: Dialect) -> int:  # noqa: ARG002
        return int(value)


class exact_sum(FunctionElement[int]):  # noqa: N801 - named as in SQL
    """The sum over a group, however large; 0 without rows."""

    type = WholeSum()
    inherit_cache = True


@compiles(exact_sum)
def _sum(element: exact_sum, compiler: SQLCompiler, **options: Any) -> str:
    return exact_sum_text(compiler.dialect.name, compiler.process(element.clauses, **options))


def exact_sum_text(dialect: str, column: str) -> str:
    """The exact sum of a column in SQL.

    SQLite has 64-bit integers: billions and remainders are summed separately.
    """
    if dialect != "sqlite":
        return f"coalesce(sum({column}), 0)"
    billions, rest = (f"coalesce(sum(({column}) {by} 1000000000), 0)" for by in "/%")
    # The remainder may have the other sign, so two billions are lent to it.
    lent = f"(CASE WHEN {billions} < 0 THEN -{rest} ELSE {rest} END + 2000000000000000000)"
    return (
        f"CASE WHEN abs({billions}) < 8000000000 THEN {billions} * 1000000000 + {rest} "
        f"ELSE printf('%s%d%09d', CASE WHEN {billions} < 0 THEN '-' ELSE '' END, "
        f"abs({billions}) - 2000000000 + {lent} / 1000000000, {lent} % 1000000000) END"
    )
