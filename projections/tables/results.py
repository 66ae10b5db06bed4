"""Rulings on many games of one kind at once: `projections.results` in columns.

Rounds are scored by `score_sides` of the domain, which accepts columns, and settled by the
postings of the domain, round by round. Only the standing has a second implementation for columns,
since the domain stops at the round that wins the game (docs/decisions/0039). Where the score of a
round may depend on those before it, the domain counts game by game. Shapes: g
games, n settled rounds, S seats, K sides; -1 where the domain says None.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress, repeat
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np

from ...domain.rules.payout import AnyPayout
from ...domain.rules.rule_set import RuleSet
from ...domain.rules.score import Score
from ...domain.rules.table import table_for
from ...domain.scoring.bonuses import (
    DEFAULT_CAPICUA,
    HAS_BLANK,
    IS_DOUBLE,
    IS_DOUBLE_BLANK,
    Played,
    is_capicua,
)
from ...domain.scoring.score import HandsLeft, RoundScore, score_report, score_settled, score_sides
from ...domain.scoring.settlement import (
    NOBODY,
    Blame,
    Posting,
    is_judged,
    lacking_function,
    postings,
    times_paid,
)
from ...domain.scoring.standing import (
    Progress,
    Standing,
    after_abandonment,
    after_forfeit,
    counts_as,
    standing_at_first,
)
from ...domain.seats import Sides, sides_by_seat
from ..results.game_state import counts_as_played
from .connection import ROUNDS_A_GAME, DamagedValue
from .facts import (
    TARGET,
    BoolArray,
    Group,
    IntArray,
    RoundDecree,
    Rounds,
    facts_in,
    ints,
    marks,
    whole_facts_in,
)

SUMS: Final = (
    *("rounds", "rounds_won", "rounds_lost", "reported", "reported_won"),
    *("points", "points_against", "pips_left"),
    *("times_out", "blocked", "blocker", "assistant"),
    *("capicuas", "chuchazos", "passes", "passes_given", "received", "paid"),
)
"""What is summed over the rounds of a game that count, by seat; money in minor units."""

V = TypeVar("V")
Blamed: TypeAlias = Mapping[int, Blame]
"""By round id, the blame of a block under the reading that counts."""


class Scored(NamedTuple):
    """Games of one kind with points and winners, before settlement."""

    group: Group
    rules: RuleSet
    """Whose score and payout count."""
    settled: BoolArray
    """Marks the n settled rounds among all rounds of the group."""
    rounds: Rounds
    """(n,) the settled ones."""
    won: BoolArray
    """(n, S) the seat's side won the round."""
    points: IntArray | None
    """(n, K); None in games without points."""
    counts: BoolArray
    """(n,) the round counts in its game."""
    surplus: BoolArray
    """(n,) it came after the one that won its game."""
    score: IntArray | None
    """(g, S) of the seat's side; None in games without points."""
    decided: BoolArray
    """(g,) the game is over by these rules, perhaps without a winner."""
    void: BoolArray
    """(g,) nothing of it counts: by a ruling, or by these rules for games that were left."""
    leading: BoolArray
    """(g, S) would have won the game if it were regular; all False without a winner."""
    of_sides: IntArray
    """(g, K) the score of each side."""

    @property
    def played(self) -> BoolArray:
        """(g,) the game counts as played."""
        played: BoolArray = counts_as_played(self.group.closed, self.group.irregular, self.void)
        return played

    @property
    def game_won(self) -> BoolArray:
        """(g, S) the seat's side won the game."""
        return self.leading & ~self.group.irregular[:, None]

    @property
    def counts_as(self) -> IntArray:
        """(g,) as how many games it counts."""
        rules, sides = self.rules.score, self.group.sides
        if rules.shutout is None:
            return np.ones(len(self.group.games), np.int64)
        both = zip(self.of_sides.tolist(), self.game_won.tolist(), strict=True)
        stands = (
            Standing(tuple(scores), tuple(compress(range(len(won)), won)), 0)
            for scores, won in both
        )
        return ints(counts_as(rules, sides, each) for each in stands)

    @property
    def games(self) -> IntArray:
        """(g,) the same of games that count as played; 0 of others."""
        games: IntArray = self.counts_as * self.played
        return games

    @property
    def unpaid(self) -> bool:
        """The payout names a function that this program does not have."""
        return lacking_function(self.rules.payout) is not None

    @property
    def by_readings(self) -> BoolArray:
        """(n,) it is blocked, and no ruling names the blocker."""
        ruled = [id for id, decree in self.group.decrees.items() if decree.blame is not None]
        by_readings: BoolArray = self.rounds.blocked & ~np.isin(self.rounds.id, ruled)
        return by_readings

    @property
    def seat_points(self) -> IntArray | None:
        """(n, S) points of the seat's side; None in games without points."""
        return None if self.points is None else self.points[:, sides_by_seat(self.group.sides)]


