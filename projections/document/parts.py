"""Parts of documents and pages about one game: what is wrong, who blocked, disputes, proof."""

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import NamedTuple

from ...domain.game.state import Game
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.rules.payout import Reading
from ..audit.audit import Audit
from ..audit.findings import findings_of
from ..dossier.dossier import Proof
from ..drawing.placement import drawing_of
from ..listings.consequences import consequences_table
from ..listings.readings import readings_table
from ..messages import all_of, text
from ..messages.acts import Seating
from ..messages.disputes import dispute_text, step_text
from ..messages.dossier import proof_texts
from ..messages.readings import evidence_lines, rule_text, view_text
from ..messages.remedies import remedy_text
from ..messages.times import shown_moment
from ..messages.violations import unchecked_text, violation_text
from ..replay.evidence import PlayedEvidence, played_evidence
from ..results.block_verdicts import ReadingAudit, Readings, readings_of, ruled_on
from ..results.consequences import Consequences
from ..results.disputes import DisputeHistory
from ..results.game_result import GameResult, RoundResult
from .blocks import (
    Beside,
    Block,
    Heading,
    Pairs,
    Paragraph,
    Picture,
    Points,
    Table,
    Together,
    page_table,
)
from .boards import board_of


def what_was_found(audit: Audit) -> Iterator[Block]:
    """What the audit comes to."""
    yield Heading(text("What was found"))
    yield Points(tuple(each.message for each in findings_of(audit)))


def what_is_wrong(audit: Audit, names: Sequence[str]) -> Iterator[Block]:
    """What is against the rules, and what cannot be checked."""
    yield Heading(text("What is wrong, and what cannot be checked"))
    if audit.violations:
        yield Points(tuple(violation_text(each, names) for each in audit.violations))
    elif audit.clean:
        yield Paragraph(text("All moves were checked, and nothing is wrong."))
    else:
        yield Paragraph(text("Nothing wrong is proven."))
    if audit.unchecked:
        yield Paragraph(text("These questions are open:"))
        yield Points(tuple(unchecked_text(each, names) for each in audit.unchecked))
    results = (each.message for each in findings_of(audit) if each.code == "result-only")
    yield from map(Paragraph, results)


class BlockedRound(NamedTuple):
    """Who blocked a round, under each reading."""

    found: RoundResult
    readings: Readings
    counting: Reading | None
    """The reading that counts under the rules."""
    ruled: ReadingAudit | None
    """The blocker that an arbiter named."""
    currency: str | None
    """Of the money that each player gets; None: the rules pay none."""
    evidence: Sequence[PlayedEvidence]


def who_blocked(blocked: BlockedRound, seating: Seating) -> Iterator[Block]:
    """The readings side by side, each with its verdict and the money under it; their evidence."""
    number = blocked.found.number
    yield Heading(text("Who blocked round {round}", round=number), 3)
    yield Paragraph(
        text(
            "There are several answers: each reading asks in another way. Some look with open "
            "hands, and so know more than the players did."
        )
    )
    yield Pairs(tuple((name, rule_text(name)) for name in blocked.readings))
    shown = readings_table(
        blocked.readings,
        blocked.counting,
        blocked.ruled,
        round=number,
        names=seating.names,
        currency=blocked.currency,
    )
    caption = text("The readings")
    if blocked.currency is not None:
        caption = text("The readings, and what each player gets under them")
    yield page_table(caption, shown)._replace(figures_from=4)
    for each in blocked.evidence:
        yield Together(tuple(_evidence(blocked.found, each, seating)))


def block_of(counted: GameResult, round: int, seating: Seating) -> Iterator[Block]:
    """Who blocked the round of this number; nothing if it is not blocked, or tiles are hidden."""
    found, rules = counted.rounds[round], counted.rules
    readings = None if round in hidden_rounds(counted.game) else readings_of(counted, found)
    if readings is not None:
        currency = None if rules.payout is None else counted.game.opened.stake.currency
        evidence = tuple(played_evidence(readings, found.round, round))
        blocked = BlockedRound(found, readings, rules.reading, ruled_on(found), currency, evidence)
        yield from who_blocked(blocked, seating)


def _evidence(found: RoundResult, played: PlayedEvidence, seating: Seating) -> Iterator[Block]:
    """What the evidence says; the line of play step by step, and on paper its end."""
    readings = all_of(
        text("{reading} ({view})", reading=each, view=view_text(each)) for each in played.readings
    )
    yield Heading(text("The evidence of {readings}", readings=readings), 3)
    acts = found.round.acts
    lines = Points(tuple(evidence_lines(acts, played.evidence, played.move, seating.names)))
    if not played.frames:
        yield lines
        return
    board = board_of(played.frames, seating)
    first, *others = (each._replace(place="") for each in board.steps)
    first = first._replace(sentence=text("before move {move}", move=played.move))
    label = text("What could have been played")
    yield board._replace(label=label, steps=(first, *others), on_paper=False)
    words = text("This could have been played: the tiles with a border, in place of what was laid.")
    picture = Picture(drawing_of(played.frames[-1].view), words, (), played.laid)
    yield Beside(picture, (lines, Paragraph(words, "note")))


class Dispute(NamedTuple):
    """A dispute, and what its rulings changed; None where none is in force."""

    history: DisputeHistory
    consequences: Consequences | None


def disputes_and_rulings(
    disputes: Sequence[Dispute], game: Game, names: Sequence[str], zone: tzinfo | None
) -> Iterator[Block]:
    """Each dispute step by step, and what its rulings changed."""
    yield Heading(text("Disputes and rulings"))
    if not disputes:
        yield Paragraph(text("Nobody disputes anything."))
    for dispute, consequences in disputes:
        yield Heading(dispute_text(dispute), 3)
        rows = tuple(
            (
                step_text(step),
                "; ".join(remedy_text(each, game, names) for each in step.remedies),
                shown_moment(step.at, zone),
            )
            for step in dispute.steps
        )
        heads = (text("What"), text("Ordered"), text("When"))
        yield Table("", heads, rows, figures_from=len(heads), dense=True)
        if consequences is not None:
            changed = page_table(
                text("What the ruling changed"), consequences_table(consequences, names, game)
            )
            yield changed._replace(figures_from=3, dense=False)
            order = text("Scores are in the order of the sides, money in that of the players.")
            yield Paragraph(order, "note")


def proof(proven: Proof) -> Iterator[Block]:
    """Which checks the events passed."""
    yield Heading(text("Proof"))
    yield from map(Paragraph, proof_texts(proven))
