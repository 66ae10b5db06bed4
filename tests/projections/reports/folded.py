"""An oracle of reports: every game of the book is folded, without tables."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC
from itertools import groupby, permutations
from typing import NamedTuple
from uuid import UUID

from openskill.models import PlackettLuce, PlackettLuceRating

from domino_ledger.domain.events import GameAbandoned, GameWon, TileLaid
from domino_ledger.domain.facts import with_course
from domino_ledger.domain.round.course import Course
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import HALVES, NAMES, tile_named
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.store.stream import Stream
from domino_ledger.projections.reports.breakdown import By
from domino_ledger.projections.reports.games import GameOverview
from domino_ledger.projections.reports.profiles import Met, Role
from domino_ledger.projections.reports.statistics import Figures, RoundFigures
from domino_ledger.projections.results.game_result import (
    GameResult,
    RoundResult,
    count_game,
    net_of_game,
)
from domino_ledger.projections.results.sides import points_by_team, teams_of
from tests.projections.tables.figures_by_fold import state

Key = tuple[UUID, str]
"""Player and rule set played under."""
ENDINGS = {GameWon.TOPIC, GameAbandoned.TOPIC}
MODEL = PlackettLuce()


class Ruled(NamedTuple):
    """A game and its ruling."""

    stream: Stream
    result: GameResult
    closed: int
    """The position of the event that ended it; 0: it is not over."""

    @property
    def players(self) -> tuple[UUID, ...]:
        return self.stream.game.opened.players

    @property
    def played_under(self) -> str:
        return self.stream.game.opened.rules.id

    @property
    def currency(self) -> str:
        return self.stream.game.opened.stake.currency


Games = Sequence[Ruled]


def ruled(book: Book, rules: RuleSet | None = None) -> Iterator[Ruled]:
    """Every game, in the order of opening.

    ``rules``: whose score and payout count in all games; None: each game's own rules.
    """
    log = book.log(0, 10**9)
    closed = {UUID(game): position for position, game, _, topic, _ in log if topic in ENDINGS}
    for game in book.games():
        stream = book.stream(game)
        own = stream.game.opened.rules
        counting = own if rules is None else with_parts_of(own, rules)
        yield Ruled(stream, count_game(stream.game, counting), closed.get(game, 0))


def with_parts_of(own: RuleSet, rules: RuleSet) -> RuleSet:
    return own.model_copy(update={"score": rules.score, "payout": rules.payout})


def finished(games: Games) -> list[Ruled]:
    """The games that are over and count as played, in the order of their ends."""
    played = (each for each in games if each.result.played)
    return sorted(played, key=lambda each: each.closed)


def began(of: Ruled) -> str:
    started_at = of.stream.game.opened.started_at
    if started_at is None:
        return of.stream.entries[0].recorded_at
    moment = started_at.astimezone(UTC).isoformat(timespec="microseconds")
    return moment.replace("+00:00", "Z")


def overview(of: Ruled) -> GameOverview:
    opened, result = of.stream.game.opened, of.result
    return GameOverview(
        id=of.stream.id,
        record=opened.record,
        rules=of.played_under,
        started_at=began(of),
        players=of.players,
        sides=teams_of(of.stream.game),
        state=state(result),
        rounds=len(result.counted),
        surplus=0 if result.game.noted else len(result.surplus),
        scores=points_by_team(of.stream.game, result.standing.scores),
        winners=tuple(of.players[seat] for seat in result.winners or ()),
        counts_as=result.counts_as,
        currency=of.currency,
        net=net_of_game(result),
        left_at=None if result.game.abandoned is None else of.closed,
    )


# -- statistics


def figures(games: Games) -> dict[Key, Figures]:
    counts: dict[Key, Counter[str]] = {}
    for each in games:
        for seat, player in enumerate(each.players):
            count = counts.setdefault((player, each.played_under), Counter())
            for found in each.result.counted:
                count.update(of_round(each.result, found, seat))
    for each in finished(games):
        for seat, player in enumerate(each.players):
            counts[player, each.played_under].update(of_game(each.result, seat))
    streaks = {key: streak(won) for key, won in courses(games).items()}
    blaming = {each.played_under for each in games if names_a_blocker(each.result.rules)}
    return {
        key: Figures(**count)._replace(
            streak=streaks.get(key, (0, 0))[0],
            longest_streak=streaks.get(key, (0, 0))[1],
            blocker=count["blocker"] if key[1] in blaming else None,
            assistant=count["assistant"] if key[1] in blaming else None,
        )
        for key, count in counts.items()
    }


def names_a_blocker(rules: RuleSet) -> bool:
    return rules.payout is not None and rules.payout.reading is not None


def of_game(result: GameResult, seat: int) -> dict[str, int]:
    winners, games = result.winners or (), result.counts_as
    return {
        "games": games,
        "games_won": games * (seat in winners),
        "games_lost": games * (bool(winners) and seat not in winners),
        "shutouts": seat in winners and games > 1,
    }


def of_round(result: GameResult, found: RoundResult, seat: int) -> dict[str, int]:
    facts, score, verdict = with_course(found.facts, found.round), found.score, found.verdict
    assert score is not None
    side = result.game.table.side_of(seat)
    points = score.points or (0,) * len(result.game.table.sides)
    return {
        "rounds": 1,
        "rounds_won": seat in score.winners,
        "rounds_lost": bool(score.winners) and seat not in score.winners,
        "points": points[side],
        "points_against": sum(points) - points[side],
        "pips_left": facts.pips[seat],
        "times_out": facts.out == seat,
        "blocked": facts.ended == "blocked",
        "blocker": verdict is not None and verdict.blocker == seat,
        "assistant": verdict is not None and verdict.assistant == seat,
        "capicuas": facts.out == seat and is_capicua(result.rules, facts.course),
        "chuchazos": facts.out == seat and facts.course.out_tile == tile_named("0-0"),
        "passes": [move.seat for move in facts.course.passes].count(seat),
        "passes_given": [
            result.game.table.side_of(move.seat) != side and giver == seat
            for move, giver in zip(facts.course.passes, facts.course.given, strict=True)
        ].count(True),
    }


def is_capicua(rules: RuleSet, course: Course) -> bool:
    """As the rules say; where they name none, each half at an end of its own, and no double."""
    tile, bonuses = course.out_tile, rules.score.bonuses
    if tile is None:
        return False
    low, high = HALVES[tile]
    own = None if bonuses is None else bonuses.capicua
    if own is None:
        return course.fits == 2 and low != high
    fits = course.fits == 2 or (course.fits == 1 and own.fits == "either-end")
    return fits and (low != high or own.doubles == "yes") and (low > 0 or own.blanks == "yes")


def courses(games: Games) -> dict[Key, list[bool]]:
    """By player, the games won or not, in the order of their ends."""
    won: dict[Key, list[bool]] = {}
    for each in finished(games):
        for seat, player in enumerate(each.players):
            course = won.setdefault((player, each.played_under), [])
            course.append(seat in (each.result.winners or ()))
    return won


def streak(course: list[bool]) -> tuple[int, int]:
    """The last streak, negative if not won, and the longest one won."""
    runs = [(won, len(list(run))) for won, run in groupby(course)]
    last, length = runs[-1]
    return length if last else -length, max([0, *(length for won, length in runs if won)])


def money(games: Games) -> dict[tuple[UUID, str, str], tuple[int, int]]:
    """By player, rule set and currency, money received and paid; zeros are omitted."""
    sums: dict[tuple[UUID, str, str], list[int]] = {}
    for each in games:
        for found in each.result.counted:
            for player, net in zip(each.players, found.net or (), strict=False):
                account = sums.setdefault((player, each.played_under, each.currency), [0, 0])
                account[net < 0] += abs(net)
    return {key: (got, paid) for key, (got, paid) in sums.items() if got or paid}


def ratings(games: Games) -> dict[Key, PlackettLuceRating]:
    rated: dict[Key, PlackettLuceRating] = {}
    for each in finished(games):
        keys = [(player, each.played_under) for player in each.players]
        sides = each.stream.game.table.sides
        teams = [[rated.get(keys[seat], MODEL.rating()) for seat in side] for side in sides]
        winners = each.result.winners or ()
        after = MODEL.rate(teams, ranks=[int(side[0] not in winners) for side in sides])
        for side, team in zip(sides, after, strict=True):
            rated |= {keys[seat]: new for seat, new in zip(side, team, strict=True)}
    return rated


def others_met(games: Games, role: Role) -> dict[UUID, set[Met]]:
    counts: dict[tuple[UUID, UUID, str], Counter[str]] = {}
    for each in finished(games):
        table, winners = each.stream.game.table, each.result.winners or ()
        for one, other in permutations(range(len(each.players)), 2):
            are_partners = table.side_of(one) == table.side_of(other)
            if are_partners != (role == "partner"):
                continue
            won, theirs = one in winners, other in winners
            lost = bool(winners) if are_partners else theirs
            key = each.players[one], each.players[other], each.played_under
            figures = counts.setdefault(key, Counter())
            times, alone = each.result.counts_as, are_partners or not theirs
            figures.update(
                games=times, won=times * (won and alone), lost=times * (lost and not won)
            )
    met: dict[UUID, set[Met]] = {}
    for (player, other_player, under), of in counts.items():
        row = Met(other_player, under, of["games"], of["won"], of["lost"])
        met.setdefault(player, set()).add(row)
    return met


def breakdown(games: Games, by: By) -> dict[tuple[str, object], RoundFigures]:
    """By rule set and key: of partners, a set of both."""
    counts: dict[tuple[str, object], Counter[str]] = {}
    for each in games:
        table = each.stream.game.table
        for found in each.result.counted:
            leader = found.facts.leader
            assert leader is not None
            order = [leader]
            while len(order) < len(each.players):
                order.append(table.next_seat[order[-1]])
            acts = each.stream.game.judged[found.number].round.acts
            led = next(act.tile for act in acts if isinstance(act, TileLaid))
            for seat in range(len(each.players)):
                (side,) = (side for side in table.sides if seat in side)
                keys: dict[By, object] = {
                    "seat": seat,
                    "order": 1 + order.index(seat),
                    "opening": NAMES[led] if seat == leader else None,
                    "partners": frozenset(each.players[one] for one in side),
                }
                key = keys[by]
                if key is None or (by == "partners" and len(side) == 1):
                    continue
                count = counts.setdefault((each.played_under, key), Counter())
                one = of_round(each.result, found, seat)
                if by == "partners" and seat != side[0]:
                    one = {name: one[name] for name in ("pips_left", "times_out")}
                count.update(one)
    return {
        key: RoundFigures(*(count[name] for name in RoundFigures._fields))
        for key, count in counts.items()
    }


def payouts(games: Games) -> dict[tuple[str, UUID, str], int]:
    """By game, player and currency, the amounts that are not zero."""
    return {
        (each.stream.game.opened.record, player, each.currency): amount
        for each in games
        for player, amount in zip(each.players, net_of_game(each.result) or (), strict=False)
        if amount
    }
