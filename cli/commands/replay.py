"""`domino replay`: shows a game step by step."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

import click

from ...domain.game.state import Game
from ...ledger.registry.players import people_names
from ...ledger.registry.stored_names import shown_name
from ...projections.messages import mark, text
from ...projections.messages.acts import Seating
from ...projections.messages.steps import labelled, not_in_game_text
from ...projections.messages.times import amendment_text
from ...projections.places import index_of
from ...projections.replay.frames import Frame
from ...projections.replay.game_replay import GameReplay, NotInGame, replay_game
from .. import options
from ..booked_game import given_once, only_round, place_called
from ..club_file import zone_here
from ..declaring import Numbered, argument, bad_value, command, option, usage_error
from ..files import writing
from ..output import on_terminal, print_jsons, say
from ..terminal.line_input import at_terminal
from ..terminal.replay import replay_output, require_whole_terminal, whole_terminal
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
        raise bad_value(
            "{value!r} is not a move such as 12, 2.12 or -1, the last step", value=value
        )
    if read["step"]:
        return At(step=int(read["step"]))
    round = None if read["round"] is None else index_of(int(read["round"]))
    return At(round, index_of(int(read["move"])))


@command(paged=True)
def replay(
    game: str = argument(metavar="GAME[/ROUND[.MOVE]]"),
    at: At | None = option(
        "Show this move alone, from 1; 0 is the deal, -1 the last step.",
        metavar="[ROUND.]MOVE",
        callback=_at,
    ),
    viewer: str | None = option("Show what this seat or player could know.", "--as SEAT"),
    round: int | None = option("Show round R alone, from 1.", type=Numbered(), metavar="R"),
    open: bool = options.open_hands,
    svg: str | None = option(
        "Write a picture, animated if of several steps; -: print.", metavar="FILE"
    ),
    step: bool = option("Wait for Enter after each step; q quits, b goes back."),
    tui: bool = option("Step through the game on a whole terminal, by the keys of the pages."),
    version: int | None = options.version,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> None:
    """Show GAME step by step, a round of it, or one move.

    Each step shows the act, the other legal moves, the line of play, the hands and the boneyard,
    why a seat had to pass, and what was irregular. Hidden tiles of a round that is not over are
    shown only with --open. --svg draws the table.
    """
    if viewer is not None and open:
        raise usage_error("--as shows what a seat could know, --open what it could not")
    _check_form(svg, step, tui, as_json)
    try:
        with ledger.open() as book:
            place = place_called(book, game)
            if place.move is not None and at is not None:
                raise usage_error("the move is given more than once")
            at = at if place.move is None else At(move=place.move)
            within = given_once(place.round, round, None if at is None else at.round)
            shown = replay_game(
                *(book, place.game), version=version, viewer=viewer, round=within, open=open
            )
            names = people_names(book)
        chosen = shown.frames if at is None else (_step_at(shown, at, within),)
    except NotInGame as error:
        raise click.UsageError(not_in_game_text(error)) from None
    if as_json:
        from ...projections.replay.json_format import frame_json  # noqa: PLC0415 - only for JSON

        print_jsons(frame_json(shown.game.opened.record, frame) for frame in chosen)
        return
    seating = plain_seating(shown.game, shown.players)
    if svg is not None:
        _draw(svg, shown.game, chosen, seating)
    elif tui:
        _show_whole(shown, seating, chosen[0] if at is not None else None)
    elif step:
        replay_output(seating).step_through(shown.frames, 0 if at is None else chosen[0].number)
    else:
        above = [*header(shown.game, seating, shown.viewer), *_versions(shown, names)]
        why = () if at is None else _why(shown, chosen[0])
        replay_output(seating).show(above, chosen, whole=at is not None, why=why)
    for frame in chosen:
        if frame.kind == "stop" and shown.viewer is None and not frame.view.open:
            hidden = mark("round {round} is not over: its hidden tiles are shown with --open")
            say(text(hidden, round=frame.round))


def _check_form(svg: str | None, step: bool, tui: bool, as_json: bool) -> None:
    """Raise UsageError if these forms exclude each other, or need a terminal."""
    if svg is not None and step:
        raise usage_error("--step shows on a terminal, --svg writes a picture")
    if svg is not None and as_json:
        raise usage_error("--json is for programs, --svg writes a picture")
    if step and as_json:
        raise usage_error("--step is for people, --json for programs")
    if tui and (step or svg is not None or as_json):
        raise usage_error("--tui excludes --step, --svg and --json")
    if step and not (on_terminal() and at_terminal()):
        raise usage_error("--step needs a terminal")
    if tui:
        require_whole_terminal()


def _step_at(shown: GameReplay, at: At, round: int | None) -> Frame:
    """The step; ``round`` is the one that is given, if any."""
    if at.step is not None:
        return shown.step(at.step)
    assert at.move is not None
    return shown.move(only_round(shown.game) if round is None else round, at.move)


def _show_whole(shown: GameReplay, seating: Seating, first: Frame | None) -> None:
    """Step through the game on a whole terminal."""
    if not shown.frames:
        raise usage_error("there is nothing to show: no round has been dealt")
    with whole_terminal():
        from ..terminal.whole_replay import Replay  # noqa: PLC0415 - needs an extra

    head = shown.game.opened.record
    Replay(head, shown.frames, seating, 0 if first is None else first.number).run()


def _why(shown: GameReplay, frame: Frame) -> Sequence[str]:
    """Why the act was legal, if everything that decides it lies open."""
    if frame.move is None or shown.viewer is not None or not frame.view.open:
        return ()
    from ...projections.explain.act import explain_move  # noqa: PLC0415 - only for a move

    found = explain_move(shown.game, shown.players, frame.round, frame.move, open=True)
    return [labelled("why", each.message) for each in found.steps]


def _draw(file: str, game: Game, steps: Sequence[Frame], seating: Seating) -> None:
    if not steps:
        raise usage_error("there is nothing to draw: no round has been dealt")
    from ...projections.drawing.svg import picture  # noqa: PLC0415 - imports the placement

    made = picture(game, steps, seating).encode()
    with writing(file) as out:
        out.write(made)


def _versions(shown: GameReplay, names: dict[UUID, str]) -> Iterator[str]:
    """The version shown and every amendment; nothing if the game was never amended."""
    if shown.amendments:
        newest = len(shown.amendments) + 1
        of_newest = text("{version} of {newest}", version=shown.version, newest=newest)
        yield header_line("version", of_newest)
    for each in shown.amendments:
        by = None if each.by is None else shown_name(names, each.by)
        yield header_line("amended", amendment_text(each, by, zone_here()))
