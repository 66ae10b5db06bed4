"""How a game ends, by the rules of clubs: a second statement, written from the rule text.

A round is the points it brings each side; a game is a list of rounds.
"""

from typing import NamedTuple


class Ended(NamedTuple):
    """A game after some rounds."""

    scores: list[int]
    winners: list[int] | None
    """Sides; None while it goes on."""
    rounds: int
    """Rounds that count."""
    first_lead: bool
    """The next round begins as the first one did."""
    games: int
    """As how many games it counts; 1 while it goes on."""


def played(
    rounds: list[list[int]],
    sides: int,
    *,
    target: int,
    reset: str = "none",
    shutout: tuple[int, int] | None = None,
    all_past_target: bool = False,
) -> Ended:
    """The game, round by round. ``shutout``: the most points of losers, and the games it counts."""
    scores, first_lead = [0] * sides, False
    for number, brought in enumerate(rounds, start=1):
        one_all = all(score == 1 for score in scores)
        if reset == "one-all-play-two" and one_all and any(more > 0 for more in brought):
            scores = [2 if more > 0 else 0 for more in brought]
        else:
            scores = [score + more for score, more in zip(scores, brought, strict=True)]
        best = max(scores)
        if best >= target:
            won = [side for side in range(sides) if scores[side] == best]
            if all_past_target:
                won = [side for side in range(sides) if scores[side] >= target]
            others = [scores[side] for side in range(sides) if side not in won]
            games = 1
            if shutout is not None and others and all(own <= shutout[0] for own in others):
                games = shutout[1]
            return Ended(scores, won, number, False, games)
        first_lead = False
        if reset != "none" and all(score > 0 for score in scores):
            first_lead = True
            if not (reset == "one-all-play-two" and all(score == 1 for score in scores)):
                scores = [0] * sides
    return Ended(scores, None, len(rounds), first_lead, 1)
