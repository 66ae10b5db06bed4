"""Names of rule sets; titles and sources of the published ones."""

from domain.rules.rule_set import AGREED

from . import mark, text

_PUBLISHED = frozenset(
    {
        mark("Block dominoes"),
        mark("Block dominoes, the heaviest tile leads"),
        mark("Block dominoes, as the data-model article has it"),
        mark("Draw dominoes"),
        mark("Draw dominoes, at most three tiles a turn"),
        mark("The payout game: forced blocking and assistance"),
        mark("Block dominoes, one round, leader by lot"),
        mark("Partnership block dominoes of San Juan"),
        mark("Partnership dominoes, counterclockwise"),
        mark("Sebastopol"),
        mark("Cyprus"),
        mark("Maltese cross"),
        mark("Cross"),
        mark("All fives"),
        mark("Muggins"),
        mark("Five-up"),
        mark("Matador"),
        mark("Gaple"),
        mark("Chicken foot"),
        mark("Spinner"),
        mark("Mexican train"),
        mark("Basic train"),
        mark("Bendomino"),
        mark("Doubles"),
        mark("Block dominoes with a double-nine set"),
        mark("Block dominoes with a double-twelve set"),
        mark("Draw dominoes with a double-nine set"),
        mark("Draw dominoes with a double-twelve set"),
        mark("the block-dominoes rules page, on larger sets"),
        mark("the data-model article; the block-dominoes rules page, on larger sets"),
        mark("the block-dominoes rules page"),
        mark("the block-dominoes rules page, second way to lead"),
        mark("the data-model article"),
        mark("the data-model article, 'up to 3 tiles'"),
        mark("Domino Instruction"),
        mark("OpenSpiel's block dominoes"),
        mark("the San Juan game of PyPI's dominoes"),
        mark("pagat.com, partnership dominoes"),
        mark("pagat.com, Sebastopol"),
        mark("pagat.com, Cyprus"),
        mark("pagat.com, Maltese cross"),
        mark("pagat.com, All fives"),
        mark("pagat.com, Muggins"),
        mark("pagat.com, Five-up"),
        mark("pagat.com, Matador"),
        mark("pagat.com, Gaple"),
        mark("pagat.com, Chicken foot"),
        mark("dominorules.com, Spinner"),
        mark("pagat.com, Mexican train"),
        mark("pagat.com, Basic train"),
        mark("the rule sheet of the publisher"),
        mark("a mix: Maltese cross arm by arm, drawing for the lead and when able"),
        mark("a mix: the star of Sebastopol, drawing as in draw dominoes"),
    }
)


def rules_text(id: str) -> str:
    """The rule set with this id: `draw@1`, or `draw@1 with score.target 50`."""
    parent, *changes = id.split(AGREED)
    if not changes:
        return id
    agreed = ", ".join(change.replace("=", " ") for change in changes)
    return text("{rules} with {changes}", rules=parent, changes=agreed)


def published_text(words: str) -> str:
    """The title or source of a rule set; those of house rules are not translated."""
    return text(words) if words in _PUBLISHED else words
