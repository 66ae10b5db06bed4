"""A replay in plain text: acts as sentences, positions in a few lines."""

from collections.abc import Iterable, Iterator

from ...domain.events import Seat
from ...domain.game.state import Game
from ...domain.tiles import NAMES
from ...projections.messages import acts, mark, steps, text
from ...projections.messages.harmless import plain
from ...projections.messages.published_rules import published_text
from ...projections.messages.rule_ids import rules_text
from ...projections.messages.widths import left, width
from ...projections.places import place
from ...projections.replay.frames import Frame

ACTS = ("lay", "draw", "aside", "turn", "pass")
_HEADER = (
    *(mark("game"), mark("rules"), mark("players"), mark("sides")),
    *(mark("seen by"), mark("version"), mark("amended")),
)
"""The labels of the lines above a replay."""


def plain_seating(game: Game, names: Iterable[str]) -> acts.Seating:
    """The players of the game; control characters in their names are replaced."""
    return acts.seating_of(game, map(plain, names))


def header_line(label: str, value: str) -> str:
    """A line above a replay; ``label`` is one of `_HEADER`."""
    widest = max(width(text(each)) for each in _HEADER)
    return f"{left(text(label), widest)}  {value}".rstrip()


def header(game: Game, seating: acts.Seating, viewer: Seat | None) -> Iterator[str]:
    """The game, rules, players, sides, viewer, and irregularities of the opening."""
    rules = game.opened.rules
    yield header_line("game", plain(game.opened.record))
    yield header_line("rules", f"{rules_text(rules.id)}  {published_text(rules.title)}")
    yield header_line("players", ", ".join(seating.names))
    if rules.play.partners:
        yield header_line("sides", " / ".join(map(seating.all_of, seating.teams)))
    if viewer is not None:
        yield header_line("seen by", seating.names[viewer])
    yield from (f"  {note}" for note in steps.notes(game.noted, seating.names))


def frame_text(frame: Frame, seating: acts.Seating, *, whole: bool = False) -> Iterator[str]:
    """A step as a few lines; ``whole``: with everything on the table and the next moves."""
    yield f"{step_place(frame):>7}  {steps.step_text(frame, seating)}"
    yield from (f"{'':9}{line}" for line in steps.outcome_lines(frame, seating))
    yield from (f"{'':9}{line}" for line in steps.notes(frame.noted, seating.names))
    yield from (f"{'':9}{line}" for line in _position(frame, seating, whole=whole))


def step_place(frame: Frame) -> str:
    """The round and move: ``2.12``; blank for a step that is no move of the record."""
    return "" if frame.move is None else place(frame.round, frame.move)


def _position(frame: Frame, seating: acts.Seating, *, whole: bool) -> Iterator[str]:
    view = frame.view
    if frame.could and frame.reason is None:
        yield steps.labelled("could", acts.moves_text(frame.could, seating.names))
    begun = view.on_table or view.hub is not None
    if begun and (whole or frame.kind in ACTS or not view.on_table):
        yield steps.labelled("line", steps.line_text(view, seating.names))
    reported = frame.result is not None and frame.result.report is not None
    if not reported and (whole or frame.kind != "stop"):
        yield steps.labelled("hands", steps.hands_text(view, seating.names))
    if view.boneyard.size and (whole or frame.kind in ("deal", "draw")):
        size, tiles = view.boneyard
        names = None if tiles is None else " ".join(NAMES[tile] for tile in tiles)
        seen = whole or frame.kind == "deal"
        yield steps.labelled("boneyard", names if seen and names is not None else f"({size})")
    shows_moves = not frame.voided and (whole or frame.kind == "stop")
    if view.turn is not None and view.moves is not None and shows_moves:
        yield steps.labelled(
            "next", f"{seating.names[view.turn]}: {acts.moves_text(view.moves, seating.names)}"
        )
