"""The layout of a grid, box and number of cells, chosen from the bodies at every rebuild.

The choice is a function of the spheres alone. It does not depend on earlier ones, so that a simulation that
is taken back to an earlier state takes the same steps again. It takes some microseconds, because it looks at
a sample of the bodies, about three times the root of their number.

A cost model with measured constants is minimised: small cells cost entries, large cells cost tests, and every
cell costs a little. How many bodies share a cell of a certain width is counted in the sample for widths of
powers of two, by sorting Morton codes, and interpolated between them. Box and widths come from coarse
ladders, so that the choice stays the same while bodies move about.
"""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.grid.sorting import DIGITS, radix_sort, shell_sort
from arena.grid.table import AXIS_CELLS_MAX, COORDINATE_MAX, TOTAL_CELLS_MAX
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import F64, Flags, Floats, Integer, Real, Vector
from arena.jit.tables import Table

SAMPLE_MIN, SAMPLE_MAX, SAMPLE_PER_ROOT = 64, 3072, 3.0
"""Bodies looked at: so many that about 50 pairs of them share a cell, whatever their number."""

FEW = 16
"""So many bodies are one block of tests: one cell will do."""

LEVELS = 10
"""Bits of a Morton code on each axis; powers of two between the widest cell and the narrowest."""

STEPS = 2
"""Widths tried from one power of two to the next; a step is a square root, which every CPU rounds alike."""
HALF_STEP = math.sqrt(0.5)

COUNTED_MIN = 4.0
"""Fewer coincidences in the sample than this say nothing; finer widths are extrapolated."""

BOX_STEPS = 16.0
"""A box's corners are multiples of this part of its edge, or half of it."""

RADIUS_BINS, RADIUS_OCTAVES = 64, 16
"""Radii are told apart by half octaves below the box's edge."""

CELLS_PER_BODY, CELLS_FREE = 6, 4096
"""Bound on the cells chosen: memory stays proportional to the bodies."""

TRIM_GAIN = 1.5
"""If smaller cells than that bound allows would be so much cheaper but for their number, smaller boxes are
tried."""

TRIM_NS = 100.0
"""They are tried, too, if nothing better than this [ns a body] was found: then most stand in a few cells, and
those few far away, which make the box so large, may be what hides smaller cells from the ladder of widths."""

TAILS = (0.005, 0.05, 0.12)
"""Shares of the sample at either end of each axis that border cells then take up."""

ENTRY_NS, EXTRA_NS, TEST_NS, OCCUPIED_NS, CELL_NS, TEST_LANES = 6.0, 8.0, 4.5, 12.0, 1.2, 16
"""Measured cost of an entry, one beyond a body's first, a block test, a cell with bodies, any cell."""

OVERSIZED_CELLS, OVERSIZED_ENTRIES = 512.0, 40.0
"""A body that covers more cells is kept apart, which costs as much as so many entries."""

NEVER = np.inf


class CellLayout(NamedTuple):
    """Box and cells of a grid."""

    box: NDArray[np.float64]  # lower and upper corner [u], shape (6,)
    cells: NDArray[np.int64]  # shape (3,)

    @classmethod
    def of(cls, lower: NDArray[np.float64], upper: NDArray[np.float64], cells: Sequence[int]) -> "CellLayout":
        """Layout of a whole box [u]."""
        return cls(np.concatenate([lower, upper]), np.array(cells, np.int64))


class Sample(Table):
    """Some of the bodies, inside the box; working memory of a choice."""

    x: NDArray[np.float64]  # [u], shape (SAMPLE_MAX,)
    y: NDArray[np.float64]
    z: NDArray[np.float64]
    radius: NDArray[np.float64]
    sorted: NDArray[np.float64]  # coordinates of one axis
    code: NDArray[np.uint32]  # Morton codes, ascending
    swap: NDArray[np.uint32]  # for sorting them
    next: NDArray[np.uint32]  # likewise, shape (DIGITS,)
    bin_count: NDArray[
        np.float64
    ]  # bodies of one size, zeros behind the last size that occurs, (RADIUS_BINS,)
    bin_radius: NDArray[np.float64]  # their mean radius [u]
    shared: NDArray[np.float64]  # by level: pairs of the sample that share a cell, shape (LEVELS + 1,)
    box: NDArray[np.float64]  # candidate's corners [u], shape (6,)
    edge: NDArray[np.float64]  # its edges [u], 0 where the bodies lie in a plane, shape (3,)


