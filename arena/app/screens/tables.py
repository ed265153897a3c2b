"""Score tables screen: one page per board; choosing a row shows its replay."""

from functools import partial

from arena.app.menus import theme
from arena.app.menus.list_screen import INSET, ROWS, Column, ListRow, ListScreen, Page
from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.watching import watch_result
from arena.app.services import Services
from arena.app.storage.challenges import code_of_score
from arena.app.storage.score_table import Result
from arena.catalogue.hulls import HULLS
from arena.game.modes import board_title, score_text
from arena.game.scoring.board import Board
from arena.view.overlay.overlay import Overlay

NAMELESS = "-"
CODE_Y = 872.0
"""Baseline of a code [virtual px]."""


class TablesScreen(ListScreen):
    """Boards, last played first."""

    name = "tables"
    heading = "Scores"
    foremost = (1, 2)
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
        """Show all boards; begin with `board` and mark the row of the ticket."""
        super().__init__(services, parent)
        self._board, self._ticket = board, ticket
        self._results: dict[str, list[Result]] = {}  # results by the title of their page
        self._codes: dict[tuple[Board, int, str], str | None] = {}
        services.scores.refresh_top()

    def enter(self) -> None:
        """Begin to be shown, also after a replay."""
        self.reload()

    def decorate(self, overlay: Overlay) -> None:
        """Draw the list, and the selected game's hull and challenge code."""
        super().decorate(overlay)
        if self.low:
            return
        place = self.place(overlay.width)
        right, y = place.x + place.width - INSET, CODE_Y
        if code := self.code:
            right -= overlay.text(code, right, y, 30.0, theme.TEXT, "right", spacing=0.06) + 20.0
            right -= overlay.text("CHALLENGE", right, y + 3.0, 22.0, theme.DIM, "right", spacing=0.15) + 40.0
        if self.hull:
            overlay.text(self.hull, right, y, 30.0, theme.TEXT, "right")

    def told(self, row: ListRow) -> str:
        """All cells of a row, its hull and its challenge code."""
        code = f"challenge {self.code}" if self.code else ""
        return ", ".join(filter(None, (super().told(row), self.hull, code)))

    @property
    def _chosen(self) -> Result | None:
        """The selected game."""
        results, chosen = self._results.get(self.title, []), self.menu.selected
        return results[chosen] if chosen < min(len(results), ROWS) else None

    @property
    def hull(self) -> str:
        """Hulls of the selected game; "" for standard ones."""
        result = self._chosen
        names = result.hull.split() if result is not None else ()
        return ", ".join(HULLS.named(name).show.title if name in HULLS.names else name for name in names)

    @property
    def code(self) -> str | None:
        """Challenge code of the selected game."""
        result = self._chosen
        if result is None:
            return None
        key = result.board, result.seed, result.hull
        if key not in self._codes:
            self._codes[key] = code_of_score(*key)
        return self._codes[key]

    def pages(self) -> list[Page] | None:
        """Pages, one per board."""
        top = self.services.scores.top()
        if top is None:
            return None
        boards = sorted(top.items(), key=lambda item: item[0] != self._board)
        self._results = {board_title(board): list(results) for board, results in boards}
        return [
            Page(
                board_title(board),
                [self._row(place, result) for place, result in enumerate(results[:ROWS], 1)],
            )
            for board, results in boards
        ]

    def _row(self, place: int, result: Result) -> ListRow:
        cells = (
            str(place),
            result.name or NAMELESS,
            score_text(result.board, result.score),
            f"{result.progress}{' won' if result.won else ''}",
            theme.exact_time(result.ticks),
            result.played[:10],
            "watch" if result.replay else NAMELESS,
        )
        marked = bool(self._ticket) and result.ticket == self._ticket
        return ListRow(cells, partial(watch_result, self.services, result, self), marked)
