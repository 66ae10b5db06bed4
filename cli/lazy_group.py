"""A click group that imports commands on demand, and help in the language of the user."""

from collections import ChainMap
from collections.abc import Mapping
from copy import copy
from importlib import import_module
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from ..projections.messages import LANGUAGES, catalogue, speak
from .help_text import Context

_NO_LIMIT = 1_000
LANGUAGE = "--lang"


_MODULES = {"import": "import_", "forfeit": "abandon", "restore": "backup"}
"""In `cli.commands`, of commands that are not in a module of their own name."""


class LazyGroup(click.Group):
    """Imports a command when it is called, and lists the commands under headings.

    ``sections``: by heading and name of a command, the first sentence of its help.
    """

    context_class = Context

    def __init__(
        self, *args: Any, sections: Mapping[str, Mapping[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._sections = sections
        self._helps = ChainMap(*map(dict, sections.values()))
        """By command name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Speak the language that is asked for, wherever that stands, before anything is said."""
        args, language = _language_first(args)
        if language in LANGUAGES:
            speak(language)
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help in the language that is in use by now."""
        click.Group.format_help(translated(self), ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """The option with its help in the language in use; click would keep the first one."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = catalogue().gettext("Show this message and exit.")
        return option

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return sorted(self._helps)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command; none is imported."""
        options = click.Command.shell_complete(self, ctx, incomplete)
        names = (name for name in self.list_commands(ctx) if name.startswith(incomplete))
        return [CompletionItem(name, help=self._help_of(name)) for name in names] + options

    def _help_of(self, name: str) -> str:
        return catalogue().gettext(self._helps[name])

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - click's signature
        cmd_name: str,
    ) -> click.Command | None:
        if cmd_name not in self._helps:
            return None
        module = _MODULES.get(cmd_name, cmd_name.replace("-", "_"))
        names = vars(import_module(f".commands.{module}", __package__)).values()
        commands = (each for each in names if isinstance(each, click.Command))
        return translated(next(each for each in commands if each.name == cmd_name))

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
        width = max(map(len, self._helps))
        for heading, names in self._sections.items():
            rows = [(name.ljust(width), self._help_of(name)) for name in names]
            with formatter.section(catalogue().gettext(heading)):
                formatter.write_dl(rows)


def _language_first(args: list[str]) -> tuple[list[str], str]:
    """The arguments with the option of the language before the others, and its value."""
    for place, word in enumerate(args):
        if word == "--":
            break
        if word == LANGUAGE or word.startswith(f"{LANGUAGE}="):
            after = place + 1 + (word == LANGUAGE)
            option = args[place:after]
            return [*option, *args[:place], *args[after:]], option[-1].removeprefix(f"{LANGUAGE}=")
    return args, ""


CommandKind = TypeVar("CommandKind", bound=click.Command)


def translated(command: CommandKind) -> CommandKind:
    """A copy of the command whose help is in the language in use."""
    gettext, context = catalogue().gettext, click.Context(command)
    copied = copy(command)
    copied.context_class = Context
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
