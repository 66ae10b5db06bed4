"""`domino key`: makes keys, and says which of them may sign for the house."""

from datetime import tzinfo
from pathlib import Path
from typing import Any, get_args

import click

from domain.house.events import KeyRole
from ledger.registry.keys import RegisteredKey, add_key, keys_of, revoke_key, rotate_key
from ledger.registry.players import check_known, people_names, shown_name
from ledger.signing.keys import COSIGNATURE, ED25519, given_key, new_key, write_private_key
from projections.days import local_time
from projections.messages import text
from projections.messages.signatures import key_state_text, role_text
from projections.messages.times import moment

from ..club_file import club_here
from ..decisions import new_option, required_reason
from ..ledger_option import book_at, ledger_option
from ..options import dry_run_option, json_option
from ..output import print_json, print_lines, print_table, say, unless_dry
from ..terminal.pager import paged

_key = click.argument("key", metavar="LINE|FILE")


@click.group()
def key() -> None:
    """Make, show, register, replace, revoke and list keys that sign."""


@key.command()
@click.argument("name")
@click.option(
    "--out", required=True, metavar="FILE", help="The file for the private key; it must be new."
)
@click.option("--witness", is_flag=True, help="Make a key of a witness, for cosignatures.")
def new(name: str, out: str, *, witness: bool) -> None:
    """Make a key called NAME, and print its public line.

    Only you can read the FILE. Do not give it away: with it anybody can sign. The NAME stays on
    record for good, so take one of a club or a house, such as club.example/arbiter.
    """
    made = new_key(name, COSIGNATURE if witness else ED25519)
    write_private_key(Path(out), made)
    print_lines([str(made.public)])
    say(text("the private key is in {file}: keep it to yourself", file=out))


@key.command()
@_key
def show(key: str) -> None:
    """Print the public line of the key in a FILE."""
    print_lines([str(given_key(key))])


@key.command()
@_key
@click.option(
    "--role",
    required=True,
    type=click.Choice(get_args(KeyRole)),
    help="What the key signs: checkpoints, rulings, amendments, or as a witness.",
)
@click.option("--player", metavar="NAME", help="The person it belongs to.")
@new_option
@dry_run_option
@ledger_option
def add(
    *, key: str, role: KeyRole, player: str | None, new: bool, dry_run: bool, ledger: str
) -> None:
    """Register a key: the house accepts its signatures from now on.

    LINE is the public line of the key, FILE a file that holds it, or the private key.
    """
    added = given_key(key)
    with book_at(ledger, create=True, dry_run=dry_run) as book:
        if not (player is None or new or player in (club_here().arbiters or ())):
            check_known(book, player)
        new_player = add_key(book, added, role, player)
    if new_player is not None:
        say(text("{name} is new to the book", name=new_player))
    done = text("{key} is registered, role: {role}", key=added.full_id, role=role_text(role))
    say(unless_dry(done, dry_run=dry_run))


@key.command()
@click.argument("old")
@_key
@dry_run_option
@ledger_option
def rotate(old: str, key: str, *, dry_run: bool, ledger: str) -> None:
    """Replace the key OLD, a name or an id, by another one of the same role and person.

    What OLD signed so far stays signed; it signs nothing more.
    """
    other = given_key(key)
    with book_at(ledger, dry_run=dry_run) as book:
        replaced = rotate_key(book, old, other)
    done = text("{new} replaces {old}", new=other.full_id, old=replaced.key.full_id)
    say(unless_dry(done, dry_run=dry_run))


@key.command()
@click.argument("name", metavar="NAME|ID")
@required_reason("The reason, kept on record.")
@dry_run_option
@ledger_option
def revoke(name: str, *, reason: str, dry_run: bool, ledger: str) -> None:
    """Revoke a key: it signs nothing more.

    What it signed so far is shown with this reason.
    """
    with book_at(ledger, dry_run=dry_run) as book:
        revoked = revoke_key(book, name, reason)
    done = text("{key} is revoked", key=revoked.key.full_id)
    say(unless_dry(done, dry_run=dry_run))


@key.command("list")
@ledger_option
@json_option
@paged
def list_(ledger: str, *, as_json: bool) -> None:
    """List all keys that were ever registered, with their times."""
    with book_at(ledger) as book:
        keys, names = keys_of(book.house()).values(), people_names(book)
    owners = [None if each.player is None else shown_name(names, each.player) for each in keys]
    if as_json:
        for each, owner in zip(keys, owners, strict=True):
            print_json(_json(each, owner))
        return
    heads = (
        *(text("key"), text("role"), text("player")),
        *(text("since"), text("until"), text("state")),
    )
    zone = club_here().zone
    print_table(heads, (_row(key, owner, zone) for key, owner in zip(keys, owners, strict=True)))


def _row(known: RegisteredKey, owner: str | None, zone: tzinfo | None) -> tuple[object, ...]:
    state = key_state_text(known.state)
    return (
        known.key.full_id,
        role_text(known.role),
        owner or "-",
        moment(local_time(known.since, zone).isoformat()),
        "-" if known.until is None else moment(local_time(known.until, zone).isoformat()),
        state if known.reason is None else f"{state}: {known.reason}",
    )


def _json(known: RegisteredKey, owner: str | None) -> dict[str, Any]:
    return {
        "id": known.key.full_id,
        "key": str(known.key),
        "role": known.role,
        "player": owner,
        "since": known.since,
        "until": known.until,
        "state": known.state,
        "reason": known.reason,
        "replaces": known.replaces,
    }
