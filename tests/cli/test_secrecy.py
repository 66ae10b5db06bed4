"""No command shows hidden tiles of a round in play unless asked to."""

import json
from contextlib import chdir, closing
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

import click
import pytest

from domino_ledger.cli.app import domino
from domino_ledger.domain.events import RoundDealt, SeedsRecorded
from domino_ledger.domain.tiles import set_up_to, tile_named, tile_set, tiles_of
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.live.session import resume_table
from domino_ledger.ledger.live.shuffled_deals import commit
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.tables.database import read_models_of
from tests.golden.transcripts import comparable
from tests.projections.tables.modelled import everything

from .clock import fixed_clock
from .command import Ran, run

REPLAYS = Path(__file__).parents[1] / "data" / "replay.jsonl"
UNFINISHED = ("unfinished", "irregular")


def game(name: str) -> dict[str, Any]:
    games = map(json.loads, REPLAYS.read_text().splitlines())
    found: dict[str, Any] = next(game for game in games if game["id"] == name)
    return found


def hidden_tiles(name: str) -> set[str]:
    """The tiles of the last round that were not laid, in both notations."""
    last = game(name)["rounds"][-1]
    laid = {move.get("lay") for move in last["moves"]}
    tiles = {tile for hand in last["hands"] for tile in hand} | set(last.get("boneyard") or ())
    hidden = {tile for tile in tiles if tile not in laid and tile[::-1] not in laid}
    return hidden | {tile[::-1] for tile in hidden}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("book")
    with chdir(directory):
        assert run(f"import --as-played {REPLAYS}").code == 0
    return directory


@pytest.fixture(params=UNFINISHED)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def audit(book: Path, name: str, *options: str) -> tuple[int, dict[str, Any], str]:
    """The exit code, the report as JSON, and the report as text."""
    with chdir(book):
        printed = run(" ".join(("audit", name, *options)))
        report = run(" ".join(("audit", name, "--json", *options)))
    assert printed.code == report.code
    return report.code, json.loads(report.out), printed.out


def test_an_audit_shows_violations_and_no_hidden_tile(book: Path, name: str) -> None:
    code, report, text = audit(book, name)
    last = report["rounds"][-1]
    assert last["pips"] is None
    assert "hidden tiles are shown with --open" in text
    said = text.rpartition(f"round {len(report['rounds']) - 1}:")[2]
    said += "".join(violation["message"] for violation in report["violations"])
    assert not {tile for tile in hidden_tiles(name) if tile in said}
    open_code, opened, _ = audit(book, name, "--open")
    assert code == open_code
    places = [[v["round"], v["move"], v["code"]] for v in report["violations"]]
    assert places == [[v["round"], v["move"], v["code"]] for v in opened["violations"]]
    assert opened["rounds"][-1]["pips"] is not None


def test_a_file_is_audited_with_its_hidden_tiles(book: Path) -> None:
    with chdir(book):
        ran = run(f"audit {REPLAYS} --json")
    reports = {report["game"]: report for report in map(json.loads, ran.out.splitlines())}
    assert all(reports[each]["rounds"][-1]["pips"] is not None for each in UNFINISHED)


def test_an_export_omits_the_round_with_a_remark(book: Path, name: str) -> None:
    with chdir(book):
        ran, opened = run(f"export {name}"), run(f"export {name} --open")
    rounds = json.loads(ran.out)["rounds"]
    assert len(rounds) == len(game(name)["rounds"]) - 1
    assert ran.err == "1 unfinished round is left out: --open writes it too\n"
    assert len(json.loads(opened.out)["rounds"]) == len(rounds) + 1
    assert opened.err == ""


DEALT = "deal Ana: 2-0 5-2 0-0 5-3 6-0 / Ben: 3-3 4-4 5-0 4-2 6-5 / Cid: 6-6 5-1 2-1 4-3 3-1"


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A round is ruled void before its end, and the next one is in play."""
    directory = tmp_path_factory.mktemp("replayed")
    with chdir(directory):
        rule_void_while_played()
        assert run("record --resume g", typed(DEALT, "6-6")).code == 0
    return directory


def rule_void_while_played() -> None:
    """Rule the first round void before its end, and have it played again."""
    run("record --rules block@1 --players Ana,Ben,Cid --id g", typed(DEALT, "6-6", "6-0 left"))
    run("dispute open g --round 1 --by Ana --claim foul")
    run("dispute rule g 1 --by Eva --new --replay-round")


def typed(*lines: str) -> bytes:
    return "\n".join(lines).encode()


def test_an_unfinished_round_ruled_void_stays_hidden_after_the_next_deal(replayed: Path) -> None:
    with chdir(replayed):
        exported, opened, report = run("export g"), run("export g --open"), run("audit g --json")
    assert json.loads(exported.out)["rounds"] == []
    assert exported.err == "2 unfinished rounds are left out: --open writes them too\n"
    assert len(json.loads(opened.out)["rounds"]) == 2
    assert [found["pips"] for found in json.loads(report.out)["rounds"]] == [None, None]


@pytest.fixture(scope="module", params=["abandon g --reason rain", "forfeit g Ana --reason rain"])
def left(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game that was left in its second round; the first was ruled void before its end."""
    directory = tmp_path_factory.mktemp("left")
    with chdir(directory):
        rule_void_while_played()
        assert run("record --resume g", typed(OTHERWISE, "6-6")).code == 0
        assert json.loads(run("sheet g --json").out)["hash"] is None
        assert run(request.param).code == 0
    return directory


