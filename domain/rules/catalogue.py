"""The published rule sets: of each, what differs from the defaults. A row never changes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from .rule_set import RuleSet

_SMALL, _FEWER, _SEVENS = {2: 7, 3: 5, 4: 5}, {2: 7, 3: 6, 4: 5}, {2: 7, 3: 7, 4: 7}
_ARTICLE = {2: 7, 3: 7, 4: 5, 5: 5}
"""Hands, by number of seats."""
_BY_LOT = {"kind": "lot"}
_DOUBLE_SIX = {"kind": "named-tile", "tile": "6-6"}
_PARTNERS = {"hand": {4: 7}, "partners": True, "first_lead": _DOUBLE_SIX}
_CLUB = {**_PARTNERS, "direction": "counterclockwise"}
_STAR = {"kind": "arms", "arms": 4}
_DRAW_BUT_TWO = {"draw": "until-playable", "stays_in_boneyard": 2}
_LOWEST_HAND = {"out_winner": "lowest-hand", "difference": "to-all-hands", "target": 100}
_FIVES = {
    "tied": "nobody",
    "difference": "to-all-hands",
    "rounding": "sum",
    "in_play": "fives",
    "target": 150,
}
_IN_PLAY_TO_61 = {
    "first_lead": _BY_LOT,
    "next_lead": "rotate",
    "layout": {"kind": "crosswise"},
    "win_in_play": True,
    "exact_target": True,
}
_TO_61 = {
    "blocked_winner": "nobody",
    "points": "tiles",
    "in_play": "fives-and-threes",
    "bonuses": {"out_points": 1},
    "target": 61,
}
ROWS: Final[Mapping[str, Mapping[str, Any]]] = {
    "block@1": {
        "title": "Block dominoes",
        "source": "the block-dominoes rules page",
        "play": {"hand": _SMALL},
        "score": _LOWEST_HAND,
    },
    "block-heaviest@1": {
        "title": "Block dominoes, the heaviest tile leads",
        "source": "the block-dominoes rules page, second way to lead",
        "play": {"hand": _SMALL, "first_lead": {"kind": "heaviest-tile"}},
        "score": _LOWEST_HAND,
    },
    "block-article@1": {
        "title": "Block dominoes, as the data-model article has it",
        "source": "the data-model article",
        "play": {"hand": _ARTICLE},
        "score": {"difference": "to-all-hands", "target": 100},
    },
    "draw@1": {
        "title": "Draw dominoes",
        "source": "the data-model article",
        "play": {"hand": _ARTICLE, "draw": "until-playable"},
        "score": {"target": 100},
    },
    "draw-three@1": {
        "title": "Draw dominoes, at most three tiles a turn",
        "source": "the data-model article, 'up to 3 tiles'",
        "play": {"hand": _ARTICLE, "draw": 3},
        "score": {"target": 100},
    },
    "forced-block@1": {
        "title": "The payout game: forced blocking and assistance",
        "source": "Domino Instruction",
        "play": {
            "hand": _SEVENS,
            "first_lead": _BY_LOT,
            "next_lead": "winner",
            "draw": "until-playable",
        },
        "score": {"points": "none"},
        "payout": {"reading": "could-have-forced-open"},
    },
    "block-lot@1": {
        "title": "Block dominoes, one round, leader by lot",
        "source": "OpenSpiel's block dominoes",
        "play": {"hand": _SEVENS, "first_lead": _BY_LOT},
        "score": {"tied": "nobody"},
        "payout": {"tied_winners": "nobody"},
    },
    "partnership-sanjuan@1": {
        "title": "Partnership block dominoes of San Juan",
        "source": "the San Juan game of PyPI's dominoes",
        "play": {**_PARTNERS, "next_lead": "last-to-lay"},
        "score": {"tied": "nobody", "points": "all-hands", "target": 200},
    },
    "partnership-pagat@1": {
        "title": "Partnership dominoes, counterclockwise",
        "source": "pagat.com, partnership dominoes",
        "play": {**_PARTNERS, "direction": "counterclockwise", "next_lead": "rotate"},
        "score": {"tied": "nobody", "target": 100},
    },
    "partnership-dominican@1": {
        "title": "Partnership dominoes, the Dominican block",
        "source": "how a block is counted in the Dominican Republic",
        "play": {**_PARTNERS, "direction": "counterclockwise", "next_lead": "winner"},
        "score": {"blocked_winner": "last-two", "points": "all-hands", "target": 200},
    },
    "partnership-puerto-rican@1": {
        "title": "Partnership dominoes, the Puerto Rican block",
        "source": "how a block is counted in Puerto Rico",
        "play": {**_PARTNERS, "next_lead": "winner"},
        "score": {"tied": "nobody", "points": "all-hands", "block_bonus": 100, "target": 500},
    },
    "partnership-brazilian@1": {
        "title": "Partnership dominoes, the Brazilian block",
        "source": "how a block is counted in Brazil",
        "play": {**_PARTNERS, "next_lead": "winner"},
        "score": {"tied": "not-the-blocker", "points": "all-hands", "target": 100},
    },
    "block-lampung@1": {
        "title": "Block dominoes for money, a lost block costs three times",
        "source": "how a block is paid in Lampung",
        "play": {"hand": {4: 7}, "first_lead": _BY_LOT, "next_lead": "winner"},
        "score": {"points": "none"},
        "payout": {"reading": "last-to-lay", "win_factor": 1, "loss_factor": 3},
    },
    "block-nine@1": {
        "title": "Block dominoes with a double-nine set",
        "source": "the block-dominoes rules page, on larger sets",
        "play": {"highest_pip": 9, "hand": {5: 7, 6: 7, 7: 7}},
        "score": _LOWEST_HAND,
    },
    "block-twelve@1": {
        "title": "Block dominoes with a double-twelve set",
        "source": "the block-dominoes rules page, on larger sets",
        "play": {"highest_pip": 12, "hand": {8: 7, 9: 7, 10: 7}},
        "score": _LOWEST_HAND,
    },
    "draw-nine@1": {
        "title": "Draw dominoes with a double-nine set",
        "source": "the data-model article; the block-dominoes rules page, on larger sets",
        "play": {"highest_pip": 9, "hand": {5: 7, 6: 7, 7: 7}, "draw": "until-playable"},
        "score": {"target": 100},
    },
    "draw-twelve@1": {
        "title": "Draw dominoes with a double-twelve set",
        "source": "the data-model article; the block-dominoes rules page, on larger sets",
        "play": {"highest_pip": 12, "hand": {8: 7, 9: 7, 10: 7}, "draw": "until-playable"},
        "score": {"target": 100},
    },
    "sebastopol@1": {
        "title": "Sebastopol",
        "source": "pagat.com, Sebastopol",
        "play": {"hand": {4: 7}, "first_lead": _DOUBLE_SIX, "layout": _STAR},
        "score": {"tied": "nobody", "difference": "to-all-hands", "target": 61},
    },
    "cyprus@1": {
        "title": "Cyprus",
        "source": "pagat.com, Cyprus",
        "play": {
            "highest_pip": 9,
            "hand": {4: 9, 5: 8, 6: 7, 7: 7, 8: 6, 9: 6, 10: 5},
            "first_lead": {"kind": "named-tile", "tile": "9-9"},
            "layout": {"kind": "arms", "arms": 8},
            "draw": 1,
            "stays_in_boneyard": 1,
        },
        "score": {"difference": "to-all-hands", "target": 100},
    },
    "maltese-cross@1": {
        "title": "Maltese cross",
        "source": "pagat.com, Maltese cross",
        "play": {"hand": _SMALL, "layout": {**_STAR, "doubles": "all-arms"}, "draw": 1},
        "score": {"difference": "to-all-hands", "target": 61},
    },
    "cross@1": {
        "title": "Cross",
        "source": "a mix: the star of Sebastopol, drawing as in draw dominoes",
        "play": {"hand": _FEWER, "layout": _STAR, **_DRAW_BUT_TWO},
        "score": {"difference": "to-all-hands", "target": 100},
    },
    "all-fives@1": {
        "title": "All fives",
        "source": "pagat.com, All fives",
        "play": {
            "hand": _SMALL,
            "layout": {"kind": "crosswise", "spinners": "first"},
            "draw": "until-playable",
        },
        "score": _FIVES,
    },
    "muggins@1": {
        "title": "Muggins",
        "source": "pagat.com, Muggins",
        "play": {"hand": _SMALL, "layout": {"kind": "crosswise"}, "draw": "until-playable"},
        "score": _FIVES,
    },
    "five-up@1": {
        "title": "Five-up",
        "source": "pagat.com, Five-up",
        "play": {
            "hand": {2: 5, 3: 5, 4: 5},
            "layout": {"kind": "crosswise", "spinners": "every"},
            "draw": "until-playable",
        },
        "score": _FIVES,
    },
    "matador@1": {
        "title": "Matador",
        "source": "pagat.com, Matador",
        "play": {"hand": _FEWER, "matching": "sum", **_DRAW_BUT_TWO},
        "score": {"target": 100},
    },
    "gaple@1": {
        "title": "Gaple",
        "source": "pagat.com, Gaple",
        "play": {
            "hand": {4: 7},
            "first_lead": {"kind": "named-tile", "tile": "0-0"},
            "next_lead": "winner",
            "later_lead": {"kind": "any-double"},
            "cannot_play": "set-aside",
        },
        "score": {"difference": "to-all-hands", "target": 100},
    },
    "chicken-foot@1": {
        "title": "Chicken foot",
        "source": "pagat.com, Chicken foot",
        "play": {
            "highest_pip": 9,
            "double_blank": 50,
            "hand": {2: 7, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 6},
            "first_lead": {"kind": "round-double"},
            "layout": {"kind": "feet"},
            "draw": 1,
        },
        "score": {"points": "own-hand", "rounds": 10, "winners": "lowest"},
    },
    "spinner@1": {
        "title": "Spinner",
        "source": "dominorules.com, Spinner",
        "play": {
            "highest_pip": 9,
            "wild_tiles": True,
            "hand": {2: 14, 3: 7, 4: 7, 5: 7, 6: 7, 7: 7, 8: 7},
            "first_lead": {"kind": "round-double"},
            "layout": {"kind": "feet", "opener_takes": 2},
            "draw": 1,
        },
        "score": {"points": "own-hand", "rounds": 10, "winners": "lowest"},
    },
    "mexican-train@1": {
        "title": "Mexican train",
        "source": "pagat.com, Mexican train",
        "play": {
            "highest_pip": 12,
            "double_blank": 50,
            "hand": {2: 15, 3: 15, 4: 15, 5: 12, 6: 12, 7: 10, 8: 10},
            "first_lead": _BY_LOT,
            "next_lead": "rotate",
            "layout": {"kind": "hub-trains"},
            "draw": 1,
            "cannot_play": "raise-marker",
        },
        "score": {"points": "own-hand", "rounds": 13, "winners": "lowest"},
    },
    "basic-train@1": {
        "title": "Basic train",
        "source": "pagat.com, Basic train",
        "play": {
            "highest_pip": 9,
            "hand": {2: 13, 3: 13, 4: 13, 5: 11, 6: 9, 7: 7, 8: 6, 9: 6, 10: 5},
            "layout": {"kind": "engine-trains"},
        },
        "score": {
            "blocked_winner": "nobody",
            "points": "tiles",
            "for_winning": 120,
            "per_tile": 5,
            "target": 500,
        },
    },
    "bendomino@1": {
        "title": "Bendomino",
        "source": "the rule sheet of the publisher",
        "play": {
            "hand": _FEWER,
            "first_lead": {"kind": "highest-double", "unheld": "heaviest-tile"},
            "layout": {"kind": "bent"},
            "draw": 1,
            "may_draw_when_able": True,
            "drawn_tile": "may-keep",
        },
        "score": {"difference": "to-all-hands", "target": 100},
    },
    "doubles@1": {
        "title": "Doubles",
        "source": "a mix: Maltese cross arm by arm, drawing for the lead and when able",
        "play": {
            "hand": {4: 5},
            "first_lead": {**_DOUBLE_SIX, "unheld": "draw-for-it"},
            "layout": {**_STAR, "doubles": "each-arm"},
            **_DRAW_BUT_TWO,
            "may_draw_when_able": True,
        },
        "score": {"target": 100},
    },
    "partnership-spanish-300@1": {
        "title": "Partnership dominoes to 300, Spain",
        "source": "tournaments of the Spanish federation",
        "play": {**_CLUB, "first_lead": _BY_LOT, "next_lead": "rotate"},
        "score": {"tied": "nobody", "points": "all-hands", "target": 300},
    },
    "partnership-puerto-rican-500@1": {
        "title": "Partnership dominoes to 500, Puerto Rico",
        "source": "the Spanish American Club; Puerto Rican players",
        "play": {
            **_CLUB,
            "next_lead": "winner",
            "out_lead": "that-seat",
            "block_lead": "lightest",
            "after_tie": "next-seat",
        },
        "score": {
            "tied": "nobody",
            "points": "all-hands",
            "bonuses": {
                "capicua": {"points": 100, "fits": "either-end"},
                "chuchazo": {"points": 100},
                "by_round": [100, 75, 50, 25],
            },
            "target": 500,
            "shutout": {"at_most": 0, "games": 2},
        },
    },
    "partnership-dominican-200@1": {
        "title": "Partnership dominoes to 200, Dominican Republic",
        "source": "rules of Dominican tables, and of an engine for them",
        "play": {**_CLUB, "next_lead": "winner", "out_lead": "that-seat"},
        "score": {
            "blocked_winner": "last-two",
            "points": "all-hands",
            "bonuses": {
                "capicua": {"points": 25, "blanks": "no"},
                "chuchazo": {"points": 25},
                "opening_pass": {"double": 25, "other": 50},
                "round_pass": 25,
            },
            "target": 200,
        },
    },
    "partnership-venezuelan@1": {
        "title": "Partnership dominoes, Venezuela",
        "source": "the Spanish Wikipedia, and a Java program",
        "play": {**_CLUB, "next_lead": "rotate"},
        "score": {"tied": "opener", "target": 100},
    },
    "partnership-cuban-nine@1": {
        "title": "Partnership dominoes with a double-nine set, Cuba",
        "source": "pagat.com, Cuban dominoes",
        "play": {
            **_CLUB,
            "highest_pip": 9,
            "hand": {4: 10},
            "first_lead": _BY_LOT,
            "next_lead": "winning-side",
            "redeal": {"doubles": 5, "who": "may"},
        },
        "score": {"tied": "nobody", "target": 100},
    },
    "partnership-cuban-capicua@1": {
        "title": "Partnership dominoes to 20 with capicúa, Cuba",
        "source": "an online club of Cuban players",
        "play": {**_CLUB, "next_lead": "winner", "out_lead": "that-seat"},
        "score": {
            "blocked_winner": "side-of-lowest-hand",
            "tied": "opener",
            "points": "all-hands",
            "scale": {"least": 3, "points": 2, "up_to": 20, "each": 10},
            "bonuses": {"capicua": {"factor": 2}},
            "target": 20,
        },
    },
    "partnership-jamaican@1": {
        "title": "Partnership dominoes, six love, Jamaica",
        "source": "pagat.com, Caribbean dominoes",
        "play": {**_CLUB, "next_lead": "winning-side", "after_tie": "first-lead"},
        "score": {
            "blocked_winner": "side-of-lowest-hand",
            "tied": "nobody",
            "points": "win",
            "target": 6,
            "reset": "all-scored",
        },
    },
    "jamaican-cut-throat@1": {
        "title": "Cut-throat, Jamaica",
        "source": "about-jamaica.com; pagat.com, Caribbean dominoes",
        "play": {
            "hand": {2: 14, 3: 9, 4: 7},
            "taken_out": {3: ["0-0"]},
            "direction": "counterclockwise",
            "first_lead": _DOUBLE_SIX,
            "next_lead": "winner",
            "after_tie": "first-lead",
        },
        "score": {"tied": "nobody", "points": "win", "target": 6, "reset": "all-scored"},
    },
    "martinique@1": {
        "title": "Three-handed dominoes, Martinique",
        "source": "rules of players in Martinique; few sources",
        "play": {
            "hand": {3: 7},
            "direction": "counterclockwise",
            "first_lead": {"kind": "highest-double", "unheld": "heaviest-tile"},
            "next_lead": "winner",
            "after_tie": "first-lead",
        },
        "score": {
            "blocked_below": 6,
            "tied": "nobody",
            "points": "win",
            "target": 3,
            "reset": "all-scored",
        },
    },
    "partnership-brazilian-six@1": {
        "title": "Partnership dominoes to six, Brazil",
        "source": "livrozilla.com, and Brazilian score apps",
        "play": {
            **_CLUB,
            "next_lead": "winning-side",
            "after_tie": "first-lead",
            "redeal": {"doubles": 4, "who": "must"},
        },
        "score": {"tied": "nobody", "points": "ways", "carry": "plus-one", "target": 6},
    },
    "partnership-cafe-250@1": {
        "title": "Partnership dominoes to 250, a café",
        "source": "the house rules of Stay and Play",
        "play": {
            **_PARTNERS,
            "next_lead": "winner",
            "out_lead": "that-seat",
            "block_lead": "blocker-or-side",
            "redeal": {"doubles": 4, "who": "may"},
        },
        "score": {
            "tied": "nobody",
            "bonuses": {"capicua": {"points": 50}, "chuchazo": {"points": 50}, "each_pass": 10},
            "target": 250,
        },
    },
    "block-heavier@1": {
        "title": "Block dominoes, a block for the lighter hands",
        "source": "digigamers.com, block dominoes",
        "play": {"hand": _SEVENS},
        "score": {"blocked_points": "heavier", "target": 100},
    },
    "fives-and-threes-61@1": {
        "title": "Fives and threes to 61",
        "source": "pagat.com, Fives and threes",
        "play": {"hand": _SMALL, **_IN_PLAY_TO_61},
        "score": _TO_61,
    },
    "partnership-fives-and-threes-61@1": {
        "title": "Fives and threes to 61 with partners",
        "source": "pagat.com, Fives and threes",
        "play": {"hand": {4: 5}, "partners": True, **_IN_PLAY_TO_61, "until": "side-out"},
        "score": _TO_61,
    },
}
"""By id, a rule set as a house writes its own. Titles and sources are templates for translators."""


class RuleSets(Mapping[str, RuleSet]):
    """Rule sets by id. One of the rows is made when it is first asked for."""

    def __init__(self, rows: Mapping[str, RuleSet | Mapping[str, Any]]) -> None:
        self._rows = dict(rows)

    def __getitem__(self, id: str) -> RuleSet:
        row = self._rows[id]
        if not isinstance(row, RuleSet):
            self._rows[id] = row = RuleSet.model_validate({"id": id, **row})
        return row

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __or__(self, others: Mapping[str, RuleSet]) -> "RuleSets":
        return RuleSets({**self._rows, **others})


PUBLISHED: Final = RuleSets(ROWS)
