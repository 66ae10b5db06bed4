"""An oracle of the article's tables: each game is folded, and the acts of its rounds are read.

It counts clean games, by the rulings of the domain.
"""

from collections.abc import Sequence
from typing import Any

from domino_ledger.domain.events import Act, MarkerRaised, TileDrawn, TileLaid, TileSetAside
from domino_ledger.domain.round.state import Round
from domino_ledger.domain.rules.rule_set import RuleSet
from domino_ledger.domain.tiles import HALVES, NAMES, WILD, Tile, tiles_of
from domino_ledger.ledger.book import Book
from domino_ledger.projections.results.game_result import GameResult

from .articles import Tables
from .figures_by_fold import flag, pips_of_game, rulings

TABLES = (
    *("game", "player_in_game", "player_record", "round", "hand", "move", "player_round_score"),
    *("turn_passed", "lead_flipped", "half_open", "wild_declared", "tile_bend"),
    *("tile_set_aside", "marker_raised", "round_hub", "open_end"),
    *("round_winner", "game_goal", "game_link", "opening", "bone"),
)


def recount(book: Book, rules: RuleSet | None = None) -> Tables:
    """All tables; ``rules``: whose score and payout apply."""
    tables: Tables = {name: [] for name in TABLES}
    ruled = rulings(book, rules)
    records = [result.game.opened.record for result in ruled]
    players: dict[str, list[Any]] = {}
    for number, result in enumerate(ruled, 1):
        before = result.game.opened.after
        if before in records:
            tables["game_link"].append((records.index(before) + 1, number))
        count_game(tables, players, number, result)
    tables["player_record"] = [(player, *figures) for player, figures in players.items()]
    tiles = {tile for result in ruled for tile in tiles_of(result.game.table.tiles)}
    tables["bone"] = [(tile, *faces(tile)) for tile in tiles]
    return {name: sorted(rows, key=repr) for name, rows in tables.items()}


def faces(tile: Tile) -> list[int | None]:
    high, low = sorted(HALVES[tile], reverse=True)
    return [None if pip == WILD else pip for pip in (high, low)]


def count_game(
    tables: Tables, players: dict[str, list[Any]], number: int, result: GameResult
) -> None:
    game, goal, standing = result.game, result.rules.score, result.standing
    names = [str(player) for player in game.opened.players]
    family = game.opened.rules.family
    complete = sum(round.ended not in {None, "void"} for round in game.rounds)
    tables["game"].append((number, family, goal.target, complete))
    if goal.lowest_wins or goal.rounds is not None:
        tables["game_goal"].append((number, goal.rounds, flag(goal.lowest_wins)))
    for seat, name in enumerate(names):
        side = game.table.side_of(seat)
        score = pips_of_game(result, seat) if standing.scores is None else standing.scores[side]
        won = seat in (result.winners or ())
        tables["player_in_game"].append((number, name, score, flag(won)))
        figures = players.setdefault(name, [0, 0, 0, 0, None, None])
        if result.played:
            draws = family == "draw"
            figures[draws] += 1
            figures[2 + draws] += won
            best = [figures[4 + draws], None if goal.lowest_wins else score]
            figures[4 + draws] = max((each for each in best if each is not None), default=None)
    for at, round in enumerate(game.rounds):
        count_round(tables, number, number * 100_000 + at, round, names)
    for found in result.counted:
        assert found.score is not None
        round_id, points = number * 100_000 + found.number, found.score.points
        tables["round_winner"] += [(round_id, names[seat]) for seat in found.score.winners]
        for seat, name in enumerate(names):
            if points is not None:
                row = number, name, round_id, points[game.table.side_of(seat)]
                tables["player_round_score"].append(row)
            elif found.net is not None:
                pips = found.net[seat] // game.opened.stake.minor_per_pip
                tables["player_round_score"].append((number, name, round_id, pips))


def count_round(tables: Tables, game: int, id: int, round: Round, names: Sequence[str]) -> None:
    ends = {end.name: end for end in round.front.ends}
    line = [ends.pop(name, None) for name in ("left", "right")]
    open_pips = (end.pip if end is not None and end.room else None for end in line)
    tables["round"].append((id, game, *open_pips, len(round.boneyard)))
    first = max((end.first for end in ends.values()), default=0)
    for end in ends.values():
        whose = (None, None) if end.owner is None else (end.owner, names[end.owner])
        flags = flag(end.marked), flag(bool(end.first) and end.first == first)
        tables["open_end"].append((id, end.name, end.pip, end.room, *whose, *flags))
    if round.deal.hub is not None:
        tables["round_hub"].append((id, round.deal.hub))
    acts = [act for act in round.acts if act.KIND.move_type is not None]
    laid = [(act.seat, act.tile) for act in acts if isinstance(act, TileLaid)]
    drawn = [(act.seat, act.tile) for act in acts if isinstance(act, TileDrawn)]
    if round.ended is None:  # What else is in hand is hidden.
        held, drawn = laid, []
    else:
        hands = enumerate(round.deal.hands)
        dealt = [(seat, tile) for seat, hand in hands for tile in hand]
        held = sorted([*dealt, *drawn], key=lambda tile: tile[0])
    hand_ids = {tile: number for number, tile in enumerate(held, id * 10_000 + 1)}
    tables["hand"] += [
        (number, id, names[tile[0]], tile[1], flag(tile in laid), flag(tile in drawn))
        for tile, number in hand_ids.items()
    ]
    for number, act in enumerate(acts, 1):
        place = id * 10_000 + number
        count_act(tables, place, act, names[act.seat], hand_ids, hidden=round.ended is None)
    tables["opening"] += [(id, names[seat], tile, NAMES[tile]) for seat, tile in laid[:1]]


def count_act(
    tables: Tables,
    id: int,
    act: Act,
    name: str,
    hand_ids: dict[tuple[int, Tile], int],
    *,
    hidden: bool,
) -> None:
    hand, end = None, None
    if isinstance(act, TileLaid):
        hand, end = hand_ids[act.seat, act.tile], act.end
        said = {"half_open": act.open, "wild_declared": act.wild, "tile_bend": act.bend}
        for table, value in said.items():
            tables[table] += [] if value is None else [(id, value)]
        if act.flipped:
            tables["lead_flipped"].append((id, act.seat, name))
    elif isinstance(act, TileDrawn | TileSetAside) and not hidden:
        hand = hand_ids[act.seat, act.tile]
    elif not hidden:  # Of another pass, the first tile of the seat.
        hand = next(number for (seat, _), number in hand_ids.items() if seat == act.seat)
    if act.KIND.move_type == "P":
        tables["turn_passed"].append((id, act.seat, name))
    if isinstance(act, TileSetAside):
        tables["tile_set_aside"].append((id, act.tile))
    if isinstance(act, MarkerRaised):
        tables["marker_raised"].append((id,))
    round, number = divmod(id, 10_000)
    tables["move"].append((id, round, act.KIND.move_type, hand, end, number))
