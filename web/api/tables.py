"""Live tables for programs: what `Table` of the Python API does, over HTTP."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from http import HTTPStatus
from itertools import count
from typing import Annotated, Any, Literal, NamedTuple

from anyio import sleep
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.sse import ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from ...domain.events import ActName, Bend, BonusName
from ...domain.rules.payout import Stake
from ...ledger.errors import Conflict
from ...ledger.registry.rule_sets import rules_agreed_on, rules_called
from ...projections.messages.errors import error_text
from ...table import Move, Refusal, State, Table
from ..access import SeatQuery, Visitor, VisitorAsked, note_opened, own_seat, seat_to_see
from ..asked import BookAsked, Index, KeyAsked, Name, Text
from ..errors import NotAllowed
from ..problems import problem
from ..streams import STREAM, SeenAsked
from ..tables import LOOKS_AGAIN, LOOKS_IN_THE_BOOK, Change, TableAsked, Tables, TablesAsked
from .objects import GameState

routes = APIRouter(prefix="/games", tags=["tables"])
_MOST_SEATS = 20
_MOST_BONUSES = 200

Game = Annotated[Name, Path(description="Its name, or its id")]
Seat = Annotated[int, Field(ge=0, lt=_MOST_SEATS)]
Seats = Annotated[list[Seat], Field(max_length=_MOST_SEATS)]
Figure = Annotated[int, Field(ge=-(10**9), le=10**9)]
Figures = Annotated[list[Figure], Field(max_length=_MOST_SEATS)]
Tiles = Annotated[list[Name], Field(max_length=200)]


class Body(BaseModel):
    """What a client sends."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class NewGame(Body):
    """A game to be opened."""

    name: Name = Field(min_length=1)
    rules: Name
    settings: dict[str, Any] = {}
    """What the players agreed on, such as `{"score.target": 50}`."""
    players: Annotated[list[Name], Field(max_length=_MOST_SEATS)]
    """In seat order, clockwise."""
    teams: list[Seats] | None = None
    stake: Stake | None = None
    after: Name | None = None
    """The game before, whose result decides who leads."""


class Changing(Body):
    """Something that changes a game."""

    expected_version: int = Field(ge=1, le=10**9)
    """That of the state in which it was decided."""


class Deal(Changing):
    """Without hands the program shuffles, by seeds that it commits to."""

    hands: Annotated[list[Tiles | None], Field(max_length=_MOST_SEATS)] | None = None
    """By seat, the tiles on a real table; null: nobody saw them."""
    boneyard: Tiles | None = None
    leader: Seat | None = None
    hub: Name | None = None
    as_played: bool = False
    """Record the deal even if hands have too many tiles, or the wrong ones."""


class Act(Changing):
    """What a seat does (docs/python.md)."""

    seat: Seat
    act: ActName
    tile: Name | None = None
    end: Name | None = None
    flipped: bool = False
    open: Annotated[int, Field(ge=0, le=99)] | None = None
    wild: Annotated[int, Field(ge=0, le=99)] | None = None
    bend: Bend | None = None
    points: Figure | None = None
    cause: Literal["time", "absent"] | None = None
    as_played: bool = False
    """Record it even if it is illegal, as it happened."""

    @property
    def move(self) -> Move:
        """The move alone, without the version and how to record it."""
        return Move(**self.model_dump(exclude={"expected_version", "as_played"}))


class Line(Changing):
    """A line as `domino record` takes it (docs/live.md)."""

    line: Text


class Redeal(Changing):
    """A hand has so many doubles that a new deal is asked for."""

    seat: Seat | None = None
    """Whose hand; null: any, for who notes what happens at a table."""


class Bonus(Body):
    """A bonus that was noted with a result."""

    name: BonusName
    seat: Seat | None = None
    """Who earned it; null: that was not noted, or it is who went out."""


