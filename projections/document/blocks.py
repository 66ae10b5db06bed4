"""A page that can be printed as text, HTML or PDF: a title, and blocks in reading order."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias, assert_never

from ..drawing.drawing import Drawing
from ..listings import table as listings

Row = tuple[str, ...]


class Heading(NamedTuple):
    """A heading of a part, or of a part of a part."""

    words: str
    level: Literal[2, 3] = 2


class Paragraph(NamedTuple):
    """Words in lines as wide as the page."""

    words: str
    kind: Literal["plain", "outcome", "note"] = "plain"
    """``outcome``: in bold; ``note``: small."""


class Pairs(NamedTuple):
    """Names, each with its value."""

    pairs: tuple[tuple[str, str], ...]
    kind: Literal["facts", "proof", "words"] = "facts"
    """``proof``: small; ``words``: technical words, each with its explanation."""
    code: str = ""
    """One of the values, which stands beside them as a QR code, but not in a text."""


class Points(NamedTuple):
    """A list of short texts."""

    lines: tuple[str, ...]


class Table(NamedTuple):
    """A table of text."""

    caption: str
    """Empty if there is none."""
    heads: Row
    rows: tuple[Row, ...]
    figures_from: int
    """The first column that holds figures."""
    totals: bool = False
    """The last row holds totals."""
    dense: bool = False
    """For many columns: each is as wide as its content; no word is broken."""


class Signatures(NamedTuple):
    """A line to sign for each of these people."""

    names: tuple[str, ...]


class Picture(NamedTuple):
    """The tiles on a table."""

    drawing: Drawing
    words: str
    """Says what the picture shows; text alone shows this."""
    trains: tuple[Row, ...] = ()
    """What stands beside each train of the drawing, in lines."""
    marked: frozenset[int] = frozenset()
    """The acts whose tiles have a border."""


class Checkpoint(NamedTuple):
    """A signed checkpoint of the log, printed as text and as a QR code."""

    note: str


class Together(NamedTuple):
    """Blocks that stay on one page of paper if they find room there."""

    blocks: "tuple[Block, ...]"


class Beside(NamedTuple):
    """A picture with blocks beside it; below it if it is too wide."""

    picture: Picture
    blocks: "tuple[Block, ...]"


class Step(NamedTuple):
    """A step of a round in words."""

    place: str
    """`2.12`; empty where the record has no such move."""
    sentence: str
    blocks: "tuple[Block, ...]" = ()
    """What else is said of it."""
    href: str = ""
    """A link to it; empty if there is no page of its own."""


class Stepped(NamedTuple):
    """The steps of a round as one picture, of which a program shows one at a time."""

    label: str
    """Says what the steps are."""
    picture: str
    """SVG (`drawing.svg.stepped`)."""
    steps: tuple[Step, ...]
    now: int = 0
    """The index of the step that is shown first."""
    course: str = ""
    """SVG: charts of the steps (`boards.course_of_pips`); empty if there are none."""
    on_paper: bool = True
    """Paper and text have the steps one below the other; otherwise they have nothing."""


Block: TypeAlias = (
    Heading
    | Paragraph
    | Pairs
    | Points
    | Table
    | Signatures
    | Picture
    | Checkpoint
    | Together
    | Beside
    | Stepped
)


class Page(NamedTuple):
    """A document to print: a title and blocks in reading order."""

    title: str
    blocks: tuple[Block, ...]


def page_table(caption: str, shown: listings.Table) -> Table:
    """A table of the terminal on a page: its rows begin with a place and a name."""
    rows = tuple(tuple(map(str, row)) for row in shown.rows)
    return Table(caption, tuple(shown.heads), rows, figures_from=2, dense=True)


def listed(lists: Iterable[tuple[str, Iterable[str]]]) -> Iterator[Block]:
    """Each list under its heading; empty ones are left out."""
    for head, lines in lists:
        points = Points(tuple(lines))
        if points.lines:
            yield Heading(head)
            yield points


def texts(block: Block) -> Iterable[str]:
    """All that a block prints, in reading order."""
    match block:
        case Heading() | Paragraph():
            return (block.words,)
        case Pairs():
            return chain.from_iterable(block.pairs)
        case Points():
            return block.lines
        case Table():
            return (block.caption, *block.heads, *chain.from_iterable(block.rows))
        case Signatures():
            return block.names
        case Checkpoint():
            return (block.note.replace("\n", " "),)
        case Picture():
            return (block.words, *chain.from_iterable(block.trains))
        case Together() | Beside() | Stepped():
            return chain.from_iterable(map(texts, inner(block)))
        case _:
            assert_never(block)


def inner(block: Block) -> "tuple[Block, ...]":
    """The blocks that a block is made of; itself if it is one."""
    match block:
        case Together():
            blocks = block.blocks
        case Beside():
            blocks = (block.picture, *block.blocks)
        case Stepped():
            blocks = on_paper(block)
        case _:
            return (block,)
    return tuple(part for each in blocks for part in inner(each))


def on_paper(block: Block) -> "tuple[Block, ...]":
    """What paper has in place of the block, where there is no program: each step by itself."""
    match block:
        case Stepped():
            steps = block.steps if block.on_paper else ()
            return tuple(Together((_heading(step), *step.blocks)) for step in steps)
        case Together():
            return (Together(tuple(chain.from_iterable(map(on_paper, block.blocks)))),)
        case _:
            return (block,)


def _heading(step: Step) -> Heading:
    return Heading(f"{step.place}  {step.sentence}" if step.place else step.sentence, 3)
