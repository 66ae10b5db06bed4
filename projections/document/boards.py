"""The steps of a round as blocks: in one picture, in words, and as a chart of pips."""

from collections.abc import Sequence

from ...domain.hidden.seat_view import SeenHand
from ...domain.layout.ends import has_room, shown_pips
from ...domain.tiles import PIP_NAMES, count_unseen, pips_of
from ..drawing.chart import Line, Row, bars, chart
from ..drawing.drawing import Drawing
from ..drawing.svg import stepped
from ..messages import text
from ..messages.acts import Seating, moves_text
from ..messages.ends import end_text
from ..messages.steps import line_text, notes, open_ends, outcome_lines, step_text
from ..places import place
from ..replay.frames import Frame
from .blocks import Beside, Block, Paragraph, Picture, Points, Step, Stepped


def board_of(
    shown: Sequence[Frame], seating: Seating, now: int = 0, hrefs: Sequence[str] = ()
) -> Stepped:
    """The board of these frames, at least one, of one round; ``hrefs``: a link to each."""
    links = hrefs or [""] * len(shown)
    steps = (
        step_of(frame, seating, open_ends_of(frame, seating), href)
        for frame, href in zip(shown, links, strict=True)
    )
    return Stepped(text("Moves"), stepped(shown, seating, now), tuple(steps), now)


def step_of(frame: Frame, seating: Seating, more: Sequence[Block], href: str = "") -> Step:
    """The step in words: what came of it, what was irregular, what was legal, and ``more``."""
    lines = (*outcome_lines(frame, seating), *notes(frame.noted, seating.names))
    blocks: list[Block] = [Points(lines)] if lines else []
    if frame.could:
        moves = moves_text(frame.could, seating.names)
        blocks.append(Paragraph(text("Legal: {moves}", moves=moves), "note"))
    at = "" if frame.move is None else place(frame.round, frame.move)
    return Step(at, step_text(frame, seating), (*blocks, *more), href)


def open_ends_of(frame: Frame, seating: Seating) -> tuple[Paragraph, ...]:
    """The pips at the open ends, if something lies on the table."""
    if not frame.view.ends:
        return ()
    said = text("Open ends: {ends}", ends=open_ends(frame.view, seating.names))
    return (Paragraph(said, "note"),)


def beside_table(step: Step, frame: Frame, drawing: Drawing, seating: Seating) -> Step:
    """The step with the table drawn, and what else is said of it beside it."""
    trains = tuple(
        (
            *(() if train.seat is None else (seating.names[train.seat],)),
            end_text(train.name, ()),
        )
        for train in drawing.trains
    )
    newest = (tile.act for tile in drawing.tiles if tile.newest and frame.kind == "lay")
    words = line_text(frame.view, seating.names)
    picture = Picture(drawing, words, trains, frozenset(newest))
    return step._replace(blocks=(Beside(picture, step.blocks),))


def course_of_pips(shown: Sequence[Frame], names: Sequence[str], now: int = 0) -> str:
    """Charts, step by step: the open pips; the pips in each hand, as far as the viewer sees them.

    Of rounds of which nothing but the result is known there is none. A mark stands at step ``now``.
    """
    if len(shown) == 1:
        return ""
    lines = [
        Line(name, [_pips(frame.view.hands[seat]) for frame in shown])
        for seat, name in enumerate(names)
    ]
    opened = [shown_pips(filter(has_room, frame.view.ends)) for frame in shown]
    rows = [
        Row(PIP_NAMES[pip], [pip in pips for pips in opened])
        for pip in sorted(set().union(*opened), reverse=True)
    ]
    return bars(rows, text("open pips"), now) + chart(lines, text("pips in hand"), now)


def _pips(hand: SeenHand) -> int | None:
    """None if some of the tiles are hidden, or nobody saw them."""
    if hand.tiles is None or count_unseen(hand.tiles):
        return None
    return pips_of(hand.tiles)
