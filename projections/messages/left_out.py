"""Words for games that do not count, or that are not in the tables."""

from collections.abc import Mapping

from ..reports.league import Reason
from ..tables.left_out import LeftOut, Unheld
from . import mark, plural, text

_REASONS: Mapping[Reason, str] = {
    "void": mark("void"),
    "abandoned": mark("abandoned"),
    "forfeited": mark("forfeited"),
    "waits-for-ruling": mark("waiting for a ruling"),
    "tiles-not-seen": mark("waiting for tiles that nobody saw"),
    "in progress": mark("in progress"),
}


def reason_text(reason: Reason) -> str:
    """Why a game does not count, in some words."""
    return text(_REASONS[reason])


def uncounted_text(by_reason: Mapping[Reason, int]) -> str:
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


_UNHELD: Mapping[Unheld, str] = {
    "record": mark("{game} is not in the tables: its id is too long, or holds NUL"),
    "rules": mark("{game} is not in the tables: the id of its rules is too long"),
    "end": mark("{game} is not in the tables: the name of an end is too long, or holds NUL"),
    "money": mark("{game} is not in the tables: it moves too much money"),
}


def left_out_text(game: LeftOut) -> str:
    """Which game is not in the tables, and why."""
    return text(_UNHELD[game.unheld], game=game.game)
