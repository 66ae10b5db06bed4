"""The command on a book in PostgreSQL: it is made once, and errors are one sentence."""

import json
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import psycopg
import pytest
from psycopg import Connection, sql

from domino_ledger.cli import exit_codes as exits
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.errors import Unavailable
from domino_ledger.ledger.store import batch
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.database import read_models_of
from domino_ledger.projections.tables.progress import progress_in

from ..ledger.cutting import cut_wire
from .bad_input import BLOCK, PAYOUT, refusal
from .command import run
from .process import PATIENCE, Ended, environment, started
from .process import domino as process

READ = ("players", "list")
NOTHING_ADDED = "no game was added: run it again"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def domino(*words: str | Path) -> Ended:
    """Run the command in this process."""
    ran = run(shlex.join(map(str, words)))
    return Ended(ran.code, ran.out.encode(), ran.err)


@pytest.fixture
def made(database: str) -> str:
    make_book(database)
    return database


@contextmanager
def asked(database: str) -> Iterator[Connection[Any]]:
    with psycopg.connect(database, autocommit=True) as connection:
        yield connection


def name_of(database: str) -> str:
    return str(psycopg.conninfo.conninfo_to_dict(database)["dbname"])


# -- init


def test_init_once(database: str, tmp_path: Path) -> None:
    no = f"there is no ledger at {database}: domino init makes one".replace("%2F", "/")
    for line in (READ, ["import", PAYOUT], ["rules", "list"], ["import", PAYOUT, "--dry-run"]):
        assert domino(*line, "--ledger", database) == refusal(no)
    dry = domino("init", "--ledger", database, "--dry-run")
    assert (dry.code, "nothing written" in dry.err) == (0, True)
    assert domino(*READ, "--ledger", database) == refusal(no)
    first = domino("init", "--ledger", database)
    assert (first.code, "a ledger is made at postgresql://" in first.err) == (0, True)
    taken = domino("import", PAYOUT, "--ledger", database)
    assert taken.sentences == ["100 games added, 0 unchanged, 0 rejected"]
    again = domino("init", "--ledger", database, "--json")
    assert (again.code, '"made": false' in again.out.decode()) == (0, True)
    assert again.err.endswith("already: nothing was changed\n")
    assert len(domino("export", "--ledger", database).out.splitlines()) == 100
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("file", [True, False])
def test_concurrent_inits(database: str, tmp_path: Path, file: bool) -> None:
    ledger = str(tmp_path / "new.db") if file else database
    with ThreadPoolExecutor(6) as threads:
        ended = list(
            threads.map(lambda _: process("init", "--ledger", ledger, cwd=tmp_path), range(6))
        )
    assert [each.err for each in ended if each.code] == []
    made = sum("is made" in each.err for each in ended)
    assert made >= 1 if file else made == 1
    assert domino(*READ, "--ledger", ledger).code == 0


def test_init_refuses_a_database_of_another_program(database: str) -> None:
    with asked(database) as other:
        other.execute("CREATE TABLE stored_events (id int)")
    ended = domino("init", "--ledger", database)
    assert ended.code == 1
    assert "holds the events of another program, in schema public" in ended.err


# -- concurrent writers


def test_concurrent_imports(made: str, tmp_path: Path) -> None:
    """The games of all processes are in the book, each once, equal to those of a book in a file."""
    lines = PAYOUT.read_bytes().splitlines(keepends=True)
    for part in range(4):
        (tmp_path / f"{part}.jsonl").write_bytes(b"".join(lines[part::4]))
    running = [
        started("import", f"{part}.jsonl", "--ledger", made, cwd=tmp_path) for part in range(4)
    ]
    said = [each.communicate(timeout=PATIENCE)[1] for each in running]
    assert [each.returncode for each in running] == [0] * 4, said
    assert {b"25 games added" in each for each in said} == {True}
    domino("import", PAYOUT, "--ledger", "file.db")
    ours = domino("export", "--ledger", made).out.splitlines()
    theirs = domino("export", "--ledger", "file.db").out.splitlines()
    assert sorted(ours) == sorted(theirs)
    assert len(set(ours)) == 100
    assert domino("audit", "payout-12-00000", "--ledger", made).code == 0


def test_a_dry_run_writes_nothing_and_takes_no_lock(made: str, tmp_path: Path) -> None:
    assert domino("import", PAYOUT, "--ledger", made).code == 0
    before = domino("export", "--ledger", made).out
    with asked(made) as other, other.transaction():
        other.execute("SELECT pg_advisory_xact_lock('stored_events'::regclass::bigint)")
        dry = domino("import", PAYOUT, BLOCK, "--dry-run", "--ledger", made)
    assert dry.sentences == ["500 games added, 100 unchanged, 0 rejected, nothing written"]
    assert domino("export", "--ledger", made).out == before
    assert list(tmp_path.iterdir()) == []


# -- errors


def test_an_unreachable_server() -> None:
    ended = domino(*READ, "--ledger", "postgresql://me:secret@127.0.0.1:1/db")
    assert ended == refusal("postgresql://me@127.0.0.1:1/db cannot be reached: Connection refused")


