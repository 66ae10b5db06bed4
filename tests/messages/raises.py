"""An assertion on the message of an error."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from domino_ledger.ledger.errors import LedgerError
from domino_ledger.projections.messages.errors import error_text


@contextmanager
def raises_message(kind: type[LedgerError], pattern: str) -> Iterator[None]:
    """Expect an error of this kind whose message contains the pattern."""
    with pytest.raises(kind) as caught:
        yield
    sentence = error_text(caught.value)
    assert re.search(pattern, sentence), sentence
