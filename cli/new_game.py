"""What commands that begin a game share: what was agreed on, the game before, the players."""

from collections.abc import Mapping, Sequence

import click

from ..domain.rules.rule_set import RuleSet
from ..ledger.book import Book
from ..ledger.records.unreadable import Unreadable
from ..ledger.registry.changed_rules import Settings, setting_in
from ..ledger.registry.players import perhaps_meant
from ..ledger.registry.rule_sets import rules_agreed_on
from ..projections.messages import shortened, text
from ..projections.messages.errors import error_text
from ..projections.messages.harmless import plain
from .booked_game import BookedGame, booked_game
from .declaring import bad_value, option
from .output import LONGEST_NAME, say
from .terminal.line_input import at_terminal


def field_and_value(setting: str) -> tuple[str, str]:
    """The parts of a setting such as `score.target=50`; raises BadParameter."""
    field, equals, typed = setting.partition("=")
    if not equals or not all(field.split(".")):
        raise bad_value("{value!r} is not a setting such as score.target=50", value=setting)
    return field, typed


def _settings(_: click.Context, __: click.Parameter, values: Sequence[str]) -> Settings:
    return {field: setting_in(typed) for field, typed in map(field_and_value, values)}


settings_option = option(
    "What the players agreed on, such as score.target=50. Can be repeated.",
    "--set FIELD=VALUE",
    multiple=True,
    callback=_settings,
)
after_option = option("The game before, whose result decides who leads this one.", "--after GAME")


def agreed(known: Mapping[str, RuleSet], rules: RuleSet, settings: Settings) -> RuleSet:
    """The rules with what the players agreed on; raises BadParameter."""
    try:
        return rules_agreed_on(known, rules, settings)
    except Unreadable as error:
        raise click.BadParameter(error_text(error), param_hint="'--set'") from None


def game_before(book: Book, name: str) -> BookedGame:
    """The game of this name, which another one follows; raises NotNow if it is not over."""
    from ..ledger.live.session import check_may_be_followed  # noqa: PLC0415 - whatif has no table

    game = booked_game(book, name)
    check_may_be_followed(game.stream.game)
    return game


def names_meant(book: Book, names: Sequence[str]) -> list[str]:
    """The players of a new game; at a terminal, asks about each name that may be a slip."""
    meant = perhaps_meant(book, names)
    return [_meant(name, meant[name]) if name in meant else name for name in names]


def _meant(name: str, known: str) -> str:
    shown = {"name": shortened(name, LONGEST_NAME), "known": shortened(known, LONGEST_NAME)}
    if not at_terminal():
        say(text("{name} is new to the book. Did you mean {known}?", **shown))
        return name
    question = text("{name} is not in the book. Did you mean {known}?", **shown)
    return known if click.confirm(plain(question), err=True) else name
