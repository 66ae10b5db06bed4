"""The rows of the play of one game, with values in the order of the columns.

Rows of a hidden round contain only what is visible to every player.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from ...domain.events import Act, EndName, MarkerRaised, TileAct, TileDrawn, TileLaid, TileSetAside
from ...domain.game.state import Game
from ...domain.hidden.seat_view import hidden_rounds, seat_view
from ...domain.layout.ends import End, OneOf
from ...domain.layout.front import laid_at
from ...domain.layout.line import LEFT, RIGHT
from ...domain.round.state import Round
from ...domain.tiles import NO_TILES, UNSEEN, Pip, Tile, seen_of, tiles_of
from ...ledger.store.ids import game_id
from .connection import FLAG, PARTS_A_ROUND, ROUNDS_A_GAME, Row, id_like

_FLAG = (None, FLAG)


PlayRows: TypeAlias = dict[str, list[Row]]
"""By table; a table comes after the tables that it refers to."""
TABLES = (
    *("game_before", "round", "hand", "move", "turn_passed", "lead_flipped", "half_open"),
    *("wild_declared", "tile_bend", "tile_set_aside", "marker_raised", "round_hub", "open_end"),
)


def add_rows(rows: PlayRows, number: int, id: str, game: Game, players: Sequence[str]) -> None:
    """Add the rows of the game with this id, the ``number``-th that was opened.

    ``players``: by seat, by the ids of the tables. Rounds of a game, and tiles and acts of a round,
    are omitted if there is no id left for them.
    """
    before = game.opened.after
    if before is not None:
        rows["game_before"].append((number, id_like(id, game_id(before))))
    first, hidden = number * ROUNDS_A_GAME, hidden_rounds(game)
    for at, round in enumerate(game.rounds[:ROUNDS_A_GAME]):
        _add_round(rows, _Place(first + at, number, players), round, hidden=at in hidden)


class _Place(NamedTuple):
    """The ids of a round and its game."""

    round_id: int
    game: int
    players: Sequence[str]

    @property
    def part_ids(self) -> range:
        """The ids available for its tiles, or for its acts."""
        return range(self.round_id * PARTS_A_ROUND + 1, (self.round_id + 1) * PARTS_A_ROUND)


_Ids: TypeAlias = list[dict[Tile, int]]
"""By seat, the ids of the tiles that it held."""


def _add_round(rows: PlayRows, place: _Place, round: Round, *, hidden: bool) -> None:
    if hidden:
        view = seat_view(round, None)  # In this view, draws do not show the tile.
        acts, boneyard = view.acts, view.boneyard.size
        ids = _ids_on_the_table(place, acts)
    else:
        acts, boneyard = round.acts, len(round.boneyard)
        ids = _ids_in_hand(place, round)
    moves = [act for act in acts if act.KIND.move_type is not None]
    shown = {end.name: end for end in round.front.ends}
    left, right = (shown.pop(name, None) for name in (LEFT, RIGHT))  # A star has neither.
    first = max((end.first for end in shown.values()), default=0)
    for end in shown.values():
        # In a round recorded as played an end may name a seat that does not exist.
        seat = end.owner if end.owner in range(len(place.players)) else None
        player = None if seat is None else place.players[seat]
        of_end = (place.round_id, end.name, _pip(end), end.room, seat, player)
        rows["open_end"].append((*of_end, _FLAG[end.marked], _FLAG[0 < end.first == first]))
    if round.deal.hub is not None:
        rows["round_hub"].append((place.round_id, round.deal.hub))
    known = None if round.report is not None else boneyard
    pips = (_pip(end) if end is not None and end.room else None for end in (left, right))
    rows["round"].append((place.round_id, place.game, *pips, known))
    _add_hands(rows, place, moves, ids)
    branches: Iterator[EndName | None] | None = None
    if not round.regular:
        lays = [(front, act) for act, front in round.backwards() if isinstance(act, TileLaid)]
        branches = iter([laid_at(front, act) for front, act in reversed(lays)])
    _add_moves(rows, place, moves, ids, branches, hidden=hidden)


def _pip(end: End) -> Pip | None:
    """The pip of an end; None: a tile was misplaced, and nothing tells which half lies outward."""
    return None if isinstance(end.pip, OneOf) else end.pip


def _ids_in_hand(place: _Place, round: Round) -> _Ids:
    """By seat: of the tiles dealt, then of those that came to the hand, in order.

    A tile recorded as laid by a seat that did not hold it came to the hand when it was laid. Unseen
    tiles are omitted; tiles shown at the end come last.
    """
    held = list(map(list, round.deal.hands))
    for act in round.acts:
        if isinstance(act, TileAct):
            held[act.seat].append(act.tile)
    for seat, left in enumerate(round.hands):
        held[seat] += tiles_of(seen_of(left))
    ids = iter(place.part_ids)
    return [
        dict(zip((tile for tile in dict.fromkeys(tiles) if tile != UNSEEN), ids, strict=False))
        for tiles in held
    ]


def _ids_on_the_table(place: _Place, acts: Iterable[Act]) -> _Ids:
    """Only of the tiles laid, in order."""
    laid = dict.fromkeys((act.seat, act.tile) for act in acts if isinstance(act, TileLaid))
    ids: _Ids = [{} for _ in place.players]
    for (seat, tile), id in zip(laid, place.part_ids, strict=False):
        ids[seat][tile] = id
    return ids


def _add_hands(rows: PlayRows, place: _Place, moves: Iterable[Act], ids: _Ids) -> None:
    laid, drawn = [NO_TILES] * len(ids), [NO_TILES] * len(ids)
    for act in moves:
        if isinstance(act, TileLaid):
            laid[act.seat] |= 1 << act.tile
        elif isinstance(act, TileDrawn) and act.tile != UNSEEN:
            drawn[act.seat] |= 1 << act.tile
    add, round_id = rows["hand"].append, place.round_id
    for player, tiles, played, fetched in zip(place.players, ids, laid, drawn, strict=True):
        for tile, id in tiles.items():
            flags = _FLAG[played >> tile & 1], _FLAG[fetched >> tile & 1]
            add((id, round_id, player, tile, *flags))


def _add_moves(
    rows: PlayRows,
    place: _Place,
    moves: Iterable[Act],
    ids: _Ids,
    branches: Iterator[EndName | None] | None,
    *,
    hidden: bool,
) -> None:
    """``branches``: by lay, the end at which the tile was placed, if the record may differ."""
    round_id, players, add = place.round_id, place.players, rows["move"].append
    for sequence, (id, act) in enumerate(zip(place.part_ids, moves, strict=False), 1):
        tile, end = None, None
        if isinstance(act, TileAct):
            tile = ids[act.seat].get(act.tile)
        if isinstance(act, TileLaid):
            end = act.end if branches is None else next(branches)
            if act.flipped:
                rows["lead_flipped"].append((id, act.seat, players[act.seat]))
            for table, said in zip(_WAYS, act.way, strict=True):
                if said is not None:
                    rows[table].append((id, said))
        elif act.KIND.unable:
            rows["turn_passed"].append((id, act.seat, players[act.seat]))
            if isinstance(act, TileSetAside):
                rows["tile_set_aside"].append((id, None if act.tile == UNSEEN else act.tile))
            elif not hidden:
                tile = next(iter(ids[act.seat].values()), None)
            if isinstance(act, MarkerRaised):
                rows["marker_raised"].append((id,))
        add((id, round_id, act.KIND.move_type, tile, end, sequence))


_WAYS = "half_open", "wild_declared", "tile_bend"
"""Tables of what a lay says beyond tile and end."""
