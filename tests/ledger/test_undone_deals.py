"""Wrong deals that were undone stay in the stream, and in nothing derived from it."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.disputes.decide import answer_dispute, open_dispute, rule_on_dispute
from domino_ledger.domain.disputes.events import Uphold
from domino_ledger.domain.events import DealUndone, RoundDealt
from domino_ledger.domain.game.state import Game
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.session import TableSession
from domino_ledger.ledger.records.diff import first_difference
from domino_ledger.ledger.transcript.given import given_in_book
from tests.lanes import examples

from ..domain.dispute_builders import ANA, ARBITER, Step, step
from .games import exported, new_book, take
from .mistyped import RULES, simulated, slip, taken, with_slips
from .typed import DEAL, events, happened, lines_of_game, table, typed


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=examples(3))
@given(seed=st.integers(0, 2**32))
def test_the_record_equals_that_of_a_game_without_slips(
    tmp_path_factory: pytest.TempPathFactory, rules: str, seed: int
) -> None:
    simulation = simulated(rules, seed)
    record = json.loads(simulation.line(1))
    record["rounds"] = record["rounds"][:4]
    seated = " ".join(simulation.names)
    slips, plain = (new_book(tmp_path_factory.mktemp(name)) for name in ("slips", "plain"))
    slipped = taken(table(slips, rules, seated), with_slips(record, Random(seed)))
    plain_table = typed(table(plain, rules, seated), *lines_of_game(record))
    assert exported(slips) == exported(plain)
    kinds = [type(event) for event in events(slipped, slips)]
    assert kinds.count(RoundDealt) == kinds.count(DealUndone) + len(record["rounds"])
    assert [each.outcome for each in take(slips, exported(plain))] == ["unchanged"]
    assert first_difference(events(plain_table, plain), events(slipped, slips)) is None
    assert slipped.game.judged == plain.stream(slipped.id).game.judged


def test_an_undo_is_in_the_stream_with_its_time(book: Book) -> None:
    session = typed(table(book), DEAL, "20:31 undo", "20:32 deal lead Ana")
    assert [type(event) for event in events(session, book)[1:]] == [
        RoundDealt,
        DealUndone,
        RoundDealt,
    ]
    assert happened(session, book)[2] == "2026-01-31T20:31:00+01:00"


def test_a_record_extends_a_game_with_undone_deals(book: Book, tmp_path: Path) -> None:
    """New moves of the record are added as if the undone deal had not been typed."""
    simulation = simulated("block@1", 1)
    record, seated = json.loads(simulation.line(1)), " ".join(simulation.names)
    first = list(lines_of_game(record | {"rounds": record["rounds"][:1]}))
    other = new_book(tmp_path, "other")
    typed(table(other, players=seated), *lines_of_game(record))
    slips = slip(record["rounds"][1], seated.split(), Random(2))
    taken(table(book, players=seated), [*first, *slips])
    assert [each.outcome for each in take(book, exported(other))] == ["extended"]
    assert exported(book) == exported(other)


# -- disputes in between


def decide_all(session: TableSession, *steps: Step) -> Game:
    """The game after these steps."""
    for each in steps:
        session.write(each(session.game))
    return session.game


def test_a_step_after_an_undone_deal_is_moved_before_the_right_deal(book: Book) -> None:
    """Else the leader would be unknown when the game is read from its record."""
    session = typed(table(book), DEAL, "6-6", "! blocked")
    decide_all(session, step(open_dispute, ANA, "no"))
    typed(session, DEAL)
    decide_all(session, step(rule_on_dispute, 1, ARBITER, (Uphold(round=0),)))
    typed(session, "undo", DEAL)
    game = decide_all(session, step(open_dispute, ANA, "nor that"))
    desk = given_in_book(book.stream(session.id), {}).desk
    assert desk == {1: game.desk[:2], 2: game.desk[2:]}


def test_a_step_before_the_first_deal_stays_there(book: Book) -> None:
    session = table(book)
    decide_all(session, step(open_dispute, ANA, "no"))
    typed(session, DEAL)
    decide_all(session, step(answer_dispute, 1, ANA, "yes"))
    typed(session, "undo")
    assert given_in_book(book.stream(session.id), {}).desk == {0: session.game.desk}
