"""What houses choose of trains and feet: each value changes what is legal, or what counts."""

import pytest

from domain.faults.act import act_fault
from domain.hidden.seat_view import seat_view
from domain.round.legal import legal_moves
from domain.rules.rule_set import RuleSet
from domain.tiles import tile_named, tile_set

from .builders import act_of, any_hand, deal, new_game, now, play, text_of, tiles


def trains(hand: int, seats: int, highest: int = 6, **layout: object) -> RuleSet:
    values = {"highest_pip": highest, "layout": {"kind": "hub-trains", **layout}}
    return any_hand("mexican-train@1", hand, seats, play=values)


def moves(rules: RuleSet, *each: str, acts: tuple[str, ...] = (), boneyard: str = "") -> list[str]:
    """The legal moves after these acts; seat 0 begins, and the hub is the highest double."""
    game = play(deal(new_game(rules, len(each)), *each, leader=0, next_tiles=boneyard), *acts)
    return [text_of(act) for act in legal_moves(now(game))]


def test_when_the_public_train_may_be_begun() -> None:
    hands = "6-5 6-4 5-3", "6-3 6-2 3-1"
    any_time, after_own = trains(3, 2), trains(3, 2, public="after-own-train")
    assert "0 lays 6-4 public" in moves(any_time, *hands)
    assert moves(after_own, *hands) == ["0 lays 6-4 train-0", "0 lays 6-5 train-0"]
    begun = "0 lays 6-5 train-0", "1 lays 6-3 train-1"
    assert "0 lays 6-4 public" in moves(after_own, *hands, acts=begun)
    public = (*begun, "0 lays 6-4 public", "1 lays 3-1 train-1")
    assert moves(after_own, *hands, acts=public) == ["0 lays 5-3 train-0"]


def test_who_has_not_begun_may_go_on_with_the_public_train() -> None:
    rules = trains(2, 3, public="after-own-train")
    hands = "6-5 6-4", "4-3 5-4", "2-1 1-0"
    acts = (
        *("0 lays 6-5 train-0", "1 draws 3-3", "1 raises the marker"),
        *("2 draws 2-2", "2 raises the marker", "0 lays 6-4 public"),
    )
    with_one_more = trains(3, 3, public="after-own-train")
    three = "6-5 6-4 0-0", "4-3 5-4 1-1", "2-1 1-0 2-0"
    assert moves(with_one_more, *three, acts=acts, boneyard="3-3 2-2") == [
        "1 lays 4-3 public",
        "1 lays 5-4 public",
    ]
    assert moves(rules, *hands, acts=acts, boneyard="3-3 2-2") == []  # Seat 0 is out.


@pytest.mark.parametrize(("marked_empty", "open"), [("open", True), ("closed", False)])
def test_an_empty_train_whose_marker_is_up(marked_empty: str, open: bool) -> None:
    rules = trains(2, 2, marked_empty=marked_empty)
    acts = "0 draws 3-3", "0 raises the marker"
    found = moves(rules, "5-4 4-3", "6-2 6-1", acts=acts, boneyard="3-3")
    assert ("1 lays 6-2 train-0" in found) is open
    assert "1 lays 6-2 public" in found


def test_a_marked_train_that_is_begun_is_open_to_all() -> None:
    rules = trains(3, 2, marked_empty="closed")
    acts = "0 lays 6-5 train-0", "1 lays 6-2 train-1", "0 draws 3-3", "0 raises the marker"
    found = moves(rules, "6-5 4-3 1-0", "6-2 5-1 4-4", acts=acts, boneyard="3-3")
    assert "1 lays 5-1 train-0" in found


AFTER_A_DOUBLE = "0 lays 6-5 train-0", "1 lays 6-2 train-1", "0 lays 5-5 train-0"
LAST_DOUBLE = "6-5 5-5 6-4 5-4", "6-2 2-2 5-1 2-1"


def test_one_more_tile_anywhere_in_place_of_a_cover() -> None:
    on_it, anywhere = trains(4, 2), trains(4, 2, cover="anywhere")
    assert moves(on_it, *LAST_DOUBLE, acts=AFTER_A_DOUBLE) == ["0 lays 5-4 train-0"]
    assert moves(anywhere, *LAST_DOUBLE, acts=AFTER_A_DOUBLE) == [
        "0 lays 5-4 train-0",
        "0 lays 6-4 public",
    ]
    then = (*AFTER_A_DOUBLE, "0 lays 6-4 public")
    assert moves(anywhere, *LAST_DOUBLE, acts=then) == ["1 lays 2-1 train-1", "1 lays 2-2 train-1"]


