"""The state of a game, how each event changes it, and who has won."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice, takewhile
from typing import Generic, NamedTuple, Self, TypeVar

from ..disputes.events import DisputeEvent, DisputeOpened, RulingMade
from ..events import (
    ActUndone,
    DealUndone,
    EntrySigned,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameLeft,
    GameOpened,
    GameWon,
    IrregularityNoted,
    PlayPaused,
    PlayResumed,
    RoundBegun,
    RoundDealt,
    RoundEvent,
    RoundReported,
    Seat,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
)
from ..facts import RoundFacts
from ..round.lead import ANY_TILE, double_of_round, tiles_to_lead
from ..round.state import Goal, Round, evolve, evolve_in_place, new_round, reported_round, union
from ..rules.score import Score
from ..rules.table import Table, table_for
from ..scoring.bonuses import Bonus
from ..scoring.score import (
    NOTHING_BEFORE,
    Before,
    RoundScore,
    bonuses_in,
    is_played_again,
    score_settled,
    worth_in_play,
)
from ..scoring.standing import (
    Progress,
    Standing,
    after_abandonment,
    after_forfeit,
    standing_at_first,
)
from ..seats import Sides
from ..tiles import Tile, Tiles, tile_set
from .decrees import (
    NO_DECREES,
    NO_ROUND_DECREES,
    GameDecrees,
    RoundDecrees,
    decrees,
    facts_under,
    fine_under,
    score_under,
)
from .lead_after import LeadAfter, lead_after


@dataclass(frozen=True)
class JudgedRound:
    """A round with its facts and score, computed on first use."""

    round: Round
    rules: Score
    sides: Sides
    decreed: RoundDecrees = NO_ROUND_DECREES
    before: Before = field(default=NOTHING_BEFORE, compare=False)

    @property
    def void(self) -> bool:
        """The deal was void, or an arbiter made the round void."""
        return self.decreed.void or self.round.ended == "void"

    @property
    def again(self) -> bool:
        """It ended in a tie, and by the rules it is no round."""
        return self.rules.tied == "play-again" and self._ended_again

    @cached_property
    def _ended_again(self) -> bool:
        over = self.round.ended is not None and self.facts.settled
        return over and is_played_again(self.rules, self.sides, self.facts)

    @cached_property
    def facts(self) -> RoundFacts:
        """The facts of the round so far, with what an arbiter ordered."""
        return facts_under(self.round, self.decreed, self.rules)

    @cached_property
    def score(self) -> RoundScore | None:
        """None if it is not settled, or if only its result is known, which lacks what is needed."""
        if not self.facts.settled:
            return None
        found = score_settled(self.rules, self.sides, self.facts, self.before)
        return None if found is None else score_under(found, self.sides, self.decreed)

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """The bonuses among its points; none if an arbiter put others in their place."""
        if self.score is None or self.decreed.points is not None:
            return ()
        return bonuses_in(self.rules, self.round.table, self.facts, self.before)

    @property
    def fine(self) -> tuple[int, ...] | None:
        """By side, the points of penalties beside a round that they void; None without any."""
        return fine_under(self.rules, self.sides, self.decreed)


class Totals(NamedTuple):
    """What the rounds of a game amount to, counted round by round."""

    standing: Standing
    """Under the game's own rules, without the effect of how the game was left."""
    waiting: bool = False
    """The result of some round depends on a ruling or on unseen tiles."""
    irregular: bool = False
    """The result of some round depends on a ruling."""
    before: Before = NOTHING_BEFORE
    """What the score of the next round may depend on."""

    def after(self, judged: JudgedRound) -> "Totals":
        """The totals with one more round."""
        facts, so_far = judged.facts, Progress(self.standing, self.before)
        stands, before = so_far.after(
            judged.rules, judged.sides, judged.score, judged.fine, facts.in_play_from_ten
        )
        irregular = facts.waiting and not facts.regular
        return Totals(stands, self.waiting or facts.waiting, self.irregular or irregular, before)


T = TypeVar("T")


