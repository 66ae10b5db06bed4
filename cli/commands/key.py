"""`domino key`: makes keys, and says which of them may sign for the house."""

from pathlib import Path

import click

from ...domain.house import KeyRole
from ...ledger.registry.keys import RegisteredKey, add_key, keys_of, revoke_key, rotate_key
from ...ledger.registry.players import check_known, people_names
from ...ledger.registry.stored_names import shown_name
from ...ledger.signing.keys import COSIGNATURE, ED25519, given_key, new_key, write_private_key
from ...projections.days import local_time
from ...projections.messages import text
from ...projections.messages.times import moment
from .. import options
from ..club_file import club_here, zone_here
from ..declaring import argument, command, option
from ..output import print_jsons, print_lines, print_table, say

_key = argument(metavar="LINE|FILE")


@click.group()
def key() -> None:
    """Make, show, register, replace, revoke and list keys that sign."""


@command(key)
def new(
    name: str = argument(),
    out: str = option(
        "The file for the private key; it must be new.", required=True, metavar="FILE"
    ),
    witness: bool = option("Make a key of a witness, for cosignatures."),
) -> None:
    """Make a key called NAME, and print its public line.

    Only you can read the FILE. Do not give it away: with it anybody can sign. The NAME stays on
    record for good, so take one of a club or a house, such as club.example/arbiter.
    """
    made = new_key(name, COSIGNATURE if witness else ED25519)
    write_private_key(Path(out), made)
    print_lines([str(made.public)])
    say(text("the private key is in {file}: keep it to yourself", file=out))


@command(key)
def show(key: str = _key) -> None:
    """Print the public line of the key in a FILE."""
    print_lines([str(given_key(key))])


@command(key)
def add(
    key: str = _key,
    role: KeyRole = option(
        "What the key signs: checkpoints, rulings, amendments, or as a witness.", required=True
    ),
    player: str | None = option("The person it belongs to.", metavar="NAME"),
    new: bool = options.new,
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Register a key: the house accepts its signatures from now on.

    LINE is the public line of the key, FILE a file that holds it, or the private key.
    """
    added = given_key(key)
    with ledger.open(create=True) as book:
        if not (player is None or new or player in (club_here().arbiters or ())):
            check_known(book, player)
        new_player = add_key(book, added, role, player)
    if new_player is not None:
        say(text("{name} is new to the book", name=new_player))
    ledger.say_done("{key} is registered, role: {role}", key=added.full_id, role=text(role))


@command(key)
def rotate(
    old: str = argument(), key: str = _key, ledger: options.Ledger = options.ledger_to_write
) -> None:
    """Replace the key OLD, a name or an id, by another one of the same role and person.

    What OLD signed so far stays signed; it signs nothing more.
    """
    other = given_key(key)
    with ledger.open() as book:
        replaced = rotate_key(book, old, other)
    ledger.say_done("{new} replaces {old}", new=other.full_id, old=replaced.key.full_id)


@command(key)
def revoke(
    name: str = argument(metavar="NAME|ID"),
    reason: str = options.required_reason("The reason, kept on record."),
    ledger: options.Ledger = options.ledger_to_write,
) -> None:
    """Revoke a key: it signs nothing more.

    What it signed so far is shown with this reason.
    """
    with ledger.open() as book:
        revoked = revoke_key(book, name, reason)
    ledger.say_done("{key} is revoked", key=revoked.key.full_id)


@command(key, paged=True)
def list_(ledger: options.Ledger = options.ledger, as_json: bool = options.json) -> None:
    """List all keys that were ever registered, with their times."""
    with ledger.open() as book:
        keys, names = keys_of(book.house()).values(), people_names(book)
    owners = [None if each.player is None else shown_name(names, each.player) for each in keys]
    if as_json:
        times = "since", "until", "state", "reason", "replaces"
        print_jsons(
            {"id": each.key.full_id, "key": str(each.key), "role": each.role, "player": owner}
            | {name: getattr(each, name) for name in times}
            for each, owner in zip(keys, owners, strict=True)
        )
        return
    zone = zone_here()

    def row(known: RegisteredKey, owner: str | None) -> tuple[str, ...]:
        since, until = (
            "-" if time is None else moment(local_time(time, zone).isoformat())
            for time in (known.since, known.until)
        )
        state = text(known.state)
        if known.reason is not None:
            state = f"{state}: {known.reason}"
        return known.key.full_id, text(known.role), owner or "-", since, until, state

    heads = text("key"), text("role"), text("player"), text("since"), text("until"), text("state")
    print_table(heads, map(row, keys, owners))
