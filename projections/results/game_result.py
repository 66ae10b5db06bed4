"""Rulings on rounds and games: winners, points and money under any score and payout rules."""

from typing import NamedTuple

from ...domain.block_verdicts import Verdict, search_bound, verdict
from ...domain.events import GameAbandoned, GameForfeited
from ...domain.facts import RoundFacts
from ...domain.game.decrees import (
    NO_ROUND_DECREES,
    RoundDecrees,
    facts_under,
    fine_under,
    penalty_postings,
    score_under,
)
from ...domain.game.state import Game, as_left, is_void, round_waits, standing_of, waits, winners_of
from ...domain.round.state import Round
from ...domain.rules.payout import AnyPayout
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.bonuses import Bonus
from ...domain.scoring.score import NOTHING_BEFORE, Before, RoundScore, bonuses_in, score_settled
from ...domain.scoring.settlement import NOBODY, Blame, Posting, can_settle, postings, times_paid
from ...domain.scoring.standing import Progress, Standing, counts_as, standing_at_first
from ...domain.seats import sides_by_seat
from .game_state import State, counts_as_played, state_of


class RoundResult(NamedTuple):
    """The result of a round; None for what does not apply."""

    number: int
    """Its place among the rounds of the record, from 0."""
    round: Round
    facts: RoundFacts
    score: RoundScore | None
    """None if the round is not settled: void, broken off, irregular, or without noted points."""
    verdict: Verdict | None
    """On a blocked round, under the reading of the payout rules. None if the round is irregular, or
    an arbiter named the blocker."""
    net: tuple[int, ...] | None
    """By seat, in minor units; None if the rules have no payout, or it is not known."""
    decreed: RoundDecrees = NO_ROUND_DECREES
    """The orders of an arbiter; facts, score and net follow them."""
    before: Before = NOTHING_BEFORE
    fine: tuple[int, ...] | None = None
    """By side, the points of penalties beside a round that they void; None without any."""
    scores: tuple[int, ...] | None = None
    """By side, how the game stands after it; None in a game without points."""
    times: int = 1
    """How often it is paid: more than once in some shutouts."""

    @property
    def blame(self) -> Blame:
        """Who is answerable for the block, by an arbiter or by the verdict."""
        if not self.facts.blocked:
            return NOBODY
        if self.decreed.blame is not None:
            return self.decreed.blame
        verdict = self.verdict
        return NOBODY if verdict is None else Blame(verdict.blocker, verdict.assistant)


