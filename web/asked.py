"""What a route asks for: the book, a game of it, its tables, a part of a list."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from itertools import islice
from typing import Annotated, Any, TypeVar
from uuid import UUID

from fastapi import Depends, Form, Header, Path, Query, Request
from pydantic import AfterValidator, AwareDatetime, BeforeValidator, StringConstraints

from ..book import Book
from ..ledger.registry.rule_sets import all_rules, rules_called
from ..projections.tables.connection import Connection
from .settings import Settings

Json = dict[str, Any]
Item = TypeVar("Item")


# What needs no thread is `async`: FastAPI carries out all else in one of its threads.
async def _book(request: Request) -> Book:
    book = request.app.state.book
    assert isinstance(book, Book)
    return book


async def _settings(request: Request) -> Settings:
    settings = request.app.state.settings
    assert isinstance(settings, Settings)
    return settings


BookAsked = Annotated[Book, Depends(_book)]
SettingsAsked = Annotated[Settings, Depends(_settings)]

Text = Annotated[str, StringConstraints(max_length=2000, pattern=r"^[^\x00]*$")]
FormText = Annotated[str, Form(max_length=2_000)]
FormTexts = Annotated[list[str], Form(max_length=10)]
Name = Annotated[str, StringConstraints(max_length=500, pattern=r"^[^\x00]*$")]


def _game(book: BookAsked, game: Annotated[Name, Path(description="Its name, or its id")]) -> UUID:
    return book.ledger.find(game)


GameAsked = Annotated[UUID, Depends(_game)]
Index = Annotated[int, Path(ge=0, le=10**6, description="From 0")]
RulesQuery = Annotated[Name | None, Query(description="The id of a rule set")]


KeyAsked = Annotated[str | None, Header(alias="Idempotency-Key", max_length=200)]
LEFT_EMPTY = BeforeValidator(lambda typed: typed or None)
"""A field of a form that was sent without a value is not asked for."""
FirstDay = Annotated[date | None, LEFT_EMPTY, Query(alias="from")]
LastDay = Annotated[date | None, LEFT_EMPTY, Query(alias="to")]


def _within_the_calendar(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ValueError("beyond the calendar") from None


def _in_words(value: object) -> object:
    """No seconds since 1970, which the library would take too."""
    if isinstance(value, str) and not _MOMENT.match(value):
        raise ValueError("no RFC 3339")
    return value


_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[Tt ]")
Moment = Annotated[AwareDatetime, BeforeValidator(_in_words), AfterValidator(_within_the_calendar)]


def _limit(
    settings: SettingsAsked,
    limit: Annotated[int, Query(ge=1, le=10**6, description="Most items in the answer")] = 50,
) -> int:
    return min(limit, settings.limits.page)


LimitAsked = Annotated[int, Depends(_limit)]
Start = Annotated[
    int, Query(alias="after", ge=0, le=10**9, description="`next` of the answer before")
]


def part_of(items: Sequence[Item], start: int, limit: int) -> tuple[list[Item], str | None]:
    """The items after so many, and the cursor of the next ones; None: there are none."""
    end = start + limit
    return list(islice(items, start, end)), str(end) if end < len(items) else None


@contextmanager
def current_tables(
    book: Book, rules: str | None = None, *, rated: bool = False
) -> Iterator[Connection]:
    """The tables at one moment; ``rated``: with all ratings. Raises UnknownRules for ``rules``."""
    if rules is not None:
        rules_called(all_rules(book.ledger), rules)
    with book.keeper() as keeper:
        moment = keeper.one_moment() if rated else keeper.models.reading()
        with moment as connection:
            yield connection
