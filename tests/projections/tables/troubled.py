"""Games that are amended, disputed, ruled on, forfeited, and played with many undos.

Some have unseen tiles.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from uuid import UUID

from domino_ledger.domain.disputes.events import (
    DisputeOpened,
    NameBlocker,
    Remedy,
    RulingMade,
    Uphold,
)
from domino_ledger.domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    PlayPaused,
    PlayResumed,
    RoundDealt,
    RoundReported,
    TileDrawn,
    TileLaid,
    TurnLost,
    TurnPassed,
)
from domino_ledger.domain.game.state import Game, evolve_game, fold
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.table import table_for
from domino_ledger.ledger.book import Book
from tests.domain.builders import opened
from tests.domain.dispute_builders import ANA, ARBITER
from tests.domain.random_games import plies
from tests.ledger.games import new_book
from tests.projections.random_disputes import RULE_SETS, disputed_game, said_of

from .articles import add
from .played_books import unseen

_PEOPLE = [UUID(int=number) for number in range(1, 11)]
_STAKES = Stake(), Stake(currency="EUR", minor_per_pip=5), Stake(currency="IDR", minor_per_pip=0)
_FOR_MONEY = [name for name, rules in RULE_SETS.items() if rules.payout is not None] * 3
_ACTS = TileLaid, TileDrawn, TurnPassed


def troubled(record: str, chance: Random) -> list[Event]:
    """A random game of this kind; its opening is first."""
    opening, *events = _version(record, chance)
    recorded = [opening, *events]
    while chance.random() < 0.4:
        again, *events = _version(record, chance)
        assert isinstance(again, GameOpened)
        recorded += [GameAmended(reason='it was ,"rules":', by=None, opening=again), *events]
    return recorded


def _version(record: str, chance: Random) -> list[Event]:
    name = chance.choice([*sorted(RULE_SETS), *_FOR_MONEY])
    seats = chance.choice(sorted(RULE_SETS[name].play.hand))
    if chance.random() < 0.3:
        first, *events = disputed_game(name, seats, chance.randrange(2**32))
    else:
        first = opened(_with_other_rules_for_left_games(RULE_SETS[name], chance), seats)
        played = plies(first, Random(chance.randrange(2**32)), rounds=4)
        events = [event for ply in played for event in ply.events]
    assert isinstance(first, GameOpened)
    players = tuple(chance.sample(_PEOPLE, seats))
    # In one book an id means one rule set.
    rules = first.rules.model_copy(update={"id": f"house-{sorted(RULE_SETS).index(name)}@1"})
    stake = chance.choice(_STAKES)
    opening = replace(first, record=record, rules=rules, players=players, stake=stake)
    back_and_forth = list(_back_and_forth(events, chance))
    course = [*_reported(opening, chance), *_left(_seen(back_and_forth, chance), seats, chance)]
    return [opening, *course, *_disputed([opening, *course], chance)]


def _reported(opening: GameOpened, chance: Random) -> Iterator[Event]:
    """Rounds before all others of which only the result is known; some are taken back."""
    table, score = table_for(opening.rules.play, len(opening.players)), opening.rules.score
    while chance.random() < 0.4:
        figures = tuple(chance.randrange(1, 30) for _ in range(table.seats))
        report = RoundReported(winners=chance.choice([*table.sides, ()]), ended="blocked")
        if report.winners and chance.random() < 0.7:
            report = replace(report, ended="out" if chance.random() < 0.5 else None)
        by_side = figures[: len(table.sides)]
        without = report if score.points == "none" else replace(report, points=by_side)
        pips = replace(report, pips=figures)
        yield chance.choice([without, pips, replace(report, pips=by_side)])
        if chance.random() < 0.2:
            yield DealUndone()


def _with_other_rules_for_left_games(rules: RuleSet, chance: Random) -> RuleSet:
    """The rules, sometimes with the other way to count games that were left."""
    if chance.random() < 0.7:
        return rules
    other = {"forfeited": "void", "abandoned": "as-it-stands"}
    return rules.model_copy(update={"score": rules.score.model_copy(update=other)})


def _disputed(events: list[Event], chance: Random) -> Iterator[Event]:
    """Steps of disputes, valid or not."""
    game = fold(events)
    for event in _named(game, chance):
        game = evolve_game(game, event)
        yield event
    for _ in range(chance.choice([0, 30, 60])):
        for event in said_of(game, chance):
            game = evolve_game(game, event)
            yield event


def _named(game: Game, chance: Random) -> Iterator[Event]:
    """Rulings that uphold some irregular rounds and name the blocker of some blocked ones."""
    number = 1 + max((said.dispute for said in game.desk), default=0)
    remedies: list[Remedy] = []
    for at, round in enumerate(game.rounds):
        if not round.regular and chance.random() < 0.6:
            remedies.append(Uphold(round=at))
        if round.ended == "blocked" and chance.random() < 0.5:
            blocker = chance.choice([None, *range(game.table.seats)])
            remedies.append(NameBlocker(round=at, blocker=blocker))
    if remedies:
        yield DisputeOpened(dispute=number, by=ANA, claim="no")
        yield RulingMade(dispute=number, by=ARBITER, remedies=tuple(remedies))


def _back_and_forth(events: Sequence[Event], chance: Random) -> Iterator[Event]:
    """The events; acts, and the events that follow from them, are sometimes undone and repeated.

    So are deals.
    """
    last: list[Event] = []
    for event in events:
        yield event
        if isinstance(event, RoundDealt) and chance.random() < 0.1:
            yield from (DealUndone(), event)
        last = [event] if isinstance(event, _ACTS) else [*last, event]
        if isinstance(event, RoundDealt) or not _is_of_an_act(last):
            last = []
        elif chance.random() < 0.02:
            yield ActUndone()
            yield from last
        elif chance.random() < 0.01:
            seat = chance.randrange(2)
            yield from (TurnLost(seat=seat, cause="time"), PlayPaused(), PlayResumed(), ActUndone())


def _is_of_an_act(events: Sequence[Event]) -> bool:
    """An act, or an act and the end of the round that follows from it."""
    return (
        len(events) <= 2
        and isinstance(events[0], _ACTS)
        and all(type(event).__name__ in {"RoundWon", "RoundBlocked"} for event in events[1:])
    )


def _seen(events: list[Event], chance: Random) -> list[Event]:
    """The events, or the events with unseen tiles; then the winner is unknown."""
    if chance.random() < 0.7:
        return events
    return [event for event in unseen(events) if not isinstance(event, GameWon)]


def _left(events: list[Event], seats: int, chance: Random) -> list[Event]:
    """The events, or the events up to a forfeit or abandonment, unless the game was won before."""
    if chance.random() < 0.6:
        return events
    events = events[: chance.randrange(len(events) + 1)]
    if any(isinstance(event, GameWon) for event in events):
        return events
    left = GameForfeited(seat=chance.randrange(seats)), GameAbandoned(reason="rain")
    return [*events, chance.choice(left)]


class Tables:
    """A book to which these games are added piece by piece."""

    def __init__(self, directory: Path, seed: int, games: int = 8) -> None:
        self._chance = Random(seed)
        self.book: Book = new_book(directory)
        self._coming = [troubled(f"game {number}", self._chance) for number in range(games)]
        self._begun: dict[int, UUID] = {}

    def go_on(self) -> bool:
        """Record some more events; False if none is left."""
        chance = self._chance
        for number, events in enumerate(self._coming):
            some = chance.choice([0, 1, 3, 40, 400])
            if events and some:
                self._record(number, events[:some])
                del events[:some]
        return any(self._coming)

    def _record(self, number: int, events: Sequence[Event]) -> None:
        if number not in self._begun:
            self._begun[number] = add(self.book, events)
        else:
            self.book.append(self.book.stream(self._begun[number]), events)
