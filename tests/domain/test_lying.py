"""Which tile each tile on the table was laid on."""

from domain.events import laid
from domain.layout.front import front_of
from domain.layout.lying import Lying, with_tile
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for
from domain.tiles import tile_named


def lying(rules: RuleSet, *lays: str) -> Lying:
    """The tiles on the table after these lay-downs: a lead, then `6-4 left`."""
    table = table_for(rules.play, min(rules.play.hand))
    front = front_of(rules.play.layout, table.matching, ())
    found: Lying = ()
    for act, each in enumerate(lays):
        tile, _, end = each.partition(" ")
        lay = laid(0, tile_named(tile), end or None)
        found = with_tile(found, front, lay, act)
        front = front.after[lay.placing]
    return found


def on(found: Lying) -> list[int | None]:
    """In the order of the acts, the act of the tile it was laid on."""
    return [each.on for each in sorted(found, key=lambda each: each.act)]


def test_a_line() -> None:
    line = lying(PUBLISHED["draw@1"], "6-6", "6-4 left", "6-3 right", "4-1 left", "3-3 right")
    assert on(line) == [None, 0, 0, 1, 2]


def test_a_star() -> None:
    star = lying(PUBLISHED["sebastopol@1"], "6-6", "6-1 arm-1", "6-4 arm-2", "1-1 arm-1")
    assert on(star) == [None, 0, 0, 1]


def test_a_spinner_that_is_not_the_lead() -> None:
    fives = lying(
        PUBLISHED["all-fives@1"],
        *("6-4", "6-6 right", "6-1 right", "6-2 spinner-6-6-1", "6-3 spinner-6-6-2"),
        "2-2 spinner-6-6-1",
    )
    assert on(fives) == [None, 0, 1, 1, 1, 3]
