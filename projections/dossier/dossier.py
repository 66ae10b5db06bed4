"""The dossier of a game: one value with all that the parties of a dispute may see of it.

It is put together from what other reports find: the score sheet, the audit, the replay, the
explanation of each round. Tiles come from `seat_view` alone.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Literal, NamedTuple
from uuid import UUID

from ...domain.events import Seat
from ...domain.game.state import Game
from ...domain.hidden.seat_view import SeenHand, hidden_rounds, own_hands
from ...domain.round.state import Act
from ...domain.rules.rule_set import RuleSet
from ...ledger.book import Book
from ...ledger.registry.players import people_names
from ...ledger.registry.rule_sets import all_rules
from ...ledger.store.stream import Stream
from ..audit.audit import Audit, Auditor, RoundAudit
from ..drawing.drawing import Drawing
from ..drawing.placement import drawing_of
from ..explain.round import explain
from ..messages.rules import AgreedChange, RuleSentence, agreed_changes, rule_sentences
from ..messages.sentences import Sentence
from ..replay.evidence import PlayedEvidence, played_evidence
from ..replay.frames import Frame, frames
from ..replay.game_replay import seat_of_viewer
from ..reports.score_sheet import Sheet, sheet_of_stream
from ..results.block_verdicts import before_acts
from ..results.consequences import Consequences, by_dispute
from ..results.game_result import count_game
from ..verification.chains import verify_game


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


class DossierRound(NamedTuple):
    """A round of the game."""

    number: int
    steps: tuple[DossierStep, ...]
    explained: tuple[Sentence, ...]
    """Why it has this result."""
    audited: RoundAudit
    evidence: tuple[PlayedEvidence, ...]
    """Of the readings of a block, each evidence once."""
    acts: tuple[Act, ...]
    """To which evidence refers; empty if there is none."""


class Proof(NamedTuple):
    """The events of a game, and what was checked of them."""

    game: UUID
    events: int
    hash: str | None
    """Of the last event, which identifies all. None while a round is hidden, since its tiles could
    be guessed from the hash."""
    chain: Literal["intact", "not-checked"]
    """``intact``: every event matches its hash, and the game ends at its head. ``not-checked``: the
    reader of the book may not see all events."""


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
    book: Book, stream: Stream, *, viewer: Seat | str | None = None, open: bool = False
) -> Dossier:
    """The dossier of a game of the book, in the newest version of its stream.

    ``viewer`` is a seat, its number as text, or a player's name or id. Without one, hidden tiles of
    a round that is not over are shown only with ``open``. Raises NotInGame, and Tampered if the
    events of the game are not those that were recorded.
    """
    names = people_names(book)
    played, opened = stream.game, stream.game.opened
    result = count_game(played)
    sheet = sheet_of_stream(stream, result, names)
    seat = None if viewer is None else seat_of_viewer(viewer, sheet.players, opened.players)
    audit = Auditor(book).of_game(stream, open=open)
    hidden = frozenset[int]() if open else hidden_rounds(played)
    parent = None if opened.rules.parent is None else all_rules(book).get(opened.rules.parent)
    return Dossier(
        sheet=sheet,
        game=played,
        viewer=seat,
        open=open,
        hidden=tuple(sorted(hidden)),
        rules=opened.rules,
        sentences=rule_sentences(opened.rules, played.table.seats, opened.stake, parent),
        agreed=agreed_changes(opened.rules, parent),
        audit=audit,
        rounds=tuple(
            DossierRound(
                number=found.number,
                steps=tuple(_steps(played, found.number, seat, hidden, open=open)),
                explained=tuple(explain(result, found, sheet.players)),
                audited=audited,
                evidence=(evidence := _evidence(audited)),
                acts=found.round.acts if evidence else (),
            )
            for found, audited in zip(result.rounds, audit.rounds, strict=True)
        ),
        consequences=by_dispute(stream, sheet.disputes),
        proof=proof_of(book, stream),
    )


def proof_of(book: Book, stream: Stream) -> Proof:
    """Check the events of the game now. Raises Tampered if one of them was changed or lost."""
    if book.recorder.sees_all:
        verify_game(book, stream.id)
    hash = None if hidden_rounds(stream.game) else stream.hash
    chain: Literal["intact", "not-checked"] = "intact" if book.recorder.sees_all else "not-checked"
    return Proof(stream.id, stream.version, hash, chain)


def _steps(
    game: Game, number: int, viewer: Seat | None, hidden: frozenset[int], *, open: bool
) -> Iterator[DossierStep]:
    shown = frames(game, viewer, open=open, only=number)
    if viewer is None and number not in hidden:
        before_each_act = [
            Known(own_hands(position), len(position.boneyard))
            for position in before_acts(game.rounds[number])
        ]
    else:
        before_each_act = [
            Known(before.view.hands, before.view.boneyard.size)
            for before, frame in pairwise(shown)
            if frame.act is not None
        ]
    known = iter(before_each_act)
    seen, drawing = None, None
    for frame in shown:
        before = None if frame.act is None else next(known)
        if frame.reason is not None and frame.reason.code == "round-over":
            before = None  # A record may list passes after a block.
        if frame.kind != "deal" and (before is None or frame.move is None):
            yield DossierStep(frame, before, None)
            continue
        lies = frame.view.on_table, frame.view.ends, frame.view.hub
        if seen != lies:  # What has not changed is not drawn anew.
            drawn, seen = drawing_of(frame.view), lies
            drawing = drawn if drawn.tiles or drawn.trains else None
        yield DossierStep(frame, before, drawing)


def _evidence(audited: RoundAudit) -> tuple[PlayedEvidence, ...]:
    if audited.result is None or audited.readings is None or audited.doubted:
        return ()
    round = audited.result
    return tuple(played_evidence(audited.readings, round.round, round.number))
