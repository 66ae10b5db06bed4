"""Going on with what happens later: the options of the commands that can."""

import click

_SHORTEST, _LONGEST = 0.01, 3600.0
"""Seconds between two looks."""


def _seconds(_: click.Context, __: click.Parameter, value: float) -> float:
    if not _SHORTEST <= value <= _LONGEST:  # So put, it refuses what is not a number, too.
        raise click.BadParameter(f"{value:g} is not between {_SHORTEST:g} and {_LONGEST:g} seconds")
    return value


follow_option = click.option(
    "--follow", "-f", is_flag=True, help="Go on with what is recorded later."
)
seconds_option = click.option(
    "--every",
    "seconds",
    type=float,
    default=0.5,
    metavar="SECONDS",
    show_default=True,
    callback=_seconds,
    help="With --follow: how often to look.",
)
