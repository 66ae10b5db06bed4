"""Sentences about the rules by which games count."""

from collections.abc import Sequence

from domain.rules.counting import ALL, SAME_PLAY, CountedBy, Difference

from . import all_of, mark, text

_DIFFERENCES: dict[Difference, str] = {
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