class Paid(NamedTuple):
    """Blockers and assistants, and the net of the settled rounds."""

    blocker: IntArray
    """(n,)"""
    assistant: IntArray
    """(n,)"""
    owed: Sequence[tuple[Posting, ...]] | None
    """(n,) without penalties; None without payout rules."""
    net: IntArray | None
    """(n, S) in minor units, with penalties; None without payout rules."""
    net_in_pips: IntArray | None
    """(n, S) the net before the stake; None without payout rules, or in games with points."""
    known: BoolArray
    """(n,) what everyone owes is known; where it is not, nobody is taken to owe anything."""


def lost(won: BoolArray) -> BoolArray:
    """The seats that did not win, in rows where some seat won."""
    lost: BoolArray = ~won & won.any(axis=1, keepdims=True)
    return lost


# -- points


def score_games(group: Group, rules: RuleSet) -> Scored:
    """Score games of one kind by these rules."""
    fined = any(_fine_of(rules.score, decree) for decree in group.decrees.values())
    in_order = rules.score.counts_in_order or fined
    counted = _game_by_game(rules.score, group) if in_order else None
    settled, side_won, points, after = counted or _in_columns(rules.score, group)
    rounds, sides = group.rounds.only(settled), group.sides
    has_points, of_seats = rules.score.points != "none", sides_by_seat(sides)
    games, played = len(group.games), after.game
    score = np.zeros((games, len(sides)), np.int64)
    leading, decided = np.zeros((games, group.seats), np.bool_), np.zeros(games, np.bool_)
    score[played], decided[played] = after.scores, after.decided
    leading[played] = after.won[:, of_seats]
    void = marks(
        game.void
        or (game.abandoned and rules.score.abandoned == "void")
        or (game.forfeiter is not None and rules.score.forfeited == "void")
        for game in group.games
    )
    for place, game in enumerate(group.games):
        if game.forfeiter is not None and not decided[place]:  # The others win.
            stands = Standing(tuple(score[place].tolist()), None, 0)
            winners = after_forfeit(rules.score, stands, sides, game.forfeiter).winners
            leading[place, list(winners or ())] = decided[place] = True
        if game.abandoned and has_points and not decided[place]:  # Who is ahead wins.
            stands = Standing(tuple(score[place].tolist()), None, 0)
            winners = after_abandonment(rules.score, stands, sides).winners
            leading[place, list(winners or ())] = decided[place] = winners is not None
    score[void], leading[void], decided[void] = 0, False, False
    disputed = marks(game.disputed for game in group.games)
    in_play = ~(void | disputed)[rounds.game]
    return Scored(
        group=group,
        rules=rules,
        settled=settled,
        rounds=rounds,
        won=side_won[:, of_seats],
        points=points if has_points else None,
        counts=in_play & after.counted,
        surplus=in_play & ~after.counted,
        score=score[:, of_seats] if has_points else None,
        decided=decided,
        void=void,
        leading=leading,
        of_sides=score,
    )


_Noted: TypeAlias = Mapping[int, RoundScore]
"""By round id, the scores of rounds of which only the result is known."""


def _noted_scores(rules: Score, group: Group) -> _Noted:
    """Without rounds of which these rules need to know more."""
    scores: dict[int, RoundScore] = {}
    pips = group.rounds.pips
    for place, report in _of_rounds(group.reports, group.rounds):
        known = tuple(pips[place].tolist()) if pips[place].min() >= 0 else ()
        score = score_report(rules, group.sides, report, known)
        if score is not None:
            scores[int(group.rounds.id[place])] = score
    return scores


class _Counted(NamedTuple):
    """The rounds of a group under some rules of score."""

    settled: BoolArray
    """Marks the n settled rounds among all rounds of the group."""
    won: BoolArray
    """(n, K) the side won the round."""
    points: IntArray
    """(n, K) with remedies applied."""
    standings: "Standings"


