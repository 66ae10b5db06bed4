"""The second opinion: walks any record, legal or not, and lists what is wrong with it."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.events import TileDrawn, TileLaid, TurnPassed
from domain.facts import last_to_lay
from domain.game import Game
from domain.readings import Verdict, verdicts
from domain.round import Act, Round
from domain.rules import RuleSet
from domain.tiles import NAMES
from ledger.record import Record, RecordedRound
from ledger.transcript import Transcript, Violation

from .claims import choices, false_claims, left_in_hand
from .rulings import GameRuling, RoundRuling, net_of_game, net_under, rule_game

Json = dict[str, Any]


class RoundAudit(NamedTuple):
    """One round of a record; None for what does not apply."""

    ruling: RoundRuling | None
    """None where the deal could not be read as one."""
    readings: dict[str, "ReadingAudit"] | None
    """None where the round did not block, or holds a violation."""


class ReadingAudit(NamedTuple):
    """Who blocked under one reading, and what would be paid if it counted."""

    verdict: Verdict
    move: int | None
    """The lay-down that blocked, among the moves of the record."""
    net: tuple[int, ...] | None


class Audit(NamedTuple):
    """Everything the second opinion has to say of one game."""

    record: Record
    ruling: GameRuling | None
    """None where the players do not fit the rules."""
    violations: tuple[Violation, ...]
    rounds: tuple[RoundAudit, ...]


def audit(transcript: Transcript, rules: RuleSet | None = None) -> Audit:
    """Audit a record as transcribed; ``rules`` replace score and payout, play stays as it was."""
    record, game = transcript.record, transcript.game
    if game is None:
        nothing = tuple(RoundAudit(None, None) for _ in record.rounds)
        return Audit(record, None, tuple(transcript.violations), nothing)
    ruling = rule_game(game, rules)
    violations = [v for v in transcript.violations if v.round is None]
    rounds = []
    for number, (recorded, place) in enumerate(zip(record.rounds, transcript.places, strict=True)):
        held = [v for v in transcript.violations if v.round == number]
        found = None if place is None else ruling.rounds[place]
        readings = _readings(ruling, found) if found is not None else None
        if found is not None and not held:
            held += _round_claims(number, recorded, ruling, found, readings)
        violations += held
        rounds.append(RoundAudit(found, None if held else readings))
    if not transcript.violations:
        violations += _game_claims(record, ruling)
    return Audit(record, ruling, tuple(violations), tuple(rounds))


def _readings(ruling: GameRuling, found: RoundRuling) -> dict[str, ReadingAudit] | None:
    score = found.score
    if score is None or found.facts.ended != "blocked":
        return None
    moves = moves_of_acts(found.round.acts)
    return {
        reading: ReadingAudit(
            verdict,
            None if verdict.evidence is None else moves[verdict.evidence.act],
            net_under(ruling.game, ruling.rules, found.facts, score, verdict),
        )
        for reading, verdict in verdicts(found.round).items()
    }


def moves_of_acts(acts: tuple[Act, ...]) -> list[int | None]:
    """By act, its index among the moves of a record, which leaves inferred passes out."""
    moves: list[int | None] = []
    move = 0
    for act in acts:
        inferred = isinstance(act, TurnPassed) and act.inferred
        moves.append(None if inferred else move)
        move += not inferred
    return moves


def _round_claims(
    number: int,
    recorded: RecordedRound,
    ruling: GameRuling,
    found: RoundRuling,
    readings: dict[str, ReadingAudit] | None,
) -> Iterator[Violation]:
    if not recorded.claims:
        return
    points = None if found.score is None else points_by_team(ruling.game, found.score.points)
    determined = {
        name: reading
        for name, reading in (readings or {}).items()
        if reading.verdict.status != "undetermined"
    }
    figures = {
        "pips": list(found.facts.pips),
        "winners": _listed(None if found.score is None else found.score.winners),
        "points": points,
        "team_points": points if ruling.game.opened.rules.play.partners else None,
        "net": _listed(found.net),
        "last_to_lay": last_to_lay(found.round),
        "left_in_hand": left_in_hand(found.round),
        "choices": choices(found.round) if "choices" in recorded.claims else None,
        "readings": {name: _blame(reading) for name, reading in determined.items()},
        "net_by_reading": {
            name: list(reading.net)
            for name, reading in determined.items()
            if reading.net is not None
        },
    }
    for sentence in false_claims(recorded.claims, figures):
        yield Violation(number, None, "false-claim", sentence)


def _blame(reading: ReadingAudit) -> Json:
    blame = reading.verdict
    return {"blocker": blame.blocker, "assistant": blame.assistant, "move": reading.move}


def _game_claims(record: Record, ruling: GameRuling) -> Iterator[Violation]:
    game = ruling.game
    scores = points_by_team(game, ruling.standing.scores)
    partners = game.opened.rules.play.partners
    winners = ruling.winners
    figures = {
        "team_scores": scores if partners else None,
        "scores": scores,
        "points": scores,
        "winners": _listed(winners),
        "winning_team": _winning_team(game, winners) if partners else None,
        "net": _listed(net_of_game(ruling)),
    }
    for sentence in false_claims(record.claims, figures):
        yield Violation(None, None, "false-claim", sentence)


def _listed(figures: tuple[int, ...] | None) -> list[int] | None:
    return None if figures is None else list(figures)


def _winning_team(game: Game, winners: tuple[int, ...] | None) -> int | None:
    if not winners:
        return None
    return next(team for team, seats in enumerate(teams_of(game)) if winners[0] in seats)


def teams_of(game: Game) -> tuple[tuple[int, ...], ...]:
    """The sides, in the order in which the record names its teams, where it names them rightly."""
    sides, teams = game.table.sides, game.opened.teams or ()
    return teams if set(map(frozenset, teams)) == set(map(frozenset, sides)) else sides


def points_by_team(game: Game, points: tuple[int, ...] | None) -> list[int] | None:
    """Points of each side in the order of the record's teams, of each seat where there are none."""
    if points is None or not game.opened.rules.play.partners:
        return None if points is None else list(points)
    return [points[game.table.side_of(team[0])] for team in teams_of(game)]


