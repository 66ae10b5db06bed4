"""The published rule sets, one row of values each. A published row never changes."""

from ..tiles import tile_named
from .rule_set import (
    AnyDouble,
    Arms,
    Bent,
    ByLot,
    Crosswise,
    Feet,
    HeaviestTile,
    HighestDouble,
    NamedTile,
    Payout,
    Play,
    RoundDouble,
    RuleSet,
    Score,
    Trains,
)

_ARTICLE_HANDS = {2: 7, 3: 7, 4: 5, 5: 5}
_SEVEN_EACH = {2: 7, 3: 7, 4: 7}
_DOUBLE_NINE = {"highest_pip": 9, "hand": {5: 7, 6: 7, 7: 7}}
_DOUBLE_TWELVE = {"highest_pip": 12, "hand": {8: 7, 9: 7, 10: 7}}

BLOCK = RuleSet(
    id="block@1",
    title="Block dominoes",
    source="the block-dominoes rules page",
    play=Play(hand={2: 7, 3: 5, 4: 5}),
    score=Score(
        out_winner="lowest-hand",
        points="losing-hands",
        difference="to-all-hands",
        target=100,
    ),
)

BLOCK_HEAVIEST = RuleSet(
    id="block-heaviest@1",
    title="Block dominoes, the heaviest tile leads",
    source="the block-dominoes rules page, second way to lead",
    play=BLOCK.play.model_copy(update={"first_lead": HeaviestTile()}),
    score=BLOCK.score,
)

BLOCK_ARTICLE = RuleSet(
    id="block-article@1",
    title="Block dominoes, as the data-model article has it",
    source="the data-model article",
    play=Play(hand=_ARTICLE_HANDS),
    score=Score(points="losing-hands", difference="to-all-hands", target=100),
)

DRAW = RuleSet(
    id="draw@1",
    title="Draw dominoes",
    source="the data-model article",
    family="draw",
    play=Play(hand=_ARTICLE_HANDS, draw="until-playable"),
    score=Score(points="losing-hands", target=100),
)

DRAW_THREE = RuleSet(
    id="draw-three@1",
    title="Draw dominoes, at most three tiles a turn",
    source="the data-model article, 'up to 3 tiles'",
    family="draw",
    play=DRAW.play.model_copy(update={"draw": 3}),
    score=DRAW.score,
)

FORCED_BLOCK = RuleSet(
    id="forced-block@1",
    title="The payout game: forced blocking and assistance",
    source="Domino Instruction",
    family="draw",
    play=Play(hand=_SEVEN_EACH, first_lead=ByLot(), next_lead="winner", draw="until-playable"),
    score=Score(points="none"),
    payout=Payout(reading="could-have-forced-open"),
)

BLOCK_LOT = RuleSet(
    id="block-lot@1",
    title="Block dominoes, one round, leader by lot",
    source="OpenSpiel's block dominoes",
    play=Play(hand=_SEVEN_EACH, first_lead=ByLot()),
    score=Score(points="losing-hands", tied="nobody"),
    payout=Payout(tied_winners="nobody"),
)

PARTNERSHIP_SANJUAN = RuleSet(
    id="partnership-sanjuan@1",
    title="Partnership block dominoes of San Juan",
    source="the San Juan game of PyPI's dominoes",
    play=Play(
        hand={4: 7},
        partners=True,
        first_lead=NamedTile(tile=tile_named("6-6")),
        next_lead="last-to-lay",
    ),
    score=Score(points="all-hands", tied="nobody", target=200),
)

PARTNERSHIP_PAGAT = RuleSet(
    id="partnership-pagat@1",
    title="Partnership dominoes, counterclockwise",
    source="pagat.com, partnership dominoes",
    play=Play(
        hand={4: 7},
        partners=True,
        direction="counterclockwise",
        first_lead=NamedTile(tile=tile_named("6-6")),
        next_lead="rotate",
    ),
    score=Score(points="losing-hands", tied="nobody", target=100),
)

_ACROSS = Play(
    hand={4: 7},
    partners=True,
    first_lead=NamedTile(tile=tile_named("6-6")),
    next_lead="winner",
)

PARTNERSHIP_DOMINICAN = RuleSet(
    id="partnership-dominican@1",
    title="Partnership dominoes, the Dominican block",
    source="how a block is counted in the Dominican Republic",
    play=_ACROSS.model_copy(update={"direction": "counterclockwise"}),
    score=Score(points="all-hands", blocked_winner="last-two", target=200),
)

