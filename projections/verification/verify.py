"""Check the proof of a domino game.

    python verify.py PROOF [--key KEY] [--checkpoint FILE]

This file needs nothing but Python 3.8 or newer. A proof is one file, made by `domino prove`, with
the record of a game, all its events, and the place of its last event in the signed log of the
house. What is checked:

1. The events are one chain: each holds the hash of the one before it.
2. The last event is in the log: the hashes beside the way from its leaf lead to the root that the
   house signed in a checkpoint (RFC 6962).
3. The checkpoint and the whole file are signed by one key (Ed25519, RFC 8032).
4. The rounds of the record are those of the events: hands, boneyard and moves.

The key comes with the file. It proves nothing unless you know it from elsewhere: compare it with
what the house published, or name it with --key, as a line or as a file. With --checkpoint, name a
checkpoint that you hold yourself, such as the one on a score sheet: the proof must lead to it.

Players' names are in the record, but in no event: for them you have only the word of the house.
Exit code: 0 if the proof holds, 1 if it does not, 2 if a file cannot be read.
"""

from __future__ import annotations

import argparse
import base64
import binascii
import hashlib
import json
import os
import re
import sys
import uuid
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

Point = Tuple[int, int, int, int]
"""In extended coordinates x, y, z, t, where t = x * y / z."""
Event = Tuple[str, Dict[str, Any]]
"""The kind of an event, and its fields."""
Round = Tuple[Any, Any, List[Tuple[Any, ...]]]
"""Hands and boneyard of a round, and its moves."""

FORMAT = "domino-ledger/proof/1"
ENTRY = re.compile(
    r'\{"previous":"(?P<previous>[0-9a-f]{64}|)","recorded_at":"(?P<recorded_at>[!#-~]+)"'
    r'(?:,"happened_at":"[!#-~]+")?(?:,"salt":"(?P<salt>[0-9a-f]{32})")?,"event":(?P<event>\{.*\})\}',
    re.DOTALL,
)
CHECKPOINT = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,18})\n([A-Za-z0-9+/=]{44})\n")
SIGNATURE = re.compile(r"— ([^\s+]+) ([A-Za-z0-9+/=]+)")
NUMBER = re.compile(r"0|[1-9][0-9]{0,18}")


class Unproven(Exception):
    """The proof does not hold, with the reason as a sentence."""


def require(holds: object, reason: str) -> None:
    """Refuse the proof with this reason unless a condition holds."""
    if not holds:
        raise Unproven(reason)


# -- Ed25519 (RFC 8032, section 5.1), to check signatures

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_ONE = pow(2, (P - 1) // 4, P)


def add(a: Point, b: Point) -> Point:
    """The sum of two points."""
    m = (a[1] - a[0]) * (b[1] - b[0]) % P
    n = (a[1] + a[0]) * (b[1] + b[0]) % P
    t = 2 * a[3] * b[3] * D % P
    z = 2 * a[2] * b[2] % P
    e, f, g, h = n - m, z - t, z + t, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number: int, point: Point) -> Point:
    """A point added to itself so many times."""
    total = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = add(total, point)
        point = add(point, point)
        number >>= 1
    return total


def point_in(data: bytes) -> Point | None:
    """The point encoded in 32 bytes; None if they encode none."""
    y = int.from_bytes(data, "little")
    odd, y = y >> 255, y & (1 << 255) - 1
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_ONE % P
    if (x * x - square) % P or (not x and odd):
        return None
    x = P - x if x & 1 != odd else x
    return x, y, 1, x * y % P


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE_X = 15112221349535400772501151409588531511454012693041857206046113283949847762202
BASE = (BASE_X, BASE_Y, 1, BASE_X * BASE_Y % P)


