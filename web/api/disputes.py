"""Disputes: a list, and every step."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from fastapi import APIRouter, Path, Query
from pydantic import Field

from ...book import Book
from ...ledger import disputes as steps
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.players import check_known, people_names
from ...ledger.registry.stored_names import shown_name
from ...ledger.store.stream import Stream
from ...projections.results.consequences import consequences_json, consequences_of
from ...projections.results.disputes import DisputeHistory, disputes_in, history_json, history_of
from ...projections.results.signatures import signatures_in
from ..access import Visitor, VisitorAsked
from ..asked import BookAsked, GameAsked, LimitAsked, Name, SettingsAsked, Start, Text, part_of
from ..errors import NotAllowed
from ..settings import Settings
from .shapes import Dispute, Items, Shape

routes = APIRouter(tags=["disputes"])
Number = Annotated[int, Path(ge=1, le=10**6, description="From 1, in the order of opening")]
Take: TypeAlias = Callable[[Stream, str], steps.Step]


class _Step(Shape):
    """A step of a person."""

    by: Name | None = Field(
        None, description="The name of the person; of a player it is the one at their seat"
    )
    new: bool = Field(default=False, description="They may be new to the book")


class Claim(_Step):
    """What is disputed, and why."""

    claim: Text
    round: int | None = Field(None, ge=0, le=10**6, description="From 0; null: the game")
    move: int | None = Field(None, ge=0, le=10**6, description="From 0; null: the round")


class Answer(_Step):
    """What is said to a claim, or to an appeal."""

    answer: Text


class Order(_Step):
    """A ruling."""

    remedies: list[dict[str, Any]] = Field(max_length=100, description="See docs/disputes.md")
    reason: Text = ""


class Appeal(_Step):
    """Why a ruling is appealed."""

    reason: Text


class Withdrawal(_Step):
    """That a claim or an appeal is withdrawn."""

    reason: Text = ""


@routes.get("/disputes", name="api.disputes")
def every_dispute(
    book: BookAsked,
    limit: LimitAsked,
    start: Start = 0,
    only_open: Annotated[bool, Query(alias="open", description="Waiting for a ruling")] = False,
) -> Items[Dispute]:
    """The disputes about all games, in the order of the games."""
    found = [each for each in disputes_in(book.ledger) if not (only_open and each.closed)]
    shown, after = part_of(found, start, limit)
    return Items(items=[_shape(each) for each in shown], next=after)


@routes.get("/games/{game}/disputes", name="api.game.disputes")
def disputes(book: BookAsked, game: GameAsked) -> list[Dispute]:
    """The disputes about a game."""
    return [_shape(each) for each in disputes_in(book.ledger, game)]


@routes.get("/games/{game}/disputes/{dispute}", name="api.game.dispute")
def one_dispute(book: BookAsked, game: GameAsked, dispute: Number) -> Dispute:
    """A dispute with its steps, and what follows from the ruling in force."""
    return _whole(book, book.ledger.stream(game), dispute)


@routes.post("/games/{game}/disputes", name="api.game.dispute.open", status_code=201)
def open_dispute(
    book: BookAsked, settings: SettingsAsked, visitor: VisitorAsked, game: GameAsked, claim: Claim
) -> Dispute:
    """Dispute a game, a round of it, or a move of that round."""
    place: dict[str, Any] = {"round": claim.round, "move": claim.move}
    take = partial(_opened, book, claim.claim, **place)
    return _Taking(book, settings, visitor, game).step(claim, None, take)


def _opened(book: Book, claim: str, stream: Stream, by: str, **place: int | None) -> steps.Step:
    return steps.open_dispute(book.ledger, stream, by, claim, **place)


@routes.post(
    "/games/{game}/disputes/{dispute}/answers", name="api.game.dispute.answer", status_code=201
)
def answer(
    book: BookAsked,
    settings: SettingsAsked,
    visitor: VisitorAsked,
    game: GameAsked,
    dispute: Number,
    said: Answer,
) -> Dispute:
    """Answer a claim or an appeal."""
    return _Taking(book, settings, visitor, game).step(
        said,
        dispute,
        lambda stream, by: steps.answer_dispute(book.ledger, stream, dispute, by, said.answer),
    )


@routes.post(
    "/games/{game}/disputes/{dispute}/rulings", name="api.game.dispute.rule", status_code=201
)
def rule(
    book: BookAsked,
    settings: SettingsAsked,
    visitor: VisitorAsked,
    game: GameAsked,
    dispute: Number,
    order: Order,
) -> Dispute:
    """Rule on a dispute."""
    remedies = [steps.remedy_in(each) for each in order.remedies]
    return _Taking(book, settings, visitor, game).step(
        order,
        dispute,
        lambda stream, by: steps.rule_on_dispute(
            *(book.ledger, stream, dispute, by, remedies),
            reason=order.reason,
            table_rules=settings.club.arbiters == (),
        ),
    )


@routes.post(
    "/games/{game}/disputes/{dispute}/appeals", name="api.game.dispute.appeal", status_code=201
)
def appeal(
    book: BookAsked,
    settings: SettingsAsked,
    visitor: VisitorAsked,
    game: GameAsked,
    dispute: Number,
    appeal: Appeal,
) -> Dispute:
    """Appeal against the ruling. It stays in force until the next one."""
    return _Taking(book, settings, visitor, game).step(
        appeal,
        dispute,
        lambda stream, by: steps.appeal_ruling(book.ledger, stream, dispute, by, appeal.reason),
    )


@routes.post(
    "/games/{game}/disputes/{dispute}/withdrawals",
    name="api.game.dispute.withdraw",
    status_code=201,
)
def withdraw(
    book: BookAsked,
    settings: SettingsAsked,
    visitor: VisitorAsked,
    game: GameAsked,
    dispute: Number,
    withdrawal: Withdrawal,
) -> Dispute:
    """Withdraw a claim that was not ruled on, or an appeal."""
    reason = withdrawal.reason
    return _Taking(book, settings, visitor, game).step(
        withdrawal,
        dispute,
        lambda stream, by: steps.withdraw_dispute(book.ledger, stream, dispute, by, reason),
    )


class _Taking:
    """Takes a step in a dispute about a game for a visitor."""

    def __init__(self, book: Book, settings: Settings, visitor: Visitor, game: UUID) -> None:
        self._book = book
        self._arbiters = settings.club.arbiters or ()
        self._visitor = visitor
        self._stream = book.ledger.stream(game)

    def step(self, asked: _Step, dispute: int | None, take: Take) -> Dispute:
        """The dispute after the step; None: the one that it opens.

        Raises UnknownPlayer for somebody who is new to the book, unless the step says so.
        """
        by = self._person(asked.by)
        if not asked.new and by not in self._arbiters:
            check_known(self._book.ledger, by, self._stream.game.opened.players)
        taken = take(self._stream, by)
        number = steps.newest_dispute(taken) if dispute is None else dispute
        return _whole(self._book, taken.after, number)

    def _person(self, by: str | None) -> str:
        """Who takes the step: a player is who sits at their seat, whatever the name."""
        players, seat = self._stream.game.opened.players, self._visitor.seat
        if seat is None:
            if by is None:
                raise Unreadable("field-missing", field="by")
            return by
        own = shown_name(people_names(self._book.ledger), players[seat])
        if by not in {None, own, str(players[seat])}:
            raise NotAllowed("name-of-another", name=by)
        return str(players[seat])


def _shape(history: DisputeHistory) -> Dispute:
    return Dispute.model_validate(history_json(history))


def _whole(book: Book, stream: Stream, dispute: int) -> Dispute:
    history = history_of(stream, people_names(book.ledger), dispute)
    signed = {each.first: each for each in signatures_in(book.ledger, stream)}
    follows = None
    if history.status in {"ruled", "appealed", "final"}:
        follows = consequences_json(consequences_of(stream, dispute))
    return Dispute.model_validate(history_json(history, signed) | {"follows": follows})
