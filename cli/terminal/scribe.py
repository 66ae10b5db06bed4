"""Reads the lines of a person who records a game, and answers them."""

from typing import NamedTuple

from ...domain.game.decide import Refused
from ...ledger.errors import NotNow
from ...ledger.live.session import TableSession, Taken
from ...ledger.live.typed_lines import Question, TypedEdit, TypedUndo, as_played
from ...ledger.notation.errors import NotationError
from ...ledger.records.unreadable import Unreadable
from ...projections.messages import mark, one_of, text
from ...projections.messages.act_words import HELP
from ...projections.messages.harmless import plain
from ...projections.messages.notation import side_or_player, slip_text
from ...projections.messages.widths import left, width
from ...projections.replay.choices import moves_since_breach
from ...projections.replay.frames import Frame
from ...projections.replay.news import news
from ..output import print_lines, say, say_lines
from ..text.live import TableText, in_turn
from .line_input import at_terminal, can_edit, edited_line, typed_line, typed_lines


class _Line(NamedTuple):
    """A line that was typed, or the reason why it cannot be read."""

    text: str | Unreadable
    replaces: bool = False
    """It replaces what the last accepted line did."""
    corrects: int | None = None
    """It is to be the result of this round, counted from 0."""
    on_screen: bool = True
    """False: it comes from an answer."""


