"""How far a generation has come, and what a model has to do to bring it further."""

from typing import NamedTuple, Protocol

from sqlalchemy import Connection


class Progress(NamedTuple):
    """How far a generation has come in the log; all of it follows from the events up to there."""

    position: int
    """Of the last event taken in."""
    games: int
    """Games opened up to there; the number of the last."""


class Projector(Protocol):
    """Brings the tables of one generation up to date, batch by batch.

    It may remember games from one batch to the next; `forget` says that somebody else has written
    meanwhile, or that what was written last was rolled back.
    """

    def take_in(self, connection: Connection, progress: Progress, limit: int) -> Progress:
        """Take in at most so many of the next events, inside a transaction of the caller's.

        Where there are none, the progress that comes back is the one given.
        """
        ...

    def forget(self) -> None:
        """Start from what the tables and the book say."""
        ...
