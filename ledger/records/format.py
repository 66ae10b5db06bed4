"""The exchange format `domino-record/1`: one game is one JSON object (docs/record.md)."""

import json
from collections.abc import Sized
from operator import attrgetter
from typing import Annotated, Any, Literal, LiteralString, Self, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    PlainSerializer,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from ...domain.events import (
    KINDS,
    ActName,
    Bend,
    BonusName,
    GameAbandoned,
    GameForfeited,
    GameLeft,
    Seat,
    SeedsRecorded,
    ShuffleCommitted,
)
from ...domain.rules.payout import Stake
from ...domain.rules.rule_set import RuleSet
from ...domain.tiles import (
    HIGHEST_PIP,
    IN_JSON,
    IN_JSON_OR_UNSEEN,
    NAMES,
    UNSEEN,
    Tile,
    set_up_to,
    tile_named,
    tile_or_unseen,
    wild_tiles,
)
from ..texts import LONGEST_END, LONGEST_ID, LONGEST_REASON, LONGEST_SOURCE, check_name, check_text
from .event_texts import check_texts_of_rules
from .json_flaws import COMMITMENT, SEED, SHUFFLE_ID, flaw_in_json
from .line_reader import LONGEST_LINE, TooLong
from .moves import Json
from .parsing import parsed, valid
from .unreadable import Unreadable

FORMAT = "domino-record/1"
MOST_MOVES = 5_000
"""In one round. The longest legal round has 1,710 moves: eight seats with the largest set."""
MOST_ROUNDS = 20_000
"""In one game; with the other limits, its money fits in 64 bits (docs/money.md)."""
MOST_MOVES_A_GAME = 50_000
MOST_UNSEEN_ROUNDS = 100
MOST_UNSEEN_MOVES = 2_500
"""In all rounds with unseen tiles: what follows from such a move takes long to find."""
MOST_TILES = set_up_to(HIGHEST_PIP).bit_count() + HIGHEST_PIP + 2
"""In the largest set, so also the most tiles in one list, and the most seats."""
_LONGEST_ROUNDS = 3
"""How many times as long as the longest legal round a recorded one may be, with its mistakes."""

_AS_NAME = PlainSerializer(NAMES.__getitem__, return_type=str)
TileText: TypeAlias = Annotated[Tile, BeforeValidator(tile_named), _AS_NAME, IN_JSON]
TileOrUnseen: TypeAlias = Annotated[
    Tile, BeforeValidator(tile_or_unseen), _AS_NAME, IN_JSON_OR_UNSEEN
]
"""``"?"`` is an unseen tile."""
Claims: TypeAlias = Json
Item = TypeVar("Item")
_AsLongAsTheSet: TypeAlias = Annotated[list[Item], Field(max_length=MOST_TILES, fail_fast=True)]


MOST_POINTS = 10**9
"""Of one round."""
Points: TypeAlias = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


def _refused(code: LiteralString, **params: object) -> PydanticCustomError:
    return PydanticCustomError(code, code, params)


class _Part(BaseModel):
    # Validators are built on first use: most commands read no record.
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


MOST_COUNT = 1_000
"""More than open ends can count: a double of the largest set counts 36."""
PipOfASet: TypeAlias = Annotated[int, Field(ge=0, le=HIGHEST_PIP)]
_FIELDS = {name: "passes" if name == "pass" else name for name in KINDS if name != "ruling"}
"""By act, its field of a move: a move has one of them."""


class Move(_Part):
    """One act of one seat: exactly one of the fields in `_FIELDS`."""

    seat: Seat
    lay: TileText | None = None
    draw: TileOrUnseen | None = None
    passes: Literal[True] | None = Field(default=None, alias="pass")
    aside: TileOrUnseen | None = None
    marker: Literal["up"] | None = None
    done: Literal[True] | None = None
    claim: Annotated[int | None, Field(ge=0, le=MOST_COUNT)] = None
    knock: Literal[True] | None = None
    lost: Literal["time", "absent"] | None = None
    at: str | int | None = None
    flipped: bool = False
    open: PipOfASet | None = None
    """The half that stays open, of a tile that may lie either way round."""
    wild: PipOfASet | None = None
    bend: Bend | None = None
    ruling: Literal["does-not-fit"] | None = None
    """Of a tile that was tried: the table ruled that it finds no room."""
    t: Annotated[AwareDatetime | None, Field(strict=False)] = None

    @property
    def act(self) -> ActName:
        """Its act; a tile that was ruled out is a lay, too."""
        return next(name for name, field in _FIELDS.items() if getattr(self, field) is not None)


