"""Rule sets of the house that differ from published ones in score and payout alone."""

import json
from pathlib import Path

from domino_ledger.domain.rules.catalogue import PUBLISHED

from .command import Command


def add_counted(domino: Command, id: str, played: str, counted: str) -> None:
    """Add the play of one published rule set with the score and payout of another."""
    rules = PUBLISHED[played].model_dump(mode="json")
    other = PUBLISHED[counted].model_dump(mode="json")
    rules |= {"id": id, "score": other["score"], "payout": other["payout"]}
    Path("house.json").write_text(json.dumps(rules), encoding="utf-8")
    assert domino("rules add house.json").code == 0