def test_a_missing_database(server: str) -> None:
    url = server.replace("/postgres?", "/nothing?")
    ended = domino(*READ, "--ledger", url)
    assert ended.code == 1
    assert ended.err.endswith('cannot be reached: database "nothing" does not exist\n')


def test_a_wrong_password(made: str) -> None:
    """No sentence contains it, or the right password."""
    with asked(made) as owner:
        ((file,),) = owner.execute("SHOW hba_file").fetchall()
        before = Path(file).read_text(encoding="utf-8")
        owner.execute("CREATE ROLE keyed LOGIN PASSWORD 'open sesame' SUPERUSER")
        try:
            rule = f"local {name_of(made)} keyed scram-sha-256\n"
            Path(file).write_text(rule + before, encoding="utf-8")
            owner.execute("SELECT pg_reload_conf()")
            right = made.replace("postgres@", "keyed:open%20sesame@")
            wrong = made.replace("postgres@", "keyed:abracadabra@")
            for line in (READ, ["import", PAYOUT], ["init"], ["import", PAYOUT, "--dry-run"]):
                assert domino(*line, "--ledger", right).code == 0
                ended = domino(*line, "--ledger", wrong)
                assert ended.code == 1
                reason = 'cannot be reached: password authentication failed for user "keyed"'
                assert re.fullmatch(rf"domino: postgresql://keyed@\S* {reason}\n", ended.err)
                none = domino(*line, "--ledger", made.replace("postgres@", "keyed@"))
                assert none.err.endswith("no password supplied\n")
            said = [
                domino(*line, "--ledger", right)
                for line in (["init"], ["demo"], ["init", "--json"], ["replay", "nothing"])
            ]
            assert not [each for each in said if "sesame" in each.err or b"sesame" in each.out]
        finally:
            Path(file).write_text(before, encoding="utf-8")
            owner.execute("SELECT pg_reload_conf()")
            owner.execute("DROP OWNED BY keyed")
            owner.execute("DROP ROLE keyed")


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:se/cret@localhost/db",
        "postgresql://me:se@cret@localhost/db",
        "postgresql://me:se#cret@localhost/db",
        "postgresql://me:se%zzcret@localhost/db",
        "postgresql://me:secret@localhost:port/db",
        "postgresql://localhost/db?password=secret&unheard=of",
        "postgres:///?password=secret&host=/nowhere",
        "mysql://me:secret@localhost/db",
    ],
)
def test_no_error_contains_a_password(url: str) -> None:
    for line in (READ, ["init"], ["demo", "--dry-run"], ["audit", "x"]):
        ended = domino(*line, "--ledger", url)
        assert (ended.code, len(ended.sentences), ended.out) == (1, 1, b"")
        assert "cret" not in ended.err


def test_a_read_only_database(made: str) -> None:
    with asked(made) as owner:
        name = sql.Identifier(name_of(made))
        owner.execute(
            sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name)
        )
    ended = domino("import", PAYOUT, "--ledger", made)
    assert (ended.code, ended.sentences[:-1]) == (1, [NOTHING_ADDED])
    assert ended.err.endswith(" is read-only\n")
    assert domino(*READ, "--ledger", made).code == 0


def test_a_missing_table(made: str) -> None:
    with asked(made) as owner:
        owner.execute("DROP TABLE player_name")
    ended = domino("import", PAYOUT, "--ledger", made)
    assert (ended.code, ended.sentences[:-1]) == (1, [])
    assert 'is a damaged ledger: relation "player_name" does not exist' in ended.err


def test_a_connection_that_breaks_repeatedly(made: str) -> None:
    with cut_wire(made, "before", cuts=2) as url:
        ended = domino("import", PAYOUT, "--ledger", url)
    unknown = "whether 100 more games were added is not known: run it again"
    assert (ended.code, len(ended.sentences), ended.sentences[0]) == (1, 2, unknown)
    assert "was lost: check whether this was written before you try again" in ended.err
    assert domino("export", "--ledger", made).out == b""


