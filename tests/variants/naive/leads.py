"""Who leads next, once more, from the rules that clubs play, section 6."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class Over(NamedTuple):
    """A round that is over, in plain figures."""

    sides: Sequence[Sequence[int]]
    order: Sequence[int]
    """All seats, in order of play."""
    dealt: Sequence[Sequence[str]]
    """By seat, the tiles it was dealt."""
    left: Sequence[int]
    """By seat, its pips."""
    leader: int
    out: int | None
    last: int
    winners: Sequence[int]


FIRST = "first lead"
"""The rule for the first lead holds again."""


def from_seat(over: Over, seat: int) -> list[int]:
    at = over.order.index(seat)
    return [*over.order[at:], *over.order[:at]]


def next_to(over: Over, seat: int) -> int:
    return from_seat(over, seat)[1]


def highest_double(tiles: Sequence[str]) -> int:
    return max((int(tile[0]) for tile in tiles if tile[0] == tile[-1]), default=-1)


def leads(play: Mapping[str, Any], over: Over) -> set[int] | str:
    """The seats that may lead, or `FIRST`."""
    rule = play["next_lead"]
    if over.winners:
        return after_win(play, over)
    sums = [sum(over.left[seat] for seat in side) for side in over.sides]
    tied = [
        seat
        for side, pips in zip(over.sides, sums, strict=True)
        for seat in side
        if pips == min(sums)
    ]
    match play.get("after_tie") or ("next-seat" if rule == "rotate" else "last-leader"):
        case "last-leader":
            return {over.leader}
        case "next-seat":
            return {next_to(over, over.leader)}
        case "leader-if-tied":
            return {over.leader} if over.leader in tied else FIRST
        case "compare-doubles":
            best = max(tied, key=lambda seat: highest_double(over.dealt[seat]))
            return {best if highest_double(over.dealt[best]) >= 0 else over.leader}
        case _:
            return FIRST


def after_win(play: Mapping[str, Any], over: Over) -> set[int] | str:
    first = next(
        seat for seat in [*range(over.leader, 9), *range(over.leader)] if seat in over.winners
    )
    match play["next_lead"]:
        case "rotate":
            return {next_to(over, over.leader)}
        case "winning-side":
            return {*over.winners}
        case "last-to-lay" if over.out is not None:
            return {over.out}
        case "last-to-lay":
            return {over.last if over.last in over.winners else next_to(over, over.last)}
        case _:
            pass
    if over.out is not None:
        that_seat = play.get("out_lead") == "that-seat" and over.out in over.winners
        return {over.out if that_seat else first}
    match play.get("block_lead"):
        case "lightest":
            mine = [seat for seat in from_seat(over, over.last) if seat in over.winners]
            return {min(mine, key=lambda seat: over.left[seat])}
        case "winning-side":
            return {*over.winners}
        case "blocker-or-side":
            return {over.last} if over.last in over.winners else {*over.winners}
        case "first-lead":
            return FIRST
        case _:
            return {first}
