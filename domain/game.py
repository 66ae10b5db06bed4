"""A game: rounds up to a target. The state, how each event changes it, and what comes next."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, assert_never, get_args

from .desk_events import DeskEvent
from .events import (
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundDealt,
    RoundEvent,
    Seat,
)
from .facts import RoundFacts, facts_of
from .lead import ANY_TILE, holders, lead_rule, tiles_to_lead
from .round import Round, evolve, happen, new_round, union
from .rules import Lead, Score
from .score import RoundScore, Standing, score_round, standing
from .seats import Sides
from .table import Table, table_for
from .tiles import Tiles, tile_set

_OF_A_ROUND: tuple[type[RoundEvent], ...] = get_args(RoundEvent)
_OF_THE_DESK: tuple[type[DeskEvent], ...] = get_args(DeskEvent)


@dataclass(frozen=True)
class Judged:
    """A round, and the ruling on it under the rules in force: found when first asked for."""

    round: Round
    rules: Score
    sides: Sides

    @cached_property
    def facts(self) -> RoundFacts:
        """What is left of the round, as far as it went."""
        return facts_of(self.round)

    @cached_property
    def score(self) -> RoundScore | None:
        """None where the round is not settled: void, broken off, or irregular."""
        return score_round(self.rules, self.sides, self.facts) if self.facts.settled else None


class _Moment(NamedTuple):
    opened: GameOpened
    table: Table
    before: tuple[Judged, ...]
    """Every round before the current one, void deals included."""
    current: Round | None
    noted: tuple[IrregularityNoted, ...]
    """Irregularities of the game itself, noted before its first round."""
    won: GameWon | None
    abandoned: GameAbandoned | GameForfeited | None
    """It was broken off, or a seat gave it up."""
    paused: bool = False
    desk: tuple[DeskEvent, ...] = ()
    """What was said about the game at the arbiter's desk, whatever version it was about."""
    earlier: tuple["Game", ...] = ()
    """The versions that were superseded, the first first."""


class Game(_Moment):
    """A game at one moment."""

    # No `__slots__`: what is asked for several times between two rounds is kept.

    @cached_property
    def judged(self) -> tuple[Judged, ...]:
        """All rounds, the current one as far as it went."""
        return self.before if self.current is None else (*self.before, judge(self, self.current))

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the current one included."""
        before = tuple(judged.round for judged in self.before)
        return before if self.current is None else (*before, self.current)

    @property
    def over(self) -> bool:
        """No further round may be dealt."""
        return self.won is not None or self.abandoned is not None


def judge(game: Game, round: Round) -> Judged:
    """A round of this game with the ruling on it."""
    return Judged(round, game.opened.rules.score, game.table.sides)


def open_game(opened: GameOpened) -> Game:
    """The game before its first deal; KeyError where the rules do not seat that many."""
    table = table_for(opened.rules.play, len(opened.players))
    return Game(opened, table, (), None, (), None, None)


def evolve_game(game: Game, event: Event) -> Game:
    """The game after this event, which is trusted."""
    if isinstance(event, _OF_THE_DESK):
        return game._replace(desk=(*game.desk, event))
    if game.current is not None and isinstance(event, _OF_A_ROUND):
        return game._replace(current=evolve(game.current, event))
    match event:
        case GameOpened():
            return open_game(event)
        case RoundDealt():
            lead = tiles_to_lead(_lead_rule(game), tile_set(chain.from_iterable(event.hands)))
            return game._replace(before=game.judged, current=new_round(game.table, event, lead))
        case GameWon():
            return game._replace(won=event)
        case GameAbandoned() | GameForfeited():
            return game._replace(abandoned=event)
        case PlayPaused() | PlayResumed():
            return game._replace(paused=isinstance(event, PlayPaused))
        case GameAmended():
            again = open_game(event.opening)
            return again._replace(desk=game.desk, earlier=(*game.earlier, game))
        case IrregularityNoted():
            return game._replace(noted=(*game.noted, event))
        case _:
            raise ValueError(f"{event.TOPIC} before the first deal")


def fold(events: Iterable[Event]) -> Game:
    """The game that these events, beginning with its opening, tell of."""
    stream = iter(events)
    opened = next(stream)
    if not isinstance(opened, GameOpened):
        raise ValueError(f"a game begins with {GameOpened.TOPIC}, not with {opened.TOPIC}")
    game, round = open_game(opened), None
    for event in stream:
        if round is not None and isinstance(event, _OF_A_ROUND):
            happen(round, event)  # No new round and no new game for each: nobody else has them.
        else:
            game = evolve_game(game._replace(current=round), event)
            round = game.current
    return game._replace(current=round)


def standing_of(game: Game) -> Standing:
    """Where the game stands under the rules in force; unsettled rounds count for nothing."""
    return _standing(game, game.judged)


def winners_of(game: Game) -> tuple[Seat, ...] | None:
    """The seats that have won the game, None while nobody has.

    While a round waits for a ruling, or for tiles that nobody saw, nobody can say who has won.
    """
    rounds = game.judged
    waiting = any(judged.facts.waiting for judged in rounds)
    return None if waiting else _standing(game, rounds).winners


def _standing(game: Game, rounds: tuple[Judged, ...]) -> Standing:
    scores = (judged.score for judged in rounds if judged.score is not None)
    return standing(game.opened.rules.score, game.table.sides, scores)


class NextLead(NamedTuple):
    """Who leads the next round, and which tiles may be led."""

    seats: frozenset[Seat]
    """The seats that may lead; empty where the deal is void."""
    tiles: Tiles


def next_lead(game: Game, hands: tuple[Tiles, ...]) -> NextLead:
    """Who may lead a round dealt like this, after the rounds so far (docs/rules/play.md)."""
    tiles = tiles_to_lead(_lead_rule(game), union(hands))
    if tiles != ANY_TILE:
        return NextLead(holders(hands, tiles, game.table.tiles), tiles)
    last = next((last for last in reversed(game.judged) if last.facts.ended != "void"), None)
    seat = None if last is None else leader_after(game, last)
    everyone = frozenset(range(game.table.seats))
    return NextLead(everyone if seat is None else frozenset({seat}), tiles)


def leader_after(game: Game, judged: Judged) -> Seat | None:
    """Who leads after such a round by its result; None where the rules or the facts do not say."""
    facts, next_seat = judged.facts, game.table.next_seat
    last = facts.last_to_lay
    if not (facts.regular and facts.over) or facts.leader is None or last is None:
        return None
    winners = None if judged.score is None else judged.score.winners
    match game.opened.rules.play.next_lead:
        case "same-rule":
            return None
        case "rotate":
            return next_seat[facts.leader]
        case "last-to-lay" if facts.out is not None:
            return facts.out
        case "winner" | "last-to-lay" if winners is None:
            return None  # Who won depends on tiles that nobody saw.
        case "winner":
            clockwise = game.table.clockwise_from(facts.leader)
            return next((seat for seat in clockwise if seat in winners), facts.leader)
        case "last-to-lay":
            if not winners:
                return facts.leader
            return last if last in winners else next_seat[last]
        case rule:
            assert_never(rule)


def leader_of_next_game(game: Game) -> Seat | None:
    """Who leads the game after this one by its last round; None where nobody can say."""
    return leader_after(game, game.judged[-1]) if game.judged else None


def _lead_rule(game: Game) -> Lead:
    last = game.current
    first = last is None or (
        last.ended == "void" and all(judged.facts.ended == "void" for judged in game.before)
    )
    return lead_rule(game.opened.rules.play, first=first)
