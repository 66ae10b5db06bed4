"""New names that resemble known ones: a question on a terminal, else a remark."""

import json
from pathlib import Path

from domino_ledger.cli import exit_codes as exits
from domino_ledger.ledger.records.export import line_of
from tests.ledger.games import record

from .command import Command
from .terminal import END, Terminal

GAME = record("openspiel-block.jsonl")


def write(name: str, *tables: tuple[str, str]) -> None:
    """Write a file with a game for each of these pairs of players."""
    games = [GAME | {"id": f"{name}-{at}", "players": pair} for at, pair in enumerate(tables)]
    Path(name).write_bytes(b"".join(map(line_of, games)))


def names(text: str) -> list[str]:
    return [json.loads(line)["name"] for line in text.splitlines()]


def test_import_remarks_once_for_each_file(domino: Command) -> None:
    write("one", ("Ana", "Bob"), ("Ana", "Cid"))
    write("two", ("Anna", "Bob"), ("ANA", "Cidd"), ("Anna", "Zoe"))
    write("three", ("Zoë", "Anna"))
    write("four", ("Ana", "Hanna"), ("Hanna", "Anna"))
    ran = domino("import one two three four")
    assert ran.code == exits.FINE
    assert ran.err.splitlines() == [
        "two: 2 new names are much like known ones: Anna (Ana?), Cidd (Cid?)",
        "three: 1 new name is much like a known one: Zoë (Zoe?)",
        "four: 1 new name is much like a known one: Hanna (Anna?)",
        "8 games added, 0 unchanged, 0 rejected",
    ]
    assert domino("import one two three four").err == "0 games added, 8 unchanged, 0 rejected\n"


def test_a_remark_without_a_terminal(domino: Command) -> None:
    write("one", ("Ana", "Bob"))
    domino("import one")
    new = "record --rules block@1 --players 'Anna, BOB' --id evening"
    ran = domino(new, stdin=b"quit\n")
    assert ran.code == exits.FINE
    assert ran.err.startswith("Anna is new to the book. Did you mean Ana?\n")
    assert names(domino("players list --json").out) == ["Ana", "Anna", "Bob"]
    ran = domino("play --rules block@1 --name Bobb", stdin=b"quit\n")
    assert ran.err.startswith("Bobb is new to the book. Did you mean Bob?\n")
    assert "Did you mean" not in domino("play --rules block@1", stdin=b"quit\n").err
    assert "Did you mean" not in domino("play --rules block@1", stdin=b"quit\n").err


def test_a_question_at_a_terminal(tmp_path: Path, domino: Command) -> None:
    domino("record --rules block@1 --players Ana,Bob", stdin=b"quit\n")
    new = ("record", "--rules", "block@1", "--players", "Anna,Robb", "--id")

    def listed() -> list[str]:
        return names(domino("players list --json").out)

    def answered(id: str, *typed: str) -> int:
        terminal = Terminal(*new, id, cwd=tmp_path)
        terminal.until("Anna is not in the book. Did you mean Ana? [y/N]: ")
        for keys in typed:
            terminal.types(keys)
            if keys != END:
                terminal.until("> ")
        return terminal.ends()

    assert answered("zero", END) == exits.INTERRUPTED
    assert listed() == ["Ana", "Bob"]
    assert answered("one", "y\n", END) == exits.FINE
    assert listed() == ["Ana", "Bob", "Robb"]
    assert answered("two", "\n", END) == exits.FINE
    assert listed() == ["Ana", "Anna", "Bob", "Robb"]


def test_two_players_become_one_and_two_again(domino: Command) -> None:
    write("one", ("Ana", "Bob"), ("Anna", "Cid"))
    domino("import one")
    dry = domino("players merge Anna Ana --dry-run")
    assert dry.err == "Anna counts as Ana from now on, nothing written\n"
    before = domino("stats").out
    assert "Anna" in before
    assert domino("players merge Anna Ana").err == "Anna counts as Ana from now on\n"
    assert [row.split()[:2] for row in domino("stats").out.splitlines()[1:]] == [
        *(["Ana", "2"], ["Bob", "1"], ["Cid", "1"])
    ]
    assert "merged" not in domino("players show Bob").out
    shown = domino("players show Anna").out.splitlines()
    assert (shown[0].split(), shown[3].split()) == (["name", "Ana"], ["merged", "Anna"])
    listed = domino("players list").out.splitlines()
    assert [row.split()[0] for row in listed if row.endswith(" Ana")] == ["Anna"]
    (counts,) = (
        row["counts_as"]
        for row in map(json.loads, domino("players list --json").out.splitlines())
        if row["name"] == "Anna"
    )
    assert json.loads(domino("players show Ana --json").out)["player"] == counts
    for line in ("replay one-1", "sheet one-1", "explain one-1/1 --player Anna"):
        assert "Ana" in (printed := domino(line).out), line
        assert "Anna" not in printed
    assert domino("dispute open one-1 --by Anna --claim x").code == exits.FINE
    assert "Ana" in (printed := domino("dispute show one-1 1").out)
    assert "Anna" not in printed
    ruling = domino("dispute rule one-1 1 --by Ana --void-game")
    assert (ruling.code, "Ana" in ruling.err) == (exits.FAILURE, True)
    assert '"Anna"' in domino("export").out
    assert domino("import one").err == "0 games added, 2 unchanged, 0 rejected\n"
    dry = domino("players unmerge Anna --dry-run")
    assert dry.err == "Anna no longer counts as Ana, nothing written\n"
    assert domino("players unmerge Anna").err == "Anna no longer counts as Ana\n"
    assert domino("stats").out == before
    assert "Anna" in domino("replay one-1").out