@dataclass(frozen=True, eq=False, repr=False)
class _Linked(Generic[T]):  # noqa: PLW1641 - rounds have no hash either
    """A linked list, so that each state of a game shares what came before. Equal by its items.

    Nothing here recurses: a game may have thousands of rounds and disputes.
    """

    last: T
    earlier: Self | None

    @property
    def all(self) -> Iterator[Self]:
        """This and all earlier ones, newest first."""
        linked: Self | None = self
        while linked is not None:
            yield linked
            linked = linked.earlier

    def in_order(self) -> tuple[T, ...]:
        """The items, oldest first."""
        return tuple(each.last for each in self.all)[::-1]

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.in_order() == other.in_order()

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.in_order()}"


@dataclass(frozen=True, eq=False, repr=False)
class Played(_Linked[JudgedRound]):
    """The rounds of a game up to one of them, with their totals."""

    number: int
    """Of the last round, from 0; void deals are counted."""
    valid: tuple[int, JudgedRound] | None
    """The last round that is neither void nor played again, and its number."""
    led: JudgedRound | None
    """The last round that is not void; it may be one that is played again."""
    rounds: int
    """The number of rounds that are neither void nor played again."""
    decrees: GameDecrees
    """The orders that all these rounds were judged under."""

    @cached_property
    def totals(self) -> Totals:
        """What these rounds amount to."""
        earlier, judged = self.earlier, self.last
        if earlier is None:
            return Totals(standing_at_first(judged.rules, judged.sides)).after(judged)
        uncounted = takewhile(lambda each: "totals" not in vars(each), earlier.all)
        for each in reversed(list(uncounted)):  # Oldest first, which keeps recursion flat.
            _ = each.totals
        return earlier.totals.after(judged)


def _played(earlier: Played | None, judged: JudgedRound, decrees: GameDecrees) -> Played:
    """These rounds and one more."""
    number, valid, led, rounds = (
        (0, None, None, 0)
        if earlier is None
        else (earlier.number + 1, earlier.valid, earlier.led, earlier.rounds)
    )
    if judged.rules.asks_what_was_before and earlier is not None:
        judged = replace(judged, before=earlier.totals.before)
    if not judged.void:
        led = judged
        if not judged.again:
            valid, rounds = (number, judged), rounds + 1
    return Played(judged, earlier, number, valid, led, rounds, decrees)


@dataclass(frozen=True, eq=False, repr=False)
class Said(_Linked[DisputeEvent]):
    """The events of disputes, up to one of them."""

    disputes: int
    """The number of disputes opened."""


@dataclass(frozen=True)
class Ruled:
    """The events of disputes up to the last ruling, and what the rulings order."""

    said: Said | None = field(compare=False)
    sides: Sides

    @cached_property
    def decrees(self) -> GameDecrees:
        """The orders of the rulings in force."""
        return decrees(() if self.said is None else self.said.in_order(), self.sides)


class _Moment(NamedTuple):
    opened: GameOpened
    table: Table
    past: Played | None
    """Every round before the current one, as judged when the current one was dealt."""
    current: Round | None
    noted: tuple[IrregularityNoted, ...]
    """Irregularities of the game itself, recorded before its first round."""
    won: GameWon | None
    abandoned: GameLeft | None
    """The game was broken off, or a seat gave up."""
    paused: bool = False
    said: Said | None = None
    """Disputes and rulings, including those about earlier versions of the game."""
    ruled: Ruled | None = None
    """Those of them that are rulings."""
    earlier: tuple["Game", ...] = ()
    """The superseded versions, oldest first."""
    committed: ShuffleCommitted | None = None
    """The seeds that the next deal can be made with."""
    shuffles: tuple[tuple[int, ShuffleCommitted], ...] = ()
    """The indices of the rounds that the program dealt, each with what was committed to."""


