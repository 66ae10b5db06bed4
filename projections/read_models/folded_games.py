"""Facts of games that did not go as usual: each is folded, as everywhere else."""

from typing import NamedTuple
from uuid import UUID

from domain.events import GameAbandoned, GameAmended, GameForfeited, GameWon
from domain.facts import RoundFacts, facts_of
from domain.game import fold
from ledger.book import Book
from ledger.codec import event_in
from ledger.errors import Tampered

from .quick_reading import opening_in
from .tallies import Tally

_CLOSES = {GameWon.TOPIC, GameAbandoned.TOPIC, GameForfeited.TOPIC}


class Folded(NamedTuple):
    """A game, and the numbers and facts of its rounds that have ended."""

    tally: Tally
    rounds: list[tuple[int, RoundFacts]]


def fold_game(book: Book, game: str, number: int, up_to: int) -> Folded:
    """The game of this id and number up to a position of the log.

    Raises Tampered where its events make no game.
    """
    rows = book.told_of([game], up_to)
    try:
        folded = fold(event_in(topic, state) for _, _, topic, state in rows)
    except (LookupError, TypeError, ValueError) as error:
        raise Tampered(f"the events of game {UUID(game)} make no game") from error
    each = [facts_of(round) for round in folded.rounds]
    newest = max((at for at, row in enumerate(rows) if row[2] == GameAmended.TOPIC), default=0)
    tally = Tally(
        number=number,
        game=game,
        opening=opening_in(rows[newest][3], rows[0][3]),
        irregular=bool(folded.noted) or any(facts.waiting for facts in each),
        noted=bool(folded.noted),
        closed=max((row[0] for row in rows[newest:] if row[2] in _CLOSES), default=None),
        abandoned=folded.abandoned is not None,
    )
    ended = [(at, facts) for at, facts in enumerate(each) if facts.ended is not None]
    return Folded(tally, ended)
