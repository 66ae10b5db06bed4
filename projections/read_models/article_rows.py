"""What the article's tables say of one game: rows, with their values in the order of the columns.

Of a round that has not ended they say what everybody at the table saw, and no more.
"""

from collections.abc import Iterable, Iterator
from itertools import count
from operator import itemgetter
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.events import EndName, Seat, TileDrawn, TileLaid, TurnPassed
from domain.layout import LEFT, RIGHT, end_served
from domain.round import Round
from domain.seat_view import SeenAct, seat_view
from domain.table import Table
from domain.tiles import Tile
from projections.rulings import GameRuling, RoundRuling, net_of_game

from .schema import PARTS_A_ROUND, ROUNDS_A_GAME

Row: TypeAlias = tuple[Any, ...]
Family: TypeAlias = Literal["block", "draw"]

_ENDS = frozenset({LEFT, RIGHT})


class Rows(NamedTuple):
    """Rows by the name of their table."""

    game: list[Row]
    player_in_game: list[Row]
    round: list[Row]
    hand: list[Row]
    move: list[Row]
    player_round_score: list[Row]


def no_rows() -> Rows:
    """None yet, of any table."""
    return Rows([], [], [], [], [], [])


class Counted(NamedTuple):
    """What a game adds to the records of its players, by seat."""

    family: Family
    """Of the rules played."""
    players: tuple[str, ...]
    won: tuple[bool, ...]
    scores: tuple[int | None, ...]


def counted(ruling: GameRuling) -> Counted | None:
    """None where the game is not counted among the games of its players."""
    if not ruling.played:
        return None
    players, winners = _players(ruling), ruling.winners or ()
    won = tuple(seat in winners for seat in range(len(players)))
    return Counted(ruling.game.opened.rules.family, players, won, _scores(ruling))


def add_rows(rows: Rows, number: int, ruling: GameRuling) -> None:
    """Add those of this game, the ``number``-th that was opened.

    Rounds of a game, and tiles and acts of a round, for which no ids are left are left out.
    """
    players, counting = _players(ruling), ruling.counted
    family, target = ruling.game.opened.rules.family, ruling.rules.score.target
    rows.game.append((number, family, target, len(counting)))
    winners = ruling.winners or ()
    for seat, score in enumerate(_scores(ruling)):
        won = "Y" if seat in winners else None
        rows.player_in_game.append((number, players[seat], score, won))
    first = number * ROUNDS_A_GAME
    for id, found in zip(range(first, first + ROUNDS_A_GAME), ruling.rounds, strict=False):
        _add_round(rows, _Place(id, number, players), found.round)
    for found in counting:
        if found.number < ROUNDS_A_GAME:
            for seat, score in enumerate(_worth(ruling.game.table, found)):
                row = number, players[seat], first + found.number, score
                rows.player_round_score.append(row)


def _players(ruling: GameRuling) -> tuple[str, ...]:
    return tuple(map(str, ruling.game.opened.players))


def _scores(ruling: GameRuling) -> tuple[int | None, ...]:
    """By seat, points; where the rules know none, minor units; None where there is no money."""
    table, points = ruling.game.table, ruling.standing.scores
    if points is not None:
        return _by_seat(table, points)
    nothing = None if ruling.rules.payout is None else 0
    return net_of_game(ruling) or (nothing,) * table.seats


def _worth(table: Table, found: RoundRuling) -> tuple[int, ...]:
    """The same of one round that counts; of no seat where there is neither."""
    points = None if found.score is None else found.score.points
    return found.net or () if points is None else _by_seat(table, points)


def _by_seat(table: Table, points: tuple[int, ...]) -> tuple[int, ...]:
    by_seat = [0] * table.seats
    for side, seats in enumerate(table.sides):
        for seat in seats:
            by_seat[seat] = points[side]
    return tuple(by_seat)


class _Place(NamedTuple):
    """Where the rows of a round belong."""

    round_id: int
    game: int
    players: tuple[str, ...]

    @property
    def part_ids(self) -> range:
        """What its tiles, or its acts, may be numbered with."""
        return range(self.round_id * PARTS_A_ROUND + 1, (self.round_id + 1) * PARTS_A_ROUND)


_Held: TypeAlias = tuple[Seat, Tile]
"""A tile, and a seat that held it."""
_Ids: TypeAlias = dict[_Held, int]


def _add_round(rows: Rows, place: _Place, round: Round) -> None:
    acts: tuple[SeenAct, ...] = round.acts
    boneyard = len(round.boneyard)
    if round.ended is None:
        view = seat_view(round, None)  # It tells of no draw which tile was drawn.
        acts, boneyard = view.acts, view.boneyard.size
    left, right = [end.pip for end in round.front.ends] or (None, None)
    rows.round.append((place.round_id, place.game, left, right, boneyard))
    laid = [(act.seat, act.tile) for act in acts if isinstance(act, TileLaid)]
    drawn = [(act.seat, act.tile) for act in acts if isinstance(act, TileDrawn)]
    held = dict.fromkeys(laid) if round.ended is None else _held(round, drawn, laid)
    ids = dict(zip(held, place.part_ids, strict=False))
    _add_hands(rows, place, ids, set(laid), set(drawn))
    _add_moves(rows, place, round, acts, ids)


def _held(round: Round, drawn: list[_Held], laid: list[_Held]) -> list[_Held]:
    """Seat by seat the tiles dealt, then those drawn, then those laid without being held."""
    dealt = [(seat, tile) for seat, hand in enumerate(round.deal.hands) for tile in hand]
    return sorted(dict.fromkeys(dealt + drawn + laid), key=itemgetter(0))


def _add_hands(
    rows: Rows, place: _Place, ids: _Ids, played: set[_Held], fetched: set[_Held]
) -> None:
    round_id, _, players = place
    for held, id in ids.items():
        seat, tile = held
        is_played = "Y" if held in played else None
        is_fetched = "Y" if held in fetched else None
        rows.hand.append((id, round_id, players[seat], tile, is_played, is_fetched))


def _add_moves(rows: Rows, place: _Place, round: Round, acts: Iterable[SeenAct], ids: _Ids) -> None:
    shown = round.ended is not None
    firsts = {seat: id for (seat, _), id in reversed(ids.items())} if shown else {}
    branches = _branches(round)
    round_id, add = place.round_id, rows.move.append
    for sequence, id, act in zip(count(1), place.part_ids, acts, strict=False):
        if isinstance(act, TileLaid):
            tile = ids.get((act.seat, act.tile))
            add((id, round_id, "L", tile, next(branches), sequence))
        elif isinstance(act, TurnPassed):
            add((id, round_id, "P", firsts.get(act.seat), None, sequence))
        else:
            tile = ids.get((act.seat, act.tile)) if isinstance(act, TileDrawn) else None
            add((id, round_id, "D", tile, None, sequence))


def _branches(round: Round) -> Iterator[EndName | None]:
    """By lay-down, the end at which the tile lies; None for the lead."""
    ends = [act.end for act in round.acts if isinstance(act, TileLaid)]
    if _ENDS.issuperset(ends[1:]):
        return iter([None, *ends[1:]])
    lays = [(act, front) for act, front in round.backwards() if isinstance(act, TileLaid)]
    served = [front.ends and end_served(front, lay.tile, lay.end) for lay, front in lays]
    return (end or None for end in reversed(served))
