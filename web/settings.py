"""The settings of a server."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from ..ledger.club import NO_CLUB, Club
from ..ledger.signing.keys import PrivateKey
from .tokens import Tokens


class Limits(NamedTuple):
    """How much one server answers."""

    body: int = 1_000_000
    """Bytes of a request, but of an import."""
    imported: int = 1_000_000_000
    """Bytes of an import."""
    seconds: float = 30.0
    """Until an answer begins."""
    streams: int = 200
    """Open at once."""
    requests: int = 1_200
    """A minute, of one token, or of one address without a token."""
    page: int = 200
    """Most items of a list in one answer."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Whose book is served, and how it is shown and guarded."""

    club: Club = NO_CLUB
    """Its name heads each page; what it mostly plays stands in forms first."""
    tokens: Tokens | None = None
    """None: everybody on this machine may do everything."""
    links: Tokens | None = None
    """Where links of seats are kept; None: they hold as long as the server runs."""
    bot_pause: float = 1.0
    """Seconds after which a bot moves, so that people can follow."""
    limits: Limits = field(default_factory=Limits)
    key: PrivateKey | None = None
    """Of the log, to sign proofs with."""
    tiles: Path | None = None
    """The directory of the tiles of the log."""
    json_log: bool = False
    """A line of JSON for each request, to standard error."""
