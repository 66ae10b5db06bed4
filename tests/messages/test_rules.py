"""Rule sets in words: names, titles, fields, and a sentence for each rule."""

from typing import Any

import pytest

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.field_list import rule_fields
from domino_ledger.domain.rules.layouts import Bent, EngineTrains, Feet, Forks, HubTrains
from domino_ledger.domain.rules.leads import ByLot, HighestDouble, OwnHighestDouble
from domino_ledger.domain.rules.payout import Payout, Stake
from domino_ledger.domain.rules.rule_set import Penalty, RuleSet
from domino_ledger.domain.rules.score import Bonuses, Clock, Scale, Shutout, Ways
from domino_ledger.projections import messages
from domino_ledger.projections.messages.published_rules import published_text
from domino_ledger.projections.messages.rule_ids import rules_cell, rules_text
from domino_ledger.projections.messages.rule_names import rules_title
from domino_ledger.projections.messages.rules import (
    _RULES,
    _WHOLE,
    AgreedChange,
    agreed_changes,
    field_text,
    rule_sentences,
    topic_text,
)


@pytest.mark.parametrize("rules", PUBLISHED.values(), ids=lambda rules: rules.id)
def test_the_words_of_published_rules(rules: RuleSet, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "domino_ledger.projections.messages.published_rules.text",
        lambda template: messages.text("({t})", t=template),
    )
    for words in filter(None, (rules.title, rules.source)):
        assert published_text(words) == f"({words})"


def test_a_rule_set_of_the_house_has_words_of_its_own() -> None:
    assert published_text("Our {game}") == "Our {game}"


def test_what_was_agreed_at_the_table() -> None:
    assert rules_text("draw@1") == "draw@1"
    assert rules_text("draw@1+play.hand.2=5+score.target=50") == (
        "draw@1 with play.hand.2 5, score.target 50"
    )


def test_a_name_in_short_counts_the_changes_that_it_does_not_name() -> None:
    changes = [f"play.hand.{seats}={hand}" for seats, hand in enumerate((9, 9, 7, 7, 6), 2)]
    id = "+".join(["mexican-train@1", *changes, "play.highest_pip=9"])
    assert rules_text(id) == (
        "mexican-train@1 with play.hand.2 9, play.hand.3 9 and 4 more changes"
    )
    long = f"block@1+play.{'x' * 40}=1+score.target=50"
    assert rules_text(long) == f"block@1 with play.{'x' * 40} 1 and 1 more change"


def test_an_id_in_a_table_is_one_that_can_be_typed_unless_it_is_long() -> None:
    assert rules_cell("draw@1+score.target=50") == "draw@1+score.target=50"
    id = f"draw@1+play.hand.2=5+play.hand.3=4+play.hand.4=4+score.target={10**9}"
    assert rules_cell(id) == rules_text(id)


def test_the_title_of_a_rule_set() -> None:
    rules = PUBLISHED["mexican-train@1"]
    assert rules_title(rules) == "Mexican train"
    agreed = {"id": f"{rules.id}+play.highest_pip=9", "parent": rules.id}
    assert rules_title(rules.model_copy(update=agreed)) == "Mexican train with play.highest_pip 9"
    assert rules_title(rules.model_copy(update={"id": "ours@1", "title": ""})) == "ours@1"
    assert rules_title(rules.model_copy(update={"id": "ours@1", "title": "Ours"})) == "Ours"


# -- Fields

DESCRIBED = {each.path: field_text(each) for each in rule_fields()}


def test_the_values_of_a_field() -> None:
    assert DESCRIBED["play.highest_pip"][:2] == ("1 to 18", "6")
    assert DESCRIBED["play.draw"][:2] == ("none, until-playable, 1 or more", "none")
    assert DESCRIBED["score.to_get_in"][:2] == ("0, 10", "0")
    assert DESCRIBED["play.hand"][:2] == ("", "required")
    assert DESCRIBED["score.target"][:2] == ("null, 1 to 1000000000", "null")


def test_what_a_field_needs_of_others() -> None:
    assert DESCRIBED["score.points_per"][2] == (
        "what is one point; five needs score.rounding=sum/each-hand"
    )
    assert DESCRIBED["play.wild_tiles"][2].endswith(
        "true needs play.layout=feet and play.matching=equal"
    )


