"""The picture is well-formed, says everything in words, too, and shows no hidden tile."""

from xml.etree import ElementTree as ET

import pytest

from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.projections.drawing.drawing import Drawing
from domino_ledger.projections.drawing.svg import Scene, picture, svg
from domino_ledger.projections.messages.acts import Seating, seating_of
from domino_ledger.projections.replay.frames import Frame, frames
from tests.domain.builders import altered
from tests.ledger.games import game_of
from tests.projections.replays import BY_NAME, passing, recorded, variant
from tests.projections.test_unseen import DRAW, unseen

from .laws import drawn

SVG = "{http://www.w3.org/2000/svg}"


def seating(game: Game, *names: str) -> Seating:
    return seating_of(game, names or ("ana", "ben", "cid", "dora")[: len(game.opened.players)])


def read(made: str) -> ET.Element:
    return ET.fromstring(made)


def texts(made: str) -> list[str]:
    return ["".join(each.itertext()) for each in read(made).iter(f"{SVG}text")]


def count(made: str, kind: str) -> int:
    return sum(each.get("class") == kind for each in read(made).iter())


def last(name: str) -> tuple[Game, list[Frame]]:
    game = recorded(name)
    return game, list(frames(game))


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", sorted(BY_NAME))
def test_every_game_of_the_samples(name: str) -> None:
    game, steps = last(name)
    made = picture(game, steps, seating(game))
    assert read(made).tag == f"{SVG}svg"
    assert "<script" not in made
    for step in steps[:20]:
        assert read(picture(game, [step], seating(game))).find(f"{SVG}title") is not None


def test_names_are_escaped() -> None:
    game, steps = last("draw")
    made = picture(game, steps[-3:], seating(game, "<b>&", "\x01ben\ufffe"))
    assert "&lt;b&gt;&amp;" in made
    assert "?ben?" in made
    read(made)


def test_long_names_and_sentences_fit() -> None:
    game, steps = last("draw")
    made = picture(game, steps[-1:], seating(game, "a" * 300, "b"))
    assert max(map(len, texts(made))) < 100


def test_hidden_tiles_stay_hidden() -> None:
    game = passing("6-6 5-5 1-1", "6-5 4-4 2-2", acts=("0 lays 6-6",))
    step = list(frames(game, 0))[-1]
    made = picture(game, [step], seating(game))
    assert count(made, "tile") == 1 + 2
    assert count(made, "back") == 3


def test_a_tile_that_nobody_saw_lies_face_down() -> None:
    found = game_of(unseen(DRAW))
    step = frames(found)[0]
    made = picture(found, [step], seating(found))
    assert count(made, "back") == sum(hand.size for hand in step.view.hands)


def shown(name: str, *players: str, acts: int | None = None, viewer: int | None = None) -> str:
    """The last step of a variant, as this seat could see it."""
    game = variant(name, players, acts)
    steps = list(frames(game, viewer, open=viewer is None))
    step = steps[-1] if acts is None else steps[-2]  # The last one says that it is not over.
    return picture(game, [step], seating(game, *players))


def test_wild_halves_are_drawn_with_what_they_stand_for() -> None:
    made = shown("spinner@1", "Ana", "Ben", acts=3)
    assert "1.3  Ben lays W-0 at toe-9-9-2, the wild half as 9" in texts(made)
    laid, *in_hand = [
        "".join(each.itertext()) for each in read(made).iter() if each.get("class") == "wild"
    ]
    assert (laid, set(in_hand)) == ("W", {"W"})
    assert len(in_hand) == 5
    assert [each.text for each in read(made).iter() if each.get("class") == "stands"] == ["9"]


def test_tiles_set_aside_lie_beside_the_hand() -> None:
    players = "Ana", "Ben", "Cid", "Dora"
    made = shown("gaple@1", *players)
    assert {"2 tiles aside", "1 tile aside"} < set(texts(made))
    assert count(made, "back") == 0
    begun = shown("gaple@1", *players, acts=22, viewer=2)
    assert texts(begun).count("1 tile aside") == 2
    assert count(begun, "back") == 2 + 2 + 1 + 1


def drawing_shown(drawing: Drawing) -> str:
    game, steps = last("draw")
    return svg([Scene(steps[0], drawing)], seating(game), "a title")


BENT = drawn(PUBLISHED["bendomino@1"], "1-1", "3-1 right", "5-3 right", "5-2 right")
"""There is no room for the 5-3 beside the 3-1."""


def test_an_end_where_no_tile_finds_room_is_shut() -> None:
    left, right = BENT.ends
    made = drawing_shown(BENT._replace(ends=(left, right._replace(has_room=False))))
    assert (count(made, "end"), count(made, "end shut")) == (1, 1)
    assert "right: 2, no tile finds room" in made


def test_shapes_of_large_sets() -> None:
    trains = drawn(PUBLISHED["mexican-train@1"], "12-11 train-0", "12-9 public", "11-10 train-0")
    large = altered("block@1", play={"highest_pip": 12})
    for drawing in (BENT, trains, drawn(large, "12-12", "12-11 right")):
        made = drawing_shown(drawing)
        assert count(made, "hub") == (drawing.hub is not None)
        assert count(made, "bend") == sum(tile.bow is not None for tile in drawing.tiles)
        assert count(made, "new") == 1


def test_a_link_is_drawn() -> None:
    assert count(drawing_shown(BENT), "link") == 1
