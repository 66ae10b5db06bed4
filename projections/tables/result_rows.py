"""Rows of facts and results of groups of games."""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from ...domain.seats import sides_by_seat
from ..results.game_state import state_of
from .connection import FLAG, ROUNDS_A_GAME, Row
from .facts import ENDED, BoolArray, IntArray, report_text, seats_or_none
from .results import CountedGroup, Scored, lost, sums_by_game


def game_facts(of: CountedGroup) -> Iterator[Row]:
    """Rows of `game_fact`."""
    group, scored, goal = of.group, of.scored, of.scored.rules.score
    counted, surplus, irregular = (
        np.bincount(rounds.game[which], minlength=len(group.games)).tolist()
        for rounds, which in (
            (scored.rounds, scored.counts),
            (scored.rounds, scored.surplus),
            (group.rounds, ~group.rounds.regular),
        )
    )
    unsettled = of.unsettled.tolist()
    for place, (game, played) in enumerate(zip(group.games, scored.played.tolist(), strict=True)):
        opening = game.opening
        yield (
            *(game.number, game.game, opening.record, group.rules_id, group.rules.id),
            *(opening.opened_at, opening.currency, opening.minor_per_pip),
            *(group.seats, opening.teams, _flag(game.irregular), _flag(game.disputed)),
            state_of(
                void=game.void,
                abandoned=game.abandoned,
                forfeited=game.forfeiter is not None and bool(scored.void[place]),
                disputable=game.irregular,
                over=bool(scored.decided[place]),
                unfinished=game.closed is not None,
            ),
            *(counted[place], surplus[place], game.closed, game.closed if played else None),
            int(scored.counts_as[place]),
            *(game.forfeiter, group.rules.family, goal.target, goal.rounds),
            *(_flag(goal.lowest_wins), scored.rules.reading, _flag(scored.unpaid)),
            *(irregular[place], _flag(unsettled[place])),
        )


def game_seats(of: CountedGroup) -> Iterator[Row]:
    """Rows of `game_seat`."""
    group, scored = of.group, of.scored
    *_, received, paid = np.moveaxis(of.sums, 2, 0)
    has_counted = np.zeros((len(group.games), 1), np.bool_)
    has_counted[scored.rounds.game[scored.counts & of.paid.known]] = True
    has_counted &= of.paid.net is not None
    return zip(
        *_each_seat(group.numbers, group.seats),
        chain.from_iterable(game.opening.players for game in group.games),
        sides_by_seat(group.sides) * len(group.games),
        _figures(scored.score, received.size),
        _where(np.broadcast_to(has_counted, paid.shape), received - paid),
        _worth_of_games(of),
        _flags(scored.game_won),
        _flags(lost(scored.game_won)),
        strict=True,
    )


def _worth_of_games(of: CountedGroup) -> Sequence[int | None]:
    """By game and seat, the score; without points the net in pips, if it is known of any round."""
    scored, pips = of.scored, of.paid.net_in_pips
    if scored.points is not None or pips is None:
        return _figures(scored.score, len(of.group.games) * of.group.seats)
    game, counts = scored.rounds.game, scored.counts
    is_known = np.full((len(of.group.games), 1), True)
    is_known[game[counts]] = False
    is_known[game[counts & of.paid.known]] = True
    worth = sums_by_game(game[counts], pips[counts], len(of.group.games))
    return _where(np.broadcast_to(is_known, worth.shape), worth)


def game_sums(of: CountedGroup) -> Iterator[Row]:
    """Rows of `game_sum`."""
    games, seats, figures = of.sums.shape
    sums = of.sums.reshape(games * seats, figures).T.tolist()
    return zip(*_each_seat(of.group.numbers, seats), *sums, strict=True)


