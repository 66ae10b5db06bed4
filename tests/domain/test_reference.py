"""The domain against a second, naive model, on random play and random facts."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domino_ledger.domain.events import (
    LastTileKnocked,
    MarkerRaised,
    PointsClaimed,
    RoundDealt,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TurnEnded,
    TurnLost,
    TurnPassed,
)
from domino_ledger.domain.facts import RoundFacts, facts_of
from domino_ledger.domain.game.decide import DoAct
from domino_ledger.domain.game.state import Game, standing_of
from domino_ledger.domain.round.course import first_out, last_to_lay
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act, Round
from domino_ledger.domain.rules.layouts import Arms, Bent, Crosswise, Forks
from domino_ledger.domain.rules.leads import HighestDouble
from domino_ledger.domain.rules.payout import Payout
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.scoring.score import score_round
from domino_ledger.domain.scoring.settlement import Blame
from domino_ledger.domain.tiles import NAMES, pips_of
from tests.lanes import examples
from tests.variants.naive import MODELS

from .builders import facts, settle
from .random_games import ALL_RULES, AS_FOUND, PAYOUTS, SCORES, Ply, Setting, settings_of_play
from .reference import (
    Bone,
    Move,
    Naive,
    NaiveDoubles,
    NaiveEnd,
    NaiveFives,
    NaiveMatador,
    NaiveStar,
    bone,
    naive_net,
    naive_score,
)

pytestmark = pytest.mark.unmeasured

RULE_SETS = [
    name
    for name, rules in ALL_RULES.items()
    if name not in MODELS
    and rules.play.cannot_play == "pass"
    and not isinstance(rules.play.layout, Forks | Bent)
    and rules.score.in_play != "fives-and-threes"
]
"""The others have naive models: `test_side_by_side.py`, `test_fives_and_threes.py`."""
EVERY_RULE_SET = pytest.mark.parametrize("name", RULE_SETS)
ANY_RULE_SET = st.sampled_from(RULE_SETS).flatmap(settings_of_play)
DRAWS = {"none": 0, "until-playable": 1000}


def naive_of(game: Game, dealt: RoundDealt, lead: list[Bone] | None) -> Naive:
    """The naive model at the beginning of a round, from the values of the rule set."""
    play = game.opened.rules.play
    given_out = [[bone(NAMES[tile]) for tile in hand] for hand in dealt.hands]
    held = {tile for hand in given_out for tile in hand}
    every = [(high, low) for high in range(play.highest_pip + 1) for low in range(high + 1)]
    under = [tile for tile in every if tile not in held]
    if dealt.boneyard is not None:
        under = [bone(NAMES[tile]) for tile in dealt.boneyard]
    on_a_line = Naive(
        hands=given_out,
        boneyard=under,
        leader=dealt.leader or 0,
        lead=lead,
        most_draws=play.draw if isinstance(play.draw, int) else DRAWS[play.draw],
        reserve=play.stays_in_boneyard,
        draw_when_able=play.may_draw_when_able,
        play_on=play.play_on,
        step=1 if play.direction == "clockwise" else -1,
        order_known=dealt.boneyard is not None,
    )
    if play.matching == "sum":
        return NaiveMatador(**vars(on_a_line), highest=play.highest_pip)
    if play.layout == "line-of-play":
        return on_a_line
    if isinstance(play.layout, Crosswise):
        target, scores = game.opened.rules.score.target or 0, standing_of(game).scores or ()
        return NaiveFives(
            **vars(on_a_line),
            spinners=play.layout.spinners,
            called=play.claims == "called",
            needs=[target - score for score in scores] if play.win_in_play else [],
        )
    assert isinstance(play.layout, Arms)
    arms: dict[str, list[Bone]] = {f"arm-{number + 1}": [] for number in range(play.layout.arms)}
    if play.layout.doubles == "each-arm":
        return NaiveDoubles(**vars(on_a_line), arms=arms)
    doubles_first = play.layout.doubles == "all-arms"
    return NaiveStar(**vars(on_a_line), arms=arms, doubles_first=doubles_first)


def lead_of(game: Game, dealt: RoundDealt) -> list[Bone] | None:
    """The tiles that may be led, found from the hands; None: any."""
    play = game.opened.rules.play
    first = all(round.ended == "void" for round in game.rounds[:-1])
    anew = first or play.next_lead == "same-rule" or led_anew(game)
    kind = play.first_lead.kind if anew else "lot"
    held = [bone(NAMES[tile]) for hand in dealt.hands for tile in hand]
    doubles = sorted(tile for tile in held if tile[0] == tile[1])[-1:]
    match kind:
        case "highest-double" if doubles or play.first_lead == HighestDouble():
            return doubles
        case "heaviest-tile" | "highest-double":
            return sorted(held, key=lambda tile: (tile[0] + tile[1], tile[0]))[-1:]
        case "named-tile":
            return [(6, 6)] if play.highest_pip == 6 else [(9, 9)]
        case _:
            return None


def led_anew(game: Game) -> bool:
    """A later round is led as the first: after a round that nobody won, a block, or a reset."""
    play = game.opened.rules.play
    earlier = [each for each in game.judged[:-1] if not each.void]
    last, score = earlier[-1], earlier[-1].score
    assert score is not None
    assert game.before is not None
    scores = game.before.totals.standing.scores or (1,)
    if max(scores) == 0 < max(score.points or (0,)):
        return True
    if not score.winners:
        return play.after_tie == "first-lead"
    return last.facts.blocked and play.block_lead == "first-lead"


def move_of(act: Act) -> Move:
    match act:
        case TileLaid():
            half = "" if act.open is None else f" open {act.open}"
            return "lay", act.seat, bone(NAMES[act.tile]), f"{act.end}{half}" if act.end else None
        case TileDrawn():
            return "draw", act.seat, bone(NAMES[act.tile]), None
        case TurnPassed():
            return "pass", act.seat, None, None
        case PointsClaimed():
            return "claim", act.seat, None, str(act.points)
        case TurnEnded():
            return "done", act.seat, None, None
        case TileRuledOut() | TileSetAside() | MarkerRaised() | LastTileKnocked() | TurnLost():
            raise AssertionError("no player of these games does this by choice")


def beside(played: Iterator[Ply]) -> Iterator[tuple[Round, Naive]]:
    """Each round with the naive model of it, after every command."""
    twin = None
    for ply in played:
        assert ply.after.current is not None
        if isinstance(ply.command, DoAct):
            assert twin is not None
            twin.do(move_of(ply.command.act))
        else:
            dealt = ply.after.current.deal
            twin = naive_of(ply.after, dealt, lead_of(ply.after, dealt))
        assert twin is not None
        if ply.after.current.ended != "void":
            yield ply.after.current, twin


@EVERY_RULE_SET
@settings(AS_FOUND, max_examples=examples(10))
@given(data=st.data())
def test_the_same_moves_are_legal(name: str, data: st.DataObject) -> None:
    setting = data.draw(settings_of_play(name))
    for round, twin in beside(setting.plies(rounds=3)):
        assert sorted(map(move_of, legal_moves(round)), key=str) == sorted(twin.moves(), key=str)


@EVERY_RULE_SET
@settings(AS_FOUND, max_examples=examples(10))
@given(data=st.data())
def test_the_round_ends_at_the_same_moment_in_the_same_way(name: str, data: st.DataObject) -> None:
    setting = data.draw(settings_of_play(name))
    for round, twin in beside(setting.plies(rounds=3)):
        assert round.ended == twin.over()
        assert first_out(round) == twin.first_out


@AS_FOUND
@given(ANY_RULE_SET)
def test_the_same_tiles_lie_and_are_left(setting: Setting) -> None:
    for round, twin in beside(setting.plies(rounds=3)):
        assert [pips_of(hand) for hand in round.hands] == twin.pips()
        assert sorted(end.pip for end in round.front.ends) == sorted(twin.outer())
        assert facts_of(round).in_play == tuple(getattr(twin, "in_play", ()))
        if round.table.play.matching == "equal":
            assert all(one[1] == other[0] for one, other in pairwise(twin.line))
        assert (last_to_lay(round) is None) == (not twin.line)


@st.composite
def some_facts(draw: st.DrawFn, seats: int) -> tuple[RoundFacts, NaiveEnd]:
    """The facts of a round with few different figures, so that ties are common."""
    out = draw(st.none() | st.integers(0, seats - 1))
    few = st.lists(st.integers(0, 4), min_size=1, max_size=3)
    hands = [[] if seat == out else draw(few) for seat in range(seats)]
    leader, last = draw(st.integers(0, seats - 1)), draw(st.integers(0, seats - 1))
    step = draw(st.sampled_from((1, -1)))
    after = (last + step) % seats
    fives = [draw(st.sampled_from((0, 5, 20))) for _ in hands]
    at_target = out is None and draw(st.booleans())
    pips, tiles = [sum(hand) for hand in hands], [len(hand) for hand in hands]
    end = facts(*pips, out=out, tiles=tuple(tiles), leader=leader, last_to_lay=last)
    end = end._replace(in_play=tuple(fives), after_last=after)
    if at_target:
        end = end._replace(ended="target")
    naive = NaiveEnd(
        *(pips, tiles, fives, out, (last, after)),
        at_target=at_target,
        leader=leader,
        hands=hands,
        step=step,
    )
    return end, naive


@settings(max_examples=examples(400))
@given(st.data(), SCORES, st.integers(2, 6), st.booleans())
def test_the_same_points(data: st.DataObject, rules: Score, seats: int, partners: bool) -> None:
    end, naive = data.draw(some_facts(seats))
    sides = [[seat] for seat in range(seats)]
    if partners and seats % 2 == 0:
        sides = [[seat, seat + seats // 2] for seat in range(seats // 2)]
    piles = [sorted(tile for seat in side for tile in naive.hands[seat]) for side in sides]
    places = [sorted(piles).index(pile) for pile in piles]
    of_seat = tuple(
        next(place for place, side in zip(places, sides, strict=True) if seat in side)
        for seat in range(seats)
    )
    end = end._replace(lightest=of_seat)
    ruling = score_round(rules, tuple(map(tuple, sides)), end)
    winners, points = naive_score(sides, naive, **dict(rules))
    assert (list(ruling.winners), list(ruling.points or ())) == (winners, points)


@given(st.data(), PAYOUTS, st.integers(2, 6), st.integers(0, 7))
def test_the_same_money(data: st.DataObject, rules: Payout, seats: int, stake: int) -> None:
    end, _ = data.draw(some_facts(seats))
    everyone = st.integers(0, seats - 1)
    winners = sorted(data.draw(st.sets(everyone, max_size=seats)))
    blocker = data.draw(st.none() | everyone)
    assistant = None if blocker is None else data.draw(st.none() | everyone)
    assistant = None if assistant == blocker else assistant
    net = settle(rules, end, tuple(winners), Blame(blocker, assistant), stake)
    assert list(net) == naive_net(
        list(end.pips),
        [((end.leader or 0) + step) % seats for step in range(seats)],
        winners,
        (blocker, assistant),
        stake,
        **rules.model_dump(),
    )