def _game_by_game(rules: Score, group: Group) -> _Counted:
    """As `_in_columns`, by the domain: under rules that count rounds in order."""
    sides, rounds = group.sides, group.rounds
    settled = rounds.settled
    facts_at = dict(zip(np.flatnonzero(settled).tolist(), whole_facts_in(group), strict=True))
    decrees = dict(_of_rounds(group.decrees, rounds))
    so_far = dict[int, Progress]()
    scores = list[RoundScore]()
    for place, game in enumerate(rounds.game.tolist()):
        before = so_far.get(game) or Progress(standing_at_first(rules, sides))
        if not settled[place]:
            fine = _fine_of(rules, decrees[place]) if place in decrees else None
            if fine is not None:
                so_far[game] = before.after(rules, sides, None, fine, None)
            continue
        facts = facts_at[place]
        score = score_settled(rules, sides, facts, before.before)
        if score is None:
            settled[place] = False
            continue
        if place in decrees:
            score = _with_remedies(score, decrees[place])
        so_far[game] = before.after(rules, sides, score, None, facts.in_play_from_ten)
        scores.append(score)
    nothing = (0,) * len(sides)
    won = marks(set(side) <= set(score.winners) for score in scores for side in sides)
    points = ints(figure for score in scores for figure in score.points or nothing)
    stands = {game: progress.standing for game, progress in so_far.items()}
    return _Counted(
        settled,
        won.reshape(-1, len(sides)),
        points.reshape(-1, len(sides)),
        _standings_of(sides, rounds.game[settled], stands),
    )


def _fine_of(rules: Score, decree: RoundDecree) -> tuple[int, ...] | None:
    """As `domain.game.decrees.fine_under`."""
    counts = decree.void and rules.points != "none" and any(decree.more_points)
    return decree.more_points if counts else None


def _with_remedies(score: RoundScore, decree: RoundDecree) -> RoundScore:
    """As `domain.game.decrees.score_under`."""
    if score.points is None:
        return score
    points = score.points if decree.points is None else decree.points
    return score._replace(points=tuple(map(sum, zip(points, decree.more_points, strict=True))))


def _in_columns(rules: Score, group: Group) -> _Counted:
    """Which sides won each round, the points, and the standings, for all games at once."""
    noted = _noted_scores(rules, group)
    unknown = [round_id for round_id in group.reports if round_id not in noted]
    settled = group.rounds.settled & ~np.isin(group.rounds.id, unknown)
    rounds = group.rounds.only(settled)
    made = (rounds.in_play, rounds.in_play_from_ten, rounds.in_play_threes)
    pips, tiles, in_play, from_ten, threes = map(_by_column, (rounds.pips, rounds.tiles, *made))
    last, at_target = rounds.last_to_lay, (rounds.ended == TARGET).astype(np.int64)
    after = np.array([*table_for(group.rules.play, group.seats).next_seat, -1])[last]
    asks_course = rules.bonuses is not None or rules.points == "ways"
    left = HandsLeft(
        *(rounds.out, pips, tiles, in_play, last, after),
        from_ten=from_ten,
        at_target=at_target,
        threes=threes,
        played=_played(rounds) if asks_course else Played(rounds.leader),
        lightest=_by_column(rounds.lightest),
    )
    of_sides = score_sides(rules, group.sides, left)
    won, points = np.stack(of_sides.won, axis=1) > 0, np.stack(of_sides.points, axis=1)
    for place, score in _of_rounds(noted, rounds):
        won[place] = [set(side) <= set(score.winners) for side in group.sides]
        points[place] = score.points or 0
    if rules.points == "none":
        points = np.zeros_like(points)
    else:
        for place, decree in _of_rounds(group.decrees, rounds):
            found = points[place] if decree.points is None else np.array(decree.points)
            points[place] = found + np.array(decree.more_points)
    return _Counted(settled, won, points, standings(rules, rounds.game, won, points))


_KINDS = np.array([IS_DOUBLE, HAS_BLANK, IS_DOUBLE_BLANK])


def _played(rounds: Rounds) -> Played:
    """`domain.scoring.bonuses.played` of these rounds, in games that ask nothing before them."""
    double, blank, double_blank = _KINDS[:, rounds.out_tile]
    passes, round_passes = map(_by_column, (rounds.passes, rounds.round_passes))
    return Played(
        leader=rounds.leader,
        fits=rounds.fits,
        out_double=double,
        out_blank=blank,
        out_double_blank=double_blank,
        led_double=_KINDS[0, rounds.lead_tile],
        passed_lead=rounds.passed_lead,
        passes=passes,
        round_passes=round_passes,
        past_target=rounds.past_target,
    )


