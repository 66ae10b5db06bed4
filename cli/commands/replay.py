"""`domino replay`: shows a game step by step."""

import re
import sys
from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import NamedTuple
from uuid import UUID

import click

from domain.events import Seat
from domain.game.state import Game
from ledger.registry.players import people_names
from projections.messages import text
from projections.messages.acts import Seating, labelled, not_in_game_text
from projections.places import index_of
from projections.replay.frames import Frame
from projections.replay.game_replay import GameReplay, NotInGame, replay_game
from projections.replay.json_format import frame_json

from ..booked_game import Place, given_once, only_round, place_called
from ..club_file import club_here
from ..files import writing
from ..ledger_option import book_at, ledger_option
from ..options import Numbered, json_option, open_option, version_option
from ..output import on_terminal, print_json, say
from ..terminal.pager import paged
from ..terminal.replay import replay_output
from ..text.amendment import amendment_lines
from ..text.replay import header, header_line, plain_seating


class At(NamedTuple):
    """The one step that is asked for: a move of a round, or a step counted from the end."""

    round: int | None = None
    move: int | None = None
    step: int | None = None


_PLACE = re.compile(r"(?:(?P<round>[0-9]{1,9})\.)?(?P<move>[0-9]{1,9})|(?P<step>-[0-9]{1,9})")


def _at(_: click.Context, __: click.Parameter, value: str | None) -> At | None:
    if value is None:
        return None
    read = _PLACE.fullmatch(value.strip())
    if read is None:
        raise click.BadParameter(
            text("{value!r} is not a move such as 12, 2.12 or -1, the last step", value=value)
        )
    if read["step"]:
        return At(step=int(read["step"]))
    round = None if read["round"] is None else index_of(int(read["round"]))
    return At(round, index_of(int(read["move"])))


@click.command()
@click.argument("game", metavar="GAME[/ROUND[.MOVE]]")
@click.option(
    "--at",
    metavar="[ROUND.]MOVE",
    callback=_at,
    help="Show this move alone, from 1; 0 is the deal, -1 the last step.",
)
@click.option("--as", "viewer", metavar="SEAT", help="Show what this seat or player could know.")
@click.option("--round", type=Numbered(), metavar="R", help="Show round R alone, from 1.")
@open_option
@click.option(
    "--svg", metavar="FILE", help="Write a picture, animated if of several steps; -: print."
)
@click.option("--step", is_flag=True, help="Wait for Enter after each step; q quits, b goes back.")
@version_option
@ledger_option
@json_option
@paged
def replay(
    *,
    game: str,
    version: int | None,
    at: At | None,
    viewer: str | None,
    round: int | None,
    open: bool,
    svg: str | None,
    step: bool,
    ledger: str,
    as_json: bool,
) -> None:
    """Show GAME step by step, a round of it, or one move.

    Each step shows the act, the other legal moves, the line of play, the hands and the boneyard,
    why a seat had to pass, and what was irregular. Hidden tiles of a round that is not over are
    shown only with --open. --svg draws the table.
    """
    _check_alone(svg, step=step, as_json=as_json)
    _check(viewer, open=open, step=step, as_json=as_json)
    try:
        with book_at(ledger) as book:
            place = place_called(book, game)
            at = _only_one(place, at)
            within = given_once(place.round, round, None if at is None else at.round)
            shown = replay_game(
                book,
                place.game,
                version=version,
                viewer=viewer,
                round=within,
                open=open,
            )
            names = people_names(book)
        chosen = shown.frames if at is None else (_step_at(shown, at, within),)
    except NotInGame as error:
        raise click.UsageError(not_in_game_text(error)) from None
    if as_json:
        for frame in chosen:
            print_json(frame_json(shown.game.opened.record, frame))
        return
    seating = plain_seating(shown.game, shown.players)
    if svg is not None:
        _draw(svg, shown.game, chosen, seating)
        _mention_hidden(chosen, shown.viewer)
        return
    output = replay_output(seating)
    if step:
        output.step_through(shown.frames, 0 if at is None else chosen[0].number)
    else:
        above = [
            *header(shown.game, seating, shown.viewer),
            *_versions(shown, names, club_here().zone),
        ]
        why = () if at is None else _why(shown, chosen[0])
        output.show(above, chosen, whole=at is not None, why=why)
    _mention_hidden(chosen, shown.viewer)


def _only_one(place: Place, at: At | None) -> At | None:
    """The step alone that is given by the address or the option; UsageError if by both."""
    if place.move is None:
        return at
    if at is not None:
        raise click.UsageError(text("the move is given more than once"))
    return At(move=place.move)


def _step_at(shown: GameReplay, at: At, round: int | None) -> Frame:
    """The step; ``round`` is the one that is given, if any."""
    if at.step is not None:
        return shown.step(at.step)
    assert at.move is not None
    return shown.move(only_round(shown.game) if round is None else round, at.move)


def _why(shown: GameReplay, frame: Frame) -> Sequence[str]:
    """Why the act was legal, if everything that decides it lies open."""
    if frame.move is None or shown.viewer is not None or not frame.view.open:
        return ()
    from projections.explain.act import explain_move  # noqa: PLC0415 - only for a move

    found = explain_move(shown.game, shown.players, frame.round, frame.move, open=True)
    return [labelled("why", each.message) for each in found.steps]


def _check(viewer: str | None, *, open: bool, step: bool, as_json: bool) -> None:
    """Refuse options that contradict each other."""
    if viewer is not None and open:
        raise click.UsageError(text("--as shows what a seat could know, --open what it could not"))
    if step and as_json:
        raise click.UsageError(text("--step is for people, --json for programs"))
    if step and not (on_terminal() and sys.stdin.isatty()):
        raise click.UsageError(text("--step needs a terminal"))


def _check_alone(svg: str | None, *, step: bool, as_json: bool) -> None:
    """Refuse a picture with another form of output."""
    if svg is not None and step:
        raise click.UsageError(text("--step shows on a terminal, --svg writes a picture"))
    if svg is not None and as_json:
        raise click.UsageError(text("--json is for programs, --svg writes a picture"))


def _draw(file: str, game: Game, steps: Sequence[Frame], seating: Seating) -> None:
    if not steps:
        raise click.UsageError(text("there is nothing to draw: no round has been dealt"))
    from projections.drawing.svg import picture  # noqa: PLC0415 - imports the placement

    made = picture(game, steps, seating).encode()
    with writing(file) as out:
        out.write(made)


def _versions(shown: GameReplay, names: dict[UUID, str], zone: tzinfo | None) -> Iterator[str]:
    """The version shown and every amendment; nothing if the game was never amended."""
    if not shown.amendments:
        return
    newest = len(shown.amendments) + 1
    of_newest = text("{version} of {newest}", version=shown.version, newest=newest)
    yield header_line("version", of_newest)
    yield from (
        header_line("amended", line) for line in amendment_lines(shown.amendments, names, zone)
    )


def _mention_hidden(shown: Sequence[Frame], viewer: Seat | None) -> None:
    for frame in shown:
        if frame.kind == "stop" and viewer is None and not frame.view.open:
            say(
                text(
                    "round {round} is not over: its hidden tiles are shown with --open",
                    round=frame.round,
                )
            )