def round_ends(of: CountedGroup) -> Iterator[Row]:
    """Rows of `round_end`."""
    group, scored, rounds = of.group, of.scored, of.group.rounds
    ids = rounds.id.tolist()
    total = None if scored.points is None else scored.points.sum(axis=1)
    return zip(
        ids,
        (rounds.id // ROUNDS_A_GAME).tolist(),
        map(ENDED.__getitem__, rounds.ended.tolist()),
        _flags(~rounds.regular),
        *map(seats_or_none, (rounds.leader, rounds.out, rounds.last_to_lay)),
        _flags(_of_all(scored, scored.counts)),
        _of_all(scored, scored.won.sum(axis=1)).tolist(),
        _of_settled(scored, total, 1),
        *(
            seats_or_none(_of_all(scored, seats + 1) - 1)
            for seats in (of.paid.blocker, of.paid.assistant)
        ),
        map({id: report_text(each) for id, each in group.reports.items()}.get, ids),
        *(seats_or_none(rounds.lead_tile), rounds.passed_lead.tolist()),
        *(seats_or_none(rounds.out_tile), rounds.fits.tolist(), rounds.past_target.tolist()),
        strict=True,
    )


def round_seats(of: CountedGroup) -> Iterator[Row]:
    """Rows of `round_seat`."""
    group, scored, rounds = of.group, of.scored, of.group.rounds
    points = _of_settled(scored, scored.seat_points, group.seats)
    pips = _of_settled(scored, of.paid.net_in_pips, group.seats, of.paid.known)
    return zip(
        *_each_seat(rounds.id, group.seats),
        _where(rounds.pips >= 0, rounds.pips),
        _where(rounds.tiles >= 0, rounds.tiles),
        _where(rounds.in_play > 0, rounds.in_play),
        _where(rounds.in_play_from_ten > 0, rounds.in_play_from_ten),
        _where(rounds.in_play_threes > 0, rounds.in_play_threes),
        *(each.ravel().tolist() for each in (rounds.passes, rounds.passes_given)),
        rounds.round_passes.ravel().tolist(),
        _where(rounds.lightest >= 0, rounds.lightest),
        _flags(_of_all(scored, scored.won)),
        points,
        _of_settled(scored, of.paid.net, group.seats, of.paid.known),
        points if scored.points is not None else pips,
        strict=True,
    )


def round_decrees(of: CountedGroup) -> Iterator[Row]:
    """Rows of `round_decree`."""
    for id, decree in of.group.decrees.items():
        blocker, assistant = decree.blame or (None, None)
        yield (
            *(id, id // ROUNDS_A_GAME, _flag(decree.void), _flag(decree.blame is not None)),
            *(blocker, assistant, None if decree.points is None else json.dumps(decree.points)),
            *(json.dumps(decree.more_points), json.dumps(decree.pips)),
        )


ROWS: dict[str, Callable[[CountedGroup], Iterator[Row]]] = {
    "game_fact": game_facts,
    "game_seat": game_seats,
    "game_sum": game_sums,
    "round_end": round_ends,
    "round_seat": round_seats,
    "round_decree": round_decrees,
}
"""By table, the function that makes its rows."""


# -- columns of rows

_FLAGS = np.array([None, FLAG], object)


def _flag(said: bool) -> str | None:
    return FLAG if said else None


def _flags(mask: BoolArray) -> list[str | None]:
    flags: list[str | None] = _FLAGS[mask.ravel().astype(np.int64)].tolist()
    return flags


def _figures(figures: IntArray | None, lines: int) -> list[int] | list[None]:
    """A list of None if there are no figures."""
    return [None] * lines if figures is None else figures.ravel().tolist()


def _where(mask: BoolArray, figures: IntArray) -> Sequence[int | None]:
    """None where the mask is False."""
    said: list[int] = figures.ravel().tolist()
    if mask.all():
        return said
    return [
        each if is_so else None for each, is_so in zip(said, mask.ravel().tolist(), strict=True)
    ]


def _of_all(scored: Scored, figures: Any) -> Any:
    """Figures of all rounds, from those of the settled ones; 0 elsewhere."""
    spread = np.zeros((len(scored.settled), *figures.shape[1:]), figures.dtype)
    spread[scored.settled] = figures
    return spread


def _of_settled(
    scored: Scored, figures: IntArray | None, seats: int, known: BoolArray | None = None
) -> Sequence[int | None]:
    """The figures with None for all rounds that are not settled; all None without figures.

    There are as many for each round as ``seats``. ``known`` is (n,): those of other rounds are not
    known.
    """
    rounds = len(scored.settled)
    if figures is None:
        return [None] * (rounds * seats)
    given = scored.settled if known is None else _of_all(scored, known)
    spread = _of_all(scored, figures).reshape(rounds, seats)
    return _where(np.broadcast_to(given[:, None], spread.shape), spread)


def _each_seat(ids: IntArray, seats: int) -> tuple[list[int], list[int]]:
    """Id and seat, for every seat of every game or round."""
    return np.repeat(ids, seats).tolist(), [*range(seats)] * len(ids)