PARTNERSHIP_PUERTO_RICAN = RuleSet(
    id="partnership-puerto-rican@1",
    title="Partnership dominoes, the Puerto Rican block",
    source="how a block is counted in Puerto Rico",
    play=_ACROSS,
    score=Score(points="all-hands", tied="nobody", block_bonus=100, target=500),
)

PARTNERSHIP_BRAZILIAN = RuleSet(
    id="partnership-brazilian@1",
    title="Partnership dominoes, the Brazilian block",
    source="how a block is counted in Brazil",
    play=_ACROSS,
    score=Score(points="all-hands", tied="not-the-blocker", target=100),
)

BLOCK_LAMPUNG = RuleSet(
    id="block-lampung@1",
    title="Block dominoes for money, a lost block costs three times",
    source="how a block is paid in Lampung",
    play=Play(hand={4: 7}, first_lead=ByLot(), next_lead="winner"),
    score=Score(points="none"),
    payout=Payout(reading="last-to-lay", win_factor=1, loss_factor=3),
)

BLOCK_NINE = RuleSet(
    id="block-nine@1",
    title="Block dominoes with a double-nine set",
    source="the block-dominoes rules page, on larger sets",
    play=BLOCK.play.model_copy(update=_DOUBLE_NINE),
    score=BLOCK.score,
)

BLOCK_TWELVE = RuleSet(
    id="block-twelve@1",
    title="Block dominoes with a double-twelve set",
    source=BLOCK_NINE.source,
    play=BLOCK.play.model_copy(update=_DOUBLE_TWELVE),
    score=BLOCK.score,
)

DRAW_NINE = RuleSet(
    id="draw-nine@1",
    title="Draw dominoes with a double-nine set",
    source="the data-model article; the block-dominoes rules page, on larger sets",
    family="draw",
    play=DRAW.play.model_copy(update=_DOUBLE_NINE),
    score=DRAW.score,
)

DRAW_TWELVE = RuleSet(
    id="draw-twelve@1",
    title="Draw dominoes with a double-twelve set",
    source=DRAW_NINE.source,
    family="draw",
    play=DRAW.play.model_copy(update=_DOUBLE_TWELVE),
    score=DRAW.score,
)

_BLOCK_ALONE = Score(points="losing-hands", difference="to-all-hands", target=100)
"""As in block dominoes, but a seat that is out wins alone."""

SEBASTOPOL = RuleSet(
    id="sebastopol@1",
    title="Sebastopol",
    source="pagat.com, Sebastopol",
    play=Play(
        hand={4: 7},
        first_lead=NamedTile(tile=tile_named("6-6")),
        layout=Arms(arms=4),
    ),
    score=_BLOCK_ALONE.model_copy(update={"tied": "nobody", "target": 61}),
)

CYPRUS = RuleSet(
    id="cyprus@1",
    title="Cyprus",
    source="pagat.com, Cyprus",
    family="draw",
    play=Play(
        highest_pip=9,
        hand={4: 9, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5},
        first_lead=NamedTile(tile=tile_named("9-9")),
        layout=Arms(arms=8),
        draw=1,
        stays_in_boneyard=1,
    ),
    score=_BLOCK_ALONE,
)

MALTESE_CROSS = RuleSet(
    id="maltese-cross@1",
    title="Maltese cross",
    source="pagat.com, Maltese cross",
    family="draw",
    play=Play(hand={2: 7, 3: 5, 4: 5}, layout=Arms(arms=4, doubles="all-arms"), draw=1),
    score=_BLOCK_ALONE.model_copy(update={"target": 61}),
)

CROSS = RuleSet(
    id="cross@1",
    title="Cross",
    source="a mix: the star of Sebastopol, drawing as in draw dominoes",
    family="draw",
    play=Play(
        hand={2: 7, 3: 6, 4: 5},
        layout=Arms(arms=4),
        draw="until-playable",
        stays_in_boneyard=2,
    ),
    score=_BLOCK_ALONE,
)

_FIVES = Score(
    points="losing-hands",
    difference="to-all-hands",
    tied="nobody",
    rounding="sum",
    in_play="fives",
    target=150,
)

ALL_FIVES = RuleSet(
    id="all-fives@1",
    title="All fives",
    source="pagat.com, All fives",
    family="draw",
    play=Play(hand={2: 7, 3: 5, 4: 5}, layout=Crosswise(spinners="first"), draw="until-playable"),
    score=_FIVES,
)

