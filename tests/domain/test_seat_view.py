"""The view of a seat, and that it is the only way to see a round."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import (
    IrregularityNoted,
    TileDrawn,
    TileLaid,
    TileSetAside,
    drew,
    laid,
    passed,
)
from domino_ledger.domain.hidden import seat_view as seat_view_module
from domino_ledger.domain.hidden.seat_view import SeatView, SeenHand, seat_view
from domino_ledger.domain.round.state import Act, Round, evolve, new_round
from domino_ledger.domain.rules.layouts import Trains, leads_hub
from domino_ledger.domain.tiles import (
    HALVES,
    SEEN,
    SUITS,
    UNSEEN,
    names_of,
    tile_named,
    tile_set,
    tiles_of,
)
from tests.lanes import examples

from .builders import act_of, any_hand, deal, new_game, now, play, tiles
from .random_games import Setting, settings_of_play

pytestmark = pytest.mark.unmeasured

SMALL_DRAW = any_hand("draw@1", 3, 2, 3)


def drawing(*acts: str, **play_rules: object) -> Round:
    """Ana leads 6-6, then lays 5-5; Ben has no 6 and draws 1-0, 4-3, 6-0 ..."""
    rules = any_hand("draw@1", 3, 2, play=play_rules)
    game = deal(new_game(rules, 2), "6-6 5-5 2-1", "5-4 4-4 3-3", next_tiles="1-0 4-3 6-0 0-0")
    return now(play(game, *acts))


def missing(view: SeatView, seat: int) -> list[int]:
    return sorted(view.hands[seat].missing)


def known(hand: SeenHand) -> list[str] | None:
    return None if hand.tiles is None else names_of(hand.tiles)


def test_open_shows_everything() -> None:
    view = seat_view(drawing("0 lays 6-6"), None, open=True)
    assert [known(hand) for hand in view.hands] == [["2-1", "5-5"], ["3-3", "4-4", "5-4"]]
    assert view.boneyard.tiles is not None
    assert view.boneyard.tiles[:4] == tiles("1-0 4-3 6-0 0-0")
    assert view.moves == (drew(1, tile_named("1-0")),)
    assert view.unseen == 0


def test_only_the_drawing_seat_sees_the_tile() -> None:
    round = drawing("0 lays 6-6", "1 draws 1-0")
    assert seat_view(round, 0).acts[-1] == drew(1, UNSEEN)
    assert seat_view(round, None).acts[-1] == drew(1, UNSEEN)
    assert seat_view(round, 1).acts[-1] == drew(1, tile_named("1-0"))
    assert seat_view(round, None, open=True).acts[-1] == drew(1, tile_named("1-0"))
    assert seat_view(round, 0).hands[1].size == 4
    assert seat_view(round, 0).boneyard.size == 21


def test_only_the_seat_that_sets_a_tile_aside_sees_it() -> None:
    rules = any_hand("gaple@1", 2, 2, play={"first_lead": {"kind": "lot"}})
    game = deal(new_game(rules, 2), "6-6 6-1", "5-4 4-4", leader=0)
    round = now(play(game, "0 lays 6-6", "1 sets aside 5-4"))
    assert seat_view(round, 0).acts[-1] == TileSetAside(seat=1, tile=UNSEEN)
    assert seat_view(round, None).acts[-1] == TileSetAside(seat=1, tile=UNSEEN)
    assert seat_view(round, 1).acts[-1] == TileSetAside(seat=1, tile=tile_named("5-4"))


def test_the_next_tile_to_draw_is_hidden() -> None:
    assert seat_view(drawing("0 lays 6-6"), 1).moves == (drew(1, UNSEEN),)


def test_only_the_seat_in_turn_sees_its_moves() -> None:
    round = drawing()
    assert seat_view(round, 0).moves == (laid(0, tile_named("6-6"), None),)
    assert seat_view(round, 1).moves is None
    assert seat_view(round, 1).turn == 0


def test_any_tile_may_come_from_an_unordered_boneyard() -> None:
    game = deal(new_game(SMALL_DRAW, 2), "6-6 5-5 2-1", "5-4 4-4 3-3", ordered=False)
    round = now(play(game, "0 lays 6-6"))
    assert seat_view(round, 1).moves == (drew(1, UNSEEN),)
    assert seat_view(round, None, open=True).moves == (drew(1, UNSEEN),)
    assert seat_view(round, 0).boneyard.size == 22


def watched(hand: str, *acts: str, draw: bool = False, **play_rules: object) -> Round:
    """A round in which seat 0 leads and seat 1 holds this hand; nobody checks the acts."""
    if draw:
        round = drawing(**play_rules)
    else:
        rules = any_hand("block-lot@1", 3, 2)
        round = now(deal(new_game(rules, 2), "4-1 6-4 5-5", hand, leader=0))
    for act in acts:
        skips = act == "1 is stepped over"
        round = evolve(round, passed(1, inferred=True) if skips else act_of(act))
    return round


STUCK, LED = "5-0 3-0 6-6", ("0 lays 6-6", "1 draws 1-0")


@pytest.mark.parametrize(
    ("round", "pips"),
    [
        # A seat that passes has no tile that fits, until it lays one against its pass.
        (watched(STUCK, "0 lays 4-1", "1 passes", "0 lays 6-4 right"), [1, 4]),
        (watched("4-2 3-0 6-6", "0 lays 4-1", "1 passes"), [1, 4]),
        (
            watched("4-2 3-0 6-6", "0 lays 4-1", "1 passes", "0 lays 6-4 right", "1 lays 4-2 left"),
            [],
        ),
        # Nothing follows from a turn that was not taken.
        (watched(STUCK, "0 lays 4-1", "1 is stepped over"), []),
        # A drawn tile may be anything, and makes older knowledge stale; tiles kept did not fit.
        (watched("", *LED, draw=True), []),
        (watched("", *LED, "1 draws 4-3", "1 draws 6-0", "1 lays 6-0 left", draw=True), [6]),
        (watched("", *LED, "1 passes", draw=True), [6]),
        (watched("", *LED, "1 passes", "0 lays 5-5 left", "1 draws 4-3", draw=True), []),
        (
            watched("", *LED, "1 draws 6-0", "1 lays 6-0 left", draw=True, may_draw_when_able=True),
            [],
        ),
    ],
)
def test_the_pips_that_a_seat_cannot_hold(round: Round, pips: list[int]) -> None:
    assert missing(seat_view(round, 0), 1) == pips
    assert missing(seat_view(round, 0), 0) == []


def test_nothing_follows_from_an_illegal_pass_for_viewers_who_see_it() -> None:
    illegal = watched("5-1 3-0 6-6", "0 lays 4-1", "1 passes")
    assert missing(seat_view(illegal, None, open=True), 1) == []
    assert missing(seat_view(illegal, 0), 1) == [1, 4]
    forced = watched(STUCK, "0 lays 4-1", "1 passes")
    assert missing(seat_view(forced, None, open=True), 1) == [1, 4]


def test_everything_is_open_when_the_round_is_over() -> None:
    rules = any_hand("block-lot@1", 1, 2)
    round = now(play(deal(new_game(rules, 2), "6-5", "6-4", leader=0), "0 lays 6-5"))
    view = seat_view(round, 1)
    assert view.ended == "out"
    assert view.open
    assert known(view.hands[1]) == ["6-4"]
    assert view.turn is None
    assert view.moves == ()


def test_a_void_deal_has_no_seat_in_turn() -> None:
    round = now(deal(new_game(any_hand("block@1", 2, 2), 2), "6-5 4-3", "6-4 5-3"))
    assert round.ended == "void"
    view = seat_view(new_round(round.table, round.deal, round.start.lead), None)
    assert view.turn is None
    assert not view.open


def test_notes_stay_hidden_as_long_as_tiles_are() -> None:
    note = IrregularityNoted(code="not-held")
    round = evolve(drawing("0 lays 6-6"), note)
    assert seat_view(round, 0).noted == ()
    assert seat_view(round, None, open=True).noted == (note,)


# -- laws


def positions(setting: Setting) -> Iterator[Round]:
    """Every third position of a random round in play."""
    for number, ply in enumerate(setting.plies(1)):
        round = ply.after.current
        if round is not None and round.ended is None and number % 3 == setting.seed % 3:
            yield round


def observers(round: Round) -> tuple[int | None, ...]:
    return (None, *range(round.table.seats))


def with_other_hidden_tiles(round: Round, viewer: int | None, random: Random) -> Round | None:
    """The round as the viewer saw it, with all tiles exchanged that were hidden from the viewer.

    None if with these tiles a seat would have acted out of turn, or would have led what it drew for
    the lead: everyone sees whose turn it is.
    """
    seen = tile_set(act.tile for act in round.acts if isinstance(act, TileLaid))
    seen |= 0 if viewer is None else round.hands[viewer] | round.set_aside[viewer]
    unseen = list(tiles_of(round.start.tiles & ~seen))
    exchanged = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))

    def other(tile: int) -> int:
        return exchanged.get(tile, tile)

    under = round.deal.boneyard
    dealt = replace(
        round.deal,
        hands=tuple(tuple(map(other, hand)) for hand in round.deal.hands),
        boneyard=None if under is None else tuple(map(other, under)),
    )
    changed = new_round(round.table, dealt, round.start.lead)
    for event in round.events:
        if isinstance(event, Act) and event.seat != changed.seat:
            return None
        if isinstance(event, TileDrawn):
            if has_drawn_the_lead(changed):
                return None
            changed = evolve(changed, drew(event.seat, other(event.tile)))
        elif isinstance(event, TileSetAside):
            changed = evolve(changed, replace(event, tile=other(event.tile)))
        else:
            changed = evolve(changed, event)
    return changed if has_drawn_the_lead(changed) == has_drawn_the_lead(round) else None


def has_drawn_the_lead(round: Round) -> bool:
    """The seats draw for the tile to lead, and one of them has it."""
    held = any(hand & round.start.lead & SEEN for hand in round.hands)
    return round.table.draws_for_lead and not round.front.ends and held


@settings(max_examples=examples(30))
@given(settings_of_play(), st.randoms(use_true_random=False))
def test_a_view_depends_only_on_visible_facts(setting: Setting, random: Random) -> None:
    for round in positions(setting):
        for viewer in observers(round):
            changed = with_other_hidden_tiles(round, viewer, random)
            if changed is not None and changed.seat == round.seat:
                assert seat_view(changed, viewer) == seat_view(round, viewer)


@settings(max_examples=examples(15))
@given(settings_of_play(), st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_the_views_before(setting: Setting, random: Random) -> None:
    asked = [(round, viewer) for round in positions(setting) for viewer in observers(round)]
    afresh = []
    for round, viewer in asked:
        seat_view_module._kept.clear()
        afresh.append(seat_view(round, viewer, open=viewer == 0))
    for number in random.sample(range(len(asked)), min(len(asked), 200)):
        round, viewer = asked[number]
        assert seat_view(round, viewer, open=viewer == 0) == afresh[number]


@settings(max_examples=examples(30))
@given(settings_of_play())
def test_missing_pips_are_not_in_the_hand(setting: Setting) -> None:
    for round in positions(setting):
        for seat, hand in enumerate(seat_view(round, None).hands):
            assert not {pip for pip in hand.missing if round.hands[seat] & SUITS[pip]}


@settings(max_examples=examples(30))
@given(settings_of_play())
def test_counts_are_right(setting: Setting) -> None:
    for round in positions(setting):
        view = seat_view(round, None)
        assert [hand.size for hand in view.hands] == [hand.bit_count() for hand in round.hands]
        assert view.boneyard.size == len(round.boneyard)


def _neighbours(view: SeatView) -> Iterator[tuple[int, int]]:
    """The acts of tiles that follow each other on one branch."""
    for _, grown in groupby(view.on_table, key=lambda each: each.branch):
        yield from pairwise(each.act for each in grown)


@settings(max_examples=examples(30))
@given(settings_of_play())
def test_the_tiles_join(setting: Setting) -> None:
    for round in positions(setting):
        view = seat_view(round, None)
        bare = {end.name: end.pip for end in view.ends}
        for branch, grown in groupby(view.on_table, key=lambda each: each.branch):
            on_table = list(grown)
            if round.table.play.matching == "equal":
                assert all(one.right == other.left for one, other in pairwise(on_table))
            if branch is None:
                for name, pip in (("left", on_table[0].left), ("right", on_table[-1].right)):
                    assert bare.pop(name, pip) == pip
                continue
            if on_table[0].on is not None and round.table.play.matching == "equal":
                assert on_table[0].left == root_of(branch, view, round)
            assert bare.pop(branch, on_table[-1].right) == on_table[-1].right
        assert all(pip == root_of(name, view, round) for name, pip in bare.items())
        on = {each.act: each.on for each in view.on_table}
        if not isinstance(round.table.layout, Trains):
            assert [act for act, other in on.items() if other is None] == sorted(on)[:1]
        assert all(other < act for act, other in on.items() if other is not None)
        for one, other in _neighbours(view):
            assert on[one] == other or on[other] == one
        for branch, grown in groupby(view.on_table, key=lambda each: each.branch):
            first = next(grown)
            if branch is not None and first.on is not None:
                root = next(each for each in view.on_table if each.act == first.on)
                assert root_of(branch, view, round) in (root.left, root.right)


def root_of(branch: str, view: SeatView, round: Round) -> int:
    """The pip from which the branch grows: a spinner, foot, fork, hub or engine, or the lead."""
    kind, *halves = branch.split("-")
    if kind == "fork":
        return int(halves[2])
    if leads_hub(round.table.layout):
        lead = next(act for act in round.acts if isinstance(act, TileLaid))
        return HALVES[lead.tile][1]
    if round.deal.hub is not None:
        return HALVES[round.deal.hub][1]
    if kind in {"spinner", "toe"}:
        double = tile_named("-".join(halves[:2]))
        return next(each.right for each in view.on_table if each.tile == double)
    if kind == "train":
        return next(each.right for each in view.on_table if each.branch == f"train-{halves[0]}")
    return view.on_table[0].right


def test_the_exchange_changes_the_round() -> None:
    """The exchange changes some tiles, so the law above can fail."""
    round = drawing("0 lays 6-6", "1 draws 1-0")
    changed = with_other_hidden_tiles(round, 0, Random(1))
    assert changed is not None
    assert changed.hands[1] != round.hands[1]
    assert changed.hands[0] == round.hands[0]
    assert seat_view(changed, 1) != seat_view(round, 1)
