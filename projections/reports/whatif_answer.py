"""What other rules would change, with names and numbers as programs take them.

The JSON of an answer has its fields under their names (docs/rebuild.md).
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ...domain.rules.counting import Counting
from ...domain.rules.payout import Reading
from ...ledger.registry.changed_rules import Settings
from ..as_json import as_json
from ..tables.compared_rules import RoundFigures, Totals
from ..tables.compared_rules import WhatIf as Found
from ..tables.facts import IntArray
from ..tables.kept_games import Kept
from .whatif import Report, places

Value = TypeVar("Value")
Money: TypeAlias = Mapping[str, int]
"""By currency, in minor units."""


class NowAndThen(NamedTuple, Generic[Value]):
    """A figure by the rules that count now, and by the others."""

    now: Value
    then: Value


class Counts(NamedTuple):
    """Rules whose score and payout count, and for which games."""

    played: str
    """The id of the rules they were played under, `same-play` or `all`."""
    rules: str
    """The id of the rules that count."""


class Player(NamedTuple):
    """A player by id and name."""

    player: str
    name: str


class Figures(NamedTuple):
    """The figures of a player."""

    place: int
    """By games won, from 1."""
    games: int
    games_won: int
    rounds: int
    rounds_won: int
    points: int
    net: Money


class PlayerFigures(NamedTuple):
    """A player's figures by the rules that count now, and by the others."""

    player: str
    name: str
    now: Figures
    then: Figures


class Otherwise(NamedTuple):
    """How many things would differ."""

    games: int
    """With other winners, or another last round."""
    rounds_won: int
    points: int
    """Rounds worth other points."""
    paid: int
    """Rounds that pay other amounts."""


class GameChange(NamedTuple):
    """A game with other winners, or with another last round."""

    game: str
    """The record id."""
    winners: NowAndThen[tuple[Player, ...]]
    leaders: tuple[Player, ...]
    """Those ahead, if nobody would have won though the game is over."""
    rounds: NowAndThen[int]
    """Rounds that count."""


class RoundChange(NamedTuple):
    """A round that counts, is won, is worth or pays otherwise."""

    game: str
    """The record id."""
    round: int
    """From 0."""
    now: RoundFigures
    then: RoundFigures


class Effect(NamedTuple):
    """The effect of one reading on money."""

    blockers: int
    """Rounds that count in which it names a blocker."""
    assisted: int
    """Of these, rounds in which it names an assistant."""
    net: Mapping[str, Money]
    """By player id."""
    net_without_assistance: Mapping[str, Money]
    """If no assistant were liable."""


class WhatIf(NamedTuple):
    """What other rules of score and payout would change: docs/rebuild.md."""

    rules: tuple[Counts, ...]
    """The rules that are compared with."""
    set: Settings
    """The fields in which they differ from the rule sets of these ids."""
    now: tuple[Counts, ...]
    """What they are compared with, if not each game's own rules."""
    against: bool
    """``now`` was asked for; otherwise it is what counts in the book."""
    games: int
    """Compared games."""
    kept: Sequence[Kept]
    """Games that are not compared, because these rules are not for them."""
    rounds: int
    """Settled rounds."""
    reported: int
    """Of these, rounds of which only the result is known."""
    totals: NowAndThen[Totals]
    otherwise: Otherwise
    players: tuple[PlayerFigures, ...]
    changes: tuple[GameChange, ...]
    round_changes: tuple[RoundChange, ...]
    """Empty unless one game was asked for."""
    readings: Mapping[Reading, Effect]
    """By reading, if the other rules need a blocker."""

    def to_json(self) -> str:
        """One line of JSON, as `domino whatif --json` prints it."""
        return json.dumps(as_json(self), ensure_ascii=False)


def answer(report: Report) -> WhatIf:
    """The whole report."""
    found = report.found
    people = {id: Player(id, name) for id, name in report.names.items()}
    return WhatIf(
        rules=_counts(report.other.counting),
        set=report.other.settings,
        now=_counts(report.now),
        against=report.against,
        games=found.games,
        kept=report.kept,
        rounds=found.rounds,
        reported=found.reported,
        totals=NowAndThen(*found.totals),
        otherwise=Otherwise(
            games=len(found.changes),
            rounds_won=found.rounds_won_otherwise,
            points=found.rounds_worth_otherwise,
            paid=found.rounds_paid_otherwise,
        ),
        players=tuple(
            PlayerFigures(*person, *figures)
            for person, figures in zip(people.values(), _figures(found), strict=True)
        ),
        changes=tuple(
            GameChange(
                game=report.records[change.game],
                winners=NowAndThen(*(tuple(people[id] for id in won) for won in change.winners)),
                leaders=tuple(people[id] for id in change.leaders),
                rounds=NowAndThen(*change.rounds),
            )
            for change in found.changes
        ),
        round_changes=tuple(
            RoundChange(report.records[each.game], each.round, each.now, each.then)
            for each in found.round_changes
        ),
        readings={
            reading: Effect(
                effect.blockers,
                effect.assisted,
                _nets(found, effect.net),
                _nets(found, effect.net_without_assistance),
            )
            for reading, effect in found.readings.items()
        },
    )


def whatif_json(report: Report) -> dict[str, Any]:
    """The whole report for programs."""
    found: dict[str, Any] = as_json(answer(report))
    return found


def _counts(counting: Counting) -> tuple[Counts, ...]:
    return tuple(Counts(each.played, each.rules.id) for each in counting)


def _figures(found: Found) -> Iterator[tuple[Figures, ...]]:
    """By player, the figures now and then."""
    both = []
    for figures in found.figures:
        columns = {name: column.tolist() for name, column in figures._asdict().items()}
        columns["net"] = list(_nets(found, figures.net).values())
        columns["place"] = places(columns["games_won"])
        lines = zip(*columns.values(), strict=True)
        both.append([Figures(**dict(zip(columns, line, strict=True))) for line in lines])
    return zip(*both, strict=True)


def _nets(found: Found, net: IntArray) -> dict[str, dict[str, int]]:
    """By player and currency."""
    return {
        id: dict(zip(found.currencies, amounts, strict=True))
        for id, amounts in zip(found.players, net.tolist(), strict=True)
    }
