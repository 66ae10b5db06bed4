"""Laws of drawings: over random rounds, over tiles laid anywhere, and in worked rounds."""

from random import Random

import pytest
from hypothesis import given, settings

from domino_ledger.domain.hidden.seat_view import seat_view
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.layouts import (
    Bent,
    Crosswise,
    EngineTrains,
    Feet,
    Forks,
    HubTrains,
    Layout,
)
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.table import table_for
from domino_ledger.domain.tiles import NAMES, WILD_TILES, bit, members, set_up_to, tile_named
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.projections.drawing.growth import Growth, growth_of
from domino_ledger.projections.drawing.placement import drawing_of, drawings_of, edges_for, placed
from domino_ledger.projections.replay.frames import frames
from tests.domain.builders import altered, opened
from tests.domain.random_games import Setting, settings_of_play
from tests.lanes import examples
from tests.ledger.kinds import brief, seats_of

from .laws import check, drawn, laid_out, linked, names, with_room

VARIANTS = (
    *("draw@1", "matador@1", "sebastopol@1", "cyprus@1", "all-fives@1", "five-up@1"),
    *("chicken-foot@1", "spinner@1", "mexican-train@1", "basic-train@1", "bendomino@1"),
)
DOUBLE_SIX = 28


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", PUBLISHED)
def test_random_rounds(id: str) -> None:
    rules = brief(PUBLISHED[id])
    for seats in seats_of(rules):
        simulation = Simulation(rules, seats, seed=5)
        players = opened(rules, seats).players
        large = table_for(rules.play, seats).tiles.bit_count() > DOUBLE_SIX
        for number in range(examples(1 if large else 2)):
            game = simulation.play(number + 1, players).game
            for round in game.rounds[: 2 if large else 6]:
                view = seat_view(round, None)
                if not view.on_table:
                    continue
                drawing = drawing_of(view)
                check(drawing, view.on_table)
                assert linked(drawing) == [] or isinstance(rules.play.layout, Feet)
                assert names(drawing) == with_room(view.ends)
                assert drawing.hub is None or drawing.hub.tile == round.deal.hub


@pytest.mark.unmeasured
@settings(max_examples=examples(10))
@given(settings_of_play())
def test_random_games(setting: Setting) -> None:
    """Feet, and the arms of a spinner, can shut an end in: the next tile there lies elsewhere."""
    for ply in setting.plies(2):
        round = ply.after.current
        view = None if round is None else seat_view(round, None)
        if view is not None and view.on_table:  # A hub is not.
            drawing = drawing_of(view)
            check(drawing, view.on_table)
            assert linked(drawing) == [] or isinstance(view.table.layout, Crosswise | Feet)


@pytest.mark.parametrize("id", VARIANTS)
def test_tiles_laid_anywhere(id: str) -> None:
    """As in a record of a game that was played against the rules."""
    rules = PUBLISHED[id]
    for seed in range(examples(4)):
        chance, lays = Random(seed), list[str]()
        for tile in chance.sample(members(table_for(rules.play, min(rules.play.hand)).tiles), 20):
            _, front = laid_out(rules, *lays)
            end = chance.choice([*(end.name for end in front.ends), "", "train-0", "train-7"])
            wild = f" wild {chance.randrange(10)}" if bit(tile) & WILD_TILES else ""
            lays.append(f"{NAMES[tile]} {end}{wild}")
            drawn(rules, *lays)


def test_how_layouts_grow() -> None:
    lines: tuple[Layout, ...] = ("line-of-play", Crosswise(spinners="none"), Bent(fit="ruled"))
    for line in lines:
        assert growth_of(line, 4) == Growth()
    assert growth_of(Crosswise(spinners="first"), 4).only_first
    assert growth_of(HubTrains(), 2).rows == ("train-0", "train-1", "public")
    assert growth_of(HubTrains(public="none"), 2).rows == ("train-0", "train-1")
    assert growth_of(EngineTrains(), 3).rows == ("train-0", "train-1", "train-2")
    assert growth_of(Bent(), 2).bent
    assert growth_of(Forks(), 2).forks


def test_the_first_double_alone_is_a_spinner() -> None:
    """Its second short side opens once a tile lies at the first."""
    lays = ("6-4", "6-6 right", "6-5 right", "4-4 left", "6-3 spinner-6-6-1")
    ends = drawn(PUBLISHED["all-fives@1"], *lays).ends
    assert [(end.name, end.x, end.y, end.turn) for end in ends[2:]] == [
        ("spinner-6-6-1", 1.5, -3, 270),
        ("spinner-6-6-2", 1.5, 1, 90),
    ]


@pytest.mark.unmeasured
@pytest.mark.parametrize("highest", [12, 15])
@pytest.mark.parametrize("end", ["left", "right"])
def test_long_lines(highest: int, end: str) -> None:
    """Every tile of the set at one end, whether it fits or not."""
    *tiles, lead = sorted(NAMES[tile] for tile in members(set_up_to(highest)))
    rules = altered("block@1", play={"highest_pip": highest})
    assert linked(drawn(rules, lead, *(f"{tile} {end}" for tile in tiles))) == []