class Game(_Moment):
    """A game at one moment."""

    # No `__slots__`: cached properties need a `__dict__`.

    @cached_property
    def before(self) -> Played | None:
        """Every round before the current one, under the rulings in force."""
        past, decrees = self.past, self.decrees
        if past is None or past.decrees is decrees:
            return past
        again: Played | None = None
        for judged in past.in_order():
            decreed = decrees.of(0 if again is None else again.number + 1)
            changed = judged if decreed == judged.decreed else replace(judged, decreed=decreed)
            again = _played(again, changed, decrees)
        return again

    @cached_property
    def played(self) -> Played | None:
        """All rounds, the current one included; None before the first deal."""
        before, current = self.before, self.current
        if current is None:
            return before
        number = 0 if before is None else before.number + 1
        rules, decrees = self.opened.rules.score, self.decrees
        judged = JudgedRound(current, rules, self.table.sides, decrees.of(number))
        return _played(before, judged, decrees)

    @cached_property
    def judged(self) -> tuple[JudgedRound, ...]:
        """All rounds, the current one included."""
        return () if self.played is None else self.played.in_order()

    def shuffle_of(self, number: int) -> ShuffleCommitted | None:
        """What was committed to for this round, if the program dealt it by seeds."""
        return dict(self.shuffles).get(number)

    def judged_round(self, number: int) -> JudgedRound:
        """The round with this index, of those dealt. Fastest for the newest."""
        assert self.played is not None
        newest_first = self.played.all
        return next(islice(newest_first, self.played.number - number, None)).last

    @property
    def totals(self) -> Totals:
        """What all rounds amount to so far."""
        if self.played is None:
            return Totals(standing_at_first(self.opened.rules.score, self.table.sides))
        return self.played.totals

    @property
    def running(self) -> Round | None:
        """The round that is being played."""
        played = self.played
        if played is None or played.last.round.ended is not None or self.over:
            return None
        return None if played.last.void else played.last.round

    @property
    def played_out(self) -> bool:
        """One round is a game, and it was dealt; it may still be unsettled."""
        return self.opened.rules.score.one_round and self.last_valid is not None

    @property
    def last_valid(self) -> JudgedRound | None:
        """The last round that is not void."""
        valid = None if self.played is None else self.played.valid
        return None if valid is None else valid[1]

    @property
    def dealt(self) -> int:
        """The number of rounds, void deals and the current round included."""
        return 0 if self.played is None else self.played.number + 1

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the current one included."""
        return tuple(judged.round for judged in self.judged)

    @property
    def desk(self) -> tuple[DisputeEvent, ...]:
        """Disputes and rulings in order, including those about earlier versions of the game."""
        return () if self.said is None else self.said.in_order()

    @property
    def disputes(self) -> int:
        """The number of disputes opened."""
        return 0 if self.said is None else self.said.disputes

    @property
    def decrees(self) -> GameDecrees:
        """The orders of the rulings in force."""
        return NO_DECREES if self.ruled is None else self.ruled.decrees

    @property
    def over(self) -> bool:
        """No further round may be dealt."""
        return self.won is not None or self.left_or_void

    @property
    def left_or_void(self) -> bool:
        """The game was abandoned, forfeited or made void. Then nothing in it can be undone."""
        return self.abandoned is not None or self.decrees.void


def open_game(opened: GameOpened) -> Game:
    """The game before its first deal; KeyError if the rules do not allow this number of seats."""
    table = table_for(opened.rules.play, len(opened.players))
    return Game(opened, table, None, None, (), None, None)


def evolve_game(game: Game, event: Event) -> Game:
    """The game after this event, which is not checked."""
    if isinstance(event, DisputeEvent):
        opened = game.disputes + isinstance(event, DisputeOpened)
        after = game._replace(said=Said(event, game.said, opened))
        return _ruled(after) if isinstance(event, RulingMade) else after
    if game.current is not None and isinstance(event, RoundEvent):
        game = game._replace(current=evolve(game.current, event))
        return _not_won(game) if isinstance(event, ActUndone) else game
    match event:
        case GameOpened():
            return open_game(event)
        case RoundDealt() | RoundReported() | DealUndone():
            return _dealt(game, event)
        case ShuffleCommitted() | ShuffleAborted():
            return game._replace(committed=event if isinstance(event, ShuffleCommitted) else None)
        case SeedsRecorded():
            return game
        case GameWon():
            return game._replace(won=event)
        case GameAbandoned() | GameForfeited():
            return game._replace(abandoned=event)
        case PlayPaused() | PlayResumed():
            return game._replace(paused=isinstance(event, PlayPaused))
        case GameAmended():
            again = open_game(event.opening)
            ruled = None if game.ruled is None else Ruled(game.said, again.table.sides)
            return again._replace(said=game.said, ruled=ruled, earlier=(*game.earlier, game))
        case IrregularityNoted():
            return game._replace(noted=(*game.noted, event))
        case EntrySigned():
            return game
        case _:
            raise ValueError(f"{event.TOPIC} before the first deal")


def _dealt(game: Game, event: RoundBegun | DealUndone) -> Game:
    """The game with one more round, or without the last one."""
    if isinstance(event, RoundDealt) and (game.committed or game.shuffles):
        others = tuple(each for each in game.shuffles if each[0] != game.dealt)
        this = () if game.committed is None else ((game.dealt, game.committed),)
        game = game._replace(shuffles=others + this)
    if game.committed is not None:
        game = game._replace(committed=None)
    if isinstance(event, RoundReported):
        return game._replace(past=game.played, current=reported_round(game.table, event))
    if isinstance(event, RoundDealt):
        lead = lead_of(game, union(map(tile_set, event.hands)))
        dealt = new_round(game.table, event, lead, _goal(game))
        return game._replace(past=game.played, current=dealt)
    if game.current is None:
        raise ValueError(f"{event.TOPIC} before the first deal")
    game = _not_won(game)
    if game.past is None:
        return game._replace(current=None)
    return game._replace(past=game.past.earlier, current=game.past.last.round)


def _goal(game: Game) -> Goal | None:
    """What wins the game in the middle of the next round, by the rounds so far."""
    rules = game.opened.rules.score
    if not game.table.play.win_in_play or rules.target is None:
        return None
    totals, seats = game.totals, game.table.seats
    scores = totals.standing.scores or (0,) * len(game.table.sides)
    came_in = totals.before.came_in or (0,) * seats
    out = 0 if rules.bonuses is None else rules.bonuses.out_points
    return Goal(
        tuple(rules.target - score for score in scores),
        tuple(map(bool, came_in)) if rules.to_get_in else (True,) * seats,
        worth=worth_in_play(rules),
        out=out if game.table.play.exact_target else None,
    )


def _not_won(game: Game) -> Game:
    """The game, open again after what decided it was undone or ruled otherwise."""
    return game if game.won is None else game._replace(won=None)


def _ruled(game: Game) -> Game:
    """The game under one more ruling; open again if nobody has won it now, and play goes on."""
    after = game._replace(ruled=Ruled(game.said, game.table.sides))
    if game.won is None or after.decrees.void or winners_of(after) is not None:
        return after
    replays = any(decreed.replay for decreed in after.decrees.rounds.values())
    return _not_won(after) if replays or not game.opened.rules.score.one_round else after


def fold(events: Iterable[Event]) -> Game:
    """The game after these events; the first must open it."""
    stream = iter(events)
    opened = next(stream)
    if not isinstance(opened, GameOpened):
        raise ValueError(f"a game begins with {GameOpened.TOPIC}, not with {opened.TOPIC}")
    game, round = open_game(opened), None
    for event in stream:
        if round is not None and isinstance(event, RoundEvent):
            evolve_in_place(round, event)  # Safe: this function owns the only reference.
            if isinstance(event, ActUndone):
                game = _not_won(game)
        else:
            game = evolve_game(game._replace(current=round), event)
            round = game.current
    return game._replace(current=round)


def standing_of(game: Game) -> Standing:
    """The standing under the game's own rules; unsettled rounds count for nothing."""
    if game.decrees.void:
        at_first = standing_at_first(game.opened.rules.score, game.table.sides)
        return as_left(game, game.opened.rules.score, at_first)
    return as_left(game, game.opened.rules.score, game.totals.standing)


