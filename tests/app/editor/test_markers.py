"""What the editor places is told apart by shape, whatever its colour."""

import numpy as np

from arena.app.editor.markers import MARKERS, SIZE, draw_marker, marker_of
from arena.game.editing.templates import PIECES
from arena.view.overlay.overlay import GLOW, Overlay


def shape(name: str) -> tuple[tuple[float, ...], ...]:
    overlay = Overlay(1.0)
    draw_marker(overlay, name, 0.0, 0.0, SIZE, (1.0, 1.0, 1.0, 1.0))
    return tuple(tuple(row) for row in overlay.rows().round(3).tolist())


def test_every_piece_has_a_shape_of_its_own() -> None:
    shapes = {shape(marker_of(piece)) for piece in PIECES}
    assert len(shapes) == len(PIECES)
    assert {shape(name) for name in MARKERS} <= shapes, "none is left over"


def test_signs_stay_within_their_room() -> None:
    for name in {marker_of(piece) for piece in PIECES}:
        overlay = Overlay(1.0)
        draw_marker(overlay, name, 0.0, 0.0, SIZE, (1.0, 1.0, 1.0, 1.0))
        rows = overlay.instances()
        rows = rows[rows["shape"] != GLOW]
        assert np.abs(rows["place"][:, :2]).max() <= SIZE, name
        assert (np.abs(rows["place"][:, :2]) + rows["place"][:, 2:]).max() <= 1.9 * SIZE, name
