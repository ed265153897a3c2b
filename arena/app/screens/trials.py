"""Trials screen: all trials with their targets, the medals that were won, the best mark and the twist."""

from functools import partial

from arena.app.menus import theme
from arena.app.menus.list_screen import INSET, ROWS, TOP, Column, ListRow, ListScreen, Page
from arena.app.menus.medals import draw_medal
from arena.app.menus.menu import ROW
from arena.app.play.ghosts import begin
from arena.catalogue.medals import MEDALS
from arena.catalogue.trials import TRIALS, TrialRow
from arena.game.modes.trial import Trial, mark_text, targets_of, trial_setup
from arena.view.overlay.overlay import Overlay

FIRST = 2
"""Number of the first medal's column."""
DISC, GAP = 11.0, 24.0
"""Radius of a medal, and its distance from the end of the longest mark [virtual px]."""
MARK_WIDTH = 110.0
"""Width of the longest mark [virtual px]."""
TWIST_Y = 872.0
"""Baseline of the selected trial's twist [virtual px]."""
HEADINGS = tuple(Column(medal.upper(), 0.39 + 0.158 * place, "right") for place, medal in enumerate(MEDALS))


class TrialsScreen(ListScreen):
    """List of trials; choosing one begins it."""

    name = "trials"
    heading = "Trials"
    columns = (Column("", 0.02, "right"), Column("TRIAL", 0.05), *HEADINGS, Column("BEST", 1.0, "right"))
    foremost = (1, FIRST + len(MEDALS))
    verb = "fly"

    def enter(self) -> None:
        """Begin to be shown, also after a trial."""
        self.reload()

    def pages(self) -> list[Page]:
        """Pages of trials, in the order of their numbers."""
        rows, count = list(TRIALS), self.services.progress.medal_count
        return [
            Page(
                f"{count} of {len(rows) * len(MEDALS)} medals",
                [self._row(row) for row in rows[first : first + ROWS]],
            )
            for first in range(0, len(rows), ROWS)
        ]

    def _row(self, row: TrialRow) -> ListRow:
        setup, targets = trial_setup(row), targets_of(row)
        best = self.services.scores.best(Trial.board(setup))
        marks = (mark_text(row, targets[medal].mark) if medal in targets else "-" for medal in MEDALS)
        own = mark_text(row, best) if best else "-"
        return ListRow((str(row.number), row.show.title, *marks, own), partial(begin, self, setup))

    @property
    def _shown(self) -> list[TrialRow]:
        """Trials of the page."""
        return list(TRIALS)[self._page * ROWS : (self._page + 1) * ROWS]

    @property
    def _twist(self) -> str:
        """Twist of the selected trial."""
        rows, chosen = self._shown, self.menu.selected
        return rows[chosen].show.line if chosen < len(rows) else ""

    def told(self, row: ListRow) -> str:
        """The twist, the medals that were won, and the mark of the next one."""
        trial = self._shown[self.menu.selected]
        won = self.services.progress.won(trial.name)
        ahead = ((medal, target) for medal, target in targets_of(trial).items() if medal not in won)
        following = next((f"{medal} {mark_text(trial, target.mark)}" for medal, target in ahead), "")
        have = f"{won[-1]} won" if won else "no medal yet"
        return f"{trial.show.line} {', '.join(filter(None, (have, following)))}"

    def decorate(self, overlay: Overlay) -> None:
        """Draw the list, the medals in it, and the selected trial's twist."""
        super().decorate(overlay)
        if self.low or self._pages is None:
            return
        place = self.place(overlay.width)
        if self._twist:
            right = place.x + place.width - INSET
            overlay.text(self._twist, right, TWIST_Y, 28.0, theme.TEXT, "right")
        for number, trial in enumerate(self._shown):
            won, y = self.services.progress.won(trial.name), TOP - (number + 0.5) * ROW
            for medal, column in zip(MEDALS, HEADINGS, strict=True):
                x = self._column_x(place, column) - MARK_WIDTH - GAP
                if medal in targets_of(trial):
                    draw_medal(overlay, medal, x, y, DISC, medal in won)
