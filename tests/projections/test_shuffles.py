"""Shuffles that can be checked in audits, in the log, in amendments and in tables."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from domino_ledger.cli.text.audit import audit_lines
from domino_ledger.domain.events import DealUndone, Event, SeedsRecorded, ShuffleCommitted
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.shuffled_deals import commit, dealt_by
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.projections.amendments.version_diff import (
    HIDDEN,
    Change,
    ShownWith,
    changes_between,
)
from domino_ledger.projections.messages.changes import change_text
from tests.domain.builders import evolved, new_game, opened
from tests.ledger.games import Json, new_book
from tests.projections.audits import audited, report

from .tails import tail, written
from .test_changes import NAMES, between, changed, timed

SIMULATION = Simulation(PUBLISHED["draw@1"], 2, 1, shuffle=True)
GAME: Json = json.loads(SIMULATION.line(1))
LOT = PUBLISHED["block-lot@1"]
SHOWN = (ShownWith(("ann", "ben"), ((0,), (1,)), "XXX"),) * 2


def in_play() -> list[Event]:
    """A game that was dealt just now, with seeds."""
    committed = commit(2, {})
    game = evolved(new_game(LOT, 2), [committed.event])
    return [opened(LOT, 2), committed.event, *dealt_by(game, committed.seeds({}))]


def test_an_audit_counts_the_deals_that_follow_from_their_seeds() -> None:
    rounds = len(GAME["rounds"])
    found = report(GAME)["shuffles"]
    assert [(deal["round"], deal["fixed"]) for deal in found.pop("deals")] == [
        (number, None) for number in range(rounds)
    ]
    assert found == {
        "checked": rounds,
        "faulty": 0,
        "in_play": 0,
        "aborted": 0,
        "by_program": [0, 1],
        "reproducible": True,
    }
    lines = list(audit_lines(audited(GAME)))
    assert any(line.startswith(f"  {rounds} deals follow from their seeds") for line in lines)


def test_a_deal_that_does_not_follow_is_counted_apart() -> None:
    def change(game: Json) -> None:
        *under, one, other = game["rounds"][1]["boneyard"]
        game["rounds"][1]["boneyard"] = [*under, other, one]

    audit = audited(changed(GAME, change))
    assert [found.code for found in audit.violations] == ["shuffled-otherwise"]
    assert audit.shuffles is not None
    assert audit.shuffles.faulty == 1
    assert audit.shuffles.checked == len(GAME["rounds"]) - 1


def test_an_audit_of_another_deal_says_nothing_of_shuffles() -> None:
    without = changed(GAME, lambda game: [each.pop("shuffle") for each in game["rounds"]])
    assert "shuffles" not in report(without)


def test_the_log_shows_no_seed_of_a_round_in_play(tmp_path: Path) -> None:
    """Every byte is independent of the seeds, and with --open all but the hashes are."""
    events = in_play()
    (seeds,) = [event for event in events if isinstance(event, SeedsRecorded)]
    others = [replace(seeds, server="0f" * 32) if event is seeds else event for event in events]
    with (
        closing(written(tmp_path, [("g", events)])) as book,
        closing(written(tmp_path, [("g", others)], "other.db")) as other,
    ):
        assert tail(book) == tail(other)
        one, another = (tail(each, open=True) for each in (book, other))
    for line in (*one, *another):
        del line["hash"]
    assert one == another


def test_the_log_reveals_the_seeds_with_the_end_of_the_round(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book:
        list(simulate_into(book, SIMULATION, 1))
        lines = tail(book)
    revealed = [each for line in lines for each in line["data"].get("revealed", ())]
    seeds = [each["data"] for each in revealed if "seeds-recorded" in each["type"]]
    assert seeds == [round["shuffle"]["seeds"] for round in GAME["rounds"]]


# -- amendments


def test_another_shuffle_is_a_change() -> None:
    def change(game: Json) -> None:
        game["rounds"][0]["shuffle"]["by_program"] = [0]
        del game["rounds"][1]["shuffle"]

    found = between(GAME, changed(GAME, change)).record
    assert [(each.round, each.what) for each in found] == [(0, "shuffle"), (1, "shuffle")]
    server = GAME["rounds"][1]["shuffle"]["commitments"]["server"]
    seed = GAME["rounds"][1]["shuffle"]["seeds"]["server"]
    assert change_text(found[1], SHOWN) == (
        f"shuffle: the program committed to {server}, its seed was {seed} -> nothing"
    )


def test_an_aborted_shuffle_is_a_change() -> None:
    shuffle = GAME["rounds"][0]["shuffle"]
    aborted = {name: shuffle[name] for name in ("algorithm", "commitments")} | {"round": 3}
    (found,) = between(GAME, GAME | {"aborted_shuffles": [aborted]}).record
    assert (found.round, found.what) == (None, "aborted_shuffles")
    assert change_text(found, SHOWN) == "aborted shuffles: nothing -> 1 shuffle"


def test_seeds_of_a_round_in_play_are_no_part_of_a_change() -> None:
    was = timed(GAME)
    events = in_play()
    game = evolved(new_game(LOT, 2), events[1:])
    one = was._replace(game=game, events=tuple((event, None) for event in events))
    again = [event for event in events if not isinstance(event, ShuffleCommitted | SeedsRecorded)]
    other = one._replace(events=tuple((event, None) for event in again))
    (found,) = changes_between(one, other, NAMES).record
    assert (found.what, found.was, found.now) == ("shuffle", HIDDEN, None)
    assert change_text(found, SHOWN) == "shuffle: hidden -> nothing"


def test_a_deal_that_was_undone_gives_its_seeds_to_no_other() -> None:
    first, second = in_play(), in_play()
    events = [*first, DealUndone(), *second[2:]]
    game = evolved(new_game(LOT, 2), events[1:])
    one = timed(GAME)._replace(game=game, events=tuple((event, None) for event in events))
    other = one._replace(events=tuple((event, None) for event in [*first[:1], second[2]]))
    changes = changes_between(one, other, NAMES).record
    assert [each.what for each in changes] == ["aborted_shuffles"]


def test_a_commitment_without_its_seed() -> None:
    shuffle = {"commitments": {"server": "0a", "seats": []}}
    change = Change(0, None, "shuffle", None, shuffle)
    assert change_text(change, SHOWN) == "shuffle: nothing -> the program committed to 0a"
