"""The service for what-if questions: what other rules would change, with names."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from sqlalchemy import Connection, select

from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.errors import Unavailable
from ledger.registry.players import all_names, shown_name

from ..tables.catch_up import Keeper
from ..tables.facts.fact_columns import IntArray
from ..tables.generations import Made, in_use
from ..tables.rebuild import judge_all
from ..tables.rule.other_rules import WhatIf, what_if
from .game_filter import ALL_GAMES, GameFilter
from .players import find_player

Json = dict[str, Any]


class Report(NamedTuple):
    """The changes, with names."""

    rules: str
    now: str | None
    """The rules that all games are counted by now; None: each by those played under."""
    found: WhatIf
    names: Mapping[str, str]
    """By player id, in the order of the figures."""
    records: Mapping[int, str]
    """By number of a game that would change, the record's id."""

    @property
    def unjudged(self) -> int:
        """Blocked rounds whose verdicts are missing in the figures."""
        return max((effect.unjudged for effect in self.found.readings.values()), default=0)


Work: TypeAlias = Callable[[Iterable[int], Literal["events", "rounds"]], object]
"""Runs steps that yield how many things (events or rounds) each did."""


def find_whatif(
    keeper: Keeper,
    rules: RuleSet,
    *,
    first: date | None = None,
    last: date | None = None,
    player: str | None = None,
    work: Work = lambda steps, _: sum(steps),
) -> Report:
    """Catch up, judge blocks, and find what these rules would change.

    ``first``, ``last``: only games begun on these days or between. ``player``: only games of the
    player with this name or id; raises UnknownPlayer. Raises Unavailable if verdicts are missing,
    and this user may not keep them.
    """
    work(keeper.catch_up(["figures"]), "events")
    while True:
        with keeper.models.reading() as connection:
            only = None if player is None else find_player(keeper.book, connection, player)
            report = whatif_report(
                connection, keeper.book, rules, GameFilter(first, last, player=only)
            )
        if not report.unjudged:
            return report
        if not keeper.may_keep:
            raise Unavailable("verdicts-missing", book=keeper.models.name)
        work(judge_all(keeper), "rounds")


def whatif_report(
    connection: Connection, book: Book, rules: RuleSet, which: GameFilter = ALL_GAMES
) -> Report:
    """What these rules would change in these games."""
    made = in_use(connection, "figures")
    found = what_if(connection, made, rules, *which.conditions(made.tables))
    known = all_names(book)
    names = {id: shown_name(known, UUID(id)) for id in found.players}
    now = None if made.rules is None else made.rules.id
    return Report(rules.id, now, found, names, _records(connection, made, found))


def _records(connection: Connection, made: Made, found: WhatIf) -> dict[int, str]:
    of = made.tables["game_fact"].c
    wanted = {change.game for change in found.changes}
    rows = connection.execute(select(of.id, of.record)) if wanted else ()
    return {id: record for id, record in rows if id in wanted}


def places(won: Sequence[int]) -> list[int]:
    """The place of each: 1 plus the number of players who won more."""
    ordered = sorted(won)
    return [1 + len(won) - bisect_right(ordered, own) for own in won]


# -- as JSON


def whatif_json(report: Report) -> Json:
    """The whole report; money in minor units, by currency."""
    found = report.found
    return {
        "rules": report.rules,
        "now": report.now,
        "games": found.games,
        "rounds": found.rounds,
        "totals": _now_and_then(*(totals._asdict() for totals in found.totals)),
        "otherwise": {
            "games": len(found.changes),
            "rounds_won": found.rounds_won_otherwise,
            "points": found.rounds_worth_otherwise,
            "paid": found.rounds_paid_otherwise,
        },
        "players": list(_players_json(report)),
        "changes": list(_changes_json(report)),
        "readings": {
            reading: {
                "blockers": effect.blockers,
                "net": {
                    id: _money(found, amounts)
                    for id, amounts in zip(found.players, effect.net, strict=True)
                },
            }
            for reading, effect in found.readings.items()
        },
    }


def _now_and_then(now: Any, then: Any) -> Json:
    return {"now": now, "then": then}


def _changes_json(report: Report) -> Iterator[Json]:
    players = {id: {"player": id, "name": name} for id, name in report.names.items()}
    for game, (now, then), leaders, rounds in report.found.changes:
        yield {
            "game": report.records[game],
            "winners": _now_and_then([players[id] for id in now], [players[id] for id in then]),
            "leaders": [players[id] for id in leaders],
            "rounds": _now_and_then(*rounds),
        }


def _players_json(report: Report) -> Iterator[Json]:
    found = report.found
    player_places = [places(figures.games_won.tolist()) for figures in found.figures]
    for one, (id, name) in enumerate(report.names.items()):
        figures_ = (
            {"place": player_places[at][one]}
            | {
                name: int(column[one])
                for name, column in figures._asdict().items()
                if name != "net"
            }
            | {"net": _money(found, figures.net[one])}
            for at, figures in enumerate(found.figures)
        )
        yield {"player": id, "name": name} | _now_and_then(*figures_)


def _money(found: WhatIf, amounts: IntArray) -> dict[str, int]:
    return dict(zip(found.currencies, amounts.tolist(), strict=True))
