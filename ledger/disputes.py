"""Services for disputes, abandoned games and forfeited games.

Each function reads the game, decides, and appends one or two events, and perhaps a signature.
Instead of the game's id it takes the stream that was just read, too: the next of many steps need
not read it again. Each raises Refused if the step is not allowed, UnusableName if ``by`` is not
allowed as a name, and Conflict if another program has written to the game since.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, get_args
from uuid import UUID

from ..domain.disputes import decide as steps
from ..domain.disputes.events import DisputeOpened, Remedy, RoundRemedy, VoidGame
from ..domain.events import Event
from ..domain.game.decide import Abandon, Forfeit, decide
from ..domain.seats import Seat
from .book import Book
from .records.parsing import valid
from .records.unreadable import Unreadable
from .registry.keys import authorized
from .registry.players import Person, person
from .signing.keys import PrivateKey
from .store.stream import Sign, Stream


def disputed_games(book: Book) -> list[UUID]:
    """The games with disputes, in order of recording."""
    rows = book.query(
        "SELECT DISTINCT {game} FROM stored_events WHERE topic = ?",
        [DisputeOpened.TOPIC],
    )
    disputed = {UUID(game) for (game,) in rows}
    return [game for game in book.games() if game in disputed] if disputed else []


class Step(NamedTuple):
    """A stored step."""

    before: Stream
    after: Stream
    new_player: str | None = None
    """The name of the person, if new to the book."""


def open_dispute(
    book: Book,
    game: UUID | Stream,
    by: str,
    claim: str,
    *,
    round: int | None = None,
    move: int | None = None,
) -> Step:
    """Dispute a game, one of its rounds, or a move of that round; ``by`` is a name or an id."""
    stream, who = _read(book, game, by)
    opened = steps.open_dispute(stream.game, who.id, claim, round, move)
    return _append(book, stream, opened, who.new)


def newest_dispute(step: Step) -> int:
    """The number of the newest dispute."""
    return step.after.game.disputes


def answer_dispute(book: Book, game: UUID | Stream, dispute: int, by: str, answer: str) -> Step:
    """Answer a claim or an appeal."""
    stream, who = _read(book, game, by)
    answered = steps.answer_dispute(stream.game, dispute, who.id, answer)
    return _append(book, stream, answered, who.new)


def remedy_in(values: Mapping[str, Any]) -> Remedy:
    """The remedy in a parsed JSON object, such as `{"kind": "void-round", "round": 0}`.

    Raises Unreadable.
    """
    found = values.get("kind")
    if found not in _REMEDIES:
        raise Unreadable("unknown-kind", field="kind", kinds=list(_REMEDIES), found=found)
    remedy: Remedy = valid(_REMEDIES[found], values)
    return remedy


_REMEDIES: Mapping[Any, type[Any]] = {
    kind.model_fields["kind"].default: kind for kind in (*get_args(RoundRemedy), VoidGame)
}


def rule_on_dispute(
    book: Book,
    game: UUID | Stream,
    dispute: int,
    by: str,
    remedies: Sequence[Remedy],
    *,
    reason: str = "",
    table_rules: bool = False,
    key: PrivateKey | None = None,
) -> Step:
    """Order remedies; ``table_rules``: there is no arbiter, so a player may rule.

    ``key`` signs the ruling. Raises BadKey if it may not.
    """
    stream, who = _read(book, game, by)
    sign = None if key is None else authorized(book, key, "ruling", who.id)
    ruled = steps.rule_on_dispute(
        stream.game, dispute, who.id, tuple(remedies), reason, table_rules=table_rules
    )
    return _append(book, stream, ruled, who.new, sign)


def appeal_ruling(book: Book, game: UUID | Stream, dispute: int, by: str, reason: str) -> Step:
    """Appeal against the ruling on a dispute."""
    stream, who = _read(book, game, by)
    appealed = steps.appeal_ruling(stream.game, dispute, who.id, reason)
    return _append(book, stream, appealed, who.new)


def withdraw_dispute(
    book: Book, game: UUID | Stream, dispute: int, by: str, reason: str = ""
) -> Step:
    """Withdraw a claim or an appeal; ``by``: the person who made it."""
    stream, who = _read(book, game, by)
    withdrawn = steps.withdraw_dispute(stream.game, dispute, who.id, reason)
    return _append(book, stream, withdrawn, who.new)


def abandon_game(book: Book, game: UUID | Stream, reason: str = "") -> Step:
    """Break a game off."""
    stream = _stream(book, game)
    return _append(book, stream, decide(stream.game, Abandon(reason)))


def forfeit_game(book: Book, game: UUID | Stream, seat: Seat, reason: str = "") -> Step:
    """Record that a seat gave up."""
    stream = _stream(book, game)
    return _append(book, stream, decide(stream.game, Forfeit(seat, reason)))


def _read(book: Book, game: UUID | Stream, by: str) -> tuple[Stream, Person]:
    stream = _stream(book, game)
    return stream, person(book, by, stream.game.opened.players)


def _stream(book: Book, game: UUID | Stream) -> Stream:
    return game if isinstance(game, Stream) else book.stream(game)


def _append(
    book: Book,
    stream: Stream,
    events: Sequence[Event],
    new: Sequence[tuple[str, str]] = (),
    sign: Sign | None = None,
) -> Step:
    after = book.append(stream, events, new, sign=sign)
    return Step(stream, after, new[0][1] if new else None)
