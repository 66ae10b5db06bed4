"""Upcasts: old versions of events are read as the newest. Stored bytes and hashes do not change.

An upcast is a pure function from the body of one version to that of the next. It never fails on a
body that its version could write; it omits parameters that it cannot read from an old sentence.
"""

import json
import re
from ast import literal_eval
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

Json: TypeAlias = dict[str, Any]


class Upcast(NamedTuple):
    """An upcast to the next version of an event."""

    topic: str
    body: Callable[[Json], Json]


def upcast(topic: str, body: bytes) -> tuple[str, bytes]:
    """Topic and body in the newest version; unchanged if there is no newer version."""
    while topic in UPCASTS:
        newer = UPCASTS[topic]
        fields = newer.body(json.loads(body))
        topic, body = newer.topic, json.dumps(fields, separators=(",", ":")).encode()
    return topic, body


# -- ruling-made/1 does not say as whom the person ruled.


def _without_role(fields: Json) -> Json:
    return fields | {"role": None}


# -- irregularity-noted/1 contains an English sentence; /2 contains its parameters.


def _with_params(fields: Json) -> Json:
    code, message = fields["code"], fields["message"]
    return {"code": code, "params": params_in(code, message), "recorded": fields["recorded"]}


def params_in(code: str, message: str) -> Json:
    """The parameters in a sentence of the first version; empty if it does not match."""
    for pattern, constants in _PATTERNS.get(code, ()):
        found = pattern.fullmatch(message)
        if found is not None:
            with suppress(ValueError, SyntaxError):
                return dict(_read(found.groupdict(), constants))
    return {}


def _read(groups: Mapping[str, str | None], constants: Json) -> Iterator[tuple[str, Any]]:
    for name, text in groups.items():
        if text is None:
            continue
        if name == "ends":
            pairs = re.findall(r"(\S+) \((\d+)\)", text)
            yield "ends", [end for end, _ in pairs]
            yield "pips", [int(pip) for _, pip in pairs]
        elif name == "does":
            yield _DUTIES[text]
        elif name == "end_name":
            yield "end", text
        else:
            yield name, _VALUES.get(name, int)(text)
    yield from constants.items()


def _either(text: str) -> list[str]:
    return text.split(" or ")


def _listed(text: str) -> list[str]:
    return text.split(", ")


def _hand(text: str) -> list[str]:
    """`6-4, 3-2 and 2 tiles that nobody saw`: unseen tiles become `?`."""
    if text == "nothing":
        return []
    known, _, unseen = text.rpartition(" and ") if " and " in text else ("", "", text)
    count = re.fullmatch(r"(\d+) tiles? that nobody saw", unseen)
    if count is None:
        return _listed(text)
    return [*(_listed(known) if known else ()), *["?"] * int(count[1])]


def _acts(text: str) -> list[Json]:
    return [dict(_act(sentence)) for sentence in text.split("; ")]


def _act(text: str) -> Iterator[tuple[str, Any]]:
    for code, pattern, constants in _ACTS:
        found = pattern.fullmatch(text)
        if found is not None:
            yield "code", code
            yield from _read(found.groupdict(), constants)
            return


_VALUES: dict[str, Callable[[str], Any]] = {
    **dict.fromkeys(("tile", "drawn", "next", "said", "ended", "rules"), str),
    **dict.fromkeys(("could", "wanted"), _either),
    **dict.fromkeys(("foreign", "twice", "missing"), _listed),
    **dict.fromkeys(("teams", "sides"), json.loads),
    **dict.fromkeys(("held", "shown"), _hand),
    "elsewhere": _listed,
    "end": literal_eval,
    "pips": lambda text: [int(pip) for pip in text.split(" and ")],
    "expected": lambda text: [int(seat) for seat in text.split(" or ")],
    "allowed": lambda text: [int(seats) for seats in text.split(", ")],
    "acts": _acts,
}
"""By parameter, how its text is parsed; all others are numbers."""

_DUTIES: Mapping[str, tuple[str, str]] = {
    "had to draw": ("duty", "draw"),
    "had to pass": ("duty", "pass"),
    "had to lay or draw": ("duty", "lay-or-draw"),
    "had to lay or pass": ("duty", "lay-or-pass"),
    "had to lead": ("duty", "lead"),
}
_SEAT = r"seat (?P<seat>-?\d+)"
_TILE = r"(?:\d+-\d+|\?)"
_DUTY = rf"(?:could lay (?P<could>{_TILE}(?: or {_TILE})*)|(?P<does>{'|'.join(_DUTIES)}))"
_UNSEEN_MUST_FIT = {"duty": "lay-unseen"}


