"""The archive that a question is about, and the extra that archives need."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, TypeVar
from uuid import UUID

import click

from ..ledger.registry.stored_names import all_names
from ..projections.messages import text
from .declaring import option, usage_error
from .files import needing
from .options import Ledger
from .output import say

if TYPE_CHECKING:
    from ..projections.archive.partition import Partition

Part = TypeVar("Part")


@contextmanager
def needing_extra() -> Iterator[None]:
    """Raise ClickException if pyarrow or duckdb is not installed."""
    install = "pip install 'domino-ledger[arrow]', or in a clone ./demo --with arrow"
    lacking = text("archives need an extra: {command}", command=install)
    with needing("pyarrow", lacking), needing("duckdb", lacking):
        yield


class Archived(NamedTuple):
    """The archive that a question is about, in place of a book."""

    name: str | None = option("Of the games in this archive, not in the book.", "--archive DIR")
    counted_by: tuple[str, ...] = option(
        "With --archive: count games of OLD by the score and payout of NEW; without OLD, games "
        "that were played by rules that differ in score or payout alone. Repeatable.",
        metavar="[OLD=]NEW",
    )
    jobs: int | None = option(
        "With --archive: count in so many processes.  [default: 1]", "--jobs N", least=1
    )
    books: tuple[str, ...] = option(
        "With --archive: a book that has the names of the players. Repeatable.", "--names BOOK"
    )

    def check(self) -> None:
        """Raise UsageError for an option that goes with an archive alone."""
        if self.name is None and (self.counted_by or self.jobs or self.books):
            raise usage_error("--counted-by, --jobs and --names go with --archive")

    def names(self) -> dict[UUID, str]:
        """The names of the players, by id; without books, none. An id has one name."""
        found: dict[UUID, str] = {}
        for each in self.books:
            with Ledger(each).open() as book:
                found |= all_names(book)
        return found

    def partitions(self, rules: str | None = None) -> "list[Partition]":
        """The partitions of the archive, counted as asked.

        Says by which rules, if the books decided that. Raises NoArchive and Tampered, and
        UnknownRules, also if ``rules`` is the id of none.
        """
        assert self.name is not None
        with needing_extra():
            from ..projections.archive.partition import partitions, rules_of  # noqa: PLC0415 - extra
            from ..projections.archive.read import open_archive  # noqa: PLC0415 - as above
        from ..domain.rules.catalogue import PUBLISHED  # noqa: PLC0415 - not for all questions
        from ..ledger.registry.counting import SeveralRules, check_games, one_counting  # noqa: PLC0415
        from ..ledger.registry.rule_sets import rules_called  # noqa: PLC0415 - as above
        from ..projections.messages.errors import error_text  # noqa: PLC0415 - as above
        from ..projections.messages.rule_names import counted_by_text  # noqa: PLC0415 - as above

        archive = open_archive(self.name)
        played = rules_of(archive)
        known = PUBLISHED | played
        if rules is not None:
            rules_called(known, rules)
        if not self.counted_by:
            found = partitions(archive)
            for each in dict.fromkeys(each for part in found for each in part.counting):
                say(counted_by_text(each))
            return found
        try:
            counting = one_counting(known, self.counted_by)
        except SeveralRules as error:
            raise click.BadParameter(error_text(error), param_hint="'--counted-by'") from None
        check_games(counting, played.values())
        return partitions(archive, counting)

    def parts(
        self, part_of: "Callable[[Partition], Part]", partitions: "Sequence[Partition]"
    ) -> "Iterator[Part]":
        """What each partition brings, in as many processes as asked, with a progress bar."""
        from .processes import each_done  # noqa: PLC0415 - not for questions to a book
        from .terminal.progress import tracked  # noqa: PLC0415 - as above

        games = [each.bucket.games for each in partitions]
        return tracked(each_done(part_of, partitions, self.jobs or 1), sum(games), "games", games)
