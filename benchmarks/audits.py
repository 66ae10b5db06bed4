"""What `domino audit` costs for one game, in seconds and in memory.

    python -m benchmarks.audits

Games in which a search for a block goes on for as long as it may, and games as long as a record may
be. The command runs as a program; processor time is measured, its start included.
"""

import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.records.format import MOST_MOVES_A_GAME, MOST_ROUNDS, MOST_UNSEEN_MOVES

from .measure import Measured, report, used_by

MOST_SECONDS = 5
MOST_MEGABYTES = 300
LARGEST = 18


def main() -> None:
    sys.exit(not report(measurements()))


def measurements() -> Iterator[Measured]:
    with TemporaryDirectory() as name:
        file = Path(name) / "game.jsonl"
        for title, record in games():
            file.write_text(json.dumps(record))
            seconds, megabytes = used_by("audit", str(file))
            yield _measured(f"audit, {title}", "seconds", MOST_SECONDS, seconds)
            yield _measured(f"audit, {title}", "MB", MOST_MEGABYTES, megabytes)


def games() -> Iterator[tuple[str, dict[str, Any]]]:
    """Each with what is hard about it."""
    for id, players in (
        *(("chicken-foot@1", 2), ("chicken-foot@1", 4), ("chicken-foot@1", 8)),
        *(("spinner@1", 2), ("spinner@1", 4)),
        *(("basic-train@1", 2), ("basic-train@1", 3)),
        *(("bendomino@1", 2), ("bendomino@1", 4), ("matador@1", 3)),
    ):
        yield f"{id}, {players} players", _game(PUBLISHED[id], players)
    for id in ("chicken-foot@1", "spinner@1", "mexican-train@1"):
        yield f"{id} with double-18", _game(larger(PUBLISHED[id], LARGEST), 4)
    for highest, players, hand in ((9, 2, 20), (LARGEST, 2, 40), (LARGEST, 4, 40)):
        rules = larger(PUBLISHED["block@1"], highest, hand={players: hand})
        yield f"{players} players, {hand} tiles of double-{highest}", _game(rules, players)
    long = _long_game()
    yield "50,000 moves", long
    yield "unseen tiles", _with_unseen_tiles(long)
    yield "20,000 results", _reported(long)


def larger(rules: RuleSet, highest_pip: int, **play: Any) -> RuleSet:
    """These rules with a larger set."""
    row = rules.model_dump()
    row["id"] = rules.id.replace("@", f"-of-{highest_pip}@")
    row["play"] |= {"highest_pip": highest_pip} | play
    return RuleSet.model_validate(row)


def _game(rules: RuleSet, players: int) -> dict[str, Any]:
    """The first of five games that has the most blocked rounds."""
    simulated = (json.loads(Simulation(rules, players, seed).line(1)) for seed in range(1, 6))
    most: dict[str, Any] = max(
        simulated, key=lambda record: sum(map(_is_blocked, record["rounds"]))
    )
    return most


def _is_blocked(round: dict[str, Any]) -> bool:
    return bool(round["ended"] == "blocked")


def _long_game() -> dict[str, Any]:
    """A game with as many moves as a record may have."""
    score = PUBLISHED["block@1"].score.model_copy(update={"target": 2_000})
    rules = PUBLISHED["block@1"].model_copy(update={"id": "block-long@1", "score": score})
    lines = Simulation(rules, 4, seed=1).lines(60)
    one, *others = (json.loads(line) for line in lines)
    left = MOST_MOVES_A_GAME
    rounds = []
    for round in chain(one["rounds"], *(other["rounds"] for other in others)):
        left -= len(round["moves"])
        if left < 0:
            break
        rounds.append(round)
    one["rules"]["score"]["target"] = 10**9
    shortened: dict[str, Any] = one | {"rounds": rounds}
    return shortened


def _with_unseen_tiles(record: dict[str, Any]) -> dict[str, Any]:
    """The blocked rounds, with the tiles that were never laid unseen."""
    rounds, left = [], MOST_UNSEEN_MOVES
    for round in filter(_is_blocked, record["rounds"]):
        left -= len(round["moves"])
        if left < 0:
            break
        laid = {tile for move in round["moves"] for tile in [move.get("lay")] if tile}
        hands = [[tile if tile in laid else "?" for tile in hand] for hand in round["hands"]]
        rounds.append(
            {name: value for name, value in round.items() if name not in {"left", "boneyard"}}
            | {"hands": hands}
        )
    return record | {"rounds": rounds[:100]}


def _reported(record: dict[str, Any]) -> dict[str, Any]:
    points = [1, *(0 for _ in record["players"][1:])]
    result = {"winners": [0], "ended": "out", "points": points}
    return record | {"rounds": [{"reported": result}] * MOST_ROUNDS}


def _measured(name: str, unit: str, most: float, figure: float) -> Measured:
    return Measured(name, unit, most, (figure,), figure, at_most=True)


if __name__ == "__main__":
    main()
