"""A whole evening at a club, typed into a file and into PostgreSQL: nothing differs.

The clock and random ids are fixed, so every byte of every answer and every row can be compared,
with hashes and times.
"""

import json
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch
from uuid import UUID

from domino_ledger.cli import exit_codes as exits
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.projections.tables.database import read_models_of
from tests.golden.transcripts import answered, fresh_directory, transcript_called, typed_in
from tests.lanes import examples
from tests.projections.tables.modelled import everything

from .clock import fixed_clock
from .process import PATIENCE, Running, domino, started
from .test_record import DEAL, NEW, ON, lines

TRANSCRIPTS = ("record", "notation", "dispute", "amend")[: examples(2)]
EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
LATER = (
    "play --rules draw@1 --seed 4 --name Ana < first.typed",
    "play --resume play-2031-05-06-1 --seed 4 < first.typed",
    "abandon play-2031-05-06-1 --reason 'the lights went out' --dry-run",
    "abandon play-2031-05-06-1 --reason 'the lights went out'",
    "play --resume play-2031-05-06-1",
    "record --rules block@1 --players Ana,Ben --id late --stake EUR:5 < late.typed",
    "record --resume late < resumed.typed",
    "forfeit late Ben --reason 'no time' --json",
    "forfeit late Ben",
    f"import {EXAMPLES / 'slip.jsonl'}",
    f"amend slip {EXAMPLES / 'slip-corrected.jsonl'} --reason 'a tile was misread' --by ana",
    "dispute open slip --round 1 --by ben --claim 'it was a 6-2'",
    "dispute rule slip 1 --by Marta --new --points 31,2 --penalty ben:time",
    "dispute list --json",
    "replay slip --version 1",
    "export slip --version 1 --format text",
    "audit slip --version 1 --json",
    "audit slip",
    "sheet slip --json",
    "sheet slip --html",
    "sheet slip --pdf --output slip.pdf",
    "players rename ben Benno",
    "rules add house.json",
    "simulate --rules cyprus@1 --players 4 --games 1 --seed 1",
    "simulate --rules matador@1 --players 3 --games 1 --seed 1",
    "simulate --rules gaple@1 --players 4 --games 1 --seed 1",
    "simulate --rules spinner@1 --players 4 --games 1 --seed 1",
    "simulate --rules mexican-train@1 --players 4 --games 1 --seed 1",
    "simulate --rules bendomino@1 --players 3 --games 1 --seed 1",
    "games --json",
    "league --json",
    "league --csv",
    "payouts --by game",
    "payouts --format beancount",
    "stats --json",
    "whatif --rules forced-block@1 --json",
    "whatif --rules house@1 --player Benno",
    "rebuild --rules forced-block@1=draw@1 --compare",
    "rebuild --rules forced-block@1=draw@1 --yes",
    "dispute appeal slip 1 --by ben --reason 'no'",
    "dispute rule slip 1 --by Marta --new --void-round",
    "payouts --by game --json",
    "rebuild --yes",
    "payouts --json",
    "stats",
    "stats Benno",
    "stats --csv",
    "payouts --format hledger",
    "whatif --rules all=block-lot@1 --from 2020-01-01 --json",
    "rebuild --only verdicts",
    "rebuild --yes",
    "catch-up",
    "export --open",
    "export --open --format text",
    "tail --open",
    "sql 'SELECT * FROM round_decree ORDER BY round_id'",
    "sql 'SELECT * FROM round_fact ORDER BY round_id, seat' --csv",
    "sql 'SELECT * FROM move ORDER BY id' --json",
)
TYPED = {
    "first.typed": "1\n1\n1\n",
    "late.typed": "deal lead Ana\n6-6\n! Ana 5-5\nundo\nBen pass\nAna 6-3\npause\nBen 3-3\n",
    "house.json": PUBLISHED["block@1"].model_copy(update={"id": "house@1"}).model_dump_json(),
    "resumed.typed": "resume\nBen 3-3\n20:31 Ana 3-1\nundo\nnonsense\n",
}


@contextmanager
def fixed_clock_and_ids() -> Iterator[None]:
    chance, tokens = Random(7), count(1)

    def id() -> UUID:
        return UUID(int=chance.getrandbits(128), version=4)

    with (
        patch("domino_ledger.ledger.registry.players.uuid4", id),
        patch("domino_ledger.cli.commands.record.uuid4", id),
        patch("domino_ledger.cli.commands.play.token_hex", lambda _: str(next(tokens))),
        patch(
            "domino_ledger.ledger.store.stream.token_bytes",
            lambda size: next(tokens).to_bytes(size, "big"),
        ),
        patch(
            "domino_ledger.ledger.store.commitments.token_hex",
            lambda size: f"{next(tokens):0{2 * size}x}",
        ),
        patch(
            "domino_ledger.ledger.live.shuffled_deals.token_hex",
            lambda size: f"{next(tokens):0{2 * size}x}",
        ),
        fixed_clock(),
    ):
        yield


