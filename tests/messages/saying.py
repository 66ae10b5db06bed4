"""What an error says to the person who runs the program."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from ledger.errors import LedgerError
from projections.messages.errors import error_text


@contextmanager
def saying(kind: type[LedgerError], pattern: str) -> Iterator[None]:
    """Such an error is raised here, and the pattern is found in its sentence."""
    with pytest.raises(kind) as caught:
        yield
    sentence = error_text(caught.value)
    assert re.search(pattern, sentence), sentence