class Scribe:
    """Reads lines and answers them."""

    def __init__(self, session: TableSession, table: TableText) -> None:
        self._session = session
        self._table = table
        self.refused = 0
        self._number = 0
        """Of the line."""
        self._last: _Line | None = None
        self._last_moves = ""
        """The moves when they were last printed."""

    def take_all(self) -> None:
        """Read all lines until `quit`."""
        for typed in typed_lines(self._prompt):
            if self._take(_Line(typed)) == "quit":
                return

    def _take(self, line: _Line) -> Question | None:
        self._number += 1
        try:
            return self._answer(line)
        except (Unreadable, Refused, NotNow) as error:
            if isinstance(line.text, str):
                self._last = line
            self.refused += 1
            instead = self._instead(line.text, error)
            if instead:
                return self._take(line._replace(text=instead, on_screen=False))
            if instead is None:
                self._refuse(error, on_screen=line.on_screen)
            return None

    def _instead(self, line: str | Unreadable, error: Exception) -> str | None:
        """The line to use in place of a refused one, asked for on a terminal; empty: none."""
        if not (isinstance(line, str) and at_terminal()):
            return None
        if isinstance(error, NotationError):
            return _with_side_or_player(line, error) if error.code == "side-or-player" else None
        if not isinstance(error, Refused):
            return None
        if error.fault.code == "leader-needed":
            seats = error.fault.params["expected"]
            assert isinstance(seats, tuple)
            names = (self._table.seating.names[seat] for seat in seats if isinstance(seat, int))
            answer = typed_line(text("who leads, {players}> ", players=one_of(names)))
            return _led_by(line, answer) if isinstance(answer, str) and answer.strip() else None
        return self._noted_or_undone(line, error) if _is_proven(error) else None

    def _noted_or_undone(self, line: str, refused: Refused) -> str:
        """The line is a proven breach of the rules, or a slip: record it as played, or undo."""
        say(self._why(refused))
        times = moves_since_breach(self._session.game, refused.fault.params)
        question = text("a slip, or a revoke? (n notes it, Enter drops this)> ")
        if times:
            question = text(
                "a slip, or a revoke? (n notes it, u undoes up to it, Enter drops this)> "
            )
        answer = typed_line(question)
        match answer:
            case "n":
                return as_played(line, self._table.seating.names)
            case "u" if times:
                return f"undo {times}"
            case str():
                return answer  # Blank, or the next line, typed at once.
            case _:
                return ""

    def _why(self, error: Exception) -> str:
        return self._table.refusal(error, self._session.game)

    def _refuse(self, error: Exception, *, on_screen: bool = True) -> None:
        why = self._why(error)
        if _is_proven(error):
            why = text("{why}: a slip, or a revoke? '!' before the line notes it", why=why)
        self._last_moves = moves = self._table.moves(self._session.game)
        if moves not in why:
            why = text("{why}; {moves}", why=why, moves=moves)
        if not at_terminal():
            say(text("line {line}: {why}", line=self._number, why=why))
        elif isinstance(error, NotationError) and error.column is not None and on_screen:
            # The mistake stands below its place in the line just typed.
            typed = "" if self._last is None else str(self._last.text)[: error.column - 1]
            before = width(f"{self._in_turn()}> ") + width(typed)
            say_lines([f"{' ' * before}^ {slip_text(error) or self._why(error)}"])
        else:
            say(why)

    def _answer(self, line: _Line) -> Question | None:
        typed, replaces, corrects, _ = line
        if isinstance(typed, Unreadable):
            raise typed
        agree = self._agrees if at_terminal() else None
        record = self._session.game.opened.record
        taken = self._session.take(typed, replaces=replaces, corrects=corrects, agree=agree)
        if taken is None:
            return None
        if taken.typed == "edit":
            return self._edit(self._last)
        if isinstance(taken.typed, str):
            return self._question(taken.typed)
        if isinstance(taken.typed, TypedEdit):
            number = taken.typed.round
            result = self._session.result_to_correct(number)
            noted = text("round {round}: {result}", round=number, result=result)
            return self._edit(_Line(noted, corrects=number))
        self._last = _Line(typed, replaces=True) if self._session.replaceable else None
        if corrects is not None:  # The rounds from the corrected one on.
            (change,) = taken.changes
            (gone, *_) = self._table.rounds(change.before, corrects)
            print_lines([text("taken back: {sentence}", sentence=gone)])
            print_lines(self._table.rounds(change.after, corrects))
            if change.after.won is not None:
                winners = self._table.seating.all_of(change.after.won.seats)
                print_lines([text("game won by {players}", players=winners)])
            return None
        reported: list[str] = []
        for change in taken.changes:
            if change.after.opened.record != record:
                record = change.after.opened.record
                say(text("game {game}", game=plain(record)))
            reported = list(self._table.news(*change))
            print_lines(reported)
        if not any(change.events for change in taken.changes):
            print_lines([text("nothing changed: that is known already")])
        self._last_moves = next(reversed(reported), self._last_moves)
        return None

    def _agrees(self, taken: Taken) -> bool:
        """Show the acts that would be undone if there are several, and ask."""
        if not isinstance(taken.typed, TypedUndo):
            return True
        gone = [frame for change in taken.changes for frame in news(*change, None).taken_back]
        match gone:
            case [Frame(act=act, result=result)] if act or (result and result.report):
                return True
        for each in gone:
            say(text("to be taken back: {sentence}", sentence=self._table.gone(each)))
        while True:
            answer = typed_line(text("Enter takes this back, n leaves it> "))
            if answer in {"", "y", "n", None}:
                return answer in {"", "y"}
            line = plain(answer) if isinstance(answer, str) else text("a line that cannot be read")
            say(text("not taken yet, as this comes first: {line}", line=line))

    def _edit(self, last: _Line | None) -> Question | None:
        """Let a line be edited, and replace it."""
        if last is None:
            self.refused += 1
            self._refuse(NotNow("nothing-to-edit"))
            return None
        if can_edit():
            typed = edited_line(f"{self._in_turn()}> ", str(last.text))
        else:
            say(text("the next line replaces: {line}", line=last.text))
            typed = typed_line(f"{self._in_turn()}> " if at_terminal() else "")
        if typed is None or typed == "":
            say(text("nothing changed"))
            return None
        return self._take(last._replace(text=typed, on_screen=True))

    def _question(self, question: Question) -> Question:
        game = self._session.game
        match question:
            case "show":
                print_lines(self._table.position(game))
            case "rounds":
                print_lines(self._table.rounds(game))
            case "moves":
                print_lines([self._table.moves(game)])
            case "help":
                widest = max(width(typed) for typed, _ in _HELP)
                for typed, meaning in _HELP:
                    say(f"{left(typed, widest)}  {text(meaning)}")
                say(text("A line without a name is about the player in turn."))
            case "quit" | "edit":
                pass
        return question

    def _prompt(self) -> str:
        """Score, open ends and player in turn, below the moves unless those were just printed."""
        moves = self._table.moves(self._session.game)
        above = "" if moves == self._last_moves else f"{moves}\n"
        self._last_moves = moves
        return f"{above}{self._in_turn()}> "

    def _in_turn(self) -> str:
        return in_turn(self._session.game, self._table.seating.names)


