"""A table that plays: who has the link of a seat plays there, and sees what the seat may see."""

from dataclasses import replace
from http import HTTPStatus
from typing import Annotated, NamedTuple
from urllib.parse import quote
from uuid import uuid4

import segno
from fastapi import APIRouter, Form, Header, Request
from pydantic import TypeAdapter, ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...domain.events import TileLaid
from ...domain.hidden.seat_view import seat_view
from ...domain.shuffle import short_form
from ...domain.tiles import NAMES, SEEN, tiles_of
from ...ledger.errors import Conflict, LedgerError
from ...ledger.live.bots import BotName
from ...ledger.registry.rule_sets import rules_called
from ...projections.days import day_of
from ...projections.drawing.shapes import faces, upright_tile
from ...projections.drawing.svg import board
from ...projections.messages.acts import seating_of
from ...projections.messages.errors import error_text
from ...projections.messages.steps import outcome_lines, step_text, turn_text
from ...projections.replay.news import newest_step
from ...table import Move, Refusal, State, Table
from ..access import VisitorAsked, note_opened
from ..asked import BookAsked
from ..rendering import page
from ..score import score_of
from ..seats import LINKS, SOURCE, Links, bot_name, bot_of, bots_play
from ..tables import Tables, TablesAsked
from ..taps import TileChoice, by_tile, choice_of

routes = APIRouter()
_MOST_SEATS = 10
_MOVES = TypeAdapter(Move)

Key = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]
Text = Annotated[str, Form(max_length=2_000)]
Texts = Annotated[list[str], Form(max_length=_MOST_SEATS)]


class Held(NamedTuple):
    """A tile in hand, with where it may be laid now."""

    name: str
    picture: str
    choice: TileChoice | None


@routes.get("/play", name="play")
def choose(request: Request, book: BookAsked) -> Response:
    """Rules and seats of a new table."""
    return _choosing(request, book)


@routes.post("/play", name="play.begin")
def begin(
    request: Request,
    visitor: VisitorAsked,
    book: BookAsked,
    tables: TablesAsked,
    rules: Text,
    player: Texts,
    bot: Annotated[BotName, Form()] = "greedy",
    seats: Annotated[int, Form(ge=2, le=_MOST_SEATS)] = 4,
) -> Response:
    """Open the table, with bots on the seats that have no name, and show its links."""
    people = [each.strip() for each in player if each.strip()]
    names = [*people, *(bot_name(bot, seat) for seat in range(len(people), seats))]
    try:
        chosen = rules_called(book.rule_sets(), rules)
        day = day_of(tables.now().isoformat(), request.app.state.settings.zone)
        table = tables.open(f"{day}-{uuid4().hex[:16]}", chosen, names, source=SOURCE)
    except LedgerError as error:
        return _choosing(request, book, error_text(error))
    note_opened(request, visitor, table.id)
    return RedirectResponse(_url(_links(request), table.name, LINKS), HTTPStatus.SEE_OTHER)


@routes.get("/play/{game}/links/{secret}", name="play.links")
def links(request: Request, tables: TablesAsked, game: str, secret: str) -> Response:
    """The link of each seat, for who opened the table."""
    table = _admitted(request, tables, game, LINKS, secret)
    base = str(request.base_url).rstrip("/")
    shown = [
        (table.players[seat], base + _url(_links(request), game, seat))
        for seat in range(len(table.players))
        if bot_of(table.players, seat) is None
    ]
    return page(
        request,
        "play_links.html",
        name=table.name,
        rules=table.rules,
        players=table.players,
        links=[(name, link, _code(link)) for name, link in shown],
        following=f"{base}/follow/{quote(game)}",
    )


@routes.get("/play/{game}/{seat}/{secret}", name="play.seat")
def seat(
    request: Request, book: BookAsked, tables: TablesAsked, game: str, seat: int, secret: str
) -> Response:
    """The table as this seat sees it."""
    table = _admitted(request, tables, game, seat, secret)
    return _page(request, book, table, seat)


