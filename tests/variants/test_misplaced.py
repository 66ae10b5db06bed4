"""One misplaced tile in a random round: nobody but the offender is blamed.

The play goes on legally from the table as it truly lies. The record does not say which half of the
misplaced tile lies outward.
"""

from dataclasses import dataclass, replace
from functools import reduce
from random import Random

import pytest

from domino_ledger.domain.events import TileLaid, Way, laid
from domino_ledger.domain.facts import facts_of
from domino_ledger.domain.layout.ends import fitting, has_room
from domino_ledger.domain.round.legal import advance_legal, ending, legal_moves
from domino_ledger.domain.round.state import Act, Round, evolve, new_round
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import DOUBLES, HALVES, UNSEEN, WILD_TILES, bit, tiles_of
from domino_ledger.ledger.records.format import Move, RecordedRound
from domino_ledger.ledger.records.moves import move_of
from domino_ledger.ledger.transcript.given import GivenRound, given_round
from domino_ledger.ledger.transcript.hidden_tiles import prove_deal
from domino_ledger.ledger.transcript.round import RoundScribe
from tests.domain.builders import opened
from tests.domain.random_games import ALL_RULES, plies
from tests.lanes import examples


@dataclass
class Played:
    """A round with one misplaced tile."""

    dealt: Round
    truth: Round
    acts: list[Act]
    offence: int
    """The index of the misplaced tile among the acts."""

    @property
    def misplaced(self) -> TileLaid:
        act = self.acts[self.offence]
        assert isinstance(act, TileLaid)
        return act

    @property
    def before(self) -> Round:
        """The round before the misplaced tile."""
        return reduce(advance_legal, self.acts[: self.offence], self.dealt)

    def recorded(self, *, place: bool = True) -> RecordedRound:
        """As a record has it, which does not say how the misplaced tile lies.

        Without ``place``, nor at which end.
        """
        moves = [{"seat": act.seat, **move_of(act)} for act in self.acts]
        said = moves[self.offence]
        moves[self.offence] = {
            name: value
            for name, value in said.items()
            if name not in {"open", "bend"} and (place or name != "at")
        }
        models = [Move.model_validate(move) for move in moves]
        ended = self.truth.ended
        assert ended in ("out", "blocked", "target")
        return RecordedRound(hands=None, leader=self.dealt.deal.leader, moves=models, ended=ended)


def played(rules: RuleSet, seats: int, seed: int) -> Played | None:
    """A random round; None if no tile could be misplaced when chance asked for it."""
    chance = Random(seed)
    dealt = next(plies(opened(rules, seats), chance, rounds=1)).after.current
    assert dealt is not None
    truth, when, offence = dealt, chance.randrange(1, 14), None
    acts: list[Act] = []
    while truth.ended is None:
        moves = legal_moves(truth)
        if offence is None and len(acts) >= when:
            misplaced = _misplaced(truth, chance)
            if misplaced is None:
                return None
            offence, truth = len(acts), evolve(truth, misplaced)
            acts.append(misplaced)
            closing = ending(truth)
            truth = truth if closing is None else evolve(truth, closing)
            continue
        if not moves:
            return None
        act = chance.choice(moves)
        acts.append(act)
        truth = advance_legal(truth, act)
    return None if offence is None else Played(dealt, truth, acts, offence)


def _misplaced(round: Round, chance: Random) -> TileLaid | None:
    """A tile of the seat in turn at an end where it does not fit."""
    front, seat = round.front, round.seat
    if not any(isinstance(move, TileLaid) for move in legal_moves(round)) or not front.ends:
        return None
    tiles = round.hands[seat] & ~WILD_TILES
    wrong = [
        (end, tile)
        for end in front.open_to[seat]
        if has_room(end) and end.name in {each.name for each in front.ends}
        for tile in tiles_of(tiles)
        if isinstance(end.pip, int) and not bit(tile) & front.matching.fits[end.pip]
        if not end.needs_double or bit(tile) & DOUBLES
    ]
    if not wrong:
        return None
    end, tile = chance.choice(wrong)
    way = Way(open=chance.choice(HALVES[tile]))
    if end.spot is not None and bit(tile) & DOUBLES:
        way = way._replace(bend=chance.choice(("left", "right")))
    return laid(seat, tile, end.name, False, way)


def tables(rules: RuleSet) -> list[int]:
    """The smallest table, and the one nearest to four seats."""
    return sorted({min(rules.play.hand), min(rules.play.hand, key=lambda each: abs(each - 4))})


