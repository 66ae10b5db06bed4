"""Explanations of blocked rounds with given figures, or of played games."""

from collections.abc import Sequence
from dataclasses import replace

from domino_ledger.domain.block_verdicts import Evidence, Verdict
from domino_ledger.domain.events import TileLaid
from domino_ledger.domain.facts import RoundFacts
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.scoring.score import score_round
from domino_ledger.domain.tiles import tile_named
from domino_ledger.projections.explain.round import explain
from domino_ledger.projections.results.game_result import (
    GameResult,
    RoundResult,
    count_game,
    net_under,
)
from tests.domain.builders import altered
from tests.ledger.games import game_of, record

NAMES = ("ana", "ben", "carl", "dora")
FORCED = altered("forced-block@1")
NOBODY = Verdict("nobody", None, None, None, None)


def explained(
    game: Game, number: int = 0, names: Sequence[str] = NAMES, rules: RuleSet | None = None
) -> list[str]:
    """Every sentence on a round of a played game."""
    result = count_game(game, rules)
    return _messages(result, result.rounds[number], names[: game.table.seats])


def _messages(result: GameResult, found: RoundResult, names: Sequence[str]) -> list[str]:
    return [step.message for step in explain(result, found, names)]


def blocked_by(seat: int, helper: int | None = None) -> Verdict:
    """The lay-down at move 22 of the round used here, and the other legal one."""
    instead = TileLaid(seat=seat, tile=tile_named("5-3"), end="left")
    return Verdict("found", seat, helper, Evidence(22, instead, None), None)


def steps_of(
    facts: RoundFacts, verdict: Verdict | None = NOBODY, rules: RuleSet = FORCED
) -> list[str]:
    """The explanation of a round with these facts, for as many seats as there are figures."""
    number = {4: 0, 2: 38}[len(facts.pips)]
    game = game_of(record("payout.jsonl", number))
    game = game._replace(opened=replace(game.opened, stake=Stake()))
    result = count_game(game, rules)
    score = score_round(rules.score, game.table.sides, facts)
    found = result.rounds[0]._replace(facts=facts, score=score, verdict=verdict)
    found = found._replace(net=net_under(game, rules, found, found.blame))
    return _messages(result._replace(rounds=(found,)), found, NAMES[: len(facts.pips)])


def money_of(texts: list[str]) -> list[str]:
    """The postings and totals: the lines after the stake, the blocker and the assistant."""
    before = ("a pip is worth", "by the reading", "that is", "nobody assisted", "ben assisted:")
    start = next(at for at, text in enumerate(texts) if text.startswith(before))
    return [text for text in texts[start:] if not text.startswith(before)]
