"""Facts of rounds from the bytes of events, against those of the folded game."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.events import Event, GameOpened, RoundDealt, TileLaid, TurnPassed
from domain.facts import facts_of
from domain.game import fold
from ledger.book import now
from ledger.codec import USUAL, encode
from ledger.errors import Tampered
from ledger.store import ToldRow
from projections.read_models import quick_reading
from projections.read_models.progress import Progress
from projections.read_models.quick_reading import ACTS
from projections.read_models.tally import Before, EndedRound, GameTally, Tallies
from tests.domain.houses import ALL_HOUSES, AS_FOUND, Setting, plies, settings_of_play
from tests.domain.table_talk import opened

START = Progress(0, 0)


def find(game: str) -> Before:
    raise AssertionError(f"{game} has not been met")


def told(events: Sequence[Event], game: str, times: Random | None = None) -> Iterator[ToldRow]:
    """The rows of these events; some of them were timed, where chance says so."""
    moment = datetime(2020, 1, 1, tzinfo=UTC)
    for position, event in enumerate(events, 1):
        previous = "" if position == 1 else "0" * 64
        timed = times is not None and times.random() < 0.5
        happened = (moment + timedelta(milliseconds=position)).isoformat() if timed else None
        if not isinstance(event, TurnPassed):
            yield position, game, event.TOPIC, encode(event, previous, now(), happened)


def facts(events: Sequence[Event]) -> list[EndedRound]:
    rounds = map(facts_of, fold(events).rounds)
    return [EndedRound(at, found) for at, found in enumerate(rounds) if found.ended is not None]


def tally_of(rows: Iterator[ToldRow]) -> GameTally:
    (tally,) = Tallies(None).count_up(rows, START, find)  # type: ignore[arg-type]
    return tally


@pytest.mark.parametrize("house", sorted(ALL_HOUSES))
@AS_FOUND
@given(st.data(), st.randoms(use_true_random=False))
def test_facts_are_those_of_the_folded_game(house: str, data: st.DataObject, times: Random) -> None:
    setting = data.draw(settings_of_play(house))
    first = opened(ALL_HOUSES[house], setting.seats)
    events: list[Event] = [first, *(event for ply in setting.plies(3) for event in ply.events)]
    events = events[: data.draw(st.integers(1, len(events))) if times.random() < 0.5 else None]
    tally = tally_of(told(events, "a game", times))
    game = fold(events)
    assert tally.rounds == facts(events)
    assert tally.round == len(game.rounds) - 1
    assert (tally.closed is not None) == game.over
    assert (tally.irregular, tally.noted, tally.abandoned) == (False, False, False)


@AS_FOUND
@given(st.integers(0, 2**32), st.integers(1, 30))
def test_games_side_by_side_in_batches_of_any_size(seed: int, batch: int) -> None:
    random = Random(seed)
    settings = [Setting("draw-three@1", 3, random.randrange(2**32), True) for _ in range(3)]
    games = {
        str(number): [opened(ALL_HOUSES[one.house], one.seats), *played(one)]
        for number, one in enumerate(settings)
    }
    rows = side_by_side({game: list(told(events, game)) for game, events in games.items()}, random)
    tallies, progress, known = Tallies(None), START, dict[str, GameTally]()  # type: ignore[arg-type]
    for at in range(0, len(rows), batch):
        found = tallies.count_up(rows[at : at + batch], progress, find)
        assert {tally.game for tally in found} == {row[1] for row in rows[at : at + batch]}
        known |= {tally.game: tally for tally in found}
        progress = Progress(rows[at : at + batch][-1][0], len(known))
    assert {game: tally.rounds for game, tally in known.items()} == {
        game: facts(events) for game, events in games.items()
    }


def played(one: Setting) -> list[Event]:
    """Two rounds, not to the end: a game that is over is not remembered."""
    told_plies = plies(opened(ALL_HOUSES[one.house], one.seats), Random(one.seed), rounds=2)
    return [event for ply in told_plies for event in ply.events if event.TOPIC != "game-won/1"]


def side_by_side(games: dict[str, list[ToldRow]], random: Random) -> list[ToldRow]:
    """The rows of these games, some of one and some of another, each in its order."""
    turns = [game for game, rows in games.items() for _ in rows]
    random.shuffle(turns)
    coming = {game: iter(rows) for game, rows in games.items()}
    mixed = [next(coming[game]) for game in turns]
    return [(position, *row[1:]) for position, row in enumerate(mixed, 1)]


def test_what_is_no_event_is_named() -> None:
    with pytest.raises(Tampered, match="no event of a game is called 'odd'"):
        tally_of(iter([*told([opened(ALL_HOUSES["draw@1"], 2)], "a"), (2, "a", "odd", b"{}")]))


@pytest.mark.parametrize(
    "state", [b"", b"{}", b'{"previous":"","recorded_at":"","event":{"record":"a","rules":{}}}']
)
def test_an_opening_that_cannot_be_read_is_named(state: bytes) -> None:
    with pytest.raises(Tampered, match="the first event of a game is not readable"):
        tally_of(iter([(1, "a", GameOpened.TOPIC, state)]))


def test_an_act_that_cannot_be_read_is_named() -> None:
    events = [event for ply in Setting("draw@1", 2, 1, True).plies(1) for event in ply.events]
    rows = list(told([opened(ALL_HOUSES["draw@1"], 2), *events], "a"))
    broken = [row if at != 2 else (*row[:3], row[3][:-9]) for at, row in enumerate(rows)]
    with pytest.raises(Tampered):
        tally_of(iter(broken))


def test_a_deal_that_cannot_be_read_is_named() -> None:
    rows = list(told([opened(ALL_HOUSES["draw@1"], 2)], "a"))
    with pytest.raises(Tampered, match="a deal is not readable"):
        tally_of(iter([*rows, (2, "a", RoundDealt.TOPIC, b'{"event":{"hands":7}}')]))


def test_an_act_before_any_deal_is_named() -> None:
    """Nor is it counted in the game before."""
    rules, game = ALL_HOUSES["draw@1"], UUID(int=1).hex
    dealt = RoundDealt(hands=((0, 1), (26, 27)), boneyard=(), leader=0)
    lay = encode(TileLaid(seat=1, tile=27), "0" * 64, now())
    rows = [*told([opened(rules, 2), dealt], "a"), *told([opened(rules, 2)], game)]
    rows.append((4, game, TileLaid.TOPIC, lay))
    with pytest.raises(Tampered, match="somebody acts in a game to whom nothing was dealt"):
        tally_of(iter(rows))


def test_names_and_rules_with_signs_of_json_in_them() -> None:
    odd = '","rules":{},"players":["\\"],"event":{é'
    rules = ALL_HOUSES["draw@1"].model_copy(update={"title": odd, "source": odd})
    first = GameOpened(record=odd, rules=rules, players=(UUID(int=1), UUID(int=2)), source=odd)
    opening = tally_of(told([first], "a")).opening
    assert opening.record == odd
    assert opening.rules.decode() == rules.model_dump_json()
    assert opening.players == tuple(map(str, first.players))


def test_acts_are_remembered_as_long_as_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record may call the ends whatever it likes."""
    room = len(ACTS) + 2
    monkeypatch.setattr(quick_reading, "MOST_ACTS", room)
    for number in range(5):
        laid = TileLaid(seat=1, tile=27, end=f"odd end {number}")
        assert ACTS[encode(laid, "0" * 64, now())[USUAL:]] == (1, 12)
    assert len(ACTS) == room
