"""Which tile each tile on the table was laid on."""

from domain.events import Way, laid
from domain.layout.front import after_lay, front_of
from domain.layout.on_table import OnTable, with_tile
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for
from domain.tiles import tile_named


def on_table(rules: RuleSet, *lays: str) -> OnTable:
    """The tiles on the table after these lay-downs: a lead, then `6-4 left`, `W-4 left wild 6`."""
    table = table_for(rules.play, min(rules.play.hand))
    front = front_of(rules.play.layout, table.matching, ((),))
    found: OnTable = ()
    for act, each in enumerate(lays):
        placing, _, wild = each.partition(" wild ")
        tile, _, end = placing.partition(" ")
        lay = laid(0, tile_named(tile), end or None, False, Way(wild=int(wild) if wild else None))
        found = with_tile(found, front, lay, act)
        front = after_lay(front, lay)
    return found


def on(found: OnTable) -> list[int | None]:
    """In the order of the acts, the act of the tile it was laid on."""
    return [each.on for each in sorted(found, key=lambda each: each.act)]


def test_a_line() -> None:
    line = on_table(PUBLISHED["draw@1"], "6-6", "6-4 left", "6-3 right", "4-1 left", "3-3 right")
    assert on(line) == [None, 0, 0, 1, 2]


def test_a_star() -> None:
    star = on_table(PUBLISHED["sebastopol@1"], "6-6", "6-1 arm-1", "6-4 arm-2", "1-1 arm-1")
    assert on(star) == [None, 0, 0, 1]


def test_a_spinner_that_is_not_the_lead() -> None:
    fives = on_table(
        PUBLISHED["all-fives@1"],
        *("6-4", "6-6 right", "6-1 right", "6-2 spinner-6-6-1", "6-3 spinner-6-6-2"),
        "2-2 spinner-6-6-1",
    )
    assert on(fives) == [None, 0, 1, 1, 1, 3]


def test_wild_halves() -> None:
    spinner = on_table(
        PUBLISHED["spinner@1"],
        *("9-9", "W-4 toe-9-9-1 wild 9", "W-7 toe-9-9-2 wild 9", "W-4 toe-9-9-1 wild 3"),
        *("W-3 toe-9-9-1 wild 3", "W-W toe-9-9-2 wild 7"),
    )
    assert [(each.name, each.double) for each in sorted(spinner, key=lambda each: each.act)] == [
        *(("9-9", True), ("9W-4", False), ("9W-7", False), ("4-3W", False)),
        *(("3-3W", False), ("7W-7W", True)),
    ]


def test_a_double_wild_that_leads() -> None:
    led = on_table(PUBLISHED["spinner@1"], "W-W wild 8", "8-5 toe-W-W-1")
    assert [each.name for each in led] == ["8W-8W", "8-5"]


def test_engines() -> None:
    """A seat lays one at its train, whatever the record says of it."""
    named = on_table(PUBLISHED["basic-train@1"], "9-9 train-0", "5-5 train-2", "9-1 train-0-left")
    assert [each.branch for each in named] == ["train-0", "train-2", "train-0-left"]
    assert on(named) == [None, None, 0]
    nameless = on_table(PUBLISHED["basic-train@1"], "9-9", "9-1 train-0-right", "5-1")
    assert [each.branch for each in nameless] == ["train-0", "train-0-right", "train-0-right"]


def test_a_loop_of_bent_tiles() -> None:
    line = on_table(PUBLISHED["bendomino@1"], "2-0", "4-2 right", "6-0 left")
    assert [(each.name, each.bend) for each in line] == [
        *(("6-0", "left"), ("0-2", "left"), ("2-4", "left"))
    ]
