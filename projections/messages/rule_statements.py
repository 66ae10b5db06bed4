"""The rules of a game as sentences for its players."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ..accounting.money import NO_CURRENCY, money
from ..dossier.rule_statements import AgreedChange, Statement, Topic
from . import mark, plural, text
from .readings import reading_text
from .remedies import costs, offence_text

Params: TypeAlias = Mapping[str, Any]

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
    """What statements are about, as a heading."""
    return text(_TOPICS[topic])


def statement_text(statement: Statement) -> str:
    """The rule as one or two sentences."""
    template = _TEMPLATES.get(statement.code)
    if template is None:
        return _SENTENCES[statement.code](statement.params)
    return text(template, **statement.params)


def agreed_text(change: AgreedChange) -> str:
    """A field that the players changed, and what it was before."""
    if change.before is None:
        return text("{field} is {value}", field=change.field, value=change.value)
    return text(
        "{field} is {value}, in place of {before}",
        field=change.field,
        value=change.value,
        before=change.before,
    )


_TEMPLATES: Mapping[str, str] = {
    # The tiles.
    "set": mark(
        "The set has {tiles} tiles. A tile has two halves, each with a number of pips from 0 to "
        "{highest}; a half with 0 is blank."
    ),
    "wild_tiles": mark(
        "Among them are tiles with a wild half, W. It stands for any number of pips: its player "
        "says which, and it keeps it."
    ),
    "hub": mark(
        "In each round one double is taken out before the deal, and lies in the middle of the "
        "table: the hub. It is the highest double in the first round, then the next lower one."
    ),
    "turned_up": mark(
        "One of the tiles that are left is turned up. It lies on the table, and nobody held it."
    ),
    "partners.true": mark("Players who face each other are partners: they are one side."),
    "partners.false": mark("Everybody plays alone, and is a side of one."),
    "direction.clockwise": mark("The players take turns clockwise."),
    "direction.counterclockwise": mark("The players take turns counterclockwise."),
    # Who begins.
    "engine.any-double": mark(
        "In their first turn all players begin their train with a double of their choice, its "
        "engine. The holder of the highest double begins the round, with that one. If a player "
        "holds no double, the tiles are dealt again."
    ),
    "engine.own-highest": mark(
        "In their first turn all players begin their train with the highest double of their hand, "
        "its engine. The holder of the highest double begins the round. If a player holds no "
        "double, the tiles are dealt again."
    ),
    "first_lead.highest-double.deal-again": mark(
        "The holder of the highest double that was dealt leads it. If nobody holds a double, the "
        "tiles are dealt again."
    ),
    "first_lead.highest-double.heaviest-tile": mark(
        "The holder of the highest double that was dealt leads it. If nobody holds a double, the "
        "holder of the tile with most pips leads that."
    ),
    "first_lead.heaviest-tile": mark(
        "The holder of the tile with most pips leads it; of equal ones, that with the higher half."
    ),
    "first_lead.named-tile.deal-again": mark(
        "The holder of {tile} leads it. If nobody holds it, the tiles are dealt again."
    ),
    "first_lead.named-tile.draw-for-it": mark(
        "The holder of {tile} leads it. If nobody holds it, the players draw one tile each in "
        "turn, until one of them draws it, and leads it."
    ),
    "first_lead.round-double.deal-again": mark(
        "The holder of the double of the round leads it: the highest double in the first round, "
        "then the next lower one. If nobody holds it, the tiles are dealt again."
    ),
    "first_lead.round-double.draw-for-it": mark(
        "The holder of the double of the round leads it: the highest double in the first round, "
        "then the next lower one. If nobody holds it, the players draw one tile each in turn, "
        "until one of them draws it, and leads it."
    ),
    "first_lead.own-highest-double": mark(
        "Lots are drawn for the first lead, which is the highest double in the hand of that player."
        " A player who holds none leaves the lead to the next one."
    ),
    "first_lead.turned_up": mark(
        "The tile turned up is the first of the table. Lots are drawn for who plays first."
    ),
    "first_lead.lot": mark("Lots are drawn for the first lead. Any tile may be led."),
    "first_lead.lot.hub": mark("Lots are drawn for who begins the first round."),
    "next_lead.same-rule": mark("Later rounds begin in the same way."),
    "next_lead.winner": mark("The winner of a round begins the next one."),
    "next_lead.rotate": mark("The next player in turn begins the next round."),
    "next_lead.last-to-lay": mark(
        "The player who went out begins the next round. After a block the last player to lay "
        "begins, if their side won; if it lost, the player after them."
    ),
    "later_lead.lot": mark("In later rounds any tile may be led."),
    "later_lead.any-double": mark(
        "In later rounds a double is led; a player who holds none leaves the lead to the next one."
    ),
    "later_lead.own-highest-double": mark(
        "In later rounds the lead is the highest double in the hand of the leader; a player who "
        "holds none leaves the lead to the next one."
    ),
    # Where tiles lie.
    "layout.line-of-play": mark("The tiles lie in a line. It has two open ends, left and right."),
    "layout.arms": mark(
        "The lead lies in the middle, and {arms} arms grow from it. All arms have to be begun "
        "before a tile is laid anywhere else."
    ),
    "layout.arms.doubles.all-arms": mark(
        "Then each arm must get a double before any other tile is laid."
    ),
    "layout.arms.doubles.each-arm": mark("Then each arm must get a double before it goes on."),
    "layout.crosswise.spinners.none": mark(
        "The tiles lie in a line, doubles across it. It has two open ends, left and right."
    ),
    "layout.crosswise.spinners.first": mark(
        "The tiles lie in a line, doubles across it. The first double is a spinner: when both of "
        "its long sides are taken, tiles may be laid at its short ends, too."
    ),
    "layout.crosswise.spinners.every": mark(
        "The tiles lie in a line, doubles across it. Every double is a spinner: when both of its "
        "long sides are taken, tiles may be laid at its short ends, too."
    ),
    "layout.forks": mark(
        "The tiles lie in a line. A matador may also be laid across it: then both of its halves "
        "are open ends."
    ),
    "layout.feet": mark(
        "The lead is a double from which {opener} branches grow, its toes; a later double has "
        "{toes}. All toes of a double must have a tile before a tile is laid anywhere else."
    ),
    "layout.feet.dead_foot.blocks": mark("Toes for which no tile is left block the round."),
    "layout.feet.dead_foot.waived": mark("Toes for which no tile is left need none."),
    "layout.trains.begin.hub": mark(
        "Each player has a train, a row of tiles that grows from the hub. Players lay on their own "
        "train, and on each train whose marker is up. Its player puts it up when they cannot lay, "
        "and takes it down when they lay there again."
    ),
    "layout.trains.begin.own-double": mark(
        "Each player has a train, a row of tiles that grows from its engine."
    ),
    "layout.trains.train_ends.2": mark("A train grows at both ends."),
    "layout.trains.train_ends.1": mark("A train grows at one end."),
    "layout.trains.hub.led": mark("The lead is the hub, a double in the middle of the table."),
    "layout.trains.public.true": mark("There is one more train, the public one, open to all."),
    "layout.trains.public.false": mark("There is no public train."),
    "layout.trains.begin_public.any-time": mark("Everybody may begin the public train."),
    "layout.trains.begin_public.after-own-train": mark(
        "Only players who have begun their own train may begin the public one."
    ),
    "layout.trains.marked_empty.open": mark(
        "A train whose marker is up may be begun by all players."
    ),
    "layout.trains.marked_empty.closed": mark("Only its own player may begin a train."),
    "layout.bent.low_to_high.left": mark(
        "The tiles are curved, and lie in a line with two ends. Seen from its lower to its higher "
        "half a tile turns left."
    ),
    "layout.bent.low_to_high.right": mark(
        "The tiles are curved, and lie in a line with two ends. Seen from its lower to its higher "
        "half a tile turns right."
    ),
    "layout.bent.fit.lattice": mark("It must find room beside the tiles that lie there."),
    "layout.bent.fit.ruled": mark(
        "Whether it finds room is decided at the table, with the tiles there."
    ),
    "matching.equal": mark(
        "A tile may be laid at an open end that shows as many pips as one of its halves. Its other "
        "half is the open end then."
    ),
    "matching.sum": mark(
        "A tile may be laid at an open end if its half and the end have {sum} pips together. A "
        "matador, 0-0 or a tile with {sum} pips, fits everywhere. The other half is the open end "
        "then."
    ),
    # Turns.
    "must-lay": mark("Players who can lay a tile must lay one."),
    "may_draw_when_able": mark("Players who can lay a tile may draw all the same."),
    "draw.none": mark("Nobody draws."),
    "draw.until-playable": mark(
        "Players who cannot lay draw from the boneyard, tile by tile, until they can."
    ),
    "drawn_tile.must-lay": mark("Who can lay after a draw must lay."),
    "drawn_tile.may-keep": mark(
        "After a draw the player lays the tile drawn, or passes and keeps it."
    ),
    "cannot_play.pass": mark("Players who can neither lay nor draw pass."),
    "cannot_play.pass.nobody-draws": mark("Players who cannot lay pass."),
    "cannot_play.set-aside": mark(
        "Players who cannot lay set a tile aside, face down. It counts as if it were in the hand."
    ),
    "cannot_play.raise-marker": mark(
        "Players who can neither lay nor draw put the marker of their train up; if it is up, they "
        "pass."
    ),
    "cannot_play.raise-marker.nobody-draws": mark(
        "Players who cannot lay put the marker of their train up; if it is up, they pass."
    ),
    "turn.one-tile": mark("In a turn one tile is laid."),
    "turn.cover-doubles": mark("In a turn one tile is laid, and another after a double."),
    "turn.guest-tiles": mark(
        "In a turn players lay one tile on their own train, and then perhaps guest tiles: one on "
        "each other train."
    ),
    "turn.while-able": mark("In a turn players may lay tiles as long as they can."),
    "claims.called": mark(
        "Points in play have to be claimed after the tile is laid. What its player does not claim, "
        "the first other player to claim it gets, until the next tile is laid."
    ),
    "knock_on_last_tile": mark(
        "Players with one tile left have to knock. Those who forget it draw a tile."
    ),
    "cover.on-the-double": mark(
        "It covers the double. If its player cannot cover it, the next one has to."
    ),
    "cover.anywhere": mark("It may be laid at any end that is open to the player."),
    "dead_double.needs-no-cover": mark("A double for which no tile is left needs no cover."),
    "dead_double.needs-cover": mark("A double for which no tile is left needs a cover, too."),
    "doubles_chain": mark("Before the cover the player may lay further doubles."),
    "out_on_double.false": mark("The last tile of a hand may not be a double."),
    "first_turn.as-many-as-fit": mark(
        "In their first turn players lay on their own train as long as a tile fits."
    ),
    # Who wins a round.
    "round-over": mark(
        "A round is over when a player is out, without a tile left, or when it is blocked: nobody "
        "can play."
    ),
    "play_on": mark("When a player is out, the others play on until nobody can."),
    "win_in_play": mark(
        "A round and the game are over as soon as points in play reach the target. The side of the "
        "player who laid last wins both, and hands count nothing."
    ),
    "out_winner.that-seat": mark("The side of the player who is out wins the round."),
    "out_winner.lowest-hand": mark(
        "The fewest pips left in hand win the round, also when a player is out."
    ),
    "blocked_winner.fewest-pips": mark(
        "The side with the fewest pips left in hand wins a blocked round."
    ),
    "blocked_winner.fewest-tiles": mark(
        "The side with the fewest tiles left in hand wins a blocked round."
    ),
    "blocked_winner.last-two": mark(
        "In a blocked round the hand of the last player to lay and that of the next player are "
        "compared: the fewer pips win, and if they are equal, the last player to lay."
    ),
    "blocked_winner.side-of-lowest-hand": mark(
        "The side of the player with the fewest pips left in hand wins a blocked round."
    ),
    "blocked_winner.nobody": mark("Nobody wins a blocked round."),
    "tied.each": mark("Sides that are equal win together."),
    "tied.nobody": mark("If sides are equal, nobody wins."),
    "tied.not-the-blocker": mark(
        "If sides are equal in a blocked round, that of the last player to lay has not won."
    ),
    "tied.leading-side": mark("If sides are equal, the one that leads the game wins."),
    # Points.
    "points.none": mark("There are no points."),
    "points.losing-hands": mark(
        "The winner of a round scores the pips left in the hands that did not win."
    ),
    "points.all-hands": mark("The winner of a round scores the pips left in all hands."),
    "points.own-hand": mark("All sides write down the pips left in their own hands."),
    "points.tiles": mark(
        "The winner of a round scores {for_winning}, and {per_tile} for each tile left in the "
        "other hands."
    ),
    "difference.to-all-hands": mark("Their own pips are subtracted from the sum."),
    "difference.to-each-hand": mark("Their own pips are subtracted from each hand."),
    "negative_points.zero": mark("What would be less than 0 points is 0."),
    "negative_points.keep": mark("Points may be less than 0."),
    "rounding.sum": mark("The sum is rounded to the nearest multiple of five."),
    "rounding.each-hand": mark("Each hand is rounded to the nearest multiple of five."),
    "in_play.fives": mark(
        "In play, too, points are scored: when the open ends together are a multiple of five, the "
        "player who laid scores it."
    ),
    "to_get_in": mark("The first points that a player scores in play have to be {points} or more."),
    "points_per.five": mark("All points are divided by five."),
    # Who wins the game.
    "one-round": mark("One round is a game: its winner wins the game."),
    "target": mark("The game ends when a side has {points} points."),
    "winners.highest": mark("The side with most points wins."),
    "winners.all-past-target": mark("All sides that have so many points then win."),
    "winners.lowest": mark("The side with the fewest points wins."),
    "abandoned.void": mark("A game that is broken off counts for nothing."),
    "abandoned.as-it-stands": mark("Of a game that is broken off the rounds count."),
    "forfeited.others-win": mark("If a player gives the game up, the others win."),
    "forfeited.void": mark("If a player gives the game up, it counts for nothing."),
    # Money.
    "payout.null": mark("The game is not played for money."),
    "losers-pay": mark(
        "All players who did not win pay the winner for the pips left in their own hand."
    ),
    "losers-pay.unless-blocked": mark(
        "All players who did not win pay the winner for the pips left in their own hand, unless "
        "the round has a blocker."
    ),
    "tied_winners.share": mark("Several winners share what the others pay."),
    "tied_winners.nobody": mark("If several win, nobody pays."),
    "reading.null": mark("Nobody is answerable for a block."),
    "win_factor": mark(
        "A blocker who wins gets {factor} times the pips left in their hands from the others."
    ),
    "loser_pays.each-his-own": mark(
        "A blocker who does not win pays {factor} times the pips of every other hand, to the "
        "player who holds it."
    ),
    "loser_pays.winner-everything": mark(
        "A blocker who does not win pays {factor} times the pips of every other hand, all of it to "
        "the winner."
    ),
    "assisted.whole-amount": mark(
        "If the next player assisted the blocker, only these two pay and get: all of it."
    ),
    "assisted.assistants-own-pips": mark(
        "If the next player assisted the blocker, only these two pay and get: for the pips of the "
        "assistant alone."
    ),
    "tied_blocker.loses": mark("A blocker who shares the fewest pips has not won."),
    "tied_blocker.wins": mark("A blocker who shares the fewest pips has won."),
}
"""By code, for statements with one template."""


def _hand(params: Params) -> str:
    return plural(
        "Each player is dealt {number} tile.",
        "Each player is dealt {number} tiles.",
        params["tiles"],
    )


def _boneyard(params: Params) -> str:
    if not params["tiles"]:
        return text("No tile is left: there is no boneyard.")
    return plural(
        "The tile that is left is the boneyard, face down.",
        "The {number} tiles that are left are the boneyard, face down.",
        params["tiles"],
    )


def _draw(params: Params) -> str:
    return plural(
        "Players who cannot lay draw {number} tile from the boneyard in a turn.",
        "Players who cannot lay draw from the boneyard until they can, at most {number} tiles in "
        "a turn.",
        params["tiles"],
    )


def _stays(params: Params) -> str:
    return plural(
        "The last tile of the boneyard is never drawn.",
        "The last {number} tiles of the boneyard are never drawn.",
        params["tiles"],
    )


def _bonus(params: Params) -> str:
    return plural(
        "The winner of a blocked round scores {number} point more.",
        "The winner of a blocked round scores {number} points more.",
        params["points"],
    )


def _double_blank(params: Params) -> str:
    return plural(
        "0-0 left in hand counts {number} pip.",
        "0-0 left in hand counts {number} pips.",
        params["pips"],
    )


def _blank(params: Params) -> str:
    return plural(
        "A blank half left in hand counts {number} pip.",
        "A blank half left in hand counts {number} pips.",
        params["pips"],
    )


def _wild_half(params: Params) -> str:
    return plural(
        "A wild half left in hand counts {number} pip.",
        "A wild half left in hand counts {number} pips.",
        params["pips"],
    )


def _rounds(params: Params) -> str:
    return plural(
        "The game ends after {number} round.",
        "The game ends after {number} rounds.",
        params["rounds"],
    )


def _stake(params: Params) -> str:
    amount = money(params["minor_per_pip"], params["currency"])
    if params["currency"] == NO_CURRENCY:
        return text("A pip is worth {amount} (no currency is named).", amount=amount)
    return text("A pip is worth {amount}.", amount=amount)


def _reading(params: Params) -> str:
    return text(
        "Who blocked a round is decided by the reading {reading}.",
        reading=reading_text(params["reading"]),
    )


def _penalty(params: Params) -> str:
    cost = costs(params["points_off"], params["points_to_others"], params["pips_to_others"])
    return text(
        "{offence}: {cost}.",
        offence=offence_text(params["offence"]),
        cost=", ".join(cost) or text("a warning"),
    )


_SENTENCES: Mapping[str, Callable[[Params], str]] = {
    "hand": _hand,
    "boneyard": _boneyard,
    "draw.number": _draw,
    "stays_in_boneyard": _stays,
    "block_bonus": _bonus,
    "double_blank": _double_blank,
    "blank": _blank,
    "wild_half": _wild_half,
    "rounds": _rounds,
    "stake": _stake,
    "reading": _reading,
    "penalty": _penalty,
}
"""By code, for statements with more than one template."""
