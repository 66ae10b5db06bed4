"""The readings of a blocked round (docs/rules/payout.md): blocker, assistant, evidence."""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from itertools import repeat
from typing import Literal, NamedTuple, overload

from ..events import Seat, TileDrawn, TileLaid
from ..round.legal import advance_legal
from ..round.state import Act, Round
from ..rules.payout import Reading
from ..rules.table import Table
from .general_search import GeneralSearch
from .line_search import LineSearch
from .positions import Placement, Placements, alternatives, blocks_at_once, is_locked, tiles_to_lay
from .search import BoundReached, Budget, Search, budget, is_quick

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


class Line(Sequence[Act]):
    """A line of play from a position until a seat is out, with all seats helping.

    Computed on first use, because settlement does not need it. Does not keep the search that found
    the position, which may hold thousands of answers.
    """

    def __init__(self, position: Round) -> None:
        self._position = position

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        unbounded = repeat(0)  # Terminates: an earlier search found that a seat goes out.
        with search_for(self._position.table, unbounded) as search:
            return search.line(self._position)

    @overload
    def __getitem__(self, at: int) -> Act: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Act, ...]: ...
    def __getitem__(self, at: int | slice) -> Act | tuple[Act, ...]:
        return self.acts[at]

    def __len__(self) -> int:
        return len(self.acts)

    def __eq__(self, other: object) -> bool:
        return self.acts == (other.acts if isinstance(other, Line) else other)

    def __hash__(self) -> int:
        return hash(self.acts)


def search_for(table: Table, budget: Budget, alone: Seat | None = None) -> Search:
    """The search that fits these rules; one seat helps ``alone``, or all do."""
    helps = tuple(alone in (None, seat) for seat in range(table.seats))
    return LineSearch(helps, budget) if is_quick(table) else GeneralSearch(helps, budget)


class _Case(NamedTuple):
    """A blocked round, prepared for all readings."""

    round: Round
    acts: tuple[Act, ...]
    placements: Placements
    last: Placement
    bound: int
    everyone: Search
    """The search with all seats helping."""

    @property
    def table(self) -> Table:
        return self.round.table


def judged(round: Round, under: Sequence[Reading], bound: int) -> dict[Reading, Verdict]:
    """By reading, the verdict on a regular blocked round of which every tile is known.

    Each may search ``bound`` positions. Raises ValueError if the round is not blocked.
    """
    if round.ended != "blocked":
        raise ValueError("only a blocked round has a blocker")
    acts = round.acts
    found = Placements(round, acts)
    last = next(iter(found), None)
    if last is None:
        return dict.fromkeys(under, NOBODY)
    with search_for(round.table, budget(bound)) as everyone:
        case = _Case(round, acts, found, last, bound, everyone)
        return {reading: _judge(case, reading) for reading in under}


def _judge(case: _Case, reading: Reading) -> Verdict:
    try:
        return _READ[reading](case)
    except BoundReached:
        return Verdict("undetermined", None, None, None, case.bound)


def _last_to_lay(case: _Case) -> Verdict:
    last = case.last
    return Verdict("found", last.laid.seat, None, Evidence(last.act, None, None), None)


def _knowing_lock(case: _Case) -> Verdict:
    # After a lock nothing can be laid, so only the last lay can be one.
    last = case.last
    if not is_locked(advance_legal(last.before, last.laid)):
        return NOBODY
    return _last_unless(case, is_locked)


def _last_unless(case: _Case, blocks: Callable[[Round], bool]) -> Verdict:
    """The last to lay, if they had an alternative that does not block."""
    last = case.last
    others = alternatives(last)
    instead = next((lay for lay in others if not blocks(advance_legal(last.before, lay))), None)
    if instead is None:
        return NOBODY
    # Better evidence, if found: an alternative that keeps a line of play open.
    with search_for(case.table, budget(case.bound // EVIDENCE_SHARE)) as search:
        evidence = _kept_open_if_known(search, last)
    return _found(case, last, evidence or Evidence(last.act, instead, None))


def _point_of_no_return(case: _Case) -> Verdict:
    turn = _turn_of_no_return(case)
    return NOBODY if turn is None else _found(case, *turn)


def _turn_of_no_return(case: _Case) -> tuple[Placement, Evidence] | None:
    """The last lay at a position from which some line of play ended with a seat out."""
    search = case.everyone
    turn = next((each for each in case.placements if search.goes_out(each.before)), None)
    if turn is None:
        return None
    instead = search.keeps_open(turn.before)
    if isinstance(instead, TileLaid) and instead != turn.laid:
        return turn, Evidence(turn.act, instead, Line(search.after(turn.before, instead)))
    # If drawing when able is allowed, a draw may have kept the round open, or closed it.
    return turn, _kept_open(search, turn) or Evidence(turn.act, None, None)


def _could_have_forced_open(case: _Case) -> Verdict:
    shared, table = budget(case.bound), case.table
    with ExitStack() as searches:
        alone = [
            searches.enter_context(search_for(table, shared, alone=seat))
            for seat in range(table.seats)
        ]
        for each in case.placements:
            search = alone[each.laid.seat]
            evidence = _kept_open(search, each)
            if evidence is None:
                continue
            # If the lay made also forced that a seat goes out, a later optional draw lost this.
            after = search.after(each.before, each.laid)
            if not (table.may_draw_when_able and search.goes_out(after)):
                return _found(case, each, evidence)
    return NOBODY


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


def _turn_directly_before(case: _Case, turn: Placement) -> Placement | None:
    """The lay of the previous turn; None if that turn was a pass or the lead."""
    before = next((each for each in case.placements if each.act < turn.act), None)
    if before is None:
        return None
    between = case.acts[before.act + 1 : turn.act]
    return before if all(isinstance(act, TileDrawn) for act in between) else None


def _had_choice(turn: Placement) -> bool:
    """The seat could choose between several tiles, not only between placings of one tile."""
    return tiles_to_lay(turn.before).bit_count() > 1


def _found(case: _Case, blocking: Placement, evidence: Evidence) -> Verdict:
    return Verdict("found", blocking.laid.seat, _assistant(case, blocking), evidence, None)


def _assistant(case: _Case, blocking: Placement) -> Seat | None:
    """The seat on the blocker's left, if it had a choice of tiles in its next turn."""
    left, acts = case.table.left_of(blocking.laid.seat), case.acts
    for place in range(blocking.act + 1, len(acts)):
        if acts[place].seat == left and not isinstance(acts[place], TileDrawn):
            laid = next((each for each in case.placements if each.act == place), None)
            return left if laid is not None and _had_choice(laid) else None
    return None


def _kept_open(search: Search, made: Placement) -> Evidence | None:
    """The first alternative after which a seat surely goes out, with a line of play."""
    for instead in alternatives(made):
        position = search.after(made.before, instead)
        if search.goes_out(position):
            return Evidence(made.act, instead, search.line(position))
    return None


def _kept_open_if_known(search: Search, made: Placement) -> Evidence | None:
    """`_kept_open`, or None if the search exceeds its budget. For verdicts that do not need it."""
    try:
        return _kept_open(search, made)
    except BoundReached:
        return None


_READ: dict[Reading, Callable[[_Case], Verdict]] = {
    "last-to-lay": _last_to_lay,
    "last-choice": lambda case: _last_unless(case, blocks_at_once),
    "knowing-lock": _knowing_lock,
    "point-of-no-return": _point_of_no_return,
    "could-have-forced-open": _could_have_forced_open,
    "set-up": _set_up,
}
READINGS: tuple[Reading, ...] = tuple(_READ)
