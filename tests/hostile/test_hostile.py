"""A sample of hostile inputs, and tests of the checks themselves."""

import json
from pathlib import Path
from random import Random

import pytest

from domino_ledger.ledger.records.format import read_record
from tests.ledger.games import Json

from .__main__ import finds
from .kinds import KINDS
from .mutations import mutated_json, mutated_text
from .trials import change, games, sentence_fault

COUNTS = {"records": 2_000, "texts": 1_000, "sessions": 100, "rules": 1_000, "tables": 30}
"""`test_evenings` has those of evenings, and `test_stored` those of what is stored."""


@pytest.mark.deep
@pytest.mark.parametrize("kind", COUNTS)
def test_hostile_input_is_refused_or_stored_unchanged(kind: str) -> None:
    assert list(finds(kind, range(1, COUNTS[kind] + 1), seed=1)) == []


def test_a_crash_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(directory: Path, chance: Random, input: list[str]) -> str | None:
        assert directory.exists()
        input.append("what was put in")
        return None if chance.random() < 0.5 else str(1 // 0)

    monkeypatch.setitem(KINDS, "records", crash)
    found = list(finds("records", range(1, 21), seed=1))
    assert 0 < len(found) < 20
    assert all("ZeroDivisionError" in each.wrong for each in found)
    assert {each.input for each in found} == {"what was put in"}


def changed(**fields: object) -> tuple[Json, Json]:
    game = games()[0]
    return game, game | fields


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"source": "elsewhere"}, "source"),
        ({"stake": {"currency": "EUR", "minor_per_pip": 5}}, "stake"),
        ({"rules": "block@1"}, "rules"),
        ({"players": ["a", "b"]}, "players"),
        ({"rounds": []}, "rounds"),
    ],
)
def test_a_changed_export_is_found(fields: Json, said: str) -> None:
    one, other = (read_record(json.dumps(each).encode()) for each in changed(**fields))
    assert said in (change(one, other) or "")
    assert change(one, one) is None


def test_a_missing_move_or_tile_is_found() -> None:
    game = games()[0]
    first, *_ = game["rounds"]
    for other in (
        first | {"moves": first["moves"][:-1]},
        first | {"hands": [hand[1:] for hand in first["hands"]]},
    ):
        less = game | {"rounds": [other, *game["rounds"][1:]]}
        one, two = (read_record(json.dumps(each).encode()) for each in (game, less))
        assert change(one, two) is not None


def test_an_error_without_a_sentence_is_found() -> None:
    assert "no sentence" in (sentence_fault(KeyError("x")) or "")


def test_a_mutation_is_deterministic_and_changes_only_its_copy() -> None:
    game = games()[0]
    before = json.dumps(game)
    mutants = [json.dumps(mutated_json(game, Random(seed))) for seed in range(30)]
    assert [json.dumps(mutated_json(game, Random(seed))) for seed in range(30)] == mutants
    assert json.dumps(game) == before
    assert len(set(mutants) - {before}) > 20
    assert len({mutated_text(before, Random(seed)) for seed in range(30)}) > 20
