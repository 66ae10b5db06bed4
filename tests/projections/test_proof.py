"""Proofs of games, and `verify.py`, which checks them without the book."""

import json
import random
import shutil
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import ActUndone, DealUndone, Event, GameAmended, RoundReported
from domino_ledger.ledger.book import open_book
from domino_ledger.ledger.errors import Tampered
from domino_ledger.ledger.log.checkpoints import checkpoint_in, make_checkpoint
from domino_ledger.ledger.registry.name_changes import erase
from domino_ledger.ledger.signing.keys import new_key
from domino_ledger.ledger.signing.notes import Note, sign_note
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.verification import verify
from domino_ledger.projections.verification.make_proof import (
    FORMAT,
    VERIFIER,
    GameProof,
    NoProof,
    prove_game,
)
from tests.lanes import examples

from .logged import KEY, Logged, grown, logged, made_anew
from .logged import opened as opened_plain
from .tails import games
from .test_tail_left import LEAD, OPENED, RIGHT, STOPPED, WRONG

TRUSTED = verify.key_in(str(KEY.public))
NAMES = ("draw", "irregular-over", "sanjuan", "unfinished", "void")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Logged:
    return logged(tmp_path_factory.mktemp("proven"), games(*NAMES))


def proven(book: Logged, name: str, checkpoint: Note | None = None) -> GameProof:
    with closing(open_book(book.file)) as opened:
        return prove_game(opened, game_id(name), book.tiles, KEY, checkpoint)


def refusal(data: bytes, held: verify.Checkpoint | None = None) -> str:
    with pytest.raises(verify.Unproven) as found:
        verify.check(data, TRUSTED, held)
    return str(found.value)


IN_PLAY = [OPENED, RIGHT, *LEAD]
OVER = [*IN_PLAY, *STOPPED]
AMENDED = GameAmended(reason="slip", by=None, opening=OPENED)
RESULT = RoundReported(winners=(0,), ended="out", out=0, points=(5, 0))


@pytest.mark.parametrize(
    ("events", "shown"),
    [
        (IN_PLAY, 1),
        (OVER, len(OVER)),
        ([*OVER, RESULT], len(OVER) + 1),
        ([*OVER, WRONG], len(OVER)),
        ([OPENED, WRONG, DealUndone()], 1),
        ([OPENED, WRONG, DealUndone(), RIGHT, *LEAD], 1),
        ([OPENED, WRONG, DealUndone(), RIGHT, *LEAD, *STOPPED], len(OVER) + 2),
        ([*OVER, WRONG, DealUndone()], len(OVER)),
        ([*OVER, ActUndone(), *LEAD, *STOPPED], len(OVER) + 4),
        ([*OVER, AMENDED, RIGHT, *LEAD], 1),
        ([*OVER, AMENDED, RIGHT, *LEAD, *STOPPED], 2 * len(OVER)),
    ],
)
def test_what_is_hidden_is_in_no_proof(events: list[Event], shown: int, tmp_path: Path) -> None:
    proof = proven(logged(tmp_path, [(OPENED.record, events)]), OPENED.record)
    assert (proof.version, proof.events) == (shown, len(events))
    assert verify.check(proof.file, TRUSTED)
    if shown == 1:
        assert not any(tile in proof.file for tile in (b"6-5", b"5-5", b"2-1", b"3-3"))


def test_a_checkpoint_of_another_log(book: Logged) -> None:
    other = checkpoint_in(book.checkpoint)._replace(origin="another.example")
    with pytest.raises(Tampered, match="other-log"):
        proven(book, "draw", book.checkpoint._replace(text=other.text))


def test_a_game_that_is_not_the_one_of_the_log(book: Logged, tmp_path: Path) -> None:
    file = changed_with_hashes(book, "draw", tmp_path)
    with closing(open_book(file)) as changed, pytest.raises(Tampered, match="not-in-log"):
        prove_game(changed, game_id("draw"), book.tiles, KEY)


def changed_with_hashes(book: Logged, name: str, directory: Path) -> Path:
    """A copy of the book in which a pass became another, and all hashes of its game were made."""
    copy = directory / "changed.db"
    shutil.copy(book.file, copy)
    with opened_plain(copy) as plain:
        made_anew(
            plain, game_id(name).hex, lambda state: state.replace(b'"seat":1', b'"seat":0', 1)
        )
    return copy


