"""Vector registers as values in kernels.

    `registers`   eight float64 or booleans at once from rows that follow each other; their arithmetic
    `gathers`     the same from rows in any order, sums and minima, lists of flagged rows

The grid's tests of sixteen spheres at once are `arena.grid.sphere_tests` and `arena.grid.tagged_rows`: they
know what an entry is.
"""
