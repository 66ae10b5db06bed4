"""The state of a game, how each event changes it, and who has won."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, get_args

from ..disputes.events import DeskEvent, RulingMade
from ..disputes.remedies import ReplayRound
from ..disputes.rulings_in_force import (
    NO_DECREES,
    NO_ROUND_DECREES,
    GameDecrees,
    RoundDecrees,
    decrees,
    facts_under,
    score_under,
)
from ..events import (
    DealUndone,
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
from ..round.facts import RoundFacts
from ..round.lead import lead_rule, tiles_to_lead
from ..round.state import Round, evolve, evolve_in_place, new_round, union
from ..rules.rule_set import Lead, Score
from ..rules.table import Table, table_for
from ..scoring.score import RoundScore, Standing, score_round, standing
from ..seats import Sides
from ..tiles import tile_set
from .abandonment import counts_for_nothing, standing_when_abandoned, waits_no_longer

_OF_A_ROUND: tuple[type[RoundEvent], ...] = get_args(RoundEvent)
_OF_THE_DESK: tuple[type[DeskEvent], ...] = get_args(DeskEvent)


@dataclass(frozen=True)
class JudgedRound:
    """A round with its facts and score, computed on first use."""

    round: Round
    rules: Score
    sides: Sides
    decreed: RoundDecrees = NO_ROUND_DECREES

    @property
    def void(self) -> bool:
        """The deal was void, or an arbiter made the round void."""
        return self.decreed.void or self.round.ended == "void"

    @cached_property
    def facts(self) -> RoundFacts:
        """The facts of the round so far, with what an arbiter ordered."""
        return facts_under(self.round, self.decreed)

    @cached_property
    def score(self) -> RoundScore | None:
        """None if the round is not settled: void, unfinished, irregular, or with unknown pips."""
        if not self.facts.settled:
            return None
        found = score_round(self.rules, self.sides, self.facts)
        return score_under(found, self.sides, self.decreed)


class _Moment(NamedTuple):
    opened: GameOpened
    table: Table
    before: tuple[JudgedRound, ...]
    """Every round before the current one, void deals included."""
    current: Round | None
    noted: tuple[IrregularityNoted, ...]
    """Irregularities of the game itself, noted before its first round."""
    won: GameWon | None
    abandoned: GameAbandoned | GameForfeited | None
    """The game was broken off, or a seat gave up."""
    paused: bool = False
    desk: tuple[DeskEvent, ...] = ()
    """Disputes and rulings, including those about earlier versions of the game."""
    earlier: tuple["Game", ...] = ()
    """The superseded versions, oldest first."""


class Game(_Moment):
    """A game at one moment."""

    # No `__slots__`: cached properties need a `__dict__`.

    @cached_property
    def judged(self) -> tuple[JudgedRound, ...]:
        """All rounds, the current one included."""
        return self.before if self.current is None else (*self.before, judge(self, self.current))

    @property
    def running(self) -> Round | None:
        """The round that is being played."""
        current = self.current
        if current is None or current.ended is not None or self.over:
            return None
        return None if self.judged[-1].void else current

    @property
    def played_out(self) -> bool:
        """One round is a game, and it was dealt; it may still be unsettled."""
        return self.opened.rules.score.target is None and not all(
            judged.void for judged in self.judged
        )

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the current one included."""
        before = tuple(judged.round for judged in self.before)
        return before if self.current is None else (*before, self.current)

    @cached_property
    def decrees(self) -> GameDecrees:
        """The orders of the rulings in force."""
        return decrees(self.desk, self.table.sides) if self.desk else NO_DECREES

    @property
    def over(self) -> bool:
        """No further round may be dealt."""
        return self.won is not None or self.abandoned is not None or self.decrees.void


def judge(game: Game, round: Round) -> JudgedRound:
    """This round as the one after `Game.before`, with the rulings on it."""
    decreed = game.decrees.of(len(game.before))
    return JudgedRound(round, game.opened.rules.score, game.table.sides, decreed)


def open_game(opened: GameOpened) -> Game:
    """The game before its first deal; KeyError if the rules do not allow this number of seats."""
    table = table_for(opened.rules.play, len(opened.players))
    return Game(opened, table, (), None, (), None, None)


