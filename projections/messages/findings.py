"""The sentences of what an audit comes to."""

from .templates import Template, Templates, counted

TEMPLATES: Templates = {
    # The moves.
    "moves-legal": (
        "Nothing is wrong in round {round}: every move was legal.",
        "Nothing is wrong: every move was legal.",
    ),
    "violation": "Against the rules, {place}: {fault}.",
    "more-violations": counted(
        "violations", "{number} more violation was found.", "{number} more violations were found."
    ),
    "nothing-proven": counted(
        "questions",
        "Nothing wrong is proven; {number} question is open.",
        "Nothing wrong is proven; {number} questions are open.",
    ),
    "result-only": counted(
        "rounds",
        "Of round {rounds} only the result is known: its moves cannot be checked.",
        "Of rounds {rounds} only the results are known: their moves cannot be checked.",
    ),
    # A block.
    "blocked-by": (
        (
            "Round {round} blocked. {player} blocked it, by laying {placement} in move {move}, "
            "and {assistant} assisted."
        ),
        "Round {round} blocked. {player} blocked it, by laying {placement} in move {move}.",
    ),
    "blocked-by-nobody": "Round {round} blocked. By the reading {reading}, nobody blocked it.",
    "blocker-not-found": counted(
        "positions",
        (
            "Round {round} blocked. Who blocked it was not found in {number} position: "
            "nobody is fined on it."
        ),
        (
            "Round {round} blocked. Who blocked it was not found in {number} positions: "
            "nobody is fined on it."
        ),
    ),
    "blocker-unseen": "Round {round} blocked. Who blocked it depends on tiles that nobody saw.",
    "blocker-ruled": (
        (
            "Round {round} blocked. An arbiter ruled that {player} blocked it, "
            "and that {assistant} assisted."
        ),
        "Round {round} blocked. An arbiter ruled that {player} blocked it.",
        "Round {round} blocked. An arbiter ruled that nobody blocked it.",
    ),
    "last-tile": "Round {round} blocked. {player} laid the last tile, {placement}, in move {move}.",
    "block-void": "Round {round} blocked, and is void by a ruling.",
    "block-irregular": (
        "Round {round} blocked, but was not played by the rules: who blocked it is open until it "
        "is ruled on."
    ),
    "knew": counted(
        "on_table",
        (
            "{player} then saw {own} in their own hand, {number} tile on the table with {ends} "
            "open, and of the others by their passes and draws: {others}."
        ),
        (
            "{player} then saw {own} in their own hand, {number} tiles on the table with "
            "{ends} open, and of the others by their passes and draws: {others}."
        ),
    ),
    "kept-open": counted(
        "moves",
        (
            "{placement} would have kept it open: {player} could then have been out {number} "
            "move later."
        ),
        (
            "{placement} would have kept it open: {player} could then have been out {number} "
            "moves later."
        ),
    ),
    "open-for-now": "{placement} would have kept it open for the moment.",
    "put-out": "{placement} would have put them out at once.",
    "nothing-else": "Nothing else that they could lay would have kept it open.",
    "reading-counts": (
        Template(
            (
                "The reading that counts is the one the players agreed on (payout.reading of "
                "{rules}): {meaning}."
            ),
            {"agreed": True},
        ),
        (
            "The reading that counts is the one the rules name (payout.reading of {rules}): "
            "{meaning}."
        ),
    ),
    "ruling-counts": "The ruling of an arbiter counts, whatever a reading says.",
    "no-reading-counts": (
        Template(
            "No reading counts: {rules} has no payout, so no money depends on who blocked.",
            {"rule": "payout"},
        ),
        "No reading counts: {rules} has no payout.reading, so nobody is liable for a block.",
    ),
    "readings-agree": "All other readings name {player}, too.",
    "readings-differ": "Other readings say otherwise: {verdicts}.",
    # What came of it.
    "owed": (
        Template("So far: {amounts}.", {"so_far": True}),
        "For round {round}: {amounts}.",
        "In all: {amounts}.",
    ),
    "points": (
        Template("Points so far: {points}.", {"so_far": True}),
        "Points of round {round}: {points}.",
        "Points: {points}.",
    ),
    # The deal.
    "no-shuffle": "No shuffle was recorded: nothing can be said of the deal.",
    "some-without-shuffle": counted(
        "deals",
        "Of {number} deal no shuffle was recorded: nothing can be said of it.",
        "Of {number} deals no shuffle was recorded: nothing can be said of them.",
    ),
    "deals-follow": counted(
        "deals",
        "{number} deal follows from its seeds, to which all had committed before it.",
        "{number} deals follow from their seeds, to which all had committed before them.",
    ),
    "deals-repeatable": (
        "The seeds follow from that of a simulation: repeatable deals, not fair ones."
    ),
    "deals-by-program": "The program chose all seeds: the players had no part in the shuffle.",
}
