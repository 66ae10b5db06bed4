"""A game, round by round and step by step."""

from typing import Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from ...domain.events import Seat
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ...projections.document import parts
from ...projections.document.boards import board_of, course_of_pips
from ...projections.messages.acts import seating_of
from ...projections.messages.rule_names import rules_title
from ...projections.places import Address, address_in
from ...projections.replay.frames import Frame
from ...projections.replay.game_replay import GameReplay, NotInGame, replay_stream
from ...projections.results.game_result import count_game
from ..access import SeatQuery, VisitorAsked, seat_to_see
from ..asked import BookAsked
from ..rendering import in_blocks, page, path_of

routes = APIRouter()


@routes.get("/games/{address:path}", name="game")
def game(
    request: Request,
    book: BookAsked,
    visitor: VisitorAsked,
    address: str,
    viewer: SeatQuery = None,
    step: Annotated[int | None, Query(ge=0)] = None,
) -> Response:
    """The round at this address (`noche-2/3`, `noche-2/3.12`), of which one step is shown."""
    asked = address_in(address) or Address(address)
    stream, names = book.ledger.stream(book.ledger.find(asked.game)), people_names(book.ledger)
    played = stream.game
    record, rounds = played.opened.record, played.dealt
    if not rounds:
        players = [shown_name(names, each) for each in played.opened.players]
        return page(request, "game_not_dealt.html", game=record, players=players)
    round = asked.round or 0
    seat = seat_to_see(visitor, played, book.ledger, viewer)
    shown = replay_stream(stream, names, viewer=seat, round=round)
    now = _step_at(shown, asked, step)
    hrefs = [
        _href(record, frame, number, shown.viewer) for number, frame in enumerate(shown.frames)
    ]
    seating = seating_of(played, shown.players)
    board = board_of(shown.frames, seating, now, hrefs)
    course = course_of_pips(shown.frames, shown.players, now)
    blocked = () if seat is not None else parts.block_of(count_game(played), round, seating)
    seats: list[Seat | None] = [None, *range(len(shown.players))]
    return page(
        request,
        "game.html",
        game=record,
        rules=rules_title(played.opened.rules),
        players=shown.players,
        viewer=shown.viewer,
        **in_blocks([board._replace(course=course), *blocked]),
        round=round,
        rounds=[_path(Address(record, each), shown.viewer) for each in range(rounds)],
        views=[(seat, _path(Address(record, round), seat)) for seat in seats],
    )


def _step_at(shown: GameReplay, at: Address, step: int | None) -> int:
    """The index of the step that is asked for; raises NotInGame."""
    if at.round is not None and at.move is not None:
        return shown.frames.index(shown.move(at.round, at.move))
    if step is not None and step >= len(shown.frames):
        raise NotInGame("unknown-step", step=step, steps=len(shown.frames))
    return step or 0


def _href(record: str, frame: Frame, number: int, viewer: Seat | None) -> str:
    """A link to this step: by its move, or if the record has no such move, by its number."""
    if frame.move is not None:
        return _path(Address(record, frame.round, frame.move), viewer)
    return _path(Address(record, frame.round), viewer, step=number)


def _path(address: Address, viewer: Seat | None, **more: int) -> str:
    asked = urlencode(({} if viewer is None else {"as": viewer}) | more)
    return path_of("games", address) + (f"?{asked}" if asked else "")
