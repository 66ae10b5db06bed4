"""Players agree on another set: hands follow from it, and the id stays short."""

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.records.unreadable import Unreadable
from domino_ledger.ledger.registry.changed_rules import Settings, agreed_rules, changed_rules
from domino_ledger.ledger.registry.rule_sets import check_agreed

TRAIN = PUBLISHED["mexican-train@1"]
NINE = {2: 9, 3: 9, 4: 9, 5: 7, 6: 7, 7: 6, 8: 6}


def test_double_nine_mexican_train_is_one_setting() -> None:
    rules = agreed_rules(TRAIN, TRAIN, {"play.highest_pip": 9})
    assert (rules.id, rules.play.hand) == ("mexican-train@1+play.highest_pip=9", NINE)
    check_agreed(PUBLISHED, rules)


@pytest.mark.parametrize(
    ("settings", "id", "four"),
    [
        ({"play.hand.4": 10}, "+play.hand.4=10+play.highest_pip=9", 10),
        ({"play.hand.4": None}, "+play.hand.4=null+play.highest_pip=9", None),
        ({"score.rounds": 10}, "+play.highest_pip=9+score.rounds=10", 9),
        ({"play.highest_pip": 12}, "", 15),
        ({"play.highest_pip": 6}, "+play.highest_pip=6", 4),
    ],
)
def test_what_is_agreed_besides_or_again(settings: Settings, id: str, four: int | None) -> None:
    first = agreed_rules(TRAIN, TRAIN, {"play.highest_pip": 9})
    again = agreed_rules(TRAIN, first, settings)
    assert (again.id, again.play.hand.get(4)) == (f"mexican-train@1{id}", four)


def test_a_hand_that_was_named_stays_when_the_set_changes() -> None:
    first = agreed_rules(TRAIN, TRAIN, {"play.highest_pip": 9, "play.hand.4": 6})
    assert agreed_rules(TRAIN, first, {"play.highest_pip": 6}).play.hand[4] == 6
    with pytest.raises(Unreadable, match="deal-too-big"):
        agreed_rules(TRAIN, TRAIN, {"play.highest_pip": 6, "play.hand.4": 7})


def test_whole_hands_are_taken_as_they_are() -> None:
    rules = agreed_rules(TRAIN, TRAIN, {"play.highest_pip": 9, "play.hand": {"4": 11}})
    assert rules.play.hand == {4: 11}
    with pytest.raises(Unreadable):
        changed_rules(TRAIN, {"play.highest_pip": 99})


def test_an_id_names_what_was_changed_and_nothing_else() -> None:
    rules = agreed_rules(TRAIN, TRAIN, {"play.highest_pip": 9})
    check_agreed(PUBLISHED, rules)
    with pytest.raises(Unreadable):
        check_agreed(PUBLISHED, rules.model_copy(update={"id": f"{rules.id}+score.target=5"}))
