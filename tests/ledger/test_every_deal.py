"""Verdicts on rounds with unseen tiles, against every possible deal."""

from collections import Counter
from random import Random
from uuid import UUID

import pytest

from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.transcript.game import Transcript, transcribe

from ..domain.reference import Bone as Tile
from .every_deal import Move, Rules, Seen, as_seen, every_deal, played, revokes
from .games import Json, game_with, line

RULE_SETS = {
    "double-two, two seats": (Rules(2, 2, 2, draws=False), 200),
    "double-two, three seats": (Rules(2, 3, 2, draws=False), 200),
    "double-three, two seats": (Rules(3, 2, 3, draws=False), 40),
    "double-three, three seats": (Rules(3, 3, 3, draws=False), 8),
    "double-two, drawing": (Rules(2, 2, 2, draws=True), 300),
}
"""By name, rules and the number of rounds to check."""
REVOKES = {"could-play"}


def named(tile: Tile | None) -> str:
    return "?" if tile is None else f"{tile[0]}-{tile[1]}"


def move_json(move: Move) -> Json:
    match move:
        case (seat, "lay", tile, end):
            return {"seat": seat, "lay": named(tile)} | ({} if end is None else {"at": end})
        case (seat, "draw", tile):
            return {"seat": seat, "draw": named(tile)}
        case _:
            return {"seat": move[0], "pass": True}


def rules_of(rules: Rules) -> RuleSet:
    play = {
        "highest_pip": rules.highest,
        "hand": {str(rules.seats): rules.hand},
        "first_lead": {"kind": "lot"},
        "draw": "until-playable" if rules.draws else "none",
    }
    return RuleSet.model_validate({"id": "tiny@1", "play": play})


def read(seen: Seen) -> Transcript:
    names = [None if set(hand) == {None} else [named(tile) for tile in hand] for hand in seen.hands]
    round = {
        "leader": 0,
        "hands": names,
        "moves": [move_json(move) for move in seen.moves],
        "left": [None if tiles is None else [named(tile) for tile in tiles] for tiles in seen.left],
        "ended": seen.ended,
    }
    record = game_with("tiny@1", map(str, range(seen.rules.seats)), round)
    players = tuple(UUID(int=seat + 1) for seat in range(seen.rules.seats))
    return transcribe(read_record(line(record)), rules_of(seen.rules), players)


def check_findings(seen: Seen, deals: list[frozenset[int]]) -> Transcript:
    """``deals``: the revokes of each possible deal."""
    transcript = read(seen)
    proven = frozenset.intersection(*deals)
    perhaps = frozenset.union(*deals) - proven
    found = {each.move for each in transcript.violations if each.code in REVOKES}
    assert found == proven, seen
    open_ = {each.move for each in transcript.unchecked if each.code in REVOKES}
    # If it is open whether the round was blocked, there is no question about the last passes.
    blocked = any(each.code == "round-not-over" for each in transcript.unchecked)
    assert open_ == perhaps or (blocked and open_ <= perhaps), seen
    innocent = any(deal <= proven for deal in deals)
    somebody = any(each.code == "no-possible-deal" for each in transcript.violations)
    assert somebody is not innocent, seen
    return transcript


@pytest.mark.parametrize(("rules", "rounds"), RULE_SETS.values(), ids=list(RULE_SETS))
def test_exactly_the_revokes_of_every_deal_are_found(rules: Rules, rounds: int) -> None:
    counted: Counter[str] = Counter()
    for seed in range(rounds):
        chance = Random(f"{rules} {seed}")
        seen = as_seen(played(rules, chance, chance.choice([0.0, 0.2, 0.4])), chance)
        deals = [revokes(seen, *deal) for deal in every_deal(seen)]
        transcript = check_findings(seen, deals)
        counted.update(each.code for each in transcript.violations)
        counted["unchecked"] += len(transcript.unchecked)
    assert counted["could-play"]
    assert counted["unchecked"]
    assert counted["no-possible-deal"]
