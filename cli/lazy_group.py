"""Commands that are loaded when they are called: what one needs, the others need not wait for."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click


class Lazily(click.Group):
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
        return command
