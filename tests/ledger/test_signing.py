"""Keys and signed notes in their text forms, against published vectors."""

import os
import stat
from pathlib import Path

import pytest

from domino_ledger.ledger.errors import BadKey, BadNote, Tampered
from domino_ledger.ledger.signing.keys import (
    COSIGNATURE,
    ED25519,
    PrivateKey,
    PublicKey,
    given_key,
    new_key,
    private_key,
    public_key,
    read_private_key,
    write_private_key,
)
from domino_ledger.ledger.signing.notes import (
    MOST_SIGNATURES,
    Note,
    Signed,
    cosign_note,
    read_note,
    sign_note,
    signed_by,
)

RFC_8032 = (
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
            "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
            "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
)
"""Section 7.1, tests 1 to 3: seed, public key, message, signature."""

# The key and the note of the reference implementation (golang.org/x/mod/sumdb/note).
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PETER_PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
SAYING = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n"
)
SIGNED_SAYING = (
    f"{SAYING}\n— PeterNeumann "
    "x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
)
WITNESSED = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    "— witness.example.com/w1 "
    "jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIU"
    "BkBIfZ+qnA==\n"
)
"""The example of c2sp.org/tlog-cosignature, whose keys are not published."""


@pytest.mark.parametrize(("seed", "public", "message", "signature"), RFC_8032)
def test_published_vectors_hold_after_a_file(
    tmp_path: Path, seed: str, public: str, message: str, signature: str
) -> None:
    file, made = tmp_path / "rfc.key", PrivateKey("rfc", bytes.fromhex(seed))
    write_private_key(file, made)
    key = read_private_key(file)
    assert key == made
    read = public_key(str(key.public))
    assert read == PublicKey("rfc", bytes.fromhex(public))
    signed = key.sign(bytes.fromhex(message))
    assert signed.hex() == signature
    assert read.accepts(bytes.fromhex(message), signed)
    assert not read.accepts(bytes.fromhex(message) + b"\0", signed)
    assert not read.accepts(bytes.fromhex(message), signed[:-1])


def test_the_note_of_the_reference_implementation() -> None:
    key, signer = public_key(PETER), private_key(f"{PETER_PRIVATE}\n")
    assert (str(key), str(signer), signer.public) == (PETER, PETER_PRIVATE, key)
    assert (key.full_id, key.kind) == ("PeterNeumann+c74f20a3", ED25519)
    note = read_note(SIGNED_SAYING)
    assert (note.text, str(note)) == (SAYING, SIGNED_SAYING)
    assert note.signatures == (sign_note(SAYING, signer),)
    assert signed_by(note, [new_key("another").public, key]) == [Signed(key, None)]
    assert signed_by(note, []) == []


def test_the_example_of_a_cosignature_is_read() -> None:
    note = read_note(WITNESSED)
    assert str(note) == WITNESSED
    log, witness = note.signatures
    assert (log.name, log.key_id.hex(), len(log.data)) == (
        *("example.com/behind-the-sofa", "033de0ae"),
        64,
    )
    assert (witness.name, witness.key_id.hex()) == ("witness.example.com/w1", "8d66cf3f")
    assert int.from_bytes(witness.data[:8], "big") == 1_679_315_147


def test_a_cosignature_says_when() -> None:
    text, log, witness = "club\n3\nAAAA\n", new_key("club"), new_key("other-club", COSIGNATURE)
    note = Note(text, (sign_note(text, log), cosign_note(text, witness, 1_700_000_000)))
    note = read_note(str(note))
    assert signed_by(note, [witness.public, log.public]) == [
        Signed(log.public, None),
        Signed(witness.public, 1_700_000_000),
    ]
    of_witness = note.signatures[1]
    earlier = of_witness._replace(data=(1).to_bytes(8, "big") + of_witness.data[8:])
    cut = of_witness._replace(data=of_witness.data[:7])
    for wrong in (earlier, cut):
        with pytest.raises(Tampered, match="wrong-signature"):
            signed_by(note._replace(signatures=(wrong,)), [witness.public])