def test_nobody_owes_a_cover_after_a_tile_that_could_not_be_laid() -> None:
    anywhere = trains(3, 2, cover="anywhere")
    hands = "6-5 5-5 1-0", "6-2 2-1 5-4"
    acts = (*AFTER_A_DOUBLE, "0 draws 3-3", "0 raises the marker")
    assert moves(anywhere, *hands, acts=acts, boneyard="3-3") == [
        "1 lays 5-4 train-0",
        "1 lays 2-1 train-1",
    ]


def test_the_tile_after_a_double_ends_the_turn_unless_doubles_chain() -> None:
    hands = "6-5 5-5 6-4 4-4 1-0", "6-2 2-1 3-2 3-1 2-0"
    acts = (
        *("0 lays 6-5 train-0", "1 lays 6-2 train-1", "0 lays 6-4 public", "1 lays 2-1 train-1"),
        *("0 lays 5-5 train-0", "0 lays 4-4 public"),
    )
    alone, chain = (trains(5, 2, cover="anywhere", doubles_chain=chain) for chain in (False, True))
    assert moves(alone, *hands, acts=acts) == ["1 lays 3-1 train-1"]
    assert moves(chain, *hands, acts=acts, boneyard="3-3") == ["0 draws 3-3"]


CHAIN = "6-5 5-5 6-4 4-4 5-1 4-0", "6-2 2-1 3-2 5-4 4-3 2-0"
BOTH_BEGUN = (
    *("0 lays 6-5 train-0", "1 lays 6-2 train-1"),
    *("0 lays 6-4 public", "1 lays 2-1 train-1", "0 lays 5-5 train-0"),
)


def test_several_doubles_and_then_a_cover() -> None:
    alone, chain = (trains(6, 2, doubles_chain=chain) for chain in (False, True))
    assert moves(alone, *CHAIN, acts=BOTH_BEGUN) == ["0 lays 5-1 train-0"]
    assert moves(chain, *CHAIN, acts=BOTH_BEGUN) == ["0 lays 5-1 train-0", "0 lays 4-4 public"]
    both = (*BOTH_BEGUN, "0 lays 4-4 public")
    assert moves(chain, *CHAIN, acts=both) == ["0 lays 5-1 train-0"]  # The oldest first.
    covered = (*both, "0 lays 5-1 train-0")
    assert moves(chain, *CHAIN, acts=covered) == ["1 lays 4-3 public", "1 lays 5-4 public"]


def test_doubles_of_another_turn_are_covered_without_further_ones() -> None:
    chain = trains(6, 2, doubles_chain=True)
    hands = "6-5 5-5 6-4 3-0 2-0 1-0", "6-2 2-1 4-4 5-4 4-3 3-3"
    acts = (*BOTH_BEGUN, "0 draws 1-1", "0 raises the marker")
    assert moves(chain, *hands, acts=acts, boneyard="1-1") == ["1 lays 5-4 train-0"]


def test_a_cover_may_make_a_later_double_dead() -> None:
    """The last tile with its pips covers the oldest double."""
    hands = "4-2 4-3 3-1 2-2 1-1 2-1 0-0", "4-1 1-0 2-0 3-2 4-0 3-0 3-3"
    acts = (
        *("0 lays 4-2 train-0", "1 lays 4-1 train-1", "0 lays 4-3 public", "1 lays 1-0 train-1"),
        *("0 lays 3-1 public", "1 lays 2-0 train-1"),
        *("0 lays 2-2 train-0", "0 lays 1-1 public", "0 lays 2-1 train-0"),
    )
    waived = trains(7, 2, 4, doubles_chain=True)
    assert moves(waived, *hands, acts=acts) == ["1 lays 3-2 train-1"]
    waits = trains(7, 2, 4, doubles_chain=True, cover="every-double")
    assert moves(waits, *hands, acts=acts) == ["1 raises the marker"]


def test_nobody_goes_out_on_a_double() -> None:
    may, may_not = (trains(2, 2, out_on_double=allowed) for allowed in (True, False))
    hands = "6-5 5-5", "6-2 2-1"
    acts = "0 lays 6-5 train-0", "1 lays 6-2 train-1"
    assert moves(may, *hands, acts=acts) == ["0 lays 5-5 train-0"]
    assert moves(may_not, *hands, acts=acts, boneyard="5-1") == ["0 draws 5-1"]
    drawn = (*acts, "0 draws 5-1")
    assert moves(may_not, *hands, acts=drawn, boneyard="5-1") == [
        "0 lays 5-1 train-0",
        "0 lays 5-5 train-0",  # It is not the last tile any more.
    ]


