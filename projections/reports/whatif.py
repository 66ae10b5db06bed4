"""The service for what-if questions: what other rules would change, with names."""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.rules.counting import CountedBy, Counting, counting_text
from ledger.book import Book
from ledger.errors import LedgerError, Unavailable
from ledger.registry.changed_rules import Settings, changed_rules, has_value
from ledger.registry.counting import check_games
from ledger.registry.players import people_names, shown_name

from ..days import Span
from ..tables.catch_up import Keeper
from ..tables.column_values import id_in
from ..tables.compared_rules import RoundChange, WhatIf, what_if
from ..tables.connection import Connection
from ..tables.fact_columns import IntArray
from ..tables.kept_games import Kept, kept_games, named_games
from ..tables.progress import played_rules, progress_in
from ..tables.rebuild import judge_all
from .game_filter import ALL_GAMES, GameFilter
from .players import find_player

Json = dict[str, Any]
READING_FIELD = "payout.reading"
"""The field that says by which reading blocks are judged."""


class Alternative(NamedTuple):
    """Other rules of score and payout, for some games."""

    counting: Counting
    """With the settings."""
    settings: Settings
    """The fields that differ from the rule sets of these ids."""

    @property
    def label(self) -> str:
        """The ids and the settings: `block@1 score.target=50`; settings alone of several own."""
        changed = [f"{field}={_typed(value)}" for field, value in self.settings.items()]
        if any(each.played != each.rules.id for each in self.counting):
            return " ".join((counting_text(self.counting), *changed))
        own = [each.rules.id for each in self.counting]
        return " ".join(own[:1] + changed if len(own) == 1 else changed)


