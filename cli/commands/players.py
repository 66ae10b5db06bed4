"""`domino players`: lists, shows, changes and erases names. Events hold only ids."""

import click

from ledger.registry.players import all_names, erase
from projections.messages import mark, text
from projections.reports.person import PlayedGame, find_person, person_json
from projections.tables.player_names import names_copied_from, rename_player

from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, print_table, say
from ..read_models import current_models
from ..terminal.pager import paged


@click.group()
def players() -> None:
    """List, show, rename and erase players' names."""


@players.command("list")
@ledger_option
@json_option
@paged
def list_(ledger: str, as_json: bool) -> None:
    """List the names of players and other people in the book."""
    with book_at(ledger) as book:
        names = all_names(book)
    if as_json:
        for player, name in names.items():
            print_json({"player": str(player), "name": name})
        return
    print_table((text("name"), text("player")), ((name, player) for player, name in names.items()))


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
    if as_json:
        print_json(person_json(found))
        return
    rows = (
        (text("player"), str(found.player)),
        (text("former names"), ", ".join(found.former_names) or "-"),
        (text("games"), str(found.games)),
        (text("first game"), _game(found.first)),
        (text("last game"), _game(found.last)),
    )
    print_table((text("name"), found.name), rows)


def _game(game: PlayedGame | None) -> str:
    return "-" if game is None else f"{game.record}  {game.started_at[:10]}"


@players.command("rename")
@click.argument("name")
@click.argument("new")
@dry_run_option
@ledger_option
def rename_(name: str, new: str, dry_run: bool, ledger: str) -> None:
    """Give the player NAME the name NEW."""
    with book_at(ledger, dry_run=dry_run) as book:
        copied = rename_player(book, name, new)
    template = (
        mark("{name} would be {new}, nothing written") if dry_run else mark("{name} is now {new}")
    )
    say(text(template, name=name, new=new))
    if not copied:
        say(text("the tables could not be written: they get the name when they are next used"))


@players.command("erase")
@click.argument("name")
@dry_run_option
@ledger_option
def erase_(name: str, dry_run: bool, ledger: str) -> None:
    """Erase a player's name for good. The games stay, and so does every hash."""
    with book_at(ledger, dry_run=dry_run) as book, names_copied_from(book):
        player = erase(book, name)
    template = (
        mark("the name of player {player} would be erased, nothing written")
        if dry_run
        else mark("the name of player {player} is erased")
    )
    say(text(template, player=player))
