"""A dossier as a page."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from domain.rules.rule_set import Reading
from domain.tiles import names_of
from projections.accounting.money import money_figure
from projections.audit.findings import findings_of
from projections.dossier.dossier import Dossier, DossierRound, DossierStep, DrawnEvidence, Known
from projections.messages import all_of, plural, text
from projections.messages.acts import (
    Seating,
    line_text,
    missing_text,
    moves_text,
    notes,
    seating_of,
)
from projections.messages.acts import step_text as act_text
from projections.messages.disputes import dispute_text, step_text
from projections.messages.dossier import (
    about_texts,
    check_commands,
    check_texts,
    proof_texts,
    reading_texts,
)
from projections.messages.ends import end_text
from projections.messages.glossary import new_words
from projections.messages.readings import blame_text, evidence_lines, rule_text, view_text
from projections.messages.remedies import remedy_text
from projections.messages.rule_names import published_text, rules_text
from projections.messages.rules import topic_text
from projections.messages.score_sheet import outcome_text
from projections.messages.violations import unchecked_text, violation_text
from projections.places import place

from ..club_file import NO_CLUB, Club
from ..decisions import consequence_rows
from ..proof_files import Logged
from .page import (
    Beside,
    Block,
    Heading,
    Page,
    Pairs,
    Paragraph,
    Picture,
    Points,
    Row,
    Table,
    Together,
    listed,
    texts,
)
from .score_sheet import (
    local_moment,
    proof_blocks,
    remark_lines,
    round_tables,
    sheet_facts,
    waiting_lines,
)

_MOST_COLUMNS = 6
"""Of a table whose columns are of equal width."""


def page_of_dossier(dossier: Dossier, club: Club = NO_CLUB, log: Logged | None = None) -> Page:
    """The dossier in words and pictures; technical words are explained where they come first."""
    title = text("Dossier of the game {game}", game=dossier.sheet.record)
    first = tuple(_first_page(dossier, club))
    parts = chain([first], ((block,) for block in _blocks(dossier, club, log)))
    return Page(title, tuple(_with_words(parts)))


def _with_words(parts: Iterable[tuple[Block, ...]]) -> Iterator[Block]:
    """The parts, each followed by explanations of the words that it is the first to print."""
    known: set[str] = set()
    printed: list[str] = []
    for part in parts:
        yield from part
        printed += chain.from_iterable(map(texts, part))
        if isinstance(part[-1], Heading):
            continue  # What it heads comes first.
        words = tuple(new_words(printed, known))
        if words:
            yield Pairs(words, "words")
        printed.clear()


def _first_page(dossier: Dossier, club: Club) -> Iterator[Block]:
    """What an arbiter asks first: what was found, who played, what came of it."""
    sheet = dossier.sheet
    yield Heading(text("What was found"))
    yield Points(tuple(each.message for each in findings_of(dossier.audit)))
    yield from map(Paragraph, about_texts(dossier))
    yield Pairs(tuple(sheet_facts(sheet, club)))
    yield Heading(text("What came of it"))
    yield Paragraph(outcome_text(sheet.outcome), "outcome")
    for table in round_tables(sheet):
        yield table._replace(dense=len(table.heads) > _MOST_COLUMNS)
    yield from listed(
        (
            (text("Not settled"), waiting_lines(sheet)),
            (text("Remarks"), remark_lines(sheet, club.zone)),
        )
    )


def _blocks(dossier: Dossier, club: Club, log: Logged | None) -> Iterator[Block]:
    sheet = dossier.sheet
    seating = seating_of(dossier.game, sheet.players)
    yield from _rules(dossier)
    yield from _findings(dossier)
    if dossier.rounds:
        yield Heading(text("The rounds"))
        yield from map(Paragraph, reading_texts())
    for round in dossier.rounds:
        yield from _round(dossier, round, seating)
    yield from _disputes(dossier, club)
    yield Heading(text("Proof"))
    yield from map(Paragraph, proof_texts(dossier.proof))
    yield Together(tuple(proof_blocks(sheet, log)))
    yield Heading(text("How to check it yourself"))
    yield from map(Paragraph, check_texts())
    yield Pairs(tuple(check_commands(sheet.record, len(sheet.rounds))))


def _rules(dossier: Dossier) -> Iterator[Block]:
    rules = dossier.rules
    yield Heading(text("The rules"))
    title = published_text(rules.title)
    yield Paragraph(f"{rules_text(rules.id)}  {title}".rstrip())
    if rules.source:
        yield Paragraph(text("Source: {source}", source=published_text(rules.source)), "note")
    if dossier.agreed:
        yield Paragraph(text("The players of this game agreed on something else than usual:"))
        yield Points(tuple(each.text for each in dossier.agreed))
    for topic in dict.fromkeys(each.topic for each in dossier.sentences):
        yield Heading(topic_text(topic), 3)
        yield Points(
            tuple(
                text("{rule} (agreed on for this game)", rule=each.text)
                if each.agreed
                else each.text
                for each in dossier.sentences
                if each.topic == topic
            )
        )


def _findings(dossier: Dossier) -> Iterator[Block]:
    """What is against the rules, and what cannot be checked."""
    audit, names = dossier.audit, dossier.sheet.players
    yield Heading(text("What is wrong, and what cannot be checked"))
    if audit.violations:
        yield Points(tuple(violation_text(each, names) for each in audit.violations))
    else:
        yield Paragraph(
            text("All moves were checked, and nothing is wrong.")
            if audit.clean
            else text("Nothing wrong is proven.")
        )
    if audit.unchecked:
        yield Paragraph(text("These questions are open:"))
        yield Points(tuple(unchecked_text(each, names) for each in audit.unchecked))
    results = (each.message for each in findings_of(audit) if each.code == "result-only")
    yield from map(Paragraph, results)


# -- Rounds


def _round(dossier: Dossier, round: DossierRound, seating: Seating) -> Iterator[Block]:
    yield Heading(text("Round {round}", round=round.number))
    for step in round.steps:
        yield Together(tuple(_step(step, seating)))
    yield Heading(text("Why round {round} has this result", round=round.number), 3)
    yield Points(tuple(each.message for each in round.explained))
    yield from _readings(dossier, round, seating)


def _step(step: DossierStep, seating: Seating) -> Iterator[Block]:
    frame = step.frame
    sentence = act_text(frame, seating)
    if frame.move is not None:
        sentence = f"{place(frame.round, frame.move)}  {sentence}"
    yield Heading(sentence, 3)
    blocks = tuple(_around(step, seating))
    if step.drawing is None:
        yield from blocks
        return
    picture = Picture(
        step.drawing,
        line_text(frame.view, seating.names),
        _train_lines(step, seating),
        frozenset(tile.act for tile in step.drawing.tiles if tile.newest and frame.kind == "lay"),
    )
    yield Beside(picture, blocks)


def _train_lines(step: DossierStep, seating: Seating) -> tuple[Row, ...]:
    assert step.drawing is not None
    return tuple(
        (*(() if train.seat is None else (seating.names[train.seat],)), end_text(train.name, ()))
        for train in step.drawing.trains
    )


def _around(step: DossierStep, seating: Seating) -> Iterator[Block]:
    frame = step.frame
    noted = tuple(notes(frame.noted, seating.names))
    if noted:
        yield Points(noted)
    if frame.could is not None:
        yield Paragraph(
            text("Legal: {moves}", moves=moves_text(frame.could, seating.names)), "note"
        )
    if step.known is not None:
        yield _known(step.known, seating)
    elif frame.kind == "deal":
        view = step.frame.view
        yield _known(Known(view.hands, view.boneyard.size), seating)


def _known(known: Known, seating: Seating) -> Table:
    rows = [
        (
            name,
            text("hidden") if hand.tiles is None else " ".join(names_of(hand.tiles)) or "-",
            _public(hand.size, missing_text(hand)),
        )
        for name, hand in zip(seating.names, known.hands, strict=True)
    ]
    if known.boneyard:
        rows.append((text("Boneyard"), text("hidden"), _public(known.boneyard)))
    heads = (text("Player"), text("Own tiles"), text("Known to all"))
    return Table("", heads, tuple(rows), figures_from=len(heads))


def _public(size: int, missing: str = "") -> str:
    tiles = plural("{number} tile", "{number} tiles", size)
    return text("{tiles}: {missing}", tiles=tiles, missing=missing) if missing else tiles


# -- Readings


def _readings(dossier: Dossier, round: DossierRound, seating: Seating) -> Iterator[Block]:
    audited = round.audited
    if audited.readings is None or audited.doubted:
        return
    yield Heading(text("Who blocked round {round}", round=round.number), 3)
    yield Paragraph(
        text(
            "There are several answers: each reading asks in another way. Some look with open "
            "hands, and so know more than the players did."
        )
    )
    yield Pairs(tuple((name, rule_text(name)) for name in audited.readings))
    yield _verdicts(dossier, round, seating)
    for drawn in round.evidence:
        yield Together(tuple(_evidence(round, drawn, seating)))


def _viewed(reading: Reading) -> str:
    """`last-choice (open hands)`: the reading, and the hands that it looks at."""
    return text("{reading} ({view})", reading=reading, view=view_text(reading))


def _verdicts(dossier: Dossier, round: DossierRound, seating: Seating) -> Table:
    """The readings side by side, each with its verdict and the money under it."""
    audited, names = round.audited, seating.names
    assert audited.readings is not None
    currency = dossier.sheet.currency
    paid = dossier.rules.payout is not None
    counting = None if audited.ruled is not None else dossier.rules.reading
    heads = [text("Reading"), text("Looks at"), text("Verdict"), text("Move")]
    rows = [
        [
            text("{reading}, the one that counts", reading=name) if name == counting else name,
            view_text(name),
            blame_text(reading.verdict, names),
            "-" if reading.move is None else place(round.number, reading.move),
            *_net(reading.net, len(names), currency, paid=paid),
        ]
        for name, reading in audited.readings.items()
    ]
    if audited.ruled is not None:
        ruled = audited.ruled
        rows.append(
            [
                text("ruled by an arbiter, the one that counts"),
                "-",
                blame_text(ruled.verdict, names),
                "-",
                *_net(ruled.net, len(names), currency, paid=paid),
            ]
        )
    caption = text("The readings, and what each player gets under them") if paid else ""
    caption = caption or text("The readings")
    heads += names if paid else ()
    return Table(caption, tuple(heads), tuple(map(tuple, rows)), figures_from=4, dense=True)


def _net(net: Sequence[int] | None, players: int, currency: str, *, paid: bool) -> Iterator[str]:
    if paid:
        figures = [None] * players if net is None else net
        yield from ("-" if each is None else money_figure(each, currency) for each in figures)


def _evidence(round: DossierRound, drawn: DrawnEvidence, seating: Seating) -> Iterator[Block]:
    readings = all_of(map(_viewed, drawn.readings))
    yield Heading(text("The evidence of {readings}", readings=readings), 3)
    lines = tuple(evidence_lines(round.acts, drawn.evidence, drawn.move, seating.names))
    if drawn.drawing is None:
        yield Points(lines)
        return
    words = text("This could have been played: the tiles with a border, in place of what was laid.")
    yield Beside(
        Picture(drawn.drawing, words, (), drawn.laid), (Points(lines), Paragraph(words, "note"))
    )


# -- Disputes


def _disputes(dossier: Dossier, club: Club) -> Iterator[Block]:
    sheet = dossier.sheet
    yield Heading(text("Disputes and rulings"))
    if not sheet.disputes:
        yield Paragraph(text("Nobody disputes anything."))
    for dispute, consequences in zip(sheet.disputes, dossier.consequences, strict=True):
        yield Heading(dispute_text(dispute), 3)
        rows = tuple(
            (
                step_text(step),
                "; ".join(
                    remedy_text(remedy, dossier.game, sheet.players) for remedy in step.remedies
                ),
                local_moment(step.at, club.zone),
            )
            for step in dispute.steps
        )
        heads = (text("What"), text("Ordered"), text("When"))
        yield Table("", heads, rows, figures_from=len(heads), dense=True)
        if consequences is not None:
            yield Table(
                text("What the ruling changed"),
                ("", text("without"), text("with it")),
                tuple(consequence_rows(consequences, sheet.players, dossier.game)),
                figures_from=3,
            )
            order = text("Scores are in the order of the sides, money in that of the players.")
            yield Paragraph(order, "note")