OTHERWISE = DEALT.replace("2-0", "2-2")


def test_the_last_round_of_a_game_that_was_left_is_revealed(left: Path) -> None:
    with chdir(left):
        exported = run("export g")
        first, last = (run(f"replay g --round {round}").out for round in (1, 2))
        report, sheet = (json.loads(run(f"{each} g --json").out) for each in ("audit", "sheet"))
        log = [json.loads(line) for line in run("tail").out.splitlines()]
    assert [round["hands"][0][0] for round in json.loads(exported.out)["rounds"]] == ["2-2"]
    assert exported.err == "1 unfinished round is left out: --open writes it too\n"
    assert ("2-0" in first, "2-2" in last) == (False, True)
    assert [round["pips"] is None for round in report["rounds"]] == [True, False]
    assert sheet["hash"] is None, "the round before it stays hidden"
    assert ["revealed" in line["data"] for line in log[-2:]] == [False, True]
    assert "2-2" in log[-1]["data"]["left"][0]


def test_a_sheet_of_a_game_that_was_left_has_its_hash(tmp_path: Path) -> None:
    with chdir(tmp_path):
        run("record --rules block@1 --players Ana,Ben,Cid --id g", typed(DEALT, "6-6", "abandon"))
        (*_, end) = (json.loads(line) for line in run("tail --open").out.splitlines())
        assert json.loads(run("sheet g --json").out)["hash"] == end["hash"]


@pytest.mark.parametrize("who", ["", "--as Ana"])
def test_the_last_step_shows_everything(left: Path, who: str) -> None:
    with chdir(left):
        steps = [
            json.loads(line) for line in run(f"replay g --round 2 --json {who}").out.splitlines()
        ]
    assert steps[-1]["open"] is True
    assert None not in steps[-1]["hands"]
    assert steps[0]["open"] is (not who)


# What a seat cannot see makes no difference to what it is shown.

HIDDEN_FROM_ANA = DEALT.replace("4-2", "?").replace("4-3", "4-2").replace("?", "4-3")
"""Ben and Cid have one of their tiles exchanged."""
HIDDEN_FROM_ALL = DEALT.replace("2-0", "?").replace("3-3", "2-0").replace("?", "3-3")
"""Ana and Ben have."""
SHOWN = (
    *("games", "games --json", "night", "tail", "stats", "stats Ana --json", "stats --csv"),
    *("payouts", "payouts --format beancount", "payouts --by game --json", "league", "search"),
    *("replay g", "replay g --json", "replay g --svg drawn.svg", "explain g/1", "explain g/1.2"),
    *("audit g", "audit g --json", "sheet g", "sheet g --json", "sheet g --html", "export g"),
    *("dossier g --text", "dossier g --json", "dossier g --html"),
)
SHOWN_TO_ANA = (
    *("replay g --as Ana", "replay g --as Ana --json", "replay g --as Ana --svg drawn.svg"),
    *("dossier g --as Ana --text", "dossier g --as Ana --json", "dossier g --as Ana --html"),
)


PLAYED_AT_A_TABLE = ("record", "deal", "play")
"""The commands of `LINES`; those of a seat that sees its hand."""
NOTHING_OF_A_GAME = {
    *("amend", "import", "init", "simulate", "demo", "catch-up", "rebuild", "checkpoint"),
    *("key", "players", "rules", "tables", "token", "witness", "backup", "restore"),
}
"""Commands that show no game of the book, or only one that they were given."""
OF_ROUNDS_THAT_ARE_OVER = {"abandon", "forfeit", "dispute", "whatif", "sql", "archive"}
"""A left round lies open. What-if reads settled rounds, SQL the tables that are compared, and an
archive has closed games, and of others no more than the log: hashes of leaves."""


COMPARED_ELSEWHERE = {"serve"}
"""Every route and stream: tests/web/test_law.py."""


def test_every_command_is_compared_or_shows_no_round_in_play() -> None:
    compared = {line.split()[0] for line in (*SHOWN, *SHOWN_TO_ANA, *PROVEN)}
    others = {*PLAYED_AT_A_TABLE, *NOTHING_OF_A_GAME, *OF_ROUNDS_THAT_ARE_OVER}
    others |= COMPARED_ELSEWHERE
    assert compared | others == set(domino.list_commands(click.Context(domino)))
    assert not compared & others


