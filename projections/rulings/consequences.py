"""What follows from a ruling, or from leaving a game: how it stands without it, and with it."""

from typing import Any, NamedTuple

from domain.disputes.events import RulingMade
from domain.game.state import Game, fold
from ledger.store.stream import Stream

from .game_ruling import net_of_game, rule_game
from .game_state import State
from .sides import points_by_team

Json = dict[str, Any]


class Stands(NamedTuple):
    """How a game stands."""

    state: State
    winners: tuple[int, ...] | None
    """Seats; None while nobody has won."""
    scores: list[int] | None
    """By side, in the order of the record's teams; None where the rules know no points."""
    net: tuple[int, ...] | None
    """By seat, in minor units; None where nothing counts, or the rules have no payout."""


class Follows(NamedTuple):
    """The same game twice."""

    without: Stands
    with_it: Stands


def stands(game: Game) -> Stands:
    """How this game stands under the rules in force."""
    ruling = rule_game(game)
    scores = points_by_team(game, ruling.standing.scores)
    return Stands(ruling.state, ruling.winners, scores, net_of_game(ruling))


def follows_from(stream: Stream, dispute: int) -> Follows:
    """What follows from the rulings on a dispute."""
    others = (
        entry.event
        for entry in stream.entries
        if not (isinstance(entry.event, RulingMade) and entry.event.dispute == dispute)
    )
    return Follows(stands(fold(others)), stands(stream.game))


def follows_json(follows: Follows) -> Json:
    """Both, for programs."""
    return {"without": follows.without._asdict(), "with": follows.with_it._asdict()}
