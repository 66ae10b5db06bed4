"""Games typed line by line: stored at once, equal to imported games."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from domain.events import (
    ActUndone,
    GameOpened,
)
from domain.game.decide import Refused
from domain.game.state import Game
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.live.commands import NotNow
from ledger.live.session import open_table
from ledger.live.simulation import Simulation
from ledger.live.typed_commands import TypedLine, TypedMove, read_line
from ledger.records.diff import first_difference
from ledger.records.format import read_record
from ledger.transcript.game import transcribe

from .games import exported, new_book, take
from .test_simulation import every_kind
from .typed import (
    DEAL,
    READ_AT,
    events,
    fixed_clock,
    happened,
    lines_of_game,
    table,
    typed,
)


@pytest.fixture
def book(tmp_path: Path) -> Book:
    return new_book(tmp_path)


# -- typed and imported games


@every_kind
def test_typed_and_imported_games_are_equal(book: Book, rules: RuleSet, players: int) -> None:
    simulation = Simulation(rules, players, 1)
    text = simulation.line(1)
    session = open_table(
        book, "typed", rules, simulation.names, source="simulated", clock=fixed_clock
    )
    typed(session, *lines_of_game(json.loads(text)))
    ours = events(session, book)
    transcript = transcribe(read_record(text), rules, session.game.opened.players)
    assert ours[1:] == transcript.events[1:]
    opened = transcript.events[0]
    assert isinstance(opened, GameOpened)
    assert ours[0] == replace(opened, record="typed", started_at=fixed_clock())
    assert session.game.won is not None


def with_slips(lines: Iterable[str], random: Random) -> Iterator[str]:
    """The lines; some are typed too early or twice, some are undone and typed again."""
    before = "pass"
    for text in lines:
        if random.random() < 0.2:
            yield before
        yield text
        before = text
        if not text.startswith("deal") and random.random() < 0.2:
            yield "undo"
            yield text


@pytest.mark.parametrize("rules", ["block@1", "draw@1", "partnership-sanjuan@1"])
def test_slips_and_undone_acts_leave_the_same_game(book: Book, rules: str, tmp_path: Path) -> None:
    """In the record, in the audit, and after an import."""
    simulation = Simulation(PUBLISHED[rules], min(PUBLISHED[rules].play.hand), 2)
    record = json.loads(simulation.line(1))
    session = table(book, rules, " ".join(simulation.names), record="slips")
    refused = 0
    for text in with_slips(lines_of_game(record), Random(3)):
        try:
            session.take(text)
        except (Refused, NotNow):
            refused += 1
    recorded = events(session, book)
    assert refused > 5
    assert recorded.count(ActUndone()) > 5
    (out,) = exported(book)
    exported_rounds = [
        round | {"moves": [{k: v for k, v in move.items() if k != "t"} for move in round["moves"]]}
        for round in json.loads(out)["rounds"]
    ]
    assert exported_rounds == record["rounds"]
    assert [each.outcome for each in take(book, [out])] == ["unchanged"]
    second = new_book(tmp_path, "second")
    assert [each.outcome for each in take(second, [out])] == ["added"]
    assert exported(second) == [out]
    assert first_difference(events(session, second), recorded) is None
    assert judge(session.game) == judge(second.stream(session.id).game)


def judge(game: Game) -> list[object]:
    """Facts and score of each round."""
    return [(judged.facts, judged.score) for judged in game.judged]


# -- times


def test_each_act_has_the_time_when_its_line_was_read(book: Book) -> None:
    session = typed(table(book), DEAL, "6-6", "pass")
    assert happened(session, book) == [None, READ_AT, READ_AT, READ_AT]


@pytest.mark.parametrize(
    ("lines", "times"),
    [
        (["20:31 6-6"], ["2026-01-31T20:31:00+01:00"]),
        (["6-6 @ 20:31:07.5"], ["2026-01-31T20:31:07.500000+01:00"]),
        (["20:45 6-6"], ["2026-01-31T20:45:00+01:00"]),
        (["20:46 6-6"], ["2026-01-30T20:46:00+01:00"]),
        (["23:50 6-6", "00:10 pass"], ["2026-01-30T23:50:00+01:00", "2026-01-31T00:10:00+01:00"]),
        (
            ["2026-01-30T23:59:00Z 6-6", "00:01 pass"],
            ["2026-01-30T23:59:00+00:00", "2026-01-31T00:01:00+00:00"],
        ),
    ],
)
def test_a_line_may_have_a_time(book: Book, lines: list[str], times: list[str]) -> None:
    session = typed(table(book), DEAL, *lines)
    assert happened(session, book)[2:] == times


def test_a_future_time_is_refused(book: Book) -> None:
    session = typed(table(book), DEAL, "20:31 6-6")
    with pytest.raises(NotNow, match=r"time-in-future .*2026-02-01T20:30:00\+01:00"):
        session.take("20:30 pass")
    assert session.version == 3


def test_a_time_before_an_end_is_read_as_a_tile(book: Book) -> None:
    session = table(book)
    line = read_line("12:10 left", session.players, READ_AT)
    assert line == TypedLine(TypedMove({"lay": "12-10", "at": "left"}, False), None)
    line = read_line("12:10", session.players, READ_AT)
    assert line == TypedLine(TypedMove({"lay": "12-10"}, False), None)
    line = read_line("12:10 12:10", session.players, READ_AT)
    at = "2026-02-01T12:10:00+01:00"
    assert line == TypedLine(TypedMove({"lay": "12-10"}, False), at)
