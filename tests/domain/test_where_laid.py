"""Where a tile was laid, also in games recorded as played, and when nothing is open."""

from domino_ledger.domain.events import TileLaid
from domino_ledger.domain.layout.front import Front, after_lay, front_of, laid_at
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.table import Table, table_for

from .builders import act_of

BENDOMINO = table_for(PUBLISHED["bendomino@1"].play, 2)
BASIC_TRAIN = table_for(PUBLISHED["basic-train@1"].play, 3)
DRAW = table_for(PUBLISHED["draw@1"].play, 2)


def after(table: Table, *texts: str) -> tuple[Front, list[str | None]]:
    """The open ends after these lays, and where each tile was laid."""
    front = front_of(table.layout, table.matching, ((),))
    ends = []
    for text in texts:
        act = act_of(text)
        assert isinstance(act, TileLaid)
        ends.append(laid_at(front, act))
        front = after_lay(front, act)
    return front, ends


def test_an_end_that_there_is_not_is_the_first_that_fits() -> None:
    _, ends = after(DRAW, "0 lays 6-5", "1 lays 6-4 left", "0 lays 6-0 nowhere")
    assert ends == [None, "left", "right"]


def test_a_train_is_begun_where_the_record_says() -> None:
    acts = "1 lays 9-9 train-1", "2 lays 3-3 train-2", "1 lays 9-4 train-1-right"
    _, ends = after(BASIC_TRAIN, *acts)
    assert ends == ["train-1", "train-2", "train-1-right"]


def test_the_first_train_may_have_no_name() -> None:
    _, ends = after(BASIC_TRAIN, "0 lays 9-9", "1 lays 9-4", "2 lays 9-3 train-0")
    assert ends == ["train-0", "train-0-left", "train-0-right"]  # Or the other way round.


LOOP = (
    *("0 lays 2-0", "0 lays 4-2 right", "0 lays 4-1 right", "0 lays 3-1 right"),
    *("0 lays 5-3 right", "0 lays 5-0 right", "0 lays 4-0 right", "0 lays 6-4 right"),
)


def test_ends_that_met_take_no_more_tiles() -> None:
    """The loop of the rules page: 6-0 joins both ends."""
    open_line, _ = after(BENDOMINO, *LOOP)
    assert [end.room for end in open_line.ends] == [1, 1]
    closed, _ = after(BENDOMINO, *LOOP, "0 lays 6-0 right")
    assert [(end.pip, end.room) for end in closed.ends] == [(0, 0), (0, 0)]
    assert closed.playable[0] == 0
