"""Read models made again beside those in use, and put in their place when they are ready."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, func, select

from domain.rules import RuleSet

from .booking import adjust_all
from .generations import (
    BUILDING,
    Made,
    begin,
    drop,
    in_use,
    locked,
    made,
    put_into_use,
)
from .keeping import Keeper
from .ratings import rate_some
from .schema import Model
from .verdicts import find_all


class Difference(NamedTuple):
    """Rows of one table that are not the same in two generations."""

    table: str
    old: int
    """Rows that only the one in use has."""
    new: int
    """Rows that only the new one has."""


def build(keeper: Keeper, model: Model, rules: RuleSet | None) -> Iterator[int]:
    """Make a model's tables anew from the log; tells of each batch how many events it had.

    Where somebody has begun this before, and was stopped, it goes on from there.
    """
    for _ in keeper.catch_up([model]):
        pass
    with keeper.models.writing() as connection:
        id = _begun(connection, model, rules).id
    while taken := keeper.step(id):
        yield taken
    if model == "figures":
        while _rate(keeper, id):
            pass


def _begun(connection: Connection, model: Model, rules: RuleSet | None) -> Made:
    found = None
    for building in made(connection, model, BUILDING):
        if building.rules == rules:
            found = building
        else:
            drop(connection, building)
    return found or begin(connection, model, rules, BUILDING)


def _rate(keeper: Keeper, id: int) -> bool:
    with keeper.models.writing() as connection:
        building = locked(connection, id)
        return building is not None and rate_some(connection, building)


def switch(keeper: Keeper, models: Iterable[Model]) -> int:
    """Put what was built into use, all of it at once; the number of adjusting postings.

    What was appended meanwhile is taken in first, in the same transaction: readers see all of the
    old or all of the new. Money is not paid again: the difference to what was booked is booked.
    """
    adjusted = 0
    with keeper.models.writing() as connection:
        for model in models:
            for building in made(connection, model, BUILDING):
                old = in_use(connection, model).id
                keeper.take_in_all(connection, old, building.id)
                if model == "figures":
                    adjusted += adjust_all(connection, building.tables)
                put_into_use(connection, building)
                keeper.forget(old, building.id)
    return adjusted


def judge_all(keeper: Keeper) -> Iterator[int]:
    """Find every reading's verdict on every blocked round; tells how many more were looked at."""
    yield from keeper.catch_up(["figures"])
    last: int | None = 0
    while last is not None:
        with keeper.models.writing() as connection:
            tables = in_use(connection, "figures").tables
            looked_at, last = find_all(connection, keeper.book, tables, last)
        yield looked_at


def compare(connection: Connection, models: Iterable[Model]) -> Iterator[Difference]:
    """Table by table, in how many rows what was built differs from what is in use."""
    for model in models:
        for building in made(connection, model, BUILDING):
            old, new = in_use(connection, model).tables, building.tables
            for name in new:
                yield Difference(
                    name,
                    _only_in(connection, select(old[name]), select(new[name])),
                    _only_in(connection, select(new[name]), select(old[name])),
                )


def _only_in(connection: Connection, one: Select[Any], other: Select[Any]) -> int:
    only = one.except_(other).subquery()
    return connection.execute(select(func.count()).select_from(only)).scalar_one()