def test_a_proof_by_an_older_checkpoint(tmp_path: Path) -> None:
    made = logged(tmp_path, games("draw"))
    older = verify.checkpoint_in(str(made.checkpoint))
    with closing(open_book(made.file)) as opened:
        grown(opened, games("void"))
        newer = make_checkpoint(opened, made.tiles, KEY)
        stranger = Note(newer.text, (sign_note(newer.text, KEY),))
        other = checkpoint_in(newer)._replace(root=bytes(32)).text
        with pytest.raises(Tampered):
            prove_game(opened, game_id("draw"), made.tiles, KEY, Note(other, stranger.signatures))
        larger = checkpoint_in(newer)._replace(size=10**6).text
        with pytest.raises(Tampered):
            prove_game(opened, game_id("draw"), made.tiles, KEY, Note(larger, ()))
        with pytest.raises(NoProof):
            prove_game(opened, game_id("void"), made.tiles, KEY, made.checkpoint)
    assert verify.check(proven(made, "draw", made.checkpoint).file, TRUSTED, older)
    assert "another checkpoint" in refusal(proven(made, "draw").file, older)


def test_names_that_were_erased_are_in_no_proof(tmp_path: Path) -> None:
    made = logged(tmp_path, games("draw"))
    before = json.loads(proven(made, "draw").file)
    with closing(open_book(made.file)) as opened:
        opened.write([], [(player_of(before), "Anastasia")])
        assert "Anastasia" in json.loads(proven(made, "draw").file)["names"]
        erase(opened, "Anastasia")
    after = proven(made, "draw").file
    assert b"Anastasia" not in after
    assert json.loads(after)["events"] == before["events"]
    assert verify.check(after, TRUSTED)


def player_of(proof: dict[str, Any]) -> str:
    opened = json.loads(proof["events"][0][1])
    return UUID(opened["event"]["players"][0]).hex


# -- changes


@pytest.fixture(scope="module")
def file(book: Logged) -> bytes:
    return proven(book, "draw").file


@pytest.mark.parametrize("seed", range(examples(30)))
def test_no_changed_file_is_taken(file: bytes, seed: int) -> None:
    chance = random.Random(seed)
    at, end = sorted(chance.sample(range(len(file)), 2))
    kinds: tuple[Callable[[], bytes], ...] = (
        lambda: file[:at] + bytes([file[at] ^ 1 << chance.randrange(8)]) + file[at + 1 :],
        lambda: file[:at] + file[at + 1 :],
        lambda: file[:at] + b" " + file[at:],
        lambda: file[:at] + file[end:],
        lambda: file[:at],
        lambda: file[:end] + file[at:end] + file[end:],
    )
    changed = chance.choice(kinds)()
    assert changed != file
    refusal(changed)


def signed_again(file: bytes, **changes: Any) -> bytes:
    """The proof with these changes, and the signature of the house over all of it."""
    proof = json.loads(file) | changes
    del proof["signature"]
    digest = sha256(verify.canonical(proof)).hexdigest()
    return verify.canonical(proof | {"signature": str(sign_note(f"{FORMAT}\n{digest}\n", KEY))})


def changed_events(file: bytes, was: str, becomes: str) -> list[list[str]]:
    events = [list(event) for event in json.loads(file)["events"]]
    at = next(at for at, (_, state) in enumerate(events) if was in state)
    events[at][1] = events[at][1].replace(was, becomes, 1)
    return events


def changed_proof(file: bytes, was: str, becomes: str) -> str:
    proof: str = json.loads(file)["proof"]
    assert was in proof
    return proof.replace(was, becomes, 1)