@pytest.mark.parametrize(("out_on_double", "missing"), [(True, {0, 2}), (False, set())])
def test_what_a_last_tile_that_is_not_laid_says(out_on_double: bool, missing: set[int]) -> None:
    """It may be a double that fits, where nobody goes out with one."""
    layout = {"kind": "hub-trains", "out_on_double": out_on_double}
    play_ = {"highest_pip": 2, "draw": "none", "layout": layout}
    rules = any_hand("mexican-train@1", 2, 2, play=play_)
    game = deal(new_game(rules, 2), "2-0 1-1", "2-1 1-0", leader=0)
    game = play(game, "0 lays 2-0 train-0", "1 lays 2-1 train-1", "0 raises the marker")
    assert seat_view(now(game), 1).hands[0].missing == missing


def test_a_round_is_blocked_by_doubles_that_nobody_may_lay() -> None:
    rules = any_hand(
        "mexican-train@1",
        2,
        2,
        play={
            "highest_pip": 2,
            "draw": "none",
            "layout": {"kind": "hub-trains", "out_on_double": False},
        },
    )
    game = deal(new_game(rules, 2), "2-1 1-1", "2-0 0-0", leader=0)
    game = play(game, "0 lays 2-1 train-0", "1 lays 2-0 train-1", "0 raises the marker")
    assert now(game).ended is None
    game = play(game, "1 raises the marker")
    assert now(game).ended == "blocked"


def test_the_fault_of_a_seat_that_goes_out_on_a_double() -> None:
    rules = trains(2, 2, out_on_double=False)
    game = deal(new_game(rules, 2), "6-5 5-5", "6-2 2-1", leader=0, next_tiles="5-1")
    game = play(game, "0 lays 6-5 train-0", "1 lays 6-2 train-1")
    fault = act_fault(now(game), act_of("0 lays 5-5 train-0"))
    assert fault == ("out-on-double", {"seat": 0, "tile": "5-5", "end": "train-0"})
    assert act_fault(now(game), act_of("0 raises the marker")).params["duty"] == "draw"


def begun(engine: str = "any-double", train_ends: int = 2) -> RuleSet:
    layout = {"kind": "engine-trains", "engine": engine, "train_ends": train_ends}
    return any_hand("basic-train@1", 3, 2, play={"layout": layout})


OWN = "9-9 2-2 9-8", "5-5 6-6 6-1"


@pytest.mark.parametrize(
    ("engine", "may"), [("any-double", ["5-5", "6-6"]), ("own-highest", ["6-6"])]
)
def test_the_double_that_begins_a_train(engine: str, may: list[str]) -> None:
    found = moves(begun(engine), *OWN, acts=("0 lays 9-9 train-0",))
    assert found == [f"1 lays {tile} train-1" for tile in may]


@pytest.mark.parametrize(("ends", "sides"), [(2, ["left", "right"]), (1, ["right"])])
def test_the_ends_of_a_train(ends: int, sides: list[str]) -> None:
    acts = "0 lays 9-9 train-0", "1 lays 6-6 train-1"
    found = moves(begun(train_ends=ends), *OWN, acts=acts)
    assert found == [f"0 lays 9-8 train-0-{side}" for side in sides]


@pytest.mark.parametrize(("winner", "points"), [("nobody", (0, 0)), ("fewest-pips", (0, 135))])
def test_what_a_blocked_round_of_trains_is_worth(winner: str, points: tuple[int, ...]) -> None:
    rules = any_hand("basic-train@1", 4, 2, score={"blocked_winner": winner})
    game = deal(new_game(rules, 2), "9-9 8-7 8-6 8-5", "5-5 4-3 2-1 1-0", leader=0)
    game = play(game, "0 lays 9-9 train-0", "1 lays 5-5 train-1")
    assert now(game).ended == "blocked"
    score = game.judged[-1].score
    assert score is not None
    assert score.points == points