def _by_column(figures: IntArray) -> list[IntArray]:
    """Each column of the figures, as (n,)."""
    return list(np.ascontiguousarray(figures.T))


def _of_rounds(by_id: Mapping[int, V], rounds: Rounds) -> list[tuple[int, V]]:
    """The values of these rounds, with the indices of the rounds."""
    places = {id: place for place, id in enumerate(rounds.id.tolist())} if by_id else {}
    return [(places[id], each) for id, each in by_id.items() if id in places]


class Standings(NamedTuple):
    """The state of each game after its last round that counts; one row for each game, in order."""

    counted: BoolArray
    """(n,) the round counts: it is not after the one that ended its game."""
    game: IntArray
    """(g,)"""
    scores: IntArray
    """(g, K)"""
    won: BoolArray
    """(g, K) the side won the game; all False without a winner."""
    decided: BoolArray
    """(g,) the game is over by these rules, perhaps without a winner."""


def standings(rules: Score, game: IntArray, won: BoolArray, points: IntArray) -> Standings:
    """`domain.scoring.standing.standing_after` for all rounds of these games.

    ``game`` is (n,): the game of each round; rounds of a game are adjacent, in order. Winners and
    points of rounds are (n, K).
    """
    begins = np.diff(game, prepend=game[:1] - 1) != 0
    first, of_game = np.flatnonzero(begins), np.cumsum(begins) - 1
    up_to = np.cumsum(points, axis=0)
    scores = up_to - (up_to - points)[first][of_game]
    number = np.arange(1, len(begins) + 1) - first[of_game]
    ends = _ends_game(rules, number, scores)
    ended_before: IntArray = np.cumsum(ends) - ends
    counted: BoolArray = ended_before == ended_before[first][of_game]
    last = first + np.bincount(of_game[counted], minlength=len(first)) - 1
    final, winners = scores[last], won[last]
    if rules.lowest_wins and not rules.one_round:
        winners = final == final.min(axis=1, keepdims=True)
    elif not rules.one_round:
        highest = final.max(axis=1, keepdims=True)
        winners = final >= (highest if rules.winners == "highest" else rules.target or 0)
    return Standings(counted, game[first], final, winners & ends[last][:, None], ends[last])


def _standings_of(sides: Sides, game: IntArray, by_game: Mapping[int, Standing]) -> Standings:
    """The standings of games that were counted one by one; ``game`` as in `standings`."""
    stands = by_game.values()
    first = np.flatnonzero(np.diff(game, prepend=game[:1] - 1))
    number = np.arange(len(game)) - np.repeat(first, np.diff(first, append=len(game)))
    rounds = ints(by_game[each].rounds for each in game.tolist())
    nothing = (0,) * len(sides)
    scores = ints(figure for each in stands for figure in each.scores or nothing)
    won = marks(set(side) <= set(each.winners or ()) for each in stands for side in sides)
    return Standings(
        counted=number < rounds,
        game=ints(by_game),
        scores=scores.reshape(-1, len(sides)),
        won=won.reshape(-1, len(sides)),
        decided=marks(each.winners is not None for each in stands),
    )


def _ends_game(rules: Score, number: IntArray, scores: IntArray) -> BoolArray:
    """(n,) whether a game ends after so many rounds, (n,), with these points, (n, K)."""
    if rules.rounds is not None:
        return number >= rules.rounds
    if rules.target is not None:
        reached: BoolArray = scores.max(axis=1) >= rules.target
        return reached
    return np.full(len(number), True)


# -- money


