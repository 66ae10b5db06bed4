"""Money as double entry: bookings are never changed; a change is booked as an adjustment.

An entry belongs to one round; its postings sum to zero. The first entry of a round is its
settlement, with the postings of the rules. If a later ruling leads to other sums, the
difference is booked: adjusting postings, which sum to zero again.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from sqlalchemy import Connection, func, select, union_all

from domain.disputes.rulings_in_force import NO_ROUND_DECREES, penalty_postings

from ..rule.rule_games import Paid, Scored
from ..schema.column_types import ROUNDS_A_GAME, exact_sum
from ..schema.figures import round_fact
from ..schema.generation import Generation
from ..schema.permanent import POSTING
from ..write.bulk import in_parts, insert_rows

SETTLEMENT, ADJUSTMENT = "settlement", "adjustment"
ADJUSTING = "adjusts-what-was-booked"
"""The reason of every adjusting posting."""


class Account(NamedTuple):
    """An account: where amounts are booked."""

    player: str
    currency: str


Due: TypeAlias = Sequence[tuple[Account, int, str]]
"""Account, amount in minor units, reason."""


class Line(NamedTuple):
    """A posting to book."""

    kind: str
    round_id: int
    account: Account
    amount: int
    reason: str


def due_for(scored: Scored, paid: Paid) -> Iterator[tuple[int, Due]]:
    """By round id, the amounts due in each round that counts, if known, penalties last."""
    group = scored.group
    counted = zip(
        scored.counts.tolist(),
        scored.round_ids.tolist(),
        scored.rounds.game.tolist(),
        paid.known.tolist(),
        paid.owed or (),
        strict=paid.owed is not None,
    )
    for counts, round_id, place, known, owed in counted:
        if counts and known:
            game = group.games[place]
            decreed = game.decreed.get(round_id % ROUNDS_A_GAME, NO_ROUND_DECREES)
            opening = game.opening
            penalties = penalty_postings(group.sides, decreed, opening.minor_per_pip)
            accounts = [Account(player, opening.currency) for player in opening.players]
            due = [(accounts[seat], amount, why) for seat, amount, why in (*owed, *penalties)]
            yield round_id, due


def book_rounds(
    connection: Connection, generation: int, due: Mapping[int, Due], earlier: Iterable[int]
) -> None:
    """Book what rounds owe; ``earlier``: games of which something may be booked already.

    A round of an earlier game that owes nothing any more is adjusted to zero.
    """
    booked = _booked_for(connection, earlier)
    lines = [
        line
        for round_id, owed in due.items()
        for line in (
            _adjusting(round_id, booked[round_id], owed)
            if round_id in booked
            else _settling(round_id, owed)
        )
    ]
    gone = (round_id for round_id in booked if round_id not in due)
    lines += [line for round_id in gone for line in _adjusting(round_id, booked[round_id], ())]
    write_lines(connection, generation, lines)


def _booked_for(connection: Connection, games: Iterable[int]) -> dict[int, Counter[Account]]:
    """By round, the amounts booked for these games on each account."""
    of = POSTING.c
    rounds: dict[int, Counter[Account]] = {}
    for some in in_parts(games):
        asked = select(of.round_id, of.player_id, of.currency, of.amount).order_by(of.id)
        for round_id, player, currency, amount in connection.execute(
            asked.where(of.game_id.in_(some))
        ):
            rounds.setdefault(round_id, Counter())[Account(player, currency)] += amount
    return rounds


def _settling(round_id: int, due: Due) -> Iterator[Line]:
    """The first entry of a round."""
    for account, amount, reason in due:
        if amount:
            yield Line(SETTLEMENT, round_id, account, amount, reason)


def _adjusting(round_id: int, booked: Counter[Account], due: Due) -> Iterator[Line]:
    """The adjusting postings that change every account to the amount due now."""
    change = Counter({account: -amount for account, amount in booked.items()})
    for account, amount, _ in due:
        change[account] += amount
    for account, amount in sorted(change.items()):
        if amount:
            yield Line(ADJUSTMENT, round_id, account, amount, ADJUSTING)


def write_lines(connection: Connection, generation: int, lines: Sequence[Line]) -> None:
    """Book these postings, numbered on from the last one."""
    if not lines:
        return
    last = connection.execute(select(func.max(POSTING.c.id))).scalar() or 0
    rows = [
        (number, kind, generation, round_id, round_id // ROUNDS_A_GAME, *account, amount, reason)
        for number, (kind, round_id, account, amount, reason) in enumerate(lines, last + 1)
    ]
    insert_rows(connection, POSTING, rows)


def adjustments(connection: Connection, tables: Generation) -> list[Line]:
    """The difference between what is booked and what this generation's rounds owe."""
    fact, game = round_fact(tables).subquery().c, tables["game_fact"].c
    owed = (
        select(fact.round_id, fact.player_id, game.currency, fact.net.label("amount"))
        .join(tables["game_fact"], fact.game_id == game.id)
        .where(fact.counts.is_not(None), fact.net != 0)
    )
    of = POSTING.c
    booked = select(of.round_id, of.player_id, of.currency, -of.amount)
    both = union_all(owed, booked).subquery()
    key = both.c.round_id, both.c.player_id, both.c.currency
    change = exact_sum(both.c.amount)
    changed = select(*key, change).group_by(*key).having(change != 0)
    # Sorted here, because databases differ in the order of texts.
    return [
        Line(ADJUSTMENT, round_id, Account(player, currency), more, ADJUSTING)
        for round_id, player, currency, more in sorted(map(tuple, connection.execute(changed)))
    ]
