"""Progress bars on stderr, and that of the compilation: a while once per release, later a moment."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from arena import shutdown

if TYPE_CHECKING:
    from tqdm import tqdm

SHOWN_AFTER = 0.7  # [s]


def open_bar(total: int | None, name: str, **more: Any) -> "tqdm[NoReturn]":
    """Open a bar that appears once something takes longer than a moment."""
    from tqdm import tqdm

    return tqdm(
        total=total, desc=name, delay=SHOWN_AFTER, leave=False, dynamic_ncols=True, file=sys.stderr, **more
    )


def prepare_kernels(*further: Callable[[], None]) -> None:
    """Compile or load every kernel, with a bar on stderr once it takes longer than a moment.

    Args:
        further: warm-ups of kernels that not every command needs.
    """
    from arena.startup.kernels import prepare

    layout = "{desc} {percentage:3.0f}%|{bar}| {elapsed}<{remaining}"
    with open_bar(1, "preparing", bar_format=layout) as bar:

        def show(done: int, total: int, stage: str) -> None:
            shutdown.check()
            bar.total = total
            bar.set_description(f"preparing {stage}", refresh=False)
            bar.update(done - bar.n)

        trouble = prepare(show, None, *further)
    if trouble:
        print(f"note: {trouble}", file=sys.stderr)
