"""The table in rows to read, and in words."""

from cli.terminal.drawn_replay import frame_picture
from cli.text.replay import frame_text
from domain.game.state import Game
from domain.hidden.seat_view import SeatView
from domain.layout.ends import Spot
from domain.tiles import NO_TILES, SUITS
from projections.messages.acts import hands_text, line_text, open_ends, seating_of
from projections.replay.frames import Frame, frames
from projections.replay.json_format import frame_json
from projections.replay.table_rows import table_rows

from .replays import variant

TWO = ("Ana", "Ben")
FOUR = ("Ana", "Ben", "Cid", "Dora")


def last(game: Game, viewer: int | None = None) -> Frame:
    return list(frames(game, viewer, open=viewer is None))[-1]


def view(name: str, players: tuple[str, ...], acts: int | None = None) -> SeatView:
    return last(variant(name, players, acts)).view


def drawn(name: str, players: tuple[str, ...], acts: int, *, dots: bool = False) -> list[str]:
    game = variant(name, players, acts)
    seating = seating_of(game, players)
    *_, step, _ = frames(game, open=True)
    rows = frame_picture(step, seating, 80, dots=dots, whole=False, in_rows=True)
    return ["".join(text for text, _ in row).rstrip() for row in rows]


def test_a_train_with_an_engine_is_one_row() -> None:
    rows = table_rows(view("basic-train@1", TWO, 6))
    assert [row.name for row in rows] == ["train-0", "train-1"]
    assert [[each.name for each in row.tiles] for row in rows] == [
        ["4-1", "1-8", "8-8", "8-2"],
        ["1-2", "2-2"],
    ]
    assert [[end.name for end in row.ends] for row in rows] == [
        ["train-0-left", "train-0-right"],
        ["train-1-left", "train-1-right"],
    ]


def test_trains_are_in_the_order_of_the_seats() -> None:
    assert [row.name for row in table_rows(view("mexican-train@1", TWO))] == [
        *("train-0", "train-1", "public")
    ]


def test_branches_are_in_the_order_in_which_they_began() -> None:
    rows = table_rows(view("chicken-foot@1", TWO, 20))
    assert [row.name for row in rows][:3] == [None, "toe-9-9-1", "toe-9-9-2"]
    assert rows[0].ends == ()


def test_a_hub_and_a_marker_in_words() -> None:
    at_first = line_text(view("mexican-train@1", TWO, 0), TWO)
    assert at_first == "hub 12-12  open train Ana 12, train Ben 12, public 12"
    at_last = view("mexican-train@1", TWO)
    assert open_ends(at_last, TWO) == "train Ana 0, train Ben 8 (marker up), public 8"
    assert line_text(at_last, TWO).startswith("hub 12-12 | train Ana: 12-7 ")


def test_a_hub_is_shown_at_the_deal() -> None:
    game = variant("mexican-train@1", TWO, 0)
    deal, *_ = frames(game, open=True)
    lines = list(frame_text(deal, seating_of(game, TWO)))
    assert [line.strip() for line in lines if "hub" in line] == [
        "line     hub 12-12  open train Ana 12, train Ben 12, public 12"
    ]


def test_wild_halves_in_words_and_in_json() -> None:
    game = variant("spinner@1", TWO, 3)
    step = last(game)
    assert line_text(step.view, TWO) == (
        "9-9 | toe-9-9-1: 9-4 | toe-9-9-2: 9W-0  open toe-9-9-1 4, toe-9-9-2 0"
    )
    assert frame_json("spinner", step)["branches"] == {"toe-9-9-1": ["9-4"], "toe-9-9-2": ["9W-0"]}


def test_tiles_set_aside_in_words() -> None:
    game = variant("gaple@1", FOUR, 22)
    assert hands_text(last(game).view, FOUR).endswith("Cid 1-1, aside 6-0 | Dora 5-5, aside 6-1")
    assert hands_text(last(game, 2).view, FOUR).endswith(
        "aside 6-0 | Dora (1, no 0, no 2), aside (1)"
    )


def test_ends_without_room_in_words() -> None:
    line = view("bendomino@1", TWO, 3)
    left, right = line.ends
    spot = Spot((0, 0), 0, frozenset(), NO_TILES, ())
    shut = left._replace(spot=spot), right._replace(spot=spot)
    assert open_ends(line._replace(ends=(left._replace(spot=spot, pip=1), right)), TWO) == str(
        right.pip
    )
    assert open_ends(line._replace(ends=shut), TWO) == "no end"
    roomy = spot._replace(takes=SUITS[1])
    assert open_ends(line._replace(ends=(left._replace(pip=1, spot=roomy), shut[1])), TWO) == "1"


# -- Drawn


def test_short_branches_are_drawn_side_by_side() -> None:
    rows = drawn("spinner@1", TWO, 3)
    assert rows[1:6] == [
        "  ╭───╮       toe-9-9-1     toe-9-9-2",
        "  │ 9 │    ╭───┬───╮     ┏━━━━┳━━━┓",
        "  ├───┤    │ 9 │ 4 │     ┃ 9W ┃ 0 ┃",
        "  │ 9 │    ╰───┴───╯     ┗━━━━┻━━━┛",
        "  ╰───╯",
    ]
    assert "     open      toe-9-9-1 4, toe-9-9-2 0" in rows


def test_wild_halves_are_named_among_dots() -> None:
    rows = drawn("spinner@1", TWO, 3, dots=True)
    assert any("┃   9W  ┃       ┃" in row for row in rows)


def test_closed_branches_are_listed() -> None:
    *rows, _ = drawn("chicken-foot@1", TWO, 20)
    text = "\n".join(rows)
    assert "     toe-9-9-3" not in text
    assert "     closed    toe-9-9-3: 9-5 5-5" in text
    assert max(map(len, rows)) <= 80


def test_trains_are_drawn_with_hub_names_and_markers() -> None:
    rows = drawn("mexican-train@1", ("Bartholomew Montgomery", "Ben"), 180)
    assert next(row for row in rows if "hub" in row).split() == ["hub", "[12|12]"]
    text = "\n".join(rows)
    assert "     train Bartholom…mery" in text
    assert "     train Ben  open to all" in text
    assert max(map(len, rows)) <= 80
    assert " " * 29 + "[11|11] [12|10]" in rows


def test_tiles_set_aside_are_drawn() -> None:
    game = variant("gaple@1", FOUR, 22)
    seating = seating_of(game, FOUR)
    for viewer, cid, dora in ((None, "[6|0]", "[6|1]"), (0, "▒▒ 1", "▒▒ 1")):
        rows = frame_picture(last(game, viewer), seating, 80, dots=False, whole=False)
        text = ["".join(text for text, _ in row).rstrip() for row in rows]
        asides = [row.partition("aside  ")[2] for row in text if "aside  " in row]
        assert asides == [cid, dora]
