"""Games of the book as `domino-record/1`. Exporting an imported export gives the same bytes."""

import json
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias, assert_never
from uuid import UUID

from domain.disputes.events import (
    DisputeAnswered,
    DisputeOpened,
    DisputeWithdrawn,
    RulingAppealed,
    RulingMade,
)
from domain.events import (
    ActUndone,
    DealUndone,
    DealVoid,
    EntrySigned,
    Event,
    GameAbandoned,
    GameAmended,
    GameForfeited,
    GameOpened,
    GameWon,
    IrregularityNoted,
    LastTileKnocked,
    MarkerRaised,
    PipsNoted,
    PlayPaused,
    PlayResumed,
    PointsClaimed,
    RoundBlocked,
    RoundDealt,
    RoundReported,
    RoundWon,
    SeedsRecorded,
    ShuffleAborted,
    ShuffleCommitted,
    TargetReached,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TilesShown,
    TurnEnded,
    TurnLost,
    TurnPassed,
    given_fields,
    is_inferred,
)
from domain.game.shuffles import Shuffle, Shuffles, shuffles_in
from domain.game.undo import without_undone
from domain.hidden.seat_view import hidden_rounds
from domain.round.state import ENDED, Act
from domain.rules.catalogue import PUBLISHED
from domain.rules.rule_set import Stake
from domain.rules.table import table_for
from domain.seats import by_team
from domain.tiles import NAMES, UNSEEN

from ..book import Book
from ..registry.players import all_names, shown_name
from ..store.stream import Stream
from .format import FORMAT
from .versions import version_of

Json: TypeAlias = dict[str, Any]
TimedEvents: TypeAlias = Iterable[tuple[Event, str | None]]
"""Events, each with the time at which it happened, or None."""


class Exported(NamedTuple):
    """A game as a record."""

    record: Json
    hidden_rounds: int
    """The number of rounds left out because they are not over."""


def export_games(
    book: Book, games: Iterable[UUID], *, open: bool = False, version: int | None = None
) -> Iterator[Exported]:
    """Games of the book as records; see `record_of`. Raises UnknownVersion."""
    names = all_names(book)
    for game in games:
        stream = book.stream(game)
        hidden = 0 if open else len(hidden_rounds(version_of(stream, version).game))
        yield Exported(record_of(stream, names, open=open, version=version), hidden)


def export_line(
    stream: Stream, names: dict[UUID, str], *, open: bool = False, version: int | None = None
) -> bytes:
    """One game as one line of canonical JSON, with newline."""
    return line_of(record_of(stream, names, open=open, version=version))


def record_of(
    stream: Stream, names: dict[UUID, str], *, open: bool = False, version: int | None = None
) -> Json:
    """One game as a record, without unknown optional fields.

    Contains rounds that are not over only with ``open``, because their deals are hidden, and never
    the seeds of such a round. ``version`` defaults to the newest. Raises UnknownVersion.
    """
    chosen = version_of(stream, version)
    events = ((entry.event, entry.happened_at) for entry in chosen.entries)
    record = record_of_events(chosen.game.opened, events, names)
    hidden = hidden_rounds(chosen.game)
    for at in hidden:
        record["rounds"][at].get("shuffle", {}).pop("seeds", None)
    if not open:
        for aborted in record.get("aborted_shuffles", ()):
            aborted["round"] -= sum(at < aborted["round"] for at in hidden)
        rounds = enumerate(record["rounds"])
        record["rounds"] = [round for at, round in rounds if at not in hidden]
    return record