FAULTS = {
    "disk": ("RAISE 'no space' USING ERRCODE = 'disk_full'", ": the disk is full"),
    "server": ("PERFORM pg_terminate_backend(pg_backend_pid())", "the connection to "),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_kept_when_the_server_fails(
    made: str, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message agrees with the book."""
    monkeypatch.setattr(batch, "EVENTS_A_TRANSACTION", 1_000)
    happens, said = FAULTS[fault]
    with asked(made) as owner:
        owner.execute(
            "CREATE FUNCTION fails() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$BEGIN IF NEW.notification_id > 4000 THEN {happens}; END IF; RETURN NEW; END$$"
        )
        owner.execute(
            "CREATE TRIGGER fails AFTER INSERT ON stored_events FOR EACH ROW "
            "EXECUTE FUNCTION fails()"
        )
        for line in (["import", BLOCK], ["simulate", "--rules", "block@1", *SIMULATED]):
            before = len(domino("export", "--ledger", made).out.splitlines())
            ended = domino(*line, "--ledger", made)
            assert (ended.code, said in ended.err) == (1, True), ended.err
            games = domino("export", "--ledger", made).out.splitlines()
            added, last = len(games) - before, json.loads(games[-1])["id"]
            if added:
                assert ended.sentences[0] == f"{added} games were added, the last is {last}"
                assert line[0] == "import"
                left = f"{500 - added} games were not added: run it again"
                assert ended.sentences[1] == left
            else:
                assert ended.sentences[0] == "no game was added: run it again"
        owner.execute("DROP TRIGGER fails ON stored_events")
    again = domino("import", BLOCK, "--ledger", made).sentences
    assert again == [f"{500 - before} games added, {before} unchanged, 0 rejected"]


SIMULATED = ("--players", "2", "--games", "500", "--seed", "1")


def test_a_command_that_waits_can_be_interrupted(made: str, tmp_path: Path) -> None:
    """It names the process that it waits for, and nothing is written."""
    with asked(made) as other, other.transaction():
        other.execute("SELECT pg_advisory_xact_lock('stored_events'::regclass::bigint)")
        with started("import", PAYOUT, "--ledger", made, cwd=tmp_path) as waiting:
            said = waiting.stderr.readline().decode()
            waiting.send_signal(signal.SIGINT)
            assert waiting.wait(PATIENCE) == exits.INTERRUPTED
        pid = other.info.backend_pid
    assert f": waiting for another program (connection {pid} of postgres, since 2" in said
    assert domino("export", "--ledger", made).out == b""


def test_a_connection_that_breaks_during_a_read(server: str, made: str, tmp_path: Path) -> None:
    assert domino("import", PAYOUT, "--ledger", made).code == 0
    name = name_of(made)
    with asked(server) as owner, started("export", "--ledger", made, cwd=tmp_path) as running:
        running.stdout.read(1)
        owner.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
        owner.execute(end, [name])
        said = running.communicate(timeout=PATIENCE)[1].decode()
    assert (running.returncode, len(said.splitlines())) == (1, 1)
    assert re.search(r"(was lost|cannot be reached): ", said)


@pytest.mark.parametrize("value", ["y", "TRUE", "1", "on", "whatever"])
def test_settings_that_would_hide_events_from_readers(
    made: str, monkeypatch: pytest.MonkeyPatch, value: str
) -> None:
    monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", value)
    for line in (READ, ["init"], ["import", PAYOUT, "--dry-run"]):
        ended = domino(*line, "--ledger", made)
        assert (ended.code, ended.out) == (1, b"")
        assert ended.err.startswith("domino: unset POSTGRES_ENABLE_DB_FUNCTIONS: ")


@pytest.mark.parametrize("value", ["", "n", "False", "0"])
def test_harmless_settings(made: str, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("POSTGRES_ENABLE_DB_FUNCTIONS", value)
    assert domino(*READ, "--ledger", made).code == 0


@pytest.mark.parametrize("missing", ["psycopg", "psycopg_pool"])
def test_without_the_extra(made: str, tmp_path: Path, missing: str) -> None:
    code = (
        f"import sys; sys.modules[{missing!r}] = None; sys.argv = ['domino', *sys.argv[1:]]; "
        "from domino_ledger.cli.main import main; main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, *READ, "--ledger", made],
        check=False,
        cwd=tmp_path,
        env=environment(),
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 1
    needs = "a ledger in PostgreSQL needs an extra: pip install 'domino-ledger[postgres]'"
    assert ended.stderr == f"domino: {needs}, or in a clone ./demo --with postgres\n"


# -- the tables


@pytest.mark.parametrize("in_a_file", [True, False])
def test_how_far_the_tables_are_after_a_fault(database: str, in_a_file: bool) -> None:
    ledger = "domino.db" if in_a_file else database
    assert domino("init", "--ledger", ledger).code == 0
    assert domino("import", PAYOUT, "--ledger", ledger).code == 0
    assert domino("catch-up", "--ledger", ledger).code == 0
    assert domino("import", BLOCK, "--ledger", ledger).code == 0
    full = Unavailable("disk-full", book=ledger)
    with patch.object(Keeper, "take_in", side_effect=full):
        for command in ("catch-up", "rebuild"):
            ended = domino(command, "--ledger", ledger)
            said = re.fullmatch(
                r"the tables are up to event (\d+) of (\d+): run it again", ended.sentences[-2]
            )
            assert ended.code == 1
            assert said is not None
            with closing(open_book(ledger)) as book, closing(read_models_of(book)) as models:
                with models.reading() as connection:
                    found = progress_in(connection).position
                assert (int(said[1]), int(said[2])) == (found, book.last_position())
    with (
        patch.object(Keeper, "take_in", side_effect=full),
        patch.object(Keeper, "reached", side_effect=full),
    ):
        ended = domino("catch-up", "--ledger", ledger)
    assert ended.sentences[0] == "how far the tables are is not known: run it again"
