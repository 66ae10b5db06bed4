"""Messages about work that stopped, and about waiting."""

import pytest

from domino_ledger.ledger.errors import Unavailable
from domino_ledger.ledger.store.base import Holder
from domino_ledger.ledger.store.batch import Progress
from domino_ledger.projections.messages.errors import error_text, wait_text
from domino_ledger.projections.messages.progress import kept_texts


@pytest.mark.parametrize(
    ("progress", "sentences"),
    [
        (Progress(), ["no game was added: run it again"]),
        (Progress(pending=["a"], left=4), ["no game was added: run it again"]),
        (
            Progress(530, "game-530", ["a"] * 70, left=100),
            [
                "530 games were added, the last is game-530",
                "170 games were not added: run it again",
            ],
        ),
        (
            Progress(1, "game-1", ["a"], left=0),
            ["1 game was added, game-1", "1 game was not added: run it again"],
        ),
        (Progress(2, "game-2", left=0), ["2 games were added, the last is game-2"]),
        (
            Progress(2, "game-2", ["a"]),
            ["2 games were added, the last is game-2", "others were not added: run it again"],
        ),
        (
            Progress(2, "game-2", ["a", "b"], unknown=True, left=3),
            [
                "2 games were added, the last is game-2",
                "whether 2 more games were added is not known: run it again",
                "3 games were not added: run it again",
            ],
        ),
        (
            Progress(pending=["a"], unknown=True, left=0),
            ["whether 1 more game was added is not known: run it again"],
        ),
    ],
)
def test_stored_progress(progress: Progress, sentences: list[str]) -> None:
    assert list(kept_texts(progress)) == sentences


HOLDERS = {
    "domino 7 on desk (connection 12 of ana, since 2026-01-31T20:40:00Z)": Holder(
        12, "domino 7 on desk", "ana", "2026-01-31T20:40:00Z"
    ),
    "another program (connection 12 of ana)": Holder(12, "", "ana", None),
}


@pytest.mark.parametrize("said", HOLDERS)
def test_the_holder_of_a_lock(said: str) -> None:
    holder = HOLDERS[said]
    assert wait_text("a book", holder) == f"a book: waiting for {said}"
    error = Unavailable("locked-by", book="a book", **holder._asdict())
    assert error_text(error) == f"a book is locked by {said}: try again later"
