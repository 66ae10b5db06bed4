"""An oracle of the figures: each game, irregular ones too, is folded and ruled on.

It uses the rulings of the domain, one game after the other, as audits do.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from domino_ledger.domain.events import GameAbandoned, GameForfeited, Seat
from domino_ledger.domain.facts import RoundFacts
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.projections.results.game_result import (
    GameResult,
    RoundResult,
    count_game,
    net_of_game,
)
from domino_ledger.projections.results.game_state import State

Row = tuple[Any, ...]


def flag(said: bool) -> str | None:
    return "Y" if said else None


def rulings(book: Book, rules: RuleSet | None = None) -> list[GameResult]:
    """Every game folded and ruled on, in the order of opening."""
    return [count_game(book.stream(game).game, rules) for game in book.games()]


def games(ruled: Sequence[GameResult]) -> list[Row]:
    """Id, state, irregular, disputed, rounds, surplus, whether closed, whether finished, unsettled.

    Before the last, the number of irregular rounds.
    """
    ended = [(number, found) for _, number, _, found in _ended(ruled)]
    irregular = Counter(number for number, found in ended if not found.facts.regular)
    return [
        (
            *(number, state(ruling), flag(waits(ruling)), flag(bool(ruling.game.noted))),
            *(len(ruling.counted), 0 if ruling.game.noted else len(ruling.surplus)),
            *(ruling.game.over, ruling.played, irregular[number], flag(unsettled(ruling))),
        )
        for number, ruling in enumerate(ruled, 1)
    ]


def unsettled(result: GameResult) -> bool:
    """It is for money, and waits, or not all that it comes to is known."""
    if result.rules.payout is None or result.game.decrees.void:
        return False
    return waits(result) or any(found.net is None for found in result.counted)


def state(result: GameResult) -> State:
    """A second implementation of the definition in docs/command.md."""
    left, score = result.game.abandoned, result.rules.score
    if result.game.decrees.void:
        return "void"
    if isinstance(left, GameAbandoned):
        return "abandoned"
    if isinstance(left, GameForfeited) and score.forfeited == "void":
        return "forfeited"
    if waits(result):
        return "disputable"
    if isinstance(left, GameForfeited) or result.standing.winners is not None:
        return "over"
    return "unfinished" if result.game.over else "in progress"


def waits(result: GameResult) -> bool:
    """A second implementation of the definition in docs/rules/score.md."""
    game, irregular, unseen = result.game, bool(result.game.noted), False
    for found in result.rounds:
        if not found.facts.voided:
            irregular |= not found.facts.regular
            unseen |= found.facts.ended in {"out", "blocked", "target"} and not found.facts.pips
    score = game.opened.rules.score
    one_round = (score.target, score.rounds) == (None, None)
    if isinstance(game.abandoned, GameForfeited):
        unseen &= one_round or len(game.table.sides) > 2
    elif game.abandoned is not None:
        unseen &= one_round
    return not game.decrees.void and (irregular or unseen)


def seats(ruled: Sequence[GameResult]) -> list[Row]:
    """Rows of `game_seat`."""
    return [
        (number, *row) for number, ruling in enumerate(ruled, 1) for row in _seats_of_game(ruling)
    ]


def _seats_of_game(result: GameResult) -> Iterator[Row]:
    game, winners, net = result.game, result.winners or (), net_of_game(result)
    for seat, player in enumerate(game.opened.players):
        side = game.table.side_of(seat)
        score = None if result.standing.scores is None else result.standing.scores[side]
        won = seat in winners
        lost = bool(winners) and not won
        amount = None if net is None else net[seat]
        worth = pips_of_game(result, seat) if score is None else score
        yield seat, str(player), side, score, amount, worth, flag(won), flag(lost)


def pips_of_game(result: GameResult, seat: Seat) -> int | None:
    """What a seat gets in a game without points, before the stake."""
    net = net_of_game(result)
    if net is None:
        return 0 if result.rules.payout and not result.counted else None
    return net[seat] // result.game.opened.stake.minor_per_pip


def rounds(ruled: Sequence[GameResult]) -> list[Row]:
    """Rows of `round_fact`."""
    return [
        (id, seat, number, *row)
        for id, number, ruling, found in _ended(ruled)
        for seat, row in enumerate(_seats_of_round(ruling, found))
    ]


def made_in_play(ruled: Sequence[GameResult]) -> list[Row]:
    """Of each round that has ended, by seat: made in play by fives, from ten on, by threes."""
    return [
        (id, seat, *(points[seat] or None if points else None for points in made))
        for id, _, ruling, found in _ended(ruled)
        for facts in [found.facts]
        for made in [(facts.in_play, facts.in_play_from_ten, facts.in_play_threes)]
        for seat in range(ruling.game.table.seats)
    ]


def _ended(ruled: Sequence[GameResult]) -> Iterator[tuple[int, int, GameResult, RoundResult]]:
    """The id of each round that has ended, the number of its game, and the rulings on both.

    A round that a penalty stopped has ended, too.
    """
    for number, ruling in enumerate(ruled, 1):
        for found in ruling.rounds:
            if found.facts.ended is not None or found.fine is not None:
                yield number * 100_000 + found.number, number, ruling, found


def _seats_of_round(result: GameResult, found: RoundResult) -> Iterator[Row]:
    for seat, player in enumerate(result.game.opened.players):
        worth = (None,) * 8 if found.score is None else _worth(result, found, seat)
        yield (str(player), *_facts(found.facts, seat), *worth)


def _facts(facts: RoundFacts, seat: int) -> Row:
    return (
        *(facts.ended or "void", flag(not facts.regular), flag(facts.leader == seat)),
        *(flag(facts.out == seat), flag(facts.last_to_lay == seat)),
        facts.pips[seat] if facts.pips else None,
        facts.tiles[seat] if facts.tiles else None,
    )


def _worth(result: GameResult, found: RoundResult, seat: int) -> Row:
    assert found.score is not None
    winners, points = found.score
    own = against = None
    if points is not None:
        side = result.game.table.side_of(seat)
        own = points[side]
        against = sum(points) - own
    blame = found.blame
    return (
        *(flag(found in result.counted), flag(seat in winners)),
        flag(bool(winners) and seat not in winners),
        *(own, against, None if found.net is None else found.net[seat]),
        *(flag(blame.blocker == seat), flag(blame.assistant == seat)),
    )
