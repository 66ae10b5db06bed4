"""Records of illegal moves with feet, trains, bent and wild tiles, tiles set aside, and calls.

Each is flagged with its code and parameters. Hands are small by agreement, and the order of the
boneyard is not known.
"""

from typing import Any, NamedTuple

import pytest

from domain.faults.codes import Code, Param
from domain.hidden.inference import lawful
from domain.tiles import tile_named
from tests.ledger.games import read

GAPLE = ("0-0 6-1 6-3", "5-1 2-1 4-1", "3-0 4-0 2-2", "6-5 6-6 5-5")
FOOT = ("9-9 9-5 5-4 7-7", "9-1 9-2 5-5 8-1", "9-3 9-4 5-1 6-0")
FIVE_TOES = (
    "0 9-9",
    "1 9-1 toe-9-9-1",
    "2 9-3 toe-9-9-2",
    "0 9-5 toe-9-9-3",
    "1 9-2 toe-9-9-4",
    "2 9-4 toe-9-9-5",
)
NO_NINES = ("7-7 6-5", "5-5 8-1", "5-1 6-0")
WILD = ("9-9 W-7 7-3 6-1", "9-4 W-W 3-0 5-4", "9-7 8-3 W-5 2-2")
TWO_TOES = ("0 9-9", "1 9-4 toe-9-9-1", "2 9-7 toe-9-9-2")
WILD_LEAD = ("W-W 8-7", "5-1 4-2", "6-0 3-1")
HUB = ("12-7 7-7 5-0 2-1", "12-3 7-4 3-1 10-2", "6-5 12-9 9-7 11-10")
UNCOVERED = ("0 12-7 train-0", "1 12-3 public", "2 12-9 train-2", "0 7-7 train-0")
ENGINES = ("9-9 9-4 5-0 5-3 7-6", "5-5 1-1 4-1 5-2 8-6", "3-3 2-2 8-7 3-1 7-2")
BEGUN = ("0 9-9 train-0", "1 5-5 train-1", "2 3-3 train-2")
BENT = ("1-1 5-3 3-2 4-0", "3-1 4-2 6-0 5-2")
STAR = ("6-6 6-4 1-0", "6-3 4-3 5-0", "6-2 2-1 5-4", "6-1 1-1 3-0")
CALLED = ("5-5 5-0 6-4", "5-1 5-4 4-2")
ALL_ARMS = ("0 6-6", "1 6-3 arm-1", "2 6-2 arm-2", "3 6-1 arm-3", "0 6-4 arm-4")


RULED = "+play.layout.fit=ruled"
FORKS = "+play.layout.kind=forks"
LONG_FIRST_TURN = "+play.layout.first_turn=as-many-as-fit"
HOLDER_LAYS_HUB = (
    "+play.first_lead.kind=round-double+play.first_lead.unheld=draw-for-it"
    "+play.layout.hub=led+play.next_lead=same-rule"
)
FIRST_SEAT_LAYS_HUB = (
    "+play.first_lead.kind=own-highest-double+play.later_lead.kind=own-highest-double"
    "+play.layout.hub=led"
)


class Case(NamedTuple):
    """A round whose last move breaks a rule."""

    rules: str
    hands: tuple[str, ...]
    moves: tuple[str, ...]
    code: Code
    params: dict[str, Param]
    """Without the seat, which is that of the last move."""
    agreed: str = ""


