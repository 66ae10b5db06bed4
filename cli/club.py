"""The club file that applies here, read."""

import os
from datetime import date, time
from pathlib import Path
from typing import Any

from ..ledger.club import NO_CLUB, Club
from ..ledger.records.parsing import valid
from ..ledger.records.unreadable import Unreadable
from ..projections.messages import catalogue
from .club_file import club_file_here
from .files import UnusableFile


def club_here() -> Club:
    """The club file that applies here, or `NO_CLUB`. Raises UnusableFile and Unreadable."""
    path = club_file_here()
    return NO_CLUB if path is None else read_club_file(path)


def speak(club: Club) -> None:
    """Use the language of the club, unless the environment names one for this program."""
    if club.language is not None and "LANGUAGE" not in os.environ:
        os.environ["LANGUAGE"] = club.language
        catalogue.cache_clear()


def read_club_file(path: Path) -> Club:
    """The contents of this file; raises UnusableFile, Unreadable with the place of a mistake."""
    import tomllib  # noqa: PLC0415 - most people have no club file

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
