"""`verify.py` against vectors of others, and proofs that another program wrote from the page."""

import ast
import json
import random
import re
from base64 import b64decode
from pathlib import Path
from typing import Any, get_args

import pytest

from domino_ledger.domain.events import (
    GameAbandoned,
    GameForfeited,
    GameWon,
    RoundDealt,
    RoundEvent,
    RoundReported,
)
from domino_ledger.domain.round.state import Act
from domino_ledger.projections.verification import verify
from domino_ledger.projections.verification.make_proof import VERIFIER
from tests.ledger.log.test_merkle import PUBLISHED
from tests.ledger.log.trees import tree_hash
from tests.ledger.test_signing import LOW_ORDER, PETER, RFC_8032, SAYING, SIGNED_SAYING

from . import naive_proof
from .naive_proof import VECTORS, by_hand, text_of, vectors

PAGE = VECTORS.with_name("proof-format.md")
FOUND: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))
TRUSTED = verify.key_in(naive_proof.key_line())


def tiles_of(vector: dict[str, Any], directory: Path) -> str | None:
    for name, bundle in vector.get("tiles", {}).items():
        file = directory / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(bytes.fromhex(bundle))
    return str(directory) if "tiles" in vector else None


@pytest.mark.parametrize("vector", FOUND, ids=lambda each: str(each["name"]))
def test_a_proof_that_another_program_wrote(vector: dict[str, Any], tmp_path: Path) -> None:
    tiles = tiles_of(vector, tmp_path)
    if not vector["holds"]:
        with pytest.raises(verify.Unproven):
            verify.check(vector["file"].encode(), TRUSTED, None, tiles)
        return
    said = "\n".join(verify.check(vector["file"].encode(), TRUSTED, None, tiles))
    assert ("these are all events of this game" in said) == (vector.get("later") == 0)
    assert ("INCOMPLETE: the log has 1 later" in said) == (vector.get("later") == 1)
    assert ("not checked: later events" in said) == (tiles is None)
    assert "later events of this game can exist after size" in said


def test_the_published_vectors_are_those_of_the_page() -> None:
    assert VECTORS.read_text(encoding="utf-8") == text_of(vectors())


def test_the_hashes_in_the_vectors() -> None:
    first = FOUND[0]
    events, entries = verify.check_chain(json.loads(first["file"])["events"])
    assert [entry.hex() for entry in entries] == [each["entry"] for each in first["events"]]
    assert {entry[:16].hex() for entry in entries} == {first["game"]}
    previous = [event.previous for event in events]
    assert previous == ["", *(each["hash"] for each in first["events"][:-1])]


def test_what_is_said_of_the_game_written_by_hand() -> None:
    said = verify.check(FOUND[0]["file"].encode(), TRUSTED)
    assert 'game "table 3, game 1: Zoë\'s", rules "draw@1"' in said
    assert "in force: rounds 1, acts 4" in said
    assert 'the end: game-won/1 {"seats":[0]}' in said
    assert said[3] == (
        "event 4 (no longer in force), recorded by the house as of 2026-11-20T20:06:45.678945Z: "
        'turn-passed/1 {"seat":1,"inferred":false}'
    )
    assert said[2].startswith(
        "event 3, recorded by the house as of 2026-11-20T20:06:45.678945Z, "
        "happened by its word at 2026-11-20T2"
    )
    assert ", though its clock showed 2026-11-20T19:06:50.000000Z: points-claimed" in said[7]
    assert "when this existed is not proven: name the keys of witnesses with --witness" in said
    assert len(by_hand().stored) == sum(line.startswith("event ") for line in said)


# -- vectors of others

