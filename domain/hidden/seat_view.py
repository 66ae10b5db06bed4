"""`seat_view`: the only access to hidden tiles. What a viewer may see of a round at one moment.

While tiles are hidden, a view depends only on what all players saw (sizes of the deal, leader,
acts, end of the round) and on the viewer's own tiles.
"""

from threading import Lock
from typing import NamedTuple

from ..events import (
    Act,
    Ended,
    IrregularityNoted,
    Seat,
    SecretAct,
    TileDrawn,
    TileLaid,
    is_inferred,
    with_secret,
)
from ..faults.act import may_end_turn
from ..game.state import Game
from ..layout.ends import End, touching_pips
from ..layout.front import is_hub
from ..layout.on_table import OnTable, turned_up, with_tile
from ..round.legal import legal_moves
from ..round.state import Past, Round, as_dealt, evolve_again
from ..round.told import as_told
from ..rules.layouts import Trains
from ..rules.table import Table
from ..tiles import HALVES, NO_TILES, SEEN, UNSEEN, Pip, Tile, Tiles, bit
from .inference import says_unable


class SeenHand(NamedTuple):
    """What the viewer knows of a hand, or of the tiles that a seat set aside."""

    size: int
    tiles: Tiles | None
    """None if they are hidden; may contain unseen tiles."""
    missing: frozenset[Pip] = frozenset()
    """Pips that the seat cannot hold if it kept to the rules, as its passes and draws show."""


class SeenBoneyard(NamedTuple):
    """What the viewer knows of the boneyard."""

    size: int
    tiles: tuple[Tile, ...] | None
    """The next tile first; in any order if that is unknown. None if they are hidden or unknown."""


class SeatView(NamedTuple):
    """What one viewer may see of a round at one moment."""

    table: Table
    viewer: Seat | None
    """None: a spectator."""
    open: bool
    """All tiles are visible."""
    hands: tuple[SeenHand, ...]
    aside: tuple[SeenHand, ...]
    """By seat; empty if the rules set no tiles aside."""
    boneyard: SeenBoneyard
    hub: Tile | None
    """The tile from which trains grow: taken out before the deal, or led."""
    on_table: OnTable
    """The tiles on the table, but for a hub."""
    ends: tuple[End, ...]
    turn: Seat | None
    """The seat in turn; None if the round is over or nobody may lead."""
    moves: tuple[Act, ...] | None
    """What the seat in turn may do, a draw without its tile; None if the viewer cannot know."""
    acts: tuple[Act, ...]
    """What the seats did. Of a tile that the viewer does not see, it is `UNSEEN`."""
    unseen: Tiles
    """The tiles of the set that the viewer does not see."""
    noted: tuple[IrregularityNoted, ...]
    """Empty while tiles are hidden: an irregularity may reveal them."""
    ended: Ended | None


def seat_view(round: Round, viewer: Seat | None, *, open: bool = False) -> SeatView:
    """What this seat, or a spectator (None), may see of the round now.

    With ``open``, or after the end of the round, everything. Before that, a seat sees only its own
    tiles: not those of its partner.
    """
    open = open or lies_open(round)
    public = _public(round, round.past, open=open)
    if public.noted:
        round = as_told(round)
        public = _public(round, round.past, open=open)
    nobody_leads = round.deal.leader is None and not round.front.ends
    turn = None if round.ended is not None or nobody_leads else round.seat
    set_aside = round.set_aside if round.table.cannot_play == "set-aside" else ()
    return SeatView(
        table=round.table,
        viewer=viewer,
        open=open,
        hands=public.hands(round, viewer, open=open),
        aside=tuple(
            SeenHand(tiles.bit_count(), tiles if open or seat == viewer else None)
            for seat, tiles in enumerate(set_aside)
        ),
        boneyard=public.boneyard(round, open=open),
        hub=public.hub,
        on_table=public.on_table,
        ends=round.front.ends,
        turn=turn,
        moves=_moves(round, viewer, turn, open=open),
        acts=public.acts_seen_by(viewer, open=open),
        unseen=NO_TILES if open else public.unseen(round, viewer),
        noted=public.noted if open else (),
        ended=round.ended,
    )