_acts_of = attrgetter(*_FIELDS.values())


def _one_act_each(moves: list[Move]) -> list[Move]:
    for number, move in enumerate(moves):
        one_act = _acts_of(move).count(None) == len(_FIELDS) - 1
        if not one_act or (move.ruling is not None and move.lay is None):
            raise _refused("one-act-a-move", move=number, acts=list(_FIELDS))
    return moves


class ReportedBonus(_Part):
    """A bonus that was noted with a result."""

    name: BonusName
    seat: Seat | None = None


class Reported(_Part):
    """The result of a round of which nothing else is known."""

    winners: _AsLongAsTheSet[Seat] | None = None
    ended: Literal["out", "blocked"] | None = None
    out: Seat | None = None
    points: _AsLongAsTheSet[Points] | None = None
    """By side, in the order of the record's teams."""
    pips: _AsLongAsTheSet[Annotated[int, Field(ge=0, le=MOST_POINTS)]] | None = None
    """Left in hand, by seat; or by side, as points are."""
    bonuses: _AsLongAsTheSet[ReportedBonus] | None = None
    """Those that were noted; points include them."""

    @model_validator(mode="after")
    def _points_or_pips(self) -> Self:
        if self.points is not None and self.pips is not None:
            raise _refused("points-and-pips")
        return self


CommitmentText: TypeAlias = Annotated[str, Field(pattern=COMMITMENT)]
SeedText: TypeAlias = Annotated[str, Field(pattern=SEED)]


class Commitments(_Part):
    """What the program that deals, and each seat, committed to before the deal."""

    server: CommitmentText
    seats: _AsLongAsTheSet[CommitmentText]


class RecordedSeeds(_Part):
    """The seeds of a deal, known when its round is over; null if one was not revealed."""

    server: SeedText | None
    seats: _AsLongAsTheSet[SeedText | None]


class CommittedShuffle(_Part):
    """A shuffle that can be checked, before its deal (docs/shuffle.md)."""

    algorithm: Annotated[str, Field(pattern=SHUFFLE_ID)]
    commitments: Commitments
    by_program: _AsLongAsTheSet[Annotated[Seat, Field(ge=0)]] = []
    reproducible: bool = False

    @property
    def committed(self) -> ShuffleCommitted:
        """The event."""
        return ShuffleCommitted(
            algorithm=self.algorithm,
            server=self.commitments.server,
            seats=tuple(self.commitments.seats),
            by_program=tuple(self.by_program),
            reproducible=self.reproducible,
        )


class RecordedShuffle(CommittedShuffle):
    """How the tiles of a deal were shuffled."""

    seeds: RecordedSeeds | None = None

    @property
    def recorded_seeds(self) -> SeedsRecorded | None:
        """The event; None if the seeds are not known."""
        if self.seeds is None:
            return None
        return SeedsRecorded(server=self.seeds.server, seats=tuple(self.seeds.seats))


class AbortedShuffle(CommittedShuffle):
    """A shuffle that no deal of the record was made with."""

    round: Annotated[int, Field(ge=0)]
    """The number of rounds before it."""