NO_SENTENCE = {"id", "title", "source", "play", "score", "parent"}
IN_OTHERS = {
    *("play.first_lead.tile", "play.layout.arms", "play.layout.opener_takes", "play.layout.toes"),
    *("score.for_winning", "score.per_tile", "payout.loss_factor"),
    *("score.ways", "score.ways.simple", "score.ways.double", "score.ways.both_ends"),
    *("score.ways.double_both_ends", "score.ways.blocked"),
    *("score.clock", "score.shutout.at_most", "score.shutout.games"),
    *("score.scale.least", "score.scale.points", "score.scale.up_to", "score.scale.each"),
    *("payout.name", "payout.sha256"),
    *("score.bonuses", "score.bonuses.capicua", "score.bonuses.chuchazo"),
    "score.bonuses.opening_pass",
    "play.redeal",
    "play.redeal.doubles",
}
"""Fields whose values stand in the sentence of another field."""


def test_every_field_has_a_sentence() -> None:
    worded = {rule.partition("=")[0] for rules in _RULES.values() for rule in rules}
    assert worded - set(_WHOLE) == set(DESCRIBED) - NO_SENTENCE - IN_OTHERS


def test_every_value_with_a_sentence_is_one_of_its_field() -> None:
    words: dict[str, set[str]] = {}
    for field in rule_fields():
        words.setdefault(field.path, set()).update(field.words)
    for rule in (rule for rules in _RULES.values() for rule in rules):
        path, of, value = rule.partition("=")
        assert not of or value in words[path]


# -- The rules as sentences


def said(rules: RuleSet, seats: int | None = None, parent: RuleSet | None = None) -> list[str]:
    seats = max(rules.play.hand) if seats is None else seats
    return [each.text for each in rule_sentences(rules, seats, Stake(), parent)]


def test_no_two_rule_sets_are_worded_alike() -> None:
    for rules in PUBLISHED.values():
        for seats in rules.play.hand:
            assert all(said(rules, seats))
    worded = {tuple(said(rules)) for rules in PUBLISHED.values()}
    assert len(worded) == len(PUBLISHED)


def changed(rules: str, part: str, **fields: Any) -> RuleSet:
    of = PUBLISHED[rules]
    return of.model_copy(update={part: getattr(of, part).model_copy(update=fields)})


