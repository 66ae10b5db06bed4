"""A naive model of the readings, word by word. It uses only `legal_moves` and `ending`."""

from typing import NamedTuple, TypeAlias

from domino_ledger.domain.events import TileDrawn, TileLaid, TurnPassed
from domino_ledger.domain.round.legal import ending, legal_moves
from domino_ledger.domain.round.state import Act, Round, evolve, new_round
from domino_ledger.domain.rules.payout import Reading
from domino_ledger.domain.tiles import NO_TILES, tile_set

Blame: TypeAlias = tuple[int | None, int | None, int | None]
"""Blocker, assistant, and the place of the blocking act."""

NOBODY: Blame = (None, None, None)


class Laid(NamedTuple):
    """A lay after the lead."""

    place: int
    act: TileLaid
    before: Round


def took(round: Round, act: Act) -> Round:
    after = evolve(round, act)
    closing = ending(after)
    return after if closing is None else evolve(after, closing)


def history(round: Round) -> list[Laid]:
    now = new_round(round.table, round.deal, round.start.lead)
    laid = []
    for place, act in enumerate(round.acts):
        if place and isinstance(act, TileLaid):
            laid.append(Laid(place, act, now))
        now = evolve(now, act)
    return laid


def lays(round: Round) -> list[TileLaid]:
    return [act for act in legal_moves(round) if isinstance(act, TileLaid)]


def others(laid: Laid) -> list[TileLaid]:
    return [act for act in lays(laid.before) if act != laid.act]


def is_out(round: Round) -> bool:
    return not all(round.hands)


class Lookahead:
    """Whether the helpers can force some seat to go out."""

    def __init__(self, *helpers: int) -> None:
        self.helpers = helpers
        self.known: dict[object, bool] = {}

    def sure(self, round: Round) -> bool:
        if is_out(round) or round.ended is not None:
            return is_out(round)
        key = round.hands, round.boneyard, round.front, round.seat, round.drawn
        if key not in self.known:
            quantifier = any if round.seat in self.helpers else all
            self.known[key] = quantifier(self.sure(took(round, act)) for act in legal_moves(round))
        return self.known[key]


def last_to_lay(round: Round) -> Blame:
    last = history(round)[-1]
    return last.act.seat, None, last.place


def last_choice(round: Round) -> Blame:
    last = history(round)[-1]
    if all(_ends_at_once(took(last.before, act)) for act in others(last)):
        return NOBODY
    return last.act.seat, None, last.place


def _ends_at_once(round: Round) -> bool:
    while round.ended is None:
        if lays(round):
            return False
        (forced,) = legal_moves(round)
        round = took(round, forced)
    return True


def knowing_lock(round: Round) -> Blame:
    for laid in reversed(history(round)):
        if _locks(laid.before, laid.act):
            if all(_locks(laid.before, act) for act in others(laid)):
                return NOBODY
            return laid.act.seat, None, laid.place
    return NOBODY


def _locks(before: Round, act: TileLaid) -> bool:
    after = evolve(before, act)
    outside_own_view = tile_set(after.boneyard)
    for seat, hand in enumerate(after.hands):
        outside_own_view |= NO_TILES if seat == act.seat else hand
    fitting = (outside_own_view | after.hands[act.seat]) & after.front.playable[after.seat]
    return fitting == NO_TILES


def point_of_no_return(round: Round) -> Blame:
    everyone = Lookahead(*range(round.table.seats))
    return _last(round, [laid for laid in history(round) if everyone.sure(laid.before)])


def could_have_forced_open(round: Round) -> Blame:
    alone = [Lookahead(seat) for seat in range(round.table.seats)]

    def gave_away(laid: Laid) -> bool:
        look = alone[laid.act.seat]
        sure = [act for act in lays(laid.before) if look.sure(took(laid.before, act))]
        return bool(sure) and laid.act not in sure

    return _last(round, [laid for laid in history(round) if gave_away(laid)])


def set_up(round: Round) -> Blame:
    blocker, _, place = point_of_no_return(round)
    if blocker is None or place is None:
        return NOBODY
    right = (blocker - 1) % round.table.seats
    turn_before = [
        laid
        for laid in history(round)
        if laid.place < place
        and all(isinstance(act, TileDrawn) for act in round.acts[laid.place + 1 : place])
    ]
    at_that_turn = [laid for laid in history(round) if laid.place == place]
    for laid in turn_before:
        if laid.act.seat == right and _tiles(laid) > 1 and _tiles(at_that_turn[0]) > 1:
            return right, blocker, laid.place
    return blocker, None, place


def _tiles(laid: Laid) -> int:
    return len({act.tile for act in lays(laid.before)})


def _last(round: Round, found: list[Laid]) -> Blame:
    if not found:
        return NOBODY
    place, act, _ = found[-1]
    return act.seat, _assistant(round, place), place


def _assistant(round: Round, place: int) -> int | None:
    left = (round.acts[place].seat + 1) % round.table.seats
    for laid in history(round):
        passed_before = any(
            isinstance(act, TurnPassed) and act.seat == left
            for act in round.acts[place + 1 : laid.place]
        )
        if laid.place > place and laid.act.seat == left:
            return left if _tiles(laid) > 1 and not passed_before else None
    return None


NAIVE = {
    "last-to-lay": last_to_lay,
    "last-choice": last_choice,
    "knowing-lock": knowing_lock,
    "point-of-no-return": point_of_no_return,
    "could-have-forced-open": could_have_forced_open,
    "set-up": set_up,
}


def naive(round: Round, reading: Reading) -> Blame:
    """The blame under this reading; the order of the boneyard must be known."""
    return NAIVE[reading](round) if len(history(round)) else NOBODY