def line_of(record: Json) -> bytes:
    """A record as one line of canonical JSON, with newline."""
    return (json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def record_of_events(
    opened: GameOpened,
    timed: TimedEvents,
    names: dict[UUID, str],
    shuffles: Shuffles | None = None,
) -> Json:
    """The record of a game with this opening and these events.

    ``shuffles``: all shuffles of the game, needed if ``events`` are only those in force.
    """
    rules, events = opened.rules, list(timed)
    if shuffles is None:
        shuffles = shuffles_in(event for event, _ in events)
    published = PUBLISHED.get(rules.id) == rules
    started_at = opened.started_at
    record: Json = {
        "format": FORMAT,
        "id": opened.record,
        "rules": rules.id if published else rules.model_dump(mode="json"),
        "source": opened.source,
        "started_at": None if started_at is None else started_at.isoformat(),
        "players": [shown_name(names, player) for player in opened.players],
        "teams": None if opened.teams is None else [list(team) for team in opened.teams],
        "after": opened.after,
        "stake": None if opened.stake == Stake() else opened.stake.model_dump(),
        "rounds": _rounds(opened, events, shuffles),
        "aborted_shuffles": [_aborted(*each) for each in shuffles.aborted] or None,
        **_abandonment(events),
    }
    return {key: value for key, value in record.items() if value is not None}


def _abandonment(events: TimedEvents) -> Json:
    """The field `abandoned` or `forfeited`, if the game has one."""
    fields: Json = {}
    for event, _ in events:
        if isinstance(event, GameAbandoned):
            fields["abandoned"] = {"reason": event.reason}
        elif isinstance(event, GameForfeited):
            fields["forfeited"] = {"seat": event.seat, "reason": event.reason}
    return fields


def _rounds(opened: GameOpened, events: TimedEvents, shuffles: Shuffles) -> list[Json]:
    rounds: list[Json] = []
    for event, happened_at in without_undone(events, itemgetter(0)):
        match event:
            case RoundDealt() | RoundReported():
                shuffle = shuffles.by_round[len(rounds)]
                rounds.append(_begun(opened, event, shuffle))
            case (
                TileLaid() | TileDrawn() | TileRuledOut() | TileSetAside()
                | TurnPassed() | MarkerRaised() | TurnEnded() | PointsClaimed() | LastTileKnocked()
                | TurnLost()
            ):  # fmt: skip
                if not is_inferred(event):
                    rounds[-1]["moves"].append(_move(event, happened_at))
            case RoundBlocked() | RoundWon() | TargetReached():
                rounds[-1]["ended"] = ENDED[type(event)]
            case TilesShown():
                left = rounds[-1].setdefault("left", [None] * len(rounds[-1]["hands"]))
                left[event.seat] = [NAMES[tile] for tile in event.tiles]
            case PipsNoted():
                pips = rounds[-1].setdefault("pips", [None] * len(event.pips))
                for seat, noted in enumerate(event.pips):
                    pips[seat] = pips[seat] if noted is None else noted
            case IrregularityNoted():
                if event.recorded is not None:
                    field = "left" if event.code == "wrong-tiles-left" else "ended"
                    rounds[-1][field] = json.loads(event.recorded)
            case (
                GameOpened() | DealVoid() | GameWon() | GameAbandoned() | GameForfeited()
                | PlayPaused() | PlayResumed() | GameAmended() | ActUndone() | DealUndone()
                | DisputeOpened() | DisputeAnswered() | DisputeWithdrawn()
                | RulingMade() | RulingAppealed() | EntrySigned()
                | ShuffleCommitted() | ShuffleAborted() | SeedsRecorded()
            ):  # fmt: skip
                pass  # Not part of a round in a record, or a part of its deal.
            case _:
                assert_never(event)
    draws = table_for(opened.rules.play, len(opened.players)).draws_for_lead
    return list(map(_with_starter, rounds)) if draws else rounds


def _begun(opened: GameOpened, event: RoundDealt | RoundReported, shuffle: Shuffle | None) -> Json:
    if isinstance(event, RoundReported):
        return {"reported": report_fields(opened, event)}
    hands = ([NAMES[tile] for tile in hand] for hand in event.hands)
    unseen_hand = [NAMES[UNSEEN]] * opened.rules.play.hand.get(len(opened.players), 0)
    hub: Json = {} if event.hub is None else {"hub": NAMES[event.hub]}
    round: Json = {
        "leader": event.leader,
        **hub,
        "hands": [None if hand == unseen_hand else hand for hand in hands],
    }
    if event.boneyard is not None:
        round["boneyard"] = [NAMES[tile] for tile in event.boneyard]
    if shuffle is not None:
        round["shuffle"] = _shuffle(shuffle)
    return round | {"moves": [], "ended": None}


def _shuffle(shuffle: Shuffle) -> Json:
    fields, seeds = _committed(shuffle.committed), shuffle.seeds
    if seeds is not None:
        fields["seeds"] = {"server": seeds.server, "seats": list(seeds.seats)}
    return fields


def _aborted(round: int, committed: ShuffleCommitted) -> Json:
    return {"round": round, **_committed(committed)}


def _committed(committed: ShuffleCommitted) -> Json:
    fields: Json = {
        "algorithm": committed.algorithm,
        "commitments": {"server": committed.server, "seats": list(committed.seats)},
    }
    if committed.by_program:
        fields["by_program"] = list(committed.by_program)
    return fields | ({"reproducible": True} if committed.reproducible else {})


def _with_starter(round: Json) -> Json:
    """The round; if the seats drew for the tile to lead, with who began and who led."""
    moves = round.get("moves")
    if not moves or "draw" not in moves[0]:
        return round
    led = next((move["seat"] for move in moves if "lay" in move), None)
    return {"leader": led, "starter": round.pop("leader"), **round}


def report_fields(opened: GameOpened, event: RoundReported) -> Json:
    sides = table_for(opened.rules.play, len(opened.players)).sides
    order = by_team(sides, opened.teams)
    points, pips = (
        figures if figures is None or len(figures) != len(sides) else [figures[at] for at in order]
        for figures in (event.points, event.pips)
    )
    report = {"winners": list(event.winners), "ended": event.ended, "out": event.out}
    scored = None if points is None or not (event.winners or any(points)) else list(points)
    noted = {"points": scored, "pips": None if pips is None else list(pips)}
    return {name: value for name, value in (report | noted).items() if value is not None}


def _move(event: Act, happened_at: str | None) -> Json:
    match event:
        case TileLaid():
            move: Json = {"seat": event.seat, "lay": NAMES[event.tile]}
            if event.end is not None:
                move["at"] = event.end
            if event.flipped:
                move["flipped"] = True
            move |= given_fields(event.way)
        case TileDrawn():
            move = {"seat": event.seat, "draw": NAMES[event.tile]}
        case TurnPassed():
            move = {"seat": event.seat, "pass": True}
        case TileRuledOut():
            move = _move(event.lay, None) | {"ruling": "does-not-fit"}
        case TileSetAside():
            move = {"seat": event.seat, "aside": NAMES[event.tile]}
        case MarkerRaised():
            move = {"seat": event.seat, "marker": "up"}
        case TurnEnded():
            move = {"seat": event.seat, "done": True}
        case PointsClaimed():
            move = {"seat": event.seat, "claim": event.points}
        case LastTileKnocked():
            move = {"seat": event.seat, "knock": True}
        case TurnLost():
            move = {"seat": event.seat, "lost": event.cause}
        case _:
            assert_never(event)
    if happened_at is not None:
        move["t"] = happened_at
    return move