CHANGES: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    ("draw@1", "play", {"stays_in_boneyard": 1}, "The last tile of the boneyard is never drawn."),
    ("draw@1", "play", {"play_on": True}, "the others play on until nobody can"),
    ("draw@1", "play", {"blank": 25}, "A blank half left in hand counts 25 pips."),
    ("block@1", "play", {"first_lead": HighestDouble(unheld="heaviest-tile")}, "leads that"),
    ("block@1", "play", {"turn": "while-able"}, "as long as they can"),
    ("mexican-train@1", "play", {"layout": HubTrains(public="none")}, "There is no public train."),
    ("mexican-train@1", "play", {"layout": HubTrains(public="after-own-train")}, "Only players"),
    (
        "mexican-train@1",
        "play",
        {"layout": HubTrains(marked_empty="closed")},
        "Only its own player",
    ),
    ("mexican-train@1", "play", {"layout": HubTrains(first_turn="as-many-as-fit")}, "first turn"),
    (
        "mexican-train@1",
        "play",
        {
            "layout": HubTrains(hub="led"),
            "first_lead": OwnHighestDouble(),
            "later_lead": OwnHighestDouble(),
        },
        "The lead is the hub",
    ),
    ("gaple@1", "play", {"later_lead": OwnHighestDouble()}, "In later rounds the lead is"),
    (
        "gaple@1",
        "play",
        {"turned_up": True, "hand": {4: 6}, "first_lead": ByLot(), "later_lead": ByLot()},
        "is turned up. It is the first on the table",
    ),
    ("all-fives@1", "play", {"claims": "called"}, "Points in play have to be claimed"),
    ("all-fives@1", "play", {"win_in_play": True}, "as soon as points in play reach the target"),
    ("chicken-foot@1", "play", {"knock_on_last_tile": True}, "have to knock"),
    ("all-fives@1", "score", {"to_get_in": 10}, "have to be 10 or more"),
    ("block@1", "score", {"blocked_winner": "side-of-lowest-hand"}, "The side of the player with"),
    ("block@1", "score", {"tied": "leading-side"}, "the one that leads the game wins"),
    ("block@1", "score", {"blocked_below": 6}, "must have fewer than 6 pips left"),
    ("block@1", "score", {"blocked_below": 1}, "must have no pip left"),
    ("block@1", "score", {"tied": "opener"}, "the side that led the round wins"),
    ("block@1", "score", {"tied": "blocker"}, "that of the last player to lay wins, or else"),
    ("block@1", "score", {"tied": "lightest-tile"}, "lightest single tile"),
    ("block@1", "score", {"tied": "play-again"}, "it is played again, with the same leader"),
    ("partnership-dominican@1", "score", {"last_two_tie": "opener"}, "led the round wins"),
    ("block@1", "score", {"points": "win"}, "scores one point"),
    ("block@1", "score", {"blocked_points": "all-hands"}, "of a blocked round scores the pips"),
    ("block@1", "score", {"blocked_points": "losing-hands"}, "that did not win"),
    ("block@1", "score", {"blocked_points": "difference"}, "less their own"),
    ("block@1", "score", {"blocked_points": "heavier"}, "heavier than its own"),
    ("block@1", "score", {"scale": Scale()}, "From 3 to 20 pips are 2 points, and each 10 pips"),
    ("block@1", "score", {"clock": Clock()}, "A game lasts at most 30 minutes"),
    ("block@1", "score", {"clock": Clock(in_play="void")}, "then counts for nothing"),
    ("block@1", "score", {"points": "ways"}, "Going out brings 1, with a double 2"),
    (
        "block@1",
        "score",
        {"points": "ways", "ways": Ways(fits="either-end")},
        "if the same half fits at both",
    ),
    ("block@1", "score", {"reset": "all-scored"}, "all points are lost, that one too"),
    ("block@1", "score", {"reset": "one-all-play-two"}, "its winner then stands at 2"),
    ("block@1", "score", {"shutout": Shutout()}, "more than 0 points counts as 2 games"),
    ("block@1", "score", {"abandoned": "leader-wins"}, "won by the side that is ahead"),
    ("matador@1", "play", {"layout": Forks()}, "A matador may also be laid across it"),
    ("bendomino@1", "play", {"layout": Bent(fit="ruled")}, "decided at the table"),
    ("mexican-train@1", "play", {"layout": HubTrains(cover="anywhere")}, "at any end that is open"),
    ("mexican-train@1", "play", {"layout": HubTrains(cover="every-double")}, "needs a cover"),
    ("mexican-train@1", "play", {"layout": HubTrains(doubles_chain=True)}, "further doubles"),
    ("mexican-train@1", "play", {"layout": HubTrains(out_on_double=False)}, "may not be a double"),
    ("chicken-foot@1", "play", {"layout": Feet(dead_foot="waived")}, "need none"),
    ("bendomino@1", "play", {"layout": Bent(low_to_high="right")}, "turns right"),
    ("block@1", "score", {"negative_points": "keep"}, "may be less than 0"),
    ("block@1", "score", {"difference": "to-each-hand"}, "from each hand"),
    ("all-fives@1", "score", {"rounding": "each-hand", "points_per": "five"}, "divided by five"),
    ("draw@1", "score", {"carry": "plus-one"}, "adds a point to the next one"),
    ("draw@1", "score", {"carry": "double"}, "counts double"),
    ("block@1", "score", {"winners": "all-past-target"}, "All sides"),
    ("block@1", "score", {"abandoned": "as-it-stands"}, "the rounds count"),
    ("block@1", "score", {"forfeited": "void"}, "it counts for nothing"),
    ("block@1", "score", {"blocked_winner": "fewest-tiles"}, "fewest tiles"),
    ("forced-block@1", "payout", {"loser_pays": "winner-everything"}, "all of it to the winner"),
    ("forced-block@1", "payout", {"assisted": "assistants-own-pips"}, "of the assistant alone"),
    ("forced-block@1", "payout", {"tied_winners": "nobody"}, "If several win, nobody pays."),
    ("forced-block@1", "payout", {"tied_blocker": "wins"}, "has won."),
    ("forced-block@1", "payout", {"win_factor": 3}, "3 times"),
    ("forced-block@1", "payout", {"shutout": "each-game"}, "for each game that it counts as"),
    ("forced-block@1", "payout", {"reading": None}, "Nobody is answerable"),
)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rules", "part", "fields", "sentence"), CHANGES)
def test_a_changed_field_is_said(
    rules: str, part: str, fields: dict[str, Any], sentence: str
) -> None:
    other = changed(rules, part, **fields)
    new = [each for each in said(other) if each not in said(PUBLISHED[rules])]
    assert any(sentence in each for each in new), new


