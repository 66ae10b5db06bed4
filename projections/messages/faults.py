"""Sentences about faults, and about refused commands.

The last template of a fault in a record has no placeholders: while a round is played, its details
may be hidden.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.faults.codes import Fault, Params, Refusal, Remark
from domain.tiles import NAMES, UNSEEN

from . import all_of, by_name, mark, mark_plural, one_of, plural, text
from .act_words import FAULTS, WORDS, did_text
from .ends import end_text
from .templates import Template, filled

Names: TypeAlias = Sequence[str]
"""The players in seat order; empty if they are not known."""


TEMPLATES: Mapping[str, tuple[Template, ...]] = {
    # Remarks: what they are about may be right.
    "too-many-points": (
        Template(mark("{scored} points are more than these rules give: {most} at most")),
    ),
    "not-the-fewest": (Template(mark("{found_winners} had fewer points than {noted_winners}")),),
    # Faults in a record.
    "bad-seats": (
        Template(
            mark_plural(
                "{number} player where {rules} seats {allowed}",
                "{number} players where {rules} seats {allowed}",
            ),
            number="players",
        ),
        Template(mark("teams {teams} where these rules have no teams"), {"sides": ()}),
        Template(mark("no teams where these rules have {sides}"), {"teams": ()}),
        Template(mark("teams {teams} where these rules have {sides}")),
        Template(mark("one player sits at two seats")),
    ),
    "game-over": (
        Template(mark("a round is dealt though the game is over"), {"done": "dealt"}),
        Template(mark("the game was left though it is over"), {"done": "left"}),
        Template(mark("the game is over")),
    ),
    "bad-deal": (
        Template(
            mark_plural(
                "{number} hand dealt to {seats} seats", "{number} hands dealt to {seats} seats"
            ),
            number="hands",
        ),
        Template(
            mark_plural(
                "{seat} has {number} tile where {hand} are dealt",
                "{seat} has {number} tiles where {hand} are dealt",
            ),
            number="tiles",
        ),
        Template(mark("{foreign} not in this set")),
        Template(mark("{twice} dealt more than once")),
        Template(mark("{missing} neither dealt nor in the boneyard")),
        Template(
            mark_plural(
                "{number} tile is left for {unseen} unseen tiles in hands",
                "{number} tiles are left for {unseen} unseen tiles in hands",
            ),
            number="left",
        ),
        Template(mark("no tile is turned up for the line to begin with"), {"lacks": "hub"}),
        Template(mark("the deal cannot be right")),
    ),
    "wrong-hub": (
        Template(mark("{hub} is the hub, but in this round it must be {hub_of_round}")),
        Template(mark("the wrong tile is the hub")),
    ),
    "bad-result": (
        Template(mark("the result names a seat that does not exist: there are {seats} seats")),
        Template(
            mark_plural(
                "points of {number} side where the game has {of_sides}",
                "points of {number} sides where the game has {of_sides}",
            ),
            number="points_of",
        ),
        Template(
            mark_plural(
                "pips of {number} hand where the game has {of_seats} seats",
                "pips of {number} hands where the game has {of_seats} seats",
            ),
            number="pips_of",
        ),
        Template(
            mark("the result has no points or pips, and this game is for points"),
            {"needs": "points"},
        ),
        Template(
            mark("the result has points, and this game has none: note the pips left"),
            {"needs": "no-points"},
        ),
        Template(
            mark("the result has no points, and this game counts points in play"),
            {"needs": "points-in-play"},
        ),
        Template(
            mark("the result has no points, and this game counts tiles, which are not noted"),
            {"needs": "points-for-tiles"},
        ),
        Template(
            mark("the result has no points, and this game asks who laid the last tile of a block"),
            {"needs": "points-by-last-to-lay"},
        ),
        Template(
            mark("the result has no points, and in this game a tie is won by the side that leads"),
            {"needs": "points-by-standing"},
        ),
        Template(
            mark("the pips are noted by side, and in this game a single hand decides a block"),
            {"needs": "pips-by-seat"},
        ),
        Template(
            mark("the result does not say whether the round blocked, and a block has a bonus"),
            {"needs": "ended"},
        ),
        Template(
            mark(
                "the result does not say who won: "
                "they come before 'out' or 'blocked', the points of others after it"
            ),
            {"needs": "winner"},
        ),
        Template(
            mark("a player is out, but the result names another winner"), {"needs": "winner-out"}
        ),
        Template(mark("the result cannot be read")),
    ),
    "wrong-result": (
        Template(mark("{out} is out, but the result leaves {in_hand} pips in their hand")),
        Template(mark("the result leaves {in_hands} pips in all hands; the set has {most}")),
        Template(mark("by the noted pips {found_winners} won, not {noted_winners}")),
        Template(mark("the result cannot be right")),
    ),
    "wrong-leader": (
        Template(
            mark("{leader} is to lead, but the deal is void: nobody may lead with these hands"),
            {"expected": ()},
        ),
        Template(mark("{leader} is to lead, but {expected} must lead")),
        Template(
            mark("no seat is to lead, but the deal is void: nobody may lead with these hands"),
            {"expected": ()},
        ),
        Template(mark("no seat is to lead, but {expected} must lead")),
        Template(mark("the wrong seat leads")),
    ),
    "wrong-turn": (
        Template(mark("there is no seat {no_seat}")),
        Template(mark("{seat} acts, but it is the turn of {turn}")),
        Template(mark("{seat} acts, but {to_lead} must lead")),
        Template(mark("{seat} loses the turn in which they have to lead"), {"duty": "lead"}),
        Template(mark("{seat} acts out of turn")),
        Template(mark("a seat acts out of turn")),
    ),
    "could-play": (
        Template(mark("{deed} though they could lay {could}")),
        Template(
            mark("{deed} though one of their unseen tiles must have fitted"),
            {"duty": "lay-unseen"},
        ),
        Template(mark("{deed} though they {duty}")),
        Template(mark("{deed} though they could play")),
        Template(mark("a seat does something else though they could play")),
    ),
    "tile-twice": (
        Template(mark("{seat} lays {tile}, which lies on the table already")),
        Template(mark("{seat} draws {draw}, which is not in the boneyard")),
        Template(mark("a tile is played a second time")),
    ),
    "not-held": (
        Template(mark("{seat} lays {tile}, which they do not hold")),
        Template(mark("{seat} sets a tile aside: which one?"), {"aside": "?"}),
        Template(mark("{seat} sets {aside} aside, which they do not hold")),
        Template(mark("a tile is laid that is not held")),
    ),
    "wrong-lead-tile": (
        Template(
            mark("{seat} leads {tile}, but a tile that goes before it must have been held"),
            {"duty": "lay-unseen"},
        ),
        Template(
            mark("{seat} leads {tile}, but the deal is void: nobody may lead with these hands"),
            {"wanted": ()},
        ),
        Template(mark("{seat} leads {tile}, but {wanted} must be led")),
        Template(mark("{seat} leads {tile}, which is the wrong tile")),
        Template(mark("the wrong tile is led")),
    ),
    "no-such-end": (
        Template(mark("{tile} cannot lie at {pip}, which no open end shows")),
        Template(mark("{seat} lays {tile} at {end}, but there is no open end"), {"ends": ()}),
        Template(mark("{seat} lays {tile} at {end}; open ends: {ends}")),
        Template(mark("{seat} lays {tile} at no end; open ends: {ends}")),
        Template(mark("a tile is laid at an end that is not open")),
    ),
    "ambiguous-end": (
        Template(mark("{tile} fits at several ends: which of {open_ends}?")),
        Template(mark("{tile} fits at both ends: which?")),
        Template(mark("a tile fits at both ends: which?")),
    ),
    "other-end-first": (
        Template(mark("{seat} lays {tile} at {end}, but {first} must be served first")),
        Template(mark("a tile is laid at an end though another must be served first")),
    ),
    "double-first": (
        Template(mark("{seat} lays {tile} at {end}, which takes a double first")),
        Template(mark("a tile is laid at an end that takes a double first")),
    ),
    "does-not-fit": (
        Template(mark("{seat} lays {tile} at {end}, which shows {pip}")),
        Template(mark("{tile} cannot lie at any open end")),
        Template(mark("a tile does not fit")),
    ),
    "train-closed": (
        Template(
            mark(
                "{seat} lays {tile} at {end}, but the train of {owner} is closed to them; "
                "open to them: {open_ends}"
            )
        ),
        Template(mark("a tile is laid at a train that is not open to the seat")),
    ),
    "train-served": (
        Template(
            mark(
                "{seat} lays {tile} at {end}, a second tile on one train in one turn; "
                "open to them: {open_ends}"
            )
        ),
        Template(mark("a second tile is laid on one train in one turn")),
    ),
    "own-train-first": (
        Template(mark("{seat} begins {end} with {tile}, but must begin their own train first")),
        Template(mark("a seat begins the public train before its own")),
    ),
    "out-on-double": (
        Template(mark("{seat} lays {tile} at {end}, but their last tile may not be a double")),
        Template(mark("a seat goes out with a double")),
    ),
    "no-room": (
        Template(mark("{seat} lays {tile} at {end}, where there is no room for it")),
        Template(mark("a tile is laid where there is no room for it")),
    ),
    "wrong-half-open": (
        Template(mark("{seat} lays {tile} at {end} with {open} open, but {either} must stay open")),
        Template(mark("{seat} lays {tile} at {end} with {open} open, but {half} stays open")),
        Template(mark("{seat} lays {tile} at {end}: which half stays open, {either}?")),
        Template(mark("{seat} leads {tile} with {open} open, which is not said of a lead")),
        Template(mark("another half of a tile stays open")),
    ),
    "wrong-wild": (
        Template(
            mark("{seat} lays {tile}: which pip does its wild half stand for?"), {"wild": None}
        ),
        Template(
            mark("{seat} lays {tile} with a wild half as {wild}, but the tile has none"),
            {"may": ()},
        ),
        Template(mark("{seat} lays {tile} with its wild half as {wild}, but it must be {may}")),
        Template(mark("a wild half stands for the wrong pip")),
    ),
    "wrong-bend": (
        Template(
            mark("{seat} lays {tile} at {end} and says how it bends, but only a double may choose"),
            {"may": ()},
        ),
        Template(
            mark("{seat} lays {tile} at {end}, but it has room there only if it bends left"),
            {"may": ("left",)},
        ),
        Template(
            mark("{seat} lays {tile} at {end}, but it has room there only if it bends right"),
            {"may": ("right",)},
        ),
        Template(mark("{seat} lays {tile} at {end}: does it bend left or right?")),
        Template(mark("{seat} leads {tile} and says how it bends, which is not said of a lead")),
        Template(mark("a tile bends the wrong way")),
    ),
    "other-tile-after-draw": (
        Template(mark("{seat} lays {tile} after a draw, but may then lay only the tile drawn")),
        Template(mark("after a draw, another tile is laid than the one drawn")),
    ),
    **FAULTS,
    "not-in-these-rules": (
        *(
            Template(words.not_here, {"act": name})
            for name, words in WORDS.items()
            if words.not_here
        ),
        Template(
            mark("{hub} is said to be taken out before the deal, but in this game no tile is"),
            {"act": "hub"},
        ),
        Template(mark("this game has no such act")),
    ),
    "nothing-to-draw": (
        Template(mark("{seat} draws {draw}, but this game has no drawing"), {"most": 0}),
        Template(mark("{seat} draws {draw}, but nothing may be drawn now")),
        Template(mark("{seat} draws a tile though nothing may be drawn")),
        Template(mark("a tile is drawn though nothing may be drawn")),
    ),
    "drew-too-many": (
        Template(mark("{seat} draws {draw} after the last draw allowed in a turn")),
        Template(mark("{seat} draws more tiles than allowed in a turn")),
        Template(mark("more tiles are drawn than allowed in a turn")),
    ),
    "drew-out-of-order": (
        Template(mark("{seat} draws {draw} where {next} is next")),
        Template(mark("{seat} draws a tile that is not next in the boneyard")),
        Template(mark("a tile is drawn that is not next in the boneyard")),
    ),
    "round-over": (
        Template(mark("{seat} acts though the round is over: a player went out"), {"ended": "out"}),
        Template(mark("{seat} acts though the round is over: it is blocked"), {"ended": "blocked"}),
        Template(
            mark("{seat} acts though the round is over: the target is reached"), {"ended": "target"}
        ),
        Template(mark("{seat} acts though the round is over: its deal is void"), {"ended": "void"}),
        Template(mark("a seat acts though the round is over")),
    ),
    "round-not-over": (
        Template(mark("the target is said to be reached, but it is not"), {"said": "target"}),
        Template(mark("{ending}, but {seat} could lay {could}")),
        Template(mark("{ending}, but an unseen tile in a hand must fit"), {"duty": "lay-unseen"}),
        Template(mark("{ending}, but {seat} {duty}")),
        Template(mark("the round is not over")),
    ),
    "wrong-ending": (
        Template(
            mark("a player is said to be out, but the round is blocked"),
            {"said": "out", "ended": "blocked"},
        ),
        Template(
            mark("a player is said to be out, but the deal is void"),
            {"said": "out", "ended": "void"},
        ),
        Template(
            mark("the round is said to be blocked, but a player is out"),
            {"said": "blocked", "ended": "out"},
        ),
        Template(
            mark("the round is said to be blocked, but the deal is void"),
            {"said": "blocked", "ended": "void"},
        ),
        Template(mark("the target is said to be reached, but it is not"), {"said": "target"}),
        Template(
            mark("a player is said to be out, but the target was reached before"),
            {"said": "out", "ended": "target"},
        ),
        Template(
            mark("the round is said to be blocked, but the target was reached before"),
            {"said": "blocked", "ended": "target"},
        ),
        Template(mark("the round is said to be broken off, but a player is out"), {"ended": "out"}),
        Template(
            mark("the round is said to be broken off, but the target is reached"),
            {"ended": "target"},
        ),
        Template(
            mark("the round is said to be broken off, but it is blocked"), {"ended": "blocked"}
        ),
        Template(
            mark("the round is said to be broken off, but the deal is void"), {"ended": "void"}
        ),
        Template(mark("the round did not end as it is said to")),
    ),
    "wrong-tiles-left": (
        Template(mark("{seat} holds {held}, not {shown}: {elsewhere} lay elsewhere")),
        Template(mark("{seat} holds {held}, but shows nothing"), {"shown": ()}),
        Template(mark("{seat} holds nothing, but shows {shown}"), {"held": ()}),
        Template(mark("{seat} holds {held}, not {shown}")),
        Template(mark("the tiles shown are not those that are left")),
    ),
    "wrong-pips-left": (
        Template(mark("{seat} has {by_tiles} pips left by the tiles, not {noted}")),
        Template(mark("{seat} has between {least} and {most} pips left by the tiles, not {noted}")),
        Template(mark("{seat} had {before} pips left by what was noted before, not {noted}")),
        Template(mark("by the tiles, {noted_for} cannot have the pips left that were noted")),
        Template(mark("pips left are noted of a round that is not over"), {"running": True}),
        Template(mark("the pips noted are not those that are left")),
    ),
    "no-possible-deal": (
        Template(mark("{seat} passed at move {move} with {pips} open and now lays {tile}")),
        Template(mark("under every possible deal, one of these was against the rules: {acts}")),
        Template(mark("with what {seat} shows, a pass, a draw or a lead was against the rules")),
        Template(mark("no deal is possible in which all kept to the rules")),
    ),
    "false-claim": (
        Template(mark("{claim}: the record claims {claimed}, the ledger finds {found}")),
        Template(mark("the record claims what the ledger does not find")),
    ),
    "unknown-shuffle": (
        Template(mark("the tiles were shuffled by {algorithm!r}, which is not known here")),
        Template(mark("the tiles were shuffled in a way that is not known here")),
    ),
    "seed-missing": (
        Template(
            mark_plural(
                "{number} seat committed to a seed, of {seats}",
                "{number} seats committed to seeds, of {seats}",
            ),
            number="commitments",
        ),
        Template(
            mark_plural(
                "the seed of {number} seat was revealed, of {seats}",
                "the seeds of {number} seats were revealed, of {seats}",
            ),
            number="seeds",
        ),
        Template(mark("the seed of {seat} was not revealed")),
        Template(mark("the seed of the program was not revealed"), {"revealed": False}),
        Template(mark("the seeds of the deal were not revealed, though the round is over")),
    ),
    "seed-too-short": (
        Template(mark("the seed of {seat} has {bits} bits: it needs at least 256")),
        Template(mark("the seed of the program has {bits} bits: it needs at least 256")),
        Template(mark("a seed has fewer than 256 bits")),
    ),
    "seed-not-committed": (
        Template(mark("the seed of {seat} is not the one committed to before the deal")),
        Template(mark("the seed of the program is not the one committed to before the deal")),
    ),
    "seed-used-twice": (
        Template(mark("the seed of {seat} was used before: each deal needs its own")),
        Template(mark("the seed of the program was used before: each deal needs its own")),
    ),
    "shuffled-otherwise": (
        Template(mark("the hand of {seat} is not the one that the seeds give")),
        Template(mark("the boneyard is not the one that the seeds give"), {"part": "boneyard"}),
        Template(mark("the tile turned up is not the one that the seeds give"), {"part": "hub"}),
        Template(mark("{leader} is to lead, but by the seeds {lot} leads")),
        Template(mark("the deal is not the one that the seeds give")),
    ),
    # Refusals at the table.
    "game-is-over": (Template(mark("the game is over")),),
    "played-out": (Template(mark("one round is a game here, and it was played")),),
    "no-round": (Template(mark("no round has been dealt")),),
    "no-round-running": (Template(mark("no round is being played")),),
    "round-void-by-ruling": (Template(mark("the round is void by a ruling")),),
    "nothing-laid": (Template(mark("nothing lies on the table yet")),),
    "round-running": (Template(mark("tiles are shown when the round is over")),),
    "round-before-running": (Template(mark("the round before is not over")),),
    "leader-needed": (Template(mark("{expected} may lead: say who does")),),
    "may-not-lead": (Template(mark("{leader} may not lead this round")),),
    "nothing-done": (Template(mark("nothing has been done that could be taken back")),),
    "deal-disputed": (Template(mark("dispute {dispute} is about round {round}: amend the game")),),
    "only-reported": (Template(mark("only the result of this round is known")),),
    "turns-first": (
        Template(mark("{seat} acts, but it is the turn of {turn}: type {turns_first} first")),
    ),
    # Refusals at the arbiter's desk.
    "unknown-dispute": (
        Template(mark("there is no dispute {dispute}: the game has none"), {"disputes": 0}),
        Template(
            mark_plural(
                "there is no dispute {dispute}: there is only 1",
                "there is no dispute {dispute}: the disputes are 1 to {number}",
            ),
            number="disputes",
        ),
    ),
    "unknown-round": (
        Template(mark("there is no round {round}: the game has none"), {"rounds": 0}),
        Template(
            mark_plural(
                "there is no round {round}: there is only 1",
                "there is no round {round}: the rounds are 1 to {number}",
            ),
            number="rounds",
        ),
    ),
    "unknown-move": (
        Template(mark("there is no move {move} in round {round}: it has none"), {"moves": 0}),
        Template(
            mark_plural(
                "there is no move {move} in round {round}: there is only 1",
                "there is no move {move} in round {round}: the moves are 1 to {number}",
            ),
            number="moves",
        ),
    ),
    "move-without-round": (Template(mark("give the round of move {move}, too")),),
    "empty-text": (
        Template(mark("the claim is empty"), {"what": "claim"}),
        Template(mark("the answer is empty"), {"what": "answer"}),
        Template(mark("the reason for the appeal is empty"), {"what": "appeal"}),
    ),
    "ruled-on": (
        Template(mark("dispute {dispute} has been ruled on: only an appeal opens it again")),
    ),
    "ruled-on-finally": (
        Template(mark("dispute {dispute} has been ruled on again: that is final")),
    ),
    "answered-too-late": (
        Template(mark("dispute {dispute} has been ruled on: it can no longer be answered")),
    ),
    "under-appeal": (Template(mark("the ruling on dispute {dispute} is under appeal already")),),
    "not-ruled-on": (Template(mark("dispute {dispute} has not been ruled on yet")),),
    "ruled-on-by-party": (
        Template(
            mark(
                "{seat} plays in this game and cannot rule on it: an arbiter has to; the table "
                "itself can if the club file says that there is none (arbiters = [])"
            )
        ),
    ),
    "claim-withdrawn": (Template(mark("dispute {dispute} was withdrawn: no step can follow")),),
    "withdrawn-too-late": (
        Template(mark("dispute {dispute} has been ruled on: there is nothing to withdraw")),
    ),
    "withdrawn-by-another": (
        Template(
            mark("only the person who opened dispute {dispute} can withdraw it"), {"what": "claim"}
        ),
        Template(
            mark("only the person who appealed in dispute {dispute} can withdraw the appeal"),
            {"what": "appeal"},
        ),
    ),
    "no-remedy": (
        Template(mark("a ruling orders at least one remedy: uphold the round if nothing changes")),
    ),
    "void-game-and-more": (
        Template(mark("a void game counts for nothing: nothing else can be ordered beside it")),
    ),
    "ruled-twice": (
        Template(mark("the ruling decides more than once what becomes of round {round}: {kinds}")),
        Template(
            mark("the ruling names the blocker of round {round} more than once"),
            {"remedy": "name-blocker"},
        ),
        Template(
            mark("the ruling gives the pips left in round {round} more than once"),
            {"remedy": "count-pips"},
        ),
        Template(
            mark("the ruling gives the points of round {round} more than once"),
            {"remedy": "correct-points"},
        ),
    ),
    "void-deal": (
        Template(mark("the deal of round {round} was void: there is nothing to rule on")),
    ),
    "upheld-while-running": (
        Template(mark("round {round} is not over: it can be upheld afterwards")),
    ),
    "charged-to-void-round": (
        Template(
            mark("round {round} is void and counts for nothing: nothing can be charged to it")
        ),
    ),
    "round-without-end": (
        Template(mark("round {round} did not come to an end: there is nothing to count in it")),
    ),
    "round-irregular": (
        Template(
            mark("round {round} was not played by the rules and does not count: uphold it, too")
        ),
    ),
    "round-with-unseen-tiles": (
        Template(mark("round {round} ended with unseen tiles: count the pips left, too")),
    ),
    "round-not-blocked": (
        Template(mark("round {round} did not block: no one is answerable for it")),
    ),
    "assistant-without-blocker": (
        Template(mark("{seat} is named as assistant, but no one as blocker")),
    ),
    "assistant-is-blocker": (Template(mark("{seat} cannot have assisted themselves")),),
    "pips-of-other-seats": (
        Template(mark("expected the pips of each of {seats} seats, not of {given}")),
    ),
    "pips-known": (
        Template(mark("every tile left in round {round} is known: no pips have to be counted")),
    ),
    "pips-differ": (
        Template(
            mark("{seat} is known to have had {seen} pips left in round {round}, not {given}")
        ),
    ),
    "fewer-pips-than-seen": (
        Template(mark("{seat} was seen to have {seen} pips left in round {round}, not {given}")),
    ),
    "more-pips-than-possible": (
        Template(
            mark(
                "the tiles that can be in the hands have {most} pips in all: {given} cannot be left"
            )
        ),
    ),
    "no-points-to-correct": (Template(mark("the game has no points: none can be corrected")),),
    "points-of-other-sides": (
        Template(mark("{given} points for {count} sides: each side needs one figure")),
    ),
    "no-points-to-penalize": (
        Template(mark("the game has no points: a penalty cannot take or give any")),
    ),
    "no-money-to-pay": (
        Template(mark("the game is not played for money: a penalty cannot be paid in pips")),
    ),
    "penalties-too-high": (
        Template(
            mark("the penalties of a game may cost {most} pips in all; these would cost {given}")
        ),
    ),
    "unknown-seat": (Template(mark("there is no seat {no_seat}: the seats are 0 to {last}")),),
}
"""By code; the first that fits is used."""

_ACTS: Mapping[str, tuple[Template, ...]] = {
    "could-play": (Template(mark("{deed} on {pips} (move {move})")),),
    "wrong-lead-tile": (Template(mark("{seat} leads {tile} (move {move})")),),
    "round-not-over": (
        Template(mark("a player is out"), {"said": "out"}),
        Template(mark("the round is blocked"), {"said": "blocked"}),
        Template(mark("the target is reached"), {"said": "target"}),
        Template(mark("the round is broken off")),
    ),
}
"""By the code of a possible fault, the act."""

_LONGEST_CLAIM = 400


def fault_text(fault: Fault | Refusal | Remark, names: Names = ()) -> str:
    """The fault as one sentence; ``names``: the players in seat order, where they are known."""
    if fault.params.get("hidden"):
        return text(
            "{fault} (the round is not over: --open shows the details)",
            fault=_sentence(TEMPLATES[fault.code], fault.params, names),
        )
    return _sentence(TEMPLATES[fault.code], fault.params, names)


def irregularity_text(code: str, params: Params, names: Names = ()) -> str:
    """The irregularity that an event notes, as one sentence; its code if that is unknown."""
    return _sentence(TEMPLATES[code], params, names) if code in TEMPLATES else code


def player(seat: int, names: Names) -> str:
    """The name of the player at a seat, or the number of the seat."""
    return names[seat] if 0 <= seat < len(names) else text("seat {seat}", seat=seat)


def _sentence(templates: tuple[Template, ...], params: Params, names: Names) -> str:
    return filled(templates, params, shown(params, names))


def shown(params: Params, names: Names) -> dict[str, object]:
    """The values of placeholders: seats as players, lists as words."""
    values: dict[str, Any] = dict(params)
    values |= {name: show(values[name], names) for name, show in _SHOWN.items() if name in values}
    values["ending"] = text(_SAID.get(str(params.get("said")), mark("the next round is dealt")))
    if "seat" in params and (params.get("act") == "skip" or params.get("act") in WORDS):
        values["deed"] = _deed(params, values["seat"])
    if "claimed" in values and "found" in values:
        values |= {name: _claim(params[name], params, names) for name in ("claimed", "found")}
    if "ends" in values:
        pips: Any = params.get("pips", ())
        ends = zip(values["ends"], pips, strict=False)
        values["ends"] = all_of(f"{end_text(end, names)} ({_pip(pip, names)})" for end, pip in ends)
    return values


_SAID = {
    "out": mark("a player is said to be out"),
    "blocked": mark("the round is said to be blocked"),
}
"""By how a round is said to have ended."""
_DUTIES: Mapping[str, str] = {
    "lay-or-draw": mark("had to lay or draw"),
    "lay-or-pass": mark("had to lay or pass"),
    "lead": mark("had to lead"),
    **{name: words.had_to for name, words in WORDS.items() if words.had_to},
}
"""What a seat had to do."""


def _deed(params: Params, player: str) -> str:
    """What the seat did, as a sentence."""
    name: Any = params["act"]
    if name == "skip":
        return text("{player} is stepped over", player=player)
    return did_text(name, player, params.get(name))


def _teams(teams: Sequence[Sequence[int]], names: Names) -> str:
    return ", ".join(" + ".join(player(seat, names) for seat in team) for team in teams)


def _acts(acts: Sequence[Params], names: Names) -> str:
    return "; ".join(_sentence(_ACTS[str(act["code"])], act, names) for act in acts)


def _players(seats: Sequence[int], names: Names) -> str:
    return all_of(player(seat, names) for seat in seats) or text("nobody")


def _turns(turns: Sequence[tuple[int, str]], names: Names) -> str:
    return all_of(f"'{player(seat, names)} {typed}'" for seat, typed in turns)


def _pip(shown: int | Sequence[int], _: Names) -> str:
    """A figure, or the several that it may be."""
    return str(shown) if isinstance(shown, int) else one_of(shown)


def _ends(ends: Sequence[str], names: Names) -> str:
    return ", ".join(end_text(end, names) for end in ends)


def _listed(items: Sequence[object], _: Names) -> str:
    return ", ".join(map(str, items))


def tiles_text(tiles: Sequence[str]) -> str:
    """Some tiles; unseen ones are counted."""
    seen = [tile for tile in tiles if tile != NAMES[UNSEEN]]
    unseen = len(tiles) - len(seen)
    if not unseen:
        return ", ".join(seen)
    counted = plural("{number} tile that nobody saw", "{number} tiles that nobody saw", unseen)
    return all_of([", ".join(seen), counted]) if seen else counted


def _claim(figure: Any, params: Params, names: Names) -> str:
    """A figure with the players it is about; if it is none of that kind, as in the record."""
    if figure is None:
        return text("none")
    claim = str(params["claim"])
    sides: Any = params.get("sides")
    holders = names if claim.partition(".")[0] in _BY_SEAT else ()
    if sides is not None and names:
        holders = [_players(side, names) for side in sides]
    if claim.rpartition(".")[2] in _SEATS and _whole(figure):
        shown = player(figure, names)
    elif not isinstance(figure, list | tuple) or not all(map(_whole, figure)):
        shown = json.dumps(figure)
    elif claim == "winners" and None not in figure:
        shown = _players(figure, names)
    elif holders and len(holders) == len(figure):
        shown = by_name(holders, figure)
    else:
        shown = json.dumps(figure)
    return shown if len(shown) <= _LONGEST_CLAIM else f"{shown[:_LONGEST_CLAIM]}..."


def _whole(figure: object) -> bool:
    return figure is None or type(figure) is int


_BY_SEAT = ("net", "net_by_reading", "pips")
_SEATS = ("last_to_lay", "blocker", "assistant")
"""Claims of figures by seat, and of one seat."""

_SHOWN: Mapping[str, Callable[[Any, Names], str | None]] = {
    **dict.fromkeys(("seat", "turn", "to_lead", "leader", "lot", "out", "owner", "by"), player),
    **dict.fromkeys(("noted_winners", "found_winners", "noted_for"), _players),
    "expected": lambda seats, names: one_of(player(seat, names) for seat in seats),
    "teams": _teams,
    "sides": _teams,
    "acts": _acts,
    **dict.fromkeys(("foreign", "twice", "missing", "elsewhere"), _listed),
    **dict.fromkeys(("held", "shown"), lambda tiles, _: tiles_text(tiles)),
    **dict.fromkeys(("could", "wanted"), lambda items, _: one_of(items)),
    "allowed": _listed,
    **dict.fromkeys(("pips", "kinds"), lambda items, _: all_of(items)),
    **dict.fromkeys(("either", "may"), lambda items, _: one_of(items)),
    "duty": lambda duty, _: text(_DUTIES[duty]) if duty in _DUTIES else None,
    "end": end_text,
    **dict.fromkeys(("first", "open_ends"), _ends),
    **dict.fromkeys(("pip", "count"), _pip),
    "turns_first": _turns,
}
"""By parameter, how it is shown; others are shown unchanged."""
