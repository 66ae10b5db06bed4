"""Proofs as docs/proof-format.md describes them, naively, from the words of the page alone.

Shares no code with the program, and can write a log in which a game has two histories.

``python -m tests.projections.naive_proof`` writes the published vectors.
"""

import json
from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.ledger.log.trees import split_of, tree_hash

VECTORS = Path(__file__).parents[2] / "docs" / "proof-vectors.json"
SEED = bytes(range(32))
RECORDED_AT, SIGNED_AT = "2026-11-20T20:06:45.678945Z", "2026-11-20T21:00:00.000000Z"
NAME = "club.example/book"
Stored = tuple[str, str]
"""Topic and state."""
OPENING = (
    '{"record":RECORD,"rules":{"id":"draw@1"},"players":["00000000-0000-0000-0000-000000000001",'
    '"00000000-0000-0000-0000-000000000002"],"teams":null}'
)


def game_of(record: str) -> bytes:
    return uuid5(uuid5(NAMESPACE_URL, "domino-ledger/record"), record).bytes


def hash_of(game: bytes, version: int, topic: str, state: str) -> str:
    parts = [b"domino-ledger/entry/1\0", game, f"{version}\0{topic}\0{state}".encode()]
    return sha256(b"".join(parts)).hexdigest()


class History:
    """The events of a game, and the log entries that follow from them."""

    def __init__(self, record: str) -> None:
        self.game = game_of(record)
        self.stored: list[Stored] = []
        self.hashes: list[str] = []
        self.entries: list[bytes] = []
        self.salt = b""

    def add(
        self,
        topic: str,
        event: str,
        salt: bytes = b"",
        happened_at: str = "",
        *,
        recorded_at: str = RECORDED_AT,
        clock: str = "",
    ) -> "History":
        previous = self.hashes[-1] if self.hashes else ""
        state = '{"previous":"' + previous + '","recorded_at":"' + recorded_at + '"'
        if clock:
            state += ',"clock":"' + clock + '"'
        if happened_at:
            state += ',"happened_at":"' + happened_at + '"'
        if salt:
            state += ',"salt":"' + salt.hex() + '"'
        return self.keep(topic, state + ',"event":' + event + "}", salt)

    def keep(self, topic: str, state: str, salt: bytes) -> "History":
        version = len(self.stored) + 1
        if topic.split("/", maxsplit=1)[0] == "round-dealt":
            self.salt = salt
        self.stored.append((topic, state))
        self.hashes.append(hash_of(self.game, version, topic, state))
        sealed = sha256(b"domino-ledger/leaf/1\0" + self.salt + bytes.fromhex(self.hashes[-1]))
        number = bytes([0, 0, 0, 0, version >> 24, version >> 16 & 255, version >> 8 & 255])
        self.entries.append(self.game + number + bytes([version & 255]) + sealed.digest())
        return self

    def up_to(self, version: int) -> "History":
        """A history that begins with the same events."""
        copy = History("")
        copy.game, copy.salt = self.game, self.salt
        copy.stored, copy.hashes = self.stored[:version], self.hashes[:version]
        copy.entries = self.entries[:version]
        return copy


def opened(record: str) -> History:
    opening = OPENING.replace("RECORD", json.dumps(record, ensure_ascii=False))
    return History(record).add("game-opened/1", opening)


# -- the tree, by the definition of RFC 6962


def path(index: int, log: Sequence[bytes]) -> list[bytes]:
    if len(log) == 1:
        return []
    split = split_of(len(log))
    if index < split:
        return [*path(index, log[:split]), tree_hash(log[split:])]
    return [*path(index - split, log[split:]), tree_hash(log[:split])]


def leaf_of(entry: bytes) -> bytes:
    return sha256(b"\0" + entry).digest()


# -- the file


def base64(data: bytes) -> str:
    return b64encode(data).decode()


def sign(text: str, seed: bytes = SEED, name: str = NAME) -> str:
    key = Ed25519PrivateKey.from_private_bytes(seed)
    return f"— {name} {base64(key_id(seed, name) + key.sign(text.encode()))}"


def key_id(seed: bytes, name: str) -> bytes:
    return sha256(name.encode() + b"\n\1" + public_of(seed)).digest()[:4]


def public_of(seed: bytes) -> bytes:
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def key_line(seed: bytes = SEED, name: str = NAME) -> str:
    return f"{name}+{key_id(seed, name).hex()}+{base64(bytes([1]) + public_of(seed))}"


