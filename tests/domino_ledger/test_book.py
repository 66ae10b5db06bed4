"""The Python API returns what the command prints."""

import json
import pickle
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeGuard
from uuid import UUID

import pytest

from domino_ledger import (
    Book,
    Conflict,
    Dispute,
    LedgerError,
    Refusal,
    UnknownGame,
    UnknownRules,
    Unreadable,
    audit_record,
    error_text,
    make_book,
    open_book,
)
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.notation.errors import NotationError
from domino_ledger.ledger.records.format import read_record

ROOT = Path(__file__).parents[2]
SAMPLES = ROOT / "cli" / "samples" / "payout.jsonl"
LINES = SAMPLES.read_bytes().splitlines()[:5]


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    with open_book(tmp_path / "club.db", create=True) as book:
        assert [added.outcome for added in book.add(LINES)] == ["added"] * len(LINES)
        yield book


def test_a_book_is_created_once(tmp_path: Path) -> None:
    assert [make_book(tmp_path / "club.db") for _ in range(2)] == [True, False]


def test_records_come_as_mappings_and_texts_too(book: Book) -> None:
    game = json.loads(LINES[0])
    texts = [game, json.dumps(game), "no record"]
    assert [added.outcome for added in book.add(texts)] == ["unchanged", "unchanged", "rejected"]


def test_a_single_record_is_put_in_a_list(book: Book) -> None:
    before = [game.hash for game in book.games()]
    singles: list[Any] = [
        *(LINES[0], LINES[0].decode(), json.loads(LINES[0])),
        book.game(json.loads(LINES[0])["id"]).record(),
    ]
    for single in singles:
        with pytest.raises(TypeError, match="put a single one in a list"):
            book.add(single)
    assert [game.hash for game in book.games()] == before


def test_what_a_book_gives_it_takes_back(book: Book, tmp_path: Path) -> None:
    names = [json.loads(line)["id"] for line in LINES]
    records = [book.game(name).record() for name in names]
    texts = [record.to_json() for record in records]
    for form in (records, texts):
        assert {added.outcome for added in book.add(form)} == {"unchanged"}
    with open_book(tmp_path / "other.db", create=True) as other:
        assert {added.outcome for added in other.add(records)} == {"added"}
        assert [other.game(name).record() for name in names] == records


def test_every_record_is_read_again_from_its_json() -> None:
    for file in (ROOT / "tests" / "data").rglob("*.jsonl"):
        for line in file.read_bytes().splitlines()[:20]:
            try:
                record = read_record(line)
            except Unreadable:
                continue
            assert read_record(record.to_json().encode()) == record


def test_a_step_is_json_with_tiles_by_name(book: Book) -> None:
    step = json.loads(book.game(json.loads(LINES[0])["id"]).position(0, 0).to_json())
    assert step["act"].items() >= json.loads(LINES[0])["rounds"][0]["moves"][0].items()


def test_records_are_added_at_once(book: Book) -> None:
    book.add([json.loads(LINES[0]) | {"id": "another"}])
    assert "another" in {game.name for game in book.games()}


def test_games_come_in_the_order_of_recording(book: Book) -> None:
    ids = [json.loads(line)["id"] for line in LINES]
    assert [game.name for game in book.games()] == ids
    first = book.game(ids[0])
    assert first.id == UUID(str(first.id))
    assert first.players == tuple(json.loads(LINES[0])["players"])
    assert first.rules.id == "forced-block@1"
    assert len(first.hash) == 64
    with pytest.raises(UnknownGame):
        book.game("no-such-game")


def test_a_position_is_one_step_of_the_replay(book: Book) -> None:
    game = next(book.games())
    assert game.position(0, 2) in game.replay(round=0)
    with pytest.raises(IndexError, match="has no move 999 in round 0"):
        game.position(0, 999)
    for seat in (-1, len(game.players)):
        with pytest.raises(IndexError, match=f"not {seat}$"):
            game.replay(seat)


def test_claims_of_the_record_agree_with_the_ruling(book: Book) -> None:
    for line, game in zip(LINES, book.games(), strict=True):
        claimed = json.loads(line)["rounds"][0]["claims"]["net"]
        assert list(game.result().rounds[0].net or ()) == claimed
        assert game.audit().clean
        assert book.audit(game.record()).clean
        for record in (line, line.decode(), json.loads(line)):
            assert audit_record(record).clean
    assert (
        book.audit(LINES[0], "block-lot@1").result
        == audit_record(LINES[0], book.rule_sets()["block-lot@1"]).result
    )
    with pytest.raises(UnknownRules):
        next(book.games()).result("no-such-rules@1")


def test_tables_are_up_to_date_arrow_tables(book: Book) -> None:
    facts = book.round_facts()
    seats = sum(len(json.loads(line)["players"]) for line in LINES)
    assert facts.num_rows == seats
    assert book.statistics().schema.field("games").nullable is False
    assert book.table("game").num_rows == len(LINES)
    with pytest.raises(KeyError):
        book.table("no_such_table")


