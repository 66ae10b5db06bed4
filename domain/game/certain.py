"""What is certain of rounds with unseen tiles: a score, or a breach, under every possible deal."""

from dataclasses import replace

from ..block_verdicts.partly_known import MOST_DEALS
from ..events import DealUndone, TileLaid
from ..facts import facts_of
from ..faults.codes import Fault, Params
from ..hidden.doubts import proven_breach
from ..hidden.inference import hindsight, in_hindsight, possibilities, some_possibility, whereabouts
from ..round.lead import lead_rule
from ..round.state import Round, unlocated
from ..rules.leads import ByLot
from ..rules.score import Score
from ..scoring.score import RoundScore, score_round
from ..scoring.standing import standing_after, standing_at_first
from ..seats import Seat
from ..tiles import NAMES, NO_TILES, bit, count_unseen, names_of
from .decrees import score_under
from .next_lead import must_redeal, next_lead
from .state import Game, JudgedRound, evolve_game, led_anew


def certain_score(judged: JudgedRound) -> RoundScore | None:
    """The score of a round with unseen tiles; None if it depends on them."""
    if not (judged.facts.counts and judged.round.regular):
        return None
    deals = possibilities(judged.round, MOST_DEALS)
    if deals is None:
        score, points_are_certain = score_of_a_deal(judged)
        pointless = judged.rules.points == "none"
        return score if points_are_certain or pointless else None
    scores = [replace(judged, round=deal).score for deal in deals]
    return scores[0] if scores and scores.count(scores[0]) == len(scores) else None


def score_of_a_deal(judged: JudgedRound) -> tuple[RoundScore | None, bool]:
    """The score under one possible deal, and whether its points are certain; its winner is.

    None unless a seat that is out decides the round.
    """
    rules, sides, out = judged.rules, judged.sides, judged.facts.out
    deal = some_possibility(judged.round)
    if deal is None or out is None or rules.out_winner != "that-seat":
        return None, False
    score = score_round(rules, sides, facts_of(deal), judged.before)
    score = score_under(score, sides, judged.decreed)
    corrected = judged.decreed.points is not None
    return score, corrected or _points_certain(rules, score.winners, hindsight(judged.round))


def _points_certain(rules: Score, winners: tuple[Seat, ...], round: Round) -> bool:
    """Every unseen tile counts for the same side, in any hand."""
    if rules.points in {"tiles", "win", "ways"}:
        return True  # What they count is known.
    held = sum(map(count_unseen, round.hands))
    if held != unlocated(round).bit_count():
        return False  # Some may be in the boneyard.
    if rules.rounding == "each-hand" or rules.points == "own-hand":
        return False
    own = any(count_unseen(round.hands[seat]) for seat in winners)
    return not own or (rules.points == "all-hands" and rules.difference == "none")


def certain_breach(game: Game, round: Round) -> Fault | None:
    """The fault that is certain of the running round though each act in it may be legal by itself.

    ``round``: the round that is being played, after the next act.
    """
    return proven_breach(round) or led_wrongly(game, round)


def led_wrongly(game: Game, round: Round) -> Fault | None:
    """The fault if tiles seen since prove that another seat, or another tile, had to lead.

    Only where the hands decide who leads any of several tiles, or whether the deal is void;
    otherwise `proven_breach` knows.
    """
    leader, lead = round.deal.leader, round.start.lead
    before = evolve_game(game, DealUndone())
    rule = lead_rule(game.table.play, first=led_anew(before) is not False)
    by_hands = not isinstance(rule, ByLot) if lead < NO_TILES else round.table.begins_trains
    may_be_void = round.table.play.redeal is not None
    if not ((by_hands or may_be_void) and round.start.unseen and round.regular):
        return None
    hands = in_hindsight(round, whereabouts(round)).start.hands
    if not (by_hands or must_redeal(round.table, hands)):
        return None
    seats, tiles = next_lead(before, hands)
    if leader not in seats:
        return Fault("wrong-leader", {"leader": leader, "expected": tuple(sorted(seats))})
    led = next((act for act in round.acts if isinstance(act, TileLaid)), None)
    if led is None or tiles < NO_TILES or bit(led.tile) & tiles:
        return None
    laid: Params = {"seat": led.seat, "tile": NAMES[led.tile]}
    return Fault("wrong-lead-tile", {**laid, "wanted": tuple(names_of(tiles & round.start.tiles))})


def is_surely_won(game: Game) -> bool:
    """The game is over, whatever the unseen tiles of its rounds are.

    False if no result depends on them, if the score of a round is not certain, or while the game
    waits for a ruling.
    """
    rules, rounds = game.opened.rules.score, game.played
    if rules.one_round or rounds is None or game.decrees.void:
        return False
    if game.noted or rounds.totals.irregular or not rounds.totals.waiting:
        return False
    if rules.asks_what_was_before:
        return False  # A round whose points are not certain leaves all later ones uncertain.
    if rules.rounds is not None:
        return sum(played.last.facts.counts for played in rounds.all) >= rules.rounds
    sides, stands = game.table.sides, standing_at_first(rules, game.table.sides)
    for judged in rounds.in_order():
        unseen = judged.facts.waiting and judged.facts.regular
        score = certain_score(judged) if unseen else judged.score
        if unseen and score is None:
            return False
        stands = standing_after(rules, sides, stands, score, judged.fine)
    return stands.winners is not None
