"""`domino replay`: shows a game step by step."""

import sys
from collections.abc import Iterator, Sequence
from uuid import UUID

import click

from domain.events import Seat
from ledger.records.versions import UnknownVersion
from ledger.registry.players import people_names
from projections.messages import text
from projections.messages.acts import not_in_game_text
from projections.messages.errors import error_text
from projections.replay.frames import Frame
from projections.replay.game_replay import GameReplay, NotInGame, replay_game
from projections.replay.json_format import frame_json

from ..booked_game import game_called
from ..ledger_option import book_at, ledger_option
from ..options import WholeNumber, json_option, open_option, version_option
from ..output import on_terminal, print_json, say
from ..terminal.pager import paged
from ..terminal.replay import replay_output
from ..text.amendment import amendment_lines
from ..text.replay import header, header_line, plain_seating


@click.command()
@click.argument("game")
@click.option("--at", type=WholeNumber(), metavar="N", help="Show step N alone; -1 is the last.")
@click.option("--as", "viewer", metavar="SEAT", help="Show what this seat or player could know.")
@click.option("--round", type=WholeNumber(), metavar="R", help="Show round R alone, from 0.")
@open_option
@click.option("--step", is_flag=True, help="Wait for Enter after each step; q quits, b goes back.")
@version_option
@ledger_option
@json_option
@paged
def replay(
    *,
    game: str,
    version: int | None,
    at: int | None,
    viewer: str | None,
    round: int | None,
    open: bool,
    step: bool,
    ledger: str,
    as_json: bool,
) -> None:
    """Show GAME step by step.

    Each step shows the act, the other legal moves, the line of play, the hands and the boneyard,
    why a seat had to pass, and what was irregular. Hidden tiles of a round that is not over are
    shown only with --open.
    """
    _check(viewer, open=open, step=step, as_json=as_json)
    try:
        with book_at(ledger) as book:
            shown = replay_game(
                book,
                game_called(book, game),
                version=version,
                viewer=viewer,
                round=round,
                open=open,
            )
            names = people_names(book)
        chosen = shown.frames if at is None else (shown.step(at),)
    except NotInGame as error:
        raise click.UsageError(not_in_game_text(error)) from None
    except UnknownVersion as error:
        raise click.UsageError(error_text(error)) from None
    if as_json:
        for frame in chosen:
            print_json(frame_json(shown.game.opened.record, frame))
        return
    seating = plain_seating(shown.game, shown.players)
    output = replay_output(seating, shown.game.table.play.highest_pip)
    if step:
        output.step_through(shown.frames, 0 if at is None else chosen[0].number)
    else:
        above = [*header(shown.game, seating, shown.viewer), *_versions(shown, names)]
        output.show(above, chosen, whole=at is not None)
    _mention_hidden(chosen, shown.viewer)


def _check(viewer: str | None, *, open: bool, step: bool, as_json: bool) -> None:
    """Refuse options that contradict each other."""
    if viewer is not None and open:
        raise click.UsageError(text("--as shows what a seat could know, --open what it could not"))
    if step and as_json:
        raise click.UsageError(text("--step is for people, --json for programs"))
    if step and not (on_terminal() and sys.stdin.isatty()):
        raise click.UsageError(text("--step needs a terminal"))


def _versions(shown: GameReplay, names: dict[UUID, str]) -> Iterator[str]:
    """The version shown and every amendment; nothing if the game was never amended."""
    if not shown.amendments:
        return
    newest = len(shown.amendments) + 1
    of_newest = text("{version} of {newest}", version=shown.version, newest=newest)
    yield header_line("version", of_newest)
    yield from (header_line("amended", line) for line in amendment_lines(shown.amendments, names))


def _mention_hidden(shown: Sequence[Frame], viewer: Seat | None) -> None:
    for frame in shown:
        if frame.kind == "stop" and viewer is None and not frame.view.open:
            say(
                text(
                    "round {round} is not over: its hidden tiles are shown with --open",
                    round=frame.round,
                )
            )