class RecordedRound(_Part):
    """One deal and the moves after it, or only the result."""

    leader: Seat | None = None
    starter: Seat | None = None
    """The seat that acts first, where the deal does not say it."""
    hub: TileText | None = None
    hands: _AsLongAsTheSet[_AsLongAsTheSet[TileOrUnseen] | None] | None = None
    boneyard: _AsLongAsTheSet[TileText] | None = None
    shuffle: RecordedShuffle | None = None
    left: _AsLongAsTheSet[_AsLongAsTheSet[TileText] | None] | None = None
    pips: _AsLongAsTheSet[Annotated[int, Field(ge=0, le=MOST_POINTS)] | None] | None = None
    """Left in hand, by seat, where they are known without the tiles."""
    moves: Annotated[
        list[Move], Field(max_length=MOST_MOVES, fail_fast=True), AfterValidator(_one_act_each)
    ] = []
    ended: Literal["out", "blocked", "target"] | None = None
    reported: Reported | None = None
    claims: Claims | None = None

    @model_validator(mode="after")
    def _played_or_reported(self) -> Self:
        given = self.model_fields_set
        if self.reported is None:
            for field in ("hands", "moves"):
                if field not in given:
                    raise _refused("field-missing", field=field)
            return self
        if given - {"reported", "claims"}:
            raise _refused("played-and-reported")
        return self


Rules: TypeAlias = Annotated[
    Annotated[str, Tag("named")] | Annotated[RuleSet, Field(strict=False), Tag("written out")],
    Discriminator(lambda rules: "written out" if isinstance(rules, dict | RuleSet) else "named"),
]
"""The discriminator makes validation errors refer to the form that was used."""


class Abandoned(_Part):
    """The game was broken off."""

    reason: str = ""


class Forfeited(_Part):
    """A seat gave up."""

    seat: Annotated[Seat, Field(ge=0)]
    reason: str = ""


class Record(_Part):
    """One game as it was written down."""

    format: Literal["domino-record/1"]
    id: Annotated[str, Field(min_length=1)]
    rules: Rules
    players: _AsLongAsTheSet[Annotated[str, Field(min_length=1)]]
    teams: _AsLongAsTheSet[_AsLongAsTheSet[Seat]] | None = None
    source: str | None = None
    started_at: Annotated[AwareDatetime | None, Field(strict=False)] = None
    after: str | None = None
    stake: Annotated[Stake | None, Field(strict=False)] = None
    rounds: Annotated[list[RecordedRound], Field(max_length=MOST_ROUNDS, fail_fast=True)]
    aborted_shuffles: Annotated[
        list[AbortedShuffle], Field(max_length=MOST_ROUNDS, fail_fast=True)
    ] = []
    abandoned: Abandoned | None = None
    forfeited: Forfeited | None = None
    claims: Claims | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        seats, rounds = len(self.players), len(self.rounds)
        if self.abandoned is not None and self.forfeited is not None:
            raise _refused("left-twice")
        if self.forfeited is not None and self.forfeited.seat >= seats:
            raise _refused("forfeited-by-nobody", seat=self.forfeited.seat)
        for number, round in enumerate(self.rounds):
            if round.pips is not None and len(round.pips) != seats:
                raise _refused("pips-of-seats", round=number, seats=seats, noted=len(round.pips))
        if any(each.round > rounds for each in self.aborted_shuffles):
            raise _refused("aborted-after-the-end", rounds=rounds)
        return self

    def to_json(self) -> str:
        """One line of JSON, which `read_record` takes back; without what was not given."""
        return self.model_dump_json(by_alias=True, exclude_unset=True)

    def left_by(self) -> GameLeft | None:
        """The event of an abandoned or forfeited game."""
        if self.abandoned is not None:
            return GameAbandoned(reason=self.abandoned.reason)
        if self.forfeited is not None:
            return GameForfeited(seat=self.forfeited.seat, reason=self.forfeited.reason)
        return None


def read_record(line: bytes | TooLong) -> Record:
    """The record on one line of JSON; raises Unreadable."""
    if isinstance(line, TooLong):
        raise Unreadable("line-too-long", limit=LONGEST_LINE)
    if b"NaN" in line or b"Infinity" in line:
        _refuse_constants(line)
    try:
        record = parsed(Record, line.rstrip(b"\r\n"))
    except Unreadable as error:
        if error.code != "json-cut-short":
            raise
        raise Unreadable("record-cut-short") from None
    _check_json(line)
    return within_limits(record)


