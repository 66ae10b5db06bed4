"""Seats at a table that plays: each has a link that is hard to guess, or a bot sits on it."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac
from random import SystemRandom
from secrets import token_bytes
from typing import get_args

from ..domain.hidden.seat_view import seat_view
from ..ledger.live.bots import BotName, bot_at
from ..table import State, Table, as_move

SOURCE = "played by link"
"""The source of such games in the book."""
LINKS = "links"
"""In place of a seat: who opened the table sees all links."""
_BOT = re.compile(rf"({'|'.join(get_args(BotName))})-bot-\d+")
_LONGEST_TURN = 1_000
"""Moves of bots, one after the other."""


class Links:
    """The secret parts of links. They hold as long as the server runs."""

    def __init__(self) -> None:
        self._secret = token_bytes(32)

    def to(self, game: str, seat: int | str) -> str:
        """The secret of this seat."""
        made = hmac(self._secret, f"{seat} {game}".encode(), sha256)
        return urlsafe_b64encode(made[:18]).decode()

    def opens(self, game: str, seat: int | str, secret: str) -> bool:
        """Whether this is the secret of the seat."""
        return compare_digest(self.to(game, seat).encode(), secret.encode())


def bot_name(bot: BotName, seat: int) -> str:
    """The name of a bot, by which `bot_of` knows it."""
    return f"{bot}-bot-{seat + 1}"


def bot_of(players: Sequence[str], seat: int) -> BotName | None:
    """The bot that sits there; None: a person."""
    found = _BOT.fullmatch(players[seat])
    if found is None:
        return None
    return "greedy" if found[1] == "greedy" else "random"


def bots_play(table: Table) -> None:
    """Let the bots that are in turn play. Each sees what its seat sees. Raises Conflict."""
    chance = SystemRandom().random
    for _ in range(_LONGEST_TURN):
        game = table.game
        round = game.running
        bot = None if round is None else bot_of(table.players, round.seat)
        if round is None or bot is None:
            return
        moves = seat_view(round, round.seat).moves
        if not moves:
            return
        chosen = as_move(bot_at(game.table, bot)(moves, chance))
        if not isinstance(table.play(chosen, version=table.version), State):
            return
