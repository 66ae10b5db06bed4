"""The next events of the log, grouped by game; the games they are folded to, and their facts."""

from collections.abc import Collection, Mapping, Sequence
from itertools import count, groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from ...domain.disputes.events import RulingMade
from ...domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameLeft,
    GameOpened,
    GameWon,
)
from ...domain.facts import with_course
from ...domain.game.decrees import NO_ROUND_DECREES, RoundDecrees
from ...domain.game.state import Game, JudgedRound, fold, waits
from ...domain.scoring.settlement import NOBODY
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.store.base import LogRow
from ...ledger.store.codec import event_in
from ...ledger.store.event_reader import opening_in
from ...ledger.store.ids import NO_GAMES_HEX
from .connection import Connection
from .facts import GameFacts
from .left_out import OPENED_GAMES


class Batch(NamedTuple):
    """The games with new events up to a position of the log."""

    end: int
    """The position of the last event."""
    numbers: Mapping[str, int]
    """By id, of all these games."""
    begun: Mapping[str, Sequence[LogRow]]
    """By id, the rows of the games that began in this batch, in order."""
    earlier: Collection[str]
    """The ids of the other games: they may have rows in the tables."""


def read_batch(connection: Connection, book: Book, after: int, end: int, games: int) -> Batch:
    """The games with events between two positions; ``games`` and errors as in `numbered`."""
    begun: dict[str, list[LogRow]] = {}
    earlier: dict[str, None] = {}
    with book.scan_log(after, end, end) as log:
        for game, run in groupby(log, itemgetter(1)):
            if game in NO_GAMES_HEX:
                continue
            rows = list(run)
            if rows[0][2] == 1:
                begun[game] = []
            if game in begun:
                begun[game] += rows
            else:
                earlier[game] = None
    return numbered(connection, end, games, begun=begun, earlier=earlier)


def numbered(
    connection: Connection,
    end: int,
    games: int,
    *,
    begun: Mapping[str, Sequence[LogRow]] = {},
    earlier: Collection[str],
) -> Batch:
    """A batch of games with events up to a position, with their numbers.

    ``games``: how many were opened before. Raises Tampered if the first event of a game is missing.
    """
    known = connection.rows(_NUMBERS, games=list(earlier))
    numbers: dict[str, int] = {game: number for game, number in known}  # noqa: C416 - typed rows
    if missing := sorted(set(earlier) - numbers.keys()):
        raise Tampered("event-missing", game=_shown(missing[0]), event=1)
    numbers |= zip(begun, count(games + 1), strict=False)
    return Batch(end, numbers, begun, earlier)


_NUMBERS = f"SELECT game, id FROM ({OPENED_GAMES}) AS opened WHERE game IN (:games)"


def _shown(game: str) -> str:
    """The id of a game as people read it; whatever else is stored as an id, as it is."""
    try:
        return str(UUID(game))
    except ValueError:
        return game


def fold_rows(rows: Sequence[LogRow]) -> tuple[Game, list[Event]]:
    """The game and events of rows of one game. Raises Tampered if they are missing or no game."""
    game = _shown(rows[0][1])
    events: list[Event] = []
    for expected, (_, _, version, topic, state) in enumerate(rows, 1):
        if version != expected:
            raise Tampered("event-missing", game=game, event=expected)
        try:
            events.append(event_in(topic, state))
        except Tampered as error:
            raise Tampered("event-unreadable", game=game, event=expected) from error
        except (TypeError, AttributeError) as error:
            raise Tampered("event-malformed", game=game, event=expected) from error
    try:
        return fold(events), events
    except (LookupError, ValueError) as error:
        raise Tampered("no-game", game=game) from error


# -- facts


def counted_as(game: GameFacts, aliases: Mapping[str, str]) -> GameFacts:
    """Replace merged players; the aliases map each id to the one that counts."""
    if aliases.keys().isdisjoint(game.opening.players):
        return game
    players = tuple(aliases.get(player, player) for player in game.opening.players)
    return game._replace(opening=game.opening._replace(players=players))


def facts_of(number: int, rows: Sequence[LogRow], game: Game, events: Sequence[Event]) -> GameFacts:
    """The facts of a folded game. Raises Tampered if a hand is missing from a deal."""
    seats = len(game.opened.players)
    if any(len(each.round.hands) != seats for each in game.judged if not each.round.report):
        raise Tampered("deal-incomplete")
    happened = list(zip(rows, events, strict=True))
    openings = [
        (row[0], opening_in(row[3], row[4], rows[0][4]))
        for row, event in happened
        if isinstance(event, GameOpened | GameAmended)
    ]
    left = game.abandoned
    ended = [
        (at, each)
        for at, each in enumerate(game.judged)
        if each.round.ended is not None or each.fine is not None
    ]
    # What ended the newest version may be a ruling.
    closes = RulingMade if game.won is None and left is None else GameWon | GameLeft
    replaces = GameAmended | ActUndone | DealUndone
    return GameFacts(
        number=number,
        game=rows[0][1],
        opening=openings[-1][1],
        irregular=waits(game, (judged.facts for judged in game.judged)),
        disputed=bool(game.noted),
        closed=max(
            (row[0] for row, event in happened if game.over and isinstance(event, closes)),
            default=None,
        ),
        abandoned=isinstance(left, GameAbandoned),
        void=game.decrees.void,
        forfeiter=left.seat if isinstance(left, GameForfeited) else None,
        rounds=[(at, with_course(each.facts, each.round)) for at, each in ended],
        rules_said=[(at, opening.rules) for at, opening in openings],
        replaced=max((row[0] for row, event in happened if isinstance(event, replaces)), default=0),
        decreed={at: _decreed(each) for at, each in ended if each.decreed != NO_ROUND_DECREES},
    )


def _decreed(judged: JudgedRound) -> RoundDecrees:
    """The remedies that matter, and the blocker if no reading may name one."""
    decreed, round = judged.decreed, judged.round
    if not judged.facts.blocked:
        return decreed._replace(blame=None)
    if decreed.blame is None and not round.regular:
        return decreed._replace(blame=NOBODY)
    return decreed
