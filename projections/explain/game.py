"""The service that explains a round of a game of the book."""

from typing import Any, NamedTuple
from uuid import UUID

from domain.events import Seat
from ledger.book import Book
from ledger.registry.players import people_names, seat_of, shown_name

from ..messages.explanations import step_text
from ..replay.game_replay import NotInGame
from ..rulings.game_ruling import rule_game
from .round import explain
from .steps import Step


class Explanation(NamedTuple):
    """The reasons for the result of a round."""

    game: str
    """The record's id."""
    round: int
    """Its number in the record, from 0."""
    rules: str
    names: tuple[str, ...]
    """The players in seat order."""
    steps: tuple[Step, ...]


def explain_round(book: Book, game: UUID, round: int, player: str | None = None) -> Explanation:
    """Explain a round of a game; ``player``, a name or id: only the total of that player.

    Raises NotInGame and UnknownPlayer.
    """
    ruling = rule_game(book.stream(game).game)
    opened = ruling.game.opened
    if round not in range(len(ruling.rounds)):
        raise NotInGame(
            "unknown-round",
            record=opened.record,
            round=round,
            rounds=len(ruling.rounds),
            last=len(ruling.rounds) - 1,
        )
    known = people_names(book)
    only = None if player is None else _seat(book, opened.record, opened.players, player)
    steps = explain(ruling, ruling.rounds[round])
    return Explanation(
        game=opened.record,
        round=round,
        rules=ruling.rules.id,
        names=tuple(shown_name(known, each) for each in opened.players),
        steps=tuple(step for step in steps if only is None or step.seat in {None, only}),
    )


def _seat(book: Book, record: str, players: tuple[UUID, ...], name: str) -> Seat:
    seat = seat_of(book, players, name)
    if seat is None:
        raise NotInGame("unknown-player", record=record, player=name)
    return seat


def explanation_json(found: Explanation, player: str | None = None) -> dict[str, Any]:
    """The explanation with its steps as codes, parameters and sentences."""
    return {
        "game": found.game,
        "round": found.round,
        "player": player,
        "steps": [
            {
                "code": step.code,
                "params": step.params,
                "text": step_text(step, found.names),
                "rule": step.rule,
                "seat": step.seat,
            }
            for step in found.steps
        ],
    }
