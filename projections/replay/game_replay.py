"""The service that replays a game of the book."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.events import Seat
from ...domain.game.state import Game
from ...domain.hidden.doubts import moves_in
from ...ledger.book import Book
from ...ledger.records.amendments import Amendment
from ...ledger.records.versions import amendments_in, version_of
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ...ledger.store.stream import Stream
from .frames import Frame, frames

Missing: TypeAlias = Literal[
    "unknown-round", "unknown-move", "unknown-seat", "unknown-player", "unknown-step"
]


class NotInGame(Exception):
    """The game has no such round, move, seat, player or step."""

    def __init__(self, code: Missing, /, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


def check_round(game: Game, round: int) -> None:
    """Raise NotInGame if the game has no such round."""
    if round not in range(game.dealt):
        record = game.opened.record
        raise NotInGame("unknown-round", record=record, round=round, rounds=game.dealt)


def frame_of_move(game: Game, shown: Iterable[Frame], round: int, move: int) -> Frame:
    """The step of a move among those shown of its round; raises NotInGame."""
    check_round(game, round)
    for frame in shown:
        if (frame.round, frame.move) == (round, move):
            return frame
    record, moves = game.opened.record, moves_in(game.rounds[round])
    raise NotInGame("unknown-move", record=record, round=round, move=move, moves=moves)


_DEAL = -1
"""In place of the index of a move: before the first one."""


class GameReplay(NamedTuple):
    """A game step by step, as one observer may see it."""

    game: Game
    players: tuple[str, ...]
    """Names in seat order."""
    viewer: Seat | None
    frames: tuple[Frame, ...]
    version: int
    amendments: tuple[Amendment, ...]
    """Of all versions, oldest first."""

    def step(self, number: int) -> Frame:
        """The step of that number; negative numbers count from the end. Raises NotInGame."""
        if not -len(self.frames) <= number < len(self.frames):
            raise NotInGame("unknown-step", step=number, steps=len(self.frames))
        return self.frames[number]

    def move(self, round: int, move: int) -> Frame:
        """The step of a move, an index; -1 is the deal. Raises NotInGame."""
        if move != _DEAL:
            return frame_of_move(self.game, self.frames, round, move)
        check_round(self.game, round)
        return next(frame for frame in self.frames if frame.round == round)


def replay_game(
    book: Book,
    game: UUID,
    *,
    version: int | None = None,
    viewer: Seat | str | None = None,
    round: int | None = None,
    open: bool = False,
) -> GameReplay:
    """Replay a game of the book, or its ``round`` alone.

    ``viewer`` is a seat, its number as text, or a player's name or id. Without one, hidden tiles
    of a round that is not over are shown only with ``open``. Raises NotInGame and UnknownVersion.
    """
    stream, names = book.stream(game), people_names(book)
    return replay_stream(stream, names, version=version, viewer=viewer, round=round, open=open)


def replay_stream(
    stream: Stream,
    names: Mapping[UUID, str],
    *,
    version: int | None = None,
    viewer: Seat | str | None = None,
    round: int | None = None,
    open: bool = False,
) -> GameReplay:
    """Replay a game that was read, as `replay_game` does; ``names`` of people."""
    chosen = version_of(stream, version)
    played = chosen.game
    ids = played.opened.players
    players = tuple(shown_name(names, id) for id in ids)
    if round is not None:
        check_round(played, round)
    seat = None if viewer is None else seat_of_viewer(viewer, players, ids)
    steps, amendments = frames(played, seat, open=open, only=round), tuple(amendments_in(stream))
    return GameReplay(played, players, seat, steps, chosen.number, amendments)


def seat_of_viewer(viewer: Seat | str, players: tuple[str, ...], ids: tuple[UUID, ...]) -> Seat:
    """The seat of a number, name or id; a number is a seat first. Raises NotInGame."""
    number = int(viewer) if isinstance(viewer, int) or viewer.isdecimal() else len(players)
    if 0 <= number < len(players):
        return number
    for seat, (name, id) in enumerate(zip(players, ids, strict=True)):
        if viewer in (name, str(id)):
            return seat
    raise NotInGame("unknown-seat", seat=viewer)
