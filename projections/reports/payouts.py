"""Money booked: the sums of each player, and every journal entry."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, tzinfo
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.house import PlayerPosting
from ...ledger.registry.stored_names import shown_name
from ..days import day_of
from ..tables.connection import ROUNDS_A_GAME, Connection, Row, id_in
from ..tables.journal import ADJUSTMENT
from ..tables.unpaid import require_paid
from .game_filter import ALL_GAMES, GameFilter

Names: TypeAlias = Mapping[UUID, str]


class Due(NamedTuple):
    """What a player gets (negative: owes) in all, or from one game, in minor units."""

    game: str | None
    """The record's id; None: from several games."""
    player: UUID
    name: str
    currency: str
    amount: int


class Payouts(NamedTuple):
    """What some games come to in money."""

    dues: list[Due]
    unsettled: list[str]
    """Records of games for money that are not wholly settled, in order of opening."""


class Entry(NamedTuple):
    """Postings that belong together; they sum to zero."""

    kind: str
    """``settlement``, or ``adjustment`` of earlier entries for the round."""
    date: date
    """Of a settlement: the day on which the game began. Of an adjustment, whose day is not stored:
    the latest day of all entries before it."""
    record: str
    round: int
    """Its number in the record, from 0."""
    rules: str
    """The id of the rule set by which it was booked."""
    currency: str
    postings: tuple[PlayerPosting, ...]


BOOKED: Final = "posting"
"""What was booked."""
OWED: Final = """(
    SELECT seat.game_id, seat.player_id, game.currency, seat.net AS amount
    FROM game_seat AS seat
    JOIN game_fact AS game ON game.id = seat.game_id
    JOIN game_sum AS sums ON sums.game_id = seat.game_id AND sums.seat = seat.seat
    WHERE sums.received > 0 OR sums.paid > 0
)"""
"""What is owed by the results, where nothing is booked: the same, without what cancels out."""


def dues_by_player(
    connection: Connection, names: Names, which: GameFilter = ALL_GAMES, *, source: str = BOOKED
) -> list[Due]:
    """What each player gets from all these games, by name. Raises UnknownPayout."""
    require_paid(connection, which.condition)
    of_games, values = which.condition
    if which == ALL_GAMES:  # Those that are left out, too.
        among = "TRUE"
    else:
        among = f"game_id IN (SELECT game.id FROM game_fact AS game WHERE {of_games})"
    rows = connection.rows(
        f"""
        SELECT NULL, player_id, currency, {{exact_sum(amount)}} FROM {source} AS posting
        WHERE {among}
        GROUP BY player_id, currency
        """,
        **values,
    )
    return _by_name(_dues(rows, names))


def added_dues(dues: Iterable[Due]) -> list[Due]:
    """What each player gets from several sets of games, by name."""
    total: dict[Due, int] = {}
    for due in dues:
        account = due._replace(amount=0)
        total[account] = total.get(account, 0) + due.amount
    return _by_name(account._replace(amount=amount) for account, amount in total.items())


def _by_name(dues: Iterable[Due]) -> list[Due]:
    return sorted(dues, key=lambda due: (due.name, due.player, due.currency))


def dues_by_game(connection: Connection, names: Names, *, source: str = BOOKED) -> list[Due]:
    """What each player gets from each game: games in order of opening, then by seat.

    Raises UnknownPayout.
    """
    require_paid(connection)
    rows = connection.rows(
        f"""
        SELECT game.record, posting.player_id, posting.currency, {{exact_sum(posting.amount)}}
        FROM {source} AS posting
        JOIN game_fact AS game ON game.id = posting.game_id
        JOIN game_seat AS seat
            ON seat.game_id = posting.game_id AND seat.player_id = posting.player_id
        GROUP BY game.id, game.record, seat.seat, posting.player_id, posting.currency
        ORDER BY game.id, seat.seat, posting.currency
        """
    )
    return _dues(rows, names)


def _dues(rows: Iterable[Row], names: Names) -> list[Due]:
    return [
        Due(record, player, shown_name(names, player), currency, int(amount))
        for record, id, currency, amount in rows
        for player in [id_in(id)]
    ]


def payouts_in(
    connection: Connection, names: Names, *, by_game: bool, source: str = BOOKED
) -> Payouts:
    """What all these games come to; ``by_game``: dues of each game, not of each player.

    Raises UnknownPayout.
    """
    dues_of = dues_by_game if by_game else dues_by_player
    return Payouts(dues_of(connection, names, source=source), unsettled(connection))


def unsettled(connection: Connection) -> list[str]:
    """Records of games for money that are not wholly settled, in order of opening.

    They wait for a ruling, or not all pips left in hand are known.
    """
    return connection.column("SELECT record FROM game_fact WHERE unsettled IS NOT NULL ORDER BY id")


def totals(dues: Iterable[Due]) -> dict[str, int]:
    """The sum of all amounts, by currency."""
    found: Counter[str] = Counter()
    for due in dues:
        found[due.currency] += due.amount
    return dict(sorted(found.items()))


def entries(connection: Connection, zone: tzinfo | None = None) -> Iterator[Entry]:
    """Everything booked, in the order of booking; with days in this time zone (`day_of`).

    Raises UnknownPayout.
    """
    require_paid(connection)
    rows = connection.rows(
        """
        SELECT
            posting.entry, posting.kind, game.opened_at, game.record, posting.round_id,
            posting.rules, posting.currency, posting.player_id, posting.amount, posting.reason
        FROM posting JOIN game_fact AS game ON game.id = posting.game_id
        ORDER BY posting.id
        """
    )
    latest = date.min
    for _, run in groupby(rows, itemgetter(0)):
        booked = list(run)
        _, kind, opened_at, record, round_id, rules, currency, *_ = booked[0]
        day = day_of(opened_at, zone)
        latest = max(latest, day)
        yield Entry(
            kind=kind,
            date=latest if kind == ADJUSTMENT else day,
            record=record,
            round=round_id % ROUNDS_A_GAME,
            rules=rules,
            currency=currency,
            postings=tuple(
                PlayerPosting(player=id_in(player), amount=amount, reason=reason)
                for *_, player, amount, reason in booked
            ),
        )
