"""A game: rounds up to a target. The state, how each event changes it, and who has won."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, get_args

from ..disputes.events import DeskEvent, RulingMade
from ..disputes.remedies import ReplayRound
from ..disputes.rulings_in_force import (
    NO_DECREES,
    NOTHING_DECREED,
    Decreed,
    Decrees,
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
from ..round.state import Round, evolve, happen, new_round, union
from ..rules.rule_set import Lead, Score
from ..rules.table import Table, table_for
from ..scoring.score import RoundScore, Standing, score_round, standing
from ..seats import Sides
from ..tiles import tile_set
from .abandonment import counts_for_nothing, standing_when_left, waits_no_longer

_OF_A_ROUND: tuple[type[RoundEvent], ...] = get_args(RoundEvent)
_OF_THE_DESK: tuple[type[DeskEvent], ...] = get_args(DeskEvent)


@dataclass(frozen=True)
class Judged:
    """A round, and the ruling on it under the rules in force: found when first asked for."""

    round: Round
    rules: Score
    sides: Sides
    decreed: Decreed = NOTHING_DECREED

    @property
    def void(self) -> bool:
        """It is no round: nobody held the tile that must lead, or an arbiter ordered so."""
        return self.decreed.void or self.round.ended == "void"

    @cached_property
    def facts(self) -> RoundFacts:
        """What is left of the round, as far as it went, with what an arbiter ordered."""
        return facts_under(self.round, self.decreed)

    @cached_property
    def score(self) -> RoundScore | None:
        """None where the round is not settled: void, broken off, or irregular."""
        if not self.facts.settled:
            return None
        found = score_round(self.rules, self.sides, self.facts)
        return score_under(found, self.sides, self.decreed)


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
    def running(self) -> Round | None:
        """The round that is being played."""
        current = self.current
        if current is None or current.ended is not None or self.over:
            return None
        return None if self.judged[-1].void else current

    @property
    def played_out(self) -> bool:
        """One round is a game here, and it was dealt; it need not be settled."""
        return self.opened.rules.score.target is None and not all(each.void for each in self.judged)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the current one included."""
        before = tuple(judged.round for judged in self.before)
        return before if self.current is None else (*before, self.current)

    @cached_property
    def decrees(self) -> Decrees:
        """What the rulings in force order."""
        return decrees(self.desk, self.table.sides) if self.desk else NO_DECREES

    @property
    def over(self) -> bool:
        """No further round may be dealt."""
        return self.won is not None or self.abandoned is not None or self.decrees.void


def judge(game: Game, round: Round) -> Judged:
    """A round dealt after `before`, with the ruling on it."""
    decreed = game.decrees.of(len(game.before))
    return Judged(round, game.opened.rules.score, game.table.sides, decreed)


def open_game(opened: GameOpened) -> Game:
    """The game before its first deal; KeyError where the rules do not seat that many."""
    table = table_for(opened.rules.play, len(opened.players))
    return Game(opened, table, (), None, (), None, None)


def evolve_game(game: Game, event: Event) -> Game:
    """The game after this event, which is trusted."""
    if isinstance(event, _OF_THE_DESK):
        heard = game._replace(desk=(*game.desk, event))
        return _ruled(heard, event) if isinstance(event, RulingMade) else heard
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
            again = open_game(event.opening)
            return again._replace(desk=game.desk, earlier=(*game.earlier, game))
        case IrregularityNoted():
            return game._replace(noted=(*game.noted, event))
        case _:
            raise ValueError(f"{event.TOPIC} before the first deal")


def _dealt(game: Game, event: RoundDealt | DealUndone) -> Game:
    """The game with one round more, or as before the last deal."""
    if isinstance(event, RoundDealt):
        lead = tiles_to_lead(lead_rule_of(game), union(map(tile_set, event.hands)))
        return game._replace(before=game.judged, current=new_round(game.table, event, lead))
    if game.current is None:
        raise ValueError(f"{event.TOPIC} before the first deal")
    last = game.before[-1].round if game.before else None
    return game._replace(before=game.before[:-1], current=last)


def _ruled(game: Game, ruling: RulingMade) -> Game:
    """The game with all rounds judged anew.

    Where a round is to be played again, and without it nobody has won, the game goes on.
    """
    ordered = game.decrees
    before = tuple(
        replace(judged, decreed=ordered.of(number)) for number, judged in enumerate(game.before)
    )
    after = game._replace(before=before)
    again = any(isinstance(remedy, ReplayRound) for remedy in ruling.remedies)
    return after._replace(won=None) if again and winners_of(after) is None else after


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
    return _standing(game, () if game.decrees.void else game.judged)


def winners_of(game: Game) -> tuple[Seat, ...] | None:
    """The seats that have won the game, None while nobody has, or nobody can say."""
    undecided = game.decrees.void or waits(game, (judged.facts for judged in game.judged))
    return None if undecided else _standing(game, game.judged).winners


def waits(game: Game, rounds: Iterable[RoundFacts]) -> bool:
    """Nobody can say who wins before something is ruled on, or more is known of unseen tiles."""
    waiting = [facts for facts in rounds if facts.waiting]
    irregular = bool(game.noted) or any(not facts.regular for facts in waiting)
    sides, rules = game.table.sides, game.opened.rules.score
    unseen = bool(waiting) and not waits_no_longer(game.abandoned, rules, sides)
    return not game.decrees.void and (irregular or unseen)


def round_waits(game: Game, rules: Score, facts: RoundFacts) -> bool:
    """Nobody can say yet what came of the round; one that waits no longer counts for nothing."""
    return facts.waiting and not is_void(game, rules) and waits(game, [facts])


def _standing(game: Game, rounds: tuple[Judged, ...]) -> Standing:
    scores = (judged.score for judged in rounds if judged.score is not None)
    return standing_under(game, game.opened.rules.score, scores)


def standing_under(game: Game, rules: Score, scores: Iterable[RoundScore]) -> Standing:
    """Where the game stands with these scores; where a seat gave it up, others may win by that."""
    sides = game.table.sides
    return standing_when_left(game.abandoned, rules, sides, standing(rules, sides, scores))


def is_void(game: Game, rules: Score) -> bool:
    """The game counts for nothing: an arbiter ordered so, or it was left, and its rules say so."""
    return game.decrees.void or counts_for_nothing(game.abandoned, rules)


def lead_rule_of(game: Game) -> Lead:
    """Which tile leads the next round: another rule may hold for the first."""
    return lead_rule(game.opened.rules.play, first=all(judged.void for judged in game.judged))
