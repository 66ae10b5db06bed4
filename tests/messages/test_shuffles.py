"""What an audit says of shuffles: counted from a record, and in sentences."""

import json
from typing import Any

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.shuffle import short_form
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.import_ import rules_of
from domino_ledger.ledger.transcript.given import GivenGame, given_in_record
from domino_ledger.projections.audit.shuffles import ShuffledDeal, ShuffleSummary, shuffle_summary
from domino_ledger.projections.messages.shuffles import shuffle_lines

NAMES = ("ann", "ben")
NONE = ShuffleSummary(0, 0, 0, 0, (), reproducible=False, deals=())
SHORT = "25fd-04c3"
FIXED = (
    "committed to in the checkpoint of 9 events: players who had it before they revealed a seed "
    "know that none was exchanged"
)
COMPARE = (
    "that no seed was exchanged is shown by what players noted of a shuffle before, or by "
    "a checkpoint of then: --checkpoint FILE"
)
HASH = "0a" * 32
SHUFFLE = {"algorithm": "domino-shuffle/1", "commitments": {"server": HASH, "seats": [HASH, HASH]}}
SEEDS = {"server": HASH, "seats": [HASH, HASH]}


@pytest.mark.parametrize(
    ("shuffles", "lines"),
    [
        (NONE, []),
        (
            NONE._replace(checked=3, in_play=1),
            ["the seeds of the last deal are revealed when its round is over"],
        ),
        (NONE._replace(aborted=1), ["1 shuffle was committed to and came to no end"]),
        (NONE._replace(aborted=2), ["2 shuffles were committed to and came to no end"]),
        (NONE._replace(by_program=(1,)), ["the program chose the seeds of ben"]),
        (
            NONE._replace(deals=(ShuffledDeal(0, SHORT, 9), ShuffledDeal(2, SHORT, None))),
            [f"round 1: shuffle {SHORT}, {FIXED}", f"round 3: shuffle {SHORT}", COMPARE],
        ),
        (NONE._replace(by_program=(0,), reproducible=True), []),
    ],
)
def test_sentences(shuffles: ShuffleSummary, lines: list[str]) -> None:
    assert list(shuffle_lines(shuffles, NAMES)) == lines


def record(rounds: list[dict[str, Any]], **fields: object) -> GivenGame:
    dealt: dict[str, Any] = {"hands": None, "moves": []}
    game = {
        "format": "domino-record/1",
        "id": "g",
        "rules": "block@1",
        "players": list(NAMES),
        "rounds": [dealt | round for round in rounds],
    }
    parsed = read_record(json.dumps(game | fields).encode())
    return given_in_record(parsed, rules_of(parsed, PUBLISHED))


REVEALED = {"shuffle": SHUFFLE | {"seeds": SEEDS, "by_program": [1]}}
UNREVEALED = {"shuffle": SHUFFLE}
SIMULATED = {"shuffle": REVEALED["shuffle"] | {"reproducible": True}}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (shuffle_summary(record([{}]), ()), None),
        (
            shuffle_summary(record([{}, REVEALED, REVEALED, REVEALED]), {2}),
            NONE._replace(checked=2, faulty=1, by_program=(1,)),
        ),
        (
            shuffle_summary(record([UNREVEALED, UNREVEALED]), ()),
            NONE._replace(in_play=1, aborted=1),
        ),
        (shuffle_summary(record([UNREVEALED], abandoned={}), ()), NONE._replace(aborted=1)),
        (shuffle_summary(record([UNREVEALED]), {0}), NONE._replace(faulty=1)),
        (
            shuffle_summary(record([], aborted_shuffles=[SHUFFLE | {"round": 0}]), ()),
            NONE._replace(aborted=1),
        ),
        (
            shuffle_summary(
                record([{"shuffle": REVEALED["shuffle"] | {"reproducible": True}}]), ()
            ),
            NONE._replace(checked=1, by_program=(1,), reproducible=True),
        ),
    ],
)
def test_shuffles_are_counted(
    found: ShuffleSummary | None, expected: ShuffleSummary | None
) -> None:
    deals = () if found is None else found.deals
    assert found == (None if expected is None else expected._replace(deals=deals))


def test_each_deal_has_the_short_form_of_its_commitments() -> None:
    found = shuffle_summary(record([{}, REVEALED]), (), {HASH: 7})
    assert found is not None
    assert found.deals == (ShuffledDeal(1, short_form(HASH, [HASH, HASH]), 7),)
