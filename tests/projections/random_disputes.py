"""Random games under any rules, with irregular rounds and many disputes.

Some rounds are stopped too early, and some deals are undone.
"""

from collections.abc import Iterator
from random import Random

from domino_ledger.domain.disputes.decide import (
    appeal_ruling,
    open_dispute,
    rule_on_dispute,
    withdraw_dispute,
)
from domino_ledger.domain.disputes.events import (
    CorrectPoints,
    ImposePenalty,
    NameBlocker,
    Remedy,
    ReplayRound,
    Uphold,
    VoidGame,
    VoidRound,
)
from domino_ledger.domain.events import Event, IrregularityNoted
from domino_ledger.domain.game.decide import CallBlocked, Command, DoAct, Refused, UndoAct, decide
from domino_ledger.domain.game.state import Game, evolve_game, open_game
from tests.domain.builders import altered, opened
from tests.domain.dispute_builders import ANA, ARBITER, PARTNERS, Step, step
from tests.domain.random_games import ALL_RULES, random_act, shuffled, with_leader

RULE_SETS = ALL_RULES | {
    "partners for money": PARTNERS,
    "three rounds or so": altered("draw@1", score={"target": 40}),
    "money and points": altered("draw@1", score={"target": 60}, payout={"reading": "last-to-lay"}),
    "several past the target": altered(
        "block@1", score={"target": 20, "winners": "all-past-target", "negative_points": "keep"}
    ),
}
_ROUNDS, _PLIES = 5, 2_000
_NOTED = IrregularityNoted(code="not-held")


def disputed_game(name: str, seats: int, seed: int) -> Iterator[Event]:
    """The events of a random game."""
    chance = Random(seed)
    game = open_game(opened(RULE_SETS[name], seats))
    yield game.opened
    for _ in range(_PLIES):
        for event in _next(game, chance):
            game = evolve_game(game, event)
            yield event
        if chance.random() < 0.05 or game.over:
            for event in said_of(game, chance):
                game = evolve_game(game, event)
                yield event
            if chance.random() < 0.02:
                return


def _next(game: Game, chance: Random) -> tuple[Event, ...]:
    if chance.random() < 0.02:
        return _if_allowed(game, UndoAct())  # Also over the end of a round or of the game.
    full = game.played_out or len(game.rounds) == _ROUNDS
    if game.over or (game.running is None and full):
        return ()
    if game.running is None:
        return decide(game, with_leader(game, shuffled(game, chance), chance))
    if chance.random() < 0.02:
        return (_NOTED,)
    if not game.running.acts and chance.random() < 0.3:
        return _if_allowed(game, UndoAct())
    if chance.random() < 0.01:
        return _if_allowed(game, CallBlocked(as_played=True))
    return decide(game, DoAct(random_act(game.running, chance)))


def _if_allowed(game: Game, command: Command) -> tuple[Event, ...]:
    try:
        return decide(game, command)
    except Refused:
        return ()


def said_of(game: Game, chance: Random) -> tuple[Event, ...]:
    """A random step of a dispute; empty if it is refused."""
    try:
        return _step(game, chance)(game)
    except Refused:
        return ()


def _step(game: Game, chance: Random) -> Step:
    number = chance.randrange(1, 4)
    if chance.random() < 0.5:
        return step(rule_on_dispute, number, ARBITER, _remedies(game, chance))
    steps: list[Step] = [step(open_dispute, ANA, "no"), step(appeal_ruling, number, ANA, "no")]
    return chance.choice([*steps, step(withdraw_dispute, number, ANA)])


def _remedies(game: Game, chance: Random) -> tuple[Remedy, ...]:
    """One or more remedies, valid or not."""
    kinds = chance.choices(range(7), [4, 3, 2, 1, 3, 4, 6], k=chance.choice([1, 1, 2, 3]))
    return tuple(_remedy(game, kind, chance) for kind in kinds)


def _remedy(game: Game, kind: int, chance: Random) -> Remedy:
    round = chance.randrange(len(game.rounds) + 1)
    seats = game.table.seats
    if kind < 3:
        return (Uphold, VoidRound, ReplayRound)[kind](round=round)
    if kind == 3:
        return VoidGame()
    if kind == 4:
        return NameBlocker(round=round, blocker=chance.choice([None, *range(seats)]))
    if kind == 5:
        points = tuple(chance.randrange(-20, 60) for _ in game.table.sides)
        return CorrectPoints(round=round, points=points)
    figures: dict[str, int | str] = {}
    if chance.random() < 0.2:
        figures |= {"next_lead": "offended"}
    if game.opened.rules.score.points != "none":
        figures |= {"points_off": chance.randrange(20), "points_to_others": chance.randrange(20)}
    if chance.random() < 0.3:
        figures |= {"voids_round": True}
    elif game.opened.rules.payout is not None:
        figures |= {"pips_to_others": chance.randrange(9)}
    seat = chance.randrange(seats)
    return ImposePenalty.model_validate(
        {"round": round, "seat": seat, "offence": "revoke"} | figures
    )
