"""A click group that imports commands on demand, and help in the language of the user."""

from collections import ChainMap
from collections.abc import Mapping
from copy import copy
from importlib import import_module
from typing import Any, NamedTuple

import click
from click.shell_completion import CompletionItem

from projections.messages import catalogue

_NO_LIMIT = 1_000


class Listed(NamedTuple):
    """A command that is not imported."""

    location: str
    """`module:attribute`, the module in `cli.commands`."""
    help: str
    """The first sentence of its help."""


class LazyGroup(click.Group):
    """Imports a command when it is called, and lists the commands under headings."""

    def __init__(
        self, *args: Any, sections: Mapping[str, Mapping[str, Listed]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._sections = sections
        self._listed = ChainMap(*map(dict, sections.values()))
        """By command name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(self._listed)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command; none is imported."""
        options = click.Command.shell_complete(self, ctx, incomplete)
        names = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        return [CompletionItem(name, help=self._help_of(name)) for name in names] + options

    def _help_of(self, name: str) -> str:
        return catalogue().gettext(self._listed[name].help)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        listed = self._listed.get(cmd_name)
        if listed is None:
            return None
        module, _, attribute = listed.location.partition(":")
        command = getattr(import_module(f".commands.{module}", __package__), attribute)
        assert isinstance(command, click.Command)
        return translated(command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find a command; an unknown name is compared with those that are not imported, too."""
        try:
            return super().resolve_command(ctx, args)
        except click.exceptions.NoSuchCommand as error:
            names = self.list_commands(ctx)
            raise click.exceptions.NoSuchCommand(error.command_name, None, names, ctx) from None

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        formatter: click.HelpFormatter,
    ) -> None:
        width = max(map(len, self._listed))
        for heading, names in self._sections.items():
            rows = [(name.ljust(width), self._help_of(name)) for name in names]
            with formatter.section(catalogue().gettext(heading)):
                formatter.write_dl(rows)


def translated(command: click.Command) -> click.Command:
    """A copy of the command whose help is in the language of the environment."""
    gettext, context = catalogue().gettext, click.Context(command)
    copied = copy(command)
    if copied.help:
        copied.help = gettext(copied.help)
        copied.short_help = gettext(first_sentence(command))
    if copied.options_metavar:
        copied.options_metavar = gettext(copied.options_metavar)
    copied.params = [copy(parameter) for parameter in command.params]
    for parameter in copied.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = gettext(parameter.help)
        if has_metavar(parameter):
            parameter.metavar = gettext(parameter.make_metavar(context))
    if isinstance(copied, click.Group):
        copied.subcommand_metavar = gettext(copied.subcommand_metavar)
        copied.commands = {name: translated(each) for name, each in copied.commands.items()}
    return copied


def first_sentence(command: click.Command) -> str:
    """The first sentence of the help, for lists of commands; click would shorten it."""
    return command.get_short_help_str(limit=_NO_LIMIT)


def has_metavar(parameter: click.Parameter) -> bool:
    """The help names its value in words. A flag has no value; those of a choice are data."""
    is_flag = isinstance(parameter, click.Option) and parameter.is_flag
    return not is_flag and not isinstance(parameter.type, click.Choice)
