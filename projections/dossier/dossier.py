"""The dossier of a game: one value with all that the parties of a dispute may see of it.

It is put together from what other reports find: the score sheet, the audit, the replay, the
explanation of each round. Tiles come from `seat_view` alone.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple
from uuid import UUID

from domain.block_verdicts import Evidence
from domain.events import Seat
from domain.game.state import Game
from domain.hidden.seat_view import SeatView, SeenHand, hidden_rounds, own_hands, seat_view
from domain.round.state import Act, Round, evolve
from domain.rules.rule_set import Reading, RuleSet
from ledger.book import Book
from ledger.registry.house_rules import all_rules
from ledger.registry.players import people_names
from ledger.store.stream import Stream

from ..audit.audit import Audit, Auditor, RoundAudit
from ..drawing.drawing import Drawing
from ..drawing.placement import drawing_of
from ..explain.round import explain
from ..messages.rules import AgreedChange, RuleSentence, agreed_changes, rule_sentences
from ..messages.sentences import Sentence
from ..replay.frames import Frame, frames
from ..replay.game_replay import seat_of_viewer
from ..reports.score_sheet import Sheet, sheet_of_stream
from ..results.block_verdicts import before_acts
from ..results.consequences import Consequences, consequences_of
from ..results.game_result import GameResult, count_game
from .proof import Proof, proof_of


class Known(NamedTuple):
    """What could be known when an act was made."""

    hands: tuple[SeenHand, ...]
    """By seat: its tiles as the seat itself saw them, None where the dossier may not show them; and
    what everybody could know of the hand."""
    boneyard: int
    """The number of its tiles."""


class DossierStep(NamedTuple):
    """A step of a round."""

    frame: Frame
    known: Known | None
    """Before the act. None where there is none, and where the round was over."""
    drawing: Drawing | None
    """The table after it. None where the step is no move, where the round was over before it, and
    where nothing lies."""


class DrawnEvidence(NamedTuple):
    """The evidence of one or more readings, played to its end."""

    readings: tuple[Reading, ...]
    move: int | None
    """In which the tile that blocked was laid."""
    evidence: Evidence
    drawing: Drawing | None
    """The table after the other tile and its line of play. None if there is no other."""
    laid: frozenset[int]
    """The acts of that line in the drawing."""


class DossierRound(NamedTuple):
    """A round of the game."""

    number: int
    steps: tuple[DossierStep, ...]
    explained: tuple[Sentence, ...]
    """Why it has this result."""
    audited: RoundAudit
    evidence: tuple[DrawnEvidence, ...]
    """Of the readings of a block, each evidence once."""
    acts: tuple[Act, ...]
    """To which evidence refers; empty if there is none."""


class Dossier(NamedTuple):
    """All that the parties of a dispute may see of a game."""

    sheet: Sheet
    game: Game
    viewer: Seat | None
    """The seat whose view it shows; None: whatever lies open."""
    open: bool
    """Hidden tiles of rounds that are not over are shown."""
    hidden: tuple[int, ...]
    """The rounds whose tiles are not shown."""
    rules: RuleSet
    sentences: tuple[RuleSentence, ...]
    agreed: tuple[AgreedChange, ...]
    audit: Audit
    rounds: tuple[DossierRound, ...]
    consequences: tuple[Consequences | None, ...]
    """By dispute, what its rulings changed; None where none is in force."""
    proof: Proof


def dossier_of(
    book: Book, game: UUID, *, viewer: Seat | str | None = None, open: bool = False
) -> Dossier:
    """The dossier of a game of the book, in its newest version.

    ``viewer`` is a seat, its number as text, or a player's name or id. Without one, hidden tiles of
    a round that is not over are shown only with ``open``. Raises NotInGame, and Tampered if the
    events of the game are not those that were recorded.
    """
    stream, names = book.stream(game), people_names(book)
    result = count_game(stream.game)
    sheet = sheet_of_stream(stream, result, names)
    opened = stream.game.opened
    seat = None if viewer is None else seat_of_viewer(viewer, sheet.players, opened.players)
    audit = Auditor(book).of_game(stream, open=open)
    hidden = frozenset[int]() if open else hidden_rounds(stream.game)
    parent = None if opened.rules.parent is None else all_rules(book).get(opened.rules.parent)
    return Dossier(
        sheet=sheet,
        game=stream.game,
        viewer=seat,
        open=open,
        hidden=tuple(sorted(hidden)),
        rules=opened.rules,
        sentences=rule_sentences(opened.rules, stream.game.table.seats, opened.stake, parent),
        agreed=agreed_changes(opened.rules, parent),
        audit=audit,
        rounds=tuple(_rounds(result, audit, sheet.players, seat, hidden, open=open)),
        consequences=tuple(_consequences(stream, sheet)),
        proof=proof_of(book, stream),
    )


def _rounds(
    result: GameResult,
    audit: Audit,
    names: Sequence[str],
    viewer: Seat | None,
    hidden: frozenset[int],
    *,
    open: bool,
) -> Iterator[DossierRound]:
    game = result.game
    for found, audited in zip(result.rounds, audit.rounds, strict=True):
        number = found.number
        evidence = tuple(_evidence(audited))
        yield DossierRound(
            number=number,
            steps=tuple(_steps(game, number, viewer, hidden, open=open)),
            explained=tuple(explain(result, found, names)),
            audited=audited,
            evidence=evidence,
            acts=found.round.acts if evidence else (),
        )


def _consequences(stream: Stream, sheet: Sheet) -> Iterator[Consequences | None]:
    for dispute in sheet.disputes:
        ruled = any(step.in_force for step in dispute.steps)
        yield consequences_of(stream, dispute.dispute) if ruled else None


# -- Steps


def _steps(
    game: Game, number: int, viewer: Seat | None, hidden: frozenset[int], *, open: bool
) -> Iterator[DossierStep]:
    shown = frames(game, viewer, open=open, only=number)
    all_may_be_seen = viewer is None and number not in hidden
    known = iter(_known_by_all(game.rounds[number]) if all_may_be_seen else _known_by_viewer(shown))
    draw = _Draughtsman()
    for frame in shown:
        before = None if frame.act is None else next(known)
        played = before is not None and not _after_the_end(frame)
        drawn = frame.kind == "deal" or (played and frame.move is not None)
        drawing = draw(frame.view) if drawn else None
        yield DossierStep(frame, before if played else None, drawing)


def _known_by_all(round: Round) -> list[Known]:
    """Before each act, what each seat knew."""
    return [Known(own_hands(position), len(position.boneyard)) for position in before_acts(round)]


def _known_by_viewer(frames: Sequence[Frame]) -> list[Known]:
    """Before each act, what the viewer knew."""
    return [
        Known(before.view.hands, before.view.boneyard.size)
        for before, frame in pairwise(frames)
        if frame.act is not None
    ]


class _Draughtsman:
    """Draws a table, and nothing where nothing lies. What has not changed is not drawn anew."""

    def __init__(self) -> None:
        self._drawn: tuple[object, Drawing | None] = None, None

    def __call__(self, view: SeatView) -> Drawing | None:
        seen, drawing = self._drawn
        lies = view.on_table, view.ends, view.hub
        if seen != lies:
            drawing = drawing_of(view)
            if not (drawing.tiles or drawing.trains):
                drawing = None
            self._drawn = lies, drawing
        return drawing


def _after_the_end(frame: Frame) -> bool:
    """A record may list passes after a block."""
    return frame.reason is not None and frame.reason.code == "round-over"


# -- Evidence


def _evidence(audited: RoundAudit) -> Iterator[DrawnEvidence]:
    """The evidence of the readings, each once, in their order."""
    if audited.result is None or audited.readings is None or audited.doubted:
        return
    found: dict[Evidence, list[Reading]] = {}
    for name, reading in audited.readings.items():
        if reading.verdict.evidence is not None:
            found.setdefault(reading.verdict.evidence, []).append(name)
    for evidence, readings in found.items():
        drawing, laid = _played(audited.result.round, evidence)
        move = audited.readings[readings[0]].move
        yield DrawnEvidence(tuple(readings), move, evidence, drawing, laid)


def _played(round: Round, evidence: Evidence) -> tuple[Drawing | None, frozenset[int]]:
    """The table after the other tile of the evidence and its line, and the acts of the line."""
    if evidence.instead is None:
        return None, frozenset()
    position = list(before_acts(round))[evidence.act]
    for act in (evidence.instead, *(evidence.line or ())):
        position = evolve(position, act)
    view: SeatView = seat_view(position, None, open=True)
    return drawing_of(view), frozenset(range(evidence.act, len(view.acts)))
