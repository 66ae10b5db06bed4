"""What a server is told when it starts."""

from dataclasses import dataclass
from datetime import tzinfo

from ..domain.rules.rule_set import Stake


@dataclass(frozen=True, slots=True)
class Settings:
    """How the pages show the book."""

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