def _patterns(*patterns: tuple[str, Json]) -> list[tuple[re.Pattern[str], Json]]:
    return [(re.compile(pattern), constants) for pattern, constants in patterns]


_PATTERNS: Mapping[str, list[tuple[re.Pattern[str], Json]]] = {
    "bad-seats": _patterns(
        (r"(?P<players>\d+) players where (?P<rules>\S+) seats (?P<allowed>[\d, ]+)", {}),
        (r"teams (?P<teams>\[.*\]) where these rules have no teams", {"sides": []}),
        (r"teams (?P<teams>\[.*\]) where these rules have (?P<sides>\[.*\])", {}),
    ),
    "game-over": _patterns(
        (r"a round is dealt though the game is over", {"done": "dealt"}),
        (r"the game was left though it is over", {"done": "left"}),
    ),
    "bad-deal": _patterns(
        (r"(?P<hands>\d+) hands? dealt to (?P<seats>\d+) seats", {}),
        (rf"{_SEAT} has (?P<tiles>\d+) tiles? where (?P<hand>\d+) are dealt", {}),
        (rf"(?P<foreign>{_TILE}(?:, {_TILE})*) not in this set", {}),
        (rf"(?P<twice>{_TILE}(?:, {_TILE})*) dealt more than once", {}),
        (rf"(?P<missing>{_TILE}(?:, {_TILE})*) neither dealt nor in the boneyard", {}),
        (
            r"(?P<left>\d+) tiles are left for the (?P<unseen>\d+) of the hands that nobody saw",
            {},
        ),
    ),
    "wrong-leader": _patterns(
        (
            (
                r"(?:seat (?P<leader>-?\d+)|nobody) is to lead, "
                r"but it is for seat (?P<expected>\d+(?: or \d+)*)"
            ),
            {},
        ),
        (
            (
                r"(?:seat (?P<leader>-?\d+)|nobody) is to lead, "
                r"but the deal is void: nobody holds the lead"
            ),
            {"expected": []},
        ),
    ),
    "wrong-turn": _patterns(
        (rf"{_SEAT} acts, but it is the turn of seat (?P<turn>\d+)", {}),
        (rf"{_SEAT} acts, but it is for seat (?P<to_lead>\d+) to lead", {}),
        (rf"{_SEAT} loses the turn in which it has to lead", {"duty": "lead"}),
        (r"there is no seat (?P<no_seat>-?\d+)", {}),
    ),
    "skipped-though-able": _patterns(
        (rf"{_SEAT} is stepped over though it {_DUTY}", {}),
        (
            rf"{_SEAT} is stepped over though a tile of its hand that nobody saw must have fitted",
            _UNSEEN_MUST_FIT,
        ),
    ),
    "tile-twice": _patterns(
        (rf"{_SEAT} lays (?P<tile>{_TILE}), which lies on the table already", {}),
        (rf"{_SEAT} draws (?P<drawn>{_TILE}), which is not in the boneyard", {}),
    ),
    "not-held": _patterns(
        (rf"{_SEAT} lays (?P<tile>{_TILE}), which it does not hold", {}),
    ),
    "wrong-lead-tile": _patterns(
        (
            (
                rf"{_SEAT} leads (?P<tile>{_TILE}), but "
                rf"(?P<wanted>{_TILE}(?: or {_TILE})*) must be led"
            ),
            {},
        ),
        (
            rf"{_SEAT} leads (?P<tile>{_TILE}), but this deal is void: nobody holds the lead",
            {"wanted": []},
        ),
        (
            rf"{_SEAT} leads (?P<tile>{_TILE}), but a tile that goes before it must have been held",
            _UNSEEN_MUST_FIT,
        ),
    ),
    "no-such-end": _patterns(
        (rf"{_SEAT} lays (?P<tile>{_TILE}) at None; open ends: (?P<ends>.*)", {}),
        (rf"(?P<tile>{_TILE}) cannot lie at (?P<pip>-?\d+), which no open end shows", {}),
        (
            rf"{_SEAT} lays (?P<tile>{_TILE}) at (?P<end>['\"].*['\"]); open ends: none",
            {"ends": [], "pips": []},
        ),
        (
            rf"{_SEAT} lays (?P<tile>{_TILE}) at (?P<end>['\"].*['\"]); open ends: (?P<ends>.*)",
            {},
        ),
    ),
    "ambiguous-end": _patterns((rf"(?P<tile>{_TILE}) fits at both ends: which\?", {})),
    "does-not-fit": _patterns(
        (rf"{_SEAT} lays (?P<tile>{_TILE}) at (?P<end_name>.*), which shows (?P<pip>\d+)", {}),
        (rf"(?P<tile>{_TILE}) cannot lie at any open end", {}),
    ),
    "passed-though-able": _patterns(
        (rf"{_SEAT} passes though it {_DUTY}", {}),
        (
            rf"{_SEAT} passes though a tile of its hand that nobody saw must have fitted",
            _UNSEEN_MUST_FIT,
        ),
    ),
    "drew-though-able": _patterns(
        (rf"{_SEAT} draws (?P<drawn>{_TILE}) though it {_DUTY}", {}),
        (
            rf"{_SEAT} draws a tile though a tile of its hand that nobody saw must have fitted",
            {"drawn": "?", **_UNSEEN_MUST_FIT},
        ),
        (
            (
                rf"{_SEAT} draws (?P<drawn>{_TILE}) though a tile of its hand that nobody saw "
                r"must have fitted"
            ),
            _UNSEEN_MUST_FIT,
        ),
    ),
    "nothing-to-draw": _patterns(
        (rf"{_SEAT} draws (?P<drawn>{_TILE}), but nothing may be drawn now", {}),
        (rf"{_SEAT} draws (?P<drawn>{_TILE}), but nobody draws in this game", {"most": 0}),
    ),
    "drew-too-many": _patterns(
        (rf"{_SEAT} draws (?P<drawn>{_TILE}), its allowance used up", {}),
    ),
    "drew-out-of-order": _patterns(
        (rf"{_SEAT} draws (?P<drawn>{_TILE}) where (?P<next>{_TILE}) is next", {}),
    ),
    "round-over": _patterns(
        (rf"{_SEAT} acts though the round is over \((?P<ended>[a-z]+)\)", {}),
    ),
    "round-not-over": _patterns(
        (rf"said to be (?P<said>[a-z]+), but {_SEAT} {_DUTY}", {}),
        (
            (
                r"said to be (?P<said>[a-z]+), "
                r"but a tile that nobody saw must have been held that fits"
            ),
            _UNSEEN_MUST_FIT,
        ),
        (rf"the next round is dealt, but {_SEAT} {_DUTY}", {}),
    ),
    "wrong-ending": _patterns(
        (r"said to be broken off, but it ended (?P<ended>[a-z]+)", {}),
        (r"said to be (?P<said>[a-z]+), but it ended (?P<ended>[a-z]+)", {}),
    ),
    "wrong-tiles-left": _patterns(
        (
            (
                rf"{_SEAT} holds (?P<held>.*), not (?P<shown>[^:]*?)"
                rf"(?:: (?P<elsewhere>{_TILE}(?:, {_TILE})*) lay elsewhere)?"
            ),
            {},
        ),
    ),
    "no-possible-deal": _patterns(
        (r"whatever was dealt, one of these was against the rules: (?P<acts>.*)", {}),
        (rf"with what {_SEAT} shows somebody passed, drew or led against the rules", {}),
    ),
}
"""By code, the sentences of the first version, with parameters that they imply."""

_MOVE = r" \(move (?P<move>\d+)\)"
_ON = r" on (?P<pips>\d+(?: and \d+)*)" + _MOVE
_ACTS = [
    (code, re.compile(pattern), constants)
    for code, pattern, constants in (
        ("passed-though-able", rf"{_SEAT} passes{_ON}", {}),
        ("skipped-though-able", rf"{_SEAT} is stepped over{_ON}", {}),
        ("drew-though-able", rf"{_SEAT} draws a tile{_ON}", {"drawn": "?"}),
        ("drew-though-able", rf"{_SEAT} draws (?P<drawn>{_TILE}){_ON}", {}),
        ("wrong-lead-tile", rf"{_SEAT} leads (?P<tile>{_TILE}){_MOVE}", {}),
        ("round-not-over", rf"the round is (?P<said>[a-z]+){_MOVE}", {}),
    )
]

UPCASTS: Mapping[str, Upcast] = {
    "irregularity-noted/1": Upcast("irregularity-noted/2", _with_params),
    "ruling-made/1": Upcast("ruling-made/2", _without_role),
}
"""By topic of an old version."""