def _with_side_or_player(line: str, error: NotationError) -> str | None:
    """The line with the answer in place of a letter that may be a side or a player."""
    letter, place = error.params["letter"], error.column
    assert isinstance(letter, str)
    assert place is not None
    question = text("{letter!r} is {ways}> ", letter=letter, ways=side_or_player(error.params))
    answer = typed_line(question)
    if not (isinstance(answer, str) and answer.strip()):
        return None
    return f"{line[: place - 1]}{answer.strip()}{line[place - 1 + len(letter) :]}"


def _is_proven(refused: Exception) -> bool:
    """Whether the act is refused since with it some act of the round cannot have been legal."""
    proofs = {"no-possible-deal", "wrong-leader"}
    return isinstance(refused, Refused) and refused.fault.code in proofs


def _led_by(deal: str, leader: str) -> str:
    """A deal with this leader, inserted before any remark."""
    before, mark, remark = deal.partition("#")
    slash = "" if before.strip().casefold() == "deal" else " /"
    return f"{before.rstrip()}{slash} lead {leader} {mark}{remark}"


_HELP = (
    ("deal Ana: 6-6 5-4 ... / Ben: ... / boneyard: ... / lead Ana", mark("a round is dealt")),
    ("Ana 6-4 left", mark("a tile is laid; the end may be left out where only one fits")),
    ("Ana draw 5-3", mark("a tile is drawn; '?' if nobody saw it")),
    ("Ana pass", mark("a pass")),
    ("Ana W-7 left wild 4", mark("a tile with a wild half, and the pip that it stands for")),
    ("Ana 6-6 left bend right", mark("a double that bends the line to the right")),
    *HELP,
    ("64, 64<, 64>, -, draw", mark("short: 6-4, at the left, at the right, a pass, a tile unseen")),
    ("Ana 35 out, B 22 blocked", mark("only the result of a round is known")),
    ("redeal", mark("a hand has so many doubles that the tiles are dealt again")),
    ("undo, undo 3", mark("take back what was done last, over rounds and deals too")),
    ("edit last", mark("change the line typed last; an empty line leaves it")),
    ("edit 4", mark("change the result of the fourth round, of rounds noted as results")),
    ("blocked", mark("nobody can play, though nobody saw all hands")),
    ("left Ana: 5-3", mark("the tiles a player had left")),
    ("left Ana 5, Ben 12", mark("the pips they had left, where nobody saw the tiles")),
    ("pause, resume", mark("play stops, and goes on")),
    ("abandon REASON", mark("the game is broken off")),
    ("forfeit Ana REASON", mark("a player gives the game up")),
    ("20:31 Ana 6-4", mark("a line with the time when it happened")),
    ("! Ana 6-4, ! blocked", mark("what the rules do not allow, as it was played")),
    ("# ...", mark("a remark")),
    ("show, rounds", mark("the table; the rounds so far, with points and standing")),
    ("moves, help, quit", mark("the moves, this text, the end")),
)
"""What can be typed, with its meaning."""
