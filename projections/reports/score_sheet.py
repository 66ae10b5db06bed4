"""The score sheet of a game, for its players to sign."""

from collections.abc import Iterator, Sequence
from operator import add, sub
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from ...domain.events import IrregularityNoted, Seat
from ...domain.faults import codes
from ...domain.game.decrees import penalty_pips, penalty_points
from ...domain.game.noted_result import remarks_on
from ...domain.game.state import Game
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.rules.payout import Stake
from ...domain.rules.rule_set import RuleSet
from ...domain.scoring.bonuses import Bonus
from ...domain.scoring.score import score_settled
from ...domain.scoring.settlement import lacking_function
from ...ledger.book import Book
from ...ledger.records.amendments import Amendment
from ...ledger.records.versions import amendments_in
from ...ledger.registry.counting import other_rules
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ...ledger.store.stream import Stream
from ..results.abandonment import Abandonment, abandonment_of
from ..results.disputes import DisputeHistory, Ruling, histories, rulings
from ..results.game_result import GameResult, RoundResult, count_game, owes_unknown_amounts
from ..results.game_state import State
from ..results.outcome import Outcome, outcome_of
from ..results.sides import points_by_team, teams_of

EndRemark: TypeAlias = Literal["reported", "voided", "unseen", "irregular", "counts-for-nothing"]


class Ending(NamedTuple):
    """How a round ended, and why it has no points, if so."""

    how: Literal["out", "blocked", "target", "void", "not-over", "reported"]
    """``reported``: only the result is known, and not how the round ended."""
    out: str | None
    """The player who is out, if known."""
    remarks: tuple[EndRemark, ...] = ()
    """``reported``: only the result is known; ``voided``: by a ruling; ``unseen``: it depends on
    unseen tiles; ``irregular``: it waits for a ruling."""
    bonuses: tuple[Bonus, ...] = ()
    """Those among its points."""


class SheetRound(NamedTuple):
    """A round on the sheet; None for what does not apply, or if it counts for nothing."""

    number: int
    led: str | None
    ended: Ending
    won: tuple[str, ...] | None = None
    """None, too, if the round is not settled."""
    points: tuple[int, ...] | None = None
    """By side, with corrections and penalties."""
    played_points: tuple[int, ...] | None = None
    """By side: what was played, without them."""
    corrected: tuple[int, ...] | None = None
    """By side: the points that a ruling put in their place."""
    penalties: tuple[int, ...] | None = None
    """By side: what the penalties of the round add."""
    totals: tuple[int, ...] | None = None
    """Points by side up to this round."""
    net: tuple[int, ...] | None = None
    """By seat, in minor units, with penalties."""
    played_net: tuple[int, ...] | None = None
    """By seat: what was played, without them."""
    net_penalties: tuple[int, ...] | None = None
    """By seat: what the penalties of the round bring."""
    net_totals: tuple[int, ...] | None = None
    """Money by seat up to this round."""


class Waiting(NamedTuple):
    """Something that keeps the game from being settled."""

    round: int | None
    """None: the game itself."""
    noted: IrregularityNoted | None
    """None: unseen tiles, or only the result is known."""
    reported: bool = False
    """Only the result is known, and not what each player gets."""
    payout: str | None = None
    """The payout rule that is missing here, which decides what each player gets."""
    hidden: bool = False
    """The round is hidden: only the code is printed, since the sentence may name tiles."""


class AmendmentRemark(NamedTuple):
    """An amendment with the name of its author."""

    amendment: Amendment
    by: str | None


class RulingRemark(NamedTuple):
    """A ruling in force, with the game whose seats and sides its remedies name."""

    ruling: Ruling
    game: Game


class OtherRulesRemark(NamedTuple):
    """The sheet is under the game's own rules, and other rules count in figures and money."""

    rules: str
    own: str


class ResultRemark(NamedTuple):
    """What the rules do not give of a noted result, and may be right."""

    round: int
    remark: codes.Remark


