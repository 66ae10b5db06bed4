"""Who leads the next round, under each value of `next_lead`."""

from uuid import UUID

import pytest

from domino_ledger.domain.events import (
    DealVoid,
    Event,
    IrregularityNoted,
    RoundBlocked,
    RoundDealt,
    RoundWon,
)
from domino_ledger.domain.game.decide import DealRound, Refused, ReportRound, decide
from domino_ledger.domain.game.next_lead import (
    leads_on,
    next_lead,
    players_to_lead_next,
    seats_to_lead,
)
from domino_ledger.domain.game.noted_result import Result
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN, tile_set

from .builders import act_of, altered, any_hand, evolved, hands, new_game

THREE = ("5-5 2-0", "4-4 3-2", "0-0 1-0")
SAN_JUAN = PUBLISHED["partnership-sanjuan@1"]


def by_result(next_lead: str, **play: object) -> RuleSet:
    values = {"first_lead": {"kind": "lot"}, "next_lead": next_lead, **play}
    return altered("block-lot@1", play=values, score={"tied": "each"})


def after(rules: RuleSet, leader: int, each: tuple[str, ...], acts: str, end: Event) -> Game:
    """A game after this first round."""
    dealt = RoundDealt(hands=hands(*each), leader=leader)
    played = [act_of(act) for act in acts.split(", ")]
    return evolved(new_game(rules, len(each)), [dealt, *played, end])


def may_lead(game: Game) -> set[int]:
    dealt = (*THREE, "6-3 6-5")[: game.table.seats]
    return set(next_lead(game, tuple(map(tile_set, hands(*dealt)))).seats)


def blocked(rules: RuleSet, leader: int, *each: str, last: int) -> Game:
    """A round blocked by the seat that laid last."""
    acts = f"{leader} lays 6-6, {last} lays 6-4 left"
    return after(rules, leader, each, acts, RoundBlocked())


UNDECIDED = "6-6 1-0", "6-4 3-2", "5-5 5-3"
NOBODY = altered("block-lot@1", play={"next_lead": "winner"}, score={"tied": "nobody"})
BACKWARDS = by_result("rotate", direction="counterclockwise")
WINNER = by_result("winner")


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("rules", "leader", "each", "last", "leads"),
    [
        # The same rule asks for the highest double again, or casts the lot again.
        (any_hand("block@1", 2, 3), 0, UNDECIDED, 1, {0}),
        (by_result("same-rule"), 0, UNDECIDED, 1, {0, 1, 2}),
        # The winner; of several, the first clockwise from the last leader; or that leader.
        (WINNER, 0, ("6-6 0-0", "6-4 5-5", "5-3 5-2"), 1, {0}),
        (WINNER, 0, ("6-6 5-4", "6-4 0-0", "5-3 5-2"), 1, {1}),
        (WINNER, 0, ("6-6 5-4", "6-4 5-5", "5-3 0-0"), 1, {2}),
        (WINNER, 0, ("2-1 6-6", "5-5 6-4", "3-0"), 1, {0}),
        (WINNER, 1, ("2-1", "5-5 6-6 6-4", "3-0"), 1, {2}),
        (WINNER, 2, ("2-1", "5-5 6-4", "3-0 6-6"), 1, {2}),
        (NOBODY, 2, ("2-1", "6-4 5-5", "6-6 3-0"), 1, {2}),
        # The seat after the last leader, in the direction of play.
        (by_result("rotate"), 0, ("2-1 6-6", "6-4 5-5", "3-0"), 1, {1}),
        (by_result("rotate"), 2, ("2-1", "6-4 5-5", "3-0 6-6"), 1, {0}),
        (BACKWARDS, 0, ("2-1 6-6", "6-4 5-5", "3-0"), 1, {2}),
        (BACKWARDS, 1, ("2-1", "6-6 6-4 5-5", "3-0"), 1, {0}),
        # San Juan: the last to lay if its side won, the next seat if it lost, the leader on a tie.
        (SAN_JUAN, 0, ("6-6 1-1", "5-5 2-0", "6-4 5-1 4-2", "3-0"), 2, {2}),
        (SAN_JUAN, 0, ("6-6 5-5", "1-0", "6-4 5-4", "3-0"), 2, {3}),
        (SAN_JUAN, 0, ("6-6 1-0", "5-5", "3-0", "6-4 5-4"), 3, {0}),
        (SAN_JUAN, 1, ("5-0", "6-6 3-0", "6-4 1-0", "2-1"), 2, {1}),
    ],
)
def test_who_leads_after_a_block(
    rules: RuleSet, leader: int, each: tuple[str, ...], last: int, leads: set[int]
) -> None:
    assert may_lead(blocked(rules, leader, *each, last=last)) == leads


