"""Trials screen: all trials, with the best mark of each and its twist."""

from functools import partial

from arena.app.menus.list_screen import ROWS, Column, ListRow, ListScreen, Page
from arena.app.play.ghosts import begin
from arena.catalogue.trials import TRIALS, TrialRow
from arena.game.modes.trial import Trial, mark_text, trial_setup


class TrialsScreen(ListScreen):
    """List of trials; choosing one begins it."""

    name = "trials"
    heading = "Trials"
    columns = (
        Column("", 0.02, "right"),
        Column("TRIAL", 0.05),
        Column("BEST", 0.31, "right"),
        Column("TWIST", 0.35),
    )
    foremost = (1, 2)
    verb = "fly"

    def pages(self) -> list[Page]:
        """Pages of trials, in the order of their numbers."""
        rows = list(TRIALS)
        return [
            Page(f"{len(rows)} trials", [self._row(row) for row in rows[first : first + ROWS]])
            for first in range(0, len(rows), ROWS)
        ]

    def _row(self, row: TrialRow) -> ListRow:
        setup = trial_setup(row)
        best = self.services.scores.best(Trial.board(setup))
        cells = (str(row.number), row.show.title, mark_text(row, best) if best else "-", row.show.line)
        return ListRow(cells, partial(begin, self, setup))
