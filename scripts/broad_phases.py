"""Other ways to find all overlapping pairs of spheres, for the experiment that chose the grid.

Each is what a game programmer would write first, compiled: linear search, octants, a latitude/longitude grid,
an octree, a k-d tree. All find every pair anew from nothing. All but the latitude/longitude grid are exact,
and how many pairs that one misses is part of the result.

Kernels take columns x, y, z, r: float64, shape (n,); they write pairs i < j to `pairs_out`, shape
(capacity, 2), and return the number found, which may exceed the capacity. They are in one file because
numba's cache notices edits of a kernel's own file only.
"""

import math
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline, kernel

Column = NDArray[np.float64]
Rows = NDArray[np.int32]

LEAF = 16
"""Bodies that a tree's leaf holds before it is split."""
DEPTH_MAX = 20
"""Levels of an octree below which it no longer splits: bodies at one point cannot be told apart."""
STACK = 8 * (DEPTH_MAX + 2)
"""Nodes that can wait during a descent; k-d trees are deeper but add one per level, not seven."""


@inline
def touch(x: Column, y: Column, z: Column, r: Column, i: int, j: int) -> bool:
    """Return whether two bodies overlap: the distance is strictly below the sum of the radii.

    Unsigned indices spare the test for negative ones, which would double the time.
    """
    a, b = np.uint64(i), np.uint64(j)
    dx, dy, dz, reach = x[a] - x[b], y[a] - y[b], z[a] - z[b], r[a] + r[b]
    return dx * dx + dy * dy + dz * dz < reach * reach


@inline
def note(found: int, i: int, j: int, pairs_out: Rows) -> int:
    """Write one pair where there is room for it; returns the new count."""
    if found < len(pairs_out):
        pairs_out[found, 0] = min(i, j)
        pairs_out[found, 1] = max(i, j)
    return found + 1


@kernel
def linear_search(x: Column, y: Column, z: Column, r: Column, pairs_out: Rows) -> int:
    """Every body against every other: n (n - 1) / 2 tests, and the definition of a right answer."""
    found = 0
    n = len(x)
    for i in range(n):
        for j in range(i + 1, n):
            if touch(x, y, z, r, i, j):
                found = note(found, i, j, pairs_out)
    return found


@kernel
def octants(x: Column, y: Column, z: Column, r: Column, pairs_out: Rows) -> int:
    """Three planes through the origin cut space into eight; bodies meet only within an octant.

    A body on a plane is entered on both sides; a pair that shares octants is reported in the lowest. The
    first idea of whoever sees a sphere and linear search: it saves a factor of eight, whatever n is.
    """
    found = 0
    n = len(x)
    octant_mask = np.empty(n, np.int64)
    for i in range(n):
        reach = r[i]
        # Bits 0-7 are octants; each side of each plane keeps four of them.
        mask = 255
        mask &= (0x55 if x[i] - reach <= 0 else 0) | (0xAA if x[i] + reach >= 0 else 0)
        mask &= (0x33 if y[i] - reach <= 0 else 0) | (0xCC if y[i] + reach >= 0 else 0)
        mask &= (0x0F if z[i] - reach <= 0 else 0) | (0xF0 if z[i] + reach >= 0 else 0)
        octant_mask[i] = mask
    members = np.empty(n, np.int32)
    for octant in range(8):
        bit = 1 << octant
        count = 0
        for i in range(n):
            if octant_mask[i] & bit:
                members[count] = i
                count += 1
        for a in range(count):
            i = members[a]
            for b in range(a + 1, count):
                j = members[b]
                if touch(x, y, z, r, i, j) and octant_mask[i] & octant_mask[j] & (bit - 1) == 0:
                    found = note(found, i, j, pairs_out)
    return found


