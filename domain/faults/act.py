"""What can be wrong with a record, and the sentence that says so to a player."""

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, assert_never

from ..events import Seat, TileDrawn, TileLaid, TurnLost, TurnPassed
from ..round.legal import legal_moves, possible_tiles
from ..round.state import Act, Round, unlocated
from ..rules.table import Table
from ..tiles import NAMES, SEEN, UNSEEN, Tile, Tiles, bit, names_of, seen_of, tile_set, told_of
from ..words import counted

Code: TypeAlias = Literal[
    "bad-seats",
    "game-over",
    "bad-deal",
    "wrong-leader",
    "wrong-turn",
    "skipped-though-able",
    "tile-twice",
    "not-held",
    "wrong-lead-tile",
    "no-such-end",
    "ambiguous-end",
    "does-not-fit",
    "passed-though-able",
    "drew-though-able",
    "nothing-to-draw",
    "drew-too-many",
    "drew-out-of-order",
    "round-over",
    "round-not-over",
    "wrong-ending",
    "wrong-tiles-left",
    "no-possible-deal",
    "false-claim",
]


class Fault(NamedTuple):
    """One thing that cannot follow from what came before."""

    code: Code
    message: str


DeskCode: TypeAlias = Literal[
    "unknown-dispute", "unknown-place", "nothing-said", "closed", "not-ruled-on", "wrong-remedy"
]


class DeskFault(NamedTuple):
    """Why something cannot be said at the arbiter's desk."""

    code: DeskCode
    message: str


def act_fault(round: Round, act: Act) -> Fault:
    """Why this act is not among the legal ones: the first reason that holds, gravest first."""
    seat = act.seat
    if round.ended is not None:
        return Fault("round-over", f"seat {seat} acts though the round is over ({round.ended})")
    if seat != round.seat:
        return Fault("wrong-turn", f"seat {seat} acts, but it is the turn of seat {round.seat}")
    match act:
        case TileLaid():
            return _lay_fault(round, act)
        case TileDrawn():
            return _draw_fault(round, act)
        case TurnPassed():
            return Fault("passed-though-able", f"seat {seat} passes though it {duty(round)}")
        case TurnLost():
            return Fault("wrong-turn", f"seat {seat} loses the turn in which it has to lead")
        case _:
            assert_never(act)


def duty(round: Round) -> str:
    """What the seat in turn has to do, as the end of a sentence."""
    moves, hand = legal_moves(round), round.hands[round.seat]
    lays = hand & tile_set(move.tile for move in moves if isinstance(move, TileLaid))
    if lays:
        return f"could lay {' or '.join(names_of(lays))}"
    must = "draw" if any(isinstance(move, TileDrawn) for move in moves) else "pass"
    if hand <= SEEN:
        return f"had to {must}"
    return f"had to lay or {must}" if round.front.ends else "had to lead"


def not_over(round: Round, said: str) -> Fault:
    """Why a round that is said to have ended so, all that matters of it seen, goes on."""
    return Fault("round-not-over", f"said to be {said}, but seat {round.seat} {duty(round)}")


def may_pass(round: Round) -> bool:
    """The seat in turn can do nothing but pass, as far as its tiles were seen."""
    moves = legal_moves(round)
    return not moves or any(isinstance(move, TurnPassed) for move in moves)


def tiles_laid(round: Round) -> Tiles:
    """The tiles that lie on the table."""
    return tile_set(act.tile for act in round.acts if isinstance(act, TileLaid))


def _lay_fault(round: Round, act: TileLaid) -> Fault:
    seat, name, end = act.seat, NAMES[act.tile], act.end
    if bit(act.tile) & tiles_laid(round):
        return Fault("tile-twice", f"seat {seat} lays {name}, which lies on the table already")
    if not bit(act.tile) & possible_tiles(round, round.hands[seat]):
        return Fault("not-held", f"seat {seat} lays {name}, which it does not hold")
    ends = round.front.ends
    if not ends and end is None:
        return _lead_fault(round, act)
    pip = next((other.pip for other in ends if other.name == end), None)
    if pip is None:
        there = " and ".join(f"{other.name} ({other.pip})" for other in ends) or "none"
        return Fault("no-such-end", f"seat {seat} lays {name} at {end!r}; open ends: {there}")
    return Fault("does-not-fit", f"seat {seat} lays {name} at {end}, which shows {pip}")


