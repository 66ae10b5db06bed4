"""The grammar of results: a round of which nothing else is known, on one line.

`Ana 35 out`, `B 22 blocked`, `nobody blocked`, `Ana out left Ben 12, Cruz 7`, `Ana 35 out, Ben 10`.
With partners a letter is a side: A the first, B the second. Results are those of a record.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from pydantic import ValidationError

from domain.rules.rule_set import RuleSet
from domain.rules.table import table_for
from domain.seats import Sides, teams_or_sides

from ..registry.names import simplest_form
from .errors import NotationError, Slip
from .header_grammar import read_json
from .lexer import Cursor
from .move_grammar import Json
from .player_names import names_player, read_seat, written_seat
from .vocabulary import ENDINGS, NOBODY

_FIGURE = re.compile(r"[-\N{MINUS SIGN}]?\d{1,10}(?=[\s,#]|$)")
_LETTER = re.compile(r"[A-Za-z](?=[\s,#]|$)")
_LEFT = "left"


def teams_in(record: Json, known: Mapping[str, RuleSet]) -> Sides:
    """The sides, in the order of the record's teams; each player is one if the rules are unusable.

    ``known``: rule sets by id.
    """
    rules, seats = record["rules"], len(record["players"])
    try:
        play = (known[rules] if isinstance(rules, str) else RuleSet.model_validate(rules)).play
        sides = table_for(play, seats).sides
    except (KeyError, ValidationError):
        sides = tuple((seat,) for seat in range(seats))
    return teams_or_sides(sides, record.get("teams"))


class _Who(NamedTuple):
    """A player, or a side named by its letter."""

    team: int
    seat: int | None
    """None for a letter."""


def begins_result(cursor: Cursor, players: Sequence[str], teams: Sides) -> bool:
    """A result is next, and no move: a player or a side, and then no tile with a mark in it."""
    here = Cursor(cursor.text, cursor.line, cursor.at, cursor.end)
    if here.take_word(NOBODY):
        return True
    if names_side(here, players, teams):
        return True
    if not names_player(here, players):
        return False
    _read_who(here, players, teams)
    return here.done or here.match(_FIGURE) is not None or here.word() in {",", _LEFT, *ENDINGS}


def read_result(cursor: Cursor, players: Sequence[str], teams: Sides) -> Json:
    """The rest of the line as the field ``reported`` of a record.

    ``teams``: the sides, in the order of the points. Raises NotationError.
    """
    if cursor.next == "{":
        found: Json = read_json(cursor, dict)
        return found
    noted: dict[str, object] = {}
    scored: dict[_Who, int | None] = {}
    others: dict[_Who, int | None] = {}
    if cursor.take_word(NOBODY):
        noted["winners"] = []
    elif cursor.word() not in {_LEFT, *ENDINGS}:
        scored = _scored(cursor, players, teams)
        noted["winners"] = _winners(scored, teams)
    if how := cursor.take_word(*ENDINGS):
        noted["ended"] = ENDINGS[how]
        seats = [who.seat for who in scored]
        if noted["ended"] == "out" and len(seats) == 1 and seats[0] is not None:
            noted["out"] = seats[0]
        others = _others(cursor, players, teams, scored)
    if any(points is not None for points in (scored | others).values()):
        points = {who.team: points or 0 for who, points in (scored | others).items()}
        noted["points"] = [points.get(team, 0) for team in range(len(teams))]
        if cursor.word() == _LEFT:
            raise cursor.error(Slip("points-and-pips-left"))
    elif cursor.take_word(_LEFT):
        noted["pips"] = _pips(cursor, players, teams, noted.get("out"))
    cursor.finish(Slip("expected-end-of-result"))
    return noted


def _scored(
    cursor: Cursor, players: Sequence[str], teams: Sides, before: Collection[int] = ()
) -> dict[_Who, int | None]:
    """Who won, or scored, with the points, if these are given, besides the sides ``before``."""
    scored: dict[_Who, int | None] = {}
    while not scored or cursor.take(","):
        start = cursor.past_blanks()
        who = _read_who(cursor, players, teams)
        if who.team in {*before, *(each.team for each in scored)}:
            cursor.at = start
            raise cursor.error(Slip("side-given-twice"))
        figure = cursor.match(_FIGURE)
        scored[who] = None if figure is None else _number(figure[0])
    return scored


def _others(
    cursor: Cursor, players: Sequence[str], teams: Sides, winners: Collection[_Who]
) -> dict[_Who, int | None]:
    """Who scored without winning, where points fall in play."""
    if not cursor.take(","):
        return {}
    others = _scored(cursor, players, teams, {who.team for who in winners})
    if None in others.values():
        raise cursor.expected(Slip("expected-points"))
    return others


def _winners(scored: dict[_Who, int | None], teams: Sides) -> list[int]:
    """All seats of the sides that won: those with points, or the only one that is named."""
    won = [who.team for who, points in scored.items() if points is None or points > 0]
    if len(scored) == 1:
        won = [who.team for who in scored]
    return sorted(seat for team in won for seat in teams[team])


def _pips(cursor: Cursor, players: Sequence[str], teams: Sides, out: object) -> list[int]:
    """The pips left in hand: of every player but the one who is out, or of every side."""
    left: dict[_Who, int] = {}
    while not left or not cursor.done:
        cursor.take(",")
        who = _read_who(cursor, players, teams)
        figure = cursor.match(_FIGURE)
        if figure is None:
            raise cursor.expected(Slip("expected-pips"))
        left[who] = _number(figure[0])
    by_seat = {who.seat: pips for who, pips in left.items()}
    if None not in by_seat:
        by_seat.setdefault(out if isinstance(out, int) else None, 0)
        known = [by_seat.get(seat) for seat in range(len(players))]
    else:
        by_team = {who.team: pips for who, pips in left.items()}
        known = [by_team.get(team) for team in range(len(teams))]
    if None in known or not cursor.done:
        raise cursor.expected(Slip("expected-pips-of-all"))
    return [pips for pips in known if pips is not None]


def _read_who(cursor: Cursor, players: Sequence[str], teams: Sides) -> _Who:
    if names_side(cursor, players, teams):
        letter = cursor.match(_LETTER)
        assert letter is not None
        return _Who(ord(letter[0].casefold()) - ord("a"), None)
    start = cursor.past_blanks()
    seat = read_seat(cursor, players)
    if not 0 <= seat < len(players):
        cursor.at = start
        raise cursor.expected(Slip("expected-seat"))
    return _Who(next(team for team, seats in enumerate(teams) if seat in seats), seat)


def names_side(cursor: Cursor, players: Sequence[str], teams: Sides) -> bool:
    """The letter of a side is next, and no player has that name."""
    letter = cursor.looks_like(_LETTER)
    if letter is None or len(teams) == len(players):
        return False
    named = letter[0].casefold() in {simplest_form(name) for name in players}
    return not named and ord(letter[0].casefold()) - ord("a") < len(teams)


def _number(figure: str) -> int:
    return int(figure.replace("\N{MINUS SIGN}", "-"))


# -- writing


def written_result(reported: Json, players: Sequence[str], teams: Sides) -> str:
    """A result as text; as JSON if the grammar has no words for it."""
    noted = {name: value for name, value in reported.items() if value is not None}
    plain = " ".join(_parts(noted, players, teams))
    if _reads_as(plain, players, teams) == noted:
        return plain
    return json.dumps(noted, ensure_ascii=False)


def _parts(noted: Json, players: Sequence[str], teams: Sides) -> Iterator[str]:
    won, out, points = set(noted.get("winners", ())), noted.get("out"), noted.get("points", [])
    scored = {
        team: " ".join(
            (_written_team(team, out, players, teams), *map(str, points[team : team + 1]))
        )
        for team, seats in enumerate(teams)
        if won & set(seats) or any(points[team : team + 1])
    }
    first = {team for team in scored if won & set(teams[team])} if "ended" in noted else {*scored}
    if "winners" in noted:
        yield ", ".join(scored[team] for team in sorted(first)) or NOBODY
    if "ended" in noted:
        yield ", ".join((noted["ended"], *(scored[team] for team in scored if team not in first)))
    if "pips" in noted:
        pips = noted["pips"]
        names = (
            [written_seat(seat, players) for seat in range(len(players))]
            if len(pips) == len(players)
            else [_letter(team) for team in range(len(teams))]
        )
        left = zip(names, pips, strict=False)
        hands = ", ".join(f"{name} {each}" for seat, (name, each) in enumerate(left) if seat != out)
        yield f"{_LEFT} {hands}"


def _written_team(team: int, out: int | None, players: Sequence[str], teams: Sides) -> str:
    if len(teams) == len(players):
        return written_seat(teams[team][0], players)
    return written_seat(out, players) if out in teams[team] and out is not None else _letter(team)


def _letter(team: int) -> str:
    return chr(ord("A") + team)


def _reads_as(text: str, players: Sequence[str], teams: Sides) -> Json | None:
    try:
        return read_result(Cursor(text), players, teams)
    except NotationError:
        return None
