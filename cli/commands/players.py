"""`domino players`: lists, shows, changes and erases names. Events hold only ids."""

from datetime import tzinfo

import click

from ledger.registry.aliases import aliases
from ledger.registry.name_changes import erase
from ledger.registry.players import all_names, shown_name, unmerge
from projections.days import day_of
from projections.messages import text
from projections.reports.players import PlayedGame, find_person, person_json
from projections.tables.player_aliases import merge_players
from projections.tables.player_names import names_copied_from, rename_player

from ..club_file import club_here
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option, ordered_by_option
from ..output import print_json, print_table, say, unless_dry
from ..read_models import current_models
from ..terminal.pager import paged


@click.group()
def players() -> None:
    """List, show, rename, merge and erase players."""


@players.command("list")
@ledger_option
@json_option
@paged
def list_(ledger: str, as_json: bool) -> None:
    """List the names of players and other people in the book."""
    with book_at(ledger) as book:
        names, same = all_names(book), aliases(book)
    if as_json:
        for player, name in names.items():
            person = same.get(player)
            counts_as = None if person is None else str(person)
            print_json({"player": str(player), "name": name, "counts_as": counts_as})
        return
    heads = [text("name"), text("player"), text("counts as")]
    rows = [
        (name, player, shown_name(names, same[player]) if player in same else "")
        for player, name in names.items()
    ]
    columns = len(heads) if same else 2
    print_table(heads[:columns], [row[:columns] for row in rows])


@players.command()
@click.argument("name")
@ledger_option
@json_option
def show(name: str, ledger: str, *, as_json: bool) -> None:
    """Show the names of the player NAME, and how many games."""
    with (
        book_at(ledger) as book,
        current_models(book) as models,
        models.reading() as connection,
    ):
        found = find_person(book, connection, name)
        names = all_names(book)
    if as_json:
        print_json(person_json(found, names))
        return
    zone = club_here().zone
    merged = (shown_name(names, player) for player in found.merged)
    rows = (
        (text("player"), str(found.player)),
        (text("former names"), ", ".join(found.former_names) or "-"),
        *([(text("merged"), ", ".join(merged))] if found.merged else []),
        (text("games"), str(found.games)),
        (text("first game"), _game(found.first, zone)),
        (text("last game"), _game(found.last, zone)),
    )
    print_table((text("name"), found.name), rows)


def _game(game: PlayedGame | None, zone: tzinfo | None) -> str:
    return "-" if game is None else f"{game.record}  {day_of(game.started_at, zone)}"


@players.command("rename")
@click.argument("name")
@click.argument("new")
@dry_run_option
@ledger_option
def rename_(name: str, new: str, dry_run: bool, ledger: str) -> None:
    """Give the player NAME the name NEW."""
    with book_at(ledger, dry_run=dry_run) as book:
        copied = rename_player(book, name, new)
    done = text("{name} is now {new}", name=name, new=new)
    say(unless_dry(done, dry_run=dry_run))
    if not copied:
        say(text("the tables could not be written: they get the name when they are next used"))


@players.command("merge")
@click.argument("name")
@click.argument("into")
@ordered_by_option
@dry_run_option
@ledger_option
def merge_(*, name: str, into: str, by: str | None, dry_run: bool, ledger: str) -> None:
    """Let the player NAME count as the player INTO.

    No game is changed: statistics, money, disputes and sheets have the two as one person.
    """
    with (
        book_at(ledger, dry_run=dry_run) as book,
        current_models(book) as models,
        models.reading() as connection,
    ):
        merge_players(book, connection, name, into, by)
    done = text("{name} counts as {into} from now on", name=name, into=into)
    say(unless_dry(done, dry_run=dry_run))


@players.command("unmerge")
@click.argument("name")
@ordered_by_option
@dry_run_option
@ledger_option
def unmerge_(name: str, by: str | None, dry_run: bool, ledger: str) -> None:
    """Undo the merge of the player NAME."""
    with book_at(ledger, dry_run=dry_run) as book:
        into = unmerge(book, name, by)
        names = all_names(book)
    done = text("{name} no longer counts as {into}", name=name, into=shown_name(names, into))
    say(unless_dry(done, dry_run=dry_run))


@players.command("erase")
@click.argument("name")
@dry_run_option
@ledger_option
def erase_(name: str, dry_run: bool, ledger: str) -> None:
    """Erase a player's name for good. The games stay, and so does every hash."""
    with book_at(ledger, dry_run=dry_run) as book, names_copied_from(book):
        player = erase(book, name)
    done = text("the name of player {player} is erased", player=player)
    say(unless_dry(done, dry_run=dry_run))
