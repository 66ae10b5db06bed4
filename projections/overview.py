"""Games, players and payouts at a glance, folded from the book when asked for.

Only what is over is counted: rounds that are settled, games that are over. A game that was broken
off counts as its rules say (field ``abandoned``): void, or as played and won by nobody.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

from domain.events import Seat
from ledger.book import Book
from ledger.stream import Stream

from .rulings import GameRuling, RoundRuling, net_of_game, rule_game
from .teams import points_by_team

State: TypeAlias = Literal["over", "in progress", "abandoned", "disputable"]


class GameOverview(NamedTuple):
    """One game at a glance."""

    id: UUID
    record: str
    rules: str
    players: tuple[UUID, ...]
    state: State
    """``over``: somebody has won, or nobody will; ``disputable``: it waits for a ruling."""
    rounds: int
    """Rounds that count."""
    scores: list[int] | None
    """By side, in the order of the record's teams; None where the rules know no points."""
    winners: tuple[UUID, ...]
    currency: str
    net: tuple[int, ...] | None
    """By seat, in minor units; None where nothing counts yet, or the rules have no payout."""


@dataclass(slots=True)
class PlayerStatistics:
    """What the book says of one player. Games are those that are over; rounds are settled."""

    player: UUID
    games: int = 0
    games_won: int = 0
    rounds: int = 0
    rounds_won: int = 0
    points: int = 0
    out: int = 0
    """Rounds in which he was the first without a tile."""
    pips_left: int = 0
    blocker: int = 0
    """Blocks he is answerable for, under the reading that his games' payout rules name."""
    assistant: int = 0
    net: Counter[str] = field(default_factory=Counter)
    """By currency, in minor units."""


class Payout(NamedTuple):
    """What one player gets (negative: owes) from one game, in minor units."""

    game: UUID
    record: str
    player: UUID
    currency: str
    amount: int


def rulings(book: Book, games: Iterable[UUID] | None = None) -> Iterator[tuple[Stream, GameRuling]]:
    """Every game of the book, or those named, with its ruling under its own rules."""
    for game in book.games() if games is None else games:
        stream = book.stream(game)
        yield stream, rule_game(stream.game)


def overview(book: Book, games: Iterable[UUID] | None = None) -> Iterator[GameOverview]:
    """Every game in the order of recording, or those named."""
    for stream, ruling in rulings(book, games):
        opened = stream.game.opened
        winners = ruling.winners or ()
        yield GameOverview(
            id=stream.id,
            record=opened.record,
            rules=opened.rules.id,
            players=opened.players,
            state=state_of(ruling),
            rounds=len(ruling.counted),
            scores=points_by_team(stream.game, ruling.standing.scores),
            winners=tuple(opened.players[seat] for seat in winners),
            currency=opened.stake.currency,
            net=net_of_game(ruling),
        )


def state_of(ruling: GameRuling) -> State:
    """Whether a game is over, and how."""
    if ruling.game.abandoned is not None:
        return "abandoned"
    if not ruling.complete:
        return "disputable"
    return "in progress" if ruling.winners is None else "over"


def statistics(book: Book, games: Iterable[UUID] | None = None) -> list[PlayerStatistics]:
    """One row a player, best first: by games won, then rounds won, then points, then seniority."""
    players: dict[UUID, PlayerStatistics] = {}
    for stream, ruling in rulings(book, games):
        seated = [
            players.setdefault(player, PlayerStatistics(player))
            for player in stream.game.opened.players
        ]
        _count_game(ruling, seated)
        for found in ruling.counted:
            _count_round(ruling, found, seated)
    return sorted(players.values(), key=lambda s: (-s.games_won, -s.rounds_won, -s.points))


def _count_game(ruling: GameRuling, seated: list[PlayerStatistics]) -> None:
    as_it_stands = ruling.game.abandoned is not None and ruling.complete and not ruling.void
    if state_of(ruling) != "over" and not as_it_stands:
        return
    for seat, player in enumerate(seated):
        player.games += 1
        player.games_won += seat in (ruling.winners or ())


def _count_round(ruling: GameRuling, found: RoundRuling, seated: list[PlayerStatistics]) -> None:
    facts, score = found.facts, found.score
    assert score is not None
    table, currency = ruling.game.table, ruling.game.opened.stake.currency
    for seat, player in enumerate(seated):
        player.rounds += 1
        player.rounds_won += seat in score.winners
        player.points += 0 if score.points is None else score.points[table.side_of(seat)]
        player.out += facts.out == seat
        player.pips_left += facts.pips[seat]
        player.blocker += _is(found, "blocker", seat)
        player.assistant += _is(found, "assistant", seat)
        if found.net is not None:
            player.net[currency] += found.net[seat]


def _is(found: RoundRuling, role: Literal["blocker", "assistant"], seat: Seat) -> bool:
    return found.verdict is not None and getattr(found.verdict, role) == seat


def payouts(book: Book, games: Iterable[UUID] | None = None) -> Iterator[Payout]:
    """What each player gets from each game played for money, in the order of recording.

    Of a game in which nothing counts yet there is nothing.
    """
    for stream, ruling in rulings(book, games):
        opened, net = stream.game.opened, net_of_game(ruling)
        if net is None:
            continue
        for player, amount in zip(opened.players, net, strict=True):
            yield Payout(stream.id, opened.record, player, opened.stake.currency, amount)
