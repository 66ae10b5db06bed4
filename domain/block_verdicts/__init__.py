"""Who blocked a round, and who assisted: one verdict for each reading (docs/rules/payout.md)."""

from .budget import search_bound
from .partly_known import NOT_KNOWN, verdict, verdicts
from .readings import READINGS, SEARCH_VERSION, Evidence, Verdict

__all__ = [
    "NOT_KNOWN",
    "READINGS",
    "SEARCH_VERSION",
    "Evidence",
    "Verdict",
    "search_bound",
    "verdict",
    "verdicts",
]
