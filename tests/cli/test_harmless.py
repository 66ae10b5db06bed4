"""Text from outside is harmless on terminals and in spreadsheets, and is shortened."""

import ast
import csv
import json
import re
import shlex
from pathlib import Path

import pytest

from domino_ledger import cli
from domino_ledger.cli.output import LONGEST_MESSAGE

from .bad_input import DISPUTED, ONE
from .command import Command
from .process import domino as process
from .terminal import Terminal

HARM = "\x1b[2J\x07\x9b31m\x85\u202e\u2066\u200f\u2028\x7f"
"""Clears the screen, rings, changes colours, and reverses the text after it."""
HARMFUL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
GAME = f"game{HARM}\n1"
NAMES = [f"{name}{HARM}" for name in ("ana", "ben", "cid", "dora")]
RECORD = {**json.loads(ONE), "id": GAME, "players": NAMES, "source": f"book{HARM}"}

SHOWN = (
    "games",
    "audit {game}",
    "replay {game}",
    "replay {game} --as {name}",
    "explain {game} 1",
    "sheet {game}",
    "stats",
    "stats {name}",
    "payouts",
    "payouts --by game",
    "league",
    "night",
    "players list",
    "dispute list",
    "dispute show {game} 1",
    'sql "SELECT record AS a FROM game_fact"',
    "sql \"SELECT 1 AS 'a{harm}'\"",
)
FOR_PROGRAMS = (
    "games --json",
    "audit {game} --json",
    "replay {game} --json",
    "explain {game} 1 --json",
    "stats --json",
    "payouts --json --by game",
    "league --json",
    "night --json",
    "players list --json",
    "dispute show {game} 1 --json",
    "tail --from 0",
    'sql "SELECT record FROM game_fact" --json',
)
REFUSED = (
    "audit no{harm}",
    "replay {game} --as no{harm}",
    "import {harm}",
    "import ok.jsonl{harm}",
    "games --ledger {harm}",
    "sql 'SELECT * FROM \"no{harm}\"'",
    "stats no{harm}",
    "no{harm}",
    "games --no{harm}",
    "dispute answer {game} 7 x --by y{harm} --new",
    "dispute open {game} --by z{harm} --new --claim x",
)


def line(template: str) -> str:
    """The command line; each text from outside is one word of it."""
    words = [word.format(game=GAME, name=NAMES[0], harm=HARM) for word in shlex.split(template)]
    return shlex.join(words)


@pytest.fixture
def desk(domino: Command) -> Command:
    """The command, in a directory with a book where a game full of harmful texts is disputed."""
    Path("games.jsonl").write_text(json.dumps(RECORD) + "\n")
    assert domino("import games.jsonl").code == 0
    opened = shlex.join(["dispute", "open", GAME, "--by", NAMES[0], "--claim", f"claim{HARM}"])
    assert domino(opened).code == 0
    return domino


def test_only_one_module_prints() -> None:
    """All other modules print through it."""
    printing = []
    for file in sorted(Path(cli.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="click"), attr="echo" | "secho" | "prompt")
                    | ast.Name(id="print")
                    | ast.Attribute(
                        value=ast.Attribute(value=ast.Name(id="sys"), attr="stdout" | "stderr"),
                        attr="write",
                    )
                ):
                    printing.append(file.name)
                case _:
                    pass
    assert set(printing) == {"output.py", "main.py"}  # In main.py: "interrupted".


def test_output_for_people_is_harmless(desk: Command) -> None:
    for template in SHOWN:
        ran = desk(line(template))
        assert (ran.code, bool(ran.out)) == (0, True), ran
        assert not HARMFUL.search(ran.out + ran.err), template


def test_output_for_programs_is_exact(desk: Command) -> None:
    quoted = [json.dumps(text, ensure_ascii=False)[1:-1] for text in (GAME, NAMES[0])]
    for template in FOR_PROGRAMS:
        ran = desk(line(template))
        assert not HARMFUL.search(ran.out + ran.err), template
        said = json.dumps([json.loads(each) for each in ran.out.splitlines()], ensure_ascii=False)
        assert any(text in said for text in quoted), template


def test_refusals_are_harmless(desk: Command) -> None:
    for template in REFUSED:
        ran = desk(line(template))
        assert bool(ran.code) or "is new to the book" in ran.err, ran
        assert not HARMFUL.search(ran.out + ran.err), template


