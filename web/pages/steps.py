"""A board with its steps: what the template `board.html` shows, and `viewer.js` steps through."""

from collections.abc import Sequence
from typing import NamedTuple

from ...domain.hidden.seat_view import SeenHand
from ...domain.tiles import count_unseen, pips_of
from ...projections.drawing.chart import Line, chart
from ...projections.drawing.svg import stepped
from ...projections.messages import text
from ...projections.messages.acts import Seating, moves_text
from ...projections.messages.steps import notes, open_ends, outcome_lines, step_text
from ...projections.places import place
from ...projections.replay.frames import Frame


class Step(NamedTuple):
    """A step of a round in words."""

    href: str
    """A link to it; empty if there is no page of its own."""
    place: str
    """`2.12`; empty where the record has no such move."""
    sentence: str
    lines: tuple[str, ...]
    """What came of it, and what was irregular."""
    legal: str
    """All moves that were legal; empty if they are hidden, or there were none."""
    ends: str
    """The pips at the open ends; empty if nothing lies on the table."""


class Board(NamedTuple):
    """The steps of a round in words and in one picture."""

    picture: str
    """SVG."""
    steps: tuple[Step, ...]
    now: int
    """The index of the step that is shown first."""


def board_of(
    shown: Sequence[Frame], seating: Seating, now: int = 0, hrefs: Sequence[str] = ()
) -> Board:
    """The board of these frames, at least one, of one round; ``hrefs``: a link to each."""
    links = hrefs or [""] * len(shown)
    steps = (step_in_words(frame, seating, href) for frame, href in zip(shown, links, strict=True))
    return Board(stepped(shown, seating, now), tuple(steps), now)


def step_in_words(frame: Frame, seating: Seating, href: str) -> Step:
    """What the page says of this step."""
    return Step(
        href=href,
        place="" if frame.move is None else place(frame.round, frame.move),
        sentence=step_text(frame, seating),
        lines=(*outcome_lines(frame, seating), *notes(frame.noted, seating.names)),
        legal="" if not frame.could else moves_text(frame.could, seating.names),
        ends=open_ends(frame.view, seating.names) if frame.view.ends else "",
    )


def course_of_pips(shown: Sequence[Frame], names: Sequence[str]) -> str:
    """A chart of the pips in each hand, step by step, as far as the viewer sees them.

    Of rounds of which nothing but the result is known there is none.
    """
    if len(shown) == 1:
        return ""
    lines = [
        Line(name, [_pips(frame.view.hands[seat]) for frame in shown])
        for seat, name in enumerate(names)
    ]
    return chart(lines, text("pips in hand"))


def _pips(hand: SeenHand) -> int | None:
    """None if some of the tiles are hidden, or nobody saw them."""
    if hand.tiles is None or count_unseen(hand.tiles):
        return None
    return pips_of(hand.tiles)