def evolve_game(game: Game, event: Event) -> Game:
    """The game after this event, which is not checked."""
    if isinstance(event, _OF_THE_DESK):
        after = game._replace(desk=(*game.desk, event))
        return _ruled(after, event) if isinstance(event, RulingMade) else after
    if game.current is not None and isinstance(event, _OF_A_ROUND):
        return game._replace(current=evolve(game.current, event))
    match event:
        case GameOpened():
            return open_game(event)
        case RoundDealt() | DealUndone():
            return _dealt(game, event)
        case GameWon():
            return game._replace(won=event)
        case GameAbandoned() | GameForfeited():
            return game._replace(abandoned=event)
        case PlayPaused() | PlayResumed():
            return game._replace(paused=isinstance(event, PlayPaused))
        case GameAmended():
            reopened = open_game(event.opening)
            return reopened._replace(desk=game.desk, earlier=(*game.earlier, game))
        case IrregularityNoted():
            return game._replace(noted=(*game.noted, event))
        case _:
            raise ValueError(f"{event.TOPIC} before the first deal")


def _dealt(game: Game, event: RoundDealt | DealUndone) -> Game:
    """The game with one more round, or without the last one."""
    if isinstance(event, RoundDealt):
        lead = tiles_to_lead(lead_rule_of(game), union(map(tile_set, event.hands)))
        return game._replace(before=game.judged, current=new_round(game.table, event, lead))
    if game.current is None:
        raise ValueError(f"{event.TOPIC} before the first deal")
    last = game.before[-1].round if game.before else None
    return game._replace(before=game.before[:-1], current=last)


def _ruled(game: Game, ruling: RulingMade) -> Game:
    """The game with all rounds judged again.

    If a round must be replayed and nobody has won without it, the game is no longer won.
    """
    before = tuple(
        replace(judged, decreed=game.decrees.of(number))
        for number, judged in enumerate(game.before)
    )
    after = game._replace(before=before)
    replay = any(isinstance(remedy, ReplayRound) for remedy in ruling.remedies)
    return after._replace(won=None) if replay and winners_of(after) is None else after


def fold(events: Iterable[Event]) -> Game:
    """The game after these events; the first must open it."""
    stream = iter(events)
    opened = next(stream)
    if not isinstance(opened, GameOpened):
        raise ValueError(f"a game begins with {GameOpened.TOPIC}, not with {opened.TOPIC}")
    game, round = open_game(opened), None
    for event in stream:
        if round is not None and isinstance(event, _OF_A_ROUND):
            evolve_in_place(round, event)  # Safe: this function owns the only reference.
        else:
            game = evolve_game(game._replace(current=round), event)
            round = game.current
    return game._replace(current=round)


def standing_of(game: Game) -> Standing:
    """The standing under the game's own rules; unsettled rounds count for nothing."""
    return _standing(game, () if game.decrees.void else game.judged)


def winners_of(game: Game) -> tuple[Seat, ...] | None:
    """The winners; None if the game is undecided."""
    undecided = game.decrees.void or waits(game, (judged.facts for judged in game.judged))
    return None if undecided else _standing(game, game.judged).winners


def waits(game: Game, rounds: Iterable[RoundFacts]) -> bool:
    """The winner depends on a ruling or on unseen tiles."""
    waiting = [facts for facts in rounds if facts.waiting]
    irregular = bool(game.noted) or any(not facts.regular for facts in waiting)
    sides, rules = game.table.sides, game.opened.rules.score
    unseen = bool(waiting) and not waits_no_longer(game.abandoned, rules, sides)
    return not game.decrees.void and (irregular or unseen)


def round_waits(game: Game, rules: Score, facts: RoundFacts) -> bool:
    """The result of the round depends on a ruling or on unseen tiles."""
    return facts.waiting and not is_void(game, rules) and waits(game, [facts])


def _standing(game: Game, rounds: tuple[JudgedRound, ...]) -> Standing:
    scores = (judged.score for judged in rounds if judged.score is not None)
    return standing_under(game, game.opened.rules.score, scores)


def standing_under(game: Game, rules: Score, scores: Iterable[RoundScore]) -> Standing:
    """The standing with these scores and the effect of a forfeit."""
    sides = game.table.sides
    return standing_when_abandoned(game.abandoned, rules, sides, standing(rules, sides, scores))


def is_void(game: Game, rules: Score) -> bool:
    """The game counts for nothing, by a ruling or because it was abandoned under these rules."""
    return game.decrees.void or counts_for_nothing(game.abandoned, rules)


def lead_rule_of(game: Game) -> Lead:
    """The rule for the lead of the next round: the first round may have its own."""
    return lead_rule(game.opened.rules.play, first=all(judged.void for judged in game.judged))
