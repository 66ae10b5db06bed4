"""What-if from stored facts equals a refold of every game."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import pytest

from domino_ledger.domain.block_verdicts import READINGS, Verdict, verdict
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.counting import ALL, CountedBy, Counting, rules_that_count
from domino_ledger.domain.rules.layouts import Crosswise
from domino_ledger.domain.rules.payout import Payout, Reading
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Bonuses, Scale, Score, Shutout, Ways
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.simulation import Simulation, simulate_into
from domino_ledger.projections.reports.game_filter import GameFilter
from domino_ledger.projections.results import game_result
from domino_ledger.projections.results.game_result import count_game
from domino_ledger.projections.tables import compared_rules, verdicts
from domino_ledger.projections.tables.catch_up import Keeper
from domino_ledger.projections.tables.compared_rules import WhatIf, what_if
from domino_ledger.projections.tables.connection import EVERYTHING, Condition, id_in
from domino_ledger.projections.tables.database import ReadModels, read_models_of
from domino_ledger.projections.tables.progress import progress_in
from domino_ledger.projections.tables.rebuild import judge_all, switch
from tests.domain.builders import altered
from tests.lanes import examples
from tests.ledger.games import Json, lines, new_book, record, take, take_one
from tests.ledger.kinds import BRIEF_RULES, seats_of
from tests.ledger.test_reported import RESULTS, evening
from tests.projections.reports.books import SLOW_TO_JUDGE
from tests.projections.tables.everywhere import everywhere

from .busy import busy_book
from .modelled import exhaust, recount
from .refolding import Refold, answer_of

Search = Callable[[Round, Reading, int | None], Verdict]

BASE = altered(
    "block@1", score={"target": 60}, payout={"reading": "set-up", "tied_winners": "share"}
)
LOT = PUBLISHED["block-lot@1"]
NOT_IN_PLAY = {"in_play": "none"}
TO_BE_PAID = {"score": {"points": "none", "target": None}}
WITH: dict[tuple[str, Any], dict[str, Any]] = {
    ("points", "none"): TO_BE_PAID,
    ("to_get_in", 10): {
        "play": {"layout": Crosswise().model_dump()},
        "score": {"in_play": "fives"},
    },
    ("in_play", "fives"): {"play": {"layout": Crosswise().model_dump()}},
    ("in_play", "fives-and-threes"): {"play": {"layout": Crosswise().model_dump()}},
    ("points_per", "five"): {"score": {"rounding": "sum"}},
    ("shutout", "each-game"): {"score": {"shutout": Shutout(at_most=10).model_dump()}},
    ("reset", "all-scored"): {"score": {"target": 60}},
    ("reset", "one-all-play-two"): {"score": {"points": "win", "target": 3}},
    ("points", "win"): {"score": {"target": 2}},
    ("ways", Ways(simple=3)): {"score": {"points": "ways", "target": 3}},
    ("points", "ways"): {"score": {"target": 3}},
    ("blocked_points", "losing-hands"): {"score": {"points": "all-hands"}},
    ("blocked_points", "difference"): {"score": {"difference": "none"}},
    ("last_two_tie", "opener"): {"score": {"blocked_winner": "last-two"}},
    ("points", "tiles"): {"score": {"for_winning": 10, "per_tile": 3}},
    **{("for_winning", points): {"score": {"points": "tiles"}} for points in (1, 2, 5)},
    **{("per_tile", points): {"score": {"points": "tiles"}} for points in (1, 2, 5)},
    **{("carry", carry): {"score": {"tied": "nobody"}} for carry in ("plus-one", "double")},
    **{("rounds", rounds): {"score": {"target": None}} for rounds in (1, 3)},
}
"""By field and value, what else must change for the rule set to be possible."""


def variations() -> Iterator[tuple[str, RuleSet]]:
    """The base rules with each field of score and payout changed, to each other value."""
    for part, model, now in (("score", Score, BASE.score), ("payout", Payout, BASE.payout)):
        for field, said in model.model_fields.items():
            for value in other_values(field, said.annotation, getattr(now, field)):
                rules = BASE.model_dump()
                rules[part] = rules[part] | {field: value}
                for each, values in WITH.get((field, value), {}).items():
                    rules[each] = rules[each] | values
                yield f"{field} {value}", RuleSet.model_validate(rules)


BONUSES = (
    {"capicua": {"points": 10}},
    {"capicua": {"factor": 3, "fits": "either-end", "doubles": "yes", "blanks": "no"}},
    {"chuchazo": {"points": 10, "both_ends": "not"}, "capicua": {"points": 3, "doubles": "yes"}},
    {"opening_pass": {"double": 5, "other": 10}},
    {"opening_pass": {"double": 5, "partner_passes": "counts"}},
    {"round_pass": 10},
    {"each_pass": 10},
    {"out_points": 3},
    {"by_round": (10, 0, 5)},
)


def other_values(field: str, kind: Any, now: object) -> list[Any]:
    if field == "bonuses":
        return [Bonuses.model_validate(each) for each in BONUSES]
    if field == "reading":
        return [reading for reading in (None, *READINGS) if reading != now]
    if field == "scale":
        return [Scale()]
    if field == "clock":
        return []  # It ends games at a table, and changes no result.
    if field == "ways":
        return [Ways(simple=3)]
    if field == "shutout" and now is None:
        return [Shutout(at_most=10)]
    if field == "target":
        return [None, 1, 25, 100_000]
    if field == "rounds":
        return [1, 3]
    if get_origin(kind) is Literal:
        return [value for value in get_args(kind) if value != now]
    assert kind is int
    return [value for value in (0, 1, 2, 5) if value != now]


COUNTED_ALIKE = {
    repr((rules.score, rules.payout)): id for id, rules in reversed(list(PUBLISHED.items()))
}
RULES = {
    **{f"published {id}": PUBLISHED[id] for id in COUNTED_ALIKE.values()},
    "without money": altered("block@1", payout=None),
    "base": BASE,
    "a tie to who leads, for three rounds": altered(
        "block@1", score={"tied": "leading-side", "target": None, "rounds": 3}, payout=None
    ),
    "a tie to who has least": altered(
        "block@1", score={"tied": "leading-side", "winners": "lowest", "target": 30}
    ),
    "broken off, and won": altered("block@1", score={"target": 1, "abandoned": "as-it-stands"}),
    **dict(variations()),
}


class Warm(NamedTuple):
    """A book whose read models are caught up, with all verdicts."""

    book: Book
    models: ReadModels
    keeper: Keeper
    refold: Refold


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """Irregular games and games of every kind, of other engines and of every rule set."""
    with closing(busy_book(tmp_path_factory.mktemp("warm"))) as book:
        for at, rules in enumerate(BRIEF_RULES):
            if rules.id not in SLOW_TO_JUDGE and rules.parent not in SLOW_TO_JUDGE:
                seats = seats_of(rules)[at % 2 - 1]  # The largest table, or the smallest.
                exhaust(simulate_into(book, Simulation(rules, seats, seed=6), 1))
        take(book, lines("payout.jsonl")[: examples(10)])
        take(book, lines("sanjuan.jsonl")[: examples(4)])
        take(book, lines("openspiel-block.jsonl")[: examples(4)])
        with closing(read_models_of(book)) as models:
            keeper = Keeper(book, models)
            exhaust(judge_all(keeper))
            yield Warm(book, models, keeper, Refold.of(book))


def found_once(search: Search) -> Search:
    """Each verdict is searched once: it depends on the round, the reading and the bound alone."""
    found: dict[tuple[int, Reading, int | None], Verdict] = {}

    def once(round: Round, reading: Reading, bound: int | None) -> Verdict:
        key = id(round), reading, bound
        if key not in found:
            found[key] = search(round, reading, bound)
        return found[key]

    return once


def asked(warm: Warm, rules: RuleSet, which: Condition = EVERYTHING) -> WhatIf:
    with warm.models.reading() as connection:
        return what_if(
            connection, progress_in(connection).counting, [everywhere(warm.book, rules)], which
        )[0]


@pytest.mark.unmeasured
def test_every_figure_is_that_of_a_refold(warm: Warm, monkeypatch: pytest.MonkeyPatch) -> None:
    """And every field of score and payout makes a difference for some game."""
    monkeypatch.setattr(game_result, "verdict", found_once(verdict))
    with warm.models.reading() as connection:
        every = [everywhere(warm.book, rules) for rules in RULES.values()]
        found = what_if(connection, progress_in(connection).counting, every)
    answers = dict(zip(RULES, map(answer_of, found), strict=True))
    for name, rules in RULES.items():
        assert (name, answers[name]) == (name, warm.refold.under(rules))
    changed = {
        name for name, each in answers.items() if each["figures"] != answers["base"]["figures"]
    }
    assert {name for name, _ in variations()} - changed == set()


@pytest.mark.unmeasured
@pytest.mark.parametrize("id", ["base", "published block-lot@1", "broken off, and won"])
def test_each_round_that_would_change_is_that_of_a_refold(id: str, warm: Warm) -> None:
    rules = RULES[id]
    with warm.models.reading() as connection:
        (found,) = what_if(
            connection,
            progress_in(connection).counting,
            [everywhere(warm.book, rules)],
            each_round=True,
        )
    changes = warm.refold.round_changes(rules)
    assert found.round_changes == changes
    assert {each.now.counts for each in changes} == {True, False} or id != "base"
    assert any(each.now.points != each.then.points for each in changes)
    assert asked(warm, rules).round_changes == []


@pytest.mark.unmeasured
@pytest.mark.parametrize("games", [1, 7])
def test_the_answer_does_not_depend_on_the_number_of_games_in_memory(
    games: int, warm: Warm, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = RULES["published forced-block@1"]
    whole = answer_of(asked(warm, rules))
    monkeypatch.setattr(compared_rules, "GAMES_AT_ONCE", games)
    assert answer_of(asked(warm, rules)) == whole
    assert answer_of(asked(warm, BASE)) == warm.refold.under(BASE)


def counted_in(counting: Counting, game: Game) -> RuleSet:
    return rules_that_count(counting, game.opened.rules, len(game.opened.players))


@pytest.mark.unmeasured
def test_what_if_after_a_rebuild_by_other_rules(warm: Warm) -> None:
    counting = (CountedBy(played=ALL, rules=LOT),)
    switch(warm.keeper, counting, None)
    games = [warm.book.stream(game).game for game in warm.book.games()]
    refold = Refold([count_game(game, counted_in(counting, game)) for game in games])
    for rules in (BASE, LOT, PUBLISHED["partnership-sanjuan@1"]):
        assert answer_of(asked(warm, rules)) == refold.under(rules)
    fits = [game for game in games if counted_in(counting, game) == LOT]
    assert 0 < len(fits) < len(games)
    recount(warm.keeper)


# -- small books


@contextmanager
def filled(
    directory: Path, fill: Callable[[Book], object], rules: RuleSet | None = None
) -> Iterator[Warm]:
    """A new book that was filled, with its tables, by these rules if others than its own count."""
    with closing(new_book(directory)) as book, closing(read_models_of(book)) as models:
        fill(book)
        keeper = Keeper(book, models)
        exhaust(judge_all(keeper))
        recount(keeper, rules)
        yield Warm(book, models, keeper, Refold.of(book, rules))


def simulated(rules: RuleSet, players: int, games: int = 12) -> Callable[[Book], None]:
    """Fills a book with simulated games."""
    return lambda book: exhaust(simulate_into(book, Simulation(rules, players, seed=5), games))


def imported(game: Json) -> Callable[[Book], object]:
    """Fills a book with one game."""
    return lambda book: take_one(book, game)


AT_TARGET = altered("all-fives@1", play={"win_in_play": True}, score={"target": 60})
FEWEST_TILES = altered("block@1", score={"blocked_winner": "fewest-tiles"})
PAID = [
    altered("partnership-sanjuan@1", **TO_BE_PAID, payout={"reading": reading})
    for reading in (None, "last-to-lay")
]
ONE_WON = evening({"winners": [0], "ended": "out"}, rules="forced-block@1", teams=None)
SMALL: dict[str, tuple[Callable[[Book], object], RuleSet | None, Sequence[RuleSet]]] = {
    "nothing": (lambda _: None, None, [BASE]),
    "no ended round": (imported(record("payout.jsonl") | {"rounds": []}), None, [BASE]),
    "rounds that ended at the target, whose hands count nothing under other rules, too": (
        simulated(AT_TARGET, 3),
        None,
        [AT_TARGET, *(altered("all-fives@1", score=of) for of in ({"target": 150}, NOT_IN_PLAY))],
    ),
    "results under rules that pay, where pips decide some": (
        imported(evening(*RESULTS)),
        None,
        PAID,
    ),
    "results without points under rules that count them": (imported(ONE_WON), None, [BASE]),
    "tiles that only the rules of the games need": (simulated(FEWEST_TILES, 4), None, [LOT]),
    "tiles that only the rules that count need": (
        simulated(PUBLISHED["block@1"], 4),
        FEWEST_TILES,
        [LOT],
    ),
}


@pytest.mark.parametrize("what", SMALL)
def test_small_books(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compared_rules, "GAMES_AT_ONCE", 5)
    fill, now, others = SMALL[what]
    with filled(tmp_path, fill, now) as small:
        for rules in others:
            assert answer_of(asked(small, rules)) == small.refold.under(rules)


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("id", "score"),
    [
        ("all-fives@1", {"to_get_in": 10}),
        ("all-fives@1", {"to_get_in": 10, "target": None, "rounds": 3}),
        ("all-fives@1", {"to_get_in": 10, "target": None}),
        ("block@1", {"tied": "leading-side"}),
    ],
)
def test_rules_that_ask_what_was_before(id: str, score: dict[str, Any], tmp_path: Path) -> None:
    """Each round of a game is scored after the rounds before it, until the game is won."""
    played, rules = PUBLISHED[id], altered(id, score=score)
    with filled(tmp_path, simulated(played, 2)) as small:
        found = answer_of(asked(small, rules))
        assert found == small.refold.under(rules)
        assert found["figures"] != small.refold.under(played)["figures"]


@pytest.mark.unmeasured
def test_missing_verdicts_are_counted(tmp_path: Path) -> None:
    with closing(new_book(tmp_path)) as book, closing(read_models_of(book)) as models:
        take(book, lines("payout.jsonl")[:30])
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        cold = Warm(book, models, keeper, Refold([]))
        found = asked(cold, PUBLISHED["forced-block@1"])
        unjudged = {reading: effect.unjudged for reading, effect in found.readings.items()}
        blocked = unjudged["last-to-lay"]
        assert blocked > 0
        assert unjudged == dict.fromkeys(READINGS, blocked) | {"could-have-forced-open": 0}
        assert found.readings["last-to-lay"].blockers == 0
        exhaust(judge_all(keeper))
        found = asked(cold, PUBLISHED["forced-block@1"])
        assert {effect.unjudged for effect in found.readings.values()} == {0}
        assert found.readings["last-to-lay"].blockers == blocked


# -- parts of a book


@pytest.mark.unmeasured
def test_only_some_games(warm: Warm) -> None:
    with warm.models.reading() as connection:
        player = connection.value("SELECT player_id FROM game_seat WHERE game_id = 40")
        day = connection.value("SELECT opened_at FROM game_fact WHERE id = 40")
    played = GameFilter(player=id_in(player)).condition
    since = Condition("game.opened_at >= :day", {"day": day})
    first = {
        ruling.game.opened.record
        for ruling in warm.refold.ruled
        if player in map(str, ruling.game.opened.players)
    }
    expected = warm.refold.under(BASE, lambda each: each.game.opened.record in first)
    assert 0 < expected["games"] < len(warm.refold.ruled)
    assert answer_of(asked(warm, BASE, played)) == expected
    assert asked(warm, BASE, since & played).games <= expected["games"]
    nothing = asked(warm, BASE, Condition("game.opened_at >= '2999-01-01'"))
    assert answer_of(nothing) == warm.refold.under(BASE, lambda _: False)


@pytest.mark.unmeasured
def test_nothing_is_written(warm: Warm) -> None:
    files = sorted(Path(warm.book.path).parent.glob("book.db*"))
    assert len(files) >= 2
    before = [file.read_bytes() for file in files]
    asked(warm, BASE)
    assert [file.read_bytes() for file in files] == before


def test_verdicts_of_many_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are fetched in another way if one query cannot name all these rounds."""
    monkeypatch.setattr(verdicts, "_AT_MOST_NAMED", 0)
    with filled(tmp_path, lambda book: take(book, lines("payout.jsonl")[:30])) as small:
        for rules in (PUBLISHED["forced-block@1"], BASE):
            found = asked(small, rules)
            assert answer_of(found) == small.refold.under(rules)
            assert any(effect.blockers for effect in found.readings.values())
