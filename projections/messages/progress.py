"""Sentences on work that stopped on the way: what was kept, and what was not."""

from collections.abc import Iterator

from ...ledger.store.batch import Progress
from . import plural, text


def kept_texts(progress: Progress) -> Iterator[str]:
    """How many games were added and up to which, and how many were not."""
    left = progress.left
    if progress.last is not None:
        yield plural(
            "{number} game was added, {last}",
            "{number} games were added, the last is {last}",
            progress.written,
            last=progress.last,
        )
    elif not progress.unknown:
        yield text("no game was added: run it again")
        return
    if progress.unknown:
        yield plural(
            "whether {number} more game was added is not known: run it again",
            "whether {number} more games were added is not known: run it again",
            len(progress.pending),
        )
    elif left is not None:
        left += len(progress.pending)
    if left is None:
        yield text("others were not added: run it again")
    elif left:
        yield plural(
            "{number} game was not added: run it again",
            "{number} games were not added: run it again",
            left,
        )
