"""Money as double entry: bookings are never changed; a change is booked as an adjustment.

An entry belongs to one round; its postings sum to zero. The first entry of a round is its
settlement, with the postings of the rules. If a later ruling leads to other sums, the
difference is booked: adjusting postings, which sum to zero again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, func, select, union_all

from domain.disputes.rulings_in_force import NO_ROUND_DECREES, penalty_postings
from domain.house.events import MoneyBooked, PlayerPosting
from domain.rules.counting import Counting, rules_that_count
from ledger.errors import Tampered

from .bulk import in_parts
from .column_values import ROUNDS_A_GAME, exact_sum, id_in
from .progress import Progress
from .results import Paid, Scored
from .schema import TABLES
from .stored_facts import played_rules

SETTLEMENT: Final = "settlement"
ADJUSTMENT: Final = "adjustment"
ADJUSTING = "adjusts-what-was-booked"
"""The reason of every adjusting posting."""


class Account(NamedTuple):
    """An account: where amounts are booked."""

    player: str
    currency: str


Due: TypeAlias = Sequence[tuple[Account, int, str]]
"""Account, amount in minor units, reason."""


class Counted(NamedTuple):
    """A game, and the id of the rule set that its rounds are counted by."""

    game: UUID
    rules: str


class Entry(NamedTuple):
    """An entry to book, and the number of its game in the order of opening."""

    number: int
    booked: MoneyBooked


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


def entries_for(
    connection: Connection, due: Mapping[int, Due], games: Mapping[int, Counted], after: int
) -> list[Entry]:
    """The entries that bring the postings of these rounds to what they owe.

    ``games``: by number, all games that the rounds may be of. A round of them that no longer owes
    anything is adjusted to zero. ``after``: the position in the log of the last event taken in.
    """
    booked = _booked_for(connection, games)
    entries: list[Entry] = []
    for round_id in sorted(due.keys() | booked.keys()):
        game = games[round_id // ROUNDS_A_GAME]
        if round_id in booked:
            change = _change(booked[round_id], due.get(round_id, ()))
            entries += _entries(ADJUSTMENT, round_id, change, game, after=after)
        else:
            entries += _entries(SETTLEMENT, round_id, due[round_id], game, after=after)
    return entries


def adjustments(connection: Connection, progress: Progress, by: UUID | None = None) -> list[Entry]:
    """The entries that bring all postings to what is owed by the rules that count.

    Raises Tampered if money is booked for a game that is not in the book.
    """
    changes = dict[int, list[tuple[Account, int, str]]]()
    for round_id, player, currency, amount in unbooked_differences(connection):
        changes.setdefault(round_id, []).append((Account(player, currency), amount, ADJUSTING))
    games = _counted(connection, progress.counting, sorted({id // ROUNDS_A_GAME for id in changes}))
    entries: list[Entry] = []
    for round_id, change in changes.items():
        number, round = divmod(round_id, ROUNDS_A_GAME)
        if number not in games:
            raise Tampered("money-differs", number=number, round=round)
        after = progress.position
        entries += _entries(ADJUSTMENT, round_id, change, games[number], after=after, by=by)
    return entries


def _booked_for(connection: Connection, games: Iterable[int]) -> dict[int, Counter[Account]]:
    """By round, the amounts booked for these games on each account."""
    of = TABLES["posting"].c
    rounds: dict[int, Counter[Account]] = {}
    for some in in_parts(games):
        asked = select(of.round_id, of.player_id, of.currency, of.amount).order_by(of.id)
        for round_id, player, currency, amount in connection.execute(
            asked.where(of.game_id.in_(some))
        ):
            rounds.setdefault(round_id, Counter())[Account(player, currency)] += amount
    return rounds


def _change(booked: Counter[Account], due: Due) -> Due:
    """What changes every account to the amount due now."""
    change = Counter({account: -amount for account, amount in booked.items()})
    for account, amount, _ in due:
        change[account] += amount
    return [(account, amount, ADJUSTING) for account, amount in sorted(change.items())]


def _entries(
    kind: Literal["settlement", "adjustment"],
    round_id: int,
    due: Due,
    counted: Counted,
    *,
    after: int,
    by: UUID | None = None,
) -> Iterator[Entry]:
    """The entries of a round, one in each currency."""
    postings: dict[str, list[PlayerPosting]] = {}
    for account, amount, reason in due:
        if amount:
            posting = PlayerPosting(player=id_in(account.player), amount=amount, reason=reason)
            postings.setdefault(account.currency, []).append(posting)
    number, round = divmod(round_id, ROUNDS_A_GAME)
    for currency, booked in postings.items():
        yield Entry(
            number,
            MoneyBooked(
                kind=kind,
                game=counted.game,
                round=round,
                rules=counted.rules,
                after=after,
                currency=currency,
                postings=tuple(booked),
                by=by,
            ),
        )


def unbooked_differences(connection: Connection) -> list[tuple[int, str, str, int]]:
    """Round, player, currency, and what is owed beyond what is booked, where that is not zero."""
    fact, game = TABLES["round_fact"].c, TABLES["game_fact"].c
    owed = (
        select(fact.round_id, fact.player_id, game.currency, fact.net.label("amount"))
        .join_from(TABLES["round_fact"], TABLES["game_fact"], fact.game_id == game.id)
        .where(fact.counts.is_not(None), fact.net != 0)
    )
    of = TABLES["posting"].c
    booked = select(of.round_id, of.player_id, of.currency, -of.amount)
    both = union_all(owed, booked).subquery()
    key = both.c.round_id, both.c.player_id, both.c.currency
    change = exact_sum(both.c.amount)
    changed = select(*key, change).group_by(*key).having(change != 0)
    # Sorted here, because databases differ in the order of texts.
    return sorted((id, who, money, more) for id, who, money, more in connection.execute(changed))


def _counted(
    connection: Connection, counting: Counting, numbers: Collection[int]
) -> dict[int, Counted]:
    """The games of these numbers. Those that are left out keep the rules they were booked by."""
    game, left, of = TABLES["game_fact"].c, TABLES["left_out"].c, TABLES["posting"].c
    booked_by = select(func.max(of.rules)).where(of.game_id == left.id).scalar_subquery()
    played = played_rules(connection)
    found: dict[int, Counted] = {}
    for some in in_parts(numbers):
        held = select(game.id, game.game, game.rules_id, game.seats).where(game.id.in_(some))
        for number, id, rules_id, seats in connection.execute(held):
            rules = rules_that_count(counting, played[rules_id], seats)
            found[number] = Counted(id_in(id), rules.id)
        not_held = select(left.id, left.game, booked_by).where(left.id.in_(some))
        for number, id, rules_id in connection.execute(not_held):
            found[number] = Counted(id_in(id), rules_id)
    return found
