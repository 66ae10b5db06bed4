"""`domino init`: creates a book in a file or a database, and lets roles use it."""

import click

from ledger.book import Book, grant_rights, make_book, rights_in_sql, shown
from ledger.store.postgres.url import is_url
from projections.messages import text
from projections.tables.catch_up import set_up_in_database
from projections.tables.schema import defined

from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, print_lines, say, unless_dry


@click.command()
@click.option(
    "--reader", "readers", multiple=True, metavar="ROLE", help="Let this role of a server read."
)
@click.option(
    "--writer",
    "writers",
    multiple=True,
    metavar="ROLE",
    help="Let this role of a server read and record games.",
)
@click.option("--sql", "as_sql", is_flag=True, help="Print the rights as SQL, and grant nothing.")
@dry_run_option
@ledger_option
@json_option
def init(
    *,
    readers: tuple[str, ...],
    writers: tuple[str, ...],
    as_sql: bool,
    dry_run: bool,
    ledger: str,
    as_json: bool,
) -> None:
    """Create the book: a file, or the tables in a database.

    A database needs this once; a file is also made by other commands. If the book exists, nothing
    changes. --reader and --writer may be repeated.
    """
    _check(ledger, roles=bool(readers or writers), as_sql=as_sql, dry_run=dry_run, as_json=as_json)
    if as_sql:
        with book_at(ledger) as book:
            print_lines(f"{statement};" for statement in _rights(book, readers, writers))
        return
    made = make_book(ledger, dry_run=dry_run)
    completed = not dry_run and is_url(ledger) and _make_missing_tables(ledger)
    if as_json:
        print_json({"ledger": shown(ledger), "made": made})
    values = {"ledger": shown(ledger)}
    if made:
        say(unless_dry(text("a ledger is made at {ledger}", **values), dry_run=dry_run))
    elif completed:
        say(text("there is a ledger at {ledger} already: what was missing was added", **values))
    else:
        say(text("there is a ledger at {ledger} already: nothing was changed", **values))
    if readers or writers:
        with book_at(ledger) as book:
            grant_rights(ledger, _rights(book, readers, writers))
    for role in readers:
        say(text("{role} may read", role=role))
    for role in writers:
        say(text("{role} may read and record games", role=role))


def _check(ledger: str, *, roles: bool, as_sql: bool, dry_run: bool, as_json: bool) -> None:
    """Refuse options that do not go together."""
    if roles and not is_url(ledger):
        raise click.UsageError(text("--reader and --writer are for a ledger in a database"))
    if as_sql and not roles:
        raise click.UsageError(text("--sql prints the rights of --reader and --writer"))
    if roles and (dry_run or (as_sql and as_json)):
        raise click.UsageError(
            text("with --reader and --writer, --sql shows what would be granted")
        )


def _make_missing_tables(url: str) -> bool:
    """Make the tables for reports in a database; False if they are there already."""
    with book_at(url) as book:
        return set_up_in_database(book)


def _rights(book: Book, readers: tuple[str, ...], writers: tuple[str, ...]) -> list[str]:
    tables = defined("postgresql", "table", "view")
    return rights_in_sql(str(book.address), readers, writers, tables)
