"""The statuses of all codes of errors: `python -m tests.web.statuses` writes the file."""

import json
from collections.abc import Iterator
from pathlib import Path

from domino_ledger.ledger.errors import LedgerError
from domino_ledger.ledger.store.postgres.errors import _MEANINGS as OF_POSTGRES
from domino_ledger.ledger.store.sqlite.recorder import _MEANINGS as OF_SQLITE
from domino_ledger.web import application as _all_rooms  # noqa: F401 - every error is defined
from domino_ledger.web import problems
from tests.messages.test_errors import every_raised

FILE = Path(problems.__file__).with_name("statuses.json")


_ELSEWHERE = ("cli/", "projections/archive/")
"""Rooms whose errors no address of the server can raise."""


def statuses() -> dict[str, list[int]]:
    """By code, the statuses of the kinds of errors made with it; not of those raised elsewhere."""
    kinds = {each.__name__: each for each in _kinds(LedgerError)}
    found: dict[str, set[int]] = {}
    for each in every_raised():
        if each.kind in kinds and not each.place.startswith(_ELSEWHERE):
            found.setdefault(each.code, set()).add(int(problems.status_of(kinds[each.kind])))
    for _, kind, code in (*OF_SQLITE, *OF_POSTGRES):
        found.setdefault(code, set()).add(int(problems.status_of(kind)))
    return {code: sorted(found[code]) for code in sorted(found)}


def _kinds(kind: type[LedgerError]) -> Iterator[type[LedgerError]]:
    yield kind
    for each in kind.__subclasses__():
        yield from _kinds(each)


if __name__ == "__main__":
    rows = ",\n".join(f"{json.dumps(code)}: {found}" for code, found in statuses().items())
    FILE.write_text(f"{{\n{rows}\n}}\n", encoding="utf-8")
