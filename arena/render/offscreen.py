"""Pictures without a window: an EGL context and a framebuffer of one's own."""

import os

import moderngl
import numpy as np
from numpy.typing import NDArray

from arena.render.composite import Composite
from arena.render.renderer import Renderer
from arena.view.frame import Frame

_openers = set[int]()
"""Process numbers: this one, and those it was forked from, if they opened contexts."""


def offscreen_context() -> moderngl.Context:
    """Make a context that needs no display.

    Raises:
        RuntimeError: there is no EGL, or no OpenGL 3.3 behind it, or this process was forked from one with
            a context, whose driver's threads are missing here; the message says what to do.
    """
    if _openers - {os.getpid()}:
        raise RuntimeError(
            "this process was forked from one that has drawn pictures, and drivers do not survive that:"
            ' start it by "spawn" or "forkserver"'
        )
    try:
        context = moderngl.create_context(standalone=True, require=330, backend="egl")  # pyright: ignore[reportArgumentType]
    except Exception as error:  # the EGL loader raises bare Exceptions
        raise RuntimeError(
            f"no OpenGL 3.3 without a window here ({error}); install Mesa's EGL (libegl1, libgl1-mesa-dri)"
        ) from error
    _openers.add(os.getpid())
    context.gc_mode = "context_gc"  # `picture` frees dropped objects, on its thread
    return context


def free_dropped(ctx: moderngl.Context) -> None:
    """Free the GPU objects that nobody holds any more; after each frame, on the thread that draws."""
    while ctx.objects:
        item = ctx.objects.popleft()
        if hasattr(item, "release"):  # what was released by hand has left an empty shell here
            item.release()


def picture(
    renderer: Renderer, content: Frame | Composite, size_px: tuple[int, int], finished: bool = True
) -> NDArray[np.uint8]:
    """Draw a frame, or several that share a picture, top row first, shape (height, width, 3).

    `finished` False takes the planet as far as it is painted, which a window's first frames show too.
    """
    ctx = renderer.ctx
    # Eight bits a channel are asked for here: what a headless default framebuffer has is anyone's guess.
    color = ctx.renderbuffer(size_px, 4)
    target = ctx.framebuffer([color])
    try:
        if finished:
            renderer.prepare(content)
        renderer.draw(content, target)
        pixels = target.read(components=3, alignment=1)
    finally:
        for item in (target, color):
            item.release()
        free_dropped(ctx)
    return np.frombuffer(pixels, np.uint8).reshape(size_px[1], size_px[0], 3)[::-1].copy()
