"""Who signed a checkpoint: keys of the log, also those that ended, and witnesses."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.ledger.book import Book, open_book
from domino_ledger.ledger.errors import BadKey, BadNote, LedgerError, Tampered
from domino_ledger.ledger.log.checkpoints import make_checkpoint, tiles_at
from domino_ledger.ledger.log.durable import NoTiles
from domino_ledger.ledger.registry.keys import add_key, check_signs_log, revoke_key, rotate_key
from domino_ledger.ledger.signing.keys import COSIGNATURE, PrivateKey, new_key
from domino_ledger.ledger.signing.notes import Note, cosign_note
from domino_ledger.projections.verification import verify
from domino_ledger.projections.verification.checkpoints import (
    Seen,
    add_cosignatures,
    logged_by,
    signatures_on,
)
from domino_ledger.projections.verification.make_proof import prove_game

from .logged import KEY, logged
from .tails import games

ONE, TWO = new_key("w1", COSIGNATURE), new_key("w2", COSIGNATURE)
AT, SEEN = 1_700_000_000, "2023-11-14T22:13:20+00:00"


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    logged(tmp_path, games("draw"))
    with closing(open_book(tmp_path / "book.db")) as opened:
        yield opened


def tiles(book: Book) -> Path:
    return Path(book.path).with_name("tiles")


def cosigned(note: Note, *keys: PrivateKey, at: int = AT) -> Note:
    more = [cosign_note(note.text, key, at) for key in keys]
    return note._replace(signatures=(*note.signatures, *more))


def code_of(found: pytest.ExceptionInfo[LedgerError]) -> str:
    return found.value.code


# -- keys of the log


def test_keys_that_are_trusted_and_keys_on_record(book: Book) -> None:
    note = make_checkpoint(book, tiles(book), KEY)
    assert signatures_on(book, note).by == ()
    assert signatures_on(book, note, [KEY.public]).by == (KEY.name,)
    with pytest.raises(Tampered, match="not-signed"):
        signatures_on(book, note, [new_key(KEY.name).public])
    add_key(book, KEY.public, "log")
    assert signatures_on(book, note).by == (KEY.name,)
    with pytest.raises(Tampered) as found:
        signatures_on(book, make_checkpoint(book, tiles(book), new_key(KEY.name)))
    assert code_of(found) == "not-signed-by-log"


def test_a_checkpoint_of_another_name_than_its_key(book: Book) -> None:
    other = make_checkpoint(book, tiles(book).with_name("other"), new_key("club.example/other"))
    signed = make_checkpoint(book, tiles(book), KEY)
    renamed = Note(other.text, signed.signatures)
    with pytest.raises(Tampered):
        signatures_on(book, renamed, [KEY.public])


def test_a_revoked_key_signs_no_later_log(book: Book) -> None:
    add_key(book, KEY.public, "log")
    before = make_checkpoint(book, tiles(book), KEY)
    revoke_key(book, KEY.name, "stolen")
    signed = signatures_on(book, before)
    assert [each.key for each in signed.revoked] == [KEY.public]
    assert signed.json["revoked_since"] == [KEY.name]
    after = make_checkpoint(book, tiles(book), KEY)  # By somebody who has the key still.
    for trusted in ([], [KEY.public]):
        with pytest.raises(Tampered) as found:
            signatures_on(book, after, trusted)
        assert code_of(found) == "signed-by-ended-key"


def test_a_replaced_key_signs_no_later_log_and_no_less_before(book: Book) -> None:
    newer = new_key(KEY.name)
    add_key(book, KEY.public, "log")
    before = make_checkpoint(book, tiles(book), KEY)
    rotate_key(book, KEY.name, newer.public)
    assert signatures_on(book, before)[1:3] == ((KEY.name,), ())
    assert signatures_on(book, make_checkpoint(book, tiles(book), newer)).by == (KEY.name,)
    with pytest.raises(Tampered, match="signed-by-ended-key"):
        signatures_on(book, make_checkpoint(book, tiles(book), KEY))


def test_the_house_signs_with_no_key_that_it_does_not_accept(book: Book) -> None:
    check_signs_log(book, KEY.public)
    add_key(book, KEY.public, "log")
    check_signs_log(book, KEY.public)
    scribe = new_key("scribe")
    add_key(book, scribe.public, "scribe")
    newer = new_key(KEY.name)
    for key, code in ((scribe, "no-log-by-key"), (newer, "unregistered-key")):
        with pytest.raises(BadKey) as found:
            check_signs_log(book, key.public)
        assert code_of(found) == code
    revoke_key(book, KEY.name, "stolen")
    with pytest.raises(BadKey, match="key-not-in-force"):
        check_signs_log(book, KEY.public)


def test_what_a_checkpoint_holds_of_a_game(book: Book) -> None:
    note = make_checkpoint(book, tiles(book), KEY)
    game = next(iter(book.games()))
    unknown = logged_by(book, game, note)
    assert unknown.json == {
        "checkpoint": str(note),
        "logged": book.stream(game).version,
        "signature_checked": False,
    }
    add_key(book, KEY.public, "log")
    assert logged_by(book, game, note) == unknown._replace(checked=True)


# -- witnesses


def test_so_many_witnesses_as_are_needed(book: Book) -> None:
    note = cosigned(make_checkpoint(book, tiles(book), KEY), ONE)
    both = [ONE.public, TWO.public]
    assert signatures_on(book, note, (), both, 1).seen == (Seen("w1", SEEN),)
    assert signatures_on(book, note, (), both, 1).json["witnesses"] == [
        {"name": "w1", "time": SEEN}
    ]
    with pytest.raises(BadNote) as found:
        signatures_on(book, note, (), both, 2)
    assert code_of(found) == "too-few-witnesses"
    assert len(signatures_on(book, cosigned(note, TWO), (), both, 2).seen) == 2


def test_a_witness_counts_once_and_the_log_never(book: Book) -> None:
    note = make_checkpoint(book, tiles(book), KEY)
    again = PrivateKey("w3", ONE.seed, COSIGNATURE)
    twice = cosigned(cosigned(note, ONE, again, at=AT + 9), ONE)
    keys = [ONE.public, again.public]
    assert signatures_on(book, twice, (), keys, 1).seen == (Seen("w1", SEEN),)
    with pytest.raises(BadNote):
        signatures_on(book, twice, (), keys, 2)
    itself = PrivateKey("w4", KEY.seed, COSIGNATURE)
    with pytest.raises(BadNote):
        signatures_on(book, cosigned(note, itself), [KEY.public], [itself.public], 1)


def test_a_time_that_no_calendar_has(book: Book) -> None:
    note = make_checkpoint(book, tiles(book), KEY)
    with pytest.raises(Tampered, match="wrong-signature"):
        signatures_on(book, cosigned(note, ONE, at=2**60), (), [ONE.public], 1)


def test_signatures_of_witnesses_are_added(book: Book) -> None:
    note = make_checkpoint(book, tiles(book), KEY)
    with pytest.raises(BadKey, match="no-witness-of-the-book"):
        add_cosignatures(book, tiles(book), cosigned(note, ONE))
    add_key(book, ONE.public, "witness")
    add_key(book, TWO.public, "witness")
    for _ in range(2):
        add_cosignatures(book, tiles(book), cosigned(note, ONE, new_key("junk", COSIGNATURE)))
    add_cosignatures(book, tiles(book), cosigned(note, TWO))
    kept = tiles_at(tiles(book))[1]
    assert kept == cosigned(note, ONE, TWO)
    assert [seen.name for seen in signatures_on(book, kept).seen] == ["w1", "w2"]
    newest = make_checkpoint(book, tiles(book), KEY)
    with pytest.raises(BadNote, match="another-checkpoint"):
        add_cosignatures(book, tiles(book), cosigned(note, ONE))
    assert tiles_at(tiles(book))[1] == newest
    with pytest.raises(NoTiles):
        add_cosignatures(book, tiles(book).with_name("none"), cosigned(note, ONE))


# -- for strangers


def line(key: PrivateKey) -> verify.Key:
    return verify.key_in(str(key.public), verify.WITNESS)


def test_a_stranger_counts_witnesses(book: Book) -> None:
    (game,) = book.games()
    note = cosigned(make_checkpoint(book, tiles(book), KEY), ONE)
    file = prove_game(book, game, tiles(book), KEY, note).file
    trusted, both = verify.key_in(str(KEY.public)), [line(ONE), line(TWO)]
    said = verify.check(file, trusted, witnesses=both, threshold=1)
    assert "signed by the witness w1 at 2023-11-14T22:13:20Z: all this existed then" in said
    assert "not signed by the witness w2" in said
    assert not any("is not proven" in each for each in said)
    held = verify.checkpoint_in(str(cosigned(note, TWO)))
    assert verify.check(file, trusted, held, witnesses=both)
    again = PrivateKey("w3", ONE.seed, COSIGNATURE)
    itself = PrivateKey("w4", KEY.seed, COSIGNATURE)
    for witnesses, threshold, reason in (
        (both, None, "1 have signed the checkpoint, and not 2"),
        ([line(ONE), line(ONE)], 2, "1 have signed the checkpoint, and not 2"),
        ([line(ONE), line(again)], 2, "and not 2"),
        ([line(itself)], 1, "the key of the log is named as that of a witness"),
    ):
        with pytest.raises(verify.Unproven, match=reason):
            verify.check(file, trusted, witnesses=witnesses, threshold=threshold)
    with pytest.raises(verify.Unproven, match="not the public key of a witness"):
        verify.key_in(str(KEY.public), verify.WITNESS)


def test_a_stranger_finds_a_wrong_signature_of_a_witness(book: Book) -> None:
    (game,) = book.games()
    note = cosigned(make_checkpoint(book, tiles(book), KEY), ONE)
    of_log, genuine = note.signatures
    earlier = genuine._replace(data=(AT - 1).to_bytes(8, "big") + genuine.data[8:])
    file = prove_game(book, game, tiles(book), KEY, note._replace(signatures=(of_log, earlier)))
    with pytest.raises(verify.Unproven, match="a signature of w1 is wrong"):
        verify.check(file.file, witnesses=[line(ONE)])
    assert verify.moment(2**63) == f"{2**63} seconds after 1970"
