"""Files that a signature vouches for: each is on the disk before the signature leaves.

A file is written whole under another name, and takes its place once its content is on the disk. The
place itself is in the directory, which is brought to the disk with `settle`.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..errors import LedgerError

if os.name == "posix":
    import fcntl


class NoTiles(LedgerError):
    """There are no tiles, or they cannot be read or written."""


def put(file: Path, content: bytes, *, mode: int = 0o666) -> None:
    """Write a file that nobody sees before its content is on the disk; call `settle` later.

    ``mode``: who may read and write it, as far as the umask lets them. Raises NoTiles.
    """
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
        with os.fdopen(descriptor, "wb") as written:
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
        part.replace(file)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise NoTiles("file-unwritable", file=str(file), reason=error.strerror) from None


def settle(files: Iterable[Path], root: Path) -> None:
    """Bring the places of files that were put to the disk. Raises NoTiles.

    They lie below ``root``, a directory that may be new.
    """
    if os.name != "posix":
        return  # A directory cannot be opened there, and does not have to be.
    directories = {above for file in files for above in file.parents if above.is_relative_to(root)}
    for directory in sorted({*directories, root.parent}, reverse=True):
        try:
            descriptor = os.open(directory, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise NoTiles("file-unwritable", file=str(directory), reason=error.strerror) from None


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold the lock of a file; other programs that ask for it wait until this one is done.

    The lock is on a file beside it, which stays: the file itself is replaced. Where the system has
    no such locks, there is none. Raises NoTiles.
    """
    lock = file.with_name(f".{file.name}.lock")
    try:
        lock.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise NoTiles("file-unwritable", file=str(lock), reason=error.strerror) from None
    try:
        if os.name == "posix":
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
