"""`domino abandon` and `domino forfeit`, and records of games that were left."""

import json

import pytest

from domino_ledger.cli import exit_codes as exits
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
    """The command, in a directory with a book that has this game."""
    assert domino("import -", line(begun())).code == 0
    return domino


def exported(domino: Command) -> bytes:
    return domino("export --open").out.encode()


def audit(domino: Command) -> Json:
    report: Json = json.loads(domino(f"audit {GAME} --json").out)
    return report


@pytest.mark.parametrize("left", ["abandoned", "forfeited"])
def test_an_exported_game_is_imported_unchanged(table: Command, left: str) -> None:
    table(f"abandon {GAME}" if left == "abandoned" else f"forfeit {GAME} 0")
    first = exported(table)
    assert table("import - --ledger second.db", first).code == 0
    assert table("export --open --ledger second.db").out.encode() == first
    assert "1 unchanged" in table("import -", first).err


def test_a_record_without_the_abandonment_is_another_game(table: Command) -> None:
    table(f"abandon {GAME} --reason x")
    ran = table("import -", line(begun()))
    assert ran.code == exits.REJECTED
    assert "only the book has the game abandoned" in ran.err
    ran = table("import -", line(begun(abandoned={"reason": "y"})))
    assert "game abandoned that is not the one in the book" in ran.err


def test_a_game_that_was_over_cannot_have_been_left(domino: Command) -> None:
    over = record("sanjuan.jsonl") | {"abandoned": {"reason": "late"}}
    ran = domino("import -", line(over))
    assert "game: game-over: the game was left though it is over" in ran.err
    ran = domino("audit -", line(over))
    assert ran.code == exits.ILLEGAL_PLAY
    assert "! sanjuan-7-00000: game-over: the game was left though it is over" in ran.out


def states(domino: Command, game: str) -> set[str]:
    """The states that the commands report for the game."""
    (listed,) = (
        row["state"]
        for row in map(json.loads, domino("games --json").out.splitlines())
        if row["record"] == game
    )
    rest = (json.loads(domino(f"{command} {game} --json").out) for command in ("audit", "sheet"))
    return {listed, *(row["state"] for row in rest)}


def unseen(domino: Command, players: str) -> None:
    """A game with a blocked round whose tiles left are unseen."""
    passes = (f"{name} pass\n" for name in (*players.split(",")[1:], "Ana"))
    lines = f"deal lead Ana\nAna 6-6\n{''.join(passes)}"
    ran = domino(f"record --rules block@1 --players {players} --id g", lines.encode())
    assert ran.code == exits.FINE, ran.err


@pytest.mark.parametrize(
    ("players", "how", "state", "sentence"),
    [
        ("Ana,Ben", "", "disputable", "it waits for tiles left that nobody saw"),
        ("Ana,Ben", "forfeit g Ben", "over", "The game is won by Ana, as Ben forfeited it."),
        ("Ana,Ben", "forfeit g Ana", "over", "The game is won by Ben, as Ana forfeited it."),
        ("Ana,Ben,Cid", "forfeit g Ben", "disputable", "it waits for tiles left"),
        ("Ana,Ben,Cid", "abandon g", "abandoned", "The game was abandoned, and counts for nothing"),
    ],
)
def test_every_command_agrees_on_a_round_with_unseen_tiles(
    domino: Command, players: str, how: str, state: str, sentence: str
) -> None:
    unseen(domino, players)
    if how:
        assert f"  {state}" in domino(how).out.splitlines()[1]
    assert states(domino, "g") == {state}
    assert sentence in domino("sheet g").out
    for text in (domino("audit g").out, domino("sheet g").out):
        assert ("counts for nothing" in text) is (state in {"over", "abandoned"})


def test_import_counts_games_with_a_remark(domino: Command) -> None:
    rounds = [{"reported": {"winners": [0], "points": [169, 0]}}]
    game = record("openspiel-block.jsonl") | {"rules": "block@1", "rounds": rounds}
    ran = domino("import - --json", line(game))
    assert ran.err == "1 game added, 1 of them with a remark, 0 unchanged, 0 rejected\n"
    report = json.loads(ran.out)
    assert (report["added"], report["remarked"], report["irregular"]) == (1, 1, 0)