def pay_games(
    scored: Scored,
    blamed: Blamed,
    which: BoolArray | None = None,
    counted: "CountedGroup | None" = None,
) -> Paid:
    """Settle the settled rounds by the payout of the rules, or only those of ``which``, (n,).

    ``counted``: the same games by other rules; a round that these settle alike is not settled
    again.
    """
    group, payout = scored.group, scored.rules.payout
    who = [blamed.get(id, NOBODY) for id in scored.rounds.id.tolist()]
    ruled = _of_rounds(group.decrees, scored.rounds)
    for place, decree in ruled:
        who[place] = decree.blame or who[place]
    seats = [-1 if seat is None else seat for blame in who for seat in blame]
    blocker, assistant = ints(seats).reshape(-1, 2).T
    known = np.full(len(who), not scored.unpaid)
    if payout is None:
        return Paid(blocker, assistant, None, None, None, known)
    blames = {place: decree.blame for place, decree in ruled}
    for place, report in _of_rounds(group.reports, scored.rounds):
        pips = bool(scored.rounds.pips[place].min() >= 0)
        known[place] &= pips and is_judged(payout, report, blames.get(place))
    asked = known if which is None else known & which
    alike = asked & _settled_alike(scored, payout, blocker, assistant, counted)
    places = np.flatnonzero(asked & ~alike)
    owed: list[tuple[Posting, ...]] = [()] * len(who)
    blamed_there = [who[place] for place in places.tolist()]
    found = _owed(scored, payout, places, blamed_there, group.per_pip)
    for place, due in zip(places.tolist(), found, strict=True):
        owed[place] = due
    net = np.zeros((len(who), group.seats), np.int64)
    net[places] = _net(scored, places, found, group.per_pip)
    in_pips: IntArray | None = None
    if scored.points is None:  # The article's tables ask for it.
        in_pips, one = net, np.ones_like(group.per_pip)
        if (group.per_pip != one).any():
            in_pips = np.zeros_like(net)
            owed_in_pips = _owed(scored, payout, places, blamed_there, one)
            in_pips[places] = _net(scored, places, owed_in_pips, one)
    if counted is not None and alike.any():
        before = counted.paid
        assert before.owed is not None
        assert before.net is not None
        net[alike] = before.net[alike]
        if in_pips is not None:
            assert before.net_in_pips is not None
            in_pips[alike] = before.net_in_pips[alike]
        for place in np.flatnonzero(alike).tolist():
            owed[place] = before.owed[place]
    return Paid(blocker, assistant, owed, net, in_pips, known)


def _settled_alike(
    scored: Scored,
    payout: AnyPayout,
    blocker: IntArray,
    assistant: IntArray,
    counted: "CountedGroup | None",
) -> BoolArray:
    """(n,) the round was settled by other rules that differ in nothing that decides who owes whom.

    That is all of a payout but its reading, who won, points and blame (`postings`).
    """
    none = np.full(len(blocker), fill_value=False)
    if counted is None or not np.array_equal(counted.scored.settled, scored.settled):
        return none
    before, paid = counted.scored, counted.paid
    other, worth = before.rules.payout, (before.seat_points, scored.seat_points)
    if other is None or _but_reading(other) != _but_reading(payout):
        return none
    if worth[0] is None or worth[1] is None:
        same = ~none if worth[0] is worth[1] else none
    else:
        same = (worth[0] == worth[1]).all(axis=1)
    same = same & before.counts & paid.known & (before.won == scored.won).all(axis=1)
    alike: BoolArray = same & (paid.blocker == blocker) & (paid.assistant == assistant)
    return alike


def _but_reading(payout: AnyPayout) -> AnyPayout:
    return payout.model_copy(update={"reading": None})


def pay_rounds(
    scored: Scored, payout: AnyPayout, places: IntArray, blames: Iterable[Blame]
) -> IntArray:
    """(m, S) the net of the rounds at these indices, with these blames."""
    per_pip = scored.group.per_pip
    return _net(scored, places, _owed(scored, payout, places, blames, per_pip), per_pip)


def _owed(
    scored: Scored, payout: AnyPayout, places: IntArray, blames: Iterable[Blame], per_pip: IntArray
) -> list[tuple[Posting, ...]]:
    """The postings of these rounds; ``per_pip`` is (g,). Raises DamagedValue for a wrong seat."""
    seats, blames = range(scored.group.seats), list(blames)
    if not all({None, *seats}.issuperset(blame) for blame in set(blames)):
        raise DamagedValue("blame")
    rounds, worth = scored.rounds.only(places), scored.seat_points
    winners = (tuple(compress(seats, won)) for won in scored.won[places].tolist())
    stakes = per_pip[rounds.game].tolist()
    games = scored.counts_as[rounds.game].tolist()
    numbers = (rounds.id % ROUNDS_A_GAME).tolist()
    points = repeat(None, len(blames)) if worth is None else map(tuple, worth[places].tolist())
    return [
        postings(
            *(payout, facts, won, blame, stake),
            number=number,
            points=own,
            times=times_paid(payout, counts),
        )
        for facts, won, blame, stake, number, own, counts in zip(
            facts_in(rounds, scored.group.reports),
            winners,
            blames,
            stakes,
            numbers,
            points,
            games,
            strict=True,
        )
    ]


