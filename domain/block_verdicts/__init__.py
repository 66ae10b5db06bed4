"""Who blocked a round, and who assisted: one verdict for each reading (docs/rules/payout.md)."""

from .partly_known import NOT_KNOWN, verdict, verdicts
from .readings import READINGS, SEARCH_VERSION, Evidence, Verdict
from .search import search_bound

__all__ = [
    "NOT_KNOWN", "READINGS", "SEARCH_VERSION", "Evidence", "Verdict",
    "search_bound", "verdict", "verdicts",
]  # fmt: skip