StreamRemark: TypeAlias = AmendmentRemark | RulingRemark | OtherRulesRemark
Remark: TypeAlias = Abandonment | StreamRemark | ResultRemark


class Sheet(NamedTuple):
    """The contents of a score sheet."""

    record: str
    game: UUID
    hash: str | None
    """Of the last event, which identifies all. None while a round is hidden, since its tiles could
    be guessed from the hash (docs/decisions/0019-a-stream-reveals-at-the-end.md)."""
    events: int
    version: int
    """The number of the newest version."""
    started_at: str | None
    """Start of play, if the record has it: RFC 3339."""
    recorded_at: str
    """Time of the first event."""
    source: str | None
    rules: str
    title: str
    """The title of the rules."""
    stake: Stake | None
    """None if the game is not played for money."""
    currency: str
    players: tuple[str, ...]
    """By seat."""
    sides: tuple[tuple[str, ...], ...]
    """In the order of the points."""
    scored: bool
    """The rules have points."""
    rounds: tuple[SheetRound, ...]
    state: State
    outcome: Outcome
    waiting: tuple[Waiting, ...]
    remarks: tuple[Remark, ...]
    """How the game was left, amendments, rulings in force, remarks on noted results, and whether
    other rules count."""
    disputes: tuple[DisputeHistory, ...] = ()


class Identity(NamedTuple):
    """Identifies the stream that a sheet was made from."""

    game: UUID
    hash: str
    events: int
    recorded_at: str


def score_sheet(book: Book, game: UUID) -> Sheet:
    """The sheet of a game of the book, under the rulings in force."""
    stream = book.stream(game)
    opened = stream.game.opened
    other = other_rules(book.house(), opened.rules, len(opened.players))
    return sheet_of_stream(stream, count_game(stream.game), people_names(book), other)


def sheet_of_stream(
    stream: Stream, result: GameResult, names: dict[UUID, str], other: RuleSet | None = None
) -> Sheet:
    """The sheet of a stream; ``names`` by the ids of people.

    ``other``: the rules that count for the game, if not its own.
    """
    players = tuple(shown_name(names, player) for player in stream.game.opened.players)
    identity = Identity(stream.id, stream.hash, stream.version, stream.entries[0].recorded_at)
    remarks: list[StreamRemark] = [
        AmendmentRemark(each, None if each.by is None else shown_name(names, each.by))
        for each in amendments_in(stream)
    ]
    remarks += (RulingRemark(ruling, stream.game) for ruling in rulings(stream, names))
    if other is not None:
        remarks.append(OtherRulesRemark(other.id, result.rules.id))
    sheet = sheet_of(result, players, identity, remarks)
    return sheet._replace(disputes=histories(stream, names))


def sheet_of(
    result: GameResult, names: Sequence[str], stream: Identity, remarks: Sequence[StreamRemark] = ()
) -> Sheet:
    """The sheet of a game; ``names`` by seat."""
    game, opened = result.game, result.game.opened
    abandonment = abandonment_of(game.abandoned)
    started_at = opened.started_at
    return Sheet(
        record=opened.record,
        game=stream.game,
        hash=None if hidden_rounds(game) else stream.hash,
        events=stream.events,
        version=len(game.earlier) + 1,
        started_at=None if started_at is None else started_at.isoformat(),
        recorded_at=stream.recorded_at,
        source=opened.source,
        rules=result.rules.id,
        title=result.rules.title,
        stake=None if result.rules.payout is None else opened.stake,
        currency=opened.stake.currency,
        players=tuple(names),
        sides=tuple(_names_of(team, names) for team in teams_of(game)),
        scored=result.standing.scores is not None,
        rounds=tuple(_rounds(result, names)),
        state=result.state,
        outcome=outcome_of(result, names),
        waiting=tuple(_waiting(result)),
        remarks=(
            *([] if abandonment is None else [abandonment]),
            *remarks,
            *(
                ResultRemark(found.number, remark)
                for found in result.rounds
                for remark in remarks_on(opened.rules.score, found.round)
            ),
        ),
    )


