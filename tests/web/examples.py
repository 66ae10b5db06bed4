"""The examples in the description of the API: what is asked, and what a server answers.

`python -m tests.web.examples` writes them to `web/api/examples.json`; a test compares.
"""

import json
import re
from functools import cache
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx

from domino_ledger import open_book
from domino_ledger.ledger.log.checkpoints import make_checkpoint
from domino_ledger.ledger.log.hash_tiles import CHECKPOINT
from domino_ledger.ledger.registry.keys import add_key
from domino_ledger.ledger.signing.keys import PrivateKey
from domino_ledger.web.settings import Settings

from .served import serving

ROOT = Path(__file__).parents[2]
FILE = ROOT / "web" / "api" / "examples.json"
MOST = 2
"""Objects of a list that are shown."""
Json = dict[str, Any]


class Example(NamedTuple):
    """A request."""

    route: str
    method: str
    path: str
    parameters: Json
    body: Json | str | None = None


_OF_GAME: Json = {"game": "clean"}
_OF_TABLE: Json = {"game": "tuesday-1"}
_OF_DISPUTE = {**_OF_GAME, "dispute": 1}
_GAME = "/games/{game}"
_DISPUTE = f"{_GAME}/disputes/{{dispute}}"
_DOCS = ROOT / "docs" / "examples"
_RULES: Json = json.loads((_DOCS / "tiny-draw.json").read_text(encoding="utf-8"))
_CLEAN = (_DOCS / "clean.jsonl").read_text(encoding="utf-8")
_KEY = PrivateKey("club.example/book", bytes(range(32)))
EXAMPLES = (
    Example("api.rules.add", "POST", "/rules", {}, _RULES),
    Example("api.import", "POST", "/import", {}, _CLEAN),
    Example("api.games", "GET", "/games", {"player": "ann", "limit": 10}),
    Example("api.game", "GET", _GAME, _OF_GAME),
    Example("api.game.record", "GET", f"{_GAME}/record", _OF_GAME),
    Example("api.game.replay", "GET", f"{_GAME}/rounds/{{round}}", {**_OF_GAME, "round": 0}),
    Example(
        *("api.game.position", "GET", f"{_GAME}/rounds/{{round}}/moves/{{move}}"),
        {**_OF_GAME, "round": 0, "move": 2, "as": "ben"},
    ),
    Example(
        *("api.game.explain", "GET", f"{_GAME}/rounds/{{round}}/explanation"),
        {**_OF_GAME, "round": 0},
    ),
    Example(
        *("api.game.explain-move", "GET", f"{_GAME}/rounds/{{round}}/moves/{{move}}/explanation"),
        {**_OF_GAME, "round": 0, "move": 2},
    ),
    Example("api.game.audit", "GET", f"{_GAME}/audit", _OF_GAME),
    Example("api.game.verify", "GET", f"{_GAME}/verification", _OF_GAME),
    Example("api.game.proof", "GET", f"{_GAME}/proof", _OF_GAME),
    Example("api.game.inclusion", "GET", f"{_GAME}/inclusion", _OF_GAME),
    Example("api.export", "GET", "/export", _OF_GAME),
    Example(
        *("api.game.amend", "POST", f"{_GAME}/amendments", _OF_GAME),
        {
            "record": json.loads(_CLEAN) | {"source": "an evening at the club"},
            "reason": "it was not said where they played",
            "by": "ben",
        },
    ),
    Example("api.game.versions", "GET", f"{_GAME}/versions", _OF_GAME),
    Example("api.players", "GET", "/players", {"limit": 10}),
    Example("api.player", "GET", "/players/{player}", {"player": "ann"}),
    Example("api.player.statistics", "GET", "/players/{player}/statistics", {"player": "ann"}),
    Example("api.statistics", "GET", "/statistics", {"limit": 10}),
    Example("api.league", "GET", "/league", {"together": True, "limit": 10}),
    Example("api.payouts", "GET", "/payouts", {"by_game": True, "limit": 10}),
    Example("api.rules", "GET", "/rules", {"limit": 2}),
    Example("api.rule-set", "GET", "/rules/{rules}", {"rules": "block-lot@1"}),
    Example("api.what-if", "POST", "/what-if", {}, {"settings": {"score.target": 50}}),
    Example(
        *("api.game.dispute.open", "POST", f"{_GAME}/disputes", _OF_GAME),
        {"by": "ann", "claim": "3-1 was not in the hand", "round": 0, "move": 2},
    ),
    Example(
        *("api.game.dispute.answer", "POST", f"{_DISPUTE}/answers", _OF_DISPUTE),
        {"by": "ben", "answer": "it was"},
    ),
    Example(
        *("api.game.dispute.rule", "POST", f"{_DISPUTE}/rulings", _OF_DISPUTE),
        {
            "by": "Judy",
            "new": True,
            "reason": "the audit shows it",
            "remedies": [{"kind": "uphold", "round": 0}],
        },
    ),
    Example(
        *("api.game.dispute.appeal", "POST", f"{_DISPUTE}/appeals", _OF_DISPUTE),
        {"by": "ann", "reason": "look again"},
    ),
    Example(
        *("api.game.dispute.withdraw", "POST", f"{_DISPUTE}/withdrawals", _OF_DISPUTE),
        {"by": "ann", "reason": "it is right"},
    ),
    Example("api.game.disputes", "GET", f"{_GAME}/disputes", _OF_GAME),
    Example("api.game.dispute", "GET", _DISPUTE, _OF_DISPUTE),
    Example("api.disputes", "GET", "/disputes", {"open": False, "limit": 10}),
    Example(
        *("api.game.open", "POST", "/games", {}),
        {
            "name": "tuesday-1",
            "rules": "block@1",
            "settings": {"play.redeal.doubles": 4},
            "players": ["ann", "ben"],
        },
    ),
    Example(
        *("api.game.result", "POST", f"{_GAME}/results", _OF_TABLE),
        {"expected_version": 1, "winners": [0], "ended": "out", "pips": [0, 12]},
    ),
    Example(
        *("api.game.correct", "PUT", f"{_GAME}/results/{{round}}", {**_OF_TABLE, "round": 0}),
        {"expected_version": 2, "winners": [0], "ended": "out", "pips": [0, 14]},
    ),
    Example(
        *("api.game.deal", "POST", f"{_GAME}/deal", _OF_TABLE),
        {"expected_version": 4, "hands": [None, None], "leader": 0},
    ),
    Example(
        *("api.game.act", "POST", f"{_GAME}/acts", _OF_TABLE),
        {"expected_version": 5, "seat": 0, "act": "lay", "tile": "6-6"},
    ),
    Example(
        *("api.game.line", "POST", f"{_GAME}/lines", _OF_TABLE),
        {"expected_version": 6, "line": "ben 6-4 left"},
    ),
    Example("api.game.state", "GET", f"{_GAME}/state", _OF_TABLE),
    Example(
        *("api.game.undo", "POST", f"{_GAME}/undo", _OF_TABLE), {"expected_version": 7, "times": 2}
    ),
    Example(
        *("api.game.redeal", "POST", f"{_GAME}/redeal", _OF_TABLE),
        {"expected_version": 9, "seat": 0},
    ),
    Example(
        *("api.game.abandon", "POST", f"{_GAME}/abandon", _OF_TABLE),
        {"expected_version": 10, "reason": "the lights went out"},
    ),
    Example("api.game.events", "GET", f"{_GAME}/events", {**_OF_TABLE, "follow": False}),
    Example("api.log", "GET", "/log", {"follow": False}),
)
"""In this order."""


