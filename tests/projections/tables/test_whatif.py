"""What-if from stored facts equals a refold of every game."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import pytest

from domain.block_verdicts import READINGS, Verdict, verdict
from domain.game.state import Game
from domain.round.state import Round
from domain.rules.catalogue import PUBLISHED
from domain.rules.counting import ALL, CountedBy, Counting, rules_that_count
from domain.rules.rule_set import Crosswise, Payout, Reading, RuleSet, Score
from ledger.book import Book, open_book
from ledger.live.simulation import Simulation, simulate_into
from projections.reports.game_filter import GameFilter
from projections.results import game_result
from projections.results.game_result import count_game
from projections.tables import compared_rules, verdicts
from projections.tables.catch_up import Keeper
from projections.tables.column_values import id_in
from projections.tables.compared_rules import WhatIf, what_if
from projections.tables.connection import EVERYTHING, Condition
from projections.tables.database import ReadModels, read_models_of
from projections.tables.progress import progress_in
from projections.tables.rebuild import judge_all, switch
from tests.domain.builders import altered
from tests.lanes import examples
from tests.ledger.games import lines, new_book, record, take, take_one
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
TO_BE_PAID = {"score": {"points": "none", "target": None}}
WITH: dict[tuple[str, Any], dict[str, Any]] = {
    ("points", "none"): TO_BE_PAID,
    ("to_get_in", 10): {
        "play": {"layout": Crosswise().model_dump()},
        "score": {"in_play": "fives"},
    },
    ("in_play", "fives"): {"play": {"layout": Crosswise().model_dump()}},
    ("points_per", "five"): {"score": {"rounding": "sum"}},
    ("points", "tiles"): {"score": {"for_winning": 10, "per_tile": 3}},
    **{("for_winning", points): {"score": {"points": "tiles"}} for points in (1, 2, 5)},
    **{("per_tile", points): {"score": {"points": "tiles"}} for points in (1, 2, 5)},
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


def other_values(field: str, kind: Any, now: object) -> list[Any]:
    if field == "reading":
        return [reading for reading in (None, *READINGS) if reading != now]
    if field == "target":
        return [None, 1, 25, 100_000]
    if field == "rounds":
        return [1, 3]
    if get_origin(kind) is Literal:
        return [value for value in get_args(kind) if value != now]
    assert kind is int
    return [value for value in (0, 1, 2, 5) if value != now]


RULES = {
    **{f"published {id}": rules for id, rules in PUBLISHED.items()},
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
        for rules in BRIEF_RULES:
            if rules.id not in SLOW_TO_JUDGE and rules.parent not in SLOW_TO_JUDGE:
                for seats in seats_of(rules):
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
    lot = PUBLISHED["block-lot@1"]
    counting = (CountedBy(played=ALL, rules=lot),)
    switch(warm.keeper, counting, None)
    games = [warm.book.stream(game).game for game in warm.book.games()]
    refold = Refold([count_game(game, counted_in(counting, game)) for game in games])
    for rules in (BASE, lot, PUBLISHED["partnership-sanjuan@1"]):
        assert answer_of(asked(warm, rules)) == refold.under(rules)
    fits = [game for game in games if counted_in(counting, game) == lot]
    assert 0 < len(fits) < len(games)
    recount(warm.keeper)


@contextmanager
def simulated_book(simulation: Simulation, directory: Path) -> Iterator[Warm]:
    """A new book of twelve games, with its tables."""
    with (
        closing(open_book(directory / "book.db", create=True)) as book,
        closing(read_models_of(book)) as models,
    ):
        exhaust(simulate_into(book, simulation, 12))
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        yield Warm(book, models, keeper, Refold.of(book))


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
    played = PUBLISHED[id]
    with simulated_book(Simulation(played, 2, seed=5), tmp_path) as simulated:
        rules = altered(id, score=score)
        found = answer_of(asked(simulated, rules))
        assert found == simulated.refold.under(rules)
        assert found["figures"] != simulated.refold.under(played)["figures"]


def test_rounds_that_ended_at_the_target(tmp_path: Path) -> None:
    """Under other rules, too, their hands count nothing."""
    played = altered("all-fives@1", play={"win_in_play": True}, score={"target": 60})
    with simulated_book(Simulation(played, 3, seed=5), tmp_path) as simulated:
        games = map(simulated.book.stream, simulated.book.games())
        ends = [round.ended for stream in games for round in stream.game.rounds]
        assert {"out", "target"} <= set(ends)
        assert answer_of(asked(simulated, played)) == simulated.refold.under(played)
        for changes in ({"score": {"target": 150}}, {"score": {"in_play": "none"}}):
            rules = altered("all-fives@1", **changes)
            assert answer_of(asked(simulated, rules)) == simulated.refold.under(rules)


def test_results_of_rounds_under_rules_that_pay(tmp_path: Path) -> None:
    """Pips decide some of them; who blocked is noted for none."""
    with (
        closing(new_book(tmp_path)) as book,
        closing(read_models_of(book)) as models,
    ):
        assert take_one(book, evening(*RESULTS)).outcome == "added"
        keeper = Keeper(book, models)
        exhaust(judge_all(keeper))
        reported = Warm(book, models, keeper, Refold.of(book))
        for reading in (None, "last-to-lay"):
            rules = altered("partnership-sanjuan@1", **TO_BE_PAID, payout={"reading": reading})
            assert answer_of(asked(reported, rules)) == reported.refold.under(rules)


def test_results_without_points_under_rules_that_count_them(tmp_path: Path) -> None:
    with (
        closing(new_book(tmp_path)) as book,
        closing(read_models_of(book)) as models,
    ):
        won = {"winners": [0], "ended": "out"}
        added = take_one(book, evening(won, rules="forced-block@1", teams=None))
        assert added.outcome == "added"
        keeper = Keeper(book, models)
        exhaust(judge_all(keeper))
        reported = Warm(book, models, keeper, Refold.of(book))
        assert answer_of(asked(reported, BASE)) == reported.refold.under(BASE)


FEWEST_TILES = altered("block@1", score={"blocked_winner": "fewest-tiles"})


@pytest.mark.unmeasured
@pytest.mark.parametrize("now", [None, FEWEST_TILES])
def test_tiles_are_stored_if_only_the_current_rules_need_them(
    now: RuleSet | None, tmp_path: Path
) -> None:
    """Under the rules of the games, and under other rules that count for all games."""
    played = PUBLISHED["block@1"] if now else FEWEST_TILES
    lot = PUBLISHED["block-lot@1"]
    with (
        closing(open_book(tmp_path / "book.db", create=True)) as book,
        closing(read_models_of(book)) as models,
    ):
        exhaust(simulate_into(book, Simulation(played, 4, seed=3), 20))
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        recount(keeper, now)
        counted = Warm(book, models, keeper, Refold.of(book, now))
        assert answer_of(asked(counted, lot)) == counted.refold.under(lot)


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


@pytest.mark.unmeasured
def test_missing_verdicts_are_counted(tmp_path: Path) -> None:
    with (
        closing(open_book(tmp_path / "book.db", create=True)) as book,
        closing(read_models_of(book)) as models,
    ):
        take(book, lines("payout.jsonl")[:30])
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        cold = Warm(book, models, keeper, Refold.of(book))
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


def test_an_empty_book(tmp_path: Path) -> None:
    with (
        closing(open_book(tmp_path / "book.db", create=True)) as book,
        closing(read_models_of(book)) as models,
    ):
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        empty = Warm(book, models, keeper, Refold.of(book))
        assert answer_of(asked(empty, BASE)) == empty.refold.under(BASE)


def test_a_game_without_an_ended_round(tmp_path: Path) -> None:
    with (
        closing(open_book(tmp_path / "book.db", create=True)) as book,
        closing(read_models_of(book)) as models,
    ):
        take_one(book, record("payout.jsonl") | {"rounds": []})
        keeper = Keeper(book, models)
        exhaust(keeper.catch_up())
        begun = Warm(book, models, keeper, Refold.of(book))
        found = asked(begun, BASE)
        assert (found.games, found.rounds) == (1, 0)
        assert answer_of(found) == begun.refold.under(BASE)


def test_verdicts_of_many_rounds(warm: Warm, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are fetched in another way if one query cannot name all these rounds."""
    monkeypatch.setattr(verdicts, "_AT_MOST_NAMED", 0)
    for rules in (PUBLISHED["forced-block@1"], BASE):
        found = asked(warm, rules)
        assert answer_of(found) == warm.refold.under(rules)
        assert any(effect.blockers for effect in found.readings.values())
