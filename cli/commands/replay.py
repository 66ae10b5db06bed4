"""`domino replay`: a game move by move."""

import sys
from collections.abc import Iterator, Sequence
from uuid import UUID

import click

from domain.events import Seat
from domain.words import no_such
from ledger.records.versions import amendments_in
from ledger.registry.players import all_names, shown_name
from ledger.store.stream import Stream
from projections.replay.frames import Frame, frames
from projections.replay.json_format import frame_json

from ..ledger_option import book_at, ledger_option
from ..number_types import WholeNumber
from ..output import json_option, on_terminal, print_json, say
from ..terminal.stage import stage
from ..text.replay import cast_of, header
from ..version_option import amended, asked_for, version_option


@click.command()
@click.argument("game")
@click.option("--at", type=WholeNumber(), metavar="N", help="Show step N alone; -1 is the last.")
@click.option("--as", "who", metavar="SEAT", help="Show what this seat or player could know.")
@click.option(
    "--round", "only", type=WholeNumber(), metavar="R", help="Show round R alone, from 0."
)
@click.option("--open", "open_", is_flag=True, help="Show hidden tiles of rounds not over, too.")
@click.option("--step", is_flag=True, help="Wait for Enter after each step; q quits, b goes back.")
@version_option
@ledger_option
@json_option
def replay(
    *,
    game: str,
    version: int | None,
    at: int | None,
    who: str | None,
    only: int | None,
    open_: bool,
    step: bool,
    ledger: str,
    as_json: bool,
) -> None:
    """Show GAME move by move.

    For each step: what was done, what else could have been, the line of play, the hands and the
    boneyard; why a seat had to pass; what was irregular. Hidden tiles of a round that is not over
    are shown with --open alone.
    """
    _check(who, open_=open_, step=step, as_json=as_json)
    with book_at(ledger) as book:
        stream = book.stream(book.find(game))
        played = asked_for(stream, version).game
        names = all_names(book)
    players = played.opened.players
    viewer = None if who is None else _seat(who, players, names)
    if only is not None and only not in range(len(played.rounds)):
        said = no_such("round", only, len(played.rounds))
        raise click.UsageError(f"{played.opened.record}: {said}")
    shown = frames(played, viewer, open=open_, only=only)
    first = 0 if at is None else _place(at, shown)
    chosen = shown if at is None else shown[first : first + 1]
    if as_json:
        for frame in chosen:
            print_json(frame_json(played.opened.record, frame))
        return
    cast = cast_of(played, (shown_name(names, player) for player in players))
    seen_on = stage(cast, played.table.play.highest_pip)
    if step:
        seen_on.step_through(shown, first)
    else:
        above = [*header(played, cast, viewer), *_versions(stream, version, names)]
        seen_on.show(above, chosen, whole=at is not None)
    _mention_hidden(chosen, viewer)


def _check(who: str | None, *, open_: bool, step: bool, as_json: bool) -> None:
    """Refuse options that contradict each other."""
    if who is not None and open_:
        raise click.UsageError("--as shows what a seat could know, --open what it could not")
    if step and as_json:
        raise click.UsageError("--step is for people, --json for programs")
    if step and not (on_terminal() and sys.stdin.isatty()):
        raise click.UsageError("--step needs a terminal")


def _seat(who: str, players: Sequence[UUID], names: dict[UUID, str]) -> Seat:
    """The seat of that number or player; a number is a seat before it is a name."""
    if who.isdecimal() and int(who) < len(players):
        return int(who)
    for seat, player in enumerate(players):
        if who in (shown_name(names, player), str(player)):
            return seat
    raise click.UsageError(f"there is no seat {who!r} in this game, and no player of that name")


def _place(at: int, shown: tuple[Frame, ...]) -> int:
    """The place of a step counted from the beginning, or from the end."""
    if not -len(shown) <= at < len(shown):
        raise click.UsageError(f"there is no step {at}: the steps are 0 to {len(shown) - 1}")
    return at % len(shown)


def _versions(stream: Stream, shown: int | None, names: dict[UUID, str]) -> Iterator[str]:
    """Nothing of a game that was never amended."""
    lines = list(amended(amendments_in(stream), names))
    if lines:
        yield f"version  {shown or len(lines) + 1} of {len(lines) + 1}"
        yield from (f"amended  {line}" for line in lines)


def _mention_hidden(shown: Sequence[Frame], viewer: Seat | None) -> None:
    for frame in shown:
        if frame.kind == "stop" and viewer is None and not frame.view.open:
            say(f"round {frame.round} is not over: its hidden tiles are shown with --open")
