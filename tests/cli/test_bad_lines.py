"""Lines that cannot be imported are named, counted and written to the rejects."""

import json
import subprocess
from pathlib import Path

from domino_ledger.cli import exit_codes as exits
from domino_ledger.domain.rules.catalogue import PUBLISHED

from .bad_input import ONE, PAYOUT
from .process import domino, installed, memory_no_larger_than

TEXT = ONE.decode()


def written(**changes: object) -> bytes:
    return json.dumps(json.loads(TEXT) | changes).encode() + b"\n"


OWN_RULES = json.loads(PUBLISHED["block@1"].model_dump_json())

BAD_LINES: dict[str, tuple[bytes, str]] = {
    "cut": (ONE[:500], ": the JSON ends in the middle (one game is one line)"),
    "not-utf-8": (ONE.replace(b"s0", b"s\xff"), ": not UTF-8 at byte "),
    "utf-16": (TEXT.strip().encode("utf-16") + b"\n", ": not UTF-8 at byte 1"),
    "deep": (
        b'{"claims":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        ": not JSON that can be read: lists and objects lie too deep at column ",
    ),
    "deep-nan": (
        b'{"x":"NaN","claims":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
        ": not JSON that can be read: lists and objects lie too deep at column ",
    ),
    "huge-number": (
        ONE.replace(b'"seat":0', b'"seat":' + b"9" * 5000),
        ": not JSON that can be read: the number is too large at column ",
    ),
    "big-seat": (
        ONE.replace(b'"seat":0', b'"seat":' + b"9" * 30, 1),
        f" (payout-12-00000): round 1, move 2: wrong-turn: there is no seat {'9' * 30}",
    ),
    "long-source": (written(source="s" * 2_001), ": source: longer than 2000 characters"),
    "move-twice": (
        ONE.replace(b'"seat":', b'"seat":7,"seat":', 1),
        ": rounds[0].moves[0]: 'seat' is given twice",
    ),
    "long-after": (written(after="g" * 501), ": after: longer than 500 characters"),
    "long-rule-id": (
        written(rules=OWN_RULES | {"id": f"{'r' * 200}@1"}),
        ": rules.id: longer than 200 characters",
    ),
    "long-rule-title": (
        written(rules=OWN_RULES | {"title": "t" * 501}),
        ": rules.title: longer than 500 characters",
    ),
    "long-end": (
        ONE.replace(b'"at":"left"', b'"at":"' + b"e" * 101 + b'"', 1),
        ": rounds[0].moves[1].at: longer than 100 characters",
    ),
}


def test_bad_lines(tmp_path: Path) -> None:
    """Each is named with its reason and rejected; the good line among them is imported."""
    bad = list(BAD_LINES.values())
    lines = [line.rstrip(b"\n") + b"\n" for line, _ in bad]
    (tmp_path / "bad").write_bytes(b"".join([*lines, ONE]))
    ended = domino("import", "bad", "--rejects", "rejects", cwd=tmp_path)
    *said, last = ended.sentences
    assert last == f"1 game added, 0 unchanged, {len(bad)} rejected"
    assert ended.code == exits.REJECTED
    kept = list(map(json.loads, (tmp_path / "rejects").read_bytes().splitlines()))
    assert len(said) == len(kept) == len(bad)
    for number, (sentence, reject, (_, reason)) in enumerate(zip(said, kept, bad, strict=True), 1):
        assert sentence.startswith(f"bad, line {number}{reason}")
        assert sentence.endswith(reject["reason"])
        assert reject["line"] == number
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad", "domino.db", "rejects"]


def test_a_line_larger_than_memory(tmp_path: Path) -> None:
    """It is skipped with little memory; the lines after it are read."""
    feed = f"head -c 600000000 /dev/zero | tr '\\0' 'x'; echo; cat {PAYOUT}"
    with subprocess.Popen(["/bin/sh", "-c", feed], stdout=subprocess.PIPE) as feeding:
        assert feeding.stdout is not None
        ended = installed(
            "import",
            "-",
            cwd=tmp_path,
            stdin=feeding.stdout.fileno(),
            before=memory_no_larger_than(500_000_000),
        )
    assert ended.sentences == [
        "-, line 1: the line is longer than 16777216 bytes",
        "100 games added, 0 unchanged, 1 rejected",
    ]
    assert ended.code == exits.REJECTED
