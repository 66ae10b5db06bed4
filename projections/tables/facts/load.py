"""The facts of very many rounds out of the tables, in columns, ready to be ruled on.

Shapes: n rounds, g games, S seats; -1 where there is none.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from sqlalchemy import ColumnElement, Connection, Select, case, func, select

from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for

from ..fetch import SEATS, Signs, in_one, seat, signs_in_order, taken_apart, texts_in_order
from ..schema import ROUNDS_A_GAME, Generation
from ..scoring.remedy_columns import DecreeColumns, RoundDecree, columns_of
from ..scoring.score_columns import BoolArray, FactColumns, IntArray, chosen, counts_tiles, ints
from .packing import WIDTHS, Packed, unpacked


class Played(NamedTuple):
    """Games played under the same rules by the same number of seats, in the order of opening."""

    rules: RuleSet
    seats: int
    game: IntArray
    """(g,) number."""
    currency: IntArray
    """(g,) index into the currencies."""
    per_pip: IntArray
    """(g,) the stake, in minor units."""
    player: IntArray
    """(g, S) index into the players."""
    irregular: BoolArray
    """(g,) something irregular was noted."""
    disputed: BoolArray
    """(g,) the same before the first round."""
    abandoned: BoolArray
    """(g,)"""
    void: BoolArray
    """(g,) by a ruling."""
    forfeiter: IntArray
    """(g,) the seat that gave it up."""
    closed: BoolArray
    """(g,) over on record."""
    round_id: IntArray
    """(n,) of the settled rounds."""
    blocked: BoolArray
    """(n,)"""
    facts: FactColumns
    decrees: DecreeColumns
    """What was ordered of these rounds."""

    def only(self, which: BoolArray) -> "Played":
        """The same games with some of their rounds; ``which`` is (n,)."""
        return self._replace(
            round_id=self.round_id[which],
            blocked=self.blocked[which],
            facts=FactColumns(*chosen(self.facts, which)),
            decrees=self.decrees.only(which),
        )


class Loaded(NamedTuple):
    """Everything asked for."""

    players: Sequence[str]
    currencies: Sequence[str]
    played: Sequence[Played]


class _Games(NamedTuple):
    """A line a game, in order; 1 where something is so, else 0."""

    id: IntArray
    seats: IntArray
    irregular: IntArray
    disputed: IntArray
    abandoned: IntArray
    void: IntArray
    closed: IntArray
    forfeiter: IntArray
    rules_id: IntArray
    currency: IntArray
    """Index into the currencies."""
    per_pip: IntArray

    @property
    def kind(self) -> IntArray:
        """The same number for games by the same rules with the same number of seats."""
        return self.rules_id * SEATS + self.seats


class _Ends(NamedTuple):
    """A line a round that has ended, in order."""

    round_id: IntArray
    regular: IntArray
    """`_OUT` or `_BLOCKED`, where it came to such an end regularly; else `_NOT_SETTLED`."""
    leader: IntArray
    out: IntArray

    @property
    def game(self) -> IntArray:
        """Numbers."""
        return self.round_id // ROUNDS_A_GAME


class _Found(NamedTuple):
    """What the tables say, in order of game, round and seat."""

    games: _Games
    player: IntArray
    """A line a game and seat."""
    ends: _Ends
    hands: Mapping[Packed, Signs]
    """Those asked for, packed, a line a round that has ended.

    `pips` are `_NOT_KNOWN` where some tiles were not seen.
    """
    decrees: Mapping[int, RoundDecree]
    """By round id."""


def load(
    connection: Connection,
    tables: Generation,
    others: Collection[RuleSet],
    *which: ColumnElement[bool],
) -> Loaded:
    """The games for which all these conditions on `game_fact` hold.

    They come with what it takes to rule on them by the rules they were played under, and by each
    of the others.
    """
    of = tables["game_fact"].c
    rules = {
        row.id: RuleSet.model_validate_json(row.body)
        for row in connection.execute(select(tables["played_rules"]))
    }
    asked = _asked_of_hands([*rules.values(), *others])
    currencies = sorted(connection.scalars(select(of.currency).where(*which).distinct()))
    if not currencies:
        return Loaded((), (), ())
    games, seated = _games(tables, currencies).where(*which), _seated(tables)
    ends, hands = _ends(tables), _hands(tables, asked)
    if which:
        among = select(of.id).where(*which)
        seated = seated.where(tables["game_seat"].c.game_id.in_(among))
        ends = ends.where(tables["round_end"].c.game_id.in_(among))
        hands = hands.where((tables["round_hands"].c.round_id // ROUNDS_A_GAME).in_(among))
    players: dict[str, int] = {}
    found = _Found(
        _Games(*taken_apart(connection, games, _GAMES)),
        ints(players.setdefault(who, len(players)) for who in texts_in_order(connection, seated)),
        _Ends(*taken_apart(connection, ends, _ENDS)),
        dict(zip(asked, signs_in_order(connection, hands), strict=True)),
        _decrees(connection, tables),
    )
    return Loaded(tuple(players), currencies, list(_by_kind(rules, found)))


def _asked_of_hands(rules: Iterable[RuleSet]) -> list[Packed]:
    return ["pips", "tiles"] if any(counts_tiles(each.score) for each in rules) else ["pips"]


def _games(tables: Generation, currencies: Sequence[str]) -> Select[Any]:
    of = tables["game_fact"].c
    numbered = {currency: number for number, currency in enumerate(currencies)}
    stake = case(numbered, value=of.currency).label("currency"), of.minor_per_pip
    noted = _is(of.irregular.is_not(None)), _is(of.disputed.is_not(None))
    state = _is(of.state == "abandoned"), _is(of.state == "void"), _is(of.closed.is_not(None))
    figures = of.seats, *noted, *state, seat(of.forfeiter)
    return select(in_one(of.id, figures, _GAMES), of.rules_id, *stake)


def _seated(tables: Generation) -> Select[Any]:
    of = tables["game_seat"].c
    return select(in_one(of.game_id, [of.seat], [SEATS]), of.player_id)


# How many each figure of a game or of an end can be.
_GAMES = (SEATS, 2, 2, 2, 2, 2, SEATS)
_ENDS = (3, SEATS, SEATS)

_NOT_SETTLED, _OUT, _BLOCKED = range(3)


def _ends(tables: Generation) -> Select[Any]:
    of = tables["round_end"].c
    ended = case({"out": _OUT, "blocked": _BLOCKED}, value=of.ended, else_=_NOT_SETTLED)
    regular = case((of.irregular.is_(None), ended), else_=_NOT_SETTLED)
    figures = regular, seat(of.leader), seat(of.first_out)
    return select(in_one(of.round_id, figures, _ENDS))


_NOT_KNOWN = ""


def _hands(tables: Generation, asked: Iterable[Packed]) -> Select[Any]:
    of = tables["round_hands"].c
    return select(of.round_id, *(func.coalesce(of[each], _NOT_KNOWN).label(each) for each in asked))


def _decrees(connection: Connection, tables: Generation) -> dict[int, RoundDecree]:
    rows = connection.execute(select(tables["round_decree"]))
    return {round_id: RoundDecree(*decree) for round_id, _, *decree in rows}


def _is(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return case((condition, 1), else_=0)


def _left(hands: Mapping[Packed, Signs], which: BoolArray, seats: int) -> dict[Packed, IntArray]:
    """(n, S) what is left in the hands of some rounds with so many seats."""
    return {
        name: unpacked(name, signs.rows(which, seats * WIDTHS[name]))
        for name, signs in hands.items()
    }


_NO_KIND = -1
"""Of rounds that are not settled."""


def _by_kind(rules_by_id: Mapping[int, RuleSet], found: _Found) -> Iterator[Played]:
    games, player, ends, hands, decrees = found
    kind_of_game = games.kind
    kind_of_seat = np.repeat(kind_of_game, games.seats)
    kind_of_round = kind_of_game[np.searchsorted(games.id, ends.game)]
    in_part = hands["pips"].lengths == len(_NOT_KNOWN)
    kind_of_round[in_part | (ends.regular == _NOT_SETTLED)] = _NO_KIND
    void = [round_id for round_id, decree in decrees.items() if decree.void]
    kind_of_round[np.isin(ends.round_id, void)] = _NO_KIND
    for kind in np.unique(kind_of_game).tolist():
        alike = _Games(*chosen(games, kind_of_game == kind))
        which = kind_of_round == kind
        of_kind = _Ends(*chosen(ends, which))
        rules_id, seats = divmod(kind, SEATS)
        rules = rules_by_id[rules_id]
        left = _left(hands, which, seats)
        yield Played(
            rules=rules,
            seats=seats,
            game=alike.id,
            currency=alike.currency,
            per_pip=alike.per_pip,
            player=player[kind_of_seat == kind].reshape(-1, seats),
            irregular=alike.irregular > 0,
            disputed=alike.disputed > 0,
            abandoned=alike.abandoned > 0,
            void=alike.void > 0,
            forfeiter=alike.forfeiter,
            closed=alike.closed > 0,
            round_id=of_kind.round_id,
            blocked=of_kind.regular == _BLOCKED,
            facts=FactColumns(
                game=np.searchsorted(alike.id, of_kind.game),
                leader=of_kind.leader,
                out=of_kind.out,
                pips=left["pips"],
                tiles=left.get("tiles", left["pips"][:, :0]),
            ),
            decrees=columns_of(decrees, of_kind.round_id, table_for(rules.play, seats).sides),
        )
