"""Helpers for tests of bad input."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from domino_ledger.cli import exit_codes as exits

from .process import Ended, domino

DATA = Path(__file__).parents[1] / "data"
PAYOUT = DATA / "payout.jsonl"
BLOCK = DATA / "openspiel-block.jsonl"
DISPUTED = "payout-12-00000"
"""Four seats, s0 to s3; one round, which blocked."""
ONE = PAYOUT.read_bytes().splitlines(keepends=True)[0]


def refusal(sentence: str, code: int = exits.FAILURE) -> Ended:
    """The end of a command that prints only this sentence."""
    return Ended(code, b"", f"domino: {sentence}\n")


def games(directory: Path) -> int:
    return len(domino("export", "--open", cwd=directory).out.splitlines())


@cache
def a_book() -> bytes:
    """The bytes of a book of the payout games."""
    with TemporaryDirectory() as directory:
        assert domino("import", PAYOUT, cwd=Path(directory)).code == 0
        return (Path(directory) / "domino.db").read_bytes()
