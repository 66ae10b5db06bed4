"""What a round is worth and who pays, under any rule set: opinions about the facts.

Play rules made the facts and stay as they were; score and payout may be those of other rules.
"""

from typing import NamedTuple

from domain.disputes.rulings_in_force import (
    NO_ROUND_DECREES,
    RoundDecrees,
    facts_under,
    penalty_postings,
    score_under,
)
from domain.events import GameAbandoned, GameForfeited
from domain.game.state import Game, is_void, round_waits, standing_under, waits
from domain.readings import Verdict, verdict
from domain.round.facts import RoundFacts
from domain.round.state import Round
from domain.rules.rule_set import Payout, RuleSet
from domain.scoring.score import RoundScore, Standing, score_round, standing
from domain.scoring.settlement import NOBODY, Blame, Posting, postings

from .game_state import Conditions, State, counts_as_played, state_of


class RoundRuling(NamedTuple):
    """A round with everything that follows from it; None for what does not apply."""

    number: int
    """Its place among the rounds of the record, from 0."""
    round: Round
    facts: RoundFacts
    score: RoundScore | None
    """None if the round is not settled: void, broken off, or irregular."""
    verdict: Verdict | None
    """Of a blocked round, under the reading that the payout rules name.

    None if it was irregular, or an arbiter named the blocker.
    """
    net: tuple[int, ...] | None
    """By seat, in minor units; None if the rules have no payout."""
    decreed: RoundDecrees = NO_ROUND_DECREES
    """What an arbiter ordered; facts, score and net follow it."""

    @property
    def blame(self) -> Blame:
        """Who is answerable for the block: by an arbiter, or by the reading that counts."""
        if self.facts.ended != "blocked":
            return NOBODY
        if self.decreed.blame is not None:
            return self.decreed.blame
        verdict = self.verdict
        return NOBODY if verdict is None else Blame(verdict.blocker, verdict.assistant)


class GameRuling(NamedTuple):
    """A game with everything that follows from it under one rule set."""

    game: Game
    rules: RuleSet
    rounds: tuple[RoundRuling, ...]
    standing: Standing
    surplus: tuple[int, ...]
    """Rounds played after the game was won by these rules; they count for nothing."""
    complete: bool
    """It waits for no ruling and no unseen tiles: the standing is final."""

    def waits_for(self, found: RoundRuling) -> bool:
        """The game waits for this round."""
        return round_waits(self.game, self.rules.score, found.facts)

    @property
    def counted(self) -> tuple[RoundRuling, ...]:
        """The settled rounds that count, up to the one that won the game.

        None of a game that is void, or whose seats are disputed.
        """
        if self.game.noted:
            return ()
        settled = tuple(ruling for ruling in self.rounds if ruling.score is not None)
        return settled[: self.standing.rounds]

    @property
    def void(self) -> bool:
        """It counts for nothing: by a ruling, or because it was left and its rules say so."""
        return is_void(self.game, self.rules.score)

    @property
    def played(self) -> bool:
        """The game is over and counts as played, won by these rules or not."""
        played: bool = counts_as_played(self.game.over, not self.complete, self.void)
        return played

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the game; None until there are any, or while that is uncertain."""
        return self.standing.winners if self.complete else None

    @property
    def state(self) -> State:
        """The state of the game."""
        left = self.game.abandoned
        conditions = Conditions(
            void=self.game.decrees.void,
            abandoned=isinstance(left, GameAbandoned),
            forfeited=isinstance(left, GameForfeited) and self.void,
            disputable=not self.complete,
            over=self.winners is not None,
            unfinished=self.game.over,
        )
        return state_of(conditions)


def rule_game(game: Game, rules: RuleSet | None = None) -> GameRuling:
    """Rule on every round as played, by the rules in force or by the score and payout of others.

    The game is won at the first round in which these rules reach the target.
    """
    rules = rules or game.opened.rules
    rounds = tuple(
        rule_round(game, rules, number, round) for number, round in enumerate(game.rounds)
    )
    ruling = GameRuling(
        game=game,
        rules=rules,
        rounds=rounds,
        standing=standing(rules.score, game.table.sides, ()),
        surplus=(),
        complete=not waits(game, (ruling.facts for ruling in rounds)),
    )
    return ruling if ruling.void else _counted_up(ruling)


def _counted_up(ruling: GameRuling) -> GameRuling:
    scores = {each.number: each.score for each in ruling.rounds if each.score is not None}
    game, rules = ruling.game, ruling.rules.score
    stands = standing_under(game, rules, scores.values())
    return ruling._replace(standing=stands, surplus=tuple(scores)[stands.rounds :])


def rule_round(game: Game, rules: RuleSet, number: int, round: Round) -> RoundRuling:
    """The ruling on one round of this game."""
    decreed = game.decrees.of(number)
    facts = facts_under(round, decreed)
    ruling = RoundRuling(number, round, facts, None, None, None, decreed)
    if not facts.settled:
        return ruling
    sides = game.table.sides
    score = score_under(score_round(rules.score, sides, facts), sides, decreed)
    by_readings = round.regular and decreed.blame is None and facts.ended == "blocked"
    if rules.reading is not None and by_readings:
        ruling = ruling._replace(verdict=verdict(round, rules.reading))
    ruling = ruling._replace(score=score)
    return ruling._replace(net=net_under(game, rules, ruling, ruling.blame))


def net_under(
    game: Game, rules: RuleSet, found: RoundRuling, blame: Blame
) -> tuple[int, ...] | None:
    """What each seat gets if these are answerable; None if the rules have no payout."""
    if rules.payout is None or found.score is None:
        return None
    net = [0] * game.table.seats
    for seat, amount, _ in owed(game, rules.payout, found, found.score, blame):
        net[seat] += amount
    return tuple(net)


def owed(
    game: Game, payout: Payout, found: RoundRuling, score: RoundScore, blame: Blame
) -> tuple[Posting, ...]:
    """Every posting of a settled round, penalties last; they sum to zero."""
    per_pip = game.opened.stake.minor_per_pip
    return (
        *postings(payout, found.facts, score.winners, blame, per_pip),
        *penalty_postings(game.table.sides, found.decreed, per_pip),
    )


def net_of_game(ruling: GameRuling) -> tuple[int, ...] | None:
    """By seat, what the rounds that count bring.

    None if none counts yet, or the rules have no payout.
    """
    if ruling.rules.payout is None or not ruling.counted:
        return None
    net = [0] * ruling.game.table.seats
    for found in ruling.counted:
        for seat, amount in enumerate(found.net or ()):
            net[seat] += amount
    return tuple(net)
