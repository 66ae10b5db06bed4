"""The score sheet of a game: what its players sign."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.events import GameForfeited, IrregularityNoted, Seat
from domain.game.state import Game
from domain.hidden.seat_view import hidden_rounds

from ..accounting.money import NO_CURRENCY, money
from ..explain.wording import what_voids
from ..messages.faults import irregularity_text
from ..rulings.abandonment import left_by, left_text
from ..rulings.game_ruling import GameRuling, RoundRuling
from ..rulings.game_state import State
from ..rulings.sides import points_by_team, teams_of

_UNSEEN = "tiles left that nobody saw"


class SheetRound(NamedTuple):
    """A round as it stands on the sheet; None for what does not apply to it."""

    number: int
    led: str | None
    ended: str
    won: tuple[str, ...] | None
    """None where it is not settled, or counts for nothing."""
    points: tuple[int, ...] | None
    """By side."""
    totals: tuple[int, ...] | None
    """Points by side up to this round."""
    net: tuple[int, ...] | None
    """By seat, in minor units."""
    net_totals: tuple[int, ...] | None


class Sheet(NamedTuple):
    """Everything that a score sheet says."""

    record: str
    game: UUID
    hash: str | None
    """Of the last event, which stands for all; None while a round is hidden, since its tiles could
    be guessed from it (docs/decisions/0019-a-stream-reveals-at-the-end.md)."""
    events: int
    version: int
    """How often the game was told."""
    started_at: str | None
    """When it was played, where somebody said so: a time in RFC 3339."""
    recorded_at: str
    """When it was first recorded."""
    source: str | None
    rules: str
    title: str
    """What the rules are called."""
    stake: str | None
    """What a pip is worth; None where no money is played for."""
    currency: str
    players: tuple[str, ...]
    """By seat."""
    sides: tuple[tuple[str, ...], ...]
    """In the order in which points are told."""
    scored: bool
    """The rules know points."""
    rounds: tuple[SheetRound, ...]
    state: State
    outcome: str
    """A sentence."""
    waiting: tuple[str, ...]
    """What waits for a ruling, since it is irregular, or depends on tiles that nobody saw."""
    remarks: tuple[str, ...]
    """How the game was left, amendments, and rulings in force, each in a sentence."""


class Identity(NamedTuple):
    """What a sheet says of the stream a game was read from."""

    game: UUID
    hash: str
    events: int
    recorded_at: str


def sheet_of(
    ruling: GameRuling, names: Sequence[str], stream: Identity, remarks: Sequence[str] = ()
) -> Sheet:
    """The sheet of a game ruled on; ``names`` by seat, ``remarks`` as they are to be printed."""
    game, opened = ruling.game, ruling.game.opened
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
        rules=ruling.rules.id,
        title=ruling.rules.title,
        stake=_stake(ruling),
        currency=opened.stake.currency,
        players=tuple(names),
        sides=tuple(_those(team, names) for team in teams_of(game)),
        scored=ruling.standing.scores is not None,
        rounds=tuple(_rounds(ruling, names)),
        state=ruling.state,
        outcome=_outcome(ruling, names),
        waiting=tuple(_waiting(ruling)),
        remarks=(*_left(game, names), *remarks),
    )


def _left(game: Game, names: Sequence[str]) -> Iterator[str]:
    left = left_by(game.abandoned)
    if left is not None:
        text = left_text(left, names)
        yield f"{text[0].upper()}{text[1:]}"


def _those(seats: Sequence[Seat], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[seat] for seat in seats)


def _stake(ruling: GameRuling) -> str | None:
    if ruling.rules.payout is None:
        return None
    currency, amount = ruling.game.opened.stake.currency, ruling.game.opened.stake.minor_per_pip
    unit = " (no currency)" if currency == NO_CURRENCY else ""
    return f"{money(amount, currency)}{unit} a pip"


def _rounds(ruling: GameRuling, names: Sequence[str]) -> Iterator[SheetRound]:
    counted = {found.number for found in ruling.counted}
    totals: tuple[int, ...] | None = None
    net_totals: tuple[int, ...] | None = None
    for found in ruling.rounds:
        counts = found.number in counted
        points = _points(ruling.game, found) if counts else None
        net = found.net if counts else None
        totals, net_totals = _added(totals, points), _added(net_totals, net)
        yield SheetRound(
            number=found.number,
            led=None if found.facts.leader is None else names[found.facts.leader],
            ended=_ended(ruling, found, names),
            won=None if found.score is None or not counts else _those(found.score.winners, names),
            points=points,
            totals=None if points is None else totals,
            net=net,
            net_totals=None if net is None else net_totals,
        )


def _points(game: Game, found: RoundRuling) -> tuple[int, ...] | None:
    points = None if found.score is None else points_by_team(game, found.score.points)
    return None if points is None else tuple(points)


def _added(totals: tuple[int, ...] | None, more: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if totals is None or more is None:
        return more if totals is None else totals
    return tuple(map(sum, zip(totals, more, strict=True)))


def _ended(ruling: GameRuling, found: RoundRuling, names: Sequence[str]) -> str:
    facts = found.facts
    if facts.ended == "out":
        how = "out" if facts.out is None else f"{names[facts.out]} out"
    else:
        how = {"blocked": "blocked", "void": "void deal"}.get(facts.ended or "", "not over")
    if facts.voided:
        return f"{how}, void by a ruling"
    if facts.waiting and not ruling.void:
        waits = _UNSEEN if facts.regular else "waits for a ruling"
        return f"{how}, {waits}{', counts for nothing' * (not ruling.waits_for(found))}"
    return f"{how}, counts for nothing" if found.number in ruling.surplus else how


def _outcome(ruling: GameRuling, names: Sequence[str]) -> str:
    if ruling.void:
        return f"The game {what_voids(ruling.game)}, and counts for nothing."
    if ruling.winners:
        left, won = ruling.game.abandoned, " and ".join(_those(ruling.winners, names))
        why = f", as {names[left.seat]} forfeited it" if isinstance(left, GameForfeited) else ""
        return f"The game is won by {won}{why}."
    return _WITHOUT_A_WINNER[ruling.state].format(why=_what_it_waits_for(ruling))


_WITHOUT_A_WINNER: Mapping[State, str] = {
    "abandoned": "The game was abandoned, and nobody has won it.",
    "disputable": "The game is disputable: {why}.",
    "over": "The game is over, and nobody has won it.",
    "unfinished": "The game is unfinished: no further round is dealt, and nobody has won it.",
    "in progress": "The game is in progress.",
}


def _what_it_waits_for(ruling: GameRuling) -> str:
    irregular = ruling.game.noted or not all(found.facts.regular for found in ruling.rounds)
    if irregular:
        return "nobody can say who has won before it is ruled on"
    return f"it waits for {_UNSEEN}, or for a ruling on them"


def _waiting(ruling: GameRuling) -> Iterator[str]:
    """Of a round that is hidden only the code: the sentence can tell of its tiles."""
    if ruling.void:
        return
    hidden = hidden_rounds(ruling.game)
    for note in ruling.game.noted:
        yield f"game: {note.code}: {irregularity_text(note.code, note.params)}"
    for found in ruling.rounds:
        if not ruling.waits_for(found):
            continue
        if found.facts.regular:
            yield f"round {found.number}: {_UNSEEN}"
            continue
        for event in found.round.events:
            if isinstance(event, IrregularityNoted):
                message = irregularity_text(event.code, event.params)
                said = "" if found.number in hidden else f": {message}"
                yield f"round {found.number}: {event.code}{said}"
