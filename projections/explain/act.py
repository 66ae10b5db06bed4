"""Why an act was legal, from the hand that follows from later acts and from the tiles shown.

Nothing here assumes that the rules were kept. Where tiles that nobody saw decide it, the steps say
which of them would have made the act illegal.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from domain.events import (
    Act,
    LastTileKnocked,
    PointsClaimed,
    Seat,
    TileDrawn,
    TileLaid,
    TilesShown,
    TurnEnded,
)
from domain.game.state import Game
from domain.hidden.inference import (
    Absent,
    Whereabouts,
    absent_from,
    may_keep_the_draw,
    steps_of,
    unable,
    whereabouts,
)
from domain.hidden.seat_view import hidden_rounds
from domain.layout.ends import fitting, one_of, touching_pips
from domain.round.lead import OWN_HIGHEST, led_from, preceding
from domain.round.state import (
    Round,
    lays_again,
    must_knock,
    points_to_claim,
    surely_playable,
    union,
)
from domain.round.told import as_told
from domain.tiles import (
    NAMES,
    NO_TILES,
    WILD,
    Tiles,
    bit,
    names_of,
    seen_of,
    tile_set,
    tiles_of,
)

from ..replay.frames import Frame, frames
from ..replay.game_replay import check_round, frame_of_move
from .steps import Code, Step

PLAY = "docs/rules/play.md"
CANNOT_PLAY = f"{PLAY}#who-cannot-play"
LEAD = f"{PLAY}#the-first-lead"
LINE = f"{PLAY}#the-line-of-play"
TURN = f"{PLAY}#turns"
CALLS = f"{PLAY}#calls"


def explain_act(
    game: Game, round: int, move: int, *, open: bool = False
) -> tuple[Frame, list[Step]]:
    """The act of this move as it is replayed, and why it was legal, or against the rules.

    ``round`` and ``move`` are indices. Of a round whose tiles are hidden, only that it is not over,
    unless ``open``. Raises NotInGame.
    """
    check_round(game, round)
    frame = frame_of_move(game, frames(game, open=open, only=round), round, move)
    if round in hidden_rounds(game) and not open:
        return frame, [Step("tiles-hidden")]
    noted = [
        Step("irregular", {"irregularity": note.code, "params": dict(note.params)})
        for note in frame.noted
    ]
    found = reasons(game.rounds[round], move)
    if frame.reason is not None and any(step.code in _MAY_HAVE_FITTED for step in found):
        frame = frame._replace(reason=None)  # The pass alone does not prove that nothing fitted.
    return frame, [*noted, *found]


def reasons(round: Round, move: int) -> list[Step]:
    """The facts that decide whether the act of this move was legal; none if it was out of turn."""
    round = as_told(round)
    *_, step = (  # The passes that it implies come first.
        step for step in steps_of(round) if step.move == move and isinstance(step.event, Act)
    )
    act, before = step.event, step.before
    assert isinstance(act, Act)
    if isinstance(act, PointsClaimed):
        return _claimed(before, act)
    if act.seat != before.seat or before.ended == "out":
        return []
    return list(_Asked(round, before, act, whereabouts(round), move).reasons())


def _claimed(before: Round, act: PointsClaimed) -> list[Step]:
    """What the claim takes; nothing if it is false, which is noted."""
    if act.points not in points_to_claim(before):
        return []
    return [Step("claims-the-ends", {"player": act.seat, "points": act.points}, CALLS)]


_OVER_ALL_DEALS: Mapping[bool | None, Code] = {
    True: "must-have-held-what-fits",
    False: "held-nothing-that-fits",
    None: "may-have-held-what-fits",
}
"""By whether a tile that fits was held; None: it depends on the deal."""

_MAY_HAVE_FITTED = ("held-what-fits", "must-have-held-what-fits", "may-have-held-what-fits")
"""Codes of steps after which a pass is no proof that nothing fitted."""


class _Asked(NamedTuple):
    """An act in question."""

    round: Round
    """With all its events."""
    before: Round
    act: Act
    known: Whereabouts
    move: int

    def reasons(self) -> Iterator[Step]:
        """The facts that decide it."""
        match self.act:
            case _ if self.act.KIND.unable:
                if may_keep_the_draw(self.before):
                    yield Step("may-keep-the-tile-drawn", {"player": self.act.seat}, CANNOT_PLAY)
                else:
                    yield from self._able(self.act.seat)
            case TurnEnded() if lays_again(self.before):
                yield from self._able(self.act.seat)
            case TurnEnded() if points_to_claim(self.before):
                points = one_of(points_to_claim(self.before))
                yield Step("claims-nothing", {"player": self.act.seat, "points": points}, CALLS)
            case TurnEnded():
                yield Step("may-end-the-turn", {"player": self.act.seat}, TURN)
            case LastTileKnocked() if must_knock(self.before):
                yield Step("knocks-on-the-last-tile", {"player": self.act.seat}, CALLS)
            case TileDrawn():
                yield from self._drew(self.act.seat)
            case TileLaid():
                yield from self._laid(self.act)
            case _:
                pass  # Decided by the table, not by the hand.

    def _drew(self, seat: Seat) -> Iterator[Step]:
        if must_knock(self.before):
            yield Step("draws-for-no-knock", {"player": seat}, CALLS)
        elif not self.before.front.ends:
            yield Step("draws-for-the-lead", {"player": seat}, LEAD)
        elif self.before.table.may_draw_when_able:
            yield Step("may-draw-when-able", {"player": seat}, CANNOT_PLAY)
        else:
            yield from self._able(seat)

    def _able(self, seat: Seat) -> Iterator[Step]:
        """Whether the seat held a tile that fits."""
        front = self.before.front
        if not front.ends:
            return
        hand, held = self.before.hands[seat], self._held(seat)
        fitting = held & surely_playable(self.before, seat)
        absent = unable(self.before, [seat], self.move)
        could = fitting or self._may_break(absent)
        params: dict[str, object] = {
            "player": seat,
            "tiles": tuple(names_of(held)),
            "unseen": hand.bit_count() - held.bit_count(),
            "pips": tuple(sorted(touching_pips(front.matching, front.open_to[seat]))),
            "could": tuple(names_of(could)),
        }
        if front.matching.either_way:
            params["matadors"] = True
        if any(end.pip == WILD for end in front.open_to[seat]):
            params["doubles"] = True
        yield Step(self._verdict(fitting, absent), params, CANNOT_PLAY)
        yield from self._follows(seat, fitting or held)

    def _verdict(self, fitting: Tiles, absent: Absent) -> Code:
        if fitting:
            return "held-what-fits"
        if not self.round.start.unseen:
            return "held-nothing-that-fits"
        if self.known.deal is None:
            return "no-deal"
        return _OVER_ALL_DEALS[self.known.held(absent)]

    def _held(self, seat: Seat) -> Tiles:
        """The tiles that the seat is known to have held."""
        hand = self.before.hands[seat]
        return seen_of(hand) | self.known.surely_held(seat, self.move)

    def _may_break(self, absent: Absent) -> Tiles:
        return self.known.breaking(absent) if self.round.start.unseen else NO_TILES

    def _follows(self, seat: Seat, held: Tiles) -> Iterator[Step]:
        """From what the unseen tiles of the hand are known."""
        found = held & ~self.before.hands[seat]
        laid = {
            tile: self.known.until[tile] for tile in tiles_of(found) if tile in self.known.until
        }
        left = found & ~tile_set(laid)
        shown = left & union(
            tile_set(event.tiles)
            for event in self.round.events
            if isinstance(event, TilesShown) and event.seat == seat
        )
        if laid:
            moves = tuple((NAMES[tile], move) for tile, move in laid.items())
            yield Step("laid-later", {"player": seat, "laid": moves})
        if shown:
            yield Step("shown-at-the-end", {"player": seat, "tiles": tuple(names_of(shown))})
        if left & ~shown:
            tiles = tuple(names_of(left & ~shown))
            yield Step("held-by-nobody-else", {"player": seat, "tiles": tiles})

    def _laid(self, act: TileLaid) -> Iterator[Step]:
        ends = self.before.front.ends
        if not ends:
            yield from self._led(act)
            return
        end = next((end for end in ends if end.name == act.end), None)
        if end is not None and bit(act.tile) & fitting(self.before.front.matching, end):
            params = {"tile": NAMES[act.tile], "end": act.end, "pip": end.pip}
            yield Step("tile-fits", params, LINE)

    def _led(self, act: TileLaid) -> Iterator[Step]:
        lead, table = self.round.start.lead, self.round.table
        params: dict[str, object] = {"player": act.seat, "tile": NAMES[act.tile]}
        if lead == OWN_HIGHEST:
            if bit(act.tile) == led_from(lead, self.before.hands[act.seat]):
                yield Step("own-highest-leads", params, LEAD)
            return
        if lead < NO_TILES and bit(act.tile) & lead:
            yield Step("any-tile-leads", params, LEAD)
            return
        if not bit(act.tile) & lead:
            return  # It is noted.
        absent = absent_from(range(table.seats), lead & preceding(act.tile), 0)
        could = self._may_break(absent)
        if not could:
            yield Step("nothing-goes-before", params, LEAD)
        elif not self.known.held(absent):
            params["could"] = tuple(names_of(could))
            yield Step("something-may-go-before", params, LEAD)
