"""A disk without room, for whoever writes meanwhile."""

import contextlib
import resource
from collections.abc import Generator


@contextlib.contextmanager
def full_disk(room: int = 0) -> Generator[None]:
    """Let no file of this process grow beyond `room` bytes: writing then fails, and closing too."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