def own_hands(round: Round) -> tuple[SeenHand, ...]:
    """By seat, its hand as the seat sees it during the round: `seat_view` for all seats at once."""
    return _public(round, round.past, open=False).hands(round, None, open=True)


def position_at(round: Round, past: Past) -> Round:
    """The round when this was its past."""
    return _public(round, past, open=True).round


def lies_open(round: Round) -> bool:
    """The round is over, so everybody may see every tile."""
    return round.ended is not None


def hidden_round(game: Game) -> Round | None:
    """The last round if its tiles are hidden; None if they are open or there is no round.

    The tiles of an abandoned or forfeited game are open, because no act can follow. A ruling that
    makes the round or the game void does not open them: after an appeal play may continue.
    """
    last = game.current
    return None if last is None or lies_open(last) or game.abandoned is not None else last


def hidden_rounds(game: Game) -> frozenset[int]:
    """The indices of hidden rounds: the current one, and unfinished ones before it."""
    return frozenset(at for at, round in enumerate(game.rounds) if is_hidden(game, at, round))


def is_hidden(game: Game, number: int, round: Round) -> bool:
    """Whether this round of the game, with this index, is one of the `hidden_rounds`."""
    if number == game.dealt - 1:
        return hidden_round(game) is not None
    return not lies_open(round)


def _moves(
    round: Round, viewer: Seat | None, turn: Seat | None, *, open: bool
) -> tuple[Act, ...] | None:
    if turn is None:
        return () if open else None
    if round.hands[turn] > SEEN or not (open or viewer == turn):
        return None
    moves = legal_moves(round)
    if open and round.boneyard_is_ordered:
        return moves
    # All draws are one, because the tile is not known.
    seen = (with_secret(move, UNSEEN) if isinstance(move, TileDrawn) else move for move in moves)
    return tuple(dict.fromkeys(seen))


def possible_moves(round: Round) -> tuple[Act, ...]:
    """What the seat in turn, of whose hand tiles are unseen, may do in some possible deal.

    Of a tile that is drawn or set aside it is not said which.
    """
    return tuple(
        dict.fromkeys(
            with_secret(move, UNSEEN) if isinstance(move, SecretAct) else move
            for move in legal_moves(round)
        )
    )


class _Public(NamedTuple):
    """What all players saw up to a moment; if ``open``, illegal passes imply nothing of a hand."""

    round: Round
    """At that moment."""
    acts: tuple[Act, ...]
    on_table: OnTable
    hub: Tile | None
    laid: Tiles
    held: tuple[int, ...]
    """By seat, the number of tiles."""
    boneyard_size: int
    missing: tuple[frozenset[Pip], ...]
    """By seat, the pips that it cannot hold."""
    noted: tuple[IrregularityNoted, ...]

    def hands(self, round: Round, viewer: Seat | None, *, open: bool) -> tuple[SeenHand, ...]:
        """By seat, the tiles if they are visible, otherwise only their number."""
        return tuple(
            SeenHand(hand.bit_count(), hand, missing)
            if open or seat == viewer
            else SeenHand(max(held, 0), None, missing)
            for seat, (hand, held, missing) in enumerate(
                zip(round.hands, self.held, self.missing, strict=True)
            )
        )

    def acts_seen_by(self, viewer: Seat | None, *, open: bool) -> tuple[Act, ...]:
        if open:
            return self.acts
        return tuple(
            [
                with_secret(act, UNSEEN)
                if isinstance(act, SecretAct) and act.seat != viewer
                else act
                for act in self.acts
            ]
        )

    def boneyard(self, round: Round, *, open: bool) -> SeenBoneyard:
        """The tiles if they are visible, otherwise only their number."""
        if open:
            known = UNSEEN not in round.boneyard
            return SeenBoneyard(len(round.boneyard), round.boneyard if known else None)
        return SeenBoneyard(max(self.boneyard_size, 0), None)

    def unseen(self, round: Round, viewer: Seat | None) -> Tiles:
        """The set without the tiles on the table and in the viewer's hand."""
        own = NO_TILES
        if viewer is not None:
            own = round.hands[viewer] | round.set_aside[viewer]
        return round.start.tiles & ~own & ~self.laid

    def after(self, act: Act, *, open: bool) -> "_Public":
        """With one more act; the round is still the one before it."""
        before, seat = self.round, act.seat
        on_table, hub, laid = self.on_table, self.hub, self.laid
        held, boneyard_size, missing = list(self.held), self.boneyard_size, list(self.missing)
        if not (open and act.KIND.unable and not may_end_turn(before)):
            missing[seat] = _missing_after(missing[seat], before, act)
        held[seat] += act.KIND.takes - act.KIND.gives
        boneyard_size -= act.KIND.takes
        if isinstance(act, TileLaid):
            laid |= bit(act.tile)
            if is_hub(before.front):
                hub = act.tile
            else:
                on_table = with_tile(on_table, before.front, act, len(self.acts))
        return self._replace(
            acts=(*self.acts, act),
            on_table=on_table,
            hub=hub,
            laid=laid,
            held=tuple(held),
            boneyard_size=boneyard_size,
            missing=tuple(missing),
        )


