"""The differences between two versions of a game: moves and other facts, then figures."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import count, zip_longest
from operator import itemgetter
from typing import Any, NamedTuple
from uuid import UUID

from ...domain.events import Act, Event, RoundBegun, RoundDealt, as_recorded, is_inferred
from ...domain.game.shuffles import shuffles_in
from ...domain.game.state import Game
from ...domain.game.undo import without_undone
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.seats import Sides
from ...ledger.records.diff import idle_passes, teams_differ
from ...ledger.records.export import record_in
from ...ledger.transcript.given import given_by_events
from ..as_json import Json, as_json
from ..results.abandonment import abandonment_of
from ..results.game_result import GameResult, RoundResult, count_game, net_of_game
from ..results.sides import points_by_team

HIDDEN = "hidden"
"""Stands for tiles of a round that is not over."""
_OF_A_GAME = ("rules", "source", "started_at", "after", "stake")
_OF_A_ROUND = ("reported", "leader", "hands", "boneyard", "shuffle", "ended", "left")
_HIDDEN = ("hands", "boneyard", "shuffle")


class TimedGame(NamedTuple):
    """One version of a game."""

    game: Game
    events: tuple[tuple[Event, str | None], ...]
    """Each with the time at which it happened."""


class Change(NamedTuple):
    """One value before and after; None where it is missing."""

    round: int | None
    """None: it is about the game."""
    move: int | None
    """Its index among the moves of the older record, or of the newer if only that has it."""
    what: str
    """``move``, or the name of another part of a record or of a figure."""
    was: Any
    now: Any


class ShownWith(NamedTuple):
    """What values of one version of a game are shown with."""

    players: tuple[str, ...]
    """Names in seat order."""
    sides: Sides
    """In the order of the record's teams."""
    currency: str


class Changes(NamedTuple):
    """Everything that differs."""

    record: tuple[Change, ...]
    """Changes of the record; empty if both versions are equal."""
    figures: tuple[Change, ...]
    """Changes of figures, each version ruled on under its own rules."""


def changes_between(was: TimedGame, now: TimedGame, names: dict[UUID, str]) -> Changes:
    """Every difference; tiles of a round that was not over are `HIDDEN`.

    A pass that only one version writes, passes around a block, and another order within a hand are
    no differences.
    """
    record = tuple(_record_changes(was, now, names))
    return Changes(record, tuple(_figure_changes(was.game, now.game)) if record else ())


# -- changes of the record


def _record_changes(was: TimedGame, now: TimedGame, names: dict[UUID, str]) -> Iterator[Change]:
    older, newer = _record(was, names), _record(now, names)
    first, second = was.game.opened, now.game.opened
    if first.players != second.players:
        yield Change(None, None, "players", older["players"], newer["players"])
    if teams_differ(first, second):
        yield Change(None, None, "teams", older["teams"], newer["teams"])
    for name in _OF_A_GAME:
        if getattr(first, name) != getattr(second, name):
            yield Change(None, None, name, older.get(name), newer.get(name))
    hidden = hidden_rounds(was.game)
    for number, (before, after) in enumerate(zip_longest(older["rounds"], newer["rounds"])):
        if before is None or after is None:
            yield Change(number, None, "round", _summary(before), _summary(after))
            continue
        for change in _round_changes(number, before, after):
            yield _without_hidden_tiles(change) if number in hidden else change
    yield from _differing(None, older, newer, ("aborted_shuffles",))
    before, after = (as_json(abandonment_of(game.abandoned)) for game in (was.game, now.game))
    if before != after:
        yield Change(None, None, "game left", before, after)


def _differing(round: int | None, was: Json, now: Json, names: Iterable[str]) -> Iterator[Change]:
    """Those of the named values that differ."""
    for name in names:
        if was.get(name) != now.get(name):
            yield Change(round, None, name, was.get(name), now.get(name))


