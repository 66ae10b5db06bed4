"""Money as double entry: booked in the journal of the house first, then posted in the tables.

An entry belongs to one round; its postings sum to zero. The first entry of a round is its
settlement, with the postings of the rules. Bookings are never changed: if a later ruling leads to
other sums, the difference is booked as an adjustment, whose postings sum to zero again.

Nothing is lost with the tables. A program that is stopped after it booked and before it posted
finds the entries in the journal the next time, and books nothing again.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.game.decrees import NO_ROUND_DECREES, penalty_postings
from ...domain.house import CountingChanged, MoneyBooked, PlayerPosting
from ...domain.rules.counting import Counting, rules_that_count
from ...ledger.book import Book
from ...ledger.errors import Conflict, Tampered
from ...ledger.store.codec import HouseEntry
from ...ledger.store.house import House
from ...ledger.store.ids import JOURNAL
from ...ledger.store.rows import Name, now
from .connection import ROUNDS_A_GAME, Connection, id_in, in_parts
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


_AT_ONCE = 5_000
"""Entries of the journal that are posted by one statement."""


class Journal:
    """Books money for the tables of one book.

    ``on_record``: in the journal of the book; otherwise only in the tables, which do not last.
    ``follows``: the tables have what is in the journal.
    """

    def __init__(self, book: Book, *, on_record: bool, follows: bool = True) -> None:
        self._book = book
        self._on_record = on_record
        self._follows = follows

    def _is_beyond(self, connection: Connection, house: House) -> bool:
        """Whether there are entries to post. Those of games not in the book never are."""
        last = last_entry(connection)
        if house.journal[0] == last:
            return False
        numbers = numbers_of(self._book)
        with self._book.journal(last) as entries:
            return any(True for each in entries for _ in postings_of(numbers, each))

    def follow(self, connection: Connection) -> None:
        """Post what is in the journal, but not in the tables.

        Tables that do not last follow once, before anything is booked in them alone. Raises
        Tampered if the journal is not as it was recorded.
        """
        if self._follows and self._is_beyond(connection, self._book.house()):
            self._post_on(connection, numbers_of(self._book))
        self._follows = self._on_record

    def _post_on(self, connection: Connection, numbers: Mapping[UUID, int]) -> None:
        """Post the entries after the last one; ``numbers``: of their games."""
        with self._book.journal(last_entry(connection)) as entries:
            for some in in_parts(entries, _AT_ONCE):
                _post(connection, (row for each in some for row in postings_of(numbers, each)))

    def book(
        self,
        connection: Connection,
        entries: Sequence[Entry],
        decisions: Sequence[CountingChanged] = (),
        names: Iterable[Name] = (),
    ) -> None:
        """Book these entries, after `follow`, in one transaction with decisions of the house.

        ``names``: of people who are new to the book. Raises Conflict if another program has booked
        since.
        """
        if not (entries or decisions):
            return
        last = last_entry(connection)
        if not self._on_record:
            for number, (game, booked) in enumerate(entries, last + 1):
                _post(connection, _rows(number, now(), game, booked))
            return
        house = self._book.house()
        if self._is_beyond(connection, house):
            raise Conflict("journal-went-on", book=self._book.path)
        owed = [each.booked for each in entries]
        self._book.append_to_house(house, [*decisions, *owed], names)
        self._post_on(connection, {each.booked.game: each.number for each in entries})


def last_entry(connection: Connection) -> int:
    """The number of the last entry that is posted; 0 if there is none."""
    return connection.value("SELECT entry FROM posting ORDER BY id DESC LIMIT 1") or 0


def numbers_of(book: Book) -> dict[UUID, int]:
    """By game, its number in the order of opening."""
    return {game: number for number, game in enumerate(book.games(), 1)}


def postings_of(numbers: Mapping[UUID, int], stored: HouseEntry) -> Iterator[tuple[Any, ...]]:
    """The rows of an entry of the journal, without the number of each posting.

    ``numbers``: those of the games. An entry of no game in the book has none: nobody owes its money
    (`verify_tables` finds it). Raises Tampered if the entry books nothing.
    """
    booked = stored.event
    if not isinstance(booked, MoneyBooked):
        raise Tampered("event-malformed", game=str(JOURNAL), event=stored.version)
    if booked.game not in numbers:
        return iter(())
    return _rows(stored.version, stored.recorded_at, numbers[booked.game], booked)


def _rows(number: int, at: str, game: int, booked: MoneyBooked) -> Iterator[tuple[Any, ...]]:
    for each in booked.postings:
        yield (
            *(number, at, None if booked.by is None else str(booked.by), booked.after),
            *(booked.kind, booked.rules, game * ROUNDS_A_GAME + booked.round, game),
            *(str(each.player), booked.currency, each.amount, each.reason),
        )


def _post(connection: Connection, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert postings, numbered on from the last one."""
    last = connection.value("SELECT coalesce(max(id), 0) FROM posting")
    connection.insert("posting", [(id, *row) for id, row in enumerate(rows, last + 1)])


# -- what is owed


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

    ``games``: by number, all games that the rounds may be of. A round that no longer owes anything
    is adjusted to zero. ``after``: the position in the log of the last event taken in.
    """
    booked: dict[int, Counter[Account]] = {}
    for round_id, player, currency, amount in connection.rows(
        "SELECT round_id, player_id, currency, amount FROM posting "
        "WHERE game_id IN (:games) ORDER BY id",
        games=list(games),
    ):
        booked.setdefault(round_id, Counter())[Account(player, currency)] += amount
    entries: list[Entry] = []
    for round_id in sorted(due.keys() | booked.keys()):
        game = games[round_id // ROUNDS_A_GAME]
        if round_id not in booked:
            entries += _entries(SETTLEMENT, round_id, due[round_id], game, after=after)
            continue
        change = Counter({account: -amount for account, amount in booked[round_id].items()})
        for account, amount, _ in due.get(round_id, ()):
            change[account] += amount
        adjusting = [(account, amount, ADJUSTING) for account, amount in sorted(change.items())]
        entries += _entries(ADJUSTMENT, round_id, adjusting, game, after=after)
    return entries


def adjustments(connection: Connection, progress: Progress, by: UUID | None = None) -> list[Entry]:
    """The entries that bring all postings to what is owed by the rules that count.

    Raises Tampered if money is booked for a game that is not in the book.
    """
    changes = dict[int, list[tuple[Account, int, str]]]()
    # Sorted here, because databases differ in the order of texts.
    for round_id, player, currency, amount in sorted(connection.rows(_DIFFERENCES)):
        owed = Account(player, currency), int(amount), ADJUSTING
        changes.setdefault(round_id, []).append(owed)
    games = _counted(connection, progress.counting, sorted({id // ROUNDS_A_GAME for id in changes}))
    entries: list[Entry] = []
    for round_id, change in changes.items():
        number, round = divmod(round_id, ROUNDS_A_GAME)
        if number not in games:
            raise Tampered("money-differs", number=number, round=round)
        after = progress.position
        entries += _entries(ADJUSTMENT, round_id, change, games[number], after=after, by=by)
    return entries


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
    game, rules = counted
    booked = partial(
        MoneyBooked, kind=kind, game=game, round=round, rules=rules, after=after, by=by
    )
    for currency, each in postings.items():
        yield Entry(number, booked(currency=currency, postings=tuple(each)))


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
"""Round, player, currency, and what is owed beyond what is booked, where that is not zero."""


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
