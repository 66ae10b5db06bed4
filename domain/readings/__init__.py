"""Who blocked a round, and who helped him: one verdict for each reading (docs/rules/payout.md)."""

from .readings import (
    DEFAULT_BOUND,
    READINGS,
    SEARCH_VERSION,
    Evidence,
    Verdict,
    verdict,
    verdicts,
)

__all__ = [
    "DEFAULT_BOUND",
    "READINGS",
    "SEARCH_VERSION",
    "Evidence",
    "Verdict",
    "verdict",
    "verdicts",
]
