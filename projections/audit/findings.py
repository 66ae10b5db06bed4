"""What an audit comes to: who blocked, what they could know, what is owed, and by which rule.

Codes and parameters, for an arbiter who reads one page; `projections.messages.findings` makes the
sentences. The rest of the audit is the evidence.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.block_verdicts import NOT_KNOWN, Evidence
from domain.events import GameForfeited, Seat, TileLaid
from domain.hidden.inference import hindsight
from domain.hidden.seat_view import seat_view
from domain.round.state import Act, Round
from domain.rules.rule_set import AGREED, Reading
from domain.tiles import count_unseen, names_of, seen_of
from ledger.transcript.game import Unchecked, Violation

from ..reports.score_sheet import outcome_of
from ..results.block_verdicts import ReadingAudit, Readings, before_acts, placed_json
from ..results.game_result import GameResult, net_of_game, owes_unknown_amounts
from ..results.sides import points_by_team, teams_of
from .audit import Audit, RoundAudit

FindingCode: TypeAlias = Literal[
    # The moves.
    "moves-legal",
    "violation",
    "more-violations",
    "nothing-proven",
    "result-only",
    # A block.
    "blocked-by",
    "blocked-by-nobody",
    "blocker-not-found",
    "blocker-unseen",
    "blocker-ruled",
    "last-tile",
    "block-void",
    "block-irregular",
    "knew",
    "kept-open",
    "open-for-now",
    "put-out",
    "nothing-else",
    "reading-counts",
    "ruling-counts",
    "no-reading-counts",
    "readings-agree",
    "readings-differ",
    # What came of it.
    "outcome",
    "owed",
    "points",
    # The deal.
    "no-shuffle",
    "some-without-shuffle",
    "deals-follow",
    "deals-repeatable",
    "deals-by-program",
]


class Finding(NamedTuple):
    """One sentence of what an audit comes to."""

    code: FindingCode
    round: int | None = None
    """Its index among the rounds of the record; None: it is about the game."""
    params: Mapping[str, Any] = {}
    """Values as JSON knows them; people by seat, money in minor units."""
    rule: str | None = None
    """The field of the rule set that says so."""


def findings_of(audit: Audit, round: int | None = None) -> tuple[Finding, ...]:
    """What the audit comes to, in the order in which an arbiter asks.

    ``round``: of this round of the record alone, as an index.
    """
    return tuple(_of_game(audit) if round is None else _of_round(audit, round))


def _of_game(audit: Audit) -> Iterator[Finding]:
    result, rounds = audit.result, audit.rounds
    yield from _moves(audit.violations, audit.unchecked, audit.not_checkable, None)
    if result is not None:
        blocked = False
        for number, found in enumerate(rounds):
            block = tuple(_block(result, number, found))
            blocked = blocked or bool(block)
            yield from block
            if block and len(rounds) > 1:
                yield from _worth(result, number, found)
        if blocked and result.rules.reading is None:
            field = "payout" if result.rules.payout is None else "payout.reading"
            yield Finding("no-reading-counts", params={"rules": result.rules.id}, rule=field)
        yield from _outcome(audit, result)
    yield from _deals(audit)


def _of_round(audit: Audit, round: int) -> Iterator[Finding]:
    def of_it(each: Violation | Unchecked) -> bool:
        return each.round in {None, round}

    found = audit.rounds[round]
    violations = tuple(filter(of_it, audit.violations))
    unchecked = tuple(filter(of_it, audit.unchecked))
    yield from _moves(violations, unchecked, (round,) if found.reported else (), round)
    if audit.result is not None:
        yield from _block(audit.result, round, found)
        yield from _worth(audit.result, round, found)


# -- Moves


def _moves(
    violations: Sequence[Violation],
    unchecked: Sequence[Unchecked],
    not_checkable: Sequence[int],
    round: int | None,
) -> Iterator[Finding]:
    """Whether all that was checked is fine; otherwise the first thing that is not."""
    if violations:
        first, *others = violations
        yield Finding(
            "violation",
            first.round,
            {"move": first.move, "violation": first.code, "params": first.params},
        )
        if others:
            yield Finding("more-violations", round, {"number": len(others)})
    elif unchecked:
        yield Finding("nothing-proven", round, {"questions": len(unchecked)})
    elif not not_checkable:
        yield Finding("moves-legal", round)
    if not_checkable:
        yield Finding("result-only", round, {"rounds": tuple(not_checkable)})


# -- A block


def _block(result: GameResult, number: int, audited: RoundAudit) -> Iterator[Finding]:
    """Who blocked a round, what they could know, and why that counts; nothing of other rounds."""
    found = audited.result
    if found is None or not found.facts.blocked:
        return
    if found.facts.voided:
        yield Finding("block-void", number)
    elif audited.ruled is not None:
        verdict = audited.ruled.verdict
        params = {"player": verdict.blocker, "assistant": verdict.assistant}
        yield Finding("blocker-ruled", number, params)
        yield from _asked(found.round, number, audited.readings, verdict.blocker)
        yield Finding("ruling-counts", number)
    elif found.facts.ended == "blocked":
        if audited.readings is None or audited.doubted:
            yield Finding("block-irregular", number)
        else:
            yield from _by_reading(result, number, found.round, audited.readings)


def _by_reading(
    result: GameResult, number: int, round: Round, readings: Readings
) -> Iterator[Finding]:
    """The verdict of the reading that counts; without such, who laid the last tile."""
    reading = result.rules.reading
    if reading is None:
        last = readings["last-to-lay"]
        if last.verdict.evidence is not None:
            yield Finding("last-tile", number, _laid(round, last, last.verdict.evidence))
        return
    counting = readings[reading]
    verdict = counting.verdict
    if verdict == NOT_KNOWN:
        yield Finding("blocker-unseen", number)
    elif verdict.status == "undetermined":
        yield Finding("blocker-not-found", number, {"positions": verdict.bound})
    elif verdict.evidence is None:
        yield Finding("blocked-by-nobody", number, {"reading": reading})
    else:
        params = _laid(round, counting, verdict.evidence) | {"assistant": verdict.assistant}
        yield Finding("blocked-by", number, params)
        yield from _around(round, number, readings, counting, verdict.evidence)
    yield _why(result, number, reading)
    yield from _others(number, readings, reading)


def _asked(
    round: Round, number: int, readings: Readings | None, blocker: Seat | None
) -> Iterator[Finding]:
    """What the readings say of the lay-down for which a seat was ruled to have blocked."""
    for each in (readings or {}).values():
        evidence = each.verdict.evidence
        if blocker is not None and evidence is not None and each.verdict.blocker == blocker:
            assert readings is not None
            yield from _around(round, number, readings, each, evidence)
            return


def _laid(round: Round, reading: ReadingAudit, evidence: Evidence) -> dict[str, Any]:
    act = round.acts[evidence.act]
    assert isinstance(act, TileLaid)
    return {"player": act.seat, "move": reading.move, **placed_json(act)}


def _around(
    round: Round, number: int, readings: Readings, counting: ReadingAudit, evidence: Evidence
) -> Iterator[Finding]:
    """What the seat could know before this lay-down, and what would have kept the round open."""
    yield Finding("knew", number, _known(round, evidence.act) | {"move": counting.move})
    shown = (evidence, *(each.verdict.evidence for each in readings.values()))
    for each in shown:
        if each is not None and each.act == evidence.act and each.instead is not None:
            yield _kept_open(number, each.instead, each.line)
            return
    last = readings["last-to-lay"].verdict.evidence
    is_last = last is not None and last.act == evidence.act
    if is_last and readings["last-choice"].verdict.status == "nobody":
        yield Finding("nothing-else", number)


def _known(round: Round, act: int) -> dict[str, Any]:
    """What the seat of this act could know before it: its hand, the table, passes and draws."""
    # A tile that nobody else saw then, and that its player laid or showed later, they held.
    view = seat_view(tuple(before_acts(hindsight(round)))[act], seat := round.acts[act].seat)
    own = view.hands[seat].tiles
    assert own is not None
    return {
        "player": seat,
        "tiles": tuple(names_of(seen_of(own))),
        "unseen": count_unseen(own),
        "lying": len(view.on_table),
        "ends": {end.name: end.pip for end in view.ends},
        "others": tuple(
            {"player": other, "size": hand.size, "missing": tuple(sorted(hand.missing))}
            for other, hand in enumerate(view.hands)
            if other != seat
        ),
        "boneyard": view.boneyard.size,
    }


def _kept_open(number: int, instead: TileLaid, line: Sequence[Act] | None) -> Finding:
    params = placed_json(instead)
    if line is None:
        return Finding("open-for-now", number, params)
    if not line:
        return Finding("put-out", number, params)
    return Finding("kept-open", number, params | {"player": line[-1].seat, "moves": len(line)})


def _why(result: GameResult, number: int, reading: Reading) -> Finding:
    rules, field = result.rules.id, "payout.reading"
    agreed = f"{AGREED}{field}=" in rules
    params = {"reading": reading, "rules": rules, "agreed": agreed}
    return Finding("reading-counts", number, params, field)


def _others(number: int, readings: Readings, counting: Reading) -> Iterator[Finding]:
    """Whether the other readings name the same player; only of a player who was found."""
    verdict = readings[counting].verdict
    others = {
        name: {"status": each.verdict.status, "player": each.verdict.blocker}
        for name, each in readings.items()
        if each.verdict.blocker != verdict.blocker
    }
    if others:
        yield Finding("readings-differ", number, {"readings": others})
    elif verdict.blocker is not None:
        yield Finding("readings-agree", number, {"player": verdict.blocker})


# -- What came of it


def _worth(result: GameResult, number: int, audited: RoundAudit) -> Iterator[Finding]:
    """What a round brings, as far as that is certain and counts."""
    found, certain = audited.result, audited.certain
    if found is None or certain is None:
        return
    if result.void or result.game.noted or result.is_surplus(found):
        return
    if certain.net is not None:
        yield _owed(result, certain.net, number)
    if certain.points is not None:
        yield _points(result, certain.points, number)


def _outcome(audit: Audit, result: GameResult) -> Iterator[Finding]:
    """Who won, and what the game brings."""
    code, left = outcome_of(result, audit.given.names).code, result.game.abandoned
    if not audit.readable:
        code = "waits-for-ruling"
    elif audit.winners and code == "waits-for-tiles":
        code = "won"  # Of one round the winner can be certain though the tiles are not.
    params = {
        "outcome": code,
        "winners": audit.winners or (),
        "forfeited_by": left.seat if isinstance(left, GameForfeited) else None,
    }
    yield Finding("outcome", params=params)
    if len(audit.rounds) == 1:
        yield from _worth(result, 0, audit.rounds[0])
        return
    net, standing = net_of_game(result), audit.standing
    so_far = not result.complete or not result.game.over
    if net is not None:
        unknown = any(owes_unknown_amounts(result.rules, found) for found in result.rounds)
        yield _owed(result, net, None, so_far=so_far or unknown)
    if standing is not None and standing.scores is not None and result.counted:
        yield _points(result, standing.scores, None, so_far=so_far)


def _owed(
    result: GameResult, net: tuple[int, ...], round: int | None, *, so_far: bool = False
) -> Finding:
    currency = result.game.opened.stake.currency
    return Finding("owed", round, {"net": net, "currency": currency, "so_far": so_far})


def _points(
    result: GameResult, points: tuple[int, ...], round: int | None, *, so_far: bool = False
) -> Finding:
    """``points`` by side; in the finding in the order of the record's teams."""
    params = {
        "sides": teams_of(result.game),
        "points": points_by_team(result.game, points),
        "so_far": so_far,
    }
    return Finding("points", round, params)


# -- The deal


def _deals(audit: Audit) -> Iterator[Finding]:
    """Whether the deals follow from a shuffle that can be checked."""
    dealt, shuffles = len(audit.rounds) - len(audit.not_checkable), audit.shuffles
    if not dealt:
        return
    if shuffles is None:
        yield Finding("no-shuffle")
        return
    if shuffles.checked:
        yield Finding("deals-follow", params={"number": shuffles.checked})
    without = dealt - shuffles.checked - shuffles.faulty - shuffles.in_play
    if without:
        yield Finding("some-without-shuffle", params={"number": without})
    if shuffles.reproducible:
        yield Finding("deals-repeatable")
    elif len(shuffles.by_program) >= len(audit.given.names):
        yield Finding("deals-by-program")