def _net(
    scored: Scored, places: IntArray, owed: Sequence[tuple[Posting, ...]], per_pip: IntArray
) -> IntArray:
    """(m, S) the sums of the postings of these rounds, with penalties; ``per_pip`` is (g,).

    They fit in 64 bits, also summed by game: other games are left out earlier (`left_out`).
    """
    group, of_game = scored.group, scored.rounds.game
    nets = [[0] * group.seats for _ in owed]
    for net, due in zip(nets, owed, strict=True):
        for seat, amount, _ in due:
            net[seat] += amount
    at = {place: number for number, place in enumerate(places.tolist())}
    for place, decree in _of_rounds(group.decrees, scored.rounds):
        if place in at:
            stake = int(per_pip[of_game[place]])
            for seat, pips in enumerate(decree.pips):
                nets[at[place]][seat] += pips * stake
    return np.array(nets, np.int64).reshape(-1, group.seats)


# -- sums


class CountedGroup(NamedTuple):
    """Games of one kind, with what they come to."""

    scored: Scored
    paid: Paid
    sums: IntArray
    """(g, S, F) by game and seat, the `SUMS` of the rounds that count."""

    @property
    def group(self) -> Group:
        """The games."""
        return self.scored.group

    @property
    def unsettled(self) -> BoolArray:
        """(g,) it is for money, and waits, or not all that its rounds bring is known."""
        scored, games = self.scored, len(self.group.games)
        if scored.rules.payout is None:
            return np.zeros(games, np.bool_)
        unknown = scored.rounds.game[scored.counts & ~self.paid.known]
        unsettled: BoolArray = self.group.irregular | np.isin(np.arange(games), unknown)
        return unsettled

    def sum_of(self, name: str) -> IntArray:
        """(g, S) one of the `SUMS`."""
        of_games: IntArray = self.sums[:, :, SUMS.index(name)]
        return of_games


def count_scored(
    scored: Scored,
    blamed: Blamed,
    which: BoolArray | None = None,
    counted: CountedGroup | None = None,
) -> CountedGroup:
    """Settle these games as `pay_games` does, and sum up their rounds that count."""
    paid = pay_games(scored, blamed, which, counted)
    return CountedGroup(scored, paid, _sum_rounds(scored, paid))


def _sum_rounds(scored: Scored, paid: Paid) -> IntArray:
    counts = scored.counts
    rounds, won = scored.rounds.only(counts), scored.won[counts]
    nothing = np.zeros(won.shape, np.int64)
    played = ~rounds.reported[:, None]
    seats = np.arange(won.shape[1])
    points = nothing if scored.seat_points is None else scored.seat_points[counts]
    total = 0 if scored.points is None else scored.points[counts].sum(axis=1, keepdims=True)
    net = nothing if paid.net is None else paid.net[counts]
    is_out, how = rounds.out[:, None] == seats, _played(rounds)
    bonuses = scored.rules.score.bonuses
    capicuas = is_capicua((bonuses and bonuses.capicua) or DEFAULT_CAPICUA, how)
    figures = np.stack(
        [
            *(nothing + played, won & played, lost(won) & played),
            *(nothing + ~played, won & ~played),
            *(points, total - points, rounds.pips * played),
            *(is_out, nothing + rounds.blocked[:, None]),
            *((each[counts][:, None] == seats) & played for each in (paid.blocker, paid.assistant)),
            *(is_out * capicuas[:, None], is_out * how.out_double_blank[:, None]),
            *(rounds.passes, rounds.passes_given),
            *(np.maximum(net, 0), np.maximum(-net, 0)),
        ],
        axis=2,
    )
    return sums_by_game(rounds.game, figures, len(scored.group.games))


def sums_by_game(game: IntArray, figures: IntArray, games: int) -> IntArray:
    """(g, ...) figures of rounds, which are in order of games, summed by game."""
    sums = np.zeros((games, *figures.shape[1:]), np.int64)
    found, first = np.unique(game, return_index=True)
    if len(found):
        sums[found] = np.add.reduceat(figures, first, axis=0)
    return sums