@pytest.mark.unmeasured
def test_a_tile_keeps_its_place() -> None:
    simulation = Simulation(PUBLISHED["chicken-foot@1"], 4, seed=1)
    round = simulation.play(1, opened(simulation.rules, 4).players).game.rounds[0]
    view, growth = seat_view(round, None), growth_of(round.table.layout, 4)
    edges = edges_for(round.table.tiles.bit_count(), growth)
    whole = placed(view.on_table, view.ends, growth, edges)
    for number, last in enumerate(whole.tiles):
        fewer = tuple(tile for tile in view.on_table if tile.act < last.act)
        assert [tile._replace(newest=False) for tile in placed(fewer, (), growth, edges).tiles] == [
            tile._replace(newest=False) for tile in whole.tiles[:number]
        ]


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", ["all-fives@1", "bendomino@1", "mexican-train@1"])
def test_steps_are_drawn_as_each_of_them_alone(id: str) -> None:
    rules = PUBLISHED[id]
    game = Simulation(rules, 2, seed=3).play(1, opened(rules, 2).players).game
    views = [frame.view for frame in frames(game)][:60]
    views += views[:3]  # Tiles are gone again, as after an undo.
    assert [*drawings_of(views)] == [drawing_of(view) for view in views]


def test_doubles_lie_across() -> None:
    found = drawn(PUBLISHED["block@1"], "6-4", "4-4 left", "6-2 right").tiles
    assert [(tile.x, tile.y, tile.turn) for tile in found] == [(0, 0, 0), (-1.5, 0, 270), (2, 0, 0)]
    assert [(tile.first.pip, tile.second.pip) for tile in found] == [(4, 6), (4, 4), (6, 2)]


def feet(number: int, toes: int) -> RuleSet:
    layout = {"kind": "feet", "opener_takes": number, "toes": toes}
    return altered("chicken-foot@1", play={"layout": layout})


def toes(double: str, number: int) -> list[str]:
    """The lays at so many toes of this double."""
    high = double[0]
    return [f"{high}-{low} toe-{double}-{low + 1}" for low in range(number)]


def test_the_arms_of_a_star_leave_in_every_direction() -> None:
    rules = altered("block@1", play={"highest_pip": 9, "layout": {"kind": "arms", "arms": 8}})
    drawing = drawn(rules, "9-9", *(f"9-{low} arm-{low + 1}" for low in range(8)))
    assert linked(drawing) == []
    assert [(tile.x, tile.y) for tile in drawing.tiles[1:]] == [
        *((1.5, 0), (-1.5, 0), (0, -2), (0, 2)),
        *((1.5, -1), (-1.5, 1), (1.5, 1), (-1.5, -1)),
    ]


def test_a_toe_begins_around_the_corner_where_another_tile_lies() -> None:
    lays = ("9-9", *toes("9-9", 6), "0-0 toe-9-9-1", "5-4 toe-9-9-5")
    assert "toe-0-0-1" in names(drawn(feet(6, 3), *lays))


@pytest.mark.parametrize("number", range(1, 9))
def test_any_number_of_toes(number: int) -> None:
    """All toes of the lead find room, and five of a double that lies on one of them."""
    rules, lead = feet(number, number), ["9-9", *toes("9-9", number)]
    assert linked(drawn(rules, *lead)) == []
    lays = [*lead, "8-8 toe-9-9-1", *toes("8-8", number)]
    assert len(linked(drawn(rules, *lays))) <= max(0, number - 5)


def test_a_wild_half_beside_its_own_pip_is_no_double() -> None:
    """It lies in line, and opens no foot."""
    lays = ("8-8", "W-8 toe-8-8-1 wild 8", "W-W toe-8-8-2 wild 8")
    drawing = drawn(PUBLISHED["spinner@1"], *lays)
    wild = [(tile.first.wild, tile.second.wild) for tile in drawing.tiles]
    assert wild == [(False, False), (False, True), (True, True)]
    assert [tile.turn for tile in drawing.tiles] == [90, 0, 270]
    assert names(drawing) == {"toe-8-8-1", "toe-W-W-1"}


def test_a_double_as_a_toe_lies_at_a_short_side_where_it_finds_room() -> None:
    """A wild double can be a toe, and has no room beside the others."""
    lays = ("9-9", "9-8 toe-9-9-1", "8-8 toe-9-9-1", "8-0 toe-8-8-1", "8-1 toe-8-8-2")
    drawing = drawn(feet(2, 3), *lays, "7-7 toe-8-8-3")
    assert linked(drawing) == []
    places = {tile.tile: (tile.x, tile.y) for tile in drawing.tiles}
    assert places[tile_named("8-8")] == (3, 0)
    assert places[tile_named("7-7")] == (3, 1.5)
