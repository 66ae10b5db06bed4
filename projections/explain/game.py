"""The service that explains a round of a game of the book, or a move of it."""

from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from domain.events import Seat
from domain.game.state import Game
from ledger.book import Book
from ledger.registry.counting import other_rules
from ledger.registry.players import people_names, seat_of, shown_name

from ..audit.audit import Auditor
from ..audit.findings import findings_of
from ..messages import acts
from ..messages.sentences import Sentence
from ..places import Address
from ..replay.frames import Frame
from ..replay.game_replay import NotInGame, check_round
from ..replay.json_format import act_json
from ..results.game_result import count_game
from .act import explain_act
from .round import explain


class Explanation(NamedTuple):
    """The reasons for the result of a round."""

    game: str
    """The record's id."""
    round: int
    """Its number in the record, from 0."""
    rules: str
    names: tuple[str, ...]
    """The players in seat order."""
    steps: tuple[Sentence, ...]
    findings: tuple[Sentence, ...]
    """What an audit of the round comes to."""
    counted_by: str | None
    """The rules that count in figures and money, if not the game's own."""


def explain_round(book: Book, game: UUID, round: int, player: str | None = None) -> Explanation:
    """Explain a round of a game; ``player``, a name or id: only the total of that player.

    Raises NotInGame and UnknownPlayer.
    """
    stream = book.stream(game)
    result = count_game(stream.game)
    opened = result.game.opened
    check_round(result.game, round)
    known = people_names(book)
    only = None if player is None else _seat(book, opened.record, opened.players, player)
    names = tuple(shown_name(known, each) for each in opened.players)
    steps = explain(result, result.rounds[round], names)
    other = other_rules(book.house(), opened.rules, len(opened.players))
    return Explanation(
        game=opened.record,
        round=round,
        rules=result.rules.id,
        names=names,
        steps=tuple(step for step in steps if only is None or step.seat in {None, only}),
        findings=findings_of(Auditor(book).of_game(stream), round, names),
        counted_by=None if other is None else other.id,
    )


class ActExplanation(NamedTuple):
    """The reasons why an act was legal, or against the rules."""

    address: Address
    frame: Frame
    """The act as it is replayed."""
    sentence: str
    """The act in words."""
    steps: tuple[Sentence, ...]


def explain_move(
    game: Game, names: Sequence[str], round: int, move: int, *, open: bool = False
) -> ActExplanation:
    """Explain the act of a move, as `explain_act` does; ``names`` by seat. Raises NotInGame."""
    frame, steps = explain_act(game, names, round, move, open=open)
    return ActExplanation(
        address=Address(game.opened.record, round, move),
        frame=frame,
        sentence=acts.step_text(frame, acts.seating_of(game, names)),
        steps=tuple(steps),
    )


def act_explanation_json(found: ActExplanation) -> dict[str, Any]:
    """The explanation for programs (docs/command.md)."""
    act = found.frame.act
    assert act is not None
    return {
        **found.address._asdict(),
        "act": {"seat": act.seat} | act_json(act),
        "message": found.sentence,
        "steps": [each._asdict() for each in found.steps],
    }


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
        "rules": found.rules,
        "counted_by": found.counted_by,
        "player": player,
        "findings": [each._asdict() for each in found.findings],
        "steps": [each._asdict() for each in found.steps],
    }
