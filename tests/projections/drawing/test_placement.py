"""Laws of drawings: over random rounds of every rule set, and over trees made by hand."""

from random import Random

import pytest
from hypothesis import given, settings

from domain.events import TileLaid, Way, laid
from domain.hidden.seat_view import seat_view
from domain.layout.ends import End, Ends
from domain.layout.front import after_lay, front_of
from domain.layout.on_table import OnTable, with_tile
from domain.layout.trains import at_hub
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import Arms, Bent, Crosswise, EngineTrains, Feet, Forks, HubTrains
from domain.rules.table import table_for
from domain.tiles import WILD_TILES, bit, members, tile_named
from ledger.live.simulation import Simulation
from projections.drawing.drawing import Drawing
from projections.drawing.growth import Growth, growth_of
from projections.drawing.placement import drawing_of, edges_for, placed
from tests.domain.builders import opened
from tests.domain.random_games import Setting, settings_of_play
from tests.lanes import examples
from tests.ledger.kinds import brief, seats_of

from .laws import check, linked, on_table
from .trees import EVERY_SPINNER, FEET, Tree, basic, grown, mexican, one_sided

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


def names(drawing: Drawing) -> set[str]:
    return {end.name for end in drawing.ends}


def with_room(ends: Ends) -> set[str]:
    """The names of these ends, but for those of a line of bent tiles that met."""
    return {end.name for end in ends if end.room}


@pytest.mark.unmeasured
@settings(max_examples=examples(10))
@given(settings_of_play())
def test_random_games(setting: Setting) -> None:
    for ply in setting.plies(2):
        round = ply.after.current
        if round is not None and any(isinstance(act, TileLaid) for act in round.acts):
            view = seat_view(round, None)
            drawing = drawing_of(view)
            check(drawing, view.on_table)
            assert linked(drawing) == [] or isinstance(round.table.layout, Feet)


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", VARIANTS)
def test_tiles_laid_anywhere(id: str) -> None:
    """As in a record of a game that was played against the rules."""
    rules = PUBLISHED[id]
    for seed in range(examples(4)):
        chance = Random(seed)
        table = table_for(rules.play, min(rules.play.hand))
        layout = rules.play.layout
        at_start = at_hub(layout, table.seats, 12) if isinstance(layout, HubTrains) else ()
        front = front_of(layout, table.matching, (at_start,))
        on_table: OnTable = ()
        for act, tile in enumerate(chance.sample(members(table.tiles), 20)):
            end = chance.choice([*(end.name for end in front.ends), None, "train-0", "train-7"])
            wild = chance.randrange(10) if bit(tile) & WILD_TILES else None
            lay = laid(0, tile, end, False, Way(wild=wild))
            on_table = with_tile(on_table, front, lay, act)
            front = after_lay(front, lay)
            growth = growth_of(layout, table.seats)
            drawing = placed(on_table, front.ends, growth, edges_for(28, growth))
            check(drawing, on_table)
            assert names(drawing) == with_room(front.ends)


def test_how_layouts_grow() -> None:
    assert growth_of("line-of-play", 4) == growth_of(Crosswise(spinners="none"), 4) == Growth()
    assert growth_of(Crosswise(spinners="every"), 4) == EVERY_SPINNER
    assert growth_of(Crosswise(spinners="first"), 4).only_first
    assert [name for name, _ in growth_of(Arms(arms=3), 4).lead] == ["arm-1", "arm-2", "arm-3"]
    assert growth_of(Feet(), 4) == FEET
    assert growth_of(HubTrains(), 8) == mexican(8)
    assert growth_of(HubTrains(public="none"), 2).rows == ("train-0", "train-1")
    assert growth_of(EngineTrains(), 3) == basic(3)
    assert growth_of(Bent(), 2) == Growth(bent=True)
    assert growth_of(Bent(fit="ruled"), 2) == Growth()
    assert growth_of(Forks(), 2).forks


def test_the_first_double_alone_is_a_spinner() -> None:
    tree = Tree(Growth(EVERY_SPINNER.lead, EVERY_SPINNER.double, lead_is_a_double=True))
    tree.lead(tile_named("6-4"))
    tree.lay(tile_named("6-6"), "right")
    tree.lay(tile_named("4-4"), "left")
    first = growth_of(Crosswise(spinners="first"), 4)
    drawing = placed(tree.on_table, tree.ends, first, edges_for(28, first))
    assert {end.name for end in drawing.ends} == {"left", "right", "spinner-6-6-1", "spinner-6-6-2"}
    places = {end.name: (end.x, end.y, end.turn) for end in drawing.ends}
    assert places["spinner-6-6-1"] == (1.5, -1, 270)
    assert places["spinner-6-6-2"] == (1.5, 1, 90)


def drawn(tree: Tree) -> Drawing:
    drawing = placed(tree.on_table, tree.ends, tree.growth, edges_for(len(tree.laid), tree.growth))
    check(drawing, tree.on_table)
    assert {end.name for end in drawing.ends} == set(tree.open)
    return drawing


TREES = {
    "feet": (FEET, 9),
    "feet-twelve": (FEET, 12),
    "spinners": (EVERY_SPINNER, 6),
    "spinners-twelve": (EVERY_SPINNER, 12),
    "mexican-2": (mexican(2), 12),
    "mexican-8": (mexican(8), 12),
    "basic-2": (basic(2), 9),
    "basic-10": (basic(10), 9),
    "line": (Growth(), 15),
}


