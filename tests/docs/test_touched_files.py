"""How many product files an act or a rule touches (docs/decisions/0107)."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = "domain", "ledger", "projections", "cli", "domino_ledger"


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("names", "most"),
    [
        pytest.param(r"(?i)\bforks?\b|takes_across", 6, id="rule-forks"),
        pytest.param(r"play\.claims|\.claims ==|^    claims: Literal\[\"auto", 6, id="rule-claims"),
        pytest.param(r"round-pass\b|\bround_pass:|\.round_pass\b", 6, id="rule-round-pass"),
        pytest.param(
            r"PointsClaimed|points-claimed|play\.claims|wrong-claim|pip\", \"claim\""
            r"|^    claim: Ann|\"claim\": (?:_forms|ActWords)",
            10,
            id="act-claim",
        ),
        pytest.param(r"(?i)knock", 10, id="act-knock"),
        pytest.param(
            r"TurnLost|turn-lost|^    lost: Lit|\"lost\", \"time\"|\"lost\": ActWords",
            10,
            id="act-lost",
        ),
    ],
)
def test_few_files_name_it(names: str, most: int) -> None:
    named = re.compile(names, re.MULTILINE)
    files = [
        str(file.relative_to(ROOT))
        for room in ROOMS
        for file in (ROOT / room).rglob("*.py")
        if named.search(file.read_text(encoding="utf-8"))
    ]
    assert 3 <= len(files) <= most, sorted(files)
