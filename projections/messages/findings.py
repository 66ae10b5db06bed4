"""The sentences of what an audit comes to."""

from . import mark, mark_plural
from .templates import Template, Templates

TEMPLATES: Templates = {
    # The moves.
    "moves-legal": (
        Template(mark("Nothing is wrong in round {round}: every move was legal.")),
        Template(mark("Nothing is wrong: every move was legal.")),
    ),
    "violation": mark("Against the rules, {place}: {fault}."),
    "more-violations": (
        Template(
            mark_plural(
                "{number} more violation was found.", "{number} more violations were found."
            ),
            number="violations",
        ),
    ),
    "nothing-proven": (
        Template(
            mark_plural(
                "Nothing wrong is proven; {number} question is open.",
                "Nothing wrong is proven; {number} questions are open.",
            ),
            number="questions",
        ),
    ),
    "result-only": (
        Template(
            mark_plural(
                "Of round {rounds} only the result is known: its moves cannot be checked.",
                "Of rounds {rounds} only the results are known: their moves cannot be checked.",
            ),
            number="rounds",
        ),
    ),
    # A block.
    "blocked-by": (
        Template(
            mark(
                "Round {round} blocked. {player} blocked it, by laying {placement} in move {move}, "
                "and {assistant} assisted."
            )
        ),
        Template(
            mark(
                "Round {round} blocked. {player} blocked it, by laying {placement} in move {move}."
            )
        ),
    ),
    "blocked-by-nobody": mark(
        "Round {round} blocked. By the reading {reading}, nobody blocked it."
    ),
    "blocker-not-found": (
        Template(
            mark_plural(
                "Round {round} blocked. Who blocked it was not found in {number} position: "
                "nobody is fined on it.",
                "Round {round} blocked. Who blocked it was not found in {number} positions: "
                "nobody is fined on it.",
            ),
            number="positions",
        ),
    ),
    "blocker-unseen": mark(
        "Round {round} blocked. Who blocked it depends on tiles that nobody saw."
    ),
    "blocker-ruled": (
        Template(
            mark(
                "Round {round} blocked. An arbiter ruled that {player} blocked it, "
                "and that {assistant} assisted."
            )
        ),
        Template(mark("Round {round} blocked. An arbiter ruled that {player} blocked it.")),
        Template(mark("Round {round} blocked. An arbiter ruled that nobody blocked it.")),
    ),
    "last-tile": mark(
        "Round {round} blocked. {player} laid the last tile, {placement}, in move {move}."
    ),
    "block-void": mark("Round {round} blocked, and is void by a ruling."),
    "block-irregular": mark(
        "Round {round} blocked, but was not played by the rules: who blocked it is open until it "
        "is ruled on."
    ),
    "knew": (
        Template(
            mark_plural(
                "{player} then saw {own} in their own hand, {number} tile on the table with {ends} "
                "open, and of the others by their passes and draws: {others}.",
                "{player} then saw {own} in their own hand, {number} tiles on the table with "
                "{ends} open, and of the others by their passes and draws: {others}.",
            ),
            number="on_table",
        ),
    ),
    "kept-open": (
        Template(
            mark_plural(
                "{placement} would have kept it open: {player} could then have been out {number} "
                "move later.",
                "{placement} would have kept it open: {player} could then have been out {number} "
                "moves later.",
            ),
            number="moves",
        ),
    ),
    "open-for-now": mark("{placement} would have kept it open for the moment."),
    "put-out": mark("{placement} would have put them out at once."),
    "nothing-else": mark("Nothing else that they could lay would have kept it open."),
    "reading-counts": (
        Template(
            mark(
                "The reading that counts is the one the players agreed on (payout.reading of "
                "{rules}): {meaning}."
            ),
            {"agreed": True},
        ),
        Template(
            mark(
                "The reading that counts is the one the rules name (payout.reading of {rules}): "
                "{meaning}."
            )
        ),
    ),
    "ruling-counts": mark("The ruling of an arbiter counts, whatever a reading says."),
    "no-reading-counts": (
        Template(
            mark("No reading counts: {rules} has no payout, so no money depends on who blocked."),
            {"rule": "payout"},
        ),
        Template(
            mark(
                "No reading counts: {rules} has no payout.reading, so nobody is liable for a block."
            )
        ),
    ),
    "readings-agree": mark("All other readings name {player}, too."),
    "readings-differ": mark("Other readings say otherwise: {verdicts}."),
    # What came of it.
    "owed": (
        Template(mark("So far: {amounts}."), {"so_far": True}),
        Template(mark("For round {round}: {amounts}.")),
        Template(mark("In all: {amounts}.")),
    ),
    "points": (
        Template(mark("Points so far: {points}."), {"so_far": True}),
        Template(mark("Points of round {round}: {points}.")),
        Template(mark("Points: {points}.")),
    ),
    # The deal.
    "no-shuffle": mark("No shuffle was recorded: nothing can be said of the deal."),
    "some-without-shuffle": (
        Template(
            mark_plural(
                "Of {number} deal no shuffle was recorded: nothing can be said of it.",
                "Of {number} deals no shuffle was recorded: nothing can be said of them.",
            ),
            number="deals",
        ),
    ),
    "deals-follow": (
        Template(
            mark_plural(
                "{number} deal follows from its seeds, to which all had committed before it.",
                "{number} deals follow from their seeds, to which all had committed before them.",
            ),
            number="deals",
        ),
    ),
    "deals-repeatable": mark(
        "The seeds follow from that of a simulation: repeatable deals, not fair ones."
    ),
    "deals-by-program": mark(
        "The program chose all seeds: the players had no part in the shuffle."
    ),
}
