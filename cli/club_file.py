"""Where the club file is, and the time zone in it, which is all that most commands need of it."""

from contextlib import suppress
from datetime import tzinfo
from pathlib import Path

import click

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
    if path is None:
        return None
    from .club import read_club_file  # noqa: PLC0415 - most people have no club file

    return read_club_file(path).zone
