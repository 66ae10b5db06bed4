"""Lines that record games at a table, and a table with a fixed clock."""

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone

from domino_ledger.domain.events import Event, Way
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.payout import Stake
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.session import TableSession, open_table
from domino_ledger.ledger.live.wall_time import WallClock
from domino_ledger.ledger.notation.move_grammar import written_text_of_end
from domino_ledger.ledger.notation.player_names import written_seat

from .games import Json

EVENING = datetime(2026, 1, 31, 20, 40, tzinfo=timezone(timedelta(hours=1)))
TIMES = WallClock(EVENING).whole
"""Completes times."""
EURO = Stake(currency="EUR", minor_per_pip=5)


DEAL = (
    "deal Ana: 6-6 6-5 6-4 6-3 6-2 6-1 6-0 / Ben: 5-5 5-4 5-3 5-2 5-1 5-0 4-4 "
    "/ boneyard: 0-0 1-0 1-1 2-0 2-1 2-2 3-0 3-1 3-2 3-3 4-0 4-1 4-2 4-3"
)


def fixed_clock() -> datetime:
    """A fixed clock."""
    return EVENING


def table(
    book: Book, rules: str = "block@1", players: str = "Ana Ben", record: str = "evening"
) -> TableSession:
    """A new game at a table with a fixed clock."""
    seated = players.split()
    return open_table(book, record, PUBLISHED[rules], seated, stake=EURO, clock=fixed_clock)


def typed(session: TableSession, *lines: str) -> TableSession:
    """The session after these lines."""
    for each in lines:
        session.take(each)
    return session


def events(session: TableSession, book: Book) -> list[Event]:
    """All stored events of the game."""
    return [entry.event for entry in book.stream(session.id).entries]


def happened(session: TableSession, book: Book) -> list[str | None]:
    """By event, when it happened."""
    return [entry.happened_at for entry in book.stream(session.id).entries]


def lines_of_game(record: Json) -> Iterator[str]:
    """The lines of a record; passes must be explicit.

    A deal that a published rule set lets players refuse is void for no other reason.
    """
    named = record["rules"]
    redeal = PUBLISHED[named].play.redeal if isinstance(named, str) and named in PUBLISHED else None
    asked = redeal is not None and redeal.who == "may"
    for round in record["rounds"]:
        yield deal_line(round, record["players"])
        if asked and round["leader"] is None:
            yield "redeal"
        for move in round["moves"]:
            yield move_line(move, record["players"])


def deal_line(round: Json, players: list[str]) -> str:
    """The line of a deal."""
    parts = [
        f"{written_seat(seat, players)}: {' '.join(hand or ['?'])}"
        for seat, hand in enumerate(round["hands"])
    ]
    if round.get("boneyard") is not None:
        parts.append(f"boneyard: {' '.join(round['boneyard']) or 'none'}")
    if "hub" in round:
        parts.append(f"hub: {round['hub']}")
    if "starter" in round:
        parts.append(f"begins {written_seat(round['starter'], players)}")
    elif round["leader"] is not None:
        parts.append(f"lead {written_seat(round['leader'], players)}")
    return f"deal {' / '.join(parts)}"


def move_line(move: Json, players: list[str]) -> str:
    """The line of a move."""
    who = written_seat(move["seat"], players)
    where = f" {written_text_of_end(move['at'], players)}" if "at" in move else ""
    flipped = " flipped" if move.get("flipped") else ""
    ways = "".join(f" {way} {move[way]}" for way in Way._fields if way in move)
    return f"{who} {act_text(move)}{where}{flipped}{ways}"


def act_text(move: Json) -> str:
    """What a player did, without the end."""
    match move:
        case {"lay": tile}:
            return str(tile)
        case {"draw": tile}:
            return f"draw {tile}"
        case {"aside": tile}:
            return f"aside {tile}"
        case {"lost": cause}:
            return "timeout" if cause == "time" else "absent"
        case _:
            (act,) = {"pass", "marker", "done"} & move.keys()
            return str(act)
