"""`domino archive`: closed games in columns."""

from ...projections.messages import mark, text
from ...projections.messages.harmless import plain
from .. import options
from ..archive_options import needing_extra
from ..declaring import argument, command, option, usage_error
from ..options import Ledger
from ..output import print_json, say, say_plural
from ..read_models import current_keeper
from ..terminal.progress import tracked_by


@command()
def archive(
    books: tuple[str, ...] = argument(metavar="BOOK..."),
    to: str = option(
        "The directory, or a URL such as s3://bucket/archive.", "--to DIR", required=True
    ),
    as_json: bool = options.json,
) -> None:
    """Copy the closed games of books into an archive of Parquet files.

    Only what is new is written: games that ended, were amended or ruled on since, and what was
    found about them. A BOOK is a file, or postgresql://user@host/database. The archive can be
    deleted, and made again with the same content. `domino verify --archive DIR` checks it.
    """
    if not books:
        raise usage_error("name the books to copy")
    with needing_extra():
        from ...projections.archive.manifest import File  # noqa: PLC0415 - as below
        from ...projections.archive.write import open_to_write  # noqa: PLC0415 - an extra
    written = list[File]()
    for each in books:
        with (
            Ledger(each).open() as book,
            current_keeper(book) as keeper,
            open_to_write(to) as writer,
        ):
            tracked_by(writer.take_in(keeper), None, "events")
            written += writer.written
            has = writer.manifest
    size = sum(each.size for each in written)
    if as_json:
        news = {"files_written": len(written), "bytes_written": size}
        print_json({"games": has.games, "events": has.events, "bytes": has.bytes} | news)
        return
    say_plural(
        "{number} file was written, {size} bytes",
        "{number} files were written, {size} bytes",
        len(written),
        size=size,
    )
    all_in_all = mark("{archive} has {games} games with {events} events in {size} bytes")
    figures = {"games": has.games, "events": has.events, "size": has.bytes}
    say(text(all_in_all, archive=plain(to), **figures))
