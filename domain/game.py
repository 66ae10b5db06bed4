"""A game: rounds up to a target. The state, how each event changes it, and what comes next."""

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from .events import (
    Event,
    GameAbandoned,
    GameOpened,
    GameWon,
    IrregularityNoted,
    RoundDealt,
    Seat,
)
from .facts import RoundFacts, facts_of
from .lead import ANY_TILE, holder, lead_rule, tiles_to_lead
from .round import Round, evolve, new_round, union
from .rules import Lead
from .score import RoundScore, Standing, score_round, standing
from .table import Table, table_for
from .tiles import Tiles, tile_set


class Game(NamedTuple):
    """A game at one moment."""

    opened: GameOpened
    table: Table
    before: tuple[Round, ...]
    """Every round before the current one, void deals included."""
    facts_before: tuple[RoundFacts, ...]
    """The facts of those rounds."""
    current: Round | None
    noted: tuple[IrregularityNoted, ...]
    """Irregularities of the game itself, noted before its first round."""
    won: GameWon | None
    abandoned: GameAbandoned | None

    @property
    def rounds(self) -> tuple[Round, ...]:
        """All rounds, the current one included."""
        return self.before if self.current is None else (*self.before, self.current)

    @property
    def facts(self) -> tuple[RoundFacts, ...]:
        """The facts of all rounds, the current one included."""
        if self.current is None:
            return self.facts_before
        return (*self.facts_before, facts_of(self.current))

    @property
    def over(self) -> bool:
        """No further round may be dealt."""
        return self.won is not None or self.abandoned is not None


def open_game(opened: GameOpened) -> Game:
    """The game before its first deal; KeyError where the rules do not seat that many."""
    table = table_for(opened.rules.play, len(opened.players))
    return Game(opened, table, (), (), None, (), None, None)


def evolve_game(game: Game, event: Event) -> Game:
    """The game after this event, which is trusted."""
    opened, table, before, facts, current, noted, won, abandoned = game
    match event:
        case RoundDealt():
            lead = tiles_to_lead(_lead_rule(game), union(map(tile_set, event.hands)))
            dealt = new_round(table, event, lead)
            return Game(opened, table, game.rounds, game.facts, dealt, noted, won, abandoned)
        case GameWon():
            return game._replace(won=event)
        case GameAbandoned():
            return game._replace(abandoned=event)
        case GameOpened():
            return open_game(event)
        case _ if current is not None:
            after = evolve(current, event)
            return Game(opened, table, before, facts, after, noted, won, abandoned)
        case IrregularityNoted():
            return game._replace(noted=(*noted, event))
        case _:
            raise ValueError(f"{event.TOPIC} before the first deal")


def fold(events: Iterable[Event]) -> Game:
    """The game that these events, beginning with its opening, tell of."""
    stream = iter(events)
    opened = next(stream)
    if not isinstance(opened, GameOpened):
        raise ValueError(f"a game begins with {GameOpened.TOPIC}, not with {opened.TOPIC}")
    game = open_game(opened)
    for event in stream:
        game = evolve_game(game, event)
    return game


def score_of(game: Game, facts: RoundFacts) -> RoundScore:
    """The ruling on one finished round under the rules in force."""
    return score_round(game.opened.rules.score, game.table.sides, facts)


def standing_of(game: Game) -> Standing:
    """Where the game stands under the rules in force; unsettled rounds count for nothing."""
    return _standing(game, game.facts)


def winners_of(game: Game) -> tuple[Seat, ...] | None:
    """The seats that have won the game, None while nobody has.

    While a round is irregular, and until it is ruled on, nobody can say who has won.
    """
    facts = game.facts
    return _standing(game, facts).winners if all(fact.regular for fact in facts) else None


def _standing(game: Game, facts: tuple[RoundFacts, ...]) -> Standing:
    settled = (score_of(game, fact) for fact in facts if fact.settled)
    return standing(game.opened.rules.score, game.table.sides, settled)


class NextLead(NamedTuple):
    """Who leads the next round, and which tiles may be led."""

    seats: frozenset[Seat]
    """The seats that may lead; empty where the deal is void."""
    tiles: Tiles


def next_lead(game: Game, hands: tuple[Tiles, ...]) -> NextLead:
    """Who may lead a round dealt like this, after the rounds so far (RULES section 3, lead)."""
    tiles = tiles_to_lead(_lead_rule(game), union(hands))
    if tiles != ANY_TILE:
        seat = holder(hands, tiles)
        return NextLead(frozenset() if seat is None else frozenset({seat}), tiles)
    last = next((facts for facts in reversed(game.facts) if facts.ended != "void"), None)
    seat = None if last is None else leader_after(game, last)
    everyone = frozenset(range(game.table.seats))
    return NextLead(everyone if seat is None else frozenset({seat}), tiles)


def leader_after(game: Game, facts: RoundFacts) -> Seat | None:
    """Who leads after such a round by its result; None where the rules or the facts do not say."""
    last = facts.last_to_lay
    if not facts.settled or facts.leader is None or last is None:
        return None
    winners = score_of(game, facts).winners
    next_seat = game.table.next_seat
    match game.opened.rules.play.next_lead:
        case "same-rule":
            return None
        case "rotate":
            return next_seat[facts.leader]
        case "winner":
            clockwise = game.table.clockwise_from(facts.leader)
            return next((seat for seat in clockwise if seat in winners), facts.leader)
        case "last-to-lay":
            if facts.out is not None:
                return facts.out
            if not winners:
                return facts.leader
            return last if last in winners else next_seat[last]
        case rule:
            assert_never(rule)


def _lead_rule(game: Game) -> Lead:
    first = all(round.ended == "void" for round in game.rounds)
    return lead_rule(game.opened.rules.play, first=first)
