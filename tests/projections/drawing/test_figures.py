"""Drawings of many tables in one file: every shape is there once, and every tile is drawn."""

import re
from xml.etree import ElementTree as ET

from domino_ledger.projections.drawing.illustrations import Figures, figure_alone
from domino_ledger.projections.drawing.placement import drawing_of
from domino_ledger.projections.replay.frames import frames
from tests.projections.replays import recorded, variant


def drawn(figures: Figures, svg: str) -> list[str]:
    """The shapes that a figure uses, those within its shapes included."""
    shapes = dict(re.findall(r'<g id="(s\d+)">(.*)</g>\n', figures.shapes()))
    found: list[str] = []
    waiting = re.findall(r'href="#(s\d+)"', svg)
    while waiting:
        shape = shapes[waiting.pop()]
        inner = re.findall(r'href="#(s\d+)"', shape)
        waiting += inner
        found += [] if inner else [shape]
    return found


def test_every_tile_of_every_step_is_drawn() -> None:
    game, figures = recorded("draw"), Figures()
    for frame in frames(game):
        drawing = drawing_of(frame.view)
        newest = frozenset(tile.act for tile in drawing.tiles if tile.newest)
        svg = figures.figure(drawing, "the table", marked=newest)
        assert ET.fromstring(svg).get("aria-label") == "the table"
        shapes = drawn(figures, svg)
        assert sum('class="tile"' in each for each in shapes) == len(drawing.tiles)
        assert sum('class="new"' in each for each in shapes) == len(newest)
        assert sum('class="end"' in each for each in shapes) == len(drawing.ends)
    names = re.findall(r'<g id="s\d+">(.*)</g>\n', figures.shapes())
    assert len(set(names)) == len(names)
    assert Figures().shapes() == ""


def test_trains_and_bent_tiles() -> None:
    for name, kind in (("mexican-train@1", 'class="hub"'), ("bendomino@1", 'class="bend')):
        game, figures = variant(name, ("ana", "ben")), Figures()
        *_, last = frames(game)
        drawing = drawing_of(last.view)
        lines = [(train.name,) for train in drawing.trains]
        shapes = drawn(figures, figures.figure(drawing, "", lines))
        assert any(kind in each for each in shapes)
        assert all(f">{name}<" in "".join(shapes) for (name,) in lines)


def test_a_figure_of_its_own_has_its_shapes_and_needs_no_colours() -> None:
    *_, last = frames(variant("mexican-train@1", ("ana", "ben")))
    drawing = drawing_of(last.view)
    newest = frozenset(tile.act for tile in drawing.tiles[-1:])
    svg, width, height, places = figure_alone(drawing, "the table", newest)
    root = ET.fromstring(svg)
    shapes = {each.get("id") for each in root.iter() if each.get("id")}
    used = {each.get("href", "") for each in root.iter() if each.tag.endswith("use")}
    assert {each.removeprefix("#") for each in used} <= shapes
    style = root.findtext("style") or ""
    assert "rect.new { fill: #1c1b19" in style
    assert len(places) == len(drawing.trains)
    assert all(0 < x < width and 0 < y < height for x, y in places)
    assert [each for each in root.iter("text") if each.get("class") == "line"] == []
