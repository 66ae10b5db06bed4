"""The facts of games as tables have them: in a database, or in columns elsewhere."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, groupby
from operator import itemgetter
from typing import Final, NamedTuple

from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.settlement import Blame
from ...ledger.store.event_reader import Opening
from .connection import EVERYTHING, ROUNDS_A_GAME, Condition, Connection, Row
from .facts import (
    ENDED,
    ROUND_FIGURES,
    SEAT_FIGURES,
    Figures,
    GameFacts,
    Group,
    IntArray,
    RoundDecree,
    group_in_columns,
    ints,
    report_in,
)
from .progress import played_rules

GAME_COLUMNS: Final = (
    *("rules_id", "id", "game", "irregular", "disputed", "closed", "state", "forfeiter"),
    *("record", "teams", "currency", "minor_per_pip", "opened_at"),
)
"""Of `game_fact`."""
SEAT_COLUMNS: Final = ("game_id", "player_id")
"""Of `game_seat`."""
REPORT_COLUMNS: Final = ("round_id", "report")
"""Of `round_end`."""


class StoredFacts(NamedTuple):
    """Rows and figures of some games, all by number of the game, round and seat."""

    rules: Mapping[int, RuleSet]
    """By number, those that games were played under."""
    games: Iterable[Row]
    """The `GAME_COLUMNS`."""
    seats: Iterable[Row]
    """The `SEAT_COLUMNS`."""
    decrees: Iterable[Row]
    """All columns of `round_decree`."""
    reports: Iterable[Row]
    """The `REPORT_COLUMNS` of rounds of which only the result is known."""
    figures: Figures


def groups_of(facts: StoredFacts) -> list[Group]:
    """The games by kind, with their rounds."""
    kinds: dict[tuple[int, int], list[GameFacts]] = {}
    for rules_id, game in _games(facts):
        kinds.setdefault((rules_id, len(game.opening.players)), []).append(game)
    decrees = {
        id: RoundDecree(
            void=void is not None,
            blame=None if blames is None else Blame(blocker, assistant),
            points=None if points is None else tuple(json.loads(points)),
            more_points=tuple(json.loads(more)),
            pips=tuple(json.loads(pips)),
        )
        for id, _, void, blames, blocker, assistant, points, more, pips in facts.decrees
    }
    reports = {id: report_in(report) for id, report in facts.reports}
    groups = []
    for (rules_id, _), games in kinds.items():
        figures = facts.figures.of_games(ints(game.number for game in games))
        ids = set(figures.ends[:, 0].tolist())
        decreed = {id: decrees[id] for id in sorted(decrees.keys() & ids)}
        reported = {id: reports[id] for id in sorted(reports.keys() & ids)}
        kind = rules_id, facts.rules[rules_id]
        groups.append(group_in_columns(kind, games, figures, decrees=decreed, reports=reported))
    return groups


def _games(facts: StoredFacts) -> Iterator[tuple[int, GameFacts]]:
    """The number of the rules of each game, and the game."""
    seats = groupby(facts.seats, itemgetter(0))
    for row, (_, seated) in zip(facts.games, seats, strict=True):
        rules_id, number, game, irregular, disputed, closed, state, forfeiter, record, *rest = row
        opening = Opening(record, b"", tuple(player for _, player in seated), *rest)
        flags = irregular is not None, disputed is not None
        left = state == "abandoned", state == "void"
        yield rules_id, GameFacts(number, game, opening, *flags, closed, *left, forfeiter)


# -- in a database


def load_facts(
    connection: Connection, which: Condition = EVERYTHING, *, numbers: range
) -> list[Group]:
    """The games of these numbers that satisfy the condition on ``game``, with their rounds."""
    asked = Asked(connection, which, numbers)
    ends = asked.rows("round_end", f"round_id, {_HOW}, {_REGULAR}, {_ENDS}", "round_id")
    hands = asked.rows(
        "round_seat", f"round_id, {_HANDS}", "round_id, seat", game="round_id / 100000"
    )
    reports = ", ".join(REPORT_COLUMNS)
    return groups_of(
        StoredFacts(
            rules=played_rules(connection),
            games=asked.rows("game_fact", ", ".join(GAME_COLUMNS), "id", game="id"),
            seats=asked.rows("game_seat", ", ".join(SEAT_COLUMNS), "game_id, seat"),
            decrees=asked.rows("round_decree", "*", "round_id"),
            reports=asked.rows("round_end", reports, "round_id", also="report IS NOT NULL"),
            figures=Figures(
                _in_columns(ends, 3 + len(ROUND_FIGURES)),
                _in_columns(hands, 1 + len(SEAT_FIGURES)),
            ),
        )
    )


_HOW = " ".join(
    ("CASE ended", *(f"WHEN '{how}' THEN {number}" for number, how in enumerate(ENDED)), "END")
)
_REGULAR = "CASE WHEN irregular IS NULL THEN 1 ELSE 0 END"
_ENDS, _HANDS = (
    ", ".join(f"coalesce({name}, {null})" for name, null in figures.items())
    for figures in (ROUND_FIGURES, SEAT_FIGURES)
)


def _in_columns(rows: Iterable[Row], columns: int) -> IntArray:
    return ints(chain.from_iterable(rows)).reshape(-1, columns)


class Asked(NamedTuple):
    """The games of which facts are loaded."""

    connection: Connection
    which: Condition
    numbers: range

    def rows(
        self, table: str, columns: str, key: str, *, game: str = "game_id", also: str = "TRUE"
    ) -> Iterator[Row]:
        """Rows of these games by key, which begins with an id; ``game``: the number of the game."""
        id = key.partition(",")[0]
        ids_a_game = ROUNDS_A_GAME if id == "round_id" else 1
        among = f"SELECT id FROM game_fact AS game WHERE {self.which.text}"
        condition = "TRUE" if self.which == EVERYTHING else f"{game} IN ({among})"
        return self.connection.rows(
            f"SELECT {columns} FROM {table} AS game "
            f"WHERE {id} >= :first AND {id} < :end AND {condition} AND {also} ORDER BY {key}",
            first=self.numbers.start * ids_a_game,
            end=self.numbers.stop * ids_a_game,
            **self.which.values,
        )
