"""Records of `tests/data` with rulings."""

from uuid import UUID

from domino_ledger.domain.disputes.events import DisputeEvent, DisputeOpened, Remedy, RulingMade
from domino_ledger.domain.game.state import Game
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.records.format import read_record
from domino_ledger.ledger.records.import_ import rules_of
from domino_ledger.ledger.transcript.game import Transcript, judge
from domino_ledger.ledger.transcript.given import Desk, given_in_record
from domino_ledger.projections.audit.audit import Audit, audit
from domino_ledger.projections.results.disputes import Ruling
from tests.ledger.games import Json, line, record

from . import explaining

ARBITER = UUID(int=99)
AT = "2026-03-01T21:30:00.000000Z"


def disputed_and_ruled(*remedies: Remedy) -> tuple[DisputeEvent, ...]:
    """A dispute with a ruling."""
    return (
        DisputeOpened(dispute=1, by=ARBITER, claim="no"),
        RulingMade(dispute=1, by=ARBITER, remedies=remedies),
    )


def read_ruled(record: Json, *remedies: Remedy, after: int | None = None) -> Transcript:
    """The record as events, with a ruling after so many deals, or at the end."""
    parsed = read_record(line(record))
    players = tuple(UUID(int=seat + 1) for seat in range(len(parsed.players)))
    rounds = len(parsed.rounds) if after is None else after
    desk: Desk = {rounds: disputed_and_ruled(*remedies)} if remedies else {}
    given = given_in_record(parsed, rules_of(parsed, PUBLISHED), players)
    return judge(given._replace(desk=desk))


def ruled_game(record: Json, *remedies: Remedy) -> Game:
    """The game of such a record, ruled on at its end."""
    game = read_ruled(record, *remedies).game
    assert game is not None
    return game


def audited(record: Json, *remedies: Remedy, rules: RuleSet | None = None) -> Audit:
    """The audit of such a game of a book."""
    ruling = Ruling(1, "Marta", AT, "so it was", remedies, "arbiter")
    return audit(read_ruled(record, *remedies), rules, rulings=(ruling,))


def unclaimed(file: str, number: int) -> Json:
    """A record without claims, as in a book."""
    game = record(file, number)
    for part in (game, *game["rounds"]):
        part.pop("claims", None)
    return game


BLOCKED = unclaimed("payout.jsonl", 0)
"""Four seats; pips 12 10 17 7; by the reading that counts seat 1 blocked: net 12 -36 17 7."""
POINTS = unclaimed("openspiel-block.jsonl", 0)
PARTNERS = unclaimed("sanjuan.jsonl", 0)
NAMES = ("ana", "ben", "carl", "dora")


def explained(game: Json, *remedies: Remedy, round: int = 0) -> list[str]:
    """The explanation of a round, step by step."""
    return explaining.explained(ruled_game(game, *remedies), round)


def damaged() -> Json:
    """A record with an irregular pass: the round waits for a ruling."""
    game = record("payout.jsonl", 0)
    move = next(move for move in game["rounds"][0]["moves"][1:] if "lay" in move)
    move["seat"] = (move["seat"] + 1) % 4
    return game
