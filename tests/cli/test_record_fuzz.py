"""Sessions of `domino record` with random slips give the book of the game without slips."""

import json
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli import exit_codes as exits
from domain.game.decide import Refused
from domain.rules.catalogue import PUBLISHED
from ledger.book import Book
from ledger.errors import LedgerError
from ledger.live.session import TableSession
from ledger.live.simulation import Simulation
from projections.audit.auditor import Auditor
from tests.lanes import examples
from tests.ledger.games import exported, new_book
from tests.ledger.typed import deal_line, move_line, table

from .command import Command

RULES = ("block@1", "draw@1", "block-lot@1", "partnership-sanjuan@1")
SLIPS = (
    "pass",
    "draw",
    "6-6",
    "6-5 l",
    "5-5 r",
    "blocked",
    "deal",
    "left seat 0: 1-1",
    "round seat 0 35 out",
    "seat 1 20",
    "x",
    "pause",
)


def right_lines(seed: int) -> tuple[str, list[str], list[str]]:
    """Rules, players, and the lines of the first two rounds, with seen or unseen hands."""
    chance = Random(seed)
    rules = PUBLISHED[chance.choice(RULES)]
    simulation = Simulation(rules, chance.choice(sorted(rules.play.hand)), seed)
    record = json.loads(simulation.line(1))
    seen = chance.random() < 0.4
    lines = [
        line
        for round in record["rounds"][:2]
        for line in lines_of(round, record["players"], seen=seen)
    ]
    return rules.id, record["players"], lines


def lines_of(round: dict[str, Any], players: list[str], *, seen: bool) -> Iterator[str]:
    unseen = {"hands": [None] * len(players), "leader": round["leader"]}
    yield deal_line(round if seen or round["leader"] is None else unseen, players)
    for move in round["moves"]:
        yield move_line(move, players)
    if not seen and round["ended"] == "blocked":
        yield "blocked"


class Slipping:
    """Types the right lines, and wrong ones that it undoes."""

    def __init__(self, book: Book, session: TableSession, right: list[str], chance: Random) -> None:
        self.typed: list[str] = []
        """All lines, as typed for `domino record`."""
        self._book = book
        self._session = session
        self._right = right
        self._chance = chance
        self._stands: list[str] = []
        """The lines in force: not undone, and with an effect."""

    def type_all(self) -> None:
        """Type until exactly the right lines are in force."""
        for _ in range(8):
            self._slip()
            assert disagreement(self._session, self._book) is None
            self._go_on(self._chance.randrange(max(1, len(self._right) // 4)))
        self._go_on(len(self._right))

    def _go_on(self, lines: int) -> None:
        """Undo wrong lines, and type the next right ones."""
        right = 0
        while self._stands[right : right + 1] == self._right[right : right + 1] != []:
            right += 1
        self._undo(len(self._stands) - right)
        for line in self._right[right : right + lines]:
            self._take(line)

    def _slip(self) -> None:
        chance = self._chance
        if chance.random() < 0.3:
            self._undo(chance.randrange(min(len(self._stands), 4) + 1))
            return
        line = chance.choice([*SLIPS, *self._right])
        edits = self._session.replaceable and chance.random() < 0.3
        self._take(chance.choice([line, f"! {line}"]), edits=edits)
        if self._session.game.paused:
            self._take("resume")

    def _undo(self, times: int) -> None:
        if times:
            self._take(f"undo {times}")
            del self._stands[-times:]

    def _take(self, line: str, *, edits: bool = False) -> None:
        self.typed += ["edit last", line] if edits else [line]
        try:
            taken = self._session.take(line, replaces=edits)
        except (LedgerError, Refused):
            return
        assert taken is not None
        if edits:
            self._stands.pop()
        if self._session.replaceable:
            self._stands.append(line)


def disagreement(session: TableSession, book: Book) -> str | None:
    """The rounds on which the book and the audit disagree about regularity, if any."""
    stream = book.stream(session.id)
    found = Auditor(book).of_game(stream, open=True)
    irregular = {each.round for each in found.violations}
    noted = {at for at, judged in enumerate(stream.game.judged) if not judged.round.regular}
    return None if irregular == noted else f"audit {irregular}, book {noted}: {found.violations}"


def took(session: TableSession, line: str) -> bool:
    """Whether the line had an effect; a block may be proven before it is called."""
    version = session.version
    with suppress(Refused):
        session.take(line)
    return session.version > version


def slipped(directory: Path, seed: int) -> tuple[str, list[str], list[str], list[bytes]]:
    """A session with slips that results in the right game; returns its lines and its export."""
    rules, players, right = right_lines(seed)
    (directory / "slips").mkdir(parents=True)
    (directory / "plain").mkdir()
    with (
        closing(new_book(directory / "slips")) as book,
        closing(new_book(directory / "plain")) as plain,
    ):
        without = table(plain, rules, " ".join(players))
        right = [line for line in right if took(without, line)]
        session = table(book, rules, " ".join(players))
        slipping = Slipping(book, session, right, Random(seed))
        slipping.type_all()
        assert session.game.judged == without.game.judged
        assert exported(book) == exported(plain)
        return rules, players, slipping.typed, exported(book)


@pytest.mark.parametrize("seed", [*range(examples(8)), 9_213, 15_168])  # Two were found.
def test_slips_leave_no_trace_in_the_game(tmp_path: Path, seed: int) -> None:
    slipped(tmp_path, seed)


@pytest.mark.deep
@pytest.mark.parametrize("hundred", range(200))
def test_slips_of_many_sessions(tmp_path: Path, hundred: int) -> None:
    for seed in range(1_000 + 100 * hundred, 1_100 + 100 * hundred):
        slipped(tmp_path / str(seed), seed)


@pytest.mark.parametrize("seed", range(examples(2)))
def test_the_command_takes_the_same_lines(tmp_path: Path, domino: Command, seed: int) -> None:
    rules, players, typed, export = slipped(tmp_path, seed)
    ran = domino(
        f"record --rules {rules} --players {','.join(players)} --id evening",
        "".join(f"{line}\n" for line in typed).encode(),
    )
    assert ran.code in {exits.FINE, exits.REJECTED}
    (game,) = map(json.loads, domino("export --open").out.splitlines())
    assert rounds_of(game) == rounds_of(json.loads(export[0]))


def rounds_of(game: dict[str, Any]) -> list[Any]:
    """The rounds without times."""
    return [
        round | {"moves": [{k: v for k, v in move.items() if k != "t"} for move in round["moves"]]}
        for round in game["rounds"]
    ]
