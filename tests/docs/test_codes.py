"""Every code that a program can meet is documented: violations, exits, topics, commands."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import get_args
from uuid import uuid4

import click
import pytest

from domino_ledger.cli import exit_codes as exits
from domino_ledger.cli.app import domino
from domino_ledger.domain.events import Event
from domino_ledger.domain.faults.codes import Code
from domino_ledger.domain.house import HouseEvent
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import make_book, open_book
from domino_ledger.ledger.records.format import Move, Record, RecordedRound, read_record
from domino_ledger.ledger.records.import_ import rules_of
from domino_ledger.ledger.transcript.game import Transcript, transcribe
from domino_ledger.projections.audit.audit import audit
from domino_ledger.projections.audit.json_format import audit_json

from .pages import PAGES, ROOT, code, prose, section, table

DOCS = ROOT / "docs"
EXAMPLES = DOCS / "examples"
VIOLATIONS = (EXAMPLES / "violations.jsonl").read_bytes().splitlines()


def known_rules() -> Mapping[str, RuleSet]:
    own = [RuleSet.model_validate_json(file.read_bytes()) for file in EXAMPLES.glob("tiny-*.json")]
    return PUBLISHED | {rules.id: rules for rules in own}


def transcript(line: bytes) -> Transcript:
    record = read_record(line)
    players = tuple(uuid4() for _ in record.players)
    return transcribe(record, rules_of(record, known_rules()), players)


def test_every_violation_has_its_sentence() -> None:
    rows = table(section(DOCS / "audit.md", "Violations"), "code")
    assert [each.strip("`") for each in rows] == list(get_args(Code))


@pytest.mark.parametrize(("line", "code"), list(zip(VIOLATIONS, get_args(Code), strict=True)))
def test_every_violation_has_its_example(line: bytes, code: str) -> None:
    report = audit_json(audit(transcript(line)))
    assert report["game"] == code
    assert report["violations"][0]["code"] == code


def test_the_clean_example_is_clean() -> None:
    assert audit_json(audit(transcript((EXAMPLES / "clean.jsonl").read_bytes())))["clean"]


def test_every_exit_code_is_listed() -> None:
    codes = {str(value) for name, value in vars(exits).items() if name.isupper()}
    assert set(table(section(DOCS / "command.md", "Exit codes"), "code")) == codes


def test_every_topic_is_listed() -> None:
    topics = {kind.TOPIC for kind in (*get_args(Event), *get_args(HouseEvent))}
    rows = table(section(DOCS / "book.md", "Topics"), "topic")
    assert set(re.findall(r"`([^`]+)`", " ".join(rows))) == topics


def test_every_table_is_listed_with_its_columns(tmp_path: Path) -> None:
    rows = table(section(DOCS / "book.md", "Tables"), "table")
    said = {name.strip("`"): code(columns) for name, (columns, _) in rows.items()}
    with closing(open_book(tmp_path / "domino.db", create=True)) as book:
        names = book.query("SELECT name FROM sqlite_master WHERE type = 'table'")
        columns = "SELECT name FROM pragma_table_info(?)"
        found = {name: [column for (column,) in book.query(columns, [name])] for (name,) in names}
    assert said == found


def test_the_same_tables_are_in_postgresql(database: str) -> None:
    """Except for the position in the log, which every table in SQLite has implicitly."""
    rows = table(section(DOCS / "book.md", "Tables"), "table")
    said = {
        (name.strip("`"), column) for name, (columns, _) in rows.items() for column in code(columns)
    }
    make_book(database)
    columns = (
        "SELECT table_name, column_name FROM information_schema.columns "
        "WHERE table_schema = current_schema()"
    )
    with closing(open_book(database)) as book:
        assert set(book.query(columns)) == said | {("stored_events", "notification_id")}


def test_every_environment_variable_is_listed() -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "cli").rglob("*.py"))
    named = set(re.findall(r'"(DOMINO_[A-Z]+)"', text)) | {"NO_COLOR", "PAGER"}
    rows = table(section(DOCS / "command.md", "Environment"), "variable")
    assert {name.strip("`") for name in rows} == named


def commands(group: click.Group, path: str) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield f"{path} {name}", command
        if isinstance(command, click.Group):
            yield from commands(command, f"{path} {name}")


COMMANDS = dict(commands(domino, "domino"))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_described_with_its_options(name: str) -> None:
    text = section(DOCS / "command.md", name)
    said = {option for each in code(text) for option in re.findall(r"--[a-z-]+", each)}
    options = {
        name for each in COMMANDS[name].params for name in each.opts if name.startswith("--")
    }
    assert options <= said


def test_no_other_option_is_described() -> None:
    known = {option for each in COMMANDS.values() for param in each.params for option in param.opts}
    said = re.findall(r"--[a-z-]+", " ".join(code(prose(DOCS / "command.md"))))
    assert set(said) <= known | {"--help", "--version"}


@pytest.mark.parametrize(
    ("model", "heading"), [(Record, "The game"), (RecordedRound, "A round"), (Move, "A move")]
)
def test_every_field_of_a_record_is_described(
    model: type[Record | RecordedRound | Move], heading: str
) -> None:
    names = [field.alias or name for name, field in model.model_fields.items()]
    rows = table(section(DOCS / "record.md", heading), "field")
    assert {name.strip("`") for name in rows} == set(names)


def test_every_key_of_a_report_is_described() -> None:
    payout = next((ROOT / "tests" / "data").glob("payout.jsonl")).read_bytes().splitlines()[0]
    report = audit_json(audit(transcript(payout)))
    listed = set(code(section(DOCS / "audit.md", "The report as JSON")))
    assert set(keys(report)) <= listed


def keys(report: object) -> Iterator[str]:
    """Every key of the report, except names of readings, and parameters of a code."""
    if isinstance(report, dict):
        for key, value in report.items():
            yield from () if "-" in key else (key,)
            yield from keys(value) if key != "params" else ()
    elif isinstance(report, list):
        for each in report:
            yield from keys(each)


def test_every_example_record_of_a_page_can_be_read() -> None:
    found = [
        text
        for page in PAGES
        for text in re.findall(r"```json\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        if '"format"' in text
    ]
    assert found
    for text in found:
        report = audit_json(audit(transcript(json.dumps(json.loads(text)).encode())))
        assert report["clean"], report["violations"]
