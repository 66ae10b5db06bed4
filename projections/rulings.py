"""What a round is worth and who pays, under any rule set: opinions about the facts.

Play rules made the facts and stay as they were; score and payout may be those of other rules.
"""

from typing import NamedTuple

from domain.facts import RoundFacts, facts_of
from domain.game import Game
from domain.readings import Verdict, verdict
from domain.round import Round
from domain.rules import RuleSet
from domain.score import RoundScore, Standing, score_round, standing
from domain.settlement import NOBODY, Blame, settle


class RoundRuling(NamedTuple):
    """A round with everything that follows from it; None for what does not apply."""

    number: int
    """Its place among the rounds of the record, from 0."""
    round: Round
    facts: RoundFacts
    score: RoundScore | None
    """None where the round is not settled: void, broken off, or irregular."""
    verdict: Verdict | None
    """Under the reading that the payout rules name, where the round blocked."""
    net: tuple[int, ...] | None
    """By seat, in minor units; None where the rules have no payout."""


class GameRuling(NamedTuple):
    """A game with everything that follows from it under one rule set."""

    game: Game
    rules: RuleSet
    rounds: tuple[RoundRuling, ...]
    standing: Standing
    surplus: tuple[int, ...]
    """Rounds played after the game was won by these rules: on record, and counting for nothing."""
    complete: bool
    """No round waits for a ruling, or for tiles that nobody saw: the standing is final."""

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
        """The game was broken off, and its rules do not take it as it stands."""
        return self.game.abandoned is not None and self.rules.score.abandoned == "void"

    @property
    def played(self) -> bool:
        """The game is over and counts as played, whoever won it by these rules, or nobody."""
        return self.game.over and self.complete and not self.void

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won the game; None while nobody has, or a round waits for a ruling."""
        return self.standing.winners if self.complete else None


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
        complete=not any(ruling.facts.waiting for ruling in rounds) and not game.noted,
    )
    return ruling if ruling.void else _counted_up(ruling)


def _counted_up(ruling: GameRuling) -> GameRuling:
    scores = {each.number: each.score for each in ruling.rounds if each.score is not None}
    stands = standing(ruling.rules.score, ruling.game.table.sides, scores.values())
    return ruling._replace(standing=stands, surplus=tuple(scores)[stands.rounds :])


def rule_round(game: Game, rules: RuleSet, number: int, round: Round) -> RoundRuling:
    """The ruling on one round of this game."""
    facts = facts_of(round)
    if not facts.settled:
        return RoundRuling(number, round, facts, None, None, None)
    score = score_round(rules.score, game.table.sides, facts)
    counted = None
    if rules.payout is not None and rules.payout.reading is not None and facts.ended == "blocked":
        counted = verdict(round, rules.payout.reading)
    net = net_under(game, rules, facts, score, counted)
    return RoundRuling(number, round, facts, score, counted, net)


def net_under(
    game: Game, rules: RuleSet, facts: RoundFacts, score: RoundScore, counted: Verdict | None
) -> tuple[int, ...] | None:
    """What each seat gets if this verdict counts; None where the rules have no payout.

    No verdict counts where the rules name no reading: then nobody is answerable for a block.
    """
    if rules.payout is None:
        return None
    blame = NOBODY
    if counted is not None and rules.payout.reading is not None:
        blame = Blame(counted.blocker, counted.assistant)
    return settle(rules.payout, facts, score.winners, blame, game.opened.stake.minor_per_pip)


def net_of_game(ruling: GameRuling) -> tuple[int, ...] | None:
    """By seat, what the rounds that count bring.

    None where none counts yet, or the rules have no payout.
    """
    if ruling.rules.payout is None or not ruling.counted:
        return None
    net = [0] * ruling.game.table.seats
    for found in ruling.counted:
        for seat, amount in enumerate(found.net or ()):
            net[seat] += amount
    return tuple(net)
