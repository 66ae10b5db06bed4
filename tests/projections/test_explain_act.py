"""Why an act was legal: the hand that follows from later acts and from the tiles shown."""

import pytest

from domino_ledger.domain.events import TurnEnded, TurnLost, drew, passed
from domino_ledger.domain.round.state import Round, evolve, new_round
from domino_ledger.domain.rules.play import Play
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import UNSEEN, tile_named, tile_set
from domino_ledger.projections.explain.act import explain_move, reasons
from domino_ledger.projections.replay.game_replay import NotInGame
from tests.domain.builders import altered, any_hand, deal, new_game, now, play
from tests.domain.unseen_deals import DRAWING, TINY, TO_THE_LAST, after, dealt, lay
from tests.ledger.games import game_of

from .replays import recorded

NAMES = ("ana", "ben")
FIRST = "6-5 5-4 4-4 4-3 2-1", "6-2 2-0 6-1 1-1 3-1"


def trains(hand: int, seats: int, highest: int = 6, **layout: object) -> RuleSet:
    values = {"highest_pip": highest, "layout": {"kind": "hub-trains", **layout}}
    return any_hand("mexican-train@1", hand, seats, play=values)


def why(round: Round, move: int) -> list[str]:
    return [each.message for each in reasons(round, NAMES, move)]


def test_of_hands_that_were_seen() -> None:
    round = after(dealt("3-3 2-1 0-0", "2-2 1-1 1-0"), lay(0, "3-3"), passed(1))
    assert why(round, 0) == ["ana might lead any tile"]
    assert why(round, 1) == ["ben held 1-0, 1-1, 2-2: no 3"]


def test_a_tile_that_fits() -> None:
    round = after(
        dealt("3-3 3-1 2-1", "3-2 3-0 0-0"),
        lay(0, "3-3"),
        lay(1, "3-2", "left"),
        lay(0, "3-1", "right"),
    )
    assert why(round, 1) == ["3-2 fits the 3 at the left end"]
    assert why(round, 2) == ["3-1 fits the 3 at the right end"]
    assert why(after(round, lay(1, "0-0", "left")), 3) == []
    assert why(after(round, lay(1, "0-0", None)), 3) == []


def test_a_hand_without_a_matador() -> None:
    """Halves that touch add up to 4: only a 1 lies on a 3, and 0-0, 2-2 and 3-1 lie on anything."""
    sums = TINY.model_copy(update={"matching": "sum"})
    round = after(dealt("3-3 2-1 0-0", "2-0 3-2 3-0", play=sums), lay(0, "3-3"), passed(1))
    assert why(round, 1) == ["ben held 2-0, 3-0, 3-2: no 1 and no matador"]


SIX = Play.model_validate({"highest_pip": 3, "hand": {"2": 4}})
"""With the 3-3, 3-2, 3-1 and 3-0 in one hand, nobody else holds a 3."""


def test_where_no_other_place_is_left() -> None:
    """All six tiles are dealt."""
    dealt_out = dealt("1-0 2-1 1-1", "? 2-0 ?", play=TO_THE_LAST)
    assert why(after(dealt_out, lay(0, "1-1"), passed(1)), 1) == [
        "ben held 0-0, 2-0, 2-2: no 1",
        "nobody but ben can have held 0-0, 2-2",
    ]
    tiles = "ben held 4 tiles that nobody saw: no 3, as all that fit were elsewhere"
    round = after(dealt("3-3 3-2 3-1 3-0", "? ? ? ?", play=SIX), lay(0, "3-3"), passed(1))
    assert why(round, 1) == [tiles]
    round = after(dealt("3-3 3-2 3-1 3-0", "2-1 ? ? ?", play=SIX), lay(0, "3-3"), passed(1))
    assert why(round, 1) == [tiles.replace("4 tiles", "2-1 and 3 tiles")]


def test_where_a_tile_must_have_fitted() -> None:
    """Of four tiles ben held three, and only two of the four do not fit."""
    round = after(dealt("2-2 1-1 ?", "? ? ?", play=TO_THE_LAST), lay(0, "2-2"), passed(1))
    assert why(round, 1) == ["ben must have held 2-0 or 2-1, which fits"]
    acts = (lay(0, "2-2"), passed(1), lay(0, "2-1", "left"), passed(1), lay(0, "2-0", "right"))
    impossible = after(
        dealt("? ? ?", "? ? ?", play=TO_THE_LAST), *acts, passed(1), lay(0, "1-1", "left")
    )
    assert why(impossible, 1) == ["the record contradicts itself: these hands are not possible"]


def test_what_would_have_to_be_known() -> None:
    round = after(dealt("3-3 3-2 3-1", "? ? ?"), lay(0, "3-3"), passed(1))
    assert why(round, 1) == ["ben held 3 tiles that nobody saw: legal unless 3-0 was among those"]
    round = after(round, lay(0, "3-1", "left"), lay(1, "1-1", "left"))
    assert why(round, 1) == [
        "ben held 1-1 and 2 tiles that nobody saw: legal unless 3-0 was among those",
        "ben laid 1-1 at move 4",
    ]
    assert why(round, 3) == ["1-1 fits the 1 at the left end"]


