"""Check the proof of a domino game.

    python verify.py PROOF [--key KEY] [--checkpoint FILE] [--tiles DIRECTORY]
                     [--witness KEY]... [--threshold N]

This file needs nothing but Python 3.8 or newer. A proof is one file, made by `domino prove`, with
the events of a game as they were stored, and the place of the last of them in the signed log of the
house (docs/proof-format.md). What is checked:

1. The events are one chain: each holds the hash of the one before it, and none is of an earlier
   time.
2. The last event is in the log: the hashes beside the way from its leaf lead to the root that the
   house signed in a checkpoint (RFC 6962).
3. The checkpoint and the whole file are signed by one key (Ed25519, RFC 8032).
4. With --tiles, the published tiles of the log: the log of the checkpoint holds these events of the
   game once, and how many later ones.
5. With --witness, the public key of a witness: it has signed the checkpoint, and when. Repeated,
   all of them have, or so many as --threshold says.

What is printed is read from the proven events: each on one line, as it was stored. Then comes what
follows from those in force: an undo takes events back, and an amendment begins the game anew.

The key comes with the file. It proves nothing unless you know it from elsewhere: compare it with
what the house published, or name it with --key, as a line or as a file. With --checkpoint, name a
checkpoint that you hold yourself, such as the one on a score sheet: the proof must lead to it.
Signatures of witnesses are looked for below both.

Players' names are in no event, and times are those of a clock of the house: for both you have only
its word. What a witness has signed existed at the time of the witness. Whether the key of the house
was revoked is not in the proof, and whether the play was by the rules is not checked.
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
from time import gmtime, strftime
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, TextIO, Tuple

Point = Tuple[int, int, int, int]
"""In extended coordinates x, y, z, t, where t = x * y / z."""

FORMAT = "domino-ledger/proof/1"
RECORDS = uuid.uuid5(uuid.NAMESPACE_URL, "domino-ledger/record")
"""The namespace of the ids of games: one for each record id."""
FIELDS = ["format", "names", "events", "proof", "key", "signature"]
TIME = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z"
"""Times of this form can be compared as text."""
STATE = re.compile(
    rf'\{{"previous":"(?P<previous>[0-9a-f]{{64}}|)","recorded_at":"(?P<recorded_at>{TIME})"'
    rf'(?:,"clock":"(?P<clock>{TIME})")?(?:,"happened_at":"(?P<happened_at>[!#-~]+)")?'
    r'(?:,"salt":"(?P<salt>[0-9a-f]{32})")?,"event":(?P<event>\{.*\})\}',
    re.DOTALL,
)
CHECKPOINT = re.compile(
    rf"([^\n]+)\n(0|[1-9][0-9]{{0,18}})\n([A-Za-z0-9+/=]{{44}})\n(?:time ({TIME})\n)?"
)
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
    if not times(8, key)[0] % P:
        return False  # Of low order: such a key accepts signatures that nobody made.
    digest = hashlib.sha512(signature[:32] + public + message).digest()
    left = times(response, BASE)
    right = add(commitment, times(int.from_bytes(digest, "little") % ORDER, key))
    return not (
        (left[0] * right[2] - right[0] * left[2]) % P
        or (left[1] * right[2] - right[1] * left[2]) % P
    )


# -- keys and signatures (C2SP signed-note)


LOG = 1
"""The kind of a key that signs texts."""
WITNESS = 4
"""The kind of a key that signs that it saw a checkpoint, and when (C2SP tlog-cosignature)."""


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


def key_in(line: str, kind: int = LOG) -> Key:
    """The public key of a kind in a line `name+id+data`."""
    name, _, rest = line.partition("+")
    id, _, data = rest.partition("+")
    key = from_base64(data)
    what = "this is not the public key of a " + ("log" if kind == LOG else "witness")
    require(name and len(key) == 33 and key[0] == kind, f"{what}: {line:.100}")
    digest = hashlib.sha256(name.encode() + b"\n" + key).hexdigest()
    require(digest[:8] == id, f"the id of the key {name} does not fit it")
    return Key(name, bytes.fromhex(id), key[1:])


def signed_at(key: Key, text: str, lines: list[str], kind: int = LOG) -> list[int]:
    """When the key signed a text, by the lines below it: a witness says so, for a log it is 0."""
    times: List[int] = []
    for line in lines:
        found = SIGNATURE.fullmatch(line)
        if found is None:
            raise Unproven(f"this is not a signature: {line:.100}")
        data, time, message = from_base64(found[2]), 0, text
        if (found[1], data[:4]) != (key.name, key.id):
            continue
        signature = data[4:]
        if kind == WITNESS:
            time, signature = int.from_bytes(data[4:12], "big"), data[12:]
            message = f"cosignature/v1\ntime {time}\n{text}"
        require(
            is_signed(key.data, message.encode(), signature), f"a signature of {key.name} is wrong"
        )
        times.append(time)
    return times


def check_signature(text: str, lines: list[str], key: Key) -> None:
    """Refuse a text unless one of the lines below it is its signature by the key."""
    require(signed_at(key, text, lines), f"there is no signature of {key.name}")


# -- the log


class Checkpoint(NamedTuple):
    """The state of a log, as it was signed."""

    origin: str
    size: int
    root: bytes
    time: str
    """By a clock of the house; empty if it does not say."""
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
    return Checkpoint(
        found[1], int(found[2]), root, found[4] or "", found[0], below[:-1].split("\n")
    )


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
    require(checkpoint.origin == key.name, "the log has another name than its key")
    return int(number), checkpoint


def witnessed(
    checkpoint: Checkpoint, lines: list[str], log: Key, witnesses: list[Key], threshold: int | None
) -> Iterator[str]:
    """Who of the witnesses has signed the checkpoint; refuses it if they are too few."""
    by_data = {key.data: key for key in witnesses}
    require(log.data not in by_data, "the key of the log is named as that of a witness")
    needed = len(by_data) if threshold is None else threshold
    signed = 0
    for key in by_data.values():
        times = signed_at(key, checkpoint.text, lines, WITNESS)
        signed += bool(times)
        if times:
            first = moment(min(times))
            yield f"signed by the witness {key.name} at {first}: all this existed then"
        else:
            yield f"not signed by the witness {key.name}"
    require(
        signed >= needed,
        f"of the witnesses you named, {signed} have signed the checkpoint, and not {needed}",
    )


def moment(seconds: int) -> str:
    """A time in seconds since 1970, in UTC; the number where no calendar has it."""
    try:
        return strftime("%Y-%m-%dT%H:%M:%SZ", gmtime(seconds))
    except (ValueError, OverflowError, OSError):
        return f"{seconds} seconds after 1970"


def entries_in(directory: str, size: int) -> Iterator[bytes]:
    """The first entries of a log, from its tiles (C2SP tlog-tiles)."""
    for first in range(0, size, 256):
        digits = str(first // 256)
        digits = digits.zfill(-(-len(digits) // 3) * 3)
        parts = [digits[at : at + 3] for at in range(0, len(digits), 3)]
        names = ["x" + part for part in parts[:-1]] + parts[-1:]
        path = os.path.join(directory, "tile", "entries", *names)
        number = min(256, size - first)
        if number < 256 and not os.path.exists(path):  # It can be full since the checkpoint.
            path = os.path.join(path + ".p", str(number))
        with open(path, "rb") as file:
            bundle = file.read()
        at = 0
        for _ in range(number):
            start = at + 2
            at = start + int.from_bytes(bundle[at:start], "big")
            yield bundle[start:at]


def root_of(entries: Iterable[bytes]) -> bytes:
    """The root of the tree over entries (RFC 6962, 2.1)."""
    whole: List[bytes] = []
    for number, entry in enumerate(entries, 1):
        node, row = hashlib.sha256(b"\0" + entry).digest(), number
        while not row % 2:
            node, row = hashlib.sha256(b"\1" + whole.pop() + node).digest(), row // 2
        whole.append(node)
    while len(whole) > 1:
        right = whole.pop()
        whole.append(hashlib.sha256(b"\1" + whole.pop() + right).digest())
    return whole[0]


def later_events(directory: str, checkpoint: Checkpoint, proven: list[bytes]) -> int:
    """How many later events of the game the log has; refuses a log with another history of it."""
    found: List[bytes] = []

    def read() -> Iterator[bytes]:
        for entry in entries_in(directory, checkpoint.size):
            if entry[:16] == proven[0][:16]:
                found.append(entry)
            yield entry

    require(root_of(read()) == checkpoint.root, "these tiles are not those of the checkpoint")
    versions = [int.from_bytes(entry[16:24], "big") for entry in found]
    require(
        found[: len(proven)] == proven and versions == list(range(1, len(found) + 1)),
        "the log has another history of this game, too",
    )
    return len(found) - len(proven)


# -- the events


class Event(NamedTuple):
    """An event, as it was stored."""

    topic: str
    recorded_at: str
    times: str
    """Those of the house, in words."""
    text: str
    """JSON."""
    previous: str
    """The hash of the event before it."""
    salt: bytes

    @property
    def kind(self) -> str:
        """The topic without its version."""
        return self.topic.partition("/")[0]


def check_chain(stored: list[list[str]]) -> tuple[list[Event], list[bytes]]:
    """The events and their log entries. Refuses events that are not one chain."""
    events = [event_of(version, *row) for version, row in enumerate(stored, 1)]
    require(events and events[0].kind == "game-opened", "the first event does not open a game")
    game = uuid.uuid5(RECORDS, json.loads(events[0].text)["record"]).bytes
    previous, recorded_at, salt = "", "", b""
    entries: List[bytes] = []
    for version, (event, (topic, state)) in enumerate(zip(events, stored), 1):
        changed = max(version - 1, 1)
        require(event.previous == previous, f"event {changed} was changed, or one is missing")
        require(event.recorded_at >= recorded_at, f"event {version} is earlier than the one before")
        recorded_at = event.recorded_at
        place = b"domino-ledger/entry/1\0" + game + b"%d\0" % version + topic.encode() + b"\0"
        previous = hashlib.sha256(place + state.encode()).hexdigest()
        salt = event.salt if event.kind == "round-dealt" else salt
        sealed = hashlib.sha256(b"domino-ledger/leaf/1\0" + salt + bytes.fromhex(previous))
        entries.append(game + version.to_bytes(8, "big") + sealed.digest())
    return events, entries


def event_of(version: int, topic: str, state: str) -> Event:
    """The event in a stored row."""
    parts = STATE.fullmatch(state)
    if parts is None or not isinstance(json.loads(parts["event"]), dict):
        raise Unproven(f"event {version} cannot be read")
    times = "recorded by the house as of " + parts["recorded_at"]
    if parts["clock"]:
        times += ", though its clock showed " + parts["clock"]
    if parts["happened_at"]:
        times += ", happened by its word at " + parts["happened_at"]
    salt = bytes.fromhex(parts["salt"] or "")
    recorded_at = parts["recorded_at"]
    return Event(topic, recorded_at, times, parts["event"], parts["previous"], salt)


DEALS = {"round-dealt", "round-reported"}
ACTS = {
    *("tile-laid", "tile-drawn", "tile-ruled-out", "tile-set-aside", "turn-passed", "turn-ended"),
    *("turn-lost", "marker-raised", "points-claimed", "last-tile-knocked"),
}
FOLLOW = {
    *("tiles-shown", "pips-noted", "round-blocked", "round-won", "target-reached"),
    *("deal-void", "game-won", "irregularity-noted"),
}
"""What follows from acts, and is taken back with them."""
UNDO = {"act-undone", "deal-undone"}
ENDS = {"game-won", "game-abandoned", "game-forfeited"}


def in_force(kinds: list[str]) -> list[int]:
    """The indices of the events that were not taken back, since the last amendment."""
    kept: List[int] = []
    for at, kind in enumerate(kinds):
        if kind == "game-amended":
            kept = []
        if kind in UNDO:
            begins = ACTS if kind == "act-undone" else DEALS
            others: List[int] = []
            while kept and kinds[kept[-1]] not in begins:
                last = kept.pop()
                if kinds[last] not in ACTS | FOLLOW:
                    others.append(last)
            require(kept, f"event {at + 1} takes back what is not there")
            kept[-1:] = reversed(others)
        else:
            kept.append(at)
    return kept


def story(events: list[Event], names: list[str]) -> Iterator[str]:
    """Each event, and what follows from those in force."""
    kept = in_force([event.kind for event in events])
    gone = {at for at, event in enumerate(events) if event.kind not in UNDO}.difference(kept)
    for at, event in enumerate(events):
        mark = " (no longer in force)" if at in gone else ""
        yield f"event {at + 1}{mark}, {event.times}: {event.topic} {event.text}"
    current = [events[at] for at in kept]
    first: Dict[str, Any] = json.loads(current[0].text)
    opening = first["opening"] if current[0].kind == "game-amended" else first
    record, players = json.loads(events[0].text)["record"], opening["players"]
    require(opening["record"] == record, "an amendment is of another game")
    texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
    require(texts and len(names) == len(players), "the names are not by seat")
    deals = sum(event.kind in DEALS for event in current)
    acts = sum(event.kind in ACTS for event in current)
    yield f"game {quoted(record)}, rules {quoted(opening['rules']['id'])}"
    yield f"in force: rounds {deals}, acts {acts}"
    yield f"players by seat, for whose names you have the word of the house: {quoted(names)}"
    ends = [f"{event.topic} {event.text}" for event in current if event.kind in ENDS]
    yield "the end: " + (", ".join(ends) or "none of these events ends the game")
    rulings = sum(event.kind == "ruling-made" for event in current)
    if rulings:
        yield f"rulings: {rulings}; they can change who won"


def quoted(value: Any) -> str:
    """Texts in quotation marks."""
    return json.dumps(value, ensure_ascii=False)


# -- the whole file


def check(
    data: bytes,
    trusted: Key | None = None,
    held: Checkpoint | None = None,
    tiles: str | None = None,
    *,
    witnesses: list[Key] | None = None,
    threshold: int | None = None,
) -> list[str]:
    """The lines that say what is proven. Raises Unproven, and OSError for tiles."""
    try:
        proof = json.loads(data.decode())
        require(canonical(proof) == data, "the file was changed: domino prove writes another form")
        require(proof["format"] == FORMAT, f"this is not a proof of the form {FORMAT}")
        require(list(proof) == FIELDS, f"a proof has these fields: {', '.join(FIELDS)}")
        key = key_in(proof["key"])
        require(trusted in (None, key), "the key of the proof is not the one you named")
        signature = proof.pop("signature")
        digest = hashlib.sha256(canonical(proof)).hexdigest()
        check_signature(f"{FORMAT}\n{digest}\n", [signature], key)
        events, entries = check_chain(proof["events"])
        index, checkpoint = check_log(proof["proof"], entries[-1], key)
        require(
            events[-1].recorded_at <= checkpoint.time,
            "the checkpoint has no time, or an earlier one than the last event",
        )
        if held is not None:
            require(
                held.text == checkpoint.text,
                "the proof leads to another checkpoint than yours: domino prove --checkpoint "
                "makes one that leads to it",
            )
        below = checkpoint.signatures + (held.signatures if held else [])
        seen = list(witnessed(checkpoint, below, key, witnesses or [], threshold))
        lines = list(story(events, proof["names"]))
    except (LookupError, TypeError, AttributeError, ValueError, RecursionError):
        raise Unproven("the file is not a proof, or it was changed") from None
    log = f"the log {checkpoint.origin} as of size {checkpoint.size}"
    lines += [
        f"{len(events)} events, one chain; the times are those of a clock of the house",
        f"the last of them is number {index + 1} in {log}",
        f"the house signed that log, by its word at {checkpoint.time}",
        *(seen or ["when this existed is not proven: name the keys of witnesses with --witness"]),
    ]
    if tiles is None:
        lines.append(
            "not checked: later events of this game, or another history of it, can be in that log: "
            "name its tiles with --tiles"
        )
    else:
        later = later_events(tiles, checkpoint, entries)
        lines.append(
            f"INCOMPLETE: the log has {later} later events of this game"
            if later
            else f"these are all events of this game in {log}, and it has no other history there"
        )
    lines += [
        f"later events of this game can exist after size {checkpoint.size}",
        f"signed by {proof['key']}",
        "whether that key was revoked is in no proof: ask the house which of its keys are in force",
    ]
    if trusted is None:
        lines.append("the key came with the file: compare it with the one the house published")
    return lines


def canonical(proof: Any) -> bytes:
    """The one form in which a proof is written."""
    return (json.dumps(proof, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def main() -> int:
    """Check the proof that the command line names; returns the exit code."""
    parser = argparse.ArgumentParser(description="Check the proof of a domino game.")
    parser.add_argument("proof", help="the file that domino prove wrote")
    parser.add_argument("--key", help="the public key you trust: its line, or a file with it")
    parser.add_argument("--checkpoint", help="a file with a checkpoint that you hold")
    parser.add_argument("--tiles", help="the directory with the tiles of the log")
    parser.add_argument(
        "--witness", action="append", default=[], help="the public key of a witness; repeated"
    )
    parser.add_argument(
        "--threshold", type=int, help="how many of the witnesses must have signed [all]"
    )
    asked = parser.parse_args()
    if asked.threshold is not None and not 0 < asked.threshold <= len(asked.witness):
        parser.error("--threshold is from 1 to the number of witnesses")
    try:
        witnesses = [key_in(text_of(each).strip(), WITNESS) for each in asked.witness]
        trusted = None if asked.key is None else key_in(text_of(asked.key).strip())
        held = None if asked.checkpoint is None else checkpoint_in(text_of(asked.checkpoint))
        with open(asked.proof, "rb") as file:
            data = file.read()
        lines = check(
            data, trusted, held, asked.tiles, witnesses=witnesses, threshold=asked.threshold
        )
    except Unproven as reason:
        say(f"REFUSED: {reason}", sys.stderr)
        return 1
    except (OSError, UnicodeDecodeError) as error:
        say(f"verify.py: {error}", sys.stderr)
        return 2
    for line in lines:
        say(line, sys.stdout)
    return 0


def text_of(named: str) -> str:
    """The text in a file of this name; if there is none, the name itself, which may be a key."""
    if not os.path.exists(named):
        return named
    with open(named, encoding="utf-8", newline="") as file:
        return file.read()


def say(line: str, stream: TextIO) -> None:
    """Print a text as one line: what is no visible character is written as in JSON."""
    text = "".join(each if each.isprintable() else json.dumps(each)[1:-1] for each in line)
    encoding = stream.encoding or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=stream)


if __name__ == "__main__":
    sys.exit(main())
