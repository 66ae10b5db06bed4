"""Who leads next as clubs play it: CLUBS, section 6."""

from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from domino_ledger.domain.events import RoundBlocked, RoundDealt, RoundWon
from domino_ledger.domain.game.decide import DealRound, Refused, ReportRound, decide
from domino_ledger.domain.game.lead_after import lead_after
from domino_ledger.domain.game.next_lead import leaders_of_next_game, next_lead, seats_to_lead
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.lead import ANY_TILE
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import NAMES, tile_set
from tests.lanes import examples
from tests.variants.naive.leads import FIRST, Over, leads

from .builders import act_of, altered, evolved, hands, new_game, now, opened
from .random_games import AS_FOUND, plies

PARTNERS = {
    "hand": {4: 2},
    "partners": True,
    "direction": "counterclockwise",
    "first_lead": {"kind": "named-tile", "tile": "6-6"},
}


def partners(score: dict[str, Any] | None = None, **play: Any) -> RuleSet:
    points = {"target": 100, "tied": "nobody", **(score or {})}
    return altered("block@1", play=PARTNERS | {"next_lead": "winner"} | play, score=points)


def blocked(rules: RuleSet, *each: str, leader: int = 2, last: int = 3) -> Game:
    """A round that the seat blocked which laid last: 6-4 on the 6-6 that was led."""
    dealt = RoundDealt(hands=hands(*each), leader=leader)
    acts = act_of(f"{leader} lays 6-6"), act_of(f"{last} lays 6-4 left")
    return evolved(new_game(rules, 4), [dealt, *acts, RoundBlocked()])


def may_lead(game: Game, *each: str) -> tuple[set[int], set[str]]:
    """Who may lead, and the tiles that must be led; none: any tile."""
    dealt = each or ("6-6 1-0", "5-5 2-0", "4-4 3-0", "3-3 4-0")
    seats, tiles = next_lead(game, tuple(map(tile_set, hands(*dealt))))
    wanted = (
        () if tiles == ANY_TILE else (name for at, name in enumerate(NAMES[:28]) if tiles >> at & 1)
    )
    return set(seats), set(wanted)


EIGHT_EACH = "6-5 6-3", "5-3", "6-6 6-2 5-1", "6-4 4-4"
"""Seat 3 blocks; 1 and 3 hold 8 pips each, 0 and 2 more."""


@pytest.mark.parametrize(
    ("block_lead", "seats"),
    [
        ("lightest", {3}),
        ("winning-side", {1, 3}),
        ("blocker-or-side", {3}),
        ("first-of-winners", {3}),
    ],
)
def test_the_worked_figure_of_a_block(block_lead: str, seats: set[int]) -> None:
    game = blocked(partners(block_lead=block_lead), *EIGHT_EACH)
    assert game.judged[0].facts.pips == (20, 8, 14, 8)
    assert may_lead(game) == (seats, set())


@pytest.mark.parametrize(
    ("block_lead", "seats"),
    [
        ("lightest", {2}),  # 0 holds 5, 2 holds 3.
        ("winning-side", {0, 2}),
        ("blocker-or-side", {0, 2}),  # 3 blocked, and lost.
        ("first-of-winners", {2}),
    ],
)
def test_a_block_that_the_blocker_lost(block_lead: str, seats: set[int]) -> None:
    game = blocked(partners(block_lead=block_lead), "5-0", "5-3", "6-6 3-0", "6-4 4-4")
    assert may_lead(game) == (seats, set())


def test_of_equally_light_winners_the_first_in_order_of_play_from_the_blocker_leads() -> None:
    game = blocked(partners(block_lead="lightest"), "2-1", "5-3", "6-6 3-0", "6-4 4-4")
    assert may_lead(game) == ({2}, set())  # 3, 2, 1, 0.
    clockwise = partners(block_lead="lightest", direction="clockwise")
    game = blocked(clockwise, "2-1", "5-3", "6-6 3-0", "6-4 4-4")
    assert may_lead(game) == ({0}, set())  # 3, 0, 1, 2.


def test_after_a_block_the_first_lead_may_be_made_again() -> None:
    game = blocked(partners(block_lead="first-lead"), *EIGHT_EACH)
    assert may_lead(game) == ({0}, {"6-6"})
    void = "1-0 1-1", "5-5 2-0", "4-4 3-0", "3-3 4-0"
    assert may_lead(game, *void) == (set(), set())
    again = evolved(game, decide(game, DealRound(hands(*void), None)))
    assert now(again).ended == "void"
    assert may_lead(again) == ({0}, {"6-6"})


TIED = "5-1", "5-3", "6-6 3-0", "6-4 1-0"
"""9 to 9; seat 2 led, 3 blocked."""


