"""Words for the state of a game, and for how it was left."""

from collections.abc import Mapping, Sequence

from ..results.abandonment import Abandonment
from ..results.game_state import State
from . import mark, text

_STATES: Mapping[State, str] = {
    "void": mark("void"),
    "abandoned": mark("abandoned"),
    "forfeited": mark("forfeited"),
    "disputable": mark("disputable"),
    "over": mark("over"),
    "unfinished": mark("unfinished"),
    "in progress": mark("in progress"),
}


def state_text(state: State) -> str:
    """The state in one or two words."""
    return text(_STATES[state])


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


def abandonment_text(abandonment: Abandonment, names: Sequence[str]) -> str:
    """``forfeited by Ben: had to go``; ``names`` by seat."""
    _, seat, reason = abandonment
    if seat is None:
        return text("abandoned: {reason}", reason=reason) if reason else text("abandoned")
    if reason:
        return text("forfeited by {player}: {reason}", player=names[seat], reason=reason)
    return text("forfeited by {player}", player=names[seat])