CASES = {
    # Gaple.
    "gaple: a lead that is not 0-0": Case(
        "gaple@1", GAPLE, ("0 6-1",), "wrong-lead-tile", {"tile": "6-1", "wanted": ("0-0",)}
    ),
    "gaple: a tile set aside though one fits": Case(
        "gaple@1",
        GAPLE,
        ("0 0-0", "1 aside 4-1", "2 aside 2-2"),
        "set-aside-though-able",
        {"aside": "2-2", "could": ("3-0", "4-0")},
    ),
    "gaple: the lead set aside": Case(
        "gaple@1",
        GAPLE,
        ("0 aside 0-0",),
        "set-aside-though-able",
        {"aside": "0-0", "could": ("0-0",)},
    ),
    "gaple: a pass instead of a tile set aside": Case(
        "gaple@1", GAPLE, ("0 0-0", "1 pass"), "passed-though-able", {"duty": "set-aside"}
    ),
    "gaple: a tile of another hand set aside": Case(
        "gaple@1", GAPLE, ("0 0-0", "1 aside 6-6"), "not-held", {"aside": "6-6"}
    ),
    "gaple: a tile set aside is laid": Case(
        "gaple@1",
        GAPLE,
        ("0 0-0", "1 aside 4-1", "2 4-0 left", "3 aside 6-5", "0 aside 6-1", "1 4-1 left"),
        "not-held",
        {"tile": "4-1"},
    ),
    "gaple: a draw": Case(
        "gaple@1", GAPLE, ("0 0-0", "1 draw 1-0"), "nothing-to-draw", {"drawn": "1-0", "most": 0}
    ),
    "gaple: a marker": Case(
        "gaple@1", GAPLE, ("0 0-0", "1 marker"), "not-in-these-rules", {"act": "marker"}
    ),
    # Chicken foot.
    "chicken foot: a lead that is not the double of the round": Case(
        "chicken-foot@1", FOOT, ("0 7-7",), "wrong-lead-tile", {"tile": "7-7", "wanted": ("9-9",)}
    ),
    "chicken foot: a lead while the tile must be drawn for": Case(
        "chicken-foot@1",
        NO_NINES,
        ("0 7-7",),
        "wrong-lead-tile",
        {"tile": "7-7", "wanted": ("9-9",)},
    ),
    "chicken foot: a lead after one draw for the tile": Case(
        "chicken-foot@1",
        NO_NINES,
        ("0 draw 4-4", "1 5-5"),
        "wrong-lead-tile",
        {"tile": "5-5", "wanted": ("9-9",)},
    ),
    "chicken foot: a pass while the tile must be drawn for": Case(
        "chicken-foot@1", NO_NINES, ("0 pass",), "passed-though-able", {"duty": "draw"}
    ),
    "chicken foot: two draws for the lead by one seat": Case(
        "chicken-foot@1", NO_NINES, ("0 draw 4-4", "0 draw 3-3"), "wrong-turn", {"turn": 1}
    ),
    "chicken foot: a draw after the lead was drawn": Case(
        "chicken-foot@1", NO_NINES, ("0 draw 9-9", "1 draw 4-4"), "wrong-turn", {"to_lead": 0}
    ),
    "chicken foot: a draw though the lead was dealt": Case(
        "chicken-foot@1",
        FOOT,
        ("0 draw 8-8",),
        "drew-though-able",
        {"drawn": "8-8", "could": ("9-9",)},
    ),
    "chicken foot: an ordinary end while a toe is bare": Case(
        "chicken-foot@1",
        FOOT,
        ("0 9-9", "1 9-1 toe-9-9-1", "2 5-1 toe-9-9-1"),
        "other-end-first",
        {"tile": "5-1", "end": "toe-9-9-1", "first": ("toe-9-9-2",)},
    ),
    "chicken foot: the second toe before the first": Case(
        "chicken-foot@1",
        FOOT,
        ("0 9-9", "1 9-1 toe-9-9-2"),
        "no-such-end",
        {"tile": "9-1", "end": "toe-9-9-2", "ends": ("toe-9-9-1",), "pips": (9,)},
    ),
    "chicken foot: a toe of another pip": Case(
        "chicken-foot@1",
        FOOT,
        ("0 9-9", "1 8-1 toe-9-9-1"),
        "does-not-fit",
        {"tile": "8-1", "end": "toe-9-9-1", "pip": 9},
    ),
    "chicken foot: a later double without its toes": Case(
        "chicken-foot@1",
        FOOT,
        (*FIVE_TOES, "0 draw 9-8", "0 9-8 toe-9-9-6", "1 5-5 toe-9-9-3", "2 5-1 toe-9-9-1"),
        "other-end-first",
        {"tile": "5-1", "end": "toe-9-9-1", "first": ("toe-5-5-1",)},
    ),
    "chicken foot: the end that a double closed": Case(
        "chicken-foot@1",
        FOOT,
        (*FIVE_TOES, "0 draw 9-8", "0 9-8 toe-9-9-6", "1 5-5 toe-9-9-3", "2 5-1 toe-9-9-3"),
        "no-such-end",
        {
            "tile": "5-1",
            "end": "toe-9-9-3",
            "ends": (
                *("toe-9-9-1", "toe-9-9-2", "toe-5-5-1"),
                *("toe-9-9-4", "toe-9-9-5", "toe-9-9-6"),
            ),
            "pips": (1, 3, 5, 2, 4, 8),
        },
    ),
    "chicken foot: a second draw": Case(
        "chicken-foot@1",
        FOOT,
        (*FIVE_TOES, "0 draw 8-7", "0 draw 9-8"),
        "drew-too-many",
        {"drawn": "9-8"},
    ),
    "chicken foot: a drawn tile that fits is kept": Case(
        "chicken-foot@1",
        FOOT,
        (*FIVE_TOES, "0 draw 9-8", "0 pass"),
        "passed-though-able",
        {"could": ("9-8",)},
    ),
    "chicken foot: a pass instead of a draw": Case(
        "chicken-foot@1", FOOT, (*FIVE_TOES, "0 pass"), "passed-though-able", {"duty": "draw"}
    ),
    "chicken foot: a draw though a tile fits": Case(
        "chicken-foot@1",
        FOOT,
        ("0 9-9", "1 draw 8-8"),
        "drew-though-able",
        {"drawn": "8-8", "could": ("9-1", "9-2")},
    ),
    "chicken foot: the end of a turn": Case(
        "chicken-foot@1", FOOT, ("0 9-9", "1 done"), "not-in-these-rules", {"act": "end-turn"}
    ),
    "chicken foot: a tile set aside": Case(
        "chicken-foot@1", FOOT, ("0 9-9", "1 aside 9-1"), "not-in-these-rules", {"act": "set-aside"}
    ),
    # Spinner.
    "spinner: the double wild leads though the double of the round was dealt": Case(
        "spinner@1",
        ("W-W 9-9", "5-1 4-2", "6-0 3-1"),
        ("0 W-W wild 9",),
        "wrong-lead-tile",
        {"tile": "W-W", "wanted": ("9-9",)},
    ),
    "spinner: a lead that is neither of the two": Case(
        "spinner@1",
        ("8-7 5-5", "5-1 4-2", "6-0 3-1"),
        ("0 5-5",),
        "wrong-lead-tile",
        {"tile": "5-5", "wanted": ("9-9", "W-W")},
    ),
    "spinner: the double wild is led as another pip": Case(
        "spinner@1",
        WILD_LEAD,
        ("0 W-W wild 5",),
        "wrong-wild",
        {"tile": "W-W", "wild": 5, "may": (9,)},
    ),
    "spinner: a wild half whose pip is not said": Case(
        "spinner@1",
        WILD,
        (*TWO_TOES, "0 W-7 toe-9-9-2"),
        "wrong-wild",
        {"tile": "W-7", "end": "toe-9-9-2", "wild": None, "may": tuple(range(10))},
    ),
    "spinner: a wild half of another pip than it touches": Case(
        "spinner@1",
        WILD,
        (*TWO_TOES, "0 W-7 toe-9-9-1 wild 3"),
        "wrong-wild",
        {"tile": "W-7", "end": "toe-9-9-1", "wild": 3, "may": (4,)},
    ),
    "spinner: a wild half of a pip that the set has not": Case(
        "spinner@1",
        WILD,
        (*TWO_TOES, "0 W-7 toe-9-9-2 wild 12"),
        "wrong-wild",
        {"tile": "W-7", "end": "toe-9-9-2", "wild": 12, "may": tuple(range(10))},
    ),
    "spinner: a pip of a tile without a wild half": Case(
        "spinner@1",
        WILD,
        (*TWO_TOES, "0 7-3 toe-9-9-2 wild 3"),
        "wrong-wild",
        {"tile": "7-3", "end": "toe-9-9-2", "wild": 3, "may": ()},
    ),
    "spinner: a double wild without its toes": Case(
        "spinner@1",
        WILD,
        (*TWO_TOES, "0 W-7 toe-9-9-2 wild 3", "1 W-W toe-9-9-2 wild 3", "2 W-5 toe-9-9-1 wild 4"),
        "other-end-first",
        {"tile": "W-5", "end": "toe-9-9-1", "first": ("toe-W-W-1",)},
    ),
    "spinner: a third toe of the lead": Case(
        "spinner@1",
        WILD,
        (*TWO_TOES, "0 W-7 toe-9-9-3 wild 9"),
        "no-such-end",
        {"tile": "W-7", "end": "toe-9-9-3", "ends": ("toe-9-9-1", "toe-9-9-2"), "pips": (4, 7)},
    ),
    # Mexican train.
    "mexican train: the closed train of another seat": Case(
        "mexican-train@1",
        HUB,
        ("0 12-7 train-1",),
        "train-closed",
        {"tile": "12-7", "end": "train-1", "owner": 1, "open_ends": ("train-0", "public")},
    ),
    "mexican train: the hub is laid": Case(
        "mexican-train@1", HUB, ("0 12-12 public",), "not-held", {"tile": "12-12"}
    ),
    "mexican train: a draw though a tile fits": Case(
        "mexican-train@1",
        HUB,
        ("0 draw 8-8",),
        "drew-though-able",
        {"drawn": "8-8", "could": ("12-7",)},
    ),
    "mexican train: an uncovered double is ignored": Case(
        "mexican-train@1",
        HUB,
        (*UNCOVERED, "0 draw 8-8", "0 marker", "1 3-1 public"),
        "other-end-first",
        {"tile": "3-1", "end": "public", "first": ("train-0",)},
    ),
    "mexican train: a double covered by a tile of another pip": Case(
        "mexican-train@1",
        HUB,
        (*UNCOVERED, "0 5-0 train-0"),
        "does-not-fit",
        {"tile": "5-0", "end": "train-0", "pip": 7},
    ),
    "mexican train: a marker raised though a tile fits": Case(
        "mexican-train@1", HUB, ("0 marker",), "marked-though-able", {"could": ("12-7",)}
    ),
    "mexican train: a marker raised before the draw": Case(
        "mexican-train@1", HUB, (*UNCOVERED, "0 marker"), "marked-though-able", {"duty": "draw"}
    ),
    "mexican train: a marker raised that is up": Case(
        "mexican-train@1",
        HUB,
        (
            *(*UNCOVERED, "0 draw 8-8", "0 marker", "1 7-4 train-0", "2 9-7 train-2"),
            *("0 draw 9-8", "0 marker"),
        ),
        "marked-though-able",
        {"duty": "pass"},
    ),
    "mexican train: a drawn tile that fits is kept": Case(
        "mexican-train@1",
        HUB,
        (*UNCOVERED, "0 draw 7-1", "0 marker"),
        "marked-though-able",
        {"could": ("7-1",)},
    ),
    "mexican train: a pass instead of the marker": Case(
        "mexican-train@1",
        HUB,
        (*UNCOVERED, "0 draw 8-8", "0 pass"),
        "passed-though-able",
        {"duty": "raise-marker"},
    ),
    "mexican train: a pass instead of a draw": Case(
        "mexican-train@1", HUB, (*UNCOVERED, "0 pass"), "passed-though-able", {"duty": "draw"}
    ),
    "mexican train: a second draw": Case(
        "mexican-train@1",
        HUB,
        (*UNCOVERED, "0 draw 8-8", "0 draw 7-1"),
        "drew-too-many",
        {"drawn": "7-1"},
    ),
    "mexican train: the end of a turn": Case(
        "mexican-train@1", HUB, ("0 done",), "not-in-these-rules", {"act": "end-turn"}
    ),
    "mexican train: the public train begun before one's own": Case(
        "mexican-train@1",
        HUB,
        ("0 12-7 public",),
        "own-train-first",
        {"tile": "12-7", "end": "public"},
        agreed="+play.layout.public=after-own-train",
    ),
    "mexican train: a marked train begun by another seat": Case(
        "mexican-train@1",
        ("7-5 5-4", "12-3 12-4"),
        ("0 draw 9-8", "0 marker", "1 12-3 train-0"),
        "train-closed",
        {"tile": "12-3", "end": "train-0", "owner": 0, "open_ends": ("train-1", "public")},
        agreed="+play.layout.marked_empty=closed",
    ),
    "mexican train: a second tile that is no double, elsewhere than on the double": Case(
        "mexican-train@1",
        (*HUB[:1], "12-3 7-4 3-1 10-2", HUB[2]),
        (*UNCOVERED, "0 draw 12-0", "0 12-0 public"),
        "does-not-fit",
        {"tile": "12-0", "end": "public", "pip": 3},
        agreed="+play.layout.cover=anywhere",
    ),
    "mexican train: a tile that is no double, laid elsewhere between doubles": Case(
        "mexican-train@1",
        ("12-7 7-7 12-5 9-8", "12-6 7-4 5-1 9-9"),
        ("0 12-7 train-0", "1 12-6 train-1", "0 7-7 train-0", "0 12-5 public"),
        "double-first",
        {"tile": "12-5", "end": "public"},
        agreed="+play.layout.doubles_chain=true",
    ),
    # Basic train.
    "basic train: a first engine that is not the highest double": Case(
        "basic-train@1",
        ENGINES,
        ("0 9-4 train-0",),
        "wrong-lead-tile",
        {"tile": "9-4", "wanted": ("9-9",)},
    ),
    "basic train: an engine that is not the seat's highest double": Case(
        "basic-train@1",
        ENGINES,
        ("0 9-9 train-0", "1 1-1 train-1"),
        "wrong-lead-tile",
        {"tile": "1-1", "wanted": ("5-5",)},
        agreed="+play.layout.engine=own-highest",
    ),
    "basic train: a tile at the other end of an engine with one end": Case(
        "basic-train@1",
        ENGINES,
        (*BEGUN, "0 9-4 train-0-left"),
        "no-such-end",
        {
            "tile": "9-4",
            "end": "train-0-left",
            "ends": ("train-0-right", "train-1-right", "train-2-right"),
            "pips": (9, 5, 3),
        },
        agreed="+play.layout.train_ends=1",
    ),
    "basic train: an engine that is no double": Case(
        "basic-train@1",
        ENGINES,
        ("0 9-9 train-0", "1 4-1 train-1"),
        "double-first",
        {"tile": "4-1", "end": "train-1"},
    ),
    "basic train: an engine at the place of another seat": Case(
        "basic-train@1",
        ENGINES,
        ("0 9-9 train-0", "1 5-5 train-2"),
        "no-such-end",
        {
            "tile": "5-5",
            "end": "train-2",
            "ends": ("train-0-left", "train-0-right"),
            "pips": (9, 9),
        },
    ),
    "basic train: a guest tile before the seat's own": Case(
        "basic-train@1",
        ENGINES,
        (*BEGUN, "0 5-0 train-1-left"),
        "train-closed",
        {
            "tile": "5-0",
            "end": "train-1-left",
            "owner": 1,
            "open_ends": ("train-0-left", "train-0-right"),
        },
    ),
    "basic train: a second guest tile on one train": Case(
        "basic-train@1",
        ENGINES,
        (*BEGUN, "0 9-4 train-0-left", "0 5-0 train-1-right", "0 5-3 train-1-left"),
        "train-served",
        {
            "tile": "5-3",
            "end": "train-1-left",
            "open_ends": ("train-2-left", "train-2-right"),
        },
    ),
    "basic train: a second tile on the seat's own train": Case(
        "basic-train@1",
        ("9-9 9-4 9-5 5-3", "5-5 1-1 4-1 5-2", "3-3 2-2 8-7 3-1"),
        (*BEGUN, "0 9-4 train-0-left", "0 9-5 train-0-right"),
        "train-served",
        {
            "tile": "9-5",
            "end": "train-0-right",
            "open_ends": ("train-1-left", "train-1-right", "train-2-left", "train-2-right"),
        },
    ),
    "basic train: a turn ended before a tile was laid": Case(
        "basic-train@1", ENGINES, (*BEGUN, "0 done"), "ended-too-soon", {"could": ("9-4",)}
    ),
    "basic train: a turn ended before the engine": Case(
        "basic-train@1",
        ENGINES,
        ("0 9-9 train-0", "1 done"),
        "ended-too-soon",
        {"could": ("1-1", "5-5")},
    ),
    "basic train: a pass though the seat's own train can grow": Case(
        "basic-train@1", ENGINES, (*BEGUN, "0 pass"), "passed-though-able", {"could": ("9-4",)}
    ),
    "basic train: a draw": Case(
        "basic-train@1",
        ENGINES,
        (*BEGUN, "0 9-4 train-0-left", "0 done", "1 5-2 train-1-left", "1 done", "2 draw 8-8"),
        "drew-though-able",
        {"drawn": "8-8", "could": ("3-1",)},
    ),
    # Bendomino.
    "bendomino: a lead that is not the highest double": Case(
        "bendomino@1", BENT, ("0 5-3",), "wrong-lead-tile", {"tile": "5-3", "wanted": ("1-1",)}
    ),
    "bendomino: a lead lighter than the heaviest tile": Case(
        "bendomino@1",
        ("5-3 3-2", "3-1 4-2"),
        ("0 3-2",),
        "wrong-lead-tile",
        {"tile": "3-2", "wanted": ("5-3",)},
    ),
    "bendomino: no room": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 3-1 right", "0 5-3 right"),
        "no-room",
        {"tile": "5-3", "end": "right"},
    ),
    "bendomino: a double whose bend is not said": Case(
        "bendomino@1",
        ("5-5 2-2 4-2", "5-1 1-1 6-0"),
        ("0 5-5", "1 5-1 right", "0 draw 4-3", "0 pass", "1 1-1 right"),
        "wrong-bend",
        {"tile": "1-1", "end": "right", "bend": None, "may": ("left", "right")},
    ),
    "bendomino: a double bent where there is no room": Case(
        "bendomino@1",
        ("5-5 2-2 4-2", "5-1 1-1 6-0"),
        ("0 5-5", "1 5-1 left", "0 draw 4-3", "0 pass", "1 1-1 left bend right"),
        "wrong-bend",
        {"tile": "1-1", "end": "left", "bend": "right", "may": ("left",)},
    ),
    "bendomino: a bend of a tile that is no double": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 3-1 right bend right"),
        "wrong-bend",
        {"tile": "3-1", "end": "right", "bend": "right", "may": ()},
    ),
    "bendomino: a bend of the lead": Case(
        "bendomino@1",
        BENT,
        ("0 1-1 bend right",),
        "wrong-bend",
        {"tile": "1-1", "bend": "right", "may": ()},
    ),
    "bendomino: another tile after a draw": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 draw 6-6", "1 3-1 left"),
        "other-tile-after-draw",
        {"tile": "3-1"},
    ),
    "bendomino: a second draw": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 draw 6-6", "1 draw 6-5"),
        "drew-too-many",
        {"drawn": "6-5"},
    ),
    "bendomino: a pass without a draw": Case(
        "bendomino@1", BENT, ("0 1-1", "1 pass"), "passed-though-able", {"could": ("3-1",)}
    ),
    "bendomino: a pass with nothing to draw": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 pass"),
        "passed-though-able",
        {"could": ("3-1",)},
        agreed="+play.stays_in_boneyard=28",
    ),
    "mexican train: a hub that is not the double of the round": Case(
        "mexican-train@1",
        ("12-12 11-11", "5-4 4-3"),
        ("0 11-11",),
        "wrong-lead-tile",
        {"tile": "11-11", "wanted": ("12-12",)},
        HOLDER_LAYS_HUB,
    ),
    "mexican train: a hub that is not the highest double of the hand": Case(
        "mexican-train@1",
        ("7-7 11-11", "12-12 4-3"),
        ("0 7-7",),
        "wrong-lead-tile",
        {"tile": "7-7", "wanted": ("11-11",)},
        FIRST_SEAT_LAYS_HUB,
    ),
    "mexican train: a tile on a train before the hub is laid": Case(
        "mexican-train@1",
        ("12-7 11-11", "12-12 4-3"),
        ("0 12-7 train-0",),
        "no-such-end",
        {"tile": "12-7", "end": "train-0", "ends": (), "pips": ()},
        FIRST_SEAT_LAYS_HUB,
    ),
    "mexican train: another train in a first turn that goes on": Case(
        "mexican-train@1",
        HUB,
        ("0 12-7 train-0", "0 2-1 public"),
        "other-end-first",
        {"tile": "2-1", "end": "public", "first": ("train-0",)},
        LONG_FIRST_TURN,
    ),
    "mexican train: a first turn ended though a tile fits": Case(
        "mexican-train@1",
        HUB,
        ("0 12-7 train-0", "0 done"),
        "ended-too-soon",
        {"could": ("7-7",)},
        LONG_FIRST_TURN,
    ),
    # Bendomino at a table that rules.
    "bendomino: a ruling where the lattice decides": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 3-1 right", "0 5-3 right unfit"),
        "not-in-these-rules",
        {"act": "ruling"},
    ),
    "bendomino: a ruling on a tile that does not match": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 4-2 right unfit"),
        "does-not-fit",
        {"tile": "4-2", "end": "right", "pip": 1},
        RULED,
    ),
    "bendomino: a tile laid that was ruled out": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 3-1 right", "0 5-3 right unfit", "0 5-3 right"),
        "no-room",
        {"tile": "5-3", "end": "right"},
        RULED,
    ),
    "bendomino: a pass though a tile was not ruled out": Case(
        "bendomino@1",
        BENT,
        ("0 1-1", "1 3-1 right", "0 5-3 right unfit", "0 pass"),
        "passed-though-able",
        {"could": ("3-2",)},
        f"+play.draw=none{RULED}",
    ),
    # Matador.
    "matador: an end that a matador across has closed": Case(
        "matador@1",
        ("6-6 5-3 4-2", "6-1 1-0 5-1"),
        ("0 6-6", "1 6-1 right", "0 4-2 right"),
        "no-such-end",
        {
            "tile": "4-2",
            "end": "right",
            "ends": ("left", "fork-6-1-6", "fork-6-1-1"),
            "pips": (6, 6, 1),
        },
        FORKS,
    ),
    "matador: a tile that does not match a half of a matador across": Case(
        "matador@1",
        ("6-6 5-3 4-2", "6-1 1-0 5-1"),
        ("0 6-6", "1 6-1 right", "0 4-2 fork-6-1-1"),
        "does-not-fit",
        {"tile": "4-2", "end": "fork-6-1-1", "pip": 1},
        FORKS,
    ),
    # Calls.
    "fives: a claim of another sum": Case(
        "all-fives@1",
        CALLED,
        ("0 5-5", "1 claim 15"),
        "wrong-claim",
        {"claim": 15, "count": 10},
        agreed="+play.claims=called",
    ),
    "fives: a claim of ends that are no multiple of five": Case(
        "all-fives@1",
        CALLED,
        ("0 5-5", "1 5-4 right", "1 claim 14"),
        "nothing-to-claim",
        {"claim": 14, "count": 14},
        agreed="+play.claims=called",
    ),
    "fives: points claimed twice": Case(
        "all-fives@1",
        CALLED,
        ("0 5-5", "1 claim 10", "0 claim 10"),
        "claimed-already",
        {"claim": 10, "by": 1},
        agreed="+play.claims=called",
    ),
    "fives: points claimed after the turn": Case(
        "all-fives@1",
        CALLED,
        ("0 5-5", "0 done", "0 claim 10"),
        "claimed-too-late",
        {"claim": 10},
        agreed="+play.claims=called",
    ),
    "fives: a claim where points count without": Case(
        "all-fives@1", CALLED, ("0 5-5", "0 claim 10"), "not-in-these-rules", {"act": "claim"}
    ),
    "chicken foot: a turn ended without a knock": Case(
        "chicken-foot@1",
        ("9-9 9-5 5-4", "9-1 9-2 5-5"),
        ("0 9-9", "1 9-1 toe-9-9-1", "0 9-5 toe-9-9-2", "0 done"),
        "did-not-knock",
        {},
        agreed="+play.knock_on_last_tile=true",
    ),
    "chicken foot: a knock with two tiles left": Case(
        "chicken-foot@1",
        ("9-9 9-5 5-4", "9-1 9-2 5-5"),
        ("0 9-9", "1 knock"),
        "no-knock-due",
        {},
        agreed="+play.knock_on_last_tile=true",
    ),
    "chicken foot: a knock where nobody knocks": Case(
        "chicken-foot@1",
        ("9-9 9-5 5-4", "9-1 9-2 5-5"),
        ("0 9-9", "1 knock"),
        "not-in-these-rules",
        {"act": "knock"},
    ),
    # Doubles.
    "doubles: a lead while the tile must be drawn for": Case(
        "doubles@1",
        ("5-5 1-0", "4-3 5-0", "2-1 5-4", "1-1 3-0"),
        ("0 5-5",),
        "wrong-lead-tile",
        {"tile": "5-5", "wanted": ("6-6",)},
    ),
    "doubles: an arm goes on before all are begun": Case(
        "doubles@1",
        STAR,
        ("0 6-6", "1 6-3 arm-1", "2 6-2 arm-2", "3 3-0 arm-1"),
        "other-end-first",
        {"tile": "3-0", "end": "arm-1", "first": ("arm-3",)},
    ),
    "doubles: an arm goes on without its double": Case(
        "doubles@1",
        STAR,
        (*ALL_ARMS, "1 4-3 arm-1"),
        "double-first",
        {"tile": "4-3", "end": "arm-1"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_an_illegal_move(name: str) -> None:
    case = CASES[name]
    number, last = len(case.moves) - 1, acted(case.moves[-1])
    expected = {"seat": last["seat"], **case.params}
    assert violations(record(case)) == [(0, number, case.code, expected)]


@pytest.mark.parametrize(
    ("rules", "hands", "moves", "skipped"),
    [
        (
            "gaple@1+play.hand.4=3",
            GAPLE,
            ("0 0-0", "2 3-0 left"),
            {"seat": 1, "duty": "set-aside"},
        ),
        (
            "chicken-foot@1+play.hand.3=4",
            FOOT,
            (*FIVE_TOES, "1 8-1 toe-9-9-1"),
            {"seat": 0, "duty": "draw"},
        ),
        (
            "mexican-train@1+play.hand.3=4",
            HUB,
            (*UNCOVERED, "1 7-4 train-0"),
            {"seat": 0, "duty": "draw"},
        ),
        (
            "basic-train@1+play.hand.3=5",
            ENGINES,
            (*BEGUN, "1 5-2 train-1-left"),
            {"seat": 0, "could": ("9-4",)},
        ),
    ],
)
def test_a_seat_is_stepped_over(
    rules: str, hands: tuple[str, ...], moves: tuple[str, ...], skipped: dict[str, Param]
) -> None:
    stepped = record_of(rules, played(hands, *moves))
    first, *_ = violations(stepped)
    assert first == (0, len(moves) - 1, "skipped-though-able", skipped)


def test_a_turn_whose_end_is_not_written_is_ended_by_the_next_act() -> None:
    """A marker, the end of a turn and a pass may be left out; a draw may not."""
    trains = played(HUB, *UNCOVERED, "0 draw 8-8", "1 7-4 train-0")
    assert violations(record_of("mexican-train@1+play.hand.3=4", trains)) == []
    guests = played(ENGINES, *BEGUN, "0 9-4 train-0-left", "1 5-2 train-1-left")
    assert violations(record_of("basic-train@1+play.hand.3=5", guests)) == []


@pytest.mark.parametrize(
    ("rules", "hands", "hub", "code", "params"),
    [
        ("mexican-train@1+play.hand.3=4", HUB, "12-12", None, {}),
        ("mexican-train@1+play.hand.3=4", HUB, None, None, {}),
        (
            "mexican-train@1+play.hand.3=4",
            HUB,
            "11-11",
            "wrong-hub",
            {"hub": "11-11", "hub_of_round": "12-12"},
        ),
        (
            "chicken-foot@1+play.hand.3=4",
            FOOT,
            "8-8",
            "not-in-these-rules",
            {"hub": "8-8", "act": "hub"},
        ),
    ],
)
def test_a_hub(
    rules: str, hands: tuple[str, ...], hub: str | None, code: Code | None, params: dict[str, Param]
) -> None:
    found = violations(record_of(rules, played(hands) | {"leader": 0, "hub": hub}))
    assert found == ([] if code is None else [(0, None, code, params)])


ONE_TILE = {
    "gaple@1": ("0-0", "6-1", "6-3", "6-5"),
    "chicken-foot@1": ("9-9", "8-8"),
    "mexican-train@1": ("12-1", "11-11"),
    "spinner@1": ("9-9", "W-W"),
}
"""Hands of a round that the first tile ends."""


def test_a_later_round_of_gaple_begins_with_a_double() -> None:
    rules = "gaple@1+play.hand.4=1"
    first = played(ONE_TILE["gaple@1"], "0 0-0") | {"ended": "out"}
    second = played(("6-5", "3-3", "4-4", "2-1"), "1 3-3") | {"leader": 1, "ended": "out"}
    assert violations(record_of(rules, first, second)) == []
    wrong = played(("6-5 1-0", "3-3 2-0", "4-4 2-2", "2-1 3-0"), "1 2-0") | {"leader": 1}
    first = played(("0-0 6-6", "6-1 1-1", "6-3 2-1", "6-5 6-4"), "0 0-0") | {"ended": "blocked"}
    found = violations(record_of("gaple@1+play.hand.4=2", first, wrong))
    doubles = tuple(f"{pip}-{pip}" for pip in range(7))
    params = {"seat": 1, "tile": "2-0", "wanted": doubles}
    assert found == [(1, 0, "wrong-lead-tile", params)]


@pytest.mark.parametrize("rules", ["chicken-foot@1", "spinner@1"])
def test_a_later_round_has_its_own_double(rules: str) -> None:
    """In round 2 it is 8-8, and 9-9 may not be led."""
    first = played(("9-9", "8-8"), "0 9-9") | {"ended": "out"}
    second = played(("8-8", "9-9"), "0 8-8") | {"ended": "out"}
    wrong = played(("8-8", "9-9"), "1 9-9") | {"ended": "out"}
    rule_set = f"{rules}+play.hand.2=1"
    assert violations(record_of(rule_set, first, second)) == []
    found = violations(record_of(rule_set, first, wrong))
    assert found == [
        (1, None, "wrong-leader", {"leader": 1, "expected": (0,)}),
        (1, 0, "wrong-lead-tile", {"seat": 1, "tile": "9-9", "wanted": ("8-8",)}),
    ]


@pytest.mark.parametrize("rules", ["chicken-foot@1", "mexican-train@1", "spinner@1"])
def test_a_round_after_the_last(rules: str) -> None:
    tile, at = ("12-1", " train-0") if rules == "mexican-train@1" else ("9-9", "")
    only = played(ONE_TILE[rules], f"0 {tile}{at}") | {"ended": "out"}
    rounds = f"{rules}+play.hand.2=1+score.rounds=1"
    assert violations(record_of(rounds, only)) == []
    again = violations(record_of(rounds, only, only))
    assert (1, None, "game-over", {"done": "dealt"}) in again


def test_a_deal_that_leaves_a_seat_without_an_engine_is_void() -> None:
    hands = ("9-9 9-4", "5-0 4-1", "3-3 3-1")
    rules = "basic-train@1+play.hand.3=2"
    assert violations(record_of(rules, played(hands))) == []
    led = violations(record_of(rules, played(hands, "0 9-9 train-0")))
    assert led[0] == (0, None, "wrong-leader", {"leader": 0, "expected": ()})


def test_the_engine_of_the_first_seat_lies_on_its_own_train() -> None:
    found = violations(record_of("basic-train@1+play.hand.3=5", played(ENGINES, "0 9-9 train-1")))
    params = {"seat": 0, "tile": "9-9", "end": "train-1", "ends": (), "pips": ()}
    assert found == [(0, 0, "no-such-end", params)]


def violations(record: dict[str, Any]) -> list[tuple[Any, ...]]:
    return [tuple(each) for each in read(record).violations]


def record(case: Case) -> dict[str, Any]:
    hand = f"play.hand.{len(case.hands)}={len(case.hands[0].split())}"
    agreed = sorted([hand, *case.agreed.split("+")[1:]])
    round = played(case.hands, *case.moves)
    return record_of("+".join((case.rules, *agreed)), round)


def played(hands: tuple[str, ...], *moves: str) -> dict[str, Any]:
    """A round that was broken off; the seat that acts first is the leader."""
    acts = [acted(move) for move in moves]
    return {
        "leader": acts[0]["seat"] if acts else None,
        "hands": [hand.split() for hand in hands],
        "moves": acts,
    }


def record_of(rules: str, *rounds: dict[str, Any]) -> dict[str, Any]:
    players = ["ana", "ben", "cleo", "dan"][: len(rounds[0]["hands"])]
    return {
        "format": "domino-record/1",
        "id": "illegal",
        "rules": rules,
        "players": players,
        "rounds": rounds,
    }


def acted(text: str) -> dict[str, Any]:
    """``"0 9-4 arm-1"``, ``"0 W-7 arm-1 wild 4"``, ``"0 draw 9-8"``, ``"0 claim 5"``."""
    seat, what, *more = text.split()
    move: dict[str, Any] = {"seat": int(seat)}
    match what, more:
        case "draw" | "aside", [tile]:
            return move | {what: tile}
        case "claim", [points]:
            return move | {"claim": int(points)}
        case "pass" | "done" | "knock", []:
            return move | {what: True}
        case "marker", []:
            return move | {"marker": "up"}
        case _:
            return move | {"lay": what} | where(more)


def where(words: list[str]) -> dict[str, Any]:
    """The end of a lay-down and how the tile lies there, as far as they are said."""
    match words:
        case [*end, "wild", pip]:
            return where(end) | {"wild": int(pip)}
        case [*end, "unfit"]:
            return where(end) | {"ruling": "does-not-fit"}
        case [*end, "bend", bend]:
            return where(end) | {"bend": bend}
        case [end]:
            return {"at": end}
        case _:
            assert not words
            return {}


OWN_HIGHEST = "basic-train@1+play.hand.3=5+play.layout.engine=own-highest"


def unseen_engine(*moves: str) -> dict[str, Any]:
    """Nobody saw the hand of seat 1, which begins with 1-1."""
    round = played(ENGINES, *BEGUN[:1], "1 1-1 train-1", *BEGUN[2:], *moves)
    round["hands"][1] = None
    return record_of(OWN_HIGHEST, round)


def test_an_engine_from_a_hand_that_nobody_saw() -> None:
    """Whether it was the highest double of the hand depends on the others."""
    found = read(unseen_engine())
    assert found.violations == []
    assert [(each.move, each.code) for each in found.unchecked] == [(1, "wrong-lead-tile")]


def test_an_engine_says_which_doubles_its_seat_did_not_hold() -> None:
    game = read(unseen_engine()).game
    assert game is not None
    assert game.current is not None
    known = lawful(game.current)
    assert not known.may_be_dealt(tile_named("5-5"), 1)
    assert known.may_be_dealt(tile_named("0-0"), 1)


def test_an_engine_that_a_later_tile_proves_wrong() -> None:
    proof = (
        *("0 9-4 train-0-left", "0 done", "1 5-1 train-1-left", "1 done"),
        *("2 3-1 train-2-left", "0 pass", "1 5-5 train-1-left"),
    )
    [found] = violations(unseen_engine(*proof))
    assert found == (0, 1, "wrong-lead-tile", {"seat": 1, "tile": "1-1", "wanted": ("5-5",)})


def test_a_last_tile_that_nobody_saw_is_no_double() -> None:
    rules = "mexican-train@1+play.hand.2=2+play.layout.out_on_double=false"
    round = played(("12-7 7-7", "12-3 7-4"), "0 12-7 train-0", "1 12-3 train-1", "0 7-7 train-0")
    round["hands"][0] = None
    [first, *_] = violations(record_of(rules, round))
    assert first == (0, 2, "out-on-double", {"seat": 0, "tile": "7-7", "end": "train-0"})


def test_a_hub_that_is_led_is_not_taken_out_before() -> None:
    rules = f"mexican-train@1{HOLDER_LAYS_HUB}".replace(
        "+play.layout", "+play.hand.2=2+play.layout"
    )
    led = played(("12-12 11-11", "5-4 4-3"), "0 12-12")
    assert violations(record_of(rules, led)) == []
    params = {"hub": "12-12", "act": "hub"}
    found = violations(record_of(rules, led | {"hub": "12-12"}))
    assert found == [(0, None, "not-in-these-rules", params)]


TURNED_UP = (
    "gaple@1+play.first_lead.kind=lot+play.first_lead.tile=null+play.hand.4=3"
    "+play.later_lead.kind=null+play.turned_up=true"
)


def test_a_line_that_begins_with_a_tile_turned_up() -> None:
    legal = played(GAPLE, "1 5-1 right") | {"hub": "5-4"}
    assert violations(record_of(TURNED_UP, legal)) == []
    wrong = played(GAPLE, "1 2-1 left") | {"hub": "5-4"}
    params = {"seat": 1, "tile": "2-1", "end": "left", "pip": 4}
    assert violations(record_of(TURNED_UP, wrong)) == [(0, 0, "does-not-fit", params)]
    led = played(GAPLE, "0 0-0") | {"hub": "5-4"}
    params = {"tile": "0-0"}  # It fits at no end, and says none.
    assert violations(record_of(TURNED_UP, led)) == [(0, 0, "does-not-fit", params)]


@pytest.mark.parametrize(
    ("hub", "params"), [(None, {"lacks": "hub"}), ("6-1", {"twice": ("6-1",)})]
)
def test_what_is_wrong_with_a_tile_turned_up(hub: str | None, params: dict[str, Param]) -> None:
    found = read(record_of(TURNED_UP, played(GAPLE) | {"leader": 1, "hub": hub}))
    assert found.violations == [(0, None, "bad-deal", params)]
    assert found.recordable == (hub is not None)


def long_first_turn(*moves: str) -> dict[str, Any]:
    """Nobody saw the hand of seat 0."""
    round = played(HUB, *moves)
    round["hands"][0] = None
    return record_of(f"mexican-train@1+play.hand.3=4{LONG_FIRST_TURN}", round)


@pytest.mark.parametrize(
    ("done", "asked", "proves"),
    [((), (1, "skipped-though-able"), False), (("0 done",), (1, "ended-too-soon"), True)],
)
def test_a_first_turn_of_a_hand_that_nobody_saw_ends_when_the_next_seat_acts(
    done: tuple[str, ...], asked: tuple[int, str], proves: bool
) -> None:
    """That nothing more fitted depends on the tiles left; only a turn said to be over proves it."""
    found = read(long_first_turn("0 12-7 train-0", *done, "1 12-3 public"))
    assert found.violations == []
    assert [(each.move, each.code) for each in found.unchecked] == [asked]
    assert found.game is not None
    assert found.game.current is not None
    assert lawful(found.game.current).may_be_dealt(tile_named("11-7"), 0) is not proves
    assert lawful(found.game.current).may_be_dealt(tile_named("8-8"), 0)


def test_a_first_turn_that_a_later_tile_proves_too_short() -> None:
    begun = ("0 12-7 train-0", "0 done", "1 12-3 public", "2 12-9 train-2", "2 9-7 train-2")
    moves = (*begun, "0 7-5 train-0")
    [found] = violations(long_first_turn(*moves))
    assert found == (0, 1, "ended-too-soon", {"seat": 0, "could": ("7-5",)})


def highest_of_a_hidden_hand(*moves: str) -> dict[str, Any]:
    round = played(("7-7 11-11 7-1", "12-12 4-3 7-3"), *moves)
    round["hands"][0] = None
    agreed = FIRST_SEAT_LAYS_HUB.replace("+play.later", "+play.hand.2=3+play.later")
    return record_of(f"mexican-train@1{agreed}", round)


def test_a_hub_from_a_hand_that_nobody_saw() -> None:
    found = read(highest_of_a_hidden_hand("0 7-7"))
    assert found.violations == []
    assert [(each.move, each.code) for each in found.unchecked] == [(0, "wrong-lead-tile")]
    assert found.game is not None
    assert found.game.current is not None
    assert not lawful(found.game.current).may_be_dealt(tile_named("11-11"), 0)


def test_a_hub_that_a_later_tile_proves_wrong() -> None:
    moves = ("0 7-7", "1 7-3 train-1", "0 7-1 train-0", "1 draw ?", "0 11-11 train-0")
    first, *_ = violations(highest_of_a_hidden_hand(*moves))
    params = {"seat": 0, "tile": "7-7", "wanted": ("11-11",)}
    assert first == (0, 0, "wrong-lead-tile", params)
