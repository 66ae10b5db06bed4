"""The short code of the hash on a score sheet."""

import hashlib
from contextlib import closing
from pathlib import Path

import pytest

from domino_ledger.ledger.errors import Mistyped, Tampered
from domino_ledger.ledger.store.ids import game_id
from domino_ledger.projections.messages.errors import error_text
from domino_ledger.projections.verification.chains import verify_sheet
from domino_ledger.projections.verification.sheet_code import code_of, hash_begins

from .tails import events_of, games, written

HASHES = [hashlib.sha256(bytes([number])).hexdigest() for number in range(60)]
CHARACTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def test_a_code_by_the_definition_of_crockford() -> None:
    assert code_of("0" * 64) == "00000-00000-00000-00000-0"
    assert code_of(f"{'0' * 23}20{'f' * 39}") == "00000-00000-00000-00010-*"
    assert code_of(f"{'0' * 23}24{'f' * 39}") == "00000-00000-00000-00014-U"


@pytest.mark.unmeasured
@pytest.mark.parametrize("hash", HASHES)
def test_a_code_stands_for_a_hundred_bits_of_the_hash(hash: str) -> None:
    code = code_of(hash)
    assert hash_begins(code) == hash[:25]
    assert hash_begins(f" {code.lower().replace('-', ' ')} ") == hash[:25]
    assert hash_begins(code.replace("0", "o").replace("1", "l")) == hash[:25]
    assert hash_begins(f" {hash.upper()} ") == hash


@pytest.mark.parametrize("hash", HASHES[:10])
def test_every_wrong_character_and_every_swap_of_neighbours_is_noticed(hash: str) -> None:
    code = code_of(hash).replace("-", "")
    wrong = {
        f"{code[:at]}{other}{code[at + 1 :]}" for at in range(len(code)) for other in CHARACTERS
    } | {f"{code[:at]}{code[at + 1]}{code[at]}{code[at + 2 :]}" for at in range(len(code) - 1)}
    for typed in wrong - {code}:
        with pytest.raises(Mistyped):
            hash_begins(typed)


@pytest.mark.parametrize("typed", ["", "12345", "?" * 21, "0" * 20, "0" * 22, f"{'0' * 63}"])
def test_what_is_no_code_is_mistyped(typed: str) -> None:
    with pytest.raises(Mistyped) as found:
        hash_begins(typed)
    assert error_text(found.value).endswith("is mistyped: compare it with the sheet, sign by sign")


def test_the_book_finds_the_game_of_a_code(tmp_path: Path) -> None:
    with closing(written(tmp_path, games("draw", "unfinished"))) as book:
        hashes = [entry.hash for entry in book.stream(game_id("draw")).entries]
        last = len(events_of("draw"))
        assert verify_sheet(book, code_of(hashes[-1])) == (game_id("draw"), last, 0)
        assert verify_sheet(book, code_of(hashes[3])) == (game_id("draw"), 4, last - 4)
        with pytest.raises(Tampered):
            verify_sheet(book, code_of("1" * 64))
