"""The openings of the games in a book, those in amendments included.

The id of a game follows from the id of its record, so that a record has one game. One id of a rule
set means one rule set. Two players are one person only if no game had both at its table before the
house said so.
"""

from contextlib import suppress
from itertools import combinations
from uuid import UUID

from pydantic import ValidationError

from ...domain.events import GameAmended, GameOpened
from ...domain.rules.rule_set import RuleSet
from ...ledger.book import Book
from ...ledger.errors import Tampered
from ...ledger.log.entries import index_of
from ...ledger.records.unreadable import Unreadable
from ...ledger.registry.aliases import aliases_of
from ...ledger.registry.rule_sets import all_rules, check_agreed
from ...ledger.store.event_reader import opening_in
from ...ledger.store.house import House
from ...ledger.store.ids import HOUSE, game_id

_OPENINGS = (
    "SELECT {game}, originator_version, topic, state FROM stored_events WHERE topic IN (?, ?)"
)


def verify_openings(book: Book, game: UUID | None = None) -> None:
    """Check the openings of one game, or of all.

    Raises Tampered at the first opening or amendment that is of the record of another game, or
    whose rules are not those that are published or in the book under their id, nor those of the
    other games that have it, or that differ from their parent in more than their id says; also if
    rules or the ids of players cannot be read.
    """
    known, same = dict(all_rules(book)), set[bytes]()
    asked = [GameOpened.TOPIC, GameAmended.TOPIC, *([] if game is None else [game.hex])]
    statement = _OPENINGS if game is None else f"{_OPENINGS} AND originator_id = ?"
    with book.recorder.scan(statement, asked) as rows:
        for id, event, topic, state in rows:
            opening, stream, ids = opening_in(topic, state), str(UUID(id)), list[str]()
            if str(game_id(opening.record)) != stream:
                raise Tampered("other-record", game=stream, event=event, opens=opening.record)
            with suppress(ValueError, AttributeError, TypeError):
                ids = [str(UUID(player)) for player in opening.players]
            if ids != [*opening.players]:  # Merges, and the tables, compare them as text.
                raise Tampered("event-malformed", game=stream, event=event)
            written = opening.rules
            if written in same:
                continue
            try:
                rules = RuleSet.model_validate_json(written)
                as_known = known.setdefault(rules.id, rules) == rules
                check_agreed(known, rules)
            except ValidationError:
                raise Tampered("event-malformed", game=stream, event=event) from None
            except Unreadable:
                as_known = False
            if not as_known:
                raise Tampered("rules-changed", game=stream, event=event, rules=rules.id)
            same.add(written)


def verify_merges(book: Book, house: House) -> None:
    """Check who counts as whom.

    Raises Tampered at the first merge that cannot follow what was decided before it, and for two
    people who were merged though they had sat at one table.
    """
    same = aliases_of(house)
    merged = [str(player).encode() for player in {*same, *same.values()}]
    newest = dict[str, tuple[int, str, bytes]]()
    if same:
        statement = f"{_OPENINGS} ORDER BY originator_version"
        with book.recorder.scan(statement, [GameOpened.TOPIC, GameAmended.TOPIC]) as rows:
            for game, version, topic, state in rows:
                newest.pop(game, None)
                if sum(player in state for player in merged) > 1:
                    newest[game] = version, topic, state
    for game, (version, topic, state) in newest.items():
        seated = map(UUID, opening_in(topic, state).players)
        for one, other in combinations(seated, 2):
            if same.get(one, one) != same.get(other, other):
                continue
            since, before = house.version, same
            while before.get(one, one) == before.get(other, other):
                before = aliases_of(House(house.entries[: since - 1]))
                since -= 1
            # The next decision made them one person.
            if index_of(book, UUID(game), version) < index_of(book, HOUSE, since + 1):
                raise Tampered("merged-at-one-table", game=str(UUID(game)))