@pytest.mark.parametrize("at", range(0, len(SAYING) - 1, 7))
def test_a_changed_text_is_not_signed(at: int) -> None:
    changed = SAYING[:at] + chr(ord(SAYING[at]) ^ 1) + SAYING[at + 1 :]
    with pytest.raises(Tampered, match="wrong-signature"):
        signed_by(read_note(SIGNED_SAYING)._replace(text=changed), [public_key(PETER)])


def test_a_key_of_another_kind_has_another_id_and_signs_other_bytes() -> None:
    one = new_key("club")
    other = PrivateKey(one.name, one.seed, COSIGNATURE)
    assert one.public.id != other.public.id
    assert public_key(str(other.public)).kind == COSIGNATURE
    signature = cosign_note("text\n", other, 5)
    posing = signature._replace(key_id=one.public.id, data=signature.data[8:])
    with pytest.raises(Tampered):
        signed_by(Note("text\n", (posing,)), [one.public])


NAME, ID, DATA = PETER.split("+", 2)
BAD_PUBLIC = {
    "": "no-key",
    NAME: "no-key",
    f"{NAME}+{ID}": "no-key",
    f"{NAME}+{ID}+": "no-key",
    f"+{ID}+{DATA}": "no-key",
    f"Peter Neumann+{ID}+{DATA}": "no-key",
    f"Peter\x07Neumann+{ID}+{DATA}": "no-key",
    f"Peter\udcffNeumann+{ID}+{DATA}": "no-key",
    f"{'x' * 201}+{ID}+{DATA}": "no-key",
    f"{NAME}+{ID}+{DATA[:-1]}": "no-key",
    f"{NAME}+{ID}+{DATA}A": "no-key",
    f"{NAME}+{ID}+{DATA}====": "no-key",
    f"{NAME}+{ID}+{DATA[:-2]}!W": "no-key",
    f"{NAME}+{ID}+Z{DATA[1:]}": "no-key",  # An unknown kind.
    f"{NAME}+{ID.upper()}+{DATA}": "key-id",
    f"{NAME}+c74f20a4+{DATA}": "key-id",
    f"{NAME}s+{ID}+{DATA}": "key-id",
    PETER_PRIVATE: "no-key",
}


@pytest.mark.parametrize("line", BAD_PUBLIC, ids=range(len(BAD_PUBLIC)))
def test_a_malformed_public_key_is_refused(line: str) -> None:
    with pytest.raises(BadKey) as refused:
        public_key(line)
    assert refused.value.code == BAD_PUBLIC[line]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (PETER, "no-private-key"),
        (PETER_PRIVATE[1:], "no-private-key"),
        (PETER_PRIVATE[:-1], "no-key"),
        (PETER_PRIVATE.replace("c74f20a3", "c74f20a4"), "key-id"),
        (PETER_PRIVATE.replace("AYEK", "AYEL"), "key-id"),
    ],
)
def test_a_malformed_private_key_is_refused_and_not_repeated(line: str, code: str) -> None:
    with pytest.raises(BadKey, match=code) as refused:
        private_key(line)
    assert "AYE" not in str(refused.value)


@pytest.mark.parametrize("name", ["", "a b", "a+b", "a\n", "\u2003", "a\0", "\udcff", "x" * 201])
def test_an_unusable_name_is_refused(name: str) -> None:
    with pytest.raises(BadKey, match="key-name"):
        new_key(name)


def test_two_new_keys_differ_and_do_not_show_their_secret() -> None:
    one, other = new_key("club.example/día"), new_key("club.example/día")
    assert one.seed != other.seed
    assert repr(one) == f"PrivateKey('{one.public}')"
    assert private_key(str(one)) == one


