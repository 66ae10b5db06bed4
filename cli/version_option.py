"""Versions of a game: which one is asked for, and what is said of the others."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

import click

from ledger.records.versions import Amendment, UnknownVersion, Version, version_of
from ledger.registry.players import shown_name
from ledger.store.stream import Stream
from projections.messages.errors import error_text

from .number_types import WholeNumber
from .output import moment, plain

Json = dict[str, Any]

version_option = click.option(
    "--version",
    type=WholeNumber(),
    metavar="N",
    help="The game as version N told it, from 1.  [default: the newest]",
)


def asked_for(stream: Stream, number: int | None) -> Version:
    """The version of that number, or the newest; raises UsageError where there is none."""
    try:
        return version_of(stream, number)
    except UnknownVersion as error:
        raise click.UsageError(error_text(error)) from None


def amended(amendments: Iterable[Amendment], names: dict[UUID, str]) -> Iterator[str]:
    """Of each amendment: which version it began, when, who said so, and why."""
    for each in amendments:
        who = "" if each.by is None else f" by {shown_name(names, each.by)}"
        yield plain(f"version {each.version} since {moment(each.recorded_at)}{who}: {each.reason}")


def amended_json(amendments: Iterable[Amendment], names: dict[UUID, str]) -> list[Json]:
    """The same for programs."""
    return [
        {
            "version": each.version,
            "recorded_at": each.recorded_at,
            "by": None if each.by is None else shown_name(names, each.by),
            "reason": each.reason,
        }
        for each in amendments
    ]
