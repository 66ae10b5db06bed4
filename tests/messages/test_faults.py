"""Sentences about faults: every code has templates, which fit its parameters."""

from typing import Any, get_args

import pytest

from domino_ledger.domain.faults.codes import Code, Fault, Params, Refusal, RefusalCode, RemarkCode
from domino_ledger.projections.messages.faults import TEMPLATES, fault_text, irregularity_text
from domino_ledger.projections.messages.templates import Template, each_of, template_of

NAMES = ("ann", "bob", "cid", "dan")
VALUES: Params = {
    "seat": 1,
    "turn": 0,
    "to_lead": 2,
    "leader": 3,
    "lot": 2,
    "expected": (0, 2),
    "turns_first": ((0, "pass"), (1, "draw")),
    "noted_for": (0, 1),
    "act": "pass",
    "tile": "6-4",
    "drawn": "6-4",
    "next": "1-1",
    "could": ("6-1", "6-4"),
    "wanted": ("6-6",),
    "end": "left",
    "ends": ("left", "right"),
    "first": ("arm-2",),
    "pips": (3, 4),
    "pip": 3,
    "players": 1,
    "hands": 1,
    "tiles": 1,
    "left": 2,
    "disputes": 1,
    "rounds": 1,
    "moves": 2,
    "rules": "block@1",
    "allowed": (2, 4),
    "teams": ((0, 1), (2, 3)),
    "sides": ((0, 2), (1, 3)),
    "held": ("6-4", "?"),
    "shown": ("5-5",),
    "elsewhere": ("5-5",),
    "foreign": ("9-9",),
    "twice": ("6-6",),
    "missing": ("6-6", "5-5"),
    "kinds": ("uphold", "void-round"),
    "noted_winners": (0, 2),
    "found_winners": (),
    "acts": ({"code": "could-play", "act": "pass", "seat": 1, "pips": (3,), "move": 5},),
    "claim": "net",
    "claimed": (1, -1),
    "found": None,
    "either": (1, 6),
    "ended": "out",
    "owner": 0,
    "by": 2,
    "open_ends": ("train-1", "public"),
    "may": (3, 4),
    "aside": "4-1",
    "hub": "11-11",
    "hub_of_round": "12-12",
}
"""A value for each parameter that is not a plain number."""


def params_of(template: Template) -> Params:
    counts = {"last_round": "rounds", "last_move": "moves"}
    names = {counts.get(name, name) for name in template.placeholders}
    names |= {"pips"} if "ends" in names else set()
    return {**{name: VALUES.get(name, 7) for name in names}, **template.where}  # type: ignore[dict-item]


def test_every_code_has_templates() -> None:
    codes = [code for kind in (RemarkCode, Code, RefusalCode) for code in get_args(kind)]
    assert len(set(codes)) == len(codes)
    assert list(TEMPLATES) == codes


@pytest.mark.parametrize("code", get_args(Code))
def test_an_irregularity_without_parameters_has_its_sentence(code: str) -> None:
    *_, last = each_of(TEMPLATES[code])
    assert (last.placeholders, last.where) == (frozenset(), {})
    assert irregularity_text(code, {}) == last.sentence


@pytest.mark.unmeasured
@pytest.mark.parametrize(
    ("code", "template"),
    [(code, template) for code, wording in TEMPLATES.items() for template in each_of(wording)],
)
def test_every_template_is_chosen_for_its_parameters(code: str, template: Template) -> None:
    params = params_of(template)
    assert template_of(TEMPLATES[code], params) == template
    sentence = irregularity_text(code, params, NAMES)
    assert "{" not in sentence
    assert "seat" not in sentence.replace("a seat", "").replace("no seat", "") or not {
        "seat",
        "leader",
    } & set(params)


def false_claim(claim: str, claimed: Any, found: Any, said: str, **more: Any) -> tuple[Fault, str]:
    fault = Fault("false-claim", {"claim": claim, "claimed": claimed, "found": found, **more})
    return fault, f"{claim}: the record claims {said}"


FALSE_CLAIMS = (
    false_claim(
        *("pips", (1, 2, 3, 4), (0, None, 3, 4)),
        "ann 1, bob 2, cid 3, dan 4, the ledger finds ann 0, bob ?, cid 3, dan 4",
    ),
    false_claim(
        *("points", (9, 0), (0, 9)),
        "ann and cid 9, bob and dan 0, the ledger finds ann and cid 0, bob and dan 9",
        sides=((0, 2), (1, 3)),
    ),
    false_claim("winners", (0,), (), "ann, the ledger finds nobody"),
    false_claim("winners", (None,), (1, 7), "[null], the ledger finds bob and seat 7"),
    false_claim("readings.set-up.blocker", 0, None, "ann, the ledger finds none"),
    false_claim("net_by_reading.set-up", (1,), "none", '[1], the ledger finds "none"'),
)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (
            Fault("bad-seats", {"teams": ((0, 1), (2, 3)), "sides": ((0, 2), (1, 3))}),
            "teams ann + bob, cid + dan where these rules have ann + cid, bob + dan",
        ),
        (
            Fault(
                "no-such-end",
                {"seat": 0, "tile": "6-4", "end": "top", "ends": ("left", "right"), "pips": (3, 4)},
            ),
            "ann lays 6-4 at top; open ends: left (3) and right (4)",
        ),
        (
            Fault(
                "train-closed",
                {
                    "seat": 0,
                    "tile": "6-4",
                    "end": "train-1",
                    "owner": 1,
                    "open_ends": ("train-0", "public"),
                },
            ),
            (
                "ann lays 6-4 at train bob, but the train of bob is closed to them; "
                "open to them: train ann, public"
            ),
        ),
        (
            Fault("round-not-over", {"seat": 0, "duty": "marker"}),
            "the next round is dealt, but ann had to put their marker up",
        ),
        (
            Fault(
                "no-possible-deal",
                {
                    "acts": (
                        {"code": "could-play", "act": "skip", "seat": 1, "pips": (3, 4), "move": 5},
                        {
                            "code": "could-play",
                            "act": "draw",
                            "seat": 2,
                            "draw": "?",
                            "pips": (3,),
                            "move": 6,
                        },
                        {"code": "round-not-over", "said": "broken off", "move": 7},
                    )
                },
            ),
            (
                "under every possible deal, one of these was against the rules: "
                "bob is stepped over on 3 and 4 (move 6); cid draws a tile on 3 (move 7); "
                "the round is broken off"
            ),
        ),
        (
            Fault("false-claim", {"claim": "net", "claimed": (0,) * 300, "found": None}),
            f"net: the record claims [{'0, ' * 133}..., the ledger finds none",
        ),
        *FALSE_CLAIMS,
        (
            Fault("could-play", {"hidden": True, "seat": 1, "act": "pass"}),
            "bob passes though they could play (the round is not over: --open shows the details)",
        ),
        (
            Fault("wrong-pips-left", {"noted_for": (0, 1)}),
            "by the tiles, ann and bob cannot have the pips left that were noted",
        ),
        (
            Refusal("turns-first", {"seat": 0, "turn": 1, "turns_first": ((1, "draw"), (1, "-"))}),
            "ann acts, but it is the turn of bob: type 'bob draw' and 'bob -' first",
        ),
    ],
)
def test_sentences(fault: Fault | Refusal, sentence: str) -> None:
    assert fault_text(fault, NAMES) == sentence


def test_an_irregularity_of_an_unknown_code_is_its_code() -> None:
    assert irregularity_text("not-yet-known", {}) == "not-yet-known"