def audit_json(audit: Audit) -> Json:
    """The report as JSON (docs/audit.md)."""
    ruling = audit.ruling
    report: Json = {
        "game": audit.record.id,
        "rules": _rules_id(audit),
        "clean": not audit.violations,
        "violations": [violation._asdict() for violation in audit.violations],
        "rounds": [_round_json(audit, each) for each in audit.rounds],
        "scores": None,
        "winners": None,
    }
    if ruling is not None:
        readable = all(each.ruling is not None for each in audit.rounds)
        winners = ruling.winners if readable else None
        report["scores"] = points_by_team(ruling.game, ruling.standing.scores)
        report["winners"] = _listed(winners)
        if ruling.surplus:
            report["surplus"] = list(ruling.surplus)
    return report


def _rules_id(audit: Audit) -> str:
    if audit.ruling is not None:
        return audit.ruling.rules.id
    rules = audit.record.rules
    return rules if isinstance(rules, str) else rules.id


def _round_json(audit: Audit, found: RoundAudit) -> Json:
    if found.ruling is None or audit.ruling is None:
        return dict.fromkeys(("ended", "pips", "winners", "points", "net", "readings"))
    ruling, score = found.ruling, found.ruling.score
    ended = ruling.facts.ended
    return {
        "ended": None if ended == "void" else ended,
        "pips": list(ruling.facts.pips),
        "winners": None if score is None else list(score.winners),
        "points": None if score is None else points_by_team(audit.ruling.game, score.points),
        "net": _listed(ruling.net),
        "readings": None
        if found.readings is None
        else {
            name: _reading_json(ruling.round, reading) for name, reading in found.readings.items()
        },
    }


def _reading_json(round: Round, reading: ReadingAudit) -> Json:
    verdict = reading.verdict
    report: Json = {
        "status": verdict.status,
        "blocker": verdict.blocker,
        "assistant": verdict.assistant,
        "move": reading.move,
        "evidence": _evidence_json(round, reading),
        "net": _listed(reading.net),
    }
    return report if verdict.bound is None else report | {"bound": verdict.bound}


def _evidence_json(round: Round, reading: ReadingAudit) -> Json | None:
    evidence = reading.verdict.evidence
    if evidence is None:
        return None
    laid = round.acts[evidence.act]
    assert isinstance(laid, TileLaid)
    instead, line = evidence.instead, evidence.line
    return {
        "turn": reading.move,
        "laid": NAMES[laid.tile],
        "at": laid.end,
        "instead": None if instead is None else {"lay": NAMES[instead.tile], "at": instead.end},
        "line": None if line is None else [move_json(act) for act in line],
    }


def move_json(act: Act) -> Json:
    """An act as the record writes it."""
    match act:
        case TileLaid():
            return {"seat": act.seat, "lay": NAMES[act.tile], "at": act.end}
        case TileDrawn():
            return {"seat": act.seat, "draw": NAMES[act.tile]}
        case TurnPassed():
            return {"seat": act.seat, "pass": True}
