"""Seats at a table that plays: each has a link that is hard to guess, or a bot sits on it."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac
from random import SystemRandom
from secrets import token_urlsafe
from typing import get_args
from uuid import UUID

from ..domain.events import Seat
from ..domain.game.next_lead import redeal_is_possible
from ..domain.hidden.seat_view import seat_view
from ..ledger.live.bots import BotName, bot_at
from ..ledger.live.simulation import asks_for_new_deal
from ..table import Refusal, State, Table, as_move
from .tokens import Tokens, hash_of

SOURCE = "played by link"
"""The source of such games in the book."""
_BYTES = 18
"""Of the secret in a link."""
_BOT = re.compile(rf"({'|'.join(get_args(BotName))})-bot-\d+")
TIME_TO_ASK = 5.0
"""Seconds that a bot that leads gives people to ask for a new deal, where the rules have one."""
_LONGEST_TURN = 1_000
"""Moves of bots, one after the other."""


class Links:
    """The secret parts of links, kept as hashes. Those of seats follow from that of the opener."""

    def __init__(self, file: Tokens | None) -> None:
        """``file``: where the hashes are kept; None: links hold as long as the server runs."""
        self._file = file
        self._held: dict[UUID, tuple[str, ...]] = {}

    def make(self, game: UUID, seats: int) -> str:
        """A secret for who opens this table, who sees all links. Raises BadTokens and NoTiles."""
        secret = token_urlsafe(_BYTES)
        every = (secret, *(secret_of_seat(secret, seat) for seat in range(seats)))
        hashes = tuple(map(hash_of, every))
        if self._file is None:
            self._held[game] = hashes
        else:
            self._file.keep_links(game, hashes)
        return secret

    def opens(self, game: UUID, seat: int | None, secret: str) -> bool:
        """Whether this is the secret of the seat; None: of the opener. Raises BadTokens."""
        hashes = self._held.get(game, ()) if self._file is None else self._file.links(game)
        known = hashes[:1] if seat is None else hashes[1:]
        at = seat or 0
        return 0 <= at < len(known) and compare_digest(known[at], hash_of(secret))


def secret_of_seat(secret: str, seat: int) -> str:
    """The secret in the link of a seat, from that of who opened the table."""
    made = hmac(secret.encode(), str(seat).encode(), sha256)
    return urlsafe_b64encode(made[:_BYTES]).decode()


def bot_name(bot: BotName, seat: int) -> str:
    """The name of a bot, by which `bot_of` knows it."""
    return f"{bot}-bot-{seat + 1}"


def bot_of(players: Sequence[str], seat: int) -> BotName | None:
    """The bot that sits there; None: a person."""
    found = _BOT.fullmatch(players[seat])
    if found is None:
        return None
    return "greedy" if found[1] == "greedy" else "random"


def bot_due(table: Table, pause: float) -> Seat | None:
    """The seat of the bot that moves or asks for a new deal, if what was before is so long ago.

    ``pause``: in seconds. A bot that leads waits longer: people may ask for a new deal.
    """
    game = table.game
    if game.running is None:
        return None
    bots = [seat for seat in range(game.table.seats) if bot_of(table.players, seat)]
    asking = next((seat for seat in bots if asks_for_new_deal(game, seat)), None)
    seat = game.running.seat if asking is None else asking
    if seat not in bots:
        return None
    if asking is None and redeal_is_possible(game):  # Whatever people hold: it tells nothing.
        pause = max(pause, TIME_TO_ASK)
    last = datetime.fromisoformat(table.events(table.version - 1)[0].recorded_at)
    waits = 0 <= (datetime.now(UTC) - last).total_seconds() < pause
    return None if waits else seat  # Nor does a clock that was put back hold anybody up.


def bots_play(table: Table, pause: float) -> State:
    """Let the bots play that are due. Each sees what its seat sees. Raises Conflict."""
    for _ in range(_LONGEST_TURN):
        seat = bot_due(table, pause)
        if seat is None or not isinstance(_bot_plays(table, seat), State):
            break
    return table.state


def _bot_plays(table: Table, seat: Seat) -> State | Refusal | None:
    """What becomes of the move of the bot, or of its wish for a new deal; None: it has no move."""
    game, bot = table.game, bot_of(table.players, seat)
    if asks_for_new_deal(game, seat):
        return table.redeal(seat, version=table.version)
    moves = None if game.running is None else seat_view(game.running, seat).moves
    if bot is None or not moves:
        return None
    chosen = as_move(bot_at(game.table, bot)(moves, SystemRandom().random))
    return table.play(chosen, version=table.version)