@pytest.mark.parametrize(
    ("dead_foot", "legal"),
    [
        ("blocks", []),
        (
            "waived",
            ["1 lays 1-1 toe-2-2-1", "1 lays 3-0 toe-2-2-2", "1 lays 3-0 toe-3-3-2"],
        ),
    ],
)
def test_a_foot_for_which_no_tile_is_left(dead_foot: str, legal: list[str]) -> None:
    """2-2 wants three toes, and 3-2, 2-1 and 2-0 are all on the table."""
    layout = {"kind": "feet", "opener_takes": 2, "dead_foot": dead_foot}
    rules = any_hand("chicken-foot@1", 5, 2, play={"highest_pip": 3, "layout": layout})
    acts = (
        *("0 lays 3-3", "1 lays 3-2 toe-3-3-1", "0 lays 3-1 toe-3-3-2", "1 lays 1-0 toe-3-3-2"),
        *("0 lays 2-2 toe-3-3-1", "1 lays 2-1 toe-2-2-1", "0 lays 2-0 toe-2-2-2"),
    )
    assert moves(rules, "3-3 3-1 2-2 2-0 0-0", "3-2 1-0 2-1 3-0 1-1", acts=acts) == legal


@pytest.mark.parametrize(
    ("double_blank", "blank", "pips"),
    [(0, 0, [7, 0]), (50, 0, [7, 50]), (0, 25, [32, 50]), (50, 25, [32, 50]), (10, 25, [32, 10])],
)
def test_what_blanks_count_in_a_hand(double_blank: int, blank: int, pips: list[int]) -> None:
    rules = any_hand("chicken-foot@1", 2, 2, play={"double_blank": double_blank, "blank": blank})
    table = new_game(rules, 2).table
    hands = [tile_set(tiles(hand)) for hand in ("4-0 2-1", "0-0")]
    assert [table.pips_left(hand) for hand in hands] == pips


def hub(lead: str, **layout: object) -> RuleSet:
    """Trains of a double-six set from a hub that is led."""
    play_ = {"highest_pip": 6, "first_lead": {"kind": lead}, "next_lead": "same-rule"}
    if lead == "own-highest-double":
        play_ |= {"next_lead": "rotate", "later_lead": {"kind": lead}}
    trains = {"kind": "hub-trains", "hub": "led", **layout}
    return any_hand("mexican-train@1", 3, 3, play=play_ | {"layout": trains})


DEALT = "6-5 3-3 2-2", "5-5 6-6 1-0", "4-4 6-4 2-1"


def test_the_holder_of_the_double_of_the_round_lays_the_hub() -> None:
    game = deal(new_game(hub("round-double"), 3), *DEALT)
    assert [text_of(act) for act in legal_moves(now(game))] == ["1 lays 6-6"]
    game = play(game, "1 lays 6-6")
    assert [text_of(act) for act in legal_moves(now(game))] == [
        "2 lays 6-4 train-2",
        "2 lays 6-4 public",
    ]
    view = seat_view(now(game), 2)
    assert (view.hub, view.on_table) == (tile_named("6-6"), ())
    assert not view.unseen & tile_set(tiles("6-6 4-4 6-4 2-1"))


def test_seats_draw_for_the_hub_that_nobody_holds() -> None:
    rules = hub("round-double")
    hands = "6-5 3-3 2-2", "5-5 6-1 1-0", "4-4 6-4 2-1"
    game = deal(new_game(rules, 3), *hands, leader=1, next_tiles="0-0 6-6")
    game = play(game, "1 draws 0-0", "2 draws 6-6", "2 lays 6-6")
    assert text_of(legal_moves(now(game))[0]) == "0 lays 6-5 train-0"


@pytest.mark.parametrize(("leader", "hub_"), [(0, "3-3"), (1, "6-6"), (2, "4-4")])
def test_the_first_seat_lays_the_highest_double_of_its_hand(leader: int, hub_: str) -> None:
    game = deal(new_game(hub("own-highest-double"), 3), *DEALT, leader=leader)
    assert [text_of(act) for act in legal_moves(now(game))] == [f"{leader} lays {hub_}"]


def test_a_first_seat_without_a_double_gives_the_hub_to_the_next() -> None:
    rules = hub("own-highest-double")
    one = deal(new_game(rules, 3), "6-0 5-1 4-2", "6-6 6-1 1-0", "4-4 6-4 2-1", leader=2)
    over = play(one, "2 lays 4-4", "0 lays 4-2 train-0")
    fault = act_fault(now(one), act_of("2 lays 6-4"))
    assert fault == ("wrong-lead-tile", {"seat": 2, "tile": "6-4", "wanted": ("4-4",)})
    assert now(over).seat == 1
    void = deal(new_game(rules, 3), "6-0 5-1 4-2", "6-5 6-1 1-0", "4-3 6-4 2-1")
    assert now(void).ended == "void"


def test_a_hub_may_be_the_last_tile_of_a_hand() -> None:
    rules = any_hand(
        "mexican-train@1",
        *(1, 2),
        play={
            "first_lead": {"kind": "highest-double"},
            "next_lead": "same-rule",
            "layout": {"kind": "hub-trains", "hub": "led"},
        },
    )
    game = play(deal(new_game(rules, 2), "5-5", "4-3"), "0 lays 5-5")
    assert now(game).ended == "out"