@kernel
def latitude_longitude(x: Column, y: Column, z: Column, r: Column, pairs_out: Rows) -> int:
    """Cells of equal angles on the sphere, as on a globe; bodies meet those of the 3 x 3 cells around them.

    The classical form, which uses the two angles as if they were plane coordinates: a cell at the equator is
    as wide as the largest body. It is blind across the date line, and misses pairs near the poles, where
    cells are narrower than bodies. Both can be mended, by code that is longer than a grid in space.
    """
    found = 0
    n = len(x)
    if n == 0:
        return 0
    far, largest = 0.0, 1e-9
    for i in range(n):
        far += math.sqrt(x[i] * x[i] + y[i] * y[i] + z[i] * z[i]) / n
        largest = max(largest, r[i])
    bands = min(512, max(1, int(math.pi * far / (2.0 * largest))))
    sectors = 2 * bands
    cell = np.empty(n, np.int64)
    start = np.zeros(bands * sectors + 1, np.int64)
    for i in range(n):
        latitude = math.atan2(z[i], math.sqrt(x[i] * x[i] + y[i] * y[i])) / math.pi + 0.5
        longitude = math.atan2(y[i], x[i]) / (2.0 * math.pi) + 0.5
        band, sector = min(bands - 1, int(latitude * bands)), min(sectors - 1, int(longitude * sectors))
        cell[i] = band * sectors + sector
        start[cell[i] + 1] += 1
    for k in range(bands * sectors):
        start[k + 1] += start[k]
    free = start[:-1].copy()
    members = np.empty(n, np.int32)
    for i in range(n):
        members[free[cell[i]]] = i
        free[cell[i]] += 1
    for i in range(n):
        band, sector = cell[i] // sectors, cell[i] % sectors
        for other in range(max(0, band - 1), min(bands, band + 2)):
            row = other * sectors
            first = start[row + max(0, sector - 1)]
            for k in range(first, start[row + min(sectors, sector + 2)]):
                j = members[k]
                if j > i and touch(x, y, z, r, i, j):
                    found = note(found, i, j, pairs_out)
    return found


class Tree(NamedTuple):
    """Nodes of a tree over bodies; children stand behind their parent, side by side."""

    order: Rows  # bodies, so that each node owns a run of them, shape (n,)
    first: Rows  # start of a node's run in `order`, shape (nodes,)
    last: Rows  # end of it
    child: Rows  # first child, -1 for a leaf
    children: Rows  # how many
    box: NDArray[np.float64]  # the spheres' bounding box: lower corner, upper corner; shape (nodes, 6)


@inline
def empty_tree(n: int) -> Tree:
    """One root that owns every body; where nodes run out, leaves stay large, which is slow but right."""
    capacity = 2 * n + 64
    tree = Tree(
        np.arange(n).astype(np.int32),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
        np.full(capacity, -1, np.int32),
        np.zeros(capacity, np.int32),
        np.zeros((capacity, 6)),
    )
    tree.last[0] = n
    return tree


@inline
def enclose(tree: Tree, count: int, x: Column, y: Column, z: Column, r: Column) -> None:
    """Give every node the box around its spheres, leaves first."""
    for node in range(count - 1, -1, -1):
        box = tree.box[node]
        box[:3], box[3:] = np.inf, -np.inf
        if tree.child[node] < 0:
            for k in range(tree.first[node], tree.last[node]):
                i = tree.order[k]
                box[0], box[3] = min(box[0], x[i] - r[i]), max(box[3], x[i] + r[i])
                box[1], box[4] = min(box[1], y[i] - r[i]), max(box[4], y[i] + r[i])
                box[2], box[5] = min(box[2], z[i] - r[i]), max(box[5], z[i] + r[i])
        for child in range(tree.child[node], tree.child[node] + tree.children[node]):
            for axis in range(3):
                box[axis] = min(box[axis], tree.box[child, axis])
                box[3 + axis] = max(box[3 + axis], tree.box[child, 3 + axis])


@inline
def descend(tree: Tree, x: Column, y: Column, z: Column, r: Column, pairs_out: Rows) -> int:
    """Send every body down the tree, past nodes that it does not touch or whose bodies came before it."""
    found = 0
    stack = np.empty(STACK, np.uint64)
    first, last, child, children, box, order = (
        tree.first, tree.last, tree.child, tree.children, tree.box, tree.order,
    )  # fmt: skip
    for entry in range(len(x)):
        i = np.uint64(order[entry])
        px, py, pz, reach = x[i], y[i], z[i], r[i]
        waiting = 1
        stack[0] = 0
        while waiting > 0:
            waiting -= 1
            node = stack[np.uint64(waiting)]
            if last[node] <= entry + 1 or (
                px - reach > box[node, 3]
                or px + reach < box[node, 0]
                or py - reach > box[node, 4]
                or py + reach < box[node, 1]
                or pz - reach > box[node, 5]
                or pz + reach < box[node, 2]
            ):
                continue
            if child[node] < 0:
                for k in range(np.uint64(max(first[node], entry + 1)), np.uint64(last[node])):
                    if touch(x, y, z, r, i, order[k]):
                        found = note(found, np.int64(i), order[k], pairs_out)
            for below in range(child[node], child[node] + children[node]):
                stack[np.uint64(waiting)] = below
                waiting += 1
    return found


