"""Trains: Mexican Train and Basic Train, one round, from the rule text only."""

from dataclasses import dataclass

from .common import Move, Naive, halves, is_double, other_half


@dataclass
class MexicanTrain(Naive):
    """Every seat has a train, and there is a public one; all begin at the hub."""

    double_blank: int = 50
    highest: int = 12
    public: str = "any-time"
    marked_empty: str = "open"
    cover: str = "live-doubles"
    doubles_chain: bool = False
    out_on_double: bool = True
    hub: str = "set-aside"
    first_turn: str = "one"

    def __post_init__(self) -> None:
        super().__post_init__()
        self.starter: int = self.said["starter"]
        self.seat = self.starter
        self.ends: dict[str, int] = {}
        """By train, the pip at its end; none before the hub is led."""
        if self.hub == "set-aside":
            self.place_hub(self.said["hub"])
            self.table = [self.said["hub"]]
        self.had_a_turn: set[int] = set()
        """The seats whose first turn is over."""
        self.again = False
        """The seat in turn goes on with its own train, in its first turn."""
        self.up: set[int] = set()
        """The seats whose marker is up."""
        self.uncovered: list[str] = []
        """The trains that end with a double which has to be covered, in the order laid."""
        self.doubles_now: list[str] = []
        """The trains on which the seat in turn has laid a double in this turn."""
        self.begun: set[str] = set()
        """The trains that have a tile."""

    def place_hub(self, hub: str) -> None:
        trains = ["public", *(f"train-{seat}" for seat in range(self.seats))]
        self.ends = dict.fromkeys(trains, halves(hub)[0])

    def leads(self, seat: int) -> list[Move]:
        """The double of the round, by the seat that holds it; or the highest double of the hand."""
        pip = (self.highest + 1 - self.said["round"]) % (self.highest + 1)
        wanted = [f"{pip}-{pip}"]
        if self.hub == "own-highest":
            wanted = sorted(filter(is_double, self.hands[seat]), key=halves)[-1:]
        return [{"seat": seat, "lay": tile} for tile in wanted if tile in self.hands[seat]]

    def draw(self, move: Move) -> None:
        """Before the hub is led, the seats draw for it, one tile each."""
        super().draw(move)
        if not self.ends and not self.leads(self.seat):
            self.turn_over()

    def trains_for(self, seat: int) -> list[str]:
        """The trains open to a seat if no double had to be covered."""
        own = f"train-{seat}"
        trains = [own]
        if self.public == "any-time" or "public" in self.begun or own in self.begun:
            trains.append("public")
        marked = [f"train-{other}" for other in self.up - {seat}]
        return trains + [
            train for train in marked if self.marked_empty == "open" or train in self.begun
        ]

    def lays(self, seat: int) -> list[Move]:
        """An uncovered double comes first, wherever it is; the oldest of several."""
        tiles = self.hands[seat]
        if not self.ends:
            return self.leads(seat)
        if not self.out_on_double and len(tiles) == 1 and is_double(tiles[0]):
            return []
        if self.again and seat == self.seat:
            places = [(f"train-{seat}", tile) for tile in tiles]
        elif not self.uncovered:
            places = [(train, tile) for train in self.trains_for(seat) for tile in tiles]
        else:
            due = self.uncovered[0]
            places = [(due, tile) for tile in tiles]
            if self.doubles_chain and self.doubles_now and seat == self.seat:
                places += [
                    (train, tile)
                    for train in self.trains_for(seat)
                    for tile in tiles
                    if train != due and is_double(tile)
                ]
        return [
            {"seat": seat, "lay": tile, "at": train}
            for train, tile in places
            if self.ends[train] in halves(tile)
        ]

    def no_lay(self) -> list[Move]:
        """The marker goes up; a seat whose marker is up passes."""
        if self.seat in self.up:
            return [{"seat": self.seat, "pass": True}]
        return [{"seat": self.seat, "marker": "up"}]

    def do_no_lay(self, move: Move) -> None:
        if "marker" in move:
            self.up.add(self.seat)
        self.turn_over()

    def lay(self, move: Move) -> None:
        if not self.ends:
            self.place_hub(move["lay"])
            self.starter = self.seat
            self.turn_over()
            self.had_a_turn = set()
            return
        tile, train = move["lay"], move["at"]
        self.again = False
        self.ends[train] = other_half(tile, self.ends[train])
        self.begun.add(train)
        if train == f"train-{self.seat}":
            self.up.discard(self.seat)
        if self.goes_on(tile, train):
            self.drawn = None  # The same seat, and it may draw for the cover.
            return
        if self.first_turn == "as-many-as-fit" and self.seat not in self.had_a_turn:
            self.again = train == f"train-{self.seat}"
            if self.again and self.lays(self.seat):
                self.drawn, self.doubles_now = None, []
                return
        self.turn_over()

    def goes_on(self, tile: str, train: str) -> bool:
        """After a double, the same seat covers it, or lays one more tile."""
        if self.cover == "anywhere":
            first = not self.doubles_now
            self.doubles_now.append(train)
            return is_double(tile) and (first or self.doubles_chain)
        if is_double(tile):
            self.uncovered.append(train)
            self.doubles_now.append(train)
        else:
            self.uncovered = [other for other in self.uncovered if other != train]
        if self.cover == "live-doubles":
            self.uncovered = [
                other for other in self.uncovered if not self.is_exhausted(self.ends[other])
            ]
        return is_double(tile) and any(other in self.uncovered for other in self.doubles_now)

    def turn_over(self) -> None:
        self.had_a_turn.add(self.seat)
        super().turn_over()
        self.doubles_now, self.again = [], False

    def is_exhausted(self, pip: int) -> bool:
        """All tiles of this pip lie on the table, the hub included."""
        return sum(pip in halves(tile) for tile in self.table) == self.highest + 1

    def is_blocked(self) -> bool:
        """A marker that goes up may open a lay for others, so it is not yet a block."""
        return len(self.up) == self.seats and super().is_blocked()

    def weight(self, tile: str) -> int:
        return self.double_blank if tile == "0-0" else super().weight(tile)

    def points(self) -> list[int]:
        """Every seat writes down its own pips."""
        return self.pips()

    def next(self) -> int | None:
        """The start moves one seat further."""
        return (self.starter + 1) % self.seats