class NotedResult(Changing):
    """The result of a round of which nothing else is known."""

    winners: Seats | None = None
    points: Figures | None = None
    """By team."""
    pips: Figures | None = None
    """Left in hand by seat, or by team."""
    ended: Literal["out", "blocked"] | None = None
    out: Seat | None = None
    bonuses: Annotated[list[Bonus], Field(max_length=_MOST_BONUSES)] = []
    """Those that were noted; the points include them."""
    as_played: bool = False

    @property
    def given(self) -> dict[str, Any]:
        """What the table takes."""
        return self.model_dump(exclude={"expected_version"}) | {"version": self.expected_version}


class Undo(Changing):
    """Take back what was done last."""

    times: int = Field(default=1, ge=1, le=1_000)


class Leave(Changing):
    """Break the game off."""

    reason: Text = ""


class Changer(NamedTuple):
    """Who changes which game, and how the answer is made."""

    request: Request
    visitor: Visitor
    tables: Tables
    game: str
    key: str | None

    def changed(self, asked: Body, change: Change) -> Response:
        """The answer to a request that changes the game: the state after it, or a problem."""
        request, visitor = self.request, self.visitor
        of_body = f"{self.key} {request.url.path} {asked.model_dump_json()}"
        key = None if self.key is None else of_body
        outcome, table = self.tables.change(self.game, change, key=key)
        viewer = visitor.seat
        if visitor.role == "admin" and isinstance(asked, Act):
            viewer = asked.seat
        if table.id not in visitor.games:
            note_opened(request, visitor, table.id)  # A line may have begun the next game.
        match outcome:
            case State():
                return JSONResponse(state_json(table, _seen(table, viewer)))
            case Refusal():
                return problem(
                    request,
                    HTTPStatus.UNPROCESSABLE_ENTITY,
                    outcome.code,
                    outcome.sentence,
                    outcome.params,
                    more={"state": state_json(table, _seen(table, viewer))},
                )
            case Conflict():
                return _conflict(request, outcome, table, viewer)


async def _changer(
    request: Request,
    visitor: VisitorAsked,
    tables: TablesAsked,
    game: Game,
    key: KeyAsked = None,
) -> Changer:
    return Changer(request, visitor, tables, game, key)


ChangerAsked = Annotated[Changer, Depends(_changer)]


@routes.post("", name="api.game.open", status_code=HTTPStatus.CREATED, response_model=GameState)
def open_game(
    request: Request, visitor: VisitorAsked, book: BookAsked, tables: TablesAsked, new: NewGame
) -> Response:
    """Open a game. To open it again before anything was done in it gives the same answer."""
    known = book.rule_sets()
    rules = rules_agreed_on(known, rules_called(known, new.rules), new.settings)
    try:
        table = tables.open(
            new.name, rules, new.players, teams=new.teams, stake=new.stake, after=new.after
        )
    except Conflict as conflict:
        return _conflict(request, conflict, tables.at(new.name), None)
    note_opened(request, visitor, table.id)
    return JSONResponse(state_json(table, table.seat_view(None)), HTTPStatus.CREATED)


@routes.get("/{game}/state", name="api.game.state", response_model=GameState)
def state(
    visitor: VisitorAsked,
    book: BookAsked,
    tables: TablesAsked,
    game: Game,
    viewer: SeatQuery = None,
    open: Annotated[bool, Query(description="All hands: for an admin")] = False,
) -> Response:
    """The game as a seat or a spectator sees it; with `open` all hands."""
    table = tables.at(game)
    if open:
        if visitor.role != "admin":
            raise NotAllowed("role-may-not", role=visitor.role)
        return JSONResponse(state_json(table, table.state))
    seat = seat_to_see(visitor, table.game, book.ledger, viewer)
    return JSONResponse(state_json(table, table.seat_view(seat)))


@routes.post("/{game}/deal", name="api.game.deal", response_model=GameState)
def deal(changer: ChangerAsked, new: Deal) -> Response:
    """Deal the next round."""

    def change(table: Table) -> State | Refusal:
        return table.deal(
            new.hands,
            boneyard=new.boneyard,
            leader=new.leader,
            hub=new.hub,
            as_played=new.as_played,
            version=new.expected_version,
        )

    return changer.changed(new, change)


