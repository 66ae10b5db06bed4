"""`domino players`: lists, shows, changes and erases names. Events hold only ids."""

from datetime import tzinfo

import click

from ...ledger.registry.aliases import aliases
from ...ledger.registry.merging import unmerge
from ...ledger.registry.stored_names import all_names, shown_name
from ...projections.days import day_of
from ...projections.messages import text
from ...projections.messages.formats import day_text
from ...projections.reports.players import PlayedGame, find_person, person_json
from ...projections.tables.changed_names import erase_player, rename_player
from ...projections.tables.merged_players import merge_players
from .. import options
from ..club_file import zone_here
from ..declaring import argument, command
from ..output import print_json, print_table, say
from ..read_models import current_tables


@click.group()
def players() -> None:
    """List, show, rename, merge and erase players."""


@command(players, paged=True)
def list_(ledger: options.Ledger = options.ledger, as_json: bool = options.json) -> None:
    """List the names of players and other people in the book."""
    with ledger.open() as book:
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


@command(players)
def show(
    name: str = argument(), ledger: options.Ledger = options.ledger, as_json: bool = options.json
) -> None:
    """Show the names of the player NAME, and how many games."""
    with ledger.open() as book, current_tables(book) as connection:
        found = find_person(book, connection, name)
        names = all_names(book)
    if as_json:
        print_json(person_json(found, names))
        return
    zone = zone_here()
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
    return "-" if game is None else f"{game.record}  {day_text(day_of(game.started_at, zone))}"


@command(players)
def rename_(
    name: str = argument(), new: str = argument(), ledger: options.Ledger = options.ledger_to_write
) -> None:
    """Give the player NAME the name NEW."""
    with ledger.open() as book:
        copied = rename_player(book, name, new)
    ledger.say_done("{name} is now {new}", name=name, new=new)
    if not copied:
        say(text("the tables could not be written: they get the name when they are next used"))


@command(players)
def merge_(
    name: str = argument(),
    into: str = argument(),
    by: str | None = options.ordered_by,
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Let the player NAME count as the player INTO.

    No game is changed: statistics, money, disputes and sheets have the two as one person.
    """
    with ledger.open() as book, current_tables(book) as connection:
        merge_players(book, connection, name, into, by)
    ledger.say_done("{name} counts as {into} from now on", name=name, into=into)


@command(players)
def unmerge_(
    name: str = argument(),
    by: str | None = options.ordered_by,
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Undo the merge of the player NAME."""
    with ledger.open() as book:
        into = unmerge(book, name, by)
        names = all_names(book)
    ledger.say_done("{name} no longer counts as {into}", name=name, into=shown_name(names, into))


@command(players)
def erase_(name: str = argument(), ledger: options.Ledger = options.ledger_to_write) -> None:
    """Erase a player's name for good. The games stay, and so does every hash."""
    with ledger.open() as book:
        player = erase_player(book, name)
    ledger.say_done("the name of player {player} is erased", player=player)