def test_a_line_end_in_an_id_starts_no_line(desk: Command) -> None:
    assert len(desk("games").out.splitlines()) == 2
    assert "\n1" not in desk(line("replay {game}")).out


def test_records_and_csv_are_exact_unless_printed_to_a_terminal(
    desk: Command, tmp_path: Path
) -> None:
    (exported, _) = desk("export").out.split("\n")
    assert json.loads(exported)["id"] == GAME
    (_, player, *_) = desk("stats --csv").out.split("\n", 1)[1].split(",", 2)
    assert HARM in player
    for command in ("export", "export --format text", "stats --csv"):
        terminal = Terminal(*command.split(), cwd=tmp_path)
        assert terminal.ends() == 0
        assert "31m???" in terminal.shown
        assert not HARMFUL.search(terminal.shown)


# -- spreadsheets


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(sign: str, book: Path) -> None:
    evil = f'{sign}HYPERLINK("x")'
    assert process("players", "rename", "--", "s0", evil, cwd=book).code == 0
    for words in (["stats"], ["payouts", "--format"], ["league"]):
        form = "csv" if "--format" in words else "--csv"
        ended = process(*words, form, cwd=book)
        cells = [cell for row in csv.reader(ended.out.decode().split("\n")) for cell in row]
        assert f"'{evil}" in cells
        assert evil not in cells


def test_numbers_stay_numbers(book: Path) -> None:
    query = "SELECT -1 AS a, '-1.50' AS b, '+7' AS c, '-' AS d, '=1' AS e, '-1\n' AS f"
    out = process("sql", query, "--csv", cwd=book).out.decode()
    assert out.split("\n", 1)[1] == "-1,-1.50,+7,'-,'=1,\"'-1\n\"\n"


# -- length

LONG = "x" * 20_000
TOO_LONG = (
    f"audit {LONG}",
    f"import {LONG}",
    f"games --ledger {LONG}",
    f"sql 'SELECT {LONG} FROM game'",
    f"sql 'SELECT * FROM {LONG}'",
    f"stats {LONG}",
    f"stats --rules {LONG}",
    f"{LONG}",
    f"games --{LONG}",
    f"tables {LONG}",
    f"simulate --rules block@1 --players {LONG} --games 1",
    f"league --from {LONG}",
    f"night {LONG}",
    f"players rename s0 {LONG}",
    f"players rename {LONG} s9",
    f"dispute open {DISPUTED} --by {LONG} --new --claim x",
    f"dispute open {DISPUTED} --by s1 --claim {LONG}",
    f"amend {DISPUTED} games.jsonl --by s1 --reason {LONG}",
    f"forfeit {DISPUTED} {LONG}",
    f"abandon {DISPUTED} --reason {LONG}",
    f"replay {DISPUTED} --as {LONG}",
    f"record --rules {LONG} --players a,b",
    f"record --rules block@1 --players {LONG},b",
)


@pytest.mark.parametrize("typed", TOO_LONG)
def test_errors_are_short(typed: str, book: Path, domino: Command) -> None:
    (book / "games.jsonl").write_bytes(ONE)
    ran = domino(typed)
    assert ran.code != 0
    (said,) = ran.err.splitlines()
    assert len(said) <= LONGEST_MESSAGE
    assert "…" in said or "longer than" in said or "characters, not" in said, said


@pytest.mark.parametrize(
    ("changes", "kept"),
    [
        ({"id": LONG}, ": id: longer than 500 characters"),
        ({LONG: 1}, "here"),
        ({"claims": {LONG: {"a": "\0"}}}, ".a: expected text without NUL"),
        ({"rules": LONG}, "there are no rules 'xxx"),
        ({"players": [LONG, "b"]}, ": players[0]: longer than 500 characters"),
        ({"id": "x" * 500, "after": "y" * 501}, ": after: longer than 500 characters"),
        ({"id": "x" * 500, "players": ["a"]}, "1 player where"),
    ],
)
def test_shortened_errors_keep_the_fault_and_its_place(
    changes: dict[str, object], kept: str, domino: Command
) -> None:
    name = f"{'f' * 200}.jsonl"
    Path(name).write_text("\n" + json.dumps(json.loads(ONE) | changes) + "\n")
    said = domino(f"import {name}").err.splitlines()[0]
    assert len(said) <= LONGEST_MESSAGE
    assert "jsonl, line 2" in said
    assert kept in said
    assert len(said.split(kept)[0]) < LONGEST_MESSAGE