def test_draws() -> None:
    round = after(dealt("3-3 2-1 0-0", "2-2 1-1 1-0", play=DRAWING), lay(0, "3-3"))
    assert why(after(round, drew(1, tile_named("3-0"))), 1) == ["ben held 1-0, 1-1, 2-2: no 3"]
    able = DRAWING.model_copy(update={"may_draw_when_able": True})
    round = after(dealt("3-3 2-1 0-0", "3-2 1-1 1-0", play=able), lay(0, "3-3"))
    assert why(after(round, drew(1, tile_named("3-0"))), 1) == [
        "in this game a player may draw though a tile fits"
    ]
    unseen = after(dealt("3-3 2-1 0-0", "? ? ?", play=DRAWING), lay(0, "3-3"), drew(1, UNSEEN))
    later = after(unseen, lay(1, "3-0", "left"), lay(0, "0-0", "left"))
    assert why(later, 1) == [
        "ben held 3 tiles that nobody saw: legal unless 3-0, 3-1 or 3-2 was among those"
    ]


def test_a_pass_with_no_tile_left() -> None:
    on = TINY.model_copy(update={"play_on": True, "hand": {2: 1}})
    round = after(dealt("3-3", "3-2", play=on), lay(0, "3-3"), lay(1, "3-2", "left"), passed(0))
    assert why(round, 2) == ["ana held no tile"]


def led(*hands: str, lead: str, tile: str) -> list[str]:
    """What is said of this lead, where the tiles named so may be led."""
    seen = dealt(*hands)
    start = new_round(seen.table, seen.deal, tile_set(map(tile_named, lead.split())))
    return why(after(start, lay(0, tile)), 0)


def test_leads() -> None:
    assert led("3-3 2-1 0-0", "2-2 1-1 1-0", lead="3-3", tile="3-3") == [
        "nobody held a tile that goes before 3-3"
    ]
    assert led("? ? ?", "? ? ?", lead="3-3 2-2", tile="2-2") == [
        "legal unless somebody held 3-3, which goes before 2-2"
    ]
    assert led("3-3 2-1 0-0", "2-2 1-1 1-0", lead="3-3", tile="2-1") == []
    all_dealt = TO_THE_LAST
    seen = dealt("? ? ?", "? ? ?", play=all_dealt)
    start = new_round(seen.table, seen.deal, tile_set(map(tile_named, ("2-2", "1-1"))))
    assert why(after(start, lay(0, "1-1")), 0) == []


def test_what_no_hand_decides() -> None:
    round = after(dealt("3-3 2-1 0-0", "3-2 1-1 1-0"), lay(0, "3-3"))
    assert why(after(round, TurnLost(seat=1, cause="time")), 1) == []
    assert why(after(round, passed(0)), 1) == [], "it was the turn of ben"
    assert why(after(dealt("3-3 2-1 0-0", "3-2 1-1 1-0"), passed(0)), 0) == [], "before the lead"


def test_a_first_turn_that_was_ended() -> None:
    """The seat goes on with its own train as long as a tile fits."""
    game = deal(new_game(trains(5, 2, first_turn="as-many-as-fit"), 2), *FIRST, leader=0)
    round = now(play(game, "0 lays 6-5 train-0"))
    assert why(after(round, TurnEnded(seat=0)), 1) == ["ana held 5-4, which fits"]


def test_an_act_of_a_game() -> None:
    _, frame, _, steps = explain_move(recorded("irregular-over"), NAMES, 0, 1)
    assert (frame.kind, frame.move) == ("pass", 1)
    assert [step.code for step in steps] == ["irregular", "held-what-fits"]
    assert frame.reason is None
    lines = [{"seat": 0, "lay": "6-6"}, {"seat": 1, "pass": True}]
    unseen = {"hands": None, "leader": 0, "moves": lines}
    record = {"format": "domino-record/1", "id": "unseen", "rules": "block@1"}
    game = game_of(record | {"players": ["Ana", "Ben"], "rounds": [unseen]})
    _, frame, _, steps = explain_move(game, NAMES, 0, 1, open=True)
    assert [step.code for step in steps] == ["may-have-held-what-fits"]
    assert frame.reason is None
    game = recorded("unfinished")
    hidden = explain_move(game, NAMES, 1, 2)
    assert [step.code for step in hidden.steps] == ["tiles-hidden"]
    assert not hidden.frame.view.open
    opened = explain_move(game, NAMES, 1, 2, open=True)
    assert [step.code for step in opened.steps] == ["tile-fits"]
    for round, move in ((9, 0), (0, 999), (0, -1)):
        with pytest.raises(NotInGame):
            explain_move(game, NAMES, round, move)


def test_a_double_that_had_to_be_led_from_the_own_hand() -> None:
    rules = altered(
        "mexican-train@1",
        play={
            "hand": {2: 2},
            "first_lead": {"kind": "own-highest-double"},
            "later_lead": {"kind": "own-highest-double"},
            "layout": {"kind": "hub-trains", "hub": "led"},
        },
    )
    dealt = deal(new_game(rules, 2), "6-6 5-5", "7-7 6-1", leader=0)
    legal = now(play(dealt, "0 lays 6-6"))
    assert why(legal, 0) == ["ana led the highest double of their hand, as they had to"]
    illegal = evolve(now(dealt), lay(0, "5-5"))
    assert why(illegal, 0) == []