@routes.post("/play/{game}/{seat}/{secret}", name="play.act")
def play(
    request: Request,
    book: BookAsked,
    tables: TablesAsked,
    game: str,
    seat: int,
    secret: str,
    do: Text,
    version: Annotated[int, Form(ge=0)],
    act: Text = "",
    key: Key = None,
) -> Response:
    """Make a move of this seat, or deal the next round; then the bots play."""
    _admitted(request, tables, game, seat, secret)

    def change(table: Table) -> State | Refusal:
        if do == "deal":
            answer = table.deal(version=version)
        else:
            answer = table.play(replace(_move(act), seat=seat), version=version)
        if isinstance(answer, State):
            bots_play(table)
        return answer

    kept = None if key is None else f"{key} {seat} {do} {version} {act}"
    outcome, table = tables.change(game, change, key=kept)
    if isinstance(outcome, State) and key is None:
        return RedirectResponse(request.url.path, HTTPStatus.SEE_OTHER)
    match outcome:
        case Refusal():
            refused, status = outcome.sentence, HTTPStatus.UNPROCESSABLE_ENTITY
        case Conflict():
            refused, status = error_text(outcome), HTTPStatus.CONFLICT
        case State():
            refused, status = "", HTTPStatus.OK
    return _page(request, book, table, seat, refused, status)


def _choosing(request: Request, book: BookAsked, refused: str = "") -> Response:
    settings = request.app.state.settings
    rule_sets = book.rule_sets()
    usual = settings.rules if settings.rules in rule_sets else next(iter(rule_sets))
    return page(
        request,
        "play_new.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK,
        refused=refused,
        rule_sets=[rule_sets[id] for id in dict.fromkeys([usual, *rule_sets])],
        known=list(settings.players),
        most=_MOST_SEATS,
    )


def _admitted(request: Request, tables: Tables, game: str, seat: int | str, secret: str) -> Table:
    """The table, for who has the link; nobody else learns whether there is one."""
    if not _links(request).opens(game, seat, secret):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return tables.at(game)


def _page(
    request: Request,
    book: BookAsked,
    table: Table,
    seat: int,
    refused: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    version = table.version  # Read first: what is shown is never older.
    game, names = table.game, table.players
    step = newest_step(game, seat)
    seating = seating_of(game, names)
    view = None if game.current is None else seat_view(game.current, seat)
    running = game.running is not None and view is not None
    mine = running and view is not None and view.turn == seat
    moves = (view.moves or ()) if mine and view is not None else ()
    lays = {
        each.name: each for each in by_tile([m for m in moves if isinstance(m, TileLaid)], names)
    }
    hand = 0 if view is None else (view.hands[seat].tiles or 0) & SEEN
    committed = game.shuffle_of(game.dealt - 1) if game.dealt else None
    return page(
        request,
        "play.html",
        status=status,
        name=table.name,
        url=request.url.path,
        version=version,
        rules=table.rules,
        players=names,
        seat=seat,
        refused=refused,
        score=score_of(book, table),
        board=board(step, seating) if step is not None and view is not None else "",
        said="" if step is None else step_text(step, seating),
        lines=[] if step is None else list(outcome_lines(step, seating)),
        running=running,
        mine=mine,
        turn=turn_text(view, names) if running and view is not None else "",
        sizes=[] if view is None else [(names[at], of.size) for at, of in enumerate(view.hands)],
        boneyard=0 if view is None else view.boneyard.size,
        hand=[
            Held(NAMES[tile], upright_tile(tile), lays.get(NAMES[tile]))
            for tile in reversed(tiles_of(hand))
        ],
        others=[choice_of(move, names) for move in moves if not isinstance(move, TileLaid)],
        over=game.over,
        winners=[] if game.won is None else [names[at] for at in game.won.seats],
        shuffle=None if committed is None else short_form(committed.server, committed.seats),
        faces=faces(),
    )


def _move(typed: str) -> Move:
    try:
        return _MOVES.validate_json(typed)
    except ValidationError:
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY) from None


def _links(request: Request) -> Links:
    links = request.app.state.links
    assert isinstance(links, Links)
    return links


def _url(links: Links, game: str, seat: int | str) -> str:
    return f"/play/{quote(game)}/{seat}/{links.to(game, seat)}"


def _code(text: str) -> str:
    return segno.make_qr(text, error="l").svg_inline(scale=4, border=4, dark="#000", light="#fff")
