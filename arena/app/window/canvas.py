"""Off-screen framebuffer of the window: colour and depth, copied to the window after each frame.

`GameWindow` makes one, asks it for its target before every frame and has it copied after each. A window could
be drawn on at once and save the copy (half a millisecond at 640x360 on a software renderer). It would need a
depth buffer for that, and Mesa's software driver now and then keeps that of a window that is replaced while
something is still drawn: up to 2.3 MB for each switch to or from full screen, for good.
"""

import moderngl

from arena.app.window.backend import pyglet

gl = pyglet.gl


class Canvas:
    """Framebuffer that follows the size of its window."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._target: moderngl.Framebuffer | None = None

    def target(self, size_px: tuple[int, int]) -> moderngl.Framebuffer:
        """Colour and depth of that size [px]; the same as last time where the size is."""
        size = (max(1, size_px[0]), max(1, size_px[1]))
        if self._target is None or self._target.size != size:
            # The old framebuffer is freed by the window, once nothing refers to it any more.
            self._target = self._context.framebuffer(
                [self._context.renderbuffer(size, 4)], self._context.depth_renderbuffer(size)
            )
        return self._target

    def copy_to_window(self) -> None:
        """Copy the framebuffer to the window, pixel by pixel."""
        if self._target is None:
            return
        # Not moderngl's copy: it cuts at the window's first size, the only one it knows.
        box = (0, 0, *self._target.size)
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._target.glo)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, 0)
        gl.glBlitFramebuffer(*box, *box, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
