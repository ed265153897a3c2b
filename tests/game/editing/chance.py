"""Random edits of a level."""

import random

from arena.game.editing.editor import Editor
from arena.game.editing.fields import is_text
from arena.game.editing.templates import PIECES
from arena.game.levels.schema import OBJECTIVE


def act(editor: Editor, chance: random.Random) -> None:
    """Do something, as somebody who does not know what would."""
    at, up = [chance.gauss(0, 1) for _ in range(3)], [chance.gauss(0, 1) for _ in range(3)]
    paths = [thing.path for thing in editor.things]
    groups = len(editor.document["phase"][editor.phase].get("group", []))
    paths += [("phase", editor.phase, "group", group) for group in range(groups)]
    path = chance.choice(paths) if paths else ("phase", 0)
    fields = [field for field in editor.fields_of(path) if not is_text(field)]
    chance.choice(
        (
            lambda: editor.place(chance.choice(PIECES), at, up),
            lambda: editor.place(chance.choice(PIECES), at, up),
            lambda: editor.move(path, at),
            lambda: editor.turn(path, chance.choice((15, -90))),
            lambda: editor.copy(path, at),
            lambda: editor.delete(path),
            lambda: editor.step(chance.choice(fields), chance.choice((-5, -1, 1, 5)), at) if fields else None,
            lambda: editor.add_group("stalker"),
            lambda: editor.set_objective(chance.choice(tuple(OBJECTIVE.shapes)), at, up),
            editor.add_phase,
            editor.copy_phase,
            lambda: editor.delete(("phase", editor.phase)),
            lambda: editor.move_phase(chance.choice((-1, 1))),
            lambda: editor.look_at(chance.randrange(3)),
            editor.undo,
            editor.redo,
        )
    )()