CASES = [(name, seats) for name, rules in ALL_RULES.items() for seats in tables(rules)]
KEEPS_NO_DRAW = [case for case in CASES if ALL_RULES[case[0]].play.drawn_tile != "may-keep"]
"""Where a seat may keep the tile drawn, a record that leaves its pass out has another meaning."""


def rounds(name: str, seats: int, number: int) -> list[Played]:
    found = (played(ALL_RULES[name], seats, seed) for seed in range(number))
    return [each for each in found if each is not None]


def given(each: Played) -> GivenRound:
    return given_round(each.recorded(), each.dealt.table)


def blamed(each: Played, scribe: RoundScribe) -> None:
    """The only violation is the misplaced tile; what else is asserted is so."""
    offender = each.acts[each.offence].seat
    faults = [(move, fault.params.get("seat", offender)) for move, fault in scribe.faults]
    assert faults == [(each.offence, offender)], (each.acts, scribe.faults)
    made, true_made = facts_of(scribe.round).in_play, facts_of(each.truth).in_play
    assert made in (None, true_made)
    shown = {end.name: end.pips for end in scribe.round.front.ends}
    for true in each.truth.front.ends:
        assert {*true.pips} <= {*shown[true.name]}


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_only_the_offender_is_blamed(name: str, seats: int) -> None:
    for each in rounds(name, seats, examples(20)):
        scribe = RoundScribe(each.dealt, given(each))
        scribe.write()
        blamed(each, scribe)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "seats"), KEEPS_NO_DRAW)
def test_nor_where_passes_are_left_out(name: str, seats: int) -> None:
    for each in rounds(name, seats, examples(20)):
        recorded = each.recorded()
        after = [move for move in recorded.moves[each.offence + 1 :] if not move.passes]
        moves = recorded.moves[: each.offence + 1] + after
        shorter = recorded.model_copy(update={"moves": moves})
        scribe = RoundScribe(each.dealt, given_round(shorter, each.dealt.table))
        scribe.write()
        blamed(each, scribe)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_nor_where_nobody_saw_the_hands(name: str, seats: int) -> None:
    for each in rounds(name, seats, examples(20)):
        unseen = tuple((UNSEEN,) * len(hand) for hand in each.dealt.deal.hands)
        deal = replace(each.dealt.deal, hands=unseen, boneyard=None)
        start = each.dealt.start
        dealt = new_round(each.dealt.table, deal, start.lead, start.goal)
        proven = prove_deal(dealt, given(each))
        scribe = proven.second_pass(given(each))
        blamed(each, scribe)


@pytest.mark.parametrize("place", [True, False], ids=["at a known end", "nobody knows where"])
@pytest.mark.parametrize(("name", "seats"), CASES)
def test_nor_where_later_ends_are_left_out(name: str, seats: int, *, place: bool) -> None:
    """Some or all ends of later tiles, where only one fitted, and that of the misplaced tile."""
    for each in rounds(name, seats, examples(8)):
        misplaced = each.misplaced
        if not place and bit(misplaced.tile) & each.before.front.playable[misplaced.seat]:
            continue  # Without its end the record would say that it was laid by the rules.
        for share in (0.5, 1):
            recorded = without_later_ends(each, share, place=place)
            scribe = RoundScribe(each.dealt, given_round(recorded, each.dealt.table))
            scribe.write()
            blamed(each, scribe)


def without_later_ends(each: Played, share: float, *, place: bool) -> RecordedRound:
    """The record without this share of the ends of later tiles that had only one where they fit.

    Without ``place``, nor that of the misplaced tile.
    """
    recorded, round, chance = each.recorded(place=place), each.dealt, Random(each.offence)
    moves: list[Move] = []
    for number, (act, move) in enumerate(zip(each.acts, recorded.moves, strict=True)):
        later = number > each.offence and chance.random() < share
        left_out = later and isinstance(act, TileLaid) and fits_at_one_end(round, act)
        moves.append(move.model_copy(update={"at": None}) if left_out else move)
        round = evolve(round, act) if number == each.offence else advance_legal(round, act)
    return recorded.model_copy(update={"moves": moves})


def fits_at_one_end(round: Round, lay: TileLaid) -> bool:
    """Of one that says which half stays open, it would not go without saying."""
    front = round.front
    ends = [end for end in front.open_to[lay.seat] if fitting(front.matching, end) >> lay.tile & 1]
    return len(ends) == 1 and lay.open is None
