"""Concurrent games of every kind that the tables must hold."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from domino_ledger.domain.events import (
    Event,
    GameAbandoned,
    GameForfeited,
    GameOpened,
    IrregularityNoted,
    RoundBlocked,
    RoundWon,
)
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from tests.domain.builders import altered
from tests.domain.random_games import plies
from tests.ledger.games import lines, new_book

from . import played_books
from .articles import ANA, BEN, play_in_turn

FOR_MONEY = altered(
    "draw-three@1",
    score={"target": 40},
    payout={"reading": "could-have-forced-open", "tied_winners": "share"},
)
AS_IT_STANDS = altered(
    "draw@1",
    score={"target": 80, "abandoned": "as-it-stands"},
    payout={"reading": "last-to-lay", "win_factor": 3},
)
VOID_IF_FORFEITED = altered("draw@1", score={"target": 80, "forfeited": "void"})
ODD: Event = IrregularityNoted(code="not-held")


def under(
    rules: RuleSet, record: str, seed: int, stake: Stake | None = None, rounds: int = 100
) -> list[list[Event]]:
    """A game command by command; its opening is first."""
    opened = GameOpened(record=record, rules=rules, players=(ANA, BEN), stake=stake or Stake())
    return [[opened], *(list(ply.events) for ply in plies(opened, Random(seed), rounds=rounds))]


def ends(commands: Sequence[Sequence[Event]]) -> Iterator[int]:
    """The indices of the commands that end a round."""
    for at, command in enumerate(commands, 1):
        if any(isinstance(event, RoundWon | RoundBlocked) for event in command):
            yield at


def broken_off(commands: list[list[Event]], rounds: int, more: int = 0) -> list[list[Event]]:
    """The game abandoned after so many rounds and some more commands."""
    return [*commands[: list(ends(commands))[rounds - 1] + more], [GameAbandoned(reason="rain")]]


def in_dispute(commands: list[list[Event]]) -> list[list[Event]]:
    """The game with an irregularity noted before the first deal."""
    opened, *others = commands
    return [opened, [ODD], *others]


def busy_book(directory: Path) -> Book:
    """Ten concurrent games, among others that were imported whole, with irregularities."""
    euros, rupiah = Stake(currency="EUR", minor_per_pip=5), Stake(currency="IDR")
    won_then_odd = under(FOR_MONEY, "won, then odd", 2, euros)
    games: list[list[list[Event]]] = [
        under(FOR_MONEY, "for money", 1, euros),
        [*won_then_odd, [ODD]],
        broken_off(under(FOR_MONEY, "broken off", 3, rupiah), rounds=2, more=3),
        broken_off(under(AS_IT_STANDS, "broken off, and counting", 4, euros), rounds=2),
        in_dispute(under(FOR_MONEY, "seats in dispute", 5)),
        under(AS_IT_STANDS, "goes on", 6, rounds=2)[:-4],
        odd_round(under(AS_IT_STANDS, "an odd round", 7), rounds=2),
        unseen(under(FOR_MONEY, "not all seen", 8)),
        [*under(FOR_MONEY, "given up", 9, euros, rounds=1), [GameForfeited(seat=0)]],
        [*under(VOID_IF_FORFEITED, "given up, void", 10, rounds=1), [GameForfeited(seat=1)]],
    ]
    book = new_book(directory)
    play_in_turn(book, games, [*lines("sanjuan.jsonl")[:2], *lines("payout.jsonl")[:4]])
    return book


def unseen(commands: list[list[Event]]) -> list[list[Event]]:
    """The game with all tiles unseen that were never laid."""
    covered = iter(played_books.unseen([event for command in commands for event in command]))
    return [[next(covered) for _ in command] for command in commands]


def odd_round(commands: list[list[Event]], rounds: int) -> list[list[Event]]:
    """The game with an irregularity noted long after the first round."""
    *_, last = list(ends(commands))[:rounds]
    return [*commands[:last], [ODD], *commands[last:]]
