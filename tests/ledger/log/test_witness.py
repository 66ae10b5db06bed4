"""A witness: what it signs, what it keeps, and that both are one step."""

import os
from collections.abc import Sequence
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path

import pytest

from domino_ledger.ledger.errors import BadNote, Conflict, LedgerError, Tampered
from domino_ledger.ledger.log.checkpoints import (
    Checkpoint,
    Submission,
    checkpoint_in,
    kept_checkpoint,
)
from domino_ledger.ledger.log.durable import NoTiles
from domino_ledger.ledger.log.merkle import consistency_proof, hash_of, leaf_hash, root_of
from domino_ledger.ledger.log.witness import witness
from domino_ledger.ledger.signing.keys import COSIGNATURE, PrivateKey, new_key
from domino_ledger.ledger.signing.notes import Note, sign_note, signed_by
from tests.lanes import examples

from .trees import entries

LOG, WITNESS = PrivateKey("club.example/book", bytes(range(32))), new_key("w1", COSIGNATURE)
TIME = "2026-11-20T20:06:45.678945Z"


def submission(
    log: Sequence[bytes], old: int, *, key: PrivateKey = LOG, origin: str = "", time: str = TIME
) -> Submission:
    """A checkpoint of a log with these entries, and its proof since a size."""
    leaves = [leaf_hash(entry) for entry in log]

    def subtree(level: int, index: int) -> bytes:
        return hash_of(leaves[index << level : index + 1 << level])

    text = Checkpoint(origin or key.name, len(log), root_of(subtree, len(log)), time).text
    hashes = tuple(consistency_proof(subtree, old, len(log)))
    return Submission(old, hashes, Note(text, (sign_note(text, key),)))


def keep(sent: Submission, state: Path, *, time: int = 1000, begin: bool = False) -> Note:
    return witness(sent, state, [LOG.public], WITNESS, time, begin=begin)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The state of a witness that has seen five entries."""
    keep(submission(entries(5), 0), tmp_path / "kept", begin=True)
    return tmp_path / "kept"


def refused(kind: type[LedgerError], sent: Submission, state: Path, **more: bool) -> str:
    before = state.read_bytes() if state.exists() else None
    with pytest.raises(kind) as found:
        keep(sent, state, **more)
    assert (state.read_bytes() if state.exists() else None) == before
    return found.value.code


def test_a_log_that_grows(state: Path) -> None:
    for old, new in ((5, 5), (5, 9), (9, 300)):
        note = keep(submission(entries(new), old), state, time=1000 + new)
        assert kept_checkpoint(state) == note
        (seen,) = signed_by(note, [WITNESS.public])
        assert (checkpoint_in(note).size, seen.time) == (new, 1000 + new)


def test_what_is_not_signed(state: Path) -> None:
    other, wrong = new_key(LOG.name), [b"x" * 56, *entries(9)[1:]]
    assert refused(Tampered, submission(wrong, 5), state) == "log-not-continued"
    assert refused(Tampered, submission(wrong[:5], 5), state) == "log-not-continued"
    assert refused(Conflict, submission(entries(9), 0), state) == "witness-has-size"
    assert refused(Conflict, submission(entries(9), 4), state) == "witness-has-size"
    assert refused(BadNote, submission(entries(9), 5, key=other), state) == "not-signed-by-log"
    renamed = submission(entries(9), 5, origin="club.example/other")
    assert refused(BadNote, renamed, state) == "not-signed-by-log"
    earlier = submission(entries(9), 5, time=TIME.replace("2026", "2025"))
    assert refused(Tampered, earlier, state) == "checkpoint-went-back"


def test_another_log_of_a_witness(state: Path) -> None:
    other = PrivateKey("club.example/other", bytes(32))
    with pytest.raises(Conflict, match="other-log-kept"):
        witness(submission(entries(9), 5, key=other), state, [other.public], WITNESS, 1000)


def test_a_lost_state_signs_nothing(state: Path) -> None:
    state.unlink()
    for old in (0, 5):
        assert refused(NoTiles, submission(entries(9), old), state) == "no-witness-state"


def test_a_witness_begins_once(state: Path) -> None:
    forked = submission([b"x" * 56], 0)
    assert refused(Conflict, forked, state, begin=True) == "witness-began"


def test_a_damaged_state_signs_nothing(state: Path) -> None:
    whole = state.read_bytes()
    for damaged in (b"", whole[:-9], whole.replace(b"\n5\n", b"\n4\n"), b"\xff"):
        state.write_bytes(damaged)
        with pytest.raises((BadNote, Tampered, Conflict)):
            keep(submission(entries(9), 5), state)
        assert state.read_bytes() == damaged


def test_a_clock_that_went_back(state: Path) -> None:
    (seen,) = signed_by(keep(submission(entries(9), 5), state, time=7), [WITNESS.public])
    assert seen.time == 1000


def test_a_state_that_cannot_be_kept_signs_nothing(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert refused(NoTiles, submission(entries(9), 5), state) == "file-unwritable"
    assert not list(state.parent.glob("*.part"))


# -- two submissions at once, by two processes

ROUNDS = examples(200)


def _submits(directory: str, number: int, together: Barrier) -> None:
    """In each round, send one of two forks of the same size, and note what was signed."""
    for round in range(ROUNDS):
        here = Path(directory) / str(round)
        sent = submission([*entries(5), b"%56d" % number], 5)
        together.wait()
        try:
            signed = keep(sent, here / "kept")
        except Conflict:
            continue
        (here / f"signed{number}").write_text(str(signed))


def test_of_two_forks_at_once_exactly_one_is_signed(tmp_path: Path) -> None:
    for round in range(ROUNDS):
        keep(submission(entries(5), 0), tmp_path / str(round) / "kept", begin=True)
    context = get_context("spawn")
    together = context.Barrier(2)
    forks = [
        context.Process(target=_submits, args=(str(tmp_path), number, together))
        for number in range(2)
    ]
    for fork in forks:
        fork.start()
    for fork in forks:
        fork.join(120)
        assert fork.exitcode == 0
    for round in range(ROUNDS):
        here = tmp_path / str(round)
        signed = [file.read_text() for file in here.glob("signed*")]
        assert signed == [(here / "kept").read_text()]
