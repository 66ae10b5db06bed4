"""Money as double entry: what is booked stays, and what changes is booked on top of it.

An entry belongs to one round; its postings sum to zero. The first entry of a round is its
settlement, posting by posting as the rules owe them. Where a later ruling comes to other sums the
difference is booked: adjusting postings, which sum to zero again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, cast, func, select, union_all

from .definition import NUMBER
from .rows import handfuls, insert_rows
from .schema import POSTING, Generation
from .views import round_fact

SETTLEMENT, ADJUSTMENT = "settlement", "adjustment"
ADJUSTING = "adjusts-what-was-booked"
"""The reason of every adjusting posting."""


class Account(NamedTuple):
    """Where amounts are booked."""

    player: str
    currency: str


class Owed(NamedTuple):
    """What a round that counts owes to whom."""

    round_id: int
    game_id: int
    postings: Sequence[tuple[Account, int, str]]
    """Account, amount in minor units, reason."""

    @property
    def sums(self) -> Counter[Account]:
        """By account, what all its postings come to."""
        sums: Counter[Account] = Counter()
        for account, amount, _ in self.postings:
            sums[account] += amount
        return sums


class Line(NamedTuple):
    """A posting that is to be booked."""

    kind: str
    round_id: int
    game_id: int
    account: Account
    amount: int
    reason: str


def book_rounds(
    connection: Connection, generation: int, owed: Iterable[Owed], earlier: Iterable[int]
) -> None:
    """Book what rounds owe; of the ``earlier`` games something may have been booked before.

    A round of theirs that owes nothing any more is adjusted to nothing.
    """
    now = {round.round_id: round for round in owed}
    booked = booked_for(connection, earlier)
    lines = [
        line
        for round_id, round in now.items()
        for line in (adjusting(booked[round_id], round) if round_id in booked else settling(round))
    ]
    gone = (before for round_id, before in booked.items() if round_id not in now)
    lines += [line for before in gone for line in adjusting(before, before._replace(postings=()))]
    write(connection, generation, lines)


def booked_for(connection: Connection, games: Iterable[int]) -> dict[int, Owed]:
    """By round, what is booked for these games, a posting an account."""
    of = POSTING.c
    columns = of.round_id, of.game_id, of.player_id, of.currency
    rounds: dict[int, Owed] = {}
    for some in handfuls(games):
        statement = select(*columns, of.amount).where(of.game_id.in_(some)).order_by(of.id)
        for row in connection.execute(statement):
            _put(rounds, row)
    return rounds


def _put(rounds: dict[int, Owed], row: Sequence[Any]) -> None:
    round_id, game_id, player, currency, amount = row
    round = rounds.get(round_id) or Owed(round_id, game_id, ())
    posting = Account(player, currency), amount, ""
    rounds[round_id] = round._replace(postings=(*round.postings, posting))


def settling(round: Owed) -> Iterator[Line]:
    """The first entry of a round."""
    for account, amount, reason in round.postings:
        if amount:
            yield Line(SETTLEMENT, round.round_id, round.game_id, account, amount, reason)


def adjusting(booked: Owed, now: Owed) -> Iterator[Line]:
    """What has to be booked on top so that every account comes to what is owed now."""
    change = now.sums
    change.subtract(booked.sums)
    for account, amount in sorted(change.items()):
        if amount:
            yield Line(ADJUSTMENT, now.round_id, now.game_id, account, amount, ADJUSTING)


def write(connection: Connection, generation: int, lines: Sequence[Line]) -> None:
    """Book these, numbered on from the last."""
    if not lines:
        return
    last = connection.execute(select(func.max(POSTING.c.id))).scalar() or 0
    rows = [
        (number, kind, generation, round_id, game_id, *account, amount, reason)
        for number, (kind, round_id, game_id, account, amount, reason) in enumerate(lines, last + 1)
    ]
    insert_rows(connection, POSTING, rows)


def adjustments(connection: Connection, tables: Generation) -> list[Line]:
    """The difference between what is booked and what this generation's rounds owe."""
    fact, game = round_fact(tables).subquery().c, tables["game_fact"].c
    owed = (
        select(fact.round_id, fact.game_id, fact.player_id, game.currency, fact.net.label("amount"))
        .join(tables["game_fact"], fact.game_id == game.id)
        .where(fact.counts.is_not(None), fact.net != 0)
    )
    of = POSTING.c
    booked = select(of.round_id, of.game_id, of.player_id, of.currency, -of.amount)
    both = union_all(owed, booked).subquery()
    key = both.c.round_id, both.c.game_id, both.c.player_id, both.c.currency
    change = func.sum(both.c.amount)
    changed = select(*key, cast(change, NUMBER)).group_by(*key).having(change != 0)
    # Sorted here: no two databases agree on the order of texts.
    return [
        Line(ADJUSTMENT, round_id, game_id, Account(player, currency), more, ADJUSTING)
        for round_id, game_id, player, currency, more in sorted(
            map(tuple, connection.execute(changed))
        )
    ]
