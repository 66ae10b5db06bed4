"""Why a round came out as it did: each figure with the rule it comes from."""

from domain.events import IrregularityNoted
from domain.hidden.inference import hindsight
from domain.round.facts import RoundFacts, pips_known
from domain.scoring.score import RoundScore, by_side, score_round
from domain.tiles import SEEN, Tiles, pips_of

from ..messages.faults import irregularity_text
from ..messages.tiles import hand_text
from ..rulings.game_ruling import GameRuling, RoundRuling
from .money import money_steps
from .remedies import ordered_steps, pips_steps, points_steps
from .wording import Step, several, what_voids

SCORE = "docs/rules/score.md"


def explain(ruling: GameRuling, found: RoundRuling, names: tuple[str, ...]) -> list[Step]:
    """The facts, the winner, the points and the money of one round; ``names`` by seat."""
    steps = [*_facts(found, names), *ordered_steps(found.decreed)]
    if found.score is None or found not in ruling.counted:
        return [*steps, Step(_why_nothing(ruling, found, names), f"{SCORE}#rounds-that-count")]
    return [
        *steps,
        _winner(ruling, found.facts, found.score, names),
        *([] if found.decreed.points else _points(ruling, found.facts, names)),
        *([] if found.score.points is None else points_steps(ruling.game, found.decreed, names)),
        *money_steps(ruling, found, found.score, names),
    ]


def _why_nothing(ruling: GameRuling, found: RoundRuling, names: tuple[str, ...]) -> str:
    if found.facts.voided:
        return "an arbiter ordered that it counts for nothing"
    if ruling.void:
        return f"the game {what_voids(ruling.game)}: none of its rounds counts"
    if not found.facts.regular:
        return "a round that was not played by the rules is not settled until it is ruled on"
    if found.facts.waiting:
        left = "it counts for nothing, as the game was left"
        so = "nothing is settled" if ruling.waits_for(found) else left
        return f"what came of the round depends on tiles that nobody saw: {so}"
    if found.score is None:
        unsettled = {"void": "the deal is void: it counts for nothing"}
        return unsettled.get(found.facts.ended or "", "nothing is owed before the round is over")
    if ruling.game.noted:
        reasons = "; ".join(
            irregularity_text(note.code, note.params, names) for note in ruling.game.noted
        )
        return f"the seats are in dispute ({reasons}): nothing is settled until it is ruled on"
    return "the game was won before this round: it counts for nothing"


def _facts(found: RoundRuling, names: tuple[str, ...]) -> list[Step]:
    facts = found.facts
    if facts.ended is None:
        return [Step("the round is not over")]
    known = hindsight(found.round).hands
    hands = [Step(f"{name} holds {_held(hand)}") for name, hand in zip(names, known, strict=True)]
    notes = [event for event in found.round.events if isinstance(event, IrregularityNoted)]
    irregular = [
        Step(f"irregular: {irregularity_text(note.code, note.params, names)} ({note.code})")
        for note in notes
    ]
    counted = pips_steps(found.decreed, pips_known(found.round), names)
    return [Step(_ended(facts, names)), *hands, *counted, *irregular]


def _held(hand: Tiles) -> str:
    known = hand <= SEEN
    tiles = hand_text(hand)
    return f"{tiles}: {several(pips_of(hand), 'pip')}" if known else tiles


def _ended(facts: RoundFacts, names: tuple[str, ...]) -> str:
    if facts.ended == "void":
        return "the deal is void: nobody holds a tile that may be led"
    how = "blocked" if facts.ended == "blocked" else "is over"
    return f"the round {how}" + ("" if facts.out is None else f": {names[facts.out]} is out")


_OUT_WINNER = {
    "that-seat": "the {seat} that is out wins",
    "lowest-hand": "the lightest {hand} wins, also when a seat is out",
}
_BLOCKED_WINNER = {
    "fewest-pips": "it blocked, so the fewest pips win",
    "fewest-tiles": "it blocked, so the fewest tiles win",
}


def _winner(
    ruling: GameRuling, facts: RoundFacts, score: RoundScore, names: tuple[str, ...]
) -> Step:
    rules, out = ruling.rules.score, facts.out is not None
    partners = ruling.game.table.play.partners
    words = {"seat": "side of the seat", "hand": "side"} if partners else _ALONE
    rule = (_OUT_WINNER if out else _BLOCKED_WINNER)[
        rules.out_winner if out else rules.blocked_winner
    ].format_map(words)
    who = " and ".join(names[seat] for seat in score.winners)
    tied = "nobody won the round, for the lightest are equally light"
    return Step(f"{who} won the round: {rule}" if who else tied, f"{SCORE}#who-wins-a-round")


_ALONE = {"seat": "seat", "hand": "hand"}

_POINTS = {
    "losing-hands": "the winner scores the pips of the hands that did not win",
    "all-hands": "the winner scores the pips of all hands",
}
_LESS = {"none": "", "to-all-hands": ", less his own", "to-each-hand": ", each less his own"}


def _points(ruling: GameRuling, facts: RoundFacts, names: tuple[str, ...]) -> list[Step]:
    """The points by the rules, without what penalties add to them."""
    rules, sides = ruling.rules.score, ruling.game.table.sides
    score = score_round(rules, sides, facts)
    if score.points is None:
        return []
    hands = by_side(sides, facts.pips)
    winning = [side for side, seats in enumerate(sides) if set(seats) <= set(score.winners)]
    counted = [
        pips
        for side, pips in enumerate(hands)
        if rules.points == "all-hands" or side not in winning
    ]
    rule = f"{_POINTS[rules.points]}{_LESS[rules.difference]}"
    return [
        Step(
            f"{_scores(sides[side], names)} {_sum(ruling, counted, hands[side])}"
            f"{several(score.points[side], 'point')}: {rule}",
            f"{SCORE}#points-of-a-round",
        )
        for side in winning
    ]


def _scores(side: tuple[int, ...], names: tuple[str, ...]) -> str:
    who = " and ".join(names[seat] for seat in side)
    return f"{who} scores" if len(side) == 1 else f"{who} score"


def _sum(ruling: GameRuling, counted: list[int], own: int) -> str:
    """The sum with its equals sign; nothing where there is nothing to add up."""
    rules = ruling.rules.score
    terms = " + ".join(map(str, counted)) or "0"
    if rules.difference == "none":
        return f"{terms} = " if len(counted) > 1 else ""
    times = 1 if rules.difference == "to-all-hands" else len(counted)
    less = f"{terms} - {own}" if times == 1 else f"{terms} - {times} x {own}"
    below = sum(counted) < times * own and rules.negative_points == "zero"
    return f"{less}, which is less than nothing: " if below else f"{less} = "
