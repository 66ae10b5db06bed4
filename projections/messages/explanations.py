"""The sentences of explanations: why a round has its result, and why an act was legal."""

from . import text
from .act_words import CALLS_EXPLAINED
from .bonuses import EXPLAINED as BONUSES_EXPLAINED
from .money import NO_CURRENCY
from .readings import UNDETERMINED
from .sentences import Sentence
from .templates import Template, Templates, counted


def explanation_line(sentence: Sentence) -> str:
    """The sentence with its place in the rule text."""
    if sentence.rule is None:
        return sentence.message
    return text("{sentence}  [{rule}]", sentence=sentence.message, rule=sentence.rule)


TEMPLATES: Templates = {
    # How the round ended, and what was left.
    "round-not-over": "the round is not over",
    "round-out": ("the round is over: {player} is out", "the round is over"),
    "round-blocked": ("the round blocked: {player} is out", "the round blocked"),
    "target-reached": "the round is over: {player} reached the target",
    "dealt-again": "the deal is void: the tiles are dealt again",
    "deal-void": "the deal is void: nobody may lead with these hands",
    "hand": (
        "{player} holds {tiles} and has set {aside} aside: {pips}",
        "{player} holds {tiles} and has set {aside} aside",
        "{player} holds {tiles}: {pips}",
        "{player} holds {tiles}",
    ),
    "pips-noted": "pips left, as written down: {pips}",
    "pips-left-noted": "pips left were written down without the tiles: {pips}",
    "irregular": "irregular: {message} ({irregularity})",
    "remarked": "remark: {message}",
    # What an arbiter ordered.
    "ruled-replay": "an arbiter ordered: the round is void, and is played again",
    "ruled-void": "an arbiter ordered: the round is void",
    "ruled-valid": "an arbiter ordered: what was played stands",
    "pips-counted": "an arbiter counted the pips left: {pips}",
    "points-corrected": "an arbiter corrected the points: {points}",
    "penalty-points": "{player} is penalized ({offence}): {cost}",
    # Why the round does not count, or not yet.
    "voided": "an arbiter ordered that it counts for nothing",
    "game-void": (
        Template("the game was abandoned: none of its rounds counts", {"state": "abandoned"}),
        Template("the game was forfeited: none of its rounds counts", {"state": "forfeited"}),
        "the game is void by a ruling: none of its rounds counts",
    ),
    "awaits-ruling": "a round that was not played by the rules is not settled until it is ruled on",
    "awaits-tiles": "the result depends on tiles that nobody saw: nothing is settled",
    "tiles-unknown": (
        "the result depends on tiles that nobody saw: it counts for nothing, as the game was left"
    ),
    "nothing-noted": "no points or pips were written down: it counts for nothing under these rules",
    "deal-counts-nothing": "the deal is void: it counts for nothing",
    "nothing-owed-yet": "nothing is owed before the round is over",
    "seats-disputed": (
        "the seats are in dispute ({irregularities}): nothing is settled until it is ruled on"
    ),
    "played-again": "the round is no round: it was a tie, and is played again",
    "surplus": "the game was won before this round: it counts for nothing",
    # Who won, and the points.
    "winner-noted": (
        "{players} won the round, as written down",
        "nobody won the round, as written down",
    ),
    "nobody-wins-a-block": "in this game nobody wins a round that blocked",
    "block-dead": (
        "nobody won the round: it blocked, and the winner must have fewer than {below} pips"
    ),
    "round-tied": "nobody won the round: the lightest hands are equally light",
    "round-won": (
        Template(
            "{players} won the round: their points in play reached the target", {"by": "target"}
        ),
        Template(
            "{players} won the round: the side of the seat that is out wins",
            {"by": "that-seat", "partners": True},
        ),
        Template("{players} won the round: the seat that is out wins", {"by": "that-seat"}),
        Template(
            "{players} won the round: the lightest side wins, also when a seat is out",
            {"by": "lowest-hand", "partners": True},
        ),
        Template(
            "{players} won the round: the lightest hand wins, also when a seat is out",
            {"by": "lowest-hand"},
        ),
        Template(
            (
                "{players} won the round: it blocked, and of the last two hands theirs was not "
                "the heavier"
            ),
            {"by": "last-two"},
        ),
        Template(
            (
                "{players} won the round: it blocked, and of the last two hands theirs was not "
                "the heavier"
            ),
            {"by": "last-two-blocker"},
        ),
        Template(
            "{players} won the round: it blocked, and of equal sides that of the blocker loses",
            {"by": "not-the-blocker", "partners": True},
        ),
        Template(
            "{players} won the round: it blocked, and of equal hands that of the blocker loses",
            {"by": "not-the-blocker"},
        ),
        Template(
            "{players} won the round: of equal sides the one that led it wins, or else the first "
            "of them after the player who led",
            {"by": "opener"},
        ),
        Template(
            "{players} won the round: of equal sides that of the blocker wins, or else the first "
            "of them after the blocker",
            {"by": "blocker"},
        ),
        Template(
            "{players} won the round: of equal sides the one with the lightest tiles wins",
            {"by": "lightest-tile"},
        ),
        Template(
            "{players} won the round: it blocked, and the last two hands are equal, so the side "
            "that led the round wins",
            {"by": "last-two-opener"},
        ),
        Template(
            "{players} won the round: of equal sides the one that led the game wins",
            {"by": "leading-side", "partners": True},
        ),
        Template(
            "{players} won the round: of equal hands that of the player who led the game wins",
            {"by": "leading-side"},
        ),
        Template(
            "{players} won the round: it blocked, so the side of the lightest single hand wins",
            {"by": "side-of-lowest-hand", "partners": True},
        ),
        Template(
            "{players} won the round: it blocked, so the fewest tiles win", {"by": "fewest-tiles"}
        ),
        "{players} won the round: it blocked, so the fewest pips win",
    ),
    "points-noted": "the points are as they were written down: {points}",
    "point-for-winning": "one point for {players}, who won the round",
    "points-for-way": (
        Template("{points} for {players}: they won a blocked round", {"way": "blocked"}),
        Template("{points} for {players}: the last tile was a double", {"way": "double"}),
        Template("{points} for {players}: the last tile fitted both ends", {"way": "both-ends"}),
        Template(
            "{points} for {players}: the last tile was a double that fitted both ends",
            {"way": "double-both-ends"},
        ),
        "{points} for {players}: the last tile was no double, and fitted one end",
    ),
    "points-by-heavier-hands": (
        "the points of {players} are {points}: of a block, the pips of the hands heavier than "
        "theirs, less their own"
    ),
    "points-by-scale": counted(
        "points",
        "{number} point for {players}: by the scale, for {pips}",
        "{number} points for {players}: by the scale, for {pips}",
    ),
    "points-of-own-hand": "the points of {players} are {points}: the pips they have left",
    "points-for-tiles": (
        "the points of {players} are {points}: {for_winning} for going out, "
        "and {per_tile} for each tile in the other hands"
    ),
    "points-in-play": (
        "{players} counted {points} in play: the open ends, each time they made a multiple of five"
    ),
    "points-by-fives-and-threes": (
        "{players} counted {points} in play: a fifth and a third of what the open ends made"
    ),
    "points-refused": (
        "{points} points of {player} count for nothing: they would have gone past the target"
    ),
    "not-in-yet": (
        "{points} points in play of {player} count for nothing: their first in a game must be "
        "{first} or more"
    ),
    "points": (
        Template(
            "the points of {players} are {points}, as {sum} is less than nothing: {scoring}",
            {"raised": True},
        ),
        "the points of {players} are {sum} = {exact}, rounded to {points}: {scoring}",
        "the points of {players} are {exact}, rounded to {points}: {scoring}",
        "the points of {players} are {sum} = {points}: {scoring}",
        "the points of {players} are {points}: {scoring}",
    ),
    "block-bonus": "{points} points more for {players}, as the round blocked",
    "bonus": BONUSES_EXPLAINED,
    "bonus-factor": (
        "the points of {players} count {factor} times: {player} is out with a capicúa, which fits "
        "both ends"
    ),
    "bonus-noted": ("noted with it: {bonus} of {player}", "noted with it: {bonus}"),
    "points-per-five": counted(
        "points",
        "{number} point for {players}: one for each five",
        "{number} points for {players}: one for each five",
    ),
    "points-lost": (
        "every side has a point now, so all lose theirs, and the first lead is made again"
    ),
    "one-all": "it is one all: the winner of the next round stands at 2, the others at 0",
    "shutout": "the game is a shutout, and counts as {games} games",
    # The block.
    "blocker-ruled": (
        "ruled: an arbiter named {player} as the blocker, and {assistant} as the assistant",
        "ruled: an arbiter named {player} as the blocker",
        "ruled: an arbiter says that nobody blocked it",
    ),
    "reading": "by the reading {meaning}",
    "blocker-undetermined": UNDETERMINED,
    "no-blocker": "that is nobody",
    "blocker": (
        "that is {player}, laying {placement} (move {move}); {instead} would have kept it open",
        "that is {player}, laying {placement} (move {move})",
    ),
    "no-assistant": "nobody assisted",
    "assistant": (
        Template(
            "{player} assisted: they could still have kept it open, and went along",
            {"reading": "set-up"},
        ),
        "{player} assisted: next on the left, they had a choice of tiles at their turn after it",
    ),
    # Money.
    "not-settled": "not settled: it is not known how many pips each hand had left, or who blocked",
    "not-settled-here": (
        "not settled here: the payout rule {function} decides, and its function with the SHA-256 "
        "{sha256} is missing"
    ),
    "by-function": "the payout rule {function} decides, a function with the SHA-256 {sha256}",
    "for-a-reason": (
        Template("{player} pays for {why}: {amount}", {"pays": True}),
        "{player} gets for {why}: {amount}",
    ),
    "stake": (
        Template("a pip is worth {amount} (no currency is named)", {"currency": NO_CURRENCY}),
        "a pip is worth {amount}",
    ),
    "equally-light": "equally light: nobody pays",
    "blocker-ties": (
        Template("{player} shares the win: such a blocker wins", {"wins": True}),
        "{player} shares the win: such a blocker has not won",
    ),
    "pays-for-his-pips": "{player} pays for the {pips} left in their hand: {amount}",
    "shares-the-pool": (
        Template("{player} won, and gets all of it: {amount}", {"shares": 1}),
        (
            "{player} won, and gets one of {shares} shares "
            "(odd units go clockwise from {leader}, who led): {amount}"
        ),
        "{player} won, and gets one of {shares} shares: {amount}",
    ),
    "pays-the-blocker": "{player} pays the blocker, who won, {factor} x their {pips}: {amount}",
    "collects-as-blocker": "{player} blocked and won, and gets all of it: {amount}",
    "pays-as-blocker": "{player} blocked and did not win, and pays all of it: {amount}",
    "receives-from-the-blocker": (
        Template(
            (
                "{player} won, and gets all of it from the blocker, {factor} x {pips} in all: "
                "{amount}"
            ),
            {"shares": 1},
        ),
        (
            "{player} won, and gets one of {shares} shares (odd units go clockwise from "
            "{leader}, who led) from the blocker, {factor} x {pips} in all: {amount}"
        ),
        (
            "{player} won, and gets one of {shares} shares from the blocker, "
            "{factor} x {pips} in all: {amount}"
        ),
        "{player} gets {factor} x their {pips} from the blocker: {amount}",
    ),
    "pays-as-assistant": (
        Template(
            "{player} assisted and pays alone, {factor} x {pips}: {amount}",
            {"paid": "whole-amount"},
        ),
        "{player} assisted and pays alone, {factor} x their {pips}: {amount}",
    ),
    "receives-as-assistant": (
        Template(
            "{player} assisted and gets alone, {factor} x {pips}: {amount}",
            {"paid": "whole-amount"},
        ),
        "{player} assisted and gets alone, {factor} x their {pips}: {amount}",
    ),
    "pays-a-penalty": "{player} pays a penalty: {amount}",
    "receives-a-penalty": "{player} gets their part of a penalty: {amount}",
    "paid-as-often": (
        "the game is a shutout: all but penalties is paid {games} times, once for each game it "
        "counts as"
    ),
    "total": (
        Template("in all {player} neither owes nor gets anything", {"amount": 0}),
        Template("in all {player} owes {due}", {"owes": True}),
        "in all {player} gets {due}",
    ),
    # Why an act was legal.
    "tiles-hidden": "the round is not over: what decides it is shown with --open",
    "held-what-fits": counted(
        "fits", "{player} held {fits}, which fits", "{player} held {fits}, which fit"
    ),
    "must-have-held-what-fits": "{player} must have held {could}, which fits",
    "held-nothing-that-fits": (
        Template("{player} held no tile", {"tiles": ()}),
        Template("{player} held {tiles}: {missing}", {"unseen": 0}),
        "{player} held {tiles}: {missing}, as all that fit were elsewhere",
    ),
    "may-have-held-what-fits": counted(
        "unseen",
        "{player} held {tiles}: legal unless that one was {could}",
        "{player} held {tiles}: legal unless {could} was among those",
    ),
    "no-deal": "the record contradicts itself: these hands are not possible",
    "laid-later": "{player} laid {laid}",
    "shown-at-the-end": "{player} showed {tiles} at the end",
    "held-by-nobody-else": "nobody but {player} can have held {tiles}",
    "may-draw-when-able": "in this game a player may draw though a tile fits",
    "may-keep-the-tile-drawn": "after a draw, {player} may pass and keep the tile drawn",
    "may-end-the-turn": "{player} has laid a tile in this turn, and does not have to lay another",
    "draws-for-the-lead": "nobody holds the tile to lead, so the players draw for it in turn",
    **CALLS_EXPLAINED,
    "tile-fits": "{tile} fits the {pip} at {end}",
    "any-tile-leads": "{player} might lead any tile",
    "own-highest-leads": "{player} led the highest double of their hand, as they had to",
    "nothing-goes-before": "nobody held a tile that goes before {tile}",
    "something-may-go-before": "legal unless somebody held {could}, which goes before {tile}",
}
