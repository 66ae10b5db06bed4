"""Ed25519 keys in the two text forms that signed notes use (c2sp.org/signed-note).

A public key is `name+id+data`, a private one `PRIVATE+KEY+name+id+data`, each on one line. The data
is a byte for the kind of the key and 32 bytes, in Base64; the id is the beginning of a hash over
name, kind and public key, in eight hexadecimal digits.
"""

import os
import re
import secrets
import stat
from base64 import b64decode, b64encode
from binascii import Error as NoBase64
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from ..errors import BadKey

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

Kind = Literal[1, 4]
ED25519: Kind = 1
"""Signs the text of a note."""
COSIGNATURE: Kind = 4
"""Signs that a witness saw a checkpoint, and when (c2sp.org/tlog-cosignature)."""

_PRIVATE = "PRIVATE+KEY+"
_NAME = re.compile(r"[^\s+\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,200}")
"""No blanks and no plus; no control characters, and nothing that UTF-8 cannot hold."""
_BYTES = 32
_PRIME = 2**255 - 19
_OF_ORDER_EIGHT = 2707385501144840649318225287225658788936804267575313519463743609750303402022
_WEAK = {0, 1, _PRIME - 1, _OF_ORDER_EIGHT, _PRIME - _OF_ORDER_EIGHT}
"""The y coordinates of the eight points of low order."""


class PublicKey(NamedTuple):
    """A key that checks signatures."""

    name: str
    data: bytes
    """32 bytes (RFC 8032)."""
    kind: Kind = ED25519

    @property
    def id(self) -> bytes:
        """Four bytes."""
        return sha256(b"%b\n%c%b" % (self.name.encode(), self.kind, self.data)).digest()[:4]

    @property
    def full_id(self) -> str:
        """The name with the id: `name+id`. No two keys of a book have the same."""
        return f"{self.name}+{self.id.hex()}"

    def __str__(self) -> str:
        return f"{self.full_id}+{_base64(self.kind, self.data)}"

    @property
    def is_weak(self) -> bool:
        """Its point is of low order, or not written in its one form (RFC 8032, section 5.1.3).

        A key of low order accepts signatures that nobody made.
        """
        y = int.from_bytes(self.data, "little") & (1 << 255) - 1
        return y >= _PRIME or y in _WEAK

    def accepts(self, message: bytes, signature: bytes) -> bool:
        """Whether this key made the signature. One of low order makes none."""
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - slow
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415

        if self.is_weak:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.data).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class PrivateKey(NamedTuple):
    """A key that signs. Keep it out of everything that is printed."""

    name: str
    seed: bytes
    """32 bytes (RFC 8032)."""
    kind: Kind = ED25519

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.name, self._signing.public_key().public_bytes_raw(), self.kind)

    def sign(self, message: bytes) -> bytes:
        """The signature over a message: 64 bytes."""
        return self._signing.sign(message)

    @property
    def _signing(self) -> "Ed25519PrivateKey":
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - slow

        return Ed25519PrivateKey.from_private_bytes(self.seed)

    def __str__(self) -> str:
        return f"{_PRIVATE}{self.name}+{self.public.id.hex()}+{_base64(self.kind, self.seed)}"

    def __repr__(self) -> str:
        return f"PrivateKey({str(self.public)!r})"


def new_key(name: str, kind: Kind = ED25519) -> PrivateKey:
    """A new random key. Raises BadKey for an unusable name."""
    if _NAME.fullmatch(name) is None:
        raise BadKey("key-name", name=name)
    return PrivateKey(name, secrets.token_bytes(_BYTES), kind)


def public_key(text: str) -> PublicKey:
    """The public key in this line. Raises BadKey."""
    name, kind, data, id = _parts(text.strip())
    key = PublicKey(name, data, kind)
    if key.id.hex() != id:
        raise BadKey("key-id", name=name)
    if key.is_weak:
        raise BadKey("weak-key", name=name)
    return key


def private_key(text: str) -> PrivateKey:
    """The private key in this line. Raises BadKey, which does not repeat the line."""
    line = text.strip()
    if not line.startswith(_PRIVATE):
        raise BadKey("no-private-key")
    name, kind, seed, id = _parts(line.removeprefix(_PRIVATE))
    key = PrivateKey(name, seed, kind)
    if key.public.id.hex() != id:
        raise BadKey("key-id", name=name)
    return key


def _parts(line: str) -> tuple[str, Kind, bytes, str]:
    """Name, kind, data and id of a key."""
    name, _, rest = line.partition("+")
    id, _, encoded = rest.partition("+")
    with suppress(NoBase64, ValueError):
        kind, data = b64decode(encoded, validate=True)[:1], b64decode(encoded)[1:]
        if _NAME.fullmatch(name) and len(data) == _BYTES:
            for known in (ED25519, COSIGNATURE):
                if kind[0] == known and encoded == _base64(known, data):
                    return name, known, data, id
    raise BadKey("no-key")


def _base64(kind: Kind, data: bytes) -> str:
    return b64encode(bytes([kind]) + data).decode()


# -- files of private keys


def write_private_key(path: Path, key: PrivateKey) -> None:
    """Write a new file that only its owner can read. Raises BadKey if it exists."""
    try:
        descriptor = os.open(
            path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, stat.S_IRUSR | stat.S_IWUSR
        )
    except FileExistsError:
        raise BadKey("key-file-exists", file=str(path)) from None
    except OSError as error:
        raise BadKey("file-unwritable", file=str(path), reason=error.strerror) from None
    with os.fdopen(descriptor, "w") as file:
        file.write(f"{key}\n")
        file.flush()
        os.fsync(descriptor)


def read_private_key(path: Path) -> PrivateKey:
    """The private key in a file. Raises BadKey, also if others than its owner may read the file."""
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            text = file.read(_LONGEST_FILE)
    except OSError as error:
        raise BadKey("file-unreadable", file=str(path), reason=error.strerror) from None
    if os.name == "posix" and mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise BadKey("key-file-open", file=str(path), mode=f"{stat.S_IMODE(mode):o}")
    try:
        return private_key(text.decode())
    except (BadKey, UnicodeDecodeError):
        raise BadKey("no-private-key-in", file=str(path)) from None


def given_key(given: str) -> PublicKey:
    """The public key in this line, or of the key in a file of this name. Raises BadKey."""
    try:
        return public_key(given)
    except BadKey as error:
        no_line = error
    try:
        with Path(given).open("rb") as file:
            text = file.read(_LONGEST_FILE)
    except (OSError, ValueError) as error:
        if "+" in given or not isinstance(error, OSError):
            raise no_line from None
        raise BadKey("file-unreadable", file=given, reason=error.strerror) from None
    if text.startswith(_PRIVATE.encode()):
        return read_private_key(Path(given)).public
    try:
        return public_key(text.decode())
    except (BadKey, UnicodeDecodeError):
        raise BadKey("no-public-key-in", file=given) from None


_LONGEST_FILE = 10_000
