"""The tables of scores: one page for each, any row of which is watched with one key."""

from functools import partial

from arena.app import theme
from arena.app.list_screen import ROWS, Column, ListScreen, Page, Row
from arena.app.menu_screen import MenuScreen
from arena.app.score_table import Result
from arena.app.services import Services
from arena.app.watching import watch_result
from arena.game.board import Board

NAMELESS = "-"


class TablesScreen(ListScreen):
    """Boards, the one that was played last first."""

    name = "tables"
    heading = "Scores"
    empty = "No scores yet: play, and they stand here."
    columns = (
        Column("", 0.05, "right"),
        Column("NAME", 0.08),
        Column("SCORE", 0.55, "right"),
        Column("REACHED", 0.655, "right"),
        Column("TIME", 0.76, "right"),
        Column("DATE", 0.785),
        Column("REPLAY", 1.0, "right"),
    )

    def __init__(
        self, services: Services, parent: MenuScreen, board: Board | None = None, ticket: str = ""
    ) -> None:
        """Show all boards; begin with `board`, where the row with that ticket is marked."""
        super().__init__(services, parent)
        self._board, self._ticket = board, ticket
        services.scores.refresh_top()

    def enter(self) -> None:
        """Be shown, again after a replay."""
        self.reload()

    def pages(self) -> list[Page] | None:
        """One for each board."""
        top = self.services.scores.top()
        if top is None:
            return None
        boards = sorted(top.items(), key=lambda item: item[0] != self._board)
        return [
            Page(board.title, [self._row(place, result) for place, result in enumerate(results[:ROWS], 1)])
            for board, results in boards
        ]

    def _row(self, place: int, result: Result) -> Row:
        cells = (
            str(place),
            result.name or NAMELESS,
            theme.grouped(result.score),
            f"{result.progress}{' won' if result.won else ''}",
            theme.exact_time(result.ticks),
            result.played[:10],
            "watch" if result.replay else NAMELESS,
        )
        marked = bool(self._ticket) and result.ticket == self._ticket
        return Row(cells, partial(watch_result, self.services, result, self), marked)