def winners_of(game: Game) -> tuple[Seat, ...] | None:
    """The winners; None if the game is undecided."""
    totals = game.totals
    if game.decrees.void or _waits(game, waiting=totals.waiting, irregular=totals.irregular):
        return None
    return as_left(game, game.opened.rules.score, totals.standing).winners


def waits(game: Game, rounds: Iterable[RoundFacts]) -> bool:
    """The winner depends on a ruling or on unseen tiles."""
    waiting = [facts for facts in rounds if facts.waiting]
    irregular = any(not facts.regular for facts in waiting)
    return _waits(game, waiting=bool(waiting), irregular=irregular)


def _waits(game: Game, *, waiting: bool, irregular: bool) -> bool:
    """The winner of a game with such rounds depends on a ruling or on unseen tiles.

    Rounds with unseen tiles count for nothing once the game is left, by the rules of score it was
    played under; unless one round is a game, which that round has decided, or several sides could
    win by a forfeit, since the unseen tiles may decide which of them has most points.
    """
    left, rules = game.abandoned, game.opened.rules.score
    decided = isinstance(left, GameAbandoned) or (left is not None and len(game.table.sides) == 2)
    unseen = waiting and not (decided and not rules.one_round)
    return not game.decrees.void and (bool(game.noted) or irregular or unseen)


