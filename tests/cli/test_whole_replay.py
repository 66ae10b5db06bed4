"""`domino replay --tui`: the keys, on a terminal that the test holds."""

import re
from collections.abc import Sequence

from textual.pilot import Pilot
from textual.widgets import HelpPanel, OptionList, Static
from textual.widgets._footer import FooterKey

from domino_ledger.cli.terminal.whole_replay import Replay
from domino_ledger.projections.messages.acts import seating_of
from domino_ledger.projections.replay.frames import frames
from tests.ledger.games import record
from tests.projections.audits import audited

from .whole_terminals import at


def replay() -> Replay:
    result = audited(record("sanjuan.jsonl")).result
    assert result is not None
    seating = seating_of(result.game, ("Ana", "Ben", "Cid", "Dora"))
    return Replay("a series", frames(result.game), seating, 0)


def shown_after(keys: Sequence[str]) -> tuple[int, str, int | None]:
    """The step that is shown, what the table says, and what the list marks."""
    app = replay()

    async def press(pilot: Pilot[None]) -> tuple[int, str, int | None]:
        await pilot.press(*keys)
        await pilot.pause()
        table = app.query_one("#table", Static)
        lines = [table.render_line(row).text for row in range(table.size.height)]
        return app.at, "\n".join(lines), app.query_one(OptionList).highlighted

    return at(app, press)


def test_keys_step_through_the_game() -> None:
    assert shown_after([])[0] == 0
    step, _, marked = shown_after(["right", "right", "left"])
    assert (step, marked) == (1, 1)
    last = len(replay()._frames) - 1
    assert shown_after(["down"])[0] == shown_after(["down", "right"])[0] == last
    assert shown_after(["down", "up", "left"])[0] == 0


def test_a_round_on_and_back() -> None:
    begins = [at for at, frame in enumerate(replay()._frames) if frame.kind == "deal"]
    assert shown_after(["pagedown", "pagedown"])[0] == begins[2]
    assert shown_after(["down", "pagedown"])[0] == len(replay()._frames) - 1
    assert shown_after(["pagedown", "pageup"])[0] == 0


def test_space_plays_on_and_a_key_stops() -> None:
    app = replay()

    async def play(pilot: Pilot[None]) -> None:
        await pilot.press("space")
        while app.at < 2:
            await pilot.pause(0.2)
        await pilot.press("left")
        stopped_at = app.at
        await pilot.pause(2)
        assert app.at == stopped_at

    at(app, play)


def pips(table: str) -> list[str]:
    """The dots of the tiles that are laid, row by row."""
    rows = (re.sub("[^●]", " ", row).strip() for row in table.splitlines())
    return [row for row in rows if row]


def test_f_turns_the_table_and_turns_it_back() -> None:
    moves = ["right"] * 5
    _, before, _ = shown_after(moves)
    step, turned, _ = shown_after([*moves, "f"])
    assert step == 5
    assert turned != before
    assert pips(turned) == [row[::-1] for row in reversed(pips(before))]
    assert shown_after([*moves, "f", "f"])[1] == before
    assert shown_after(["f", *moves])[1] == turned


def test_the_keys_that_are_named_below_fit_a_narrow_terminal_and_help_has_them_all() -> None:
    app = replay()

    async def ask(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert max(key.region.right for key in app.query(FooterKey)) <= 80
        assert [key.description for key in app.query(FooterKey)][-2:] == ["help", "quit"]
        await pilot.press("question_mark")
        await pilot.pause()
        listed = app.query_one(HelpPanel).query_one("BindingsTable", Static)
        lines = [listed.render_line(row).text for row in range(listed.size.height)]
        for said in ("first step", "last step", "round before", "round after"):
            assert any(said in line for line in lines)
        await pilot.press("question_mark")
        await pilot.pause()
        assert not app.query(HelpPanel)

    at(app, ask)
