"""What a club has in its file, and need not type each evening (docs/command.md)."""

import re
from contextlib import suppress
from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from ..domain.rules.payout import Stake
from .notation.vocabulary import Language
from .texts import LONGEST_NAME, NAME

Paper: TypeAlias = Literal["a4", "letter"]
"""The paper that sheets are printed on."""


def stake_typed(text: str) -> Stake | None:
    """The stake typed as `EUR:5`; None if the text is no stake."""
    found = re.fullmatch(r"([A-Z]{3}):([0-9]{1,9})", text)
    return None if found is None else Stake(currency=found[1], minor_per_pip=int(found[2]))


def _zone(name: str) -> str:
    with suppress(KeyError, ValueError, OSError):  # ZoneInfoNotFoundError is a KeyError.
        ZoneInfo(name)
        return name
    raise PydanticCustomError("unknown-time-zone", "unknown-time-zone", {"zone": name})


def _stake(text: str) -> str:
    if stake_typed(text) is None:
        raise PydanticCustomError("not-a-stake", "not-a-stake", {"stake": text})
    return text


def _name(text: str) -> str:
    if not NAME.fullmatch(text) or len(text) > LONGEST_NAME:
        raise PydanticCustomError("not-a-name", "not-a-name", {})
    return text


_Name = Annotated[str, AfterValidator(_name)]
_Names = Annotated[tuple[_Name, ...], Field(strict=False)]


class Club(BaseModel):
    """The contents of a club file; everything is optional."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)

    name: _Name | None = None
    rules: _Name | None = None
    """The id of the rule set: published, or of the book."""
    players: _Names = ()
    """The usual players, in the order in which they mostly sit."""
    stake: Annotated[str, AfterValidator(_stake)] | None = None
    """Currency, and minor units a pip: `EUR:5`."""
    place: _Name | None = None
    table: _Name | None = None
    """The name of the table, for sheets."""
    paper: Paper = "a4"
    time_zone: Annotated[str, AfterValidator(_zone)] | None = None
    """A name of the IANA time zone database."""
    language: Language | None = None
    """Of the sentences, where the environment names none."""
    arbiters: _Names | None = None
    """Who may rule on disputes; empty: the club has no arbiter; None: not known."""

    @property
    def stake_a_pip(self) -> Stake | None:
        """The stake as a value."""
        return None if self.stake is None else stake_typed(self.stake)

    @property
    def zone(self) -> ZoneInfo | None:
        """The time zone of the club; None: that of this machine."""
        return None if self.time_zone is None else ZoneInfo(self.time_zone)

    def now(self) -> datetime:
        """The current time in the time zone of the club, else of this machine."""
        return datetime.now().astimezone() if self.zone is None else datetime.now(self.zone)


NO_CLUB = Club.model_construct()  # Builds no schema.
