"""The sheet of a whole evening as a page."""

from collections.abc import Sequence

from ...ledger.club import NO_CLUB, Club
from ..days import local_time
from ..listings.league import standings_table
from ..listings.table import Names
from ..messages import all_of, plural, sides_text, text
from ..messages.formats import day_text
from ..messages.money import money
from ..messages.rule_ids import rules_text
from ..messages.states import outcome_text
from ..reports.games import ListedGame
from ..reports.league import ranked
from ..reports.night import Night
from ..reports.score_sheet import Sheet
from ..verification.sheet_code import code_of
from .blocks import Page, Pairs, Paragraph, Signatures, Table, Together, listed, page_table
from .score_sheet_page import arbiter_signs, arbiters_of, club_facts, dispute_lines, remark_lines


def page_of_night(
    found: Night, sheets: Sequence[Sheet], names: Names, club: Club = NO_CLUB
) -> Page:
    """The evening in words; ``sheets``: of its games, in their order."""
    arbiters = arbiters_of(sheets, club)
    players = dict.fromkeys(player for sheet in sheets for player in sheet.players)
    dues = [
        text("{player}: {amount}", player=due.name, amount=money(due.amount, due.currency))
        for due in found.dues
    ]
    disputes = [line for sheet in sheets for line in dispute_lines(sheet, club.zone)]
    remarks = [
        text("{game}: {remark}", game=sheet.record, remark=line)
        for sheet in sheets
        for line in remark_lines(sheet, club.zone)
    ]
    facts = (
        *club_facts(club),
        (text("Date"), day_text(found.evening)),
        *([(text("Arbiter"), ", ".join(arbiters))] if arbiters else []),
        (text("Games"), str(len(sheets))),
        (text("Players"), ", ".join(players)),
    )
    proof = tuple((sheet.record, _proof(sheet)) for sheet in sheets)
    outcome = text("No game is in progress, and none waits for a ruling.")
    if found.not_over:
        waiting = len(found.not_over)
        outcome = plural("{number} game is not over.", "{number} games are not over.", waiting)
    standings = (
        page_table(
            text("Standings under {rules}", rules=rules_text(league.rules)),
            standings_table(ranked(league, names)),
        )
        for league in found.standings
        if league.places and league.rules
    )
    blocks = (
        Pairs(facts),
        _games(found, sheets),
        *standings,
        Paragraph(outcome, "outcome"),
        *listed(((text("Money"), dues), (text("Disputes"), disputes), (text("Remarks"), remarks))),
        Together((Signatures((*players, *arbiter_signs(arbiters, club))), Pairs(proof, "proof"))),
    )
    return Page(text("Sheet of the evening of {day}", day=day_text(found.evening)), blocks)


def _games(found: Night, sheets: Sequence[Sheet]) -> Table:
    heads = [text("No."), text("Game"), text("Began"), text("Rules")]
    heads += text("Sides"), text("Points"), text("Outcome")
    rows = tuple(
        (
            *(str(number), sheet.record),
            f"{local_time(game.overview.started_at, found.zone):%H:%M}",
            sheet.rules,
            *(sides_text(map(all_of, sheet.sides)), _scores(game)),
            outcome_text(sheet.outcome),
        )
        for number, (game, sheet) in enumerate(zip(found.games, sheets, strict=True), start=1)
    )
    return Table(text("Games"), tuple(heads), rows, figures_from=len(heads))


def _scores(game: ListedGame) -> str:
    return "-" if game.overview.scores is None else " ".join(map(str, game.overview.scores))


def _proof(sheet: Sheet) -> str:
    if sheet.hash is None:
        return text("short code and hash: not shown while a round is hidden")
    return plural(
        "short code {code}; {number} event, hash of the last: {hash}",
        "short code {code}; {number} events, hash of the last: {hash}",
        sheet.events,
        code=code_of(sheet.hash),
        hash=sheet.hash,
    )