MUGGINS = RuleSet(
    id="muggins@1",
    title="Muggins",
    source="pagat.com, Muggins",
    family="draw",
    play=ALL_FIVES.play.model_copy(update={"layout": Crosswise()}),
    score=_FIVES,
)

FIVE_UP = RuleSet(
    id="five-up@1",
    title="Five-up",
    source="pagat.com, Five-up",
    family="draw",
    play=Play(hand={2: 5, 3: 5, 4: 5}, layout=Crosswise(spinners="every"), draw="until-playable"),
    score=_FIVES,
)

MATADOR = RuleSet(
    id="matador@1",
    title="Matador",
    source="pagat.com, Matador",
    family="draw",
    play=Play(
        hand={2: 7, 3: 6, 4: 5},
        matching="sum",
        draw="until-playable",
        stays_in_boneyard=2,
    ),
    score=Score(points="losing-hands", target=100),
)

GAPLE = RuleSet(
    id="gaple@1",
    title="Gaple",
    source="pagat.com, Gaple",
    play=Play(
        hand={4: 7},
        first_lead=NamedTile(tile=tile_named("0-0")),
        next_lead="winner",
        later_lead=AnyDouble(),
        cannot_play="set-aside",
    ),
    score=_BLOCK_ALONE,
)

CHICKEN_FOOT = RuleSet(
    id="chicken-foot@1",
    title="Chicken foot",
    source="pagat.com, Chicken foot",
    family="draw",
    play=Play(
        highest_pip=9,
        double_blank=50,
        hand={2: 7, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 6},
        first_lead=RoundDouble(),
        layout=Feet(opener_takes=6),
        draw=1,
    ),
    score=Score(points="own-hand", rounds=10, winners="lowest"),
)

SPINNER = RuleSet(
    id="spinner@1",
    title="Spinner",
    source="dominorules.com, Spinner",
    family="draw",
    play=Play(
        highest_pip=9,
        wild_tiles=True,
        hand={2: 14, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 7},
        first_lead=RoundDouble(),
        layout=Feet(opener_takes=2),
        draw=1,
    ),
    score=Score(points="own-hand", rounds=10, winners="lowest"),
)

MEXICAN_TRAIN = RuleSet(
    id="mexican-train@1",
    title="Mexican train",
    source="pagat.com, Mexican train",
    family="draw",
    play=Play(
        highest_pip=12,
        double_blank=50,
        hand={2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
        first_lead=ByLot(),
        next_lead="rotate",
        layout=Trains(),
        draw=1,
        cannot_play="raise-marker",
        turn="cover-doubles",
    ),
    score=Score(points="own-hand", rounds=13, winners="lowest"),
)

BASIC_TRAIN = RuleSet(
    id="basic-train@1",
    title="Basic train",
    source="pagat.com, Basic train",
    play=Play(
        highest_pip=9,
        hand={2: 13, 3: 13, 4: 13, 5: 11, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5},
        layout=Trains(begin="own-double", public=False),
        turn="guest-tiles",
    ),
    score=Score(points="tiles", for_winning=120, per_tile=5, blocked_winner="nobody", target=500),
)

BENDOMINO = RuleSet(
    id="bendomino@1",
    title="Bendomino",
    source="the rule sheet of the publisher",
    family="draw",
    play=Play(
        hand={2: 7, 3: 6, 4: 5},
        first_lead=HighestDouble(unheld="heaviest-tile"),
        layout=Bent(),
        draw=1,
        may_draw_when_able=True,
        drawn_tile="may-keep",
    ),
    score=_BLOCK_ALONE,
)

DOUBLES = RuleSet(
    id="doubles@1",
    title="Doubles",
    source="a mix: Maltese cross arm by arm, drawing for the lead and when able",
    family="draw",
    play=Play(
        hand={4: 5},
        first_lead=NamedTile(tile=tile_named("6-6"), unheld="draw-for-it"),
        layout=Arms(arms=4, doubles="each-arm"),
        draw="until-playable",
        stays_in_boneyard=2,
        may_draw_when_able=True,
    ),
    score=Score(points="losing-hands", target=100),
)

PUBLISHED: dict[str, RuleSet] = {
    row.id: row for row in tuple(vars().values()) if isinstance(row, RuleSet)
}
"""By id, the rows above."""
