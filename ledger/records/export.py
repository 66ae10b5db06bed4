"""Games of the book as `domino-record/1`. Exporting an imported export gives the same bytes."""

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from ...domain.events import (
    GameAbandoned,
    GameForfeited,
    GameOpened,
    RoundReported,
    ShuffleCommitted,
)
from ...domain.game.noted_result import Result
from ...domain.game.shuffles import Shuffle
from ...domain.hidden.seat_view import hidden_rounds
from ...domain.rules.catalogue import PUBLISHED
from ...domain.rules.payout import Stake
from ...domain.rules.table import table_for
from ...domain.seats import by_team
from ...domain.tiles import NAMES, UNSEEN, Tile
from ..book import Book
from ..registry.stored_names import all_names
from ..store.stream import Stream
from ..transcript.given import GivenGame, GivenRound, given_in_book
from .format import FORMAT
from .moves import Json, move_of
from .versions import version_of


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


def record_of(
    stream: Stream, names: dict[UUID, str], *, open: bool = False, version: int | None = None
) -> Json:
    """One game as a record, without unknown optional fields.

    Contains rounds that are not over only with ``open``, because their deals are hidden, and never
    the seeds of such a round. ``version`` defaults to the newest. Raises UnknownVersion.
    """
    given = given_in_book(stream, names, version)
    if open:
        return record_in(given)
    hidden = hidden_rounds(version_of(stream, version).game)
    return record_in(
        given._replace(
            rounds=tuple(each for at, each in enumerate(given.rounds) if at not in hidden),
            aborted=tuple(
                (at - sum(before < at for before in hidden), committed)
                for at, committed in given.aborted
            ),
        )
    )


def line_of(record: Json) -> bytes:
    """A record as one line of canonical JSON, with newline.

    Half a character stays as it is, so that the reader of the line refuses it.
    """
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
    return line.encode("utf-8", "surrogatepass")


def record_in(given: GivenGame) -> Json:
    """What is given of a game as a record, without unknown optional fields."""
    opened, rules = given.opened, given.opened.rules
    published = PUBLISHED.get(rules.id) == rules
    started_at = opened.started_at
    record: Json = {
        "format": FORMAT,
        "id": opened.record,
        "rules": rules.id if published else rules.model_dump(mode="json"),
        "source": opened.source,
        "started_at": None if started_at is None else started_at.isoformat(),
        "players": list(given.names),
        "teams": None if opened.teams is None else [list(team) for team in opened.teams],
        "after": opened.after,
        "stake": None if opened.stake == Stake() else opened.stake.model_dump(),
        "rounds": [_round(opened, each) for each in given.rounds],
        "aborted_shuffles": [
            {"round": round, **_committed(committed)} for round, committed in given.aborted
        ]
        or None,
    }
    match given.abandoned:
        case GameAbandoned(reason=reason):
            record["abandoned"] = {"reason": reason}
        case GameForfeited(seat=seat, reason=reason):
            record["forfeited"] = {"seat": seat, "reason": reason}
        case None:
            pass
    return {key: value for key, value in record.items() if value is not None}


def _round(opened: GameOpened, given: GivenRound) -> Json:
    if given.result is not None:
        return {"reported": report_fields(opened, given.result)}
    unseen_hand = (UNSEEN,) * opened.rules.play.hand.get(len(opened.players), 0)
    boneyard = None if given.boneyard is None else [NAMES[tile] for tile in given.boneyard]
    round = {
        "leader": given.leader,
        "starter": given.starter,
        "hub": None if given.hub is None else NAMES[given.hub],
        "hands": _hands(None if hand == unseen_hand else hand for hand in given.hands),
        "boneyard": boneyard,
        "shuffle": None if given.shuffle is None else _shuffle(given.shuffle),
        "moves": [
            {"seat": act.seat} | move_of(act) | ({} if at is None else {"t": at})
            for act, _, at in given.acts
        ],
        "ended": given.ended,
        "left": _hands(given.left) or None,
        "pips": list(given.pips) or None,
    }
    always = {"leader", "ended"}
    return {name: value for name, value in round.items() if name in always or value is not None}


def _hands(hands: Iterable[Sequence[Tile] | None]) -> list[list[str] | None]:
    return [None if hand is None else [NAMES[tile] for tile in hand] for hand in hands]


def _shuffle(shuffle: Shuffle) -> Json:
    fields, seeds = _committed(shuffle.committed), shuffle.seeds
    if seeds is not None:
        fields["seeds"] = {"server": seeds.server, "seats": list(seeds.seats)}
    return fields


def _committed(committed: ShuffleCommitted) -> Json:
    fields: Json = {
        "algorithm": committed.algorithm,
        "commitments": {"server": committed.server, "seats": list(committed.seats)},
    }
    if committed.by_program:
        fields["by_program"] = list(committed.by_program)
    return fields | ({"reproducible": True} if committed.reproducible else {})


def report_fields(opened: GameOpened, report: RoundReported | Result) -> Json:
    """A result as it stands in a record, with figures by side in the order of its teams."""
    sides = table_for(opened.rules.play, len(opened.players)).sides
    order = by_team(sides, opened.teams)
    points, pips = (
        figures if figures is None or len(figures) != len(sides) else [figures[at] for at in order]
        for figures in (report.points, report.pips)
    )
    scored = None if points is None or not (report.winners or any(points)) else list(points)
    fields = {
        "winners": None if report.winners is None else list(report.winners),
        "ended": report.ended,
        "out": report.out,
        "points": scored,
        "pips": None if pips is None else list(pips),
        "bonuses": [
            {"name": each.name} | ({} if each.seat is None else {"seat": each.seat})
            for each in report.bonuses
        ]
        or None,
    }
    return {name: value for name, value in fields.items() if value is not None}
