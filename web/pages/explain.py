"""Why a round has its result: the facts, each figure's rule, and who blocked."""

from collections.abc import Iterator
from typing import NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from ...domain.block_verdicts import Evidence
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.rules.rule_set import Reading
from ...projections.explain.round import explain_round
from ...projections.listings.readings import readings_table
from ...projections.messages import all_of, text
from ...projections.messages.acts import Seating, seating_of
from ...projections.messages.explanations import explanation_line
from ...projections.messages.readings import evidence_lines, reading_text
from ...projections.messages.rule_names import counts_by_text, rules_title
from ...projections.places import Address, address_in
from ...projections.replay.frames import frames_instead
from ...projections.results.block_verdicts import Readings, readings_of, ruled_on
from ...projections.results.game_result import RoundResult, count_game
from ..asked import BookAsked
from ..rendering import page
from .steps import Board, board_of

routes = APIRouter()


@routes.get("/explain/{address:path}", name="explain")
def explain(request: Request, book: BookAsked, address: str) -> Response:
    """The explanation of the round at this address, and the readings of its block."""
    at = address_in(address) or Address(address, 0)
    id, round = book.ledger.find(at.game), at.round or 0
    found = explain_round(book.ledger, id, round)
    counted = count_game(book.ledger.stream(id).game)
    of_round, rules = counted.rounds[round], counted.rules
    seating = seating_of(counted.game, found.names)
    hidden = round in hidden_rounds(counted.game)
    readings = None if hidden else readings_of(counted, of_round)
    table = readings and readings_table(
        readings,
        rules.reading,
        ruled_on(of_round),
        round=round,
        names=found.names,
        currency=None if rules.payout is None else counted.game.opened.stake.currency,
    )
    counts = None if found.counted_by is None else counts_by_text(found.counted_by, found.rules)
    return page(
        request,
        "explain.html",
        address=Address(found.game, round),
        rules=rules_title(rules),
        counts=counts,
        findings=[each.message for each in found.findings],
        steps=[explanation_line(each) for each in found.steps],
        readings=table,
        kinds=[reading_text(name) for name in readings or ()],
        evidence=[*_evidence(readings or {}, of_round, seating)],
    )


class Shown(NamedTuple):
    """The evidence of one or more readings."""

    readings: str
    lines: tuple[str, ...]
    board: Board | None
    """What could have been played; None if no other tile would have kept the round open."""


def _evidence(readings: Readings, found: RoundResult, seating: Seating) -> Iterator[Shown]:
    """Each evidence once, in the order of the readings."""
    by_evidence: dict[Evidence, list[Reading]] = {}
    for name, reading in readings.items():
        if reading.verdict.evidence is not None:
            by_evidence.setdefault(reading.verdict.evidence, []).append(name)
    for evidence, names in by_evidence.items():
        move, acts = readings[names[0]].move, found.round.acts
        lines = tuple(evidence_lines(acts, evidence, move, seating.names))
        instead = frames_instead(found.round, found.number, evidence)
        board = board_of(instead, seating) if instead else None
        if board is not None:
            first, *others = board.steps
            before = text("before move {move}", move=move)
            board = board._replace(steps=(first._replace(sentence=before), *others))
        yield Shown(all_of(names), lines, board)