FIRST = "6-5 5-4 4-4 4-3 2-1", "6-2 2-0 6-1 1-1 3-1"


def first(*acts: str, boneyard: str = "") -> list[str]:
    rules = trains(5, 2, first_turn="as-many-as-fit")
    return moves(rules, *FIRST, acts=acts, boneyard=boneyard)


def test_as_many_tiles_as_fit_in_the_first_turn() -> None:
    """The seat need not choose the longest train, but goes on as long as a tile fits it."""
    assert first("0 lays 6-5 train-0") == ["0 lays 5-4 train-0"]
    begun = "0 lays 6-5 train-0", "0 lays 5-4 train-0"
    assert first(*begun) == ["0 lays 4-3 train-0", "0 lays 4-4 train-0"]
    assert first(*begun, "0 lays 4-3 train-0")[0] == "1 lays 6-1 train-1"
    double = (*begun, "0 lays 4-4 train-0")
    assert first(*double) == ["0 lays 4-3 train-0"]
    covered = (*double, "0 lays 4-3 train-0", "1 lays 6-2 train-1", "1 lays 2-0 train-1")
    assert first(*covered, boneyard="5-5") == ["0 draws 5-5"]
    later = (*covered, "0 draws 3-2", "0 lays 3-2 train-0")
    assert first(*later, boneyard="3-2") == ["1 lays 6-1 public"]


def test_a_first_turn_that_begins_elsewhere_is_over_with_its_tile() -> None:
    assert first("0 lays 6-5 public")[0] == "1 lays 6-1 train-1"
    second = "0 lays 6-5 public", "1 lays 6-2 train-1", "1 lays 2-0 train-1"
    assert first(*second) == ["0 lays 5-4 public"]


def test_a_first_turn_in_which_nothing_fits_is_lost() -> None:
    rules = trains(3, 2, first_turn="as-many-as-fit")
    hands = "5-4 4-3 2-1", "6-0 6-1 1-1"
    acts = (
        *("0 draws 3-3", "0 raises the marker", "1 lays 6-0 train-1", "0 draws 6-4"),
        "0 lays 6-4 train-0",
    )
    assert moves(rules, *hands, acts=acts, boneyard="3-3 6-4") == [
        "1 lays 6-1 public",
    ]


def test_a_first_turn_is_over_before_a_double_that_may_not_be_the_last_tile() -> None:
    rules = trains(2, 2, first_turn="as-many-as-fit", out_on_double=False)
    acts = ("0 lays 6-5 train-0",)
    assert moves(rules, "6-5 5-5", "6-1 1-0", acts=acts)[0] == "1 lays 6-1 train-1"


def test_an_uncovered_double_at_the_end_of_a_first_turn() -> None:
    rules = trains(3, 2, first_turn="as-many-as-fit")
    hands = "6-5 5-5 2-1", "6-0 6-1 5-1"
    acts = "0 lays 6-5 train-0", "0 lays 5-5 train-0"
    assert moves(rules, *hands, acts=acts, boneyard="5-2") == ["0 draws 5-2"]
    drawn = (*acts, "0 draws 5-2", "0 lays 5-2 train-0")
    assert moves(rules, *hands, acts=drawn, boneyard="5-2") == ["0 lays 2-1 train-0"]
    marked = (*acts, "0 draws 3-3", "0 raises the marker")
    assert moves(rules, *hands, acts=marked, boneyard="3-3") == ["1 lays 5-1 train-0"]


def test_the_faults_of_a_first_turn() -> None:
    rules = trains(5, 2, first_turn="as-many-as-fit")
    game = play(deal(new_game(rules, 2), *FIRST, leader=0), "0 lays 6-5 train-0")
    ended = act_fault(now(game), act_of("0 ends the turn"))
    assert ended == ("ended-too-soon", {"seat": 0, "could": ("5-4",)})
    elsewhere = act_fault(now(game), act_of("0 lays 2-1 public"))
    params = {"seat": 0, "tile": "2-1", "end": "public", "first": ("train-0",)}
    assert elsewhere == ("other-end-first", params)
    plain = play(deal(new_game(trains(5, 2), 2), *FIRST, leader=0), "0 lays 6-5 train-0")
    fault = act_fault(now(plain), act_of("1 ends the turn"))
    assert fault == ("not-in-these-rules", {"seat": 1, "act": "end-turn"})
