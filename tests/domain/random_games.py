"""The published rule sets, unusual ones, and random games under each."""

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from hypothesis import Phase, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.events import Event, GameOpened
from domino_ledger.domain.game.decide import DealRound, DoAct, decide
from domino_ledger.domain.game.next_lead import next_lead
from domino_ledger.domain.game.shuffles import stock_of
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Payout
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Scale, Score
from domino_ledger.domain.tiles import tile_set, tiles_of

from .builders import altered, any_hand, opened

UNUSUAL_RULES: dict[str, RuleSet] = {
    "two tiles stay": altered("draw@1", play={"stays_in_boneyard": 2}),
    "draw one, one stays": altered("draw@1", play={"draw": 1, "stays_in_boneyard": 1}),
    "may draw when able": altered("draw@1", play={"may_draw_when_able": True}),
    "may draw two when able": altered("draw@1", play={"draw": 2, "may_draw_when_able": True}),
    "play on": altered("block@1", play={"play_on": True}),
    "play on and draw": altered("draw@1", play={"play_on": True, "stays_in_boneyard": 1}),
    "counterclockwise": altered("block-lot@1", play={"direction": "counterclockwise"}),
    "to the left winner": altered(
        "draw-three@1",
        play={"direction": "counterclockwise", "next_lead": "winner"},
        score={"target": 30},
    ),
    "the lead goes round": altered(
        "partnership-sanjuan@1", play={"next_lead": "rotate", "play_on": True}
    ),
    "double-nine": any_hand("draw@1", 7, 6, play={"highest_pip": 9, "next_lead": "winner"}),
    "tiny set": any_hand("forced-block@1", 3, 2, 3, play={"highest_pip": 3}),
    "one tile each": any_hand("block-lot@1", 1, 2, 4),
    "6-6 or deal again": any_hand(
        "block@1", 3, 2, play={"first_lead": {"kind": "named-tile", "tile": "6-6"}}
    ),
    "fives by lot": altered(
        "all-fives@1",
        play={"first_lead": {"kind": "lot"}, "next_lead": "winner", "stays_in_boneyard": 2},
        score={"rounding": "each-hand", "points_per": "five", "target": 30},
    ),
    "fives that win in play": altered(
        "all-fives@1", play={"win_in_play": True}, score={"target": 30}
    ),
    "fives that are called": altered("all-fives@1", play={"claims": "called"}),
    "matador with a double-nine set": any_hand("matador@1", 6, 5, play={"highest_pip": 9}),
    "matador without drawing": altered(
        "matador@1", play={"draw": "none", "stays_in_boneyard": 0, "first_lead": {"kind": "lot"}}
    ),
    "the holder of the double lays the hub": any_hand(
        "mexican-train@1",
        *(4, 2, 3),
        play={
            "highest_pip": 4,
            "first_lead": {"kind": "round-double"},
            "next_lead": "same-rule",
            "layout": {"kind": "hub-trains", "hub": "led", "first_turn": "as-many-as-fit"},
        },
        score={"rounds": 3},
    ),
    "the first seat lays the hub": any_hand(
        "mexican-train@1",
        *(4, 2),
        play={
            "highest_pip": 4,
            "first_lead": {"kind": "own-highest-double"},
            "later_lead": {"kind": "own-highest-double"},
            "layout": {"kind": "hub-trains", "hub": "led", "cover": "anywhere"},
        },
        score={"rounds": 3},
    ),
    "the line begins with a tile turned up": any_hand(
        "gaple@1",
        *(5, 4, 5),
        play={"turned_up": True, "first_lead": {"kind": "lot"}, "later_lead": {"kind": "lot"}},
        score={"target": 60},
    ),
    "matadors may lie crosswise": any_hand(
        "matador@1", 6, 2, 3, play={"layout": {"kind": "forks"}}
    ),
    "the table rules whether a bent tile fits": any_hand(
        "bendomino@1", 5, 2, 3, play={"layout": {"kind": "bent", "fit": "ruled"}}
    ),
    "every double a spinner": any_hand(
        "five-up@1", 5, 4, play={"draw": "none"}, score={"in_play": "none", "rounding": "none"}
    ),
}
ALL_RULES = PUBLISHED | UNUSUAL_RULES


def shuffled(game: Game, random: Random, *, ordered: bool = True) -> DealRound:
    """A random deal; the order of the boneyard is known or unknown."""
    table, heap = game.table, list(tiles_of(stock_of(game)))
    random.shuffle(heap)
    hub = heap.pop() if table.play.turned_up else None
    dealt = tuple(
        tuple(heap[seat * table.hand : (seat + 1) * table.hand]) for seat in range(table.seats)
    )
    boneyard = tuple(heap[table.seats * table.hand :]) if ordered else None
    return DealRound(dealt, boneyard, hub=hub)


