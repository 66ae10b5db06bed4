"""What happens at a table, in sentences, as it happens."""

import re
from collections.abc import Iterable, Iterator, Sequence

from domain.events import (
    ActUndone,
    DealUndone,
    Event,
    GameAbandoned,
    GameForfeited,
    PlayPaused,
    PlayResumed,
    Seat,
    TilesShown,
    TurnPassed,
)
from domain.game.state import Game, standing_of
from domain.hidden.seat_view import SeatView, seat_view
from domain.tiles import NAMES
from projections.replay.frames import Frame, frames

from ..output import plain, print_lines, say
from .replay import Cast, act_words, frame_text, header, sentences


def introduce(witness: "Witness", game: Game) -> None:
    """Say what is played and by whom; of a game that goes on, how the table stands."""
    for line in header(game, witness.cast, witness.viewer):
        say(line)
    if game.current is not None:
        print_lines(witness.table(game))


class Witness:
    """Somebody who sees the game as this seat does, or whole (None), and tells of it."""

    def __init__(self, cast: Cast, viewer: Seat | None) -> None:
        self.cast = cast
        self.viewer = viewer

    def sees(self, game: Game) -> SeatView | None:
        """The current round; None before the first deal."""
        if game.current is None:
            return None
        return seat_view(game.current, self.viewer, open=self.viewer is None)

    def news(self, before: Game, events: Iterable[Event], after: Game) -> Iterator[str]:
        """What these events brought about."""
        yield from self._told(before, events, after)
        last = len(after.rounds) - 1
        shown = self._frames(after, last)
        known = self._known(self._frames(before, last), shown)
        for frame in shown[known:]:
            yield from self._frame(frame)
        if shown[known:] and shown[-1].kind == "end":
            yield from self._standing(after)

    def table(self, game: Game) -> Iterator[str]:
        """Everything that lies there."""
        shown = self._frames(game, len(game.rounds) - 1)
        if not shown:
            yield "no round has been dealt"
            return
        yield f"round {shown[-1].round}"
        yield from frame_text(shown[-1], self.cast, whole=True)

    def moves(self, game: Game) -> str:
        """What may be done now."""
        view = self.sees(game)
        if game.over:
            return "the game is over"
        if game.running is None and game.played_out:
            return "the round waits for tiles that were left, or for a ruling"
        if view is None or game.running is None:
            return "the next round is to be dealt"
        if view.turn is None:
            return "nobody may lead"
        name = self.cast.names[view.turn]
        moves = ", ".join(map(act_words, view.moves or ()))
        return f"{name} may: {moves}" if moves else f"it is {name}'s turn"

    def in_names(self, sentence: str) -> str:
        """A sentence about seats as one about the players."""
        return re.sub(r"seat (\d+)( or \d+)*", self._named, sentence)

    def _named(self, found: re.Match[str]) -> str:
        seats = [int(seat) for seat in re.findall(r"\d+", found[0])]
        names = self.cast.names
        if any(seat >= len(names) for seat in seats):
            return found[0]
        return " or ".join(names[seat] for seat in seats)

    def _frames(self, game: Game, number: int) -> tuple[Frame, ...]:
        return frames(game, self.viewer, open=self.viewer is None, only=number)

    def _known(self, before: Sequence[Frame], shown: Sequence[Frame]) -> int:
        """How many of these frames of a round are as they were before."""
        told = [frame for frame in before if frame.kind != "stop"]
        if shown and told and shown[-1].result != told[-1].result:
            told = [frame for frame in told if frame.kind != "end"]
        return len(told)

    def _told(self, before: Game, events: Iterable[Event], after: Game) -> Iterator[str]:
        """Events that are no step of a replay."""
        undone = 0
        for event in events:
            match event:
                case ActUndone() | DealUndone():
                    undone += 1
                case PlayPaused():
                    yield "play is paused"
                case PlayResumed():
                    yield "play goes on"
                case GameAbandoned():
                    yield f"the game is abandoned{_because(event.reason)}"
                case TilesShown():
                    left = " ".join(NAMES[tile] for tile in event.tiles)
                    yield f"{self.cast.names[event.seat]} had {left} left"
                case GameForfeited():
                    name = self.cast.names[event.seat]
                    yield f"{name} forfeits the game{_because(event.reason)}"
                case _:
                    pass
        if undone:
            yield from self._undone(before, after, undone)

    def _undone(self, before: Game, after: Game, number: int) -> Iterator[str]:
        shown = self._frames(before, len(before.rounds) - 1)
        steps = [frame for frame in shown if frame.act is not None or frame.kind == "deal"]
        for frame in reversed(steps[-number:]):
            yield f"taken back: {self._said(frame)[0]}"
        yield self.moves(after)

    def _frame(self, frame: Frame) -> Iterator[str]:
        if frame.kind == "stop":
            return
        first, *more = self._said(frame)
        if frame.kind == "deal":
            yield f"round {frame.round}"
        yield f"{first}{self._open(frame.view)}" if frame.act is not None else first
        yield from map(self.in_names, more)

    def _said(self, frame: Frame) -> list[str]:
        """Of who was stepped over nothing is known: at a table passes are typed."""
        first, *more = sentences(frame, self.cast)
        if isinstance(frame.act, TurnPassed) and frame.act.inferred:
            first = f"{self.cast.names[frame.act.seat]} is stepped over: taken to have passed"
        return [first, *more]

    def _open(self, view: SeatView) -> str:
        """What lies open after an act, and whose turn it is."""
        if not view.ends:
            return ""
        pips = " and ".join(str(end.pip) for end in view.ends)
        turn = "" if view.turn is None else f", {self.cast.names[view.turn]} is next"
        return f"; open {pips}{turn}"

    def _standing(self, game: Game) -> Iterator[str]:
        scores = standing_of(game).scores
        if scores is not None and game.opened.rules.score.target is not None:
            sides = zip(game.table.sides, scores, strict=True)
            yield "standing " + ", ".join(
                f"{self.cast.all_of(side)} {score}" for side, score in sides
            )


def _because(reason: str) -> str:
    return f": {plain(reason)}" if reason else ""
