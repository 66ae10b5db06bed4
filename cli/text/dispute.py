"""A dispute as people read it."""

from collections.abc import Iterator, Sequence

from domain.game.state import Game
from projections.explain.remedy_text import remedy_text
from projections.rulings.disputes import Course, Ruling, Said

from ..output import moment, plain


def place_text(course: Course) -> str:
    """What a dispute is about: ``game``, ``round 2``, ``round 2, move 7``."""
    if course.round is None:
        return "game"
    return f"round {course.round}" + ("" if course.move is None else f", move {course.move}")


def course_text(course: Course, game: Game, names: Sequence[str]) -> str:
    """The whole course, several lines."""
    return "\n".join(map(plain, _lines(course, game, names)))


def _lines(course: Course, game: Game, names: Sequence[str]) -> Iterator[str]:
    about = f"dispute {course.dispute} about {game.opened.record}, {place_text(course)}"
    yield f"{about}: {course.status}"
    for said in course.said:
        yield f"  {moment(said.at)}  {said.by} {_did(said)}"
        for remedy in said.remedies:
            yield f"      {remedy_text(remedy, game, names)}"


def _did(said: Said) -> str:
    words = said.step if said.step != "ruled" or said.in_force else "ruled (no longer in force)"
    return f"{words}: {said.text}" if said.text else words


def by_whom(ruling: Ruling) -> str:
    """Who made a ruling, when, and why: of the time, the day is enough."""
    because = f": {ruling.reason}" if ruling.reason else ""
    return f"by {ruling.by}, {ruling.at[:10]}, on dispute {ruling.dispute}{because}"


def ruling_text(ruling: Ruling, game: Game, names: Sequence[str]) -> str:
    """A ruling in one sentence."""
    orders = "; ".join(remedy_text(remedy, game, names) for remedy in ruling.remedies)
    return plain(f"{orders} ({by_whom(ruling)})")
