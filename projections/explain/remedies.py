"""What an arbiter ordered of a round, in the words of its explanation."""

from domain.disputes.remedies import ImposePenalty
from domain.disputes.rulings_in_force import Decreed
from domain.game.state import Game

from .wording import Step, several

RULINGS = "docs/rules/rulings.md"
REMEDIES = f"{RULINGS}#remedies"


def ordered_steps(decreed: Decreed) -> list[Step]:
    """Whether the round counts, where an arbiter said so."""
    if decreed.replay:
        return [Step("an arbiter ordered: the round is void, and is played again", REMEDIES)]
    if decreed.void:
        return [Step("an arbiter ordered: the round is void", REMEDIES)]
    if decreed.stands:
        return [Step("an arbiter ordered: what was played stands", REMEDIES)]
    return []


def blame_steps(decreed: Decreed, names: tuple[str, ...]) -> list[Step]:
    """Whom an arbiter named as the blocker of a round that blocked."""
    named = decreed.blame
    if named is None:
        return []
    if named.blocker is None:
        return [Step("ruled: an arbiter says that nobody blocked it", REMEDIES)]
    text = f"ruled: an arbiter named {names[named.blocker]} as the blocker"
    if named.assistant is not None:
        text += f", and {names[named.assistant]} as his assistant"
    return [Step(text, REMEDIES)]


def pips_steps(
    decreed: Decreed, known: tuple[int | None, ...], names: tuple[str, ...]
) -> list[Step]:
    """What an arbiter counted, of the hands whose pips are not ``known``."""
    if decreed.pips is None or None not in known:
        return []
    each = zip(names, decreed.pips, known, strict=True)
    told = ", ".join(f"{name} {counted}" for name, counted, pips in each if pips is None)
    return [Step(f"an arbiter counted the pips left: {told}", REMEDIES)]


def points_steps(game: Game, decreed: Decreed, names: tuple[str, ...]) -> list[Step]:
    """The points that an arbiter corrected, and those of penalties, in a game with points."""
    return [*_corrected(game, decreed, names), *_penalties(decreed, names)]


def _corrected(game: Game, decreed: Decreed, names: tuple[str, ...]) -> list[Step]:
    if decreed.points is None:
        return []
    told = (
        f"{' and '.join(names[seat] for seat in side)} {several(points, 'point')}"
        for side, points in zip(game.table.sides, decreed.points, strict=True)
    )
    return [Step(f"an arbiter corrected the points: {', '.join(told)}", REMEDIES)]


def _penalties(decreed: Decreed, names: tuple[str, ...]) -> list[Step]:
    place = f"{RULINGS}#penalties"
    return [
        Step(f"{names[penalty.seat]} is penalized ({penalty.offence}): {figures}", place)
        for penalty in decreed.penalties
        for figures in [_figures(penalty)]
        if figures
    ]


def _figures(penalty: ImposePenalty) -> str:
    off, given = penalty.points_off, penalty.points_to_others
    told = [f"{several(off, 'point')} off"] * bool(off)
    return ", ".join([*told, *[f"{several(given, 'point')} to each other side"] * bool(given)])
