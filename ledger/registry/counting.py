"""The rules by which the house counts its games, and how they are typed."""

import re
from collections.abc import Iterable, Mapping
from itertools import product

from ...domain.house import CountingChanged
from ...domain.rules.counting import (
    ALL,
    AS_PLAYED,
    SAME_PLAY,
    CountedBy,
    Counting,
    rules_that_count,
)
from ...domain.rules.rule_set import RuleSet
from ..book import Book
from ..errors import LedgerError
from ..store.house import House
from .rule_sets import all_rules, rules_called, rules_of_games

_OLD_AND_NEW = re.compile(r"(.+?)=([^+=]*@.*)")
"""An id may hold `=`, but behind it never an `@`: `block@1+score.target=50=mine@1`."""


def counting(house: House) -> Counting:
    """What the house last decided."""
    decided = [each.event for each in house.entries if isinstance(each.event, CountingChanged)]
    return decided[-1].rules if decided else AS_PLAYED


def other_rules(house: House, played: RuleSet, seats: int) -> RuleSet | None:
    """The rules that count for games of these rules and seats; None: those they were played by."""
    rules = rules_that_count(counting(house), played, seats)
    return None if rules.id == played.id else rules


class SeveralRules(LedgerError):
    """Several rule sets are named for the same games."""


def counting_for(book: Book, typed: Iterable[str]) -> Counting:
    """What `NEW`, `OLD=NEW` and `all=NEW` mean together for the games of a book.

    Raises SeveralRules, UnknownRules, and LedgerError as `check_games` does.
    """
    counting = one_counting(all_rules(book), typed)
    check_games(counting, rules_of_games(book))
    return counting


def one_counting(known: Mapping[str, RuleSet], typed: Iterable[str]) -> Counting:
    """The only counting that these mean; raises SeveralRules and UnknownRules."""
    counting, *others = countings(known, typed)
    if others:
        twice = sorted({each.text for one in (counting, *others) for each in one})
        raise SeveralRules("several-rules-named", rules=twice)
    return counting


def countings(known: Mapping[str, RuleSet], typed: Iterable[str]) -> list[Counting]:
    """What `NEW`, `OLD=NEW` and `all=NEW` mean together; raises UnknownRules.

    Of several rule sets for the same games, each makes a counting of its own with the others.
    """
    said: dict[str, list[CountedBy]] = {}
    for each in dict.fromkeys(typed):
        one = _counted_by(known, each)
        games = one.rules.play.model_dump_json() if one.played == SAME_PLAY else one.played
        said.setdefault(games, []).append(one)
    return list(product(*said.values()))


def _counted_by(known: Mapping[str, RuleSet], typed: str) -> CountedBy:
    found = _OLD_AND_NEW.fullmatch(typed)
    if found is None:
        return CountedBy(played=SAME_PLAY, rules=rules_called(known, typed))
    old, new = found.groups()
    played = ALL if old == ALL else rules_called(known, old).id
    return CountedBy(played=played, rules=rules_called(known, new))


def check_games(counting: Counting, played: Iterable[RuleSet]) -> None:
    """Raise LedgerError for rules without OLD if none of those played differ only in counting.

    ``played``: the rule sets of the book's games.
    """
    played = list(played)
    for each in counting:
        if each.played == SAME_PLAY and not any(map(each.names, played)):
            ids = sorted({rules.id for rules in played})
            raise LedgerError("no-games-of-play", rules=each.rules.id, played=ids)
