"""The file of the edited level: saves it, watches it for changes, rescues it when the editor closes."""

from functools import partial
from pathlib import Path

from arena.app.editor.state import EditorState
from arena.app.services import Services
from arena.app.storage.level_files import FileWatch, free_path, level_path, save_level

RESCUE = "unsaved"
"""Name, with a number where it is taken, of the file that keeps an unsaved level after its editor closed."""


class Filing:
    """File of one editor. The disk thread does all reading and writing."""

    def __init__(self, services: Services, state: EditorState) -> None:
        self._services, self._state = services, state
        self._watch: FileWatch | None = None
        self._look_after()

    @property
    def stem(self) -> str:
        """Name of the current or future file without its suffix."""
        return self._path.stem

    @property
    def _path(self) -> Path:
        return self._state.path or free_path(self._state.editor.level.name)

    def save(self) -> None:
        """Save the level to its file, or to a new one named after it."""
        self._save_to(self._path)

    def save_named(self, name: str) -> None:
        """Save the level under another name; tell the player if the name is invalid or taken."""
        try:
            path = level_path(name)
        except ValueError as problem:
            self._services.say(str(problem))
            return
        if path.exists() and path != self._state.path:
            self._services.say(f"There is a level {path.stem} already: give this one another name")
            return
        self._save_to(path)

    def _save_to(self, path: Path) -> None:
        text = self._state.keep(path)
        if self._watch is None or self._watch.path != path:
            self._look_after()
        else:
            self._watch.expect(text)
        self._write_soon("Saved as", path, text, len(self._state.editor.problems))

    def _write_soon(self, done: str, path: Path, text: str, wrong: int) -> None:
        self._services.disk.submit(partial(self._write, done, path, text, wrong))

    def _write(self, done: str, path: Path, text: str, wrong: int, ending: bool) -> None:
        """Write the file; runs on the disk thread."""
        try:
            aside = save_level(path, text)
        except OSError as error:
            self._state.lose(text)
            if (watch := self._watch) is not None:
                watch.skip()
            self._services.say(f"Not saved: {error.strerror or error}")
        else:
            rest = f"; to be played, {wrong} of its parts must be mended" if wrong else ""
            kept = f"; what was written by hand is kept in {aside.name}" if aside is not None else ""
            self._services.say(f"{done} {path.stem}{rest}{kept}")

    def _look_after(self) -> None:
        """Watch the edited file, if any."""
        self.close()
        path = self._state.path
        self._watch = FileWatch(path, self._state.saved) if path is not None else None
        if self._watch is not None:
            self._services.disk.submit(self._watch.look)

    def take_news(self) -> None:
        """Pass outside changes of the file to the editor."""
        news = self._watch.take() if self._watch is not None else None
        if news is not None:
            self._state.take_over(news)

    def rescue(self) -> None:
        """Save unsaved changes to a rescue file of their own: what an earlier one keeps may be missed yet."""
        if self._state.changed:
            done = "Changes that were not saved are kept in"
            self._write_soon(done, free_path(RESCUE), self._state.editor.text, 0)

    def close(self) -> None:
        """Stop watching the file."""
        if self._watch is not None:
            self._watch.close()
            self._watch = None
