"""`domino rebuild`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest

from cli import exit_codes as exits
from projections.tables.database import read_models_in

from .bad_input import PAYOUT, refusal
from .command import Command
from .other_rules import add_counted
from .process import domino as process
from .process import installed

WHOLE = "3242 events taken in\n"


@pytest.fixture
def played(domino: Command) -> Command:
    """The command, with a book of the payout games and rules under which nobody is a blocker."""
    assert domino(f"import {PAYOUT}").code == 0
    add_counted(domino, "calm@1", "forced-block@1", "block-lot@1")
    return domino


def net(domino: Command) -> dict[str, int]:
    payouts = map(json.loads, domino("payouts --json").out.splitlines())
    return {due["name"]: due["amount"] for due in payouts}


def test_compare_and_then_switch(played: Command) -> None:
    before = net(played)
    found = played("rebuild --rules calm@1 --compare")
    assert (found.code, found.err) == (
        0,
        f"{WHOLE}not in use yet: a rebuild without --compare books 96 adjusting postings\n",
    )
    heads, *tables = found.out.splitlines()
    assert heads.split() == [
        "table",
        "rows",
        "only",
        "in",
        "use",
        "rows",
        "only",
        "in",
        "the",
        "new",
    ]
    differences = {table: (int(old), int(new)) for table, old, new in map(str.split, tables)}
    assert differences["game_seat"] == (326, 326)
    assert differences["move"] == (0, 0)
    report = json.loads(played("rebuild --rules calm@1 --compare --json").out)
    assert {each["table"]: (each["old"], each["new"]) for each in report["tables"]} == differences
    assert (report["adjusting"], report["gone"], report["kept"]) == (96, [], [])
    assert net(played) == before
    assert played("rebuild --json").code == 2
    switched = played("rebuild --rules calm@1 --yes")
    assert switched.err == "games count by calm@1; 96 adjusting postings booked\n"
    assert net(played) != before
    again = json.loads(played("rebuild --rules calm@1 --compare --json").out)
    assert {each["table"] for each in again["tables"] if each["old"] or each["new"]} == set()


@pytest.mark.parametrize("more", ["--rules block@1", "--compare"])
def test_verdicts_do_not_depend_on_rules(played: Command, more: str) -> None:
    found = played(f"rebuild --only verdicts {more}")
    assert found.code == 2
    assert "verdicts do not depend on score or payout" in found.err
    assert not Path("domino.db.tables").exists()


def test_unknown_rules(played: Command) -> None:
    found = played("rebuild --rules block@9")
    assert (found.code, found.out) == (1, "")
    assert len(found.err.splitlines()) == 1
    assert "block@9" in found.err
    assert played("rebuild --only everything").code == 2


def test_no_book(domino: Command) -> None:
    found = domino("rebuild")
    assert found.code == 1
    assert "there is no ledger at domino.db" in found.err
    assert list(Path().iterdir()) == []


def test_a_reader_sees_the_rules_in_use(book: Path) -> None:
    """The rules in use, and the money booked under them."""
    assert process("rebuild", "--rules", "all=block-lot@1", "--yes", cwd=book).code == 0
    payouts = process("payouts", "--format", "beancount", cwd=book)
    assert payouts.err == "all games played alike count by block-lot@1, since the last rebuild\n"
    for file in book.glob("domino.db*"):
        file.chmod(0o444)
    book.chmod(0o555)
    try:
        ended = installed("payouts", "--format", "beancount", cwd=book, unprivileged=True)
        assert (ended.out, ended.err) == (payouts.out, payouts.err)
    finally:
        book.chmod(0o755)


def test_a_directory_that_may_not_be_written(book: Path) -> None:
    """Queries make the tables in memory; a rebuild in memory would be pointless."""
    book.chmod(0o555)
    try:
        refused = installed("rebuild", cwd=book, unprivileged=True)
        assert refused == refusal("the tables of domino.db cannot be written by this user")
        asked = installed("whatif", "--rules", "all=block-lot@1", cwd=book, unprivileged=True)
        assert asked.code == 0
    finally:
        book.chmod(0o755)
    assert [file.name for file in book.iterdir()] == ["domino.db"]


def test_another_file_in_the_place_of_the_tables(book: Path) -> None:
    with closing(sqlite3.connect(book / "domino.db.tables")) as connection:
        connection.execute("CREATE TABLE mine (id)")
    refused = process("rebuild", cwd=book)
    assert refused == refusal("beside the book is another SQLite file, in the place of its tables")


def test_tables_can_be_queried_during_a_rebuild(played: Command) -> None:
    """Queries take no lock."""
    played("stats")
    with closing(read_models_in(Path("domino.db.tables"))) as models, models.writing():
        assert played("stats").code == 0
        assert played("whatif --rules calm@1").code == 0


def test_games_that_are_gone_from_the_book(played: Command) -> None:
    assert played("stats").code == 0
    with closing(sqlite3.connect("domino.db")) as file:
        file.execute("DROP TRIGGER stored_events_refuses_delete")
        (gone,) = file.execute("SELECT originator_id FROM stored_events").fetchone()
        file.execute("DELETE FROM stored_events WHERE originator_id = ?", [gone])
        file.commit()
    compared = played("rebuild --compare")
    assert compared.code == exits.TAMPERING
    assert compared.err.endswith(
        f"1 game is in the tables in use, but no longer in the book: {UUID(gone)}\n"
    )


def test_nothing_is_booked_without_a_yes(played: Command) -> None:
    before = net(played)
    refused = played("rebuild --rules calm@1")
    assert refused.code == exits.USAGE
    assert "this books 96 adjusting postings: --yes agrees to them" in refused.err
    assert refused.out.splitlines()[0].split("  ")[0] == "player"
    assert net(played) == before
    assert "calm@1" not in played("payouts").err


@pytest.mark.parametrize(
    ("answer", "code", "booked"), [("y", exits.FINE, 96), ("n", exits.FAILURE, 0)]
)
def test_a_rebuild_asks_at_a_terminal(
    answer: str, code: int, booked: int, played: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = net(played)
    monkeypatch.setattr("cli.commands.rebuild.at_terminal", lambda: True)
    asked = played("rebuild --rules calm@1", f"{answer}\n".encode())
    assert asked.code == code
    assert "book 96 adjusting postings? [y/N]" in asked.err
    assert (net(played) != before) == (booked > 0)
    said = "96 adjusting postings booked" if booked else "nothing is booked"
    assert said in asked.err.splitlines()[-1]


def test_a_rule_change_for_one_game_leaves_the_money_of_all_others(played: Command) -> None:
    """Rules that differ from those of some games in score alone are for these games alone."""
    played("simulate --rules partnership-sanjuan@1 --players 4 --games 3 --seed 1")
    before = net(played)
    rules = json.loads(played("rules show partnership-sanjuan@1 --json").out)
    rules = rules | {"id": "x@1", "score": rules["score"] | {"target": 100}}
    Path("x.json").write_text(json.dumps(rules), encoding="utf-8")
    assert played("rules add x.json").code == 0
    found = played("rebuild --rules x@1")
    kept = "100 games of forced-block@1 keep their rules, none are named for them: "
    assert (found.code, found.out) == (0, "")
    compared = played("rebuild --rules x@1 --compare --json")
    assert kept in compared.err
    assert [each["games"] for each in json.loads(compared.out)["kept"]] == [100]
    assert kept in found.err
    assert found.err.endswith("games count by x@1; 0 adjusting postings booked\n")
    assert net(played) == before
    asked = json.loads(played("whatif --rules x@1 --json").out)
    assert (asked["games"], [each["games"] for each in asked["kept"]]) == (3, [100])
    assert asked["rules"] == [{"played": "same-play", "rules": "x@1"}]


def test_rules_for_games_that_nobody_played(played: Command) -> None:
    found = played("rebuild --rules mexican-train@1")
    assert (found.code, found.out) == (1, "")
    assert "name those it is for, as OLD=mexican-train@1 (played: forced-block@1)" in found.err


def test_two_rule_sets_for_the_same_games(played: Command) -> None:
    found = played("rebuild --rules calm@1 --rules forced-block@1")
    assert (found.code, found.out) == (exits.USAGE, "")
    assert "name one rule set for the same games: calm@1 and forced-block@1" in found.err