_MOST_KEPT = 2_048
"""Of many tables at once, too, the last moves."""
_kept: dict[tuple[int, bool], _Public] = {}
"""The newest of what was seen, by the identity of the past of its round, and by ``open``.

Who watches a round asks after each event, and nothing of what was seen before changes.
"""
_keeping = Lock()


def _public(round: Round, until: Past, *, open: bool) -> _Public:
    """What all players saw of the round, as long as this was its past."""
    past, new, kept = until, [], None
    while past is not None and (kept := _kept.get((id(past), open))) is None:
        new.append(past)
        past = past[2]
    seen = _dealt(round) if kept is None else kept
    for each in reversed(new):
        event, before = each[0], seen.round
        if isinstance(event, Act):
            seen = seen.after(event, open=open)
        elif isinstance(event, IrregularityNoted):
            seen = seen._replace(noted=(*seen.noted, event))
        seen = seen._replace(round=evolve_again(before, each))
    if new:
        with _keeping:
            while len(_kept) >= _MOST_KEPT:
                del _kept[next(iter(_kept))]
            _kept[id(until), open] = seen
    return seen


def _dealt(round: Round) -> _Public:
    """What all players saw of the deal."""
    deal, hub = round.deal, round.deal.hub
    on_table: OnTable = ()
    if hub is not None and not isinstance(round.front.layout, Trains):
        on_table, hub = turned_up(round.front, hub), None
    return _Public(
        round=as_dealt(round),
        acts=(),
        on_table=on_table,
        hub=hub,
        laid=NO_TILES,
        held=tuple(map(len, deal.hands)),
        boneyard_size=round.start.tiles.bit_count() - sum(map(len, deal.hands))
        if deal.boneyard is None
        else len(deal.boneyard),
        missing=(frozenset(),) * len(deal.hands),
        noted=(),
    )


def _missing_after(known: frozenset[Pip], before: Round, act: Act) -> frozenset[Pip]:
    """The pips this seat cannot hold after its act, if it keeps to the rules.

    A seat that passes in turn holds no tile that fits. If drawing when able is not allowed, a seat
    that drew held none either: it lays the tile drawn last, and the tiles it keeps do not fit. A
    draw clears earlier knowledge, because the new tile may have any pips. A seat that was stepped
    over has shown nothing.
    """
    if is_inferred(act):
        return known
    in_turn = act.seat == before.seat and before.ended is None
    open_ends = before.front.open_to[act.seat] if in_turn else ()
    any_tile = (end for end in open_ends if not (end.needs_double or end.spot))
    open_pips = frozenset(touching_pips(before.front.matching, any_tile))
    if isinstance(act, TileDrawn):
        return frozenset()
    if isinstance(act, TileLaid):
        if not known.isdisjoint(HALVES[act.tile]):
            return frozenset()  # The seat broke the rules earlier, so nothing is known.
        forced = before.drawn > 0 and not before.table.may_draw_when_able
        return open_pips if forced and not _had_one_tile(before) else known
    says_much = says_unable(before, act) and not _had_one_tile(before)
    return known | open_pips if says_much else known


def _had_one_tile(before: Round) -> bool:
    """The seat in turn may have held a fitting tile that it might not lay, as its last one."""
    size = before.hands[before.seat].bit_count() - before.drawn
    return before.table.bars_tiles and size <= 1
