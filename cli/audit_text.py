"""An audit as people read it."""

from collections.abc import Iterator

from domain.events import Seat, TileDrawn, TileLaid
from domain.round import Act, Round
from domain.rules import Payout
from domain.tiles import NAMES
from ledger.importing import describe
from projections.audit import Audit, RoundAudit
from projections.blame import ReadingAudit
from projections.teams import points_by_team

LOOKS = {
    "last-to-lay": "at the table",
    "last-choice": "open hands",
    "knowing-lock": "his own view",
    "point-of-no-return": "open hands",
    "could-have-forced-open": "open hands",
    "set-up": "open hands",
}
"""What a reading looks at, which it says on its face (docs/rules/payout.md)."""


def audit_text(audit: Audit) -> str:
    """The whole report on one game, several lines of text."""
    return "\n".join(_lines(audit))


def _lines(audit: Audit) -> Iterator[str]:
    record, ruling = audit.record, audit.ruling
    rules = record.rules if isinstance(record.rules, str) else record.rules.id
    number = len(audit.violations)
    verdict = "clean" if not number else f"{number} violation" + "s" * (number > 1)
    yield f"{record.id}  {rules}  {verdict}"
    for violation in audit.violations:
        yield f"  ! {describe(violation)}"
    if ruling is None:
        return
    if ruling.rules.id != rules:
        yield f"  score and payout by {ruling.rules.id}"
    for place, found in enumerate(audit.rounds):
        yield from (f"  {line}" for line in _round(audit, place, found))
    yield f"  {_standing(audit)}"


def _round(audit: Audit, place: int, found: RoundAudit) -> Iterator[str]:
    if found.ruling is None or audit.ruling is None:
        yield f"round {place}: its deal cannot be read"
        return
    facts, score, net = found.ruling.facts, found.ruling.score, found.ruling.net
    ended = "not over" if facts.ended is None else facts.ended
    parts = [f"round {place}: {ended}", f"pips {_figures(facts.pips)}"]
    if score is not None:
        parts.append(f"won by {_seats(audit, score.winners) or 'nobody'}")
        points = points_by_team(audit.ruling.game, score.points)
        parts += [] if points is None else [f"points {_figures(points)}"]
    elif not facts.regular:
        parts.append("not settled until it is ruled on")
    parts += [] if net is None else [f"net {_figures(net)}"]
    if found.ruling.number in audit.ruling.surplus:
        parts.append("surplus")
    yield "; ".join(parts)
    for name, reading in (found.readings or {}).items():
        counts = name == _counted(audit)
        yield from (
            f"  {line}" for line in _reading(audit, found.ruling.round, name, reading, counts)
        )


def _counted(audit: Audit) -> str | None:
    payout: Payout | None = audit.ruling.rules.payout if audit.ruling else None
    return None if payout is None else payout.reading


def _reading(
    audit: Audit, round: Round, name: str, reading: ReadingAudit, counts: bool
) -> Iterator[str]:
    verdict = reading.verdict
    mark = "*" if counts else " "
    head = f"{mark}{name} ({LOOKS[name]}): "
    net = "" if reading.net is None else f"; net {_figures(reading.net)}"
    if verdict.status == "nobody":
        yield f"{head}nobody{net}"
        return
    if verdict.status == "undetermined":
        yield f"{head}undetermined after {verdict.bound} positions{net}"
        return
    helper = "" if verdict.assistant is None else f", assisted by {_seat(audit, verdict.assistant)}"
    yield f"{head}{_seat(audit, verdict.blocker)}{helper}{net}"
    evidence = verdict.evidence
    if evidence is None:
        return
    yield f"    move {reading.move}: {told(round.acts[evidence.act])}"
    if evidence.instead is not None:
        yield f"    instead: {told(evidence.instead)}"
    if evidence.line is not None:
        line = ", ".join(f"{act.seat} {told(act)}" for act in evidence.line)
        yield f"    then for example: {line}" if line else "    and the round is out there and then"


def told(act: Act) -> str:
    """An act in a few words, the seat left out."""
    match act:
        case TileLaid():
            return f"lays {NAMES[act.tile]}" + (f" at {act.end}" if act.end else "")
        case TileDrawn():
            return f"draws {NAMES[act.tile]}"
        case _:
            return "passes"


def _standing(audit: Audit) -> str:
    assert audit.ruling is not None
    ruling = audit.ruling
    scores = points_by_team(ruling.game, ruling.standing.scores)
    figures = "" if scores is None else f"; scores {_figures(scores)}"
    if ruling.winners is None:
        leads = "" if scores is None else f"; {_leader(audit, scores)}"
        return f"game: unfinished{figures}{leads}"
    return f"game: won by {_seats(audit, ruling.winners) or 'nobody'}{figures}"


def _leader(audit: Audit, scores: list[int]) -> str:
    leading = [str(side) for side, score in enumerate(scores) if score == max(scores)]
    partners = audit.ruling is not None and audit.ruling.game.opened.rules.play.partners
    return f"{'team' if partners else 'seat'} {' and '.join(leading)} in the lead"


def _figures(values: tuple[int, ...] | list[int]) -> str:
    return " ".join(str(value) for value in values)


def _seats(audit: Audit, seats: tuple[Seat, ...]) -> str:
    return " and ".join(_seat(audit, seat) for seat in seats)


def _seat(audit: Audit, seat: Seat | None) -> str:
    return "nobody" if seat is None else f"{seat} ({audit.record.players[seat]})"
