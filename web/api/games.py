"""Games: a list, and all that is known of one."""

import json
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import Field
from starlette.responses import Response

from ...domain.hidden.seat_view import hidden_rounds
from ...ledger.errors import Tampered
from ...ledger.records.export import record_of
from ...ledger.records.format import read_record
from ...ledger.records.versions import amendments_in, version_of
from ...ledger.registry.keys import check_signs_log
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import all_names, shown_name
from ...ledger.signing.notes import read_note
from ...ledger.store.stream import Stream
from ...projections.amendments.amend import amend_game
from ...projections.as_json import as_json
from ...projections.audit.audit import Auditor
from ...projections.audit.json_format import audit_json
from ...projections.explain.act import act_explanation_json, explain_move
from ...projections.explain.round import explain_round, explanation_json
from ...projections.messages.errors import error_text
from ...projections.replay.game_replay import replay_stream
from ...projections.replay.json_format import step_json
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.games import listed_game_json, listed_games
from ...projections.reports.players import find_player
from ...projections.results.game_state import State
from ...projections.results.signatures import signatures_in
from ...projections.verification.chains import verify_game
from ...projections.verification.make_proof import prove_game, proven_events
from ...projections.verification.tampered_place import named
from ..access import SeatQuery, VisitorAsked, seat_to_see
from ..asked import (
    BookAsked,
    GameAsked,
    Index,
    Json,
    LimitAsked,
    Moment,
    Name,
    RulesQuery,
    SettingsAsked,
    Text,
    current_tables,
)
from ..errors import NotAllowed, NotServed
from ..problems import without_place
from .shapes import Amended, Amendment, GameSummary, Items, Replay, Shape, StoredEvent, Verification

routes = APIRouter(tags=["games"])
VersionQuery = Annotated[
    int | None, Query(ge=1, le=10**6, description="From 1; the newest if it is left out")
]


@routes.get("/games", name="api.games")
def games(
    book: BookAsked,
    limit: LimitAsked,
    player: Annotated[Name | None, Query(description="A name or id")] = None,
    rules: RulesQuery = None,
    state: State | None = None,
    since: Moment | None = None,
    before: Moment | None = None,
    after: Annotated[UUID | None, Query(description="`next` of the answer before")] = None,
) -> Items[GameSummary]:
    """The newest games first: of a player, under these rules, in this state, begun in this time."""
    with current_tables(book, rules) as connection:
        who = None if player is None else find_player(book.ledger, connection, player)
        which = GameFilter(since, before, rules, who, state, after=after)
        names = all_names(book.ledger)
        listed = listed_games(book.ledger, connection, which, limit=limit + 1, newest_first=True)
        found = [listed_game_json(each, names) for each in listed]
    more = str(found[limit - 1]["id"]) if len(found) > limit else None
    return Items(items=[GameSummary.model_validate(each) for each in found[:limit]], next=more)


@routes.get("/games/{game}", name="api.game")
def game(book: BookAsked, game: GameAsked) -> GameSummary:
    """One game, as the list has it."""
    with current_tables(book) as connection:
        (found,) = listed_games(book.ledger, connection, GameFilter(game=game))
    return GameSummary.model_validate(listed_game_json(found, all_names(book.ledger)))


def _in_version(stream: Stream, version: int | None) -> int | None:
    """The version that is asked for; raises UnknownVersion.

    Raises NotAllowed for an older one that may have tiles which are hidden now.
    """
    if version_of(stream, version).game is not stream.game and hidden_rounds(stream.game):
        raise NotAllowed("versions-hidden", game=stream.game.opened.record)
    return version


@routes.get("/games/{game}/record", name="api.game.record")
def record(book: BookAsked, game: GameAsked, version: VersionQuery = None) -> Json:
    """The game as `domino-record/1` (docs/record.md), without rounds that are not over."""
    stream = book.ledger.stream(game)
    return record_of(stream, all_names(book.ledger), version=_in_version(stream, version))


@routes.get("/games/{game}/rounds/{round}", name="api.game.replay")
def replay(
    book: BookAsked,
    visitor: VisitorAsked,
    game: GameAsked,
    round: Index,
    viewer: SeatQuery = None,
    version: VersionQuery = None,
) -> Replay:
    """A round step by step, as a spectator or a seat could know it (docs/replay.md)."""
    stream, names = book.ledger.stream(game), people_names(book.ledger)
    _in_version(stream, version)
    seat = seat_to_see(visitor, stream.game, book.ledger, viewer)
    shown = replay_stream(stream, names, version=version, viewer=seat, round=round)
    return Replay(
        game=shown.game.opened.record,
        players=list(shown.players),
        viewer=seat,
        round=round,
        rounds=shown.game.dealt,
        version=shown.version,
        steps=[step_json(each) for each in shown.frames],
    )


