"""A score sheet in words: the same headings, tables and lines on paper, in HTML and as text."""

from collections.abc import Sequence

from projections.accounting.money import NO_CURRENCY, money_figure
from projections.sheet.score_sheet import Sheet, SheetRound

from ..output import moment
from .page import Page, Row, Table

ARBITER = "Arbiter"


def page_of(sheet: Sheet) -> Page:
    """The sheet in words."""
    lists = (
        ("Not settled", sheet.waiting),
        ("Remarks", sheet.remarks),
    )
    return Page(
        title=f"Score sheet: {sheet.record}",
        facts=_facts(sheet),
        tables=(_points(sheet), *(() if sheet.stake is None else (_money(sheet),))),
        outcome=sheet.outcome,
        lists=tuple((head, lines) for head, lines in lists if lines),
        signatures=(*sheet.players, ARBITER),
        proof=(
            ("Game", str(sheet.game)),
            ("Events", str(sheet.events)),
            ("Hash of the last", sheet.hash or "not told while a round is hidden"),
        ),
    )


def _facts(sheet: Sheet) -> tuple[tuple[str, str], ...]:
    facts = [
        ("Played", "-" if sheet.started_at is None else moment(sheet.started_at)),
        ("Recorded", moment(sheet.recorded_at)),
        ("Source", sheet.source or "-"),
        ("Rules", f"{sheet.rules}  {sheet.title}".rstrip()),
        ("Players", ", ".join(f"{seat} {name}" for seat, name in enumerate(sheet.players))),
    ]
    if any(len(side) > 1 for side in sheet.sides):
        facts.append(("Sides", " against ".join(map(together, sheet.sides))))
    if sheet.stake is not None:
        facts.append(("Stake", sheet.stake))
    if sheet.version > 1:
        facts.append(("Version", f"{sheet.version}: the game was amended"))
    return tuple(facts)


def together(names: Sequence[str]) -> str:
    """Names as one phrase."""
    return " and ".join(names) or "nobody"


_OF_A_ROUND = ("Round", "Led by", "Ended", "Won by")


def _begun(round: SheetRound) -> Row:
    won = "-" if round.won is None else together(round.won)
    return (str(round.number), round.led or "-", round.ended, won)


def _points(sheet: Sheet) -> Table:
    """The rounds, with points where the rules know them."""
    if not sheet.scored:
        rows = tuple(_begun(round) for round in sheet.rounds)
        return Table("Rounds", _OF_A_ROUND, rows, len(_OF_A_ROUND))
    sides = len(sheet.sides)
    rows = tuple(
        (*_begun(round), *_cells(round.points, round.totals, sides)) for round in sheet.rounds
    )
    last = next((each.totals for each in reversed(sheet.rounds) if each.totals), (0,) * sides)
    total = ("Total", "", "", "", *map(str, last))
    heads = (*_OF_A_ROUND, *map(together, sheet.sides))
    return Table(
        "Points of each round / so far", heads, (*rows, total), len(_OF_A_ROUND), totals=True
    )


def _money(sheet: Sheet) -> Table:
    currency, seats = sheet.currency, len(sheet.players)
    rows = tuple(
        (str(round.number), *_cells(round.net, round.net_totals, seats, currency))
        for round in sheet.rounds
    )
    last = next((e.net_totals for e in reversed(sheet.rounds) if e.net_totals), (0,) * seats)
    total = ("Total", *(money_figure(amount, currency) for amount in last))
    unit = "" if currency == NO_CURRENCY else f", in {currency}"
    caption = f"Money of each round / so far{unit}"
    return Table(caption, ("Round", *sheet.players), (*rows, total), 1, totals=True)


def _cells(
    figures: tuple[int, ...] | None, totals: tuple[int, ...] | None, many: int, currency: str = ""
) -> Row:
    if figures is None or totals is None:
        return ("-",) * many
    return tuple(
        f"{_figure(one, currency)} / {_figure(total, currency)}"
        for one, total in zip(figures, totals, strict=True)
    )


def _figure(figure: int, currency: str) -> str:
    return money_figure(figure, currency) if currency else str(figure)
