"""Sweeps: many games, or verifications, by many processes or machines, for `arena sweep`.

    arena sweep balance      bots of several skills play many games: how did they go?
    arena sweep tournament   the same games as a contest of pilots: ratings with intervals
    arena sweep parameters   the same games with other numbers in the catalogue: what would change?
    arena sweep verify       folders of recordings, simulated again
    arena sweep disasters    games full of rewinds, faults and hostile input: do the invariants hold?

A task (`arena.sweep.tasks`) is plain data; it leaves one row. Rows are kept as they come, in a folder of
Parquet files (`arena.sweep.store`), and a row that is there is not made again, whichever sweep asks for it.
Tasks run on processes of this machine or on a Dask cluster (`arena.sweep.cluster`).

Needs dask, distributed and pyarrow, the extra `sweep`. Importing this package loads nothing.
"""
