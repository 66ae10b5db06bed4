"""The settings of a server."""

from dataclasses import dataclass, field
from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from ..domain.rules.payout import Stake
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

    club: str | None = None
    """The name of the club, for the head of each page."""
    zone: tzinfo | None = None
    """In which days are told apart; None: that of this machine."""
    rules: str | None = None
    """The id of the rule set that the club mostly plays."""
    players: tuple[str, ...] = ()
    """The usual players, in the order in which they mostly sit."""
    stake: Stake | None = None
    """What a pip is worth at the club."""
    tokens: Tokens | None = None
    """None: everybody on this machine may do everything."""
    links: Tokens | None = None
    """Where links of seats are kept; None: they hold as long as the server runs."""
    bot_pause: float = 1.0
    """Seconds after which a bot moves, so that people can follow."""
    limits: Limits = field(default_factory=Limits)
    arbiters: tuple[str, ...] | None = None
    """Who may rule on disputes; empty: there is no arbiter, so a player may; None: not known."""
    key: PrivateKey | None = None
    """Of the log, to sign proofs with."""
    tiles: Path | None = None
    """The directory of the tiles of the log."""
    json_log: bool = False
    """A line of JSON for each request, to standard error."""