def test_san_juan_the_seat_that_went_out_leads() -> None:
    each = ("6-6 6-5", "6-4", "6-1 4-4", "5-5 5-0")
    game = after(SAN_JUAN, 0, each, "0 lays 6-6, 1 lays 6-4 left", RoundWon(seat=1))
    assert may_lead(game) == {1}


@pytest.mark.parametrize("rule", ["winner", "rotate", "last-to-lay"])
@pytest.mark.parametrize("leader", [1, None])
def test_a_round_in_which_nobody_laid_a_tile_decides_no_lead(rule: str, leader: int | None) -> None:
    """It was called blocked at once, and that was upheld; or who led it is not known."""
    dealt = RoundDealt(hands=hands(*THREE), leader=leader)
    game = evolved(new_game(by_result(rule), 3), [dealt, RoundBlocked()])
    assert may_lead(game) == {0, 1, 2}


def test_a_void_deal_does_not_move_the_lead_and_after_an_irregular_round_the_lot_decides() -> None:
    game = blocked(by_result("rotate"), 1, "2-1", "6-6 6-4", "3-0", last=1)
    void = RoundDealt(hands=hands("5-4", "4-3", "2-0"))
    assert may_lead(evolved(game, [void, DealVoid()])) == {2}
    assert may_lead(evolved(game, [IrregularityNoted(code="wrong-turn")])) == {0, 1, 2}


# -- the game after a game


def won_by(seat: int) -> Game:
    each = ["6-6 5-4", "6-4 5-5", "5-3 5-2"]
    each[seat] = each[seat].split()[0] + " 0-0"
    return blocked(by_result("winner"), 0, *each, last=1)


def test_the_winner_of_the_game_before_leads_the_first_deal() -> None:
    before, rules = won_by(2), by_result("winner", hand={3: 2})
    leaders = players_to_lead_next(before)
    assert leaders == {before.opened.players[2]}
    game = new_game(rules, 3)
    dealt = hands(*THREE)
    seat = seats_to_lead(leaders, game.opened.players)
    assert seat == {2}
    assert next_lead(game, tuple(map(tile_set, dealt)), seat).seats == {2}
    command = DealRound(dealt, None, None, seat)
    (event,) = decide(game, command)
    assert isinstance(event, RoundDealt)
    assert event.leader == 2
    with pytest.raises(Refused, match="may-not-lead"):
        decide(game, command._replace(leader=0))


def test_who_does_not_play_again_does_not_lead() -> None:
    one, two, three = (UUID(int=number) for number in range(3))
    assert not seats_to_lead({three}, (one, two))
    assert not seats_to_lead((), (one, two))
    assert not players_to_lead_next(new_game(by_result("winner"), 3))


@pytest.mark.parametrize(("id", "on"), [("forced-block@1", True), ("block-lot@1", False)])
def test_rules_under_which_a_game_decides_who_leads_the_next(id: str, *, on: bool) -> None:
    assert leads_on(PUBLISHED[id]) == on
    assert not leads_on(SAN_JUAN)


def test_the_winner_may_lead_a_double_where_no_hand_was_seen() -> None:
    rules = altered("block@1", play={"next_lead": "winner", "later_lead": {"kind": "any-double"}})
    game = new_game(rules, 3)
    won = ReportRound(Result(winners=(0,), points=(0, 1, 1)))
    game = evolved(game, decide(game, won))
    unseen = ((UNSEEN,) * game.table.hand,) * 3
    (dealt,) = decide(game, DealRound(unseen, None, 0))
    assert isinstance(dealt, RoundDealt)
    assert dealt.leader == 0
