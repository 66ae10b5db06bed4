"""A dossier as a page."""

from collections.abc import Iterable, Iterator
from itertools import chain, starmap

from ...domain.tiles import names_of
from ...ledger.club import NO_CLUB, Club
from ..dossier.dossier import Dossier, DossierRound, DossierStep, Known
from ..drawing.svg import stepped
from ..messages import dossier as said
from ..messages import plural, text
from ..messages.acts import Seating, seating_of
from ..messages.explained_words import new_words
from ..messages.published_rules import published_text
from ..messages.rule_ids import rules_text
from ..messages.rules import Topic, topic_text
from ..messages.states import outcome_text
from ..messages.steps import missing_text
from ..verification.checkpoints import Logged
from . import blocks as page
from . import parts
from .boards import beside_table, course_of_pips, step_of
from .score_sheet_page import proof_blocks, remark_lines, round_tables, sheet_facts, waiting_lines

_MOST_COLUMNS = 6
"""Of a table whose columns are of equal width."""


def page_of_dossier(dossier: Dossier, club: Club = NO_CLUB, log: Logged | None = None) -> page.Page:
    """The dossier in words and pictures; new technical words are explained after each part."""
    first = tuple(_first_page(dossier, club))
    blocks = _explained((first, *((block,) for block in _blocks(dossier, club, log))))
    title = text("Dossier of the game {game}", game=dossier.sheet.record)
    return page.Page(title, tuple(blocks))


def _explained(parts: Iterable[tuple[page.Block, ...]]) -> Iterator[page.Block]:
    """The blocks of these parts, with the technical words that are new in each."""
    known: set[str] = set()
    printed: list[str] = []

    def words(*said: page.Block) -> tuple[page.Block, ...]:
        printed.extend(chain.from_iterable(map(page.texts, said)))
        new = tuple(new_words(printed, known))
        printed.clear()
        return (page.Pairs(new, "words"),) if new else ()

    for part in parts:
        match part:
            case (page.Heading() as heading,):
                yield heading
                printed.append(heading.words)  # What it heads comes before the words.
            case (page.Stepped() as board,):
                steps = zip(board.steps, page.on_paper(board), strict=True)
                yield board._replace(
                    steps=tuple(
                        step._replace(blocks=(*step.blocks, *words(shown))) for step, shown in steps
                    )
                )
            case _:
                yield from part
                yield from words(*part)


def _first_page(dossier: Dossier, club: Club) -> Iterator[page.Block]:
    """What an arbiter asks first: what was found, who played, what came of it."""
    sheet = dossier.sheet
    yield from parts.what_was_found(dossier.audit)
    yield from map(page.Paragraph, said.about_texts(dossier))
    yield page.Pairs(tuple(sheet_facts(sheet, club)))
    yield page.Heading(text("What came of it"))
    yield page.Paragraph(outcome_text(sheet.outcome), "outcome")
    for table in round_tables(sheet):
        yield table._replace(dense=len(table.heads) > _MOST_COLUMNS)
    yield from page.listed(
        (
            (text("Not settled"), waiting_lines(sheet)),
            (text("Remarks"), remark_lines(sheet, club.zone)),
        )
    )


def _blocks(dossier: Dossier, club: Club, log: Logged | None) -> Iterator[page.Block]:
    sheet = dossier.sheet
    yield from _rules(dossier)
    yield from parts.what_is_wrong(dossier.audit, sheet.players)
    if dossier.rounds:
        yield page.Heading(text("The rounds"))
        yield from map(page.Paragraph, said.reading_texts())
    seating = seating_of(dossier.game, sheet.players)
    for round in dossier.rounds:
        yield page.Heading(text("Round {round}", round=round.number))
        yield _steps(round, seating)
        yield page.Heading(text("Why round {round} has this result", round=round.number), 3)
        yield page.Points(tuple(each.message for each in round.explained))
        yield from _readings(dossier, round, seating)
    disputes = starmap(parts.Dispute, zip(sheet.disputes, dossier.consequences, strict=True))
    yield from parts.disputes_and_rulings(tuple(disputes), dossier.game, sheet.players, club.zone)
    yield from parts.proof(dossier.proof)
    yield page.Together(tuple(proof_blocks(sheet, log)))
    yield page.Heading(text("How to check it yourself"))
    yield from map(page.Paragraph, said.check_texts())
    yield page.Pairs(tuple(said.check_commands(sheet.record, len(sheet.rounds))))


def _rules(dossier: Dossier) -> Iterator[page.Block]:
    rules = dossier.rules
    yield page.Heading(text("The rules"))
    yield page.Paragraph(f"{rules_text(rules.id)}  {published_text(rules.title)}".rstrip())
    if rules.source:
        yield page.Paragraph(text("Source: {source}", source=published_text(rules.source)), "note")
    if dossier.agreed:
        yield page.Paragraph(text("The players of this game agreed on something else than usual:"))
        yield page.Points(tuple(each.text for each in dossier.agreed))
    by_topic: dict[Topic, list[str]] = {}
    for each in dossier.sentences:
        agreed = text("{rule} (agreed on for this game)", rule=each.text)
        by_topic.setdefault(each.topic, []).append(agreed if each.agreed else each.text)
    for topic, sentences in by_topic.items():
        yield page.Heading(topic_text(topic), 3)
        yield page.Points(tuple(sentences))


def _steps(round: DossierRound, seating: Seating) -> page.Stepped:
    shown = [step.frame for step in round.steps]
    steps = tuple(_step(step, seating) for step in round.steps)
    course = course_of_pips(shown, seating.names)
    return page.Stepped(text("Moves"), stepped(shown, seating, 0), steps, course=course)


def _step(step: DossierStep, seating: Seating) -> page.Step:
    frame, known = step.frame, step.known
    if known is None and frame.kind == "deal":
        known = Known(frame.view.hands, frame.view.boneyard.size)
    made = step_of(frame, seating, () if known is None else (_known(known, seating),))
    return made if step.drawing is None else beside_table(made, frame, step.drawing, seating)


def _known(known: Known, seating: Seating) -> page.Table:
    def public(size: int, missing: str = "") -> str:
        tiles = plural("{number} tile", "{number} tiles", size)
        return text("{tiles}: {missing}", tiles=tiles, missing=missing) if missing else tiles

    hidden = text("hidden")
    rows = [
        (
            name,
            hidden if hand.tiles is None else " ".join(names_of(hand.tiles)) or "-",
            public(hand.size, missing_text(hand)),
        )
        for name, hand in zip(seating.names, known.hands, strict=True)
    ]
    if known.boneyard:
        rows.append((text("Boneyard"), hidden, public(known.boneyard)))
    heads = (text("Player"), text("Own tiles"), text("Known to all"))
    return page.Table("", heads, tuple(rows), figures_from=len(heads))


def _readings(dossier: Dossier, round: DossierRound, seating: Seating) -> Iterator[page.Block]:
    audited = round.audited
    if audited.result is None or audited.readings is None or audited.doubted:
        return
    blocked = parts.BlockedRound(
        audited.result,
        audited.readings,
        dossier.rules.reading,
        audited.ruled,
        None if dossier.rules.payout is None else dossier.sheet.currency,
        round.evidence,
    )
    yield from parts.who_blocked(blocked, seating)
