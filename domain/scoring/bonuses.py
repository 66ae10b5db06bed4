"""Bonuses of a round, and what is carried to it (docs/rules/score.md#bonuses).

Plain arithmetic, as `score_sides` is: with the figures of one round, or columns of many.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple, assert_never

from ..events import OF_GOING_OUT, BonusName, RoundReported
from ..facts import RoundFacts
from ..round.course import Move
from ..rules.score import Bonuses, Capicua, OpeningPass, Score
from ..rules.table import Table
from ..seats import Seat, Sides
from ..tiles import DOUBLE_BLANK, HALVES, UNSEEN, Tile
from .figures import Figure, by_side

NO_TILE: Final = UNSEEN
IS_DOUBLE: Final = (*(int(low == high) for low, high in HALVES), 0)
"""By tile, 1 for yes; the last for `NO_TILE`."""
HAS_BLANK: Final = (*(int(low == 0) for low, _ in HALVES), 0)
IS_DOUBLE_BLANK: Final = (*(int(tile == DOUBLE_BLANK) for tile in range(len(HALVES))), 0)


class Played(NamedTuple):
    """What bonuses ask of a round: `Course` in figures, and of the rounds before it."""

    leader: Figure = -1
    fits: Figure = 0
    out_double: Figure = 0
    out_blank: Figure = 0
    out_double_blank: Figure = 0
    led_double: Figure = 0
    passed_lead: Figure = 0
    passes: Sequence[Figure] = ()
    """By seat; empty: no seat passed."""
    round_passes: Sequence[Figure] = ()
    """By seat; empty: there were none."""
    rounds: Figure = -1
    """How many rounds counted before it; -1: no bonus for its number."""
    carried: Figure = 0
    """How many rounds that nobody won are carried to it."""
    past_target: Figure = 0
    """Going out counts nothing."""


NOTHING_PLAYED: Final = Played()
"""Of a round of which only the result is known."""


class Part(NamedTuple):
    """What all bonuses of a name bring, in points by side."""

    name: BonusName
    points: list[Figure]


def fits_both_ends(rule: Literal["each-half", "either-end"], fits: Figure) -> Figure:
    """Whether a tile that fitted so (`domain.round.course.Fits`) counts as one for both ends."""
    return (fits >= (2 if rule == "each-half" else 1)) * 1


def is_capicua(rules: Capicua, played: Played) -> Figure:
    """Whether the seat that is out went out with a capicúa by these rules."""
    fits = fits_both_ends(rules.fits, played.fits)
    if rules.doubles == "no":
        fits = fits * (1 - played.out_double)
    if rules.blanks == "no":
        fits = fits * (1 - played.out_blank)
    return fits


DEFAULT_CAPICUA: Final = Capicua.model_construct()
"""What statistics count under rules that do not name a capicúa."""


class Judged(NamedTuple):
    """A round in which it is known who won, and what that brings."""

    played: Played
    out: Sequence[Figure]
    """By side, whether it is out."""
    won: Sequence[Figure]
    """By side."""
    worth: Sequence[Figure]
    """By side, the points for the round."""


def bonus_parts(rules: Score, sides: Sides, judged: Judged) -> Iterator[Part]:
    """The bonuses of a round, in the order in which they count, and what is carried to it."""
    parts = [] if rules.bonuses is None else list(_parts(rules.bonuses, sides, judged))
    yield from parts
    carried = judged.played.carried
    if rules.carry == "plus-one":
        yield Part("carry", [own * carried for own in judged.won])
    if rules.carry == "double":
        scored = map(sum, zip(judged.worth, *(part.points for part in parts), strict=True))
        both = zip(judged.won, scored, strict=True)
        yield Part("carry", [won * (carried > 0) * own for won, own in both])


def _parts(bonuses: Bonuses, sides: Sides, judged: Judged) -> Iterator[Part]:
    played, out, won, worth = judged
    capicua, chuchazo, opening = bonuses.capicua, bonuses.chuchazo, bonuses.opening_pass
    seats = sum(map(len, sides))
    if capicua is not None:
        is_one = is_capicua(capicua, played)
        if capicua.factor is not None:
            yield Part("capicua", [is_one * (capicua.factor - 1) * own for own in worth])
        else:
            yield Part("capicua", [is_one * own * capicua.points for own in out])
    if chuchazo is not None:
        is_one = played.out_double_blank
        if chuchazo.both_ends == "not":
            is_one = is_one * (played.fits < 1)
        yield Part("chuchazo", [is_one * own * chuchazo.points for own in out])
    if opening is not None:
        is_one = (played.passed_lead >= 1) * 1
        if opening.partner_passes == "annuls" and len(sides) < seats:
            is_one = is_one * (played.passed_lead < seats // 2)
        double = played.led_double
        points = is_one * (double * opening.double + (1 - double) * opening.other)
        led = (sum((played.leader == seat) * 1 for seat in side) for side in sides)
        yield Part("opening-pass", [points * own for own in led])
    if bonuses.round_pass and played.round_passes:
        yield Part(
            "round-pass", [bonuses.round_pass * own for own in by_side(sides, played.round_passes)]
        )
    if bonuses.each_pass and played.passes:
        of_sides = by_side(sides, played.passes)
        yield Part("each-pass", [bonuses.each_pass * (sum(of_sides) - own) for own in of_sides])
    if bonuses.out_points:
        counts = 1 - played.past_target
        yield Part("out", [bonuses.out_points * counts * own for own in out])
    if bonuses.by_round:
        numbered = enumerate(bonuses.by_round)
        points = sum((played.rounds == number) * each for number, each in numbered)
        yield Part("round", [points * own for own in won])


# -- Of one round


def played(facts: RoundFacts, rounds: int, carried: int) -> Played:
    """What bonuses ask of a round recorded as it was played; ``rounds`` counted before it."""
    course, seats = facts.course, range(len(facts.tiles))
    tile, lead = _or_none(course.out_tile), _or_none(course.lead)
    passes, round_passes = (
        tuple(sum(move.seat == seat for move in moves) for seat in seats)
        for moves in (course.passes, course.round_passes)
    )
    return Played(
        leader=-1 if facts.leader is None else facts.leader,
        fits=course.fits,
        out_double=IS_DOUBLE[tile],
        out_blank=HAS_BLANK[tile],
        out_double_blank=IS_DOUBLE_BLANK[tile],
        led_double=IS_DOUBLE[lead],
        passed_lead=course.passed_lead,
        passes=passes,
        round_passes=round_passes,
        rounds=rounds,
        carried=carried,
        past_target=int(facts.past_target),
    )


def _or_none(tile: Tile | None) -> Tile:
    return NO_TILE if tile is None else tile


class Bonus(NamedTuple):
    """One bonus of one round."""

    name: BonusName
    seat: Seat | None
    """Who earned it; None: it was noted without a name."""
    side: tuple[Seat, ...]
    """Who gets it; empty: it is not known."""
    points: int | None = None
    """None: a factor, or these rules give none."""
    factor: int | None = None
    move: int | None = None
    """The index of the lay or pass among the moves of the record; None: it has none."""


def listed(
    rules: Score, table: Table, facts: RoundFacts, won: Sequence[int], parts: Iterable[Part]
) -> Iterator[Bonus]:
    """Each bonus of a round that was scored so, with the moves that earned it."""
    course, sides, bonuses = facts.course, table.sides, rules.bonuses or Bonuses()
    for name, points in parts:
        match name:
            case "capicua" if bonuses.capicua is not None and bonuses.capicua.factor is not None:
                factor = bonuses.capicua.factor
                is_one = is_capicua(bonuses.capicua, played(facts, 0, 0))
                for side, side_won in zip(sides, won, strict=True):
                    if is_one and side_won:
                        yield _of(course.out, name, side)._replace(factor=factor)
            case "capicua" | "chuchazo" | "opening-pass" | "out" | "round" | "carry":
                move = course.led if name == "opening-pass" else course.out or course.last
                for side, own in zip(sides, points, strict=True):
                    if own:
                        yield _of(move, name, side)._replace(points=own)
            case "round-pass":
                for lay in course.round_passes:
                    side = sides[table.side_of(lay.seat)]
                    yield _of(lay, name, side)._replace(points=bonuses.round_pass)
            case "each-pass":
                for passed in course.passes:
                    for seat in _others_before(table, passed.seat):
                        side = sides[table.side_of(seat)]
                        yield Bonus(name, seat, side, bonuses.each_pass, move=passed.at)
            case _:
                assert_never(name)


def _of(move: Move | None, name: BonusName, side: tuple[Seat, ...]) -> Bonus:
    """The bonus of this move, or of the first of the side if another side made the move."""
    seat, index = (None, None) if move is None else move
    return Bonus(name, seat if seat in side else side[0], side, move=index)


def _others_before(table: Table, passed: Seat) -> Iterator[Seat]:
    """Of each other side, the last seat that played before this one."""
    sides, seat = {table.side_of(passed)}, passed
    for _ in range(table.seats - 1):
        seat = table.next_seat.index(seat)
        if table.side_of(seat) not in sides:
            sides.add(table.side_of(seat))
            yield seat


def noted_bonuses(rules: Score, sides: Sides, report: RoundReported) -> tuple[Bonus, ...]:
    """The bonuses that were noted with a result, with what these rules give for them."""
    found: list[Bonus] = []
    for noted in report.bonuses:
        seat = report.out if noted.seat is None and noted.name in OF_GOING_OUT else noted.seat
        side = next((side for side in sides if seat in side), report.winners)
        found.append(Bonus(noted.name, seat, side, *noted_worth(rules, noted.name)))
    return tuple(found)


def noted_worth(rules: Score, name: BonusName) -> tuple[int | None, int | None]:
    """The points, or the factor, of a bonus of which no more than its name is known.

    An opening pass depends on the lead, and what is carried on the rounds before, as the bonus of
    the round does.
    """
    bonuses = rules.bonuses or Bonuses()
    match name:
        case "capicua":
            capicua = bonuses.capicua
            return (None, None) if capicua is None else (capicua.points, capicua.factor)
        case "chuchazo":
            return None if bonuses.chuchazo is None else bonuses.chuchazo.points, None
        case "round-pass":
            return bonuses.round_pass or None, None
        case "each-pass":
            return bonuses.each_pass or None, None
        case "out":
            return bonuses.out_points or None, None
        case "opening-pass" | "round" | "carry":
            return None, None
        case _:
            assert_never(name)


def has_bonus(rules: Score, name: BonusName) -> bool:
    """Whether these rules give anything for it."""
    if name == "carry":
        return rules.carry != "none"
    field = {"round": "by_round", "out": "out_points"}.get(name, name.replace("-", "_"))
    return bool(getattr(rules.bonuses, field, None))


def with_noted(
    rules: Score, sides: Sides, report: RoundReported, worth: Sequence[int]
) -> tuple[int, ...]:
    """By side, the points of a result of which pips were noted, with the bonuses noted with it."""
    points = list(worth)
    for bonus in noted_bonuses(rules, sides, report):
        for side, seats in enumerate(sides):
            if set(seats) <= {*bonus.side}:
                points[side] += (bonus.points or 0) + worth[side] * ((bonus.factor or 1) - 1)
    return tuple(points)


_MOST_CARRIED = 1000
"""More rounds than are ever carried."""


def most_played(rules: Score, sides: Sides, tiles: int) -> Played:
    """A round that brings the first side every bonus, as often as can be; no round is such."""
    seats, bonuses = sum(map(len, sides)), rules.bonuses or Bonuses()
    opening = bonuses.opening_pass or OpeningPass()
    by_round = [*bonuses.by_round, 0]
    return Played(
        leader=sides[0][0],
        fits=2,
        out_double_blank=1,
        led_double=int(opening.double >= opening.other),
        passed_lead=1,
        passes=(tiles,) * seats,
        round_passes=(tiles,) * seats,
        rounds=by_round.index(max(by_round)),
        carried=_MOST_CARRIED,
    )
