"""`seat_view`: the one door to hidden tiles. What an observer may see of a round at one moment.

As long as not everything lies open, a view is made of what everybody saw (the sizes of the deal,
who leads, what was done, how it ended) and of the viewer's own tiles, and of nothing else.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias, assert_never

from ..events import (
    Ended,
    IrregularityNoted,
    RoundDealt,
    Seat,
    TileDrawn,
    TileLaid,
    TurnLost,
    TurnPassed,
)
from ..faults.act import may_pass
from ..game.state import Game
from ..layout import LEFT, End, end_served
from ..round.legal import legal_moves
from ..round.state import Act, Round, evolve, new_round
from ..tiles import HALVES, NO_TILES, SEEN, UNSEEN, Pip, Tile, Tiles, tile_set


class UnseenDraw(NamedTuple):
    """A seat draws a tile, and the viewer does not see which."""

    seat: Seat


SeenAct: TypeAlias = Act | UnseenDraw


class SeenHand(NamedTuple):
    """A hand as far as the viewer knows it."""

    size: int
    tiles: Tiles | None
    """None where they are hidden; those that nobody has seen are in it as such."""
    missing: frozenset[Pip]
    """Pips the seat showed by passing and drawing not to hold, if it kept to the rules."""


class SeenBoneyard(NamedTuple):
    """The boneyard as far as the viewer knows it."""

    size: int
    tiles: tuple[Tile, ...] | None
    """The next tile first, in no order where the deal tells none.

    None where they are hidden, or nobody knows which they are.
    """


class LyingTile(NamedTuple):
    """A tile on the table as it lies, and the place among all acts of the act that laid it."""

    tile: Tile
    left: Pip
    right: Pip
    act: int


class SeatView(NamedTuple):
    """What one observer may see of a round at one moment."""

    viewer: Seat | None
    """None: somebody who sits at no seat."""
    open: bool
    """Nothing is hidden."""
    hands: tuple[SeenHand, ...]
    boneyard: SeenBoneyard
    line: tuple[LyingTile, ...]
    """From left to right."""
    ends: tuple[End, ...]
    turn: Seat | None
    """Whose turn it is; None where the round is over or nobody may lead."""
    moves: tuple[SeenAct, ...] | None
    """What that seat may do; None where only that seat itself knows, or nobody."""
    acts: tuple[SeenAct, ...]
    unseen: Tiles
    """The tiles of the set that the viewer sees nowhere."""
    noted: tuple[IrregularityNoted, ...]
    """Nothing as long as anything is hidden: what is noted may tell of hidden tiles."""
    ended: Ended | None


def seat_view(round: Round, viewer: Seat | None, *, open: bool = False) -> SeatView:
    """What this seat, or somebody at no seat (None), may see of the round at this moment.

    Everything is open when the round is over, or where ``open`` says so. Before that a seat sees
    its own tiles alone, and of a partner's no more than of an opponent's.
    """
    open = open or lies_open(round)
    public = _Public(round, open=open)
    turn = _turn(round)
    hands = public.hands(round, viewer, open=open)
    return SeatView(
        viewer=viewer,
        open=open,
        hands=hands,
        boneyard=public.boneyard(round, open=open),
        line=tuple(public.line),
        ends=round.front.ends,
        turn=turn,
        moves=_moves(round, turn) if open else _own_moves(round, viewer, turn),
        acts=tuple(_seen(act, act.seat if open else viewer) for act in public.acts),
        unseen=NO_TILES if open else public.unseen(round, viewer),
        noted=_noted(round) if open else (),
        ended=round.ended,
    )


def lies_open(round: Round) -> bool:
    """The round came to an end, and everybody may see every tile."""
    return round.ended is not None


def hidden_round(game: Game) -> Round | None:
    """The last round while only players see their tiles; None where it lies open, or there is none.

    Once the game was broken off or given up no act can follow, and it lies open. It stays hidden
    where a ruling made it or the game void: that can be appealed, and play go on.
    """
    last = game.current
    return None if last is None or lies_open(last) or game.abandoned is not None else last


def hidden_rounds(game: Game) -> frozenset[int]:
    """The places of such rounds: the one being played, and those left before the next was dealt."""
    hidden = {at for at, judged in enumerate(game.before) if not lies_open(judged.round)}
    return frozenset(hidden if hidden_round(game) is None else {*hidden, len(game.before)})


def _turn(round: Round) -> Seat | None:
    nobody_leads = round.deal.leader is None and not round.front.ends
    return None if round.ended is not None or nobody_leads else round.seat


def _seen(act: Act, viewer: Seat | None) -> SeenAct:
    seen = not isinstance(act, TileDrawn) or (act.seat == viewer and act.tile != UNSEEN)
    return act if seen else UnseenDraw(act.seat)


def _moves(round: Round, turn: Seat | None) -> tuple[SeenAct, ...] | None:
    if turn is None:
        return ()
    if round.hands[turn] > SEEN:
        return None
    moves = legal_moves(round)
    return moves if round.boneyard_is_ordered else _draws_as_one(moves)


def _own_moves(round: Round, viewer: Seat | None, turn: Seat | None) -> tuple[SeenAct, ...] | None:
    if viewer is None or viewer != turn or round.hands[turn] > SEEN:
        return None
    return _draws_as_one(legal_moves(round))


def _draws_as_one(moves: tuple[Act, ...]) -> tuple[SeenAct, ...]:
    """Moves in which all draws are one: nobody knows which tile would be drawn."""
    return tuple(dict.fromkeys(_seen(move, None) for move in moves))


def _noted(round: Round) -> tuple[IrregularityNoted, ...]:
    return tuple(event for event in round.events if isinstance(event, IrregularityNoted))


class _Public:
    """What everybody at the table saw, gathered act by act.

    Where all is ``open`` it is seen, too, that a pass was against the rules, and it tells nothing.
    """

    def __init__(self, round: Round, *, open: bool) -> None:
        deal = round.deal
        self._open = open
        self.acts: list[Act] = []
        self.line: list[LyingTile] = []
        self._held = [len(hand) for hand in deal.hands]
        self._left = _boneyard_dealt(round)
        self._missing: list[frozenset[Pip]] = [frozenset()] * len(deal.hands)
        for before, act in _walk(round):
            self._take(before, act)

    def hands(self, round: Round, viewer: Seat | None, *, open: bool) -> tuple[SeenHand, ...]:
        """Every seat's hand: its tiles where they may be seen, or how many there must be."""
        return tuple(
            SeenHand(hand.bit_count(), hand, missing)
            if open or seat == viewer
            else SeenHand(max(held, 0), None, missing)
            for seat, (hand, held, missing) in enumerate(
                zip(round.hands, self._held, self._missing, strict=True)
            )
        )

    def boneyard(self, round: Round, *, open: bool) -> SeenBoneyard:
        """Its tiles where they may be seen, or how many there must be."""
        if open:
            known = UNSEEN not in round.boneyard
            return SeenBoneyard(len(round.boneyard), round.boneyard if known else None)
        return SeenBoneyard(max(self._left, 0), None)

    def unseen(self, round: Round, viewer: Seat | None) -> Tiles:
        """The whole set without what lies on the table and in the viewer's hand."""
        own = NO_TILES if viewer is None else round.hands[viewer]
        return round.table.tiles & ~own & ~tile_set(lying.tile for lying in self.line)

    def _take(self, before: Round, act: Act) -> None:
        seat = act.seat
        if not (self._open and isinstance(act, TurnPassed) and not may_pass(before)):
            self._missing[seat] = _missing_after(self._missing[seat], before, act)
        if isinstance(act, TileLaid):
            self._held[seat] -= 1
            self._lay(before, act)
        elif isinstance(act, TileDrawn):
            self._held[seat] += 1
            self._left -= 1
        self.acts.append(act)

    def _lay(self, before: Round, act: TileLaid) -> None:
        front, tile = before.front, act.tile
        left, right = front.after[tile, act.end, act.flipped].ends
        low, high = HALVES[tile]
        number = len(self.acts)
        if not front.ends:
            self.line.append(LyingTile(tile, left.pip, right.pip, number))
        elif end_served(front, tile, act.end) == LEFT:
            self.line.insert(0, LyingTile(tile, left.pip, low + high - left.pip, number))
        else:
            self.line.append(LyingTile(tile, low + high - right.pip, right.pip, number))


