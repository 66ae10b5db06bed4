"""Amendment of a game in a book, without a command."""

from pathlib import Path

import pytest

from ledger.records.amend import AnotherGame
from ledger.records.format import read_record
from ledger.records.validation import Rejected
from projections.amendments.amend import amend_game
from tests.ledger.games import Json, booked, line, record

PAYOUT = record("payout.jsonl")


def corrected(**more: object) -> Json:
    return PAYOUT | {"players": ["s0", "s1", "s2", "zoe"], "claims": None} | more


def test_an_equal_record_changes_nothing(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    before = book.stream(game)
    amended = amend_game(book, game, read_record(line(PAYOUT)), "again")
    assert (amended.version, amended.unchanged) == (1, True)
    assert book.stream(game) == before


def test_what_is_refused(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    with pytest.raises(AnotherGame):
        amend_game(book, game, read_record(line(corrected(id="other"))), "a slip")
    wrong = corrected(rounds=[PAYOUT["rounds"][0] | {"leader": 0}])
    with pytest.raises(Rejected):
        amend_game(book, game, read_record(line(wrong)), "a slip")
    as_played = amend_game(book, game, read_record(line(wrong)), "a slip", as_played=True)
    assert as_played.version == 2
