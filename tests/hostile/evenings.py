"""Evenings as people type them: short forms, slips and their correction, hands nobody saw.

A *careful* evening is a simulated game, typed line by line by a person who corrects each slip. No
right line may be refused, and the book must have the game as it was played. A *careless* evening is
whatever the table takes of a person who types at random. Of both: what was taken without a remark,
the audit finds clean, and what is exported comes back equal from a new book.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import assert_never

from domino_ledger.domain.events import (
    LastTileKnocked,
    MarkerRaised,
    PointsClaimed,
    Seat,
    TileDrawn,
    TileLaid,
    TileRuledOut,
    TileSetAside,
    TurnEnded,
    TurnLost,
    TurnPassed,
    Way,
    is_inferred,
)
from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.game.state import Game, JudgedRound
from domino_ledger.domain.hidden.pips_left import pips_by_tiles
from domino_ledger.domain.layout.ends import fitting
from domino_ledger.domain.round.legal import in_mid_turn, legal_moves
from domino_ledger.domain.round.state import Act, Round, as_dealt, evolve
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.seats import Sides, teams_or_sides
from domino_ledger.domain.tiles import NAMES, Tile, bit, tiles_of
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.errors import LedgerError
from domino_ledger.ledger.live.session import TableSession, open_table
from domino_ledger.ledger.live.simulation import Simulation
from domino_ledger.ledger.names import simplest_form
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.notation.move_grammar import written_text_of_end
from domino_ledger.ledger.notation.player_names import written_seat
from domino_ledger.ledger.notation.reader import games_in
from domino_ledger.ledger.notation.vocabulary import RESERVED
from domino_ledger.ledger.notation.writer import text_of
from domino_ledger.ledger.records.export import line_of, record_of
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.registry.rule_sets import rules_agreed_on
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.projections.audit.audit import Auditor
from tests.ledger.games import judged_alike, transcript
from tests.ledger.kinds import AGREED, every_table
from tests.ledger.typed import fixed_clock

from .trials import change, new_book, sentence_fault

PEOPLE = (
    *("Ana", "Ben", "Cruz", "Dora", "Eva", "Frida", "Gus", "Hugo", "Ina", "Jo", "Kim", "Lou"),
    *("Anabel", "Benito", "José Luis", "Ñusta", "Ömer", "de la Cruz", "Pass", "Left Eye"),
)
MOST_ROUNDS = 3
MOST_LINES = 40
"""Of a careless evening."""
ENDS_TURN = TurnPassed | MarkerRaised | TurnEnded
ASKS = frozenset({"ambiguous-end", "leader-needed"})
"""Why a right line is refused that leaves out what must be said."""


def typed_evening(directory: Path, chance: Random, input: list[str]) -> str | None:
    """An evening of one game, or of several where one round is a game."""
    rules = chance.choice(list(PUBLISHED.values()))
    seats = chance.choice(every_table(rules))
    if (rules.parent or rules.id) in AGREED:
        rules = rules_agreed_on(dict(PUBLISHED), rules, AGREED[rules.id])
    names = chance.sample(PEOPLE, seats)
    input.append(f"# --rules {rules.parent or rules.id} --players {','.join(names)}")
    with new_book(directory) as book:
        session = open_table(book, "evening", rules, names, clock=fixed_clock)
        desk = Desk(session, names, chance, input)
        if chance.random() < 0.5:
            wrong = Careful(desk, played(rules, seats, chance)).evening()
        else:
            wrong = Careless(desk, played(rules, seats, chance)).evening()
        return wrong or book_fault(directory, book, whole=chance.random() < 0.1)


def played(rules: RuleSet, seats: int, chance: Random) -> Game:
    """A simulated game."""
    game = transcript(Simulation(rules, seats, chance.randrange(10**6)).line(1)).game
    assert game is not None
    return game


# -- what must be true of every book


def book_fault(directory: Path, book: Book, *, whole: bool) -> str | None:
    """What was taken without a remark is clean, and the export comes back equal.

    An import of the export asks all that an audit asks, but for who blocked; ``whole``: audit, too.
    """
    names, games = all_names(book), list(book.games())
    streams = [book.stream(id) for id in games]
    noted = [irregular_rounds(stream.game) for stream in streams]
    if whole or any(noted):
        for stream, irregular in zip(streams, noted, strict=True):
            violations = Auditor(book).of_game(stream, open=True).violations
            if {each.round for each in violations} != irregular:
                return f"audit: {violations}; noted in {irregular or 'no round'}"
    exported = [line_of(record_of(stream, names, open=True)) for stream in streams]
    if not all(map(judged_alike, streams, exported)):
        return "the book and what was exported are judged differently"
    (directory / "again").mkdir()
    with new_book(directory / "again") as again:
        importer = Importer(again, as_played=any(noted))
        for imported in importer.take(enumerate(exported, 1)):
            if imported.outcome != "added":
                found = (imported.violation, imported.error)
                return f"what was exported is {imported.outcome}: {found}"
        for stream, line in zip(streams, exported, strict=True):
            back = again.stream(stream.id)
            came_back = line_of(record_of(back, all_names(again), open=True))
            if came_back != line:
                return f"what was exported comes back as:\n{line!r}\n{came_back!r}"
            if [each.score for each in back.game.judged] != [
                each.score for each in stream.game.judged
            ]:
                return "what was exported comes back with other scores"
    return next(filter(None, map(text_fault, exported)), None)


def irregular_rounds(game: Game) -> set[int]:
    """The rounds with something noted against the rules."""
    return {at for at, judged in enumerate(game.judged) if not judged.facts.regular}


def text_fault(line: bytes) -> str | None:
    """The game written as text is read as the same game."""
    text = text_of(json.loads(line), dict(PUBLISHED))
    (read,) = games_in(enumerate(text.encode().splitlines(keepends=True), 1), dict(PUBLISHED))
    if isinstance(read.record, NotationError):
        return f"as text it is not readable: {sentence_fault(read.record) or read.record!r}\n{text}"
    changed = change(read_record(line), read.record)
    return f"as text it is another game: {changed}" if changed else None


# -- how lines are worded


class Desk:
    """A table, and a person who types there."""

    def __init__(
        self, session: TableSession, names: Sequence[str], chance: Random, lines: list[str]
    ) -> None:
        self.session = session
        self.names = names
        self.chance = chance
        self.lines = lines
        self.minute = 0

    def take(
        self, line: str, *, replaces: bool = False, corrects: int | None = None
    ) -> Refused | LedgerError | None:
        """Type a line, perhaps to correct a round of this number; the reason why it is refused."""
        edit = "edit last\n" if replaces else "" if corrects is None else f"edit {corrects + 1}\n"
        self.lines.append(f"{edit}{line}")
        try:
            self.session.take(line, replaces=replaces, corrects=corrects)
        except (LedgerError, Refused) as error:
            self.lines[-1] += "  # refused"
            return error
        return None

    @property
    def round(self) -> Round | None:
        """The round on the table."""
        return self.session.game.current

    def likely(self, chance: float) -> bool:
        return self.chance.random() < chance

    # names

    def name(self, seat: Seat) -> str:
        """The player, in full, by a beginning, or by seat."""
        name = self.names[seat]
        if self.likely(0.05):
            return f"seat {seat}"
        if self.likely(0.4):
            return self.chance.choice((str.lower, str.upper, str))(written_seat(seat, self.names))
        forms = [simplest_form(each) for each in self.names]
        for length in range(1, len(name)):
            short = name[:length]
            begun = [each for each in forms if each.startswith(simplest_form(short))]
            if len(begun) == 1 and short.casefold() not in RESERVED and short.isalpha():
                return self.chance.choice((str.lower, str))(short) if len(short) < 4 else name
        return written_seat(seat, self.names)

    # acts

    def tile(self, tile: Tile) -> str:
        name = NAMES[tile]
        one, two = name.split("-")
        forms = [name, name, f"{two}-{one}", f"{one}:{two}", f"[{one}|{two}]", f"({one},{two})"]
        if "W" in name:
            forms = [name, name.lower(), f"{two}-{one}", f"{one}{two}"]
        elif len(one) == len(two) == 1:
            forms += (
                [f"{one}{two}"] * 4 + [f"{two}{one}"] * 2 + [f"{one}/{two}", f"{one}\u2013{two}"]
            )
        return self.chance.choice(forms)

    def act(self, act: Act, place: str, *, seen: bool) -> str:
        """What the player did; ``place``: where a tile lies; ``seen``: the scribe saw the tile."""
        pick = self.chance.choice
        match act:
            case TileLaid():
                return f"{self.tile(act.tile)}{place}"
            case TileRuledOut():
                return f"{self.tile(act.tile)}{place} unfit"
            case TileDrawn():
                word = pick(("draw", "draws", "drew", "roba"))
                return f"{word} {self.tile(act.tile)}" if seen else pick((word, f"{word} ?"))
            case TileSetAside():
                tile = self.tile(act.tile) if seen else "?"
                return f"aside {tile}"
            case TurnPassed():
                return pick(("pass", "passes", "-", "-", "\u2013", "knock", "paso"))
            case MarkerRaised():
                return pick(("marker", "marker up", "marcador"))
            case TurnEnded():
                return pick(("done", "listo"))
            case PointsClaimed():
                return f"claim {act.points}"
            case LastTileKnocked():
                return "tap"
            case TurnLost():
                return "timeout" if act.cause == "time" else "absent"
            case _:
                assert_never(act)

    def place(self, act: Act, before: Round | None) -> str:
        """Where the tile lies; what follows may be left out."""
        if not isinstance(act, TileLaid | TileRuledOut):
            return ""
        lay = act.lay if isinstance(act, TileRuledOut) else act
        place = "" if lay.end is None else self.end(lay.end)
        if before is not None and lay.end is not None and self.likely(0.7):
            fits = [
                end
                for end in before.front.open_to[lay.seat]
                if bit(lay.tile) & fitting(before.front.matching, end)
            ]
            place = "" if [end.name for end in fits] == [lay.end] else place
        return place + (" flipped" if lay.flipped else "") + self.way(lay)

    def end(self, end: str) -> str:
        if end in {"left", "right"}:
            short = {"left": ("l", "<", " <", " l"), "right": ("r", ">", " >", " r")}[end]
            form = self.chance.choice((f" {end}", f" at {end}", *short))
            return form if not form.isalpha() else f" {form}"
        written = written_text_of_end(end, self.names)
        forms = [f" {written}", f" at {written}", f' at "{end}"']
        if end.startswith("train-"):
            seat = int(end.split("-")[1])
            forms.append(f" train-{seat + 1}{end[len(f'train-{seat}') :]}")
        return self.chance.choice((forms[0], *forms))

    def way(self, lay: TileLaid) -> str:
        way: Way = lay.way
        said = "" if way.open is None else f" open {way.open}"
        said += "" if way.wild is None else f" wild {way.wild}"
        return said + ("" if way.bend is None else f" bend {way.bend}")

    # deals

    def deal(self, round: Round, seen: Sequence[bool], *, boneyard: bool, lead: bool) -> str:
        """The deal; hands that are not seen may be left out."""
        parts = []
        for seat, hand in enumerate(round.deal.hands):
            if seen[seat]:
                tiles = [self.tile(tile) for tile in hand]
                parts.append(f"{self.name(seat)}: {self.chance.choice((' ', ', ')).join(tiles)}")
            elif self.likely(0.3):
                parts.append(f"{self.name(seat)}: ?")
        if boneyard and round.deal.boneyard is not None:
            tiles = [self.tile(tile) for tile in round.deal.boneyard]
            parts.append(f"boneyard: {' '.join(tiles) or 'none'}")
        if round.deal.hub is not None and (round.table.play.turned_up or self.likely(0.5)):
            parts.append(f"hub {self.tile(round.deal.hub)}")
        if lead and round.deal.leader is not None:
            word = self.chance.choice(("lead", "begins", "lead:"))
            parts.append(f"{word} {self.name(round.deal.leader)}")
        return f"deal {' / '.join(parts)}".strip()

    def around(self, line: str) -> str:
        """The line, perhaps with a time or a remark."""
        if self.likely(0.03):
            self.minute += self.chance.randrange(3)
            line = f"20:{self.minute:02} {line}"
        return (
            f"{line}  # {self.chance.choice(('hm', 'he says', '6-4 left'))}"
            if self.likely(0.05)
            else line
        )


# -- careful evenings


@dataclass
class Known:
    """What the scribe sees of a round."""

    hands: tuple[bool, ...]
    boneyard: bool

    def sees_draw(self, seat: Seat) -> bool:
        return self.hands[seat]


class Careful:
    """Types a game, and corrects each slip."""

    def __init__(self, desk: Desk, game: Game) -> None:
        self.desk, self.game = desk, game
        self.chance = desk.chance
        self.slips = self.chance.choice((0.0, 0.05, 0.15))
        self.skips = self.chance.choice((0.0, 0.0, 0.5, 1.0))
        """How often passes are left out."""
        self.typed: list[tuple[JudgedRound, Known | None]] = []

    def evening(self) -> str | None:
        for judged in self.game.judged:
            if len(self.typed) >= MOST_ROUNDS:
                break
            round = judged.round
            if round.ended == "void":
                continue
            wrong = self._result(judged) if self.desk.likely(0.15) else self._round(judged)
            if wrong is not None:
                return wrong
        return self.compared()

    def _right(self, line: str, fuller: Callable[[], str] | None = None) -> str | None:
        """Type a right line, perhaps after a slip; the fault if it is refused."""
        desk = self.desk
        replaces = False
        if desk.likely(self.slips):
            replaces = self._slip()
        refused = desk.take(desk.around(line), replaces=replaces)
        if isinstance(refused, Refused) and refused.fault.code in ASKS and fuller is not None:
            refused = desk.take(fuller(), replaces=replaces)
        if refused is None:
            return None
        code = refused.fault if isinstance(refused, Refused) else refused
        return sentence_fault(refused) or f"a right line is refused: {line}: {code!r}"

    def _slip(self) -> bool:
        """Type a wrong line; if it was taken it is undone, or the next one replaces it: True."""
        desk, session = self.desk, self.desk.session
        version = session.version
        desk.take(wrong_line(desk))
        if session.game.paused:
            desk.take("resume")
        if session.version == version or not session.replaceable:
            return False
        if desk.likely(0.4):
            return True
        others = 0
        while desk.likely(0.4):
            before = session.version
            desk.take(wrong_line(desk, pauses=False))
            others += session.version > before
        desk.take("undo" if not others else f"undo {others + 1}")
        return False

    def _round(self, judged: JudgedRound) -> str | None:
        desk, chance, round = self.desk, self.chance, judged.round
        seats = len(desk.names)
        own = chance.randrange(seats)
        mode = chance.choice(("all", "all", "hands", "own", "some", "none"))
        hands = tuple(
            {"all": True, "hands": True, "own": seat == own, "none": False}.get(
                mode, chance.random() < 0.5
            )
            for seat in range(seats)
        )
        known = Known(hands, boneyard=mode == "all")
        self.typed.append((judged, known))
        wrong = self._right(
            desk.deal(round, hands, boneyard=known.boneyard, lead=desk.likely(0.3)),
            lambda: desk.deal(round, hands, boneyard=known.boneyard, lead=True),
        )
        before, stepped, unsaid = as_dealt(round), False, may_be_left_out(round)
        for event in round.events:
            if wrong is not None:
                return wrong
            if isinstance(event, Act) and not is_inferred(event):
                wrong, stepped = self._act(event, before, known, stepped, unsaid=next(unsaid))
            before = evolve(before, event)
        return wrong or self._end(judged, known)

    def _act(
        self, act: Act, before: Round, known: Known, stepped: bool, *, unsaid: bool
    ) -> tuple[str | None, bool]:
        desk = self.desk
        shown = desk.round
        if shown is not None and shown.seat != act.seat and not stepped and in_mid_turn(shown):
            wrong = self._right("done")  # Nobody but the player knows that no tile goes on.
            if wrong is not None:
                return wrong, False
        kept = before.drawn and before.table.may_keep  # The pass says that it was kept.
        if unsaid and not kept and desk.likely(self.skips):
            return None, True
        seen = known.sees_draw(act.seat) or (isinstance(act, TileDrawn) and desk.likely(0.1))
        name = "" if desk.likely(0.5) and not stepped else f"{desk.name(act.seat)} "
        mark = "! " if stepped else ""

        def line(place: str) -> str:
            return f"{mark}{name}{desk.act(act, place, seen=seen)}"

        wrong = self._right(line(desk.place(act, before)), lambda: line(desk.place(act, None)))
        return wrong, False

    def _end(self, judged: JudgedRound, known: Known) -> str | None:
        """Say what the tiles on the table do not: a block, and what was left."""
        desk, round = self.desk, judged.round
        shown = desk.round
        if shown is not None and shown.ended is None and round.ended == "blocked":
            wrong = self._right("blocked")
            if wrong is not None:
                return wrong
        if desk.round is None or desk.round.ended is None:
            return None
        left = [seat for seat, _ in enumerate(round.hands) if not known.hands[seat]]
        if left and desk.likely(0.4):
            pips = pips_by_tiles(round)
            said = ", ".join(f"{desk.name(seat)} {pips[seat]} pips" for seat in left)
            return self._right(f"left {said}")
        for seat, hand in enumerate(round.hands):
            if not known.hands[seat] and desk.likely(0.7):
                one = " ".join(desk.tile(tile) for tile in tiles_of(hand)) or "none"
                whole = " ".join(NAMES[tile] for tile in tiles_of(hand))
                tiles = whole if one.isdecimal() else one  # Digits alone may be pips.
                wrong = self._right(f"left {desk.name(seat)}: {tiles}")
                if wrong is not None:
                    return wrong
        return None

    def _result(self, judged: JudgedRound) -> str | None:
        """Only the result of the round is noted."""
        score, facts, desk = judged.score, judged.facts, self.desk
        if score is None or facts.ended not in {"out", "blocked"}:
            return self._round(judged)
        opened = self.game.opened
        sides: Sides = teams_or_sides(self.game.table.sides, opened.teams)
        self.typed.append((judged, None))
        points = dict(zip(self.game.table.sides, score.points or (), strict=False))
        if not score.winners:
            scored = (
                f", {written_seat(side[0], desk.names)} {points[side]}"
                for side in sides
                if points.get(side)
            )
            return self._right(self._as_result(f"nobody {facts.ended}{''.join(scored)}"))
        first: list[str] = []
        others: list[str] = []
        for side in sides:
            out = facts.out if facts.out in side else None
            won = bool({*side} & {*score.winners})
            if won or points.get(side):
                figure = f" {points[side]}" if side in points else ""
                name = written_seat(side[0] if out is None else out, desk.names)
                leads = won and (out is not None or facts.out not in score.winners)
                (first if leads else others).append(f"{name}{figure}")
        line = ", ".join([f"{', '.join(first)} {facts.ended}", *others])
        return self._right(self._as_result(line))

    def _as_result(self, line: str) -> str:
        """The result with its word, which it needs after a round that was played."""
        before = self.desk.round
        played = before is not None and before.report is None
        return f"round {line}" if played or self.desk.likely(0.3) else line

    def compared(self) -> str | None:
        """The fault if the book does not have the rounds as they were played."""
        games = [self.desk.session.game]
        if len(games[0].judged) != len(self.typed) and not games[0].opened.rules.score.one_round:
            return f"{len(self.typed)} rounds were typed, the book has {len(games[0].judged)}"
        if games[0].opened.rules.score.one_round:
            return None
        for number, (judged, (truth, known)) in enumerate(
            zip(games[0].judged, self.typed, strict=True)
        ):
            if known is not None:
                one, two = ([*acts_of(each.round)] for each in (judged, truth))
                if one != two:
                    return f"round {number} has other acts:\n{one}\n{two}"
            got, due = judged.score, truth.score
            if got is not None and due is not None and got != due:
                return f"round {number} has another score: {got}, {due}"
        return None


def may_be_left_out(round: Round) -> Iterator[bool]:
    """For each act that was not inferred, whether it ends a turn and goes without saying.

    It does not if the next tile is that of a seat that has ended its turn since the last tile, or
    laid that: nobody could tell.
    """
    rest = [act for act in round.acts if not is_inferred(act)]
    last: Seat | None = None
    while rest:
        turns = [*takewhile(lambda act: isinstance(act, ENDS_TURN), rest)]
        rest = rest[len(turns) :]
        ended = {last, *(act.seat for act in turns)}
        yield from [not rest or rest[0].seat not in ended] * len(turns)
        if rest:
            yield False
            last = rest.pop(0).seat


def acts_of(round: Round) -> Iterator[object]:
    """The acts that must be on record, as far as they were seen."""
    for act in round.acts:
        match act:
            case TurnPassed() | MarkerRaised() | TurnEnded():
                pass
            case TileDrawn() | TileSetAside():
                yield type(act).__name__, act.seat
            case _:
                yield act


# -- careless evenings


class Careless:
    """Types at random what the table may take."""

    def __init__(self, desk: Desk, game: Game) -> None:
        self.desk, self.game = desk, game
        self.chance = desk.chance
        self.notes = desk.likely(0.1)
        """Types lines that are noted as played, too."""
        self.dealt = 0

    def evening(self) -> str | None:
        desk = self.desk
        taken = 0
        for _ in range(2 * MOST_LINES):
            version = desk.session.version
            line, replaces = self._line(), desk.session.replaceable and desk.likely(0.03)
            dealt = desk.session.game.dealt
            if desk.likely(0.03) and dealt and desk.round is not None and desk.round.report:
                line = f"{desk.name(0)} {self.chance.randrange(60)} out"
                refused = desk.take(line, corrects=self.chance.randrange(dealt))
            else:
                refused = desk.take(desk.around(line), replaces=replaces)
            if refused is not None:
                wrong = sentence_fault(refused)
                if wrong is not None:
                    return wrong
            if desk.session.game.paused:
                desk.take("resume")
            taken += desk.session.version > version
            if taken >= MOST_LINES or desk.session.game.left_or_void:
                break
        return None

    def _line(self) -> str:
        desk, chance = self.desk, self.chance
        round = desk.round
        if round is None or (round.ended is not None and desk.likely(0.5)):
            return self._deal() if desk.likely(0.8) else wrong_line(desk)
        if desk.likely(0.05):
            return f"undo {chance.randrange(1, 4)}"
        if self.notes and desk.likely(0.1):
            return f"! {wrong_line(desk)}"
        moves = legal_moves(round)
        if not moves or desk.likely(0.15):
            return wrong_line(desk)
        act = chance.choice(moves)
        lays = [move for move in moves if isinstance(move, TileLaid)]
        if lays and desk.likely(0.6):
            act = chance.choice(lays)
        name = f"{desk.name(act.seat)} " if desk.likely(0.3) else ""
        place = desk.place(act, round if desk.likely(0.5) else None) if desk.likely(0.6) else ""
        return f"{name}{desk.act(act, place, seen=desk.likely(0.4))}"

    def _deal(self) -> str:
        """A deal of the simulated game, as far as somebody saw it."""
        rounds = self.game.rounds
        round = rounds[self.dealt % len(rounds)]
        self.dealt += 1
        share = self.chance.choice((0.0, 0.3, 0.6, 1.0))
        seen = [self.desk.likely(share) for _ in self.desk.names]
        boneyard = all(seen) and self.desk.likely(0.5)
        return self.desk.deal(round, seen, boneyard=boneyard, lead=self.desk.likely(0.6))


def wrong_line(desk: Desk, *, pauses: bool = True) -> str:
    """A line that may be taken, though it is not what happened."""
    chance = desk.chance
    seat = chance.randrange(len(desk.names))
    tile = desk.tile(chance.choice(tiles_of(desk.session.game.table.tiles)))
    place = chance.choice(("", "", "", " l", ">", " arm-1", " public", f" train-{seat + 1}"))
    name = chance.choice(("", f"{desk.name(seat)} "))
    lines = [
        f"{name}{tile}{place}",
        f"{name}{tile}{place}",
        f"{name}{tile}{place}",
        f"{name}-",
        f"{name}pass",
        f"{name}draw",
        f"{name}draw {tile}",
        f"{name}{chance.choice(('marker', 'done', 'aside ?', 'tap', 'claim 10', 'timeout'))}",
        "blocked",
        f"left {desk.name(seat)}: {tile}",
        f"left {desk.name(seat)}: none",
        f"left {desk.name(seat)} {chance.randrange(0, 40)}",
        f"{desk.name(seat)} {chance.randrange(0, 60)} {chance.choice(('out', 'blocked', ''))}",
        "deal",
        f"deal lead {desk.name(seat)}",
        f"deal begins {desk.name(seat)}",
        "nobody blocked",
        "rounds",
        "edit 1",
        "x",
    ]
    if pauses:
        lines.append("pause")
    return chance.choice(lines)