@pytest.mark.parametrize("name", TREES)
def test_trees(name: str) -> None:
    growth, highest = TREES[name]
    for seed in range(examples(4)):
        drawn(grown(growth, highest, seed))


@pytest.mark.unmeasured
@pytest.mark.parametrize("highest", [12, 15])
@pytest.mark.parametrize("end", ["left", "right"])
def test_long_lines(highest: int, end: str) -> None:
    assert linked(drawn(one_sided(highest, end))) == []


@pytest.mark.unmeasured
def test_a_tile_keeps_its_place() -> None:
    tree = grown(FEET, 9, 1)
    edges = edges_for(len(tree.laid), FEET)
    whole = placed(tree.on_table, tree.ends, FEET, edges)
    for number in range(len(tree.laid)):
        fewer = tuple(tile for tile in tree.on_table if tile.act < number)
        assert [tile._replace(newest=False) for tile in placed(fewer, (), FEET, edges).tiles] == [
            tile._replace(newest=False) for tile in whole.tiles[:number]
        ]


def test_doubles_lie_across() -> None:
    tree = Tree(Growth())
    tree.lead(tile_named("6-4"))
    tree.lay(tile_named("6-6"), "right")
    tree.lay(tile_named("4-2"), "left")
    found = {tile.tile: tile for tile in drawn(tree).tiles}
    lead, double, left = (found[tile_named(name)] for name in ("6-4", "6-6", "4-2"))
    assert (lead.x, lead.y, lead.turn, lead.first, lead.second) == (0, 0, 0, 4, 6)
    assert (double.x, double.y, double.turn) == (1.5, 0, 90)
    assert (left.x, left.y, left.turn, left.first, left.second) == (-2, 0, 180, 2, 4)


def test_the_arms_of_a_star_leave_in_every_direction() -> None:
    tree = Tree(growth_of(Arms(arms=8), 4))
    tree.lead(tile_named("9-9"))
    for low in range(8):
        tree.lay(tile_named(f"9-{low}"), f"arm-{low + 1}")
    drawing = drawn(tree)
    assert linked(drawing) == []
    assert [(tile.x, tile.y) for tile in drawing.tiles[1:]] == [
        *((1.5, 0), (-1.5, 0), (0, -2), (0, 2)),
        *((1.5, -1), (-1.5, 1), (1.5, 1), (-1.5, -1)),
    ]


def test_a_toe_begins_around_the_corner_where_another_tile_lies() -> None:
    tree = Tree(FEET)
    tree.lead(tile_named("9-9"))
    for low in range(6):
        tree.lay(tile_named(f"9-{low}"), f"toe-9-9-{low + 1}")
    tree.lay(tile_named("0-0"), "toe-9-9-1")
    tree.lay(tile_named("5-4"), "toe-9-9-5")
    drawn(tree)
    assert {end.name for end in drawn(tree).ends} >= {"toe-0-0-1", "toe-0-0-2", "toe-0-0-3"}


@pytest.mark.parametrize("number", range(1, 9))
def test_any_number_of_toes(number: int) -> None:
    """All toes of the lead find room, and five of a double that lies on one of them."""
    tree = Tree(growth_of(Feet(opener_takes=number, toes=number), 4))
    tree.lead(tile_named("9-9"))
    for low in range(number):
        tree.lay(tile_named(f"9-{low}"), f"toe-9-9-{low + 1}")
    assert linked(drawn(tree)) == []
    tree.lay(tile_named("8-8"), "toe-9-9-1")
    assert names(drawn(tree)) == set(tree.open)
    for low in range(number):
        tree.lay(tile_named(f"8-{low}"), f"toe-8-8-{low + 1}")
    assert len(linked(drawn(tree))) <= max(0, number - 5)


def test_a_wild_half_beside_its_own_pip_is_no_double() -> None:
    """It lies in line, and opens no foot."""
    spinner = on_table(
        PUBLISHED["spinner@1"], "8-8", "W-8 toe-8-8-1 wild 8", "W-W toe-8-8-2 wild 8"
    )
    growth = growth_of(Feet(opener_takes=2), 4)
    ends = End("toe-8-8-1", 8), End("toe-W-W-1", 8, room=3)
    drawing = placed(spinner, ends, growth, edges_for(66, growth))
    check(drawing, spinner)
    assert [tile.wild for tile in drawing.tiles] == [(False, False), (False, True), (True, True)]
    assert [tile.turn for tile in drawing.tiles] == [90, 0, 270]
    assert names(drawing) == {"toe-8-8-1", "toe-W-W-1"}


def test_a_double_as_a_toe_lies_at_a_short_side_where_it_finds_room() -> None:
    """A wild double can be a toe, and has no room beside the others."""
    tree = Tree(growth_of(Feet(opener_takes=2), 4))
    tree.lead(tile_named("9-9"))
    tree.lay(tile_named("9-8"), "toe-9-9-1")
    tree.lay(tile_named("8-8"), "toe-9-9-1")
    tree.lay(tile_named("8-0"), "toe-8-8-1")
    tree.lay(tile_named("8-1"), "toe-8-8-2")
    tree.lay(tile_named("7-7"), "toe-8-8-3")
    drawing = drawn(tree)
    assert linked(drawing) == []
    places = {tile.tile: (tile.x, tile.y) for tile in drawing.tiles}
    assert places[tile_named("8-8")] == (3, 0)
    assert places[tile_named("7-7")] == (3, 1.5)