class GameResult(NamedTuple):
    """The result of a game under one rule set."""

    game: Game
    rules: RuleSet
    rounds: tuple[RoundResult, ...]
    standing: Standing
    surplus: tuple[int, ...]
    """Rounds after the one that won the game by these rules; they count for nothing."""
    complete: bool
    """The game waits for no ruling and no unseen tiles."""

    def is_surplus(self, found: RoundResult) -> bool:
        """The round is one of the surplus rounds."""
        return bool(self.surplus) and found.score is not None and found.number >= self.surplus[0]

    def waits_for(self, found: RoundResult) -> bool:
        """The game waits for a ruling on this round, or for its unseen tiles."""
        return round_waits(self.game, self.rules.score, found.facts)

    def bonuses_of(self, found: RoundResult) -> tuple[Bonus, ...]:
        """The bonuses among the points of a round; none if an arbiter put others in their place."""
        if found.score is None or found.decreed.points is not None:
            return ()
        return bonuses_in(self.rules.score, self.game.table, found.facts, found.before)

    @property
    def counted(self) -> tuple[RoundResult, ...]:
        """The settled rounds up to the one that won the game; none if the seats are disputed."""
        if self.game.noted:
            return ()
        settled = tuple(result for result in self.rounds if result.score is not None)
        return settled[: self.standing.rounds]

    @property
    def void(self) -> bool:
        """The game counts for nothing: by a ruling, or because it was left."""
        return is_void(self.game, self.rules.score)

    @property
    def played(self) -> bool:
        """The game is over and counts as played."""
        played: bool = counts_as_played(self.game.over, not self.complete, self.void)
        return played

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the game; None until there are any, or while they are uncertain."""
        return self.standing.winners if self.complete else None

    @property
    def counts_as(self) -> int:
        """As how many games it counts for its players."""
        return _counts_as(self.game, self.rules, self.standing, won=bool(self.winners))

    @property
    def state(self) -> State:
        """The state of the game."""
        left = self.game.abandoned
        return state_of(
            void=self.game.decrees.void,
            abandoned=isinstance(left, GameAbandoned),
            forfeited=isinstance(left, GameForfeited) and self.void,
            disputable=not self.complete,
            over=self.winners is not None,
            unfinished=self.game.over,
        )


def count_game(game: Game, rules: RuleSet | None = None) -> GameResult:
    """Rule on a game; ``rules``: other score and payout rules than those played under.

    The game is won at the first round in which the target of these rules is reached.
    """
    rules = rules or game.opened.rules
    rounds, so_far = _count_rounds(game, rules)
    result = GameResult(
        game=game,
        rules=rules,
        rounds=rounds,
        standing=standing_at_first(rules.score, game.table.sides),
        surplus=(),
        complete=not waits(game, (result.facts for result in rounds)),
    )
    if result.void:
        return result
    stands = as_left(game, rules.score, so_far.standing)
    scored = tuple(each.number for each in rounds if each.score is not None)
    result = result._replace(standing=stands, surplus=scored[stands.rounds :])
    paid = (_paid_as_often(game, rules, each, result.counts_as) for each in rounds)
    return result._replace(rounds=tuple(paid))


def count_round_of_its_game(game: Game, number: int) -> RoundResult:
    """The result of one round by the rules of the game, as the game stands now."""
    rules, judged = game.opened.rules, game.judged_round(number)
    found = count_round(game, rules, number, judged.round, judged.before)
    games = _counts_as(game, rules, standing_of(game), won=bool(winners_of(game)))
    return _paid_as_often(game, rules, found, games)


def _counts_as(game: Game, rules: RuleSet, stands: Standing, *, won: bool) -> int:
    return counts_as(rules.score, game.table.sides, stands) if won else 1


def _paid_as_often(game: Game, rules: RuleSet, found: RoundResult, games: int) -> RoundResult:
    """The result of a round in a game that counts as so many games."""
    times = times_paid(rules.payout, games)
    if times == 1:
        return found
    found = found._replace(times=times)
    return found._replace(net=net_under(game, rules, found, found.blame))


def _count_rounds(game: Game, rules: RuleSet) -> tuple[tuple[RoundResult, ...], Progress]:
    """The result of each round, in order, and how the game stands after them."""
    sides = game.table.sides
    so_far, results = Progress(standing_at_first(rules.score, sides)), list[RoundResult]()
    for number, round in enumerate(game.rounds):
        found = count_round(game, rules, number, round, so_far.before)
        from_ten = found.facts.in_play_from_ten
        so_far = so_far.after(rules.score, sides, found.score, found.fine, from_ten)
        results.append(found._replace(scores=so_far.standing.scores))
    return tuple(results), so_far


def count_round(
    game: Game,
    rules: RuleSet,
    number: int,
    round: Round,
    before: Before = NOTHING_BEFORE,
    *,
    deals: int = 1,
) -> RoundResult:
    """The result of one round of this game.

    ``deals``: it is one of so many possible deals, which share what may be searched.
    """
    decreed = game.decrees.of(number)
    facts = facts_under(round, decreed, rules.score)
    fine = fine_under(rules.score, game.table.sides, decreed)
    result = RoundResult(number, round, facts, None, None, None, decreed, before, fine)
    if not facts.settled:
        return result
    sides = game.table.sides
    found = score_settled(rules.score, sides, facts, before)
    if found is None:
        return result
    score = score_under(found, sides, decreed)
    by_readings = round.regular and decreed.blame is None and facts.ended == "blocked"
    if rules.reading is not None and by_readings:
        bound = search_bound(game.table, number) // deals
        result = result._replace(verdict=verdict(round, rules.reading, bound))
    result = result._replace(score=score)
    return result._replace(net=net_under(game, rules, result, result.blame))


def net_under(
    game: Game, rules: RuleSet, found: RoundResult, blame: Blame
) -> tuple[int, ...] | None:
    """What each seat gets under this blame; None without payout rules, or if it is not known."""
    payout = rules.payout
    if payout is None or found.score is None:
        return None
    if not can_settle(payout, found.facts, found.decreed.blame):
        return None
    net = [0] * game.table.seats
    for seat, amount, _ in owed(game, payout, found, found.score, blame):
        net[seat] += amount
    return tuple(net)


def owes_unknown_amounts(rules: RuleSet, found: RoundResult) -> bool:
    """It is known who won for money, but not what each player gets.

    True of a round of which only the result was noted, without enough detail to settle it, and
    where the function of the payout is missing.
    """
    return rules.payout is not None and found.score is not None and found.net is None


def owed(
    game: Game,
    payout: AnyPayout,
    found: RoundResult,
    score: RoundScore,
    blame: Blame,
) -> tuple[Posting, ...]:
    """Every posting of a settled round, penalties last; they sum to zero.

    It is known what everyone owes.
    """
    per_pip, points = game.opened.stake.minor_per_pip, score.points
    by_seat = None
    if points is not None:
        by_seat = tuple(points[side] for side in sides_by_seat(game.table.sides))
    return (
        *postings(
            payout,
            found.facts,
            score.winners,
            blame,
            per_pip,
            number=found.number,
            points=by_seat,
            times=found.times,
        ),
        *penalty_postings(game.table.sides, found.decreed, per_pip),
    )


def net_of_game(result: GameResult) -> tuple[int, ...] | None:
    """By seat, the sum of the rounds that count; None if there are none that are settled."""
    nets = [found.net for found in result.counted if found.net is not None]
    return tuple(map(sum, zip(*nets, strict=True))) if nets else None