PROVEN = ("verify g", "verify --all", "prove g --key club.key --out proof")
"""What takes a checkpoint, whose root differs by chance."""


def shown(deal: str, commands: tuple[str, ...], directory: Path) -> dict[str, str]:
    """What each command shows at the same times, without ids and hashes."""
    with chdir(mkdtemp(dir=directory)), fixed_clock():
        record = "record --rules block@1 --players Ana,Ben,Cid --id g"
        assert run(record, typed(deal, "6-6", "6-0 left")).code == 0
        said = {command: run(command) for command in commands}
        run("key new club.example --out club.key")
        assert run("checkpoint --key club.key").code == 0
        said |= {command: run(command) for command in PROVEN}
        drawn = Path("drawn.svg").read_text()
        with closing(open_book("domino.db")) as book, closing(read_models_of(book)) as models:
            rows = everything(models)
    for name, found in rows.items():
        said[f"the table {name}"] = Ran(0, "\n".join(sorted(map(comparable, map(str, found)))), "")
    return {
        command: comparable(f"{ran.code} {ran.out} {ran.err} {drawn if 'svg' in command else ''}")
        for command, ran in said.items()
    }


LINES = (
    *("show", "moves", "help", "Ana 6-0", "Cid 6-6", "show", "Cid 6-5", "6-1", "Ana pass"),
    *("Ana draw", "6-0 left", "Ben 2-2", "Ben timeout", "Cid pass", "Ana 5-5", "undo", "undo 2"),
    *("6-6", "blocked", "! blocked", "undo", "Ana 6-0", "left Ben: 3-3", "deal", "moves", "pause"),
    *("6-5", "resume", "! Ben pass", "show", "Ben 60 out", "undo", "undo 9"),
)
"""Lines at a table, each possible in all of these deals, or in none."""


def written_down(deal: str, rules: str, directory: Path) -> dict[str, str]:
    """What each line is answered at a table where the program dealt these hands."""
    with chdir(mkdtemp(dir=directory)), fixed_clock():
        run(f"record --rules {rules} --players Ana,Ben,Cid --id g")
        hands = [tuple(map(tile_named, hand.split(":")[1].split())) for hand in deal.split("/")]
        held = tile_set(tile for hand in hands for tile in hand)
        rest = tiles_of(set_up_to(6) & ~held)
        with closing(open_book("domino.db")) as book:
            session = resume_table(book, game_id("g"))
            committed = commit(3, {}).event
            dealt = RoundDealt(hands=tuple(hands), boneyard=rest, leader=2)
            session.write([committed, dealt, SeedsRecorded(server="00", seats=("01",) * 3)])
        answers = {
            f"{number}: {line}": run("record --resume g", typed(line))
            for number, line in enumerate(LINES)
        }
    return {line: comparable(f"{ran.code} {ran.out} {ran.err}") for line, ran in answers.items()}


@pytest.mark.parametrize("rules", ["block@1", "draw@1"])
@pytest.mark.parametrize("other", [HIDDEN_FROM_ALL, HIDDEN_FROM_ANA])
def test_a_table_that_the_program_dealt_for_shows_its_writer_no_hidden_tile(
    other: str, rules: str, tmp_path: Path
) -> None:
    first, second = written_down(DEALT, rules, tmp_path), written_down(other, rules, tmp_path)
    assert [line for line in first if first[line] != second[line]] == []
    answers = " ".join(first.values())
    assert "Cid leads 6-6" in answers
    assert "it is the turn of Ana" in answers


def test_bots_are_not_shown_at_a_table_either(tmp_path: Path) -> None:
    with chdir(tmp_path):
        run("play --rules block@1 --seat 0 --seed 1", b"quit\n")
        record = json.loads(run("games --json").out)["record"]
        ran = run(f"record --resume {record}", b"show\nmoves\n")
    assert "(7)" in ran.out
    assert "may:" not in ran.out + ran.err


@pytest.mark.parametrize(
    ("other", "commands"), [(HIDDEN_FROM_ALL, SHOWN), (HIDDEN_FROM_ANA, SHOWN + SHOWN_TO_ANA)]
)
def test_hidden_tiles_make_no_difference(
    other: str, commands: tuple[str, ...], tmp_path: Path
) -> None:
    first, second = shown(DEALT, commands, tmp_path), shown(other, commands, tmp_path)
    assert [each for each in first if first[each] != second[each]] == []
    assert "6-0" in first["replay g"]


def test_what_a_seat_sees_makes_a_difference(tmp_path: Path) -> None:
    """The test above can fail."""
    commands = ("replay g --as Ben", "replay g --svg drawn.svg", "games")
    first, second = (shown(deal, commands, tmp_path) for deal in (DEALT, HIDDEN_FROM_ANA))
    assert [command for command in commands if first[command] != second[command]] == [commands[0]]