@routes.get("/games/{game}/rounds/{round}/moves/{move}", name="api.game.position")
def position(
    book: BookAsked,
    visitor: VisitorAsked,
    game: GameAsked,
    round: Index,
    move: Index,
    viewer: SeatQuery = None,
) -> Json:
    """The step of a move, with the position after it (docs/replay.md)."""
    stream, names = book.ledger.stream(game), people_names(book.ledger)
    seat = seat_to_see(visitor, stream.game, book.ledger, viewer)
    shown = replay_stream(stream, names, viewer=seat, round=round)
    return {"game": shown.game.opened.record, **step_json(shown.move(round, move))}


@routes.get("/games/{game}/rounds/{round}/explanation", name="api.game.explain")
def explain(
    book: BookAsked,
    game: GameAsked,
    round: Index,
    player: Annotated[Name | None, Query(description="Only the total of this player")] = None,
) -> Json:
    """Why a round has its result, each figure with its rule."""
    return explanation_json(explain_round(book.ledger, game, round, player))


@routes.get("/games/{game}/rounds/{round}/moves/{move}/explanation", name="api.game.explain-move")
def explain_a_move(book: BookAsked, game: GameAsked, round: Index, move: Index) -> Json:
    """Why a move was legal."""
    played, names = book.ledger.stream(game).game, people_names(book.ledger)
    players = tuple(shown_name(names, each) for each in played.opened.players)
    return act_explanation_json(explain_move(played, players, round, move))


@routes.get("/games/{game}/audit", name="api.game.audit")
def audit(
    book: BookAsked, game: GameAsked, rules: RulesQuery = None, version: VersionQuery = None
) -> Json:
    """Everything that was against the rules (docs/audit.md); ``rules`` replace score and payout."""
    stream = book.ledger.stream(game)
    _in_version(stream, version)
    auditor = Auditor(book.ledger, book.rule_set(rules))
    return audit_json(auditor.of_game(stream, version))


@routes.get("/games/{game}/verification", name="api.game.verify")
def verify(book: BookAsked, game: GameAsked) -> Verification:
    """Whether every event is as it was recorded."""
    try:
        covered = verify_game(book.ledger, game)
        signed = signatures_in(book.ledger, book.ledger.stream(game))
    except Tampered as error:
        sentence = error_text(named(book.ledger, without_place(error)))
        return Verification(
            intact=False, code=error.code, sentence=sentence, events=0, signatures=[]
        )
    return Verification(
        intact=True,
        code=None,
        sentence=None,
        events=covered.events,
        signatures=[as_json(each) for each in signed],
    )


@routes.get("/games/{game}/proof", name="api.game.proof", response_class=Response)
def proof(book: BookAsked, settings: SettingsAsked, game: GameAsked) -> Response:
    """A file that proves to a stranger what was recorded (docs/proof-format.md)."""
    key, tiles = settings.key, settings.tiles
    if key is None or tiles is None:
        raise NotServed("no-key-here")
    check_signs_log(book.ledger, key.public)
    found = prove_game(book.ledger, game, tiles, key)
    kept = {"Content-Disposition": f'attachment; filename="{game}.proof.json"'}
    return Response(found.file, media_type="application/json", headers=kept)


@routes.get("/games/{game}/versions", name="api.game.versions")
def versions(book: BookAsked, game: GameAsked) -> list[Amended]:
    """The amendments, the oldest first; version 1 is the game as it was first recorded."""
    names = people_names(book.ledger)
    return [
        Amended(
            version=each.version,
            recorded_at=each.recorded_at,
            by=None if each.by is None else shown_name(names, each.by),
            reason=each.reason,
        )
        for each in amendments_in(book.ledger.stream(game))
    ]


class Inclusion(Shape):
    """What a program needs to check a game against a checkpoint (docs/proof-format.md)."""

    game: UUID
    events: list[StoredEvent]
    """Without those that are hidden now."""
    inclusion: str
    """The place of the last event in the log, and the hashes beside its way to the root."""


@routes.get("/games/{game}/inclusion", name="api.game.inclusion")
def inclusion(
    book: BookAsked,
    settings: SettingsAsked,
    game: GameAsked,
    checkpoint: Annotated[str, Query(max_length=10_000, description="The checkpoint to prove by")],
) -> Inclusion:
    """The way from the last event of a game to the root of a checkpoint that somebody holds."""
    if settings.tiles is None:
        raise NotServed("no-tiles-here")
    proven = proven_events(book.ledger, game, settings.tiles, read_note(checkpoint))
    return Inclusion(
        game=proven.stream.id,
        events=proven.events,
        inclusion=proven.inclusion.partition("\n\n")[0],
    )


class Amending(Shape):
    """A record that takes the place of what is in the book."""

    record: Json
    reason: Text = Field(min_length=1)
    by: Name | None = None
    as_played: bool = False


@routes.post("/games/{game}/amendments", name="api.game.amend", status_code=201)
def amend(book: BookAsked, game: GameAsked, amending: Amending) -> Amendment:
    """Make this record the newest version of the game. The older ones stay on record."""
    read = read_record(json.dumps(amending.record).encode())
    reason, by, as_played = amending.reason, amending.by, amending.as_played
    amended = amend_game(book.ledger, game, read, reason, by, as_played=as_played)
    return Amendment(game=amended.record, version=amended.version)
