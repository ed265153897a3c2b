"""The game with an observer in it: `soak_window.py` starts this, and reads what it notes every ten seconds.

Plays as `arena play` does, and appends a line of JSON to the file of `SOAK_SAMPLES` every `SOAK_SECONDS`:
memory, threads, open files and OpenGL objects of this process, and what each frame since the last took.
Linux with glibc only.
"""

import ctypes
import gc
import json
import os
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from arena.app.services import Services
from arena.app.window.backend import pyglet
from arena.cli import main
from arena.render.renderer import Renderer

PROCESS = Path("/proc/self")
FRAMES = 8192
"""Frames kept between two samples."""


class Usage(ctypes.Structure):
    """State of the allocator: glibc's `struct mallinfo2`, in bytes and pieces."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks",
            "keepcost",
        )
    ]  # fmt: skip


ALLOCATOR = ctypes.CDLL(None)
ALLOCATOR.mallinfo2.restype = Usage


def resident() -> float:
    """Memory of this process that no file stands behind [MB]."""
    with (PROCESS / "status").open(encoding="ascii") as file:
        return next(int(line.split()[1]) / 1e3 for line in file if line.startswith("RssAnon"))


def mapped() -> dict[str, float]:
    """The eight largest owners of such memory [MB]: libraries, what is compiled at run time, the rest."""
    sizes, name = Counter[str](), ""
    with (PROCESS / "smaps").open(encoding="utf-8", errors="replace") as file:
        for line in file:
            words = line.split()
            if "-" in words[0] and not words[0].endswith(":"):
                name = words[5] if len(words) > 5 else ("jit" if "x" in words[1] else "anonymous")
                name = name.rsplit("/", 1)[-1] if name.startswith("/") else name
            elif words[0] == "Anonymous:":
                sizes[name] += int(words[1]) / 1e3  # pyright: ignore[reportArgumentType]  # a float counts, too
    return {name: round(size, 2) for name, size in sizes.most_common(8)}


def sample(seconds: float) -> dict[str, Any]:
    """Holdings of this process so many seconds after its start."""
    before = resident()
    ALLOCATOR.malloc_trim(0)
    usage = ALLOCATOR.mallinfo2()
    objects = gc.get_objects()
    kinds = Counter(type(one).__name__ for one in objects if str(type(one).__module__).startswith("moderngl"))
    quality = next((str(one.quality) for one in objects if type(one) is Renderer), "")
    screen = next((one.screen.name for one in objects if type(one) is Services and one.screen), "")
    arrays = {
        id(one): one.nbytes
        for one in gc.get_referents(*objects)
        if type(one) is np.ndarray and one.flags.owndata
    }
    window = next(iter(pyglet.app.windows), None)
    width, height = window.get_framebuffer_size() if window else (0, 0)
    del objects
    return {
        "seconds": round(seconds, 1),
        "pixels": width * height,
        "quality": quality,
        "screen": screen,
        "resident_mb": before,
        "owned_mb": resident(),
        "mapped": mapped(),
        "in_use_mb": (usage.uordblks + usage.hblkhd) / 1e6,
        "large_mb": usage.hblkhd / 1e6,
        "arrays_mb": sum(arrays.values()) / 1e6,
        "python_blocks": sys.getallocatedblocks(),
        "threads": len(list((PROCESS / "task").iterdir())),
        "files": len(list((PROCESS / "fd").iterdir())),
        "gl_objects": sum(kinds.values()),
        "kinds": dict(sorted(kinds.items())),
    }


@dataclass
class Observer:
    """Notes frames as they come, and looks around from time to time."""

    services: Services | None = None
    began: float = field(default_factory=time.monotonic)
    looks: list[str] = field(default_factory=list[str])
    """Screen and pixels of frames; frames name theirs by its number."""
    frames: Any = field(default_factory=lambda: np.ones((FRAMES, 3)))
    """Number of the look, seconds by the clock and of processor time; shape (frames, 3)."""
    count: int = 0
    last: tuple[float, float] | None = None
    """Clock and processor time at the last flip; None: the next frame holds more than a frame."""

    def flipped(self, window: Any) -> None:
        """Note a frame, which lasts from one flip to the next."""
        now = time.perf_counter(), time.process_time()
        services, before, self.last = self.services, self.last, now
        if not services or not services.screen or before is None or self.count == FRAMES:
            return
        width, height = window.get_framebuffer_size()
        look = f"{services.screen.name} {width * height}"
        if look not in self.looks:
            self.looks.append(look)
        self.frames[self.count] = self.looks.index(look), now[0] - before[0], now[1] - before[1]
        self.count += 1

    def look(self, _: float) -> None:
        """Write a sample, in the main thread: what another one is still making must not be among the objects.

        The frame in which this happens is none.
        """
        gc.collect()
        taken = sample(time.monotonic() - self.began)
        kept = self.frames[: self.count]
        taken["frames"] = {
            look: (kept[kept[:, 0] == number, 1:] * 1e3).round(2).tolist()
            for number, look in enumerate(self.looks)
        }
        with Path(os.environ["SOAK_SAMPLES"]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(taken) + "\n")
        if self.services is None:
            self.services = next((one for one in gc.get_objects() if type(one) is Services), None)
        self.count, self.last = 0, None


def observe() -> None:
    """Put an observer into the window's loop."""
    observer, flip = Observer(), pyglet.window.Window.flip

    def observed(window: Any) -> None:
        flip(window)
        observer.flipped(window)

    pyglet.window.Window.flip = observed  # pyright: ignore[reportAttributeAccessIssue]
    pyglet.clock.schedule_interval(observer.look, float(os.environ["SOAK_SECONDS"]))


if __name__ == "__main__":
    observe()
    sys.exit(main(["play", "--size", "640x360", "--quality", "low"]))
