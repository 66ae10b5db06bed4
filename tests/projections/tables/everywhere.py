"""One rule set that counts in every game of a book, however the game was played."""

from domino_ledger.domain.rules.counting import ALL, AS_PLAYED, CountedBy, Counting
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.ledger.book import Book
from domino_ledger.ledger.registry.rule_sets import rules_of_games


def everywhere(book: Book, rules: RuleSet | None) -> Counting:
    """Score and payout of these rules, with the play of each rule set, so that all games fit.

    None: every game counts by its own rules.
    """
    if rules is None:
        return AS_PLAYED
    fitting = (
        CountedBy(played=own.id, rules=_at_ease(own).model_copy(update=_counting_part(rules)))
        for own in rules_of_games(book)
    )
    return (*fitting, CountedBy(played=ALL, rules=rules))


def _counting_part(rules: RuleSet) -> dict[str, object]:
    return {"id": rules.id, "score": rules.score, "payout": rules.payout}


def _at_ease(own: RuleSet) -> RuleSet:
    """The rules without what needs points in play, or ties: other scores may have none."""
    play = {"win_in_play": False, "exact_target": False, "claims": "automatic"}
    return own.model_copy(update={"play": own.play.model_copy(update=play)})
