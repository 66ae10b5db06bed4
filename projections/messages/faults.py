"""Sentences about faults, and about refused commands.

The last template of a fault in a record has no placeholders: while a round is played, its details
may be hidden.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from ...domain.faults.codes import Fault, Params, Refusal, Remark
from ...domain.tiles import NAMES, UNSEEN
from . import all_of, by_name, mark, one_of, plural, text
from .act_words import FAULTS, WORDS, did_text
from .bonuses import bonus_text
from .ends import end_text
from .templates import Template, Templates, Wording, counted, filled

Names: TypeAlias = Sequence[str]
"""The players in seat order; empty if they are not known."""


_NEEDS: Mapping[str, str] = {
    "points": "the result has no points or pips, and this game is for points",
    "no-points": "the result has points, and this game has none: note the pips left",
    "points-in-play": "the result has no points, and this game counts points in play",
    "points-for-tiles": "the result has no points, and this game counts tiles, which are not noted",
    "points-by-last-to-lay": (
        "the result has no points, and this game asks who laid the last tile of a block"
    ),
    "points-by-standing": (
        "the result has no points, and in this game a tie is won by the side that leads"
    ),
    "points-by-play": (
        "the result has no points, and in this game they depend on how the round was played"
    ),
    "pips-by-seat": "the pips are noted by side, and in this game a single hand decides a block",
    "ended": (
        "the result does not say whether the round blocked, and in this game a block counts "
        "otherwise"
    ),
    "winner": (
        "the result does not say who won: "
        "they come before 'out' or 'blocked', the points of others after it"
    ),
    "bonus-out": "a capicúa or a chuchazo is of the player who is out, and of nobody in a block",
    "bonus-points": (
        "the result has no points, and what one of its bonuses brings depends on how the round was "
        "played"
    ),
    "winner-out": "a player is out, but the result names another winner",
}
"""What a result lacks, or has too much."""
TEMPLATES: Templates = {
    # Remarks: what they are about may be right.
    "too-many-points": "{scored} points are more than these rules give: {most} at most",
    "less-than-bonuses": "{scored} points are fewer than the bonuses that were noted: {bonuses}",
    "not-the-fewest": "{found_winners} had fewer points than {noted_winners}",
    # Faults in a record.
    "bad-seats": (
        counted(
            "players",
            "{number} player where {rules} seats {allowed}",
            "{number} players where {rules} seats {allowed}",
        ),
        Template("teams {teams} where these rules have no teams", {"sides": ()}),
        Template("no teams where these rules have {sides}", {"teams": ()}),
        "teams {teams} where these rules have {sides}",
        "one player sits at two seats",
    ),
    "game-over": (
        Template("a round is dealt though the game is over", {"done": "dealt"}),
        Template("the game was left though it is over", {"done": "left"}),
        "the game is over",
    ),
    "bad-deal": (
        counted(
            "hands", "{number} hand dealt to {seats} seats", "{number} hands dealt to {seats} seats"
        ),
        counted(
            "tiles",
            "{seat} has {number} tile where {hand} are dealt",
            "{seat} has {number} tiles where {hand} are dealt",
        ),
        "{foreign} not in this set",
        "{twice} dealt more than once",
        "{missing} neither dealt nor in the boneyard",
        counted(
            "left",
            "{number} tile is left for {unseen} unseen tiles in hands",
            "{number} tiles are left for {unseen} unseen tiles in hands",
        ),
        Template("no tile is turned up for the line to begin with", {"lacks": "hub"}),
        "the deal cannot be right",
    ),
    "wrong-hub": (
        "{hub} is the hub, but in this round it must be {hub_of_round}",
        "the wrong tile is the hub",
    ),
    "bad-result": (
        "the result names a seat that does not exist: there are {seats} seats",
        counted(
            "points_of",
            "points of {number} side where the game has {of_sides}",
            "points of {number} sides where the game has {of_sides}",
        ),
        counted(
            "pips_of",
            "pips of {number} hand where the game has {of_seats} seats",
            "pips of {number} hands where the game has {of_seats} seats",
        ),
        *(Template(sentence, {"needs": needs}) for needs, sentence in _NEEDS.items()),
        "the result cannot be read",
    ),
    "wrong-result": (
        "{out} is out, but the result leaves {in_hand} pips in their hand",
        "the result leaves {in_hands} pips in all hands; the set has {most}",
        "by the noted pips {found_winners} won, not {noted_winners}",
        "the result cannot be right",
    ),
    "wrong-leader": (
        Template(
            "{leader} is to lead, but the deal is void: nobody may lead with these hands",
            {"expected": ()},
        ),
        "{leader} is to lead, but {expected} must lead",
        Template(
            "no seat is to lead, but the deal is void: nobody may lead with these hands",
            {"expected": ()},
        ),
        "no seat is to lead, but {expected} must lead",
        "the wrong seat leads",
    ),
    "wrong-turn": (
        "there is no seat {no_seat}",
        "{seat} acts, but it is the turn of {turn}",
        "{seat} acts, but {to_lead} must lead",
        Template("{seat} loses the turn in which they have to lead", {"duty": "lead"}),
        "{seat} acts out of turn",
        "a seat acts out of turn",
    ),
    "could-play": (
        "{deed} though they could lay {could}",
        Template(
            "{deed} though one of their unseen tiles must have fitted", {"duty": "lay-unseen"}
        ),
        "{deed} though they {duty}",
        "{deed} though they could play",
        "a seat does something else though they could play",
    ),
    "tile-twice": (
        "{seat} lays {tile}, which lies on the table already",
        "{seat} draws {draw}, which is not in the boneyard",
        "a tile is played a second time",
    ),
    "not-held": (
        "{seat} lays {tile}, which they do not hold",
        Template("{seat} sets a tile aside: which one?", {"aside": "?"}),
        "{seat} sets {aside} aside, which they do not hold",
        "a tile is laid that is not held",
    ),
    "not-in-the-set": (
        "{seat} lays {tile}, which is not in this set",
        "{seat} draws {draw}, which is not in this set",
        "{seat} sets {aside} aside, which is not in this set",
        "a tile is played that is not in this set",
    ),
    "wrong-lead-tile": (
        Template(
            "{seat} leads {tile}, but a tile that goes before it must have been held",
            {"duty": "lay-unseen"},
        ),
        Template(
            "{seat} leads {tile}, but the deal is void: nobody may lead with these hands",
            {"wanted": ()},
        ),
        "{seat} leads {tile}, but {wanted} must be led",
        "{seat} leads {tile}, which is the wrong tile",
        "the wrong tile is led",
    ),
    "no-such-end": (
        "{tile} cannot lie at {pip}, which no open end shows",
        Template("{seat} lays {tile} at {end}, but there is no open end", {"ends": ()}),
        "{seat} lays {tile} at {end}; open ends: {ends}",
        "{seat} lays {tile} at no end; open ends: {ends}",
        "a tile is laid at an end that is not open",
    ),
    "ambiguous-end": (
        "{tile} fits at several ends: which of {open_ends}?",
        "{tile} fits at both ends: which?",
        "a tile fits at both ends: which?",
    ),
    "other-end-first": (
        "{seat} lays {tile} at {end}, but {first} must be served first",
        "a tile is laid at an end though another must be served first",
    ),
    "double-first": (
        "{seat} lays {tile} at {end}, which takes a double first",
        "a tile is laid at an end that takes a double first",
    ),
    "does-not-fit": (
        "{seat} lays {tile} at {end}, which shows {pip}",
        "{tile} cannot lie at any open end",
        "a tile does not fit",
    ),
    "train-closed": (
        (
            "{seat} lays {tile} at {end}, but the train of {owner} is closed to them; "
            "open to them: {open_ends}"
        ),
        "a tile is laid at a train that is not open to the seat",
    ),
    "train-served": (
        (
            "{seat} lays {tile} at {end}, a second tile on one train in one turn; "
            "open to them: {open_ends}"
        ),
        "a second tile is laid on one train in one turn",
    ),
    "own-train-first": (
        "{seat} begins {end} with {tile}, but must begin their own train first",
        "a seat begins the public train before its own",
    ),
    "out-on-double": (
        "{seat} lays {tile} at {end}, but their last tile may not be a double",
        "a seat goes out with a double",
    ),
    "no-room": (
        "{seat} lays {tile} at {end}, where there is no room for it",
        "a tile is laid where there is no room for it",
    ),
    "wrong-half-open": (
        "{seat} lays {tile} at {end} with {open} open, but {either} must stay open",
        "{seat} lays {tile} at {end} with {open} open, but {half} stays open",
        "{seat} lays {tile} at {end}: which half stays open, {either}?",
        "{seat} leads {tile} with {open} open, which is not said of a lead",
        "another half of a tile stays open",
    ),
    "wrong-wild": (
        Template("{seat} lays {tile}: which pip does its wild half stand for?", {"wild": None}),
        Template(
            "{seat} lays {tile} with a wild half as {wild}, but the tile has none", {"may": ()}
        ),
        "{seat} lays {tile} with its wild half as {wild}, but it must be {may}",
        "a wild half stands for the wrong pip",
    ),
    "wrong-bend": (
        Template(
            "{seat} lays {tile} at {end} and says how it bends, but only a double may choose",
            {"may": ()},
        ),
        Template(
            "{seat} lays {tile} at {end}, but it has room there only if it bends left",
            {"may": ("left",)},
        ),
        Template(
            "{seat} lays {tile} at {end}, but it has room there only if it bends right",
            {"may": ("right",)},
        ),
        "{seat} lays {tile} at {end}: does it bend left or right?",
        "{seat} leads {tile} and says how it bends, which is not said of a lead",
        "a tile bends the wrong way",
    ),
    "other-tile-after-draw": (
        "{seat} lays {tile} after a draw, but may then lay only the tile drawn",
        "after a draw, another tile is laid than the one drawn",
    ),
    **FAULTS,
    "not-in-these-rules": (
        *(
            Template(words.not_here, {"act": name})
            for name, words in WORDS.items()
            if words.not_here
        ),
        Template(
            "{hub} is said to be taken out before the deal, but in this game no tile is",
            {"act": "hub"},
        ),
        "this game has no such act",
    ),
    "nothing-to-draw": (
        Template("{seat} draws {draw}, but this game has no drawing", {"most": 0}),
        "{seat} draws {draw}, but nothing may be drawn now",
        "{seat} draws a tile though nothing may be drawn",
        "a tile is drawn though nothing may be drawn",
    ),
    "drew-too-many": (
        "{seat} draws {draw} after the last draw allowed in a turn",
        "{seat} draws more tiles than allowed in a turn",
        "more tiles are drawn than allowed in a turn",
    ),
    "drew-out-of-order": (
        "{seat} draws {draw} where {next} is next",
        "{seat} draws a tile that is not next in the boneyard",
        "a tile is drawn that is not next in the boneyard",
    ),
    "round-over": (
        Template("{seat} acts though the round is over: a player went out", {"ended": "out"}),
        Template("{seat} acts though the round is over: it is blocked", {"ended": "blocked"}),
        Template(
            "{seat} acts though the round is over: the target is reached", {"ended": "target"}
        ),
        Template("{seat} acts though the round is over: its deal is void", {"ended": "void"}),
        "a seat acts though the round is over",
    ),
    "round-not-over": (
        Template("the target is said to be reached, but it is not", {"said": "target"}),
        "{ending}, but {seat} could lay {could}",
        Template("{ending}, but an unseen tile in a hand must fit", {"duty": "lay-unseen"}),
        "{ending}, but {seat} {duty}",
        "the round is not over",
    ),
    "wrong-ending": (
        Template("the target is said to be reached, but it is not", {"said": "target"}),
        "{said_end}, but {found_end}",
        "the round did not end as it is said to",
    ),
    "wrong-tiles-left": (
        "{seat} holds {held}, not {shown}: {elsewhere} lay elsewhere",
        Template("{seat} holds {held}, but shows nothing", {"shown": ()}),
        Template("{seat} holds nothing, but shows {shown}", {"held": ()}),
        "{seat} holds {held}, not {shown}",
        "the tiles shown are not those that are left",
    ),
    "wrong-pips-left": (
        "{seat} has {by_tiles} pips left by the tiles, not {noted}",
        "{seat} has between {least} and {most} pips left by the tiles, not {noted}",
        "{seat} had {before} pips left by what was noted before, not {noted}",
        "by the tiles, {noted_for} cannot have the pips left that were noted",
        Template("pips left are noted of a round that is not over", {"running": True}),
        "the pips noted are not those that are left",
    ),
    "no-possible-deal": (
        "{seat} passed at move {move} with {pips} open and now lays {tile}",
        "under every possible deal, one of these was against the rules: {acts}",
        "with what {seat} shows, a pass, a draw or a lead was against the rules",
        "no deal is possible in which all kept to the rules",
    ),
    "false-claim": (
        "{claim}: the record claims {claimed}, the ledger finds {found}",
        "the record claims what the ledger does not find",
    ),
    "unknown-shuffle": (
        "the tiles were shuffled by {algorithm!r}, which is not known here",
        "the tiles were shuffled in a way that is not known here",
    ),
    "seed-missing": (
        counted(
            "commitments",
            "{number} seat committed to a seed, of {seats}",
            "{number} seats committed to seeds, of {seats}",
        ),
        counted(
            "seeds",
            "the seed of {number} seat was revealed, of {seats}",
            "the seeds of {number} seats were revealed, of {seats}",
        ),
        "the seed of {seat} was not revealed",
        Template("the seed of the program was not revealed", {"revealed": False}),
        "the seeds of the deal were not revealed, though the round is over",
    ),
    "seed-too-short": (
        "the seed of {seat} has {bits} bits: it needs at least 256",
        "the seed of the program has {bits} bits: it needs at least 256",
        "a seed has fewer than 256 bits",
    ),
    "seed-not-committed": (
        "the seed of {seat} is not the one committed to before the deal",
        "the seed of the program is not the one committed to before the deal",
    ),
    "seed-used-twice": (
        "the seed of {seat} was used before: each deal needs its own",
        "the seed of the program was used before: each deal needs its own",
    ),
    "shuffled-otherwise": (
        "the hand of {seat} is not the one that the seeds give",
        Template("the boneyard is not the one that the seeds give", {"part": "boneyard"}),
        Template("the tile turned up is not the one that the seeds give", {"part": "hub"}),
        "{leader} is to lead, but by the seeds {lot} leads",
        "the deal is not the one that the seeds give",
    ),
    # Refusals at the table.
    "game-is-over": "the game is over",
    "played-out": "one round is a game here, and it was played",
    "no-round": "no round has been dealt",
    "no-round-running": "no round is being played",
    "round-void-by-ruling": "the round is void by a ruling",
    "nothing-laid": "nothing lies on the table yet",
    "round-running": "tiles are shown when the round is over",
    "round-before-running": "the round before is not over",
    "leader-needed": "{expected} may lead: say who does",
    "may-not-lead": "{leader} may not lead this round",
    "nothing-done": "nothing has been done that could be taken back",
    "no-redeal": (
        "the tiles are dealt again only before the lead, and if a hand has {doubles} doubles",
        "these rules do not let the tiles be dealt again",
    ),
    "deal-disputed": "dispute {dispute} is about round {round}: amend the game",
    "only-reported": "only the result of this round is known",
    "turns-first": "{seat} acts, but it is the turn of {turn}: type {turns_first} first",
    # Refusals at the arbiter's desk.
    "unknown-dispute": (
        Template("there is no dispute {dispute}: the game has none", {"disputes": 0}),
        counted(
            "disputes",
            "there is no dispute {dispute}: there is only 1",
            "there is no dispute {dispute}: the disputes are 1 to {number}",
        ),
    ),
    "unknown-round": (
        Template("there is no round {round}: the game has none", {"rounds": 0}),
        counted(
            "rounds",
            "there is no round {round}: there is only 1",
            "there is no round {round}: the rounds are 1 to {number}",
        ),
    ),
    "unknown-move": (
        Template("there is no move {move} in round {round}: it has none", {"moves": 0}),
        counted(
            "moves",
            "there is no move {move} in round {round}: there is only 1",
            "there is no move {move} in round {round}: the moves are 1 to {number}",
        ),
    ),
    "move-without-round": "give the round of move {move}, too",
    "empty-text": (
        Template("the claim is empty", {"what": "claim"}),
        Template("the answer is empty", {"what": "answer"}),
        Template("the reason for the appeal is empty", {"what": "appeal"}),
    ),
    "ruled-on": "dispute {dispute} has been ruled on: only an appeal opens it again",
    "ruled-on-finally": "dispute {dispute} has been ruled on again: that is final",
    "answered-too-late": "dispute {dispute} has been ruled on: it can no longer be answered",
    "under-appeal": "the ruling on dispute {dispute} is under appeal already",
    "not-ruled-on": "dispute {dispute} has not been ruled on yet",
    "ruled-on-by-party": (
        "{seat} plays in this game and cannot rule on it: an arbiter has to; the table "
        "itself can if the club file says that there is none (arbiters = [])"
    ),
    "claim-withdrawn": "dispute {dispute} was withdrawn: no step can follow",
    "withdrawn-too-late": "dispute {dispute} has been ruled on: there is nothing to withdraw",
    "withdrawn-by-another": (
        Template("only the person who opened dispute {dispute} can withdraw it", {"what": "claim"}),
        Template(
            "only the person who appealed in dispute {dispute} can withdraw the appeal",
            {"what": "appeal"},
        ),
    ),
    "no-remedy": "a ruling orders at least one remedy: uphold the round if nothing changes",
    "void-game-and-more": "a void game counts for nothing: nothing else can be ordered beside it",
    "ruled-twice": (
        "the ruling decides more than once what becomes of round {round}: {kinds}",
        Template(
            "the ruling names the blocker of round {round} more than once",
            {"remedy": "name-blocker"},
        ),
        Template(
            "the ruling gives the pips left in round {round} more than once",
            {"remedy": "count-pips"},
        ),
        Template(
            "the ruling gives the points of round {round} more than once",
            {"remedy": "correct-points"},
        ),
    ),
    "void-deal": "the deal of round {round} was void: there is nothing to rule on",
    "upheld-while-running": "round {round} is not over: it can be upheld afterwards",
    "charged-to-void-round": (
        "round {round} is void and counts for nothing: nothing can be charged to it"
    ),
    "round-without-end": "round {round} did not come to an end: there is nothing to count in it",
    "round-irregular": (
        "round {round} was not played by the rules and does not count: uphold it, too"
    ),
    "round-with-unseen-tiles": "round {round} ended with unseen tiles: count the pips left, too",
    "round-not-blocked": "round {round} did not block: no one is answerable for it",
    "assistant-without-blocker": "{seat} is named as assistant, but no one as blocker",
    "assistant-is-blocker": "{seat} cannot have assisted themselves",
    "pips-of-other-seats": "expected the pips of each of {seats} seats, not of {given}",
    "pips-known": "every tile left in round {round} is known: no pips have to be counted",
    "pips-differ": "{seat} is known to have had {seen} pips left in round {round}, not {given}",
    "fewer-pips-than-seen": (
        "{seat} was seen to have {seen} pips left in round {round}, not {given}"
    ),
    "more-pips-than-possible": (
        "the tiles that can be in the hands have {most} pips in all: {given} cannot be left"
    ),
    "no-points-to-correct": "the game has no points: none can be corrected",
    "points-of-other-sides": "{given} points for {count} sides: each side needs one figure",
    "no-points-to-penalize": "the game has no points: a penalty cannot take or give any",
    "no-money-to-pay": "the game is not played for money: a penalty cannot be paid in pips",
    "penalties-too-high": (
        "the penalties of a game may cost {most} pips in all; these would cost {given}"
    ),
    "void-round-paid": "a penalty that makes round {round} void cannot be paid in pips",
    "unknown-seat": "there is no seat {no_seat}: the seats are 0 to {last}",
}
"""By code; the first that fits is used."""

_ACTS: Templates = {
    "could-play": "{deed} on {pips} (move {move})",
    "wrong-lead-tile": "{seat} leads {tile} (move {move})",
    "round-not-over": (
        Template("a player is out", {"said": "out"}),
        Template("the round is blocked", {"said": "blocked"}),
        Template("the target is reached", {"said": "target"}),
        "the round is broken off",
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


def _sentence(wording: Wording, params: Params, names: Names) -> str:
    return filled(wording, params, shown(params, names))


def shown(params: Params, names: Names) -> dict[str, object]:
    """The values of placeholders: seats as players, lists as words."""
    values: dict[str, Any] = dict(params)
    values |= {name: show(values[name], names) for name, show in _SHOWN.items() if name in values}
    said = str(params.get("said"))
    values["ending"] = text(_SAID.get(said, mark("the next round is dealt")))
    values["said_end"] = text(_SAID.get(said, mark("the round is said to be broken off")))
    values["found_end"] = text(_FOUND.get(str(params.get("ended")), "")) or None
    act: Any = params.get("act")
    if "seat" in params and act == "skip":
        values["deed"] = text("{player} is stepped over", player=values["seat"])
    elif "seat" in params and act in WORDS:
        values["deed"] = did_text(act, values["seat"], params.get(act))
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
_FOUND = {
    "out": mark("a player is out"),
    "blocked": mark("the round is blocked"),
    "target": mark("the target was reached before"),
    "void": mark("the deal is void"),
}
"""By how it ended."""
_DUTIES: Mapping[str, str] = {
    "lay-or-draw": mark("had to lay or draw"),
    "lay-or-pass": mark("had to lay or pass"),
    "lead": mark("had to lead"),
    **{name: words.had_to for name, words in WORDS.items() if words.had_to},
}
"""What a seat had to do."""


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
    if claim == "bonuses":
        shown = _bonuses(figure, names) or json.dumps(figure)
    elif claim.rpartition(".")[2] in _SEATS and _whole(figure):
        shown = player(figure, names)
    elif not isinstance(figure, list | tuple) or not all(map(_whole, figure)):
        shown = json.dumps(figure)
    elif claim in {"winners", "next"} and None not in figure:
        shown = _players(figure, names)
    elif holders and len(holders) == len(figure):
        shown = by_name(holders, figure)
    else:
        shown = json.dumps(figure)
    return shown if len(shown) <= _LONGEST_CLAIM else f"{shown[:_LONGEST_CLAIM]}..."


def _bonuses(claimed: Any, names: Names) -> str | None:
    """Bonuses by name, with who earned them; None if the figure is no list of bonuses."""
    if not isinstance(claimed, list | tuple):
        return None
    shown = []
    for bonus in claimed:
        try:
            worth = bonus.get("points") or f"x {bonus['factor']}"
            shown.append(f"{bonus_text(bonus['name'])} {player(bonus['seat'], names)} {worth}")
        except (AttributeError, KeyError, TypeError):
            return None
    return all_of(shown) if shown else text("none")


def _whole(figure: object) -> bool:
    return figure is None or type(figure) is int


_BY_SEAT = ("net", "net_by_reading", "pips")
_SEATS = ("last_to_lay", "blocker", "assistant", "next")
"""Claims of figures by seat, and of one seat."""

_SHOWN: Mapping[str, Callable[[Any, Names], str | None]] = {
    **dict.fromkeys(("seat", "turn", "to_lead", "leader", "lot", "out", "owner", "by"), player),
    **dict.fromkeys(("noted_winners", "found_winners", "noted_for"), _players),
    "expected": lambda seats, names: one_of(player(seat, names) for seat in seats),
    "teams": _teams,
    "sides": _teams,
    "acts": _acts,
    **dict.fromkeys(
        ("foreign", "twice", "missing", "elsewhere", "allowed"),
        lambda items, _: ", ".join(map(str, items)),
    ),
    **dict.fromkeys(("held", "shown"), lambda tiles, _: tiles_text(tiles)),
    **dict.fromkeys(("could", "wanted", "either", "may"), lambda items, _: one_of(items)),
    **dict.fromkeys(("pips", "kinds"), lambda items, _: all_of(items)),
    "duty": lambda duty, _: text(_DUTIES[duty]) if duty in _DUTIES else None,
    "end": end_text,
    **dict.fromkeys(("first", "open_ends"), _ends),
    **dict.fromkeys(("pip", "count"), _pip),
    "turns_first": _turns,
}
"""By parameter, how it is shown; others are shown unchanged."""