@pytest.mark.parametrize(
    ("play", "seats", "tiles"),
    [
        ({}, {2}, set()),
        ({"next_lead": "winning-side"}, {2}, set()),
        ({"next_lead": "last-to-lay"}, {2}, set()),
        ({"next_lead": "rotate"}, {1}, set()),
        ({"next_lead": "rotate", "after_tie": "last-leader"}, {2}, set()),
        ({"after_tie": "last-leader"}, {2}, set()),
        ({"after_tie": "next-seat"}, {1}, set()),
        ({"after_tie": "first-lead"}, {0}, {"6-6"}),
        ({"after_tie": "leader-if-tied"}, {2}, set()),
        ({"after_tie": "compare-doubles"}, {2}, set()),
    ],
)
def test_after_a_tie(play: dict[str, Any], seats: set[int], tiles: set[str]) -> None:
    assert may_lead(blocked(partners(**play), *TIED)) == (seats, tiles)


def test_after_a_round_that_nobody_could_win_no_side_had_tied() -> None:
    """Each block is dead: the leader is not of those that tied."""
    dead = {"blocked_winner": "nobody"}
    rules = partners(dead, after_tie="leader-if-tied")
    assert may_lead(blocked(rules, *EIGHT_EACH)) == ({0}, {"6-6"})


@pytest.mark.parametrize(
    ("each", "seat"),
    [
        # Of those that tied, seats 0 and 1 with 5 pips, 1 was dealt the higher double.
        (("5-0 2-2", "4-1 5-5", "6-6 6-5", "6-4 4-4"), 1),
        # Neither was dealt one: the last leader.
        (("5-0 2-1", "4-1 2-0", "6-6 6-5", "6-4 4-4"), 2),
    ],
)
def test_the_highest_double_dealt_decides_after_a_tie(each: tuple[str, ...], seat: int) -> None:
    rules = partners(partners=False, after_tie="compare-doubles")
    dealt = RoundDealt(hands=hands(*each), leader=2)
    zero, one = (hand.split()[1] for hand in each[:2])
    acts = "2 lays 6-6", "3 lays 6-4 left", f"0 lays {zero} left", f"1 lays {one} left"
    over = evolved(new_game(rules, 4), [dealt, *map(act_of, acts), RoundBlocked()])
    assert over.judged[0].facts.pips[:2] == (5, 5)
    assert may_lead(over) == ({seat}, set())


def test_who_went_out_leads_or_the_first_winner() -> None:
    each = "6-5 6-3", "5-3", "6-6 6-2", "6-4"
    dealt = RoundDealt(hands=hands(*each), leader=1)
    for out_lead, seat in (("that-seat", 3), ("first-of-winners", 1)):
        game = new_game(partners(out_lead=out_lead), 4)
        game = evolved(game, [dealt, act_of("2 lays 6-6"), act_of("3 lays 6-4 left")])
        over = evolved(game, [RoundWon(seat=3)])
        assert over.judged[0].facts.out == 3
        assert leaders_of_next_game(over) == {seat}


def test_both_of_a_winning_side_may_lead_and_the_table_says_who() -> None:
    game = blocked(partners(next_lead="winning-side"), *EIGHT_EACH)
    dealt = hands("6-6 1-0", "5-5 2-0", "4-4 3-0", "3-3 4-0")
    with pytest.raises(Refused) as refused:
        decide(game, DealRound(dealt, None))
    assert refused.value.fault == ("leader-needed", {"expected": (1, 3)})
    with pytest.raises(Refused, match="may-not-lead"):
        decide(game, DealRound(dealt, None, 0))
    for leader in (1, 3):
        (event,) = decide(game, DealRound(dealt, None, leader))
        assert isinstance(event, RoundDealt)
        assert event.leader == leader


def test_two_may_lead_the_game_after_a_game() -> None:
    rules = partners(next_lead="winning-side", first_lead={"kind": "lot"})
    before = blocked(rules, *EIGHT_EACH)
    assert leaders_of_next_game(before) == {1, 3}
    one, two, three = (UUID(int=number) for number in range(3))
    seats = seats_to_lead({one, three}, (three, two, one))
    assert seats == {0, 2}
    game, dealt = new_game(rules, 4), hands("6-6 1-0", "5-5 2-0", "4-4 3-0", "3-3 4-0")
    assert next_lead(game, tuple(map(tile_set, dealt)), seats).seats == {0, 2}


WON = Result(winners=(1,), points=(0, 9))


