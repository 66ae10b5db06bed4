"""The facts of many games, loaded from the tables without reading events."""

from collections.abc import Iterator, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from domain.events import RoundReported
from domain.rules.rule_set import RuleSet
from ledger.store.event_reader import Opening

from .column_values import ROUNDS_A_GAME
from .connection import EVERYTHING, Condition, Connection, Row
from .fact_columns import ENDED, Group, IntArray, RoundDecree, Rounds, decree_in, ints, report_in
from .game_facts import GameFacts
from .progress import played_rules


def load_facts(
    connection: Connection, which: Condition = EVERYTHING, *, numbers: range
) -> list[Group]:
    """The games of these numbers that satisfy the condition on ``game``, with their rounds."""
    rules = played_rules(connection)
    kinds: dict[tuple[int, int], list[GameFacts]] = {}
    asked = _Asked(connection, which, numbers)
    for rules_id, game in _games(asked):
        kinds.setdefault((rules_id, len(game.opening.players)), []).append(game)
    decrees = {round_id: decree_in(row) for round_id, _, *row in asked.rows("round_decree", "*")}
    reports = {
        round_id: report_in(report)
        for round_id, report in asked.rows("round_end", "round_id, report", "report IS NOT NULL")
    }
    ends, hands = _ends(asked), _hands(asked)
    return [
        _group(rules_id, rules[rules_id], games, ends, hands, decrees, reports)
        for (rules_id, _), games in kinds.items()
    ]


class _Asked(NamedTuple):
    """The games of which facts are loaded."""

    connection: Connection
    which: Condition
    numbers: range

    def rows(self, table: str, columns: str, also: str = "TRUE") -> Iterator[Row]:
        """Rows of these games, in the order of the key; from `game_fact` or a table of rounds."""
        game, ids = _IDS[table]
        among = f"SELECT id FROM game_fact AS game WHERE {self.which.text}"
        condition = "TRUE" if self.which == EVERYTHING else f"{game} IN ({among})"
        return self.connection.rows(
            f"SELECT {columns} FROM {table} AS game "
            f"WHERE {ids} >= :first AND {ids} < :end AND {condition} AND {also} "
            f"ORDER BY {_KEYS[table]}",
            first=self.numbers.start * (ROUNDS_A_GAME if ids == "round_id" else 1),
            end=self.numbers.stop * (ROUNDS_A_GAME if ids == "round_id" else 1),
            **self.which.values,
        )


_IDS = {
    "game_fact": ("id", "id"),
    "game_seat": ("game_id", "game_id"),
    "round_decree": ("game_id", "round_id"),
    "round_end": ("game_id", "round_id"),
    "round_seat": ("round_id / 100000", "round_id"),
}
"""By table, the number of the game, and the id that is in the order of games."""
_KEYS = {
    **{table: ids for table, (_, ids) in _IDS.items()},
    "game_seat": "game_id, seat",
    "round_seat": "round_id, seat",
}


def _games(asked: _Asked) -> Iterator[tuple[int, GameFacts]]:
    seated = groupby(asked.rows("game_seat", "game_id, player_id"), itemgetter(0))
    found = asked.rows(
        "game_fact",
        "id, game, rules_id, record, teams, currency, minor_per_pip, opened_at, "
        "irregular, disputed, closed, state, forfeiter",
    )
    for row, (_, seats) in zip(found, seated, strict=True):
        number, game, rules_id, record, teams, currency, minor_per_pip, opened_at = row[:8]
        irregular, disputed, closed, state, forfeiter = row[8:]
        opening = Opening(
            record=record,
            rules=b"",
            players=tuple(player for _, player in seats),
            teams=teams,
            currency=currency,
            minor_per_pip=minor_per_pip,
            opened_at=opened_at,
        )
        yield (
            rules_id,
            GameFacts(
                number=number,
                game=game,
                opening=opening,
                irregular=irregular is not None,
                disputed=disputed is not None,
                closed=closed,
                abandoned=state == "abandoned",
                rounds=(),
                rules_said=(),
                void=state == "void",
                forfeiter=forfeiter,
            ),
        )


_HOW = " ".join(f"WHEN '{how}' THEN {number}" for number, how in enumerate(ENDED))


def _ends(asked: _Asked) -> IntArray:
    """(n, 6) one row for each ended round, in order."""
    columns = (
        f"round_id, CASE ended {_HOW} END, CASE WHEN irregular IS NULL THEN 1 ELSE 0 END, "
        "coalesce(leader, -1), coalesce(first_out, -1), coalesce(last_to_lay, -1)"
    )
    return _figures(asked.rows("round_end", columns), 6)


def _hands(asked: _Asked) -> IntArray:
    """(lines, 5) one line for each round and seat, in order.

    The round, pips, tiles, in play, and in play from ten on.
    """
    columns = (
        "round_id, coalesce(pips, -1), coalesce(tiles, -1), "
        "coalesce(in_play, 0), coalesce(in_play_from_ten, 0)"
    )
    return _figures(asked.rows("round_seat", columns), 5)


def _figures(rows: Iterator[Row], columns: int) -> IntArray:
    return ints(chain.from_iterable(rows)).reshape(-1, columns)


def _group(  # noqa: PLR0917
    rules_id: int,
    rules: RuleSet,
    games: list[GameFacts],
    ends: IntArray,
    hands: IntArray,
    decrees: Mapping[int, RoundDecree],
    reports: Mapping[int, RoundReported],
) -> Group:
    seats = len(games[0].opening.players)
    numbers = np.array([game.number for game in games], np.int64)
    ends = ends[np.isin(ends[:, 0] // ROUNDS_A_GAME, numbers)]
    hands = hands[np.isin(hands[:, 0] // ROUNDS_A_GAME, numbers)]
    round_id, ended, regular, leader, out, last_to_lay = ends.T
    ids = set(round_id.tolist())
    own = {id: decrees[id] for id in sorted(decrees.keys() & ids)}
    noted = {id: reports[id] for id in sorted(reports.keys() & ids)}
    rounds = Rounds(
        game=np.searchsorted(numbers, round_id // ROUNDS_A_GAME),
        number=round_id % ROUNDS_A_GAME,
        ended=ended,
        regular=regular > 0,
        voided=np.isin(round_id, [id for id, decree in own.items() if decree.void]),
        leader=leader,
        out=out,
        last_to_lay=last_to_lay,
        pips=hands[:, 1].reshape(-1, seats),
        tiles=hands[:, 2].reshape(-1, seats),
        in_play=hands[:, 3].reshape(-1, seats),
        in_play_from_ten=hands[:, 4].reshape(-1, seats),
    )
    return Group(rules_id, rules, seats, games, rounds, own, noted)
