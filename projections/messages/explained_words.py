"""Technical words with their explanations, to be printed where a reader meets them first.

`docs/glossary.md` has these words, and more.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from . import catalogue, mark, text


class Word(NamedTuple):
    """A technical word, as a reader meets it."""

    name: str
    explanation: str


def new_words(printed: Iterable[str], known: set[str]) -> Iterator[Word]:
    """The words that are printed here and not yet ``known``, and those of their explanations.

    They are added to ``known``.
    """
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
    for forms, explanation in _ENTRIES.items():
        listed = [each for form in forms for each in text(form).split("|")]
        either = "|".join(map(re.escape, sorted(listed, key=len, reverse=True)))
        pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)
        found.append((listed[0], pattern, text(explanation)))
    return tuple(found)


_ENTRIES: Mapping[tuple[str, ...], str] = {
    (mark("tile"), mark("tiles")): mark(
        "A piece with two halves, each with a number of pips. 6-4 and 4-6 are the same tile."
    ),
    (mark("pip"), mark("pips")): mark("A dot on a tile; the number on a half."),
    (mark("double"), mark("doubles")): mark("A tile with the same pips on both halves."),
    (mark("hand"), mark("hands")): mark("The tiles that a player holds."),
    (mark("boneyard"),): mark(
        "The tiles that were not dealt. Under some rules players draw from it."
    ),
    (mark("draw"), mark("draws"), mark("drawn")): mark("To take a tile from the boneyard."),
    (mark("lead"), mark("leads"), mark("led")): mark(
        "To lay the first tile of a round; also that tile."
    ),
    (mark("pass"), mark("passes"), mark("passed")): mark("To lay nothing, because nothing fits."),
    (mark("round"), mark("rounds")): mark(
        "Everything from one deal until a player is out or nobody can play."
    ),
    (mark("side"), mark("sides")): mark(
        "Partners, who score together; a player without a partner is a side of one."
    ),
    (mark("open end"), mark("open ends")): mark("A place at which the next tile may be laid."),
    (mark("out"), mark("is out"), mark("went out")): mark("Without a tile left."),
    (mark("blocked"), mark("block"), mark("blocks")): mark("Over because nobody can play."),
    (mark("blocker"),): mark(
        "The player who is answerable for a blocked round, by a reading or by a ruling."
    ),
    (mark("assistant"), mark("assisted")): mark(
        "The player who went along with the blocker, and shares in the payout."
    ),
    (mark("reading"), mark("readings")): mark(
        "A rule that says who blocked a round. There are several, as it can be judged with more "
        "or less knowledge of the hands."
    ),
    (mark("open hands"),): mark(
        "All hands are looked at, though no player at the table could see them."
    ),
    (mark("evidence"),): mark(
        "The tile that blocked the round, and another that would have kept it open, with a line "
        "of play that shows how."
    ),
    (mark("undetermined"),): mark(
        "No answer: it was not found out, or it depends on tiles that nobody saw."
    ),
    (mark("irregular"),): mark(
        "Not played by the rules: a violation is on record, and an arbiter has to rule."
    ),
    (mark("violation"), mark("violations")): mark("Something that is against the rules."),
    (mark("disputable"),): mark(
        "It waits for a ruling, or its result depends on tiles that nobody saw."
    ),
    (mark("settled"),): mark("With known winners, points and money."),
    (mark("counts for nothing"), mark("count for nothing")): mark(
        "Its points and money are left out everywhere. The moves stay on record."
    ),
    (mark("void"),): mark("Counting for nothing."),
    (mark("dispute"), mark("disputes")): mark(
        "A claim about a game, a round or a move, with its answers, rulings and appeals."
    ),
    (mark("ruling"), mark("rulings"), mark("ruled")): mark(
        "The decision of an arbiter on a dispute."
    ),
    (mark("arbiter"),): mark("The person who rules on a dispute, and no player of the game."),
    (mark("appeal"), mark("appeals"), mark("appealed")): mark(
        "A step against a ruling, which stays in force until there is another."
    ),
    (mark("in force"),): mark("The newest ruling on a dispute: points and money follow it."),
    (mark("final"),): mark("Ruled on after an appeal. No further step is possible."),
    (mark("penalty"), mark("penalized")): mark(
        "Points or money that an offence costs, ordered by an arbiter."
    ),
    (mark("unseen tile"), mark("that nobody saw")): mark(
        "The record does not show the tile. What depends on it is left open."
    ),
    (mark("only the result is known"), mark("result only")): mark(
        "Nobody wrote down the moves: nothing of the round can be checked."
    ),
    (mark("not in the record"), mark("inferred")): mark(
        "Nobody wrote the pass down. A player who is stepped over is taken to have passed."
    ),
    (mark("stopped"),): mark("Ended by the players, though one of them could still play."),
    (mark("surplus"),): mark("Dealt after the game was won. It counts for nothing."),
    (mark("forfeited"), mark("forfeits")): mark("A player gave the game up."),
    (mark("abandoned"),): mark("The game was broken off and will not go on."),
    (mark("amended"),): mark("A corrected record took the place of the first, which is kept."),
    (mark("stake"),): mark("What a pip is worth in money."),
    (mark("net"),): mark("What a player gets in all; negative: what the player owes."),
    (mark("offence"),): mark("What a player can be penalized for."),
    (mark("rule set"),): mark("The rules of play, score and payout of a game."),
    (mark("hub"),): mark("The double in the middle of the table, from which trains grow."),
    (mark("train"), mark("trains")): mark("A row of tiles that belongs to a player, or to all."),
    (mark("marker"), mark("markers")): mark(
        "A sign on a train that shows, when it is up, that all players may lay there."
    ),
    (mark("engine"),): mark("The double with which a player begins a train."),
    (mark("cover"), mark("covers")): mark(
        "To lay a tile on a double before anything else is laid; also that tile."
    ),
    (mark("guest tile"), mark("guest tiles")): mark(
        "A tile on the train of another player, laid after one on one's own."
    ),
    (mark("arm"), mark("arms")): mark("A row of tiles that grows from the lead."),
    (mark("toe"), mark("toes")): mark(
        "A place on a double at which a tile must be laid; also what grows there."
    ),
    (mark("spinner"),): mark("A double that takes tiles at its short ends, too."),
    (mark("matador"),): mark("A tile that fits everywhere."),
    (mark("wild half"),): mark("A half that stands for any pips. Its player says which."),
    (mark("aside"),): mark(
        "Put face down in place of laying a tile. It counts as if it were in the hand."
    ),
    (mark("book"),): mark("The store of all games. Nothing in it is changed or deleted."),
    (mark("event"), mark("events")): mark("One thing that happened, as the book stores it."),
    (mark("hash"),): mark(
        "A number made from all events of the game up to one of them, written with the digits 0 "
        "to 9 and the letters a to f. If any of them were different, the number would be, too."
    ),
}
"""By the forms of a word as it is printed, the name first: its explanation.

A language with more forms separates them by `|`.
"""
