"""Tokens: who may use a server, kept as hashes in a file beside the book.

A token has 256 bits by chance, so that one round of SHA-256 is enough to keep it. Light to import,
for `domino token` makes and revokes them too.
"""

import secrets
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Literal, NamedTuple, TypeAlias, get_args
from uuid import UUID

from pydantic import BaseModel, ConfigDict, ValidationError

from ..ledger.log.durable import locked, put, settle
from .errors import BadTokens

Role: TypeAlias = Literal["viewer", "scribe", "player", "arbiter", "admin"]
ROLES: tuple[Role, ...] = get_args(Role)
SUFFIX = ".tokens"
"""After the name of the book, that of the file."""
_PREFIX = "domino_"
"""So that a token is known as one where it should not be, such as in a mail."""
_BYTES = 32
_ID = 8
"""Digits of the hash that people name a token by."""


class Token(BaseModel):
    """A token, without itself."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    hash: str
    """SHA-256 of the token, hexadecimal."""
    role: Role
    note: str = ""
    """Whose it is, as the one who made it wrote."""
    made_at: str
    """RFC 3339."""
    game: UUID | None = None
    seat: int | None = None
    """Of a player: their seat in the game."""
    opened: tuple[UUID, ...] = ()
    """Games that were opened with it."""

    @property
    def id(self) -> str:
        """By which people name it."""
        return self.hash[:_ID]

    @property
    def games(self) -> frozenset[UUID]:
        """Its own games."""
        return frozenset(self.opened if self.game is None else (*self.opened, self.game))


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    format: Literal["domino-tokens/1"] = "domino-tokens/1"
    tokens: tuple[Token, ...] = ()


class _Read(NamedTuple):
    """What was read of the file when it was like this."""

    stamp: tuple[int, int, int] | None
    by_hash: dict[str, Token]


class Tokens:
    """The tokens in a file, which is read again when it changed. Several threads may ask."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read = _Read(None, {})
        self._lock = Lock()

    def all(self) -> tuple[Token, ...]:
        """Those in force, in the order in which they were made. Raises BadTokens."""
        return tuple(self._current().values())

    def find(self, token: str) -> Token | None:
        """The token in force that hashes like this one. Raises BadTokens."""
        return self._current().get(_hash(token))

    def make(
        self, role: Role, note: str = "", *, game: UUID | None = None, seat: int | None = None
    ) -> tuple[str, Token]:
        """A new token, to be shown once, and what is kept of it. Raises BadTokens and NoTiles."""
        token = _PREFIX + secrets.token_urlsafe(_BYTES)
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        kept = Token(hash=_hash(token), role=role, note=note, made_at=made_at, game=game, seat=seat)
        with locked(self.file):
            self._write((*self.all(), kept))
        return token, kept

    def revoke(self, id: str) -> Token:
        """End the token with this id, or the only one whose id begins so, and return it.

        Raises BadTokens if there is none, or several, and NoTiles.
        """
        with locked(self.file):
            every = self.all()
            found = [each for each in every if id and each.hash.startswith(id)]
            if len(found) != 1:
                raise BadTokens("several-tokens" if found else "unknown-token", id=id)
            self._write(each for each in every if each not in found)
        return found[0]

    def opened(self, token: Token, game: UUID) -> None:
        """Note that the game was opened with this token. Raises BadTokens and NoTiles."""
        with locked(self.file):
            self._write(
                each.model_copy(update={"opened": (*each.opened, game)})
                if each.hash == token.hash
                else each
                for each in self.all()
            )

    def _write(self, tokens: Iterable[Token]) -> None:
        text = _File(tokens=tuple(tokens)).model_dump_json(indent=1)
        put(self.file, text.encode(), mode=0o600)
        settle([self.file], self.file.parent)

    def _current(self) -> dict[str, Token]:
        with self._lock:
            stamp = self._stamp()
            if stamp is None or stamp != self._read.stamp:
                self._read = _Read(stamp, self._tokens() if stamp else {})
            return self._read.by_hash

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self.file.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unreadable(error) from None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _tokens(self) -> dict[str, Token]:
        try:
            written = self.file.read_bytes()
        except OSError as error:
            raise self._unreadable(error) from None
        try:
            read = _File.model_validate_json(written)
        except ValidationError:
            raise BadTokens("no-tokens-file", file=str(self.file)) from None
        return {each.hash: each for each in read.tokens}

    def _unreadable(self, error: OSError) -> BadTokens:
        return BadTokens("tokens-unreadable", file=str(self.file), reason=error.strerror)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