class SizingChoice(Table):
    """The best layout so far."""

    box: NDArray[np.float64]  # lower and upper corner [u], shape (6,)
    cells: NDArray[np.int64]  # shape (3,)
    cost: NDArray[np.float64]  # [ns] a body; of the best forbidden, without what its cells cost; shape (2,)


class Sizing:
    """Chooses layouts inside a given box."""

    def __init__(self, lower: NDArray[np.float64], upper: NDArray[np.float64]) -> None:
        self._lower, self._upper = lower, upper
        x, y, z, radius, ordered = (np.zeros(SAMPLE_MAX) for _ in range(5))
        self.sample = Sample(
            x=x, y=y, z=z, radius=radius, sorted=ordered, code=np.zeros(SAMPLE_MAX, np.uint32),
            swap=np.zeros(SAMPLE_MAX, np.uint32), next=np.zeros(DIGITS, np.uint32),
            bin_count=np.zeros(RADIUS_BINS), bin_radius=np.zeros(RADIUS_BINS),
            shared=np.zeros(LEVELS + 1), box=np.zeros(6), edge=np.zeros(3),
        )  # fmt: skip
        self.choice = SizingChoice(np.zeros(6), np.zeros(3, np.int64), np.zeros(2))
        self._layout = CellLayout(self.choice.box, self.choice.cells)

    def layout(self, places: NDArray[Any], radii: NDArray[Any], active: NDArray[np.bool_]) -> CellLayout:
        """The layout for these bodies, until the next call.

        Args:
            places: positions [u], flat, shape (3 * n,).
            radii: [u], shape (n,).
            active: shape (n,) or longer.
        """
        choice = self.choice
        choose(len(radii), places, radii, active, self._lower, self._upper, self.sample, choice)
        return self._layout


@kernel
def choose(
    n: Integer,
    places: Floats,
    radii: Floats,
    active: Flags,
    lower: Vector,
    upper: Vector,
    sample_inout: Sample,
    choice_out: SizingChoice,
) -> None:
    """The cheapest layout for `n` bodies inside a box.

    Args:
        n: rows.
        places: positions [u], flat, shape (3 * n,), T.
        radii: [u], shape (n,), T.
        active: bool, shape (n,) or longer; the other rows may hold anything.
        lower: the box's lower corner [u], shape (3,), float64.
        upper: its upper corner [u].
        sample_inout: working memory.
        choice_out: where the layout goes.
    """
    box = choice_out.box
    for axis in range(3):
        box[axis], box[3 + axis] = lower[axis], upper[axis]
    choice_out.cells[:] = 1
    choice_out.cost[:] = NEVER
    count = count_active(n, active)
    if count <= FEW:
        return
    taken = take_sample(n, count, places, radii, active, lower, upper, sample_inout)
    if taken < 2 or not try_box(taken, count, 0.0, lower, upper, sample_inout, choice_out):
        return
    if choice_out.cost[0] > min(choice_out.cost[1] * TRIM_GAIN, TRIM_NS):
        for tail in TAILS:
            try_box(taken, count, tail, lower, upper, sample_inout, choice_out)
    if DEBUG:
        x, y, z = choice_out.cells[0], choice_out.cells[1], choice_out.cells[2]
        assert min(x, y, z) >= 1 and max(x, y, z) <= AXIS_CELLS_MAX, "choose: cells on an axis"
        assert x * y * z <= TOTAL_CELLS_MAX, "choose: too many cells"
        for axis in range(3):
            assert lower[axis] <= box[axis] < box[3 + axis] <= upper[axis], "choose: a box outside of the box"


@inline
def count_active(n: Integer, active: Flags):
    """The number of active rows among the first `n`."""
    count = np.uint32(0)
    for row in range(n):
        count = np.uint32(count + np.uint32(active[np.uint64(row)]))
    return np.int64(count)


