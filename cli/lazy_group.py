"""Commands that are loaded when they are called, with their help in the reader's language."""

from collections.abc import Mapping
from copy import copy
from importlib import import_module
from typing import Any

import click

from projections.messages import catalogue

_UNCUT = 1_000


class LazyGroup(click.Group):
    """A group of commands of which each is known by name, module and attribute."""

    def __init__(self, *args: Any, where: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._where = where
        """By the name of the command: `module:attribute`, the module among `cli.commands`."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(self._where)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        where = self._where.get(cmd_name)
        if where is None:
            return None
        module, _, attribute = where.partition(":")
        command = getattr(import_module(f".commands.{module}", __package__), attribute)
        assert isinstance(command, click.Command)
        return translated(command)


def translated(command: click.Command) -> click.Command:
    """A copy of the command whose help is in the language of the environment."""
    words, context = catalogue(), click.Context(command)
    copied = copy(command)
    if copied.help:
        copied.help = words.gettext(copied.help)
        copied.short_help = words.gettext(first_sentence(command))
    if copied.options_metavar:
        copied.options_metavar = words.gettext(copied.options_metavar)
    copied.params = [copy(parameter) for parameter in command.params]
    for parameter in copied.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = words.gettext(parameter.help)
        if has_metavar(parameter):
            parameter.metavar = words.gettext(parameter.make_metavar(context))
    if isinstance(copied, click.Group):
        copied.subcommand_metavar = words.gettext(copied.subcommand_metavar)
        copied.commands = {name: translated(each) for name, each in copied.commands.items()}
    return copied


def first_sentence(command: click.Command) -> str:
    """What stands beside the command in a list: click itself would cut it."""
    return command.get_short_help_str(limit=_UNCUT)


def has_metavar(parameter: click.Parameter) -> bool:
    """Its help names a value in words; a flag has none, and the values of a choice are data."""
    is_flag = isinstance(parameter, click.Option) and parameter.is_flag
    return not is_flag and not isinstance(parameter.type, click.Choice)
