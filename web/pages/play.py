"""A table that plays: who has the link of a seat plays there, and sees what the seat may see."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from itertools import count
from typing import Annotated, NamedTuple
from urllib.parse import quote

from anyio import sleep
from anyio.to_thread import run_sync
from fastapi import APIRouter, Depends, Form, Request
from fastapi.sse import ServerSentEvent
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from ...domain.events import TileLaid
from ...domain.game.next_lead import redeal_is_open
from ...domain.hidden.seat_view import SeatView
from ...domain.shuffle import short_form
from ...domain.tiles import NAMES, SEEN, tiles_of
from ...ledger.errors import LedgerError
from ...ledger.live.bots import BotName
from ...ledger.registry.rule_sets import rules_called
from ...ledger.store.ids import game_id
from ...projections.drawing.shapes import faces, upright_tile
from ...projections.messages.errors import error_text
from ...projections.replay.news import current_view
from ...table import Move, Refusal, State, Table
from ..access import VisitorAsked, note_opened
from ..asked import BookAsked, FormText, FormTexts, KeyAsked, SettingsAsked
from ..rendering import page, qr_code
from ..seats import SOURCE, Links, bot_due, bot_name, bot_of, bots_play, secret_of_seat
from ..shown_table import shown_table
from ..streams import STREAM, SeenAsked
from ..tables import LOOKS_AGAIN, TablesAsked, refused
from ..taps import TileChoice, by_tile, choice_of, move_tapped

routes = APIRouter()
_MOST_SEATS = 10


class Held(NamedTuple):
    """A tile in hand, with where it may be laid now."""

    name: str
    picture: str
    choice: TileChoice | None


class AtTable(NamedTuple):
    """Who sits there, as everybody sees them."""

    name: str
    tiles: int
    seconds: int
    """How long they have thought in this game."""
    in_turn: bool


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
    rules: FormText,
    player: FormTexts,
    bot: Annotated[BotName, Form()] = "greedy",
    seats: Annotated[int, Form(ge=2, le=_MOST_SEATS)] = 4,
) -> Response:
    """Open the table, with bots on the seats that have no name, and show its links."""
    people = [each.strip() for each in player if each.strip()]
    names = [*people, *(bot_name(bot, seat) for seat in range(len(people), seats))]
    try:
        chosen = rules_called(book.rule_sets(), rules)
        table = tables.open(tables.new_name(), chosen, names, source=SOURCE)
        secret = _links(request).make(table.id, len(names))
    except LedgerError as error:
        return _choosing(request, book, error_text(error))
    note_opened(request, visitor, table.id)
    return RedirectResponse(_url(table.name, "links", secret), HTTPStatus.SEE_OTHER)


@routes.get("/play/{game}/links/{secret}", name="play.links")
def links(request: Request, tables: TablesAsked, game: str, secret: str) -> Response:
    """The link of each seat, for who opened the table."""
    if not _links(request).opens(game_id(game), None, secret):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    table = tables.at(game)
    base = str(request.base_url).rstrip("/")
    shown = [
        (table.players[seat], base + _url(game, seat, secret_of_seat(secret, seat)))
        for seat in range(len(table.players))
        if bot_of(table.players, seat) is None
    ]
    return page(
        request,
        "play_links.html",
        name=table.name,
        rules=table.rules,
        players=table.players,
        links=[(name, link, qr_code(link, 4)) for name, link in shown],
        following=f"{base}/follow/{quote(game)}",
    )


def _seated(request: Request, tables: TablesAsked, game: str, seat: int, secret: str) -> Table:
    """The table, for who has the link; nobody else learns whether there is one."""
    if not _links(request).opens(game_id(game), seat, secret):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    return tables.at(game)


Seated = Annotated[Table, Depends(_seated)]


@routes.get("/play/{game}/{seat}/{secret}", name="play.seat")
def seat(request: Request, book: BookAsked, table: Seated, seat: int) -> Response:
    """The table as this seat sees it."""
    return _page(request, book, table, seat)


@routes.get(
    "/play/{game}/{seat}/{secret}/events",
    name="play.events",
    **STREAM,
)
async def events(
    settings: SettingsAsked,
    tables: TablesAsked,
    found: Seated,
    seen: SeenAsked,
    follow: bool = True,
) -> AsyncIterator[ServerSentEvent]:
    """That something has happened: the version of the game. The page asks for what the seat sees.

    The bots of the table move while somebody looks.
    """
    table, pause = found, settings.bot_pause
    for looks in count():
        if tables.stopped:
            break
        if bot_due(table, pause) is not None:
            await run_sync(tables.change, table.name, partial(bots_play, pause=pause))
        if await tables.has_newer(table.id, seen, looks):
            table = await run_sync(tables.at, table.name)
            seen = table.version
            yield ServerSentEvent(event="event", id=str(seen), data={"version": seen})
        if not follow:
            break
        await sleep(LOOKS_AGAIN)


@routes.post("/play/{game}/{seat}/{secret}", name="play.act")
def play(
    request: Request,
    settings: SettingsAsked,
    book: BookAsked,
    tables: TablesAsked,
    seated: Seated,
    seat: int,
    do: FormText,
    version: Annotated[int, Form(ge=0)],
    act: FormText = "",
    key: KeyAsked = None,
) -> Response:
    """Make a move of this seat, or deal the next round; then the bots play that are due."""

    def change(table: Table) -> State | Refusal:
        answer: State | Refusal
        match do:
            case "look":
                answer = table.state
            case "deal":
                answer = table.deal(version=version)
            case "redeal":
                answer = table.redeal(seat, version=version)
            case _:
                answer = table.play(replace(_move(act), seat=seat), version=version)
        return bots_play(table, settings.bot_pause) if isinstance(answer, State) else answer

    kept = None if key is None else f"{key} {seat} {do} {version} {act}"
    outcome, table = tables.change(seated.name, change, key=kept)
    if isinstance(outcome, State) and key is None:
        return RedirectResponse(request.url.path, HTTPStatus.SEE_OTHER)
    return _page(request, book, table, seat, *refused(outcome))


def _choosing(request: Request, book: BookAsked, refused: str = "") -> Response:
    settings = request.app.state.settings
    rule_sets = book.rule_sets()
    usual = settings.club.rules if settings.club.rules in rule_sets else next(iter(rule_sets))
    return page(
        request,
        "play_new.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK,
        refused=refused,
        rule_sets=[rule_sets[id] for id in dict.fromkeys([usual, *rule_sets])],
        known=list(settings.club.players),
        most=_MOST_SEATS,
    )


def _page(
    request: Request,
    book: BookAsked,
    table: Table,
    seat: int,
    refused: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> Response:
    shown = shown_table(book, table, seat)
    game, names = table.game, table.players
    view = current_view(game, seat)
    mine = shown["running"] and view is not None and view.turn == seat
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
        url=request.url.path,
        seat=seat,
        refused=refused,
        mine=mine,
        seats=[] if view is None else _seats(table, view),
        boneyard=0 if view is None else view.boneyard.size,
        hand=[
            Held(NAMES[tile], upright_tile(tile), lays.get(NAMES[tile]))
            for tile in reversed(tiles_of(hand))
        ],
        may_redeal=redeal_is_open(game, seat),
        others=[choice_of(move, names) for move in moves if not isinstance(move, TileLaid)],
        shuffle=None if committed is None else short_form(committed.server, committed.seats),
        faces=faces(),
        **shown,
    )


def _seats(table: Table, view: SeatView) -> list[AtTable]:
    used = table.seconds_used()
    return [
        AtTable(name, view.hands[at].size, int(used[at]), in_turn=view.turn == at)
        for at, name in enumerate(table.players)
    ]


def _move(typed: str) -> Move:
    try:
        return move_tapped(typed)
    except ValueError:
        raise HTTPException(HTTPStatus.UNPROCESSABLE_ENTITY) from None


def _links(request: Request) -> Links:
    links = request.app.state.links
    assert isinstance(links, Links)
    return links


def _url(game: str, seat: int | str, secret: str) -> str:
    return f"/play/{quote(game)}/{seat}/{secret}"