@inline
def take_sample(
    n: Integer,
    count: Integer,
    places: Floats,
    radii: Floats,
    active: Flags,
    lower: Vector,
    upper: Vector,
    sample_out: Sample,
):
    """Copy some good active bodies, spread evenly over the rows, moved into the box; their number."""
    wanted = min(SAMPLE_MAX, max(SAMPLE_MIN, int(SAMPLE_PER_ROOT * np.sqrt(count))))
    visits = min(n, wanted * n // count)
    taken, share = 0, visits * 65536
    inverse = n / share
    for k in range(visits):
        # Anywhere in the k-th share, lest rows that repeat a pattern are met in step with it.
        place = k * 65536 + (k * 40503 & 65535)
        row = np.int64(place * inverse)  # a division takes several times as long as this and its correction
        beyond = place * n - row * share
        row += np.int64(beyond >= share) - np.int64(beyond < 0)
        if not active[row] or taken == SAMPLE_MAX:
            continue
        x, y, z, radius = places[3 * row], places[3 * row + 1], places[3 * row + 2], radii[row]
        if abs(x) + abs(y) + abs(z) <= COORDINATE_MAX and 0.0 <= radius <= COORDINATE_MAX:
            sample_out.x[taken] = min(max(x, lower[0]), upper[0])
            sample_out.y[taken] = min(max(y, lower[1]), upper[1])
            sample_out.z[taken] = min(max(z, lower[2]), upper[2])
            sample_out.radius[taken] = radius
            taken += 1
    return taken


@kernel
def try_box(
    taken: Integer,
    count: Integer,
    tail: Real,
    lower: Vector,
    upper: Vector,
    sample_inout: Sample,
    choice_inout: SizingChoice,
):
    """Improve the choice by a box without the tails of the sample; False where the sample is one point."""
    s = sample_inout
    for axis, column in enumerate((s.x, s.y, s.z)):
        bound_axis(taken, tail, axis, column, lower, upper, s)
    edge = max(s.edge[0], s.edge[1], s.edge[2])
    if edge <= 0.0:
        return False
    bin_radii(taken, edge, s)
    count_shared(taken, edge, s)
    try_widths(taken, count, edge, s, choice_inout)
    return True


@inline
def bound_axis(
    taken: Integer, tail: Real, axis: Integer, column: F64, lower: Vector, upper: Vector, sample_inout: Sample
) -> None:
    """Bounds of a box on one axis, on a ladder; the given box's where all are at one place."""
    box, edge = sample_inout.box, sample_inout.edge
    if tail > 0.0:
        ordered = sample_inout.sorted[:taken]
        ordered[:] = column[:taken]
        shell_sort(ordered, taken)
        least, most = ordered[int(tail * taken)], ordered[taken - 1 - int(tail * taken)]
    else:
        least, most = column[0], column[0]
        for k in range(1, taken):
            least, most = min(least, column[k]), max(most, column[k])
    low, high = lower[axis], upper[axis]
    box[axis], box[3 + axis], edge[axis] = low, high, 0.0
    if most - least > 1e-6 * (high - low):
        step = power_of_two_below(most - least) / BOX_STEPS
        box[axis] = max(low, low + step * np.floor((least - low) / step))
        box[3 + axis] = min(high, low + step * np.ceil((most - low) / step))
        edge[axis] = box[3 + axis] - box[axis]


@inline
def power_of_two_below(value: Real):
    """The largest power of two that is not above a positive number."""
    return math.ldexp(1.0, math.frexp(value)[1] - 1)


@inline
def bin_radii(taken: Integer, edge: Real, sample_inout: Sample) -> None:
    """Count the sample by size, in the first bins those sizes that there are."""
    bins, means, radius = sample_inout.bin_count, sample_inout.bin_radius, sample_inout.radius
    bins[:] = 0.0
    means[:] = 0.0
    least = math.ldexp(edge, -RADIUS_OCTAVES)
    for k in range(taken):
        fraction, exponent = math.frexp(max(radius[k], least) / least)
        number = min(RADIUS_BINS - 1, 2 * (exponent - 1) + int(fraction >= HALF_STEP))
        bins[number] += 1.0
        means[number] += radius[k]
    used = 0
    for number in range(RADIUS_BINS):
        if bins[number] > 0.0:
            bins[used], means[used] = bins[number], means[number] / bins[number]
            used += 1
    bins[used:] = 0.0


@inline
def count_shared(taken: Integer, edge: Real, sample_inout: Sample) -> None:
    """Count the pairs of the sample that share a cell of edge / 2 ** level, by level; -1: not counted."""
    s, scale = sample_inout, (1 << LEVELS) / edge
    box, code, shared = s.box, s.code[:taken], s.shared
    for k in range(taken):
        x, y = level_coordinate(s.x[k] - box[0], scale), level_coordinate(s.y[k] - box[1], scale)
        code[k] = x | (y << np.uint32(1)) | (level_coordinate(s.z[k] - box[2], scale) << np.uint32(2))
    radix_sort(code, taken, s.swap, s.next, np.uint32(0))
    shared[:] = -1.0
    for level in range(LEVELS + 1):
        shift = np.uint32(3 * (LEVELS - level))
        pairs, run = 0, 0
        for k in range(1, taken):
            run = run + 1 if (code[k] ^ code[k - 1]) >> shift == 0 else 0
            pairs += run
        if pairs < COUNTED_MIN and level > 0:
            break
        shared[level] = pairs


@inline
def level_coordinate(offset: Real, scale: Real):
    """A coordinate in LEVELS bits, two free bits between each two."""
    v = np.uint32(min(max(offset * scale, 0.0), (1 << LEVELS) - 1.0))
    v = (v | (v << np.uint32(16))) & np.uint32(0x030000FF)
    v = (v | (v << np.uint32(8))) & np.uint32(0x0300F00F)
    v = (v | (v << np.uint32(4))) & np.uint32(0x030C30C3)
    return (v | (v << np.uint32(2))) & np.uint32(0x09249249)


@inline
def try_widths(
    taken: Integer, count: Integer, edge: Real, sample: Sample, choice_inout: SizingChoice
) -> None:
    """Take the cheapest width of cells, if it is cheaper than the choice so far."""
    box, cost = sample.box, choice_inout.cost
    most = min(float(CELLS_PER_BODY * count + CELLS_FREE), float(TOTAL_CELLS_MAX))
    ex, ey, ez = sample.edge[0], sample.edge[1], sample.edge[2]
    least = NEVER
    for step in range(STEPS * LEVELS + 1):
        width = math.ldexp(edge * (HALF_STEP if step % STEPS else 1.0), -(step // STEPS))
        nx, ny, nz = cells_along(ex, width), cells_along(ey, width), cells_along(ez, width)
        others = 2.0 * shared_at(step, sample.shared) / taken * (count - 1) / (taken - 1)
        entries = mean_entries(taken, ex / nx, ey / ny, ez / nz, nx, ny, nz, sample)
        bare = cost_of(entries, others)
        here = bare + nx * ny * nz / count * CELL_NS
        least = min(least, bare)
        if nx * ny * nz <= most and max(nx, ny, nz) <= AXIS_CELLS_MAX:
            if here < cost[0]:
                cost[0] = here
                choice_inout.box[:] = box
                choice_inout.cells[0], choice_inout.cells[1], choice_inout.cells[2] = nx, ny, nz
        elif bare < cost[1]:
            cost[1] = bare
        if bare > 3.0 * least:
            break


@inline
def cells_along(edge: Real, width: Real):
    """The number of cells of at most that width along an edge."""
    return max(1.0, np.ceil(edge / width))


@inline
def shared_at(step: Integer, shared: F64):
    """`Sample.shared` between two levels, and beyond the last one that was counted."""
    at = step // STEPS
    while shared[at] < 0.0:
        at -= 1
    if at == 0 and shared[1] < 0.0:
        return power(0.125, step) * max(shared[0], 1e-3)
    if at < LEVELS and shared[at + 1] >= 0.0:
        ratio = shared[at + 1] / shared[at]
    else:
        ratio = shared[at] / shared[at - 1]
    return shared[at] * power(ratio, step - STEPS * at)


@inline
def power(ratio: Real, steps: Integer):
    """ratio ** (steps / STEPS)."""
    value = math.sqrt(ratio) if steps % STEPS else 1.0
    for _ in range(steps // STEPS):
        value *= ratio
    return value


@inline
def mean_entries(taken: Integer, wx: Real, wy: Real, wz: Real, nx: Real, ny: Real, nz: Real, sample: Sample):
    """Cells that a body of the sample touches, on average."""
    total = 0.0
    for number in range(RADIUS_BINS):
        bodies, size = sample.bin_count[number], 2.0 * sample.bin_radius[number]
        if bodies <= 0.0:
            break
        volume = min(1.0 + size / wx, nx) * min(1.0 + size / wy, ny) * min(1.0 + size / wz, nz)
        total += bodies * (volume if volume <= OVERSIZED_CELLS else OVERSIZED_ENTRIES)
    return total / taken


@inline
def cost_of(entries: Real, others: Real):
    """Expected nanoseconds per body of a rebuild and its pairs.

    `entries` is per body, `others` the bodies that share a cell's volume with it.
    """
    crowd = (1.0 + others) * entries
    tests = max(1.0, crowd / (2 * TEST_LANES) + 0.5) * entries
    return entries * ENTRY_NS + (entries - 1.0) * EXTRA_NS + tests * TEST_NS + entries / crowd * OCCUPIED_NS
