"""A record as text. Reading the text gives the same record."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ...domain.events import KINDS, Way
from ...domain.round.state import Round
from ...domain.rules.ids import AGREED
from ...domain.rules.rule_set import RuleSet
from ..records.format import RecordedRound, record_from
from ..records.moves import name_in
from ..registry.rule_sets import UnknownRules, rules_called
from .keyword_grammar import STAKE_WORDS
from .move_grammar import Json, written_side, written_text_of_end, written_time
from .placement import PLACE, dealt_rounds, draws_for_lead, first_seats, step
from .player_names import written_names, written_seat, written_text
from .result_grammar import counting_in, written_result
from .vocabulary import ACTS, ENDED, ENGLISH, UNSEEN, Lexicon

Fields: TypeAlias = frozenset[str]
"""Some of the fields `PLACE`."""


def text_of(record: Json, known: Mapping[str, RuleSet], words: Lexicon = ENGLISH) -> str:
    """The game as text in these words, without ends, and how tiles lie, that a reader infers."""
    writer = _Writer(record["players"], words)
    return "".join(f"{line}\n" for line in writer.lines(record, known))


class _Writer:
    """Writes a game with these players, in the words of a language."""

    def __init__(self, players: Sequence[str], words: Lexicon) -> None:
        self._players = players
        self._words = words

    def lines(self, record: Json, known: Mapping[str, RuleSet]) -> Iterator[str]:
        yield from self._header(record, known)
        whole = record_from(record)
        counting, drawn_for = counting_in(record, known), draws_for_lead(record, known)
        last = record.get("started_at")
        rounds = zip(record["rounds"], whole.rounds, dealt_rounds(whole, known), strict=True)
        lines_of_round = True
        """The round before has lines of its own."""
        for number, (round, recorded, dealt) in enumerate(rounds, 1):
            if recorded.reported is not None:
                yield from [""] if lines_of_round else []
                result = written_result(round["reported"], self._players, counting, self._words)
                yield f"{self._head('round')} {number}: {result}"
                yield from self._json_line("claims", round.get("claims"))
                lines_of_round = False
                continue
            yield ""
            lines_of_round = True
            yield f"{self._head('round')} {number}"
            yield from self._deal(round, drawn_for=drawn_for)
            for move, written in zip(
                round["moves"], _places_to_write(recorded, dealt), strict=True
            ):
                yield self._move(move, last, written)
                last = move.get("t") or last
            yield from self._end(round)

    def _head(self, term: str) -> str:
        """The word at the beginning of a line."""
        return self._words[term].capitalize()

    def _line(self, term: str, value: str) -> str:
        return f"{self._head(term)}: {value}"

    def _seat(self, seat: int) -> str:
        return written_seat(seat, self._players, self._words)

    def _json_line(self, term: str, value: object) -> Iterator[str]:
        if value is not None:
            yield self._line(term, _json(value))

    def _header(self, record: Json, known: Mapping[str, RuleSet]) -> Iterator[str]:
        yield self._line("game", written_text(record["id"]))
        yield from self._rules(record["rules"], known)
        yield self._line("players", written_names(self._players) or self._words["none"])
        if record.get("teams") is not None:
            yield self._line("teams", self._teams(record["teams"]))
        for term, field in (("source", "source"), ("started", "started_at"), ("after", "after")):
            if record.get(field) is not None:
                yield self._line(term, written_text(record[field]))
        if (stake := record.get("stake")) is not None:
            amount = f"{stake.get('currency', 'XXX')} {stake.get('minor_per_pip', 1)}"
            unit = f" {' '.join(STAKE_WORDS)}" if self._words is ENGLISH else ""
            yield self._line("stake", f"{amount}{unit}")
        if (abandoned := record.get("abandoned")) is not None:
            yield " ".join([f"{self._head('abandoned')}:", *_reason(abandoned)])
        if (forfeited := record.get("forfeited")) is not None:
            head, seat = f"{self._head('forfeited')}:", self._seat(forfeited["seat"])
            yield " ".join([head, seat, *_reason(forfeited)])
        yield from self._json_line("aborted", record.get("aborted_shuffles") or None)
        yield from self._json_line("claims", record.get("claims"))

    def _rules(self, rules: Any, known: Mapping[str, RuleSet]) -> Iterator[str]:
        """The rules; of those agreed at the table, the parent and the changes."""
        if isinstance(rules, str):
            yield self._line("rules", written_text(rules, but='"{'))
        elif rules.get("parent") in known and _follow_from_id(rules, known):
            parent, *changes = rules["id"].split(AGREED)
            yield self._line("rules", parent)
            yield from (self._line("set", change.replace("=", " ")) for change in changes)
        else:
            yield self._line("rules", _json(rules))

    def _teams(self, teams: Any) -> str:
        if not (self._players and teams and all(teams)):
            return _json(teams)
        return " / ".join(", ".join(map(self._seat, side)) for side in teams)

    def _deal(self, round: Json, *, drawn_for: bool) -> Iterator[str]:
        if round.get("hub") is not None:
            yield self._line("hub", round["hub"])
        yield from self._tiles_by_seat("hand", "hands", round["hands"])
        if round.get("boneyard") is not None:
            yield self._line("boneyard", self._tiles(round["boneyard"]))
        yield from self._json_line("shuffle", round.get("shuffle"))
        followed = first_seats(round["moves"], drawn_for=drawn_for)
        for term, field in (("lead", "leader"), ("begins", "starter")):
            seat = round.get(field)
            if seat != followed.get(field):
                yield self._line(term, self._words["nobody"] if seat is None else self._seat(seat))

    def _tiles_by_seat(self, term: str, of_all: str, hands: list[Any] | None) -> Iterator[str]:
        if hands is None:
            yield self._line(of_all, self._words["nobody"])
            return
        if len(hands) != len(self._players) or [UNSEEN] in hands:
            yield self._line(of_all, _json(hands))
            return
        seen = [(seat, hand) for seat, hand in enumerate(hands) if hand is not None]
        if not seen and term == "left":
            seen = [(0, [UNSEEN])]
        for seat, hand in seen:
            yield f"{self._head(term)} {self._seat(seat)}: {self._tiles(hand)}"

    def _tiles(self, tiles: list[str]) -> str:
        return " ".join(tiles) or self._words["none"]

    def _end(self, round: Json) -> Iterator[str]:
        if round.get("left") is not None:
            yield from self._tiles_by_seat("left", "left", round["left"])
        noted = round.get("pips") or ()
        for seat, pips in enumerate(noted):
            if pips is not None or (seat == 0 and noted.count(None) == len(noted)):
                figure = UNSEEN if pips is None else pips
                yield f"{self._head('left')} {self._seat(seat)}: {figure} {self._words['pips']}"
        ended = round.get("ended")
        if ended is not None or round["moves"]:
            term = next(term for term, how in ENDED.items() if how == ended)
            yield self._line("ended", self._words[term])
        yield from self._json_line("claims", round.get("claims"))

    def _move(self, move: Json, last: str | None, written: Fields) -> str:
        """A move; ``written``: those of the fields `PLACE` that a reader would not infer."""
        words = self._words
        place = {name: move[name] for name in written if move.get(name) is not None}
        parts = [self._seat(move["seat"]), self._act(move)]
        if "at" in place:
            parts.append(written_text_of_end(place["at"], self._players, words))
        if move.get("flipped"):
            parts.append(words["flipped"])
        for way in Way._fields:
            if way in place:
                value = place[way]
                side = written_side(value, words) if isinstance(value, str) else value
                parts.append(f"{words[way]} {side}")
        if move.get("ruling"):
            parts.append(words["unfit"])
        if move.get("t") is not None:
            parts.append(f"@{written_time(move['t'], last)}")
        return " ".join(parts)

    def _act(self, move: Json) -> str:
        """What the seat does, without the end."""
        name = name_in(move)
        if name in {"lay", "ruling"}:
            return str(move["lay"])
        value, says = move[name], KINDS[name].KIND.says
        term, said = next(
            (term, said)
            for term, (act, said) in ACTS.items()
            if act == name and said in (None, value)
        )
        word = self._words[term]
        return word if says is None or said else f"{word} {value}"


def _reason(fields: Json) -> list[str]:
    return [written_text(fields["reason"])] if fields.get("reason") else []


def _follow_from_id(rules: Json, known: Mapping[str, RuleSet]) -> bool:
    try:
        return rules_called(known, rules["id"]).model_dump(mode="json") == rules
    except UnknownRules:
        return False


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
        inferred: Fields = frozenset()
        if laid is None or (laid.end, laid.way) == place:
            for fields in _MAY_BE_LEFT_OUT:
                shorter = move.model_copy(update=dict.fromkeys(fields))
                if step(round, shorter).events == taken.events:
                    inferred = fields  # Without them the move is the same.
                    break
        yield _EVERY - inferred
        round = taken.after


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
