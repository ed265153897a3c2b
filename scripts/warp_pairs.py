"""NVIDIA Warp on the processor: its bounding volume hierarchy, asked by a kernel that tests the spheres.

https://nvidia.github.io/warp. Warp compiles kernels from the text of their module, hence a file of their own.
"""

# Without the library the types of its kernels are unknown, and it is not there where types are checked.
# pyright: reportUnknownParameterType=false

# Kernels are Warp's own language in Python's clothes: a type checker cannot know what their annotations mean.
# pyright: reportMissingImports=false, reportIndexIssue=false, reportArgumentType=false
# pyright: reportOperatorIssue=false, reportCallIssue=false

from typing import Any

import numpy as np
import warp as wp
from pair_finders import ListingFinder, Pairs
from workloads import Float32, Workload

wp.config.log_level = wp.LOG_ERROR  # no banner, and nothing about graphics cards that are not asked for
DEVICE = "cpu"
LEAF = 4
"""Boxes per leaf: the best of 1, 2, 4, 8 for these workloads; the default is 1."""


@wp.kernel
def bound(
    position: wp.array[wp.vec3],
    radius: wp.array[wp.float32],
    lower: wp.array[wp.vec3],
    upper: wp.array[wp.vec3],
) -> None:
    """Boxes of spheres."""
    i = wp.tid()
    reach = wp.vec3(radius[i], radius[i], radius[i])
    lower[i] = position[i] - reach
    upper[i] = position[i] + reach


@wp.kernel
def collect(
    tree: wp.uint64,
    position: wp.array[wp.vec3],
    radius: wp.array[wp.float32],
    lower: wp.array[wp.vec3],
    upper: wp.array[wp.vec3],
    pairs: wp.array[wp.vec2i],
    count: wp.array[wp.int32],
) -> None:
    """Each body asks the tree for boxes that meet its own, and keeps those of later rows that it overlaps."""
    i = wp.tid()
    query = wp.bvh_query_aabb(tree, lower[i], upper[i])
    j = int(0)  # noqa: UP018, RUF046 - Warp's way to declare a variable
    while wp.bvh_query_next(query, j):
        if j > i:
            reach = radius[i] + radius[j]
            gap = position[i] - position[j]
            if wp.dot(gap, gap) < reach * reach:
                at = wp.atomic_add(count, 0, 1)
                if at < pairs.shape[0]:
                    pairs[at] = wp.vec2i(i, j)


class WarpFinder(ListingFinder):
    """`wp.Bvh`, built anew each time or refitted; sphere tests in float32.

    Refitting keeps last frame's tree and only moves its boxes: not from scratch, but it is what a Warp user
    does, and good as long as bodies keep their neighbours.
    """

    tolerance = 1e-5

    def __init__(self, workload: Workload, refit: bool) -> None:
        """Allocate everything that outlives a frame."""
        super().__init__(workload)
        n = len(workload.radii)
        self.name = f"warp Bvh {'refit' if refit else 'rebuild'}"
        self._refit = refit
        self._position = _array(workload.positions, wp.vec3)
        self._radius = _array(workload.radii, wp.float32)
        self._lower, self._upper = (wp.empty(n, dtype=wp.vec3, device=DEVICE) for _ in range(2))
        self._pairs: Any = wp.empty(4 * n + 64, dtype=wp.vec2i, device=DEVICE)
        self._count: Any = wp.zeros(1, dtype=wp.int32, device=DEVICE)
        self._bound()
        # Of Warp's constructors on a processor, this one builds twice as fast as the default and is asked as
        # fast; refitting needs no fast construction.
        constructor = "sah" if refit else "cubql"
        self._tree: Any = wp.Bvh(self._lower, self._upper, constructor=constructor, leaf_size=LEAF)

    def load(self, frame: Float32) -> None:
        """Show the positions to Warp, without a copy."""
        self._position = _array(frame, wp.vec3)

    def run(self) -> int:
        """Boxes, tree, queries; once more where the buffer was too small."""
        self._bound()
        if self._refit:
            self._tree.refit()
        else:
            self._tree.rebuild()
        found = self._ask()
        if found > len(self._pairs):
            self._pairs = wp.empty(2 * found, dtype=wp.vec2i, device=DEVICE)
            found = self._ask()
        return found

    def pairs(self) -> Pairs:
        """Pairs in the buffer."""
        return self._pairs.numpy()[: int(self._count.numpy()[0])].copy()

    def _bound(self) -> None:
        inputs = [self._position, self._radius, self._lower, self._upper]
        wp.launch(bound, dim=len(self._radius), inputs=inputs, device=DEVICE)

    def _ask(self) -> int:
        self._count.zero_()
        boxes = [self._position, self._radius, self._lower, self._upper]
        inputs = [self._tree.id, *boxes, self._pairs, self._count]
        wp.launch(collect, dim=len(self._radius), inputs=inputs, device=DEVICE)
        return int(self._count.numpy()[0])


def _array(values: np.ndarray[Any, Any], dtype: Any) -> Any:
    return wp.array(values, dtype=dtype, device=DEVICE, copy=False)
