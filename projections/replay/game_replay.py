"""The service that replays a game of the book."""

from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.events import Seat
from domain.game.state import Game
from ledger.book import Book
from ledger.records.versions import Amendment, amendments_in, version_of
from ledger.registry.players import people_names, shown_name

from .frames import Frame, frames

Missing: TypeAlias = Literal["unknown-round", "unknown-seat", "unknown-player", "unknown-step"]


class NotInGame(Exception):
    """The game has no such round, seat, player or step."""

    def __init__(self, code: Missing, /, **params: object) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params


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
            raise NotInGame("unknown-step", step=number, last=len(self.frames) - 1)
        return self.frames[number]


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
    stream = book.stream(game)
    chosen = version_of(stream, version)
    played, names = chosen.game, people_names(book)
    ids = played.opened.players
    players = tuple(shown_name(names, id) for id in ids)
    if round is not None and round not in range(len(played.rounds)):
        rounds = len(played.rounds)
        raise NotInGame(
            "unknown-round",
            record=played.opened.record,
            round=round,
            rounds=rounds,
            last=rounds - 1,
        )
    seat = None if viewer is None else _seat(viewer, players, ids)
    return GameReplay(
        game=played,
        players=players,
        viewer=seat,
        frames=frames(played, seat, open=open, only=round),
        version=chosen.number,
        amendments=tuple(amendments_in(stream)),
    )


def _seat(viewer: Seat | str, players: tuple[str, ...], ids: tuple[UUID, ...]) -> Seat:
    """The seat of a number, name or id; a number is a seat first."""
    number = int(viewer) if isinstance(viewer, int) or viewer.isdecimal() else len(players)
    if 0 <= number < len(players):
        return number
    for seat, (name, id) in enumerate(zip(players, ids, strict=True)):
        if viewer in (name, str(id)):
            return seat
    raise NotInGame("unknown-seat", seat=viewer)
