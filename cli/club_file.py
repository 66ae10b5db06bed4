"""The club file that applies here. Most commands need nothing of it but the time zone."""

import os
from contextlib import suppress
from datetime import date, time, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ..projections.messages import speak

if TYPE_CHECKING:
    from ..ledger.club import Club

CLUB_FILE = "domino.toml"
_PROGRAM = "domino"


def club_file_here() -> Path | None:
    """The club file that applies here; None if there is none.

    It is in the current directory or the nearest one above it, or in the user's configuration
    directory.
    """
    places = [Path(click.get_app_dir(_PROGRAM)) / CLUB_FILE]
    with suppress(OSError):  # The current directory may be gone.
        here = Path.cwd()
        places[:0] = [folder / CLUB_FILE for folder in (here, *here.parents)]
    for path in places:
        with suppress(OSError):
            if path.is_file():
                return path
    return None


def zone_here() -> tzinfo | None:
    """The time zone of the club; None: that of this machine. Raises UnusableFile, Unreadable."""
    path = club_file_here()
    return None if path is None else _read(path).zone


def club_here() -> "Club":
    """The club file that applies here, or `NO_CLUB`. Raises UnusableFile and Unreadable."""
    from ..ledger.club import NO_CLUB  # noqa: PLC0415 - with a schema, which few commands need

    path = club_file_here()
    return NO_CLUB if path is None else _read(path)


def speak_as_club() -> None:
    """Use the language of the club, unless the environment names one for this program.

    A club file that cannot be read is a matter of the commands that need it.
    """
    if "LANGUAGE" in os.environ:
        return
    path = club_file_here()
    if path is not None:
        import tomllib  # noqa: PLC0415 - most people have no club file

        with suppress(OSError, ValueError):
            language = tomllib.loads(path.read_text("utf-8")).get("language")
            if isinstance(language, str):
                speak(language)


def _read(path: Path) -> "Club":
    """The contents of this file; raises UnusableFile, Unreadable with the place of a mistake."""
    import tomllib  # noqa: PLC0415 - most people have no club file

    from ..ledger.club import Club  # noqa: PLC0415 - as above
    from ..ledger.records.parsing import valid  # noqa: PLC0415 - as above
    from ..ledger.records.unreadable import Unreadable  # noqa: PLC0415 - as above
    from .files import UnusableFile  # noqa: PLC0415 - as above

    try:
        text = path.read_bytes().decode()
        values = _without_times(tomllib.loads(text))
    except OSError as error:
        raise UnusableFile("file-unreadable", file=str(path), reason=error.strerror) from None
    except UnicodeDecodeError as error:
        raise Unreadable("byte-not-utf-8", place=(str(path),), byte=error.start + 1) from None
    except tomllib.TOMLDecodeError as error:
        raise Unreadable("not-toml", place=(str(path),), reason=str(error)) from None
    try:
        return valid(Club, values)
    except Unreadable as error:
        first, *others = error.place or ("",)
        begin = f"{path}: {first}" if error.place else str(path)  # `domino.toml: players[1]`.
        raise Unreadable(error.code, place=(begin, *others), **error.params) from None


def _without_times(value: Any) -> Any:
    """The values of TOML as values of JSON: dates and times as text."""
    match value:
        case dict():
            return {key: _without_times(inner) for key, inner in value.items()}
        case list():
            return [_without_times(inner) for inner in value]
        case date() | time():
            return value.isoformat()
        case _:
            return value
