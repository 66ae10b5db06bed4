"""The readings of a blocked round (docs/rules/payout.md): blocker, assistant, evidence."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Literal, NamedTuple

from ..events import Seat, TileDrawn, TileLaid
from ..round.state import Act, Round
from ..rules.rule_set import Reading
from ..rules.table import Table
from .budget import BoundReached, budget, is_quick, search_bound
from .general_search import RoundPosition
from .lay_downs import LayDown, LayDowns
from .positions import Position
from .search import Line, Search, search_for

SEARCH_VERSION = 3
"""Incremented whenever a change of code may change a verdict."""

EVIDENCE_SHARE = 10
"""Evidence that a verdict does not depend on may take this part of its bound."""


class Evidence(NamedTuple):
    """The lay that blocked, and an alternative."""

    act: int
    """The index of the lay among the acts of the round."""
    instead: TileLaid | None
    """The lay that would have kept the round open."""
    line: Sequence[Act] | None
    """A line of play after ``instead`` until a seat is out; None if there is none."""


class Verdict(NamedTuple):
    """Who blocked a round under one reading. "Nobody" and "undetermined" are different answers."""

    status: Literal["found", "nobody", "undetermined"]
    blocker: Seat | None
    assistant: Seat | None
    evidence: Evidence | None
    bound: int | None
    """The bound that was reached; only if undetermined."""


NOBODY = Verdict("nobody", None, None, None, None)


class _Case(NamedTuple):
    """A blocked round, prepared for all readings."""

    table: Table
    acts: tuple[Act, ...]
    lay_downs: LayDowns
    bound: int
    quick: bool
    """The quick search is used."""
    everyone: Search
    """The search with all seats helping."""


def verdict(round: Round, reading: Reading, bound: int | None = None) -> Verdict:
    """The verdict on a regular blocked round, searching at most ``bound`` positions.

    By default as many as in the first round of a game (`search_bound`). Raises ValueError if the
    round is not blocked.
    """
    with _case(round, bound) as case:
        return _judge(case, reading)


def verdicts(round: Round, bound: int | None = None) -> dict[Reading, Verdict]:
    """By reading, the verdict; each may search ``bound`` positions."""
    with _case(round, bound) as case:
        return {reading: _judge(case, reading) for reading in READINGS}


@contextmanager
def _case(round: Round, bound: int | None) -> Iterator[_Case]:
    if round.ended != "blocked":
        raise ValueError("only a blocked round has a blocker")
    acts, table = round.acts, round.table
    quick = is_quick(table)
    bound = search_bound(table) if bound is None else bound
    with search_for((True,) * table.seats, budget(bound), quick=quick) as everyone:
        yield _Case(table, acts, LayDowns(round, acts, quick=quick), bound, quick, everyone)


def _judge(case: _Case, reading: Reading) -> Verdict:
    if not any(case.lay_downs):
        return NOBODY
    try:
        return _READ[reading](case)
    except BoundReached:
        return Verdict("undetermined", None, None, None, case.bound)


def _last_to_lay(case: _Case) -> Verdict:
    last = case.lay_downs.last()
    return Verdict("found", last.laid.seat, None, Evidence(last.act, None, None), None)


def _last_choice(case: _Case) -> Verdict:
    return _last_unless(case, lambda position: position.blocks_at_once)


def _knowing_lock(case: _Case) -> Verdict:
    # After a lock nothing can be laid, so only the last lay can be one.
    last = case.lay_downs.last()
    if not last.before.after(last.laid).is_locked:
        return NOBODY
    return _last_unless(case, lambda position: position.is_locked)


def _last_unless(case: _Case, blocks: Callable[[Position | RoundPosition], bool]) -> Verdict:
    """The last to lay, if they had an alternative that does not block."""
    last = case.lay_downs.last()
    before = last.before
    others = before.alternatives(last.laid)
    instead = next((lay for lay in others if not blocks(before.after(lay))), None)
    if instead is None:
        return NOBODY
    # Better evidence, if found: an alternative that keeps a line of play open.
    everyone = (True,) * case.table.seats
    with search_for(everyone, budget(case.bound // EVIDENCE_SHARE), quick=case.quick) as search:
        evidence = _kept_open_if_known(search, last)
    return _found(case, last, evidence or Evidence(last.act, instead, None))


def _point_of_no_return(case: _Case) -> Verdict:
    turn = _turn_of_no_return(case)
    return NOBODY if turn is None else _found(case, *turn)


def _turn_of_no_return(case: _Case) -> tuple[LayDown, Evidence] | None:
    """The last lay at a position from which some line of play ended with a seat out."""
    for lay_down in case.lay_downs:
        if case.everyone.goes_out(lay_down.before):
            return lay_down, _evidence_of_no_return(case.everyone, lay_down)
    return None


def _evidence_of_no_return(search: Search, lay_down: LayDown) -> Evidence:
    instead = search.keeps_open(lay_down.before)
    if isinstance(instead, TileLaid) and instead != lay_down.laid:
        return Evidence(lay_down.act, instead, Line(lay_down.before.after(instead)))
    # If drawing when able is allowed, a draw may have kept the round open, or closed it.
    return _kept_open(search, lay_down) or Evidence(lay_down.act, None, None)


def _could_have_forced_open(case: _Case) -> Verdict:
    shared, seats = budget(case.bound), range(case.table.seats)
    alone = [
        search_for(tuple(other == seat for other in seats), shared, quick=case.quick)
        for seat in seats
    ]
    with ExitStack() as searches:
        for search in alone:
            searches.enter_context(search)
        for lay_down in case.lay_downs:
            search = alone[lay_down.laid.seat]
            evidence = _kept_open(search, lay_down)
            if evidence is not None and not _was_sure_anyway(case, search, lay_down):
                return _found(case, lay_down, evidence)
    return NOBODY


def _was_sure_anyway(case: _Case, search: Search, lay_down: LayDown) -> bool:
    """The lay made also forced that a seat goes out; a later optional draw lost this."""
    return case.table.may_draw_when_able and search.goes_out(lay_down.before.after(lay_down.laid))


def _set_up(case: _Case) -> Verdict:
    turn = _turn_of_no_return(case)
    if turn is None:
        return NOBODY
    last, evidence_of_last = turn
    before = _turn_directly_before(case, last)
    right = case.table.right_of(last.laid.seat)
    if (
        before is None
        or before.laid.seat != right
        or not (_had_choice(before) and _had_choice(last))
    ):
        return Verdict("found", last.laid.seat, None, evidence_of_last, None)
    evidence = _kept_open_if_known(case.everyone, before)
    evidence = evidence or Evidence(before.act, None, None)
    return Verdict("found", right, last.laid.seat, evidence, None)


def _turn_directly_before(case: _Case, lay_down: LayDown) -> LayDown | None:
    """The lay of the previous turn; None if that turn was a pass or the lead."""
    before = case.lay_downs.before(lay_down.act)
    if before is None:
        return None
    between = case.acts[before.act + 1 : lay_down.act]
    return before if all(isinstance(act, TileDrawn) for act in between) else None


def _had_choice(lay_down: LayDown) -> bool:
    """The seat could choose between several tiles, not only between placings of one tile."""
    return lay_down.before.playable.bit_count() > 1


def _found(case: _Case, lay_down: LayDown, evidence: Evidence) -> Verdict:
    return Verdict("found", lay_down.laid.seat, _assistant(case, lay_down), evidence, None)


def _assistant(case: _Case, blocking: LayDown) -> Seat | None:
    """The seat on the blocker's left, if it had a choice of tiles in its next turn."""
    left = case.table.left_of(blocking.laid.seat)
    for place in range(blocking.act + 1, len(case.acts)):
        act = case.acts[place]
        if act.seat == left and not isinstance(act, TileDrawn):
            return (
                left
                if isinstance(act, TileLaid) and _had_choice(case.lay_downs.at(place))
                else None
            )
    return None


def _kept_open(search: Search, lay_down: LayDown) -> Evidence | None:
    """The first alternative after which a seat surely goes out, with a line of play."""
    before = lay_down.before
    for instead in before.alternatives(lay_down.laid):
        position = before.after(instead)
        if search.goes_out(position):
            return Evidence(lay_down.act, instead, search.line(position))
    return None


def _kept_open_if_known(search: Search, lay_down: LayDown) -> Evidence | None:
    """`_kept_open`, or None if the search exceeds its budget. For verdicts that do not need it."""
    try:
        return _kept_open(search, lay_down)
    except BoundReached:
        return None


_READ: dict[Reading, Callable[[_Case], Verdict]] = {
    "last-to-lay": _last_to_lay,
    "last-choice": _last_choice,
    "knowing-lock": _knowing_lock,
    "point-of-no-return": _point_of_no_return,
    "could-have-forced-open": _could_have_forced_open,
    "set-up": _set_up,
}
READINGS: tuple[Reading, ...] = tuple(_READ)
