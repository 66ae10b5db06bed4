"""What a server is told when it starts."""

from dataclasses import dataclass
from datetime import tzinfo


@dataclass(frozen=True, slots=True)
class Settings:
    """How the pages show the book."""

    club: str | None = None
    """The name of the club, for the head of each page."""
    zone: tzinfo | None = None
    """In which days are told apart; None: that of this machine."""
