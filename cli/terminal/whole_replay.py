"""A replay on a whole terminal, by the keys that the pages have."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from rich.console import Group
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer, HelpPanel, OptionList, Static
from textual.widgets.option_list import Option

from ...projections.messages import mark, text
from ...projections.messages.acts import Seating
from ...projections.messages.steps import step_text
from ...projections.replay.frames import Frame
from ..output import drawn
from ..text.replay import step_place
from .drawn_replay import fitting, frame_picture

_SECONDS = 1.2
"""How long a step is shown while the game is played."""


class Replay(App[None]):
    """The table of a step, and beside it the list of all steps."""

    CSS = """
    #table { width: 1fr; height: 100%; padding: 0 1; }
    #steps { width: 44; height: 100%; border: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "go(-1)", text(mark("back")), priority=True),
        Binding("right", "go(1)", text(mark("on")), priority=True),
        Binding("up", "first", text(mark("first step")), priority=True, show=False),
        Binding("down", "last", text(mark("last step")), priority=True, show=False),
        Binding("pageup", "round(-1)", text(mark("round before")), priority=True, show=False),
        Binding("pagedown", "round(1)", text(mark("round after")), priority=True, show=False),
        Binding("space", "play", text(mark("play or stop")), priority=True),
        Binding("f", "turn", text(mark("turn the table")), priority=True),
        Binding("question_mark", "help", text(mark("help")), priority=True, key_display="?"),
        Binding("q,escape", "quit", text(mark("quit")), priority=True),
    ]

    def __init__(self, head: str, frames: Sequence[Frame], seating: Seating, at: int) -> None:
        super().__init__()
        self.title = head
        self._frames = frames
        self._seating = seating
        self.at = at
        """The index of the step that is shown."""
        self._playing = False
        self._turned = False

    def compose(self) -> ComposeResult:
        """The table, the steps, and the keys."""
        with Horizontal():
            yield Static(id="table")
            yield OptionList(
                *(
                    Option(f"{step_place(each):>6} {step_text(each, self._seating)}")
                    for each in self._frames
                ),
                id="steps",
                markup=False,
            )
        yield Footer()

    def on_mount(self) -> None:
        """Show the first step, and play on while that is wanted."""
        self.set_interval(_SECONDS, self._play_on)
        self.call_after_refresh(self._draw)

    def on_resize(self) -> None:
        """Draw again in the new size."""
        self.call_after_refresh(self._draw)

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Show the step that was chosen from the list."""
        self._playing = False
        self._show(chosen.option_index)

    def action_go(self, steps: int) -> None:
        """Some steps on."""
        self._playing = False
        self._show(self.at + steps)

    def action_first(self) -> None:
        """The first step."""
        self.action_go(-self.at)

    def action_last(self) -> None:
        """The last step."""
        self.action_go(len(self._frames))

    def action_round(self, rounds: int) -> None:
        """The beginning of a round before or after this one."""
        wanted = self._frames[self.at].round + rounds
        found = (at for at, frame in enumerate(self._frames) if frame.round == wanted)
        self._playing = False
        self._show(next(found, self.at))

    def action_play(self) -> None:
        """Show step after step, or stop."""
        self._playing = not self._playing
        if self._playing and self.at == len(self._frames) - 1:
            self._show(0)

    def action_turn(self) -> None:
        """Show the table from its other side."""
        self._turned = not self._turned
        self._draw()

    def action_help(self) -> None:
        """Show what each key does, or show it no longer."""
        if self.query(HelpPanel):
            self.action_hide_help_panel()
        else:
            self.action_show_help_panel()
        self.call_after_refresh(self._draw)

    def _play_on(self) -> None:
        if self._playing:
            self._show(self.at + 1)
            self._playing = self.at < len(self._frames) - 1

    def _show(self, at: int) -> None:
        self.at = min(max(at, 0), len(self._frames) - 1)
        self._draw()

    def _draw(self) -> None:
        frame, table = self._frames[self.at], self.query_one("#table", Static)
        width = max(table.content_size.width, 20)
        draw = partial(frame_picture, frame, self._seating, width, whole=True, turned=self._turned)
        picture = fitting(draw, frame.view, table.size.height)
        table.update(Group(*map(drawn, picture)))
        self.query_one(OptionList).highlighted = self.at
