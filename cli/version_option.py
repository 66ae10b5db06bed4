"""The option for a version of a game, and amendments as printed."""

from collections.abc import Iterable, Iterator
from typing import Any
from uuid import UUID

import click

from ledger.records.versions import Amendment
from ledger.registry.players import shown_name
from projections.messages.amendments import amendment_text

from .number_types import WholeNumber
from .output import plain

Json = dict[str, Any]

version_option = click.option(
    "--version",
    type=WholeNumber(),
    metavar="N",
    help="Version N of the game, from 1.  [default: the newest]",
)


def amended(amendments: Iterable[Amendment], names: dict[UUID, str]) -> Iterator[str]:
    """Each amendment in a line: the version it began, since when, by whom, and why."""
    for each in amendments:
        by = None if each.by is None else shown_name(names, each.by)
        yield plain(amendment_text(each, by))


def amended_json(amendments: Iterable[Amendment], names: dict[UUID, str]) -> list[Json]:
    """The amendments, for programs."""
    return [
        {
            "version": each.version,
            "recorded_at": each.recorded_at,
            "by": None if each.by is None else shown_name(names, each.by),
            "reason": each.reason,
        }
        for each in amendments
    ]
