"""Functions of programs that decide who owes whom (docs/python.md).

A rule set holds the name of its function and the SHA-256 of its source, so it stays a value. Only
`settlement` asks for the function itself. A name with a hash stands for one function for good: to
have it or not decides whether there is an answer, never which one.
"""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple, TypeAlias

from ..frozen import Frozen
from ..rules.payout import ProgramPayout
from ..seats import Seat


class SettledRound(Frozen):
    """What a payout rule may ask of a round that counts."""

    number: int
    """Its place among the rounds of the game, from 0."""
    winners: tuple[Seat, ...]
    """The seats of the side that won it; several sides if they tie, none if nobody won."""
    points: tuple[int, ...] | None
    """By seat, the points of its side; None in a game without points."""
    pips: tuple[int, ...]
    """By seat, pips left in hand."""
    leader: Seat | None
    """The seat that led; None: not known."""
    ended: Literal["out", "blocked", "target"] | None
    """``target``: points in play won the game. None: not known, as only the result was noted."""
    out: Seat | None
    """The first seat that had no tile left; None: no seat, or not known."""
    last_to_lay: Seat | None
    """The seat that laid the last tile; None: not known."""
    blocker: Seat | None
    """Who is answerable for the block by the reading of the payout, or by a ruling; or nobody."""
    assistant: Seat | None
    minor_per_pip: int
    """The stake in minor units."""

    @property
    def seats(self) -> range:
        """All seats, clockwise."""
        return range(len(self.pips))


class Payment(NamedTuple):
    """One seat pays another."""

    payer: Seat
    payee: Seat
    amount: int
    """In minor units, 0 or more."""
    reason: str
    """A word for the journal, such as `night-pool`: a to z, 0 to 9 and hyphens, at most 40."""


MOST_PAID = 10**12
"""Minor units that one round may pay in all, so that those of a game fit in 64 bits."""

PayoutFunction: TypeAlias = Callable[[SettledRound], Iterable[Payment]]

_FUNCTIONS: dict[tuple[str, str], PayoutFunction] = {}
"""By name and SHA-256."""


def let_decide(payout: ProgramPayout, function: PayoutFunction) -> None:
    """Let this function decide payouts that name it."""
    _FUNCTIONS[payout.name, payout.sha256] = function


def function_of(payout: ProgramPayout) -> PayoutFunction | None:
    """The function of this name and hash; None if this program does not have it."""
    return _FUNCTIONS.get((payout.name, payout.sha256))


def hashes_of(name: str) -> list[str]:
    """The SHA-256 of each function that this program has under this name."""
    return [sha256 for called, sha256 in _FUNCTIONS if called == name]
