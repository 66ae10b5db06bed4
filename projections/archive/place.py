"""Where an archive lies: a folder, or an object store, through the file systems of pyarrow."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyarrow as pa
from pyarrow import fs

from ...ledger.errors import LedgerError
from ...ledger.store.address import is_url


class NoArchive(LedgerError):
    """There is no archive, or it cannot be read or written."""


class Place:
    """A folder of any file system. Paths are relative to it, with slashes.

    All methods raise NoArchive.
    """

    def __init__(self, name: str) -> None:
        """``name``: a path, or a URL such as ``s3://bucket/folder`` or ``fsspec+memory://x``."""
        self.name = name
        with self._own_errors(""):
            where = name if is_url(name) else Path(name).absolute().as_posix()
            self._files, self._base = fs.FileSystem.from_uri(where)

    @property
    def folder(self) -> Path | None:
        """The folder, if it is one of this machine."""
        return Path(self._base) if self._files.type_name == "local" else None

    def has(self, path: str) -> bool:
        """Whether there is a file at this path."""
        with self._own_errors(path):
            return bool(self._files.get_file_info(self._at(path)).is_file)

    def read(self, path: str) -> bytes:
        """The content of a file."""
        with self._own_errors(path), self._files.open_input_stream(self._at(path)) as file:
            return bytes(file.read())

    def write(self, path: str, content: bytes) -> None:
        """Write a file, which appears when it is complete; a file in its place is replaced."""
        part = f"{path}.part"
        with self._own_errors(path):
            self._files.create_dir(self._at(path).rpartition("/")[0])
            with self._files.open_output_stream(self._at(part)) as file:
                file.write(content)
            self._files.move(self._at(part), self._at(path))

    def files(self) -> Iterator[str]:
        """The paths of all files."""
        everything = fs.FileSelector(self._base, allow_not_found=True, recursive=True)
        with self._own_errors(""):
            found = self._files.get_file_info(everything)
        return (each.path[len(self._base) + 1 :] for each in found if each.is_file)

    def delete(self, path: str) -> None:
        """Delete a file."""
        with self._own_errors(path):
            self._files.delete_file(self._at(path))

    def _at(self, path: str) -> str:
        return f"{self._base}/{path}"

    @contextmanager
    def _own_errors(self, path: str) -> Iterator[None]:
        try:
            yield
        except (OSError, pa.ArrowException, ImportError) as error:  # fsspec may not be installed.
            number = error.errno if isinstance(error, OSError) else None
            reason = str(error) if number is None else os.strerror(number)
            raise NoArchive(
                "archive-unusable", archive=self.name, path=path, reason=reason
            ) from None
