"""One example of each code: a real record with one change; the first violation is checked.

A line of `violations.jsonl` has the file and number of the record, the changes, and the violation.
A change is a path such as ``rounds/0/moves/3/lay`` with its new value, or alone: this is left out.
``+3`` inserts before 3.
"""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from domino_ledger.domain.faults.codes import Code
from domino_ledger.ledger.transcript.game import Violation
from domino_ledger.projections.audit.shuffles import SHUFFLE_FAULTS
from tests.variants.rounds import examples, fault_in

from .games import Json, read, record

LINES = (Path(__file__).parent / "violations.jsonl").read_text(encoding="utf-8").splitlines()


def inner(game: Any, way: list[str]) -> Any:
    for key in way:
        game = game[int(key) if isinstance(game, list) else key]
    return game


def changed(game: Json, changes: list[list[Any]]) -> Json:
    for path, *values in changes:
        *way, last = path.split("/")
        part = inner(game, way)
        key = int(last) if isinstance(part, list) else last
        match values:
            case []:
                del part[key]
            case [{"copy of": other}]:
                part.insert(key, inner(game, other.split("/")))
            case [value] if last.startswith("+"):
                part.insert(key, value)
            case _:
                (part[key],) = values
    return game


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("line", LINES)
def test_the_first_violation(line: str) -> None:
    example = json.loads(line)
    round, move, code, params = example["found"]
    found = Violation(round, move, code, {key: as_tuples(each) for key, each in params.items()})
    assert read(changed(record(*example["of"]), example["changes"])).violations[0] == found


def test_every_code_has_an_example() -> None:
    steps = [step for each in examples("illegal") for step in each.steps]
    shown = {fault_in(text)[1].code for kind, text in steps if kind == "wrong"}
    shown |= {json.loads(line)["found"][2] for line in LINES}
    # Of deals and claims (tests/variants/test_illegal_records.py).
    elsewhere = {"wrong-hub", "false-claim", "no-possible-deal"}
    assert set(get_args(Code)) - shown == elsewhere | SHUFFLE_FAULTS
