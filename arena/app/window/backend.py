"""pyglet, with its options set before any of its parts is loaded. Everything in `app` takes it from here."""

import pyglet

from arena.app.sound.device import DRIVERS

pyglet.options.audio = DRIVERS
pyglet.options.shadow_window = False  # one window, one context
pyglet.options.debug_gl = False  # moderngl draws; a check after each of pyglet's own few calls buys nothing

__all__ = ["pyglet"]
