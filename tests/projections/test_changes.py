"""The changes from one version of a game to the next."""

import json
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from cli.text.changes import change_lines
from domain.events import DealUndone, GameAbandoned, RoundBlocked, passed
from domain.game.state import evolve_game
from domain.rules.catalogue import PUBLISHED
from projections.amendments.version_diff import (
    HIDDEN,
    Change,
    Changes,
    ShownWith,
    TimedGame,
    changes_between,
)
from tests.ledger.games import Json, line, read, record

PAYOUT = record("payout.jsonl")
LOT = record("openspiel-block.jsonl")
SERIES = record("sanjuan.jsonl")
NAMES = {UUID(int=seat + 1): f"player {seat}" for seat in range(4)} | {UUID(int=9): "zoe"}
T = "2026-01-02T03:04:05+00:00"


def timed(record: Json, players: tuple[int, ...] | None = None) -> TimedGame:
    transcript = read(record)
    assert transcript.game is not None
    times = {at: time.isoformat() for at, time in transcript.times.items()}
    timed_events = tuple((event, times.get(at)) for at, event in enumerate(transcript.events))
    game = transcript.game
    if players is not None:
        opened = game.opened
        game = game._replace(
            opened=type(opened)(
                record=opened.record,
                rules=opened.rules,
                players=tuple(UUID(int=each) for each in players),
            )
        )
    return TimedGame(game, timed_events)


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


def test_teams_in_another_order_or_unnamed_are_no_change() -> None:
    assert between(SERIES, SERIES | {"teams": [[3, 1], [2, 0]]}).record == ()
    assert between(SERIES, SERIES | {"teams": None}).record == ()


# -- the game


@pytest.mark.parametrize(
    ("changes", "change"),
    [
        ({"source": "the club"}, ("source", LOT["source"], "the club")),
        ({"started_at": T}, ("started_at", None, T)),
        ({"after": "yesterday"}, ("after", None, "yesterday")),
        (
            {"stake": {"currency": "EUR", "minor_per_pip": 5}},
            ("stake", None, {"currency": "EUR", "minor_per_pip": 5}),
        ),
        ({"rules": "block@1"}, ("rules", "block-lot@1", "block@1")),
    ],
)
def test_changes_of_the_game(changes: Json, change: tuple[str, Any, Any]) -> None:
    assert between(LOT, LOT | changes).record[0] == Change(None, None, *change)


def test_players() -> None:
    was, now = timed(LOT, (1, 2)), timed(LOT, (1, 9))
    (change,) = changes_between(was, now, NAMES).record
    expected = ["player 0", "player 1"], ["player 0", "zoe"]
    assert change == Change(None, None, "players", *expected)


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


def test_another_end_of_a_move() -> None:
    """Move 22 decides who the blocker is; consequences are listed separately."""
    other = changed(PAYOUT, lambda game: first(game)["moves"][22].update({"at": "left"}))
    found, follows = between(PAYOUT, other)
    was, now = PAYOUT["rounds"][0]["moves"][22], other["rounds"][0]["moves"][22]
    assert Change(0, 22, "move", was, now) in found
    assert Change(0, None, "net", [12, -36, 17, 7], None) in follows
    assert Change(None, None, "winners", [3], []) in follows


def test_points_follow() -> None:
    """Without its last lay-down, the round is not blocked."""
    cut = changed(LOT, lambda game: first(game).update(moves=first(game)["moves"][:3], ended=None))
    found, follows = between(LOT, cut)
    assert {change.what for change in found} == {"ended", "move"}
    assert {change.now for change in found} == {None}
    assert Change(0, None, "points", [31, 0], None) in follows
    assert Change(None, None, "scores", [31, 0], [0, 0]) in follows
    back = between(cut, LOT)
    assert {change.was for change in back.record} == {None}


def test_an_inserted_move() -> None:
    """The moves after it are unchanged."""
    fewer = changed(PAYOUT, lambda game: first(game)["moves"].pop(7))
    whole = PAYOUT["rounds"][0]["moves"]
    stepped_over = {"seat": whole[7]["seat"], "pass": True}
    (put_in, *_) = moves_of(between(fewer, PAYOUT))
    assert put_in == Change(0, 7, "move", stepped_over, whole[7])
    (gone, *_) = moves_of(between(PAYOUT, fewer))
    assert gone == Change(0, 7, "move", whole[7], stepped_over)
    twice = changed(PAYOUT, lambda game: first(game)["moves"].insert(7, whole[7]))
    (more, *_) = moves_of(between(PAYOUT, twice))
    assert (more.was, more.now) == (None, whole[7])


def moves_of(changes: Changes) -> list[Change]:
    return [change for change in changes.record if change.what == "move"]


def test_an_inferred_pass_has_no_number() -> None:
    unwritten = changed(PAYOUT, passes_left_out)
    other = changed(unwritten, lambda game: first(game)["moves"].pop())
    found, _ = between(unwritten, other)
    assert [change.move for change in found if change.what == "move"][:2] == [None, 21]


def test_times() -> None:
    timed = changed(PAYOUT, lambda game: first(game)["moves"][1].update(t=T))
    move = PAYOUT["rounds"][0]["moves"][1]
    assert between(PAYOUT, timed) == Changes((Change(0, 1, "move", move, move | {"t": T}),), ())


def test_changes_of_a_round() -> None:
    other = changed(LOT, lambda game: first(game).update(leader=1))
    assert Change(0, None, "leader", 0, 1) in between(LOT, other).record
    hands = changed(LOT, lambda game: first(game)["hands"].reverse())
    (change,) = (each for each in between(LOT, hands).record if each.what == "hands")
    assert change.was == change.now[::-1]
    left = changed(LOT, lambda game: first(game).update(left=[["6-6"], None]))
    assert Change(0, None, "left", None, [["6-6"], None]) in between(LOT, left).record


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


def test_by_the_rules_of_each_version() -> None:
    other = LOT | {"rules": "forced-block@1"}
    assert "forced-block@1" in PUBLISHED
    _, follows = between(LOT, other)
    assert Change(0, None, "points", [31, 0], None) in follows


def test_an_undone_deal_is_no_change() -> None:
    """Nor are passes after the block."""
    was = timed(LOT)
    at = [event for event, _ in was.events].index(RoundBlocked()) + 1
    dealt, passing = was.events[1], (passed(0), None)
    slip = [dealt, (DealUndone(), None)]
    timed_events = (*was.events[:at], *slip, passing, *was.events[at:])
    assert changes_between(was, TimedGame(was.game, timed_events), NAMES) == Changes((), ())
