"""Rules in words: each as a sentence for the players of a game.

`_RULES` has a row for each value of a field that says something.
"""

from collections.abc import Callable, Iterator, Mapping
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

from ...domain.rules.field_list import RuleField
from ...domain.rules.ids import AGREED
from ...domain.rules.layouts import EngineTrains, Trains
from ...domain.rules.leads import ByLot
from ...domain.rules.payout import Payout, ProgramPayout, Stake
from ...domain.rules.penalties import PENALTIES, penalty_of
from ...domain.rules.play import sets_hub_aside
from ...domain.rules.rule_set import RuleSet
from ...domain.rules.table import table_for
from ...domain.tiles import NAMES
from . import all_of, mark, mark_plural, plural, text
from .money import NO_CURRENCY, money
from .readings import reading_text
from .remedies import cost_text, offence_text


def field_text(field: RuleField) -> tuple[str, str, str]:
    """The values of a field, its default, and what it decides and needs."""
    values = list(field.words)
    if field.number is not None:
        least, most = field.number
        if most is None:
            values.append(text("{least} or more", least=least))
        else:
            values.append(text("{least} to {most}", least=least, most=most))
    decides = [text(field.decides)]
    for value, others in field.needs.items():
        beside = all_of(f"{other}={'/'.join(allowed)}" for other, allowed in others.items())
        decides.append(text("{value} needs {fields}", value=value, fields=beside))
    return ", ".join(values), field.default, "; ".join(decides)


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


_ABSENT = "absent"
"""The value of a field of another layout, or of a payout that does not exist."""


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
        self.payout: Payout | ProgramPayout = rules.payout or Payout()
        self.values = {
            "tiles": table.tiles.bit_count(),
            "sum": play.highest_pip + 1,
            **_plain_values(play.first_lead),
            **_plain_values(play.layout),
            **_plain_values(rules.score),
            **_plain_values(self.payout),
            "highest_pip": play.highest_pip,
            "taken_out": ", ".join(NAMES[tile] for tile in play.taken_out.get(seats, ())),
            "redeal_doubles": None if play.redeal is None else play.redeal.doubles,
        }
        """What stands for the placeholders of templates."""
        by_lead, score = not isinstance(play.layout, EngineTrains), rules.score
        names_leads = by_lead and not play.turned_up and not sets_hub_aside(play)
        draws, counts_hands = play.draw != "none", score.points in ("losing-hands", "all-hands")
        by_pips, names_blocker = isinstance(rules.payout, Payout), rules.reading is not None
        pays_for_blocks = by_pips and names_blocker
        self.decides: Mapping[str, bool] = {
            "play.direction": seats > 2,
            "play.first_lead": by_lead,
            "play.first_lead.unheld": by_lead,
            "any-tile-is-led": names_leads and isinstance(play.first_lead, ByLot),
            "play.later_lead": names_leads and play.next_lead != "same-rule",
            "play.stays_in_boneyard": draws,
            "play.drawn_tile": draws,
            "play.turn": not isinstance(play.layout, Trains),
            "score.points": score.points != "tiles" or score.for_winning + score.per_tile > 0,
            "score.tied": score.blocked_winner != "nobody",
            "score.ways.fits": score.points == "ways",
            "score.last_two_tie": score.blocked_winner == "last-two",
            "score.difference": counts_hands,
            "score.negative_points": counts_hands and score.difference != "none",
            "score.bonuses.opening_pass.partner_passes": play.partners,
            "score.bonuses.round_pass": seats > 2,
            "play.wild_half": play.wild_tiles,
            "one-round": score.one_round,
            "score.winners": not score.one_round,
            "stake": rules.payout is not None,
            "losers-pay": by_pips and not pays_for_blocks,
            "losers-pay-unless-blocked": pays_for_blocks,
            "payout.reading": by_pips or names_blocker,
            "payout.win_factor": pays_for_blocks,
            "payout.loser_pays": pays_for_blocks,
            "payout.assisted": pays_for_blocks,
            "payout.tied_blocker": pays_for_blocks,
        }
        """Whether a field decides something here, if it does not wherever it has a value."""

    def value(self, field: str) -> Any:
        """The value of a field: a kind, a word or a number; True of what is no field."""
        if field in _WHOLE:
            return True
        try:
            value = attrgetter(field)(self.rules)
        except AttributeError:
            return _ABSENT
        if isinstance(value, dict):
            return value.get(self.seats)
        return getattr(value, "kind", value)


