"""Verdicts on blocked rounds: found when first asked for, and kept."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import Connection, Select, or_, select

from domain.game.state import Game
from domain.readings import READINGS, SEARCH_VERSION, Verdict, verdict, verdicts
from domain.round.state import Round
from domain.rules.rule_set import Reading
from ledger.book import Book

from ..rows import handfuls, insert_rows
from ..schema import ROUNDS_A_GAME, VERDICT, Generation


class Blamed(NamedTuple):
    """Who is answerable for a block, and who helped; -1 for nobody."""

    blocker: int = -1
    assistant: int = -1


NOBODY = Blamed()
ROUNDS_AT_ONCE = 200
"""Rounds whose verdicts are looked for in one transaction."""


def blamed(
    connection: Connection,
    book: Book,
    reading: Reading,
    rounds: Mapping[int, str],
) -> dict[int, Blamed]:
    """By the ids of these blocked rounds, which come with their games, who is to blame.

    What is not kept yet is found, and kept by the caller's transaction.
    """
    known = kept(connection, reading, rounds)
    missing = [round_id for round_id in rounds if round_id not in known]
    if missing:
        find(connection, book, {round_id: (rounds[round_id], (reading,)) for round_id in missing})
        known |= kept(connection, reading, missing)
    return known


def kept(connection: Connection, reading: Reading, rounds: Iterable[int]) -> dict[int, Blamed]:
    """What is kept of these rounds under this reading."""
    of = VERDICT.c
    return {
        round_id: Blamed(_or_nobody(blocker), _or_nobody(assistant))
        for some in handfuls(rounds)
        for round_id, blocker, assistant in connection.execute(
            select(of.round_id, of.blocker, of.assistant).where(
                of.reading == reading,
                of.search_version == SEARCH_VERSION,
                of.round_id.in_(some),
            )
        )
    }


def _or_nobody(seat: int | None) -> int:
    return -1 if seat is None else seat


Asked = Mapping[int, tuple[str, Sequence[Reading]]]
"""By round id, its game and the readings asked for."""


def find(connection: Connection, book: Book, asked: Asked) -> None:
    """Find these verdicts, none of which is kept yet, and keep them.

    The rounds are those of the book as it is now. Where one is not blocked any more, something has
    happened that is not taken in yet: there is nothing to find.
    """
    games: dict[str, Game] = {}
    rows = []
    for round_id, (game, readings) in asked.items():
        if game not in games:
            games = {game: book.stream(UUID(game)).game}  # They come game by game.
        round = _blocked_round(games[game], round_id % ROUNDS_A_GAME)
        if round is None:
            continue
        found = (
            verdicts(round)  # All of them share what they search.
            if len(readings) > 1
            else {reading: verdict(round, reading) for reading in readings}
        )
        rows += [_row(round_id, reading, found[reading]) for reading in readings]
    insert_rows(connection, VERDICT, rows)


def _blocked_round(game: Game, number: int) -> Round | None:
    round = game.rounds[number] if number < len(game.rounds) else None
    if round is None or round.ended != "blocked" or not round.regular:
        return None
    return round


def _row(round_id: int, reading: Reading, found: Verdict) -> tuple[object, ...]:
    act = None if found.evidence is None else found.evidence.act
    return (
        *(round_id, reading, SEARCH_VERSION, found.status),
        *(found.blocker, found.assistant, act, found.bound),
    )


def find_all(
    connection: Connection, book: Book, tables: Generation, after: int
) -> tuple[int, int | None]:
    """Find what is not kept of the next blocked rounds, under every reading.

    Returns how many rounds were looked at, and the last; None where none follows ``after``.
    """
    end = tables["round_end"].c
    game = tables["game_fact"].c
    blocked = connection.execute(
        select(end.round_id, game.game)
        .join(tables["game_fact"], end.game_id == game.id)
        .where(end.round_id > after)
        .where(end.ended == "blocked", end.irregular.is_(None))
        .where(end.round_id.not_in(_not_by_readings(tables)))
        .order_by(end.round_id)
        .limit(ROUNDS_AT_ONCE)
    ).all()
    if not blocked:
        return 0, None
    known = _known(connection, [round_id for round_id, _ in blocked])
    asked = {
        round_id: (of_game, missing)
        for round_id, of_game in blocked
        if (missing := [reading for reading in READINGS if (round_id, reading) not in known])
    }
    find(connection, book, asked)
    return len(blocked), blocked[-1][0]


def _not_by_readings(tables: Generation) -> Select[Any]:
    """The rounds that are void by a ruling, or of which no reading says who blocked them."""
    of = tables["round_decree"].c
    return select(of.round_id).where(or_(of.void.is_not(None), of.blames.is_not(None)))


def _known(connection: Connection, rounds: Iterable[int]) -> set[tuple[int, str]]:
    of = VERDICT.c
    statement = select(of.round_id, of.reading).where(of.search_version == SEARCH_VERSION)
    return {
        (round_id, reading)
        for some in handfuls(rounds)
        for round_id, reading in connection.execute(statement.where(of.round_id.in_(some)))
    }
