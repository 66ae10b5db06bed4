"""The standing of a game after its rounds, and who has won it (docs/rules/score.md)."""

from collections.abc import Sequence
from typing import NamedTuple

from ..rules.score import Score
from ..seats import Seat, Sides
from .score import NOTHING_BEFORE, Before, RoundScore, seats_of


class Standing(NamedTuple):
    """The standing of a game: points by side, and the winners."""

    scores: tuple[int, ...] | None
    """Points by side; None in a game without points."""
    winners: tuple[Seat, ...] | None
    """None while the game is undecided; empty if it ended without a winner."""
    rounds: int
    """The number of rounds that counted, up to the one that ended the game."""
    led_anew: bool = False
    """The first lead is made again: all points were lost, or all sides stand at one."""


def standing_at_first(rules: Score, sides: Sides) -> Standing:
    return Standing(None if rules.points == "none" else (0,) * len(sides), None, 0)


def standing_after(
    rules: Score,
    sides: Sides,
    before: Standing,
    score: RoundScore | None,
    fine: tuple[int, ...] | None = None,
) -> Standing:
    """The standing with one more finished round, which is ignored once the game was won.

    Without a score the round is none of the game; its penalties, ``fine`` by side, may count.
    """
    if before.winners is not None:
        return before
    if score is None:
        return before if fine is None else _fined(rules, sides, before, fine)
    scores, rounds = before.scores, before.rounds + 1
    if scores is not None and score.points is not None:
        scores = _added(_kept(rules, sides, scores, score.winners), score.points)
    if rules.one_round:
        return Standing(scores, score.winners, rounds)
    return _decided(rules, sides, scores, rounds)


def _fined(rules: Score, sides: Sides, before: Standing, fine: tuple[int, ...]) -> Standing:
    """The standing after penalties beside a void round, which is no round of the game.

    If the first lead was to be made again, it still is.
    """
    if before.scores is None:
        return before
    scores = _added(before.scores, fine)
    if rules.one_round:
        return before._replace(scores=scores)
    after = _decided(rules, sides, scores, before.rounds)
    return after._replace(led_anew=before.led_anew or after.led_anew)


def _decided(rules: Score, sides: Sides, scores: tuple[int, ...] | None, rounds: int) -> Standing:
    """Who has won after so many rounds with these points, in a game of several rounds."""
    reached = scores is not None and max(scores) >= (rules.target or 0)
    if scores is None or not (reached if rules.rounds is None else rounds >= rules.rounds):
        return _reset(rules, Standing(scores, None, rounds))
    if rules.winners == "all-past-target":
        won = [score >= (rules.target or 0) for score in scores]
    else:
        won = [score == best_score(rules, scores) for score in scores]
    return Standing(scores, seats_of(sides, won), rounds)


def _kept(
    rules: Score, sides: Sides, scores: tuple[int, ...], winners: tuple[Seat, ...]
) -> tuple[int, ...]:
    """What sides keep of their scores. At one all, only the winners of the round keep theirs."""
    if rules.reset == "one-all-play-two" and set(scores) == {1} and winners:
        return tuple(int(side[0] in winners) for side in sides)
    return scores


def _added(scores: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(map(sum, zip(scores, points, strict=True)))


def _reset(rules: Score, stands: Standing) -> Standing:
    """The standing, without points if all sides have some, by rules that say so."""
    scores = stands.scores
    if rules.reset == "none" or scores is None or min(scores) <= 0:
        return stands
    if rules.reset == "one-all-play-two" and set(scores) == {1}:
        return stands._replace(led_anew=True)
    return stands._replace(scores=(0,) * len(scores), led_anew=True)


def counts_as(rules: Score, sides: Sides, stands: Standing) -> int:
    """As how many games this one counts: more than one if it was won by a shutout.

    A game that was not won by the target counts once: we choose that.
    """
    if not stands.winners or stands.scores is None:
        return 1
    scores = dict(zip(sides, stands.scores, strict=True))
    lost = [score for side, score in scores.items() if side[0] not in stands.winners]
    shutout = rules.shutout
    if shutout is None or not lost or max(scores.values()) < (rules.target or 0):
        return 1
    return shutout.games if max(lost) <= shutout.at_most else 1


class Progress(NamedTuple):
    """How a game stands, and what the score of its next round may depend on."""

    standing: Standing
    before: Before = NOTHING_BEFORE

    def after(
        self,
        rules: Score,
        sides: Sides,
        score: RoundScore | None,
        fine: tuple[int, ...] | None,
        from_ten: Sequence[int] | None,
    ) -> "Progress":
        """The progress with one more round; ``score`` and ``fine`` as in `standing_after`.

        ``from_ten`` is `RoundFacts.in_play_from_ten`: a round of which only the result is known
        brings no seat in. A round after the game was won changes nothing.
        """
        stands = standing_after(rules, sides, self.standing, score, fine)
        if stands is self.standing:
            return self
        if not rules.asks_what_was_before:
            return Progress(stands)
        points = stands.scores or ()
        if score is None:
            return Progress(stands, self.before._replace(points=points))
        seats = (0,) * sum(map(len, sides))
        made = zip(self.before.came_in or seats, from_ten or seats, strict=True)
        came_in = tuple(max(came_in, int(ten > 0)) for came_in, ten in made)
        carried = 0 if score.winners else self.before.carried + 1
        return Progress(stands, Before(points, came_in, stands.rounds, carried))


def after_forfeit(rules: Score, stands: Standing, sides: Sides, seat: Seat) -> Standing:
    """The standing after this seat gave up. Does not change a game that was already won.

    The best of the other sides wins, several if equal; in a game without points all others win.
    """
    if stands.winners is not None:
        return stands
    scores = stands.scores or (0,) * len(sides)
    others = [side for side, seats in enumerate(sides) if seat not in seats]
    best = best_score(rules, [scores[side] for side in others])
    best_of_others = [side in others and score == best for side, score in enumerate(scores)]
    return stands._replace(winners=seats_of(sides, best_of_others))


def after_abandonment(rules: Score, stands: Standing, sides: Sides) -> Standing:
    """The standing of a game that was broken off: under ``leader-wins`` who is ahead has won it.

    Nobody has if several are ahead alike, or in a game without points.
    """
    if rules.abandoned != "leader-wins" or stands.winners is not None or stands.scores is None:
        return stands
    best = best_score(rules, stands.scores)
    ahead = [score == best for score in stands.scores]
    return stands._replace(winners=seats_of(sides, ahead)) if sum(ahead) == 1 else stands


def best_score(rules: Score, scores: Sequence[int]) -> int:
    """The best of these scores of a game: the lowest if the fewest points win it."""
    return min(scores) if rules.lowest_wins else max(scores)