def note_of(
    log: Sequence[bytes], origin: str = NAME, signed_at: str = SIGNED_AT, seed: bytes = SEED
) -> str:
    """The signed checkpoint of a log with these entries."""
    text = f"{origin}\n{len(log)}\n{base64(tree_hash(log))}\n"
    text += f"time {signed_at}\n" if signed_at else ""
    return f"{text}\n{sign(text, seed)}\n"


def cosignature(note: str, seed: bytes, name: str, time: int) -> str:
    """The line of a witness below a checkpoint."""
    text = note.partition("\n\n")[0] + "\n"
    key = Ed25519PrivateKey.from_private_bytes(seed)
    id = sha256(name.encode() + b"\n\4" + public_of(seed)).digest()[:4]
    signature = key.sign(f"cosignature/v1\ntime {time}\n{text}".encode())
    return f"— {name} {base64(id + time.to_bytes(8, 'big') + signature)}\n"


def witness_line(seed: bytes, name: str) -> str:
    """The public key of a witness."""
    data = b"\4" + public_of(seed)
    return f"{name}+{sha256(name.encode() + bytes([10]) + data).hexdigest()[:8]}+{base64(data)}"


def place_of(
    entry: bytes,
    log: Sequence[bytes],
    origin: str = NAME,
    signed_at: str = SIGNED_AT,
    seed: bytes = SEED,
) -> str:
    index = log.index(entry)
    hashes = map(base64, path(index, log))
    lines = ["c2sp.org/tlog-proof@v1", f"index {index}", *hashes, "", ""]
    return "\n".join(lines) + note_of(log, origin, signed_at, seed)


def unsigned(history: History, log: Sequence[bytes], names: Sequence[str]) -> dict[str, Any]:
    return {
        "format": "domino-ledger/proof/1",
        "names": list(names),
        "events": [list(each) for each in history.stored],
        "proof": place_of(history.entries[-1], log),
        "key": key_line(),
    }


def signed(proof: dict[str, Any], seed: bytes = SEED) -> bytes:
    """The file with its signature, also where the rest is not a proof."""
    digest = sha256(written(proof)).hexdigest()
    return written({**proof, "signature": sign(f"domino-ledger/proof/1\n{digest}\n", seed)})


