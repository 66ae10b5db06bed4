"""The Python API (docs/python.md).

>>> from domino_ledger import open_book
>>> with open_book("club.db") as book:
...     for game in book.games():
...         print(game.name, game.players, game.result().winners)
"""

from .book import Added, Book, Game, audit_record, make_book, open_book
from .domain.rules.rule_set import RuleSet, Stake
from .ledger.errors import (
    Conflict,
    LedgerError,
    NotALedger,
    NotNow,
    Tampered,
    Unavailable,
    UnknownGame,
)
from .ledger.records.format import Record
from .ledger.records.validation import Unreadable
from .ledger.registry.rule_sets import UnknownRules
from .projections.audit.audit import Audit
from .projections.messages.errors import error_text
from .projections.replay.frames import Frame
from .projections.reports.payouts import Due
from .projections.reports.players import Person
from .projections.results.disputes import DisputeHistory as Dispute
from .projections.results.game_result import GameResult, RoundResult
from .projections.verification.chains import Covered
from .table import Move, Refusal, Shuffle, State, Table, TableEvent

__all__ = [
    "Added",
    "Audit",
    "Book",
    "Conflict",
    "Covered",
    "Dispute",
    "Due",
    "Frame",
    "Game",
    "GameResult",
    "LedgerError",
    "Move",
    "NotALedger",
    "NotNow",
    "Person",
    "Record",
    "Refusal",
    "RoundResult",
    "RuleSet",
    "Shuffle",
    "Stake",
    "State",
    "Table",
    "TableEvent",
    "Tampered",
    "Unavailable",
    "UnknownGame",
    "UnknownRules",
    "Unreadable",
    "audit_record",
    "error_text",
    "make_book",
    "open_book",
]
