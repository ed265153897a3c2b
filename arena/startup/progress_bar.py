"""Progress bar of the compilation: a while once per release, later a moment."""

import sys
from collections.abc import Callable

from arena import shutdown

SHOWN_AFTER = 0.7  # [s]


def prepare_kernels(*further: Callable[[], None]) -> None:
    """Compile or load every kernel, with a bar on stderr once it takes longer than a moment.

    Args:
        further: warm-ups of kernels that not every command needs.
    """
    from tqdm import tqdm

    from arena.startup.kernels import prepare

    layout = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
    with tqdm(
        total=1, desc="preparing", delay=SHOWN_AFTER, leave=False, dynamic_ncols=True, bar_format=layout,
        file=sys.stderr,
    ) as bar:  # fmt: skip

        def show(done: int, total: int, stage: str) -> None:
            shutdown.check()
            bar.total = total
            bar.set_description(f"preparing {stage}", refresh=False)
            bar.update(done - bar.n)

        trouble = prepare(show, None, *further)
    if trouble:
        print(f"note: {trouble}", file=sys.stderr)
