"""The grammar of results: a round of which nothing else is known, on one line.

`Ana 35 out`, `B 22 blocked`, `nobody blocked`, `Ana out left Ben 12, Cruz 7`, `Ana 35 out, Ben 10`.
With partners a letter is a side: A the first, B the second; `side B` is one where `B` might be a
player. Where sides write down their own hands, points are what each side got, and the fewest win.
Bonuses stand after the ending: `A 231 out capicua`. Results are those of a record.
"""

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from pydantic import ValidationError

from ...domain.events import OF_GOING_OUT
from ...domain.rules.rule_set import RuleSet
from ...domain.rules.table import Table, table_for
from ...domain.seats import Sides, teams_or_sides
from ..names import simplest_form
from ..registry.rule_sets import UnknownRules, rules_called
from .errors import NotationError
from .lexer import Cursor
from .move_grammar import Json
from .player_names import names_player, read_seat_of_game, seats_beginning, written_seat
from .vocabulary import BONUSES, ENDED, ENDINGS, ENGLISH, Lexicon

_OF_GOING_OUT = tuple(term for term, name in BONUSES.items() if name in OF_GOING_OUT)
_FIGURE = re.compile(r"-?\d{1,10}(?=[\s,#]|$)")
_LETTER = re.compile(r"[A-Za-z](?=[\s,#]|$)")


class Counting(NamedTuple):
    """How the points of a game are written down."""

    teams: Sides
    """The sides, in the order of the points."""
    own_hands: bool = False
    """Each side writes down its own hands, and the fewest points win the round."""
    others_score: bool = False
    """Sides that did not win may score, too, so points do not show who won."""
    ties_out: bool = False
    """The lowest hand wins, so a hand of nothing but 0-0 ties with the player who is out."""

    def team_of(self, seat: int) -> int:
        return next(team for team, seats in enumerate(self.teams) if seat in seats)


def counting_of(rules: RuleSet, sides: Sides, teams: Sides | None) -> Counting:
    """How points are written down by these rules, for the sides of the table or these teams."""
    score = rules.score
    return Counting(
        teams_or_sides(sides, teams),
        own_hands=score.points == "own-hand",
        others_score=score.others_score,
        ties_out=score.out_winner == "lowest-hand",
    )


def rules_in(record: Json, known: Mapping[str, RuleSet]) -> tuple[RuleSet, Table] | None:
    """The rules of a record, out of ``known``, and its table; None if unknown, or for others."""
    named = record["rules"]
    with suppress(UnknownRules, ValidationError, KeyError):
        by_id = isinstance(named, str)
        rules = rules_called(known, named) if by_id else RuleSet.model_validate(named)
        return rules, table_for(rules.play, len(record["players"]))
    return None


def counting_in(record: Json, known: Mapping[str, RuleSet]) -> Counting:
    """How points are written down in a record; each player is a side if the rules are unusable."""
    usable, teams = rules_in(record, known), record.get("teams")
    if usable is None:
        alone = tuple((seat,) for seat in range(len(record["players"])))
        return Counting(teams_or_sides(alone, teams))
    rules, table = usable
    return counting_of(rules, table.sides, teams)


class _Who(NamedTuple):
    """A player, or a side named by its letter."""

    team: int
    seat: int | None
    """None for a side."""


def begins_result(cursor: Cursor, counting: Counting) -> bool:
    """A result is next, and no move: a player or a side, and then no tile with a mark in it."""
    here = cursor.copy()
    if here.take_word("nobody") or names_side(here, counting):
        return True
    if not names_player(here):
        return False
    _read_who(here, counting)
    if here.done or here.match(_FIGURE) is not None:
        return True
    return here.word("left", *ENDINGS, *BONUSES) is not None or here.next == ","


def read_result(cursor: Cursor, counting: Counting) -> Json:
    """The rest of the line as the field ``reported`` of a record; raises NotationError."""
    if cursor.next == "{":
        found: Json = cursor.json(dict)
        return found
    noted: Json = {}
    scored: dict[_Who, int | None] = {}
    others: dict[_Who, int | None] = {}
    if cursor.take_word("nobody"):
        noted["winners"] = []
    elif not cursor.word("left", *ENDINGS):
        scored = _scored(cursor, counting)
        ended = cursor.word(*ENDINGS, *_OF_GOING_OUT) is not None
        winners = _winners(scored, counting, ended=ended)
        if winners is not None:
            noted["winners"] = winners
    noted |= _ending(cursor)
    if "ended" in noted:
        seats = [who.seat for who in scored]
        if noted["ended"] == "out" and len(seats) == 1 and seats[0] is not None:
            noted["out"] = seats[0]
        if cursor.take(","):  # Who scored in play, or in a tie with the player who is out.
            others = _scored(cursor, counting, {who.team for who in scored})
            if None in others.values():
                raise cursor.expected("expected-points")
    points = {who.team: own for who, own in (scored | others).items()}
    if any(own is not None for own in points.values()):
        noted["points"] = [points.get(team) or 0 for team in range(len(counting.teams))]
        if cursor.word("left"):
            raise cursor.error("points-and-pips")
        if counting.own_hands and len(points) < len(counting.teams) - 1:
            raise cursor.expected("expected-points-of-all")
    elif cursor.take_word("left"):
        noted["pips"] = _pips(cursor, counting, noted.get("out"))
    cursor.finish(code="expected-end-of-result")
    if counting.ties_out and "out" in noted:
        noted["winners"] = _tied(points, noted, counting)
    return noted


