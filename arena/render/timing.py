"""GPU time of each pass (CPU time under software rendering).

`Renderer` makes a timer on request (the profiler, the render scale, a benchmark), and wraps each pass in
`measure`. Times lie a few pictures back: waiting for the newest would stall.
"""

from collections import deque
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import perf_counter
from typing import cast

import moderngl

SOFTWARE_RENDERERS = ("llvmpipe", "softpipe", "swiftshader", "basic render", "software")
PICTURES_LATE = 4
"""Delay of the times that are read, in pictures."""
PICTURES_APART = 8
"""From one that is waited for to the next."""
NOTHING = nullcontext()


def draws_in_software(ctx: moderngl.Context) -> bool:
    """True if OpenGL runs on the processor instead of a graphics card."""
    renderer = str(ctx.info["GL_RENDERER"]).lower()
    return any(word in renderer for word in SOFTWARE_RENDERERS)


class QueryTimer:
    """GPU timer with timer queries, at almost no cost."""

    def __init__(self, ctx: moderngl.Context) -> None:
        self.times_ms: dict[str, float] = {}
        """Of the last picture that is known, by name, parts of one name added up; empty while none is."""
        self._ctx = ctx
        self._free: list[moderngl.Query] = []
        self._pictures = deque[list[tuple[str, moderngl.Query]]]([[]])  # begun, the newest last

    def measure(self, name: str) -> AbstractContextManager[object]:
        """Time a block of drawing; blocks do not nest, and the answer comes later."""
        query = self._free.pop() if self._free else self._ctx.query(time=True)
        self._pictures[-1].append((name, query))
        return cast(AbstractContextManager[object], query)

    def end_picture(self) -> None:
        """Read the oldest picture's times, and use its queries again."""
        self._pictures.append([])
        if len(self._pictures) > PICTURES_LATE:
            times: dict[str, float] = {}
            for name, query in self._pictures.popleft():
                times[name] = times.get(name, 0.0) + query.elapsed * 1e-6
                self._free.append(query)
            # A driver that cannot count says nothing but zero.
            self.times_ms = times if any(times.values()) else {}


class WaitingTimer:
    """Timer for software renderers: waits until each part is drawn, in a few pictures only.

    They answer queries, but draw a picture tile by tile, all parts of one after the other: what the first
    part is told is the time of nearly all. To wait takes a fifth longer, as corners of one part are worked
    out while pixels of another are filled: what looks at every picture would slow down what it looks at.
    """

    def __init__(self, ctx: moderngl.Context) -> None:
        self.times_ms: dict[str, float] = {}
        self._ctx = ctx
        self._current: dict[str, float] = {}
        self._picture = 0

    def measure(self, name: str) -> AbstractContextManager[object]:
        """Wait for earlier drawing, and for the block, in every PICTURES_APART-th picture."""
        return self._wait(name) if self._picture % PICTURES_APART == 0 else NOTHING

    @contextmanager
    def _wait(self, name: str) -> Generator[None]:
        self._ctx.finish()
        began = perf_counter()
        yield
        self._ctx.finish()
        self._current[name] = self._current.get(name, 0.0) + (perf_counter() - began) * 1e3

    def end_picture(self) -> None:
        """Publish this picture's times; where it had none, those before stay."""
        if self._current:
            self.times_ms, self._current = self._current, {}
        self._picture += 1


Timer = QueryTimer | WaitingTimer
"""Times parts of pictures by name; whatever follows `end_picture` is of the next one."""


def make_timer(ctx: moderngl.Context) -> Timer:
    """The timer that tells the truth about this context."""
    return WaitingTimer(ctx) if draws_in_software(ctx) else QueryTimer(ctx)
