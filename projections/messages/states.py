"""Words for how a game was left, how a round ended, and what does not count."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ...domain.seats import Seat
from . import all_of, mark, plural, text
from .templates import Template, Templates, filled

if TYPE_CHECKING:
    from ..reports.league import Reason
    from ..results.abandonment import Abandonment
    from ..results.outcome import Outcome
    from ..tables.left_out import LeftOut, Unheld

_ENDINGS: Mapping[str, str] = {
    "out": mark("out"),
    "blocked": mark("blocked"),
    "target": mark("target reached"),
    "void": mark("void deal"),
    "reported": mark("result only"),
    "not-over": mark("not over"),
}


def ending_text(ended: str) -> str:
    """How a round ended, in one or two words."""
    return text(_ENDINGS[ended])


def abandonment_text(abandonment: "Abandonment", names: Sequence[str]) -> str:
    """``forfeited by Ben: had to go``; ``names`` by seat."""
    _, seat, reason = abandonment
    if seat is None:
        return text("abandoned: {reason}", reason=reason) if reason else text("abandoned")
    if reason:
        return text("forfeited by {player}: {reason}", player=names[seat], reason=reason)
    return text("forfeited by {player}", player=names[seat])


_WAITS: Mapping[str, str] = {
    "waits-for-ruling": mark("waiting for a ruling"),
    "tiles-not-seen": mark("waiting for tiles that nobody saw"),
}


def reason_text(reason: "Reason") -> str:
    """Why a game does not count, in some words; if it does not wait, its state."""
    return text(_WAITS.get(reason, reason))


def uncounted_text(by_reason: Mapping["Reason", int]) -> str:
    """How many games do not count, by reason: ``2 games left out: void``."""
    return ", ".join(
        plural(
            "{number} game left out: {reason}",
            "{number} games left out: {reason}",
            number,
            reason=reason_text(reason),
        )
        for reason, number in sorted(by_reason.items())
    )


_UNHELD: Mapping["Unheld", str] = {
    "record": mark("{game} is not in the tables: its id is too long, or holds NUL"),
    "rules": mark("{game} is not in the tables: the id of its rules is too long"),
    "end": mark("{game} is not in the tables: the name of an end is too long, or holds NUL"),
    "money": mark("{game} is not in the tables: it moves too much money"),
}


def left_out_text(game: "LeftOut") -> str:
    """Which game is not in the tables, and why."""
    return text(_UNHELD[game.unheld], game=game.game)


_REPORTED: Templates = {
    "result": (
        "only the result is known: {player} is out",
        Template("only the result is known: somebody is out", {"ended": "out"}),
        Template("only the result is known: blocked", {"ended": "blocked"}),
        "only the result is known",
    )
}


def report_text(
    ended: Literal["out", "blocked"] | None, out: Seat | None, names: Sequence[str]
) -> str:
    """Says that only the result of a round is known, and how it ended; ``names`` by seat."""
    who = {"player": None if out is None else names[out]}
    return filled(_REPORTED["result"], {"ended": ended}, who)


_OUTCOMES: Mapping[str, str] = {
    "ruled-void": mark("The game is void by a ruling, and counts for nothing."),
    "void-as-abandoned": mark("The game was abandoned, and counts for nothing."),
    "void-as-forfeited": mark("The game was forfeited, and counts for nothing."),
    "won": mark("The game is won by {winners}."),
    "won-when-abandoned": mark(
        "The game was broken off, and is won by {winners}: they were ahead."
    ),
    "won-by-forfeit": mark("The game is won by {winners}, as {player} forfeited it."),
    "abandoned": mark("The game was abandoned, and nobody has won it."),
    "waits-for-ruling": mark(
        "The game is disputable: an arbiter has to rule before there is a winner."
    ),
    "waits-for-tiles": mark(
        "The game is disputable: it waits for tiles left that nobody saw, or for a ruling."
    ),
    "over": mark("The game is over, and nobody has won it."),
    "unfinished": mark("The game is unfinished: no further round is dealt, and nobody has won it."),
    "in-progress": mark("The game is in progress."),
}


def outcome_text(outcome: "Outcome") -> str:
    """The outcome as a sentence."""
    winners = all_of(outcome.winners)
    said = text(_OUTCOMES[outcome.code], winners=winners, player=outcome.forfeited_by)
    if outcome.counts_as == 1:
        return said
    return text(
        "{outcome} It was a shutout, and counts as {number} games.",
        outcome=said,
        number=outcome.counts_as,
    )
