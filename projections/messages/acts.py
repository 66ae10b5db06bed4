"""Sentences about what happens at a table: acts, and events that are no steps of a round."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ...domain import events
from ...domain.events import Act, Event, Seat, TileLaid
from ...domain.game.state import Game
from ...domain.layout.line import LEFT, RIGHT
from ...domain.shuffle import short_form
from ...domain.tiles import NAMES, Pip
from ...ledger.records.moves import move_of
from ..results.sides import teams_of
from . import all_of, by_name, text
from .act_words import WORDS, did_text, typed_text
from .ends import where_text
from .templates import Template, Templates, filled


class Seating(NamedTuple):
    """Who sits where, and who plays together."""

    names: tuple[str, ...]
    """In seat order."""
    teams: tuple[tuple[Seat, ...], ...]
    """By team, its seats; without partners, each seat is a team."""

    def all_of(self, seats: Iterable[Seat]) -> str:
        """The names of these seats as one list."""
        return all_of(self.names[seat] for seat in seats) or text("nobody")

    def by_team(self, figures: Iterable[int]) -> str:
        """A figure a team: `Ana and Cid 10, Ben and Dora 0`."""
        return by_name(map(self.all_of, self.teams), figures)


def seating_of(game: Game, names: Iterable[str]) -> Seating:
    """The players of the game under these names."""
    return Seating(tuple(names), teams_of(game))


# -- Acts


_SAID: Templates = {
    "lays": ("{player} lays {tile} at {end}", "{player} lays {tile}"),
    "how": (
        "{placing} with {open} open",
        "{placing}, the wild half as {wild}",
        Template("{placing}, bent to the left", {"bend": "left"}),
        Template("{placing}, bent to the right", {"bend": "right"}),
    ),
}
"""Of a lay: where the tile lies, and how."""
_TYPED: Templates = {
    "lays": (
        Template("{tile} left", {"end": LEFT}),
        Template("{tile} right", {"end": RIGHT}),
        "{tile} {end}",
        "{tile}",
    ),
    "how": (
        "{placing} open {open}",
        "{placing} wild {wild}",
        Template("{placing} bend left", {"bend": "left"}),
        Template("{placing} bend right", {"bend": "right"}),
    ),
}
"""The same as it is typed."""


def act_text(
    act: Act, names: Sequence[str], *, leads: bool = False, open: Sequence[Pip] = ()
) -> str:
    """What the player did, as a sentence; ``names`` by seat.

    ``open``: the halves of the tile that are open ends, where it could lie in another way.
    """
    if isinstance(act, events.TileRuledOut):
        tried = act_text(act.lay, names)
        return text("{sentence}: it finds no room, the table rules", sentence=tried)
    if not isinstance(act, TileLaid):
        name = act.KIND.name
        return did_text(name, names[act.seat], move_of(act)[name])
    if leads and act.end is None:
        lays = text("{player} leads {tile}", player=names[act.seat], tile=NAMES[act.tile])
    else:
        lays = _placed(_SAID, act, names)
    return _lying(_SAID, act, lays, open)


def stepped_over_text(act: Act, names: Sequence[str]) -> str | None:
    """An end of turn that nobody typed, as a sentence; None for other acts."""
    words = WORDS[act.KIND.name].stepped_over
    return text(words, player=names[act.seat]) if events.is_inferred(act) else None


def move_text(act: Act, names: Sequence[str]) -> str:
    """A legal move as it is typed: `6-4 left`; ``names`` by seat."""
    if isinstance(act, events.TileRuledOut):
        return text("{placing} unfit", placing=move_text(act.lay, names))
    if isinstance(act, TileLaid):
        return _lying(_TYPED, act, _placed(_TYPED, act, names))
    return typed_text(act)


def _placed(words: Templates, lay: TileLaid, names: Sequence[str]) -> str:
    values = {"player": names[lay.seat], "tile": NAMES[lay.tile], "end": lay.end}
    shown = None if lay.end is None else where_text(lay.end, names)
    return filled(words["lays"], values, values | {"end": shown})


def _lying(words: Templates, lay: TileLaid, placing: str, open: Sequence[Pip] = ()) -> str:
    """With how the tile lies, if its end does not say it."""
    open = open if lay.open is None else (lay.open,)
    if not open and lay.way == events.NO_WAY:
        return placing
    values = {"placing": placing, "open": all_of(open) or None, "wild": lay.wild}
    return filled(words["how"], {"bend": lay.bend}, values)


def moves_text(acts: Iterable[Act], names: Sequence[str]) -> str:
    """Legal moves, separated by commas; ``names`` by seat."""
    return ", ".join(move_text(act, names) for act in acts)


# -- Events that are not steps of a replay


def event_text(event: Event, names: Sequence[str]) -> str | None:
    """The event as a sentence; None for events that are steps of a replay."""
    match event:
        case events.PlayPaused():
            return text("play is paused")
        case events.PlayResumed():
            return text("play goes on")
        case events.TilesShown():
            tiles = " ".join(NAMES[tile] for tile in event.tiles) or text("no tile")
            return text("{player} had {tiles} left", player=names[event.seat], tiles=tiles)
        case events.PipsNoted():
            noted = [each for each in zip(names, event.pips, strict=True) if each[1] is not None]
            return text("pips left: {hands}", hands=by_name(*zip(*noted, strict=True)))
        case events.GameAbandoned() | events.GameForfeited():
            seat = event.seat if isinstance(event, events.GameForfeited) else None
            values = {
                "player": None if seat is None else names[seat],
                "reason": event.reason or None,
            }
            return filled(_LEFT["game"], values, values)
        case events.ShuffleCommitted():
            return text(
                "the program commits to its seed: {commitment}; shuffle {shuffle}",
                commitment=event.server,
                shuffle=short_form(event.server, event.seats),
            )
        case events.ShuffleAborted():
            return text("no deal was made with the seeds committed to")
        case _:
            # Steps or part of one; an undo, of which the steps taken back are printed; seeds, which
            # the audit shows; or an event that does not occur at a table.
            return None


_LEFT: Templates = {
    "game": (
        "{player} forfeits the game: {reason}",
        "{player} forfeits the game",
        "the game is abandoned: {reason}",
        "the game is abandoned",
    )
}
