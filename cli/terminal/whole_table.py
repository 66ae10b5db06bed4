"""A game against bots on a whole terminal, by the keys of a replay."""

from collections.abc import Callable
from functools import partial
from typing import ClassVar

from rich.console import Group
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, OptionList, RichLog, Static

from ...domain.events import Event
from ...domain.game.decide import Refused
from ...ledger.errors import LedgerError, NotNow
from ...ledger.live.bot_table import BotSession
from ...ledger.records.unreadable import Unreadable
from ...projections.messages import mark, text
from ...projections.messages.acts import move_text
from ...projections.replay.news import current_view
from ..output import drawn
from ..text.live import TableText
from ..text.replay import header, plain_seating
from .drawn_replay import fitting, view_picture

_SECONDS = 0.7
"""How long a move of a bot is shown before the next."""


class BotGame(App[LedgerError]):
    """What the person's seat sees on the table; beside it what happened, and the moves.

    Returns the error that ended it, or None if the person did.
    """

    CSS = """
    #table { width: 1fr; height: 100%; padding: 0 1; }
    #beside { width: 46; height: 100%; }
    #news { height: 1fr; }
    #moves { height: auto; max-height: 50%; border: none; }
    """
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", text(mark("take back")), priority=True),
        Binding("r", "redeal", text(mark("ask for a new deal")), priority=True),
        Binding("n", "next", text(mark("next game")), priority=True),
        Binding("f", "turn", text(mark("turn the table")), priority=True),
        Binding("q,escape", "quit", text(mark("quit")), priority=True),
    ]

    def __init__(
        self, session: BotSession, after: Callable[[BotSession], BotSession | None]
    ) -> None:
        """``after``: opens the game that follows, or None if none does."""
        super().__init__()
        self.session = session
        """The game that is played, or the last one."""
        self._after = after
        self._turned = False

    def compose(self) -> ComposeResult:
        """The table, what happened, the moves, and the keys."""
        with Horizontal():
            yield Static(id="table")
            with Vertical(id="beside"):
                yield RichLog(id="news", wrap=True, min_width=0)
                yield OptionList(id="moves", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        """Say what is played, and let the bots begin."""
        self.query_one("#news").can_focus = False
        self._sit_down()
        # A timer of the table ends with it: one of the program may come after what it draws.
        self.query_one("#table").set_interval(_SECONDS, self._bots_play)

    def on_resize(self) -> None:
        """Draw again in the new size."""
        self.call_after_refresh(self._draw)

    def on_option_list_option_selected(self, chosen: OptionList.OptionSelected) -> None:
        """Make the move, or play on with a deal of which a new one could be asked for."""
        typed = "" if self.session.waits_for_answer else str(chosen.option_index + 1)
        self._change(partial(self.session.take, typed))
        self._draw()

    def action_undo(self) -> None:
        """Take the person's last move back, and what followed it."""
        self._change(self.session.take_back)

    def action_redeal(self) -> None:
        """Ask for a new deal."""
        self._change(partial(self.session.take, "redeal"))

    def action_next(self) -> None:
        """Begin the game that follows."""
        try:
            following = self._after(self.session)
        except LedgerError as error:
            self.exit(error)
            return
        if following is not None:
            self.session = following
            self._sit_down()

    def action_turn(self) -> None:
        """Show the table from its other side."""
        self._turned = not self._turned
        self._draw()

    def _sit_down(self) -> None:
        game = self.session.game
        self._seating = plain_seating(game, self.session.session.players)
        self._table = TableText(self._seating, self.session.table.seat)
        self._say(*header(game, self._seating, self._table.viewer))
        self.call_after_refresh(self._draw)

    def _bots_play(self) -> None:
        if not self.session.game.over:
            self._change(self.session.play_on)

    def _change(self, change: Callable[[], tuple[Event, ...]]) -> None:
        """Carry it out, and show what it changed, or why it is refused."""
        before = self.session.game
        try:
            events = change()
        except (Unreadable, Refused, NotNow) as error:
            self._say(self._table.refusal(error, before))
            return
        except LedgerError as error:
            self.exit(error)
            return
        if events:
            self._say(*self._table.news(before, events, self.session.game))
            self._draw()

    def _say(self, *lines: str) -> None:
        for line in lines:
            self.query_one(RichLog).write(drawn([(line, "")]))

    def _draw(self) -> None:
        view = current_view(self.session.game, self.session.table.seat)
        table, moves = self.query_one("#table", Static), self.query_one(OptionList)
        shown = []
        if view is not None:
            width = max(table.content_size.width, 20)
            draw = partial(view_picture, view, self._seating, width, turned=self._turned)
            table.update(Group(*map(drawn, fitting(draw, view, table.size.height))))
            shown = [move_text(move, self._seating.names) for move in view.moves or ()]
        if self.session.waits_for_answer:
            shown = [text("play on")]
        if shown != [option.prompt for option in moves.options]:
            moves.set_options(shown)
            moves.highlighted = 0 if shown else None
            moves.focus()
