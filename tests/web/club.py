"""A book with a game that is over and one that is played, and a token for each role."""

import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from domino_ledger import Move, State, make_book, open_book
from domino_ledger.web.settings import Limits, Settings
from domino_ledger.web.tokens import Tokens

from .served import serving

_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Nothing is encrypted here; to read the certificates of the machine takes long."""
OVER, LIVE = "over-1", "live-1"
ANA = ("6-6", "6-5", "5-5", "4-4", "3-3", "2-2", "1-1")
BEN = ("6-4", "5-4", "6-3", "5-3", "4-3", "6-2", "5-2")
"""What each holds in the game that is played. Ana leads 6-6, Ben is in turn."""
SEEN_BY_ALL = {"6-6"}


class Club(NamedTuple):
    """A server of such a book."""

    address: str
    tokens: Mapping[str, str]
    """By whose it is: a role, or `other scribe` and `other player`, who have the other game."""

    def client(self, whose: str | None) -> httpx.Client:
        """A program with this token; None: with none."""
        headers = {} if whose is None else {"Authorization": f"Bearer {self.tokens[whose]}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=30, verify=_NO_TLS)


def write_games(book: Path | str, ana: tuple[str, ...] = ANA, ben: tuple[str, ...] = BEN) -> None:
    """Write both games into a new book; in the one that is played they hold these tiles."""
    make_book(book)
    with open_book(book) as opened:
        over = opened.open_game(OVER, "block-lot@1", ["Ana", "Ben"])
        state = over.deal([ANA, BEN], leader=0)
        while isinstance(state, State) and not state.over and state.ended is None:
            state = over.play(state.moves[-1])
        live = opened.open_game(LIVE, "block-lot@1", ["Ana", "Ben"])
        assert isinstance(live.deal([ana, ben], leader=0), State)
        assert isinstance(live.play(Move(0, "lay", "6-6")), State)


@contextmanager
def club(
    folder: Path,
    limits: Limits | None = None,
    *,
    ana: tuple[str, ...] = ANA,
    ben: tuple[str, ...] = BEN,
) -> Iterator[Club]:
    """The club, served."""
    book = folder / "club.db"
    write_games(book, ana, ben)
    tokens = Tokens(folder / "club.db.tokens")
    with open_book(book) as opened:
        live, over = opened.game(LIVE).id, opened.game(OVER).id
    made = {
        "viewer": tokens.make("viewer")[0],
        "arbiter": tokens.make("arbiter")[0],
        "admin": tokens.make("admin")[0],
        "player": tokens.make("player", game=live, seat=1)[0],
        "other player": tokens.make("player", game=over, seat=0)[0],
    }
    for whose, game in (("scribe", live), ("other scribe", over)):
        made[whose], kept = tokens.make("scribe")
        tokens.opened(kept, game)
    settings = Settings(tokens=tokens, limits=limits or Limits(requests=1_000_000))
    with serving(book, settings) as address:
        yield Club(address, made)
