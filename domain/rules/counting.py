"""Games that count by the score and payout of other rules than those they were played under.

A house may decide that for games of one rule set, if the other is played alike: what was legal
stays as it was.
"""

from typing import Final, Literal, TypeAlias, get_args

from ..frozen import Frozen
from .rule_set import RuleSet

SAME_PLAY: Final = "same-play"
"""Names all rule sets that differ from the other in score or payout alone."""
ALL: Final = "all"
"""Names all rule sets that are played alike: see `misfit`."""


class CountedBy(Frozen):
    """Some games count by the score and payout of ``rules``.

    ``played``: the id of the rule set that they were played under, `SAME_PLAY`, or `ALL`.
    """

    played: str
    rules: RuleSet

    @property
    def text(self) -> str:
        """As it is typed: `OLD=NEW`, or `NEW` for rule sets of the same play."""
        return self.rules.id if self.played == SAME_PLAY else f"{self.played}={self.rules.id}"

    def names(self, played: RuleSet) -> bool:
        """These games are among those that are to count so."""
        if self.played == SAME_PLAY:
            return played.play == self.rules.play
        return self.played in {ALL, played.id}


Counting: TypeAlias = tuple[CountedBy, ...]
"""Which rules count, by the rules played under. Games that none names count by their own."""
AS_PLAYED: Counting = ()
"""Every game counts by the rules it was played under."""


def counting_text(counting: Counting) -> str:
    """As it is typed, separated by spaces; empty: every game counts by its own rules."""
    return " ".join(each.text for each in counting)


Difference: TypeAlias = Literal[
    "layout", "matching", "highest_pip", "wild_tiles", "partners", "cannot_play", "turn", "players"
]
"""What keeps games from being counted by other rules: a field of play, or the number of players."""


def misfit(played: RuleSet, seats: int, rules: RuleSet) -> tuple[Difference, ...]:
    """Why a game of these rules and seats could not be counted by others; empty if it can.

    Tiles, layout, turns and partners must be the same, and the other rules must know this number of
    players, if their own do. Who leads, and how many tiles are dealt or drawn, may differ.
    """
    return tuple(each for each in get_args(Difference) if _differ(each, played, seats, rules))


def _differ(what: Difference, played: RuleSet, seats: int, rules: RuleSet) -> bool:
    if what == "players":
        return seats in played.play.hand and seats not in rules.play.hand
    differ: bool = getattr(played.play, what) != getattr(rules.play, what)
    return differ or (what == "cannot_play" and played.family != rules.family)


def named_by(counting: Counting, played: RuleSet) -> CountedBy | None:
    """What the counting says of games of these rules; None if it says nothing.

    A rule set named by its id goes before those of the same play, and these before all.
    """
    first = {SAME_PLAY: 1, ALL: 2}
    found = [each for each in counting if each.names(played)]
    return min(found, key=lambda each: first.get(each.played, 0), default=None)


def rules_that_count(counting: Counting, played: RuleSet, seats: int) -> RuleSet:
    """The rules whose score and payout count in such games: their own unless one named fits."""
    named = named_by(counting, played)
    return played if named is None or misfit(played, seats, named.rules) else named.rules


def counted_rules(counting: Counting, played: RuleSet, seats: int) -> RuleSet:
    """The rules of play with the score and payout that count."""
    rules = rules_that_count(counting, played, seats)
    return played.model_copy(update={"score": rules.score, "payout": rules.payout})