def is_signed(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the key signed the message."""
    if len(public) != 32 or len(signature) != 64:
        return False
    key, commitment = point_in(public), point_in(signature[:32])
    response = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or response >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    left = times(response, BASE)
    right = add(commitment, times(int.from_bytes(digest, "little") % ORDER, key))
    return not (
        (left[0] * right[2] - right[0] * left[2]) % P
        or (left[1] * right[2] - right[1] * left[2]) % P
    )


# -- keys and signatures (C2SP signed-note)


class Key(NamedTuple):
    """A public key of Ed25519."""

    name: str
    id: bytes
    data: bytes


def from_base64(text: str) -> bytes:
    """The bytes; only the usual spelling of them is taken."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Unproven(f"this is not Base64: {text:.60}") from None
    require(base64.b64encode(data).decode() == text, "this Base64 is not in its usual form")
    return data


def key_in(line: str) -> Key:
    """The public key in a line `name+id+data`."""
    name, _, rest = line.partition("+")
    id, _, data = rest.partition("+")
    key = from_base64(data)
    require(name and len(key) == 33 and key[0] == 1, f"this is not a public key: {line:.100}")
    digest = hashlib.sha256(name.encode() + b"\n" + key).hexdigest()
    require(digest[:8] == id, f"the id of the key {name} does not fit it")
    return Key(name, bytes.fromhex(id), key[1:])


def check_signature(text: str, lines: list[str], key: Key) -> None:
    """Refuse a text unless one of the lines below it is its signature by the key."""
    signed = False
    for line in lines:
        found = SIGNATURE.fullmatch(line)
        if found is None:
            raise Unproven(f"this is not a signature: {line:.100}")
        data = from_base64(found[2])
        if (found[1], data[:4]) == (key.name, key.id):
            signed = is_signed(key.data, text.encode(), data[4:])
            require(signed, f"a signature of {key.name} is wrong")
    require(signed, f"there is no signature of {key.name}")


# -- the log


class Checkpoint(NamedTuple):
    """The state of a log, as it was signed."""

    origin: str
    size: int
    root: bytes
    text: str
    signatures: list[str]


def root_from(leaf: bytes, index: int, size: int, beside: list[bytes]) -> bytes:
    """The root that follows from a leaf and the hashes beside its way (RFC 9162, 2.1.3.2)."""
    at, last, root = index, size - 1, leaf
    for hash in beside:
        require(last, "the proof of the log is too long")
        if at % 2 or at == last:
            root = hashlib.sha256(b"\1" + hash + root).digest()
            while at and not at % 2:
                at, last = at >> 1, last >> 1
        else:
            root = hashlib.sha256(b"\1" + root + hash).digest()
        at, last = at >> 1, last >> 1
    require(not last, "the proof of the log is too short")
    return root


def checkpoint_in(note: str) -> Checkpoint:
    """The checkpoint in a signed note."""
    text, blank, below = note.rpartition("\n\n")
    require(blank and below.endswith("\n"), "the checkpoint is not a signed note")
    found = CHECKPOINT.fullmatch(f"{text}\n")
    if found is None:
        raise Unproven("the signed note is not a checkpoint")
    root = from_base64(found[3])
    return Checkpoint(found[1], int(found[2]), root, found[0], below[:-1].split("\n"))


def check_log(proof: str, entry: bytes, key: Key) -> tuple[int, Checkpoint]:
    """The index of the entry and the checkpoint, if they lead to each other."""
    head, _, note = proof.partition("\n\n")
    first, index, *lines = [*head.split("\n"), ""]
    require(first == "c2sp.org/tlog-proof@v1", "there is no proof that the game is in the log")
    number = index.partition("index ")[2]
    require(NUMBER.fullmatch(number) and index == f"index {number}", "the proof has no index")
    checkpoint = checkpoint_in(note)
    require(int(number) < checkpoint.size, "the game is not in the log of this checkpoint")
    leaf = hashlib.sha256(b"\0" + entry).digest()
    beside = [from_base64(line) for line in lines[:-1]]
    require(
        root_from(leaf, int(number), checkpoint.size, beside) == checkpoint.root,
        "the last event is not at its place in the log: another was recorded there",
    )
    check_signature(checkpoint.text, checkpoint.signatures, key)
    return int(number), checkpoint


# -- the events


def check_chain(game: str, events: list[list[str]]) -> tuple[list[Event], list[str], bytes]:
    """Refuse events that are not one chain; returns them, their times, and the last log entry."""
    tag = b"domino-ledger/entry/1\0" + uuid.UUID(game).bytes
    previous, salt = "", b""
    found: list[Event] = []
    recorded: list[str] = []
    for version, (topic, state) in enumerate(events, 1):
        parts = ENTRY.fullmatch(state)
        if parts is None:
            raise Unproven(f"event {version} cannot be read")
        changed = max(version - 1, 1)
        require(parts["previous"] == previous, f"event {changed} was changed, or one is missing")
        data = tag + b"%d\0" % version + topic.encode() + b"\0" + state.encode()
        previous = hashlib.sha256(data).hexdigest()
        kind = topic.partition("/")[0]
        if kind == "round-dealt":
            salt = bytes.fromhex(parts["salt"] or "")
        found.append((kind, json.loads(parts["event"])))
        recorded.append(parts["recorded_at"])
    require(found and found[0][0] == "game-opened", "the first event does not open a game")
    entry = hashlib.sha256(b"domino-ledger/leaf/1\0" + salt + bytes.fromhex(previous)).digest()
    return found, recorded, entry


ACTS = {
    "tile-laid": ("lay", "tile"),
    "tile-drawn": ("draw", "tile"),
    "tile-set-aside": ("aside", "tile"),
    "turn-passed": ("pass", ""),
    "marker-raised": ("marker", ""),
    "turn-ended": ("done", ""),
    "turn-lost": ("lost", "cause"),
}
"""The kind of an act: its name in a record, and the field that says more."""


def rounds_of(events: list[Event]) -> list[Round]:
    """The rounds that the events make, without moves that a record leaves out."""
    rounds: list[Round] = []
    for kind, event in events:
        if kind == "game-amended":
            rounds = []
        elif kind == "round-dealt":
            rounds.append((tiles(event["hands"]), event["boneyard"], []))
        elif kind == "round-reported":
            rounds.append((None, None, []))
        elif kind == "deal-undone":
            rounds.pop()
        elif kind == "act-undone":
            rounds[-1][2].pop()
        elif kind in ACTS and not event.get("inferred"):
            name, field = ACTS[kind]
            rounds[-1][2].append((event["seat"], name, event.get(field), event.get("end")))
    return rounds


def rounds_in(record: dict[str, Any]) -> Iterator[Round]:
    """The rounds of a record, in the form of `rounds_of`."""
    fields = dict(ACTS.values())
    for round in record["rounds"]:
        moves: list[tuple[Any, ...]] = []
        for move in round.get("moves", []):
            (name,) = fields.keys() & move.keys()
            said = move[name] if fields[name] else None
            moves.append((move["seat"], name, said, move.get("at")))
        yield tiles(round.get("hands")), round.get("boneyard"), moves


def tiles(hands: Any) -> Any:
    """Hands, without tiles that nobody saw."""
    return hands and [[tile for tile in hand or [] if tile != "?"] for hand in hands]


def check_record(record: dict[str, Any], events: list[Event]) -> tuple[int, int]:
    """The rounds and moves of a record, if they are those of the events."""
    openings = ("game-opened", "game-amended")
    *_, opened = (event.get("opening", event) for kind, event in events if kind in openings)
    require(record["id"] == opened["record"], "the record is of another game")
    require(len(record["players"]) == len(opened["players"]), "the record has other players")
    proven, written = rounds_of(events), list(rounds_in(record))
    require(len(proven) == len(written), "the record has other rounds than the events")
    for number, (was, is_now) in enumerate(zip(proven, written), 1):
        require(was[:2] == is_now[:2], f"round {number} was dealt otherwise")
        require(was[2] == is_now[2], f"the moves of round {number} are not those of the events")
    return len(written), sum(len(moves) for _, _, moves in written)


# -- the whole file


def check(data: bytes, trusted: Key | None = None, held: Checkpoint | None = None) -> Iterator[str]:
    """The lines that say what was checked. Raises Unproven."""
    try:
        proof = json.loads(data.decode())
        require(canonical(proof) == data, "the file was changed: domino prove writes another form")
        require(proof["format"] == FORMAT, f"this is not a proof of the form {FORMAT}")
        key = key_in(proof["key"])
        require(trusted in (None, key), "the key of the proof is not the one you named")
        signature = proof.pop("signature")
        digest = hashlib.sha256(canonical(proof)).hexdigest()
        check_signature(f"{FORMAT}\n{digest}\n", [signature], key)
        events, recorded, entry = check_chain(proof["game"], proof["events"])
        index, checkpoint = check_log(proof["proof"], entry, key)
        if held is not None:
            require(
                held.text == checkpoint.text,
                "the proof leads to another checkpoint than yours: domino prove --checkpoint "
                "makes one that leads to it",
            )
        rounds, moves = check_record(proof["record"], events)
        players = ", ".join(proof["record"]["players"])
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError):
        raise Unproven("the file is not a proof, or it was changed") from None
    yield f"game {proof['record']['id']}: {rounds} rounds, {moves} moves"
    yield f"players: {players} (for the names you have the word of the house)"
    yield f"{len(events)} events, one chain, recorded from {recorded[0]} to {recorded[-1]}"
    yield f"the last event is number {index + 1} of {checkpoint.size} in the log"
    yield f"signed by {proof['key']}"
    if trusted is None:
        yield "the key came with the file: compare it with the one that the house published"


