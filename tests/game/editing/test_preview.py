"""The preview of a level shows what a match of it begins with, after each change."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from arena.catalogue import kinds, zones
from arena.game.editing.editor import Editor
from arena.game.editing.preview import Preview
from arena.game.editing.templates import Family, Piece
from arena.sim.kinds import Pool

FRONT, EAST, NORTH = (0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


@pytest.fixture(name="preview")
def a_preview() -> Iterator[Preview]:
    """A preview that shows nothing yet."""
    with closing(Preview()) as preview:
        yield preview


def shown(preview: Preview, editor: Editor) -> tuple[int, int, int]:
    """Numbers of asteroids, of enemies and of zones in the preview of a level's first phase."""
    preview.show(editor.level, editor.things, 0)
    pools, zone_kinds = preview.world.pools, preview.world.zones.kind
    return pools[Pool.ASTEROID].active, pools[Pool.ENEMY].active, int((zone_kinds > 0).sum())


def test_each_change_of_a_level_is_shown(preview: Preview) -> None:
    editor = Editor()
    assert shown(preview, editor) == (0, 0, 0)
    editor.set_value(("field", "count"), 9)
    assert shown(preview, editor) == (9, 0, 0)
    editor.place(Piece(Family.ASTEROID, "ice", ""), EAST, NORTH)
    assert shown(preview, editor) == (10, 0, 0)
    editor.place(Piece(Family.ZONE, "well", ""), EAST, NORTH)
    editor.place(Piece(Family.SPAWNER, "drone", ""), FRONT, NORTH)
    assert shown(preview, editor) == (10, 1, 1)
    assert preview.world.zones.kind[0] == zones.WELL.number
    (row,) = preview.world.rows(Pool.ENEMY).tolist()
    assert preview.world.bodies.kind[row] == kinds.DRONE.number
    while editor.undo():
        pass
    assert shown(preview, editor) == (0, 0, 0)