class Evening(NamedTuple):
    """The answers and rows of an evening."""

    answers: list[str]
    book: dict[str, list[Any]]
    tables: dict[str, list[Any]]
    files: dict[str, bytes]


def play_evening(lines: list[str], ledger: str) -> Evening:
    """Run these lines in a fresh directory."""
    with fresh_directory(), fixed_clock_and_ids():
        for name, text in TYPED.items():
            Path(name).write_text(text)
        before = set(Path().iterdir())
        answers = [answered(line, ledger) for line in lines]
        new = sorted(set(Path().iterdir()) - before)
        files = {each.name: each.read_bytes() for each in new if "domino.db" not in each.name}
        with closing(open_book(ledger or "domino.db")) as book:
            return Evening(answers, rows_of(book), tables_of(book), files)


def rows_of(book: Book) -> dict[str, list[Any]]:
    """Every row of the book."""
    heads = "SELECT CAST(originator_id AS text), version, hash FROM stream_head"
    beside = {name: f"SELECT * FROM {name}" for name in ("player_name", "former_name")}
    rows = {
        name: sorted(map(tuple, book.query(statement)))
        for name, statement in (beside | {"stream_head": heads}).items()
    }
    rows["stream_head"] = [(UUID(game), *head) for game, *head in rows["stream_head"]]
    return rows | {"stored_events": book.log(0, 1_000_000)}


def tables_of(book: Book) -> dict[str, list[Any]]:
    """Every row of the tables, and how far they are."""
    with closing(read_models_of(book)) as models:
        with models.reading() as connection:
            progress = list(connection.rows("SELECT * FROM progress"))
        return everything(models) | {"progress": progress}


def test_a_whole_evening(database: str) -> None:
    begun = [line for name in TRANSCRIPTS for line in typed_in(transcript_called(name))]
    typed = [*begun, *(f"$ domino {line}" for line in LATER)]
    assert domino("init", "--ledger", database, cwd=Path()).code == exits.FINE
    here, there = play_evening(typed, ""), play_evening(typed, database)
    assert there.answers == here.answers
    assert there.book == here.book
    assert there.tables == here.tables
    assert there.files == here.files
    assert sorted(here.files) == ["rejects.jsonl", "slip.pdf"]
    empty = [name for name, rows in (here.book | here.tables).items() if not rows]
    # No game followed another, no lead was flipped, there were no partners and no merged players.
    unused = {"game_before", "game_link", "lead_flipped", "partner", "known_alias", "left_out"}
    assert set(empty) == unused


# -- two at one table


def seated(ledger: str, directory: Path) -> Running:
    """A scribe who has opened the game and waits for input."""
    scribe = started(*ON, "--ledger", ledger, cwd=directory)
    while not scribe.stderr.readline().startswith(b"players"):
        assert scribe.poll() is None
    return scribe


def test_two_scribes_at_one_table(database: str, tmp_path: Path) -> None:
    """One of two simultaneous lines is recorded; the other is a conflict, and can be retried."""
    there = ("--ledger", database)
    assert domino("init", *there, cwd=tmp_path).code == exits.FINE
    assert domino(*NEW, *there, cwd=tmp_path, stdin=lines(DEAL)).code == exits.FINE
    with ExitStack() as stack:
        scribes = [stack.enter_context(seated(database, tmp_path)) for _ in range(2)]
        for scribe in scribes:
            scribe.types(lines("6-6", "quit"))
        said = [scribe.communicate(timeout=PATIENCE) for scribe in scribes]
    ended = sorted(
        (scribe.returncode, out.count(b"Ana leads 6-6"), err.count(b"somebody else has written"))
        for scribe, (out, err) in zip(scribes, said, strict=True)
    )
    assert ended == [(exits.FINE, 1, 0), (exits.CONFLICT, 0, 1)]
    assert not [err for _, err in said if b"Traceback" in err or len(err.splitlines()) > 2]
    on = domino(*ON, *there, cwd=tmp_path, stdin=lines("pass", "6-5 left"))
    assert on.code == exits.FINE
    (record,) = map(json.loads, domino("export", "--open", *there, cwd=tmp_path).out.splitlines())
    laid = [move["lay"] for move in record["rounds"][0]["moves"] if "lay" in move]
    assert laid == ["6-6", "6-5"]
    assert domino("audit", "evening", *there, cwd=tmp_path).code == exits.FINE
