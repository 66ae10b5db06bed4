"""Kinds of games to simulate: rule sets, and tables of so many seats.

Ten or more rounds of trains and feet take as long as a hundred other rounds. Where the subject is
not how long a game is, a test takes the brief kind, in which players agreed on fewer rounds. In the
deep lane every game has its whole length, and every number of seats has a table.
"""

from domino_ledger.domain.rules.catalogue import PUBLISHED
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.registry.rule_sets import rules_agreed_on
from tests.lanes import is_deep

AGREED: dict[str, dict[str, int]] = {
    "chicken-foot@1": {"score.rounds": 2},
    "spinner@1": {"score.rounds": 2},
    "mexican-train@1": {"score.rounds": 2},
    "basic-train@1": {"score.target": 100},
}
"""By rule set with long games, what players agree on to have shorter ones."""


NEARLY_ALWAYS_VOID = {"basic-train@1": 6}
"""By rule set, the seats above which hardly a deal gives each hand a double to begin with.

To find one takes thousands of shuffles; `test_void_deals_in_a_row_are_recorded_up_to_a_limit` does.
"""


def brief(rules: RuleSet) -> RuleSet:
    """These rules, with fewer rounds if their games are long."""
    agreed = AGREED.get(rules.parent or rules.id)
    return rules if agreed is None or is_deep() else rules_agreed_on(PUBLISHED, rules, agreed)


def every_table(rules: RuleSet) -> list[int]:
    """The numbers of seats, but those whose deals are nearly always void."""
    most = NEARLY_ALWAYS_VOID.get(rules.parent or rules.id, max(rules.play.hand))
    return [seats for seats in sorted(rules.play.hand) if seats <= most]


def seats_of(rules: RuleSet) -> list[int]:
    """The smallest and the largest table; in the deep lane every one."""
    seats = every_table(rules)
    return seats if is_deep() else sorted({seats[0], seats[-1]})


BRIEF_RULES = [brief(rules) for rules in PUBLISHED.values()]
KINDS = [(rules, seats) for rules in BRIEF_RULES for seats in seats_of(rules)]
"""Rules and seats."""