def _plain_values(part: Any) -> dict[str, Any]:
    return part.model_dump(mode="json") if hasattr(part, "model_dump") else {}


Words: TypeAlias = str | tuple[str, str] | Callable[[_Game], Iterator[str]]
"""A template; of a number one for 1, and one for more, which call it ``{number}``; or a function
that gives sentences."""


def _sentences(game: _Game) -> Iterator[RuleSentence]:
    for topic, rules in _RULES.items():
        for rule, words in rules.items():
            field, is_for, wanted = rule.partition("=")
            value = game.value(field)
            if (is_for and wanted != _plain(value)) or not game.decides.get(field, True):
                continue
            named = _WHOLE.get(field, field)
            match words:
                case (one, many):
                    if isinstance(value, int) and value:
                        yield RuleSentence(topic, named, plural(one, many, value))
                case str():
                    if is_for or (value is not None and value is not False and value != _ABSENT):
                        yield RuleSentence(topic, named, text(words, **game.values))
                case _:
                    yield from (RuleSentence(topic, named, each) for each in words(game))


def _plain(value: object) -> str:
    return {"None": "null", "True": "true", "False": "false"}.get(str(value), str(value))


def _boneyard(game: _Game) -> Iterator[str]:
    if not game.boneyard:
        yield text("No tile is left: there is no boneyard.")
        return
    yield plural(
        "The tile that is left is the boneyard, face down.",
        "The {number} tiles that are left are the boneyard, face down.",
        game.boneyard,
    )


def _scale(game: _Game) -> Iterator[str]:
    scale = game.rules.score.scale
    if scale is not None:
        yield text(
            "From {least} to {up_to} pips are {points} points, and each {each} pips more, or a "
            "part of them, one more. Fewer pips are none.",
            **scale.model_dump(),
        )


def _ways(game: _Game) -> Iterator[str]:
    yield text(
        "Going out brings {simple}, with a double {double}, with a tile that fits both ends "
        "{both_ends}, with a double that fits both ends {double_both_ends}; a blocked round brings "
        "its winner {blocked}.",
        **game.rules.score.ways.__dict__,
    )


