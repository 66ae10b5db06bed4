"""The answers of `domino` about a stored book: facts without sentences.

All answers come from the command, so they do not depend on names inside the program.
"""

import gzip
import json
import os
import re
import shlex
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, TypeAlias

from tests.cli import command

Json: TypeAlias = Any
Answers: TypeAlias = dict[str, Json]
"""By subject: a game (`slip@2`: its version 2), a player, a table."""

HERE = Path(__file__).parent
BOOK = "domino.db"
COMPRESSED = frozenset(
    {"export", "notation", "audit-points", "audit-money", "replay", "tail", "tail-open", "tables"}
)
"""Kinds whose answers are large."""
WORDS: dict[str, frozenset[str]] = {
    "audit": frozenset({"message", "needs", "params", "role"}),
    "audit-points": frozenset({"message", "needs", "params", "role"}),
    "audit-money": frozenset({"message", "needs", "params", "role"}),
    "audit-closed": frozenset({"message", "needs", "params", "role"}),
    "disputes": frozenset({"role", "why"}),
    "games": frozenset({"started_at"}),
    "replay": frozenset({"message", "reason", "reason_code", "reason_params", "params"}),
    "sheet": frozenset(
        {"ended", "outcome", "remarks", "stake", "waiting"}
        | {"corrected", "penalties", "played_points", "played_net", "net_penalties", "disputes"}
    ),
    "explain": frozenset({"code", "params", "text"}),
    "tail": frozenset({"message", "params", "role"}),
    "tail-open": frozenset({"message", "params", "role"}),
    "tables": frozenset({"search_version", "generation"}),
}
"""By kind, keys that hold sentences, or depend on the program: they are left out.

Name a key here, too, if answers got it after the book was written.
"""
ADDED_COLUMNS = {
    "statistic": ("reported", "reported_won"),
    "round_end": ("report",),
    "round_seat": ("in_play", "in_play_from_ten"),
    "game_fact": ("lowest_wins",),
}
"""By table, the columns that it got since the book was written."""
_PLACES = 4
"""Decimal places of a rating that are compared."""


