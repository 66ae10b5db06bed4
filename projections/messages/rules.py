"""Rules in words: each as a sentence for the players of a game.

`_RULES` has a row for each field: the sentence for each of its values that says something.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

from domain.rules.fields import RuleField
from domain.rules.penalties import PENALTIES
from domain.rules.rule_set import (
    AGREED,
    EngineTrains,
    Payout,
    RuleSet,
    Stake,
    Trains,
    sets_hub_aside,
)
from domain.rules.table import table_for

from ..accounting.money import NO_CURRENCY, money
from . import all_of, mark, mark_plural, plural, text
from .readings import reading_text
from .remedies import costs, offence_text


def field_text(field: RuleField) -> tuple[str, str, str]:
    """The values of a field, its default, and what it decides and needs."""
    values = list(field.words)
    if field.number is not None:
        least, most = field.number
        if most is None:
            values.append(text("{least} or more", least=least))
        else:
            values.append(text("{least} to {most}", least=least, most=most))
    needs = (
        text("{value} needs {fields}", value=value, fields=all_of(_beside(others)))
        for value, others in field.needs.items()
    )
    decides = "; ".join((text(field.decides), *needs))
    return ", ".join(values), field.default, decides


def _beside(others: Mapping[str, Sequence[str]]) -> Iterator[str]:
    for field, allowed in others.items():
        yield f"{field}={'/'.join(allowed)}"


# -- What the players of a game agreed on


class AgreedChange(NamedTuple):
    """A field that the players changed."""

    field: str
    value: str
    before: str | None
    """The value in the rule set that they changed, as JSON; None if it is unknown."""

    @property
    def text(self) -> str:
        """What it is, and what it was before."""
        if self.before is None:
            return text("{field} is {value}", field=self.field, value=self.value)
        return text("{field} is {value}, in place of {before}", **self._asdict())


def agreed_changes(rules: RuleSet, parent: RuleSet | None) -> tuple[AgreedChange, ...]:
    """The fields that the players changed, as the id of their rules names them."""
    before = None if parent is None else parent.model_dump(mode="json")
    _, *changes = rules.id.split(AGREED)
    pairs = (change.partition("=") for change in changes)
    return tuple(AgreedChange(field, value, _value_in(before, field)) for field, _, value in pairs)


def _value_in(values: Any, field: str) -> str | None:
    for name in field.split("."):
        values = values.get(name) if isinstance(values, dict) else None
    return None if values is None else str(values)


# -- The rules as sentences

Topic: TypeAlias = Literal[
    "tiles", "beginning", "table", "turns", "rounds", "points", "game", "money", "penalties"
]
_TOPICS: Mapping[Topic, str] = {
    "tiles": mark("The tiles"),
    "beginning": mark("Who begins"),
    "table": mark("Where tiles lie"),
    "turns": mark("Turns"),
    "rounds": mark("Who wins a round"),
    "points": mark("Points"),
    "game": mark("Who wins the game"),
    "money": mark("Money"),
    "penalties": mark("Penalties"),
}


def topic_text(topic: Topic) -> str:
    """What sentences are about, as a heading."""
    return text(_TOPICS[topic])


class RuleSentence(NamedTuple):
    """One rule."""

    topic: Topic
    field: str
    """Of the rule set, such as `play.draw`; empty: it follows from several."""
    text: str
    agreed: bool = False
    """The players of the game agreed on it; their rule set says something else."""


def rule_sentences(
    rules: RuleSet, seats: int, stake: Stake, parent: RuleSet | None = None
) -> tuple[RuleSentence, ...]:
    """The rules for so many players; ``parent``: the rules that the players changed."""
    sentences = tuple(_sentences(_Game(rules, seats, stake)))
    if parent is None:
        return sentences
    usual = {each.text for each in _sentences(_Game(parent, seats, stake))}
    return tuple(each._replace(agreed=each.text not in usual) for each in sentences)


class _Game:
    """The rules as they take effect at one table."""

    def __init__(self, rules: RuleSet, seats: int, stake: Stake) -> None:
        play, table = rules.play, table_for(rules.play, seats)
        in_the_middle = sets_hub_aside(play) or play.turned_up
        self.boneyard = table.tiles.bit_count() - in_the_middle - seats * table.hand
        if not self.boneyard:
            nobody_draws = {"draw": "none", "may_draw_when_able": False, "stays_in_boneyard": 0}
            play = play.model_copy(update=nobody_draws)
        self.rules = rules.model_copy(update={"play": play})
        self.seats, self.stake = seats, stake
        self.draws = play.draw != "none"
        self.names_leads = not isinstance(play.layout, EngineTrains) and not play.turned_up
        self.payout = rules.payout or Payout()
        self.values = {
            "tiles": table.tiles.bit_count(),
            "sum": play.highest_pip + 1,
            **_plain_values(play.first_lead),
            **_plain_values(play.layout),
            **_plain_values(rules.score),
            **_plain_values(self.payout),
            "highest_pip": play.highest_pip,
        }
        """What stands for the placeholders of templates."""

    def value(self, field: str) -> Any:
        """The value of a field: a kind, a word or a number; None if it is not there."""
        try:
            value = attrgetter(field)(self.rules)
        except AttributeError:
            return None
        if isinstance(value, dict):
            return value.get(self.seats)
        return getattr(value, "kind", value)


def _plain_values(part: Any) -> dict[str, Any]:
    return part.model_dump(mode="json") if hasattr(part, "model_dump") else {}


Words: TypeAlias = str | tuple[str, str]
"""A template; of a number perhaps one for 1, and one for more, which call it ``{number}``."""


class _Rule(NamedTuple):
    field: str
    words: Mapping[Any, Words] | Words | Callable[[_Game], Iterator[str]]
    """By value; or for any but null, false, and 0 of what is counted; or what the function says."""
    where: Callable[[_Game], bool] = lambda _: True
    """Where the field decides something."""


def _sentences(game: _Game) -> Iterator[RuleSentence]:
    for topic, rules in _RULES.items():
        for field, words, where in rules:
            if not where(game):
                continue
            if callable(words):
                yield from (RuleSentence(topic, field, each) for each in words(game))
                continue
            value = game.value(field) if field else True
            match _words_for(words, value):
                case (one, many) if value:
                    yield RuleSentence(topic, field, plural(one, many, value))
                case str(template):
                    yield RuleSentence(topic, field, text(template, **game.values))
                case _:
                    continue


def _words_for(words: Mapping[Any, Words] | Words, value: object) -> Words | None:
    if isinstance(words, Mapping):
        return words.get(value)
    return None if value is None or value is False else words


def _boneyard(game: _Game) -> Iterator[str]:
    if not game.boneyard:
        yield text("No tile is left: there is no boneyard.")
        return
    yield plural(
        "The tile that is left is the boneyard, face down.",
        "The {number} tiles that are left are the boneyard, face down.",
        game.boneyard,
    )


def _draws_so_many(game: _Game) -> Iterator[str]:
    most = game.rules.play.draw
    if isinstance(most, int):
        yield plural(
            "Players who cannot lay draw {number} tile from the boneyard in a turn.",
            "Players who cannot lay draw from the boneyard until they can, at most {number} tiles "
            "in a turn.",
            most,
        )


def _stake(game: _Game) -> Iterator[str]:
    amount = money(game.stake.minor_per_pip, game.stake.currency)
    if game.stake.currency == NO_CURRENCY:
        yield text("A pip is worth {amount} (no currency is named).", amount=amount)
    else:
        yield text("A pip is worth {amount}.", amount=amount)


def _reading(game: _Game) -> Iterator[str]:
    if game.payout.reading is not None:
        yield text(
            "Who blocked a round is decided by the reading {reading}.",
            reading=reading_text(game.payout.reading),
        )


def _penalties(game: _Game) -> Iterator[str]:
    for offence in PENALTIES:
        penalty = (game.rules.penalties or {}).get(offence)
        if penalty is not None:
            cost = costs(penalty.points_off, penalty.points_to_others, penalty.pips_to_others)
            yield text(
                "{offence}: {cost}.",
                offence=offence_text(offence),
                cost=", ".join(cost) or text("a warning"),
            )


def _one_round(game: _Game) -> bool:
    return game.rules.score.one_round


def _several_rounds(game: _Game) -> bool:
    return not game.rules.score.one_round


def _counts_hands(game: _Game) -> bool:
    return game.rules.score.points in ("losing-hands", "all-hands")


def _subtracts(game: _Game) -> bool:
    return _counts_hands(game) and game.rules.score.difference != "none"


def _is_paid(game: _Game) -> bool:
    return game.rules.payout is not None


def _pays_for_blocks(game: _Game) -> bool:
    return game.rules.reading is not None


def _names_later_leads(game: _Game) -> bool:
    play = game.rules.play
    return play.next_lead != "same-rule" and game.names_leads and not sets_hub_aside(play)


_RULES: Mapping[Topic, tuple[_Rule, ...]] = {
    "tiles": (
        _Rule(
            "play.highest_pip",
            mark(
                "The set has {tiles} tiles. A tile has two halves, each with a number of pips from "
                "0 to {highest_pip}; a half with 0 is blank."
            ),
        ),
        _Rule(
            "play.wild_tiles",
            mark(
                "Among them are tiles with a wild half, W. It stands for any number of pips: its "
                "player says which, and it keeps it."
            ),
        ),
        _Rule(
            "play.layout.hub",
            {
                "set-aside": mark(
                    "In each round one double is taken out before the deal, and lies in the middle "
                    "of the table: the hub. It is the highest double in the first round, then the "
                    "next lower one."
                )
            },
        ),
        _Rule(
            "play.hand",
            mark_plural(
                "Each player is dealt {number} tile.", "Each player is dealt {number} tiles."
            ),
        ),
        _Rule(
            "play.turned_up",
            mark(
                "One of the tiles that are left is turned up. It is the first on the table, and "
                "nobody held it."
            ),
        ),
        _Rule("", _boneyard),
        _Rule(
            "play.partners",
            {
                True: mark("Players who face each other are partners: they are one side."),
                False: mark("Everybody plays alone, and is a side of one."),
            },
        ),
        _Rule(
            "play.direction",
            {
                "clockwise": mark("The players take turns clockwise."),
                "counterclockwise": mark("The players take turns counterclockwise."),
            },
            lambda game: game.seats > 2,
        ),
    ),
    "beginning": (
        _Rule(
            "play.layout.engine",
            {
                "any-double": mark(
                    "In their first turn all players begin their train with a double of their "
                    "choice, its engine. The holder of the highest double begins the round, with "
                    "that one. If a player holds no double, the tiles are dealt again."
                ),
                "own-highest": mark(
                    "In their first turn all players begin their train with the highest double of "
                    "their hand, its engine. The holder of the highest double begins the round. If "
                    "a player holds no double, the tiles are dealt again."
                ),
            },
        ),
        _Rule(
            "play.first_lead",
            {
                "highest-double": mark("The holder of the highest double that was dealt leads it."),
                "heaviest-tile": mark(
                    "The holder of the tile with most pips leads it; of equal ones, that with the "
                    "higher half."
                ),
                "named-tile": mark("The holder of {tile} leads it."),
                "round-double": mark(
                    "The holder of the double of the round leads it: the highest double in the "
                    "first round, then the next lower one."
                ),
                "lot": mark("Lots are drawn for who begins the first round."),
                "own-highest-double": mark(
                    "Lots are drawn for the first lead, which is the highest double in the hand of "
                    "that player. A player who holds none leaves the lead to the next one."
                ),
            },
            lambda game: not isinstance(game.rules.play.layout, EngineTrains),
        ),
        _Rule(
            "play.first_lead",
            {"lot": mark("Any tile may be led.")},
            lambda game: game.names_leads and not sets_hub_aside(game.rules.play),
        ),
        _Rule(
            "play.first_lead.unheld",
            {
                "deal-again": mark("If nobody holds such a tile, the tiles are dealt again."),
                "heaviest-tile": mark(
                    "If nobody holds such a tile, the holder of the tile with most pips leads that."
                ),
                "draw-for-it": mark(
                    "If nobody holds that tile, the players draw one tile each in turn, until one "
                    "of them draws it, and leads it."
                ),
            },
            lambda game: not isinstance(game.rules.play.layout, EngineTrains),
        ),
        _Rule(
            "play.next_lead",
            {
                "same-rule": mark("Later rounds begin in the same way."),
                "winner": mark("The winner of a round begins the next one."),
                "rotate": mark("The next player in turn begins the next round."),
                "last-to-lay": mark(
                    "The player who went out begins the next round. After a block the last player "
                    "to lay begins, if their side won; if it lost, the player after them."
                ),
            },
        ),
        _Rule(
            "play.later_lead",
            {
                "lot": mark("In later rounds any tile may be led."),
                "any-double": mark(
                    "In later rounds a double is led; a player who holds none leaves the lead to "
                    "the next one."
                ),
                "own-highest-double": mark(
                    "In later rounds the lead is the highest double in the hand of the leader; a "
                    "player who holds none leaves the lead to the next one."
                ),
            },
            _names_later_leads,
        ),
    ),
    "table": (
        _Rule(
            "play.layout",
            {
                "line-of-play": mark(
                    "The tiles lie in a line. It has two open ends, left and right."
                ),
                "arms": mark(
                    "The lead lies in the middle, and {arms} arms grow from it. All arms have to "
                    "be begun before a tile is laid anywhere else."
                ),
                "crosswise": mark("The tiles lie in a line, doubles across it."),
                "forks": mark(
                    "The tiles lie in a line. A matador may also be laid across it: then both of "
                    "its halves are open ends."
                ),
                "feet": mark(
                    "The lead is a double from which {opener_takes} branches grow, its toes; a "
                    "later double has {toes}. All toes of a double must have a tile before a tile "
                    "is laid anywhere else."
                ),
                "hub-trains": mark(
                    "Each player has a train, a row of tiles that grows from the hub. Players lay "
                    "on their own train, and on each train whose marker is up. Its player puts it "
                    "up when they cannot lay, and takes it down when they lay there again."
                ),
                "engine-trains": mark(
                    "Each player has a train, a row of tiles that grows from its engine."
                ),
                "bent": mark("The tiles are curved, and lie in a line with two ends."),
            },
        ),
        _Rule(
            "play.layout.doubles",
            {
                "all-arms": mark("Then each arm must get a double before any other tile is laid."),
                "each-arm": mark("Then each arm must get a double before it goes on."),
            },
        ),
        _Rule(
            "play.layout.spinners",
            {
                "none": mark("The line has two open ends, left and right."),
                "first": mark(
                    "The first double is a spinner: when both of its long sides are taken, tiles "
                    "may be laid at its short ends, too."
                ),
                "every": mark(
                    "Every double is a spinner: when both of its long sides are taken, tiles may "
                    "be laid at its short ends, too."
                ),
            },
        ),
        _Rule(
            "play.layout.dead_foot",
            {
                "blocks": mark("Toes for which no tile is left block the round."),
                "waived": mark("Toes for which no tile is left need none."),
            },
        ),
        _Rule(
            "play.layout.hub",
            {"led": mark("The lead is the hub, a double in the middle of the table.")},
        ),
        _Rule(
            "play.layout.public",
            {
                "any-time": mark(
                    "There is one more train, the public one, open to all. Everybody may begin it."
                ),
                "after-own-train": mark(
                    "There is one more train, the public one, open to all. Only players who have "
                    "begun their own train may begin it."
                ),
                "none": mark("There is no public train."),
            },
        ),
        _Rule(
            "play.layout.marked_empty",
            {
                "open": mark("A train whose marker is up may be begun by all players."),
                "closed": mark("Only its own player may begin a train."),
            },
        ),
        _Rule(
            "play.layout.train_ends",
            {
                2: mark("A train grows at both ends."),
                1: mark("A train grows at one end."),
            },
        ),
        _Rule(
            "play.layout.low_to_high",
            {
                "left": mark("Seen from its lower to its higher half a tile turns left."),
                "right": mark("Seen from its lower to its higher half a tile turns right."),
            },
        ),
        _Rule(
            "play.layout.fit",
            {
                "lattice": mark("It must find room beside the tiles that lie there."),
                "ruled": mark(
                    "Whether it finds room is decided at the table, with the tiles there."
                ),
            },
        ),
        _Rule(
            "play.matching",
            {
                "equal": mark(
                    "A tile may be laid at an open end that shows as many pips as one of its "
                    "halves. Its other half is the open end then."
                ),
                "sum": mark(
                    "A tile may be laid at an open end if its half and the end have {sum} pips "
                    "together. A matador, 0-0 or a tile with {sum} pips, fits everywhere. The "
                    "other half is the open end then."
                ),
            },
        ),
    ),
    "turns": (
        _Rule(
            "play.may_draw_when_able",
            {
                False: mark("Players who can lay a tile must lay one."),
                True: mark("Players who can lay a tile may draw all the same."),
            },
        ),
        _Rule(
            "play.draw",
            {
                "none": mark("Nobody draws."),
                "until-playable": mark(
                    "Players who cannot lay draw from the boneyard, tile by tile, until they can."
                ),
            },
        ),
        _Rule("play.draw", _draws_so_many),
        _Rule(
            "play.stays_in_boneyard",
            mark_plural(
                "The last tile of the boneyard is never drawn.",
                "The last {number} tiles of the boneyard are never drawn.",
            ),
            lambda game: game.draws,
        ),
        _Rule(
            "play.drawn_tile",
            {
                "must-lay": mark("Who can lay after a draw must lay."),
                "may-keep": mark(
                    "After a draw the player lays the tile drawn, or passes and keeps it."
                ),
            },
            lambda game: game.draws,
        ),
        _Rule(
            "play.cannot_play",
            {
                "pass": mark("Players who can neither lay nor draw pass."),
                "set-aside": mark(
                    "Players who cannot lay set a tile aside, face down. It counts as if it were "
                    "in the hand."
                ),
                "raise-marker": mark(
                    "Players who can neither lay nor draw put the marker of their train up; if it "
                    "is up, they pass."
                ),
            },
        ),
        _Rule(
            "play.layout",
            {
                "hub-trains": mark("In a turn one tile is laid, and another after a double."),
                "engine-trains": mark(
                    "In a turn players lay one tile on their own train, and then perhaps guest "
                    "tiles: one on each other train."
                ),
            },
        ),
        _Rule(
            "play.turn",
            {
                "one-tile": mark("In a turn one tile is laid."),
                "while-able": mark("In a turn players may lay tiles as long as they can."),
            },
            lambda game: not isinstance(game.rules.play.layout, Trains),
        ),
        _Rule(
            "play.claims",
            {
                "called": mark(
                    "Points in play have to be claimed after the tile is laid. What its player "
                    "does not claim, the first other player to claim it gets, until the next tile "
                    "is laid."
                )
            },
        ),
        _Rule(
            "play.knock_on_last_tile",
            mark("Players with one tile left have to knock. Those who forget it draw a tile."),
        ),
        _Rule(
            "play.layout.cover",
            {
                "live-doubles": mark(
                    "It covers the double. If its player cannot cover it, the next one has to. A "
                    "double for which no tile is left needs no cover."
                ),
                "every-double": mark(
                    "It covers the double. If its player cannot cover it, the next one has to. A "
                    "double for which no tile is left needs a cover, too."
                ),
                "anywhere": mark("It may be laid at any end that is open to the player."),
            },
        ),
        _Rule(
            "play.layout.doubles_chain",
            mark("Before the cover the player may lay further doubles."),
        ),
        _Rule(
            "play.layout.out_on_double",
            {False: mark("The last tile of a hand may not be a double.")},
        ),
        _Rule(
            "play.layout.first_turn",
            {
                "as-many-as-fit": mark(
                    "In their first turn players lay on their own train as long as a tile fits."
                )
            },
        ),
    ),
    "rounds": (
        _Rule(
            "",
            mark(
                "A round is over when a player is out, without a tile left, or when it is blocked: "
                "nobody can play."
            ),
        ),
        _Rule("play.play_on", mark("When a player is out, the others play on until nobody can.")),
        _Rule(
            "play.win_in_play",
            mark(
                "A round and the game are over as soon as points in play reach the target. The "
                "side of the player who laid last wins both, and hands count nothing."
            ),
        ),
        _Rule(
            "score.out_winner",
            {
                "that-seat": mark("The side of the player who is out wins the round."),
                "lowest-hand": mark(
                    "The fewest pips left in hand win the round, also when a player is out."
                ),
            },
        ),
        _Rule(
            "score.blocked_winner",
            {
                "fewest-pips": mark(
                    "The side with the fewest pips left in hand wins a blocked round."
                ),
                "fewest-tiles": mark(
                    "The side with the fewest tiles left in hand wins a blocked round."
                ),
                "side-of-lowest-hand": mark(
                    "The side of the player with the fewest pips left in hand wins a blocked round."
                ),
                "last-two": mark(
                    "In a blocked round the hand of the last player to lay and that of the next "
                    "player are compared: the fewer pips win, and if they are equal, the last "
                    "player to lay."
                ),
                "nobody": mark("Nobody wins a blocked round."),
            },
        ),
        _Rule(
            "score.tied",
            {
                "each": mark("Sides that are equal win together."),
                "nobody": mark("If sides are equal, nobody wins."),
                "not-the-blocker": mark(
                    "If sides are equal in a blocked round, that of the last player to lay has not "
                    "won."
                ),
                "leading-side": mark("If sides are equal, the one that leads the game wins."),
            },
            lambda game: game.rules.score.blocked_winner != "nobody",
        ),
    ),
    "points": (
        _Rule(
            "score.points",
            {
                "none": mark("There are no points."),
                "losing-hands": mark(
                    "The winner of a round scores the pips left in the hands that did not win."
                ),
                "all-hands": mark("The winner of a round scores the pips left in all hands."),
                "own-hand": mark("All sides write down the pips left in their own hands."),
                "tiles": mark(
                    "The winner of a round scores {for_winning}, and {per_tile} for each tile left "
                    "in the other hands."
                ),
            },
        ),
        _Rule(
            "score.difference",
            {
                "to-all-hands": mark("Their own pips are subtracted from the sum."),
                "to-each-hand": mark("Their own pips are subtracted from each hand."),
            },
            _counts_hands,
        ),
        _Rule(
            "score.negative_points",
            {
                "zero": mark("What would be less than 0 points is 0."),
                "keep": mark("Points may be less than 0."),
            },
            _subtracts,
        ),
        _Rule(
            "score.block_bonus",
            mark_plural(
                "The winner of a blocked round scores {number} point more.",
                "The winner of a blocked round scores {number} points more.",
            ),
        ),
        _Rule(
            "score.rounding",
            {
                "sum": mark("The sum is rounded to the nearest multiple of five."),
                "each-hand": mark("Each hand is rounded to the nearest multiple of five."),
            },
        ),
        _Rule(
            "score.in_play",
            {
                "fives": mark(
                    "In play, too, points are scored: when the open ends together are a multiple "
                    "of five, the player who laid scores it."
                )
            },
        ),
        _Rule(
            "score.to_get_in",
            {10: mark("The first points that a player scores in play have to be 10 or more.")},
        ),
        _Rule("score.points_per", {"five": mark("All points are divided by five.")}),
        _Rule(
            "play.double_blank",
            mark_plural(
                "0-0 left in hand counts {number} pip.", "0-0 left in hand counts {number} pips."
            ),
        ),
        _Rule(
            "play.blank",
            mark_plural(
                "A blank half left in hand counts {number} pip.",
                "A blank half left in hand counts {number} pips.",
            ),
        ),
        _Rule(
            "play.wild_half",
            mark_plural(
                "A wild half left in hand counts {number} pip.",
                "A wild half left in hand counts {number} pips.",
            ),
            lambda game: game.rules.play.wild_tiles,
        ),
    ),
    "game": (
        _Rule("", mark("One round is a game: its winner wins the game."), _one_round),
        _Rule("score.target", mark("The game ends when a side has {target} points.")),
        _Rule(
            "score.rounds",
            mark_plural(
                "The game ends after {number} round.", "The game ends after {number} rounds."
            ),
        ),
        _Rule(
            "score.winners",
            {
                "highest": mark("The side with most points wins."),
                "all-past-target": mark("All sides that have so many points then win."),
                "lowest": mark("The side with the fewest points wins."),
            },
            _several_rounds,
        ),
        _Rule(
            "score.abandoned",
            {
                "void": mark("A game that is broken off counts for nothing."),
                "as-it-stands": mark("Of a game that is broken off the rounds count."),
            },
        ),
        _Rule(
            "score.forfeited",
            {
                "others-win": mark("If a player gives the game up, the others win."),
                "void": mark("If a player gives the game up, it counts for nothing."),
            },
        ),
    ),
    "money": (
        _Rule("payout", {None: mark("The game is not played for money.")}),
        _Rule("", _stake, _is_paid),
        _Rule(
            "",
            mark("All players who did not win pay the winner for the pips left in their own hand."),
            lambda game: _is_paid(game) and not _pays_for_blocks(game),
        ),
        _Rule(
            "",
            mark(
                "All players who did not win pay the winner for the pips left in their own hand, "
                "unless the round has a blocker."
            ),
            _pays_for_blocks,
        ),
        _Rule(
            "payout.tied_winners",
            {
                "share": mark("Several winners share what the others pay."),
                "nobody": mark("If several win, nobody pays."),
            },
        ),
        _Rule("payout.reading", {None: mark("Nobody is answerable for a block.")}, _is_paid),
        _Rule("payout.reading", _reading),
        _Rule(
            "payout.win_factor",
            mark(
                "A blocker who wins gets {win_factor} times the pips left in their hands from the "
                "others."
            ),
            _pays_for_blocks,
        ),
        _Rule(
            "payout.loser_pays",
            {
                "each-his-own": mark(
                    "A blocker who does not win pays {loss_factor} times the pips of every other "
                    "hand, to the player who holds it."
                ),
                "winner-everything": mark(
                    "A blocker who does not win pays {loss_factor} times the pips of every other "
                    "hand, all of it to the winner."
                ),
            },
            _pays_for_blocks,
        ),
        _Rule(
            "payout.assisted",
            {
                "whole-amount": mark(
                    "If the next player assisted the blocker, only these two pay and get: all of "
                    "it."
                ),
                "assistants-own-pips": mark(
                    "If the next player assisted the blocker, only these two pay and get: for the "
                    "pips of the assistant alone."
                ),
            },
            _pays_for_blocks,
        ),
        _Rule(
            "payout.tied_blocker",
            {
                "loses": mark("A blocker who shares the fewest pips has not won."),
                "wins": mark("A blocker who shares the fewest pips has won."),
            },
            _pays_for_blocks,
        ),
    ),
    "penalties": (_Rule("penalties", _penalties),),
}
