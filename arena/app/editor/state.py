"""Editor state: the edited level, the cursor and the selection, and the operations on them. Draws nothing."""

import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.app.storage.level_files import Draft
from arena.app.storage.levels import LevelFile
from arena.game.editing.bearings import direction
from arena.game.editing.editor import Editor
from arena.game.editing.errors import EditError
from arena.game.editing.fields import Field, table_at
from arena.game.editing.templates import PIECES, Family, Piece
from arena.game.editing.things import Role, Thing, find_thing
from arena.game.levels import LevelError
from arena.toml_text import Path as KeyPath

F64 = NDArray[np.float64]

TURN_STEP = 15.0
"""Angle of one turning step [degrees]."""
ASIDE = 0.12
"""Angle between a thing and its copy [rad]."""
SIZES = {Family.ASTEROID: 2.0, Family.ZONE: 12.0, Family.SPAWNER: 3.0, Family.GOAL: 5.0}
"""Preview radius of a piece [u]."""


class EditorState:
    """Editor state: the edited level, the cursor, the piece in hand, the carried thing."""

    def __init__(self, draft: Draft | None, own: bool, say: Callable[[str], None]) -> None:
        """Begin with a level's file, or with an empty level.

        Args:
            draft: the level to edit; None: an empty level.
            own: true if saving overwrites that file.
            say: shows the player a line.
        """
        self.editor = Editor(tomllib.loads(draft.text) if draft is not None else None)
        self.path: Path | None = draft.path if draft is not None and own else None
        self.saved = draft.text if draft is not None else self.editor.text
        self._kept = self.editor.document
        self.piece: Piece | None = None
        """Piece that accepting places; None: accepting chooses and picks up."""
        self.carried: KeyPath = ()
        self.cursor: F64 = np.array([0.0, 0.0, 1.0])
        self.up: F64 = np.array([0.0, 1.0, 0.0])
        self.own_levels: list[Path] = []
        """The player's level files as last listed."""
        self._say = say

    # Derived state

    @property
    def name(self) -> str:
        """Name of the level's file, for display."""
        return self.path.stem if self.path is not None else "not saved yet"

    @property
    def changed(self) -> bool:
        """True while there are unsaved changes."""
        return self.editor.document != self._kept

    @property
    def chosen_thing(self) -> Thing | None:
        """The chosen thing, if it lies on the planet."""
        return find_thing(self.editor.things, self.editor.chosen)

    @property
    def ghost(self) -> float:
        """Radius of the piece that accepting places [u]; 0: nothing."""
        return SIZES[self.piece.family] if self.piece is not None else 0.0

    # Selection and placement

    def attempt(self, act: Callable[[], object]) -> bool:
        """Run an edit; on an `EditError` tell the player and return False."""
        try:
            act()
        except EditError as problem:
            self._say(str(problem)[0].upper() + str(problem)[1:])
            return False
        return True

    def take_piece(self, by: int) -> None:
        """Take the next piece of the palette in hand, or none."""
        pieces = [None, *PIECES]
        self.hold(pieces[(pieces.index(self.piece) + by) % len(pieces)])

    def hold(self, piece: Piece | None) -> None:
        """Take a piece in hand; put down the carried thing."""
        self.put_down()
        self.piece = piece

    def accept(self, thing: Thing | None) -> None:
        """Put down the carried thing, else place the piece in hand, else choose the thing or pick it up."""
        if self.carried:
            self.put_down()
        elif self.piece is not None:
            self.place()
        elif thing is not None and thing.path == self.editor.chosen:
            self.pick_up()
        else:
            self.choose(thing.path if thing is not None else ())

    def place(self) -> None:
        """Place the piece in hand at the cursor."""
        piece, up = self.piece, self.up
        if piece is not None:
            self.attempt(lambda: self.editor.place(piece, direction(self.cursor), direction(up)))

    def choose(self, path: KeyPath) -> None:
        """Choose a thing or table."""
        self.editor.end_gesture()
        self.editor.chosen = path

    def pick_up(self) -> None:
        """Begin to carry the chosen thing with the cursor."""
        if self.chosen_thing is not None:
            self.editor.end_gesture()
            self.carried = self.editor.chosen

    def put_down(self) -> None:
        """Put down the carried thing."""
        self.carried = ()
        self.editor.end_gesture()

    def cancel(self) -> bool:
        """Release the carried thing, else the piece in hand, else the choice; False if there is none."""
        if self.carried:
            self.put_down()
            self.editor.undo()
        elif self.piece is not None:
            self.piece = None
        elif self.editor.chosen:
            self.editor.chosen = ()
        else:
            return False
        return True

    def drag(self) -> None:
        """Move the carried thing to the cursor."""
        if self.carried:
            path = self.carried
            if not self.attempt(lambda: self.editor.move(path, direction(self.cursor), "carry")):
                self.carried = ()

    def turn(self, steps: float) -> None:
        """Turn the chosen thing clockwise."""
        thing = self.chosen_thing
        if thing is None:
            return
        if thing.role not in (Role.ASTEROID, Role.SPAWNER) and thing.towards is None:
            self._say("This has no direction to turn")
            return
        self.attempt(lambda: self.editor.turn(thing.path, TURN_STEP * steps, "turn"))

    def copy(self) -> None:
        """Place a copy of the chosen thing at the cursor, or beside the original if that is too near."""
        path = self.editor.chosen
        if path[:1] == ("phase",) and len(path) == 2:
            self.attempt(self.editor.copy_phase)
            return
        if not path:
            self._say("Choose what to copy first")
            return
        thing, to = self.chosen_thing, direction(self.cursor)
        if thing is not None and float(np.dot(thing.place, self.cursor)) > np.cos(0.8 * ASIDE):
            to = direction(np.asarray(thing.place) + ASIDE * np.cross(self.up, thing.place))
        self.attempt(lambda: self.editor.copy(path, to))

    def delete(self) -> None:
        """Delete the chosen thing."""
        path = self.editor.chosen
        if path:
            self.carried = ()
            self.attempt(lambda: self.editor.delete(path))
        else:
            self._say("Choose what to delete first")

    def undo(self) -> None:
        """Undo the last step."""
        self.carried = ()
        done = self.editor.undo()
        self._say(f"Taken back: {done}" if done else "Nothing to take back")

    def redo(self) -> None:
        """Redo the last undone step."""
        done = self.editor.redo()
        self._say(f"Done again: {done}" if done else "Nothing to do again")

    # Fields

    def step(self, field: Field, by: int) -> None:
        """Step a field's value."""
        gesture = f"step {field.path}"
        self.attempt(lambda: self.editor.step(field, by, direction(self.cursor), gesture))

    def write(self, path: KeyPath, words: str) -> None:
        """Set a text field."""
        self.attempt(lambda: self.editor.set_value(path, words))

    def next_objective(self, kinds: Sequence[str], by: int) -> None:
        """Give the phase the next kind of objective, placed at the cursor."""
        now = table_at(self.editor.document, ("phase", self.editor.phase, "objective"))["kind"]
        kind = kinds[(kinds.index(now) + by) % len(kinds)]
        self.attempt(lambda: self.editor.set_objective(kind, direction(self.cursor), direction(self.up)))

    # Files

    def keep(self, path: Path) -> str:
        """Mark the level as saved to a file; return the text to write."""
        self.path, self.saved, self._kept = path, self.editor.text, self.editor.document
        return self.saved

    def lose(self, text: str) -> None:
        """Mark the level as unsaved again: that text, as it was to be saved, could not be written."""
        if text == self.saved:
            self._kept = {}  # no level is empty

    def take_over(self, news: LevelFile | LevelError) -> None:
        """Load an outside change of the file as a step that undo reverts; report an invalid level."""
        if isinstance(news, LevelError):
            self._say(f"The file was changed, and is kept out: {news}")
            return
        self.carried = ()
        self.editor.replace(tomllib.loads(news.text), "change of the file")
        self.saved, self._kept = news.text, self.editor.document
        self._say(f"{news.path.name} was changed outside: here it is")
