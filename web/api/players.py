"""Players, and what the games come to: statistics, league, money, what-if."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import Field

from ...ledger.errors import UnknownPlayer
from ...ledger.registry.aliases import aliases
from ...ledger.registry.stored_names import all_names
from ...projections.as_json import as_json
from ...projections.reports import payouts as dues
from ...projections.reports.breakdown import By, breakdown, line_json
from ...projections.reports.game_filter import GameFilter
from ...projections.reports.league import league, leagues, rank_json, ranked
from ...projections.reports.players import find_person, find_player, person_json
from ...projections.reports.profiles import article_figures, profile_json, profile_of, ranking_json
from ...projections.reports.statistics import player_statistics
from ..asked import BookAsked, LimitAsked, Moment, Name, RulesQuery, Start, current_tables, part_of
from .objects import (
    PersonInBook,
    PlayerFigures,
    PlayerProfile,
    RankedPlayer,
    RoundsAlike,
    WhatIfAnswer,
)
from .shapes import Due, Items, Person, Shape

routes = APIRouter(tags=["players"])
PlayerPath = Annotated[Name, Path(description="A name or id")]


@routes.get("/players", name="api.players")
def players(book: BookAsked, limit: LimitAsked, start: Start = 0) -> Items[Person]:
    """Everybody who has a name in the book, by name."""
    names, same = all_names(book.ledger), aliases(book.ledger)
    ordered = sorted(names.items(), key=lambda each: (each[1].casefold(), each[0]))
    shown, after = part_of(ordered, start, limit)
    found = [
        Person(
            player=str(player),
            name=name,
            counts_as=str(same[player]) if player in same else None,
        )
        for player, name in shown
    ]
    return Items(items=found, next=after)


@routes.get("/players/{player}", name="api.player")
def player(book: BookAsked, player: PlayerPath) -> PersonInBook:
    """A person: names, and how many games."""
    with current_tables(book) as connection:
        found = find_person(book.ledger, connection, player)
    return person_json(found, all_names(book.ledger))


@routes.get(
    "/players/{player}/statistics", name="api.player.statistics", response_model_exclude_unset=True
)
def of_player(book: BookAsked, player: PlayerPath, rules: RulesQuery = None) -> PlayerProfile:
    """All figures of a player (docs/statistics.md)."""
    with current_tables(book, rules, rated=True) as connection:
        only, names = find_player(book.ledger, connection, player), all_names(book.ledger)
        for one in player_statistics(connection, rules, player=only):
            return profile_json(profile_of(connection, one, names, rules), names, rules)
    raise UnknownPlayer("nothing-counts", name=player)


@routes.get("/statistics", name="api.statistics", response_model_exclude_unset=True)
def statistics(
    book: BookAsked,
    limit: LimitAsked,
    start: Start = 0,
    rules: RulesQuery = None,
    by: Annotated[By | None, Query(description="The rounds by this, not the players")] = None,
) -> Items[PlayerFigures | RoundsAlike]:
    """The players in the order of their rank, or the rounds of all (docs/statistics.md)."""
    with current_tables(book, rules, rated=True) as connection:
        names = all_names(book.ledger)
        if by is not None:
            lines = breakdown(connection, by, names, None, rules)
            some, after = part_of(lines, start, limit)
            return Items(items=[line_json(each, by, names) for each in some], next=after)
        found, after = part_of(player_statistics(connection, rules), start, limit)
        article = None if rules else article_figures(connection)
        return Items(items=list(ranking_json(found, article, names, rules)), next=after)


@routes.get("/league", name="api.league")
def league_table(
    book: BookAsked,
    limit: LimitAsked,
    start: Start = 0,
    rules: RulesQuery = None,
    since: Moment | None = None,
    before: Moment | None = None,
    together: Annotated[bool, Query(description="All games in one table")] = False,
    min_games: Annotated[int, Query(ge=1, le=10**6)] = 1,
) -> Items[RankedPlayer]:
    """The players ranked by the games of some days, rule set by rule set."""
    which = GameFilter(since, before, rules)
    with current_tables(book, rules) as connection:
        found = [league(connection, which)] if together else leagues(connection, which)
    names = all_names(book.ledger)
    every = [(rank, each.rules) for each in found for rank in ranked(each, names, min_games)]
    some, after = part_of(every, start, limit)
    return Items(items=[rank_json(rank, of) for rank, of in some], next=after)


@routes.get("/payouts", name="api.payouts")
def payouts(
    book: BookAsked,
    limit: LimitAsked,
    start: Start = 0,
    by_game: Annotated[bool, Query(description="Game by game")] = False,
) -> Items[Due]:
    """What each player gets, or owes, in all or from each game."""
    with current_tables(book) as connection:
        read = dues.dues_by_game if by_game else dues.dues_by_player
        some, after = part_of(read(connection, all_names(book.ledger)), start, limit)
    found = [
        Due(
            game=each.game,
            player=str(each.player),
            name=each.name,
            currency=each.currency,
            amount=each.amount,
        )
        for each in some
    ]
    return Items(items=found, next=after)


class OtherRules(Shape):
    """Other rules of score and payout."""

    rules: list[Name] = Field([], max_length=20, description="`NEW`, or `OLD=NEW`")
    settings: dict[Name, Any] = Field(
        {}, max_length=100, description="By field, such as `score.target`"
    )
    against: list[Name] = Field(
        [], max_length=20, description="What to compare with, if not the rules that count"
    )
    player: Name | None = Field(None, description="Only the games of this player")
    game: Name | None = Field(None, description="Only this game, round by round")


@routes.post("/what-if", name="api.what-if")
def what_if(book: BookAsked, asked: OtherRules) -> list[WhatIfAnswer]:
    """What other rules would change. Nothing in the book changes."""
    found = book.what_if(
        *asked.rules,
        settings=asked.settings,
        against=asked.against,
        player=asked.player,
        game=asked.game,
    )
    return [as_json(each) for each in found]