def _walk(round: Round) -> Iterator[tuple[Round, Act]]:
    """Every act of the round, with the round before it."""
    start = round.start
    before = new_round(start.table, start.deal, start.lead)
    for event in round.events:
        if isinstance(event, Act):
            yield before, event
        before = evolve(before, event)


def _boneyard_dealt(round: Round) -> int:
    deal: RoundDealt = round.deal
    if deal.boneyard is not None:
        return len(deal.boneyard)
    return round.table.tiles.bit_count() - sum(map(len, deal.hands))


def _missing_after(known: frozenset[Pip], before: Round, act: Act) -> frozenset[Pip]:
    """The pips this seat is known not to hold after its act.

    A seat that passes in turn has nothing that fits. Where drawing though able is not allowed, a
    seat had nothing that fitted before it drew: the tile it then lays is the one drawn last, and
    what it keeps fitted nowhere. What was known before a draw does not hold for the tile drawn.
    """
    in_turn = act.seat == before.seat and before.ended is None
    open_pips = frozenset(end.pip for end in before.front.ends) if in_turn else frozenset()
    match act:
        case TurnPassed():
            return known | open_pips
        case TurnLost():
            return known
        case TileDrawn():
            return frozenset()
        case TileLaid():
            if not known.isdisjoint(HALVES[act.tile]):
                return frozenset()  # This seat has broken the rules before, so nothing is known.
            forced = before.drawn > 0 and not before.table.may_draw_when_able
            return open_pips if forced else known
        case _:
            assert_never(act)
