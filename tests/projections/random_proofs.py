"""Genuine proofs of random games must hold, and what is altered must be refused."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

from domino_ledger.domain.game.undo import without_undone
from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.log.checkpoints import checkpoint_in, make_checkpoint
from domino_ledger.ledger.log.entries import events_among
from domino_ledger.ledger.records.versions import version_of
from domino_ledger.ledger.signing.notes import Note
from domino_ledger.ledger.store.codec import Entry, body_of
from domino_ledger.ledger.store.stream import Stream
from domino_ledger.projections.verification import verify
from domino_ledger.projections.verification.make_proof import GameProof, prove_game

from .logged import KEY
from .naive_proof import SEED, game_of, hash_of, signed
from .random_histories import History, random_history, rows_of

TRUSTED = verify.key_in(str(KEY.public))
assert KEY.seed == SEED
GAMES = 20
"""The games of one log."""


class Wrong(Exception):
    """A genuine proof does not hold, an altered one does, or something else is said of a game."""


def proofs_of(chance: Random, directory: Path) -> Iterator[tuple[History, GameProof]]:
    """The proofs of the games of a random log, each checked."""
    histories = [random_history(chance, f"game {number}") for number in range(GAMES)]
    with closing(open_book(directory / "book.db", create=True)) as book:
        rows = {each.record: rows_of(each, chance) for each in histories}
        names = {player: name for each in histories for player, name in each.names.items()}
        first = {record: chance.randrange(len(each)) for record, each in rows.items()}
        for record in rows:
            if first[record]:
                book.write(rows[record][: first[record]])
        book.write([], [(player.hex, name) for player, name in names.items()])
        held = make_checkpoint(book, directory / "tiles", KEY) if any(first.values()) else None
        for record in rows:
            book.write(rows[record][first[record] :])
        newest = make_checkpoint(book, directory / "tiles", KEY)
        for history in histories:
            older = held is not None and first[history.record] and chance.random() < 0.2
            note = held if older and held is not None else newest
            proof = prove_game(book, history.game, directory / "tiles", KEY, note)
            check_genuine(book, history, proof, note, directory)
            yield history, proof


def check_genuine(
    book: Book, history: History, proof: GameProof, note: Note, directory: Path
) -> None:
    """What `verify.py` says of a genuine proof is what the product says of the game."""
    checkpoint = checkpoint_in(note)
    held = verify.checkpoint_in(str(note))
    said = verify.check(proof.file, TRUSTED, held, str(directory / "tiles"))
    stream = book.stream(history.game).up_to(proof.version)
    written = [each for each in said if each.startswith("event ")]
    for entry, line in zip(stream.entries, written, strict=True):
        version, event = entry.originator_version, entry.event
        body = body_of(event).decode()
        if not (line.startswith(f"event {version}") and line.endswith(f"{entry.topic} {body}")):
            raise Wrong(f"event {version} is shown as {line}")
    kinds = [entry.topic.partition("/")[0] for entry in stream.entries]
    if verify.in_force(kinds) != in_force(stream):
        raise Wrong(f"other events are in force: {kinds}")
    left = events_among(book, history.game, checkpoint.size) - proof.version
    lines = [
        f"INCOMPLETE: the log has {left} later events of this game"
        if left
        else f"these are all events of this game in the log {KEY.name} as of size "
        f"{checkpoint.size}, and it has no other history there",
        f"later events of this game can exist after size {checkpoint.size}",
        f"signed by {KEY.public}",
        "whether that key was revoked is in no proof: ask the house which of its keys are in force",
    ]
    if said[-4:] != lines:
        raise Wrong(f"of its place in the log is said {said[-4:]}")


def in_force(stream: Stream) -> list[int]:
    """The indices of the events that are in force, by the product."""
    event_of: Any = attrgetter("event")
    kept: list[Entry] = without_undone(version_of(stream).entries, event_of)
    return [entry.originator_version - 1 for entry in kept]


# -- altered proofs


def altered(value: Any) -> Iterator[Any]:
    """The JSON value with each of its fields altered, one at a time, and with one taken out."""
    if isinstance(value, dict):
        for name, field in value.items():
            yield {key: kept for key, kept in value.items() if key != name}
            yield from ({**value, name: other} for other in altered(field))
        yield {**value, "added": 1}
    elif isinstance(value, list):
        yield [*value, 0]
        for at, item in enumerate(value):
            yield value[:at] + value[at + 1 :]
            yield from ([*value[:at], other, *value[at + 1 :]] for other in altered(item))
    elif isinstance(value, str):
        yield f"{value}0"
    else:
        yield value + 1 if isinstance(value, int) and not isinstance(value, bool) else not value


def altered_states(state: str) -> Iterator[str]:
    """The stored text with each field of the event, its times and its salt altered."""
    said = json.loads(state)
    for other in altered(said):
        if isinstance(other.get("event"), dict):
            yield written(other)
    for name in ("recorded_at", "happened_at", "salt"):
        if name in said:
            yield written(said | {name: said[name][:-1] + ("1" if name == "salt" else "9")})


def written(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def check_refused(file: bytes, chance: Random, most: int = sys.maxsize) -> int:
    """Check that what is altered and signed again is refused; returns how often it was tried.

    Each change is tried as it is, or with all later hashes made anew.
    """
    proof = json.loads(file)
    del proof["signature"]
    events = proof["events"]
    changes = [
        (at, topic, changed)
        for at, (was, state) in enumerate(events)
        for topic, changed in ((f"{was}0", state), *((was, each) for each in altered_states(state)))
        if [topic, changed] != events[at]
    ]
    for at, topic, changed in chance.sample(changes, min(most, len(changes))):
        stored = chained(events, at, topic, changed)
        if chance.random() < 0.5:
            stored = [*events[:at], [topic, changed], *events[at + 1 :]]
        must_be_refused(proof | {"events": stored}, f"event {at + 1}: {topic} {changed}")
    for at in range(len(events)):
        for stored in (events[:at] + events[at + 1 :], events[:at]):
            must_be_refused(proof | {"events": stored}, f"without event {at + 1}")
    return min(most, len(changes)) + len(events) * 2


def chained(events: list[list[str]], at: int, topic: str, state: str) -> list[list[str]]:
    """The events with this one at an index, and the hashes after it made anew."""
    found = [*events[:at], [topic, state]]
    for version, (next_topic, next_state) in enumerate(events[at + 1 :], at + 1):
        hash = hash_of(game_in(found), version, *found[-1])
        found.append([next_topic, json_with(next_state, hash)])
    return found


def game_in(events: list[list[str]]) -> bytes:
    record = json.loads(events[0][1])["event"].get("record")
    return game_of(str(record))


def json_with(state: str, previous: str) -> str:
    return written({**json.loads(state), "previous": previous})


def must_be_refused(proof: dict[str, Any], what: str) -> None:
    try:
        verify.check(signed(proof), TRUSTED)
    except verify.Unproven:
        return
    raise Wrong(f"accepted: {what}")


# -- one log


def proven_log(directory: Path, chance: Random, input: list[str]) -> None:
    """The proofs of the games of a log, and altered ones of one game. Raises Wrong."""
    number = chance.randrange(GAMES)
    for at, (history, proof) in enumerate(proofs_of(chance, directory)):
        input.append(f"{history.record}: {proof.version} events")
        if at == number:
            check_refused(proof.file, chance, most=20)
