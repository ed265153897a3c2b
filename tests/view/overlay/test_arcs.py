"""Pieces of arcs join without a gap, cover the whole line and leave everything else where it was."""

import math

import numpy as np
import pytest

from arena.view.overlay.arcs import BEGIN, END, PIECE, PIECE_LEAST, PIECE_TURN, SHAPE, cut_arcs
from arena.view.overlay.overlay import ARC, BOX, Overlay

WHITE = (1.0, 1.0, 1.0, 1.0)


def layer(fraction: float, radius: float) -> Overlay:
    """An arc between two boxes."""
    overlay = Overlay(16 / 9)
    overlay.rect(1.0, 2.0, 3.0, 4.0, WHITE)
    overlay.ring(100.0, 200.0, radius, 6.0, fraction, WHITE, 0.4)
    overlay.rect(5.0, 6.0, 7.0, 8.0, WHITE)
    return overlay


@pytest.mark.parametrize("fraction", [0.001, 0.25, 0.5, 0.9, 1.0])
def test_pieces_join_and_cover_their_arc(fraction: float) -> None:
    rows, radius, margin = layer(fraction, 60.0).rows(), 60.0, 2.0
    cut = cut_arcs(rows, margin)
    assert cut[0].tobytes() == rows[0].tobytes() and cut[-1].tobytes() == rows[-1].tobytes()
    pieces = cut[1:-1]
    assert (pieces[:, SHAPE] == PIECE).all()
    untouched = [column for column in range(rows.shape[1]) if column not in (BEGIN, END, SHAPE)]
    assert (pieces[:, untouched] == rows[1, untouched]).all()
    assert (pieces[1:, BEGIN] == pieces[:-1, END]).all()
    reach = min(math.pi, math.pi * fraction + (3.0 + margin) / radius)
    assert pieces[0, BEGIN] == pytest.approx(-reach) and pieces[-1, END] == pytest.approx(reach, abs=1e-5)
    turns = pieces[:, END] - pieces[:, BEGIN]
    assert turns.min() > 0.0 and turns.max() <= PIECE_TURN + 1e-5


def test_small_arcs_and_layers_without_any_stay_as_they_are() -> None:
    small = layer(1.0, PIECE_LEAST - 1.0).rows()
    assert cut_arcs(small, 1.0).tobytes() == small.tobytes()
    bare = small[small[:, SHAPE] != ARC]
    assert cut_arcs(bare, 1.0) is bare and (bare[:, SHAPE] == BOX).all()


def test_many_whole_circles_have_room() -> None:
    overlay = Overlay(16 / 9)
    for _ in range(50):
        overlay.ring(0.0, 0.0, 400.0, 3.0, 1.0, WHITE)
    cut = cut_arcs(overlay.rows(), 1.0)
    per_circle = math.ceil(2.0 * math.pi / PIECE_TURN)
    assert len(cut) == 50 * per_circle and np.isfinite(cut).all()
