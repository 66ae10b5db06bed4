"""The rules of score: who wins a round and a game, and the points."""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator

from .field import Value, always, invalid, rule
from .layouts import ONE_TILE_A_TURN

_COUNTS_HANDS: Final = "losing-hands", "all-hands"
_HAS_POINTS: Final = *_COUNTS_HANDS, "own-hand", "tiles", "win", "ways"
_WINS_POINTS: Final = *_COUNTS_HANDS, "tiles", "win", "ways"
MOST_BONUS: Final = 10**6
"""The most points of one bonus."""
_AFTER_PASSES: Final = {
    "play.cannot_play": ("pass",),
    "play.drawn_tile": ("must-lay",),
    "play.turn": ("one-tile",),
    "play.layout": ONE_TILE_A_TURN,
}
"""What rules of play need so that a pass says that a seat could not lay."""
_WHERE_BOTH_ENDS_FIT: Final = {
    "play.layout": ("line-of-play", "crosswise", "bent"),
    "play.matching": ("equal",),
}
"""What rules of play need so that a tile may fit at both ends."""


class Capicua(Value):
    """Going out with a tile that fits at both ends: points, or times the points of the winner."""

    points: int | None = rule(None, "points for the side that is out", least=1, most=MOST_BONUS)
    factor: int | None = rule(
        None, "in place of points, times what the winner scores for the round", least=2, most=100
    )
    fits: Literal["each-half", "either-end"] = rule(
        "each-half",
        "whether each half must fit at an end of its own, or one half at both is enough",
    )
    doubles: Literal["no", "yes"] = rule("no", "whether a double counts")
    blanks: Literal["yes", "no"] = rule("yes", "whether a tile with a blank counts")

    @model_validator(mode="after")
    def _points_or_factor(self) -> Self:
        if (self.points is None) == (self.factor is None):
            raise invalid("points-or-factor")
        return self


class Chuchazo(Value):
    """Going out with 0-0."""

    points: int = Field(description="points for the side that is out", ge=1, le=MOST_BONUS)
    both_ends: Literal["counts", "not"] = rule(
        "counts", "whether it counts where both ends are blank"
    )


class OpeningPass(Value):
    """The seat after the leader must pass: points for the side of the leader."""

    double: int = rule(0, "points if a double was led", least=0, most=MOST_BONUS)
    other: int = rule(0, "points if another tile was led", least=0, most=MOST_BONUS)
    partner_passes: Literal["annuls", "counts"] = rule(
        "annuls", "whether it counts if all pass up to the partner of the leader, who passes too"
    )


class Bonuses(Value):
    """Points beside those for hands, for what happened in a round."""

    capicua: Capicua | None = rule(
        None,
        "what going out with a tile that fits at both ends brings",
        needs={"object": _WHERE_BOTH_ENDS_FIT},
    )
    chuchazo: Chuchazo | None = rule(None, "what going out with 0-0 brings")
    opening_pass: OpeningPass | None = rule(
        None,
        "what it brings the leader if the next seat must pass",
        needs={"object": _AFTER_PASSES},
    )
    out_points: int = rule(
        0, "points for the side that is out, none in a block", least=0, most=MOST_BONUS
    )
    round_pass: int = rule(
        0,
        "points for a seat that lays again after all others passed, in games of three or more",
        least=0,
        most=MOST_BONUS,
        needs={"number": _AFTER_PASSES},
    )
    each_pass: int = rule(
        0,
        "points for each other side when a seat must pass",
        least=0,
        most=MOST_BONUS,
        needs={"number": _AFTER_PASSES},
    )
    by_round: tuple[Annotated[int, Field(ge=0, le=MOST_BONUS)], ...] = rule(
        (), "points for the winner of the first round, of the second, and so on"
    )


class Scale(Value):
    """Points by steps of pips."""

    least: int = always(3, "the pips below which there are no points", least=0, most=10**6)
    points: int = always(2, "the points of the first step", least=0, most=10**6)
    up_to: int = always(20, "the most pips of the first step", least=0, most=10**6)
    each: int = always(
        10,
        "the pips of each later step, which brings one point more",
        least=1,
        most=10**6,
    )


class Ways(Value):
    """Points by the way in which a round was won."""

    simple: int = rule(1, "points for going out otherwise", least=0, most=MOST_BONUS)
    double: int = rule(2, "points for going out with a double", least=0, most=MOST_BONUS)
    both_ends: int = rule(
        3, "points for going out with a tile that fits at both ends", least=0, most=MOST_BONUS
    )
    double_both_ends: int = rule(
        4, "points for going out with a double that fits at both ends", least=0, most=MOST_BONUS
    )
    blocked: int = rule(1, "points for winning a blocked round", least=0, most=MOST_BONUS)
    fits: Literal["each-half", "either-end"] = rule(
        "each-half",
        "whether each half must fit at an end of its own, or one half at both is enough",
    )