class AskedBook:
    """A book in a directory, and the answers about it; each kind is computed once."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._found: dict[str, Answers] = {}

    def answers(self, kind: str) -> Answers:
        """All answers of this kind."""
        if kind not in self._found:
            words = WORDS.get(kind, frozenset())
            asked = KINDS[kind](self)
            self._found[kind] = {of: _facts(answer, words) for of, answer in asked.items()}
        return self._found[kind]

    def lines(self, line: str, *, codes: Iterable[int] = (0,)) -> list[Json]:
        """The JSON Lines that a command prints."""
        return [json.loads(each) for each in self.text(line, codes=codes).splitlines()]

    def text(self, line: str, *, codes: Iterable[int] = (0,)) -> str:
        """The text that a command prints."""
        with inside(self.directory):
            ran = command.run(line)
        assert ran.code in codes, (line, ran)
        return ran.out

    @cached_property
    def listed(self) -> list[Json]:
        """The games, as `domino games` lists them."""
        return self.lines("games --json")

    @cached_property
    def games(self) -> list[str]:
        """The ids of the records, in the order of the book."""
        return [game["record"] for game in self.listed]

    @cached_property
    def versions(self) -> list[tuple[str, int]]:
        """Each version of each amended game."""
        return [
            (game["record"], version + 1)
            for game in self.listed
            for version in range(game["version"])
            if game["version"] > 1
        ]


@contextmanager
def inside(directory: Path) -> Iterator[None]:
    """A context with this directory as the working directory."""
    before = Path.cwd()
    os.chdir(directory)
    try:
        yield
    finally:
        os.chdir(before)


def book_bytes(version: str) -> bytes:
    """The file of the book written by this version."""
    return gzip.decompress((HERE / version / f"{BOOK}.gz").read_bytes())


def kept_answers(version: str, kind: str) -> Answers:
    """The answers given when the book was written."""
    data = _file(version, kind).read_bytes()
    text = gzip.decompress(data) if kind in COMPRESSED else data
    return {each["of"]: each["is"] for each in map(json.loads, text.splitlines())}


def keep_answers(version: str, book: AskedBook) -> None:
    """Store the current answers."""
    for kind in KINDS:
        lines = (
            json.dumps({"of": of, "is": answer}, ensure_ascii=False) + "\n"
            for of, answer in book.answers(kind).items()
        )
        data = "".join(lines).encode()
        file = _file(version, kind)
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(gzip.compress(data, mtime=0) if kind in COMPRESSED else data)


def _file(version: str, kind: str) -> Path:
    return HERE / version / "answers" / f"{kind}.jsonl{'.gz' if kind in COMPRESSED else ''}"


def _facts(answer: Json, words: frozenset[str]) -> Json:
    match answer:
        case dict():
            return {key: _facts(each, words) for key, each in answer.items() if key not in words}
        case list():
            return [_facts(each, words) for each in answer]
        case float():
            return round(answer, _PLACES)
        case _:
            return answer


_FOUND_ILLEGAL = 3


def _each_version(book: AskedBook, line: str) -> Answers:
    return {
        f"{game}@{version}": only
        for game, version in book.versions
        for only in book.lines(
            f"{line} {shlex.quote(game)} --version {version}", codes=(0, _FOUND_ILLEGAL)
        )
    }


def _export(book: AskedBook) -> Answers:
    newest = {game["id"]: game for game in book.lines("export --open")}
    return newest | _each_version(book, "export --open")


def _notation(book: AskedBook) -> Answers:
    texts = re.split(r"^(?=Game: )", book.text("export --open --format text"), flags=re.MULTILINE)
    return dict(zip(book.games, texts[1:], strict=True))


def _audit(book: AskedBook) -> Answers:
    return _audited(book, "--open") | _each_version(book, "audit --json --open")


def _audit_closed(book: AskedBook) -> Answers:
    return _audited(book, "")


def _audited(book: AskedBook, how: str) -> Answers:
    line = f"audit --json {how} {shlex.join(book.games)}"
    return {game["game"]: game for game in book.lines(line, codes=(_FOUND_ILLEGAL,))}


def _audited_by(rules: str) -> Callable[[AskedBook], Answers]:
    """The audits of all games by the score and payout of these rules."""
    return lambda book: _audited(book, f"--open --rules {rules}")


def _whatif(book: AskedBook) -> Answers:
    """What-if over all games (no game was left out then), without the keys added since."""
    return {
        rules: [
            _without(found, "set", "left_out", "reported")
            | {
                "readings": {
                    reading: _without(figures, "assisted", "net_without_assistance")
                    for reading, figures in found["readings"].items()
                }
            }
            for found in book.lines(f"whatif --rules {rules} --every-game --json")
        ]
        for rules in ("draw@1", "club-points@1", "club-money@1")
    }


def _without(found: Json, *added: str) -> Json:
    return {key: value for key, value in found.items() if key not in added}


def _replay(book: AskedBook) -> Answers:
    return {
        game: book.lines(f"replay {shlex.quote(game)} --open --json") for game in book.games
    } | {
        f"{game}@{version}": book.lines(
            f"replay {shlex.quote(game)} --open --json --version {version}"
        )
        for game, version in book.versions
    }


def _sheet(book: AskedBook) -> Answers:
    return {
        game: only
        for game in book.games
        for only in book.lines(f"sheet {shlex.quote(game)} --json")
    }


def _explain(book: AskedBook) -> Answers:
    """For the first settled round of each game: the rule of each step, and its player."""
    explained: Answers = {}
    for game in book.games:
        rounds = book.answers("audit")[game]["rounds"]
        settled = [at for at, each in enumerate(rounds) if each["points"] or each["net"]]
        for round in settled[:1]:
            (explained[game],) = book.lines(f"explain {shlex.quote(game)} {round + 1} --json")
    return explained


def _disputes(book: AskedBook) -> Answers:
    return {
        f"{each['game']}/{each['dispute']}": only
        for each in book.lines("dispute list --json")
        for only in book.lines(f"dispute show {shlex.quote(each['game'])} {each['dispute']} --json")
    }


def _tail(book: AskedBook) -> Answers:
    return _tailed(book, "tail")


def _tail_open(book: AskedBook) -> Answers:
    return _tailed(book, "tail --open")


def _tailed(book: AskedBook, line: str) -> Answers:
    """The events by game, without the versions of events, which may change."""
    names = {game["id"]: game["record"] for game in book.listed}
    events: dict[str, list[Json]] = defaultdict(list)
    for event in book.lines(line):
        for each in (event, *event["data"].get("revealed", ())):
            each["type"] = each["type"].partition("/")[0]
        events[names[event["subject"]]].append(event)
    return dict(events)


def _tables(book: AskedBook) -> Answers:
    names = (table["name"] for table in book.lines("tables --json"))
    return {
        name: sorted(
            (
                _without(row, *ADDED_COLUMNS.get(name, ()))
                for row in book.lines(f'sql "SELECT * FROM {name}" --json')
            ),
            key=json.dumps,
        )
        for name in names
        if name not in {"generation", "verdict"}  # Both also depend on earlier commands.
    }


def _named(line: str, key: str) -> Callable[[AskedBook], Answers]:
    """A command that prints one line for each thing; this key names the thing."""
    return lambda book: {each[key]: each for each in book.lines(line)}


def _ranked(line: str) -> Callable[[AskedBook], Answers]:
    """A command that prints its lines in a meaningful order."""
    return lambda book: {"all": book.lines(line)}


def _statistics(book: AskedBook, line: str) -> list[Json]:
    """Without the keys that were added, and with 0 where the rules name no blocker."""
    return [_figures(each) for each in book.lines(line)]


def _figures(found: Json) -> Json:
    before = _without(found, "per_hundred_rounds", "reported", "reported_won")
    before |= {name: found[name] or 0 for name in ("blocker", "assistant")}
    if "by_rules" in found:
        before["by_rules"] = [_figures(each) for each in found["by_rules"]]
    return before


def _players(book: AskedBook) -> Answers:
    listed = book.lines("players list --json")
    return {each["player"]: _without(each, "counts_as") for each in listed}


def _league(book: AskedBook) -> Answers:
    """One table of all games, with the keys that a place had in 0.1."""
    added = {"rules", "won_percentage"}
    places = book.lines("league --json --together")
    return {"all": [{key: each[key] for key in each if key not in added} for each in places]}


KINDS: dict[str, Callable[[AskedBook], Answers]] = {
    "export": _export,
    "notation": _notation,
    "audit": _audit,
    "audit-closed": _audit_closed,
    "replay": _replay,
    "sheet": _sheet,
    "explain": _explain,
    "games": _named("games --json", "record"),
    "stats": lambda book: {each["player"]: each for each in _statistics(book, "stats --json")},
    "ranking": lambda book: {"all": _statistics(book, "stats --json --rules block-lot@1")},
    "payouts": _ranked("payouts --json"),
    "payouts-by-game": _ranked("payouts --json --by game"),
    "players": _players,
    "league": _league,
    "rules": _named("rules list --json", "id"),
    "whatif": _whatif,
    "audit-points": _audited_by("club-points@1"),
    "audit-money": _audited_by("club-money@1"),
    "disputes": _disputes,
    "tail": _tail,
    "tail-open": _tail_open,
    "tables": _tables,
}
"""The kinds of answers, by name."""
