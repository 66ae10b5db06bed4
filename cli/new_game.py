"""What commands that begin a game share: what the players agreed on, and the game before."""

from collections.abc import Mapping, Sequence

import click

from domain.rules.rule_set import RuleSet
from ledger.book import Book
from ledger.errors import NotNow
from ledger.records.validation import Unreadable
from ledger.registry.changed_rules import Settings, setting_in
from ledger.registry.rule_sets import rules_agreed_on
from projections.messages import text
from projections.messages.errors import error_text

from .booked_game import BookedGame, booked_game


def field_and_value(setting: str) -> tuple[str, str]:
    """The parts of a setting such as `score.target=50`; raises BadParameter."""
    field, equals, typed = setting.partition("=")
    if not equals or not all(field.split(".")):
        raise click.BadParameter(
            text("{value!r} is not a setting such as score.target=50", value=setting)
        )
    return field, typed


def _settings(_: click.Context, __: click.Parameter, values: Sequence[str]) -> Settings:
    return {field: setting_in(typed) for field, typed in map(field_and_value, values)}


agreed_option = click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="FIELD=VALUE",
    callback=_settings,
    help="What the players agreed on, such as score.target=50. Can be repeated.",
)


def agreed(known: Mapping[str, RuleSet], rules: RuleSet, settings: Settings) -> RuleSet:
    """The rules with what the players agreed on; raises BadParameter."""
    try:
        return rules_agreed_on(known, rules, settings)
    except Unreadable as error:
        raise click.BadParameter(error_text(error), param_hint="'--set'") from None


after_option = click.option(
    "--after", metavar="GAME", help="The game before, whose result decides who leads this one."
)


def game_before(book: Book, name: str) -> BookedGame:
    """The game of this name, which another one follows; raises NotNow if it is not over."""
    game = booked_game(book, name)
    before = game.stream.game
    if not (before.over or (before.played_out and before.running is None)):
        raise NotNow("game-before-not-over", record=game.record)
    return game
