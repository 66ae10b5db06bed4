"""Bent tiles at a table that rules itself whether a tile finds room."""

from domain.faults.act import act_fault
from domain.game.decide import DealRound, DoAct, Refused, decide
from domain.game.state import Game
from domain.hidden.inference import lawful
from domain.hidden.seat_view import seat_view
from domain.round.legal import legal_moves
from domain.round.state import evolve
from domain.rules.rule_set import RuleSet
from domain.tiles import NAMES, UNSEEN, seen_of, tile_named, tiles_of

from .builders import act_of, any_hand, deal, evolved, new_game, now, play, text_of, tiles


def bendomino(hand: int, fit: str = "ruled", **more: object) -> RuleSet:
    layout = {"kind": "bent", "fit": fit}
    return any_hand("bendomino@1", hand, 2, play={"layout": layout, "draw": "none"} | more)


def moves(game: Game) -> list[str]:
    return [text_of(act) for act in legal_moves(now(game))]


HANDS = "1-1 5-3 3-2 4-0", "3-1 4-2 6-0 6-6"


def begun(fit: str = "ruled") -> Game:
    """3-1 lies right of 1-1, so on the lattice 5-3 would come back to the joint of the lead."""
    game = deal(new_game(bendomino(3, fit), 2), "1-1 5-3 3-2", "3-1 4-2 6-0")
    return play(game, "0 lays 1-1", "1 lays 3-1 right")


def test_a_tile_that_matches_may_be_laid_whatever_the_lattice_says() -> None:
    assert moves(begun("lattice")) == ["0 lays 3-2 right"]
    assert moves(begun()) == ["0 lays 3-2 right", "0 lays 5-3 right"]
    assert now(play(begun(), "0 lays 5-3 right")).ended == "blocked"


def test_a_tile_that_the_table_rules_out_stays_in_the_hand() -> None:
    game = play(begun(), "0 tries 5-3 right")
    assert moves(game) == ["0 lays 3-2 right"]
    both = play(game, "0 tries 3-2 right")
    assert now(both).ended == "blocked"
    assert [NAMES[tile] for tile in tiles_of(now(both).hands[0])] == ["3-2", "5-3"]


def test_a_ruling_stands_until_a_tile_lies_there() -> None:
    game = deal(new_game(bendomino(4), 2), "1-1 3-1 2-1 4-0", "3-0 1-0 6-0 5-2")
    game = play(game, "0 lays 1-1", "1 tries 1-0 left", "1 lays 1-0 right")
    assert moves(game) == ["0 lays 2-1 left", "0 lays 3-1 left", "0 lays 4-0 right"]
    after = play(game, "0 lays 4-0 right", "1 passes", "0 lays 2-1 left")
    assert moves(after) == ["1 lays 5-2 left"]
    still = play(game, "0 lays 4-0 right")
    assert moves(still) == ["1 passes"]


def test_where_tiles_lie_in_a_line_a_ruling_changes_nothing() -> None:
    """A record may say so against the rules; it is noted, and the tile stays in the hand."""
    game = deal(new_game(any_hand("block@1", 2, 2), 2), "1-1 2-1", "0-0 3-1")
    round = now(play(game, "0 lays 1-1"))
    after = evolve(round, act_of("1 tries 3-1 left"))
    assert (after.front, after.hands) == (round.front, round.hands)


def test_a_double_is_ruled_out_as_it_was_tried() -> None:
    game = deal(new_game(bendomino(3), 2), "6-6 1-0 2-0", "6-3 5-4 3-3")
    game = play(game, "0 lays 6-6", "1 lays 6-3 right", "0 passes")
    left, right = "1 lays 3-3 right bend left", "1 lays 3-3 right bend right"
    assert moves(game) == [left, right]
    once = play(game, "1 tries 3-3 right bend left")
    assert moves(once) == [right]
    assert now(play(once, "1 tries 3-3 right bend right")).ended == "blocked"


def test_a_drawn_tile_that_finds_no_room_is_kept() -> None:
    rules = bendomino(3, draw=1)
    game = deal(new_game(rules, 2), "1-1 5-3 3-2", "3-0 4-2 6-0", next_tiles="4-1 5-0")
    game = play(game, "0 lays 1-1", "1 draws 4-1", "1 tries 4-1 right")
    assert moves(game) == ["1 lays 4-1 left", "1 passes"]


def test_what_is_wrong_with_a_ruling() -> None:
    game = begun()
    seat = {"seat": 0}

    def fault(act: str, of: Game = game) -> tuple[str, object]:
        found = act_fault(now(of), act_of(act))
        return found.code, found.params

    at = {**seat, "end": "right"}
    assert fault("0 tries 4-2 right") == ("not-held", {**seat, "tile": "4-2"})
    left = {**seat, "tile": "5-3", "end": "left", "pip": 1}
    assert fault("0 tries 5-3 left") == ("does-not-fit", left)
    twice = play(game, "0 tries 5-3 right")
    assert fault("0 tries 5-3 right", twice) == ("no-room", {**at, "tile": "5-3"})
    rules = {**seat, "act": "ruling"}
    assert fault("0 tries 5-3 right", begun("lattice")) == ("not-in-these-rules", rules)
    unled = deal(new_game(bendomino(3), 2), "1-1 5-3 3-2", "3-1 4-2 6-0")
    assert fault("0 tries 1-1 right", unled) == ("wrong-turn", {**seat, "duty": "lead"})
    for act in ("0 tries 5-3 left", "0 tries 4-2 right"):
        try:
            decide(game, DoAct(act_of(act)))
        except Refused:
            continue
        raise AssertionError(act)


def test_a_tile_of_an_unseen_hand_is_seen_when_it_is_tried() -> None:
    game = new_game(bendomino(3), 2)
    order = DealRound((tiles("6-6 5-3 3-2"), (UNSEEN,) * 3), None, 0)
    game = play(evolved(game, decide(game, order)), "0 lays 6-6", "1 tries 6-1 left")
    round = now(game)
    assert [NAMES[tile] for tile in tiles_of(seen_of(round.hands[1]))] == ["6-1"]
    assert round.hands[1].bit_count() == 3
    known = lawful(round)
    assert known.may_be_dealt(tile_named("6-1"), 1)
    assert set(known.fixed()) == {tile_named("6-1")}
    assert len(seat_view(round, 0).acts) == 2
    laid = play(game, "1 lays 6-1 right", "0 passes")
    assert now(laid).hands[1].bit_count() == 2
    assert not lawful(now(laid)).surely_held(1, 4)