def _ending(cursor: Cursor) -> Json:
    """How the round ended, and the bonuses noted; some of them say that a player is out."""
    how, bonuses = cursor.take_word(*ENDINGS), _bonuses(cursor)
    if how is None and any(bonus["name"] in OF_GOING_OUT for bonus in bonuses):
        how = "out"
    ended = {} if how is None else {"ended": ENDED[how]}
    return {**ended, "bonuses": bonuses} if bonuses else ended


def _bonuses(cursor: Cursor) -> list[Json]:
    """The bonuses noted, each perhaps with the player who earned it."""
    bonuses: list[Json] = []
    while term := cursor.take_word(*BONUSES):
        bonuses.append({"name": BONUSES[term]})
        if cursor.word(*BONUSES, "left") is None and names_player(cursor):
            bonuses[-1]["seat"] = read_seat_of_game(cursor)
    return bonuses


def _scored(
    cursor: Cursor, counting: Counting, before: Collection[int] = ()
) -> dict[_Who, int | None]:
    """Who won, or scored, with the points, if these are given, besides the sides ``before``."""
    scored: dict[_Who, int | None] = {}
    while not scored or cursor.take(","):
        start = cursor.past_blanks()
        who = _read_who(cursor, counting)
        if who.team in {*before, *(each.team for each in scored)}:
            raise cursor.error("side-given-twice", at=start)
        figure = cursor.match(_FIGURE)
        scored[who] = None if figure is None else int(figure[0])
    return scored


def _winners(
    scored: dict[_Who, int | None], counting: Counting, *, ended: bool
) -> list[int] | None:
    """All seats of the sides that won: those with points, or the only one that is named.

    Where sides write down their own hands, those with the fewest points; ``ended``: of those that
    stand before the ending. None if several have points and points do not show who won.
    """
    points = {who.team: own or 0 for who, own in scored.items()}
    several = len(scored) > 1
    if counting.own_hands and any(own is not None for own in scored.values()):
        if not ended:
            points = dict.fromkeys(range(len(counting.teams)), 0) | points
        won = [team for team, own in points.items() if own == min(points.values())]
    elif several:
        won = [who.team for who, own in scored.items() if own is None or own > 0]
    else:
        won = [*points]
    if counting.others_score and several and not ended:
        return None
    return sorted(seat for team in won for seat in counting.teams[team])


def _tied(figures: Mapping[int, int | None], noted: Json, counting: Counting) -> list[int]:
    """All seats of the sides with the same points, or pips left, as the one that is out."""
    if "pips" in noted:
        pips = noted["pips"]
        of_seats = len(pips) == sum(map(len, counting.teams))
        figures = {
            team: sum(pips[seat] for seat in seats) if of_seats else pips[team]
            for team, seats in enumerate(counting.teams)
        }
    out = counting.team_of(noted["out"])
    tied = (team for team, own in figures.items() if own == figures[out])
    return sorted(seat for team in tied for seat in counting.teams[team])


def _pips(cursor: Cursor, counting: Counting, out: int | None) -> list[int]:
    """The pips left in hand: of every player but the one who is out, or of every side."""
    left: dict[_Who, int] = {}
    while not left or not cursor.done:
        cursor.take(",")
        who = _read_who(cursor, counting)
        left[who] = int(cursor.need(_FIGURE, "expected-pips")[0])
    if all(who.seat is not None for who in left):
        by_seat = {out: 0} | {who.seat: pips for who, pips in left.items()}
        known = [by_seat.get(seat) for seat in range(len(cursor.players))]
    else:
        by_team = {who.team: pips for who, pips in left.items()}
        known = [by_team.get(team) for team in range(len(counting.teams))]
    if None in known:
        raise cursor.expected("expected-pips-of-all")
    return [pips for pips in known if pips is not None]


