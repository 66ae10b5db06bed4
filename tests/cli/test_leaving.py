"""`domino abandon` and `domino forfeit`, and records of games that were left."""

import json

import pytest

from cli import exits
from ledger.record import LONGEST_REASON
from tests.ledger.games import Json, line, record

from .command import Command


def begun(**more: object) -> Json:
    """The San Juan game after two of its rounds."""
    game = record("sanjuan.jsonl")
    game.pop("claims", None)
    game["rounds"] = game["rounds"][:2]
    return game | more


GAME = begun()["id"]


@pytest.fixture
def table(domino: Command) -> Command:
    """The command, typed where there is a book with this game."""
    assert domino("import -", line(begun())).code == 0
    return domino


def exported(domino: Command) -> bytes:
    return domino("export --open").out.encode()


def audit(domino: Command) -> Json:
    told: Json = json.loads(domino(f"audit {GAME} --json").out)
    return told


def test_an_abandoned_game_is_void_by_its_rules(table: Command) -> None:
    ran = table(f'abandon {GAME} --reason "the lights went out"')
    assert ran.out.splitlines()[1].split() == ["state", "in", "progress", "void"]
    assert ran.err == f"{GAME} is abandoned\n"
    assert json.loads(exported(table))["abandoned"] == {"reason": "the lights went out"}
    assert (audit(table)["scores"], audit(table)["winners"]) == ([0, 0], None)
    assert table(f"abandon {GAME}").err == f"domino: {GAME}: the game is over\n"


@pytest.mark.parametrize("seat", ["1", "{name}"])
def test_a_game_given_up_is_won_by_the_others(table: Command, seat: str) -> None:
    name = begun()["players"][1]
    before = audit(table)
    ran = table(f"forfeit {GAME} {seat.format(name=name)} --reason home --json")
    told = json.loads(ran.out)
    assert (told["without"]["state"], told["with"]["state"]) == ("in progress", "over")
    assert told["with"]["winners"] == [0, 2]
    assert told["with"]["scores"] == before["scores"]
    assert ran.err == f"{GAME} is given up by seat 1 ({name})\n"
    assert json.loads(exported(table))["forfeited"] == {"seat": 1, "reason": "home"}
    assert audit(table)["winners"] == [0, 2]


@pytest.mark.parametrize("left", ["abandoned", "forfeited"])
def test_what_is_exported_comes_back_the_same(table: Command, left: str) -> None:
    table(f"abandon {GAME}" if left == "abandoned" else f"forfeit {GAME} 0")
    first = exported(table)
    assert table("import - --ledger second.db", first).code == 0
    assert table("export --open --ledger second.db").out.encode() == first
    assert "1 unchanged" in table("import -", first).err


def test_a_record_that_does_not_say_so_is_of_another_game(table: Command) -> None:
    table(f"abandon {GAME} --reason x")
    ran = table("import -", line(begun()))
    assert ran.code == exits.REJECTED
    assert "only the book has game abandoned" in ran.err
    ran = table("import -", line(begun(abandoned={"reason": "y"})))
    assert "game abandoned that is not the one in the book" in ran.err


def test_a_dry_run_writes_nothing(table: Command) -> None:
    before = exported(table)
    assert table(f"forfeit {GAME} 0 --dry-run").err.endswith(", nothing written\n")
    assert table(f"abandon {GAME} --dry-run").err.endswith(", nothing written\n")
    assert exported(table) == before


def test_a_reason_has_an_end(table: Command) -> None:
    ran = table(f"abandon {GAME} --reason {'x' * (LONGEST_REASON + 1)}")
    assert ran.code == exits.USAGE
    assert f"longer than {LONGEST_REASON} characters" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_somebody_else_cannot_give_it_up(table: Command) -> None:
    ran = table(f"forfeit {GAME} eve")
    assert ran.code == exits.USAGE
    assert ran.err.startswith(f"domino: eve is no seat of {GAME}, and nobody who sits there: 0 ")


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"abandoned": {}, "forfeited": {"seat": 0}}, "abandoned or forfeited, not both"),
        ({"forfeited": {}}, "forfeited"),
        ({"forfeited": {"seat": -1}}, "forfeited.seat"),
        ({"abandoned": {"reason": "x" * (LONGEST_REASON + 1)}}, "longer than"),
        ({"forfeited": {"seat": 4}}, "forfeited by seat 4, which is not there"),
    ],
)
def test_a_record_that_cannot_be(domino: Command, more: Json, sentence: str) -> None:
    ran = domino("import -", line(begun(**more)))
    assert ran.code == exits.REJECTED
    assert sentence in ran.err
    assert "Traceback" not in ran.err


def test_a_game_that_was_over_cannot_have_been_left(domino: Command) -> None:
    over = record("sanjuan.jsonl") | {"abandoned": {"reason": "late"}}
    ran = domino("import -", line(over))
    assert "game: game-over: the game was left though it is over" in ran.err
    ran = domino("audit -", line(over))
    assert ran.code == exits.ILLEGAL_PLAY
    assert "! game: game-over: the game was left though it is over" in ran.out
