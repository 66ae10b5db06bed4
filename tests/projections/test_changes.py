"""The changes from one version of a game to the next."""

import json
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.cli.commands.amend import change_lines
from domino_ledger.domain.events import GameAbandoned
from domino_ledger.domain.game.state import evolve_game
from domino_ledger.ledger.records.amend import AnotherGame
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.unreadable import Rejected
from domino_ledger.projections.amendments.amend import amend_game
from domino_ledger.projections.amendments.version_diff import (
    HIDDEN,
    Change,
    Changes,
    ShownWith,
    TimedGame,
    changes_between,
)
from tests.ledger.games import Json, booked, line, read, record

PAYOUT = record("payout.jsonl")
LOT = record("openspiel-block.jsonl")
SERIES = record("sanjuan.jsonl")
NAMES = {UUID(int=seat + 1): f"player {seat}" for seat in range(4)} | {UUID(int=9): "zoe"}


def timed(record: Json) -> TimedGame:
    transcript = read(record)
    assert transcript.game is not None
    events = ((event, transcript.times.get(at)) for at, event in enumerate(transcript.events))
    return TimedGame(transcript.game, tuple(events))


def changed(game: Json, change: Callable[[Json], object]) -> Json:
    copy: Json = json.loads(line(game))
    change(copy)
    return copy


def between(was: Json, now: Json) -> Changes:
    return changes_between(timed(was), timed(now), NAMES)


def first(game: Json) -> Json:
    round: Json = game["rounds"][0]
    return round


# -- no change


def passes_left_out(game: Json) -> None:
    moves = first(game)["moves"]
    first(game)["moves"] = [move for move in moves if "pass" not in move]


@pytest.mark.parametrize(
    "rewrite",
    [
        lambda _: None,
        passes_left_out,
        lambda game: first(game)["hands"][0].reverse(),
        lambda game: first(game)["moves"].append({"seat": 2, "pass": True}),
        lambda game: game.pop("claims", None),
    ],
)
@pytest.mark.parametrize("turned_round", [False, True])
def test_two_forms_of_one_record_do_not_differ(
    rewrite: Callable[[Json], object], turned_round: bool
) -> None:
    pair = PAYOUT, changed(PAYOUT, rewrite)
    assert between(*(pair[::-1] if turned_round else pair)) == Changes((), ())


# -- the game


def test_teams() -> None:
    (change, *_) = between(SERIES, SERIES | {"teams": [[0, 1], [2, 3]]}).record
    assert change == Change(None, None, "teams", [[0, 2], [1, 3]], [[0, 1], [2, 3]])


def test_a_game_that_was_abandoned() -> None:
    was = timed(LOT | {"rounds": []})
    now = TimedGame(evolve_game(was.game, GameAbandoned(reason="rain")), was.events)
    left = {"how": "abandoned", "seat": None, "reason": "rain"}
    changes = changes_between(was, now, NAMES)
    assert changes.record == (Change(None, None, "game left", None, left),)
    assert changes.figures == (Change(None, None, "state", "in progress", "abandoned"),)
    assert changes_between(now, was, NAMES).record[0].was == left
    shown = ShownWith((), (), "EUR")
    assert "  game left: nothing -> abandoned: rain" in list(change_lines(changes, (shown, shown)))


# -- rounds and moves


def test_an_inferred_pass_has_no_number() -> None:
    unwritten = changed(PAYOUT, passes_left_out)
    other = changed(unwritten, lambda game: first(game)["moves"].pop())
    found, _ = between(unwritten, other)
    assert [change.move for change in found if change.what == "move"][:2] == [None, 21]


def test_a_round_more() -> None:
    fewer = changed(SERIES, lambda game: game["rounds"].pop())
    last = {"moves": 26, "ended": "blocked"}
    found, follows = between(fewer, SERIES)
    assert (found[0].round, found[0].what, found[0].was) == (11, "round", None)
    assert found[0].now == last | {"moves": found[0].now["moves"]}
    assert {change.round for change in follows} == {11, None}
    assert between(SERIES, fewer).record[0].now is None


# -- what is hidden


def test_hidden_tiles_are_not_shown() -> None:
    """Of a round in play: only the author of the newer record may know its tiles."""
    draws = next(each for each in range(100) if "draw" in str(record("payout.jsonl", each)))
    whole = record("payout.jsonl", draws)
    at = next(n for n, move in enumerate(first(whole)["moves"]) if "draw" in move)
    begun = changed(
        whole,
        lambda game: first(game).update(moves=first(game)["moves"][: at + 1], ended=None),
    )
    other = changed(begun, lambda game: first(game).update(hands=first(game)["hands"][::-1]))
    other = changed(other, lambda game: first(game)["boneyard"].reverse())
    other = changed(other, lambda game: first(game)["moves"].pop())
    found, _ = between(begun, other)
    was = {change.what: change.was for change in found if change.move is None}
    assert (was["hands"], was["boneyard"]) == (HIDDEN, HIDDEN)
    assert found[-1].was == {"seat": first(whole)["moves"][at]["seat"], "draw": None}
    unknown = changed(begun, lambda game: first(game).update(boneyard=None))
    (change, *_) = between(unknown, begun).record
    assert (change.what, change.was, change.now) == ("boneyard", None, first(begun)["boneyard"])


# -- in a book


def test_an_equal_record_changes_nothing(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    before = book.stream(game)
    amended = amend_game(book, game, read_record(line(PAYOUT)), "again")
    assert (amended.version, amended.unchanged) == (1, True)
    assert book.stream(game) == before


def test_what_is_refused(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    newer = PAYOUT | {"players": ["s0", "s1", "s2", "zoe"], "claims": None}
    with pytest.raises(AnotherGame):
        amend_game(book, game, read_record(line(newer | {"id": "other"})), "a slip")
    wrong = read_record(line(newer | {"rounds": [first(PAYOUT) | {"leader": 0}]}))
    with pytest.raises(Rejected):
        amend_game(book, game, wrong, "a slip")
    assert amend_game(book, game, wrong, "a slip", as_played=True).version == 2
