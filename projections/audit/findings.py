"""What an audit comes to: who blocked, what they could know, what is owed, and by which rule.

For an arbiter who reads one page; the rest of the audit is the evidence.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ...domain.block_verdicts import NOT_KNOWN, Evidence
from ...domain.events import GameForfeited, TileLaid
from ...domain.hidden.inference import hindsight
from ...domain.hidden.seat_view import seat_view
from ...domain.round.state import Round
from ...domain.rules.ids import AGREED
from ...domain.tiles import count_unseen, names_of, seen_of
from ..messages.findings import TEMPLATES
from ..messages.sentences import Sentence, Speaker
from ..messages.states import outcome_text
from ..results.block_verdicts import ReadingAudit, Readings, before_acts, placed_json
from ..results.game_result import GameResult, net_of_game, owes_unknown_amounts
from ..results.outcome import outcome_of
from ..results.sides import points_by_team, teams_of
from .audit import Audit


def findings_of(
    audit: Audit, round: int | None = None, names: Sequence[str] | None = None
) -> tuple[Sentence, ...]:
    """What the audit comes to, in the order in which an arbiter asks.

    ``round``: of this round of the record alone, as an index. ``names``: by seat, if not those of
    the record.
    """
    say = Speaker(names or audit.given.names, TEMPLATES)
    result = audit.result
    found = list(_on_moves(say, audit, round))
    if result is not None:
        counted = _Counted(say, audit, result)
        found += counted.of_game() if round is None else counted.of_round(round)
    if round is None:
        found += _on_deals(say, audit)
    return tuple(found)


def _on_moves(say: Speaker, audit: Audit, round: int | None) -> Iterator[Sentence]:
    """Whether all that was checked is fine; otherwise the first thing that is not."""
    violations, unchecked, not_checkable = audit.violations, audit.unchecked, audit.not_checkable
    if round is not None:
        violations = tuple(each for each in violations if each.round in {None, round})
        unchecked = tuple(each for each in unchecked if each.round in {None, round})
        not_checkable = (round,) if audit.rounds[round].reported else ()
    if violations:
        place, move, code, params = violations[0]
        yield say("violation", round=place, move=move, violation=code, params=params)
        if len(violations) > 1:
            yield say("more-violations", round=round, violations=len(violations) - 1)
    elif unchecked:
        yield say("nothing-proven", round=round, questions=len(unchecked))
    elif not not_checkable:
        yield say("moves-legal", round=round)
    if not_checkable:
        yield say("result-only", round=round, rounds=not_checkable)


def _on_deals(say: Speaker, audit: Audit) -> Iterator[Sentence]:
    """Whether the deals follow from a shuffle that can be checked."""
    shuffles, dealt = audit.shuffles, len(audit.rounds) - len(audit.not_checkable)
    if not dealt:
        return
    if shuffles is None:
        yield say("no-shuffle")
        return
    if shuffles.checked:
        yield say("deals-follow", deals=shuffles.checked)
    without = dealt - shuffles.checked - shuffles.faulty - shuffles.in_play
    if without:
        yield say("some-without-shuffle", deals=without)
    if shuffles.reproducible:
        yield say("deals-repeatable")
    elif len(shuffles.by_program) >= len(say.names):
        yield say("deals-by-program")


class _Counted(NamedTuple):
    """An audited game that fits its rules: its blocks, and what came of it."""

    say: Speaker
    audit: Audit
    result: GameResult

    def of_game(self) -> Iterator[Sentence]:
        rules, rounds = self.result.rules, range(len(self.audit.rounds))
        blocked = False
        for round in rounds:
            block = tuple(self._block(round))
            blocked = blocked or bool(block)
            yield from block
            if block and len(rounds) > 1:
                yield from self._worth(round)
        if blocked and rules.reading is None:
            field = "payout" if rules.payout is None else "payout.reading"
            yield self.say("no-reading-counts", field, rules=rules.id)
        yield from self._outcome()

    def of_round(self, round: int) -> Iterator[Sentence]:
        yield from self._block(round)
        yield from self._worth(round)

    # -- A block

    def _block(self, number: int) -> Iterator[Sentence]:
        """Who blocked a round, what they could know, and why that counts."""
        audited = self.audit.rounds[number]
        found, ruled, readings = audited.result, audited.ruled, audited.readings
        if found is None or not found.facts.blocked:
            return
        if found.facts.voided:
            yield self.say("block-void", round=number)
        elif ruled is not None:
            blocker, assistant = ruled.verdict.blocker, ruled.verdict.assistant
            yield self.say("blocker-ruled", round=number, player=blocker, assistant=assistant)
            same = (
                each
                for each in (readings or {}).values()
                if each.verdict.evidence is not None and each.verdict.blocker == blocker
            )
            first = next(same, None)
            if blocker is not None and readings is not None and first is not None:
                yield from self._around(number, found.round, readings, first)
            yield self.say("ruling-counts", round=number)
        elif found.facts.ended == "blocked":
            if readings is None or audited.doubted:
                yield self.say("block-irregular", round=number)
            else:
                yield from self._by_reading(number, found.round, readings)

    def _by_reading(self, number: int, round: Round, readings: Readings) -> Iterator[Sentence]:
        """The verdict of the reading that counts; if none does, who laid the last tile."""
        reading, rules = self.result.rules.reading, self.result.rules.id
        counting = readings[reading or "last-to-lay"]
        verdict = counting.verdict
        if reading is None:
            if verdict.evidence is not None:
                yield self.say(
                    "last-tile", round=number, **_laid(round, counting, verdict.evidence)
                )
            return
        if verdict == NOT_KNOWN:
            yield self.say("blocker-unseen", round=number)
        elif verdict.status == "undetermined":
            yield self.say("blocker-not-found", round=number, positions=verdict.bound)
        elif verdict.evidence is None:
            yield self.say("blocked-by-nobody", round=number, reading=reading)
        else:
            laid = _laid(round, counting, verdict.evidence)
            yield self.say("blocked-by", round=number, **laid, assistant=verdict.assistant)
            yield from self._around(number, round, readings, counting)
        field = "payout.reading"
        agreed = f"{AGREED}{field}=" in rules
        yield self.say(
            "reading-counts", field, round=number, reading=reading, rules=rules, agreed=agreed
        )
        others = {
            name: {"status": each.verdict.status, "player": each.verdict.blocker}
            for name, each in readings.items()
            if each.verdict.blocker != verdict.blocker
        }
        if others:
            yield self.say("readings-differ", round=number, readings=others)
        elif verdict.blocker is not None:
            yield self.say("readings-agree", round=number, player=verdict.blocker)

    def _around(
        self, number: int, round: Round, readings: Readings, blocking: ReadingAudit
    ) -> Iterator[Sentence]:
        """What the seat could know before it laid, and what would have kept the round open."""
        evidence = blocking.verdict.evidence
        assert evidence is not None
        yield self.say("knew", round=number, **_known(round, evidence.act), move=blocking.move)
        every = (blocking.verdict, *(each.verdict for each in readings.values()))
        of_act = [
            each.evidence
            for each in every
            if each.evidence is not None and each.evidence.act == evidence.act
        ]
        for _, instead, line in of_act:
            if instead is None:
                continue
            placed = placed_json(instead)
            if line:
                placed |= {"player": line[-1].seat, "moves": len(line)}
                yield self.say("kept-open", round=number, **placed)
            else:
                code = "open-for-now" if line is None else "put-out"
                yield self.say(code, round=number, **placed)
            return
        last = readings["last-to-lay"].verdict.evidence
        if last in of_act and readings["last-choice"].verdict.status == "nobody":
            yield self.say("nothing-else", round=number)

    # -- What came of it

    def _worth(self, round: int) -> Iterator[Sentence]:
        """What a round brings, as far as that is certain and counts."""
        result, found = self.result, self.audit.rounds[round].result
        certain = self.audit.rounds[round].certain
        if found is None or certain is None:
            return
        if not (result.void or result.game.noted or result.is_surplus(found)):
            yield from self._brings(round, certain.net, certain.points)

    def _outcome(self) -> Iterator[Sentence]:
        """Who won, and what the game brings."""
        audit, result, names = self.audit, self.result, self.say.names
        left = result.game.abandoned
        outcome, winners = outcome_of(result, names), audit.winners or ()
        code = outcome.code
        if not audit.readable:
            code = "waits-for-ruling"
        elif winners and code == "waits-for-tiles":
            code = "won"  # Of one round the winner can be certain though the tiles are not.
        by = left.seat if isinstance(left, GameForfeited) else None
        won = tuple(names[seat] for seat in winners)
        message = outcome_text(outcome._replace(code=code, winners=won))
        params = {"outcome": code, "winners": winners, "forfeited_by": by}
        yield Sentence("outcome", message, params)
        if len(audit.rounds) == 1:
            yield from self._worth(0)
            return
        so_far = not result.complete or not result.game.over
        unpaid = any(owes_unknown_amounts(result.rules, found) for found in result.rounds)
        standing = audit.standing if result.counted else None
        scores = None if standing is None else standing.scores
        yield from self._brings(None, net_of_game(result), scores, so_far=so_far, unpaid=unpaid)

    def _brings(
        self,
        round: int | None,
        net: tuple[int, ...] | None,
        points: tuple[int, ...] | None,
        *,
        so_far: bool = False,
        unpaid: bool = False,
    ) -> Iterator[Sentence]:
        """Money by seat, and ``points`` by side; the sentence has the order of the teams."""
        game = self.result.game
        if net is not None:
            currency = game.opened.stake.currency
            yield self.say("owed", round=round, net=net, currency=currency, so_far=so_far or unpaid)
        if points is not None:
            sides, points_of_teams = teams_of(game), points_by_team(game, points)
            yield self.say(
                "points", round=round, sides=sides, points=points_of_teams, so_far=so_far
            )


def _laid(round: Round, reading: ReadingAudit, evidence: Evidence) -> dict[str, Any]:
    act = round.acts[evidence.act]
    assert isinstance(act, TileLaid)
    return {"player": act.seat, "move": reading.move, **placed_json(act)}


def _known(round: Round, act: int) -> dict[str, Any]:
    """What the seat of this act could know before it: its hand, the table, passes and draws."""
    # A tile that nobody else saw then, and that its player laid or showed later, they held.
    view = seat_view(tuple(before_acts(hindsight(round)))[act], seat := round.acts[act].seat)
    own = view.hands[seat].tiles
    assert own is not None
    return {
        "player": seat,
        "own": tuple(names_of(seen_of(own))),
        "unseen": count_unseen(own),
        "on_table": len(view.on_table),
        "ends": {end.name: end.pip for end in view.ends},
        "others": tuple(
            {"player": other, "size": hand.size, "missing": tuple(sorted(hand.missing))}
            for other, hand in enumerate(view.hands)
            if other != seat
        ),
        "boneyard": view.boneyard.size,
    }
