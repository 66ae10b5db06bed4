"""Verdicts a second, by reading, on random blocked rounds of four seats.

    python -m benchmarks.verdicts [ROUNDS]

Double-six, seven tiles each, no boneyard. Each verdict starts from a folded round and includes
its evidence; nothing is kept from one verdict to the next. Processor time is counted, and the
rounds that wait to be judged are kept from the garbage collector.
"""

import gc
import sys
from random import Random
from time import process_time

from domain.catalogue import BLOCK_LOT
from domain.decide import take
from domain.events import RoundDealt
from domain.lead import ANY_TILE
from domain.legal import legal_moves
from domain.readings import READINGS, verdict, verdicts
from domain.round import Round, new_round
from domain.table import table_for

WARM_UP = 300
"""Other rounds judged first: what follows from a few open ends is worked out once for all."""
TABLE = table_for(BLOCK_LOT.play, 4)


def random_round(random: Random) -> Round:
    tiles = list(range(28))
    random.shuffle(tiles)
    hands = tuple(tuple(tiles[seat * 7 : seat * 7 + 7]) for seat in range(4))
    deal = RoundDealt(hands=hands, boneyard=(), leader=random.randrange(4))
    round = new_round(TABLE, deal, ANY_TILE)
    while round.ended is None:
        round = take(round, random.choice(legal_moves(round)))
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
    rounds = blocked_rounds(int(sys.argv[1]) if len(sys.argv) > 1 else 500, seed=1)
    for round in blocked_rounds(WARM_UP, seed=2):
        verdicts(round)
    gc.freeze()
    print(f"{len(rounds)} blocked rounds")
    for reading in READINGS:
        began = process_time()
        found = sum(verdict(round, reading).status == "found" for round in rounds)
        rate = len(rounds) / (process_time() - began)
        print(f"{reading:24}{rate:10,.0f} a second   somebody named in {found / len(rounds):.0%}")
    began = process_time()
    for round in rounds:
        verdicts(round)
    print(f"{'all':24}{len(rounds) / (process_time() - began):10,.0f} a second")


if __name__ == "__main__":
    main()
