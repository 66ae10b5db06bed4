"""The explanation of a round: its facts, who won, the points, and the money."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from ...domain.events import Ended, IrregularityNoted, Seat
from ...domain.game.noted_result import remarks_on
from ...domain.hidden.inference import hindsight
from ...domain.hidden.pips_left import noted_pips, pips_by_tiles, pips_known
from ...domain.round.in_play import refused_in_play
from ...domain.scoring.figures import by_side
from ...domain.scoring.score import (
    RoundScore,
    counted_hands,
    counted_points,
    hands_left,
    hands_scored,
    is_played_again,
    nearest_five,
    points_that_count,
    score_settled,
    way_of,
)
from ...domain.seats import Sides
from ...domain.tiles import SEEN, names_of
from ...ledger.book import Book
from ...ledger.registry.counting import other_rules
from ...ledger.registry.players import people_names, seat_of
from ...ledger.registry.stored_names import shown_name
from ...ledger.store.stream import Stream
from ..as_json import as_json
from ..audit.audit import Auditor
from ..audit.findings import findings_of
from ..messages.explanations import TEMPLATES
from ..messages.faults import Names
from ..messages.sentences import Sentence, Speaker
from ..messages.states import report_text
from ..replay.game_replay import NotInGame, check_round
from ..results.game_result import GameResult, RoundResult, count_game
from ..results.sides import noted_for
from .money import on_money
from .rule_text import (
    BONUSES,
    COUNTS,
    DEALS_AGAIN,
    IN_PLAY,
    PENALTIES,
    POINTS,
    REMEDIES,
    REPORTED,
    SHUTOUTS,
    SIX_LOVE,
    WHO_WINS,
)


class Explanation(NamedTuple):
    """The reasons for the result of a round."""

    game: str
    """The record's id."""
    round: int
    """Its number in the record, from 0."""
    rules: str
    counted_by: str | None
    """The rules that count in figures and money, if not the game's own."""
    player: str | None
    """Whose total alone is given, as they were named; None: every total."""
    findings: tuple[Sentence, ...]
    """What an audit of the round comes to."""
    steps: tuple[Sentence, ...]
    names: tuple[str, ...]
    """The players in seat order."""


def explain_round(book: Book, game: UUID, round: int, player: str | None = None) -> Explanation:
    """Explain a round; ``player``: only their total. Raises NotInGame and UnknownPlayer."""
    return explain_stream(book, book.stream(game), round, player)


def explain_stream(
    book: Book, stream: Stream, round: int, player: str | None = None
) -> Explanation:
    """Explain a round of a game that was read, as `explain_round` does."""
    result = count_game(stream.game)
    opened = result.game.opened
    check_round(result.game, round)
    known = people_names(book)
    only = None if player is None else seat_of(book, opened.players, player)
    if player is not None and only is None:
        raise NotInGame("unknown-player", record=opened.record, player=player)
    names = tuple(shown_name(known, each) for each in opened.players)
    steps = explain(result, result.rounds[round], names)
    other = other_rules(book.house(), opened.rules, len(opened.players))
    return Explanation(
        game=opened.record,
        round=round,
        rules=result.rules.id,
        counted_by=None if other is None else other.id,
        player=player,
        findings=findings_of(Auditor(book).of_game(stream), round, names),
        steps=tuple(step for step in steps if only is None or step.seat in {None, only}),
        names=names,
    )


def explanation_json(found: Explanation) -> dict[str, Any]:
    """The explanation with its steps as codes, parameters and sentences."""
    values: dict[str, Any] = as_json(found)
    del values["names"]
    return values


def explain(result: GameResult, found: RoundResult, names: Names) -> list[Sentence]:
    """Each figure of the round with the rule it comes from; ``names`` by seat."""
    return list(_Explained(Speaker(names, TEMPLATES), result, found).sentences())


_ENDED: Mapping[Ended | None, str] = {
    "void": "deal-void",
    "blocked": "round-blocked",
    "out": "round-out",
    "target": "target-reached",
    None: "round-not-over",
}