@kernel
def octree(x: Column, y: Column, z: Column, r: Column, pairs_out: Rows) -> int:
    """A cube, cut into eight until few bodies are left in each (Meagher, "Octree Encoding", 1980).

    Bodies belong to the child that their centre is in; nodes carry the box around their spheres, so bodies
    that straddle a plane need no second entry.
    """
    n = len(x)
    if n == 0:
        return 0
    tree = empty_tree(n)
    cube = np.empty((len(tree.first), 4))
    depth = np.zeros(len(tree.first), np.int32)
    for axis, column in enumerate((x, y, z)):
        cube[0, axis] = (column.min() + column.max()) / 2
    cube[0, 3] = max(np.ptp(x), np.ptp(y), np.ptp(z)) / 2
    scratch = np.empty(n, np.int32)
    nodes, node = 1, 0
    while node < nodes:
        first, last = tree.first[node], tree.last[node]
        if last - first > LEAF and depth[node] < DEPTH_MAX and nodes + 8 <= len(tree.first):
            middle, half = cube[node], cube[node, 3] / 2
            tree.child[node] = nodes
            into = first
            scratch[first:last] = tree.order[first:last]
            for octant in range(8):
                begin = into
                for k in range(first, last):
                    i = scratch[k]
                    if (x[i] >= middle[0]) + 2 * (y[i] >= middle[1]) + 4 * (z[i] >= middle[2]) == octant:
                        tree.order[into] = i
                        into += 1
                if into > begin:
                    tree.first[nodes], tree.last[nodes], depth[nodes] = begin, into, depth[node] + 1
                    for axis in range(3):
                        cube[nodes, axis] = middle[axis] + (half if octant >> axis & 1 else -half)
                    cube[nodes, 3] = half
                    nodes += 1
            tree.children[node] = nodes - tree.child[node]
        node += 1
    enclose(tree, nodes, x, y, z, r)
    return descend(tree, x, y, z, r, pairs_out)


@inline
def select_median(order: Rows, first: int, last: int, column: Column) -> int:
    """Reorder a run so that its middle is where sorting would put it; Hoare's "Find", 1961."""
    middle = (first + last) // 2
    low, high = first, last - 1
    while low < high:
        pivot = column[order[(low + high) // 2]]
        a, b = low, high
        while a <= b:
            while column[order[a]] < pivot:
                a += 1
            while column[order[b]] > pivot:
                b -= 1
            if a <= b:
                order[a], order[b] = order[b], order[a]
                a += 1
                b -= 1
        if middle <= b:
            high = b
        elif middle >= a:
            low = a
        else:
            break
    return middle


@kernel
def kd_tree(x: Column, y: Column, z: Column, r: Column, pairs_out: Rows) -> int:
    """Halved at the median of the longest axis until few bodies are left (Bentley 1975).

    Nodes carry the box around their spheres, as in the octree.
    """
    n = len(x)
    tree = empty_tree(n)
    nodes, node = 1, 0
    while node < nodes:
        first, last = tree.first[node], tree.last[node]
        if last - first > LEAF:
            column, widest = x, -1.0
            for other in (x, y, z):
                low, high = np.inf, -np.inf
                for k in range(first, last):
                    low, high = min(low, other[tree.order[k]]), max(high, other[tree.order[k]])
                if high - low > widest:
                    column, widest = other, high - low
            middle = select_median(tree.order, first, last, column)
            tree.child[node], tree.children[node] = nodes, 2
            tree.first[nodes], tree.last[nodes] = first, middle
            tree.first[nodes + 1], tree.last[nodes + 1] = middle, last
            nodes += 2
        node += 1
    enclose(tree, nodes, x, y, z, r)
    return descend(tree, x, y, z, r, pairs_out)


class BroadPhase(NamedTuple):
    """One alternative: its name, its kernel, and whether it finds every pair."""

    name: str
    find: Callable[..., Any]
    exact: bool = True


BROAD_PHASES = (
    BroadPhase("linear search", linear_search),
    BroadPhase("octants", octants),
    BroadPhase("latitude/longitude", latitude_longitude, exact=False),
    BroadPhase("octree", octree),
    BroadPhase("k-d tree", kd_tree),
)
