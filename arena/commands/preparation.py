"""Compile the kernels behind a progress bar: tens of seconds once per release, later a moment."""

import sys


def prepare_kernels() -> None:
    """Compile or load every kernel, with a bar on stderr once it takes longer than a moment."""
    from tqdm import tqdm

    from arena.game.warm_up import warm_up
    from arena.view.warm_up import warm_up_view

    with tqdm(
        total=1, desc="compiling", unit="step", delay=0.7, leave=False, dynamic_ncols=True, file=sys.stderr
    ) as bar:

        def show(done: int, total: int, name: str) -> None:
            bar.total = max(total, done)
            bar.set_postfix_str(name, refresh=False)
            bar.update(done - bar.n)

        warm_up(show, warm_up_view)