class _Explained(NamedTuple):
    """A round to explain."""

    say: Speaker
    result: GameResult
    found: RoundResult

    def sentences(self) -> Iterator[Sentence]:
        """Facts, the rulings on them, who won, points and money."""
        decreed, score = self.found.decreed, self.found.score
        yield self._ended()
        if self.found.facts.ended is not None:
            yield from self._facts()
        if decreed.replay:
            yield self.say("ruled-replay", REMEDIES)
        elif decreed.void:
            yield self.say("ruled-void", REMEDIES)
        elif decreed.stands:
            yield self.say("ruled-valid", REMEDIES)
        if score is None or self.found not in self.result.counted:
            yield self._why_nothing()
            if self.found.fine is not None:
                yield from self._ruled_points()
            return
        yield self._winner(score)
        if not decreed.points:
            yield from self._points()
        if score.points is not None:
            yield from self._ruled_points()
            yield from self._standing(score.points)
        yield from on_money(self.say, self.result, self.found, score)

    # -- Facts

    def _ended(self) -> Sentence:
        facts = self.found.facts
        if facts.report is not None:
            how, out = facts.report.ended, facts.report.out
            message = report_text(how, out, self.say.names)
            return Sentence("round-reported", message, {"how": how, "player": out})
        code = _ENDED[facts.ended]
        if code == "deal-void" and self.found.round.table.play.redeal is not None:
            return self.say("dealt-again", DEALS_AGAIN)
        if facts.ended in {None, "void"}:
            return self.say(code)
        return self.say(code, player=facts.last_to_lay if facts.ended == "target" else facts.out)

    def _facts(self) -> Iterator[Sentence]:
        round, report = self.found.round, self.found.round.report
        if report is None:
            yield from self._hands()
        elif report.pips is not None:
            sides = noted_for(round.table.sides, report.pips)
            yield self.say("pips-noted", sides=sides, pips=report.pips)
        known, counted = pips_known(round), self.found.decreed.pips
        if counted is not None and None in known:
            # An arbiter counted them in hands with unseen tiles.
            by_seat = {seat: counted[seat] for seat, pips in enumerate(known) if pips is None}
            yield self._pips("pips-counted", by_seat, REMEDIES)
        for event in round.events:
            if isinstance(event, IrregularityNoted):
                yield self.say("irregular", **_irregularity(event))
        for code, params in remarks_on(self.result.game.opened.rules.score, round):
            yield self.say("remarked", REPORTED, remark=code, params=dict(params))

    def _hands(self) -> Iterator[Sentence]:
        """The tiles left, and the pips of hands that nobody saw, as they were written down."""
        round = self.found.round
        seen = hindsight(round)
        for seat, (hand, aside) in enumerate(zip(seen.hands, seen.set_aside, strict=True)):
            pips = round.table.pips_left(hand | aside) if max(hand, aside) <= SEEN else None
            kept, put = tuple(names_of(hand)), tuple(names_of(aside)) or None
            yield self.say("hand", player=seat, tiles=kept, aside=put, pips=pips)
        both = zip(pips_by_tiles(round), noted_pips(round), strict=True)
        noted = {
            seat: own for seat, (held, own) in enumerate(both) if held is None and own is not None
        }
        if noted:
            yield self._pips("pips-left-noted", noted)

    def _pips(self, code: str, by_seat: Mapping[Seat, int], rule: str | None = None) -> Sentence:
        sides, pips = tuple((seat,) for seat in by_seat), tuple(by_seat.values())
        return self.say(code, rule, sides=sides, pips=pips)

    def _why_nothing(self) -> Sentence:
        result, facts = self.result, self.found.facts
        params: dict[str, Any] = {}
        if facts.voided:
            code = "voided"
        elif result.void:
            code, params = "game-void", {"state": result.state}
        elif not facts.regular:
            code = "awaits-ruling"
        elif facts.waiting:
            code = "awaits-tiles" if result.waits_for(self.found) else "tiles-unknown"
        elif self.found.score is not None and result.game.noted:
            code = "seats-disputed"
            params = {"irregularities": tuple(map(_irregularity, result.game.noted))}
        elif self.found.score is not None:
            code = "surplus"
        elif facts.settled and is_played_again(result.rules.score, result.game.table.sides, facts):
            return self.say("played-again", WHO_WINS)
        elif facts.report is not None:
            code = "nothing-noted"
        else:
            code = "deal-counts-nothing" if facts.ended == "void" else "nothing-owed-yet"
        return self.say(code, COUNTS, **params)

    # -- Who won

    @property
    def _won_in_play(self) -> bool:
        """Points in play won the round, so hands count nothing."""
        rules = self.result.rules.score
        return self.found.facts.ended == "target" and rules.in_play != "none"

    @property
    def _is_out(self) -> bool:
        facts = self.found.facts
        return facts.out is not None or (facts.report is not None and facts.report.ended == "out")

    @property
    def _left(self) -> tuple[int, ...] | None:
        """The pips left in hand, by side. None if points were noted instead, or nothing was."""
        facts = self.found.facts
        if facts.report is not None and facts.report.points is not None:
            return None
        if facts.pips:
            return by_side(self.result.game.table.sides, facts.pips)
        return None if facts.report is None else facts.report.pips

    def _winner(self, score: RoundScore) -> Sentence:
        rules, report = self.result.rules.score, self.found.facts.report
        if report is not None and (report.ended is None or self._left is None):
            return self.say("winner-noted", REPORTED, players=score.winners)
        if not score.winners:
            if rules.blocked_winner == "nobody" and not self._is_out:
                return self.say("nobody-wins-a-block", WHO_WINS)
            if rules.blocked_below and not self._is_out:
                return self.say("block-dead", WHO_WINS, below=rules.blocked_below)
            return self.say("round-tied", WHO_WINS)
        partners = self.result.game.table.play.partners
        won_by = self._won_by()
        return self.say("round-won", WHO_WINS, players=score.winners, by=won_by, partners=partners)

    def _won_by(self) -> str:
        """The rule by which the winner of a round has won."""
        rules, pips = self.result.rules.score, self.found.facts.pips
        if self._won_in_play:
            return "target"
        if self._is_out:
            return rules.out_winner
        compared: Sequence[int] = self._left or ()
        if rules.blocked_winner == "side-of-lowest-hand" and pips:
            sides = self.result.game.table.sides
            compared = [min(pips[seat] for seat in side) for side in sides]
        if rules.blocked_winner == "last-two":
            last, after = self.found.facts.last_to_lay, self.found.facts.after_last
            equal = last is not None and after is not None and pips[last] == pips[after]
            return f"last-two-{rules.last_two_tie}" if equal else "last-two"
        tied = compared.count(min(compared, default=0)) > 1
        return rules.tied if tied and rules.tied != "each" else rules.blocked_winner

    # -- Points

    def _points(self) -> Iterator[Sentence]:
        """The points by the rules, without penalties."""
        found, facts, hands = self.found, self.found.facts, self._left
        rules, sides = self.result.rules.score, self.result.game.table.sides
        score = score_settled(rules, sides, facts, found.before)
        if score is None or score.points is None:
            return
        if hands is None:
            yield self.say("points-noted", REPORTED, sides=sides, points=score.points)
            yield from self._bonuses()
            return
        if rules.points == "own-hand":
            for seats, points in zip(sides, score.points, strict=True):
                yield self.say("points-of-own-hand", POINTS, players=seats, points=points)
            return
        winning = [side for side, seats in enumerate(sides) if set(seats) <= set(score.winners)]
        if rules.points in {"win", "ways", "tiles"}:
            yield from self._in_play(sides)
            if not self._won_in_play:
                yield from self._for_winning(sides, winning)
            yield from self._bonuses()
            return
        if facts.pips:
            hands = counted_hands(rules, sides, facts.pips)
        yield from self._in_play(sides)
        if self._won_in_play:
            winning = []
        if rules.blocked_points == "heavier" and not (self._is_out or self._won_in_play):
            worth = self._without_bonuses(sides)
            yield from self._each_but_none("points-by-heavier-hands", sides, worth, POINTS)
        else:
            yield from self._for_hands(sides, hands, winning)
        if rules.block_bonus and not self._is_out:
            for side in winning:
                bonus = rules.block_bonus
                yield self.say("block-bonus", POINTS, players=sides[side], points=bonus)
        if rules.points_per == "five":
            worth = self._without_bonuses(
                sides, block_bonus=rules.block_bonus, in_play=rules.in_play
            )
            yield from self._each_but_none("points-per-five", sides, worth)
        yield from self._bonuses()

    def _for_winning(self, sides: Sides, winning: list[int]) -> Iterator[Sentence]:
        """The points of each side that won, where they are not the pips of hands."""
        rules, facts = self.result.rules.score, self.found.facts
        worth = self._without_bonuses(sides)
        for side in winning:
            won: dict[str, Any] = {"players": sides[side], "points": worth[side]}
            match rules.points:
                case "win":
                    yield self.say("point-for-winning", POINTS, **won)
                case "ways":
                    yield self.say("points-for-way", POINTS, **won, way=way_of(rules, facts))
                case _:
                    each = {"for_winning": rules.for_winning, "per_tile": rules.per_tile}
                    if any(each.values()):
                        yield self.say("points-for-tiles", POINTS, **won, **each)

    def _without_bonuses(self, sides: Sides, **but: Any) -> tuple[int, ...]:
        """By side, the points for hands, or for winning the round; with what ``but`` says."""
        nothing_more = {"bonuses": None, "carry": "none", "block_bonus": 0, "in_play": "none"}
        rules = self.result.rules.score.model_copy(update=nothing_more | but)
        score = score_settled(rules, sides, self.found.facts, self.found.before)
        return () if score is None or score.points is None else score.points

    def _bonuses(self) -> Iterator[Sentence]:
        """What is counted beside the hands, or was noted with the result."""
        noted = self.found.facts.report is not None
        for name, seat, side, points, factor, move in self.result.bonuses_of(self.found):
            code = "bonus-noted" if noted else "bonus" if factor is None else "bonus-factor"
            who: dict[str, Any] = {"player": seat, "players": side}
            what: dict[str, Any] = {"points": points, "factor": factor, "move": move}
            yield self.say(code, REPORTED if noted else BONUSES, bonus=name, **who, **what)

    def _each_but_none(
        self, code: str, sides: Sides, points: Sequence[int], rule: str = IN_PLAY
    ) -> Iterator[Sentence]:
        for seats, own in zip(sides, points, strict=True):
            if own:
                yield self.say(code, rule, players=seats, points=own)

    def _in_play(self, sides: Sides) -> Iterator[Sentence]:
        """The points in play of each side, and those that do not count."""
        rules, facts = self.result.rules.score, self.found.facts
        # Without points in play there is nothing to count, or it was corrected, as it is not known.
        if rules.in_play == "none" or not facts.in_play:
            return
        for refused in refused_in_play(self.found.round):
            seat, points = refused.seat, refused.points
            yield self.say("points-refused", IN_PLAY, player=seat, points=points)
        counted = points_that_count(rules, hands_left(rules, facts, self.found.before))
        fives = rules.in_play == "fives"
        code = "points-in-play" if fives else "points-by-fives-and-threes"
        yield from self._each_but_none(code, sides, by_side(sides, counted))
        for seat, (made, counts) in enumerate(zip(facts.in_play, counted, strict=False)):
            if rules.to_get_in and made > counts:
                lost, first = made - counts, rules.to_get_in
                yield self.say("not-in-yet", IN_PLAY, player=seat, points=lost, first=first)

    def _for_hands(
        self, sides: Sides, hands: tuple[int, ...], winning: list[int]
    ) -> Iterator[Sentence]:
        """The points of each side that won, by the pips of the hands."""
        rules, blocked = self.result.rules.score, not (self._is_out or self._won_in_play)
        scored, difference = hands_scored(rules, blocked=blocked)
        counted = tuple(
            pips for side, pips in enumerate(hands) if scored == "all-hands" or side not in winning
        )
        times = {"none": 0, "to-all-hands": 1, "to-each-hand": len(counted)}[difference]
        for side in winning:
            sum_of_hands = sum(counted) - times * hands[side]
            raised = sum_of_hands < 0 and rules.negative_points == "zero"
            exact = 0 if raised else sum_of_hands
            points = nearest_five(exact) if rules.rounding == "sum" else exact
            yield self.say(
                "points",
                POINTS,
                players=sides[side],
                sum=_sum(counted, times, hands[side]),
                exact=None if exact == points else exact,
                points=points,
                scored=scored,
                difference=difference,
                raised=raised,
            )
            if rules.scale is not None:
                by_scale = counted_points(rules, points)
                yield self.say(
                    "points-by-scale", POINTS, players=sides[side], pips=points, points=by_scale
                )

    def _standing(self, points: tuple[int, ...]) -> Iterator[Sentence]:
        """What becomes of the points of the game, or of the game, with this round."""
        result, scores = self.result, self.found.scores
        if result.rules.score.reset != "none" and scores is not None and any(points):
            if not any(scores):
                yield self.say("points-lost", SIX_LOVE)
            elif set(scores) == {1}:
                yield self.say("one-all", SIX_LOVE)
        if result.counts_as > 1 and self.found.number == result.counted[-1].number:
            yield self.say("shutout", SHUTOUTS, games=result.counts_as)

    def _ruled_points(self) -> Iterator[Sentence]:
        """The points as corrected by an arbiter, and the points of penalties."""
        decreed = self.found.decreed
        if decreed.points is not None and self.found.score is not None:
            sides = self.result.game.table.sides
            yield self.say("points-corrected", REMEDIES, sides=sides, points=decreed.points)
        for penalty in decreed.counted:
            off, to_others = penalty.points_off, penalty.points_to_others
            if off or to_others:
                costs = {"points_off": off, "points_to_others": to_others}
                who, offence = penalty.seat, penalty.offence
                yield self.say("penalty-points", PENALTIES, player=who, offence=offence, **costs)


def _irregularity(note: IrregularityNoted) -> dict[str, Any]:
    return {"irregularity": note.code, "params": dict(note.params)}


def _sum(pips: Sequence[int], times: int, own: int) -> str | None:
    """The sum of the hands that count, less the own one: ``3 + 5 - 2 x 1``; None of one term."""
    terms = " + ".join(map(str, pips)) or "0"
    if times == 0:
        return terms if len(pips) > 1 else None
    return f"{terms} - {own}" if times == 1 else f"{terms} - {times} x {own}"
