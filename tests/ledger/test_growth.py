"""The cost of a game grows linearly with its rounds and disputes.

Cost is counted in function calls, so that it is equal on every machine.
"""

import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.disputes import open_dispute
from domino_ledger.ledger.records.export import line_of
from domino_ledger.ledger.records.format import (
    MOST_ROUNDS,
    MOST_UNSEEN_MOVES,
    MOST_UNSEEN_ROUNDS,
    read_record,
    record_from,
)
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.ledger.transcript.game import transcribe
from domino_ledger.projections.audit.audit import Auditor
from domino_ledger.projections.messages.errors import error_text

from .games import game_with

FEW, FACTOR = 60, 4
MOST = 5.0
"""The largest ratio for a game ``FACTOR`` times as long; a quadratic cost would give 16."""
PLAYERS = UUID(int=1), UUID(int=2)
HANDS = [
    ["6-6", "6-5", "6-4", "6-3", "6-2", "6-1", "6-0"],
    ["5-5", "5-4", "5-3", "5-2", "5-1", "5-0", "4-4"],
]
LEAD = {"seat": 0, "lay": "6-6"}
DRAWN = {"seat": 1, "draw": "?"}


def long(rules: RuleSet) -> RuleSet:
    """The rules with a target that is never reached, under another id."""
    score = rules.score.model_copy(update={"target": 10**9})
    return rules.model_copy(update={"id": "long@1", "score": score})


def game(
    *rounds: dict[str, Any], rules: RuleSet = PUBLISHED["block@1"], **fields: object
) -> dict[str, Any]:
    return game_with(long(rules), ["Ana", "Ben"], *rounds, id="long", **fields)


def seen(**fields: object) -> dict[str, Any]:
    """A round that is left after the lead, which is a violation from the second on."""
    return {"leader": 0, "hands": HANDS, "moves": [LEAD], "ended": None} | fields


def unseen(**fields: object) -> dict[str, Any]:
    return {"leader": 0, "hands": None, "moves": [LEAD], "ended": "blocked"} | fields


def calls(work: Callable[[], object]) -> int:
    """The number of function calls, with resumed generators and functions in C."""
    number = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return number


def grows(work: Callable[[int], Callable[[], object]]) -> float:
    """The ratio of the work for ``FACTOR`` times ``FEW`` to the work for ``FEW``."""
    work(FEW)()  # Fills caches.
    return calls(work(FACTOR * FEW)) / calls(work(FEW))


@pytest.mark.parametrize("round", [seen(), unseen(), {"hands": HANDS, "moves": []}])
def test_a_transcript_of_many_rounds(round: dict[str, Any]) -> None:
    def work(rounds: int) -> Callable[[], object]:
        record = record_from(game(*[round] * rounds))
        return lambda: transcribe(record, long(PUBLISHED["block@1"]), PLAYERS)

    assert grows(work) < MOST


@pytest.mark.parametrize("round", [seen(), unseen()])
def test_an_audit_of_many_rounds(round: dict[str, Any]) -> None:
    def work(rounds: int) -> Callable[[], object]:
        record = record_from(game(*[round] * rounds))
        return lambda: Auditor(None).of_record(record)

    assert grows(work) < MOST


def test_disputes_opened_one_after_the_other(tmp_path: Path) -> None:
    with closing(open_book(tmp_path / "book.db", create=True)) as book:
        list(Importer(book).take([(1, line_of(game(seen())))]))
        first = book.stream(game_id("long"))

        def work(disputes: int) -> Callable[[], object]:
            def opened() -> None:
                stream = first if book.version(first.id) == first.version else book.stream(first.id)
                for _ in range(disputes):
                    stream = open_dispute(book, stream, "Ana", "no", round=0).after

            return opened

        work(1)()
        few = calls(work(FEW)) - calls(lambda: book.stream(first.id))
        many = calls(work(FACTOR * FEW)) - calls(lambda: book.stream(first.id))
    assert many / few < MOST


TILES = 28
TOO_LONG = {
    "a hand": (seen(hands=[["6-6"] * 93_000, []]), "rounds[0].hands[0]: more than 210 of them"),
    "a hand for these rules": (
        seen(hands=[["6-6"] * 29, []]),
        "rounds[0].hands[0]: more than 28 of them",
    ),
    "hands": (seen(hands=[[]] * 29), "rounds[0].hands: more than 28 of them"),
    "the boneyard": (seen(boneyard=["0-0"] * 29), "rounds[0].boneyard: more than 28 of them"),
    "tiles left": (seen(left=[None, ["0-0"] * 29]), "rounds[0].left[1]: more than 28 of them"),
    "draws": (unseen(moves=[DRAWN] * 253), "rounds[0].moves: more than 252 of them"),
    "moves": (seen(moves=[LEAD] * 5_001), "rounds[0].moves: more than 5000 of them"),
}


@pytest.mark.parametrize("name", TOO_LONG)
def test_lists_longer_than_the_rules_allow(name: str) -> None:
    round, sentence = TOO_LONG[name]
    line = line_of(game(round))

    def read() -> None:
        with pytest.raises(Unreadable) as refusal:
            Auditor(None).of_record(read_record(line))
        assert error_text(refusal.value) == sentence

    read()  # Fills caches.
    assert calls(read) < 30_000


def test_the_longest_lists_are_read() -> None:
    longest = seen(hands=[["6-6"] * TILES, None], boneyard=["0-0"] * TILES, moves=[LEAD] * 252)
    assert Auditor(None).of_record(record_from(game(longest))).violations


MANY: dict[str, tuple[list[dict[str, Any]], str]] = {
    "rounds": ([{}] * (MOST_ROUNDS + 1), "rounds[0]: 'hands' is missing"),
    "sound rounds": (
        [{"hands": [], "moves": []}] * (MOST_ROUNDS + 1),
        "rounds: more than 20000 of them",
    ),
    "unseen rounds": (
        [unseen(moves=[])] * (MOST_UNSEEN_ROUNDS + 1),
        "more than 100 rounds with unseen tiles in one game",
    ),
    "unseen moves": (
        [unseen(hands=HANDS, moves=[DRAWN] * 200)] * (MOST_UNSEEN_MOVES // 200 + 1),
        "more than 2500 moves in the rounds with unseen tiles",
    ),
}


@pytest.mark.parametrize("name", MANY)
def test_games_that_are_too_long(name: str) -> None:
    rounds, sentence = MANY[name]
    line = line_of(game(*rounds))
    with pytest.raises(Unreadable) as refusal:
        read_record(line)
    assert error_text(refusal.value) == sentence