def record_from(values: dict[str, Any]) -> Record:
    """The record from a parsed JSON object; raises Unreadable."""
    return valid(Record, values)


def read_rules(written: bytes) -> RuleSet:
    """The rule set in a JSON object; raises Unreadable."""
    rules = parsed(RuleSet, written)
    _check_json(written)
    check_texts_of_rules(rules)
    return rules


def within_limits(record: Record) -> Record:
    """A record from outside, with no text that a database cannot store, and not too many moves.

    Raises Unreadable. Records of games that are in a book are not checked: they must be readable.
    """
    check_text(record.id, LONGEST_ID, "id")
    for seat, name in enumerate(record.players):
        check_name(name, "players", seat)
    check_text(record.source or "", LONGEST_SOURCE, "source")
    check_text(record.after or "", LONGEST_ID, "after")
    if isinstance(record.rules, RuleSet):
        check_texts_of_rules(record.rules, "rules")
    unseen = [round for round in record.rounds if _has_unseen(round)]
    for code, limit, number in (
        ("game-of-too-many-moves", MOST_MOVES_A_GAME, sum(map(_moves, record.rounds))),
        ("too-many-unseen-rounds", MOST_UNSEEN_ROUNDS, len(unseen)),
        ("too-many-unseen-moves", MOST_UNSEEN_MOVES, sum(map(_moves, unseen))),
    ):
        if number > limit:
            raise Unreadable(code, limit=limit)
    checked = set[str | int | None]()  # Few names of ends stand in many moves.
    for number, round in enumerate(record.rounds):
        for at, move in enumerate(round.moves):
            if move.at not in checked and isinstance(move.at, str):
                check_text(move.at, LONGEST_END, "rounds", number, "moves", at, "at")
                checked.add(move.at)
    for field in ("abandoned", "forfeited"):
        left: Abandoned | Forfeited | None = getattr(record, field)
        if left is not None:
            check_text(left.reason, LONGEST_REASON, field, "reason")
    return record


def _check_json(text: bytes) -> None:
    """Raise Unreadable for a key given twice, and for NUL in any text."""
    if error := flaw_in_json(text):
        raise error


def _moves(round: RecordedRound) -> int:
    return len(round.moves)


def _has_unseen(round: RecordedRound) -> bool:
    hands = [None] if round.hands is None else round.hands
    unseen = any(hand is None or UNSEEN in hand for hand in hands)
    moved = any(UNSEEN in (move.draw, move.aside) for move in round.moves)
    return round.reported is None and (unseen or moved)


def check_lengths(record: Record, rules: RuleSet) -> None:
    """Raise Unreadable if a list of a record from outside is too long for its rules.

    No list of tiles is longer than the set. In the longest round each tile is drawn, each is laid,
    and between two lays all other seats pass.
    """
    play = rules.play
    tiles = set_up_to(play.highest_pip).bit_count()
    tiles += wild_tiles(play.highest_pip).bit_count() * play.wild_tiles
    moves = min(MOST_MOVES, _LONGEST_ROUNDS * tiles * (len(record.players) + 1))
    for number, round in enumerate(record.rounds):
        place = "rounds", number
        _check_length(round.moves, moves, *place, "moves")
        _check_length(round.boneyard, tiles, *place, "boneyard")
        for field in "hands", "left":
            hands: list[list[Tile] | None] | None = getattr(round, field)
            _check_length(hands, tiles, *place, field)
            for seat, hand in enumerate(hands or ()):
                _check_length(hand, tiles, *place, field, seat)


def _check_length(items: Sized | None, limit: int, *place: str | int) -> None:
    if items is not None and len(items) > limit:
        raise Unreadable("list-too-long", place=place, limit=limit)


def _refuse_constants(line: bytes) -> None:
    """Raise Unreadable for NaN and Infinity, which are not JSON but accepted by parsers."""

    def refuse(name: str) -> None:
        raise Unreadable("not-in-json", found=name)

    try:
        json.loads(line, parse_constant=refuse)
    except (ValueError, RecursionError):
        return  # Validation reports it.
