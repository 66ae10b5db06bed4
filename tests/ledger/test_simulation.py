"""Simulated games are legal and repeatable, and equal their records."""

from itertools import groupby
from pathlib import Path
from uuid import UUID

import pytest

from domino_ledger.domain.events import drew, laid
from domino_ledger.domain.game.state import evolve_game, fold
from domino_ledger.domain.round.legal import legal_moves
from domino_ledger.domain.round.state import Act
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.rules.score import Score
from domino_ledger.domain.tiles import tile_named
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.live.bots import BOTS, BotName, heaviest_move
from domino_ledger.ledger.live.simulation import CannotSimulate, Simulation, simulate_into
from domino_ledger.ledger.records.export import line_of, record_of
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.import_ import Importer
from domino_ledger.ledger.records.line_reader import lines_of
from domino_ledger.ledger.registry.stored_names import all_names
from domino_ledger.ledger.store import batch
from domino_ledger.ledger.transcript.game import transcribe
from tests.lanes import examples

from .kinds import BRIEF_RULES, KINDS

every_kind = pytest.mark.parametrize(
    ("rules", "players"), KINDS, ids=[f"{rules.id}-{seats}" for rules, seats in KINDS]
)
every_bot = pytest.mark.parametrize("bot", BOTS)
GAMES = range(1, 1 + examples(1))


def people(count: int) -> tuple[UUID, ...]:
    return tuple(UUID(int=seat + 1) for seat in range(count))


def violations(simulation: Simulation, number: int) -> list[object]:
    record = read_record(simulation.line(number))
    return list(transcribe(record, simulation.rules, people(simulation.players)).violations)


@every_kind
@every_bot
def test_the_audit_finds_nothing(rules: RuleSet, players: int, bot: BotName) -> None:
    simulation = Simulation(rules, players, 5, bot)
    assert [violations(simulation, number) for number in GAMES] == [[] for _ in GAMES]


@every_kind
def test_the_book_exports_equal_records_and_imports_them_unchanged(
    rules: RuleSet, players: int, book: Book, tmp_path: Path
) -> None:
    simulation = Simulation(rules, players, 5)
    assert list(simulate_into(book, simulation, 2)) == [True] * 2
    lines = list(simulation.lines(2))
    names = all_names(book)
    assert [line_of(record_of(book.stream(game), names)) for game in book.games()] == lines
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"".join(lines))
    with path.open("rb") as file:
        outcomes = [imported.outcome for imported in Importer(book).take(lines_of(file))]
    assert outcomes == ["unchanged"] * 2


def test_a_long_run_is_written_completely_in_batches(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "EVENTS_A_TRANSACTION", 5000)
    simulation = Simulation(PUBLISHED["partnership-sanjuan@1"], 4, 5)
    written = [len(list(book.games())) for _ in simulate_into(book, simulation, 80)]
    assert 2 < len(set(written)) < 10
    assert len(list(book.games())) == 80


@every_bot
@pytest.mark.parametrize("rules", BRIEF_RULES, ids=lambda rules: rules.id)
def test_a_seed_determines_the_games(rules: RuleSet, bot: BotName) -> None:
    seats = min(rules.play.hand)
    run, again, other = (Simulation(rules, seats, seed, bot) for seed in (3, 3, 4))
    lines = [run.line(number) for number in (1, 2)]
    assert again.line(2) == lines[1]
    bodies = [line.partition(b'"players"')[2] for line in (*lines, other.line(1))]
    assert len(set(bodies)) == 3


def test_bytes_that_must_never_change() -> None:
    """A seed gives the same games in later versions."""
    simulation = Simulation(PUBLISHED["block-lot@1"], 2, 7)
    record = read_record(simulation.line(1))
    assert record.id == "simulated-block-lot@1-random-2-7-000001"
    assert record.players == ["simulated-1", "simulated-2"]
    (first,) = record.rounds
    assert first.leader == 1
    assert first.hands == [
        [tile_named(name) for name in hand.split()]
        for hand in ("4-2 1-0 3-3 4-4 5-0 4-1 5-5", "3-1 2-1 3-0 6-6 6-1 6-4 1-1")
    ]
    lays = [(move.seat, move.lay) for move in first.moves if move.lay is not None]
    assert lays == [
        (1, tile_named("6-6")),
        (1, tile_named("6-4")),
        (0, tile_named("4-1")),
        (1, tile_named("6-1")),
    ]


@pytest.mark.parametrize("rules", ["draw@1", "forced-block@1", "partnership-sanjuan@1"])
def test_the_random_bot_makes_every_legal_move(rules: str) -> None:
    """Every position in the list of moves is chosen in some game."""
    simulation = Simulation(PUBLISHED[rules], 4, 1)
    chosen = set()
    for number in range(1, 30):
        opened, *events = simulation.play(number, people(4)).events
        game = fold([opened])
        for event in events:
            moves = legal_moves(game.current) if isinstance(event, Act) and game.current else ()
            if event in moves:
                chosen.add((len(moves), moves.index(event)))
            game = evolve_game(game, event)
    assert {(moves, at) for moves in range(1, 6) for at in range(moves)} <= chosen


def test_the_greedy_bot_lays_the_heaviest_and_then_the_double() -> None:
    double, mixed, light = (tile_named(name) for name in ("4-4", "6-2", "3-2"))
    moves = (
        laid(0, light, "left"),
        laid(0, mixed, "left"),
        laid(0, double, "left"),
        laid(0, double, "right"),
        drew(0, tile_named("6-6")),
    )
    assert heaviest_move(moves, float) == laid(0, double, "left")
    assert heaviest_move(moves[:2], float) == laid(0, mixed, "left")
    assert heaviest_move(moves[4:], float) == drew(0, tile_named("6-6"))


def test_void_deals_in_a_row_are_recorded_up_to_a_limit() -> None:
    """With ten players nearly every deal is void: ten doubles, one for each hand."""
    simulation = Simulation(PUBLISHED["basic-train@1"], 10, 5)
    rounds = read_record(simulation.line(1)).rounds
    in_a_row = [len(list(each)) for void, each in groupby(r.leader is None for r in rounds) if void]
    assert in_a_row == [20, 20]
    assert violations(simulation, 1) == []


def test_a_simulation_whose_deals_are_all_void_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domino_ledger.ledger.live.simulation.MOST_SHUFFLES", 50)
    trains = PUBLISHED["basic-train@1"].play
    no_doubles = trains.model_copy(update={"highest_pip": 2, "hand": {6: 1}})
    rules = RuleSet(id="no-doubles@1", play=no_doubles, score=Score(target=1))
    with pytest.raises(CannotSimulate, match=r"always-void.*no-doubles@1"):
        Simulation(rules, 6, 1).play(1, people(6))


def test_a_simulation_without_any_score_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domino_ledger.ledger.live.simulation.MAX_DEALS_PER_GAME", 50)
    nothing_left = RuleSet(
        id="nothing-left@1",
        play=Play(highest_pip=1, hand={2: 1}, play_on=True),
        score=Score(target=1, points="losing-hands", blocked_winner="fewest-pips"),
    )
    with pytest.raises(CannotSimulate, match=r"never-won.*nothing-left@1"):
        Simulation(nothing_left, 2, 1).play(1, people(2))
