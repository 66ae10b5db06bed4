"""Commands at a table, and refusals, which write nothing."""

import json
from pathlib import Path

import pytest

from domino_ledger.domain.events import ActUndone, IrregularityNoted, TileLaid, TileSetAside, laid
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.tiles import UNSEEN, tile_named
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import Conflict, NotNow
from domino_ledger.ledger.live.session import Taken, resume_table
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.live.typed_lines import TypedUndo
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.messages.faults import fault_text

from .games import Json, exported, new_book, take
from .typed import DEAL, events, fixed_clock, happened, lines_of_game, move_line, table, typed

# -- refusals


@pytest.mark.parametrize(
    ("before", "refused", "why"),
    [
        ([], "deal Ana: 6-6 / Ben: 6-6", "seat 0 has 1 tile where 7 are dealt"),
        ([], "deal", "seat 0 or seat 1 may lead: say who does"),
        ([], "deal Ana: 6-6 / Ana: 5-5", "column 17: the hand of Ana is given twice"),
        ([], "deal lead Ana Ben", "column 15: expected '/' or the end of the line, not 'Ben'"),
        ([], "resume", "play is not paused"),
        ([], "forfeit", "column 8: expected a player (Ana, Ben), not the end of the line"),
        ([], "25:61 pass", "column 1: expected a time such as '20:15' or"),
        ([DEAL], "! blocked", "nothing lies on the table yet"),
        (
            [DEAL, "6-6", "pass"],
            "blocked",
            "the round is said to be blocked, but seat 0 could lay 6-0,",
        ),
        ([DEAL, "6-6"], "undo 3", "3 acts cannot be taken back, only 2: undo 2"),
        ([DEAL], "undo 0", "column 6: expected how often, such as 'undo 3', not '0'"),
        ([DEAL, "6-6", "! blocked"], "! pass", "the round was stopped here: amend the game"),
        ([DEAL], "6-5", "seat 0 leads 6-5, but 6-6 must be led"),
        ([DEAL], "Ben 5-5", "seat 1 acts, but it is the turn of seat 0"),
        ([DEAL], "seat 7 5-5", "seat 7 acts, but it is the turn of seat 0"),
        ([DEAL], "absent", "seat 0 loses the turn in which they have to lead"),
        ([DEAL], "6-9", "seat 0 lays 9-6, which is not in this set"),
        ([DEAL, "6-6"], "Ana 6-5", "seat 0 acts, but it is the turn of seat 1"),
        ([DEAL, "6-6"], "draw 5-3", "seat 1 draws 5-3, but this game has no drawing"),
        ([DEAL, "6-6", "pass", "pause"], "pause", "play is already paused"),
        ([DEAL, "6-6", "pass", "6-5", "5-5"], "6-5", "seat 0 lays 6-5, which lies on the table"),
    ],
)
def test_a_refused_line_says_why_and_writes_nothing(
    book: Book, before: list[str], refused: str, why: str
) -> None:
    session = typed(table(book), *before)
    stored = exported(book)
    version = session.version
    with pytest.raises((Refused, NotNow, Unreadable)) as error:
        session.take(refused)
    assert error_text(error.value).startswith(why)
    assert session.version == book.version(session.id) == version
    assert exported(book) == stored


def test_no_second_round_where_one_is_a_game(book: Book) -> None:
    """No winner yet: not all tiles left were shown."""
    session = typed(table(book, "block-lot@1"), "deal lead Ana")
    typed(session, *["6-6", "pass", "6-5", "5-5", "pass", "pass"])
    assert session.game.won is None
    with pytest.raises(Refused, match="played-out"):
        session.take("deal lead Ben")
    typed(session, "left Ana: 1-0 1-1 2-2 3-3 4-4", "left Ben: 0-0 2-0 2-1 3-0 3-1 4-0")
    assert session.game.won is not None


def test_an_end_is_required_if_it_makes_a_difference(book: Book) -> None:
    session = typed(table(book), DEAL, "6-6", "pass", "6-5", "5-4", "6-4 at 6")
    assert session.game.current is not None
    assert [end.pip for end in session.game.current.front.ends] == [4, 4]
    typed(session, "4-4")
    assert laid(1, tile_named("4-4"), "left") in events(session, book)
    other = typed(table(book, record="other"), DEAL, "6-6", "pass", "6-3", "5-3", "pause")
    typed(other, "resume")
    with pytest.raises(Refused, match="ambiguous-end"):
        other.take("6-5")


