"""Technical words with their explanations, to be printed where a reader meets them first.

`docs/glossary.md` has these words, and more.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from . import catalogue, text


class Word(NamedTuple):
    """A technical word, as a reader meets it."""

    name: str
    explanation: str


def new_words(printed: Iterable[str], known: set[str]) -> Iterator[Word]:
    """The words new in this text, and in their explanations; they are added to ``known``."""
    waiting = list(printed)
    while waiting:
        words = waiting.pop(0)
        for name, pattern, explanation in _in_language(catalogue()):
            if name not in known and pattern.search(words):
                known.add(name)
                yield Word(name, explanation)
                waiting.append(explanation)


@cache
def _in_language(_: object) -> tuple[tuple[str, re.Pattern[str], str], ...]:
    """By word, its name, how it is found, and its explanation; in the language in use."""
    found = []
    for forms, explanation in ENTRIES.items():
        listed = [each for form in forms.split("|") for each in text(form).split("|")]
        either = "|".join(map(re.escape, sorted(listed, key=len, reverse=True)))
        pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
        found.append((listed[0], pattern, text(explanation)))
    return tuple(found)


ENTRIES: Mapping[str, str] = {
    "tile|tiles": (
        "A piece with two halves, each with a number of pips. 6-4 and 4-6 are the same tile."
    ),
    "pip|pips": "A dot on a tile; the number on a half.",
    "double|doubles": "A tile with the same pips on both halves.",
    "hand|hands": "The tiles that a player holds.",
    "boneyard": "The tiles that were not dealt. Under some rules players draw from it.",
    "draw|draws|drawn": "To take a tile from the boneyard.",
    "lead|leads|led": "To lay the first tile of a round; also that tile.",
    "pass|passes|passed": "To lay nothing, because nothing fits.",
    "round|rounds": "Everything from one deal until a player is out or nobody can play.",
    "side|sides": "Partners, who score together; a player without a partner is a side of one.",
    "open end|open ends": "A place at which the next tile may be laid.",
    "out|is out|went out": "Without a tile left.",
    "blocked|block|blocks": "Over because nobody can play.",
    "blocker": "The player who is answerable for a blocked round, by a reading or by a ruling.",
    "assistant|assisted": "The player who went along with the blocker, and shares in the payout.",
    "reading|readings": (
        "A rule that says who blocked a round. There are several, as it can be judged with more or "
        "less knowledge of the hands."
    ),
    "open hands": "All hands are looked at, though no player at the table could see them.",
    "evidence": (
        "The tile that blocked the round, and another that would have kept it open, with a line of "
        "play that shows how."
    ),
    "undetermined": "No answer: it was not found out, or it depends on tiles that nobody saw.",
    "irregular": "Not played by the rules: a violation is on record, and an arbiter has to rule.",
    "violation|violations": "Something that is against the rules.",
    "disputable": "It waits for a ruling, or its result depends on tiles that nobody saw.",
    "settled": "With known winners, points and money.",
    "counts for nothing|count for nothing": (
        "Its points and money are left out everywhere. The moves stay on record."
    ),
    "void": "Counting for nothing.",
    "dispute|disputes": (
        "A claim about a game, a round or a move, with its answers, rulings and appeals."
    ),
    "ruling|rulings|ruled": "The decision of an arbiter on a dispute.",
    "arbiter": "The person who rules on a dispute, and no player of the game.",
    "appeal|appeals|appealed": (
        "A step against a ruling, which stays in force until there is another."
    ),
    "in force": "The newest ruling on a dispute: points and money follow it.",
    "final": "Ruled on after an appeal. No further step is possible.",
    "penalty|penalized": "Points or money that an offence costs, ordered by an arbiter.",
    "unseen tile|that nobody saw": (
        "The record does not show the tile. What depends on it is left open."
    ),
    "only the result is known|result only": (
        "Nobody wrote down the moves: nothing of the round can be checked."
    ),
    "not in the record|inferred": (
        "Nobody wrote the pass down. A player who is stepped over is taken to have passed."
    ),
    "stopped": "Ended by the players, though one of them could still play.",
    "surplus": "Dealt after the game was won. It counts for nothing.",
    "forfeited|forfeits": "A player gave the game up.",
    "abandoned": "The game was broken off and will not go on.",
    "amended": "A corrected record took the place of the first, which is kept.",
    "stake": "What a pip is worth in money.",
    "net": "What a player gets in all; negative: what the player owes.",
    "offence": "What a player can be penalized for.",
    "rule set": "The rules of play, score and payout of a game.",
    "hub": "The double in the middle of the table, from which trains grow.",
    "train|trains": "A row of tiles that belongs to a player, or to all.",
    "marker|markers": (
        "A sign on a train that shows, when it is up, that all players may lay there."
    ),
    "engine": "The double with which a player begins a train.",
    "cover|covers": "To lay a tile on a double before anything else is laid; also that tile.",
    "guest tile|guest tiles": "A tile on the train of another player, laid after one on one's own.",
    "arm|arms": "A row of tiles that grows from the lead.",
    "toe|toes": "A place on a double at which a tile must be laid; also what grows there.",
    "spinner": "A double that takes tiles at its short ends, too.",
    "matador": "A tile that fits everywhere.",
    "wild half": "A half that stands for any pips. Its player says which.",
    "aside": "Put face down in place of laying a tile. It counts as if it were in the hand.",
    "book": "The store of all games. Nothing in it is changed or deleted.",
    "event|events": "One thing that happened, as the book stores it.",
    "hash": (
        "A number made from all events of the game up to one of them, written with the digits 0 to "
        "9 and the letters a to f. If any of them were different, the number would be, too."
    ),
}
"""By the forms of a word as it is printed, the name first: its explanation.

Each form is a template of its own. A language with more forms separates them by `|`, too.
"""