@pytest.mark.parametrize(
    ("play", "result", "seats", "tiles"),
    [
        ({"next_lead": "winning-side"}, WON, {1, 3}, set()),
        ({"after_tie": "first-lead"}, Result(winners=()), {0}, {"6-6"}),
        ({"after_tie": "next-seat"}, Result(winners=()), {0, 1, 2, 3}, set()),
        ({"after_tie": "leader-if-tied"}, Result(winners=()), {0, 1, 2, 3}, set()),
        ({"after_tie": "compare-doubles"}, Result(winners=()), {0, 1, 2, 3}, set()),
        ({"block_lead": "first-lead"}, WON._replace(ended="blocked"), {0}, {"6-6"}),
        ({"block_lead": "first-lead"}, WON._replace(ended="out"), {0, 1, 2, 3}, set()),
        ({"block_lead": "first-lead"}, WON, {0, 1, 2, 3}, set()),  # Perhaps it was a block.
        ({"block_lead": "blocker-or-side"}, WON._replace(ended="blocked"), {1, 3}, set()),
        ({"block_lead": "lightest"}, WON._replace(ended="blocked"), {0, 1, 2, 3}, set()),
        ({"block_lead": "lightest"}, Result(ended="blocked", pips=(9, 4, 9, 5)), {1}, set()),
        ({"block_lead": "lightest"}, Result(ended="blocked", pips=(9, 4, 9, 4)), {1, 3}, set()),
        ({"out_lead": "that-seat"}, WON._replace(out=3), {3}, set()),
    ],
)
def test_a_noted_result_says_as_much_as_it_says(
    play: dict[str, Any], result: Result, seats: set[int], tiles: set[str]
) -> None:
    game = new_game(partners(**play), 4)
    game = evolved(game, decide(game, ReportRound(result)))
    assert may_lead(game) == (seats, tiles)


def test_if_nobody_saw_whether_it_was_a_tie_any_tile_may_be_led() -> None:
    rules = partners(after_tie="first-lead", hand={4: 3})
    dealt = RoundDealt(hands=hands("? ? ?", "? ? ?", "6-6 ? ?", "? ? ?"), leader=2)
    acts = act_of("2 lays 6-6"), act_of("3 lays 6-4 left")
    game = evolved(new_game(rules, 4), [dealt, *acts, RoundBlocked()])
    assert lead_after(game.table, game.judged[0]).rule is None
    assert may_lead(game, "6-6 1-0 1-1", "? ? ?", "? ? ?", "? ? ?") == ({0, 1, 2, 3}, set())


def test_hands_that_nobody_saw_are_not_compared() -> None:
    rules = partners({"blocked_winner": "nobody"}, after_tie="compare-doubles", hand={4: 3})
    dealt = RoundDealt(hands=hands("? ? ?", "? ? ?", "6-6 ? ?", "? ? ?"), leader=2)
    acts = act_of("2 lays 6-6"), act_of("3 lays 6-4 left")
    game = evolved(new_game(rules, 4), [dealt, *acts, RoundBlocked()])
    assert not leaders_of_next_game(game)


@pytest.mark.parametrize(
    "play",
    [
        {"next_lead": "rotate", "out_lead": "that-seat"},
        {"next_lead": "same-rule", "block_lead": "lightest"},
        {"next_lead": "same-rule", "after_tie": "first-lead"},
    ],
)
def test_where_a_field_makes_no_sense(play: dict[str, Any]) -> None:
    with pytest.raises(ValidationError, match="does-not-go-with"):
        partners(**play)


# -- a second statement


LEADS = {
    "next_lead": st.sampled_from(["winner", "rotate", "last-to-lay", "winning-side"]),
    "after_tie": st.sampled_from(
        [None, "last-leader", "next-seat", "first-lead", "leader-if-tied", "compare-doubles"]
    ),
    "direction": st.sampled_from(["clockwise", "counterclockwise"]),
    "partners": st.booleans(),
}
OF_WINNERS = {
    "out_lead": st.sampled_from(["first-of-winners", "that-seat"]),
    "block_lead": st.sampled_from(
        ["first-of-winners", "lightest", "winning-side", "blocker-or-side", "first-lead"]
    ),
}


@settings(AS_FOUND, max_examples=examples(120))
@given(data=st.data())
def test_the_second_statement_agrees(data: st.DataObject) -> None:
    play = data.draw(st.fixed_dictionaries(LEADS))
    if play["next_lead"] == "winner":
        play |= data.draw(st.fixed_dictionaries(OF_WINNERS))
    tied = data.draw(st.sampled_from(["nobody", "each"]))
    rules = partners({"tied": tied, "target": 10**6}, hand={4: 4}, **play)
    chance = Random(data.draw(st.integers(0, 2**32)))
    for ply in plies(opened(rules, 4), chance, rounds=4):
        game = ply.after
        if now(game).ended in {None, "void"}:
            continue
        judged = game.judged[-1]
        facts, score = judged.facts, judged.score
        assert score is not None
        assert facts.leader is not None
        assert facts.last_to_lay is not None
        order = [0, 1, 2, 3] if play["direction"] == "clockwise" else [3, 2, 1, 0]
        dealt = [[NAMES[tile] for tile in hand] for hand in judged.round.deal.hands]
        over = Over(
            *(game.table.sides, order, dealt, facts.pips, facts.leader, facts.out),
            *(facts.last_to_lay, score.winners),
        )
        said = leads(play, over)
        rule, seats = lead_after(game.table, judged)
        assert (FIRST if rule == "first-lead" else seats) == said
        assert may_lead(game) == (({0}, {"6-6"}) if said == FIRST else (said, set()))
