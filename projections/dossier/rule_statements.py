"""The rules of one game as statements with codes: what its players have to know.

A code is the path of a field and its value, as in `docs/rules/`; a value that changes nothing in
this game has no statement.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, assert_never

from domain.rules.penalties import PENALTIES
from domain.rules.rule_set import (
    AGREED,
    Arms,
    Bent,
    Crosswise,
    Feet,
    Forks,
    NamedTile,
    Payout,
    Play,
    RuleSet,
    Score,
    Stake,
    Trains,
    begins_trains,
    sets_hub_aside,
)
from domain.rules.table import Table, table_for
from domain.tiles import NAMES

Topic: TypeAlias = Literal[
    "tiles", "beginning", "table", "turns", "rounds", "points", "game", "money", "penalties"
]


_Coded: TypeAlias = Iterator[tuple[str, Mapping[str, Any]]]


class Statement(NamedTuple):
    """One rule."""

    topic: Topic
    code: str
    params: Mapping[str, Any] = {}
    """Values as JSON knows them."""
    agreed: bool = False
    """The players of the game agreed on it; their rule set says something else."""


class AgreedChange(NamedTuple):
    """A field that the players changed."""

    field: str
    value: str
    before: str | None
    """The value in the rule set that they changed, as JSON; None if it is unknown."""


def rule_statements(
    rules: RuleSet, seats: int, stake: Stake, parent: RuleSet | None = None
) -> tuple[Statement, ...]:
    """The rules for so many players; ``parent``: the rules that the players changed."""
    usual = set(map(_as_key, _statements(parent, seats, stake))) if parent is not None else None
    return tuple(
        each._replace(agreed=usual is not None and _as_key(each) not in usual)
        for each in _statements(rules, seats, stake)
    )


def _as_key(statement: Statement) -> tuple[str, str]:
    return statement.code, repr(statement.params)


def _statements(rules: RuleSet, seats: int, stake: Stake) -> Iterator[Statement]:
    play, score = rules.play, rules.score
    table = table_for(play, seats)
    in_the_middle = sets_hub_aside(play) or play.turned_up
    boneyard = table.tiles.bit_count() - in_the_middle - seats * table.hand
    topics: tuple[tuple[Topic, _Coded], ...] = (
        ("tiles", _tiles(play, table, boneyard)),
        ("beginning", _beginning(play)),
        ("table", _table(play)),
        ("turns", _turns(play, boneyard)),
        ("rounds", _rounds(play, score)),
        ("points", _points(play, score)),
        ("game", _game(score)),
        ("money", _money(rules.payout, stake)),
        ("penalties", _penalties(rules)),
    )
    for topic, codes in topics:
        for code, params in codes:
            yield Statement(topic, code, params)


_NOTHING: Mapping[str, Any] = {}


def _tiles(play: Play, table: Table, boneyard: int) -> _Coded:
    yield "set", {"tiles": table.tiles.bit_count(), "highest": play.highest_pip}
    if play.wild_tiles:
        yield "wild_tiles", _NOTHING
    if sets_hub_aside(play):
        yield "hub", _NOTHING
    yield "hand", {"tiles": table.hand}
    if play.turned_up:
        yield "turned_up", _NOTHING
    yield "boneyard", {"tiles": boneyard}
    yield f"partners.{str(play.partners).lower()}", _NOTHING
    if table.seats > 2:
        yield f"direction.{play.direction}", _NOTHING


def _beginning(play: Play) -> _Coded:
    lead, layout = play.first_lead, play.layout
    if isinstance(layout, Trains) and layout.begin == "own-double":
        yield f"engine.{layout.engine}", _NOTHING
    elif play.turned_up:
        yield "first_lead.turned_up", _NOTHING
    else:
        unheld = getattr(lead, "unheld", None)
        code = f"first_lead.{lead.kind}" if unheld is None else f"first_lead.{lead.kind}.{unheld}"
        if lead.kind == "lot" and sets_hub_aside(play):
            code = "first_lead.lot.hub"
        yield code, {"tile": NAMES[lead.tile]} if isinstance(lead, NamedTile) else _NOTHING
    yield f"next_lead.{play.next_lead}", _NOTHING
    leads = not (sets_hub_aside(play) or play.turned_up or begins_trains(play))
    if play.next_lead != "same-rule" and leads:
        yield f"later_lead.{play.later_lead.kind}", _NOTHING


def _table(play: Play) -> _Coded:
    layout = play.layout
    match layout:
        case "line-of-play":
            yield "layout.line-of-play", _NOTHING
        case Arms():
            yield "layout.arms", {"arms": layout.arms}
            if layout.doubles != "no":
                yield f"layout.arms.doubles.{layout.doubles}", _NOTHING
        case Crosswise():
            yield f"layout.crosswise.spinners.{layout.spinners}", _NOTHING
        case Forks():
            yield "layout.forks", _NOTHING
        case Feet():
            yield "layout.feet", {"opener": layout.opener_takes, "toes": layout.toes}
            yield f"layout.feet.dead_foot.{layout.dead_foot}", _NOTHING
        case Trains():
            yield from _trains(layout)
        case Bent():
            yield f"layout.bent.low_to_high.{layout.low_to_high}", _NOTHING
            yield f"layout.bent.fit.{layout.fit}", _NOTHING
        case _:
            assert_never(layout)
    yield f"matching.{play.matching}", {"sum": play.highest_pip + 1}


def _trains(layout: Trains) -> _Coded:
    yield f"layout.trains.begin.{layout.begin}", _NOTHING
    if layout.begin == "own-double":
        yield f"layout.trains.train_ends.{layout.train_ends}", _NOTHING
        return
    if layout.hub == "led":
        yield "layout.trains.hub.led", _NOTHING
    yield f"layout.trains.public.{str(layout.public).lower()}", _NOTHING
    if layout.public:
        yield f"layout.trains.begin_public.{layout.begin_public}", _NOTHING
    yield f"layout.trains.marked_empty.{layout.marked_empty}", _NOTHING


def _turns(play: Play, boneyard: int) -> _Coded:
    if not (play.may_draw_when_able and boneyard):
        yield "must-lay", _NOTHING
    if not boneyard:
        yield "draw.none", _NOTHING
    elif isinstance(play.draw, int):
        yield "draw.number", {"tiles": play.draw}
    else:
        yield f"draw.{play.draw}", _NOTHING
    draws = play.draw != "none" and boneyard > 0
    if draws:
        if play.may_draw_when_able:
            yield "may_draw_when_able", _NOTHING
        if play.stays_in_boneyard:
            yield "stays_in_boneyard", {"tiles": play.stays_in_boneyard}
        yield f"drawn_tile.{play.drawn_tile}", _NOTHING
    unless = "" if draws or play.cannot_play == "set-aside" else ".nobody-draws"
    yield f"cannot_play.{play.cannot_play}{unless}", _NOTHING
    yield f"turn.{play.turn}", _NOTHING
    if play.claims == "called":
        yield "claims.called", _NOTHING
    if play.knock_on_last_tile:
        yield "knock_on_last_tile", _NOTHING
    layout = play.layout
    if play.turn == "cover-doubles" and isinstance(layout, Trains):
        yield f"cover.{layout.cover}", _NOTHING
        if layout.cover == "on-the-double":
            yield f"dead_double.{layout.dead_double}", _NOTHING
        if layout.doubles_chain:
            yield "doubles_chain", _NOTHING
        if not layout.out_on_double:
            yield "out_on_double.false", _NOTHING
        if layout.first_turn != "one":
            yield f"first_turn.{layout.first_turn}", _NOTHING


def _rounds(play: Play, score: Score) -> _Coded:
    yield "round-over", _NOTHING
    if play.play_on:
        yield "play_on", _NOTHING
    if play.win_in_play:
        yield "win_in_play", _NOTHING
    yield f"out_winner.{score.out_winner}", _NOTHING
    yield f"blocked_winner.{score.blocked_winner}", _NOTHING
    if score.blocked_winner != "nobody":
        yield f"tied.{score.tied}", _NOTHING


def _points(play: Play, score: Score) -> _Coded:
    if score.points == "tiles":
        yield "points.tiles", {"for_winning": score.for_winning, "per_tile": score.per_tile}
    else:
        yield f"points.{score.points}", _NOTHING
    if score.points in ("losing-hands", "all-hands"):
        if score.difference != "none":
            yield f"difference.{score.difference}", _NOTHING
            yield f"negative_points.{score.negative_points}", _NOTHING
        if score.block_bonus:
            yield "block_bonus", {"points": score.block_bonus}
        if score.rounding != "none":
            yield f"rounding.{score.rounding}", _NOTHING
    if score.in_play != "none":
        yield f"in_play.{score.in_play}", _NOTHING
        if score.to_get_in:
            yield "to_get_in", {"points": score.to_get_in}
    if score.points_per != "pip":
        yield f"points_per.{score.points_per}", _NOTHING
    if play.double_blank:
        yield "double_blank", {"pips": play.double_blank}
    if play.blank:
        yield "blank", {"pips": play.blank}
    if play.wild_tiles:
        yield "wild_half", {"pips": play.wild_half}


def _game(score: Score) -> _Coded:
    if score.one_round:
        yield "one-round", _NOTHING
    elif score.target is not None:
        yield "target", {"points": score.target}
    else:
        yield "rounds", {"rounds": score.rounds}
    if not score.one_round:
        yield f"winners.{score.winners}", _NOTHING
    yield f"abandoned.{score.abandoned}", _NOTHING
    yield f"forfeited.{score.forfeited}", _NOTHING


def _money(payout: Payout | None, stake: Stake) -> _Coded:
    if payout is None:
        yield "payout.null", _NOTHING
        return
    yield "stake", stake.model_dump()
    unless = "" if payout.reading is None else ".unless-blocked"
    yield f"losers-pay{unless}", _NOTHING
    yield f"tied_winners.{payout.tied_winners}", _NOTHING
    if payout.reading is None:
        yield "reading.null", _NOTHING
        return
    yield "reading", {"reading": payout.reading}
    yield "win_factor", {"factor": payout.win_factor}
    yield f"loser_pays.{payout.loser_pays}", {"factor": payout.loss_factor}
    yield f"assisted.{payout.assisted}", _NOTHING
    yield f"tied_blocker.{payout.tied_blocker}", _NOTHING


def _penalties(rules: RuleSet) -> _Coded:
    for offence in PENALTIES:
        cost = (rules.penalties or {}).get(offence)
        if cost is not None:
            yield "penalty", {"offence": offence, **cost.model_dump()}


def agreed_changes(rules: RuleSet, parent: RuleSet | None) -> tuple[AgreedChange, ...]:
    """The fields that the players changed, as the id of their rules names them."""
    before = None if parent is None else parent.model_dump(mode="json")
    _, *changes = rules.id.split(AGREED)
    pairs = (change.partition("=") for change in changes)
    return tuple(
        AgreedChange(field, value, None if before is None else _value(before, field))
        for field, _, value in pairs
    )


def _value(values: Any, field: str) -> str | None:
    for name in field.split("."):
        values = values.get(name) if isinstance(values, dict) else None
    return None if values is None else str(values)
