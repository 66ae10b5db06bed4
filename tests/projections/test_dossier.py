"""The dossier agrees with the reports it is made of, and shows each seat only what it may see."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from domino_ledger.domain.disputes.events import NameBlocker
from domino_ledger.domain.hidden.seat_view import own_hands, seat_view
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.disputes import open_dispute, rule_on_dispute
from domino_ledger.ledger.store.base import Store
from domino_ledger.projections.dossier.dossier import Dossier, DossierRound, dossier_of
from domino_ledger.projections.dossier.json_format import dossier_json
from domino_ledger.projections.drawing.placement import drawing_of
from domino_ledger.projections.messages.dossier import (
    about_texts,
    check_commands,
    check_texts,
    proof_texts,
    reading_texts,
)
from domino_ledger.projections.replay.game_replay import NotInGame
from domino_ledger.projections.results.block_verdicts import before_acts
from tests.ledger.games import booked, line, lines, new_book, record, take
from tests.ledger.test_reported import evening
from tests.projections.test_unseen import BLOCK, unseen

from .replays import first_of_referee, of_referee

PAYOUT = record("payout.jsonl")
NOTED = evening({"ended": "blocked", "pips": [3, 12, 7, 20]})
UNSEEN = unseen(BLOCK) | {"id": "unseen"}


TRAIN = of_referee(first_of_referee("mexican-train@1"), ["ana", "ben"], "train")


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Book]:
    with closing(new_book(tmp_path_factory.mktemp("book"))) as book:
        own = map(line, (PAYOUT, NOTED, UNSEEN, TRAIN))
        take(book, [*own, *lines("replay.jsonl")], as_played=True)
        yield book


def named(book: Book, name: str, **options: Any) -> Dossier:
    return dossier_of(book, book.stream(book.find(name)), **options)


def only(found: Dossier) -> DossierRound:
    (round,) = found.rounds
    return round


# -- Steps


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", [PAYOUT["id"], "draw", "irregular-over", "big"])
def test_what_a_seat_knew_is_what_it_saw(book: Book, name: str) -> None:
    found = named(book, name)
    round = found.game.rounds[0]
    known = [step.known for step in found.rounds[0].steps if step.frame.act is not None]
    for position, each in zip(before_acts(round), known, strict=True):
        if each is None:
            continue  # The round was over.
        views = [seat_view(position, seat) for seat in range(round.table.seats)]
        assert each.hands == own_hands(position)
        assert list(each.hands) == [view.hands[seat] for seat, view in enumerate(views)]
        assert each.boneyard == views[0].boneyard.size


@pytest.mark.unmeasured
def test_a_hub_is_drawn_at_the_deal(book: Book) -> None:
    first, *_ = only(named(book, "train")).steps
    assert first.drawing is not None
    assert (first.drawing.tiles, len(first.drawing.trains)) == ((), 3)


# -- Who may see what


def test_a_seat_sees_no_other_hand(book: Book) -> None:
    found = named(book, "unfinished", viewer="Ana")
    assert (found.viewer, found.hidden) == (0, (1,))
    for round in found.rounds:
        for step in round.steps:
            if step.known is not None:
                ana, ben = step.known.hands
                assert ana.tiles is not None
                assert ben.tiles is None


def test_a_round_in_play_is_hidden_from_all(book: Book) -> None:
    found = named(book, "unfinished")
    over, running = found.rounds
    assert all(step.known.hands[0].tiles is not None for step in over.steps if step.known)
    known = [step.known for step in running.steps if step.known]
    assert known
    assert {hand.tiles for each in known for hand in each.hands} == {None}
    assert all(each.hands[0].size > 0 for each in known)
    assert found.proof.hash is None
    assert found.sheet.hash is None


def test_an_unknown_seat(book: Book) -> None:
    with pytest.raises(NotInGame):
        named(book, "draw", viewer="zoe")


# -- Readings


def test_evidence_is_played_to_its_end(book: Book) -> None:
    found = only(named(book, PAYOUT["id"]))
    readings = found.audited.readings
    assert readings is not None
    shown = [name for each in found.evidence for name in each.readings]
    with_evidence = [name for name, each in readings.items() if each.verdict.evidence is not None]
    assert sorted(shown) == sorted(with_evidence)
    last, *others = found.evidence
    assert (last.readings, last.frames, last.laid) == (("last-to-lay",), (), frozenset())
    assert others
    for each in others:
        assert each.evidence.instead is not None
        drawn = {tile.act: tile.tile for tile in drawing_of(each.frames[-1].view).tiles}
        assert drawn[min(each.laid)] == each.evidence.instead.tile
        assert min(each.laid) == each.evidence.act
        assert len(each.laid) == 1 + len(each.evidence.line or ())
        before = [act for act in drawn if act < min(each.laid)]
        assert len(before) + 1 <= len(drawn)


# -- Disputes


def test_a_ruling_and_what_it_changed(tmp_path: Path) -> None:
    book, game = booked(tmp_path)
    for claim in ("ruled on", "still open"):
        open_dispute(book, game, "s0", claim)
    remedy = NameBlocker(round=0, blocker=3, assistant=None)
    rule_on_dispute(book, game, 1, "Marta", [remedy])
    found = dossier_of(book, book.stream(game))
    ruled, waiting = found.consequences
    assert waiting is None
    assert ruled is not None
    assert ruled.without != ruled.with_it
    assert only(found).audited.ruled is not None
    assert dossier_json(found)["consequences"][1] is None
    book.close()


# -- Proof


def test_who_may_not_see_all_events_checks_none(
    book: Book, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder: Store = book.recorder
    monkeypatch.setattr(type(recorder), "sees_all", False)
    assert named(book, "draw").proof.chain == "not-checked"
    assert "not checked" in next(proof_texts(named(book, "draw").proof))


# -- As JSON


@pytest.mark.parametrize("name", [PAYOUT["id"], "unfinished", NOTED["id"], "void", "unseen"])
def test_all_has_a_code_and_a_message(book: Book, name: str) -> None:
    report = dossier_json(named(book, name))
    assert report["sheet"]["record"] == name
    for round in report["rounds"]:
        assert all(step["message"] for step in round["steps"])
        assert all(step["known"] is not None for step in round["steps"] if step["could"])
        assert all(each["code"] and each["message"] for each in round["explained"])
        assert all(each["messages"] for each in round["evidence"])
    sentences = [each["text"] for each in report["rules"]["sentences"]]
    assert sentences
    assert all(each.endswith(".") for each in sentences)


def test_who_sees_it_is_said(book: Book) -> None:
    ways: tuple[dict[str, Any], ...] = ({}, {"viewer": 1}, {"open": True})
    about = [" ".join(about_texts(named(book, "unfinished", **way))) for way in ways]
    assert "Round 2 is not over" in about[0]
    assert "what Ben could see" in about[1]
    assert "do not give it to players" in about[2]
    assert next(iter(check_commands("a b", 0)))[0] == "domino audit 'a b'"
    assert len(list(about_texts(named(book, "draw")))) == 1
    assert "before it" in " ".join(reading_texts())
    assert "needs no program" in next(check_texts())
    assert len(list(check_texts())) == 3
    assert "domino explain x/1" in dict(check_commands("x", 2))
    assert len(dict(check_commands("x", 0))) == 3