def _read_who(cursor: Cursor, counting: Counting) -> _Who:
    """Read a player, or a side. Its letter alone must not be the initial of another's name."""
    said = _says_side(cursor)
    if not (said or names_side(cursor, counting)):
        seat = read_seat_of_game(cursor)
        return _Who(counting.team_of(seat), seat)
    if said:
        cursor.take_word("side")
    start, players = cursor.past_blanks(), cursor.players
    letter = cursor.need(_LETTER, "expected-side")[0]
    team = _side_of(letter)
    if team not in range(len(counting.teams)):
        raise cursor.expected("expected-side", at=start)
    named = [] if said else seats_beginning(players, letter)
    if not {*named} <= {*counting.teams[team]}:
        ways = {"side": letter.upper(), "seats": named, "players": list(players)}
        raise cursor.error("side-or-player", at=start, letter=letter, **ways)
    return _Who(team, None)


def _side_of(letter: str) -> int:
    return ord(letter.casefold()) - ord("a")


def names_side(cursor: Cursor, counting: Counting) -> bool:
    """The letter of a side is next, and no player has that name; or the word for a side."""
    if len(counting.teams) == len(cursor.players):
        return False
    if _says_side(cursor):
        return True
    letter = cursor.looks_like(_LETTER)
    if letter is None:
        return False
    named = letter[0].casefold() in {simplest_form(name) for name in cursor.players}
    return not named and _side_of(letter[0]) < len(counting.teams)


def _says_side(cursor: Cursor) -> bool:
    """The word for a side is next, and then a letter."""
    here = cursor.copy()
    return here.take_word("side") is not None and here.looks_like(_LETTER) is not None


# -- writing


def written_result(
    reported: Json, players: Sequence[str], counting: Counting, words: Lexicon = ENGLISH
) -> str:
    """A result as text; as JSON if the grammar has no words for it."""
    noted = {name: value for name, value in reported.items() if value is not None}
    plain = " ".join(_parts(noted, _Table(players, counting, words)))
    with suppress(NotationError):
        if read_result(Cursor(plain, players=players), counting) == noted:
            return plain
    return json.dumps(noted, ensure_ascii=False)


class _Table(NamedTuple):
    """Who plays, and how the game is written down."""

    players: Sequence[str]
    counting: Counting
    words: Lexicon

    def seat(self, seat: int) -> str:
        return written_seat(seat, self.players, self.words)

    def team(self, team: int, out: int | None) -> str:
        """The side; its player if each is alone, or who is out."""
        seats = self.counting.teams[team]
        if len(self.counting.teams) == len(self.players):
            return self.seat(seats[0])
        return self.seat(out) if out is not None and out in seats else self.side(team)

    def side(self, team: int) -> str:
        """The letter of the side; after a word if it might be a player."""
        letter = chr(ord("A") + team)
        clear = {*seats_beginning(self.players, letter)} <= {*self.counting.teams[team]}
        return letter if clear else f"{self.words['side']} {letter}"


def _parts(noted: Json, table: _Table) -> Iterator[str]:
    won, out, points = set(noted.get("winners", ())), noted.get("out"), noted.get("points", [])
    teams, words = table.counting.teams, table.words
    scored = {
        team: " ".join((table.team(team, out), *map(str, points[team : team + 1])))
        for team, seats in enumerate(teams)
        if won & set(seats) or any(points[team : team + 1])
    }
    named = won if out is None else {out}
    first = {team for team in scored if named & set(teams[team])} if "ended" in noted else {*scored}
    if "winners" in noted:
        yield ", ".join(scored[team] for team in sorted(first)) or words["nobody"]
    if "ended" in noted:
        others = (scored[team] for team in scored if points and team not in first)
        ending = " ".join((words[noted["ended"]], *_written_bonuses(noted, table)))
        yield ", ".join((ending, *others))
    else:
        yield from _written_bonuses(noted, table)
    if "pips" in noted:
        pips = noted["pips"]
        names = (
            map(table.seat, range(len(table.players)))
            if len(pips) == len(table.players)
            else map(table.side, range(len(teams)))
        )
        left = zip(names, pips, strict=False)
        hands = ", ".join(f"{name} {each}" for seat, (name, each) in enumerate(left) if seat != out)
        yield f"{words['left']} {hands}"


def _written_bonuses(noted: Json, table: _Table) -> Iterator[str]:
    """Those that have a word: the points for going out have none."""
    terms = {name: term for term, name in BONUSES.items()}
    for bonus in noted.get("bonuses", ()):
        if bonus["name"] in terms:
            yield table.words[terms[bonus["name"]]]
        if "seat" in bonus:
            yield table.seat(bonus["seat"])
