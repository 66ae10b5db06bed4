"""Who blocked a round, and who assisted: one verdict for each reading (docs/rules/payout.md)."""

from .partly_known import NOT_KNOWN, verdict, verdicts
from .readings import DEFAULT_BOUND, READINGS, SEARCH_VERSION, Evidence, Verdict

__all__ = [
    "DEFAULT_BOUND",
    "NOT_KNOWN",
    "READINGS",
    "SEARCH_VERSION",
    "Evidence",
    "Verdict",
    "verdict",
    "verdicts",
]
