"""Rounds recorded by another engine, replayed act by act."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from domino_ledger.domain.events import RoundDealt, drew, laid, passed
from domino_ledger.domain.faults.act import may_end_turn
from domino_ledger.domain.game.decide import advance
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.round.state import Act, Round, new_round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import tile_named

DATA = Path(__file__).parent / "data"


class RecordedRound(NamedTuple):
    """A round, the index of the act for each move of the record, and the claims of its author."""

    name: str
    round: Round
    acts: tuple[int, ...]
    """For each move of the record, the index of its act in the round."""
    claims: dict[str, Any]


def recorded_rounds(file: str) -> Iterator[RecordedRound]:
    """Every round of a file under `tests/data`; the lead is by lot."""
    with (DATA / file).open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            for recorded in record["rounds"]:
                yield _played(record, recorded)


def _played(record: dict[str, Any], recorded: dict[str, Any]) -> RecordedRound:
    round = _dealt(record, recorded)
    acts = []
    for move in recorded["moves"]:
        if round.ended is not None:
            break  # There may be passes after a block.
        while round.seat != move["seat"] and may_end_turn(round):
            round = advance(round, passed(round.seat, inferred=True))
        acts.append(len(round.acts))
        round = advance(round, _act(round, move))
    return RecordedRound(record["id"], round, tuple(acts), recorded["claims"])


def _dealt(record: dict[str, Any], recorded: dict[str, Any]) -> Round:
    table = table_for(PUBLISHED[record["rules"]].play, len(recorded["hands"]))
    hands = tuple(tuple(map(tile_named, hand)) for hand in recorded["hands"])
    boneyard = recorded.get("boneyard")
    under = None if boneyard is None else tuple(map(tile_named, boneyard))
    deal = RoundDealt(hands=hands, boneyard=under, leader=recorded["leader"])
    return new_round(table, deal, ANY_TILE)


def _act(round: Round, move: dict[str, Any]) -> Act:
    seat = move["seat"]
    if "lay" in move:
        return laid(seat, tile_named(move["lay"]), _end(round, move.get("at")))
    return drew(seat, tile_named(move["draw"])) if "draw" in move else passed(seat)


def _end(round: Round, at: str | int | None) -> str | None:
    if isinstance(at, int):
        return next(end.name for end in round.front.ends if end.pip == at)
    return at