def with_leader(game: Game, deal: DealRound, random: Random) -> DealRound:
    """The deal, with a random leader if more than one seat may lead."""
    may_lead = sorted(next_lead(game, tuple(map(tile_set, deal.hands))).seats)
    return deal._replace(leader=random.choice(may_lead)) if len(may_lead) > 1 else deal


MOST_ACTS = 400
"""More acts than any round under these rules can have."""

AS_FOUND = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))
"""For tests of random play: a smaller seed is no simpler game, so shrinking is off."""


class Ply(NamedTuple):
    """A game before and after one command, and the events decided."""

    before: Game
    command: DealRound | DoAct
    events: tuple[Event, ...]
    after: Game


def random_act(round: Round, random: Random) -> Act:
    """Any legal act."""
    return random.choice(legal_moves(round))


def plies(
    opening: GameOpened,
    random: Random,
    *,
    rounds: int,
    ordered: bool = True,
    choose: Callable[[Round, Random], Act] = random_act,
) -> Iterator[Ply]:
    """A random game, command by command, of at most so many rounds (void deals count)."""
    game, plies_left = open_game(opening), MOST_ACTS * rounds
    while not game.over:
        current = game.current
        command: DealRound | DoAct
        if current is None or current.ended is not None:
            if len(game.rounds) == rounds:
                return
            deal = shuffled(game, random, ordered=ordered)
            command = with_leader(game, deal, random)
        else:
            command = DoAct(choose(current, random))
        events = decide(game, command)
        before = game
        for event in events:
            game = evolve_game(game, event)
        plies_left -= 1
        assert plies_left, "a round does not end"
        yield Ply(before, command, events, game)


class Setting(NamedTuple):
    """A random game to play."""

    name: str
    seats: int
    seed: int
    ordered: bool

    def plies(self, rounds: int) -> Iterator[Ply]:
        """The game, command by command."""
        opening = opened(ALL_RULES[self.name], self.seats)
        return plies(opening, Random(self.seed), rounds=rounds, ordered=self.ordered)


@st.composite
def settings_of_play(draw: st.DrawFn, name: str | None = None) -> Setting:
    """This rule set or any, any number of seats, any deals, boneyard order known or unknown."""
    name = name or draw(st.sampled_from(sorted(ALL_RULES)))
    seats = draw(st.sampled_from(sorted(ALL_RULES[name].play.hand)))
    seed = draw(st.integers(0, 2**32 - 1))
    return Setting(name, seats, seed, draw(st.booleans()))


_ANY_SCORES = {
    "out_winner": st.sampled_from(["that-seat", "lowest-hand"]),
    "blocked_winner": st.sampled_from(
        ["fewest-pips", "fewest-tiles", "side-of-lowest-hand", "last-two", "nobody"]
    ),
    "blocked_below": st.sampled_from([0, 0, 3]),
    "tied": st.sampled_from(
        ["each", "nobody", "not-the-blocker", "opener", "blocker", "lightest-tile", "play-again"]
    ),
    "last_two_tie": st.sampled_from(["blocker", "opener"]),
    "block_bonus": st.sampled_from([0, 100]),
    "points": st.sampled_from(["losing-hands", "all-hands", "losing-hands", "all-hands", "win"]),
    "blocked_points": st.sampled_from(
        ["as-out", "all-hands", "losing-hands", "difference", "heavier"]
    ),
    "scale": st.none() | st.builds(Scale, least=st.integers(0, 5), up_to=st.integers(5, 9)),
    "difference": st.sampled_from(["none", "to-all-hands", "to-each-hand"]),
    "negative_points": st.sampled_from(["zero", "keep"]),
    "rounding": st.sampled_from(["none", "sum", "each-hand"]),
    "in_play": st.sampled_from(["none", "fives"]),
    "points_per": st.sampled_from(["pip", "five"]),
}
_ONE_LAYOUT = {"play": {"layout": {"kind": "crosswise", "spinners": "none"}}}


def goes_together(score: Mapping[str, Any]) -> bool:
    """A rule set with these rules of score is possible."""
    try:
        altered("block-lot@1", **_ONE_LAYOUT, score=dict(Score(**score)))
    except ValidationError:
        return False
    return True


SCORES = st.fixed_dictionaries(_ANY_SCORES).filter(goes_together).map(
    lambda fields: Score(**fields)
) | st.builds(Score, difference=st.sampled_from(["none", "to-all-hands", "to-each-hand"]))
PAYOUTS = st.builds(
    Payout,
    win_factor=st.integers(0, 3),
    loss_factor=st.integers(0, 3),
    loser_pays=st.sampled_from(["each-his-own", "winner-everything"]),
    assisted=st.sampled_from(["whole-amount", "assistants-own-pips"]),
    tied_winners=st.sampled_from(["share", "nobody"]),
    tied_blocker=st.sampled_from(["loses", "wins"]),
)
