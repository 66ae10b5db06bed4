"""The sentences of explanations: why a round has its result, and why an act was legal."""

from domain.layout.line import LEFT, RIGHT

from ..accounting.money import NO_CURRENCY
from . import mark, mark_plural, text
from .act_words import CALLS_EXPLAINED
from .readings import UNDETERMINED
from .sentences import Sentence
from .templates import Template, Templates


def explanation_line(sentence: Sentence) -> str:
    """The sentence with its place in the rule text."""
    if sentence.rule is None:
        return sentence.message
    return text("{sentence}  [{rule}]", sentence=sentence.message, rule=sentence.rule)


TEMPLATES: Templates = {
    # How the round ended, and what was left.
    "round-not-over": mark("the round is not over"),
    "round-out": (
        Template(mark("the round is over: {player} is out")),
        Template(mark("the round is over")),
    ),
    "round-blocked": (
        Template(mark("the round blocked: {player} is out")),
        Template(mark("the round blocked")),
    ),
    "target-reached": mark("the round is over: {player} reached the target"),
    "deal-void": mark("the deal is void: nobody may lead with these hands"),
    "hand": (
        Template(mark("{player} holds {tiles} and has set {aside} aside: {pips}")),
        Template(mark("{player} holds {tiles} and has set {aside} aside")),
        Template(mark("{player} holds {tiles}: {pips}")),
        Template(mark("{player} holds {tiles}")),
    ),
    "pips-noted": mark("pips left, as written down: {pips}"),
    "pips-left-noted": mark("pips left were written down without the tiles: {pips}"),
    "irregular": mark("irregular: {message} ({irregularity})"),
    "remarked": mark("remark: {message}"),
    # What an arbiter ordered.
    "ruled-replay": mark("an arbiter ordered: the round is void, and is played again"),
    "ruled-void": mark("an arbiter ordered: the round is void"),
    "ruled-valid": mark("an arbiter ordered: what was played stands"),
    "pips-counted": mark("an arbiter counted the pips left: {pips}"),
    "points-corrected": mark("an arbiter corrected the points: {points}"),
    "penalty-points": mark("{player} is penalized ({offence}): {cost}"),
    # Why the round does not count, or not yet.
    "voided": mark("an arbiter ordered that it counts for nothing"),
    "game-void": (
        Template(mark("the game was abandoned: none of its rounds counts"), {"state": "abandoned"}),
        Template(mark("the game was forfeited: none of its rounds counts"), {"state": "forfeited"}),
        Template(mark("the game is void by a ruling: none of its rounds counts")),
    ),
    "awaits-ruling": mark(
        "a round that was not played by the rules is not settled until it is ruled on"
    ),
    "awaits-tiles": mark("the result depends on tiles that nobody saw: nothing is settled"),
    "tiles-unknown": mark(
        "the result depends on tiles that nobody saw: it counts for nothing, as the game was left"
    ),
    "nothing-noted": mark(
        "no points or pips were written down: it counts for nothing under these rules"
    ),
    "deal-counts-nothing": mark("the deal is void: it counts for nothing"),
    "nothing-owed-yet": mark("nothing is owed before the round is over"),
    "seats-disputed": mark(
        "the seats are in dispute ({irregularities}): nothing is settled until it is ruled on"
    ),
    "surplus": mark("the game was won before this round: it counts for nothing"),
    # Who won, and the points.
    "winner-noted": (
        Template(mark("{players} won the round, as written down")),
        Template(mark("nobody won the round, as written down")),
    ),
    "nobody-wins-a-block": mark("in this game nobody wins a round that blocked"),
    "round-tied": mark("nobody won the round: the lightest hands are equally light"),
    "round-won": (
        Template(
            mark("{players} won the round: their points in play reached the target"),
            {"by": "target"},
        ),
        Template(
            mark("{players} won the round: the side of the seat that is out wins"),
            {"by": "that-seat", "partners": True},
        ),
        Template(mark("{players} won the round: the seat that is out wins"), {"by": "that-seat"}),
        Template(
            mark("{players} won the round: the lightest side wins, also when a seat is out"),
            {"by": "lowest-hand", "partners": True},
        ),
        Template(
            mark("{players} won the round: the lightest hand wins, also when a seat is out"),
            {"by": "lowest-hand"},
        ),
        Template(
            mark(
                "{players} won the round: it blocked, and of the last two hands theirs was not "
                "the heavier"
            ),
            {"by": "last-two"},
        ),
        Template(
            mark(
                "{players} won the round: it blocked, and of equal sides that of the blocker loses"
            ),
            {"by": "not-the-blocker", "partners": True},
        ),
        Template(
            mark(
                "{players} won the round: it blocked, and of equal hands that of the blocker loses"
            ),
            {"by": "not-the-blocker"},
        ),
        Template(
            mark("{players} won the round: of equal sides the one that led the game wins"),
            {"by": "leading-side", "partners": True},
        ),
        Template(
            mark(
                "{players} won the round: of equal hands that of the player who led the game wins"
            ),
            {"by": "leading-side"},
        ),
        Template(
            mark(
                "{players} won the round: it blocked, so the side of the lightest single hand wins"
            ),
            {"by": "side-of-lowest-hand", "partners": True},
        ),
        Template(
            mark("{players} won the round: it blocked, so the fewest tiles win"),
            {"by": "fewest-tiles"},
        ),
        Template(mark("{players} won the round: it blocked, so the fewest pips win")),
    ),
    "points-noted": mark("the points are as they were written down: {points}"),
    "points-of-own-hand": mark("the points of {players} are {points}: the pips they have left"),
    "points-for-tiles": mark(
        "the points of {players} are {points}: {for_winning} for going out, "
        "and {per_tile} for each tile in the other hands"
    ),
    "points-in-play": mark(
        "{players} counted {points} in play: the open ends, each time they made a multiple of five"
    ),
    "not-in-yet": mark(
        "{points} points in play of {player} count for nothing: their first in a game must be "
        "{first} or more"
    ),
    "points": (
        Template(
            mark("the points of {players} are {points}, as {sum} is less than nothing: {scoring}"),
            {"raised": True},
        ),
        Template(
            mark("the points of {players} are {sum} = {exact}, rounded to {points}: {scoring}")
        ),
        Template(mark("the points of {players} are {exact}, rounded to {points}: {scoring}")),
        Template(mark("the points of {players} are {sum} = {points}: {scoring}")),
        Template(mark("the points of {players} are {points}: {scoring}")),
    ),
    "block-bonus": mark("{points} points more for {players}, as the round blocked"),
    "points-per-five": (
        Template(
            mark_plural(
                "{number} point for {players}: one for each five",
                "{number} points for {players}: one for each five",
            ),
            number="points",
        ),
    ),
    # The block.
    "blocker-ruled": (
        Template(
            mark(
                "ruled: an arbiter named {player} as the blocker, and {assistant} as the assistant"
            )
        ),
        Template(mark("ruled: an arbiter named {player} as the blocker")),
        Template(mark("ruled: an arbiter says that nobody blocked it")),
    ),
    "reading": mark("by the reading {meaning}"),
    "blocker-undetermined": UNDETERMINED,
    "no-blocker": mark("that is nobody"),
    "blocker": (
        Template(
            mark(
                "that is {player}, laying {placement} (move {move}); "
                "{instead} would have kept it open"
            )
        ),
        Template(mark("that is {player}, laying {placement} (move {move})")),
    ),
    "no-assistant": mark("nobody assisted"),
    "assistant": (
        Template(
            mark("{player} assisted: they could still have kept it open, and went along"),
            {"reading": "set-up"},
        ),
        Template(
            mark(
                "{player} assisted: next on the left, they had a choice of tiles at their turn "
                "after it"
            )
        ),
    ),
    # Money.
    "not-settled": mark(
        "not settled: it is not known how many pips each hand had left, or who blocked"
    ),
    "stake": (
        Template(mark("a pip is worth {amount} (no currency is named)"), {"currency": NO_CURRENCY}),
        Template(mark("a pip is worth {amount}")),
    ),
    "equally-light": mark("equally light: nobody pays"),
    "blocker-ties": (
        Template(mark("{player} shares the win: such a blocker wins"), {"wins": True}),
        Template(mark("{player} shares the win: such a blocker has not won")),
    ),
    "pays-for-his-pips": mark("{player} pays for the {pips} left in their hand: {amount}"),
    "shares-the-pool": (
        Template(mark("{player} won, and gets all of it: {amount}"), {"shares": 1}),
        Template(
            mark(
                "{player} won, and gets one of {shares} shares "
                "(odd units go clockwise from {leader}, who led): {amount}"
            )
        ),
        Template(mark("{player} won, and gets one of {shares} shares: {amount}")),
    ),
    "pays-the-blocker": mark(
        "{player} pays the blocker, who won, {factor} x their {pips}: {amount}"
    ),
    "collects-as-blocker": mark("{player} blocked and won, and gets all of it: {amount}"),
    "pays-as-blocker": mark("{player} blocked and did not win, and pays all of it: {amount}"),
    "receives-from-the-blocker": (
        Template(
            mark(
                "{player} won, and gets all of it from the blocker, {factor} x {pips} in all: "
                "{amount}"
            ),
            {"shares": 1},
        ),
        Template(
            mark(
                "{player} won, and gets one of {shares} shares (odd units go clockwise from "
                "{leader}, who led) from the blocker, {factor} x {pips} in all: {amount}"
            )
        ),
        Template(
            mark(
                "{player} won, and gets one of {shares} shares from the blocker, "
                "{factor} x {pips} in all: {amount}"
            )
        ),
        Template(mark("{player} gets {factor} x their {pips} from the blocker: {amount}")),
    ),
    "pays-as-assistant": (
        Template(
            mark("{player} assisted and pays alone, {factor} x {pips}: {amount}"),
            {"paid": "whole-amount"},
        ),
        Template(mark("{player} assisted and pays alone, {factor} x their {pips}: {amount}")),
    ),
    "receives-as-assistant": (
        Template(
            mark("{player} assisted and gets alone, {factor} x {pips}: {amount}"),
            {"paid": "whole-amount"},
        ),
        Template(mark("{player} assisted and gets alone, {factor} x their {pips}: {amount}")),
    ),
    "pays-a-penalty": mark("{player} pays a penalty: {amount}"),
    "receives-a-penalty": mark("{player} gets their part of a penalty: {amount}"),
    "total": (
        Template(mark("in all {player} neither owes nor gets anything"), {"amount": 0}),
        Template(mark("in all {player} owes {due}"), {"owes": True}),
        Template(mark("in all {player} gets {due}")),
    ),
    # Why an act was legal.
    "tiles-hidden": mark("the round is not over: what decides it is shown with --open"),
    "held-what-fits": (
        Template(
            mark_plural("{player} held {fits}, which fits", "{player} held {fits}, which fit"),
            number="fits",
        ),
    ),
    "must-have-held-what-fits": mark("{player} must have held {could}, which fits"),
    "held-nothing-that-fits": (
        Template(mark("{player} held no tile"), {"tiles": ()}),
        Template(mark("{player} held {tiles}: {missing}"), {"unseen": 0}),
        Template(mark("{player} held {tiles}: {missing}, as all that fit were elsewhere")),
    ),
    "may-have-held-what-fits": (
        Template(
            mark_plural(
                "{player} held {tiles}: legal unless that one was {could}",
                "{player} held {tiles}: legal unless {could} was among those",
            ),
            number="unseen",
        ),
    ),
    "no-deal": mark("the record contradicts itself: these hands are not possible"),
    "laid-later": mark("{player} laid {laid}"),
    "shown-at-the-end": mark("{player} showed {tiles} at the end"),
    "held-by-nobody-else": mark("nobody but {player} can have held {tiles}"),
    "may-draw-when-able": mark("in this game a player may draw though a tile fits"),
    "may-keep-the-tile-drawn": mark("after a draw, {player} may pass and keep the tile drawn"),
    "may-end-the-turn": mark(
        "{player} has laid a tile in this turn, and does not have to lay another"
    ),
    "draws-for-the-lead": mark("nobody holds the tile to lead, so the players draw for it in turn"),
    **CALLS_EXPLAINED,
    "tile-fits": (
        Template(mark("{tile} fits the {pip} at the left end"), {"end": LEFT}),
        Template(mark("{tile} fits the {pip} at the right end"), {"end": RIGHT}),
        Template(mark("{tile} fits the {pip} at {end}")),
    ),
    "any-tile-leads": mark("{player} might lead any tile"),
    "own-highest-leads": mark("{player} led the highest double of their hand, as they had to"),
    "nothing-goes-before": mark("nobody held a tile that goes before {tile}"),
    "something-may-go-before": mark("legal unless somebody held {could}, which goes before {tile}"),
}
