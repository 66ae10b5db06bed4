"""Names of rule sets, and which games count by which."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ...domain.rules.counting import ALL, SAME_PLAY, CountedBy, Difference
from ...domain.rules.ids import AGREED
from ...domain.rules.rule_set import RuleSet
from . import all_of, mark, plural, text
from .published_rules import published_text
from .rule_ids import rules_text, with_changes

if TYPE_CHECKING:
    from ..tables.kept_games import Kept


def rules_title(rules: RuleSet) -> str:
    """The title of a rule set with what was agreed on, in short; its id if it has no title."""
    title = published_text(rules.title)
    if not title:
        return rules_text(rules.id)
    return with_changes(title, rules.id.split(AGREED)[1:])


_DIFFERENCES: Mapping[Difference, str] = {
    "layout": mark("the layout"),
    "matching": mark("which halves may touch"),
    "highest_pip": mark("the set of tiles"),
    "wild_tiles": mark("wild tiles"),
    "partners": mark("partners"),
    "cannot_play": mark("what a seat does that cannot play"),
    "turn": mark("what a turn is"),
    "players": mark("the number of players"),
}


def differences_text(differs: Sequence[Difference]) -> str:
    """What differs: `partners and the number of players`."""
    return all_of([text(_DIFFERENCES[difference]) for difference in differs])


def counted_by_text(each: CountedBy) -> str:
    """Which games count by these rules."""
    rules, played = each.rules.id, each.played
    if played == SAME_PLAY:
        return text("games of the same play count by {rules}, since the last rebuild", rules=rules)
    if played == ALL:
        return text("all games played alike count by {rules}, since the last rebuild", rules=rules)
    return text(
        "games of {played} count by {rules}, since the last rebuild", played=played, rules=rules
    )


def counts_by_text(rules: str, own: str) -> str:
    """One game counts by other rules than its own, which are shown here."""
    return text(
        "Under {own}, as it was played; in statistics and money this game counts by {rules}.",
        own=own,
        rules=rules,
    )


def kept_text(each: "Kept") -> str:
    """Which games keep their rules, and why."""
    named = ", ".join(each.records)
    if each.games > len(each.records):
        named = text("{records}, ...", records=named)
    if not each.differs:
        return plural(
            "{number} game of {rules} keeps its rules, none are named for it: {named}",
            "{number} games of {rules} keep their rules, none are named for them: {named}",
            each.games,
            rules=each.rules,
            named=named,
        )
    return plural(
        "{number} game of {rules} keeps its rules, since these differ in {what}: {named}",
        "{number} games of {rules} keep their rules, since these differ in {what}: {named}",
        each.games,
        rules=each.rules,
        what=differences_text(each.differs),
        named=named,
    )