def written(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def proof_of(
    history: History, log: Sequence[bytes], names: Sequence[str] = ("Ana", "Ben")
) -> bytes:
    return signed(unsigned(history, log, names))


def bundles(log: Sequence[bytes]) -> dict[str, bytes]:
    """The files with the entries, by path."""
    found = {}
    for tile in range((len(log) + 255) // 256):
        rows = log[tile * 256 : tile * 256 + 256]
        name = f"tile/entries/{tile:03d}" + ("" if len(rows) == 256 else f".p/{len(rows)}")
        found[name] = b"".join(bytes([0, len(entry)]) + entry for entry in rows)
    return found


# -- the vectors

DEAL = '{"hands":[["6-6","6-5"],["5-5","1-0"]],"boneyard":["0-0","4-3"],"leader":0}'
FORFEITED = '{"seat":SEAT,"reason":""}'


def by_hand() -> History:
    """A game in which the last act was undone and played again, and points were claimed."""
    history = opened("table 3, game 1: Zoë's")
    history.add("round-dealt/1", DEAL, salt=bytes(range(16)))
    lead = '{"seat":0,"tile":"6-6","end":null,"flipped":false}'
    history.add("tile-laid/1", lead, happened_at="2026-11-20T20:06:40Z")
    history.add("turn-passed/1", '{"seat":1,"inferred":false}')
    history.add("act-undone/1", "{}")
    history.add("turn-passed/1", '{"seat":1,"inferred":true}')
    history.add("tile-laid/1", '{"seat":0,"tile":"6-5","end":"right","flipped":false}')
    claim = '{"seat":0,"points":15}'
    history.add("points-claimed/1", claim, clock="2026-11-20T19:06:50.000000Z")
    history.add("round-won/1", '{"seat":0}')
    return history.add("game-won/1", '{"seats":[0]}')


def with_two_openings() -> tuple[History, History, list[bytes]]:
    """Two histories of one game, and a log with both."""
    one, other = opened("a game"), opened("a game")
    one.add("game-forfeited/1", FORFEITED.replace("SEAT", "0"))
    other.add("game-forfeited/1", FORFEITED.replace("SEAT", "1"))
    return one, other, [*one.entries, *by_hand().entries, *other.entries]


def with_two_ends() -> tuple[History, History, list[bytes]]:
    """Two histories of one game with the same opening, and a log with both."""
    one = opened("a game")
    other = one.up_to(1).add("game-forfeited/1", FORFEITED.replace("SEAT", "1"))
    one.add("game-forfeited/1", FORFEITED.replace("SEAT", "0"))
    return one, other, [*one.entries, *by_hand().entries, other.entries[-1]]


def others(number: int) -> list[bytes]:
    """Entries of other games."""
    return [opened(f"game {each}").entries[0] for each in range(number)]


def vectors() -> list[dict[str, Any]]:
    history = by_hand()
    log = [*others(3), *history.entries, *others(5)[3:]]
    large = [*others(250), *history.entries]
    file = proof_of(history, log)
    found = [
        vector("a game", file, log, holds=True, later=0)
        | {
            "seed": SEED.hex(),
            "game": history.game.hex(),
            "events": [
                {"hash": hash, "entry": entry.hex(), "leaf": leaf_of(entry).hex()}
                for hash, entry in zip(history.hashes, history.entries, strict=True)
            ],
        },
        vector("without tiles", file, None, holds=True),
        vector("in a log of two bundles", proof_of(history, large), large, holds=True, later=0),
        vector("without its last event", proof_of(history.up_to(9), log), log, holds=True, later=1),
    ]
    for name, made in (("two openings", with_two_openings()), ("two ends", with_two_ends())):
        for number, each in enumerate(made[:2], 1):
            proof = proof_of(each, made[2])
            found += [
                vector(f"{name}, history {number}, without tiles", proof, None, holds=True),
                vector(f"{name}, history {number}", proof, made[2], holds=False),
            ]
    one, _, _ = with_two_ends()
    first = History("a game").add("game-opened/1", OPENING.replace("RECORD", '"a game" '))
    patched = [*first.entries, one.entries[1]]
    name = "an event of the log follows on another opening than the one in the log"
    found.append(vector(name, proof_of(one, patched), patched, holds=False))
    whole = unsigned(history, log, ["Ana", "Ben"])
    changed = [list(each) for each in history.stored]
    changed[7][1] = changed[7][1].replace('"points":15', '"points":10')
    anew = opened("table 3, game 1: Zoë's")
    for topic, state in changed[1:]:
        event = state.partition(',"event":')[2][:-1]
        anew.add(topic, event, salt=bytes(range(16)) if topic == "round-dealt/1" else b"")
    earlier = opened("a game")
    forfeited = FORFEITED.replace("SEAT", "0")
    earlier.add("game-forfeited/1", forfeited, recorded_at="2026-11-20T20:06:45.678944Z")
    renamed = json.loads(file) | {"names": ["Cid", "Ben"]}
    for name, wrong in (
        ("other points claimed", signed(whole | {"events": changed})),
        ("other points claimed, all hashes made anew", signed(whole | {"events": anew.stored})),
        ("without the claim", signed(whole | {"events": history.stored[:7] + history.stored[8:]})),
        ("without the last event, its place kept", signed(whole | {"events": history.stored[:9]})),
        ("names changed after it was signed", written(renamed)),
        ("a name too many", proof_of(history, log, ["Ana", "Ben", "Cid"])),
        ("a blank after a comma", file.replace(b'","', b'", "', 1)),
        (
            "a log of another name",
            signed(whole | {"proof": place_of(log[12], log, "club.example")}),
        ),
        ("an event of an earlier time than the one before", proof_of(earlier, earlier.entries)),
        *(
            (name, signed(whole | {"proof": place_of(log[12], log, signed_at=time)}))
            for name, time in (
                (
                    "a checkpoint of an earlier time than the last event",
                    "2026-11-20T20:06:45.678944Z",
                ),
                ("a checkpoint without a time", ""),
            )
        ),
        ("another place", signed(whole | {"proof": place_of(log[11], log)})),
    ):
        found.append(vector(name, wrong, None, holds=False))
    return found


def vector(
    name: str, file: bytes, log: Sequence[bytes] | None, *, holds: bool, later: int | None = None
) -> dict[str, Any]:
    made: dict[str, Any] = {"name": name, "file": file.decode(), "holds": holds}
    if log is not None:
        made["tiles"] = {name: bundle.hex() for name, bundle in bundles(log).items()}
    return made if later is None else made | {"later": later}


def text_of(found: list[dict[str, Any]]) -> str:
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in found) + "\n]\n"


if __name__ == "__main__":
    VECTORS.write_text(text_of(vectors()), encoding="utf-8")
