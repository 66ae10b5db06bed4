"""Compiles the catalogues of sentences when the package is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Catalogues(BuildHookInterface[Any]):
    """Writes `domino.mo` beside each `domino.po`, where gettext reads it."""

    def initialize(self, _version: str, _build_data: dict[str, Any]) -> None:
        """Compile them before the files of the package are collected."""
        locales = Path(self.root, "domino_ledger", "projections", "messages", "locales")
        for file in locales.glob("*/LC_MESSAGES/*.po"):
            with file.open("rb") as read, file.with_suffix(".mo").open("wb") as written:
                write_mo(written, read_po(read, locale=file.parent.parent.name))
