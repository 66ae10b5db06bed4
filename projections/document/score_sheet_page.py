"""A score sheet as a page."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import NamedTuple

from ...ledger.club import NO_CLUB, Club
from ..messages import all_of, mark, sides_text, text
from ..messages.disputes import dispute_text, step_text
from ..messages.money import NO_CURRENCY, money_figure
from ..messages.published_rules import published_text
from ..messages.rule_ids import rules_text
from ..messages.score_sheet import ending_text, remark_text, stake_text, waiting_text
from ..messages.states import outcome_text
from ..messages.times import shown_moment
from ..places import place
from ..reports.score_sheet import RulingRemark, Sheet
from ..verification.checkpoints import Logged
from ..verification.sheet_code import code_of
from . import blocks as page


class Column(NamedTuple):
    """A column of the table of rounds."""

    head: str
    cells: page.Row
    total: str = ""


def page_of(sheet: Sheet, club: Club = NO_CLUB, log: Logged | None = None) -> page.Page:
    """The sheet in words."""
    lists = (
        (text("Not settled"), waiting_lines(sheet)),
        (text("Disputes"), dispute_lines(sheet, club.zone)),
        (text("Remarks"), remark_lines(sheet, club.zone)),
    )
    people = (*sheet.players, *arbiter_signs(arbiters_of([sheet], club), club))
    blocks = (
        page.Pairs(tuple(sheet_facts(sheet, club))),
        *round_tables(sheet),
        page.Paragraph(outcome_text(sheet.outcome), "outcome"),
        *page.listed(lists),
        page.Together((page.Signatures(people), *proof_blocks(sheet, log))),
    )
    return page.Page(text("Score sheet: {game}", game=sheet.record), blocks)


def proof_blocks(sheet: Sheet, log: Logged | None) -> Iterator[page.Block]:
    """The events that the page was made from, and the checkpoint of the log that holds them."""
    facts = [
        (text("Game"), sheet.record),
        (text("Id"), str(sheet.game)),
        (text("Events"), str(sheet.events)),
        (text("Hash of the last"), sheet.hash or text("not shown while a round is hidden")),
    ]
    code = "" if sheet.hash is None else code_of(sheet.hash)
    if code:
        facts.append((text("Short code"), code))
    if log is not None:
        logged = mark("{logged} of its {events} events, by the checkpoint below")
        shown = text(logged, logged=log.logged, events=sheet.events)
        facts.append((text("In the log"), shown))
        if not log.checked:
            said = text("not checked: no key of the log is registered in the book")
            facts.append((text("Its signature"), said))
    yield page.Pairs(tuple(facts), "proof", code)
    if log is not None:
        yield page.Checkpoint(log.note)


def waiting_lines(sheet: Sheet) -> Iterator[str]:
    """What keeps the game from being settled."""
    return (waiting_text(each, sheet.players) for each in sheet.waiting)


def club_facts(club: Club) -> Iterator[tuple[str, str]]:
    """What the club file says about where the games were played."""
    said = (text("Club"), club.name), (text("Place"), club.place), (text("Table"), club.table)
    return ((label, value) for label, value in said if value is not None)


def arbiters_of(sheets: Sequence[Sheet], club: Club) -> tuple[str, ...]:
    """The arbiters who ruled on these games; if there are none, those of the club."""
    ruled = dict.fromkeys(
        step.by
        for sheet in sheets
        for dispute in sheet.disputes
        for step in dispute.steps
        if step.step == "ruled" and step.role != "table"
    )
    return tuple(ruled) or (club.arbiters or ())


def arbiter_signs(arbiters: tuple[str, ...], club: Club) -> tuple[str, ...]:
    """The line on which an arbiter signs; there is none in a club without one."""
    if len(arbiters) == 1:
        return (text("{name}, arbiter", name=arbiters[0]),)
    return () if club.arbiters == () and not arbiters else (text("Arbiter"),)


def dispute_lines(sheet: Sheet, zone: tzinfo | None) -> Iterator[str]:
    """The disputes about the game, each with its claim, and with the rulings in force."""
    for dispute in sheet.disputes:
        claim, *_ = dispute.steps
        yield text("{dispute}; {claim}", dispute=dispute_text(dispute), claim=step_text(claim))
        for remark in sheet.remarks:
            if isinstance(remark, RulingRemark) and remark.ruling.dispute == dispute.dispute:
                yield remark_text(remark, sheet.players, zone)


def remark_lines(sheet: Sheet, zone: tzinfo | None) -> Iterator[str]:
    """How the game was left, and amendments."""
    for remark in sheet.remarks:
        if not isinstance(remark, RulingRemark):
            yield remark_text(remark, sheet.players, zone)


def sheet_facts(sheet: Sheet, club: Club) -> Iterator[tuple[str, str]]:
    """Where and when the game was played, by whom, and under which rules."""
    yield from club_facts(club)
    if sheet.started_at is None:
        yield text("Recorded"), shown_moment(sheet.recorded_at, club.zone)
    else:
        yield text("Date"), shown_moment(sheet.started_at, club.zone)
    arbiters = arbiters_of([sheet], club)
    if arbiters:
        yield text("Arbiter"), ", ".join(arbiters)
    if any(len(side) > 1 for side in sheet.sides):
        yield text("Sides"), sides_text(map(all_of, sheet.sides))
    players = text("Players, clockwise") if len(sheet.players) > 2 else text("Players")
    yield players, ", ".join(sheet.players)
    yield text("Rules"), f"{rules_text(sheet.rules)}  {published_text(sheet.title)}".rstrip()
    stake = stake_text(sheet)
    if stake is not None:
        yield text("Stake"), stake
    if sheet.source is not None:
        yield text("Source"), sheet.source
    if sheet.version > 1:
        yield text("Version"), text("{version}: the game was amended", version=sheet.version)


def round_tables(sheet: Sheet) -> Iterator[page.Table]:
    """The rounds with points, or else with money; if there are both, money has its own table."""
    if not sheet.rounds:
        return
    won = (round.won for round in sheet.rounds)
    course = [
        Column(text("Led by"), tuple(round.led or "-" for round in sheet.rounds)),
        Column(text("Ended"), tuple(ending_text(round.ended) for round in sheet.rounds)),
        Column(text("Won by"), tuple("-" if one is None else _together(one) for one in won)),
    ]
    points = list(_figures(sheet, list(map(_together, sheet.sides)))) if sheet.scored else []
    money = [] if sheet.stake is None else list(_figures(sheet, sheet.players, sheet.currency))
    caption = text("Money of each round / so far, in {currency}", currency=sheet.currency)
    if sheet.currency == NO_CURRENCY:
        caption = text("Money of each round / so far")
    if money and not sheet.scored:
        yield _table(caption, sheet, [*course, *money])
        return
    rounds = text("Points of each round / so far") if points else text("Rounds")
    yield _table(rounds, sheet, [*course, *points])
    if money:
        yield _table(caption, sheet, money)


def _together(names: Sequence[str]) -> str:
    return all_of(names) if names else text("nobody")


def _table(caption: str, sheet: Sheet, columns: Sequence[Column]) -> page.Table:
    totals = any(column.total for column in columns)
    numbers = tuple(place(each.number) for each in sheet.rounds)
    columns = [Column(text("Round"), numbers, text("Total") if totals else ""), *columns]
    rows = list(zip(*(column.cells for column in columns), strict=True))
    if totals:
        rows.append(tuple(column.total for column in columns))
    with_total = (at for at, column in enumerate(columns) if at and column.total)
    heads = tuple(column.head for column in columns)
    return page.Table(caption, heads, tuple(rows), next(with_total, len(columns)), totals=totals)


def _figures(sheet: Sheet, holders: Sequence[str], currency: str = "") -> Iterator[Column]:
    """Points by side, or money by seat, if a round counts; also corrections and penalties if any.

    ``holders``: the sides, or with a ``currency`` the players.
    """
    played, totals, corrected, penalties = zip(
        *(
            (each.played_net, each.net_totals, None, each.net_penalties)
            if currency
            else (each.played_points, each.totals, each.corrected, each.penalties)
            for each in sheet.rounds
        ),
        strict=True,
    )
    *_, last = [None, *filter(None, totals)]
    if last is None:
        return
    if any(corrected):
        yield Column(text("Corrected"), tuple(_named(each, holders) for each in corrected))
    if any(penalties):
        named = (_named(each, holders, currency, signed=True) for each in penalties)
        yield Column(text("Penalties"), tuple(named))
    for at, name in enumerate(holders):
        both = zip(played, totals, strict=True)
        cells = tuple(_so_far(of_round, so_far, at, currency) for of_round, so_far in both)
        yield Column(name, cells, _figure(last[at], currency))


def _so_far(
    figures: tuple[int, ...] | None, totals: tuple[int, ...] | None, at: int, currency: str = ""
) -> str:
    if figures is None or totals is None:
        return "-"
    return f"{_figure(figures[at], currency)} / {_figure(totals[at], currency)}"


def _named(
    figures: tuple[int, ...] | None, names: Sequence[str], currency: str = "", signed: bool = False
) -> str:
    """Each figure with its name; ``signed``: with a sign, and those that are not zero."""
    if figures is None:
        return ""
    shown = (
        (name, "+" if signed and figure > 0 else "", _figure(figure, currency))
        for name, figure in zip(names, figures, strict=True)
        if figure or not signed
    )
    return ", ".join(
        text("{name} {figure}", name=name, figure=f"{sign}{figure}") for name, sign, figure in shown
    )


def _figure(figure: int, currency: str) -> str:
    return money_figure(figure, currency) if currency else str(figure)