ON_THE_WAY = {
    "0 of 8": (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    "5 of 8": (
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
    "2 of 3": ("fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",),
    "1 of 5": (
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ),
}
"""By place, the hashes beside the way over the entries of `PUBLISHED`: the inclusion proofs in
the tests of Certificate Transparency (github.com/transparency-dev/merkle, testdata/inclusion)."""


@pytest.mark.parametrize("place", ON_THE_WAY)
def test_the_published_inclusion_proofs(place: str) -> None:
    index, size = map(int, place.split(" of "))
    entry, root = bytes.fromhex(PUBLISHED[index][0]), bytes.fromhex(PUBLISHED[size - 1][1])
    beside = list(map(bytes.fromhex, ON_THE_WAY[place]))
    leaf = naive_proof.leaf_of(entry)
    assert verify.root_from(leaf, index, size, beside) == root
    assert verify.root_from(naive_proof.leaf_of(leaf), index, size, beside) != root
    assert verify.root_from(leaf, index, size, [beside[0][::-1], *beside[1:]]) != root
    for wrong in (beside[:-1], [*beside, root]):
        with pytest.raises(verify.Unproven, match=r"too (short|long)"):
            verify.root_from(leaf, index, size, wrong)


def test_the_published_roots() -> None:
    entries = [bytes.fromhex(entry) for entry, _ in PUBLISHED]
    for size, (_, root) in enumerate(PUBLISHED, 1):
        assert verify.root_of(entries[:size]).hex() == root


GO = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"
"""The key of the checksum database of Go, as the go command has it."""
CHECKPOINTS = {
    "go.sum database tree\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n": (
        "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOA"
        "YQ8="
    ),
    "go.sum database tree\n63096908\n8lHrQPRYe4KT4WQ9/Qk8/taKnD6IRHbFgfN7vQE2Y54=\n": (
        "Az3gri/oVBN1jAhNZ/iS+W31psFAWRT20/GyrhpU6taFwulQGetBkH5S7wpGXdS935jiIGiUUAXBVHzT/P6fYhqA"
        "mAk="
    ),
}
"""Checkpoints that sum.golang.org signed. The first is the one in the example of C2SP
tlog-cosignature, which shows it under another name."""
WITNESS = (
    "witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2"
    "oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=="
)


@pytest.mark.parametrize(("text", "signature"), CHECKPOINTS.items())
def test_checkpoints_of_a_public_log(text: str, signature: str) -> None:
    note = f"{text}\n— sum.golang.org {signature}\n— {WITNESS}\n"
    found = verify.checkpoint_in(note)
    origin, size, root = text.splitlines()
    assert found[:3] == (origin, int(size), b64decode(root))
    assert (found.text, found.time) == (text, "")
    verify.check_signature(found.text, found.signatures, verify.key_in(GO))
    changed = text.replace("\n2", "\n3").replace("\n6", "\n7")
    with pytest.raises(verify.Unproven, match=r"a signature of sum\.golang\.org is wrong"):
        verify.check_signature(changed, found.signatures, verify.key_in(GO))


def test_the_key_of_a_public_witness() -> None:
    """Its id has the kind of the key in it."""
    line = "remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2"
    key = verify.key_in(line, verify.WITNESS)
    assert (key.name, key.id.hex(), len(key.data)) == ("remora.n621.de", "da77ade7", 32)
    with pytest.raises(verify.Unproven, match="not the public key of a log"):
        verify.key_in(line)


def test_the_note_of_the_reference_implementation() -> None:
    below = SIGNED_SAYING.removeprefix(f"{SAYING}\n").splitlines()
    verify.check_signature(SAYING, below, verify.key_in(PETER))
    with pytest.raises(verify.Unproven):
        verify.check_signature(SAYING + "?\n", below, verify.key_in(PETER))


@pytest.mark.parametrize(("_seed", "public", "message", "signature"), RFC_8032)
def test_the_published_signatures(_seed: str, public: str, message: str, signature: str) -> None:
    read = bytes.fromhex
    assert verify.is_signed(read(public), read(message), read(signature))
    assert not verify.is_signed(read(public), read(message) + b"\0", read(signature))


@pytest.mark.parametrize("sign", [0, 0x80])
@pytest.mark.parametrize("point", LOW_ORDER)
def test_a_key_of_low_order_accepts_nothing(point: str, sign: int) -> None:
    key, neutral = bytes.fromhex(point), bytes([1]) + bytes(63)
    for number in range(40):
        weak = key[:-1] + bytes([key[-1] | sign])
        assert not verify.is_signed(weak, b"%d" % number, neutral)


# -- the file itself


def kinds_of(union: Any) -> set[str]:
    return {kind.TOPIC.partition("/")[0] for kind in get_args(union)}


def test_what_is_taken_back_is_the_same_in_the_program_and_on_the_page() -> None:
    acts, of_a_round = kinds_of(Act), kinds_of(RoundEvent | GameWon)
    assert acts == verify.ACTS
    assert of_a_round - acts - verify.UNDO == verify.FOLLOW
    assert kinds_of(RoundDealt | RoundReported) == verify.DEALS
    assert kinds_of(GameWon | GameAbandoned | GameForfeited) == verify.ENDS
    _, _, page = PAGE.read_text(encoding="utf-8").partition("## In force")
    said = page.partition("*Acts* are ")[2].partition("## Vectors")[0]
    named = [set(re.findall("`([a-z-]+)`", sentence)) for sentence in said.split("*")[::2]]
    assert named[:3] == [verify.ACTS, verify.FOLLOW, verify.DEALS | verify.ENDS | {"ruling-made"}]


def test_the_program_runs_on_an_old_python() -> None:
    """It is one file in the grammar of 3.8, and imports what its standard library has."""
    tree = ast.parse(VERIFIER.read_text(encoding="utf-8"), feature_version=(3, 8))
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported == {
        *("__future__", "argparse", "base64", "binascii", "hashlib", "json", "os", "re", "sys"),
        *("time", "typing", "uuid"),
    }


@pytest.mark.parametrize("seed", range(20))
def test_the_root_of_any_log(seed: int) -> None:
    chance = random.Random(seed)
    log = [chance.randbytes(chance.randrange(60)) for _ in range(chance.randrange(1, 600))]
    assert verify.root_of(log) == tree_hash(log)