LAST = SIGNED_SAYING.splitlines()[-1]


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "no-note"),
        (SAYING, "no-note"),
        (f"{SAYING}\n", "no-signature"),
        (SIGNED_SAYING[:-1], "no-note"),
        (f"{SAYING}{LAST}\n", "no-note"),
        (SIGNED_SAYING.replace("\n", "\r\n"), "no-note"),
        (f"\t{SIGNED_SAYING}", "no-note"),
        (f"{SIGNED_SAYING}\n", "no-signature"),
        (f"{SAYING}\n" + f"{LAST}\n" * (MOST_SIGNATURES + 1), "no-note"),
        (SIGNED_SAYING.replace("— ", "-- "), "no-signature"),
        (SIGNED_SAYING.replace("— Peter", "—  Peter"), "no-signature"),
        (SIGNED_SAYING.replace("AM=", "AM"), "no-signature"),
        (SIGNED_SAYING.replace("AM=", "AN="), "no-note"),  # The same bytes, written otherwise.
        (f"{SIGNED_SAYING}more\n", "no-signature"),
    ],
)
def test_a_malformed_note_is_refused(raw: str, code: str) -> None:
    with pytest.raises(BadNote) as refused:
        read_note(raw)
    assert refused.value.code == code


# -- files


def test_only_the_owner_can_read_the_file_and_it_replaces_none(tmp_path: Path) -> None:
    file, key = tmp_path / "club.key", new_key("club")
    before = os.umask(0)
    try:
        write_private_key(file, key)
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for name, code in (("club.key", "key-file-exists"), ("no/club.key", "file-unwritable")):
        with pytest.raises(BadKey, match=code):
            write_private_key(tmp_path / name, new_key("club"))
    assert read_private_key(file) == key


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o644])
def test_a_file_that_others_can_use_is_refused(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "club.key"
    write_private_key(file, new_key("club"))
    file.chmod(mode)
    with pytest.raises(BadKey, match="key-file-open"):
        read_private_key(file)
    with pytest.raises(BadKey, match="key-file-open"):
        given_key(str(file))


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", PETER.encode(), b"PRIVATE+KEY+" * 2_000])
def test_a_file_without_a_private_key_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "club.key"
    file.write_bytes(content)
    file.chmod(0o600)
    with pytest.raises(BadKey, match="no-private-key-in"):
        read_private_key(file)
    with pytest.raises(BadKey, match="file-unreadable"):
        read_private_key(tmp_path / "none.key")


def test_a_public_key_is_given_as_a_line_or_in_a_file(tmp_path: Path) -> None:
    key = new_key("club")
    private, public, other = (tmp_path / name for name in ("club.key", "club.pub", "other"))
    write_private_key(private, key)
    public.write_text(f"{key.public}\n")
    other.write_bytes(b"\xff")
    for given in (str(key.public), str(private), str(public)):
        assert given_key(given) == key.public
    with pytest.raises(BadKey, match="no-public-key-in"):
        given_key(str(other))
    with pytest.raises(BadKey, match="key-id"):
        given_key(f"clubs+{str(key.public).partition('+')[2]}")
    with pytest.raises(BadKey, match="file-unreadable"):
        given_key(str(tmp_path / "none"))
    with pytest.raises(BadKey, match="no-key"):
        given_key("\0")


LOW_ORDER = (
    "0100000000000000000000000000000000000000000000000000000000000000",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "0000000000000000000000000000000000000000000000000000000000000000",
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
"""Points of low order by their y; the last two are 0 and 1 in another form."""


@pytest.mark.parametrize("sign", [0, 0x80])
@pytest.mark.parametrize("point", LOW_ORDER)
def test_a_key_of_low_order_is_refused_and_signs_nothing(point: str, sign: int) -> None:
    data = bytes.fromhex(point)
    key = PublicKey("weak", data[:-1] + bytes([data[-1] | sign]))
    neutral = bytes([1]) + bytes(63)
    assert not any(key.accepts(b"%d" % number, neutral) for number in range(40))
    with pytest.raises(BadKey, match="weak-key"):
        public_key(str(key))