def _record(version: TimedGame, names: dict[UUID, str]) -> Json:
    """The game as a record with every pass written, and its moves as `_Move`."""
    in_force = without_undone(version.events, itemgetter(0))
    shuffles = shuffles_in(event for event, _ in version.events)
    plain = map(_plainly, in_force)
    record = record_in(given_by_events(version.game.opened, plain, names, shuffles))
    idle = idle_passes(event for event, _ in in_force)
    moves: list[list[_Move]] = []
    for at, (event, _) in enumerate(in_force):
        if isinstance(event, RoundBegun):
            written = iter(record["rounds"][len(moves)].get("moves", []))
            moves.append([])
            numbers = count()
        elif isinstance(event, Act):
            number = None if is_inferred(event) else next(numbers)
            moves[-1].append(_Move(number, at in idle, next(written)))
    for round, of_round in zip(record["rounds"], moves, strict=True):
        round["moves"] = of_round
    return record


class _Move(NamedTuple):
    """A move of one version."""

    number: int | None
    """Its index in the record; None for an inferred pass."""
    idle: bool
    """A pass that follows from a block."""
    written: Json


def _plainly(timed: tuple[Event, str | None]) -> tuple[Event, str | None]:
    """Hands in order; ends of turns as if they were written down."""
    event, time = timed
    if isinstance(event, RoundDealt):
        hands = tuple(tuple(sorted(hand)) for hand in event.hands)
        return replace(event, hands=hands), time
    return (as_recorded(event), time) if isinstance(event, Act) else timed


def _round_changes(number: int, before: Json, after: Json) -> Iterator[Change]:
    yield from _differing(number, before, after, _OF_A_ROUND)
    older, newer = before["moves"], after["moves"]
    keys, others = ([_untimed(move.written) for move in moves] for moves in (older, newer))
    matcher = SequenceMatcher(None, keys, others, autojunk=False)
    for _, start, end, other_start, other_end in matcher.get_opcodes():
        for was, now in zip_longest(older[start:end], newer[other_start:other_end]):
            moves = [move for move in (was, now) if move is not None]
            if len(moves) == 1 and moves[0].idle:
                continue
            values = was and was.written, now and now.written
            if values[0] != values[1]:
                at = next((move.number for move in moves if move.number is not None), None)
                yield Change(number, at, "move", *values)


def _untimed(move: Json) -> str:
    return json.dumps({name: value for name, value in move.items() if name != "t"})


def _summary(round: Json | None) -> Json | None:
    """A round that only one version has."""
    if round is None or "reported" in round:
        return round
    return {"moves": sum(not move.idle for move in round["moves"]), "ended": round["ended"]}


def _without_hidden_tiles(change: Change) -> Change:
    """Hide the tiles of the older version; the author of the newer record knows the others."""
    if change.what in _HIDDEN:
        return change._replace(was=change.was and HIDDEN)
    drew = change.what == "move" and change.was is not None and "draw" in change.was
    return change._replace(was=change.was | {"draw": None}) if drew else change


# -- changes of figures


def _figure_changes(was: Game, now: Game) -> Iterator[Change]:
    before, after = count_game(was), count_game(now)
    for number, (one, other) in enumerate(zip_longest(before.rounds, after.rounds)):
        older, newer = _of_round(before, one), _of_round(after, other)
        yield from _differing(number, older, newer, dict.fromkeys([*older, *newer]))
    older, newer = _of_game(before), _of_game(after)
    yield from _differing(None, older, newer, older)


def _of_round(result: GameResult, found: RoundResult | None) -> Json:
    if found is None or found not in result.counted or found.score is None:
        return {}
    return {
        "winners": list(found.score.winners),
        "points": points_by_team(result.game, found.score.points),
        "net": found.net and list(found.net),
    }


def _of_game(result: GameResult) -> Json:
    net = net_of_game(result)
    return {
        "state": result.state,
        "winners": list(result.winners or ()),
        "scores": points_by_team(result.game, result.standing.scores),
        "net": net and list(net),
    }