def test_the_word_of_the_house_alone_is_not_enough(file: bytes) -> None:
    """Each part is checked, also where the house signs the file again."""
    events = json.loads(file)["events"]
    checkpoint = json.loads(file)["proof"].partition("\n\n")[2]
    size = int(checkpoint.split("\n")[1])
    proof = json.loads(file)["proof"]
    beside = proof.split("\n")[2]
    for changes, reason in (
        ({"events": changed_events(file, '"seat":1', '"seat":0')}, "was changed"),
        ({"events": events[:-1]}, "another was recorded there"),
        ({"events": events[1:]}, "does not open a game"),
        ({"events": [events[0], *events[2:]]}, "event 1 was changed, or one is missing"),
        ({"events": []}, "does not open a game"),
        ({"events": [["game-opened/1", "{}"]]}, "event 1 cannot be read"),
        ({"names": []}, "not by seat"),
        ({"names": "AB"}, "not by seat"),
        ({"names": [["Ana"], None]}, "not by seat"),
        ({"added": 1}, "a proof has these fields"),
        ({"proof": changed_proof(file, "index ", "index 0")}, "no index"),
        ({"proof": changed_proof(file, "c2sp", "c3sp")}, "no proof"),
        ({"proof": changed_proof(file, "index ", f"index {size}")}, "not in the log"),
        ({"proof": changed_proof(file, beside, b64encode(bytes(32)).decode())}, "not at its place"),
        ({"proof": changed_proof(file, f"\n{beside}", "")}, "too short"),
        ({"proof": changed_proof(file, "\n\n", f"\n{beside}" * 40 + "\n\n")}, "too long"),
        ({"proof": proof.replace(f"\n{size}\n", f"\n{size + 1}\n")}, "REFUSED"),
        ({"proof": proof.removesuffix("\n")}, "not a signed note"),
        ({"proof": proof.replace(f"\n{size}\n", "\nx\n")}, "not a checkpoint"),
        ({"proof": proof.replace("\n— ", "\n- ")}, "not a signature"),
        ({"proof": proof.replace("\n— club", "\n— pub")}, "no signature of club"),
        ({"proof": proof + proof.rpartition("\n\n")[2].replace("B", "Ä")}, None),
        ({"format": "domino-ledger/proof/2"}, "not a proof of the form"),
        ({"events": None}, "not a proof, or it was changed"),
        ({"events": [["game-opened/1"]]}, "not a proof, or it was changed"),
        ({"key": "club+00000000+AAAA"}, "not the public key of a log"),
        ({"key": str(KEY.public).replace("+", "+0", 1)}, "the id of the key"),
        ({"key": "club"}, "not the public key of a log"),
        ({"key": "club++A"}, "not Base64"),
        ({"key": f"club++{b64encode(b'ab').decode().replace('=', '')}"}, "Base64"),
    ):
        found = refusal(signed_again(file, **changes))
        assert reason in {None, "REFUSED"} or str(reason) in found, (changes.keys(), found)


def test_the_key_of_another_house(file: bytes) -> None:
    other = new_key(KEY.name)
    assert "not the one you named" in refusal(signed_again(file, key=str(other.public)))
    with pytest.raises(verify.Unproven, match=f"no signature of {KEY.name}"):
        verify.check(signed_again(file, key=str(other.public)))
    forged = str(sign_note("another text\n", KEY))
    proof = json.loads(file) | {"signature": forged}
    assert f"a signature of {KEY.name} is wrong" in refusal(verify.canonical(proof))


# -- Ed25519


@given(st.binary(min_size=32, max_size=32), st.binary(max_size=80), st.integers(0, 511))
@settings(max_examples=examples(20))
def test_signatures_of_another_program(seed: bytes, message: bytes, bit: int) -> None:
    key = KEY._replace(seed=seed)
    public, signature = key.public.data, key.sign(message)
    assert verify.is_signed(public, message, signature)
    changed = bytearray(signature)
    changed[bit // 8] ^= 1 << bit % 8
    assert not verify.is_signed(public, message, bytes(changed))
    assert not verify.is_signed(public, message + b"x", signature)


def test_what_is_no_key_and_no_signature() -> None:
    signature = KEY.sign(b"")
    assert not verify.is_signed(b"short", b"", signature)
    assert not verify.is_signed(KEY.public.data, b"", b"short")
    assert not verify.is_signed(b"\xff" * 32, b"", signature)
    assert not verify.is_signed(b"\x02" + bytes(31), b"", signature)  # On no curve.
    assert not verify.is_signed(b"\x01" + bytes(30) + b"\x80", b"", signature)  # x = 0, odd.
    too_large = signature[:32] + verify.ORDER.to_bytes(32, "little")
    assert not verify.is_signed(KEY.public.data, b"", too_large)


# -- the program


def test_the_program(
    file: bytes,
    book: Logged,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "proof").write_bytes(file)
    (tmp_path / "key").write_text(f"{KEY.public}\n")
    (tmp_path / "checkpoint").write_text(str(book.checkpoint))
    program = [sys.executable, "-I", str(VERIFIER), "proof"]
    assert subprocess.run(program, check=False, cwd=tmp_path).returncode == 0
    monkeypatch.chdir(tmp_path)
    for options, code, said in (
        (["proof", "--key", "key", "--checkpoint", "checkpoint"], 0, ""),
        (["proof", "--key", "x"], 1, "REFUSED: this is not"),
        (
            ["proof", "--key", str(new_key(KEY.name).public)],
            1,
            "REFUSED: the key of the proof is not the one you named\n",
        ),
        (["missing"], 2, "verify.py: "),
    ):
        monkeypatch.setattr(sys, "argv", ["verify.py", *options])
        assert verify.main() == code
        assert capsys.readouterr().err.startswith(said)
    for number in ("0", "1"):
        monkeypatch.setattr(sys, "argv", ["verify.py", "proof", "--threshold", number])
        with pytest.raises(SystemExit) as ended:
            verify.main()
        assert ended.value.code == 2


def test_the_program_is_short() -> None:
    assert len(VERIFIER.read_text(encoding="utf-8").splitlines()) < 620