def test_a_tile_put_aside_that_nobody_saw_at_the_table(book: Book) -> None:
    """Of a hand that nobody saw it is recorded; of a known hand it must be named."""
    session = typed(table(book, "gaple@1", "Ana Ben Cid Dee"), "deal lead Ana", "0-0", "aside")
    assert TileSetAside(seat=1, tile=UNSEEN) in events(session, book)
    known = table(book, "gaple@1", "Ana Ben Cid Dee", record="known")
    typed(known, "deal Ben: 66 65 64 63 62 61 55 / lead Ana", "0-0")
    with pytest.raises(Refused) as refused:
        known.take("aside")
    assert fault_text(refused.value.fault, ("Ana", "Ben")) == "Ben sets a tile aside: which one?"
    typed(known, "aside 6-1")


# -- irregular acts


@pytest.mark.parametrize(
    "move",
    [
        {"seat": 1, "lay": "5-5", "at": "left"},
        {"seat": 1, "lay": "6-5", "at": "left"},
        {"seat": 1, "draw": "0-0"},
        {"seat": 1, "lay": "5-4"},
        {"seat": 0, "pass": True},
    ],
)
def test_as_played_and_imported_events_are_equal(book: Book, tmp_path: Path, move: Json) -> None:
    """Equal events, whatever is wrong with the move."""
    session = typed(table(book), DEAL, "6-6", f"! {move_line(move, ['Ana', 'Ben'])}")
    (out,) = exported(book)
    other = new_book(tmp_path, "other")
    assert take(other, [out], as_played=True)[0].irregularities > 0
    theirs = [entry.event for entry in other.stream(session.id).entries]
    assert events(session, book)[1:] == theirs[1:]
    assert any(isinstance(event, IrregularityNoted) for event in theirs)


def test_a_hand_with_a_tile_too_many_is_recorded_as_an_import_records_it(
    book: Book, tmp_path: Path
) -> None:
    too_many = DEAL.replace(" / ", " 0-0 / ", 1)
    session = typed(table(book), f"! {too_many}", "6-6")
    (out,) = exported(book)
    other = new_book(tmp_path, "other")
    assert take(other, [out], as_played=True)[0].irregularities == 2  # 0-0 is in both hands.
    theirs = [entry.event for entry in other.stream(session.id).entries]
    assert events(session, book)[1:] == theirs[1:]


def test_a_called_block_is_undone_and_the_act_before_it_keeps_its_time(book: Book) -> None:
    session = typed(table(book), DEAL, "20:31 6-6")
    before = session.game
    typed(session, "20:32 ! blocked", "undo")
    assert session.game == before
    assert [type(event) for event in events(session, book)[-2:]] == [ActUndone, TileLaid]
    assert happened(session, book)[-1] == "2026-01-31T20:31:00+01:00"


def test_a_won_game_is_resumed_and_its_last_tile_taken_back(book: Book) -> None:
    simulation = Simulation(PUBLISHED["block-lot@1"], 2, 1)
    *lines, last = lines_of_game(json.loads(simulation.line(1)))
    session = typed(table(book, "block-lot@1", " ".join(simulation.names)), *lines)
    before = session.game
    typed(session, last)
    assert session.game.won is not None
    again = resume_table(book, session.id, clock=fixed_clock)
    assert typed(again, "undo").game == before
    assert typed(again, last).game == session.game


def test_the_last_line_is_replaced_or_nothing_changes(book: Book) -> None:
    session = typed(table(book), DEAL, "6-6", "pass", "6-5")
    session.take("20:31 6-4", replaces=True)
    assert events(session, book)[-2:] == [ActUndone(), laid(0, tile_named("6-4"), "left")]
    assert happened(session, book)[-1] == "2026-01-31T20:31:00+01:00"
    version = session.version
    with pytest.raises(Refused):
        session.take("5-5", replaces=True)
    assert session.version == version


def test_nothing_is_stored_without_agreement(book: Book) -> None:
    session = typed(table(book), DEAL, "6-6")
    asked = []

    def disagree(taken: Taken) -> bool:
        asked.append(taken.typed)
        return False

    assert session.take("undo 2", agree=disagree) is None
    assert (asked, session.version) == ([TypedUndo(2)], 3)


# -- opening a table, and concurrent writers


def test_a_second_writer_gets_a_conflict(book: Book) -> None:
    first = typed(table(book), DEAL)
    second = resume_table(book, first.id, clock=fixed_clock)
    typed(first, "6-6")
    with pytest.raises(Conflict):
        second.take("6-6")
    typed(first, "pass")
    assert book.version(first.id) == first.version == 4