def answers() -> dict[str, Json]:
    """By route, the request and the answer of a server with one game."""
    found = {}
    with TemporaryDirectory() as folder:
        book, tiles = Path(folder) / "examples.db", Path(folder) / "tiles"
        with open_book(book, create=True) as opened:
            add_key(opened.ledger, _KEY.public, "log")
        settings = Settings(key=_KEY, tiles=tiles)
        with serving(book, settings) as address, httpx.Client(base_url=address) as client:
            for each in EXAMPLES:
                parameters = each.parameters
                if each.route == "api.game.inclusion":
                    parameters = {**parameters, "checkpoint": (tiles / CHECKPOINT).read_text()}
                found[each.route] = _asked(client, each._replace(parameters=parameters))
                if each.route == "api.import":
                    with open_book(book) as opened:
                        make_checkpoint(opened.ledger, tiles, _KEY)
    return same_each_time(found)


def _asked(client: httpx.Client, example: Example) -> Json:
    """The request, and what the server answers."""
    _, method, path, parameters, body = example
    query = {name: value for name, value in parameters.items() if f"{{{name}}}" not in path}
    sent = {"content": body} if isinstance(body, str) else {"json": body}
    url = f"/api/v1{path.format(**parameters)}"
    answer = client.request(method, url, params=query, **sent)
    in_json = answer.headers["content-type"] == "application/json"
    return {
        "parameters": parameters,
        **({} if body is None else {"body": body}),
        "status": answer.status_code,
        "answer": trimmed(answer.json()) if in_json else _begun(answer.text),
    }


def _begun(text: str) -> str:
    """The first lines, or events, of a stream."""
    end = "\n\n" if "\n\n" in text else "\n"
    return "".join(f"{each}{end}" for each in text.split(end)[:MOST] if each)


def trimmed(value: Any) -> Any:
    """The value with fewer objects in its lists."""
    match value:
        case dict():
            return {name: trimmed(each) for name, each in value.items()}
        case [dict(), *_]:
            return [trimmed(each) for each in value[:MOST]]
        case _:
            return value


_TIME = re.compile(r"\d{4}-\d\d-\d\dT[0-9:.]+(Z|\+00:00)")
_BY_CHANCE = re.compile(
    r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}|(?<=urn:uuid:)[-0-9a-f]+"
    r"|\b(?:[0-9a-f]{16}|[0-9a-f]{32}|[0-9a-f]{64})\b|(?<!\\)[A-Za-z0-9+/]{43,}="
)
"""Ids; salts and hashes; hashes and signatures in Base64."""


def same_each_time(found: dict[str, Json]) -> dict[str, Json]:
    """The answers with one time, and with numbers for ids, hashes and signatures."""
    numbers = count(1)

    @cache
    def numbered(chance: str) -> str:
        rest = "-0000-4000-8000-000000000000" if "-" in chance else re.sub("[^=]", "0", chance[8:])
        return f"{next(numbers):08}{rest}"

    text = _TIME.sub("2026-11-27T20:15:00Z", json.dumps(found, ensure_ascii=False))
    text = _BY_CHANCE.sub(lambda chance: numbered(chance[0]), text)
    again: dict[str, Json] = json.loads(text)
    return again


if __name__ == "__main__":
    FILE.write_text("{}\n", encoding="utf-8")  # Old ones may be of routes that are gone.
    text = json.dumps(answers(), ensure_ascii=False, indent=1)
    FILE.write_text(f"{text}\n", encoding="utf-8")
