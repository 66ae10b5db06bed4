"""Tokens and links: who may use a server, kept as hashes in a file beside the book.

A token has 256 bits by chance, so that one round of SHA-256 is enough to keep it. Light to import,
for `domino token` makes and revokes them too.
"""

import secrets
from collections.abc import Iterable, Mapping
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
_MOST_LINKED = 1_000
"""Games of which the hashes of links are kept, the newest."""
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
    links: dict[UUID, tuple[str, ...]] = {}
    """By game, SHA-256 of the secrets in links to it (`web/seats.py`)."""


class _Read(NamedTuple):
    """What was read of the file when it was like this."""

    stamp: tuple[int, int, int] | None
    by_hash: Mapping[str, Token]
    links: Mapping[UUID, tuple[str, ...]]


class Tokens:
    """The tokens in a file, which is read again when it changed. Several threads may ask."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read = _Read(None, {}, {})
        self._lock = Lock()

    def all(self) -> tuple[Token, ...]:
        """Those in force, in the order in which they were made. Raises BadTokens."""
        return tuple(self._current().by_hash.values())

    def find(self, token: str) -> Token | None:
        """The token in force that hashes like this one. Raises BadTokens."""
        return self._current().by_hash.get(hash_of(token))

    def make(
        self, role: Role, note: str = "", *, game: UUID | None = None, seat: int | None = None
    ) -> tuple[str, Token]:
        """A new token, to be shown once, and what is kept of it. Raises BadTokens and NoTiles."""
        token = _PREFIX + secrets.token_urlsafe(_BYTES)
        made_at = datetime.now(UTC).isoformat(timespec="seconds")
        kept = Token(
            hash=hash_of(token), role=role, note=note, made_at=made_at, game=game, seat=seat
        )
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

    def links(self, game: UUID) -> tuple[str, ...]:
        """The hashes of the secrets in links to this game; empty: none. Raises BadTokens."""
        return self._current().links.get(game, ())

    def keep_links(self, game: UUID, hashes: Iterable[str]) -> None:
        """Keep the hashes of the secrets in links to this game. Raises BadTokens and NoTiles."""
        with locked(self.file):
            newest = [*self._current().links.items(), (game, tuple(hashes))][-_MOST_LINKED:]
            self._write(self.all(), dict(newest))

    def _write(
        self, tokens: Iterable[Token], links: Mapping[UUID, tuple[str, ...]] | None = None
    ) -> None:
        """Write the file; without ``links`` those in it stay."""
        kept = dict(self._current().links if links is None else links)
        text = _File(tokens=tuple(tokens), links=kept).model_dump_json(indent=1)
        put(self.file, text.encode(), mode=0o600)
        settle([self.file], self.file.parent)

    def _current(self) -> _Read:
        with self._lock:
            stamp = self._stamp()
            if stamp is None or stamp != self._read.stamp:
                file = self._file() if stamp else _File()
                self._read = _Read(stamp, {each.hash: each for each in file.tokens}, file.links)
            return self._read

    def _stamp(self) -> tuple[int, int, int] | None:
        try:
            found = self.file.stat()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise self._unreadable(error) from None
        return found.st_ino, found.st_mtime_ns, found.st_size

    def _file(self) -> _File:
        try:
            written = self.file.read_bytes()
        except OSError as error:
            raise self._unreadable(error) from None
        try:
            return _File.model_validate_json(written)
        except ValidationError:
            raise BadTokens("no-tokens-file", file=str(self.file)) from None

    def _unreadable(self, error: OSError) -> BadTokens:
        return BadTokens("tokens-unreadable", file=str(self.file), reason=error.strerror)


def hash_of(secret: str) -> str:
    """What is kept of a token, or of the secret in a link."""
    return sha256(secret.encode()).hexdigest()