@dataclass
class BasicTrain(Naive):
    """Every seat has a train that grows at both ends from a double, its engine."""

    engine: str = "any-double"
    train_ends: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        self.ends: dict[str, int] = {}
        """By end of a train, its pip."""
        self.laid_at: list[int] = []
        """The trains on which the seat in turn has laid."""
        doubles = [tile for hand in self.hands for tile in hand if is_double(tile)]
        self.first_engine = max(doubles, key=halves)
        self.seat = next(k for k in range(self.seats) if self.first_engine in self.hands[k])

    def lays(self, seat: int) -> list[Move]:
        """An engine first; then a tile on one's own train; then guest tiles on other trains."""
        if f"train-{seat}-right" not in self.ends:
            return self.engines(seat)
        if seat == self.seat and self.laid_at:
            trains = [train for train in range(self.seats) if train not in self.laid_at]
        else:
            trains = [seat]
        return [
            {"seat": seat, "lay": tile, "at": end}
            for end in [f"train-{train}-{side}" for train in trains for side in self.sides()]
            for tile in self.hands[seat]
            if self.ends[end] in halves(tile)
        ]

    def engines(self, seat: int) -> list[Move]:
        """Any double, but the first engine is the highest double dealt."""
        doubles = [tile for tile in self.hands[seat] if is_double(tile)]
        if not self.table:
            doubles = [tile for tile in doubles if tile == self.first_engine]
        elif self.engine == "own-highest":
            doubles = [max(doubles, key=halves)]
        return [{"seat": seat, "lay": tile, "at": f"train-{seat}"} for tile in doubles]

    def sides(self) -> tuple[str, ...]:
        return ("left", "right") if self.train_ends == 2 else ("right",)

    def moves(self) -> list[Move]:
        """Who may lay guest tiles may also stop."""
        stop: list[Move] = [{"seat": self.seat, "done": True}]
        return super().moves() + (stop if self.laid_at and self.ended is None else [])

    def draws(self) -> list[Move]:
        """The boneyard sleeps."""
        return []

    def lay(self, move: Move) -> None:
        tile, train = move["lay"], int(move["at"].split("-")[1])
        if move["at"] == f"train-{train}":
            ends = [f"train-{train}-{side}" for side in self.sides()]
            self.ends |= dict.fromkeys(ends, halves(tile)[0])
            self.turn_over()
        else:
            self.ends[move["at"]] = other_half(tile, self.ends[move["at"]])
            self.laid_at.append(train)
            if not self.lays(self.seat):
                self.turn_over()

    def turn_over(self) -> None:
        super().turn_over()
        self.laid_at = []

    def is_blocked(self) -> bool:
        """No seat could lay at its turn; what sleeps in the boneyard does not matter."""
        return not any(self.lays(seat) for seat in range(self.seats))

    def points(self) -> list[int]:
        """Who is out gets 120, and 5 for every tile in the other hands; blocked: nobody."""
        left = sum(map(len, self.hands))
        return [120 + 5 * left if not hand else 0 for hand in self.hands]

    def next(self) -> int | None:
        """The next deal says it."""
        return None
