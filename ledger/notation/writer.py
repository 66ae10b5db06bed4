"""A record as text. Reading the text gives the same record."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from domain.events import Way
from domain.round.state import Round
from domain.rules.rule_set import AGREED, RuleSet

from ..records.format import Move, RecordedRound, record_from
from ..registry.house_rules import UnknownRules, rules_called
from .first_seats import draws_for_lead, first_seats
from .move_grammar import Json, written_text_of_end, written_time
from .placement import PLACE, Step, dealt_rounds, step
from .player_names import written_names, written_seat, written_text
from .result_grammar import Counting, counting_in, written_result
from .vocabulary import ENDED, FLIPPED, LOSSES, NOBODY, NONE, PIPS, UNSEEN

Fields: TypeAlias = frozenset[str]
"""Some of the fields `PLACE`."""


def text_of(record: Json, known: dict[str, RuleSet]) -> str:
    """The game as text. Omits ends, and how tiles lie, where a reader would infer it."""
    return "".join(f"{line}\n" for line in _lines(record, known))


def _lines(record: Json, known: dict[str, RuleSet]) -> Iterator[str]:
    players = record["players"]
    yield from _header(record, known)
    whole = record_from(record)
    counting, drawn_for = counting_in(record, known), draws_for_lead(record, known)
    last = record.get("started_at")
    rounds = zip(record["rounds"], whole.rounds, dealt_rounds(whole, known), strict=True)
    lines_of_round = True
    """The round before has lines of its own."""
    for number, (round, recorded, dealt) in enumerate(rounds, 1):
        if recorded.reported is not None:
            yield from [""] if lines_of_round else []
            yield from _reported(number, round, players, counting)
            lines_of_round = False
            continue
        yield ""
        lines_of_round = True
        yield f"Round {number}"
        yield from _deal(round, players, drawn_for=drawn_for)
        for move, written in zip(round["moves"], _places_to_write(recorded, dealt), strict=True):
            yield _move(move, players, last, written)
            last = move.get("t") or last
        yield from _end(round, players)


def _reported(
    number: int, round: Json, players: Sequence[str], counting: Counting
) -> Iterator[str]:
    yield f"Round {number}: {written_result(round['reported'], players, counting)}"
    if round.get("claims") is not None:
        yield f"Claims: {_json(round['claims'])}"


def _header(record: Json, known: dict[str, RuleSet]) -> Iterator[str]:
    players = record["players"]
    stake = record.get("stake")
    yield f"Game: {written_text(record['id'])}"
    yield from _rules(record["rules"], known)
    yield f"Players: {written_names(players) or NONE}"
    if record.get("teams") is not None:
        yield f"Teams: {_teams(record['teams'], players)}"
    for word, field in (("Source", "source"), ("Started", "started_at"), ("After", "after")):
        if record.get(field) is not None:
            yield f"{word}: {written_text(record[field])}"
    if stake is not None:
        pip = f"{stake.get('minor_per_pip', 1)} minor units a pip"
        yield f"Stake: {stake.get('currency', 'XXX')} {pip}"
    if (abandoned := record.get("abandoned")) is not None:
        yield " ".join(["Abandoned:", *_reason(abandoned)])
    if (forfeited := record.get("forfeited")) is not None:
        seat = written_seat(forfeited["seat"], players)
        yield " ".join(["Forfeited:", seat, *_reason(forfeited)])
    if record.get("aborted_shuffles"):
        yield f"Aborted: {_json(record['aborted_shuffles'])}"
    if record.get("claims") is not None:
        yield f"Claims: {_json(record['claims'])}"


def _reason(fields: Json) -> list[str]:
    return [written_text(fields["reason"])] if fields.get("reason") else []


def _rules(rules: Any, known: dict[str, RuleSet]) -> Iterator[str]:
    """The rules; of those agreed at the table, the parent and the changes."""
    if isinstance(rules, str):
        named = written_text(rules, but='"{')
        yield f"Rules: {named}"
    elif rules.get("parent") in known and _follow_from_id(rules, known):
        parent, *changes = rules["id"].split(AGREED)
        yield f"Rules: {parent}"
        yield from (f"Set: {change.replace('=', ' ')}" for change in changes)
    else:
        yield f"Rules: {_json(rules)}"


def _follow_from_id(rules: Json, known: dict[str, RuleSet]) -> bool:
    try:
        return rules_called(known, rules["id"]).model_dump(mode="json") == rules
    except UnknownRules:
        return False


def _teams(teams: Any, players: Sequence[str]) -> str:
    if not (players and teams and all(teams)):
        return _json(teams)
    sides = (", ".join(written_seat(seat, players) for seat in side) for side in teams)
    return " / ".join(sides)


def _deal(round: Json, players: Sequence[str], *, drawn_for: bool) -> Iterator[str]:
    if round.get("hub") is not None:
        yield f"Hub: {round['hub']}"
    yield from _tiles_by_seat("Hand", "Hands", round["hands"], players)
    if round.get("boneyard") is not None:
        yield f"Boneyard: {_tiles(round['boneyard'])}"
    if round.get("shuffle") is not None:
        yield f"Shuffle: {_json(round['shuffle'])}"
    followed = first_seats(round["moves"], drawn_for=drawn_for)
    for word, field in (("Lead", "leader"), ("Begins", "starter")):
        seat = round.get(field)
        if seat != followed.get(field):
            yield f"{word}: {NOBODY if seat is None else written_seat(seat, players)}"


def _tiles_by_seat(
    word: str, words: str, hands: list[Any] | None, players: Sequence[str]
) -> Iterator[str]:
    if hands is None:
        yield f"{words}: {NOBODY}"
        return
    if len(hands) != len(players) or [UNSEEN] in hands:
        yield f"{words}: {_json(hands)}"
        return
    seen = [(seat, hand) for seat, hand in enumerate(hands) if hand is not None]
    if not seen and word == "Left":
        seen = [(0, [UNSEEN])]
    for seat, hand in seen:
        yield f"{word} {written_seat(seat, players)}: {_tiles(hand)}"


def _tiles(tiles: list[str]) -> str:
    return " ".join(tiles) or NONE


def _end(round: Json, players: Sequence[str]) -> Iterator[str]:
    if round.get("left") is not None:
        yield from _tiles_by_seat("Left", "Left", round["left"], players)
    noted = round.get("pips") or ()
    for seat, pips in enumerate(noted):
        if pips is not None or (seat == 0 and not any(map(_is_given, noted))):
            figure = UNSEEN if pips is None else pips
            yield f"Left {written_seat(seat, players)}: {figure} {PIPS}"
    ended = round.get("ended")
    if ended is not None or round["moves"]:
        yield f"Ended: {next(word for word, how in ENDED.items() if how == ended)}"
    if round.get("claims") is not None:
        yield f"Claims: {_json(round['claims'])}"


def _is_given(figure: int | None) -> bool:
    return figure is not None


def _move(move: Json, players: Sequence[str], last: str | None, written: Fields) -> str:
    """A move as text; ``written``: those of the fields `PLACE` that a reader would not infer."""
    place = {name: move[name] for name in written if move.get(name) is not None}
    parts = [written_seat(move["seat"], players), _act(move)]
    if "at" in place:
        parts.append(written_text_of_end(place["at"], players))
    if move.get("flipped"):
        parts.append(FLIPPED)
    parts += [f"{way} {place[way]}" for way in Way._fields if way in place]
    if move.get("ruling"):
        parts.append("unfit")
    if move.get("t") is not None:
        parts.append(f"@{written_time(move['t'], last)}")
    return " ".join(parts)


def _act(move: Json) -> str:
    """What the seat does, without the end."""
    if move.get("pass"):
        return "pass"
    if move.get("lost"):
        return next(word for word, cause in LOSSES.items() if cause == move["lost"])
    if move.get("draw") is not None:
        return f"draws {move['draw']}"
    if move.get("aside") is not None:
        return f"aside {move['aside']}"
    if move.get("marker"):
        return "marker"
    if move.get("done"):
        return "done"
    if move.get("claim") is not None:
        return f"claim {move['claim']}"
    if move.get("knock"):
        return "tap"
    tile: str = move["lay"]
    return tile


_EVERY: Fields = frozenset(PLACE)
_MAY_BE_LEFT_OUT: Sequence[Fields] = (_EVERY, frozenset(Way._fields), frozenset({"at"}))
"""Sets of fields, the largest first."""


def _places_to_write(recorded: RecordedRound, dealt: Round | None) -> Iterator[Fields]:
    """By move, those of the fields `PLACE` that must be written."""
    round = dealt
    for move in recorded.moves:
        if round is None:
            yield _EVERY
            continue
        taken = step(round, move)
        laid = taken.laid
        place = move.at, Way(move.open, move.wild, move.bend)
        if laid is not None and (laid.end, laid.way) != place:
            yield _EVERY
        else:
            yield _EVERY - _inferred(round, move, taken)
        round = taken.after


def _inferred(round: Round, move: Move, taken: Step) -> Fields:
    """The fields that a reader infers, so that without them the move is the same."""
    for fields in _MAY_BE_LEFT_OUT:
        shorter = move.model_copy(update=dict.fromkeys(fields))
        if step(round, shorter).events == taken.events:
            return fields
    return frozenset()


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
