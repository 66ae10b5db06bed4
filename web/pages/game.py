"""A game, round by round and step by step."""

from typing import Annotated, NamedTuple
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.responses import RedirectResponse, Response

from ...projections.drawing.svg import stepped
from ...projections.messages.acts import (
    Seating,
    moves_text,
    notes,
    outcome_lines,
    reason_text,
    seating_of,
    step_text,
)
from ...projections.places import Address, address_in, place
from ...projections.replay.frames import Frame
from ...projections.replay.game_replay import GameReplay, NotInGame, replay_game
from ..access import SeatQuery, VisitorAsked, seat_to_see
from ..asked import BookAsked
from ..rendering import page

routes = APIRouter()


class Step(NamedTuple):
    """A step of a round, as the page shows it."""

    number: int
    """In the round, from 0."""
    href: str
    place: str
    """`2.12`; empty where the record has no such move."""
    sentence: str
    lines: tuple[str, ...]
    """What came of it, and what was irregular."""
    legal: str
    """All moves that were legal."""
    why: str
    """Why the seat had to pass."""
    kind: str


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
    at = address_in(address) or Address(address)
    id = book.ledger.find(at.game)
    round = at.round or 0
    played = book.ledger.stream(id).game
    if at.round is None and not played.dealt:
        return RedirectResponse("/")
    seat = seat_to_see(visitor, played, book.ledger, viewer)
    shown = replay_game(book.ledger, id, viewer=seat, round=round)
    seating = seating_of(shown.game, shown.players)
    record = shown.game.opened.record
    asked = "" if viewer is None else f"as={quote(viewer)}"
    steps = [
        _step(record, number, frame, seating, asked) for number, frame in enumerate(shown.frames)
    ]
    now = _chosen(shown, at, step)
    return page(
        request,
        "game.html",
        game=record,
        rules=shown.game.opened.rules.title,
        players=shown.players,
        viewer=shown.viewer,
        board=stepped(shown.frames, seating, now),
        steps=steps,
        now=now,
        round=round,
        rounds=[(place(each), _href(record, each, asked)) for each in range(shown.game.dealt)],
        views=[("", _href(record, round, ""))]
        + [(name, _href(record, round, f"as={seat}")) for seat, name in enumerate(shown.players)],
    )


def _chosen(shown: GameReplay, at: Address, step: int | None) -> int:
    """The number in its round of the step that is asked for; raises NotInGame."""
    if at.move is not None and at.round is not None:
        wanted = shown.move(at.round, at.move)
        return shown.frames.index(wanted)
    if step is not None and step >= len(shown.frames):
        raise NotInGame("unknown-step", step=step, steps=len(shown.frames))
    return step or 0


def _step(record: str, number: int, frame: Frame, seating: Seating, asked: str) -> Step:
    if frame.move is None:
        href = _href(record, frame.round, "&".join(filter(None, (asked, f"step={number}"))))
    else:
        href = _href(record, frame.round, asked, frame.move)
    return Step(
        number=number,
        href=href,
        place="" if frame.move is None else place(frame.round, frame.move),
        sentence=step_text(frame, seating),
        lines=(*outcome_lines(frame, seating), *notes(frame.noted, seating.names)),
        legal="" if frame.could is None else moves_text(frame.could, seating.names),
        why="" if frame.reason is None else reason_text(frame.reason),
        kind=frame.kind,
    )


def _href(record: str, round: int, asked: str, move: int | None = None) -> str:
    path = f"/games/{quote(record)}/{place(round, move)}"
    return f"{path}?{asked}" if asked else path
