"""`domino key`, and what is signed with the keys it makes."""

import json
import re
from pathlib import Path

import pytest

from domino_ledger.cli import exit_codes as exits
from tests.ledger.games import line, record

from .bad_input import DISPUTED as GAME
from .command import Command

LINE = r"club\.example/marta\+[0-9a-f]{8}\+A[A-Za-z0-9+/]{43}\n"


@pytest.fixture
def signing(desk: Command) -> Command:
    """A book with a dispute, and the key of Marta, an arbiter, in `marta.key`."""
    assert re.fullmatch(LINE, desk("key new club.example/marta --out marta.key").out)
    assert desk("key add marta.key --role arbiter --player Marta --new").code == exits.FINE
    return desk


def test_a_new_key_is_in_a_file_of_its_owner(desk: Command) -> None:
    made = desk("key new club.example/marta --out marta.key")
    file = Path("marta.key")
    assert (file.stat().st_mode & 0o777, made.code) == (0o600, exits.FINE)
    secret = file.read_text().strip()
    assert secret.startswith("PRIVATE+KEY+club.example/marta+")
    assert secret not in made.out + made.err
    assert desk("key show marta.key").out == made.out
    Path("marta.pub").write_text(made.out)
    assert desk("key show marta.pub").out == made.out
    witness = desk("key new club.example/w --witness --out w.key").out
    assert re.fullmatch(r"club\.example/w\+[0-9a-f]{8}\+B[A-P][A-Za-z0-9+/]{42}\n", witness)
    file.chmod(0o644)
    assert desk("key show marta.key").err == (
        "domino: others may read marta.key (mode 644): only its owner may, so run chmod 600 on it\n"
    )
    refused = desk(f"key show {secret}")
    assert (refused.code, refused.err) == (
        exits.FAILURE,
        "domino: this is not a public key: expected a line such as name+id+data\n",
    )


def test_a_dry_run_ends_no_key(signing: Command) -> None:
    before = signing("key list --json").out
    signing("key new club.example/marta --out other.key")
    for dry in (
        "rotate club.example/marta other.key --dry-run",
        "revoke club.example/marta --reason lost --dry-run",
    ):
        assert signing(f"key {dry}").code == exits.FINE
    assert signing("key revoke club.example/marta --reason ' '").code == exits.USAGE
    assert signing("key list --json").out == before


def test_a_signed_amendment_is_in_the_audit(signing: Command) -> None:
    changed = record("payout.jsonl") | {"source": "the sheet of the table"}
    assert changed["id"] == GAME
    Path("changed.jsonl").write_bytes(line(changed))
    amend = f"amend {GAME} changed.jsonl --reason typo --key marta.key"
    refused = signing(amend)
    assert (refused.code, refused.err.count("belongs to Marta")) == (exits.FAILURE, 1)
    assert signing(f"{amend} --by Marta").code == exits.FINE
    assert "\n  version 2: signed by Marta with club.example/marta+" in signing(f"audit {GAME}").out
    (report,) = map(json.loads, signing(f"audit {GAME} --json").out.splitlines())
    (signed,) = report["signatures"]
    assert (signed["amended"], signed["standing"]) == (2, "holds")
    assert not {"hash", "signature"} & signed.keys()
    exported = signing(f"export {GAME}")
    assert "sign" not in exported.out
    assert signing("import -", stdin=exported.out.encode()).err.startswith("0 games added, 1 unch")


def test_a_ruling_that_is_refused_is_not_signed(signing: Command) -> None:
    before = signing("tail").out
    rule = f"dispute rule {GAME} 1 --by Marta --uphold"
    assert signing(f"{rule} --key none.key").code == exits.FAILURE
    assert signing(f"{rule} --void-round --key marta.key").code == exits.FAILURE
    assert signing(f"{rule} --key marta.key --dry-run").code == exits.FINE
    assert signing("tail").out == before