def test_the_log_can_be_read_from_a_position(book: Book) -> None:
    whole = list(book.tail())
    assert len(whole) == sum(game.events for game in book.games())
    assert list(book.tail(whole[9].position)) == whole[10:]
    assert json.loads(whole[9].to_json())["sequence"] == whole[9].sequence
    for nowhere in (-1, 10**9):
        with pytest.raises(IndexError, match=f"not {nowhere}$"):
            book.tail(nowhere)


def test_games_are_chosen_by_the_tables(book: Book) -> None:
    records = list(map(json.loads, LINES))
    player = records[0]["players"][0]
    of_player = [each["id"] for each in records if player in each["players"]]
    assert [game.name for game in book.games(player=player)] == of_player
    assert [game.name for game in book.games(limit=1, newest_first=True)] == [records[-1]["id"]]
    assert list(book.games(rules="draw@1")) == list(book.games(state="void")) == []
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    assert list(book.games(since=tomorrow)) == []
    assert len(list(book.games(before=tomorrow))) == len(LINES)
    with pytest.raises(LedgerError, match="no-such-player"):
        book.games(player="no-such-player")
    with pytest.raises(UnknownRules):
        book.games(rules="no-such-rules@1")
    no_state: Any = "nonsense"
    with pytest.raises(
        ValueError, match=r"no game is 'nonsense': states are void, .*, in progress"
    ):
        book.games(state=no_state)


def test_a_game_says_the_same_from_the_tables_and_from_its_events(book: Book) -> None:
    for listed in book.games():
        game = book.game(listed.name)
        assert (listed.id, listed.players) == (game.id, game.players)
        assert (listed.state, listed.net, listed.scores) == (game.state, game.net, game.scores)
        assert listed.net == game.result().rounds[0].net
        winners = tuple(game.players[seat] for seat in game.result().winners or ())
        assert listed.winners == game.winners == winners
        assert (listed.hash, listed.rules) == (game.hash, game.rules)
        assert listed.verify().events == listed.events


def test_money_is_summed_by_player_and_by_game(book: Book) -> None:
    by_player = {due.name: due.amount for due in book.payouts()}
    by_game = Counter[str]()
    for due in book.payouts(by_game=True):
        by_game[due.name] += due.amount
    assert by_player == by_game
    assert sum(by_player.values()) == 0
    assert book.player(next(iter(by_player))).games > 0


def test_other_rules_change_money_and_a_rebuild_books_the_difference(book: Book) -> None:
    paid = book.payouts()
    (report,) = book.what_if(settings={"payout.loser_pays": "winner-everything"})
    assert report.games == len(LINES)
    nets = {player.name: player.now.net[paid[0].currency] for player in report.players}
    assert nets == {due.name: due.amount for due in paid}
    assert any(player.then.net != player.now.net for player in report.players)
    assert json.loads(report.to_json())["otherwise"] == report.otherwise._asdict()
    with pytest.raises(Unreadable):
        book.what_if(settings={"play.partners": True})
    with pytest.raises(ValueError, match="1 game or more, not 0"):
        book.games(limit=0)
    book.add_rules(json.dumps(dearer()))
    with pytest.raises(LedgerError, match="several-rules-named"):
        book.rebuild("dearer@1", "forced-block@1")
    assert book.rebuild() == 0
    assert book.rebuild("dearer@1") > 0
    assert [due.amount for due in book.payouts()] != [due.amount for due in paid]
    assert book.rebuild() > 0
    assert book.payouts() == paid


def dearer() -> dict[str, Any]:
    """Rules by which losers pay more."""
    rules: dict[str, Any] = json.loads(PUBLISHED["forced-block@1"].model_dump_json())
    rules["payout"] |= {"loss_factor": 2, "win_factor": 3}
    return rules | {"id": "dearer@1"}


def test_rules_of_your_own_are_published(book: Book) -> None:
    own = json.loads(book.rule_sets()["draw@1"].model_dump_json()) | {"id": "our-draw@1"}
    text = json.dumps(own)
    assert [book.add_rules(text), book.add_rules(text)] == [True, False]
    assert book.open_game("ours", "our-draw@1", ["Ana", "Ben"]).rules.id == "our-draw@1"
    with pytest.raises(Conflict):
        book.add_rules(json.dumps(own | {"id": "draw@1", "title": "other"}))


