"""The explanation of a round as sentences."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.faults.codes import Remark
from domain.tiles import NAMES, UNSEEN

from ..accounting.money import NO_CURRENCY, money
from ..explain.steps import Code, Step
from ..results.game_state import State
from . import all_of, by_name, legality, mark, plural, text
from .faults import fault_text, irregularity_text, tiles_text
from .readings import placement_text, reading_text
from .remedies import offence_text, point_costs
from .reports import report_text

Params: TypeAlias = Mapping[str, Any]
Names: TypeAlias = Sequence[str]
"""The players in seat order."""


def step_text(step: Step, names: Names) -> str:
    """The step as one sentence."""
    template = _TEMPLATES.get(step.code)
    if template is None:
        return _SENTENCES[step.code](step.params, names)
    return text(template, **_values(step.params, names))


def explanation_line(step: Step, names: Names) -> str:
    """The sentence with its place in the rule text."""
    sentence = step_text(step, names)
    if step.rule is None:
        return sentence
    return text("{sentence}  [{rule}]", sentence=sentence, rule=step.rule)


_TEMPLATES: Mapping[Code, str] = {
    "round-not-over": mark("the round is not over"),
    "target-reached": mark("the round is over: {player} reached the target"),
    "deal-void": mark("the deal is void: nobody may lead with these hands"),
    "irregular": mark("irregular: {message} ({irregularity})"),
    "remarked": mark("remark: {message}"),
    "ruled-replay": mark("an arbiter ordered: the round is void, and is played again"),
    "ruled-void": mark("an arbiter ordered: the round is void"),
    "ruled-valid": mark("an arbiter ordered: what was played stands"),
    "voided": mark("an arbiter ordered that it counts for nothing"),
    "awaits-ruling": mark(
        "a round that was not played by the rules is not settled until it is ruled on"
    ),
    "awaits-tiles": mark(
        "what came of the round depends on tiles that nobody saw: nothing is settled"
    ),
    "tiles-unknown": mark(
        "what came of the round depends on tiles that nobody saw: "
        "it counts for nothing, as the game was left"
    ),
    "deal-counts-nothing": mark("the deal is void: it counts for nothing"),
    "nothing-noted": mark("no points or pips were noted: it counts for nothing under these rules"),
    "not-settled": mark(
        "not settled: it is not known how many pips each hand had left, or who blocked"
    ),
    "nothing-owed-yet": mark("nothing is owed before the round is over"),
    "surplus": mark("the game was won before this round: it counts for nothing"),
    "round-tied": mark("nobody won the round: the lightest hands are equally light"),
    "no-blocker": mark("that is nobody"),
    "no-assistant": mark("nobody assisted"),
    "tiles-hidden": mark("the round is not over: what decides it is shown with --open"),
    "no-deal": mark("the record contradicts itself: these hands are not possible"),
    "may-draw-when-able": mark("in this game a player may draw though a tile fits"),
    "may-keep-the-tile-drawn": mark("after a draw, {player} may pass and keep the tile drawn"),
    "may-end-the-turn": mark("{player} has laid a tile in this turn, and need not lay another"),
    "draws-for-the-lead": mark("nobody holds the tile to lead, so the players draw for it in turn"),
    "not-in-yet": mark(
        "{points} points in play of {player} count for nothing: their first in a game must be "
        "{first} or more"
    ),
    "claims-the-ends": mark("the open ends count {points}, and nobody had claimed that"),
    "claims-nothing": mark("the open ends count {points}, which need not be claimed"),
    "knocks-on-the-last-tile": mark("{player} has laid a tile, and has one left"),
    "draws-for-no-knock": mark(
        "{player} laid the last tile but one and did not knock, and draws a tile for that"
    ),
    "any-tile-leads": mark("{player} might lead any tile"),
    "own-highest-leads": mark("{player} led the highest double of their hand, as they had to"),
    "nobody-wins-a-block": mark("in this game nobody wins a round that blocked"),
    "points-of-own-hand": mark("the points of {players} are {points}: the pips they have left"),
    "block-bonus": mark("{points} points more for {players}, as the round blocked"),
    "points-for-tiles": mark(
        "the points of {players} are {points}: {for_winning} for going out, "
        "and {per_tile} for each tile in the other hands"
    ),
    "nothing-goes-before": mark("nobody held a tile that goes before {tile}"),
    "equally-light": mark("equally light: nobody pays"),
    "collects-as-blocker": mark("{player} blocked and won, and gets all of it: {amount}"),
    "pays-as-blocker": mark("{player} blocked and did not win, and pays all of it: {amount}"),
    "pays-a-penalty": mark("{player} pays a penalty: {amount}"),
    "receives-a-penalty": mark("{player} gets their part of a penalty: {amount}"),
}
"""By code, for steps with one template."""


def _values(params: Params, names: Names) -> dict[str, Any]:
    """The parameters for a template: people by name, money as text."""
    values = dict(params)
    if values.get("player") is not None:
        values["player"] = names[values["player"]]
    if "players" in values:
        values["players"] = _all(values["players"], names)
    if "irregularity" in values:
        values["message"] = irregularity_text(params["irregularity"], params["params"], names)
    if "remark" in values:
        values["message"] = fault_text(Remark(params["remark"], params["params"]), names)
    if "amount" in values:
        values["amount"] = money(values["amount"], values["currency"])
    return values


def _all(seats: Iterable[int], names: Names) -> str:
    return all_of(names[seat] for seat in seats)


# -- Facts


def _over(params: Params, names: Names) -> str:
    if params["player"] is None:
        return text("the round is over")
    return text("the round is over: {player} is out", **_values(params, names))


def _blocked(params: Params, names: Names) -> str:
    if params["player"] is None:
        return text("the round blocked")
    return text("the round blocked: {player} is out", **_values(params, names))


def _reported(params: Params, names: Names) -> str:
    return report_text(params["how"], params["player"], names)


def _pips_noted(params: Params, names: Names) -> str:
    sides = (_all(side, names) for side in params["sides"])
    return text("pips left, as noted: {pips}", pips=by_name(sides, params["pips"]))


def _winner_noted(params: Params, names: Names) -> str:
    players = _all(params["players"], names) or text("nobody")
    return text("{players} won the round, as noted", players=players)


def _hand(params: Params, names: Names) -> str:
    player, tiles = names[params["player"]], ", ".join(params["tiles"])
    if "aside" in params:
        return _hand_and_aside(params, player)
    if params["pips"] is not None:
        return plural(
            "{player} holds {tiles}: {number} pip",
            "{player} holds {tiles}: {number} pips",
            params["pips"],
            player=player,
            tiles=tiles or text("nothing"),
        )
    if not tiles:
        return plural(
            "{player} holds {number} tile that nobody saw",
            "{player} holds {number} tiles that nobody saw",
            params["unseen"],
            player=player,
        )
    return plural(
        "{player} holds {tiles} and {number} tile that nobody saw",
        "{player} holds {tiles} and {number} tiles that nobody saw",
        params["unseen"],
        player=player,
        tiles=tiles,
    )


def _hand_and_aside(params: Params, player: str) -> str:
    unseen = NAMES[UNSEEN]
    held = [*params["tiles"], *[unseen] * params["unseen"]]
    values = {
        "player": player,
        "tiles": tiles_text(held) or text("nothing"),
        "aside": tiles_text(params["aside"]),
    }
    if params["pips"] is None:
        return text("{player} holds {tiles} and has set {aside} aside", **values)
    return plural(
        "{player} holds {tiles} and has set {aside} aside: {number} pip",
        "{player} holds {tiles} and has set {aside} aside: {number} pips",
        params["pips"],
        **values,
    )


def _pips_counted(params: Params, names: Names) -> str:
    hands = _pips_by_player(params, names)
    return text("an arbiter counted the pips left: {hands}", hands=hands)


def _pips_left_noted(params: Params, names: Names) -> str:
    hands = _pips_by_player(params, names)
    return text("the pips left were noted without the tiles: {hands}", hands=hands)


def _pips_by_player(params: Params, names: Names) -> str:
    return by_name((names[seat] for seat in params["players"]), params["pips"])


def _game_void(params: Params, names: Names) -> str:
    del names
    return text(_VOID_GAMES[params["state"]])


_VOID_GAMES: Mapping[State, str] = {
    "abandoned": mark("the game was abandoned: none of its rounds counts"),
    "forfeited": mark("the game was forfeited: none of its rounds counts"),
    "void": mark("the game is void by a ruling: none of its rounds counts"),
}
"""By the state of a game that is void."""


def _seats_disputed(params: Params, names: Names) -> str:
    reasons = "; ".join(
        irregularity_text(each["irregularity"], each["params"], names)
        for each in params["irregularities"]
    )
    return text(
        "the seats are in dispute ({reasons}): nothing is settled until it is ruled on",
        reasons=reasons,
    )


# -- Score

_WINNERS: Mapping[tuple[str, bool], str] = {
    ("target", False): mark("{players} won the round: their points in play reached the target"),
    ("target", True): mark("{players} won the round: their points in play reached the target"),
    ("that-seat", False): mark("{players} won the round: the seat that is out wins"),
    ("that-seat", True): mark("{players} won the round: the side of the seat that is out wins"),
    ("lowest-hand", False): mark(
        "{players} won the round: the lightest hand wins, also when a seat is out"
    ),
    ("lowest-hand", True): mark(
        "{players} won the round: the lightest side wins, also when a seat is out"
    ),
    ("fewest-pips", False): mark("{players} won the round: it blocked, so the fewest pips win"),
    ("fewest-pips", True): mark("{players} won the round: it blocked, so the fewest pips win"),
    ("last-two", False): mark(
        "{players} won the round: it blocked, and of the last two hands theirs was not the heavier"
    ),
    ("last-two", True): mark(
        "{players} won the round: it blocked, and of the last two hands theirs was not the heavier"
    ),
    ("not-the-blocker", False): mark(
        "{players} won the round: it blocked, and of equal hands that of the blocker loses"
    ),
    ("not-the-blocker", True): mark(
        "{players} won the round: it blocked, and of equal sides that of the blocker loses"
    ),
    ("leading-side", False): mark(
        "{players} won the round: of equal hands that of the player who led the game wins"
    ),
    ("leading-side", True): mark(
        "{players} won the round: of equal sides the one that led the game wins"
    ),
    ("side-of-lowest-hand", False): mark(
        "{players} won the round: it blocked, so the fewest pips win"
    ),
    ("side-of-lowest-hand", True): mark(
        "{players} won the round: it blocked, so the side of the lightest single hand wins"
    ),
    ("fewest-tiles", False): mark("{players} won the round: it blocked, so the fewest tiles win"),
    ("fewest-tiles", True): mark("{players} won the round: it blocked, so the fewest tiles win"),
}
"""By the rule, and whether the game has partners."""


def _won(params: Params, names: Names) -> str:
    return text(_WINNERS[params["by"], params["partners"]], **_values(params, names))


_SCORED: Mapping[tuple[str, str], str] = {
    ("losing-hands", "none"): mark("the winner scores the pips of the hands that did not win"),
    ("losing-hands", "to-all-hands"): mark(
        "the winner scores the pips of the hands that did not win, less their own"
    ),
    ("losing-hands", "to-each-hand"): mark(
        "the winner scores the pips of the hands that did not win, each less their own"
    ),
    ("all-hands", "none"): mark("the winner scores the pips of all hands"),
    ("all-hands", "to-all-hands"): mark("the winner scores the pips of all hands, less their own"),
    ("all-hands", "to-each-hand"): mark(
        "the winner scores the pips of all hands, each less their own"
    ),
}
"""By the hands that count, and what is subtracted."""


def _points(params: Params, names: Names) -> str:
    values = {
        "players": _all(params["players"], names),
        "points": params["points"],
        "sum": _sum_text(params),
        "rule": text(_SCORED[params["scored"], params["difference"]]),
    }
    if params["raised"]:
        return text(
            "the points of {players} are {points}, as {sum} is less than nothing: {rule}", **values
        )
    if params["found"] != params["points"]:
        values["found"] = params["found"]
        if values["sum"]:
            return text(
                "the points of {players} are {sum} = {found}, rounded to {points}: {rule}", **values
            )
        return text("the points of {players} are {found}, rounded to {points}: {rule}", **values)
    if not values["sum"]:
        return text("the points of {players} are {points}: {rule}", **values)
    return text("the points of {players} are {sum} = {points}: {rule}", **values)


def _points_in_play(params: Params, names: Names) -> str:
    return text(
        "{players} counted {points} in play: the open ends, each time they made a multiple of five",
        **_values(params, names),
    )


def _points_per_five(params: Params, names: Names) -> str:
    return plural(
        "{number} point for {players}: one for each five",
        "{number} points for {players}: one for each five",
        params["points"],
        players=_all(params["players"], names),
    )


def _sum_text(params: Params) -> str:
    """The sum; empty for a single term."""
    pips, own, times = params["pips"], params["own"], params["times"]
    terms = " + ".join(map(str, pips)) or "0"
    if params["difference"] == "none":
        return terms if len(pips) > 1 else ""
    return f"{terms} - {own}" if times == 1 else f"{terms} - {times} x {own}"


def _points_corrected(params: Params, names: Names) -> str:
    return text("an arbiter corrected the points: {points}", points=_by_side(params, names))


def _points_noted(params: Params, names: Names) -> str:
    return text("the points are taken as noted: {points}", points=_by_side(params, names))


def _by_side(params: Params, names: Names) -> str:
    sides = zip(params["sides"], params["points"], strict=True)
    return ", ".join(
        plural(
            "{players} {number} point", "{players} {number} points", each, players=_all(side, names)
        )
        for side, each in sides
    )


def _penalty_points(params: Params, names: Names) -> str:
    return text(
        "{player} is penalized ({offence}): {points}",
        player=names[params["player"]],
        offence=offence_text(params["offence"]),
        points=", ".join(point_costs(params["points_off"], params["points_to_others"])),
    )


# -- The block


def _blocker_ruled(params: Params, names: Names) -> str:
    if params["player"] is None:
        return text("ruled: an arbiter says that nobody blocked it")
    values = _values(params, names)
    if params["assistant"] is None:
        return text("ruled: an arbiter named {player} as the blocker", **values)
    values["assistant"] = names[params["assistant"]]
    return text(
        "ruled: an arbiter named {player} as the blocker, and {assistant} as the assistant",
        **values,
    )


def _reading(params: Params, names: Names) -> str:
    del names
    return reading_text(params["reading"])


def _undetermined(params: Params, names: Names) -> str:
    del names
    if params["positions"] is None:
        return text("undetermined, as it depends on tiles that nobody saw: nobody is fined on it")
    return plural(
        "undetermined after {number} position: nobody is fined on it",
        "undetermined after {number} positions: nobody is fined on it",
        params["positions"],
    )


def _blocker(params: Params, names: Names) -> str:
    instead = params["instead"]
    values = {
        "player": names[params["player"]],
        "placement": placement_text(names, params["tile"], params["end"], params.get("open")),
        "move": params["move"],
    }
    if instead is None:
        return text("that is {player}, laying {placement} (move {move})", **values)
    return text(
        "that is {player}, laying {placement} (move {move}); {instead} would have kept it open",
        instead=placement_text(names, **instead),
        **values,
    )


def _assistant(params: Params, names: Names) -> str:
    if params["reading"] == "set-up":
        template = mark("{player} assisted: they could still have kept it open, and went along")
    else:
        template = mark(
            "{player} assisted: next on the left, they had a choice of tiles at their turn after it"
        )
    return text(template, **_values(params, names))


# -- Money


def _stake(params: Params, names: Names) -> str:
    del names
    amount = money(params["minor_per_pip"], params["currency"])
    if params["currency"] == NO_CURRENCY:
        return text("a pip is worth {amount} (no currency is named)", amount=amount)
    return text("a pip is worth {amount}", amount=amount)


def _blocker_ties(params: Params, names: Names) -> str:
    template = (
        mark("{player} shares the win: such a blocker wins")
        if params["wins"]
        else mark("{player} shares the win: such a blocker has not won")
    )
    return text(template, **_values(params, names))


def _total(params: Params, names: Names) -> str:
    values = _values(params, names) | {"amount": money(abs(params["amount"]), params["currency"])}
    if not params["amount"]:
        return text("in all {player} neither owes nor gets anything", **values)
    if params["amount"] > 0:
        return text("in all {player} gets {amount}", **values)
    return text("in all {player} owes {amount}", **values)


def _pays_for_own(params: Params, names: Names) -> str:
    return plural(
        "{player} pays for the {number} pip left in their hand: {amount}",
        "{player} pays for the {number} pips left in their hand: {amount}",
        *params["pips"],
        **_values(params, names),
    )


def _pays_the_blocker(params: Params, names: Names) -> str:
    return plural(
        "{player} pays the blocker, who won, {factor} x their {number} pip: {amount}",
        "{player} pays the blocker, who won, {factor} x their {number} pips: {amount}",
        *params["pips"],
        **_values(params, names),
    )


def _shares(params: Params, names: Names) -> str:
    values = _values(params, names)
    if params["shares"] == 1:
        return text("{player} won, and gets all of it: {amount}", **values)
    if params["leader"] is None:
        return text("{player} won, and gets one of {shares} shares: {amount}", **values)
    return text(
        "{player} won, and gets one of {shares} shares "
        "(odd units go clockwise from {leader}, who led): {amount}",
        **values | {"leader": names[params["leader"]]},
    )


def _receives(params: Params, names: Names) -> str:
    """A payment from a blocker who did not win."""
    values = _values(params, names)
    if "shares" not in params:
        return plural(
            "{player} gets {factor} x their {number} pip from the blocker: {amount}",
            "{player} gets {factor} x their {number} pips from the blocker: {amount}",
            *params["pips"],
            **values,
        )
    values["sum"] = _pips(params)
    if params["shares"] == 1:
        return text(
            "{player} won, and gets all of it from the blocker, {factor} x {sum} in all: {amount}",
            **values,
        )
    if params["leader"] is None:
        return text(
            "{player} won, and gets one of {shares} shares from the blocker, "
            "{factor} x {sum} in all: {amount}",
            **values,
        )
    return text(
        "{player} won, and gets one of {shares} shares "
        "(odd units go clockwise from {leader}, who led) from the blocker, "
        "{factor} x {sum} in all: {amount}",
        **values | {"leader": names[params["leader"]]},
    )


def _assistant_pays(params: Params, names: Names) -> str:
    values = _values(params, names) | {"sum": _pips(params)}
    if params["paid"] == "whole-amount":
        return text("{player} assisted and pays alone, {factor} x {sum}: {amount}", **values)
    return plural(
        "{player} assisted and pays alone, {factor} x their {number} pip: {amount}",
        "{player} assisted and pays alone, {factor} x their {number} pips: {amount}",
        *params["pips"],
        **values,
    )


def _assistant_receives(params: Params, names: Names) -> str:
    values = _values(params, names) | {"sum": _pips(params)}
    if params["paid"] == "whole-amount":
        return text("{player} assisted and gets alone, {factor} x {sum}: {amount}", **values)
    return plural(
        "{player} assisted and gets alone, {factor} x their {number} pip: {amount}",
        "{player} assisted and gets alone, {factor} x their {number} pips: {amount}",
        *params["pips"],
        **values,
    )


def _pips(params: Params) -> str:
    """The pips of several hands: ``(8 + 11) pips``."""
    pips = params["pips"]
    if len(pips) == 1:
        return plural("{number} pip", "{number} pips", *pips)
    return text("({sum}) pips", sum=" + ".join(map(str, pips)))


_SENTENCES: Mapping[Code, Callable[[Params, Names], str]] = {
    **legality.SENTENCES,
    "round-out": _over,
    "round-blocked": _blocked,
    "hand": _hand,
    "round-reported": _reported,
    "pips-noted": _pips_noted,
    "winner-noted": _winner_noted,
    "points-noted": _points_noted,
    "pips-counted": _pips_counted,
    "pips-left-noted": _pips_left_noted,
    "game-void": _game_void,
    "seats-disputed": _seats_disputed,
    "round-won": _won,
    "points-in-play": _points_in_play,
    "points": _points,
    "points-per-five": _points_per_five,
    "points-corrected": _points_corrected,
    "penalty-points": _penalty_points,
    "blocker-ruled": _blocker_ruled,
    "reading": _reading,
    "blocker-undetermined": _undetermined,
    "blocker": _blocker,
    "assistant": _assistant,
    "stake": _stake,
    "blocker-ties": _blocker_ties,
    "pays-for-his-pips": _pays_for_own,
    "shares-the-pool": _shares,
    "pays-the-blocker": _pays_the_blocker,
    "receives-from-the-blocker": _receives,
    "pays-as-assistant": _assistant_pays,
    "receives-as-assistant": _assistant_receives,
    "total": _total,
}
"""By code, for steps with more than one template."""
