"""Amended games in `domino games` and in all figures."""

from tests.ledger.games import line

from .command import Command
from .samples import BLOCKED, LOT, jsons, put

NEWER = line(LOT | {"players": ["p0", "zoe"]})


def test_amendments_are_listed_with_their_author(domino: Command) -> None:
    put(domino, BLOCKED, LOT)
    domino("games")
    assert domino(f"amend {LOT['id']} - --reason 'it was zoe' --by p0", stdin=NEWER).code == 0
    ran = domino("games")
    assert ran.out.splitlines()[1].split()[3:6] == ["p0", "/", "zoe"]
    (sentence,) = ran.err.splitlines()
    assert sentence.startswith(f"{LOT['id']}: version 2 since ")
    assert sentence.endswith(" by p0: it was zoe")
    other, amended = jsons(domino("games --json").out)
    assert (other["version"], other["amended"]) == (1, [])
    (amendment,) = amended["amended"]
    assert (amended["version"], amendment["version"], amendment["by"]) == (2, 2, "p0")
    assert amendment["reason"] == "it was zoe"


def test_the_newest_version_counts(domino: Command) -> None:
    put(domino, LOT)
    assert [each["name"] for each in jsons(domino("payouts --json").out)] == ["p0", "p1"]
    domino(f"amend {LOT['id']} - --reason 'it was zoe'", stdin=NEWER)
    paid = {each["name"]: each["amount"] for each in jsons(domino("payouts --json").out)}
    assert {name: amount for name, amount in paid.items() if amount} == {"p0": 31, "zoe": -31}
    ranked = {each["name"]: each["games"] for each in jsons(domino("league --json").out)}
    assert ranked == {"p0": 1, "zoe": 1}
