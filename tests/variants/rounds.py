"""Rounds written as text: a deal, acts, what may be done, and what is refused and why.

The files in `rounds/` are blocks of lines::

    chicken-foot@1 {"play": {"highest_pip": 3}}
    3-3 3-1 / 3-2 3-0; leader 0; boneyard 2-0 1-1 ...
    # a drawn tile that fits is kept
    0 lays 3-3, 1 lays 3-2 toe-3-3-1
    may 0 lays 3-1 toe-3-3-2
    wrong 0 passes: could-play {"act": "pass", "could": ["3-1"]}
    ends toe-3-3-1 2, toe-3-3-2 3
    over blocked; pips 7 0; points 7 0
    recorded 0 lays 3-3, 0 draws 2-0
    flagged 1 wrong-turn {"seat": 0, "turn": 1}
    asked 0 wrong-lead-tile
    blamed last-choice: 1 assisted by 0 at 3, instead 1 lays 3-0 toe-3-3-3, then 0 passes

First come published rules with hands of this size and these changes, then the deal, then examples,
each with its title. ``...`` stands for the other tiles, lowest first; without a boneyard, nobody
knows its order. Acts are those of `act_of`. What is wrong has its code and parameters; the seat of
the act goes without saying. What a record says may be illegal; then follows all that is flagged,
by number of the move or ``deal``, and what depends on tiles that nobody saw. Of a block: the
blocker, the assistant, the number of the act, what would have kept the round open, and how it
would have gone on.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, cast

from domino_ledger.domain.events import RoundDealt
from domino_ledger.domain.faults.codes import Code, Fault, Params
from domino_ledger.domain.game.shuffles import stock_of
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import tile_named, tiles_of
from tests.domain.builders import act_of, any_hand, evolved, hands, new_game, tiles
from tests.ledger.games import Json

FILES = Path(__file__).parent / "rounds"
KINDS = "may", "wrong", "ends", "over", "blamed", "recorded", "flagged", "asked"


class Example(NamedTuple):
    """A round of a file, not yet played."""

    title: str
    rules: RuleSet
    deal: str
    steps: list[tuple[str, str]]
    """What follows each of the KINDS; without one of them, acts."""

    def dealt(self) -> Game:
        """The game after the deal, whether or not it is legal."""
        each, *more = self.deal.split("; ")
        facts = dict(part.split(" ", 1) for part in more)
        dealt = hands(*each.split(" / "))
        game = new_game(self.rules, len(dealt))
        hub = tile_named(facts["hub"]) if "hub" in facts else None
        boneyard = None
        if "boneyard" in facts:
            boneyard = tiles(facts["boneyard"].removesuffix("...").removesuffix("none"))
        if boneyard is not None and facts["boneyard"].endswith("..."):
            taken = {hub, *boneyard, *(tile for hand in dealt for tile in hand)}
            boneyard += tuple(tile for tile in tiles_of(stock_of(game)) if tile not in taken)
        leader = int(facts["leader"])
        return evolved(game, [RoundDealt(hands=dealt, boneyard=boneyard, leader=leader, hub=hub)])


def examples(file: str) -> Iterator[Example]:
    """The examples of a file."""
    for block in (FILES / f"{file}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        head, deal, *lines = block.split("\n")
        like, _, changes = head.partition(" ")
        each = deal.partition(";")[0].split(" / ")
        rules = any_hand(like, len(each[0].split()), len(each), **json.loads(changes or "{}"))
        found: list[Example] = []
        for line in lines:
            first, _, rest = line.partition(" ")
            if first == "#":
                found.append(Example(rest, rules, deal, []))
            else:
                found[-1].steps.append((first, rest) if first in KINDS else ("", line))
        yield from found


def fault_in(text: str) -> tuple[str, Fault]:
    """The act and its fault in ``0 passes: wrong-turn {"turn": 1}``."""
    act, _, found = text.partition(": ")
    code, params = code_and_params(found)
    return act, Fault(code, {"seat": act_of(act).seat, **params})


def code_and_params(text: str) -> tuple[Code, Params]:
    """Of ``wrong-turn {"turn": 1}``, without the seat."""
    code, _, params = text.partition(" ")
    values: Json = json.loads(params or "{}")
    return cast("Code", code), {
        name: tuple(value) if isinstance(value, list) else value for name, value in values.items()
    }
