"""Lines of games with wrong deals that are undone, and games without them."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random

from domino_ledger.domain.game.decide import Refused
from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.ledger.errors import NotNow
from domino_ledger.ledger.live.session import TableSession
from domino_ledger.ledger.live.simulation import Simulation

from .games import Json
from .typed import deal_line, lines_of_game

SLIP, UNDONE = "# a slip", "# the slip is taken back"
RULES = ("block@1", "draw@1", "forced-block@1", "partnership-sanjuan@1")


def simulated(rules: str, seed: int) -> Simulation:
    """Games of these rules with the fewest seats."""
    return Simulation(PUBLISHED[rules], min(PUBLISHED[rules].play.hand), seed)


def with_slips(record: Json, chance: Random) -> Iterator[str]:
    """The lines of a game. Before some deals, another deal is typed, perhaps played, and undone.

    Some acts are typed too early or twice, and some are undone and typed again.
    """
    rounds, before = iter(record["rounds"]), "pass"
    for text in lines_of_game(record):
        deals = text.startswith("deal")
        if deals:
            round = next(rounds)
            for _ in range(chance.randrange(3)):
                yield from slip(round, record["players"], chance)
        elif chance.random() < 0.2:
            yield before
        yield text
        if not deals and chance.random() < 0.2:
            yield from ("undo", text)
        before = text


def slip(round: Json, players: list[str], chance: Random) -> Iterator[str]:
    """A deal with two exchanged tiles, some acts, and their undo.

    For use with `taken`: the deal or the lead may be refused; then less must be undone.
    """
    yield SLIP
    hands = [list(hand) for hand in round["hands"]]
    mine, theirs = chance.sample(range(len(hands)), 2)
    hands[mine][-1], hands[theirs][-1] = hands[theirs][-1], hands[mine][-1]
    yield deal_line(round | {"hands": hands}, players)
    if chance.random() < 0.5:
        yield round["moves"][0]["lay"]
    if chance.random() < 0.5:
        yield from ("pause", "resume")
    yield UNDONE


def taken(session: TableSession, lines: Iterable[str]) -> TableSession:
    """The session after these lines, some of which may be refused."""
    before = session.game
    for text in lines:
        if text == SLIP:
            before = session.game
        while text == UNDONE and session.game != before:
            session.take("undo")
        with suppress(Refused, NotNow):
            session.take(text)
    return session