def _shutout(game: _Game) -> Iterator[str]:
    shutout = game.rules.score.shutout
    if shutout is not None:
        yield plural(
            "A game in which no other side has more than {number} point counts as {games} games: "
            "a shutout.",
            "A game in which no other side has more than {number} points counts as {games} games: "
            "a shutout.",
            shutout.at_most,
            games=shutout.games,
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


def _by_round(game: _Game) -> Iterator[str]:
    bonuses = game.rules.score.bonuses
    for number, points in enumerate(() if bonuses is None else bonuses.by_round):
        yield plural(
            "The winner of round {round} scores {number} point more.",
            "The winner of round {round} scores {number} points more.",
            points,
            round=number,
        )


def _penalties(game: _Game) -> Iterator[str]:
    for offence in PENALTIES:
        if offence in (game.rules.penalties or {}):
            penalty = penalty_of(game.rules, offence)
            yield text(
                "{offence}: {cost}.",
                offence=offence_text(offence),
                cost=cost_text(penalty),
            )


_WHOLE: Mapping[str, str] = {
    "any-tile-is-led": "play.first_lead",
    **dict.fromkeys(("boneyard", "round-over", "one-round", "stake"), ""),
    **dict.fromkeys(("losers-pay", "losers-pay-unless-blocked"), ""),
}
"""What follows from several fields: the first of them, or none."""
_RULES: Mapping[Topic, Mapping[str, Words]] = {
    "tiles": {
        "play.highest_pip": mark(
            "The set has {tiles} tiles. A tile has two halves, each with a number of pips from 0 "
            "to {highest_pip}; a half with 0 is blank."
        ),
        "play.wild_tiles": mark(
            "Among them are tiles with a wild half, W. It stands for any number of pips: its "
            "player says which, and it keeps it."
        ),
        "play.layout.hub=set-aside": mark(
            "In each round one double is taken out before the deal, and lies in the middle of the "
            "table: the hub. It is the highest double in the first round, then the next lower one."
        ),
        "play.hand": mark_plural(
            "Each player is dealt {number} tile.", "Each player is dealt {number} tiles."
        ),
        "play.taken_out": mark("Before the game these are taken out of the set: {taken_out}."),
        "play.redeal.who=may": mark(
            "If a hand has {redeal_doubles} doubles or more, the tiles are dealt again if a player "
            "asks for it before the lead."
        ),
        "play.redeal.who=must": mark(
            "If a hand has {redeal_doubles} doubles or more, the tiles are dealt again."
        ),
        "play.turned_up": mark(
            "One of the tiles that are left is turned up. It is the first on the table, and nobody"
            " held it."
        ),
        "boneyard": _boneyard,
        "play.partners=true": mark("Players who face each other are partners: they are one side."),
        "play.partners=false": mark("Everybody plays alone, and is a side of one."),
        "play.direction=clockwise": mark("The players take turns clockwise."),
        "play.direction=counterclockwise": mark("The players take turns counterclockwise."),
    },
    "beginning": {
        "play.layout.engine=any-double": mark(
            "In their first turn all players begin their train with a double of their choice, its "
            "engine. The holder of the highest double begins the round, with that one. If a player"
            " holds no double, the tiles are dealt again."
        ),
        "play.layout.engine=own-highest": mark(
            "In their first turn all players begin their train with the highest double of their "
            "hand, its engine. The holder of the highest double begins the round. If a player "
            "holds no double, the tiles are dealt again."
        ),
        "play.first_lead=highest-double": mark(
            "The holder of the highest double that was dealt leads it."
        ),
        "play.first_lead=heaviest-tile": mark(
            "The holder of the tile with most pips leads it; of equal ones, that with the higher "
            "half."
        ),
        "play.first_lead=named-tile": mark("The holder of {tile} leads it."),
        "play.first_lead=round-double": mark(
            "The holder of the double of the round leads it: the highest double in the first "
            "round, then the next lower one."
        ),
        "play.first_lead=lot": mark("Lots are drawn for who begins the first round."),
        "play.first_lead=own-highest-double": mark(
            "Lots are drawn for the first lead, which is the highest double in the hand of that "
            "player. A player who holds none leaves the lead to the next one."
        ),
        "any-tile-is-led": mark("Any tile may be led."),
        "play.first_lead.unheld=deal-again": mark(
            "If nobody holds such a tile, the tiles are dealt again."
        ),
        "play.first_lead.unheld=heaviest-tile": mark(
            "If nobody holds such a tile, the holder of the tile with most pips leads that."
        ),
        "play.first_lead.unheld=draw-for-it": mark(
            "If nobody holds that tile, the players draw one tile each in turn, until one of them "
            "draws it, and leads it."
        ),
        "play.next_lead=same-rule": mark("Later rounds begin in the same way."),
        "play.next_lead=winner": mark("The winner of a round begins the next one."),
        "play.next_lead=rotate": mark("The next player in turn begins the next round."),
        "play.next_lead=last-to-lay": mark(
            "The player who went out begins the next round. After a block the last player to lay "
            "begins, if their side won; if it lost, the player after them."
        ),
        "play.next_lead=winning-side": mark(
            "A player of the side that won a round begins the next one: they choose who."
        ),
        "play.out_lead=that-seat": mark("A player who went out and won begins the next round."),
        "play.block_lead=lightest": mark(
            "After a block the winner with the fewest pips begins; of equal ones the first in turn,"
            " beginning with the player who blocked."
        ),
        "play.block_lead=winning-side": mark(
            "After a block a player of the winning side begins: they choose who."
        ),
        "play.block_lead=blocker-or-side": mark(
            "After a block the player who blocked begins, if their side won; else a player of the "
            "winning side: they choose who."
        ),
        "play.block_lead=first-lead": mark("After a block the next round begins as the first one."),
        "play.after_tie=last-leader": mark(
            "After a round that nobody won, the player who began it begins again."
        ),
        "play.after_tie=next-seat": mark(
            "After a round that nobody won, the player after the one who began it begins."
        ),
        "play.after_tie=first-lead": mark(
            "After a round that nobody won, the next one begins as the first one."
        ),
        "play.after_tie=leader-if-tied": mark(
            "After a round that nobody won, the player who began it begins again, if their side "
            "tied; else the next one begins as the first one."
        ),
        "play.after_tie=compare-doubles": mark(
            "After a round that nobody won, the player of the tied sides who was dealt the highest "
            "double begins."
        ),
        "play.later_lead=lot": mark("In later rounds any tile may be led."),
        "play.later_lead=any-double": mark(
            "In later rounds a double is led; a player who holds none leaves the lead to the next "
            "one."
        ),
        "play.later_lead=own-highest-double": mark(
            "In later rounds the lead is the highest double in the hand of the leader; a player "
            "who holds none leaves the lead to the next one."
        ),
    },
    "table": {
        "play.layout=line-of-play": mark(
            "The tiles lie in a line. It has two open ends, left and right."
        ),
        "play.layout=arms": mark(
            "The lead lies in the middle, and {arms} arms grow from it. All arms have to be begun "
            "before a tile is laid anywhere else."
        ),
        "play.layout=crosswise": mark("The tiles lie in a line, doubles across it."),
        "play.layout=forks": mark(
            "The tiles lie in a line. A matador may also be laid across it: then both of its "
            "halves are open ends."
        ),
        "play.layout=feet": mark(
            "The lead is a double from which {opener_takes} branches grow, its toes; a later "
            "double has {toes}. All toes of a double must have a tile before a tile is laid "
            "anywhere else."
        ),
        "play.layout=hub-trains": mark(
            "Each player has a train, a row of tiles that grows from the hub. Players lay on their"
            " own train, and on each train whose marker is up. Its player puts it up when they "
            "cannot lay, and takes it down when they lay there again."
        ),
        "play.layout=engine-trains": mark(
            "Each player has a train, a row of tiles that grows from its engine."
        ),
        "play.layout=bent": mark("The tiles are curved, and lie in a line with two ends."),
        "play.layout.doubles=all-arms": mark(
            "Then each arm must get a double before any other tile is laid."
        ),
        "play.layout.doubles=each-arm": mark("Then each arm must get a double before it goes on."),
        "play.layout.spinners=none": mark("The line has two open ends, left and right."),
        "play.layout.spinners=first": mark(
            "The first double is a spinner: when both of its long sides are taken, tiles may be "
            "laid at its short ends, too."
        ),
        "play.layout.spinners=every": mark(
            "Every double is a spinner: when both of its long sides are taken, tiles may be laid "
            "at its short ends, too."
        ),
        "play.layout.dead_foot=blocks": mark("Toes for which no tile is left block the round."),
        "play.layout.dead_foot=waived": mark("Toes for which no tile is left need none."),
        "play.layout.hub=led": mark("The lead is the hub, a double in the middle of the table."),
        "play.layout.public=any-time": mark(
            "There is one more train, the public one, open to all. Everybody may begin it."
        ),
        "play.layout.public=after-own-train": mark(
            "There is one more train, the public one, open to all. Only players who have begun "
            "their own train may begin it."
        ),
        "play.layout.public=none": mark("There is no public train."),
        "play.layout.marked_empty=open": mark(
            "A train whose marker is up may be begun by all players."
        ),
        "play.layout.marked_empty=closed": mark("Only its own player may begin a train."),
        "play.layout.train_ends=2": mark("A train grows at both ends."),
        "play.layout.train_ends=1": mark("A train grows at one end."),
        "play.layout.low_to_high=left": mark(
            "Seen from its lower to its higher half a tile turns left."
        ),
        "play.layout.low_to_high=right": mark(
            "Seen from its lower to its higher half a tile turns right."
        ),
        "play.layout.fit=lattice": mark("It must find room beside the tiles that lie there."),
        "play.layout.fit=ruled": mark(
            "Whether it finds room is decided at the table, with the tiles there."
        ),
        "play.matching=equal": mark(
            "A tile may be laid at an open end that shows as many pips as one of its halves. Its "
            "other half is the open end then."
        ),
        "play.matching=sum": mark(
            "A tile may be laid at an open end if its half and the end have {sum} pips together. A"
            " matador, 0-0 or a tile with {sum} pips, fits everywhere. The other half is the open "
            "end then."
        ),
    },
    "turns": {
        "play.may_draw_when_able=false": mark("Players who can lay a tile must lay one."),
        "play.may_draw_when_able=true": mark("Players who can lay a tile may draw all the same."),
        "play.draw=none": mark("Nobody draws."),
        "play.draw=until-playable": mark(
            "Players who cannot lay draw from the boneyard, tile by tile, until they can."
        ),
        "play.draw": mark_plural(
            "Players who cannot lay draw {number} tile from the boneyard in a turn.",
            "Players who cannot lay draw from the boneyard until they can, at most {number} tiles "
            "in a turn.",
        ),
        "play.stays_in_boneyard": mark_plural(
            "The last tile of the boneyard is never drawn.",
            "The last {number} tiles of the boneyard are never drawn.",
        ),
        "play.drawn_tile=must-lay": mark("Who can lay after a draw must lay."),
        "play.drawn_tile=may-keep": mark(
            "After a draw the player lays the tile drawn, or passes and keeps it."
        ),
        "play.cannot_play=pass": mark("Players who can neither lay nor draw pass."),
        "play.cannot_play=set-aside": mark(
            "Players who cannot lay set a tile aside, face down. It counts as if it were in the "
            "hand."
        ),
        "play.cannot_play=raise-marker": mark(
            "Players who can neither lay nor draw put the marker of their train up; if it is up, "
            "they pass."
        ),
        "play.layout=hub-trains": mark("In a turn one tile is laid, and another after a double."),
        "play.layout=engine-trains": mark(
            "In a turn players lay one tile on their own train, and then perhaps guest tiles: one "
            "on each other train."
        ),
        "play.turn=one-tile": mark("In a turn one tile is laid."),
        "play.turn=while-able": mark("In a turn players may lay tiles as long as they can."),
        "play.claims=called": mark(
            "Points in play have to be claimed after the tile is laid. What its player does not "
            "claim, the first other player to claim it gets, until the next tile is laid."
        ),
        "play.knock_on_last_tile": mark(
            "Players with one tile left have to knock. Those who forget it draw a tile."
        ),
        "play.layout.cover=live-doubles": mark(
            "It covers the double. If its player cannot cover it, the next one has to. A double "
            "for which no tile is left needs no cover."
        ),
        "play.layout.cover=every-double": mark(
            "It covers the double. If its player cannot cover it, the next one has to. A double "
            "for which no tile is left needs a cover, too."
        ),
        "play.layout.cover=anywhere": mark("It may be laid at any end that is open to the player."),
        "play.layout.doubles_chain": mark("Before the cover the player may lay further doubles."),
        "play.layout.out_on_double=false": mark("The last tile of a hand may not be a double."),
        "play.layout.first_turn=as-many-as-fit": mark(
            "In their first turn players lay on their own train as long as a tile fits."
        ),
    },
    "rounds": {
        "round-over": mark(
            "A round is over when a player is out, without a tile left, or when it is blocked: "
            "nobody can play."
        ),
        "play.play_on": mark("When a player is out, the others play on until nobody can."),
        "play.until=side-out": mark(
            "The others play on when a player is out, until both partners of a side are; a player "
            "without a tile is stepped over."
        ),
        "play.exact_target": mark(
            "The target has to be reached exactly: points that would go past it do not count. The "
            "points for going out are one with those of the last tile."
        ),
        "play.win_in_play": mark(
            "A round and the game are over as soon as points in play reach the target. The side of"
            " the player who laid last wins both, and hands count nothing."
        ),
        "score.out_winner=that-seat": mark("The side of the player who is out wins the round."),
        "score.out_winner=lowest-hand": mark(
            "The fewest pips left in hand win the round, also when a player is out."
        ),
        "score.blocked_winner=fewest-pips": mark(
            "The side with the fewest pips left in hand wins a blocked round."
        ),
        "score.blocked_winner=fewest-tiles": mark(
            "The side with the fewest tiles left in hand wins a blocked round."
        ),
        "score.blocked_winner=side-of-lowest-hand": mark(
            "The side of the player with the fewest pips left in hand wins a blocked round."
        ),
        "score.blocked_winner=last-two": mark(
            "In a blocked round the hand of the last player to lay and that of the next player are"
            " compared: the fewer pips win."
        ),
        "score.last_two_tie=blocker": mark(
            "If both hands are equal, that of the last player to lay wins."
        ),
        "score.last_two_tie=opener": mark(
            "If both hands are equal, that of the side that led the round wins."
        ),
        "score.blocked_winner=nobody": mark("Nobody wins a blocked round."),
        "score.tied=each": mark("Sides that are equal win together."),
        "score.tied=nobody": mark("If sides are equal, nobody wins."),
        "score.tied=not-the-blocker": mark(
            "If sides are equal in a blocked round, that of the last player to lay has not won."
        ),
        "score.blocked_below": mark_plural(
            "The winner of a blocked round must have no pip left; otherwise nobody wins it.",
            "The winner of a blocked round must have fewer than {number} pips left; otherwise "
            "nobody wins it.",
        ),
        "score.tied=leading-side": mark("If sides are equal, the one that leads the game wins."),
        "score.tied=opener": mark(
            "If sides are equal, the side that led the round wins, or else the first of them in "
            "the order of play after the player who led."
        ),
        "score.tied=blocker": mark(
            "If sides are equal in a blocked round, that of the last player to lay wins, or else "
            "the first of them in the order of play after that player."
        ),
        "score.tied=lightest-tile": mark(
            "If sides are equal in a blocked round, the one with the lightest single tile left "
            "wins; if these are equal, too, the next lightest tiles are compared. Sides whose "
            "tiles are all equal do not win."
        ),
        "score.tied=play-again": mark(
            "If sides are equal, the round is no round: it is played again, with the same leader."
        ),
    },
    "points": {
        "score.points=none": mark("There are no points."),
        "score.points=losing-hands": mark(
            "The winner of a round scores the pips left in the hands that did not win."
        ),
        "score.points=all-hands": mark("The winner of a round scores the pips left in all hands."),
        "score.points=win": mark("The winner of a round scores one point."),
        "score.points=ways": _ways,
        "score.ways.fits=each-half": mark(
            "A tile fits both ends if each half fits at an end of its own."
        ),
        "score.ways.fits=either-end": mark(
            "A tile fits both ends also if the same half fits at both."
        ),
        "score.points=own-hand": mark("All sides write down the pips left in their own hands."),
        "score.points=tiles": mark(
            "The winner of a round scores {for_winning}, and {per_tile} for each tile left in the "
            "other hands."
        ),
        "score.difference=to-all-hands": mark("Their own pips are subtracted from the sum."),
        "score.difference=to-each-hand": mark("Their own pips are subtracted from each hand."),
        "score.negative_points=zero": mark("What would be less than 0 points is 0."),
        "score.negative_points=keep": mark("Points may be less than 0."),
        "score.block_bonus": mark_plural(
            "The winner of a blocked round scores {number} point more.",
            "The winner of a blocked round scores {number} points more.",
        ),
        "score.blocked_points=all-hands": mark(
            "The winner of a blocked round scores the pips left in all hands."
        ),
        "score.blocked_points=losing-hands": mark(
            "The winner of a blocked round scores the pips left in the hands that did not win."
        ),
        "score.blocked_points=difference": mark(
            "The winner of a blocked round scores the pips left in the hands that did not win, "
            "less their own."
        ),
        "score.blocked_points=heavier": mark(
            "In a blocked round every side scores the pips left in the hands that are heavier than "
            "its own, less its own."
        ),
        "score.scale": _scale,
        "score.bonuses.capicua.points": mark_plural(
            "Going out with a tile that fits both ends, a capicúa, brings {number} point more.",
            "Going out with a tile that fits both ends, a capicúa, brings {number} points more.",
        ),
        "score.bonuses.capicua.factor": mark_plural(
            "Going out with a tile that fits both ends, a capicúa, counts once.",
            "If a player goes out with a tile that fits both ends, a capicúa, the points for the "
            "round count {number} times.",
        ),
        "score.bonuses.capicua.fits=each-half": mark(
            "Each half of a capicúa has to fit at an end of its own."
        ),
        "score.bonuses.capicua.fits=either-end": mark(
            "A capicúa may fit at both ends with the same half."
        ),
        "score.bonuses.capicua.doubles=no": mark("A double is no capicúa."),
        "score.bonuses.capicua.doubles=yes": mark("A double may be a capicúa, too."),
        "score.bonuses.capicua.blanks=no": mark("A tile with a blank half is no capicúa."),
        "score.bonuses.chuchazo.points": mark_plural(
            "Going out with 0-0, a chuchazo, brings {number} point more.",
            "Going out with 0-0, a chuchazo, brings {number} points more.",
        ),
        "score.bonuses.chuchazo.both_ends=not": mark(
            "It is no chuchazo if 0-0 fitted at both ends."
        ),
        "score.bonuses.opening_pass.double": mark_plural(
            "If the leader leads a double and the next player has to pass, the leader scores "
            "{number} point.",
            "If the leader leads a double and the next player has to pass, the leader scores "
            "{number} points.",
        ),
        "score.bonuses.opening_pass.other": mark_plural(
            "If the leader leads another tile and the next player has to pass, the leader scores "
            "{number} point.",
            "If the leader leads another tile and the next player has to pass, the leader scores "
            "{number} points.",
        ),
        "score.bonuses.opening_pass.partner_passes=annuls": mark(
            "That brings nothing if the partner of the leader has to pass as well, before another "
            "tile is laid."
        ),
        "score.bonuses.opening_pass.partner_passes=counts": mark(
            "That counts if the partner of the leader has to pass as well."
        ),
        "score.bonuses.out_points": mark_plural(
            "The side that is out scores {number} point for it.",
            "The side that is out scores {number} points for it.",
        ),
        "score.bonuses.round_pass": mark_plural(
            "A player who lays again after all others had to pass scores {number} point.",
            "A player who lays again after all others had to pass scores {number} points.",
        ),
        "score.bonuses.each_pass": mark_plural(
            "Each time a player has to pass, every other side scores {number} point.",
            "Each time a player has to pass, every other side scores {number} points.",
        ),
        "score.bonuses.by_round": _by_round,
        "score.carry=plus-one": mark(
            "Each round that nobody won adds a point to the next one that is won."
        ),
        "score.carry=double": mark(
            "After a round that nobody won, the next one that is won counts double."
        ),
        "score.rounding=sum": mark("The sum is rounded to the nearest multiple of five."),
        "score.rounding=each-hand": mark("Each hand is rounded to the nearest multiple of five."),
        "score.in_play=fives-and-threes": mark(
            "In play points are scored by the player who laid: a fifth of what the open ends make "
            "together if that is a multiple of five, and a third of it if it is one of three."
        ),
        "score.in_play=fives": mark(
            "In play, too, points are scored: when the open ends together are a multiple of five, "
            "the player who laid scores it."
        ),
        "score.to_get_in=10": mark(
            "The first points that a player scores in play have to be 10 or more."
        ),
        "score.points_per=five": mark("All points are divided by five."),
        "play.double_counts=once": mark("A double left in a hand counts one of its halves."),
        "play.double_counts=none": mark("A double left in a hand counts nothing."),
        "play.double_blank": mark_plural(
            "0-0 left in hand counts {number} pip.", "0-0 left in hand counts {number} pips."
        ),
        "play.blank": mark_plural(
            "A blank half left in hand counts {number} pip.",
            "A blank half left in hand counts {number} pips.",
        ),
        "play.wild_half": mark_plural(
            "A wild half left in hand counts {number} pip.",
            "A wild half left in hand counts {number} pips.",
        ),
    },
    "game": {
        "one-round": mark("One round is a game: its winner wins the game."),
        "score.target": mark("The game ends when a side has {target} points."),
        "score.rounds": mark_plural(
            "The game ends after {number} round.", "The game ends after {number} rounds."
        ),
        "score.winners=highest": mark("The side with most points wins."),
        "score.winners=all-past-target": mark("All sides that have so many points then win."),
        "score.winners=lowest": mark("The side with the fewest points wins."),
        "score.reset=all-scored": mark(
            "As soon as every side has a point, all points are lost, that one too, and the next "
            "round begins as the first one did."
        ),
        "score.reset=one-all-play-two": mark(
            "At one point each the next round begins as the first one did; its winner then stands "
            "at 2, the others at 0. Otherwise all points are lost as soon as every side has a "
            "point, and the next round begins as the first one did."
        ),
        "score.shutout": _shutout,
        "score.clock.minutes": mark_plural(
            "A game lasts at most {number} minute; then it is broken off. While several sides lead "
            "alike, one more round is played.",
            "A game lasts at most {number} minutes; then it is broken off. While several sides "
            "lead alike, one more round is played.",
        ),
        "score.clock.in_play=finish": mark("The round that is being played then is finished."),
        "score.clock.in_play=void": mark(
            "The round that is being played then counts for nothing, unless several sides lead "
            "alike: then it is the one more round."
        ),
        "score.abandoned=void": mark("A game that is broken off counts for nothing."),
        "score.abandoned=as-it-stands": mark("Of a game that is broken off the rounds count."),
        "score.abandoned=leader-wins": mark(
            "A game that is broken off is won by the side that is ahead. If several are, nobody "
            "has won it."
        ),
        "score.forfeited=others-win": mark("If a player gives the game up, the others win."),
        "score.forfeited=void": mark("If a player gives the game up, it counts for nothing."),
    },
    "money": {
        "payout=null": mark("The game is not played for money."),
        "payout=program": mark(
            "Who pays whom is decided by the payout rule {name}, a function whose source has the "
            "SHA-256 {sha256}."
        ),
        "stake": _stake,
        "losers-pay": mark(
            "All players who did not win pay the winner for the pips left in their own hand."
        ),
        "losers-pay-unless-blocked": mark(
            "All players who did not win pay the winner for the pips left in their own hand, "
            "unless the round has a blocker."
        ),
        "payout.tied_winners=share": mark("Several winners share what the others pay."),
        "payout.tied_winners=nobody": mark("If several win, nobody pays."),
        "payout.reading=null": mark("Nobody is answerable for a block."),
        "payout.reading": _reading,
        "payout.win_factor": mark(
            "A blocker who wins gets {win_factor} times the pips left in their hands from the "
            "others."
        ),
        "payout.loser_pays=each-his-own": mark(
            "A blocker who does not win pays {loss_factor} times the pips of every other hand, to "
            "the player who holds it."
        ),
        "payout.loser_pays=winner-everything": mark(
            "A blocker who does not win pays {loss_factor} times the pips of every other hand, all"
            " of it to the winner."
        ),
        "payout.assisted=whole-amount": mark(
            "If the next player assisted the blocker, only these two pay and get: all of it."
        ),
        "payout.assisted=assistants-own-pips": mark(
            "If the next player assisted the blocker, only these two pay and get: for the pips of "
            "the assistant alone."
        ),
        "payout.tied_blocker=loses": mark("A blocker who shares the fewest pips has not won."),
        "payout.tied_blocker=wins": mark("A blocker who shares the fewest pips has won."),
        "payout.shutout=each-game": mark(
            "All that is paid for the rounds of a shutout is paid once for each game that it "
            "counts as; penalties are not."
        ),
    },
    "penalties": {"penalties": _penalties},
}
"""By field and value, or by field: what is said, in order. A value without a row says nothing."""
