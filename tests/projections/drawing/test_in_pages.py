"""Pictures in a page: the steps of a round in one picture, and figures as lines."""

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domino_ledger.domain.block_verdicts import verdicts
from domino_ledger.domain.game.state import Game
from domino_ledger.projections.drawing.chart import Line, Row, bars, chart
from domino_ledger.projections.drawing.svg import stepped
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.replay.frames import frames, frames_instead
from tests.ledger.games import Json, record

from ..audits import audited

BLOCKED = record("payout.jsonl")
POINTS = st.lists(st.none() | st.integers(-50, 50), max_size=9)


def game_of(given: Json) -> Game:
    result = audited(given).result
    assert result is not None
    return result.game


@pytest.mark.unmeasured
def test_each_step_shows_the_tiles_that_lie_there_then() -> None:
    game = game_of(BLOCKED)
    shown = frames(game, only=0)
    for now in range(len(shown)):
        picture = ET.fromstring(stepped(shown, seating_of(game, "ABCD"), now))
        layers = [each for each in picture.iter("g") if "data-from" in each.attrib]
        here = [
            each
            for each in layers
            if int(each.attrib["data-from"]) <= now < int(each.attrib["data-to"])
        ]
        assert [each for each in layers if "class" not in each.attrib] == here
        (lies,) = (each for each in picture.iter("g") if each.get("class") == "lies")
        names = [
            title.text
            for each in lies
            if each in here
            for title in each.iter("title")
            if re.fullmatch(r"\d-\d", title.text or "")
        ]
        assert len(names) == len(shown[now].view.on_table)


def test_what_could_have_been_played_ends_with_a_seat_that_is_out() -> None:
    round = game_of(BLOCKED).rounds[0]
    found = verdicts(round)
    evidence = found["could-have-forced-open"].evidence
    assert evidence is not None
    before, *others = frames_instead(round, 0, evidence)
    assert len(before.view.acts) == evidence.act
    assert [each.act for each in others] == [evidence.instead, *(evidence.line or ())]
    assert min(hand.size for hand in others[-1].view.hands) == 0
    last = found["last-to-lay"].evidence
    assert last is not None
    assert frames_instead(round, 0, last) == ()


def test_a_long_line_is_drawn_by_what_can_be_seen() -> None:
    """Its least and greatest figures are, wherever they are; where it was broken, it is."""
    values: list[float | None] = [float(step % 7) for step in range(20_000)]
    values[11_111], values[13_333] = 500.0, -500.0
    drawn = chart([Line("short", values)], "")
    assert len(drawn) < 25_000
    ((_, *heights),) = (
        re.split(r"[ML][0-9.]+ ", each.get("d", ""))
        for each in ET.fromstring(drawn).iter("path")
        if each.get("class") == "curve"
    )
    assert {"12", "176"} <= set(heights)
    values[5_000:6_000] = [None] * 1_000
    assert chart([Line("broken", values)], "").count("M") == drawn.count("M") + 1


def test_bars_are_as_long_as_their_steps() -> None:
    """Of 479 steps each is a pixel wide; the mark stands at the third."""
    often = [False, True, True, *[False] * 475, True]
    drawn = ET.fromstring(bars([Row("6", often), Row("<5", [False] * 479)], "open", 2))
    stretches = [each.get("d") for each in drawn.iter("path") if each.get("class") == "stretch"]
    assert stretches == ["M52.5 19h2M529.5 19h1", ""]
    assert [each.text for each in drawn.iter("text")] == ["6", "<5"]
    (mark,) = (each for each in drawn.iter("path") if each.get("class") == "at")
    assert (mark.get("data-a-step"), mark.get("transform")) == ("1", "translate(2)")


@given(st.lists(POINTS, max_size=8))
def test_lines_stay_inside_the_chart(lines: list[list[float | None]]) -> None:
    named = [Line(f"line <{at}>", values) for at, values in enumerate(lines)]
    drawn = ET.fromstring(chart(named, "a & b"))
    paths = [each.get("d", "") for each in drawn.iter("path") if each.get("class") == "curve"]
    assert len(paths) == len(lines)
    for path, values in zip(paths, lines, strict=True):
        points = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", path)
        assert len(points) == sum(value is not None for value in values)
        assert all(0 <= float(x) <= 640 and 0 <= float(y) <= 200 for x, y in points)
        assert path.count("M") == sum(
            value is not None and (at == 0 or values[at - 1] is None)
            for at, value in enumerate(values)
        )
