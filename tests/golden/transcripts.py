"""Transcripts played again."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.cli.command import bring, run

HERE = Path(__file__).parent
FILES = (*sorted((HERE / "records").glob("*")), *sorted((HERE.parent / "data").glob("*.jsonl")))
_RANDOM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
"""The id of a player, another each time."""
TRANSCRIPTS = sorted(HERE.glob("*.txt"))


def played_again(transcript: Path) -> str:
    """The same lines typed in a fresh directory, and what comes back now."""
    typed = (line for line in transcript.read_text().splitlines() if line.startswith("$ "))
    with _fresh_directory():
        return "\n".join(_answered(line) for line in typed)


def _answered(line: str) -> str:
    ran = run(line.removeprefix("$ domino "))
    said = "".join(f"2> {each}\n" for each in ran.err.splitlines())
    code = f"exit {ran.code}\n" if ran.code else ""
    return _RANDOM.sub("(a random id)", f"{line}\n{ran.out}{said}{code}")


@contextmanager
def _fresh_directory() -> Iterator[None]:
    before = Path.cwd()
    with TemporaryDirectory() as directory:
        bring(Path(directory), *FILES)
        os.chdir(directory)
        try:
            yield
        finally:
            os.chdir(before)