def _names_of(seats: Sequence[Seat], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[seat] for seat in seats)


def _rounds(result: GameResult, names: Sequence[str]) -> Iterator[SheetRound]:
    game, sides, score_rules = result.game, result.game.table.sides, result.rules.score
    counted = {found.number for found in result.counted}
    net_totals: tuple[int, ...] | None = None
    for found in result.rounds:
        led = None if found.facts.leader is None else names[found.facts.leader]
        line = SheetRound(found.number, led, _ended(result, found, names))
        if found.fine is not None and not result.void:
            fine, totals = _by_side(game, found.fine), _by_side(game, found.scores)
            line = line._replace(penalties=fine, totals=totals)
        if found.number not in counted or found.score is None:
            yield line
            continue
        line = line._replace(won=_names_of(found.score.winners, names))
        points = _by_side(game, found.score.points)
        if points is not None:
            played = score_settled(score_rules, sides, found.facts, found.before)
            fines = penalty_points(sides, found.decreed)
            line = line._replace(
                points=points,
                played_points=None if played is None else _by_side(game, played.points),
                corrected=_by_side(game, found.decreed.points),
                penalties=_by_side(game, fines) if any(fines) else None,
                totals=_by_side(game, found.scores),
            )
        net = found.net
        if net is not None:
            net_totals = net if net_totals is None else tuple(map(add, net_totals, net))
            per_pip = game.opened.stake.minor_per_pip
            pips = penalty_pips(sides, found.decreed)
            fined = tuple(each * per_pip for each in pips)
            line = line._replace(
                net=net,
                played_net=tuple(map(sub, net, fined)),
                net_penalties=fined if any(pips) else None,
                net_totals=net_totals,
            )
        yield line


def _by_side(game: Game, points: tuple[int, ...] | None) -> tuple[int, ...] | None:
    found = points_by_team(game, points)
    return None if found is None else tuple(found)


def _ended(result: GameResult, found: RoundResult, names: Sequence[str]) -> Ending:
    facts, report = found.facts, found.facts.report
    remarks = tuple(_end_remarks(result, found))
    bonuses = result.bonuses_of(found) if found in result.counted else ()
    if report is not None:
        out = None if report.out is None else names[report.out]
        noted: tuple[EndRemark, ...] = () if report.ended is None else ("reported",)
        return Ending(report.ended or "reported", out, (*noted, *remarks), bonuses)
    out = None if facts.out is None or facts.ended != "out" else names[facts.out]
    return Ending(facts.ended or "not-over", out, remarks, bonuses)


def _end_remarks(result: GameResult, found: RoundResult) -> Iterator[EndRemark]:
    facts = found.facts
    if facts.voided:
        yield "voided"
    elif facts.waiting and not result.void:
        yield "unseen" if facts.regular else "irregular"
        if not result.waits_for(found):
            yield "counts-for-nothing"
    elif result.is_surplus(found):
        yield "counts-for-nothing"


def _waiting(result: GameResult) -> Iterator[Waiting]:
    if result.void:
        return
    hidden, lacks = hidden_rounds(result.game), lacking_function(result.rules.payout)
    for note in result.game.noted:
        yield Waiting(None, note)
    for found in result.rounds:
        if owes_unknown_amounts(result.rules, found):
            missing = None if lacks is None else lacks.name
            yield Waiting(found.number, None, reported=missing is None, payout=missing)
        if not result.waits_for(found):
            continue
        if found.facts.regular:
            yield Waiting(found.number, None)
            continue
        for event in found.round.events:
            if isinstance(event, IrregularityNoted):
                yield Waiting(found.number, event, hidden=found.number in hidden)
