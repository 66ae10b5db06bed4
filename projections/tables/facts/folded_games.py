"""Facts of games that did not go as usual: each is folded, as everywhere else.

So are those that were amended, or that an arbiter ruled on: their facts are those of the newest
version, with the rulings in force.
"""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from domain.disputes.events import RulingMade
from domain.disputes.rulings_in_force import NOTHING_DECREED, Decreed
from domain.events import GameAbandoned, GameAmended, GameForfeited, GameWon
from domain.game.state import Game, Judged, fold, waits
from domain.round.facts import RoundFacts
from domain.scoring.settlement import NOBODY
from ledger.book import Book
from ledger.errors import Tampered
from ledger.store.base import ToldRow
from ledger.store.codec import event_in

from .event_reader import Opening, opening_in
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
    tellings = _tellings(rows)
    left, void = folded.abandoned, folded.decrees.void
    ended = [(at, each) for at, each in enumerate(folded.judged) if each.round.ended is not None]
    tally = Tally(
        number=number,
        game=game,
        opening=tellings[-1][1],
        irregular=waits(folded, (judged.facts for judged in folded.judged)),
        noted=bool(folded.noted),
        closed=_closed(folded, rows),
        abandoned=isinstance(left, GameAbandoned),
        opened=rows[0][0],
        void=void,
        forfeiter=left.seat if isinstance(left, GameForfeited) else None,
        decreed={at: _decreed(each) for at, each in ended if each.decreed != NOTHING_DECREED},
        tellings=[(at, opening.rules) for at, opening in tellings],
    )
    return Folded(tally, [(at, each.facts) for at, each in ended])


def _tellings(rows: Sequence[ToldRow]) -> list[tuple[int, Opening]]:
    """The position of each version's first event, and what it says."""
    (at, _, _, first), *others = rows
    amendments = ((row[0], row[3]) for row in others if row[2] == GameAmended.TOPIC)
    return [(at, opening_in(first)), *((at, opening_in(state, first)) for at, state in amendments)]


def _closed(game: Game, rows: Sequence[ToldRow]) -> int | None:
    """The position of the event that ended the newest version, be it a ruling."""
    if not game.over:
        return None
    ended = game.won is not None or game.abandoned is not None
    closes = _CLOSES if ended else {RulingMade.TOPIC}
    return max(row[0] for row in rows if row[2] in closes)


def _decreed(judged: Judged) -> Decreed:
    """What was ordered, as far as it matters; who is to blame where no reading may say so."""
    decreed, round = judged.decreed, judged.round
    if round.ended != "blocked":
        return decreed._replace(blame=None)
    if decreed.blame is None and not round.regular:
        return decreed._replace(blame=NOBODY)
    return decreed
