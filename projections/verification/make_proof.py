"""The proof of a game: one file with its events as stored, and their place in a signed log.

`verify.py` beside this module checks such a file without the book (docs/proof-format.md). Rounds
that are hidden are left out, with all that came after their deal.
"""

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple
from uuid import UUID

from ...domain.events import DealUndone, GameAmended, RoundDealt, RoundReported
from ...domain.hidden.seat_view import hidden_rounds
from ...ledger.book import Book
from ...ledger.errors import LedgerError, Tampered
from ...ledger.log.checkpoints import checkpoint_in, proof_of_inclusion, tiles_at
from ...ledger.log.entries import index_of
from ...ledger.registry.stored_names import all_names, shown_name
from ...ledger.signing.keys import PrivateKey
from ...ledger.signing.notes import Note, sign_note
from ...ledger.store.base import require_all
from ...ledger.store.stream import Stream
from ..as_json import Json
from .chains import logged_in

FORMAT = "domino-ledger/proof/1"
VERIFIER = Path(__file__).with_name("verify.py")
"""The program that checks a proof."""


class NoProof(LedgerError):
    """A game cannot be proven now."""


class GameProof(NamedTuple):
    """A proof, and what it covers."""

    file: bytes
    """UTF-8, one line of JSON."""
    version: int
    """The number of events that are proven."""
    events: int
    """The number of events that the game has."""
    place: int
    """That of the last proven event in the log, from 1."""
    size: int
    """The entries of the log."""


class ProvenEvents(NamedTuple):
    """The events of a game that a checkpoint covers, and the place of the last one in the log."""

    stream: Stream
    events: list[list[str]]
    """Topic and state of each, as stored; those that are hidden now are left out."""
    place: int
    """That of the last event in the log, from 1."""
    size: int
    """The entries of the log."""
    inclusion: str
    """The C2SP `tlog-proof`."""


def proven_events(
    book: Book, game: UUID, directory: Path, checkpoint: Note | None = None
) -> ProvenEvents:
    """The events of a game in the newest checkpoint beside the tiles, or in an older one.

    Raises NoProof if no event of the game can be shown or is in the log; UnknownGame; NoTiles;
    Tampered if the tiles or the game do not fit the checkpoint; Unavailable if this user does not
    see all events.
    """
    require_all(book.recorder)
    tiles, newest = tiles_at(directory)
    note = checkpoint or newest
    of_log = checkpoint_in(note)
    if of_log.origin != checkpoint_in(newest).origin:
        raise Tampered("other-log", origin=of_log.origin, size=of_log.size)
    stream = book.stream(game)
    shown = stream.entries[: shown_version(stream)]
    rows = [(entry.originator_version, entry.topic, entry.state) for entry in shown]
    version = logged_in(book, game, rows, of_log, tiles)
    if not version:
        raise NoProof("not-logged-yet", game=stream.game.opened.record, size=of_log.size)
    index = index_of(book, game, version)
    events = [[topic, state.decode()] for _, topic, state in rows[:version]]
    inclusion = proof_of_inclusion(tiles, note, index)
    return ProvenEvents(stream, events, index + 1, of_log.size, inclusion)


def prove_game(
    book: Book, game: UUID, directory: Path, key: PrivateKey, checkpoint: Note | None = None
) -> GameProof:
    """The proof of a game by the newest checkpoint beside the tiles, or by an older one.

    Raises what `proven_events` raises.
    """
    proven = proven_events(book, game, directory, checkpoint)
    stream, version = proven.stream, len(proven.events)
    names, players = all_names(book), stream.up_to(version).game.opened.players
    proof = {
        "format": FORMAT,
        "names": [shown_name(names, player) for player in players],
        "events": proven.events,
        "proof": proven.inclusion,
        "key": str(key.public),
    }
    signature = sign_note(f"{FORMAT}\n{sha256(_bytes(proof)).hexdigest()}\n", key)
    file = _bytes(proof | {"signature": str(signature)})
    return GameProof(file, version, stream.version, proven.place, proven.size)


def shown_version(stream: Stream) -> int:
    """The number of events before the first deal that is hidden now.

    While a round is hidden only the opening of an amended game is shown: the older version can hold
    the same tiles. So can a deal that was taken back, until the round dealt in its place is over.
    """
    hidden, deals, undone = hidden_rounds(stream.game), list[int](), list[tuple[int, int]]()
    for entry in stream.entries:
        match entry.event:
            case RoundDealt() | RoundReported():
                deals.append(entry.originator_version)
            case DealUndone():
                undone.append((len(deals) - 1, deals.pop()))
            case GameAmended():
                if hidden:
                    return 1
                deals.clear()
            case _:
                pass  # Reveals no tiles by itself.
    first = [deals[round] for round in hidden]
    first += [at for round, at in undone if round >= len(deals) or round in hidden]
    return min(first) - 1 if first else stream.version


def _bytes(proof: Json) -> bytes:
    return (json.dumps(proof, ensure_ascii=False, separators=(",", ":")) + "\n").encode()
