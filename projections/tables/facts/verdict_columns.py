"""The verdicts that are kept on very many blocked rounds, in columns.

Shapes: n rounds, m of them with a verdict; -1 where there is nobody.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np
from sqlalchemy import Connection, case, select

from domain.readings import SEARCH_VERSION
from domain.rules.rule_set import Reading

from ..fetch import SEATS, in_one, seat, taken_apart
from ..schema import VERDICT
from ..scoring.score_columns import BoolArray, IntArray


class Verdicts(NamedTuple):
    """Who is answerable under one reading, of m blocked rounds whose verdicts are kept."""

    round_id: IntArray
    """(m,) ascending."""
    blocker: IntArray
    """(m,)"""
    assistant: IntArray
    """(m,)"""


_AT_MOST_NAMED = 10_000
"""Rounds that one question names: to name more takes longer than to fetch a whole book's verdicts.

PostgreSQL is slower at it than SQLite, which takes 32,766 values at most.
"""

NO_VERDICTS = Verdicts(*(np.zeros(0, np.int64) for _ in range(3)))


def verdicts_of(
    connection: Connection, readings: Collection[Reading], rounds: IntArray
) -> dict[Reading, Verdicts]:
    """What is kept under these readings of these rounds, by their ids; or of more than these."""
    of = VERDICT.c
    numbered = {reading: number for number, reading in enumerate(readings)}
    # Other readings have no number: their rows make none either, and need no condition.
    figures = case(numbered, value=of.reading), seat(of.blocker), seat(of.assistant)
    widths = len(numbered), SEATS, SEATS
    asked = select(in_one(of.round_id, figures, widths)).where(of.search_version == SEARCH_VERSION)
    if len(rounds) <= _AT_MOST_NAMED:
        asked = asked.where(of.round_id.in_(rounds.tolist()))
    round_id, number, blocker, assistant = taken_apart(connection, asked, widths)
    return {
        reading: Verdicts(*(column[number == one] for column in (round_id, blocker, assistant)))
        for reading, one in numbered.items()
    }


def at_rounds(verdicts: Verdicts, round_id: IntArray) -> tuple[IntArray, IntArray, BoolArray]:
    """(n,) blocker and assistant of these rounds, and whether there is a verdict."""
    if not len(verdicts.round_id):
        nobody = np.full(len(round_id), -1)
        return nobody, nobody, nobody >= 0
    place = np.searchsorted(verdicts.round_id, round_id).clip(max=len(verdicts.round_id) - 1)
    known = verdicts.round_id[place] == round_id
    blocker = np.where(known, verdicts.blocker[place], -1)
    return blocker, np.where(known, verdicts.assistant[place], -1), known
