"""An oracle of league tables: every game of the book is folded."""

from collections import Counter
from datetime import datetime
from uuid import UUID

from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.reports.league import League, Place, Reason
from domino_ledger.projections.results.game_result import GameResult, net_of_game
from tests.projections.tables.figures_by_fold import state

from .folded import Games, Ruled, began


def league(games: Games, span: GameFilter) -> League:
    """The league; the places are in the order of player ids."""
    within = [each for each in games if _is_within(each, span)]
    counted = [each for each in within if each.result.played]
    left_out = Counter(reason(each.result) for each in within if not each.result.played)
    players = {player for each in counted for player in each.players}
    places = [_place(player, counted) for player in players]
    places.sort(key=lambda place: place.player)
    return League(span.rules, places, len(counted), dict(left_out))


def reason(result: GameResult) -> Reason:
    """Why a game does not count as played."""
    found = state(result)
    if found == "disputable":
        waits = result.game.noted or any(each.facts.waiting for each in result.rounds)
        return "waits-for-ruling" if waits else "tiles-not-seen"
    assert found != "unfinished"
    return "in progress" if found == "over" else found


def _is_within(of: Ruled, span: GameFilter) -> bool:
    at = datetime.fromisoformat(began(of))
    return (
        (span.since is None or span.since <= at)
        and (span.before is None or at < span.before)
        and span.rules in {None, of.played_under}
    )


def _place(player: UUID, counted: Games) -> Place:
    own = [(each, each.players.index(player)) for each in counted if player in each.players]
    scores = [(_own_score(each, seat), _other_scores(each, seat)) for each, seat in own]
    mixed = len({each.result.rules.score.lowest_wins for each, _ in own}) > 1
    net: Counter[str] = Counter()
    for each, seat in own:
        amounts = net_of_game(each.result)
        if amounts is not None:
            net[each.currency] += amounts[seat]
    return Place(
        player=player,
        games=sum(each.result.counts_as for each, _ in own),
        won=sum(each.result.counts_as for each, seat in own if seat in (each.result.winners or ())),
        lost=sum(
            each.result.counts_as
            for each, seat in own
            if seat not in (each.result.winners or (seat,))
        ),
        rounds_won=sum(_rounds_won(each, seat, reported=False) for each, seat in own),
        reported_won=sum(_rounds_won(each, seat, reported=True) for each, seat in own),
        points=None if mixed else sum(score for score, _ in scores),
        points_against=None if mixed else sum(score for _, score in scores),
        difference=sum(_ahead(each, seat) for each, seat in own),
        net=dict(net),
        last=max(began(each) for each, _ in own),
    )


def _rounds_won(of: Ruled, seat: int, *, reported: bool) -> int:
    return sum(
        seat in found.score.winners
        for found in of.result.counted
        if found.score is not None and (found.facts.report is not None) is reported
    )


def _own_score(of: Ruled, seat: int) -> int:
    scores = of.result.standing.scores
    return 0 if scores is None else scores[of.result.game.table.side_of(seat)]


def _other_scores(of: Ruled, seat: int) -> int:
    return sum(of.result.standing.scores or ()) - _own_score(of, seat)


def _ahead(of: Ruled, seat: int) -> int:
    ahead = _own_score(of, seat) - _other_scores(of, seat)
    return -ahead if of.result.rules.score.winners == "lowest" else ahead
