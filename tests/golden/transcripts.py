"""Replay of golden transcripts."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from babel.dates import format_skeleton

from tests.cli.command import bring, run
from tests.cli.process import PATIENCE, started
from tests.messages.catalogues import TRANSLATED
from tests.zone import in_zone

HERE = Path(__file__).parent
FILES = (*sorted((HERE / "records").glob("*.*")), *sorted((HERE.parent / "data").glob("*.jsonl")))
_TODAY = datetime.now(UTC).date()
_IN_OTHER_LANGUAGES = "|".join(
    re.escape(format_skeleton("yMd", day, locale=language))
    for day in (_TODAY, _TODAY + timedelta(1))
    for language in TRANSLATED
)
_NEVER_THE_SAME = (
    (rf"(?<![0-9])(?:{_IN_OTHER_LANGUAGES})(?: \d\d:\d\d(?: UTC)?)?(?![0-9])", "(now)"),
    (r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", "(a random id)"),
    (r"player-[0-9a-f]{12}", "(somebody whose name was erased)"),
    (r"play-\d{4}-\d\d-\d\d-[0-9a-f]{8}", "(a game of its day)"),
    (r"urn:uuid:[0-9a-f-]{36}", "(the book)"),
    (r"\b[0-9a-f]{64}\b", "(a hash)"),
    (r"\b[0-9A-HJKMNP-TV-Z]{5}(-[0-9A-HJKMNP-TV-Z]{5}){3}-[0-9A-Z*~$=]", "(a code)"),
    (r'(?<="epoch": ")[0-9a-f]{16}', "(an epoch)"),
    (r'<svg class="code".*?</svg>', "(a QR code)"),
    (r"(?<=shuffle )[0-9a-f]{4}(-[0-9a-f]{4}){4}", "(a short form)"),
    (r"(?m)^([a-z./]+)\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$(?=\n2> the private)", r"\1+(a key)"),
    (r"(?<=book)\+[0-9a-f]{8}(?= is registered)", "+(an id)"),
    (r"— (\S+) [A-Za-z0-9+/=]{92,112}", r"— \1 (a signature)"),
    (r"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{43}=", "(a hash in Base64)"),
    (rf"(?:{_TODAY}|{_TODAY + timedelta(1)}) \d\d:\d\d(?! UTC)", "(now)"),
    (r"\d{4}-\d\d-\d\d \d\d:\d\d UTC", "(now)"),
    (r"\d{4}-\d\d-\d\d(?=,\s+on dispute)", "(today)"),
    (r"(?<=  )\d{4}-\d\d-\d\d(?=  )", "(this day)"),  # As wide, since it is in a table.
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}(Z|[+-]\d\d:\d\d)", "(now)"),
)
"""Patterns of output that differs on each run, with replacements."""
KILLED = "  # kill -9"
TRANSCRIPTS = sorted(HERE.glob("*.txt"))


def played_again(transcript: Path) -> str:
    """The transcript with the current output of its lines, run in a fresh directory."""
    with fresh_directory(*files_of(transcript)):
        return "\n".join(comparable(answered(line)) for line in typed_in(transcript))


def files_of(transcript: Path) -> list[Path]:
    """The files that this transcript alone reads."""
    return sorted((HERE / "records" / transcript.stem).glob("*"))


def transcript_called(name: str) -> Path:
    """The transcript of this name."""
    return HERE / f"{name}.txt"


def typed_in(transcript: Path) -> list[str]:
    """The input lines, each with its ``$ domino``."""
    return [line for line in transcript.read_text().splitlines() if line.startswith("$ ")]


def answered(line: str, ledger: str = "") -> str:
    """A line with its output; ``ledger``: the book if the line names none.

    The output includes the words of a PDF that it writes. A feed whose line ends with `KILLED` is
    killed when all its whole lines are in the book.
    """
    command, _, stdin = line.removeprefix("$ domino ").partition(" < ")
    if stdin.endswith(KILLED):
        _kill_fed(command, Path(stdin.removesuffix(KILLED)).read_bytes())
        return f"{line}\n"
    ran = run(command, Path(stdin).read_bytes() if stdin else b"", ledger)
    said = "".join(f"2> {each}\n" for each in ran.err.splitlines())
    code = f"exit {ran.code}\n" if ran.code else ""
    printed = "".join(map(_words_of, re.findall(r"--output (\S+\.pdf)", command)))
    return f"{line}\n{ran.out}{printed}{said}{code}"


def _kill_fed(command: str, feed: bytes) -> None:
    with started(*command.split(), cwd=Path.cwd()) as process:
        process.types(feed)
        end = time.monotonic() + PATIENCE
        while not Path("domino.db").exists() or _games() < feed.count(b"\n"):
            assert time.monotonic() < end
            time.sleep(0.02)
        process.kill()


def _games() -> int:
    return len(run("export").out.splitlines())


def _words_of(pdf: str) -> str:
    """What is read back, page by page."""
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [(*page.get_size(), page.get_textpage().get_text_range()) for page in document]
    return "".join(
        f"[{width:.0f} x {height:.0f}]\n" + re.sub(r" *\r\n", "\n", f"{words}\r\n")
        for width, height, words in pages
    )


def comparable(answer: str) -> str:
    """The answer without what differs on each run."""
    for pattern, name in _NEVER_THE_SAME:
        answer = re.sub(pattern, name, answer)
    return answer


@contextmanager
def fresh_directory(*more: Path) -> Iterator[None]:
    """A context with a new working directory that has the files of the transcripts, in UTC."""
    before = Path.cwd()
    with TemporaryDirectory() as directory, in_zone("UTC"):
        bring(Path(directory), *FILES, *more)
        for key in Path(directory).glob("*.key"):
            key.chmod(0o600)  # Versions in git do not keep this.
        os.chdir(directory)
        try:
            yield
        finally:
            os.chdir(before)
