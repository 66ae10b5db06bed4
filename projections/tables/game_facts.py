"""The facts of a game, independent of score and payout rules, and what of its events they are."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.disputes.events import RulingMade
from domain.disputes.rulings_in_force import NO_DECREES, NO_ROUND_DECREES, RoundDecrees
from domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameLeft,
    GameOpened,
    GameWon,
    Seat,
)
from domain.game.state import Game, JudgedRound, waits
from domain.round.facts import RoundFacts
from domain.scoring.settlement import NOBODY
from ledger.errors import Tampered
from ledger.store.base import LogRow
from ledger.store.event_reader import Opening, opening_in


class GameFacts(NamedTuple):
    """A game, independent of score and payout rules."""

    number: int
    """Its number in the order of opening, from 1."""
    game: str
    opening: Opening
    irregular: bool
    """It waits for a ruling, or for unseen tiles."""
    disputed: bool
    """An irregularity was noted before the first round: no round counts."""
    closed: int | None
    """The position of the event that ended the game."""
    abandoned: bool
    """It was broken off."""
    rounds: Sequence[tuple[int, RoundFacts]]
    """The rounds that have ended, with their numbers in the record; of games that are loaded, none:
    they are in columns."""
    rules_said: Sequence[tuple[int, bytes]]
    """The position of the opening and of each amendment, and the rules in it."""
    replaced: int = 0
    """The position of the last event that may have replaced a round; 0: there is none."""
    void: bool = False
    """A ruling made it void."""
    forfeiter: Seat | None = None
    """The seat that forfeited it."""
    decreed: Mapping[int, RoundDecrees] = NO_DECREES.rounds
    """By number, the remedies of rounds that have ended."""


def counted_as(game: GameFacts, aliases: Mapping[str, str]) -> GameFacts:
    """Replace merged players; the aliases map each id to the one that counts."""
    if aliases.keys().isdisjoint(game.opening.players):
        return game
    players = tuple(aliases.get(player, player) for player in game.opening.players)
    return game._replace(opening=game.opening._replace(players=players))


_CLOSES = GameWon | GameLeft
_REPLACES = GameAmended | ActUndone | DealUndone


def facts_of(number: int, rows: Sequence[LogRow], game: Game, events: Sequence[Event]) -> GameFacts:
    """The facts of the game that these rows and events were folded to.

    Raises Tampered if a hand is missing from a deal.
    """
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
    ended = [(at, each) for at, each in enumerate(game.judged) if each.round.ended is not None]
    return GameFacts(
        number=number,
        game=rows[0][1],
        opening=openings[-1][1],
        irregular=waits(game, (judged.facts for judged in game.judged)),
        disputed=bool(game.noted),
        closed=_closed(game, happened),
        abandoned=isinstance(left, GameAbandoned),
        rounds=[(at, each.facts) for at, each in ended],
        rules_said=[(at, opening.rules) for at, opening in openings],
        replaced=max(
            (row[0] for row, event in happened if isinstance(event, _REPLACES)), default=0
        ),
        void=game.decrees.void,
        forfeiter=left.seat if isinstance(left, GameForfeited) else None,
        decreed={at: _decreed(each) for at, each in ended if each.decreed != NO_ROUND_DECREES},
    )


def _closed(game: Game, happened: Sequence[tuple[LogRow, Event]]) -> int | None:
    """The position of the event that ended the newest version; it may be a ruling."""
    if not game.over:
        return None
    ended = game.won is not None or game.abandoned is not None
    closes = _CLOSES if ended else RulingMade
    return max(row[0] for row, event in happened if isinstance(event, closes))


def _decreed(judged: JudgedRound) -> RoundDecrees:
    """The remedies that matter, and the blocker if no reading may name one."""
    decreed, round = judged.decreed, judged.round
    if not judged.facts.blocked:
        return decreed._replace(blame=None)
    if decreed.blame is None and not round.regular:
        return decreed._replace(blame=NOBODY)
    return decreed