def _typed(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


class Report(NamedTuple):
    """The changes, with names."""

    other: Alternative
    now: Counting
    """Whose score and payout count now, if not each game's own."""
    found: WhatIf
    names: Mapping[str, str]
    """By player id, in the order of the figures."""
    records: Mapping[int, str]
    """By number of a game that would change, the record's id."""
    kept: Sequence[Kept]
    """The games that are not compared, because these rules are not for them."""

    @property
    def unjudged(self) -> int:
        """Blocked rounds whose verdicts are missing in the figures."""
        return max((effect.unjudged for effect in self.found.readings.values()), default=0)


Work: TypeAlias = Callable[[Iterable[int], Literal["events", "rounds"]], object]
"""Runs steps that yield how many things (events or rounds) each did."""


class Question(NamedTuple):
    """Which rules to compare with, in which games."""

    counting: Sequence[Counting]
    """Empty: the rules that the games were played under, as far as they have the settings."""
    settings: Sequence[Settings] = ({},)
    """Each is applied to each of the rules."""
    span: Span = Span()
    """When the games began."""
    player: str | None = None
    """The name or id of a player, whose games alone are compared."""
    game: UUID | None = None
    """The only game that is compared; then the rounds that would change are listed."""


def find_whatif(
    keeper: Keeper, asked: Question, *, work: Work = lambda steps, _: sum(steps)
) -> list[Report]:
    """Catch up, judge blocks, and find what each of these rules would change.

    Raises Unreadable for a setting that is not possible, UnknownPlayer, Unavailable if verdicts
    are missing and this user may not keep them, and LedgerError if no rules are named and there are
    no such games.
    """
    work(keeper.catch_up(), "events")
    while True:
        with keeper.models.reading() as connection:
            name, book = asked.player, keeper.book
            only = None if name is None else find_player(book, connection, name)
            which = GameFilter(*asked.span, player=only, game=asked.game)
            fields = {field for settings in asked.settings for field in settings}
            every = asked.counting or [_own_rules(connection, which, fields)]
            played = played_rules(connection).values()
            for counting in every:
                check_games(counting, played)
            others = [
                Alternative(_changed(counting, settings), settings)
                for counting in every
                for settings in asked.settings
            ]
            reports = whatif_reports(connection, book, others, which)
        if not any(report.unjudged for report in reports):
            return reports
        if not keeper.may_keep:
            raise Unavailable("verdicts-missing", book=keeper.models.name)
        work(judge_all(keeper, which.condition), "rounds")


def _changed(counting: Counting, settings: Settings) -> Counting:
    return tuple(
        replace(each, rules=changed_rules(each.rules, settings)) if settings else each
        for each in counting
    )


def _own_rules(connection: Connection, which: GameFilter, fields: Iterable[str]) -> Counting:
    """The rules that these games were played under; of several, those with values in these fields.

    Raises LedgerError if there are no such games.
    """
    condition, values = which.condition
    used = f"SELECT DISTINCT game.rules_id FROM game_fact AS game WHERE {condition}"
    known = played_rules(connection)
    played = [known[id] for id in sorted(connection.column(used, **values))]
    if not played:
        raise LedgerError("no-such-games")
    fitting = [rules for rules in played if all(has_value(rules, field) for field in fields)]
    return tuple(CountedBy(played=rules.id, rules=rules) for rules in fitting or played)


def whatif_reports(
    connection: Connection,
    book: Book,
    others: Sequence[Alternative],
    which: GameFilter = ALL_GAMES,
) -> list[Report]:
    """What each of these rules would change in these games.

    Only games that all alternatives are for are compared. If the settings name a reading, its
    effect alone is reported.
    """
    now = progress_in(connection).counting
    counting = [other.counting for other in others]
    kept = kept_games(connection, counting, which.condition)
    condition = which.condition & named_games(connection, counting)
    known = people_names(book)
    each_round = which.game is not None
    every = what_if(connection, now, counting, condition, each_round=each_round)
    return [
        Report(
            other,
            now,
            _by_one_reading(found, other.settings),
            {id: shown_name(known, id_in(id)) for id in found.players},
            _records(connection, found),
            kept,
        )
        for other, found in zip(others, every, strict=True)
    ]


def _by_one_reading(found: WhatIf, settings: Settings) -> WhatIf:
    asked = settings.get(READING_FIELD)
    if asked is None:
        return found
    return found._replace(readings={id: of for id, of in found.readings.items() if id == asked})


def _records(connection: Connection, found: WhatIf) -> dict[int, str]:
    wanted = {change.game for change in found.changes}
    wanted |= {change.game for change in found.round_changes}
    rows = connection.rows(
        "SELECT id, record FROM game_fact WHERE id IN (:games)", games=list(wanted)
    )
    return {id: record for id, record in rows}  # noqa: C416 - typed rows


def places(won: Sequence[int]) -> list[int]:
    """The place of each: 1 plus the number of players who won more."""
    ordered = sorted(won)
    return [1 + len(won) - bisect_right(ordered, own) for own in won]


# -- as JSON


def whatif_json(report: Report) -> Json:
    """The whole report; money in minor units, by currency."""
    found = report.found
    return {
        "rules": counting_json(report.other.counting),
        "set": report.other.settings,
        "now": counting_json(report.now),
        "games": found.games,
        "kept": [each._asdict() for each in report.kept],
        "rounds": found.rounds,
        "reported": found.reported,
        "totals": _now_and_then(*(totals._asdict() for totals in found.totals)),
        "otherwise": {
            "games": len(found.changes),
            "rounds_won": found.rounds_won_otherwise,
            "points": found.rounds_worth_otherwise,
            "paid": found.rounds_paid_otherwise,
        },
        "players": list(_players_json(report)),
        "changes": list(_changes_json(report)),
        "round_changes": [_round_json(report, change) for change in found.round_changes],
        "readings": {
            reading: {
                "blockers": effect.blockers,
                "assisted": effect.assisted,
                "net": _nets(found, effect.net),
                "net_without_assistance": _nets(found, effect.net_without_assistance),
            }
            for reading, effect in found.readings.items()
        },
    }


def counting_json(counting: Counting) -> list[dict[str, str]]:
    """Whose score and payout count: `played` (an id, `same-play` or `all`), and `rules` (an id)."""
    return [{"played": each.played, "rules": each.rules.id} for each in counting]


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


def _round_json(report: Report, change: RoundChange) -> Json:
    return {"game": report.records[change.game], "round": change.round} | _now_and_then(
        change.now._asdict(), change.then._asdict()
    )


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


def _nets(found: WhatIf, net: IntArray) -> dict[str, dict[str, int]]:
    return {id: _money(found, amounts) for id, amounts in zip(found.players, net, strict=True)}


def _money(found: WhatIf, amounts: IntArray) -> dict[str, int]:
    return dict(zip(found.currencies, amounts.tolist(), strict=True))
