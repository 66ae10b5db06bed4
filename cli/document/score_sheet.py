"""A score sheet as a page."""

from collections.abc import Sequence

from projections.accounting.money import NO_CURRENCY, money_figure
from projections.messages import all_of, sides_text, text
from projections.messages.rule_sets import published_text, rules_text
from projections.messages.score_sheet import (
    ending_text,
    outcome_text,
    remark_text,
    stake_text,
    waiting_text,
)
from projections.messages.times import moment
from projections.reports.score_sheet import Sheet, SheetRound

from .page import Page, Row, Table


def page_of(sheet: Sheet) -> Page:
    """The sheet in words."""
    lists = (
        (text("Not settled"), tuple(waiting_text(each, sheet.players) for each in sheet.waiting)),
        (text("Remarks"), tuple(remark_text(each, sheet.players) for each in sheet.remarks)),
    )
    return Page(
        title=text("Score sheet: {game}", game=sheet.record),
        facts=_facts(sheet),
        tables=(_points(sheet), *(() if sheet.stake is None else (_money(sheet),))),
        outcome=outcome_text(sheet.outcome),
        lists=tuple((head, lines) for head, lines in lists if lines),
        signatures=(*sheet.players, text("Arbiter")),
        proof=(
            (text("Game"), str(sheet.game)),
            (text("Events"), str(sheet.events)),
            (text("Hash of the last"), sheet.hash or text("not shown while a round is hidden")),
        ),
    )


def _facts(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    facts = [
        (text("Played"), "-" if sheet.started_at is None else moment(sheet.started_at)),
        (text("Recorded"), moment(sheet.recorded_at)),
        (text("Source"), sheet.source or "-"),
        (text("Rules"), f"{rules_text(sheet.rules)}  {published_text(sheet.title)}".rstrip()),
        (text("Players"), ", ".join(f"{seat} {name}" for seat, name in enumerate(sheet.players))),
    ]
    if any(len(side) > 1 for side in sheet.sides):
        facts.append((text("Sides"), sides_text(map(all_of, sheet.sides))))
    stake = stake_text(sheet)
    if stake is not None:
        facts.append((text("Stake"), stake))
    if sheet.version > 1:
        version = text("{version}: the game was amended", version=sheet.version)
        facts.append((text("Version"), version))
    return tuple(facts)


def _together(names: Sequence[str]) -> str:
    return all_of(names) if names else text("nobody")


def _start_of_row(round: SheetRound) -> Row:
    won = "-" if round.won is None else _together(round.won)
    return (str(round.number), round.led or "-", ending_text(round.ended), won)


def _points(sheet: Sheet) -> Table:
    """The rounds; with points if the rules have points."""
    heads = (text("Round"), text("Led by"), text("Ended"), text("Won by"))
    if not sheet.scored:
        rows = tuple(_start_of_row(round) for round in sheet.rounds)
        return Table(text("Rounds"), heads, rows, len(heads))
    sides = len(sheet.sides)
    rows = tuple(
        (*_start_of_row(round), *_cells(round.points, round.totals, sides))
        for round in sheet.rounds
    )
    last = next((each.totals for each in reversed(sheet.rounds) if each.totals), (0,) * sides)
    total = (text("Total"), "", "", "", *map(str, last))
    return Table(
        text("Points of each round / so far"),
        (*heads, *map(_together, sheet.sides)),
        (*rows, total),
        len(heads),
        totals=True,
    )


def _money(sheet: Sheet) -> Table:
    currency, seats = sheet.currency, len(sheet.players)
    rows = tuple(
        (str(round.number), *_cells(round.net, round.net_totals, seats, currency))
        for round in sheet.rounds
    )
    last = next((e.net_totals for e in reversed(sheet.rounds) if e.net_totals), (0,) * seats)
    total = (text("Total"), *(money_figure(amount, currency) for amount in last))
    caption = (
        text("Money of each round / so far")
        if currency == NO_CURRENCY
        else text("Money of each round / so far, in {currency}", currency=currency)
    )
    return Table(caption, (text("Round"), *sheet.players), (*rows, total), 1, totals=True)


def _cells(
    figures: tuple[int, ...] | None, totals: tuple[int, ...] | None, width: int, currency: str = ""
) -> Row:
    if figures is None or totals is None:
        return ("-",) * width
    return tuple(
        f"{_figure(one, currency)} / {_figure(total, currency)}"
        for one, total in zip(figures, totals, strict=True)
    )


def _figure(figure: int, currency: str) -> str:
    return money_figure(figure, currency) if currency else str(figure)
