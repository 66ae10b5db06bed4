"""The service for what-if questions: what other rules would change, with names."""

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.block_verdicts import READINGS
from ...domain.rules.counting import CountedBy, Counting, counting_text
from ...ledger.book import Book
from ...ledger.errors import LedgerError, Unavailable
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.changed_rules import Settings, changed_rules, has_value
from ...ledger.registry.counting import check_games
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ..days import Span
from ..tables.catch_up import Keeper
from ..tables.compared_rules import WhatIf, what_if
from ..tables.connection import Connection, id_in
from ..tables.kept_games import Kept, kept_games, named_games
from ..tables.progress import played_rules, progress_in
from ..tables.rebuild import judge_all
from .game_filter import ALL_GAMES, GameFilter
from .players import find_player

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
        changed = [
            f"{field}={value if isinstance(value, str) else json.dumps(value)}"
            for field, value in self.settings.items()
        ]
        if any(each.played != each.rules.id for each in self.counting):
            return " ".join((counting_text(self.counting), *changed))
        own = [each.rules.id for each in self.counting]
        return " ".join(own[:1] + changed if len(own) == 1 else changed)


class Report(NamedTuple):
    """The changes, with names."""

    other: Alternative
    now: Counting
    """What it is compared with; games that it does not name count by their own rules."""
    against: bool
    """``now`` was asked for; otherwise it is what counts in the book."""
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
    against: Counting | None = None
    """The rules to compare with; None: those that count in the book."""


def check_counted(field: str) -> None:
    """Raises Unreadable if this field of a rule set is not of its score or payout."""
    if field.partition(".")[0] not in {"score", "payout"}:
        raise Unreadable("field-of-play", field=field)


def find_whatif(
    keeper: Keeper, asked: Question, *, work: Work = lambda steps, _: sum(steps)
) -> list[Report]:
    """Catch up, judge blocks, and find what each of these rules would change.

    Raises Unreadable for a setting of play or one that is not possible, UnknownPlayer, Unavailable
    if verdicts are missing and this user may not keep them, and LedgerError if no rules are named
    and there are no such games.
    """
    for settings in asked.settings:
        for field in settings:
            check_counted(field)
    work(keeper.catch_up(), "events")
    while True:
        with keeper.models.reading() as connection:
            name, book = asked.player, keeper.book
            only = None if name is None else find_player(book, connection, name)
            which = GameFilter(*asked.span, player=only, game=asked.game)
            fields = {field for settings in asked.settings for field in settings}
            every = asked.counting or [_own_rules(connection, which, fields)]
            played = played_rules(connection).values()
            for counting in (*every, asked.against or ()):
                check_games(counting, played)
            others = [
                Alternative(_changed(counting, settings), settings)
                for counting in every
                for settings in asked.settings
            ]
            reports = whatif_reports(connection, book, others, which, against=asked.against)
        if not any(report.unjudged for report in reports):
            return reports
        if not keeper.may_keep:
            raise Unavailable("verdicts-missing", book=keeper.models.name)
        work(judge_all(keeper, which.condition), "rounds")


def _changed(counting: Counting, settings: Settings) -> Counting:
    if not settings:
        return counting
    return tuple(replace(each, rules=changed_rules(each.rules, settings)) for each in counting)


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
    *,
    against: Counting | None = None,
) -> list[Report]:
    """What each of these rules would change in these games.

    Only games that all these rules are for are compared. If the settings name a reading, its
    effect alone is reported.
    """
    counting = [other.counting for other in others]
    now = progress_in(connection).counting if against is None else against
    named = counting if against is None else [against, *counting]
    kept = kept_games(connection, named, which.condition)
    condition = which.condition & named_games(connection, named)
    known = people_names(book)
    each_round = which.game is not None
    asked_for = {other.settings.get(READING_FIELD) for other in others}
    of_readings = [each for each in READINGS if None in asked_for or each in asked_for]
    reports = []
    every = what_if(
        connection, now, counting, condition, each_round=each_round, readings=of_readings
    )
    for other, found in zip(others, every, strict=True):
        asked = other.settings.get(READING_FIELD)
        readings = {id: of for id, of in found.readings.items() if asked in {None, id}}
        changed = {each.game for each in found.changes}
        changed |= {each.game for each in found.round_changes}
        records = connection.rows(
            "SELECT id, record FROM game_fact WHERE id IN (:games)", games=list(changed)
        )
        names = {id: shown_name(known, id_in(id)) for id in found.players}
        shown = found._replace(readings=readings)
        reports.append(Report(other, now, against is not None, shown, names, dict(records), kept))
    return reports


def places(won: Sequence[int]) -> list[int]:
    """The place of each: 1 plus the number of players who won more."""
    ordered = sorted(won)
    return [1 + len(won) - bisect_right(ordered, own) for own in won]
