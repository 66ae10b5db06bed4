"""A dossier as a page."""

from collections.abc import Iterator
from itertools import chain

from ...domain.tiles import names_of
from ...projections.audit.findings import findings_of
from ...projections.dossier.dossier import Dossier, DossierRound, DossierStep, DrawnEvidence, Known
from ...projections.listings.readings import readings_table
from ...projections.messages import all_of, plural, text
from ...projections.messages import dossier as said
from ...projections.messages.acts import Seating, moves_text, seating_of
from ...projections.messages.disputes import dispute_text, step_text
from ...projections.messages.ends import end_text
from ...projections.messages.explained_words import new_words
from ...projections.messages.published_rules import published_text
from ...projections.messages.readings import evidence_lines, rule_text, view_text
from ...projections.messages.remedies import remedy_text
from ...projections.messages.rule_names import rules_text
from ...projections.messages.rules import Topic, topic_text
from ...projections.messages.states import outcome_text
from ...projections.messages.steps import line_text, missing_text, notes
from ...projections.messages.steps import step_text as act_text
from ...projections.messages.violations import unchecked_text, violation_text
from ...projections.places import place
from ..club import NO_CLUB, Club
from ..decisions import consequence_rows
from ..proof_files import Logged
from . import page
from .score_sheet_page import (
    local_moment,
    proof_blocks,
    remark_lines,
    round_tables,
    sheet_facts,
    waiting_lines,
)

_MOST_COLUMNS = 6
"""Of a table whose columns are of equal width."""


def page_of_dossier(dossier: Dossier, club: Club = NO_CLUB, log: Logged | None = None) -> page.Page:
    """The dossier in words and pictures; new technical words are explained after each part."""
    known: set[str] = set()
    printed: list[str] = []
    blocks: list[page.Block] = []
    first = tuple(_first_page(dossier, club))
    for part in chain([first], ((block,) for block in _blocks(dossier, club, log))):
        blocks += part
        printed += chain.from_iterable(map(page.texts, part))
        if isinstance(part[-1], page.Heading):
            continue  # What it heads comes first.
        if words := tuple(new_words(printed, known)):
            blocks.append(page.Pairs(words, "words"))
        printed.clear()
    title = text("Dossier of the game {game}", game=dossier.sheet.record)
    return page.Page(title, tuple(blocks))


def _first_page(dossier: Dossier, club: Club) -> Iterator[page.Block]:
    """What an arbiter asks first: what was found, who played, what came of it."""
    sheet = dossier.sheet
    yield page.Heading(text("What was found"))
    yield page.Points(tuple(each.message for each in findings_of(dossier.audit)))
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
    yield from _findings(dossier)
    if dossier.rounds:
        yield page.Heading(text("The rounds"))
        yield from map(page.Paragraph, said.reading_texts())
    seating = seating_of(dossier.game, sheet.players)
    for round in dossier.rounds:
        yield page.Heading(text("Round {round}", round=round.number))
        yield from (page.Together(tuple(_step(step, seating))) for step in round.steps)
        yield page.Heading(text("Why round {round} has this result", round=round.number), 3)
        yield page.Points(tuple(each.message for each in round.explained))
        yield from _readings(dossier, round, seating)
    yield from _disputes(dossier, club)
    yield page.Heading(text("Proof"))
    yield from map(page.Paragraph, said.proof_texts(dossier.proof))
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


def _findings(dossier: Dossier) -> Iterator[page.Block]:
    """What is against the rules, and what cannot be checked."""
    audit, names = dossier.audit, dossier.sheet.players
    yield page.Heading(text("What is wrong, and what cannot be checked"))
    if audit.violations:
        yield page.Points(tuple(violation_text(each, names) for each in audit.violations))
    elif audit.clean:
        yield page.Paragraph(text("All moves were checked, and nothing is wrong."))
    else:
        yield page.Paragraph(text("Nothing wrong is proven."))
    if audit.unchecked:
        yield page.Paragraph(text("These questions are open:"))
        yield page.Points(tuple(unchecked_text(each, names) for each in audit.unchecked))
    results = (each.message for each in findings_of(audit) if each.code == "result-only")
    yield from map(page.Paragraph, results)


