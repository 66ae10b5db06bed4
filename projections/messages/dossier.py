"""Sentences of dossiers."""

from collections.abc import Iterator
from shlex import quote

from ..dossier.dossier import Dossier, Proof
from . import all_of, mark, plural, text


def about_texts(dossier: Dossier) -> Iterator[str]:
    """What the dossier is, what it shows, and what it does not show."""
    names = dossier.sheet.players
    yield text(
        "This is everything on record about one game of dominoes, for those who have to agree on "
        "it or to judge it. Each move is here, with the tiles on the table, what else could have "
        "been played, and what the players knew."
    )
    if dossier.viewer is not None:
        yield text(
            "It shows what {player} could see: of a round that is being played no other hand, and "
            "at each move what {player} knew then.",
            player=names[dossier.viewer],
        )
    if dossier.hidden:
        yield plural(
            "Round {rounds} is not over: hidden tiles are not shown.",
            "Rounds {rounds} are not over: hidden tiles are not shown.",
            len(dossier.hidden),
            rounds=all_of(number + 1 for number in dossier.hidden),
        )
    elif dossier.open:
        yield text("It shows hidden tiles, too: do not give it to players before the end.")


def reading_texts() -> Iterator[str]:
    """How to read the moves."""
    yield text(
        "1.12 is move 12 of round 1. The picture shows the tiles on the table after the move; the "
        "one that was laid has a border, and a disc with a number stands at each open end."
    )
    yield text(
        "Beside it stands what was legal in place of it, and what the players knew before it: "
        "their own tiles, which no other player saw, and of each hand what was known to all. That "
        "is how many tiles it had, and what it could not have, as its player had passed or drawn."
    )


_CHAINS = {
    "intact": mark(
        "When this was made, every event of the game matched its hash, and none was missing at the "
        "end."
    ),
    "not-checked": mark(
        "The events were not checked against their hashes: who made this may not see all of them."
    ),
}


def proof_texts(proof: Proof) -> Iterator[str]:
    """Which checks the stored events passed, and what that proves."""
    yield text(_CHAINS[proof.chain])
    if proof.hash is None:
        yield text(
            "The hash of the last event is not shown while a round is hidden: tiles could be "
            "guessed from it."
        )
    else:
        yield text(
            "The hash of the last event stands for all of them. If it is the one that stands on a "
            "score sheet that was signed, the events are those that were signed."
        )
    yield text(
        "Somebody who holds the book could write it anew with other hashes. Only a hash that left "
        "the house before, on paper or in another place, shows that."
    )


def check_texts() -> Iterator[str]:
    """How a reader checks it without the program."""
    yield text(
        "By hand: take the tiles, lay them as the pictures show, and compare each move with the "
        "rules above. That needs no program."
    )
    yield text(
        "A reading can be checked in the same way: give all players the tiles that are listed at "
        "that move, and play the line of play of its evidence."
    )
    yield text("With the program Domino Ledger, and the book that this was made from:")


_COMMANDS = {
    "audit": mark("checks each move and each figure again"),
    "explain": mark("shows each figure of a round with its rule"),
    "verify": mark("checks the events against their hashes"),
    "sheet": mark("prints the score sheet, with the hash to compare"),
}


def check_commands(record: str, rounds: int) -> Iterator[tuple[str, str]]:
    """Commands with which it is checked, and what each does. ``record``: the id of the game."""
    for name, what in _COMMANDS.items():
        if rounds or name != "explain":
            game = f"{record}/1" if name == "explain" else record
            yield f"domino {name} {quote(game)}", text(what)
