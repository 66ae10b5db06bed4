"""Money booked: the sums of each player, and every journal entry."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, tzinfo
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, Row, false, or_, select

from domain.house.events import PlayerPosting
from domain.rules.counting import rules_that_count
from ledger.registry.players import shown_name

from ..days import day_of
from ..tables.bookings import ADJUSTMENT
from ..tables.column_values import ROUNDS_A_GAME, exact_sum, id_in
from ..tables.progress import progress_in
from ..tables.schema import TABLES
from ..tables.stored_facts import played_rules
from .game_filter import ALL_GAMES, GameFilter

Names: TypeAlias = Mapping[UUID, str]
_AMOUNT = exact_sum(TABLES["posting"].c.amount)


class Payout(NamedTuple):
    """What one player gets (negative: owes), in minor units."""

    player: UUID
    currency: str
    amount: int


class GamePayout(NamedTuple):
    """What one player gets (negative: owes) from one game, in minor units."""

    record: str
    player: UUID
    currency: str
    amount: int


class Due(NamedTuple):
    """What a player gets (negative: owes) in all, or from one game, in minor units."""

    game: str | None
    """The record's id; None: from several games."""
    player: UUID
    name: str
    currency: str
    amount: int


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


def payouts(connection: Connection, which: GameFilter = ALL_GAMES) -> list[Payout]:
    """Everything booked for these games, by player and currency."""
    of = TABLES["posting"].c
    asked = select(TABLES["game_fact"].c.id).where(*which.conditions())
    rows = connection.execute(
        select(of.player_id, of.currency, _AMOUNT)
        .where(*(() if which == ALL_GAMES else (of.game_id.in_(asked),)))
        .group_by(of.player_id, of.currency)
        .order_by(of.player_id, of.currency)
    )
    return [Payout(id_in(player), currency, amount) for player, currency, amount in rows]


def payouts_by_game(connection: Connection) -> list[GamePayout]:
    """Everything booked, by game in order of opening, seat and currency."""
    game, seat, of = TABLES["game_fact"].c, TABLES["game_seat"].c, TABLES["posting"].c
    rows = connection.execute(
        select(game.record, of.player_id, of.currency, _AMOUNT)
        .join_from(TABLES["posting"], TABLES["game_fact"], of.game_id == game.id)
        .join(TABLES["game_seat"], (seat.game_id == of.game_id) & (seat.player_id == of.player_id))
        .group_by(game.id, game.record, seat.seat, of.player_id, of.currency)
        .order_by(game.id, seat.seat, of.currency)
    )
    return [GamePayout(record, id_in(player), *money) for record, player, *money in rows]


def dues_by_player(
    connection: Connection, names: Names, which: GameFilter = ALL_GAMES
) -> list[Due]:
    """What each player gets from all these games, by name."""
    found = (
        Due(None, each.player, shown_name(names, each.player), each.currency, each.amount)
        for each in payouts(connection, which)
    )
    return sorted(found, key=lambda due: (due.name, due.player, due.currency))


def dues_by_game(connection: Connection, names: Names) -> list[Due]:
    """What each player gets from each game: games in order of opening, then by seat."""
    return [
        Due(each.record, each.player, shown_name(names, each.player), each.currency, each.amount)
        for each in payouts_by_game(connection)
    ]


def unsettled(connection: Connection) -> list[str]:
    """Records of games for money that are not wholly settled, in order of opening.

    They wait for a ruling, or not all pips left in hand are known.
    """
    counting = progress_in(connection).counting
    game = TABLES["game_fact"].c
    end, own = TABLES["round_end"].c, TABLES["round_seat"].c
    for_money = [
        (game.rules_id == id) & (game.seats == seats)
        for id, rules in played_rules(connection).items()
        for seats in rules.play.hand
        if rules_that_count(counting, rules, seats).payout is not None
    ]
    not_known = (
        select(end.game_id)
        .join_from(TABLES["round_end"], TABLES["round_seat"], own.round_id == end.round_id)
        .where(end.counts.is_not(None), own.net.is_(None))
    )
    rows = connection.execute(
        select(game.record)
        .where(or_(false(), *for_money), game.state != "void")
        .where(game.irregular.is_not(None) | game.id.in_(not_known))
        .order_by(game.id)
    )
    return list(rows.scalars())


def totals(dues: Iterable[Due]) -> dict[str, int]:
    """The sum of all amounts, by currency."""
    found: Counter[str] = Counter()
    for due in dues:
        found[due.currency] += due.amount
    return dict(sorted(found.items()))


def entries(connection: Connection, zone: tzinfo | None = None) -> Iterator[Entry]:
    """Everything booked, in the order of booking; with days in this time zone (`day_of`)."""
    game, of = TABLES["game_fact"], TABLES["posting"].c
    rows = connection.execute(
        select(TABLES["posting"], game.c.record, game.c.opened_at)
        .join(game, of.game_id == game.c.id)
        .order_by(of.id)
    )
    latest = date.min
    for _, run in groupby(rows, lambda row: row.entry):
        entry = _entry(list(run), zone)
        latest = max(latest, entry.date)
        yield entry._replace(date=latest) if entry.kind == ADJUSTMENT else entry


def _entry(rows: Sequence[Row[*tuple[Any, ...]]], zone: tzinfo | None) -> Entry:
    first = rows[0]
    return Entry(
        kind=first.kind,
        date=day_of(first.opened_at, zone),
        record=first.record,
        round=first.round_id % ROUNDS_A_GAME,
        rules=first.rules,
        currency=first.currency,
        postings=tuple(
            PlayerPosting(player=id_in(row.player_id), amount=row.amount, reason=row.reason)
            for row in rows
        ),
    )