def _lead_fault(round: Round, act: TileLaid) -> Fault:
    wanted = " or ".join(names_of(round.start.lead & round.table.tiles))
    why = f"{wanted} must be led" if wanted else "this deal is void: nobody holds the lead"
    return Fault("wrong-lead-tile", f"seat {act.seat} leads {NAMES[act.tile]}, but {why}")


def _draw_fault(round: Round, act: TileDrawn) -> Fault:
    table, seat, name = round.table, act.seat, NAMES[act.tile]
    moves = legal_moves(round)
    draws = [move for move in moves if isinstance(move, TileDrawn)]
    fitting = round.front.playable if round.front.ends else round.start.lead
    if round.hands[seat] & fitting and not table.may_draw_when_able:
        return Fault("drew-though-able", f"seat {seat} draws {name} though it {duty(round)}")
    if not draws and round.drawn >= table.draws_a_turn > 0:
        return Fault("drew-too-many", f"seat {seat} draws {name}, its allowance used up")
    if not draws:
        why = "nothing may be drawn now" if table.draws_a_turn else "nobody draws in this game"
        return Fault("nothing-to-draw", f"seat {seat} draws {name}, but {why}")
    if round.boneyard_is_ordered:
        expected = NAMES[round.boneyard[0]]
        return Fault("drew-out-of-order", f"seat {seat} draws {name} where {expected} is next")
    return Fault("tile-twice", f"seat {seat} draws {name}, which is not in the boneyard")


def deal_faults(
    table: Table, hands: tuple[tuple[Tile, ...], ...], boneyard: tuple[Tile, ...] | None
) -> list[Fault]:
    """Everything wrong with a deal: sizes, foreign tiles, tiles dealt twice, tiles missing."""
    if len(hands) != table.seats:
        return [Fault("bad-deal", f"{counted(len(hands), 'hand')} dealt to {table.seats} seats")]
    dealt = [tile for hand in hands for tile in hand] + list(boneyard or ())
    faults = [
        Fault(
            "bad-deal",
            f"seat {seat} has {counted(len(hand), 'tile')} where {table.hand} are dealt",
        )
        for seat, hand in enumerate(hands)
        if len(hand) != table.hand
    ]
    seen = [tile for tile in dealt if tile != UNSEEN]
    together = tile_set(seen)
    foreign = names_of(together & ~table.tiles)
    if foreign:
        faults.append(Fault("bad-deal", f"{', '.join(foreign)} not in this set"))
    if together.bit_count() < len(seen):
        twice = names_of(tile_set(tile for tile in seen if seen.count(tile) > 1))
        faults.append(Fault("bad-deal", f"{', '.join(twice)} dealt more than once"))
    missing = names_of(table.tiles & ~together)
    if boneyard is not None and len(missing) != len(dealt) - len(seen):
        faults.append(_missing(missing, len(dealt) - len(seen)))
    return faults


def _missing(missing: list[str], unseen: int) -> Fault:
    where = "neither dealt nor in the boneyard"
    if not unseen:
        return Fault("bad-deal", f"{', '.join(missing)} {where}")
    what = f"{len(missing)} tiles are left for the {unseen} of the hands that nobody saw"
    return Fault("bad-deal", what)


def wrong_tiles_left(round: Round, seat: Seat, shown: Iterable[Tile]) -> Fault:
    """Of tiles that the seat cannot have shown at the end (`legal.may_show`)."""
    hand, tiles = round.hands[seat], sorted(shown)
    told = ", ".join(NAMES[tile] for tile in tiles) or "nothing"
    elsewhere = names_of(tile_set(tiles) & ~(seen_of(hand) | unlocated(round)))
    where = f": {', '.join(elsewhere)} lay elsewhere" if hand > SEEN and elsewhere else ""
    return Fault("wrong-tiles-left", f"seat {seat} holds {told_of(hand)}, not {told}{where}")
