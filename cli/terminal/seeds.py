"""Asks players for their seeds, and deals with them (docs/shuffle.md)."""

from collections.abc import Callable, Sequence
from functools import partial

from ...domain.events import Event, Seat, ShuffleAborted
from ...domain.shuffle import ALGORITHM, Hex, commitment_of, short_form
from ...ledger.live.session import TableSession
from ...ledger.live.shuffled_deals import (
    SeedRefused,
    check_may_deal,
    commit,
    dealt_by,
    random_seed,
    read_commitment,
    read_seed,
    used_commitments,
)
from ...ledger.records.unreadable import Unreadable
from ...ledger.signing.notes import Note
from ...projections.messages import mark, text
from ...projections.messages.errors import error_text
from ..output import print_json, say, say_lines
from .line_input import at_terminal, typed_line


def deal_with_seeds(
    session: TableSession,
    seats: Sequence[Seat],
    *,
    as_json: bool = False,
    sign: Callable[[], Note] | None = None,
) -> tuple[Event, ...] | None:
    """Deal the next round with seeds that the players at these seats may bring.

    All commitments are in the book before a seed is asked for, and their short form is shown: those
    who have noted it, or the checkpoint that ``sign`` makes, see later that no seed was exchanged.
    Returns None if the input ended before: nothing was dealt, and the commitments are recorded as
    given up. ``as_json``: also print what is committed to as lines of JSON. Raises Refused, NotNow,
    Conflict and Unavailable.
    """
    check_may_deal(session.game)
    server, players = random_seed(), session.players
    if as_json:
        print_json({"algorithm": ALGORITHM, "server": commitment_of(server)})
    else:
        say(text("the program commits to its seed: {commitment}", commitment=commitment_of(server)))
    commitments, used = dict[Seat, Hex](), used_commitments(session.events)

    def commitment_or_none(typed: str) -> Hex:
        return read_commitment(typed, used | set(commitments.values())) if typed.strip() else ""

    for seat in seats:
        question = text(
            "commitment of {player} (Enter: the program chooses)> ", player=players[seat]
        )
        typed = _asked(question, commitment_or_none)
        if typed is None:
            return None
        if typed:
            commitments[seat] = typed
    committed = commit(len(players), commitments, server=server)
    session.write([committed.event])
    short = short_form(committed.event.server, committed.event.seats)
    note = None if sign is None else sign()
    if as_json:
        said = {"server": committed.event.server, "seats": committed.event.seats}
        by_program = committed.event.by_program
        print_json({"commitments": said, "by_program": by_program, "shuffle": short})
    else:
        say(text("shuffle {shuffle}: note it before a seed is revealed", shuffle=short))
    if note is not None and as_json:
        print_json({"checkpoint": str(note)})
    elif note is not None:
        say(text("the log up to these commitments, signed; keep it, too:"))
        say_lines(str(note).splitlines())
    seeds, asks = dict[Seat, Hex](), mark("seed of {player} (shuffle {shuffle})> ")
    try:
        for seat, commitment in commitments.items():
            question = text(asks, player=players[seat], shuffle=short)
            typed = _asked(question, partial(read_seed, commitment=commitment))
            if typed is None:
                session.write([ShuffleAborted()])
                return None
            seeds[seat] = typed
    except KeyboardInterrupt:
        session.write([ShuffleAborted()])
        raise
    events = dealt_by(session.game, committed.seeds(seeds), session.leaders_of_deal)
    session.write(events)
    return events


def _asked(question: str, read: Callable[[str], Hex]) -> Hex | None:
    """What is typed, asked for again until it can be read; None at the end of the input."""
    while True:
        typed = typed_line(question if at_terminal() else "")
        if typed is None:
            return None
        try:
            if isinstance(typed, Unreadable):
                raise typed
            return read(typed)
        except (Unreadable, SeedRefused) as error:
            say(error_text(error))