def test_a_dispute_takes_its_steps(book: Book) -> None:
    game = next(book.games())
    opened = game.dispute("Zoe", "the count", round=0)
    assert not isinstance(opened, Refusal)
    assert (opened.dispute, opened.status) == (1, "open")
    answered = game.answer(1, game.players[0], "no")
    ruled = game.rule(1, "Judge", [{"kind": "void-round", "round": 0}], reason="seen")
    appealed = game.appeal(1, "Zoe", "why")
    withdrawn = game.withdraw(1, "Zoe")
    steps = [each.status for each in (answered, ruled, appealed, withdrawn) if step_taken(each)]
    assert steps == ["answered", "ruled", "appealed", "ruled"]
    assert book.game(game.name).result().rounds[0].net is None
    assert [each.dispute for each in book.disputes()] == [1]
    refused = game.withdraw(7, "Zoe")
    assert isinstance(refused, Refusal)
    assert "7" in refused.sentence
    with pytest.raises(Unreadable):
        game.rule(1, "Judge", [{"kind": "flog"}])


def step_taken(step: Dispute | Refusal) -> TypeGuard[Dispute]:
    return isinstance(step, Dispute)


def test_a_game_is_amended(book: Book) -> None:
    game = next(book.games())
    changed = json.loads(game.record().to_json())
    assert game.amend(changed, "nothing") == 1
    changed["source"] = "seen again"
    assert game.amend(changed, "the source", by="Zoe") == 2
    assert game.record().source == "seen again"
    changed["rounds"][0]["moves"][0]["lay"] = "0-0"
    refused = game.amend(changed, "wrong")
    assert isinstance(refused, Refusal)
    assert refused.sentence


def test_the_log_is_followed_with_money_and_decisions(book: Book) -> None:
    book.payouts()
    games = list(book.tail())
    whole = list(book.tail(house=True))
    ours = [event for event in whole if event not in games]
    assert {event.type for event in ours} == {"domino-ledger.money-booked/1"}
    followed = book.tail(house=True, follow=0.001)
    assert [next(followed) for _ in whole] == whole
    book.add_rules(json.dumps(dearer()))
    book.rebuild("dearer@1")
    assert next(followed).type == "domino-ledger.rules-added/1"
    assert next(followed).type == "domino-ledger.counting-changed/1"


def test_players_are_renamed_merged_and_erased(book: Book) -> None:
    first, second, *_ = {name for game in book.games() for name in game.players}
    book.rename_player(first, "Zoe")
    assert book.player("zoe").former_names == [first]
    with pytest.raises(Conflict):
        book.rename_player(second, "ZOE")
    with pytest.raises(LedgerError, match="sat-together"):
        book.merge_players(*next(book.games()).players[:2])
    book.open_game("other", "draw@1", ["Zoë", "Ben"])
    book.merge_players("Zoë", "Zoe", by="Judge")
    assert len(book.player("Zoe").merged) == 1
    book.unmerge_player("Zoë")
    assert book.player("Zoe").merged == []
    *_, merged, unmerged = book.tail(house=True)
    kinds = ["domino-ledger.players-merged/1", "domino-ledger.players-unmerged/1"]
    assert [merged.type, unmerged.type] == kinds
    assert merged.data["player"] == unmerged.data["player"]
    book.erase_player("Zoe")
    assert book.player("Zoe").name == "Zoë"  # Accents may be left out.
    assert book.verify().games == len(LINES) + 1


def test_the_whole_book_is_verified(book: Book) -> None:
    covered = book.verify()
    assert covered.games == len(LINES)
    assert covered.events > sum(game.events for game in book.games())  # And those of the house.


@pytest.mark.parametrize(
    "error",
    [
        Conflict("game-exists", name="x"),
        Unreadable("too-small", place=("rounds", 1), limit=3),
        NotationError(1, 2, "nul"),
    ],
)
def test_an_error_reaches_another_process_whole(error: LedgerError) -> None:
    other = pickle.loads(pickle.dumps(error))
    assert type(other) is type(error)
    assert vars(other) == vars(error)
    assert error_text(other) == error_text(error)


def test_rules_copied_with_values_that_cannot_be_are_refused(book: Book) -> None:
    """They would be stored, and every later reader would find no rule set there."""
    rules = PUBLISHED["block@1"]
    score = rules.score.model_copy(update={"target": -5})
    for wrong in ({"score": score}, {"play": 5}, {"id": "mine"}):
        with pytest.raises(Unreadable):
            book.add_rules(rules.model_copy(update={"id": "mine@1"} | wrong))
    assert "mine@1" not in book.rule_sets()
    assert book.verify().games == len(LINES)


def test_half_a_character_is_refused_and_the_others_are_added(book: Book) -> None:
    good = json.loads(LINES[0]) | {"id": "another"}
    wrong = good | {"id": "wrong \ud800"}
    outcomes = [each.outcome for each in book.add(["\ud800", wrong, good])]
    assert outcomes == ["rejected", "rejected", "added"]
    with pytest.raises(Unreadable):
        book.open_game("table \ud800", "block@1", ["Ana", "Ben"])


def test_more_games_than_a_database_counts_are_all(book: Book) -> None:
    assert len([*book.games(limit=10**20)]) == len(LINES)


def test_players_are_not_the_letters_of_a_text(book: Book) -> None:
    with pytest.raises(TypeError, match="several names"):
        book.open_game("table", "block@1", "AB")
