"""`domino audit`: games checked move by move."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from ...domain.shuffle import Hex
from ...ledger.book import Book, may_be_there
from ...ledger.errors import NotALedger, UnknownGame
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.rule_sets import all_rules, rules_called
from ...ledger.store.stream import Stream
from ...ledger.transcript.game import Unchecked, Violation
from ...projections.audit.audit import Audit, Auditor
from ...projections.audit.shuffles import NOTHING_FIXED
from ...projections.messages import mark, shortened, text
from .. import exit_codes as exits
from .. import options
from ..booked_game import game_called
from ..club_file import zone_here
from ..declaring import argument, command, option, usage_error
from ..files import reading
from ..output import print_json, print_lines, say
from ..text.audit import audit_lines

if TYPE_CHECKING:
    from ...ledger.records.game_file import FileGame

_FixedIn: TypeAlias = Callable[[Book, Stream], Mapping[Hex, int]]
"""What gives the `fixed_shuffles` of a game."""
_OUTCOMES = {True: "clean", None: "open", False: "illegal"}
"""By `Audit.clean`; None: some of it cannot be checked."""


@command(paged=True)
def audit_(
    sources: tuple[str, ...] = argument(required=True, metavar="GAME|FILE|-..."),
    rules: str | None = option("Apply the score and payout of this rule set.", metavar="ID"),
    version: int | None = options.version,
    held: tuple[str, ...] = option(
        "Of a deal by seeds: whether it was committed to before this checkpoint, which was kept.",
        "--checkpoint FILE",
    ),
    tiles: str | None = options.tiles,
    open: bool = options.open_hands,
    ledger: options.Ledger = options.ledger,
    as_json: bool = options.json,
) -> int:
    """Check games move by move.

    Takes a GAME of the book, or records in a FILE (`-`: standard input). Lists every violation
    (exit 3 if there is one). A reading is a rule that says who blocked a round; for each blocked
    round, the verdict under every reading is shown with its evidence. Claims in the record are
    checked too. Rounds and moves count from 1, in JSON from 0; figures are in the order of the
    players, or of the sides.
    """
    counted = {"clean": 0, "open": 0, "illegal": 0, "unreadable": 0}
    fixed_in: _FixedIn = lambda _book, _stream: NOTHING_FIXED  # noqa: E731 - one of two
    if held:
        from ..proof_files import fixed_by  # noqa: PLC0415 - imports what proofs need

        fixed_in = fixed_by(held, tiles)
    with ExitStack() as stack:
        book = stack.enter_context(ledger.open()) if may_be_there(ledger.url) else None
        judged_by = None if rules is None else rules_called(all_rules(book), rules)
        auditor = Auditor(book, judged_by)
        for name in sources:
            if name == "-" or Path(name).exists():
                if version is not None:
                    raise usage_error(
                        "--version is for games in the book; {file} is a file", file=name
                    )
                judged = _of_file(name, auditor)
            elif book is None:
                raise NotALedger("no-file-and-no-ledger", name=name, book=ledger.url)
            else:
                judged = _of_book(name, auditor, book, version, fixed_in, open)
            for each in judged:
                counted[_print(each, as_json)] += 1
    if counted["open"]:
        summary = mark("{clean} clean, {open} open, {illegal} illegal, {unreadable} unreadable")
    else:
        summary = mark("{clean} clean, {illegal} illegal, {unreadable} unreadable")
    say(text(summary, **counted))
    if counted["illegal"]:
        return exits.ILLEGAL_PLAY
    return exits.REJECTED if counted["unreadable"] else exits.FINE


class _Judged(NamedTuple):
    """The report on a game."""

    report: Audit | Unreadable
    sentence: str = ""
    """If it is unreadable, why and where."""
    id: str | None = None
    """The id that an unreadable game gives itself, if it can be found."""
    notated: "FileGame | None" = None
    """A game in the notation, which has lines, and rows of a printed table."""


def _of_file(name: str, auditor: Auditor) -> Iterator[_Judged]:
    """The reports on all games of a file."""
    from ...ledger.records.game_file import Unreadables  # noqa: PLC0415 - imports the notation
    from ..game_files import games_of, own_id, sentence_about  # noqa: PLC0415

    with reading(name) as file:
        unreadables = Unreadables()
        for game in unreadables.stop(games_of(name, file, auditor.known)):
            try:
                report = auditor.of_record(game.read())
            except Unreadable as error:
                unreadables.count(readable=False)
                yield _Judged(error, sentence_about(game, error), own_id(game))
                continue
            unreadables.count(readable=True)
            yield _Judged(report, notated=None if game.notated is None else game)


def _of_book(
    name: str, auditor: Auditor, book: Book, version: int | None, fixed_in: _FixedIn, open: bool
) -> Iterator[_Judged]:
    try:
        stream = book.stream(game_called(book, name))
    except UnknownGame as error:
        if error.code != "unknown-game":
            raise
        meant = error.params.get("meant")
        raise UnknownGame("neither-file-nor-game", name=name, meant=meant) from None
    try:
        fixed = fixed_in(book, stream)
        yield _Judged(auditor.of_game(stream, version, open=open, fixed=fixed))
    except Unreadable as error:
        from ...projections.messages.errors import error_text  # noqa: PLC0415 - only if unreadable

        sentence = text("{file}: {sentence}", file=shortened(name), sentence=error_text(error))
        yield _Judged(error, sentence)


def _print(judged: _Judged, as_json: bool) -> str:
    """Print a report; return how it is counted."""
    report, notated = judged.report, judged.notated
    if isinstance(report, Unreadable):
        say(judged.sentence)
        if as_json:
            from ...projections.audit.json_format import unreadable_json  # noqa: PLC0415 - as below

            print_json(unreadable_json(judged.id, report))
        return "unreadable"
    if as_json:
        print_json(_json(report, notated))
    else:
        place_of = None if notated is None else lambda found: _place_text(notated, found)
        print_lines(audit_lines(report, place_of, zone_here()))
    return _OUTCOMES[report.clean]


def _json(audit: Audit, notated: "FileGame | None") -> dict[str, Any]:
    """The report; of a game in the notation, with the lines of violations and open questions."""
    from ...projections.audit.json_format import audit_json  # noqa: PLC0415 - imports all errors

    report = audit_json(audit)
    if notated is not None:
        found: list[Violation | Unchecked] = [*audit.violations, *audit.unchecked]
        for each, values in zip(found, [*report["violations"], *report["unchecked"]], strict=True):
            values["line"], row = notated.line_of(each), notated.row_of(each)
            if row is not None:
                values["row"] = row
    return report


def _place_text(game: "FileGame", found: Violation | Unchecked) -> str:
    line, row = game.line_of(found), game.row_of(found)
    if row is None:
        return text("line {line}", line=line)
    return text("line {line}, row {row}", line=line, row=row)
