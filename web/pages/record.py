"""The scribe's page: a game is written down on a phone, by results or move by move.

Each entry is a form with the version of the game that it was made for. Without a script the answer
is the page again. The script sends the same forms, in order, each with a key of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Annotated, Any, get_args
from urllib.parse import quote

from fastapi import APIRouter, Form, Query, Request
from starlette.responses import RedirectResponse, Response

from ...domain.events import BonusName, TileLaid
from ...domain.game.next_lead import redeal_is_open, redeal_is_possible
from ...domain.game.noted_result import needs_pips_by_seat, usual_figures, won_by_figures
from ...domain.game.state import Game
from ...domain.round.state import unlaid
from ...domain.rules.payout import Stake
from ...domain.scoring.bonuses import has_bonus
from ...domain.tiles import NAMES, bit, tiles_of
from ...ledger.errors import Conflict, LedgerError
from ...ledger.live.session import may_be_followed, numbered
from ...ledger.records.export import report_fields
from ...ledger.records.format import Reported
from ...ledger.records.parsing import valid
from ...ledger.registry.rule_sets import rules_called
from ...ledger.transcript.given import result_of
from ...projections.drawing.shapes import faces, upright_tile
from ...projections.messages.acts import seating_of
from ...projections.messages.bonuses import bonus_text
from ...projections.messages.errors import error_text
from ...projections.replay.choices import choices, may_lead, moves_since_breach
from ...projections.replay.news import knows_hands, newest_step
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.games import listed_games
from ...table import Move, Refusal, State, Table
from ..access import VisitorAsked, note_opened
from ..asked import BookAsked, FormText, FormTexts, KeyAsked
from ..rendering import page, qr_code
from ..shown_table import shown_table
from ..tables import Answered, Tables, TablesAsked, changed_meanwhile, refused
from ..taps import by_tile, choice_of, move_tapped

routes = APIRouter()
_MOST_SEATS = 10
_SEATS_SHOWN = 4
_UNFINISHED = 8
"""The games listed to go on with."""
_NO_CURRENCY = "XXX"


# -- Choosing


@routes.get("/record", name="record")
def choose(request: Request, book: BookAsked, tables: TablesAsked) -> Response:
    """Rules and players of a new game; and the games that are not over."""
    return _choosing(request, book, tables)


@routes.post("/record", name="record.begin")
def begin(
    request: Request,
    visitor: VisitorAsked,
    book: BookAsked,
    tables: TablesAsked,
    rules: FormText,
    player: FormTexts,
    name: FormText = "",
    currency: FormText = "",
    minor: FormText = "",
) -> Response:
    """Open the game."""
    players = [each.strip() for each in player if each.strip()]
    try:
        chosen = rules_called(book.rule_sets(), rules)
        stake = None
        if chosen.payout is not None and minor:
            fields = {"currency": currency.strip().upper() or _NO_CURRENCY}
            stake = valid(Stake, fields | {"minor_per_pip": _figure(minor)})
        table = tables.open(name.strip() or tables.new_name(), chosen, players, stake=stake)
    except LedgerError as error:
        typed = {"rules": rules, "player": player, "currency": currency, "minor": minor}
        return _choosing(request, book, tables, error_text(error), typed)
    note_opened(request, visitor, table.id)
    return RedirectResponse(_record_url(table.name), HTTPStatus.SEE_OTHER)


def _choosing(
    request: Request,
    book: BookAsked,
    tables: Tables,
    refused: str = "",
    typed: Mapping[str, Any] | None = None,
) -> Response:
    club = request.app.state.settings.club
    rule_sets = book.rule_sets()
    stake = club.stake_a_pip
    usual: dict[str, Any] = {
        "rules": club.rules or next(iter(rule_sets)),
        "player": list(club.players),
        "currency": "" if stake is None else stake.currency,
        "minor": "" if stake is None else str(stake.minor_per_pip),
    }
    chosen = usual if typed is None else {**usual, **typed}
    first = [chosen["rules"]] if chosen["rules"] in rule_sets else []
    known = [
        *club.players,
        *sorted(set(book.player_names().values()) - {*club.players}),
    ]
    with book.reading() as connection:
        running = GameFilter(state="in progress")
        games = list(
            listed_games(book.ledger, connection, running, limit=_UNFINISHED, newest_first=True)
        )
    return page(
        request,
        "record_new.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK,
        at=None if refused else "/record",
        refused=refused,
        name=tables.new_name(),
        rule_sets=[rule_sets[id] for id in dict.fromkeys([*first, *rule_sets])],
        chosen=chosen,
        seats=[*chosen["player"], *[""] * _MOST_SEATS][:_MOST_SEATS],
        seats_shown=max(_SEATS_SHOWN, len([each for each in chosen["player"] if each])),
        known=known[:200],
        for_money=[id for id, each in rule_sets.items() if each.payout is not None],
        games=[(each.overview.record, each.players) for each in games],
    )


# -- Writing


@dataclass(frozen=True, slots=True)
class Entry:
    """What was tapped: the fields of one of the forms."""

    do: str
    version: int
    next: str = ""
    """The name of the next game, if this one is over."""
    won: str = ""
    ended: str = ""
    figures: str = ""
    figure: tuple[str, ...] = ()
    round: int = 0
    act: str = ""
    leader: str = ""
    as_played: bool = False
    times: int = 1
    bonus: tuple[str, ...] = ()


class Incomplete(Exception):
    """A form lacks figures."""


@routes.get("/record/{game:path}", name="record.game")
def write(
    request: Request,
    book: BookAsked,
    tables: TablesAsked,
    game: str,
    edit: Annotated[int | None, Query(ge=0)] = None,
    figures: str | None = None,
) -> Response:
    """The page on which the game is written down."""
    return _page(request, book, tables, tables.at(game), edit=edit, figures=figures)


@routes.post("/record/{game:path}", name="record.take")
def take(
    request: Request,
    visitor: VisitorAsked,
    book: BookAsked,
    tables: TablesAsked,
    game: str,
    do: FormText,
    version: Annotated[int, Form(ge=0)],
    next: FormText = "",
    won: FormText = "",
    ended: FormText = "",
    figures: FormText = "",
    figure: FormTexts = [],  # noqa: B006 - FastAPI copies it
    round: Annotated[int, Form(ge=0)] = 0,
    act: FormText = "",
    leader: FormText = "",
    as_played: Annotated[bool, Form()] = False,
    times: Annotated[int, Form(ge=1, le=1000)] = 1,
    bonus: FormTexts = [],  # noqa: B006 - as above
    key: KeyAsked = None,
) -> Response:
    """Take an entry. To the script the answer is the page; else the page is asked for again."""
    entry = Entry(
        *(do, version, next, won, ended, figures, tuple(figure), round),
        *(act, leader, as_played, times, tuple(bonus)),
    )
    try:
        answered = _done(tables, game, entry, None if key is None else f"{key} {entry}")
    except Incomplete:
        return _page(request, book, tables, tables.at(game), incomplete=True, entry=entry)
    outcome, table = answered
    if entry.next:
        note_opened(request, visitor, table.id)
    if isinstance(outcome, State) and key is None:
        return RedirectResponse(_record_url(table.name), HTTPStatus.SEE_OTHER)
    edit = round if do == "edit" and not isinstance(outcome, State) else None
    return _page(
        request, book, tables, tables.at(table.name), outcome=outcome, entry=entry, edit=edit
    )


def _done(tables: Tables, game: str, entry: Entry, key: str | None) -> Answered:
    """What becomes of an entry. Raises Incomplete."""
    table = tables.at(game)
    change = _change(tables, table, entry)
    if entry.next and entry.do in {"result", "deal", "next"}:
        # The version is that of the game before; the next one has nothing in it yet.
        return tables.go_on(game, entry.next, change, key=key)
    before = table.game.opened.after
    if entry.do == "undo" and table.game.current is None and before is not None:
        return tables.change(before, partial(_undo_before, entry.times), key=key)
    return tables.change(game, change, key=key)


def _undo_before(times: int, earlier: Table) -> State | Refusal:
    """Take back what ended the game before, once: then it is not over any more."""
    if not may_be_followed(earlier.game):
        raise changed_meanwhile(earlier)
    return earlier.undo(times)


def _change(tables: Tables, table: Table, entry: Entry) -> Callable[[Table], State | Refusal]:
    """What an entry does to a table. Raises Incomplete."""
    version = None if entry.next else entry.version
    match entry.do:
        case "result" | "edit":
            given = _result(table, entry) | {"as_played": entry.as_played, "version": version}
            if entry.do == "edit":
                return lambda now: now.correct_result(entry.round, **given)
            return lambda now: now.note_result(**given)
        case "deal":
            leader = int(entry.leader) if entry.leader.isdecimal() else None
            seats = len(table.players)
            return lambda now: now.deal([None] * seats, leader=leader, version=version)
        case "act":
            move = _move(entry.act)
            return lambda now: now.play(move, as_played=entry.as_played, version=version)
        case "line":
            line = f"! {entry.act}" if entry.as_played else entry.act
            return lambda now: tables.take(now, line, version)
        case "redeal":
            return lambda now: now.redeal(version=version)
        case "blocked":
            return lambda now: now.call_blocked(as_played=entry.as_played, version=version)
        case "pips":
            pips = _figures(entry.figure, len(table.players))
            return lambda now: now.note_pips(pips, version=version)
        case "undo":
            return lambda now: now.undo(entry.times, version=version)
        case "next":
            return lambda now: now.state
        case _:
            raise Incomplete


def _result(table: Table, entry: Entry) -> dict[str, Any]:
    """The result that the form gives. Raises Incomplete."""
    teams = table.teams
    side = int(entry.won) if entry.won.isdecimal() and int(entry.won) < len(teams) else None
    winners = [] if side is None else list(teams[side])
    given: dict[str, Any] = {
        "winners": winners,
        "ended": entry.ended or None,
        "bonuses": _bonuses(table, entry),
    }
    out = winners[0] if len(winners) == 1 and entry.ended == "out" else None
    typed = _figures(entry.figure, len(entry.figure))
    if entry.figures == "points":
        return given | {"out": out, "points": [each or 0 for each in typed]}
    # Who went out alone has nothing left.
    of = side if len(typed) == len(teams) else out
    known = [
        0 if each is None and out is not None and at == of else each
        for at, each in enumerate(typed)
    ]
    if not any(known):
        return given | {"out": out}  # The rules say whether pips are needed.
    if None in known:
        raise Incomplete
    given |= {"out": out, "pips": known}
    game = table.game
    result = result_of(valid(Reported, given), game.table, game.opened.teams)
    tied = won_by_figures(game.table, game.opened.rules.score, result)
    return given | {"winners": None} if tied else given


def _bonuses(table: Table, entry: Entry) -> list[dict[str, Any]]:
    """The bonuses that are ticked. Of those that were noted before, who earned them is kept."""
    before = _fields_noted(table.game, entry.round) if entry.do == "edit" else {}
    kept = [each for each in before.get("bonuses", ()) if each["name"] in entry.bonus]
    known = {each["name"] for each in kept}
    return [*kept, *({"name": name} for name in entry.bonus if name not in known)]


def _fields_noted(game: Game, number: int) -> dict[str, Any]:
    """The result of this round as a record has it; empty if there is none."""
    report = None if number >= game.dealt else game.rounds[number].report
    return {} if report is None else report_fields(game.opened, report)


def _as_noted(table: Table, number: int) -> Entry | None:
    """The form for a result, as it would have been filled in; None if the round has none."""
    fields = _fields_noted(table.game, number)
    if not fields:
        return None
    side = next((at for at, of in enumerate(table.teams) if {*of} & {*fields["winners"]}), None)
    figures = fields.get("points") or fields.get("pips") or ()
    return Entry(
        "edit",
        table.version,
        won="nobody" if side is None else str(side),
        ended=fields.get("ended", ""),
        figures="points" if fields.get("points") else "pips",
        figure=tuple(map(str, figures)),
        bonus=tuple(dict.fromkeys(each["name"] for each in fields.get("bonuses", ()))),
    )


def _move(typed: str) -> Move:
    """The move of a button. Raises Incomplete."""
    try:
        return move_tapped(typed)
    except ValueError:
        raise Incomplete from None


def _figures(typed: tuple[str, ...], least: int) -> list[int | None]:
    """The figures typed; None where nothing was."""
    found = [_figure(each) for each in typed]
    return [*found, *[None] * (least - len(found))]


def _figure(typed: str) -> int | None:
    """Raises Incomplete if it is no figure."""
    typed = typed.strip()
    if not typed:
        return None
    sign = typed.removeprefix("-")
    if not (sign.isdecimal() and len(sign) < 10):
        raise Incomplete
    return int(typed)


# -- Showing


def _page(
    request: Request,
    book: BookAsked,
    tables: Tables,
    table: Table,
    *,
    outcome: State | Refusal | Conflict | None = None,
    entry: Entry | None = None,
    edit: int | None = None,
    figures: str | None = None,
    incomplete: bool = False,
) -> Response:
    said, status = refused(outcome)
    if incomplete and outcome is None:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(outcome, State):
        entry = None
    if edit is not None and entry is None:
        entry = _as_noted(table, edit)
    shown = shown_table(book, table, None)
    game = table.game
    stem, number = numbered(game.opened)
    return page(
        request,
        "record.html",
        status=status,
        at=None if said or incomplete or edit is not None or figures else _record_url(table.name),
        url=_record_url(table.name),
        stem=stem,
        number=number,
        next=f"{stem}-{number + 1}",
        went_on=tables.after(table) if game.over else None,
        undoable=game.current is not None or game.opened.after is not None,
        edit=edit,
        refused=said,
        back=moves_since_breach(game, outcome.params) if isinstance(outcome, Refusal) else 0,
        incomplete=incomplete,
        conflict=isinstance(outcome, Conflict),
        entry=entry,
        faces=faces(),
        **_results(table, figures or (entry.figures if entry else "")),
        **_moves(game, table.players),
        **_following(request, table.name),
        **shown,
    )


def _results(table: Table, figures: str) -> dict[str, Any]:
    """The forms for a result. ``figures``: which are asked for; empty: those that are usual."""
    game, rules = table.game, table.rules
    seating = seating_of(game, table.players)
    asks = figures or usual_figures(rules)
    sides = [seating.all_of(seats) for seats in seating.teams]
    by_seat = asks == "pips" and needs_pips_by_seat(rules.score)
    step = newest_step(game, None)
    played = step.result if step is not None and step.kind == "end" else None
    if played is not None and played.report is not None:
        played = None  # Nothing but the result is known.
    return {
        "sides": sides,
        "by_side": list(seating.names) if by_seat else sides,
        "asks": asks,
        "bonuses": [
            (name, bonus_text(name)) for name in get_args(BonusName) if has_bonus(rules.score, name)
        ],
        "counted": rules.score.points != "none",
        "one_round": rules.score.one_round,
        "waits": game.played_out and not game.over and game.running is None,
        "ended_played": played is not None,
        "pips": [
            (NAMES[tile], upright_tile(tile), game.table.pips_left(bit(tile)))
            for tile in tiles_of(game.table.tiles)
        ],
    }


def _moves(game: Game, names: Sequence[str]) -> dict[str, Any]:
    """What can be tapped of a round that is played; or who may lead the next one."""
    found, round = choices(game), game.running
    likely = () if found is None else tuple(m for m in found.moves if m not in found.breaches)
    unplayed = () if round is None else reversed(tiles_of(unlaid(round)))
    return {
        "table": game.table,
        "may_redeal": redeal_is_open(game) if knows_hands(game) else redeal_is_possible(game),
        "lays": by_tile([move for move in likely if isinstance(move, TileLaid)], names),
        "breaches": by_tile(() if found is None else found.breaches, names),
        "others": [choice_of(move, names) for move in likely if not isinstance(move, TileLaid)],
        "unlaid": [(NAMES[tile], upright_tile(tile)) for tile in unplayed],
        "leaders": sorted(may_lead(game)) if round is None else [],
    }


def _following(request: Request, name: str) -> dict[str, Any]:
    """The address of the page of those who follow."""
    address = f"{str(request.base_url).rstrip('/')}/follow/{quote(name)}"
    return {"following": address, "code": qr_code(address, 5)}


def _record_url(name: str) -> str:
    return f"/record/{quote(name)}"