BONUSES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("block@1", {"capicua": {"points": 1}}, "a capicúa, brings 1 point more."),
    ("block@1", {"capicua": {"factor": 2}}, "the points for the round count 2 times."),
    ("block@1", {"capicua": {"factor": 2}}, "at an end of its own"),
    ("block@1", {"capicua": {"factor": 2}}, "A double is no capicúa."),
    ("block@1", {"capicua": {"points": 5, "fits": "either-end"}}, "with the same half"),
    ("block@1", {"capicua": {"points": 5, "doubles": "yes"}}, "A double may be"),
    ("block@1", {"capicua": {"points": 5, "blanks": "no"}}, "with a blank half is no"),
    ("block@1", {"chuchazo": {"points": 25}}, "a chuchazo, brings 25 points more."),
    ("block@1", {"chuchazo": {"points": 25, "both_ends": "not"}}, "It is no chuchazo"),
    ("block@1", {"opening_pass": {"double": 25, "other": 50}}, "another tile and the next"),
    ("block@1", {"opening_pass": {"double": 25, "other": 50}}, "the leader scores 25 points."),
    ("partnership-sanjuan@1", {"opening_pass": {"double": 25}}, "brings nothing if the partner"),
    (
        "partnership-sanjuan@1",
        {"opening_pass": {"double": 25, "partner_passes": "counts"}},
        "That counts if the partner",
    ),
    ("block@1", {"round_pass": 25}, "after all others had to pass scores 25 points."),
    ("block@1", {"each_pass": 10}, "every other side scores 10 points."),
    ("block@1", {"by_round": [100, 1]}, "The winner of round 1 scores 100 points more."),
    ("block@1", {"by_round": [100, 1]}, "The winner of round 2 scores 1 point more."),
)


@pytest.mark.unmeasured
@pytest.mark.parametrize(("rules", "bonuses", "sentence"), BONUSES)
def test_a_bonus_is_said(rules: str, bonuses: dict[str, Any], sentence: str) -> None:
    with_bonuses = changed(rules, "score", bonuses=Bonuses.model_validate(bonuses))
    new = [each for each in said(with_bonuses) if each not in said(PUBLISHED[rules])]
    assert any(sentence in each for each in new), new


def test_a_bonus_that_decides_nothing_is_not_said() -> None:
    """Nobody has a partner; two players have no round pass."""
    bonuses = Bonuses.model_validate({"opening_pass": {"double": 25}, "round_pass": 25})
    found = " ".join(said(changed("block@1", "score", bonuses=bonuses), 2))
    assert ("partner of the leader" in found, "lays again" in found) == (False, False)


def test_engines() -> None:
    basic = PUBLISHED["basic-train@1"]
    layout = EngineTrains(engine="own-highest", train_ends=1)
    new = said(changed("basic-train@1", "play", layout=layout))
    assert "A train grows at one end." in new
    assert sum("highest double of their hand" in each for each in new) == 1
    assert "A train grows at both ends." in said(basic)


def test_a_lead_that_is_dealt_again() -> None:
    for name in ("chicken-foot@1", "doubles@1"):
        first = PUBLISHED[name].play.first_lead.model_copy(update={"unheld": "deal-again"})
        assert "If nobody holds such a tile, the tiles are dealt again." in said(
            changed(name, "play", first_lead=first)
        )


def test_penalties_and_stakes() -> None:
    rules = PUBLISHED["forced-block@1"].model_copy(
        update={"penalties": {"revoke": Penalty(points_off=5, pips_to_others=2), "time": Penalty()}}
    )
    found = said(rules)
    assert "revoke: 2 pips to each seat of another side." in found  # The game has no points.
    assert "slow play: a warning." in found
    euros = rule_sentences(rules, 4, Stake(currency="EUR", minor_per_pip=5))
    assert "A pip is worth EUR 0.05." in [each.text for each in euros]
    assert {topic_text(each.topic) for each in euros} >= {"Money", "Penalties"}


def test_what_was_agreed_on_is_named() -> None:
    parent = PUBLISHED["draw@1"]
    rules = changed("draw@1", "score", target=50).model_copy(
        update={"id": "draw@1+score.target=50+payout.reading=last-to-lay", "payout": Payout()}
    )
    first, second = agreed_changes(rules, parent)
    assert first == AgreedChange("score.target", "50", "100")
    assert first.text == "score.target is 50, in place of 100"
    assert second.text == "payout.reading is last-to-lay"
    assert [each.before for each in agreed_changes(rules, None)] == [None, None]
    agreed = [each.field for each in rule_sentences(rules, 2, Stake(), parent) if each.agreed]
    assert agreed[0] == "score.target"
    assert not any(each.agreed for each in rule_sentences(rules, 2, Stake()))