def round_waits(game: Game, rules: Score, facts: RoundFacts) -> bool:
    """The result of the round depends on a ruling or on unseen tiles."""
    return facts.waiting and not is_void(game, rules) and waits(game, [facts])


def as_left(game: Game, rules: Score, stands: Standing) -> Standing:
    """This standing, changed if the game was left: a side may win by that."""
    left = game.abandoned
    if isinstance(left, GameForfeited) and rules.forfeited == "others-win":
        return after_forfeit(rules, stands, game.table.sides, left.seat)
    if isinstance(left, GameAbandoned):
        return after_abandonment(rules, stands, game.table.sides)
    return stands


def is_void(game: Game, rules: Score) -> bool:
    """The game counts for nothing, by a ruling or because it was abandoned under these rules."""
    left = game.abandoned
    left_void = rules.forfeited if isinstance(left, GameForfeited) else rules.abandoned
    return game.decrees.void or (left is not None and left_void == "void")


def lead_of(game: Game, held: Tiles) -> Tiles:
    """The tiles that may lead the next round, if all hands together hold these."""
    begins_anew = led_anew(game) if led_by_penalty(game) is None else None
    if begins_anew is None:
        return ANY_TILE
    return tiles_to_lead(game.opened.rules.play, rounds_dealt(game), held, anew=begins_anew)


def led_anew(game: Game) -> bool | None:
    """The next round is led as the first one; None: that depends on what is not known."""
    table, played = game.table, game.played
    if played is None or played.led is None:
        return True
    if played.led.again and not table.leads_hub:  # A hub is a double in every round.
        return False
    if not (table.may_begin_anew or game.opened.rules.score.reset != "none"):
        return table.always_begins_anew
    rule = lead_after_round(game).rule
    return None if rule is None else rule == "first-lead"


def led_by_penalty(game: Game) -> Seat | None:
    """Who leads by a penalty in the last round that is not void, or in one after it."""
    if game.ruled is None or game.played is None:
        return None
    for played in game.played.all:
        offender = played.last.decreed.offender
        if offender is not None:
            return game.table.next_seat[offender]
        if played.last is game.played.led:
            break
    return None


def lead_after_round(game: Game) -> LeadAfter:
    """Who may lead, by a penalty, or by the result of the last round that is not void."""
    by_penalty = led_by_penalty(game)
    if by_penalty is not None:
        return LeadAfter("offended", frozenset({by_penalty}))
    led = None if game.played is None else game.played.led
    if led is None:
        return LeadAfter(None)
    anew: bool | None = False
    if game.opened.rules.score.reset != "none" and not led.again:
        totals = game.totals
        anew = None if totals.waiting else totals.standing.led_anew
    return LeadAfter(None) if anew is None else lead_after(game.table, led, anew=anew)


def rounds_dealt(game: Game) -> int:
    """The number of rounds so far that are not void."""
    return 0 if game.played is None else game.played.rounds


def hub_of(game: Game) -> Tile | None:
    """The double that is taken out before the next deal; None if the rules take none out."""
    if not game.table.hub_aside:
        return None
    return double_of_round(game.table.play.highest_pip, rounds_dealt(game))
