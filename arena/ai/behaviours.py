"""Behaviours: parameters of specialists' minds as columns for kernels."""

import functools
from dataclasses import astuple

import numpy as np
from numpy.typing import NDArray

from arena.catalogue.kind_row import KINDS
from arena.jit.tables import Table

F32 = NDArray[np.float32]


class Behaviours(Table):
    """Fields of `arena.catalogue.kind_row.Behaviour` by kind, shape (kinds,); zero for kinds without one."""

    range: F32  # [u]
    band: F32  # [u]
    strafe: F32  # share of thrust
    strafe_ticks: F32  # [ticks]
    flocking: F32  # factor
    dodge: F32  # share of thrust
    fire_range: F32  # [u]
    spread: F32  # [rad]
    reach: F32  # [u]
    windup_ticks: F32  # [ticks]
    act_ticks: F32  # [ticks]
    rest_ticks: F32  # [ticks]
    lock_ticks: F32  # [ticks]
    lane: F32  # [u]


def create_behaviours() -> Behaviours:
    """Build a table of one's own from the catalogue."""
    return Behaviours(*_columns().copy())


@functools.cache
def _columns() -> F32:
    """Columns of `Behaviours`, shape (columns, kinds)."""
    columns = np.zeros((len(Behaviours.column_names), KINDS.size), np.float32)
    for row in KINDS:
        if row.rules.ship is not None and row.rules.ship.behaviour is not None:
            columns[:, row.number] = astuple(row.rules.ship.behaviour)
    return columns
