"""`domino init`: creates a book in a file or a database, and lets roles use it."""

from ...ledger.book import Book, grant_rights, make_book, rights_in_sql, shown
from ...ledger.store.address import is_url
from ...projections.messages import mark, text
from ...projections.tables.catch_up import make_with_tables
from ...projections.tables.schema import defined
from .. import options
from ..declaring import command, option, usage_error
from ..output import print_json, print_lines, say


@command()
def init(
    readers: tuple[str, ...] = option("Let this role of a server read.", "--reader ROLE"),
    writers: tuple[str, ...] = option(
        "Let this role of a server read and record games.", "--writer ROLE"
    ),
    as_sql: bool = option("Print the rights as SQL, and grant nothing.", "--sql"),
    ledger: options.Ledger = options.ledger_to_write,
    as_json: bool = options.json,
) -> None:
    """Create the book: a file, or the tables in a database.

    A database needs this once; a file is also made by other commands. If the book exists, nothing
    changes. --reader and --writer may be repeated.
    """
    url, dry_run, roles = *ledger, bool(readers or writers)
    if roles and not is_url(url):
        raise usage_error("--reader and --writer are for a ledger in a database")
    if as_sql and not roles:
        raise usage_error("--sql prints the rights of --reader and --writer")
    if roles and (dry_run or (as_sql and as_json)):
        raise usage_error("with --reader and --writer, --sql shows what would be granted")
    if as_sql:
        with ledger.open() as book:
            print_lines(f"{statement};" for statement in _rights(book, readers, writers))
        return
    if dry_run:
        made, completed = make_book(url, dry_run=True), False
    else:
        made, completed = make_with_tables(url, options.say_wait)
    if as_json:
        print_json({"ledger": shown(url), "made": made})
    if made:
        ledger.say_done("a ledger is made at {ledger}", ledger=shown(url))
    else:
        there = mark("there is a ledger at {ledger} already: nothing was changed")
        if completed:
            there = mark("there is a ledger at {ledger} already: what was missing was added")
        say(text(there, ledger=shown(url)))
    if roles:
        with ledger.open() as book:
            grant_rights(url, _rights(book, readers, writers))
    for role in readers:
        say(text("{role} may read", role=role))
    for role in writers:
        say(text("{role} may read and record games", role=role))


def _rights(book: Book, readers: tuple[str, ...], writers: tuple[str, ...]) -> list[str]:
    tables = defined("postgresql", "table", "view")
    return rights_in_sql(str(book.address), readers, writers, tables)
