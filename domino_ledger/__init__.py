"""The Python API (docs/python.md).

>>> from domino_ledger import open_book
>>> with open_book("club.db") as book:
...     for game in book.games():
...         print(game.name, game.players, game.result().winners)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .book import Added, Book, Game, audit_record, make_book, open_book
    from .domain.rules.payout import ProgramPayout, Stake
    from .domain.rules.rule_set import RuleSet
    from .domain.scoring.programs import Payment, SettledRound
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
    from .ledger.records.unreadable import Unreadable
    from .ledger.registry.payout_rules import BadPayout, UnknownPayout, payout_rule
    from .ledger.registry.rule_sets import UnknownRules
    from .projections.audit.audit import Audit
    from .projections.feed.feed import LogEvent
    from .projections.messages.errors import error_text
    from .projections.messages.money import money
    from .projections.replay.frames import Frame
    from .projections.reports.payouts import Due
    from .projections.reports.players import Person
    from .projections.reports.whatif_answer import WhatIf
    from .projections.results.disputes import DisputeHistory as Dispute
    from .projections.results.game_result import GameResult, RoundResult
    from .projections.verification.chains import Covered
    from .table import Move, Refusal, Shuffle, State, Table, TableEvent

    __version__: str

__all__ = [
    "Added",
    "Audit",
    "BadPayout",
    "Book",
    "Conflict",
    "Covered",
    "Dispute",
    "Due",
    "Frame",
    "Game",
    "GameResult",
    "LedgerError",
    "LogEvent",
    "Move",
    "NotALedger",
    "NotNow",
    "Payment",
    "Person",
    "ProgramPayout",
    "Record",
    "Refusal",
    "RoundResult",
    "RuleSet",
    "SettledRound",
    "Shuffle",
    "Stake",
    "State",
    "Table",
    "TableEvent",
    "Tampered",
    "Unavailable",
    "UnknownGame",
    "UnknownPayout",
    "UnknownRules",
    "Unreadable",
    "WhatIf",
    "__version__",
    "audit_record",
    "error_text",
    "make_book",
    "money",
    "open_book",
    "payout_rule",
]

_MODULES = {
    "book": "Added Book Dispute Game audit_record make_book open_book",
    "domain.rules.payout": "ProgramPayout Stake",
    "domain.rules.rule_set": "RuleSet",
    "domain.scoring.programs": "Payment SettledRound",
    "ledger.errors": "Conflict LedgerError NotALedger NotNow Tampered Unavailable UnknownGame",
    "ledger.records.format": "Record",
    "ledger.records.unreadable": "Unreadable",
    "ledger.registry.payout_rules": "BadPayout UnknownPayout payout_rule",
    "ledger.registry.rule_sets": "UnknownRules",
    "projections.messages.money": "money",
    "projections.audit.audit": "Audit",
    "projections.feed.feed": "LogEvent",
    "projections.messages.errors": "error_text",
    "projections.replay.frames": "Frame",
    "projections.reports.payouts": "Due",
    "projections.reports.players": "Person",
    "projections.reports.whatif_answer": "WhatIf",
    "projections.results.game_result": "GameResult RoundResult",
    "projections.verification.chains": "Covered",
    "table": "Move Refusal Shuffle State Table TableEvent",
}


def __getattr__(name: str) -> Any:
    """Imported when it is first asked for: the command is part of the package, and starts often.

    ``__version__`` is that of the installed distribution.
    """
    if name == "__version__":
        from importlib.metadata import version  # noqa: PLC0415 - the command does without

        return version("domino-ledger")
    for module, names in _MODULES.items():
        if name in names.split():
            return getattr(import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
