"""The tiles of a branching table drawn in characters."""

from collections import Counter

import pytest

from domino_ledger.cli.terminal.drawn_replay import frame_picture
from domino_ledger.cli.terminal.drawn_table import table_top
from domino_ledger.cli.terminal.tile_drawing import Picture, breadth
from domino_ledger.domain.hidden.seat_view import SeatView, seat_view
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.projections.drawing.growth import growth_of
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.replay.frames import Frame, frames
from tests.domain.builders import opened
from tests.lanes import examples
from tests.ledger.kinds import brief, seats_of
from tests.projections.replays import variant

TWO = ("Ana", "Ben")
BRANCHING = [
    id
    for id, rules in PUBLISHED.items()
    if not (growth := growth_of(rules.play.layout, 2)).wide and not (growth.rows or growth.bent)
]


def shown(picture: Picture | None) -> list[str]:
    return ["".join(text for text, _ in row).rstrip() for row in picture or ()]


def at(name: str, acts: int) -> Frame:
    *_, step, _ = frames(variant(name, TWO, acts), open=True)
    return step


def drawn(name: str, acts: int, width: int = 80, *, dots: bool = False) -> list[str]:
    view = at(name, acts).view
    return shown(table_top(view, width, dots=dots, newest=view.on_table[-1].act))


def test_a_star() -> None:
    assert drawn("cross@1", 5) == [
        "              arm-3",
        "              ╭───╮",
        "              │ 1 │",
        "              │╌╌╌│",
        "              │ 3 │",
        "              ├───┤",
        "      ╭───────┤ 3 ├───────╮",
        "arm-2 │ 2 ┊ 3 │╌╌╌│ 3 ┊ 0 │ arm-1",
        "      ╰───────┤ 3 ├───────╯",
        "              ┏━━━┓",
        "              ┃ 3 ┃",
        "              ┃╍╍╍┃",
        "              ┃ 4 ┃",
        "              ┗━━━┛",
        "              arm-4",
    ]


def test_a_star_from_the_other_side() -> None:
    view = at("cross@1", 5).view
    turned = table_top(view, 80, dots=False, newest=view.on_table[-1].act, turned=True)
    assert shown(turned) == [
        "              arm-4",
        "              ┏━━━┓",
        "              ┃ 4 ┃",
        "              ┃╍╍╍┃",
        "              ┃ 3 ┃",
        "              ┗━━━┛",
        "      ╭───────┤ 3 ├───────╮",
        "arm-1 │ 0 ┊ 3 │╌╌╌│ 3 ┊ 2 │ arm-2",
        "      ╰───────┤ 3 ├───────╯",
        "              ├───┤",
        "              │ 3 │",
        "              │╌╌╌│",
        "              │ 1 │",
        "              ╰───╯",
        "              arm-3",
    ]


def test_feet_and_wild_halves() -> None:
    assert drawn("spinner@1", 3) == [
        "                      ╭─────╮",
        "          ┏━━━━━━━━━━━┓   9 ├───────────╮",
        "toe-9-9-2 ┃   0 ┋  9W ┃╌╌╌╌╌│   9 ┊   4 │ toe-9-9-1",
        "          ┗━━━━━━━━━━━┛   9 ├───────────╯",
        "                      ╰─────╯",
    ]


def test_rows_where_there_is_no_room() -> None:
    step = at("cross@1", 14)
    seating = seating_of(variant("cross@1", TWO, 14), TWO)

    def picture(width: int, *, in_rows: bool = False) -> list[str]:
        return shown(frame_picture(step, seating, width, dots=False, whole=False, in_rows=in_rows))

    assert table_top(step.view, 20, dots=False, newest=None) is None
    assert picture(20) == picture(20, in_rows=True)
    assert picture(80) != picture(80, in_rows=True)


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", BRANCHING)
def test_every_tile_is_drawn_whole(id: str) -> None:
    """Half as many middles as halves, one newest tile, and nothing wider than the terminal."""
    rules = brief(PUBLISHED[id])
    for seats in seats_of(rules):
        simulation, players = Simulation(rules, seats, seed=8), opened(rules, seats).players
        for number in range(examples(2)):
            for round in simulation.play(number + 1, players).game.rounds[:4]:
                view = seat_view(round, None)
                if view.on_table:
                    for width in (80, 200):
                        check(view, width)


def check(view: SeatView, width: int) -> None:
    newest = max(tile.act for tile in view.on_table)
    with_dots = table_top(view, width, dots=True, newest=newest)
    picture = table_top(view, width, dots=False, newest=newest)
    if picture is None or with_dots is None:
        assert picture is with_dots
        return
    assert max(breadth(picture), breadth(with_dots)) <= width
    signs = Counter("".join(text for row in picture for text, _ in row))
    upright, lying = signs["╌"] + signs["╍"], signs["┊"] + signs["┋"]
    play = view.table.play
    columns = 5 if play.highest_pip > 9 or play.wild_tiles else 3
    assert (upright // columns + lying, upright % columns) == (len(view.on_table), 0)
    assert signs["┏"] == signs["┛"] == signs["┋"] + signs["╍"] // columns == 1
