"""What an audit comes to: who blocked, what they could know, what is owed, and by which rule.

For an arbiter who reads one page; the rest of the audit is the evidence.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.block_verdicts import NOT_KNOWN, Evidence
from domain.events import GameForfeited, Seat, TileLaid
from domain.hidden.inference import hindsight
from domain.hidden.seat_view import seat_view
from domain.round.state import Act, Round
from domain.rules.rule_set import AGREED
from domain.tiles import count_unseen, names_of, seen_of
from ledger.transcript.game import Unchecked, Violation

from ..messages.findings import TEMPLATES
from ..messages.score_sheet import outcome_text
from ..messages.sentences import Sentence, Speaker
from ..reports.score_sheet import Outcome, outcome_of
from ..results.block_verdicts import ReadingAudit, Readings, before_acts, placed_json
from ..results.game_result import GameResult, net_of_game, owes_unknown_amounts
from ..results.sides import points_by_team, teams_of
from .audit import Audit, RoundAudit


def findings_of(
    audit: Audit, round: int | None = None, names: Sequence[str] | None = None
) -> tuple[Sentence, ...]:
    """What the audit comes to, in the order in which an arbiter asks.

    ``round``: of this round of the record alone, as an index. ``names``: by seat, if not those of
    the record.
    """
    found = _Findings(Speaker(names or audit.given.names, TEMPLATES), audit)
    return tuple(found.of_game() if round is None else found.of_round(round))


class _Findings(NamedTuple):
    """An audit to sum up."""

    say: Speaker
    audit: Audit

    def of_game(self) -> Iterator[Sentence]:
        """On all rounds, the result, and the deals."""
        audit, result = self.audit, self.audit.result
        yield from self._moves(audit.violations, audit.unchecked, audit.not_checkable, None)
        if result is not None:
            blocked = False
            for number, found in enumerate(audit.rounds):
                block = tuple(self._block(result, number, found))
                blocked = blocked or bool(block)
                yield from block
                if block and len(audit.rounds) > 1:
                    yield from self._worth(result, number, found)
            if blocked and result.rules.reading is None:
                field = "payout" if result.rules.payout is None else "payout.reading"
                yield self.say("no-reading-counts", field, rules=result.rules.id)
            yield from self._outcome(result)
        yield from self._deals()

    def of_round(self, round: int) -> Iterator[Sentence]:
        """On one round."""

        def of_it(each: Violation | Unchecked) -> bool:
            return each.round in {None, round}

        audit, found = self.audit, self.audit.rounds[round]
        violations = tuple(filter(of_it, audit.violations))
        unchecked = tuple(filter(of_it, audit.unchecked))
        yield from self._moves(violations, unchecked, (round,) if found.reported else (), round)
        if audit.result is not None:
            yield from self._block(audit.result, round, found)
            yield from self._worth(audit.result, round, found)

    def _moves(
        self,
        violations: Sequence[Violation],
        unchecked: Sequence[Unchecked],
        not_checkable: Sequence[int],
        round: int | None,
    ) -> Iterator[Sentence]:
        """Whether all that was checked is fine; otherwise the first thing that is not."""
        if violations:
            first, *others = violations
            yield self.say(
                "violation",
                round=first.round,
                move=first.move,
                violation=first.code,
                params=first.params,
            )
            if others:
                yield self.say("more-violations", round=round, violations=len(others))
        elif unchecked:
            yield self.say("nothing-proven", round=round, questions=len(unchecked))
        elif not not_checkable:
            yield self.say("moves-legal", round=round)
        if not_checkable:
            yield self.say("result-only", round=round, rounds=tuple(not_checkable))

    # -- A block

    def _block(self, result: GameResult, number: int, audited: RoundAudit) -> Iterator[Sentence]:
        """Who blocked a round, what they could know, and why that counts."""
        found = audited.result
        if found is None or not found.facts.blocked:
            return
        if found.facts.voided:
            yield self.say("block-void", round=number)
        elif audited.ruled is not None:
            blocker, assistant = audited.ruled.verdict.blocker, audited.ruled.verdict.assistant
            yield self.say("blocker-ruled", round=number, player=blocker, assistant=assistant)
            if blocker is not None and audited.readings is not None:
                yield from self._of_ruled(number, found.round, audited.readings, blocker)
            yield self.say("ruling-counts", round=number)
        elif found.facts.ended == "blocked":
            if audited.readings is None or audited.doubted:
                yield self.say("block-irregular", round=number)
            else:
                yield from self._by_reading(result, number, found.round, audited.readings)

    def _by_reading(
        self, result: GameResult, number: int, round: Round, readings: Readings
    ) -> Iterator[Sentence]:
        """The verdict of the reading that counts; if none does, who laid the last tile."""
        reading, rules = result.rules.reading, result.rules.id
        if reading is None:
            last = readings["last-to-lay"]
            if last.verdict.evidence is not None:
                laid = _laid(round, last, last.verdict.evidence)
                yield self.say("last-tile", round=number, **laid)
            return
        counting = readings[reading]
        verdict = counting.verdict
        if verdict == NOT_KNOWN:
            yield self.say("blocker-unseen", round=number)
        elif verdict.status == "undetermined":
            yield self.say("blocker-not-found", round=number, positions=verdict.bound)
        elif verdict.evidence is None:
            yield self.say("blocked-by-nobody", round=number, reading=reading)
        else:
            laid = _laid(round, counting, verdict.evidence)
            yield self.say("blocked-by", round=number, **laid, assistant=verdict.assistant)
            yield from self._around(round, number, readings, counting, verdict.evidence)
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

    def _of_ruled(
        self, number: int, round: Round, readings: Readings, blocker: Seat
    ) -> Iterator[Sentence]:
        """What the readings say of the tile for which a seat was ruled to have blocked."""
        for each in readings.values():
            evidence = each.verdict.evidence
            if evidence is not None and each.verdict.blocker == blocker:
                yield from self._around(round, number, readings, each, evidence)
                return

    def _around(
        self,
        round: Round,
        number: int,
        readings: Readings,
        counting: ReadingAudit,
        evidence: Evidence,
    ) -> Iterator[Sentence]:
        """What the seat could know before it laid, and what would have kept the round open."""
        known = _known(round, evidence.act)
        yield self.say("knew", round=number, **known, move=counting.move)
        for each in (evidence, *(each.verdict.evidence for each in readings.values())):
            if each is not None and each.act == evidence.act and each.instead is not None:
                yield self._kept_open(number, each.instead, each.line)
                return
        last = readings["last-to-lay"].verdict.evidence
        is_last = last is not None and last.act == evidence.act
        if is_last and readings["last-choice"].verdict.status == "nobody":
            yield self.say("nothing-else", round=number)

    def _kept_open(self, number: int, instead: TileLaid, line: Sequence[Act] | None) -> Sentence:
        placed = placed_json(instead)
        if not line:
            return self.say("open-for-now" if line is None else "put-out", round=number, **placed)
        seat, moves = line[-1].seat, len(line)
        return self.say("kept-open", round=number, **placed, player=seat, moves=moves)

    # -- What came of it

    def _worth(self, result: GameResult, number: int, audited: RoundAudit) -> Iterator[Sentence]:
        """What a round brings, as far as that is certain and counts."""
        found, certain = audited.result, audited.certain
        if found is None or certain is None:
            return
        if result.void or result.game.noted or result.is_surplus(found):
            return
        if certain.net is not None:
            yield self._owed(result, certain.net, number)
        if certain.points is not None:
            yield self._points(result, certain.points, number)

    def _outcome(self, result: GameResult) -> Iterator[Sentence]:
        """Who won, and what the game brings."""
        audit, names, left = self.audit, self.say.names, result.game.abandoned
        code, winners = outcome_of(result, names).code, audit.winners or ()
        if not audit.readable:
            code = "waits-for-ruling"
        elif winners and code == "waits-for-tiles":
            code = "won"  # Of one round the winner can be certain though the tiles are not.
        by = left.seat if isinstance(left, GameForfeited) else None
        won = tuple(names[seat] for seat in winners)
        yield Sentence(
            "outcome",
            outcome_text(Outcome(code, won, None if by is None else names[by])),
            {"outcome": code, "winners": winners, "forfeited_by": by},
        )
        if len(audit.rounds) == 1:
            yield from self._worth(result, 0, audit.rounds[0])
            return
        net, standing = net_of_game(result), audit.standing
        so_far = not result.complete or not result.game.over
        if net is not None:
            unknown = any(owes_unknown_amounts(result.rules, found) for found in result.rounds)
            yield self._owed(result, net, None, so_far=so_far or unknown)
        if standing is not None and standing.scores is not None and result.counted:
            yield self._points(result, standing.scores, None, so_far=so_far)

    def _owed(
        self, result: GameResult, net: tuple[int, ...], round: int | None, *, so_far: bool = False
    ) -> Sentence:
        currency = result.game.opened.stake.currency
        return self.say("owed", round=round, net=net, currency=currency, so_far=so_far)

    def _points(
        self,
        result: GameResult,
        points: tuple[int, ...],
        round: int | None,
        *,
        so_far: bool = False,
    ) -> Sentence:
        """``points`` by side; the sentence has the order of the record's teams."""
        return self.say(
            "points",
            round=round,
            sides=teams_of(result.game),
            points=points_by_team(result.game, points),
            so_far=so_far,
        )

    # -- The deal

    def _deals(self) -> Iterator[Sentence]:
        """Whether the deals follow from a shuffle that can be checked."""
        audit, shuffles = self.audit, self.audit.shuffles
        dealt = len(audit.rounds) - len(audit.not_checkable)
        if not dealt:
            return
        if shuffles is None:
            yield self.say("no-shuffle")
            return
        if shuffles.checked:
            yield self.say("deals-follow", deals=shuffles.checked)
        without = dealt - shuffles.checked - shuffles.faulty - shuffles.in_play
        if without:
            yield self.say("some-without-shuffle", deals=without)
        if shuffles.reproducible:
            yield self.say("deals-repeatable")
        elif len(shuffles.by_program) >= len(self.say.names):
            yield self.say("deals-by-program")


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
