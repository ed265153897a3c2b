"""Markers of the editor: each kind of thing has a shape of its own, in any colour."""

import numpy as np
import pytest

from arena.app.editor.markers import MARKERS, SIZE, draw_marker, marker_of
from arena.game.editing.templates import PIECES
from arena.view.overlay.overlay import ARC, GLOW, Overlay


def shapes(name: str) -> Overlay:
    overlay = Overlay(1.0)
    draw_marker(overlay, name, 0.0, 0.0, SIZE, (1.0, 1.0, 1.0, 1.0))
    return overlay


def test_every_piece_has_a_shape_of_its_own() -> None:
    drawn = {shapes(marker_of(piece)).rows().round(3).tobytes() for piece in PIECES}
    assert len(drawn) == len(PIECES)
    assert {shapes(name).rows().round(3).tobytes() for name in MARKERS} <= drawn, "none is left over"


@pytest.mark.parametrize("name", sorted({marker_of(piece) for piece in PIECES}))
def test_signs_stay_within_their_room(name: str) -> None:
    rows = shapes(name).instances()
    rows = rows[rows["shape"] != GLOW]
    assert np.abs(rows["place"][:, :2]).max() <= SIZE
    assert (np.abs(rows["place"][:, :2]) + rows["place"][:, 2:]).max() <= 1.9 * SIZE


def test_the_halves_of_a_nebula_lie_on_one_circle() -> None:
    rows = shapes("nebula").instances()
    rows = rows[rows["shape"] == ARC]
    assert len(rows) >= 2 and len(np.unique(rows["place"][:, :3], axis=0)) == 1


@pytest.mark.parametrize("name", ["rock", "ice", "metal"])
def test_asteroids_are_as_high_above_their_middle_as_below(name: str) -> None:
    place = shapes(name).instances()["place"]
    assert (place[:, 1] + place[:, 3]).max() == pytest.approx(-(place[:, 1] - place[:, 3]).min(), rel=0.01)
