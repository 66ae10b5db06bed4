"""Money as double entry: bookings are never changed; a change is booked as an adjustment.

An entry belongs to one round; its postings sum to zero. The first entry of a round is its
settlement, with the postings of the rules. If a later ruling leads to other sums, the
difference is booked: adjusting postings, which sum to zero again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.disputes.rulings_in_force import NO_ROUND_DECREES, penalty_postings
from domain.house.events import MoneyBooked, PlayerPosting
from domain.rules.counting import Counting, rules_that_count
from ledger.errors import Tampered

from .column_values import ROUNDS_A_GAME, id_in
from .connection import Connection
from .progress import Progress, played_rules

if TYPE_CHECKING:  # These are slow to import.
    from .results import Paid, Scored

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


def due_for(scored: "Scored", paid: "Paid") -> Iterator[tuple[int, Due]]:
    """By round id, the amounts due in each round that counts, if known, penalties last."""
    group = scored.group
    counted = zip(
        scored.counts.tolist(),
        scored.rounds.id.tolist(),
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
    rounds: dict[int, Counter[Account]] = {}
    for round_id, player, currency, amount in connection.rows(
        "SELECT round_id, player_id, currency, amount FROM posting "
        "WHERE game_id IN (:games) ORDER BY id",
        games=list(games),
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
    changed = connection.rows(_DIFFERENCES)
    # Sorted here, because databases differ in the order of texts.
    return sorted((id, who, money, int(more)) for id, who, money, more in changed)


_DIFFERENCES = """
SELECT round_id, player_id, currency, {exact_sum(amount)} AS change
FROM (
    SELECT fact.round_id, fact.player_id, game.currency, fact.net AS amount
    FROM round_fact AS fact JOIN game_fact AS game ON game.id = fact.game_id
    WHERE fact.counts IS NOT NULL AND fact.net <> 0
    UNION ALL
    SELECT round_id, player_id, currency, -amount FROM posting
) AS owed_and_booked
GROUP BY round_id, player_id, currency
HAVING {exact_sum(amount)} <> 0
"""


def _counted(
    connection: Connection, counting: Counting, numbers: Collection[int]
) -> dict[int, Counted]:
    """The games of these numbers. Those that are left out keep the rules they were booked by."""
    played = played_rules(connection)
    found: dict[int, Counted] = {}
    for number, id, rules_id, seats in connection.rows(
        "SELECT id, game, rules_id, seats FROM game_fact WHERE id IN (:numbers)",
        numbers=list(numbers),
    ):
        rules = rules_that_count(counting, played[rules_id], seats)
        found[number] = Counted(id_in(id), rules.id)
    for number, id, rules_id in connection.rows(
        "SELECT id, game, (SELECT max(rules) FROM posting WHERE game_id = left_out.id) "
        "FROM left_out WHERE id IN (:numbers)",
        numbers=list(numbers),
    ):
        found[number] = Counted(id_in(id), rules_id)
    return found