def _step(step: DossierStep, seating: Seating) -> Iterator[page.Block]:
    frame, names = step.frame, seating.names
    sentence = act_text(frame, seating)
    if frame.move is not None:
        sentence = f"{place(frame.round, frame.move)}  {sentence}"
    yield page.Heading(sentence, 3)
    blocks: list[page.Block] = []
    if noted := tuple(notes(frame.noted, names)):
        blocks.append(page.Points(noted))
    if frame.could is not None:
        legal = text("Legal: {moves}", moves=moves_text(frame.could, names))
        blocks.append(page.Paragraph(legal, "note"))
    if step.known is not None:
        blocks.append(_known(step.known, seating))
    elif frame.kind == "deal":
        blocks.append(_known(Known(frame.view.hands, frame.view.boneyard.size), seating))
    if step.drawing is None:
        yield from blocks
        return
    trains = tuple(
        (*(() if train.seat is None else (names[train.seat],)), end_text(train.name, ()))
        for train in step.drawing.trains
    )
    newest = (tile.act for tile in step.drawing.tiles if tile.newest and frame.kind == "lay")
    picture = page.Picture(step.drawing, line_text(frame.view, names), trains, frozenset(newest))
    yield page.Beside(picture, tuple(blocks))


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
    if audited.readings is None or audited.doubted:
        return
    yield page.Heading(text("Who blocked round {round}", round=round.number), 3)
    yield page.Paragraph(
        text(
            "There are several answers: each reading asks in another way. Some look with open "
            "hands, and so know more than the players did."
        )
    )
    yield page.Pairs(tuple((name, rule_text(name)) for name in audited.readings))
    yield _verdicts(dossier, round, seating)
    for drawn in round.evidence:
        yield page.Together(tuple(_evidence(round, drawn, seating)))


def _verdicts(dossier: Dossier, round: DossierRound, seating: Seating) -> page.Table:
    """The readings side by side, each with its verdict and the money under it."""
    audited = round.audited
    assert audited.readings is not None
    paid = dossier.rules.payout is not None
    shown = readings_table(
        audited.readings,
        dossier.rules.reading,
        audited.ruled,
        round=round.number,
        names=seating.names,
        currency=dossier.sheet.currency if paid else None,
    )
    caption = text("The readings")
    if paid:
        caption = text("The readings, and what each player gets under them")
    return page.page_table(caption, shown)._replace(figures_from=4)


def _evidence(round: DossierRound, drawn: DrawnEvidence, seating: Seating) -> Iterator[page.Block]:
    readings = all_of(
        text("{reading} ({view})", reading=each, view=view_text(each)) for each in drawn.readings
    )
    yield page.Heading(text("The evidence of {readings}", readings=readings), 3)
    lines = tuple(evidence_lines(round.acts, drawn.evidence, drawn.move, seating.names))
    if drawn.drawing is None:
        yield page.Points(lines)
        return
    words = text("This could have been played: the tiles with a border, in place of what was laid.")
    picture = page.Picture(drawn.drawing, words, (), drawn.laid)
    yield page.Beside(picture, (page.Points(lines), page.Paragraph(words, "note")))


def _disputes(dossier: Dossier, club: Club) -> Iterator[page.Block]:
    sheet = dossier.sheet
    yield page.Heading(text("Disputes and rulings"))
    if not sheet.disputes:
        yield page.Paragraph(text("Nobody disputes anything."))
    for dispute, consequences in zip(sheet.disputes, dossier.consequences, strict=True):
        yield page.Heading(dispute_text(dispute), 3)
        rows = []
        for step in dispute.steps:
            remedies = (remedy_text(each, dossier.game, sheet.players) for each in step.remedies)
            rows.append((step_text(step), "; ".join(remedies), local_moment(step.at, club.zone)))
        heads: page.Row = (text("What"), text("Ordered"), text("When"))
        yield page.Table("", heads, tuple(rows), figures_from=len(heads), dense=True)
        if consequences is not None:
            caption, heads = text("What the ruling changed"), ("", text("without"), text("with it"))
            changed = consequence_rows(consequences, sheet.players, dossier.game)
            yield page.Table(caption, heads, tuple(changed), figures_from=3)
            order = text("Scores are in the order of the sides, money in that of the players.")
            yield page.Paragraph(order, "note")
