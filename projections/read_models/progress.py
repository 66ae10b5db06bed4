"""How far a generation has come, and what a model has to do to bring it further."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sqlalchemy import Connection

from ledger.store import LogRow


class Progress(NamedTuple):
    """How far a generation has come in the log; all of it follows from the events up to there."""

    position: int
    """Of the last event taken in."""
    games: int
    """Games opened up to there; the number of the last."""


class Projector(Protocol):
    """Brings the tables of one generation up to date, batch by batch.

    It may remember games between two calls of `project`; `forget` says that somebody else has
    written meanwhile, or that what was written last was rolled back.
    """

    def project(
        self, connection: Connection, batch: Sequence[LogRow], progress: Progress
    ) -> Progress:
        """Take in the next events of the log, inside a transaction of the caller's."""
        ...

    def forget(self) -> None:
        """Start from what the tables and the book say."""
        ...
