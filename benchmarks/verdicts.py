"""Verdicts a second, by reading, on random blocked rounds of four seats.

    python -m benchmarks.verdicts

Double-six, seven tiles each, no boneyard. Each verdict starts from a folded round. Nothing is kept
between verdicts. The evidence is found too, except its line of play, which is found on demand: the
last row asks for every line. Processor time is measured.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import TypeAlias

from domino_ledger.domain.block_verdicts import READINGS, Verdict, verdict, verdicts
from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.round.legal import advance_legal, legal_moves
from domino_ledger.domain.round.state import Round, new_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Reading
from domino_ledger.domain.rules.table import table_for

from .measure import Measured, report, settle

BOUNDS = {"point-of-no-return": 20_000, "could-have-forced-open": 1_000}
ROUNDS = 400
REPETITIONS = 9
WARM_UP = 300
"""Other rounds judged first, to fill the tables for open ends."""
TABLE = table_for(PUBLISHED["block-lot@1"].play, 4)

Judging: TypeAlias = Callable[[Round], object]


def random_round(random: Random) -> Round:
    tiles = list(range(28))
    random.shuffle(tiles)
    hands = tuple(tuple(tiles[seat * 7 : seat * 7 + 7]) for seat in range(4))
    deal = RoundDealt(hands=hands, boneyard=(), leader=random.randrange(4))
    round = new_round(TABLE, deal, ANY_TILE)
    while round.ended is None:
        round = advance_legal(round, random.choice(legal_moves(round)))
    return round


def blocked_rounds(rounds: int, seed: int) -> list[Round]:
    random = Random(seed)
    blocked: list[Round] = []
    while len(blocked) < rounds:
        round = random_round(random)
        if round.ended == "blocked":
            blocked.append(round)
    return blocked


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    """Each reading alone, all of them together, and all of them with every line of play."""
    rounds = blocked_rounds(ROUNDS, seed=1)
    for round in blocked_rounds(WARM_UP, seed=2):
        _every_line(round)
    settle()
    kinds: dict[str, Judging] = {reading: partial(_one, reading) for reading in READINGS}
    kinds |= {"all": verdicts, "all, with every line": _every_line}
    rates: dict[str, list[float]] = {kind: [] for kind in kinds}
    for _ in range(REPETITIONS):
        for kind, judge in kinds.items():
            rates[kind].append(_rate(judge, rounds))
    for kind, of_kind in rates.items():
        figures = tuple(sorted(of_kind))
        yield Measured(kind, "verdicts", BOUNDS.get(kind), figures, median(figures))


def _one(reading: Reading, round: Round) -> Verdict:
    return verdict(round, reading)


def _every_line(round: Round) -> list[int]:
    found = [each.evidence for each in verdicts(round).values()]
    return [len(each.line) for each in found if each is not None and each.line is not None]


def _rate(judge: Judging, rounds: list[Round]) -> float:
    began = process_time()
    for round in rounds:
        judge(round)
    return len(rounds) / (process_time() - began)


if __name__ == "__main__":
    main()