def canonical(proof: Any) -> bytes:
    """The one form in which a proof is written."""
    return (json.dumps(proof, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def main() -> int:
    """Check the proof that the command line names; returns the exit code."""
    parser = argparse.ArgumentParser(description="Check the proof of a domino game.")
    parser.add_argument("proof", help="the file that domino prove wrote")
    parser.add_argument("--key", help="the public key you trust: its line, or a file with it")
    parser.add_argument("--checkpoint", help="a file with a checkpoint that you hold")
    asked = parser.parse_args()
    try:
        trusted = None if asked.key is None else key_in(text_of(asked.key).strip())
        held = None if asked.checkpoint is None else checkpoint_in(text_of(asked.checkpoint))
        with open(asked.proof, "rb") as file:
            lines = list(check(file.read(), trusted, held))
        print(*lines, sep="\n")
    except Unproven as reason:
        print(f"REFUSED: {reason}", file=sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        print(f"verify.py: {error}", file=sys.stderr)
        return 2
    return 0


def text_of(named: str) -> str:
    """The text in a file of this name; if there is none, the name itself, which may be a key."""
    if not os.path.exists(named):
        return named
    with open(named, encoding="utf-8", newline="") as file:
        return file.read()


if __name__ == "__main__":
    sys.exit(main())