@routes.post("/{game}/redeal", name="api.game.redeal", response_model=GameState)
def redeal(changer: ChangerAsked, new: Redeal) -> Response:
    """Ask for a new deal before the lead. A player does it for their own hand."""
    seat = changer.visitor.seat if new.seat is None else new.seat
    if seat is not None:
        own_seat(changer.visitor, seat)
    return changer.changed(new, lambda table: table.redeal(seat, version=new.expected_version))


@routes.post("/{game}/acts", name="api.game.act", response_model=GameState)
def act(changer: ChangerAsked, new: Act) -> Response:
    """Make a move."""
    own_seat(changer.visitor, new.seat)
    return changer.changed(
        new,
        lambda table: table.play(
            new.move,
            as_played=new.as_played,
            version=new.expected_version,
            public=changer.visitor.role == "scribe",
        ),
    )


@routes.post("/{game}/lines", name="api.game.line", response_model=GameState)
def line(changer: ChangerAsked, new: Line) -> Response:
    """Take a typed line. After a payout game, a deal or a result begins the next one."""
    return changer.changed(
        new, lambda table: changer.tables.take(table, new.line, new.expected_version)
    )


@routes.post("/{game}/results", name="api.game.result", response_model=GameState)
def note_result(changer: ChangerAsked, new: NotedResult) -> Response:
    """Note the result of a round."""
    return changer.changed(new, lambda table: table.note_result(**new.given))


@routes.put("/{game}/results/{round}", name="api.game.correct", response_model=GameState)
def correct_result(changer: ChangerAsked, round: Index, new: NotedResult) -> Response:
    """Note another result of a round, counted from 0."""
    return changer.changed(
        new,
        lambda table: table.correct_result(round, **new.given),
    )


@routes.post("/{game}/undo", name="api.game.undo", response_model=GameState)
def undo(changer: ChangerAsked, new: Undo) -> Response:
    """Take back what was done last."""
    return changer.changed(
        new,
        lambda table: table.undo(new.times, version=new.expected_version),
    )


@routes.post("/{game}/abandon", name="api.game.abandon", response_model=GameState)
def abandon(changer: ChangerAsked, new: Leave) -> Response:
    """Break the game off for good."""
    return changer.changed(
        new,
        lambda table: table.abandon(new.reason, version=new.expected_version),
    )


@routes.get(
    "/{game}/events",
    name="api.game.events",
    **STREAM,
)
async def events(
    tables: TablesAsked,
    game: Game,
    found: TableAsked,
    seen: SeenAsked,
    follow: Annotated[bool, Query(description="Go on with what is recorded later")] = True,
) -> AsyncIterator[ServerSentEvent]:
    """What happens in the game, as spectators see it, from this version on, for as long as asked.

    The id of an event is its version. When the next game at the table was begun, an event `next`
    names it.
    """
    table, told = found, False
    for looks in count():
        if tables.stopped:
            break
        if await tables.has_newer(table.id, seen, looks):
            table = await run_sync(tables.at, game)
            for each in table.events(seen):
                seen = each.version
                yield ServerSentEvent(event="event", id=str(seen), data=asdict(each))
        if table.game.over and not told and looks % LOOKS_IN_THE_BOOK == 0:
            follows = await run_sync(tables.after, table)
            if follows is not None:
                told = True
                yield ServerSentEvent(event="next", data={"game": follows})
        if not follow:
            break
        await sleep(LOOKS_AGAIN)


def state_json(table: Table, shown: State) -> dict[str, Any]:
    """The state, with who sits where: a `GameState`."""
    named = {"players": table.players, "teams": table.teams, "rules": table.rules.id}
    return named | asdict(shown)


def _conflict(request: Request, conflict: Conflict, table: Table, viewer: int | None) -> Response:
    return problem(
        request,
        HTTPStatus.CONFLICT,
        conflict.code,
        error_text(conflict),
        conflict.params,
        more={"state": state_json(table, _seen(table, viewer))},
    )


def _seen(table: Table, viewer: int | None) -> State:
    """What this seat sees; a seat that is not at the table sees what spectators do."""
    seated = viewer if viewer is not None and viewer < len(table.players) else None
    return table.seat_view(seated)
