"""What the article's tables say of one game: rows, with their values in the order of the columns.

Of a round that has not ended they say what everybody at the table saw, and no more.
"""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.events import Seat, TileDrawn, TileLaid, TurnPassed
from domain.layout import Front, end_served
from domain.round import Round
from domain.seat_view import SeenAct, seat_view
from domain.table import Table
from domain.tiles import Tile
from projections.rulings import GameRuling, RoundRuling, net_of_game

from .schema import PARTS_A_ROUND, ROUNDS_A_GAME

Row: TypeAlias = tuple[Any, ...]
Family: TypeAlias = Literal["block", "draw"]

_ACTS = (TileLaid, TurnPassed, TileDrawn)


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


_Acts: TypeAlias = list[tuple[SeenAct, Front]]
"""What was done, as far as it is shown, each act with what lay open before it."""
_Held: TypeAlias = tuple[Seat, Tile, str | None, str | None]
"""A tile that a seat held, and the flags: it was laid, it was drawn."""


def _add_round(rows: Rows, place: _Place, round: Round) -> None:
    acts: _Acts = [(act, front) for act, front in round.backwards() if isinstance(act, _ACTS)]
    acts.reverse()
    shown = round.ended is not None
    boneyard = len(round.boneyard)
    if not shown:
        view = seat_view(round, None)
        acts = [(act, front) for act, (_, front) in zip(view.acts, acts, strict=True)]
        boneyard = view.boneyard.size
    left, right = [end.pip for end in round.front.ends] or (None, None)
    rows.round.append((place.round_id, place.game, left, right, boneyard))
    hands: dict[tuple[Seat, Tile], int] = {}
    for id, held in zip(place.part_ids, _held(round, acts) if shown else _laid(acts), strict=False):
        seat, tile, is_played, is_fetched = held
        row = id, place.round_id, place.players[seat], tile, is_played, is_fetched
        rows.hand.append(row)
        hands[seat, tile] = id
    _add_moves(rows, place, acts, hands, shown=shown)


def _add_moves(
    rows: Rows, place: _Place, acts: _Acts, hands: dict[tuple[Seat, Tile], int], *, shown: bool
) -> None:
    """``hands``: the ids of the tiles that are told, seat by seat where everything is ``shown``."""
    firsts: dict[Seat, int] = {}
    if shown:
        for (seat, _), id in hands.items():
            firsts.setdefault(seat, id)
    round_id, add = place.round_id, rows.move.append
    for sequence, (id, (act, front)) in enumerate(zip(place.part_ids, acts, strict=False), 1):
        if isinstance(act, TileLaid):
            branch = end_served(front, act.tile, act.end) if front.ends else None
            add((id, round_id, "L", hands.get((act.seat, act.tile)), branch, sequence))
        elif isinstance(act, TurnPassed):
            add((id, round_id, "P", firsts.get(act.seat), None, sequence))
        else:
            tile = hands.get((act.seat, act.tile)) if isinstance(act, TileDrawn) else None
            add((id, round_id, "D", tile, None, sequence))


_LAID, _DRAWN = 1, 2
_FLAGS = ((None, None), ("Y", None), (None, "Y"), ("Y", "Y"))


def _held(round: Round, acts: _Acts) -> Iterator[_Held]:
    """Seat by seat the tiles dealt, then those that came to it, as they came.

    Tiles recorded as laid by a seat that did not hold them came to it when they were laid.
    """
    hands = [dict.fromkeys(hand, 0) for hand in round.deal.hands]
    for act, _ in acts:
        if isinstance(act, TileLaid):
            hands[act.seat][act.tile] = hands[act.seat].get(act.tile, 0) | _LAID
        elif isinstance(act, TileDrawn):
            hands[act.seat][act.tile] = hands[act.seat].get(act.tile, 0) | _DRAWN
    for seat, tiles in enumerate(hands):
        for tile, flags in tiles.items():
            yield seat, tile, *_FLAGS[flags]


def _laid(acts: _Acts) -> Iterator[_Held]:
    """The tiles on the table as they were laid; that a tile was drawn nobody else saw."""
    laid = ((act.seat, act.tile) for act, _ in acts if isinstance(act, TileLaid))
    for seat, tile in dict.fromkeys(laid):
        yield seat, tile, "Y", None
