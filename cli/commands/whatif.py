"""`domino whatif`: what other score and payout rules would change."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

import click
from sqlalchemy import ColumnElement, Connection, select

from domain.rules import RuleSet
from ledger.house_rules import all_rules, rules_called
from ledger.players import all_names, player_called, shown_name
from projections.money import money
from projections.read_models.columns import IntArray
from projections.read_models.generations import Made, in_use
from projections.read_models.keeping import Keeper
from projections.read_models.rebuilding import judge_all
from projections.read_models.whatif import WhatIf, what_if

from ..book import book_at, ledger_option
from ..models import kept
from ..output import counted, json_option, print_json, print_table, say
from ..progress import tracked_by

SHOWN = 20
"""Games listed for people; JSON lists all."""


class Report(NamedTuple):
    """What would change, with the names that go with it."""

    rules: str
    found: WhatIf
    players: Sequence[str]
    """Names, in the order of the figures."""
    named: Mapping[str, str]
    """By player id."""
    records: Mapping[int, str]
    """By number of the game."""


@click.command()
@click.option("--rules", metavar="ID", required=True, help="The rules that would have counted.")
@click.option("--from", "since", metavar="DATE", help="Only games begun on this day or later.")
@click.option("--player", metavar="PLAYER", help="Only games in which this player sat.")
@json_option
@ledger_option
def whatif(rules: str, since: str | None, player: str | None, as_json: bool, ledger: str) -> None:
    """Say what would be otherwise if the score and payout of other rules had counted.

    Winners, points, money and standings; games over sooner, and those that nobody would have won;
    and money under every reading of a block. Nothing changes by it; only verdicts that nobody has
    asked for yet are kept.
    """
    begun = None if since is None else _day(since)
    with book_at(ledger) as book, kept(book) as keeper:
        other = rules_called(all_rules(book), rules)
        only = None if player is None else str(player_called(book, player))
        tracked_by(keeper.catch_up(["figures"]), None, "events")
        found, records = _asked(keeper, other, begun, only)
        names = all_names(book)
    shown = [shown_name(names, UUID(id)) for id in found.players]
    named = dict(zip(found.players, shown, strict=True))
    report = Report(rules, found, shown, named, records)
    if as_json:
        print_json(_json(report))
    else:
        _print(report)


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise click.BadParameter(
            f"{text!r} is no day: expected one such as 2026-11-20", param_hint="--from"
        ) from None


def _asked(
    keeper: Keeper, rules: RuleSet, since: str | None, player: str | None
) -> tuple[WhatIf, dict[int, str]]:
    """What would change; verdicts that are missing are found first."""
    with keeper.models.reading() as connection:
        made = in_use(connection, "figures")
        found = what_if(connection, made, rules, *_which(made, since, player))
        if not any(effect.unjudged for effect in found.readings.values()):
            return found, _records(connection, made, [change.game for change in found.changes])
    tracked_by(judge_all(keeper), None, "rounds")
    return _asked(keeper, rules, since, player)


def _which(made: Made, since: str | None, player: str | None) -> Iterator[ColumnElement[bool]]:
    game, seat = made.tables["game_fact"].c, made.tables["game_seat"].c
    if since is not None:
        yield game.opened_at >= since
    if player is not None:
        yield game.id.in_(select(seat.game_id).where(seat.player_id == player))


def _records(connection: Connection, made: Made, games: Sequence[int]) -> dict[int, str]:
    of = made.tables["game_fact"].c
    wanted = set(games)
    return {
        id: record for id, record in connection.execute(select(of.id, of.record)) if id in wanted
    }


# -- for people


def _print(report: Report) -> None:
    found = report.found
    now, then = found.totals
    say(f"{counted(found.games, 'game')}, {counted(found.rounds, 'settled round')}")
    print_table(
        ("", "now", report.rules),
        [
            ("games over", now.over, then.over),
            ("games over on record that nobody has won", now.unfinished, then.unfinished),
            ("rounds that count", now.rounds, then.rounds),
            ("surplus rounds", now.surplus, then.surplus),
        ],
    )
    click.echo()
    print_table(
        ("otherwise", ""),
        [
            ("games won", len(found.changes)),
            ("rounds won", found.rounds_won_otherwise),
            ("rounds worth other points", found.rounds_worth_otherwise),
            ("rounds paid", found.rounds_paid_otherwise),
        ],
    )
    _print_standings(report)
    _print_changes(report)
    _print_readings(report)


def _print_standings(report: Report) -> None:
    now, then = report.found.figures
    order = sorted(range(len(report.players)), key=lambda one: (-then.games_won[one], one))
    click.echo()
    print_table(
        ("player", "won now", "then", "points now", "then", "money now", "then"),
        [
            (
                report.players[one],
                *(now.games_won[one], then.games_won[one], now.points[one], then.points[one]),
                *(_moneys(report, now.net[one]), _moneys(report, then.net[one])),
            )
            for one in order
        ],
    )


def _moneys(report: Report, amounts: IntArray) -> str:
    pairs = zip(amounts.tolist(), report.found.currencies, strict=True)
    return ", ".join(money(amount, currency) for amount, currency in pairs if amount) or "-"


def _print_changes(report: Report) -> None:
    changes = report.found.changes
    if not changes:
        return
    click.echo()
    print_table(
        ("game", "won now by", "then by", "rounds now", "then"),
        [
            (
                report.records[change.game],
                _those(report, change.winners[0]) or "-",
                _those(report, change.winners[1])
                or (f"nobody ({_those(report, change.leaders)} leads)" if change.leaders else "-"),
                *change.rounds,
            )
            for change in changes[:SHOWN]
        ],
    )
    if len(changes) > SHOWN:
        click.echo(f"... and {len(changes) - SHOWN} more (--json lists all)")


def _those(report: Report, players: Sequence[str]) -> str:
    return " ".join(report.named[player] for player in players)


def _print_readings(report: Report) -> None:
    readings = report.found.readings
    if not readings:
        return
    click.echo()
    print_table(
        ("reading", "blockers", "player", "money"),
        [
            (reading, effect.blockers, player, _moneys(report, amounts))
            for reading, effect in readings.items()
            for player, amounts in zip(report.players, effect.net, strict=True)
        ],
    )


# -- for programs


def _json(report: Report) -> dict[str, Any]:
    found = report.found
    return {
        "rules": report.rules,
        "games": found.games,
        "rounds": found.rounds,
        "totals": _now_and_then(totals._asdict() for totals in found.totals),
        "otherwise": {
            "rounds_won": found.rounds_won_otherwise,
            "points": found.rounds_worth_otherwise,
            "paid": found.rounds_paid_otherwise,
        },
        "players": [_player_json(report, one) for one in range(len(report.players))],
        "changes": [
            {
                "game": report.records[change.game],
                "winners": _now_and_then(_ids_and_names(report, who) for who in change.winners),
                "leaders": _ids_and_names(report, change.leaders),
                "rounds": _now_and_then(change.rounds),
            }
            for change in found.changes
        ],
        "readings": {
            reading: {
                "blockers": effect.blockers,
                "net": {
                    id: _money_json(report, amounts)
                    for id, amounts in zip(found.players, effect.net, strict=True)
                },
            }
            for reading, effect in found.readings.items()
        },
    }


def _now_and_then(pair: Any) -> dict[str, Any]:
    now, then = pair
    return {"now": now, "then": then}


def _ids_and_names(report: Report, players: Sequence[str]) -> list[dict[str, str]]:
    return [{"player": player, "name": report.named[player]} for player in players]


def _player_json(report: Report, one: int) -> dict[str, Any]:
    return {
        "player": report.found.players[one],
        "name": report.players[one],
        **_now_and_then(
            {
                name: column[one].item()
                for name, column in zip(figures._fields, figures, strict=True)
                if column.ndim == 1
            }
            | {"net": _money_json(report, figures.net[one])}
            for figures in report.found.figures
        ),
    }


def _money_json(report: Report, amounts: IntArray) -> dict[str, int]:
    return dict(zip(report.found.currencies, amounts.tolist(), strict=True))
