"""Replays screen: recorded games, newest first."""

from functools import partial

from arena.app.menus.list_screen import ROWS, Column, ListRow, ListScreen, Page
from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.watching import watch
from arena.app.services import Services
from arena.app.storage import paths
from arena.app.storage.replay_list import ReplayEntry, list_replays

GAME_LETTERS, NOTE_LETTERS = 34, 20
"""Maximum letters of the columns; choosing a game shows its whole note."""


class ReplaysScreen(ListScreen):
    """List of recordings; the disk thread reads the folder."""

    name = "replays"
    heading = "Replays"
    empty = "No games recorded yet: every game is, from now on."
    columns = (
        Column("PLAYED", 0.0),
        Column("GAME", 0.19),
        Column("LENGTH", 0.62, "right"),
        Column("SCORE", 0.74, "right"),
        Column("", 0.76),
    )

    def __init__(self, services: Services, parent: MenuScreen) -> None:
        super().__init__(services, parent)
        self._entries: list[ReplayEntry] | None = None
        services.disk.submit(self._read)

    def _read(self, ending: bool) -> None:
        if ending:
            return
        try:
            self._entries = list_replays(paths.replays_folder(), self.services.scores)
        except OSError as error:
            self._entries = []
            self.services.say(f"Replays not read: {error.strerror or error}")

    def pages(self) -> list[Page] | None:
        """Pages of recordings."""
        entries = self._entries
        if entries is None:
            return None
        return [
            Page(f"{len(entries)} games", [self._row(entry) for entry in entries[first : first + ROWS]])
            for first in range(0, len(entries), ROWS)
        ]

    def _row(self, entry: ReplayEntry) -> ListRow:
        readable = entry.mode != "-"
        game, note = (entry.mode, entry.note) if readable else (entry.note, "")
        cells = (entry.played, game[:GAME_LETTERS], entry.length, entry.score, note[:NOTE_LETTERS])
        return ListRow(cells, partial(watch, self.services, entry.path, self))