class Shutout(Value):
    """A game in which the others scored next to nothing counts as several."""

    at_most: int = always(
        0, "the most points that each side has which did not win it", least=0, most=10**9
    )
    games: int = always(2, "the number of games that it counts as", least=2, most=100)


class Clock(Value):
    """How long a game is played at a table."""

    minutes: int = always(30, "how long, from its start", least=1, most=10_000)
    in_play: Literal["finish", "void"] = rule(
        "finish",
        "what becomes of the round that is being played then: it is finished, or counts for "
        "nothing, unless several sides lead alike",
    )


class Score(Value):
    """Who wins a round, how many points it brings, and who wins a game."""

    out_winner: Literal["that-seat", "lowest-hand"] = always(
        "that-seat", "who wins when a seat went out"
    )
    blocked_winner: Literal[
        "fewest-pips", "fewest-tiles", "side-of-lowest-hand", "last-two", "nobody"
    ] = always("fewest-pips", "who wins a blocked round")
    blocked_below: int = rule(
        0,
        "the pips that the winner of a blocked round must have fewer of, or nobody wins; 0: any",
        least=0,
        most=10**6,
        needs={"number": {"score.blocked_winner": ("fewest-pips", "side-of-lowest-hand")}},
    )
    tied: Literal[
        "each", "nobody", "not-the-blocker", "leading-side", "opener", "blocker", "lightest-tile",
        "play-again",
    ] = always("each", "who wins if several tie for lowest")  # fmt: skip
    last_two_tie: Literal["blocker", "opener"] = rule(
        "blocker",
        "under last-two, who wins if both hands are equal",
        needs={"opener": {"score.blocked_winner": ("last-two",)}},
    )
    points: Literal["none", "losing-hands", "all-hands", "own-hand", "tiles", "win", "ways"] = (
        always(
            "losing-hands",
            "whose pips count, and for whom; win: a round won is one point; ways: the points "
            "depend on the way in which it was won",
            needs={"ways": _WHERE_BOTH_ENDS_FIT},
        )
    )
    ways: Ways = rule(Ways, "under ways, the points for each way")
    blocked_points: Literal["as-out", "all-hands", "losing-hands", "difference", "heavier"] = rule(
        "as-out",
        "whose pips count in a blocked round: those of points; all hands; those that did not win, "
        "less the winner's own under difference; or for each side the heavier ones, less its own",
        needs={
            "all-hands": {"score.points": _COUNTS_HANDS},
            "losing-hands": {"score.points": _COUNTS_HANDS},
            "difference": {"score.points": _COUNTS_HANDS},
            "heavier": {"score.points": _COUNTS_HANDS, "score.blocked_below": ("null",)},
        },
    )
    scale: Scale | None = rule(
        None,
        "the points for the pips of a round, by steps; null: as points_per says",
        needs={
            "object": {
                "score.points": _COUNTS_HANDS,
                "score.points_per": ("pip",),
                "score.in_play": ("none",),
            }
        },
    )
    for_winning: int = rule(0, "under tiles, the points for winning the round", least=0, most=10**6)
    per_tile: int = rule(
        0, "under tiles, the points for each tile in the other hands", least=0, most=10**6
    )
    difference: Literal["none", "to-all-hands", "to-each-hand"] = always(
        "none",
        "how often the winner's own pips are subtracted: never, once, or once a hand counted",
    )
    negative_points: Literal["zero", "keep"] = always("zero", "what happens to a score below zero")
    block_bonus: int = rule(
        0,
        "points more for the winner of a blocked round",
        least=0,
        most=10**6,
        needs={"number": {"score.points": _COUNTS_HANDS}},
    )
    bonuses: Bonuses | None = rule(
        None,
        "points beside those for hands; null: there are none",
        needs={"object": {"score.points": _WINS_POINTS}},
    )
    carry: Literal["none", "plus-one", "double"] = rule(
        "none",
        "what a round that nobody won adds to the next one that is won: nothing, a point for each "
        "such round, or as much as its winner scores in it",
        needs={
            "plus-one": {"score.points": _WINS_POINTS},
            "double": {"score.points": _WINS_POINTS},
        },
    )
    rounding: Literal["none", "sum", "each-hand"] = rule(
        "none", "whether pips in hands go to the nearest multiple of five: their sum, or each hand"
    )
    in_play: Literal["none", "fives", "fives-and-threes"] = rule(
        "none",
        "whether open ends that count a multiple of five are points of the seat that laid, or a "
        "fifth of it, and a third of a multiple of three",
        needs={
            "fives": {"play.layout": ("crosswise",), "score.points": _COUNTS_HANDS},
            "fives-and-threes": {
                "play.layout": ("crosswise",),
                "score.points": _WINS_POINTS,
                "score.points_per": ("pip",),
            },
        },
    )
    to_get_in: Literal[0, 10] = rule(
        0,
        "the least that a seat's first points in play must be in a game; until then none count",
        needs={"number": {"score.in_play": ("fives",)}},
    )
    points_per: Literal["pip", "five"] = rule(
        "pip", "what is one point", needs={"five": {"score.rounding": ("sum", "each-hand")}}
    )
    target: int | None = always(
        None,
        "the points that end the game; null: one round is a game, unless it has a number of rounds",
        least=1,
        most=10**9,
        needs={"number": {"score.points": _HAS_POINTS}},
    )
    rounds: int | None = rule(
        None,
        "the number of rounds of a game",
        least=1,
        most=1000,
        needs={"number": {"score.points": _HAS_POINTS, "score.target": ("null",)}},
    )
    winners: Literal["highest", "all-past-target", "lowest"] = always(
        "highest", "who wins when the game ends"
    )
    reset: Literal["none", "all-scored", "one-all-play-two"] = rule(
        "none",
        "whether all points are lost as soon as every side has some, and the first lead is made "
        "again; under one-all-play-two, at one point each the winner of the next round stands at "
        "two instead, and the others at none",
        needs={
            "all-scored": {
                "score.target": ("number",),
                "score.winners": ("highest", "all-past-target"),
            },
            "one-all-play-two": {
                "score.points": ("win",),
                "score.target": ("number",),
                "score.winners": ("highest", "all-past-target"),
            },
        },
    )
    shutout: Shutout | None = rule(
        None,
        "when a game counts as several; null: never",
        needs={
            "object": {
                "score.target": ("number",),
                "score.winners": ("highest", "all-past-target"),
            }
        },
    )
    abandoned: Literal["void", "as-it-stands", "leader-wins"] = always(
        "void",
        "what counts of a game that was broken off: nothing, or its rounds; under leader-wins the "
        "side that is ahead alone wins it",
    )
    clock: Clock | None = rule(
        None,
        "when a game is broken off at a table though nobody has reached the target; while several "
        "sides lead alike, one more round is played; null: never",
        needs={"object": {"score.target": ("number",), "score.abandoned": ("leader-wins",)}},
    )
    forfeited: Literal["others-win", "void"] = rule(
        "others-win", "who wins a game that a seat gave up: the other sides with most points"
    )

    @property
    def one_round(self) -> bool:
        """One round is a game."""
        return self.target is None and self.rounds is None

    @property
    def asks_who_laid_last(self) -> bool:
        """Who wins a blocked round may depend on the seat that laid the last tile."""
        return self.blocked_winner == "last-two" or self.tied in {"not-the-blocker", "blocker"}

    @property
    def asks_who_blocked(self) -> bool:
        """A blocked round brings other points than one in which a seat went out, or other wins."""
        return self.block_bonus + self.blocked_below > 0 or self.blocked_points != "as-out"

    @property
    def others_score(self) -> bool:
        """Sides that did not win a round may score in it."""
        own = self.bonuses or Bonuses()
        passes = own.opening_pass is not None or own.round_pass > 0 or own.each_pass > 0
        return passes or self.in_play != "none" or self.blocked_points == "heavier"

    @property
    def asks_the_standing(self) -> bool:
        """Who wins a round may depend on the standing before it."""
        return self.tied == "leading-side"

    @property
    def asks_the_course(self) -> bool:
        """The score may depend on how a round was played, not only on what is left in hand."""
        points = self.bonuses is not None or self.carry != "none" or self.points == "ways"
        ties = self.tied in {"opener", "lightest-tile"} or self.last_two_tie == "opener"
        return points or ties

    @property
    def asks_what_was_before(self) -> bool:
        """The score of a round may depend on the rounds before it."""
        by_round = self.bonuses is not None and bool(self.bonuses.by_round)
        return self.asks_the_standing or self.to_get_in > 0 or by_round or self.carry != "none"

    @property
    def counts_in_order(self) -> bool:
        """A round may depend on those before it, or be no round."""
        return self.asks_what_was_before or self.tied == "play-again" or self.reset != "none"

    @property
    def lowest_wins(self) -> bool:
        """The fewest points win a game; in a game of one round, if sides write down their hands."""
        return self.points == "own-hand" if self.one_round else self.winners == "lowest"

    @model_validator(mode="after")
    def _standing_of_several_rounds(self) -> Self:
        if self.one_round and self.asks_the_standing:
            raise invalid("standing-of-one-round", field="score.tied", value=self.tied)
        if self.one_round and self.carry != "none":
            raise invalid("standing-of-one-round", field="score.carry", value=self.carry)
        return self
