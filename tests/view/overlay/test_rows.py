"""What kernels write is what the overlay's own shapes are."""

import numpy as np
from numpy.typing import NDArray

from arena.jit import kernel
from arena.view.overlay.overlay import FLOATS, RGBA, Overlay
from arena.view.overlay.rows import put_arc, put_dart, put_disc

COLOR = 0.2, 0.4, 0.6, 0.8


@kernel
def draw(color: RGBA, rows_out: NDArray[np.float32]) -> None:
    """Two discs, two arcs and a dart."""
    put_disc(rows_out, 0, 10.0, 20.0, 5.0, color)
    put_arc(rows_out, 1, 30.0, 40.0, 25.0, 3.0, 1.0, 0.0, color)
    put_arc(rows_out, 2, -30.0, 4.0, 7.0, 2.0, 0.32, 1.5, color)
    put_disc(rows_out, 3, 0.0, 0.0, 0.0, color)
    put_dart(rows_out, 4, 12.0, -3.0, 9.0, -2.5, color)


def test_rows_are_what_shapes_are() -> None:
    """No column is left as it was."""
    overlay, rows = Overlay(1.0), np.full((5, FLOATS), np.nan, np.float32)
    overlay.disc(10.0, 20.0, 5.0, COLOR)
    overlay.ring(30.0, 40.0, 25.0, 3.0, 1.0, COLOR)
    overlay.ring(-30.0, 4.0, 7.0, 2.0, 0.32, COLOR, 1.5)
    overlay.disc(0.0, 0.0, 0.0, COLOR)
    overlay.dart(12.0, -3.0, 9.0, -2.5, COLOR)
    draw(COLOR, rows)
    assert np.isfinite(rows).all()
    np.testing.assert_allclose(rows, overlay.rows(), rtol=1e-6, atol=1e-7)
